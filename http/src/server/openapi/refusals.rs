//! The refusals of each operation with their codes: those that follow from its shape, and those that [`super::codes`]
//! declares.

use actix_web::http::{Method, StatusCode};
use serde_json::json;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{AllOfBuilder, ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{Components, ContentBuilder, Ref, RefOr, Response, ResponseBuilder};

use super::codes;
use crate::platform::area::More;
use crate::platform::codes::{LIMITED, NO_SUCH_PART};
use crate::platform::error::PROBLEM_JSON;
use crate::platform::idempotency;
use crate::platform::texts;
use crate::server::admission;

/// The properties of an operation that decide its refusals.
#[allow(clippy::struct_excessive_bools, reason = "seven independent facts")]
struct Shape {
    changes: bool,
    signed_in: bool,
    names_something: bool,
    asks: bool,
    has_body: bool,
    takes_key: bool,
    public_read: bool,
}

/// A status with the codes for operations of a shape.
struct Refusal {
    status: StatusCode,
    name: &'static str,
    text: &'static str,
    codes: fn(&Shape) -> &'static [&'static str],
}

const fn refusal(
    status: StatusCode,
    name: &'static str,
    text: &'static str,
    codes: fn(&Shape) -> &'static [&'static str],
) -> Refusal {
    Refusal { status, name, text, codes }
}

/// The codes if the condition holds.
const fn when(holds: bool, codes: &'static [&'static str]) -> &'static [&'static str] {
    if holds { codes } else { &[] }
}

/// All refusals of contract §1, with the codes by shape.
const REFUSALS: &[Refusal] = &[
    refusal(StatusCode::BAD_REQUEST, "Unreadable", "It cannot be read.", |_| &["UNREADABLE"]),
    refusal(StatusCode::UNAUTHORIZED, "Unauthenticated", "Not signed in, or the session is over.", |it| {
        when(it.signed_in, &["NOT_SIGNED_IN", "UNAUTHENTICATED"])
    }),
    refusal(StatusCode::FORBIDDEN, "Forbidden", "Refused.", |it| match (it.changes, it.signed_in) {
        (true, true) => &["SCOPE_MISSING", "WRONG_ORIGIN"],
        (false, true) => &["SCOPE_MISSING"],
        (changes, false) => when(changes, &["WRONG_ORIGIN"]),
    }),
    refusal(StatusCode::NOT_FOUND, "NotFound", "Absent, or not visible to you.", |it| {
        when(it.names_something, &["NOT_FOUND"])
    }),
    refusal(StatusCode::REQUEST_TIMEOUT, "Timeout", "The body comes too slowly.", |it| {
        when(it.has_body, &["TIMEOUT"])
    }),
    refusal(StatusCode::CONFLICT, "Conflict", "The state has moved on, or is taken.", |it| {
        when(it.takes_key, &["IDEMPOTENCY_RUNNING"])
    }),
    refusal(StatusCode::GONE, "Gone", "It was there, and is over for good.", |_| &[]),
    refusal(StatusCode::PRECONDITION_FAILED, "OtherVersion", "Spoken is another version.", |_| &[]),
    refusal(StatusCode::PAYLOAD_TOO_LARGE, "TooLarge", "The body is too large.", |it| {
        when(it.has_body, &["TOO_LARGE"])
    }),
    refusal(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "UnsupportedMediaType",
        "The body is of another kind, or encoded.",
        |it| when(it.has_body, &["UNSUPPORTED_CONTENT_ENCODING", "UNSUPPORTED_MEDIA_TYPE"]),
    ),
    refusal(StatusCode::RANGE_NOT_SATISFIABLE, "NoSuchPart", "There is no such part.", |_| &[]),
    refusal(StatusCode::UNPROCESSABLE_ENTITY, "Invalid", "Breaks a rule; `errors` names the fields.", |it| {
        match (it.takes_key, it.asks || it.has_body) {
            (true, _) => &["IDEMPOTENCY_REUSED", "INVALID"],
            (false, asks) => when(asks, &["INVALID"]),
        }
    }),
    refusal(StatusCode::TOO_MANY_REQUESTS, "Limited", "Too many; see Retry-After.", |it| {
        when(it.public_read, &[LIMITED])
    }),
    refusal(StatusCode::SERVICE_UNAVAILABLE, "Busy", "Overloaded; see Retry-After.", |_| {
        &["BUSY", "STORE_UNAVAILABLE"]
    }),
];

