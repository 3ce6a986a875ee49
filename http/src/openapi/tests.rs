//! What integrators build on: every path is whole, every name its own, every refusal described.

use std::collections::HashSet;

use crate::routes::document;

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
fn whatever_needs_a_person_says_so_and_can_answer_401() {
    for (path, method, operation) in all() {
        let security = serde_json::to_value(&operation.security).unwrap();
        if path.starts_with("/api/v1/") {
            assert_eq!(security, json!([{"session": []}, {"bearer": []}]), "{method} {path}");
            assert!(operation.responses.responses.contains_key("401"), "{method} {path}");
        } else {
            assert_eq!(security[0], json!({}), "{method} {path}");
        }
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
