//! `/api/v1/entities/{id}/applications`: applying, and deciding once.

use crate::harness::{Org, Person, Value, World, each, json};

async fn mode(org: &Org, mode: &str) {
    org.owner.patch(&org.at(""), json!({"membershipMode": mode})).await.is(200);
}

async fn standing(org: &Org, person: &Person) -> (Value, Value) {
    let mut seen = person.get(&format!("/api/public/entities/{}", org.slug)).await.is(200);
    (seen["txRelationType"].take(), seen["myApplication"].take())
}

#[actix_web::test]
async fn open_organisation_admits_at_once() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    mode(&org, "OPEN").await;
    let (anna, follower) = (world.person("Anna").await, org.with("FOLLOWER").await);
    for person in [&anna, &follower] {
        let application = person.post(&org.at("/applications"), json!({})).await.is(201);
        assert_eq!((&application["state"], &application["userId"]), (&json!("ACTIVE"), &json!(person.id)));
        assert_eq!(standing(&org, person).await, (json!("MEMBER"), json!("ACTIVE")));
        person.says(org.general, "hej alla").await;
        person.post(&org.at("/applications"), json!({})).await.refused(409, "ALREADY_MEMBER");
    }
    // Left, and back again.
    anna.delete(&org.at(&format!("/relations/{}", anna.id))).await.is(204);
    assert_eq!(standing(&org, &anna).await, (Value::Null, json!("LEFT")));
    anna.post(&org.at("/applications"), json!({})).await.is(201);
    assert_eq!(standing(&org, &anna).await, (json!("MEMBER"), json!("ACTIVE")));
}

#[actix_web::test]
async fn invitation_only_organisation_accepts_no_application() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    mode(&org, "INVITE_ONLY").await;
    let anna = world.person("Anna").await;
    let before = world.dump().await;
    anna.post(&org.at("/applications"), json!({"message": "snälla"})).await.refused(403, "INVITE_ONLY");
    World::assert_same(&before, &world.dump().await);
}

#[actix_web::test]
async fn application_is_decided_once() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let admin = org.with("ADMINISTRATOR").await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let application =
        anna.post(&org.at("/applications"), json!({"message": " Jag spelar oboe. "})).await.is(201);
    assert_eq!(
        (&application["state"], &application["message"]),
        (&json!("PENDING"), &json!("Jag spelar oboe."))
    );
    assert_eq!(application["decided"], Value::Null);
    bo.post(&org.at("/applications"), json!({})).await.is(201);
    anna.post(&org.at("/applications"), json!({})).await.refused(409, "ALREADY_APPLIED");
    anna.get(&format!("/api/v1/chat/channels/{}", org.general)).await.refused(403, "ACCESS_DENIED");
    for person in [&org.owner, &admin] {
        assert_eq!(each(&person.bell(2).await, "type"), ["APPLICATION_RECEIVED"; 2]);
    }

    let waiting = admin.get(&org.at("/applications")).await.is(200)["content"].take();
    assert_eq!(each(&waiting, "userId"), [&json!(anna.id), &json!(bo.id)], "oldest first");
    let decide = |what: &str, who: &Person| org.at(&format!("/applications/{}/{what}", who.id));
    for person in
        [org.with("PRESIDENT").await, org.with("MEMBER").await, org.with("FOLLOWER").await, anna.clone()]
    {
        person.get(&org.at("/applications")).await.refused(403, "ROLE_TOO_LOW");
        person.post(&decide("approve", &anna), json!({})).await.refused(403, "ROLE_TOO_LOW");
        person.post(&decide("deny", &bo), json!({})).await.refused(403, "ROLE_TOO_LOW");
    }
    let approved = admin.post(&decide("approve", &anna), json!({})).await.is(200);
    assert_eq!(approved["state"], "ACTIVE");
    assert!(approved["decided"].is_string());
    let denied = org.owner.post(&decide("deny", &bo), json!({})).await.is(200);
    assert_eq!(denied["state"], "DENIED");
    for (what, who) in [("approve", &anna), ("deny", &anna), ("approve", &bo), ("deny", &bo)] {
        org.owner.post(&decide(what, who), json!({})).await.refused(409, "ALREADY_DECIDED");
    }
    assert_eq!(standing(&org, &anna).await, (json!("MEMBER"), json!("ACTIVE")));
    assert_eq!(standing(&org, &bo).await, (Value::Null, json!("DENIED")));
    assert_eq!(each(&anna.bell(1).await, "type"), ["APPLICATION_APPROVED"]);
    assert_eq!(each(&bo.bell(1).await, "type"), ["APPLICATION_DENIED"]);
    assert_eq!(admin.get(&org.at("/applications")).await.is(200)["content"], json!([]));
    // A rejected person may apply again.
    bo.post(&org.at("/applications"), json!({})).await.is(201);
    assert_eq!(standing(&org, &bo).await.1, "PENDING");
}

#[actix_web::test]
async fn concurrent_decisions_apply_once() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let admin = org.with("ADMINISTRATOR").await;
    let anna = world.person("Anna").await;
    anna.post(&org.at("/applications"), json!({})).await.is(201);
    let path = |what: &str| org.at(&format!("/applications/{}/{what}", anna.id));
    let (yes, no) = (path("approve"), path("deny"));
    let (a, b) = futures_util::join!(org.owner.post(&yes, json!({})), admin.post(&no, json!({})));
    let mut statuses = [a.status, b.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "{} {}", a.text(), b.text());
    let (relation, state) = standing(&org, &anna).await;
    let approved = a.status == 200;
    assert_eq!(relation, if approved { json!("MEMBER") } else { Value::Null });
    assert_eq!(state, if approved { "ACTIVE" } else { "DENIED" });
}

#[actix_web::test]
async fn ban_is_permanent_and_not_announced() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let anna = world.person("Anna").await;
    anna.post(&org.at("/applications"), json!({})).await.is(201);
    let path = org.at(&format!("/applications/{}/deny", anna.id));
    assert_eq!(org.owner.post(&path, json!({"ban": true})).await.is(200)["state"], "BANNED");
    anna.post(&org.at("/applications"), json!({})).await.refused(403, "BANNED");
    mode(&org, "OPEN").await;
    anna.post(&org.at("/applications"), json!({})).await.refused(403, "BANNED");
    assert_eq!(standing(&org, &anna).await.0, Value::Null);
    assert_eq!(anna.get("/api/v1/notifications").await.is(200)["content"], json!([]));
}

#[actix_web::test]
async fn application_is_withdrawn_before_a_decision() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let anna = world.person("Anna").await;
    anna.delete(&org.at("/applications")).await.refused(404, "NOT_FOUND");
    anna.post(&org.at("/applications"), json!({})).await.is(201);
    anna.delete(&org.at("/applications")).await.is(204);
    anna.delete(&org.at("/applications")).await.refused(404, "NOT_FOUND");
    let path = org.at(&format!("/applications/{}/approve", anna.id));
    org.owner.post(&path, json!({})).await.refused(409, "ALREADY_DECIDED");
    assert_eq!(standing(&org, &anna).await, (Value::Null, json!("LEFT")));
    anna.post(&org.at("/applications"), json!({})).await.is(201);
    org.owner.post(&path, json!({})).await.is(200);
    anna.delete(&org.at("/applications")).await.refused(404, "NOT_FOUND");
    let long = json!({"message": "x".repeat(501)});
    world.person("Bo").await.post(&org.at("/applications"), long).await.wrong_field("message", "LENGTH");
}
