//! The cost of requests without authentication (contract §1), over the whole OpenAPI document: encoded bodies, bodies
//! that are too long or endless, and public reads.

use std::cell::Cell;
use std::rc::Rc;

use actors::platform::limits::Rates;
use kalender::server::openapi;
use kalender::server::routes;

use crate::harness::{Call, Value, World, json};

/// Largest body without a session.
const MOST: u64 = 16 * 1024;

/// An operation with a body.
struct Takes {
    method: String,
    path: String,
    kind: String,
    is_public: bool,
}

/// All of them, placeholders filled with something that does not exist.
fn operations() -> Vec<Takes> {
    let document = openapi::written(&routes::document(crate::MORE), crate::MORE);
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let Some(content) = operation["requestBody"]["content"].as_object() else { continue };
            let filled = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
            let open = |way: &Value| way.as_object().is_some_and(serde_json::Map::is_empty);
            found.push(Takes {
                method: method.to_uppercase(),
                path: filled.collect::<Vec<_>>().join("/"),
                kind: content.keys().next().unwrap().clone(),
                is_public: operation["security"].as_array().unwrap().iter().any(open),
            });
        }
    }
    assert!(found.len() > 80, "{}", found.len());
    found
}

impl Takes {
    fn call(&self, world: &World, read: &Rc<Cell<u64>>) -> Call {
        world.anyone(&self.method, &self.path).endless(&self.kind, read)
    }

    fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

#[actix_web::test]
async fn encoded_body_is_refused_unread() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let read = Rc::default();
    let mut takes = operations();
    for (method, path) in
        [("POST", "/hooks/x"), ("PUT", "/nowhere"), ("POST", "/api/v1/nowhere"), ("PATCH", "/")]
    {
        let kind = "multipart/form-data; boundary=g".to_owned();
        takes.push(Takes { method: method.into(), path: path.into(), kind, is_public: true });
    }
    for one in &takes {
        for encoding in ["br", "gzip", "deflate", "zstd", "x-unheard-of", "identity, br"] {
            for call in [one.call(&world, &read), one.call(&world, &read).bearer(&anna.token)] {
                let call = call.header("transfer-encoding", "chunked");
                let answer = call.header("content-encoding", encoding).send().await;
                assert_eq!(answer.header("accept-encoding"), "identity", "{}", one.name());
                answer.refused(415, "UNSUPPORTED_CONTENT_ENCODING");
                assert_eq!(read.get(), 0, "{} read a body in {encoding}", one.name());
            }
        }
    }
    let plain = world.anyone("POST", "/api/public/auth/verify").header("content-encoding", "identity");
    plain.body("application/json", r#"{"token":"x"}"#).send().await.wrong_field("token", "TOKEN_INVALID");
}

#[actix_web::test]
async fn a_strangers_long_body_is_refused_unread() {
    let world = World::new().await;
    let read = Rc::default();
    for one in operations() {
        let length = (MOST + 1).to_string();
        let answer = one.call(&world, &read).header("content-length", &length).send().await;
        let wanted = if !one.is_public {
            401
        } else if one.path.starts_with("/hooks/") {
            404
        } else {
            413
        };
        assert_eq!(answer.status, wanted, "{}: {}", one.name(), answer.text());
        answer.problem();
        assert_eq!(read.get(), 0, "{}", one.name());
    }
}

#[actix_web::test]
async fn a_strangers_endless_body_is_read_to_its_bound() {
    let world = World::new().await;
    for one in operations() {
        let read = Rc::default();
        let forged = one.call(&world, &read).bearer("x.y.z");
        for call in [one.call(&world, &read), forged] {
            let answer = call.header("transfer-encoding", "chunked").send().await;
            assert!(
                matches!(answer.status, 400 | 401 | 404 | 413 | 415),
                "{}: {}",
                one.name(),
                answer.text()
            );
            answer.problem();
        }
        let most = if one.is_public { 2 * (MOST + 1024) } else { 0 };
        assert!(read.get() <= most, "{} read {} bytes", one.name(), read.get());
    }
}

#[actix_web::test]
async fn webhook_address_accepts_the_size_of_slack_messages() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let path = format!("/api/v1/chat/channels/{}/webhooks", org.general);
    let made = org.owner.post(&path, json!({"name": "Vakten"})).await;
    let url = made.data()["url"].as_str().unwrap().to_owned();
    let path = &url[url.find("/hooks/").unwrap()..];
    let body = json!({"text": "a ".repeat(MOST as usize)}).to_string();
    let length = body.len().to_string();
    let call = world.anyone("POST", path).body("application/json", body).header("content-length", &length);
    let answer = call.send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
}

#[actix_web::test]
async fn public_reads_are_limited_by_address() {
    let rates = Rates { public_reads: "3/day".parse().unwrap(), ..Rates::default() };
    let world = World::with_rates(rates).await;
    let anna = world.person("Anna").await;
    let read = |path: &'static str| world.anyone("GET", path).from("198.51.100.1:1").send();
    let policy = "\"public-read\";q=3;w=86400";
    let first = read("/api/public/version").await;
    assert_eq!((first.status, first.header("ratelimit")), (200, "\"public-read\";r=2;t=28800"));
    assert_eq!(first.header("ratelimit-policy"), policy);
    for path in ["/api/public/days?from=2026-01-01&to=2026-01-02", "/u/ingen-alls"] {
        assert_ne!(read(path).await.status, 429, "{path}");
    }
    for path in ["/api/public/version", "/u/ingen-alls", "/ics/x.ics", "/widgets/kalender/x"] {
        let refused = read(path).await;
        assert_eq!(refused.header("ratelimit-policy"), policy, "{path}");
        assert!(refused.header("ratelimit").starts_with("\"public-read\";r=0;t="), "{path}");
        refused.refused(429, "RATE_LIMITED");
    }
    // Files and signed-in people are not counted, and another address has its own limit.
    assert_ne!(read("/img/user/1").await.status, 429);
    let signed = world.anyone("GET", "/api/public/version").from("198.51.100.1:1").cookie(&anna.token);
    signed.send().await.is(200);
    world.anyone("GET", "/api/public/version").from("198.51.100.2:1").send().await.is(200);
    // A token with another signature is none.
    let forged = world.anyone("GET", "/api/public/version").from("198.51.100.1:1").cookie("a.b.c");
    forged.send().await.refused(429, "RATE_LIMITED");
}
