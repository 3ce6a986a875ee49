//! Guarantees for integrators: complete paths, unique names, described refusals.

use std::collections::HashSet;

use storage::tokens::Scope;

use crate::server::routes::document;

use super::*;

fn all() -> Vec<(String, Method, Operation)> {
    let mut document = document(&[]);
    document
        .paths
        .paths
        .iter_mut()
        .flat_map(|(path, item)| {
            let path = path.clone();
            operations(item)
                .map(move |(method, operation)| (path.clone(), method, operation.clone()))
                .collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn every_operation_has_a_name_of_its_own() {
    let operations = all();
    let names: HashSet<_> = operations.iter().map(|(_, _, it)| it.operation_id.clone().unwrap()).collect();
    assert_eq!(names.len(), operations.len(), "{names:?}");
    assert!(names.len() > 50);
}

#[test]
fn every_placeholder_of_a_path_is_a_required_parameter() {
    for (path, method, operation) in all() {
        let declared: HashSet<_> = operation
            .parameters
            .iter()
            .flatten()
            .filter(|it| {
                matches!(it.parameter_in, ParameterIn::Path) && matches!(it.required, Required::True)
            })
            .map(|it| it.name.clone())
            .collect();
        let wanted: HashSet<_> = placeholders(&path).map(str::to_owned).collect();
        assert_eq!(declared, wanted, "{method} {path}");
    }
}

#[test]
fn operations_that_need_a_person_declare_it_and_401() {
    for (path, method, operation) in all() {
        let security = serde_json::to_value(&operation.security).unwrap();
        if path.starts_with("/api/v1/") {
            let mut wanted = json!([{"session": []}, {"bearer": []}]);
            if let Asked::Scope(scope) = scopes::asked(&method, &path) {
                wanted.as_array_mut().unwrap().push(json!({"token": [scope]}));
            }
            assert_eq!(security, wanted, "{method} {path}");
            assert!(operation.responses.responses.contains_key("401"), "{method} {path}");
        } else {
            assert_eq!(security[0], json!({}), "{method} {path}");
        }
    }
}

/// Operations for sessions only. All others that need a person have a scope: a new route has one or joins this list.
const FOR_PEOPLE: &[&str] = &[
    "DELETE /api/v1/auth/sessions/{id}",
    "DELETE /api/v1/chat/channels/{id}/subscriptions/{hook_id}",
    "DELETE /api/v1/chat/channels/{id}/webhooks/{webhook_id}",
    "DELETE /api/v1/contacts/link",
    "DELETE /api/v1/entities/{id}/bots/{bot_id}",
    "DELETE /api/v1/invite-links/{id}",
    "DELETE /api/v1/me",
    "DELETE /api/v1/me/erasure",
    "DELETE /api/v1/me/phone",
    "DELETE /api/v1/me/tokens/{id}",
    "DELETE /api/v1/push/subscription",
    "GET /api/v1/administration/entities",
    "GET /api/v1/administration/limits",
    "GET /api/v1/auth/sessions",
    "GET /api/v1/chat/channels/{id}/subscriptions",
    "GET /api/v1/chat/channels/{id}/webhooks",
    "GET /api/v1/contacts/link",
    "GET /api/v1/entities/{id}/administration",
    "GET /api/v1/entities/{id}/administration/activity",
    "GET /api/v1/entities/{id}/administration/jobs",
    "GET /api/v1/entities/{id}/administration/people",
    "GET /api/v1/entities/{id}/administration/resting",
    "GET /api/v1/entities/{id}/audit",
    "GET /api/v1/entities/{id}/audit.csv",
    "GET /api/v1/entities/{id}/bots",
    "GET /api/v1/entities/{id}/invite-links",
    "GET /api/v1/me/export",
    "GET /api/v1/me/ics",
    "GET /api/v1/me/phone",
    "GET /api/v1/me/tokens",
    "GET /api/v1/push/key",
    "POST /api/v1/administration/addresses/retry",
    "POST /api/v1/auth/logout",
    "POST /api/v1/chat/channels/{id}/subscriptions",
    "POST /api/v1/chat/channels/{id}/subscriptions/{hook_id}/resume",
    "POST /api/v1/chat/channels/{id}/webhooks",
    "POST /api/v1/chat/channels/{id}/webhooks/{webhook_id}/take-over",
    "POST /api/v1/contacts/link",
    "POST /api/v1/contacts/tokens/{token}",
    "POST /api/v1/entities/{id}/administration/jobs/{job_id}/retry",
    "POST /api/v1/entities/{id}/administration/resting/{invitation_id}/retry",
    "POST /api/v1/entities/{id}/bots",
    "POST /api/v1/entities/{id}/invite-links",
    "POST /api/v1/entities/{id}/transfer",
    "POST /api/v1/invitations/{token}/accept",
    "POST /api/v1/invitations/{token}/decline",
    "POST /api/v1/me/ics/renew",
    "POST /api/v1/me/invitations/{id}/accept",
    "POST /api/v1/me/invitations/{id}/decline",
    "POST /api/v1/me/phone/verify",
    "POST /api/v1/me/tokens",
    "POST /api/v1/websocket/token",
    "PUT /api/v1/me/ics",
    "PUT /api/v1/me/phone",
    "PUT /api/v1/push/subscription",
];

#[test]
fn every_operation_has_a_scope_or_is_for_people_only() {
    let needs_a_person = all().into_iter().filter(|(path, ..)| path.starts_with("/api/v1/"));
    let (scoped, refused): (Vec<_>, Vec<_>) =
        needs_a_person.partition(|(path, method, _)| scopes::asked(method, path) != Asked::Never);
    let mut refused: Vec<_> = refused.iter().map(|(path, method, _)| format!("{method} {path}")).collect();
    refused.sort();
    assert_eq!(refused, FOR_PEOPLE);
    // A scope without operations would be an empty promise.
    for scope in Scope::ALL.iter().filter(|scope| ![Scope::Read, Scope::Write].contains(scope)) {
        let is_asked = |(path, method, _): &(String, Method, Operation)| {
            scopes::asked(method, path) == Asked::Scope(*scope)
        };
        assert!(scoped.iter().any(is_asked), "{scope}");
    }
}

#[test]
fn creating_calls_take_a_key_and_messages_their_own() {
    let takes = |wanted: &str| {
        all().into_iter().any(|(path, method, operation)| {
            path == wanted
                && method == Method::POST
                && operation.parameters.iter().flatten().any(|it| it.name == "Idempotency-Key")
        })
    };
    assert!(takes("/api/v1/entities"));
    assert!(!takes("/api/v1/notifications/read"), "read twice is read");
    assert!(!takes("/api/v1/chat/channels/{id}/messages"), "messages have clientMessageId");
    assert!(!takes("/api/public/auth/signup"));
}

/// Operations with cursors of their own: by live events, or around a position in a channel.
const OTHERWISE: &[&str] = &["chat_events_events", "chat_messages_messages"];

#[test]
fn paginated_lists_have_cursor_and_limit() {
    let document = serde_json::to_value(document(&[])).unwrap();
    let mut pages = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for operation in item.as_object().unwrap().values() {
            let (name, answer) =
                (operation["operationId"].as_str().unwrap_or_default(), &operation["responses"]["200"]);
            let body = resolved(&document, &answer["content"]["application/json"]["schema"]);
            let inner = resolved(&document, &body["properties"]["data"]);
            let page = if inner["properties"]["hasMore"].is_object() { inner } else { body };
            let more = &page["properties"]["hasMore"];
            // Always false: there are no further pages.
            if !more.is_object() || more["enum"] == json!([false]) || OTHERWISE.contains(&name) {
                continue;
            }
            pages += 1;
            assert!(page["properties"]["cursor"].is_object(), "{path} names no cursor to ask on with");
            let parameters = operation["parameters"].as_array().unwrap();
            for wanted in ["cursor", "limit"] {
                let has = |one: &Value| one["name"] == wanted && one["in"] == "query";
                assert!(parameters.iter().any(has), "{path} does not take {wanted}");
            }
        }
    }
    assert!(pages > 25, "{pages}");
}

fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(name) => document.pointer(name.trim_start_matches('#')).unwrap(),
        None => schema,
    }
}

#[test]
fn bodies_other_than_json_are_text_or_bytes() {
    let document = serde_json::to_value(document(&[])).unwrap();
    for (path, item) in document["paths"].as_object().unwrap() {
        for operation in item.as_object().unwrap().values() {
            for answer in operation["responses"].as_object().into_iter().flat_map(|all| all.values()) {
                for (kind, content) in answer["content"].as_object().into_iter().flatten() {
                    let is_text = kind.starts_with("text/") || kind.ends_with("xml");
                    let schema = &content["schema"];
                    let is_typed = kind.contains("json") && schema.is_object()
                        || schema["type"] == "string" && (is_text || schema["format"] == "binary");
                    assert!(is_typed, "{path} {kind}: {schema}");
                }
            }
        }
    }
}
