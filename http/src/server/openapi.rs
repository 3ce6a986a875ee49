//! What all operations of the OpenAPI document have in common: names, path parameters, access, refusals. Routes declare
//! only the rest.

use std::collections::{BTreeSet, HashMap};

use actix_web::http::Method;
use serde_json::{Value, json};
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, SchemaType, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Components, OpenApi, RefOr, Required, SecurityRequirement, Server};

use crate::platform::area::More;
use crate::platform::auth::scopes::{self, Asked};
use crate::platform::destinations::By;
use crate::server::asyncapi;

/// Ids are JSON numbers below 2^53 (contract §1).
const MAX_ID: i64 = (1 << 53) - 1;
/// Depth of `schemas/Name` in the components: definitions at this depth are kept.
const DEFINITION: usize = 2;

/// Completes the document of the routes.
pub fn complete(mut document: OpenApi, more: More) -> OpenApi {
    document.servers = Some(vec![Server::new("/")]);
    for (path, item) in &mut document.paths.paths {
        for (method, operation) in operations(item) {
            complete_operation(path, &method, operation, more);
        }
    }
    let components = document.components.get_or_insert_default();
    refusals::describe(components);
    describe_sign_in(components);
    document
}

/// The published document: schemas that were inlined although they have a name become references, and unreferenced ones
/// are removed.
pub fn written(document: &OpenApi, more: More) -> Value {
    let mut document = serde_json::to_value(document).unwrap_or_default();
    document["webhooks"] = live(more);
    drop_null_defaults(&mut document["components"]);
    examples::add(&mut document);
    let names: HashMap<String, String> = document["components"]["schemas"]
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(_, schema)| !schema["properties"].is_null() || !schema["allOf"].is_null())
        .map(|(name, schema)| (schema.to_string(), name.clone()))
        .collect();
    for part in ["paths", "components"] {
        refer(&mut document[part], &names, 0);
    }
    loop {
        let mut used = BTreeSet::new();
        asyncapi::references(&document, &mut used);
        let Some(schemas) = document["components"]["schemas"].as_object_mut() else { break };
        let before = schemas.len();
        schemas.retain(|name, _| used.contains(name));
        if schemas.len() == before {
            break;
        }
    }
    document
}

/// A default of null only says that a field may be absent, but generators treat fields with a default as always
/// present.
fn drop_null_defaults(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if fields.get("default").is_some_and(Value::is_null) {
                fields.remove("default");
            }
            fields.values_mut().for_each(drop_null_defaults);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_null_defaults),
        _ => {}
    }
}

/// Outermost first: a named schema is compared in its inlined form, before anything inside is replaced.
fn refer(value: &mut Value, names: &HashMap<String, String>, depth: usize) {
    let name = names.get(&value.to_string());
    let children: &mut dyn Iterator<Item = &mut Value> = match value {
        Value::Object(fields) => &mut fields.values_mut(),
        Value::Array(items) => &mut items.iter_mut(),
        _ => return,
    };
    match name {
        Some(name) if depth != DEFINITION => *value = json!({"$ref": format!("#/components/schemas/{name}")}),
        _ => children.for_each(|it| refer(it, names, depth + 1)),
    }
}

/// The operations of a path with their methods.
pub fn operations(item: &mut PathItem) -> impl Iterator<Item = (Method, &mut Operation)> {
    let all = [
        (Method::GET, &mut item.get),
        (Method::POST, &mut item.post),
        (Method::PUT, &mut item.put),
        (Method::PATCH, &mut item.patch),
        (Method::DELETE, &mut item.delete),
        (Method::HEAD, &mut item.head),
        (Method::OPTIONS, &mut item.options),
    ];
    all.into_iter().filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}

fn complete_operation(path: &str, method: &Method, operation: &mut Operation, more: More) {
    let access = Access::of(path);
    operation.operation_id = Some(name(path, operation));
    if operation.description.is_none() {
        operation.description =
            Some(format!("{} {}", operation.summary.as_deref().unwrap_or_default(), access.sentence()));
    }
    let parameters = operation.parameters.get_or_insert_default();
    let missing: Vec<_> = placeholders(path)
        .filter(|name| !parameters.iter().any(|known| known.name == *name))
        .map(path_parameter)
        .collect();
    parameters.splice(0..0, missing);
    operation.security = Some(requirements(access, method, path));

    type_bodies(operation);
    refusals::complete(path, method, operation, access == Access::SignedIn, more);
}

