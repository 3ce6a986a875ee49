//! Compares every answer of this suite with the OpenAPI document: an undeclared status or code fails the test that got
//! it.

use std::sync::LazyLock;

use actix_web::http::header::CONTENT_TYPE;
use kalender::platform::error::PROBLEM_JSON;
use kalender::server::openapi;
use kalender::server::routes;
use serde_json::Value;

use super::Answer;

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| openapi::written(&routes::document(crate::MORE), crate::MORE));

/// The operation of a call: fixed segments go before placeholders, as in the router. None if the document has none.
fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let called: Vec<&str> = path.split('/').collect();
    let fits = |pattern: &str| {
        let parts: Vec<&str> = pattern.split('/').collect();
        parts.len() == called.len()
            && parts
                .iter()
                .zip(&called)
                .all(|(part, given)| part == given || part.starts_with('{') && !given.is_empty())
    };
    let paths = DOCUMENT["paths"].as_object().unwrap();
    let all =
        paths.iter().filter(|(pattern, item)| fits(pattern) && item.get(method.to_lowercase()).is_some());
    let (_, item) = all.min_by_key(|(pattern, _)| pattern.matches('{').count())?;
    item.get(method.to_lowercase())
}

/// Resolves a `$ref`.
fn followed(value: &'static Value) -> &'static Value {
    let Some(reference) = value["$ref"].as_str() else { return value };
    DOCUMENT.pointer(reference.trim_start_matches('#')).unwrap()
}

/// The codes that a response of an operation declares.
fn codes(response: &'static Value) -> Vec<&'static str> {
    let schema = &response["content"][PROBLEM_JSON]["schema"];
    let parts = schema["allOf"].as_array().into_iter().flatten();
    parts
        .flat_map(|part| part["properties"]["code"]["enum"].as_array().into_iter().flatten())
        .filter_map(Value::as_str)
        .collect()
}

/// Fails if the document does not declare the answer.
#[track_caller]
pub fn check(method: &str, answer: &Answer) {
    let Some(operation) = operation(method, &answer.path) else { return };
    let name = operation["operationId"].as_str().unwrap();
    let status = answer.status.to_string();
    let problem = answer.header(CONTENT_TYPE.as_str()) == PROBLEM_JSON;
    let code = if problem { answer.json()["code"].as_str().unwrap().to_owned() } else { String::new() };
    let response = operation["responses"].get(&status);
    let Some(response) = response else {
        panic!("{name} answered {status} {code}, which its operation does not name: {}", answer.asked)
    };
    if problem {
        let named = codes(followed(response));
        assert!(
            named.contains(&code.as_str()),
            "{name} answered {status} {code}; named are {named:?}: {}",
            answer.asked
        );
    }
}
