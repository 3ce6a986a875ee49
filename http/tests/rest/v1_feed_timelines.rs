//! What comes to a reader by itself. Contract §6.

use actors::quotas::Quotas;

use crate::harness::{World, json};
use crate::v1_contacts_requests::befriend;
use crate::v1_feed::{at, comes, findable, follows, says};

const HOME: &str = "/api/v1/feed";

#[actix_web::test]
async fn who_follows_gets_what_is_new_and_what_was_there() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    findable(&anna).await;
    says(&anna, json!({"txMessage": "förr"})).await;
    says(&anna, json!({"txMessage": "förtroligt", "audience": "CONTACTS"})).await;
    says(&bo, json!({"txMessage": "eget"})).await;
    comes(&bo, HOME, &["eget"]).await;
    follows(&bo, &anna).await;
    comes(&bo, HOME, &["eget", "förr"]).await;
    let late = says(&anna, json!({"txMessage": "nytt", "audience": "FOLLOWERS"})).await;
    comes(&bo, HOME, &["nytt", "eget", "förr"]).await;
    befriend(&bo, &anna).await;
    comes(&bo, HOME, &["nytt", "eget", "förtroligt", "förr"]).await;
    comes(&anna, HOME, &["nytt", "eget", "förtroligt", "förr"]).await;
    anna.delete(&at(&late, "")).await.is(204);
    comes(&bo, HOME, &["eget", "förtroligt", "förr"]).await;
    let contact = bo.get("/api/v1/contacts").await.is(200)["content"][0]["id"].take();
    bo.delete(&format!("/api/v1/contacts/{contact}")).await.is(204);
    // They followed before, and do so still.
    comes(&bo, HOME, &["eget", "förr"]).await;
    comes(&anna, HOME, &["förtroligt", "förr"]).await;
    bo.delete(&format!("/api/v1/contacts/follow/{}", anna.id)).await.is(204);
    comes(&bo, HOME, &["eget"]).await;
}

#[actix_web::test]
async fn organisations_come_to_who_follows_or_belongs() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let bo = world.person("Bo").await;
    org.owner.patch(&org.at(""), json!({"membershipMode": "OPEN"})).await.is(200);
    says(&org.owner, json!({"txMessage": "öppet", "idEntity": org.id})).await;
    says(&org.owner, json!({"txMessage": "internt", "idEntity": org.id, "audience": "ENTITY_MEMBERS"})).await;
    comes(&org.owner, HOME, &["internt", "öppet"]).await;
    bo.call("POST", &org.at("/follow")).send().await.is(204);
    comes(&bo, HOME, &["öppet"]).await;
    bo.post(&org.at("/applications"), json!({})).await.is(201);
    comes(&bo, HOME, &["internt", "öppet"]).await;
    bo.delete(&org.at(&format!("/relations/{}", bo.id))).await.is(204);
    comes(&bo, HOME, &[]).await;
}

#[actix_web::test]
async fn an_audience_that_changes_is_followed() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    findable(&anna).await;
    follows(&bo, &anna).await;
    let post = says(&anna, json!({"txMessage": "först trångt", "audience": "CONTACTS"})).await;
    let change = async |audience: &str| anna.put(&at(&post, ""), json!({"audience": audience})).await.is(200);
    change("FOLLOWERS").await;
    comes(&bo, HOME, &["först trångt"]).await;
    change("CONTACTS").await;
    comes(&bo, HOME, &[]).await;
    change("PUBLIC").await;
    comes(&bo, HOME, &["först trångt"]).await;
}

#[actix_web::test]
async fn of_whom_too_many_read_posts_are_merged_in() {
    let quotas = Quotas { timelines: 2, ..Quotas::default() };
    let world = World::with_quotas(quotas).await;
    let anna = world.person("Anna").await;
    findable(&anna).await;
    let early = [world.person("B").await, world.person("C").await];
    for person in &early {
        follows(person, &anna).await;
    }
    says(&anna, json!({"txMessage": "ett"})).await;
    for person in &early {
        comes(person, HOME, &["ett"]).await;
    }
    let late = [world.person("D").await, world.person("E").await];
    for person in &late {
        follows(person, &anna).await;
        comes(person, HOME, &["ett"]).await;
    }
    says(&anna, json!({"txMessage": "två"})).await;
    for person in early.iter().chain(&late) {
        comes(person, HOME, &["två", "ett"]).await;
    }
    let own = says(&late[0], json!({"txMessage": "eget"})).await;
    says(&anna, json!({"txMessage": "tre"})).await;
    comes(&late[0], HOME, &["tre", "eget", "två", "ett"]).await;
    late[0].delete(&at(&own, "")).await.is(204);
    let newest = world.person("F").await;
    follows(&newest, &anna).await;
    comes(&newest, HOME, &["tre", "två", "ett"]).await;
    late[0].delete(&format!("/api/v1/contacts/follow/{}", anna.id)).await.is(204);
    comes(&late[0], HOME, &[]).await;
}
