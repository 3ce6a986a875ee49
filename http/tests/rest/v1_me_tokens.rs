//! `/api/v1/me/tokens`: access tokens of programs. Contract §1.

use std::collections::BTreeMap;

use actors::tokens::authenticate;
use kalender::platform::auth::scopes::{Asked, asked};
use storage::ids::{TokenId, UserId};
use storage::time::Moment;
use storage::tokens::{AccessToken, MOST, Scope};

use crate::harness::{Answer, Call, Person, Value, World, each, id, json};
use crate::routes::{ROUTES, Scene};

const TOKENS: &str = "/api/v1/me/tokens";

fn in_days(days: i64) -> String {
    Moment(actors::platform::time::now() + days * 86_400_000).to_string()
}

fn wanted(scopes: &[&str]) -> Value {
    json!({"name": " Schemat ", "scopes": scopes, "expires": in_days(30)})
}

/// Creates a token with these scopes; answers its id and secret.
async fn token(person: &Person, scopes: &[&str]) -> (i64, String) {
    let made = person.post(TOKENS, wanted(scopes)).await.is(201);
    (id(&made["id"]), made["token"].as_str().unwrap().to_owned())
}

/// Leaves the traces of somebody who created a token.
pub async fn leave_traces(person: &Person) {
    token(person, &["read"]).await;
}

fn by(world: &World, secret: &str, method: &str, path: &str) -> Call {
    world.anyone(method, path).bearer(secret)
}

async fn gets(world: &World, secret: &str, path: &str) -> Answer {
    by(world, secret, "GET", path).send().await
}

#[actix_web::test]
async fn a_token_is_shown_once_and_acts_within_its_scopes() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let made = anna.post(TOKENS, wanted(&["chat:write", "chat:read", "chat:read"])).await.is(201);
    assert_eq!((&made["name"], &made["scopes"]), (&json!("Schemat"), &json!(["chat:read", "chat:write"])));
    let secret = made["token"].as_str().unwrap();
    assert!(secret.starts_with("kal_") && secret.len() == 4 + 64, "256 bits");

    let path = format!("/api/v1/chat/channels/{}/messages", org.general);
    by(&world, secret, "POST", &path).json(&json!({"content": "från ett program"})).send().await.is(201);
    let page = gets(&world, secret, &path).await.data();
    assert_eq!((&page[0]["content"], &page[0]["userId"]), (&json!("från ett program"), &json!(anna.id)));
    // Without the scope the error is the same, whatever the person may do.
    gets(&world, secret, "/api/v1/me").await.refused(403, "SCOPE_MISSING");
    gets(&world, secret, "/api/v1/calendars").await.refused(403, "SCOPE_MISSING");

    let listed = anna.get(TOKENS).await.is(200);
    let one = &listed["content"][0];
    assert_eq!(one["id"], made["id"]);
    assert!(one["lastUsed"].is_string() && one["expires"].is_string(), "{one}");
    assert!(!listed.to_string().contains(secret) && one.get("token").is_none());
    let kept = format!("{:?}", world.dump().await);
    assert!(!kept.contains(secret), "only its hash is kept");
    assert_eq!(each(&anna.bell(1).await, "type"), ["TOKEN_CREATED"]);
}

#[actix_web::test]
async fn new_token_is_reported_by_mail() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    token(&anna, &["read"]).await;
    let mail = world.mails(&anna.email, 1).await.remove(0);
    assert!(mail.contains("Schemat") && mail.contains("/settings#tokens"), "{mail}");
    assert!(!mail.contains("kal_"));
}

