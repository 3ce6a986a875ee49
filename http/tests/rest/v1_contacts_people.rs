//! `/api/v1/contacts/card` and `/suggestions`: contact cards and suggestions.

use crate::harness::{Person, Value, World, each, json};
use crate::v1_contacts_requests::befriend;

async fn card(person: &Person, other: &Person) -> Value {
    person.get(&format!("/api/v1/contacts/card/{}", other.id)).await.is(200)
}

/// Suggested people and their numbers of mutual contacts.
async fn suggested(person: &Person) -> Vec<(Value, Value)> {
    let found = person.get("/api/v1/contacts/suggestions?limit=50").await.is(200)["content"].take();
    let found = found.as_array().unwrap().iter();
    found.map(|one| (one["user"]["id"].clone(), one["reasons"]["mutualContacts"].clone())).collect()
}

#[actix_web::test]
async fn card_shows_common_organisations_and_contacts() {
    let world = World::new().await;
    let (school, club) = (world.org("Skolan").await, world.org("Klubben").await);
    let (anna, bo, cia) =
        (school.with("MEMBER").await, school.with("TEACHER").await, school.with("MEMBER").await);
    club.relate(&anna, "MEMBER").await;
    club.relate(&bo, "MEMBER").await;
    // A follower is no member of the organisation.
    club.relate(&cia, "FOLLOWER").await;
    let it = card(&anna, &bo).await;
    assert_eq!((&it["user"]["id"], &it["user"]["slug"]), (&json!(bo.id), &json!(bo.name)));
    assert_eq!(each(&it["entities"], "displayName"), [&json!("Klubben"), &json!("Skolan")]);
    assert_eq!(it["entities"][0]["slugName"], club.slug.as_str());
    assert_eq!(
        (&it["mutualContacts"], &it["online"], &it["mayMessage"]),
        (&json!(0), &json!(false), &json!(true))
    );
    assert_eq!((&it["status"]["status"], &it["status"]["canRequest"]), (&json!("none"), &json!(true)));
    assert_eq!(each(&card(&anna, &cia).await["entities"], "id"), [&json!(school.id)]);
    befriend(&anna, &cia).await;
    befriend(&bo, &cia).await;
    assert_eq!(card(&anna, &bo).await["mutualContacts"], 1);
    bo.patch("/api/v1/me", json!({"whoMayMessage": "CONTACTS"})).await.is(200);
    assert_eq!(card(&anna, &bo).await["mayMessage"], false);
    assert_eq!(card(&cia, &bo).await["mayMessage"], true);
    assert_eq!(card(&anna, &anna).await["status"]["status"], "self");
    // These two have nothing in common; one is merely findable.
    let stranger = world.person("Främling").await;
    anna.get(&format!("/api/v1/contacts/card/{}", stranger.id)).await.refused(404, "NOT_FOUND");
    stranger.patch("/api/v1/me", json!({"findable": true})).await.is(200);
    let it = card(&anna, &stranger).await;
    assert_eq!(
        (&it["entities"], &it["online"], &it["mayMessage"]),
        (&json!([]), &Value::Null, &json!(false))
    );
}

#[actix_web::test]
async fn suggestions_come_from_organisations_and_contacts() {
    let world = World::new().await;
    let (school, club) = (world.org("Skolan").await, world.org("Klubben").await);
    let (anna, bo) = (school.with("MEMBER").await, school.with("MEMBER").await);
    let (friend, theirs) = (club.with("MEMBER").await, club.with("MEMBER").await);
    let stranger = world.person("Främling").await;
    friend.patch("/api/v1/me", json!({"findable": true})).await.is(200);
    befriend(&anna, &friend).await;
    befriend(&friend, &theirs).await;
    befriend(&stranger, &friend).await;
    let ids = async || {
        let mut ids: Vec<i64> = suggested(&anna).await.iter().map(|(id, _)| id.as_i64().unwrap()).collect();
        ids.sort_unstable();
        ids
    };
    // People with mutual contacts first; neither oneself nor contacts.
    let all = suggested(&anna).await;
    assert_eq!(
        all.iter().map(|(_, mutual)| mutual.clone()).collect::<Vec<_>>(),
        [1, 1, 0, 0].map(Value::from)
    );
    let mut expected = vec![bo.id, school.owner.id, theirs.id, stranger.id];
    expected.sort_unstable();
    assert_eq!(ids().await, expected);
    let found = anna.get("/api/v1/contacts/suggestions?limit=1").await.is(200)["content"].take();
    assert_eq!(found.as_array().map(Vec::len), Some(1));
    // Suggested people can be sent a request.
    anna.post("/api/v1/contacts/requests", json!({"toUserId": theirs.id})).await.is(201);
    expected.retain(|id| *id != theirs.id);
    assert_eq!(ids().await, expected, "asked already");
    // Only people who allow it.
    stranger.patch("/api/v1/me", json!({"discoverable": false})).await.is(200);
    expected.retain(|id| *id != stranger.id);
    assert_eq!(ids().await, expected);
    anna.post("/api/v1/contacts/requests", json!({"toUserId": stranger.id})).await.refused(404, "NOT_FOUND");
    // Never somebody who rejected a request.
    let asked = anna.post("/api/v1/contacts/requests", json!({"toUserId": bo.id})).await.is(201);
    let reject = format!("/api/v1/contacts/requests/{}/reject", asked["requestId"]);
    bo.call("POST", &reject).send().await.is(200);
    expected.retain(|id| *id != bo.id);
    assert_eq!(ids().await, expected);
    assert!(!suggested(&bo).await.iter().any(|(id, _)| *id == anna.id));
    // Dismissals are permanent.
    anna.delete(&format!("/api/v1/contacts/suggestions/{}", school.owner.id)).await.is(204);
    assert_eq!(ids().await, Vec::<i64>::new());
    anna.delete("/api/v1/contacts/suggestions/7").await.refused(404, "NOT_FOUND");
}
