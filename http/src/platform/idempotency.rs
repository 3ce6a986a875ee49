//! Idempotency keys (`Idempotency-Key`) on creating calls: the same key from the same person within 24 h answers the
//! first result. A handler requests it with [`Once`] among its parameters.

use actix_web::body::{BodySize, BoxBody, MessageBody, to_bytes};
use actix_web::dev::{ResourceDef, ServiceRequest, ServiceResponse};
use actix_web::http::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpResponse, ResponseError};
use actors::Platform;
use actors::platform::error::Refusal;
use actors::platform::time::now;
use storage::idempotency::Begin;
use utoipa::IntoParams;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{SchemaType, Type};
use utoipa::openapi::{ObjectBuilder, OpenApi, Required};

use crate::platform::auth::who::recognise;
use crate::platform::error::{ApiError, FieldError};

/// Marks a repeated answer.
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");
/// Longest key, in bytes.
pub const KEY_MAX: usize = 128;
/// Largest stored answer, in bytes: encrypted, as text, it is a third larger ([`storage::idempotency::MAX_BODY`]).
const BODY_MAX: u64 = 47 * 1024;

/// The header's name.
const KEY: &str = "Idempotency-Key";

/// Among the parameters of a POST (`params(Once)`): its answer is stored for a day and repeated for the same key.
/// Stored answers are encrypted with the installation's secret, since they hold what people wrote. Not for answers with
/// a secret, which are shown once and stored as a hash.
pub struct Once;

impl IntoParams for Once {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let key = ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::String))
            .min_length(Some(1))
            .max_length(Some(KEY_MAX))
            .pattern(Some("^[!-~]+$"));
        let parameter = ParameterBuilder::new()
            .name(KEY)
            .parameter_in(ParameterIn::Header)
            .required(Required::False)
            .description(Some("The same key from the same person within 24 h answers the first result."))
            .schema(Some(key));
        vec![parameter.build()]
    }
}

/// Whether an operation accepts the key.
pub fn takes_key(operation: &Operation) -> bool {
    operation.parameters.iter().flatten().any(|parameter| parameter.name == KEY)
}

/// The paths whose POST accepts the key.
pub struct Keyed(Vec<ResourceDef>);

impl Keyed {
    /// Of the router's own document.
    pub fn of(document: &OpenApi) -> Self {
        let asks = |item: &utoipa::openapi::PathItem| item.post.as_ref().is_some_and(takes_key);
        let paths = document.paths.paths.iter().filter(|(_, item)| asks(item));
        Self(paths.map(|(path, _)| ResourceDef::new(path.as_str())).collect())
    }

    fn has(&self, method: &Method, path: &str) -> bool {
        *method == Method::POST && self.0.iter().any(|pattern| pattern.is_match(path))
    }
}

fn key_of(request: &ServiceRequest, keyed: &Keyed) -> Option<Result<String, ApiError>> {
    let header = request.headers().get("idempotency-key")?;
    if !keyed.has(request.method(), request.path()) {
        return None;
    }
    let text = header.to_str().unwrap_or_default();
    let fits = (1..=KEY_MAX).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
    Some(if fits {
        Ok(text.to_owned())
    } else {
        Err(ApiError::invalid(vec![FieldError {
            field: KEY.into(),
            code: "LENGTH".into(),
            message: "Ska vara 1–128 synliga tecken.".into(),
        }]))
    })
}

/// Decrypts a stored answer; earlier releases stored it in clear.
fn opened(platform: &Platform, kept: String) -> Vec<u8> {
    platform.secrets.open(&kept).unwrap_or_else(|| kept.into_bytes())
}

/// Middleware for `from_fn`, inside [`crate::platform::request::track`].
pub async fn once<B: MessageBody + 'static>(
    platform: Data<Platform>,
    keyed: Data<Keyed>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let Some(key) = key_of(&request, &keyed) else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let began = async {
        let key = key?;
        let who = recognise(&platform, request.request()).await?;
        let scope = request.path().to_owned();
        let begin = platform.storage.idempotency.begin(who.user_id, &key, &scope, now()).await;
        Ok::<_, ApiError>((key, who, begin.map_err(Refusal::from)?))
    };
    let (key, who, begin) = match began.await {
        Ok(began) => began,
        Err(error) => return Ok(request.into_response(error.error_response())),
    };
    match begin {
        Begin::First => {}
        Begin::Running => {
            let message = "Samma begäran behandlas redan.";
            let error = ApiError::new(StatusCode::CONFLICT, "IDEMPOTENCY_RUNNING", message);
            return Ok(request.into_response(error.retry_after(Some(1)).error_response()));
        }
        Begin::OtherScope => {
            let message = "Nyckeln har redan använts för något annat.";
            let error = ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "IDEMPOTENCY_REUSED", message);
            return Ok(request.into_response(error.error_response()));
        }
        Begin::Done { status, body } => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
            let mut answer = HttpResponse::build(status);
            answer.insert_header((REPLAYED, HeaderValue::from_static("true")));
            answer.insert_header((CONTENT_TYPE, "application/json"));
            let body = opened(&platform, body);
            return Ok(request.into_response(answer.body(body)));
        }
    }
    let response = match next.call(request).await {
        Ok(response) => response.map_into_boxed_body(),
        Err(error) => {
            // Nothing was created: the key may be used again.
            let _ = platform.storage.idempotency.abandon(who.user_id, &key).await;
            return Err(error);
        }
    };
    let small = matches!(response.response().body().size(), BodySize::Sized(n) if n <= BODY_MAX);
    if !response.status().is_success() || !small {
        let _ = platform.storage.idempotency.abandon(who.user_id, &key).await;
        return Ok(response);
    }
    let status = response.status();
    let (request, response) = response.into_parts();
    let (head, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body).await else {
        return Ok(ServiceResponse::new(request, ApiError::internal().error_response()));
    };
    let kept = match platform.secrets.seal(&bytes) {
        Ok(sealed) => platform.storage.idempotency.finish(who.user_id, &key, status.as_u16(), &sealed).await,
        Err(_) => platform.storage.idempotency.abandon(who.user_id, &key).await,
    };
    if let Err(error) = kept {
        tracing::warn!(%error, "a repeated call would be carried out again");
    }
    Ok(ServiceResponse::new(request, head.set_body(BoxBody::new(bytes))))
}
