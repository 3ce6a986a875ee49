//! `/api/v1/me/invitations`: nobody becomes a member or owner without consent; banned people stay out.

use actors::accounts::erasure::{PATIENCE, erase_due};
use actors::platform::time::now;
use storage::UserId;

use crate::harness::{Answer, Org, Person, Value, World, each, json};

async fn invites(org: &Org, person: &Person, relation: &str) -> Value {
    org.owner
        .put(&org.at(&format!("/relations/{}", person.id)), json!({"txRelationType": relation}))
        .await
        .is(200)
}

async fn answers(org: &Org, person: &Person, answer: &str) -> Answer {
    person.call("POST", &format!("/api/v1/me/invitations/{}/{answer}", org.id)).send().await
}

async fn mine(person: &Person) -> Value {
    person.get("/api/v1/me/invitations").await.is(200)["content"].take()
}

async fn seen(org: &Org, person: &Person) -> Value {
    person.get(&format!("/api/public/entities/{}", org.slug)).await.is(200)
}

#[actix_web::test]
async fn invitation_discloses_nothing_before_the_answer() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let anna = world.person("Hemliga").await;
    let invited = invites(&org, &anna, "TEACHER").await;
    assert_eq!((&invited["state"], &invited["txRelationType"]), (&json!("INVITED"), &json!("TEACHER")));
    for told in [&invited, &org.owner.get(&org.at("/invitations")).await.is(200)] {
        let told = told.to_string();
        assert!(!told.contains("Hemliga") && !told.contains(&anna.name), "a stranger's name: {told}");
    }
    let relations = org.owner.get(&org.at("/relations?q=hemliga")).await.is(200);
    assert_eq!(relations["content"], json!([]));
    let presence = format!("/api/v1/chat/workspaces/{}/presence", org.workspace);
    assert!(!org.owner.get(&presence).await.data().to_string().contains(&anna.id.to_string()));
    org.owner.get(&format!("/api/public/users/{}", anna.name)).await.refused(404, "NOT_FOUND");

    anna.get(&format!("/api/v1/chat/channels/{}", org.general)).await.refused(403, "ACCESS_DENIED");
    anna.get(&org.at("/relations")).await.refused(403, "ACCESS_DENIED");
    assert_eq!(anna.get("/api/v1/me/entities").await.is(200)["content"], json!([]));
    assert_eq!(anna.get("/api/v1/chat/workspaces").await.data(), json!([]));
    let about = seen(&org, &anna).await;
    assert_eq!((&about["txRelationType"], &about["myApplication"]), (&Value::Null, &json!("INVITED")));

    let waiting = mine(&anna).await;
    assert_eq!(each(&waiting, "idEntity"), [&json!(org.id)]);
    assert_eq!(
        (&waiting[0]["kind"], &waiting[0]["txRelationType"]),
        (&json!("MEMBERSHIP"), &json!("TEACHER"))
    );
    assert_eq!(waiting[0]["entityName"], "Orkestern");
    assert_eq!(each(&anna.bell(1).await, "type"), ["INVITATION_RECEIVED"]);
    let mail = world.mails(&anna.email, 1).await.pop().unwrap();
    assert!(mail.contains("Orkestern") && mail.contains("/notifications"), "{mail}");

    answers(&org, &anna, "accept").await.is(200);
    assert_eq!(seen(&org, &anna).await["txRelationType"], "TEACHER");
    anna.says(org.general, "nu är jag med").await;
    assert_eq!(mine(&anna).await, json!([]));
    assert_eq!(each(&org.owner.bell(1).await, "type"), ["INVITATION_ACCEPTED"]);
    answers(&org, &anna, "accept").await.refused(404, "NOT_FOUND");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn findable_invitee_is_named_and_nothing_else() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let anna = world.person("Anna").await;
    anna.patch("/api/v1/me", json!({"findable": true})).await.is(200);
    let invited = invites(&org, &anna, "MEMBER").await;
    assert!(invited["displayName"].as_str().unwrap().starts_with("Anna "), "{invited}");
    assert_eq!(invited["profileImage"], Value::Null);
    let sent = org.owner.get(&org.at("/invitations")).await.is(200)["content"].take();
    assert!(sent[0]["displayName"].as_str().unwrap().starts_with("Anna "), "{sent}");
    for person in [org.with("MEMBER").await, org.with("FOLLOWER").await, world.person("Främling").await] {
        person.get(&org.at("/invitations")).await.refused(403, "ROLE_TOO_LOW");
    }
}

