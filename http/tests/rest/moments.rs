//! Dates and times at the edges of the calendar, wherever the OpenAPI document accepts one: the answer is a declared
//! one, never a 500. Values that a library cannot handle are refused or have no effect.

use kalender::server::openapi;
use kalender::server::routes;

use crate::harness::{Value, World, json};
use crate::routes::{Body, ROUTES, Route, Scene};

const DAYS: [&str; 8] = [
    "-009999-01-01",
    "-9999-01-01",
    "0000-01-01",
    "0001-01-01",
    "1970-01-01",
    "2100-02-29",
    "9999-12-31",
    "+010000-01-01",
];
const MOMENTS: [&str; 9] = [
    "-009999-01-02T01:59:59Z",
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "1969-12-31T23:59:59.999Z",
    "2016-12-31T23:59:60Z",
    "9999-12-30T22:00:00.999Z",
    "9999-12-31T23:59:59Z",
    "9999-12-31T23:59:59-23:59",
    "+275760-09-13T00:00:00Z",
];

fn extremes(format: &str) -> &'static [&'static str] {
    match format {
        "date" => &DAYS,
        "date-time" => &MOMENTS,
        _ => &[],
    }
}

/// A route's query parameters that are dates or times, with their format.
fn parameters(document: &Value, route: &Route) -> Vec<(String, String)> {
    let operation = &document["paths"][route.path][route.method.to_lowercase()];
    let all = operation["parameters"].as_array().into_iter().flatten();
    let queried = all.filter(|it| it["in"] == "query");
    let read = queried.filter_map(|it| {
        let schema = &it["schema"];
        let kinds = schema["oneOf"].as_array().into_iter().flatten().chain([schema]);
        let format = kinds.filter_map(|kind| kind["format"].as_str()).find(|it| it.starts_with("date"))?;
        Some((it["name"].as_str()?.to_owned(), format.to_owned()))
    });
    read.collect()
}

/// The pointers to dates and times in a body, with their format.
fn places(body: &Value, at: &str, found: &mut Vec<(String, &'static str)>) {
    match body {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, it)| places(it, &format!("{at}/{name}"), found));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, it)| places(it, &format!("{at}/{n}"), found));
        }
        Value::String(text) if text.parse::<jiff::Timestamp>().is_ok() => {
            found.push((at.to_owned(), "date-time"));
        }
        Value::String(text) if text.parse::<jiff::civil::Date>().is_ok() => {
            found.push((at.to_owned(), "date"));
        }
        _ => {}
    }
}

#[actix_web::test]
async fn a_query_at_the_edge_of_time_is_answered() {
    let world = World::new().await;
    let scene = Scene::new(&world).await;
    let document = openapi::written(&routes::document(crate::MORE), crate::MORE);
    let mut count = 0;
    for route in ROUTES.iter().filter(|route| route.method == "GET") {
        let parameters = parameters(&document, route);
        let path = route.filled(&scene.public);
        let bare = path.split('?').next().unwrap();
        // Each combined with every other, as start and end of a window.
        for first in 0..parameters.len().min(1) * MOMENTS.len() {
            for second in 0..MOMENTS.len() {
                let asked = parameters.iter().enumerate().map(|(n, (name, format))| {
                    let values = extremes(format);
                    let value = values[(if n == 0 { first } else { second }) % values.len()];
                    let value: String = form_urlencoded::byte_serialize(value.as_bytes()).collect();
                    format!("{name}={value}")
                });
                let asked = asked.collect::<Vec<_>>().join("&");
                let answer = scene.org.owner.get(&format!("{bare}?{asked}")).await;
                assert!(answer.status < 500, "{}: {}", answer.asked, answer.text());
                count += 1;
                if parameters.len() < 2 {
                    break;
                }
            }
        }
    }
    assert!(count > 300, "{count}");
}

#[actix_web::test]
async fn a_body_at_the_edge_of_time_is_answered() {
    let world = World::new().await;
    let scene = Scene::new(&world).await;
    let mut count = 0;
    for route in ROUTES {
        let Body::Json(make) = route.body else { continue };
        let right = make(&scene.public);
        let mut found = Vec::new();
        places(&right, "", &mut found);
        if found.is_empty() {
            continue;
        }
        // Each alone, and all together.
        for n in 0..MOMENTS.len() {
            for only in found.iter().map(|(place, _)| Some(place)).chain([None]) {
                let mut body = right.clone();
                for (place, format) in found.iter().filter(|(place, _)| only.is_none_or(|only| only == place))
                {
                    let values = extremes(format);
                    *body.pointer_mut(place).unwrap() = json!(values[n % values.len()]);
                }
                let path = route.filled(&scene.public);
                let answer = scene.org.owner.call(route.method, &path).json(&body).send().await;
                assert!(answer.status < 500, "{} with {body}: {}", answer.asked, answer.text());
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count}");
}
