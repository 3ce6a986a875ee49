//! Calls every route wrongly: without a session, with forged ones, from other sites, with invalid bodies and ids of
//! every kind. The answer is always a problem of contract §1 (never a 500), and nothing is written.

use actors::accounts::secrets::{Claims, Secrets};
use actors::platform::time::now;
use storage::ids::{SessionId, UserId};

use crate::harness::{Answer, Call, Limits, Value, World, json};
use crate::routes::{Access, Body, Ids, ROUTES, Route, Scene};

const BIG: i64 = 1 << 53;

fn call(world: &World, route: &Route, ids: &Ids) -> Call {
    route.with_body(world.anyone(route.method, &route.filled(ids)), ids)
}

/// Checks for a refusal with that status and code in the contract's form.
#[track_caller]
fn refused(route: &Route, what: &str, answer: &Answer, statuses: &[u16]) -> Value {
    assert!(
        statuses.contains(&answer.status),
        "{} with {what}: {} {}",
        route.name(),
        answer.status,
        answer.text()
    );
    answer.problem()
}

fn needs_a_session(route: &Route) -> bool {
    route.access != Access::Public
}

#[actix_web::test]
async fn calls_without_a_valid_session_are_refused() {
    let world = World::new().await;
    let scene = Scene::new(&world).await;
    let owner = &scene.org.owner;
    let (user, session) = (UserId(owner.id), SessionId(scene.private.session));
    let claims = |exp: i64, sid: SessionId, sub: UserId| Claims { sub, sid, iat: 0, exp };
    let soon = now() / 1000 + 600;
    let own = world.storage.accounts.sessions(user).await.unwrap()[0].session_id;
    let ours = &world.platform.secrets;
    let mut broken = owner.token.clone();
    broken.replace_range(broken.len() - 6.., "AAAAAA");
    let tokens = [
        ("another secret", Secrets::new(&[8; 32]).sign(&claims(soon, own, user)).unwrap()),
        ("no signature", format!("{}.", owner.token.rsplit_once('.').unwrap().0)),
        ("another signature", broken),
        (
            "alg none",
            "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOjEsInNpZCI6MSwiZXhwIjo5OTk5OTk5OTk5fQ.".to_owned(),
        ),
        ("an end in the past", ours.sign(&claims(now() / 1000 - 1, own, user)).unwrap()),
        ("a session that is none", ours.sign(&claims(soon, SessionId(1), user)).unwrap()),
        ("another's session", ours.sign(&claims(soon, session, user)).unwrap()),
        ("rubbish", "x".to_owned()),
        ("too much", "x".repeat(5000)),
    ];
    let before = world.dump().await;
    for route in ROUTES.iter().filter(|route| needs_a_session(route)) {
        let answer = call(&world, route, &scene.private).send().await;
        let problem = refused(route, "no session", &answer, &[401]);
        assert!(matches!(problem["code"].as_str(), Some("UNAUTHENTICATED" | "NOT_SIGNED_IN")), "{problem}");
        for (what, token) in &tokens {
            for signed in [
                call(&world, route, &scene.private).bearer(token),
                call(&world, route, &scene.private).cookie(token),
            ] {
                refused(route, what, &signed.send().await, &[401]);
            }
        }
    }
    World::assert_same(&before, &world.dump().await);
}

#[actix_web::test]
async fn calls_from_other_sites_are_refused() {
    let world = World::with(Limits::Off, Some("https://kalender.test")).await;
    let scene = Scene::new(&world).await;
    let before = world.dump().await;
    for route in ROUTES.iter().filter(|route| !["GET", "HEAD", "OPTIONS"].contains(&route.method)) {
        let call = || call(&world, route, &scene.private).cookie(&scene.org.owner.token);
        let foreign = [
            "https://evil.example",
            "null",
            "http://kalender.test",
            "https://kalender.test.evil.example",
            "https://kalender.test:8443",
        ];
        for origin in foreign {
            let answer = call().header("origin", origin).send().await;
            let problem = refused(route, origin, &answer, &[403]);
            assert_eq!(problem["code"], "WRONG_ORIGIN", "{}", route.name());
        }
        for site in ["cross-site", "same-site"] {
            let answer = call().header("sec-fetch-site", site).send().await;
            let problem = refused(route, site, &answer, &[403]);
            assert_eq!(problem["code"], "WRONG_ORIGIN", "{}", route.name());
        }
    }
    World::assert_same(&before, &world.dump().await);
    let call = scene.org.owner.call("PATCH", "/api/v1/me").json(&json!({}));
    call.header("origin", "https://kalender.test").send().await.is(200);
}

