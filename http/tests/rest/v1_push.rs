//! `/api/v1/push`: push subscriptions and their owners. Delivery is tested against a real endpoint
//! (`web/live/push.test.ts`).

use actors::accounts::erasure::{PATIENCE, erase_due};
use actors::platform::time::now;
use storage::UserId;

use crate::harness::{PASSWORD, Person, Value, World, json};

const HERE: &str = "/api/v1/push/subscription";

/// A browser's subscription with the keys of RFC 8291, appendix A.
pub fn browser(endpoint: &str) -> Value {
    json!({
        "endpoint": endpoint,
        "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        },
    })
}

fn phone(name: &str) -> String {
    format!("https://fcm.googleapis.com/fcm/send/{name}")
}

async fn subscribe(person: &Person, name: &str) {
    assert_eq!(person.put(HERE, browser(&phone(name))).await.status, 204);
}

async fn unsubscribe(person: &Person, name: &str) {
    let call = person.call("DELETE", HERE).json(&json!({"endpoint": phone(name)}));
    assert_eq!(call.send().await.status, 204);
}

/// The names of a person's subscribed browsers.
async fn browsers(world: &World, person: &Person) -> Vec<String> {
    let all = world.storage.push.of(UserId(person.id)).await.unwrap();
    all.into_iter().map(|one| one.endpoint.rsplit('/').next().unwrap().to_owned()).collect()
}

#[actix_web::test]
async fn browser_is_subscribed_and_unsubscribed() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let key = anna.get("/api/v1/push/key").await.is(200)["data"]["publicKey"].take();
    assert_eq!(key.as_str().map(str::len), Some(87), "65 bytes in base64url: {key}");
    assert_eq!(anna.get("/api/v1/push/key").await.is(200)["data"]["publicKey"], key);
    for _ in 0..2 {
        subscribe(&anna, "a").await;
    }
    // As browsers send it, with fields that are not needed.
    let mut said = browser(&phone("b"));
    said["expirationTime"] = Value::Null;
    assert_eq!(anna.put(HERE, said).await.status, 204);
    assert_eq!(browsers(&world, &anna).await, ["a", "b"]);
    for _ in 0..2 {
        unsubscribe(&anna, "a").await;
    }
    assert_eq!(browsers(&world, &anna).await, ["b"]);
}

#[actix_web::test]
async fn nobody_reaches_anothers_browser() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    subscribe(&anna, "a").await;
    for (method, path, body) in [
        ("GET", "/api/v1/push/key", None),
        ("PUT", HERE, Some(browser(&phone("a")))),
        ("DELETE", HERE, Some(json!({"endpoint": phone("a")}))),
    ] {
        let call = world.anyone(method, path);
        let call = if let Some(body) = body { call.json(&body) } else { call };
        call.send().await.refused(401, "UNAUTHENTICATED");
    }
    unsubscribe(&bo, "a").await;
    assert_eq!(browsers(&world, &anna).await, ["a"]);
    // One browser used by two people in turn: its subscription belongs to the latest.
    subscribe(&bo, "a").await;
    assert_eq!((browsers(&world, &anna).await.len(), browsers(&world, &bo).await.len()), (0, 1));
    unsubscribe(&anna, "a").await;
    assert_eq!(browsers(&world, &bo).await, ["a"]);
}