#[actix_web::test]
async fn invitation_is_declined_withdrawn_or_repeated() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let anna = world.person("Anna").await;
    answers(&org, &anna, "accept").await.refused(404, "NOT_FOUND");
    invites(&org, &anna, "MEMBER").await;
    answers(&org, &anna, "decline").await.is(204);
    answers(&org, &anna, "decline").await.refused(404, "NOT_FOUND");
    answers(&org, &anna, "accept").await.refused(404, "NOT_FOUND");
    assert_eq!(
        org.owner.get("/api/v1/notifications").await.is(200)["content"],
        json!([]),
        "a no is not told on"
    );

    invites(&org, &anna, "MEMBER").await;
    org.owner.delete(&org.at(&format!("/relations/{}", anna.id))).await.is(204);
    answers(&org, &anna, "accept").await.refused(404, "NOT_FOUND");
    assert_eq!(seen(&org, &anna).await["txRelationType"], Value::Null);

    // The latest invitation counts, and inviting again does not notify again.
    invites(&org, &anna, "MEMBER").await;
    invites(&org, &anna, "MODERATOR").await;
    // Notifications of answered or withdrawn invitations are removed.
    anna.bell(1).await;
    world.mails(&anna.email, 3).await;
    assert_eq!(answers(&org, &anna, "accept").await.is(200)["txRelationType"], "MODERATOR");
}

#[actix_web::test]
async fn follower_is_invited_before_becoming_member() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let follower = org.with("FOLLOWER").await;
    assert_eq!(invites(&org, &follower, "MEMBER").await["state"], "INVITED");
    assert_eq!(seen(&org, &follower).await["txRelationType"], "FOLLOWER");
    answers(&org, &follower, "accept").await.is(200);
    assert_eq!(seen(&org, &follower).await["txRelationType"], "MEMBER");
    let admin = org.with("ADMINISTRATOR").await;
    assert_eq!(invites(&org, &admin, "MEMBER").await["state"], "ACTIVE", "who belongs is changed at once");
}