#[actix_web::test]
async fn revoked_or_expired_token_is_refused() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let (number, secret) = token(&anna, &["read"]).await;
    gets(&world, &secret, "/api/v1/me").await.is(200);
    let one = format!("{TOKENS}/{number}");
    bo.delete(&one).await.refused(404, "NOT_FOUND");
    gets(&world, &secret, "/api/v1/me").await.is(200);
    anna.delete(&one).await.is(204);
    gets(&world, &secret, "/api/v1/me").await.refused(401, "NOT_SIGNED_IN");
    anna.delete(&one).await.refused(404, "NOT_FOUND");
    assert_eq!(anna.get(TOKENS).await.is(200)["content"], json!([]));

    let old = format!("kal_{}", "a".repeat(64));
    let over = AccessToken {
        user_id: UserId(anna.id),
        token_id: TokenId(7),
        token_hash: actors::accounts::secrets::token_hash(&old),
        name: "Gammal".into(),
        scopes: vec![Scope::Read],
        created: Moment(1),
        expires: Some(Moment(actors::platform::time::now() - 1)),
        last_used: None,
    };
    world.storage.tokens.create(&over, Vec::new()).await.unwrap();
    gets(&world, &old, "/api/v1/me").await.refused(401, "NOT_SIGNED_IN");
    for wrong in ["kal_", "kal_x", &format!("kal_{}", "b".repeat(64)), &secret.to_uppercase()] {
        gets(&world, wrong, "/api/v1/me").await.refused(401, "NOT_SIGNED_IN");
    }
    // Tokens are not accepted as cookies, which browsers send on their own.
    let (_, secret) = token(&anna, &["read"]).await;
    world.anyone("GET", "/api/v1/me").cookie(&secret).send().await.refused(401, "NOT_SIGNED_IN");
}

#[actix_web::test]
async fn invalid_token_requests_are_refused() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    world.anyone("GET", TOKENS).send().await.refused(401, "UNAUTHENTICATED");
    for (field, value, at, code) in [
        ("name", json!(" "), "name", "LENGTH"),
        ("name", json!("x".repeat(81)), "name", "LENGTH"),
        ("scopes", json!([]), "scopes", "LENGTH"),
        ("expires", json!(in_days(367)), "expires", "TIME"),
        ("expires", json!(in_days(-1)), "expires", "TIME"),
    ] {
        let mut body = wanted(&["read"]);
        body[field] = value;
        anna.post(TOKENS, body).await.wrong_field(at, code);
    }
    for (field, value) in [("scopes", json!(["everything"])), ("expires", json!(null))] {
        let mut body = wanted(&["read"]);
        body[field] = value;
        assert!(matches!(anna.post(TOKENS, body).await.status, 400 | 422), "{field}");
    }
    for _ in 0..MOST {
        token(&anna, &["read"]).await;
    }
    anna.post(TOKENS, wanted(&["read"])).await.refused(409, "QUOTA_REACHED");
}

#[actix_web::test]
async fn a_new_password_ends_tokens_and_so_does_closing() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let (_, secret) = token(&anna, &["read"]).await;
    let user = world.storage.accounts.user(UserId(anna.id)).await.unwrap().unwrap();
    actors::accounts::operator::deactivate(&world.platform, &user).await.unwrap();
    gets(&world, &secret, "/api/v1/me").await.refused(401, "NOT_SIGNED_IN");

    let bo = world.person("Bo").await;
    let (_, secret) = token(&bo, &["read"]).await;
    // The mail about the new token has arrived, so the next one is the link.
    world.mails(&bo.email, 1).await;
    world
        .anyone("POST", "/api/public/auth/reset/request")
        .json(&json!({"email": bo.email}))
        .send()
        .await
        .is(204);
    let link = world.mailed_token(&bo.email, 2).await;
    let new = json!({"token": link, "password": "en-helt-annan-mening"});
    world.anyone("POST", "/api/public/auth/reset").json(&new).send().await.is(204);
    gets(&world, &secret, "/api/v1/me").await.refused(401, "NOT_SIGNED_IN");
}