/// Bodies other than JSON are text or bytes: without a type, generators warn and take bytes for a list of numbers.
fn type_bodies(operation: &mut Operation) {
    let answers = operation.responses.responses.values_mut();
    let contents = answers.flat_map(|answer| match answer {
        RefOr::T(response) => response.content.iter_mut().collect(),
        RefOr::Ref(_) => Vec::new(),
    });
    for (kind, content) in contents.filter(|(kind, _)| !kind.contains("json")) {
        let text = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String));
        if kind.starts_with("text/") || kind.ends_with("xml") {
            content.schema.get_or_insert_with(|| text.into());
        } else {
            content.schema = Some(text.format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary))).into());
        }
    }
}

/// The tag, the path's last fixed segment (which distinguishes handlers of the same name) and the handler's name.
fn name(path: &str, operation: &Operation) -> String {
    let place = path.rsplit('/').find(|part| !part.starts_with('{')).unwrap_or_default().replace('-', "_");
    let tag = operation.tags.iter().flatten().next().map(String::as_str).unwrap_or_default();
    format!("{tag}_{place}_{}", operation.operation_id.as_deref().unwrap_or_default())
}

fn placeholders(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

/// A path parameter without a declaration is an id.
fn path_parameter(name: &str) -> Parameter {
    let id = ObjectBuilder::new()
        .schema_type(SchemaType::Type(Type::Integer))
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
        .minimum(Some(0_i64))
        .maximum(Some(MAX_ID));
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Path)
        .required(Required::True)
        .schema(Some(id))
        .build()
}

/// Who may call; what a signed-in person may do is up to each operation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    SignedIn,
    Everybody,
}

impl Access {
    /// Contract §1: only `/api/v1/…` needs a signed-in person.
    fn of(path: &str) -> Self {
        if path.starts_with("/api/v1/") { Self::SignedIn } else { Self::Everybody }
    }

    fn sentence(self) -> &'static str {
        match self {
            Self::SignedIn => "Needs a signed-in person.",
            Self::Everybody => "Open to everybody.",
        }
    }
}

/// The accepted authentications: a session, or a token if the table of scopes has the operation.
fn requirements(access: Access, method: &Method, path: &str) -> Vec<SecurityRequirement> {
    let no_scopes: [&str; 0] = [];
    let sessions = ["session", "bearer"].map(|way| SecurityRequirement::new(way, no_scopes));
    let token = match scopes::asked(method, path) {
        Asked::Scope(scope) => Some(SecurityRequirement::new("token", [scope.as_str()])),
        Asked::Nothing | Asked::Never => None,
    };
    // Signed-in people may get more.
    let nobody = (access == Access::Everybody).then(SecurityRequirement::default);
    nobody.into_iter().chain(sessions).chain(token).collect()
}

fn describe_sign_in(components: &mut Components) {
    let cookie = ApiKeyValue::with_description(
        "kalender_jwt",
        "The session's cookie, set by `POST /api/public/auth/login`. Calls that change something check `Origin` as well.",
    );
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("JWT")
        .description(Some("The cookie's value, for clients without cookies."))
        .build();
    let token = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("kal_…")
        .description(Some(
            "An access token of a person's (`POST /api/v1/me/tokens`), with one of the scopes that stand with the operation, or with \
             `read` or `write` for those of every area. Operations that do not name it are refused to tokens: 403 `SCOPE_MISSING`.",
        ))
        .build();
    components.add_security_scheme("token", SecurityScheme::Http(token));
    components.add_security_scheme("session", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
}

/// Events that the server publishes over STOMP, as OpenAPI webhooks.
fn live(more: More) -> Value {
    let published = asyncapi::places(more).filter(|place| place.by == By::Server);
    let bodies = published.flat_map(|place| place.bodies.iter().map(move |&body| (body, place.address)));
    let known = |body: &str| !asyncapi::ONLY_LIVE.contains(&body);
    let one = |(schema, address): (&str, &str)| {
        let operation = json!({
            "tags": ["live"],
            "operationId": format!("live_{schema}"),
            "summary": format!("Told on {address}"),
            "description": "The body of a STOMP MESSAGE over the WebSocket `/ws-notify`; nothing is posted. How one \
                            connects and subscribes is described in `/api/asyncapi.json`.",
            "security": [],
            "requestBody": {
                "content": {"application/json": {"schema": {"$ref": format!("#/components/schemas/{schema}")}}},
            },
            "responses": {"200": {"description": "Nothing is answered."}, "4XX": {"description": "Nothing is answered."}},
        });
        (schema.to_owned(), json!({"post": operation}))
    };
    Value::Object(bodies.filter(|(body, _)| known(body)).map(one).collect())
}

pub mod codes;
mod examples;
mod refusals;
#[cfg(test)]
mod tests;