#[actix_web::test]
async fn unreadable_bodies_are_refused() {
    let world = World::new().await;
    let scene = Scene::new(&world).await;
    let before = world.dump().await;
    let cases: &[(&str, &[u8], &[u16])] = &[
        ("half an object", b"{\"a\":", &[400]),
        ("no JSON", b"hej", &[400]),
        ("two values", b"{} {}", &[400, 422]),
        ("bytes that are no text", b"{\"\xff\xfe\":1}", &[400]),
        ("half a surrogate", b"{\"\\ud800\":1}", &[400]),
        ("a comma too many", b"{\"a\":1,}", &[400]),
        ("nothing but nesting", &[b'['; 5000], &[400]),
        ("a list", b"[]", &[422]),
        ("a list of texts", b"[\"a\",\"b\",\"c\",\"d\",\"e\"]", &[422]),
        ("a text", b"\"text\"", &[422]),
        ("a number", b"5", &[422]),
        ("null", b"null", &[422]),
    ];
    for route in ROUTES.iter().filter(|route| matches!(route.body, Body::Json(_))) {
        let path = route.filled(&scene.private);
        let call = || world.anyone(route.method, &path).cookie(&scene.org.owner.token);
        for (what, body, statuses) in cases {
            let answer = call().body("application/json", body.to_vec()).send().await;
            refused(route, what, &answer, statuses);
        }
        for kind in
            ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "rubbish"]
        {
            let answer = call().body(kind, "{}").send().await;
            let problem = refused(route, kind, &answer, &[415]);
            assert_eq!(problem["code"], "UNSUPPORTED_MEDIA_TYPE", "{}", route.name());
        }
        let large = format!("{{\"content\":\"{}\"}}", "x".repeat(300 * 1024));
        let answer = call().body("application/json", large).send().await;
        let problem = refused(route, "too much", &answer, &[413]);
        assert_eq!(problem["code"], "TOO_LARGE", "{}", route.name());
    }
    World::assert_same(&before, &world.dump().await);
}

#[actix_web::test]
async fn invalid_uploads_are_refused() {
    let world = World::new().await;
    let scene = Scene::new(&world).await;
    let before = world.dump().await;
    let head = "--g\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a.png\"\r\n\r\n";
    let large = [head.as_bytes(), &vec![0; 10 * 1024 * 1024 + 1], b"\r\n--g--\r\n"].concat();
    let cases: [(&str, &str, Vec<u8>, &[u16]); 6] = [
        ("JSON", "application/json", b"{}".to_vec(), &[415]),
        ("no boundary", "multipart/form-data", b"x".to_vec(), &[400, 415]),
        ("no form", "multipart/form-data; boundary=g", b"hej".to_vec(), &[400, 422]),
        ("nothing", "multipart/form-data; boundary=g", Vec::new(), &[400, 422]),
        ("a form cut off", "multipart/form-data; boundary=g", head.as_bytes().to_vec(), &[400]),
        ("too much", "multipart/form-data; boundary=g", large, &[413]),
    ];
    for route in ROUTES.iter().filter(|route| matches!(route.body, Body::Image)) {
        for (what, kind, body, statuses) in &cases {
            let call =
                world.anyone(route.method, &route.filled(&scene.private)).cookie(&scene.org.owner.token);
            refused(route, what, &call.body(kind, body.clone()).send().await, statuses);
        }
    }
    World::assert_same(&before, &world.dump().await);
}

#[actix_web::test]
async fn fields_of_the_wrong_type_are_refused() {
    let world = World::new().await;
    let scene = Scene::new(&world).await;
    let before = world.dump().await;
    for route in ROUTES {
        let Body::Json(make) = route.body else { continue };
        let right = make(&scene.private);
        // Of a list its first part.
        let (one, at) = if right.is_array() { (&right[0], "[0].") } else { (&right, "") };
        for field in one.as_object().unwrap().keys() {
            for wrong in [json!({"a": 1}), json!([[]]), json!(1.5)] {
                // A fraction is right where the right value is one: a coordinate.
                if wrong.is_f64() && one[field].is_f64() {
                    continue;
                }
                let mut body = right.clone();
                let one = if body.is_array() { &mut body[0] } else { &mut body };
                one[field] = wrong.clone();
                let call =
                    world.anyone(route.method, &route.filled(&scene.private)).cookie(&scene.org.owner.token);
                let answer = call.json(&body).send().await;
                let problem = refused(route, &format!("{field}: {wrong}"), &answer, &[422]);
                assert_eq!(problem["code"], "INVALID", "{}", route.name());
                let named = problem["errors"][0]["field"].as_str().unwrap_or_default();
                assert!(
                    named.starts_with(&format!("{at}{field}")),
                    "{} names {named}, not {field}",
                    route.name()
                );
            }
        }
    }
    World::assert_same(&before, &world.dump().await);
}

/// Invalid ids in paths.
const ABSURD: [&str; 8] = [
    "0",
    "-1",
    "9007199254740992",
    "9223372036854775807",
    "1234567890123456789012345678901234567890",
    "abc",
    "1.5",
    "%27%20OR%201=1--",
];