/// For each operation in the document: its scope suffices for reading, and all other scopes together do not; an
/// operation without a scope refuses every token. Nothing is changed.
#[actix_web::test]
async fn every_operation_requires_its_scope() {
    let world = World::new().await;
    let scene = Scene::new(&world).await;
    let owner = &scene.org.owner;
    let (_, all) = token(owner, &["read", "write"]).await;
    let (mut alone, mut others) = (BTreeMap::new(), BTreeMap::new());
    let areas: Vec<Scope> =
        Scope::ALL.iter().copied().filter(|it| ![Scope::Read, Scope::Write].contains(it)).collect();
    for scope in &areas {
        alone.insert(scope.as_str(), token(owner, &[scope.as_str()]).await.1);
        let rest: Vec<&str> = areas.iter().filter(|it| *it != scope).map(|it| it.as_str()).collect();
        others.insert(scope.as_str(), token(owner, &rest).await.1);
    }
    let mut before = world.dump().await;
    let mut opened = Vec::new();
    for route in ROUTES.iter().filter(|route| route.path.starts_with("/api/v1/")) {
        let asks = asked(&route.method.parse().unwrap(), route.path);
        let secret = match asks {
            Asked::Scope(scope) => &others[scope.as_str()],
            _ => &all,
        };
        let call = by(&world, secret, route.method, &route.filled(&scene.public));
        let answer = route.with_body(call, &scene.public).send().await;
        let says = route.method == "HEAD" || answer.text().contains("SCOPE_MISSING");
        assert!(answer.status == 403 && says, "{}: {} {}", route.name(), answer.status, answer.text());
        // Access with the right scope to operations that change something is covered by their own tests.
        if let (Asked::Scope(scope), "GET" | "OPTIONS") = (asks, route.method) {
            opened.push((route, &alone[scope.as_str()]));
        }
    }
    let mut after = world.dump().await;
    // The time of last use changes.
    before.remove("access_tokens");
    after.remove("access_tokens");
    World::assert_same(&before, &after);
    for (route, secret) in opened {
        let answer = by(&world, secret, route.method, &route.filled(&scene.public)).send().await;
        let is_refused = answer.status == 403 && answer.text().contains("SCOPE_MISSING");
        assert!(!is_refused, "{}: {} {}", route.name(), answer.status, answer.text());
    }
}

#[actix_web::test]
async fn encoded_paths_need_the_same_scope() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (_, secret) = token(&org.owner, &["read", "write"]).await;
    for path in [
        format!("/api/v1/chat/channels/{}/webhooks", org.general),
        format!("/api/v1/chat/channels/{}/%77ebhooks", org.general),
        "/api/v1/%61uth/sessions".to_owned(),
        "/api/v1/me/%74okens".to_owned(),
        "/api/v1/me/expor%74".to_owned(),
    ] {
        let answer = gets(&world, &secret, &path).await;
        assert!(matches!(answer.status, 403 | 404), "{path}: {} {}", answer.status, answer.text());
    }
}

#[actix_web::test]
async fn public_routes_stay_open_to_tokens() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (_, chat) = token(&org.owner, &["chat:read"]).await;
    let (_, entities) = token(&org.owner, &["entities:read"]).await;
    let path = format!("/api/public/entities/{}", org.slug);
    let as_nobody = world.anyone("GET", &path).send().await.is(200);
    assert_eq!(gets(&world, &chat, &path).await.is(200), as_nobody);
    assert_eq!(gets(&world, &entities, &path).await.is(200)["txRelationType"], "OWNER");
    gets(&world, &chat, "/api/public/version").await.is(200);
}

#[actix_web::test]
async fn token_use_is_recorded_once_a_minute() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let (_, secret) = token(&anna, &["read"]).await;
    let used = || async { anna.get(TOKENS).await.is(200)["content"][0]["lastUsed"].clone() };
    assert_eq!(used().await, Value::Null);
    authenticate(&world.platform, &secret).await.unwrap();
    let first = used().await;
    assert!(first.is_string());
    for _ in 0..3 {
        authenticate(&world.platform, &secret).await.unwrap();
    }
    assert_eq!(used().await, first);
}

#[actix_web::test]
async fn limited_answers_have_rate_limit_headers() {
    let rates = actors::platform::limits::Rates { messages: "1/h,2".parse().unwrap(), ..Default::default() };
    let world = World::with_rates(rates).await;
    let org = world.org("Skolan").await;
    let (_, secret) = token(&org.owner, &["write"]).await;
    let path = format!("/api/v1/chat/channels/{}/messages", org.general);
    let says = || by(&world, &secret, "POST", &path).json(&json!({"content": "hej"})).send();
    for left in [1, 0] {
        let answer = says().await;
        assert_eq!(answer.status, 201);
        assert!(answer.header("ratelimit").starts_with(&format!("\"message\";r={left};t=")));
        assert_eq!(answer.header("ratelimit-policy"), "\"message\";q=2;w=7200");
    }
    let refused = says().await;
    assert_eq!(refused.status, 429);
    assert!(refused.header("ratelimit").starts_with("\"message\";r=0;t="));
    assert_eq!(refused.header("ratelimit-policy"), "\"message\";q=2;w=7200");
    assert!(refused.header("retry-after").parse::<u32>().unwrap() > 0);
    // A route without a rate limit sends no such header.
    assert!(org.owner.get("/api/v1/me").await.headers.get("ratelimit").is_none());
}
