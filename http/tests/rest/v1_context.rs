//! `/api/v1/context`: an organisation or person by slug or id.

use crate::harness::{Answer, World, json};

#[track_caller]
fn absent(answer: Answer, detail: &str) {
    assert_eq!(answer.refused(404, "NOT_FOUND")["detail"], detail);
}

#[actix_web::test]
async fn organisation_context_is_for_signed_in_people() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let by_slug = format!("/api/v1/context/slug/{}", org.slug);
    let by_id = format!("/api/v1/context/organization/{}", org.id);
    let owners = org.owner.get(&by_slug).await.is(200);
    for (field, value) in [
        ("type", json!("organization")),
        ("id", json!(org.id)),
        ("name", json!("Skolan")),
        ("slug", json!(org.slug)),
        ("imageId", json!(null)),
        ("txRelationType", json!("OWNER")),
        ("canAct", json!(true)),
    ] {
        assert_eq!(owners[field], value, "{field}");
    }
    assert_eq!(org.owner.get(&by_id).await.is(200), owners);
    let stranger = world.person("Främling").await;
    let seen = stranger.get(&by_id).await.is(200);
    assert_eq!((&seen["txRelationType"], &seen["canAct"]), (&json!(null), &json!(false)));
    for (relation, may) in [("EMPLOYEE", true), ("TENANT", true), ("FOLLOWER", false), ("TEACHER", false)] {
        let person = org.with(relation).await;
        assert_eq!(person.get(&by_slug).await.is(200)["canAct"], may, "{relation}");
    }
}

#[actix_web::test]
async fn person_context_requires_visibility() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("TEACHER").await, org.with("MEMBER").await);
    let (stranger, follower) = (world.person("Främling").await, org.with("FOLLOWER").await);
    let by_slug = format!("/api/v1/context/slug/{}", anna.name);
    let by_id = format!("/api/v1/context/user/{}", anna.id);
    for person in [&anna, &bo] {
        let seen = person.get(&by_id).await.is(200);
        assert_eq!((&seen["type"], &seen["slug"]), (&json!("user"), &json!(anna.name)));
        assert_eq!(seen["canAct"], person.id == anna.id);
        assert_eq!(person.get(&by_slug).await.is(200), seen);
    }
    for person in [&stranger, &follower] {
        absent(person.get(&by_id).await, "User not found");
        absent(person.get(&by_slug).await, "Entity not found");
    }
    anna.patch("/api/v1/me", json!({"findable": true})).await.is(200);
    stranger.get(&by_id).await.is(200);
    follower.get(&by_slug).await.is(200);
}

#[actix_web::test]
async fn missing_context_is_not_found() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    absent(anna.get("/api/v1/context/slug/ingen-alls").await, "Entity not found");
    absent(anna.get("/api/v1/context/organization/7").await, "Entity not found");
    absent(anna.get("/api/v1/context/user/7").await, "User not found");
    absent(anna.get("/api/v1/context/planet/7").await, "Context not found");
    world.anyone("GET", "/api/v1/context/user/7").send().await.refused(401, "UNAUTHENTICATED");
}
