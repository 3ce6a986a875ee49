//! What the demo's people ask and are answered, as examples of the operations: `examples.json`, by operation. The linters hold
//! each of them against its schema.

use serde_json::{Map, Value};

const EXAMPLES: &str = include_str!("examples.json");
const JSON: &str = "application/json";

/// By operation: `{"request":…,"answer":…}`, either may be absent.
fn all() -> Map<String, Value> {
    serde_json::from_str(EXAMPLES).unwrap_or_default()
}

/// Puts the examples beside the schemas of bodies and answers.
pub fn add(document: &mut Value) {
    let mut examples = all();
    let paths = document["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut());
    let operations =
        paths.flat_map(|item| item.as_object_mut().into_iter().flat_map(|methods| methods.values_mut()));
    for operation in operations {
        let name = operation["operationId"].as_str().unwrap_or_default();
        let Some(mut example) = examples.remove(name) else { continue };
        if let Some(body) = operation.pointer_mut("/requestBody/content").and_then(|it| it.get_mut(JSON))
            && let Some(request) = example.get_mut("request")
        {
            body["example"] = request.take();
        }
        let answers = operation["responses"].as_object_mut().into_iter().flatten();
        let done = answers.filter(|(status, _)| status.starts_with('2'));
        for (_, answer) in done {
            if let Some(content) = answer.pointer_mut("/content").and_then(|it| it.get_mut(JSON))
                && let Some(given) = example.get("answer")
            {
                content["example"] = given.clone();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openapi::written;
    use crate::routes::document;

    #[test]
    fn every_example_stands_in_the_document() {
        let document = written(&document(&[]), &[]);
        let paths = document["paths"].as_object().unwrap().values();
        let operations: Vec<&Value> = paths.flat_map(|item| item.as_object().unwrap().values()).collect();
        let examples = all();
        assert!(examples.len() > 30, "{}", examples.len());
        for (name, example) in &examples {
            let operation = operations.iter().find(|it| it["operationId"] == name.as_str());
            let operation = operation.unwrap_or_else(|| panic!("{name} is no operation"));
            if let Some(request) = example.get("request") {
                assert_eq!(&operation["requestBody"]["content"][JSON]["example"], request, "{name}");
            }
            if let Some(answer) = example.get("answer") {
                let mut done =
                    operation["responses"].as_object().unwrap().iter().filter(|(it, _)| it.starts_with('2'));
                assert!(done.any(|(_, it)| &it["content"][JSON]["example"] == answer), "{name}");
            }
        }
    }
}
