//! `/api/v1/contacts`: blocks. Contract §3.5 and §5.

use crate::harness::{Answer, Person, Value, World, each, id, json};

const CONVERSATIONS: &str = "/api/v1/messages/conversations";

async fn ask(person: &Person, people: &[&Person]) -> Answer {
    let people: Vec<i64> = people.iter().map(|one| one.id).collect();
    person.post(CONVERSATIONS, json!({"userIds": people, "idType": 1})).await
}

async fn block(person: &Person, other: &Person) -> i64 {
    let blocked = person.post("/api/v1/contacts/block", json!({"userId": other.id, "reason": "tjat"})).await;
    id(&blocked.is(200)["blockId"])
}

async fn can_post(person: &Person, conversation: i64) -> Value {
    person.get(&format!("{CONVERSATIONS}/{conversation}")).await.data()["canPost"].clone()
}

#[actix_web::test]
async fn a_block_stops_both_ways_at_once() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo, cia) = (org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await);
    let it = id(&ask(&anna, &[&bo]).await.is(201)["data"]["id"]);
    let message = bo.says(it, "hej").await;
    let block_id = block(&anna, &bo).await;
    for (one, other) in [(&anna, &bo), (&bo, &anna)] {
        one.sends(it, json!({"content": "hej"})).await.refused(403, "MAY_NOT_MESSAGE");
        one.put(&format!("/api/v1/chat/messages/{message}/reactions/%F0%9F%91%8D"), json!({}))
            .await
            .refused(403, "MAY_NOT_MESSAGE");
        ask(one, &[other]).await.refused(403, "MAY_NOT_MESSAGE");
        ask(one, &[other, &cia]).await.refused(403, "MAY_NOT_MESSAGE");
        assert_eq!(can_post(one, it).await, false);
        let role = one.get(&format!("/api/v1/chat/channels/{it}/role")).await.data();
        assert_eq!(role["permissions"], json!(["READ"]));
        // Past messages stay readable.
        assert_eq!(each(&one.reads(it).await, "content"), [&json!("hej")]);
    }
    bo.put(&format!("/api/v1/chat/messages/{message}"), json!({"content": "hör du"}))
        .await
        .refused(403, "MAY_NOT_MESSAGE");
    bo.delete(&format!("/api/v1/chat/messages/{message}")).await.data();
    anna.delete(&format!("/api/v1/contacts/block/{block_id}")).await.is(204);
    assert_eq!((can_post(&anna, it).await, can_post(&bo, it).await), (json!(true), json!(true)));
    bo.says(it, "igen").await;
    // Group conversations are unaffected.
    let three = id(&ask(&cia, &[&anna, &bo]).await.is(201)["data"]["id"]);
    block(&anna, &bo).await;
    bo.says(three, "hej alla").await;
    anna.says(three, "hej").await;
    ask(&bo, &[&anna, &cia]).await.is(200);
}

#[actix_web::test]
async fn blocks_are_private() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let list = async |person: &Person| person.get("/api/v1/contacts/blocked").await.is(200)["content"].take();
    let first = block(&anna, &bo).await;
    assert_eq!(block(&anna, &bo).await, first, "the same again");
    let mine = list(&anna).await;
    assert_eq!(each(&mine, "userId"), [&json!(bo.id)]);
    assert_eq!((&mine[0]["blockId"], &mine[0]["reason"]), (&json!(first), &json!("tjat")));
    assert_eq!(list(&bo).await, json!([]), "who is blocked does not see it");
    // Nobody can remove another person's block.
    let path = format!("/api/v1/contacts/block/{first}");
    bo.delete(&path).await.refused(404, "NOT_FOUND");
    org.owner.delete(&path).await.refused(404, "NOT_FOUND");
    assert_ne!(block(&bo, &anna).await, first);
    anna.delete(&path).await.is(204);
    anna.delete(&path).await.refused(404, "NOT_FOUND");
    // The other one's block remains.
    ask(&anna, &[&bo]).await.refused(403, "MAY_NOT_MESSAGE");
    // A person that does not exist, oneself, and one that the caller may not know of.
    let hidden = world.person("Dold").await;
    for unknown in [7, hidden.id] {
        anna.post("/api/v1/contacts/block", json!({"userId": unknown})).await.refused(404, "NOT_FOUND");
    }
    anna.post("/api/v1/contacts/block", json!({"userId": anna.id})).await.wrong_field("userId", "SELF");
    let long = "å".repeat(501);
    anna.post("/api/v1/contacts/block", json!({"userId": bo.id, "reason": long}))
        .await
        .refused(422, "INVALID");
}
