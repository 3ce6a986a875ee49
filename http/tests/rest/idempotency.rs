//! `Idempotency-Key` on creating calls.

use futures_util::future::join_all;

use crate::harness::{Answer, Person, Value, World, json};

async fn keyed(person: &Person, path: &str, key: &str, body: &Value) -> Answer {
    person.call("POST", path).header("idempotency-key", key).json(body).send().await
}

fn new(name: &str) -> Value {
    json!({"entityName": name, "entityType": "association"})
}

#[actix_web::test]
async fn the_same_key_answers_the_first_result() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let first = keyed(&anna, "/api/v1/entities", "nyckel-1", &new("Orkestern")).await;
    assert_eq!((first.status, first.header("idempotency-replayed")), (201, ""));
    let again = keyed(&anna, "/api/v1/entities", "nyckel-1", &new("Orkestern")).await;
    assert_eq!((again.status, again.header("idempotency-replayed")), (201, "true"));
    assert_eq!(again.json(), first.json());
    // Another person's key, another key, or none at all are different calls.
    for other in [
        keyed(&bo, "/api/v1/entities", "nyckel-1", &new("Orkestern")).await,
        keyed(&anna, "/api/v1/entities", "nyckel-2", &new("Orkestern")).await,
        anna.post("/api/v1/entities", new("Orkestern")).await,
    ] {
        assert_ne!(other.is(201)["idEntity"], first.json()["idEntity"]);
    }
    let workspace = json!({"entityId": first.json()["idEntity"], "workspaceName": "En till"});
    keyed(&anna, "/api/v1/chat/workspaces", "nyckel-1", &workspace).await.refused(422, "IDEMPOTENCY_REUSED");
    // Operations without the parameter ignore the key.
    for _ in 0..2 {
        let read = keyed(&anna, "/api/v1/notifications/read", "nyckel-1", &json!({"all": true})).await;
        assert_eq!((read.status, read.header("idempotency-replayed")), (200, ""));
    }
    let mine = anna.get("/api/v1/me/entities").await.is(200);
    assert_eq!(mine["content"].as_array().unwrap().len(), 3);
}

#[actix_web::test]
async fn concurrent_calls_with_one_key_create_one() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let path = format!("/api/v1/chat/workspaces/{}/channels", org.workspace);
    let (owner, body) = (&org.owner, json!({"name": "en"}));
    let calls = (0..8).map(|_| keyed(owner, &path, "samma", &body));
    let answers = join_all(calls).await;
    let made: Vec<Value> = answers.iter().filter(|a| a.status == 201).map(Answer::json).collect();
    assert!(!made.is_empty() && made.iter().all(|body| *body == made[0]));
    for answer in answers.into_iter().filter(|answer| answer.status != 201) {
        assert!(answer.header("retry-after").parse::<u32>().is_ok());
        answer.refused(409, "IDEMPOTENCY_RUNNING");
    }
    assert_eq!(keyed(owner, &path, "samma", &body).await.is(201), made[0]);
}

#[actix_web::test]
async fn refused_call_may_be_retried_with_its_key() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let path = format!("/api/v1/chat/workspaces/{}/channels", org.workspace);
    keyed(&org.owner, &path, "k", &json!({"name": "allmänt"})).await.refused(409, "CHANNEL_NAME_TAKEN");
    keyed(&org.owner, &path, "k", &json!({"name": "x"})).await.wrong_field("name", "CHANNEL_NAME");
    keyed(&org.owner, &path, "k", &json!({"name": "prat"})).await.is(201);
}

#[actix_web::test]
async fn invalid_keys_are_refused() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for key in ["", "med mellanslag", &"x".repeat(129)] {
        let answer = keyed(&anna, "/api/v1/entities", key, &new("Orkestern")).await;
        answer.wrong_field("Idempotency-Key", "LENGTH");
    }
    keyed(&anna, "/api/v1/entities", &"x".repeat(128), &new("Orkestern")).await.is(201);
    // Without a session the key has no effect.
    let call =
        world.anyone("POST", "/api/v1/entities").header("idempotency-key", "k").json(&new("Orkestern"));
    assert_eq!(call.send().await.status, 401);
    // Reads need none.
    let call = anna.call("GET", "/api/v1/me").header("idempotency-key", "med mellanslag");
    call.send().await.is(200);
}

#[actix_web::test]
async fn ended_session_gets_no_stored_answer() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    keyed(&anna, "/api/v1/entities", "k", &new("Orkestern")).await.is(201);
    anna.post("/api/v1/auth/logout", json!({})).await.is(204);
    keyed(&anna, "/api/v1/entities", "k", &new("Orkestern")).await.refused(401, "NOT_SIGNED_IN");
}

#[actix_web::test]
async fn secrets_and_texts_are_not_stored_in_clear() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = &org.owner;
    let token = keyed(anna, "/api/v1/websocket/token", "k1", &json!({})).await.is(200)["token"].take();
    let path = format!("/api/v1/chat/channels/{}/messages", org.general);
    let sent = keyed(anna, &path, "k2", &json!({"content": "hemligt"})).await.data();
    let kept = &world.dump().await["idempotency"];
    for secret in [token.as_str().unwrap(), "hemligt"] {
        assert!(kept.iter().all(|row| !row.contains(secret)), "{kept:?}");
    }
    assert_eq!(sent["content"], "hemligt");
}
