//! People's content in the feed: erasure, blocks and bans. Contract §2, §5, §6.

use actors::accounts::erasure::{PATIENCE, erase_due};
use actors::platform::time::now;
use storage::UserId;

use crate::harness::{Org, Person, Value, World, each, id, json};
use crate::v1_feed::{at, comes, findable, follows, says, sends_picture, texts};

/// Creates one of everything that the feed stores about a person.
pub async fn leave_traces(org: &Org, person: &Person) {
    let picture = sends_picture(person, 16).await;
    let post = says(person, json!({"txMessage": "Mitt inlägg", "mediaIds": [picture["id"]]})).await;
    sends_picture(person, 16).await;
    let theirs =
        says(&org.owner, json!({"txMessage": format!("Hej @{}", person.name), "idEntity": org.id})).await;
    person.post(&at(&theirs, "/comments"), json!({"txMessage": "Min kommentar"})).await.is(201);
    person.call("PUT", &at(&theirs, "/like")).send().await.is(200);
    org.owner.call("PUT", &at(&post, "/like")).send().await.is(200);
    person
        .world
        .storage
        .feed
        .read_wide(&[UserId(person.id)], storage::feed::Source::User(UserId(1)), now())
        .await
        .unwrap();
}

#[actix_web::test]
async fn posts_are_erased_with_their_author() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, world.person("Bo").await);
    let own = says(&anna, json!({"txMessage": "Mitt"})).await;
    let theirs = says(&anna, json!({"txMessage": "Skolans", "idEntity": org.id})).await;
    let post = says(&bo, json!({"txMessage": "Bos"})).await;
    let comment = anna.post(&at(&post, "/comments"), json!({"txMessage": "Annas ord"})).await.is(201);
    let reply = json!({"txMessage": "Bos svar", "idParent": comment["idFeedComment"]});
    bo.post(&at(&post, "/comments"), reply).await.is(201);
    let voiced = json!({"txMessage": "Skolans ord", "idEntity": org.id});
    anna.post(&at(&post, "/comments"), voiced).await.is(201);
    anna.call("PUT", &at(&post, "/like")).send().await.is(200);
    bo.call("PUT", &at(&post, "/like")).send().await.is(200);
    anna.post(&at(&post, "/repost"), json!({"comment": "Läs"})).await.is(201);

    anna.delete("/api/v1/me").await.is(200);
    assert!(erase_due(&world.platform, UserId(anna.id), now() + PATIENCE + 60_000).await.unwrap());
    bo.get(&at(&own, "")).await.refused(404, "NOT_FOUND");
    let seen = bo.get(&at(&post, "")).await.is(200);
    assert_eq!(
        (&seen["nrLikes"], &seen["nrComments"], &seen["nrReposts"]),
        (&json!(1), &json!(2), &json!(0))
    );
    let list = bo.get(&at(&post, "/comments")).await.is(200);
    assert_eq!(each(&list["content"], "txMessage"), ["", "Skolans ord"]);
    assert_eq!(list["content"][0]["idAuthUser"], Value::Null);
    let kept = org.owner.get(&at(&theirs, "")).await.is(200);
    assert_eq!((&kept["txMessage"], kept.get("writtenBy")), (&json!("Skolans"), None));
    for text in ["Mitt", "Annas ord"] {
        let held = world
            .dump()
            .await
            .into_iter()
            .any(|(_, rows)| rows.iter().any(|row| row.contains(&format!("\"{text}\""))));
        assert!(!held, "{text} is still in the store");
    }
}

#[actix_web::test]
async fn block_separates_two_people_at_once() {
    let world = World::new().await;
    let (anna, bo, cia) = (world.person("Anna").await, world.person("Bo").await, world.person("Cia").await);
    for person in [&anna, &bo, &cia] {
        findable(person).await;
    }
    follows(&bo, &anna).await;
    let post = says(&anna, json!({"txMessage": "Annas"})).await;
    comes(&bo, "/api/v1/feed", &["Annas"]).await;
    let of_cia = says(&cia, json!({"txMessage": "Cias"})).await;
    let comment = bo.post(&at(&of_cia, "/comments"), json!({"txMessage": "Bos ord"})).await.is(201);
    let repost = cia.post(&at(&post, "/repost"), json!({})).await.is(201);
    anna.post("/api/v1/contacts/block", json!({"userId": bo.id})).await.is(200);
    for (me, other) in [(&anna, &bo), (&bo, &anna)] {
        me.get(&format!("/api/v1/feed/person/{}", other.id)).await.refused(404, "NOT_FOUND");
    }
    assert_eq!(texts(&bo, "/api/v1/feed").await, Vec::<String>::new());
    assert_eq!(texts(&bo, "/api/public/feed").await, ["", "Cias"], "a repost, without what it reposts");
    assert_eq!(bo.get(&at(&repost, "")).await.is(200)["original"], json!({"gone": true}));
    bo.get(&at(&post, "")).await.refused(404, "NOT_FOUND");
    bo.call("PUT", &at(&post, "/like")).send().await.refused(404, "NOT_FOUND");
    let seen = anna.get(&at(&of_cia, "/comments")).await.is(200);
    assert_eq!(seen["content"], json!([]), "another's words at a third's");
    let reply = json!({"txMessage": "svar", "idParent": comment["idFeedComment"]});
    anna.post(&at(&of_cia, "/comments"), reply).await.wrong_field("idParent", "PARENT");
    let path = format!("/api/v1/feed/comments/{}/like", comment["idFeedComment"]);
    anna.call("PUT", &path).send().await.refused(404, "NOT_FOUND");
    let named = says(&bo, json!({"txMessage": format!("@{}", anna.name)})).await;
    assert_eq!(named["mentions"], json!([]));
}

#[actix_web::test]
async fn banned_people_cannot_comment() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let bo = org.with("MEMBER").await;
    let post = says(&org.owner, json!({"txMessage": "Öppet", "idEntity": org.id})).await;
    bo.post(&at(&post, "/comments"), json!({"txMessage": "ett"})).await.is(201);
    org.owner.call("PUT", &org.at(&format!("/bans/{}", bo.id))).send().await.is(204);
    bo.post(&at(&post, "/comments"), json!({"txMessage": "två"})).await.refused(403, "BANNED");
    assert_eq!(bo.get(&at(&post, "")).await.is(200)["nrComments"], 1);
    assert!(id(&post["idFeedPost"]) > 0);
}