#[actix_web::test]
async fn only_push_services_and_valid_keys_are_accepted() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let before = world.dump().await;
    for endpoint in [
        "http://fcm.googleapis.com/fcm/send/a",
        "https://127.0.0.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://fcm.googleapis.com@127.0.0.1/",
        "https://fcm.googleapis.com.example.se/",
        "https://fcm.googleapis.com:8443/",
        "file:///etc/passwd",
        "hej",
        "https://fcm.googleapis.com/\r\nX-Injected: 1",
    ] {
        anna.put(HERE, browser(endpoint)).await.wrong_field("endpoint", "PUSH_SERVICE");
    }
    for endpoint in [String::new(), phone(&"x".repeat(2048))] {
        anna.put(HERE, browser(&endpoint)).await.wrong_field("endpoint", "LENGTH");
        let end = anna.call("DELETE", HERE).json(&json!({"endpoint": endpoint}));
        end.send().await.wrong_field("endpoint", "LENGTH");
    }
    for (key, wrong, code) in [
        ("p256dh", "", "LENGTH"),
        ("p256dh", "hej", "PUSH_KEY"),
        ("p256dh", "BTBZMqHH6r4Tts7J_aSIgg", "PUSH_KEY"),
        ("auth", "", "LENGTH"),
        ("auth", "AAAA", "PUSH_KEY"),
        ("auth", "BTBZMqHH6r4Tts7J/aSIgg", "PUSH_KEY"),
    ] {
        let mut body = browser(&phone("a"));
        body["keys"][key] = json!(wrong);
        anna.put(HERE, body).await.wrong_field(&format!("keys.{key}"), code);
    }
    World::assert_same(&before, &world.dump().await);
}

#[actix_web::test]
async fn subscription_ends_with_its_session() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let user = || async { world.storage.accounts.user(UserId(anna.id)).await.unwrap().unwrap() };
    let (tablet, laptop) = (world.signed_in(user().await).await, world.signed_in(user().await).await);
    subscribe(&anna, "phone").await;
    subscribe(&tablet, "tablet").await;
    subscribe(&laptop, "laptop").await;
    tablet.call("POST", "/api/v1/auth/logout").send().await;
    assert_eq!(browsers(&world, &anna).await, ["phone", "laptop"]);
    let sessions = anna.get("/api/v1/auth/sessions").await.is(200)["content"].take();
    let other =
        sessions.as_array().unwrap().iter().find(|one| one["current"] == false).unwrap()["id"].clone();
    assert_eq!(anna.delete(&format!("/api/v1/auth/sessions/{other}")).await.status, 204);
    assert_eq!(browsers(&world, &anna).await, ["phone"]);
    // A new password ends every session.
    let mail = json!({"email": anna.email});
    world.anyone("POST", "/api/public/auth/reset/request").json(&mail).send().await;
    let mails = world.mails(&anna.email, 1).await;
    let token = mails[0].split("token=").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    let reset = json!({"token": token, "password": format!("{PASSWORD}-ny")});
    assert_eq!(world.anyone("POST", "/api/public/auth/reset").json(&reset).send().await.status, 204);
    assert_eq!(browsers(&world, &anna).await, Vec::<String>::new());
}

#[actix_web::test]
async fn subscriptions_are_erased_and_exported() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    subscribe(&anna, "hemlig-adress").await;
    let copy = anna.get("/api/v1/me/export").await;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(copy.body.to_vec())).unwrap();
    let held: Value = serde_json::from_reader(zip.by_name("push.json").unwrap()).unwrap();
    assert_eq!(held[0]["service"], "fcm.googleapis.com");
    assert_eq!(held[0]["endpoint"], phone("hemlig-adress"), "it is theirs");
    assert!(!held.to_string().contains("BTBZMqHH6r4Tts7J_aSIgg"), "the keys are the browser's secrets");
    anna.delete("/api/v1/me").await.is(200);
    assert!(erase_due(&world.platform, UserId(anna.id), now() + PATIENCE + 60_000).await.unwrap());
    let dump = world.dump().await;
    assert_eq!((dump["push_subscriptions"].len(), dump["push_endpoints"].len()), (0, 0));
}

#[actix_web::test]
async fn concurrent_subscriptions_are_bounded() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let names: Vec<String> = (0..100).map(|n| n.to_string()).collect();
    futures_util::future::join_all(names.iter().map(|name| subscribe(&anna, name))).await;
    assert_eq!(browsers(&world, &anna).await.len(), storage::push::MOST);
}
