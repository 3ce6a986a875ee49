//! The limits in the OpenAPI document for bodies and queries are enforced: values just beyond are refused, and values
//! just within are not refused for their size. Texts, lists and numbers without a limit in the document fail as well.

use kalender::server::openapi;
use kalender::server::routes;

use crate::harness::{Answer, Person, Value, World, json};
use crate::routes::{Body, ROUTES, Route, Scene};

/// The schema of a value, without references and `null`.
fn meant<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    if let Some(reference) = schema["$ref"].as_str() {
        return meant(document, document.pointer(reference.trim_start_matches('#')).unwrap());
    }
    let other = schema["oneOf"].as_array().into_iter().flatten().find(|one| one["type"] != "null");
    other.map_or(schema, |one| meant(document, one))
}

fn is(schema: &Value, kind: &str) -> bool {
    schema["type"] == kind || schema["type"].as_array().is_some_and(|all| all.contains(&json!(kind)))
}

/// A value of a schema's kind, and whether the document allows it.
struct Try {
    value: Value,
    allowed: bool,
}

/// A text of that many characters that matches the pattern.
fn text(length: u64) -> Value {
    json!("a".repeat(usize::try_from(length).unwrap()))
}

/// Values on both sides of every limit of a schema; `None` if a required limit is missing.
fn tries(document: &Value, schema: &Value) -> Option<Vec<Try>> {
    let mut all = Vec::new();
    let mut add = |value: Value, allowed: bool| all.push(Try { value, allowed });
    if schema["format"] == "date" || schema["format"] == "date-time" {
        // As long as a date or a time.
    } else if is(schema, "string") && schema["enum"].is_null() {
        let most = schema["maxLength"].as_u64()?;
        add(text(most), true);
        add(text(most + 1), false);
        if let Some(least) = schema["minLength"].as_u64() {
            add(text(least), true);
            add(text(least - 1), false);
        }
        if !schema["pattern"].is_null() {
            add(json!("Å! "), false);
        }
    } else if is(schema, "array") {
        let most = schema["maxItems"].as_u64()?;
        let item = meant(document, &schema["items"]);
        let item = if item["enum"].is_null() { json!(1) } else { item["enum"][0].clone() };
        add(json!(vec![&item; usize::try_from(most).unwrap()]), true);
        add(json!(vec![&item; usize::try_from(most).unwrap() + 1]), false);
    } else if is(schema, "number") {
        let (most, least) = (schema["maximum"].as_f64()?, schema["minimum"].as_f64()?);
        for (edge, beyond) in [(most, most + 0.5), (least, least - 0.5)] {
            add(json!(edge), true);
            add(json!(beyond), false);
        }
    } else if is(schema, "integer") && schema["format"] != "int64" || !schema["maximum"].is_null() {
        let most = schema["maximum"].as_i64()?;
        add(json!(most), true);
        add(json!(most + 1), false);
        if let Some(least) = schema["minimum"].as_i64() {
            add(json!(least), true);
            add(json!(least - 1), false);
        }
    }
    Some(all)
}

/// Codes of `errors[]` for a value that is too long, too short, too large or too small.
const OF_SIZE: [&str; 3] = ["LENGTH", "RANGE", "REQUIRED"];

#[track_caller]
fn judged(one: &Try, field: &str, answer: &Answer) {
    let shown: String = one.value.to_string().chars().take(40).collect();
    let about = format!("{} with {field} = {shown}…: {} {}", answer.asked, answer.status, answer.text());
    if one.allowed {
        let problem = if answer.status == 422 { answer.problem() } else { Value::Null };
        let errors = problem["errors"].as_array().cloned().unwrap_or_default();
        let named = |error: &Value| {
            error["field"].as_str().is_some_and(|it| it == field)
                && error["code"].as_str().is_some_and(|code| OF_SIZE.contains(&code))
        };
        assert!(!errors.iter().any(named), "within the document's limit: {about}");
    } else {
        assert!(matches!(answer.status, 400 | 422), "beyond the document's limit: {about}");
    }
}

fn operation<'a>(document: &'a Value, route: &Route) -> &'a Value {
    &document["paths"][route.path][route.method.to_lowercase()]
}

/// All properties of a body, including nested ones: names from the outside in, and the schema.
fn properties<'a>(document: &'a Value, schema: &'a Value) -> Vec<(Vec<&'a str>, &'a Value)> {
    let mut found = Vec::new();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let property = meant(document, property);
        let inner = properties(document, property);
        found.push((vec![name.as_str()], property));
        found
            .extend(inner.into_iter().map(|(names, schema)| ([vec![name.as_str()], names].concat(), schema)));
    }
    found
}

#[actix_web::test]
async fn body_values_beyond_a_limit_are_refused() {
    let world = World::new().await;
    let scene = Scene::new(&world).await;
    let document = openapi::written(&routes::document(&[]), &[]);
    let mut count = 0;
    for route in ROUTES {
        let Body::Json(make) = route.body else { continue };
        let schema = &operation(&document, route)["requestBody"]["content"]["application/json"]["schema"];
        // One person per route: a call within the limits may end their session or rename them.
        let caller = caller(&world, &scene, route).await;
        for (names, schema) in properties(&document, meant(&document, schema)) {
            let field = names.join(".");
            let Some(tries) = tries(&document, schema) else {
                panic!("{} says no limit of {field}: {schema}", route.name());
            };
            for one in tries {
                let mut body = make(&scene.public);
                *names.iter().fold(&mut body, |place, name| &mut place[*name]) = one.value.clone();
                let answer = caller.call(route.method, &route.filled(&scene.public)).json(&body).send().await;
                judged(&one, &field, &answer);
                count += 1;
            }
        }
    }
    assert!(count > 80, "{count}");
}

/// The organisation's owner, who may do everything in it.
async fn caller(world: &World, scene: &Scene, route: &Route) -> Person {
    if route.path.starts_with("/api/v1/me") { world.person("Egen").await } else { scene.org.owner.clone() }
}

#[actix_web::test]
async fn query_values_beyond_a_limit_are_refused() {
    let world = World::new().await;
    let scene = Scene::new(&world).await;
    let document = openapi::written(&routes::document(&[]), &[]);
    let mut count = 0;
    for route in ROUTES {
        let parameters = operation(&document, route)["parameters"].as_array();
        for parameter in parameters.into_iter().flatten().filter(|it| it["in"] == "query") {
            let name = parameter["name"].as_str().unwrap();
            for one in tries(&document, meant(&document, &parameter["schema"]))
                .unwrap_or_else(|| panic!("{} says no limit of {name}: {parameter}", route.name()))
            {
                let path = route.filled(&scene.public);
                let joined = if path.contains('?') { '&' } else { '?' };
                let value = one.value.as_str().map_or_else(|| one.value.to_string(), str::to_owned);
                let value: String = form_urlencoded::byte_serialize(value.as_bytes()).collect();
                let answer = scene.org.owner.get(&format!("{path}{joined}{name}={value}")).await;
                judged(&one, name, &answer);
                count += 1;
            }
        }
    }
    assert!(count > 30, "{count}");
}