/// Adds an operation's refusals; after its name and its parameters.
pub fn complete(path: &str, method: &Method, operation: &mut Operation, signed_in: bool, more: More) {
    let shape = Shape {
        changes: ![Method::GET, Method::HEAD, Method::OPTIONS].contains(method),
        signed_in,
        names_something: path.contains('{') || operation.request_body.is_some(),
        asks: operation.parameters.as_ref().is_some_and(|it| !it.is_empty()),
        has_body: operation.request_body.is_some(),
        takes_key: idempotency::takes_key(operation),
        public_read: *method == Method::GET && admission::is_gathered(path),
    };
    let own = codes::of(operation.operation_id.as_deref().unwrap_or_default(), more);
    let answers = &mut operation.responses.responses;
    // Those of a single status are the route's own and stay.
    answers.retain(|status, _| !REFUSALS.iter().any(|refusal| refusal.status.as_str() == status));
    for refusal in REFUSALS {
        let mut codes = (refusal.codes)(&shape).to_vec();
        for &(_, more) in own.iter().filter(|(status, _)| *status == refusal.status.as_u16()) {
            codes.extend(more);
        }
        codes.sort_unstable();
        codes.dedup();
        if codes.is_empty() {
            continue;
        }
        let answer = if codes == usual(refusal) {
            RefOr::Ref(Ref::from_response_name(refusal.name))
        } else {
            RefOr::T(described(refusal, &codes))
        };
        answers.insert(refusal.status.as_str().to_owned(), answer);
    }
}

/// The codes of the shared descriptions: those of the fullest shape that most operations have.
fn usual(refusal: &Refusal) -> Vec<&'static str> {
    let fullest = Shape {
        changes: true,
        signed_in: true,
        names_something: true,
        asks: true,
        has_body: true,
        takes_key: false,
        public_read: false,
    };
    match refusal.status {
        StatusCode::TOO_MANY_REQUESTS => vec![LIMITED],
        StatusCode::RANGE_NOT_SATISFIABLE => vec![NO_SUCH_PART],
        _ => (refusal.codes)(&fullest).to_vec(),
    }
}

/// Headers of every answer of a limited operation, refused or not (draft-ietf-httpapi-ratelimit-headers).
const LIMIT_HEADERS: &[(&str, &str)] = &[
    (
        "RateLimit",
        "The limit that is nearest: its name, how many calls are left (`r`) and in how many seconds it is whole again (`t`), as in \
         `\"message\";r=29;t=1`. With every answer of what is limited, refused or not.",
    ),
    (
        "RateLimit-Policy",
        "What that limit lets through: so many calls (`q`) in so many seconds (`w`), as in `\"message\";q=30;w=3`. With every answer of \
         what is limited.",
    ),
];

/// The answer to a refusal with one of these codes (sorted, at least one).
fn described(refusal: &Refusal, codes: &[&str]) -> Response {
    let (usual_code, message) = texts::of_status(refusal.status);
    let code = if codes.contains(&usual_code) { usual_code } else { codes[0] };
    let example = json!({
        "type": "about:blank",
        "title": refusal.status.canonical_reason(),
        "status": refusal.status.as_u16(),
        "detail": message,
        "code": code,
        "message": message,
        "requestId": "5f0c2a9be1d34876",
    });
    let code = ObjectBuilder::new()
        .schema_type(SchemaType::Type(Type::String))
        .enum_values(Some(codes.iter().copied()))
        .build();
    let one_of_these = ObjectBuilder::new().property("code", code);
    let schema = AllOfBuilder::new().item(Ref::from_schema_name("Problem")).item(one_of_these);
    let content = ContentBuilder::new().schema(Some(schema)).example(Some(example)).build();
    let mut response = ResponseBuilder::new().description(refusal.text).content(PROBLEM_JSON, content);
    if matches!(refusal.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
        let seconds = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Integer)).build();
        let header = HeaderBuilder::new().schema(seconds).description(Some("Whole seconds.")).build();
        response = response.header("Retry-After", header);
    }
    if refusal.status == StatusCode::TOO_MANY_REQUESTS {
        for (name, said) in LIMIT_HEADERS {
            let text = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).build();
            let header = HeaderBuilder::new().schema(text).description(Some(*said)).build();
            response = response.header(*name, header);
        }
    }
    response.build()
}

/// The refusals that many operations share.
pub fn describe(components: &mut Components) {
    for refusal in REFUSALS {
        let codes = usual(refusal);
        // A conflict is described by each operation.
        if !codes.is_empty() {
            components.responses.insert(refusal.name.to_owned(), RefOr::T(described(refusal, &codes)));
        }
    }
}