#[actix_web::test]
async fn invalid_ids_in_paths_are_refused() {
    let world = World::new().await;
    let scene = Scene::new(&world).await;
    let before = world.dump().await;
    for route in ROUTES {
        let names: Vec<&str> = route.path.split('/').filter(|part| part.starts_with('{')).collect();
        for name in names {
            for absurd in ABSURD {
                // The other ids are valid, so that this one is tested.
                let one = Route { path: leak(&route.path.replace(name, absurd)), ..*route };
                let call =
                    one.with_body(world.anyone(one.method, &one.filled(&scene.private)), &scene.private);
                let answer = call.cookie(&scene.org.owner.token).send().await;
                if PAGES.iter().any(|page| one.path.contains(page)) {
                    assert_eq!(answer.status, 404, "{} with {absurd}", one.name());
                } else {
                    refused(&one, absurd, &answer, &[404, 422]);
                }
            }
        }
    }
    World::assert_same(&before, &world.dump().await);
}

/// Pages for people: a refusal there is a page.
const PAGES: [&str; 2] = ["/widgets/", "/boka/"];

/// The table holds paths for ever; so do the few derived from it.
fn leak(path: &str) -> &'static str {
    Box::leak(path.to_owned().into_boxed_str())
}

#[actix_web::test]
async fn invalid_ids_in_bodies_and_queries_are_refused() {
    let world = World::new().await;
    let scene = Scene::new(&world).await;
    let org = &scene.org;
    let owner = &org.owner;
    let before = world.dump().await;
    let numbers = [json!(0), json!(-1), json!(BIG), json!(i64::MAX), json!(1e300), json!("7"), json!(true)];
    for number in &numbers {
        let calls = [
            owner.post(&org.at("/transfer"), json!({"userId": number})).await,
            owner.post("/api/v1/chat/workspaces", json!({"entityId": number, "workspaceName": "x"})).await,
            owner.sends(org.general, json!({"content": "x", "parentMessageId": number})).await,
            owner
                .post(
                    &format!("/api/v1/chat/channels/{}/read", org.general),
                    json!({"lastReadMessageId": number}),
                )
                .await,
        ];
        for answer in calls {
            assert!(matches!(answer.status, 404 | 422), "{} with {number}: {}", answer.asked, answer.text());
            answer.problem();
        }
        let answer = owner.post("/api/v1/notifications/read", json!({"ids": [number]})).await;
        assert!(matches!(answer.status, 200 | 422), "{number}: {}", answer.text());
    }
    for (path, name) in [
        (format!("/api/v1/chat/channels/{}/messages", org.general), "before"),
        (format!("/api/v1/chat/channels/{}/messages", org.general), "after"),
        (format!("/api/v1/chat/channels/{}/messages", org.general), "around"),
        (format!("/api/v1/chat/channels/{}/events", org.general), "after"),
        (format!("/api/v1/chat/messages/{}/thread", scene.public.message), "after"),
        ("/api/v1/notifications".to_owned(), "before"),
    ] {
        for absurd in ABSURD.iter().chain(&["-9223372036854775808", ""]) {
            let answer = owner.get(&format!("{path}?{name}={absurd}")).await;
            assert!(matches!(answer.status, 200 | 422), "{}: {}", answer.asked, answer.text());
            if absurd.parse::<i64>().is_err() {
                answer.wrong_field(name, "TYPE");
            }
        }
    }
    World::assert_same(&before, &world.dump().await);
}

#[actix_web::test]
async fn unknown_methods_and_paths_get_a_problem() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for (method, path, status) in [
        ("PUT", "/api/v1/me", 405),
        ("POST", "/api/v1/me", 405),
        ("PATCH", "/api/v1/chat/workspaces", 405),
        ("GET", "/api/public/auth/login", 405),
        ("TRACE", "/api/v1/me", 405),
        ("GET", "/api/v1/nowhere", 404),
        ("GET", "/api/v1/chat/nowhere", 404),
        ("GET", "/api/v2/me", 404),
        ("POST", "/api/public/nowhere", 404),
        ("GET", "/api/v1/chat/channels/", 404),
        ("GET", "/api/v1//me", 404),
        ("GET", "/img/user", 404),
    ] {
        let answer = anna.call(method, path).send().await;
        assert_eq!(answer.status, status, "{}: {}", answer.asked, answer.text());
        answer.problem();
        if path == "/api/v1/me" {
            assert_eq!(answer.header("allow"), "GET, PATCH, DELETE", "{}", answer.asked);
        }
    }
}

#[actix_web::test]
async fn answers_do_not_reveal_their_software() {
    let world = World::new().await;
    let scene = Scene::new(&world).await;
    for route in ROUTES {
        let call = call(&world, route, &scene.private);
        let answer = call.cookie("x").send().await;
        for header in ["server", "x-powered-by"] {
            assert_eq!(answer.header(header), "", "{}", route.name());
        }
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{}", route.name());
        let text = answer.text().to_lowercase();
        for word in ["sqlite", "select ", "panicked", ".rs:", env!("CARGO_MANIFEST_DIR"), "/tmp/"] {
            assert!(!text.contains(word), "{} says {word}: {text}", route.name());
        }
    }
}