#[actix_web::test]
async fn ownership_offer_is_answered_like_an_invitation() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    org.owner.post(&org.at("/transfer"), json!({"userId": anna.id})).await.is(204);
    let offer = mine(&anna).await;
    assert_eq!((&offer[0]["kind"], &offer[0]["txRelationType"]), (&json!("OWNERSHIP"), &json!("OWNER")));
    let week = |at: &Value| at.as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
    let stands = week(&offer[0]["expires"]).duration_since(week(&offer[0]["created"]));
    assert_eq!(stands.as_hours(), 7 * 24);
    assert_eq!(each(&anna.bell(1).await, "type"), ["OWNERSHIP_OFFERED"]);
    answers(&org, &anna, "decline").await.is(204);
    assert_eq!(seen(&org, &org.owner).await["txRelationType"], "OWNER");

    // A person who has left cannot become the owner, and an offer by a former owner is void.
    org.owner.post(&org.at("/transfer"), json!({"userId": bo.id})).await.is(204);
    org.owner.post(&org.at("/transfer"), json!({"userId": anna.id})).await.is(204);
    anna.delete(&org.at(&format!("/relations/{}", anna.id))).await.is(204);
    answers(&org, &anna, "accept").await.refused(404, "NOT_FOUND");
    answers(&org, &bo, "accept").await.is(200);
    assert_eq!(seen(&org, &bo).await["txRelationType"], "OWNER");
    assert_eq!(seen(&org, &org.owner).await["txRelationType"], "ADMINISTRATOR");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn banned_person_stays_out() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    org.owner.patch(&org.at(""), json!({"membershipMode": "OPEN"})).await.is(200);
    for relation in ["MEMBER", "FOLLOWER", "ADMINISTRATOR"] {
        let person = org.with(relation).await;
        let path = org.at(&format!("/bans/{}", person.id));
        for other in [org.with("MEMBER").await, org.with("MODERATOR").await, world.person("Främling").await]
        {
            other.call("PUT", &path).send().await.refused(403, "ROLE_TOO_LOW");
        }
        org.owner.call("PUT", &path).send().await.is(204);
        let about = seen(&org, &person).await;
        assert_eq!((&about["txRelationType"], &about["myApplication"]), (&Value::Null, &json!("BANNED")));
        assert_eq!(about["abilities"], json!([]));
        person.call("POST", &org.at("/follow")).send().await.refused(403, "BANNED");
        person.post(&org.at("/applications"), json!({})).await.refused(403, "BANNED");
        person.sends(org.general, json!({"content": "hej"})).await.refused(403, "ACCESS_DENIED");
        let again = org.at(&format!("/relations/{}", person.id));
        org.owner.put(&again, json!({"txRelationType": "MEMBER"})).await.refused(409, "BANNED");
        assert_eq!(seen(&org, &person).await["txRelationType"], Value::Null, "{relation}");
        org.owner.call("PUT", &path).send().await.refused(409, "ALREADY_DECIDED");
        let bans = org.owner.get(&org.at("/bans")).await.is(200)["content"].take();
        assert_eq!(bans[0]["userId"], person.id);

        org.owner.call("DELETE", &path).send().await.is(204);
        org.owner.call("DELETE", &path).send().await.refused(404, "NOT_FOUND");
        assert_eq!(seen(&org, &person).await["txRelationType"], Value::Null, "lifted is not let in");
        person.call("POST", &org.at("/follow")).send().await.is(204);
    }
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn banning_follows_roles() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let (admin, other) = (org.with("ADMINISTRATOR").await, org.with("ADMINISTRATOR").await);
    let stranger = world.person("Främling").await;
    let bar = |by: &Person, whom: &Person| by.call("PUT", &org.at(&format!("/bans/{}", whom.id))).send();
    bar(&admin, &org.owner).await.refused(409, "OWNER_STAYS");
    bar(&admin, &other).await.refused(403, "ONLY_OWNER");
    bar(&admin, &admin).await.wrong_field("userId", "SELF");
    bar(&org.owner, &stranger).await.refused(404, "NOT_FOUND");
    // A member who was admitted by an application can be banned by the same path.
    stranger.post(&org.at("/applications"), json!({})).await.is(201);
    let path = |what: &str| org.at(&format!("/applications/{}/{what}", stranger.id));
    admin.post(&path("approve"), json!({})).await.is(200);
    assert_eq!(admin.post(&path("deny"), json!({"ban": true})).await.is(200)["state"], "BANNED");
    assert_eq!(seen(&org, &stranger).await["txRelationType"], Value::Null);
}

#[actix_web::test]
async fn invitations_of_erased_people_are_withdrawn() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let boss = org.with("ADMINISTRATOR").await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    for (by, whom) in [(&boss, &anna), (&org.owner, &bo)] {
        let path = org.at(&format!("/relations/{}", whom.id));
        by.put(&path, json!({"txRelationType": "MEMBER"})).await.is(200);
    }
    for person in [&anna, &bo] {
        assert_eq!(each(&person.bell(1).await, "type"), ["INVITATION_RECEIVED"]);
    }
    boss.delete("/api/v1/me").await.is(200);
    assert!(erase_due(&world.platform, UserId(boss.id), now() + PATIENCE + 60_000).await.unwrap());
    assert_eq!(mine(&anna).await, json!([]));
    crate::harness::until(async || {
        let bell = anna.get("/api/v1/notifications").await.is(200)["content"].take();
        (bell == json!([])).then_some(())
    })
    .await;
    // Other people's invitations remain.
    assert_eq!(each(&mine(&bo).await, "idEntity"), [&json!(org.id)]);
    assert_eq!(each(&bo.bell(1).await, "type"), ["INVITATION_RECEIVED"]);
}
