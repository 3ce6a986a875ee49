//! `/api/v1/contacts/followers`: followers, approval, notifications. Contract §6.

use crate::harness::{Person, Value, World, each, json};
use crate::v1_contacts_requests::{status, three};

const FOLLOWERS: &str = "/api/v1/contacts/followers";

async fn follow(person: &Person, other: &Person) -> Value {
    person.post("/api/v1/contacts/follow", json!({"toUserId": other.id})).await.is(200)["message"].take()
}

async fn people(person: &Person, rest: &str) -> Vec<Value> {
    let list = person.get(&format!("{FOLLOWERS}{rest}")).await.is(200)["content"].take();
    list.as_array().unwrap().iter().map(|one| one["user"]["id"].clone()).collect()
}

fn at(other: &Person, rest: &str) -> String {
    format!("{FOLLOWERS}/{}{rest}", other.id)
}

#[actix_web::test]
async fn followers_are_listed_and_removed_without_a_block() {
    let world = World::new().await;
    let (_, anna, bo, cia) = three(&world).await;
    assert_eq!(follow(&bo, &anna).await, "Du följer nu denna användare");
    follow(&cia, &anna).await;
    assert_eq!(people(&anna, "").await, [json!(cia.id), json!(bo.id)], "newest first");
    assert_eq!(people(&bo, "").await, Vec::<Value>::new());
    let bell = anna.bell(2).await;
    assert_eq!(each(&bell, "type"), [&json!("NEW_FOLLOWER"), &json!("NEW_FOLLOWER")]);
    assert_eq!(bell[1]["title"], format!("{} följer dig nu", bo.called().await));

    anna.delete(&at(&bo, "")).await.is(204);
    assert_eq!(people(&anna, "").await, [json!(cia.id)]);
    let left = status(&bo, &anna).await;
    assert_eq!((&left["status"], &left["isFollowing"]), (&json!("none"), &json!(false)));
    anna.bell(1).await;
    anna.delete(&at(&bo, "")).await.refused(404, "NOT_FOUND");
    // It is no block: they may follow again, and following twice notifies once.
    follow(&bo, &anna).await;
    follow(&bo, &anna).await;
    anna.bell(2).await;
    bo.delete(&format!("/api/v1/contacts/follow/{}", anna.id)).await.is(204);
    anna.bell(1).await;
}

#[actix_web::test]
async fn followers_need_approval_when_required() {
    let world = World::new().await;
    let (_, anna, bo, cia) = three(&world).await;
    follow(&cia, &anna).await;
    assert_eq!(anna.get("/api/v1/me").await.is(200)["approveFollowers"], false);
    anna.patch("/api/v1/me", json!({"approveFollowers": true})).await.is(200);
    assert_eq!(people(&anna, "").await, [json!(cia.id)], "who follows goes on");
    follow(&cia, &anna).await;
    assert_eq!(people(&anna, "/requests").await, Vec::<Value>::new());

    for _ in 0..2 {
        assert_eq!(follow(&bo, &anna).await, "Din förfrågan väntar på svar");
    }
    let asked = status(&bo, &anna).await;
    assert_eq!((&asked["isFollowing"], &asked["followAsked"]), (&json!(false), &json!(true)));
    assert_eq!((people(&anna, "").await.len(), people(&anna, "/requests").await), (1, vec![json!(bo.id)]));
    assert_eq!(anna.bell(2).await[0]["type"], "FOLLOW_REQUEST");

    // Others cannot answer for her.
    cia.call("POST", &at(&bo, "/approve")).send().await.refused(404, "NOT_FOUND");
    for _ in 0..2 {
        anna.call("POST", &at(&bo, "/approve")).send().await.is(204);
    }
    assert_eq!(people(&anna, "/requests").await, Vec::<Value>::new());
    assert_eq!(people(&anna, "").await, [json!(bo.id), json!(cia.id)]);
    assert_eq!(anna.bell(1).await[0]["type"], "NEW_FOLLOWER", "what was answered is gone");
    assert_eq!(bo.bell(1).await[0]["type"], "FOLLOW_APPROVED");

    // A rejection is no block, and a request can be withdrawn.
    anna.delete(&at(&bo, "")).await.is(204);
    follow(&bo, &anna).await;
    anna.delete(&at(&bo, "")).await.is(204);
    assert_eq!(status(&bo, &anna).await["followAsked"], Value::Null);
    follow(&bo, &anna).await;
    bo.delete(&format!("/api/v1/contacts/follow/{}", anna.id)).await.is(204);
    assert_eq!(people(&anna, "/requests").await, Vec::<Value>::new());
    anna.call("POST", &at(&bo, "/approve")).send().await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn pending_followers_read_no_follower_posts() {
    let world = World::new().await;
    let (_, anna, bo, _) = three(&world).await;
    anna.patch("/api/v1/me", json!({"approveFollowers": true})).await.is(200);
    let new = json!({"txMessage": "Till er som följer mig", "audience": "FOLLOWERS"});
    let post = anna.post("/api/v1/feed/posts", new).await.is(201)["uuid"].take();
    let path = format!("/api/v1/feed/posts/{}", post.as_str().unwrap());
    follow(&bo, &anna).await;
    bo.get(&path).await.refused(404, "NOT_FOUND");
    anna.call("POST", &at(&bo, "/approve")).send().await.is(204);
    bo.get(&path).await.is(200);
    anna.delete(&at(&bo, "")).await.is(204);
    bo.get(&path).await.refused(404, "NOT_FOUND");
}
