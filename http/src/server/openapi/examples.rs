//! Examples of the operations with data of the demo: `examples.json`, by operation. The linters validate each against
//! its schema.

use serde_json::{Map, Value};

const EXAMPLES: &str = include_str!("examples.json");
const JSON: &str = "application/json";

/// By operation: `{"request":…,"answer":…}`, either may be absent.
fn all() -> Map<String, Value> {
    serde_json::from_str(EXAMPLES).unwrap_or_default()
}

/// Where the example of a body or an answer belongs: beside its JSON, or else beside its text. Files have none.
fn written_in(content: &mut Value) -> Option<&mut Value> {
    let types = content.as_object_mut()?;
    let is_text = |name: &String| name.starts_with("text/") || name.ends_with("+xml");
    let name = types.keys().find(|name| *name == JSON).or_else(|| types.keys().find(|name| is_text(name)))?;
    types.get_mut(&name.clone())
}

/// Inserts the examples beside the schemas of bodies and answers.
pub fn add(document: &mut Value) {
    let mut examples = all();
    let paths = document["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut());
    let operations =
        paths.flat_map(|item| item.as_object_mut().into_iter().flat_map(|methods| methods.values_mut()));
    for operation in operations {
        let name = operation["operationId"].as_str().unwrap_or_default();
        let Some(mut example) = examples.remove(name) else { continue };
        if let Some(body) = operation.pointer_mut("/requestBody/content").and_then(written_in)
            && let Some(request) = example.get_mut("request")
        {
            body["example"] = request.take();
        }
        let answers = operation["responses"].as_object_mut().into_iter().flatten();
        let done = answers.filter(|(status, _)| status.starts_with('2'));
        for (_, answer) in done {
            if let Some(content) = answer.pointer_mut("/content").and_then(written_in)
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
    use crate::server::openapi::written;
    use crate::server::routes::document;

    /// The areas of which every operation has examples.
    const WHOLE: [&str; 2] = ["contacts", "feed"];

    fn operations() -> Vec<Value> {
        let document = written(&document(&[]), &[]);
        let paths = document["paths"].as_object().unwrap().values();
        paths.flat_map(|item| item.as_object().unwrap().values().cloned().collect::<Vec<_>>()).collect()
    }

    /// The examples of a body and of successful answers, or null.
    fn examples_of(mut operation: Value) -> (Vec<Value>, Vec<Value>) {
        let example = |content: &mut Value| written_in(content).map(|it| it["example"].take());
        let body = operation.pointer_mut("/requestBody/content").and_then(example);
        let answers = operation["responses"].as_object_mut().unwrap().iter_mut();
        let done = answers.filter(|(status, _)| status.starts_with('2'));
        let done = done.filter_map(|(_, answer)| answer.pointer_mut("/content").and_then(example));
        (body.into_iter().collect(), done.collect())
    }

    #[test]
    fn every_example_is_in_the_document() {
        let (operations, examples) = (operations(), all());
        assert!(examples.len() > 30, "{}", examples.len());
        for (name, example) in &examples {
            let operation = operations.iter().find(|it| it["operationId"] == name.as_str());
            let operation = operation.unwrap_or_else(|| panic!("{name} is no operation"));
            let (body, done) = examples_of(operation.clone());
            if let Some(request) = example.get("request") {
                assert_eq!(body, std::slice::from_ref(request), "{name}");
            }
            if let Some(answer) = example.get("answer") {
                assert!(done.contains(answer), "{name}");
            }
        }
    }

    #[test]
    fn no_operation_of_contacts_and_feed_is_without_its_examples() {
        let tagged = |it: &Value| WHOLE.iter().any(|area| it["tags"] == serde_json::json!([area]));
        let operations: Vec<Value> = operations().into_iter().filter(tagged).collect();
        assert!(operations.len() > 50, "{}", operations.len());
        let lacking = operations.into_iter().filter_map(|operation| {
            let name = operation["operationId"].as_str().unwrap().to_owned();
            let (body, done) = examples_of(operation);
            body.iter().chain(&done).any(Value::is_null).then_some(name)
        });
        assert_eq!(lacking.collect::<Vec<_>>(), Vec::<String>::new());
    }
}
