//! `/api/v1/entities` and `/api/public/entities`: creating, reading, changing, transferring, following.

use actors::accounts::names;

use crate::harness::{Answer, Org, Person, Value, World, each, json};

fn new(name: &str) -> Value {
    json!({"entityName": name, "entityType": "sports-club"})
}

#[actix_web::test]
async fn organisation_starts_with_owner_workspace_and_channel() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let entity = anna.post("/api/v1/entities", new("  Hörnebo Åk & IF ")).await.is(201);
    assert_eq!(entity["entityName"], "Hörnebo Åk & IF");
    assert_eq!(entity["entitySlug"], "hornebo-ak-if");
    assert_eq!(entity["entityType"], "sports-club");
    assert_eq!(entity["membershipMode"], "MODERATED");
    assert_eq!(entity["txRelationType"], "OWNER");

    let workspaces = anna.get("/api/v1/chat/workspaces").await.data();
    assert_eq!(workspaces.as_array().unwrap().len(), 1);
    assert_eq!(workspaces[0]["workspaceName"], "Hörnebo Åk & IF");
    assert_eq!(workspaces[0]["entitySlug"], "hornebo-ak-if");
    assert_eq!(workspaces[0]["role"], "OWNER");
    let path = format!("/api/v1/chat/workspaces/{}/channels", workspaces[0]["workspaceId"]);
    let channels = anna.get(&path).await.data();
    assert_eq!(each(&channels, "name"), ["allmänt"]);
    assert_eq!((&channels[0]["general"], &channels[0]["channelType"]), (&json!(true), &json!("PUBLIC")));
    assert_eq!(channels[0]["createdBy"], anna.id);
}

#[actix_web::test]
async fn addresses_are_unique_and_not_reserved() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for slug in ["hornebo-sk", "hornebo-sk-2", "hornebo-sk-3"] {
        assert_eq!(anna.post("/api/v1/entities", new("Hörnebo SK")).await.is(201)["entitySlug"], slug);
    }
    let slugged = |slug: &str| json!({"entityName": "Något", "entityType": "company", "entitySlug": slug});
    anna.post("/api/v1/entities", slugged("hornebo-sk")).await.refused(409, "SLUG_TAKEN");
    for slug in ["Stor", "å-ä", "-a", "a-", "1234", "med mellanslag", "a/b"] {
        anna.post("/api/v1/entities", slugged(slug)).await.wrong_field("entitySlug", "SLUG");
    }
    for slug in [
        "login",
        "feed",
        "kontakter",
        "konversation",
        "kalender",
        "calendar",
        "messages",
        "api",
        "docs",
        "ws-notify",
    ] {
        anna.post("/api/v1/entities", slugged(slug)).await.wrong_field("entitySlug", "SLUG");
    }
    // A reserved word as a name yields another slug.
    assert_eq!(anna.post("/api/v1/entities", new("Kalender")).await.is(201)["entitySlug"], "kalender-1");
    for word in names::RESERVED {
        let answer = anna.post("/api/v1/entities", slugged(word)).await;
        assert_eq!(answer.status, 422, "{word}: {}", answer.text());
    }
    let mine = anna.get("/api/v1/me/entities").await.is(200);
    assert_eq!(mine["content"].as_array().unwrap().len(), 4, "what was refused left nothing behind");
}

#[actix_web::test]
async fn invalid_organisations_are_refused() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let before = world.dump().await;
    for (field, value, code) in [
        ("entityName", json!("x"), "LENGTH"),
        ("entityName", json!(" x "), "LENGTH"),
        ("entityName", json!("x".repeat(101)), "LENGTH"),
        ("entityName", json!("två\u{7}ljud"), "CHARACTERS"),
        ("entityType", json!("circus"), "TYPE"),
        ("membershipMode", json!("CLOSED"), "TYPE"),
        ("entitySlug", json!("a"), "LENGTH"),
    ] {
        let mut body = new("En förening");
        body[field] = value;
        anna.post("/api/v1/entities", body).await.wrong_field(field, code);
    }
    anna.post("/api/v1/entities", json!({"entityName": "Utan sort"}))
        .await
        .wrong_field("entityType", "REQUIRED");
    World::assert_same(&before, &world.dump().await);
}

#[actix_web::test]
async fn organisation_is_public_with_the_callers_rights() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let path = format!("/api/public/entities/{}", org.slug);
    let seen = world.anyone("GET", &path).send().await.is(200);
    assert_eq!(seen["idEntity"], org.id);
    assert_eq!((&seen["txRelationType"], &seen["abilities"]), (&Value::Null, &json!([])));
    // An expired session does not block public content.
    assert_eq!(world.anyone("GET", &path).bearer("x").send().await.is(200), seen);
    for (relation, abilities) in [
        (
            "ADMINISTRATOR",
            json!(["EDIT", "MANAGE_RELATIONS", "DECIDE_APPLICATIONS", "LEAVE", "SEE_RELATIONS"]),
        ),
        ("MEMBER", json!(["LEAVE", "SEE_RELATIONS"])),
        ("FOLLOWER", json!(["APPLY", "UNFOLLOW"])),
        ("CUSTOMER", json!(["APPLY"])),
    ] {
        let person = org.with(relation).await;
        let seen = person.get(&path).await.is(200);
        assert_eq!((&seen["txRelationType"], &seen["abilities"]), (&json!(relation), &abilities));
    }
    let stranger = world.person("Främling").await;
    assert_eq!(stranger.get(&path).await.is(200)["abilities"], json!(["APPLY", "FOLLOW"]));
    let name = org.owner.name.clone();
    for slug in ["finns-inte", name.as_str(), "%00", "..%2f..", "Orkestern"] {
        world.anyone("GET", &format!("/api/public/entities/{slug}")).send().await.refused(404, "NOT_FOUND");
    }
}

#[actix_web::test]
async fn organisation_is_changed_by_owner_and_administrators() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    for (relation, status) in [
        ("ADMINISTRATOR", 200),
        ("PRESIDENT", 403),
        ("MODERATOR", 403),
        ("MANAGER", 403),
        ("MEMBER", 403),
        ("FOLLOWER", 403),
        ("CUSTOMER", 403),
    ] {
        let person = org.with(relation).await;
        let answer = person.patch(&org.at(""), json!({"entityName": relation})).await;
        assert_eq!(answer.status, status, "{relation}: {}", answer.text());
    }
    world
        .person("Främling")
        .await
        .patch(&org.at(""), json!({"entityName": "x2"}))
        .await
        .refused(403, "ROLE_TOO_LOW");
    let seen = org.owner.patch(&org.at(""), json!({})).await.is(200);
    assert_eq!(seen["entityName"], "ADMINISTRATOR");
    let change =
        json!({"entityType": "school", "membershipMode": "OPEN", "entitySlug": "annan", "idEntity": 5});
    let seen = org.owner.patch(&org.at(""), change).await.is(200);
    assert_eq!((&seen["entityType"], &seen["membershipMode"]), (&json!("school"), &json!("OPEN")));
    assert_eq!((&seen["entitySlug"], &seen["idEntity"]), (&json!(org.slug), &json!(org.id)), "these stay");
    org.owner.patch(&org.at(""), json!({"entityName": " "})).await.refused(422, "INVALID");
}

#[actix_web::test]
async fn ownership_is_transferred_to_a_member() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let (admin, member) = (org.with("ADMINISTRATOR").await, org.with("MEMBER").await);
    let (follower, stranger) = (org.with("FOLLOWER").await, world.person("Främling").await);
    let path = org.at("/transfer");
    let to = |id: i64| json!({"userId": id});
    for person in [&admin, &member, &follower, &stranger] {
        person.post(&path, to(person.id)).await.refused(403, "ONLY_OWNER");
    }
    for target in [follower.id, stranger.id, org.owner.id, 1] {
        org.owner.post(&path, to(target)).await.wrong_field("userId", "NOT_A_MEMBER");
    }
    org.owner.post(&path, to(member.id)).await.is(204);
    assert_eq!(relation_of(&org, &member).await, "MEMBER", "not before they say yes");
    assert_eq!(relation_of(&org, &org.owner).await, "OWNER");
    accepts(&org, &member).await.is(200);
    org.owner.post(&path, to(admin.id)).await.refused(403, "ONLY_OWNER");
    let relations = member.get(&org.at("/relations")).await.is(200)["content"].take();
    let owners: Vec<_> =
        relations.as_array().unwrap().iter().filter(|r| r["txRelationType"] == "OWNER").collect();
    assert_eq!((owners.len(), &owners[0]["userId"]), (1, &json!(member.id)));
    assert_eq!(relation_of(&org, &org.owner).await, "ADMINISTRATOR");
}

async fn relation_of(org: &Org, person: &Person) -> Value {
    person.get(&format!("/api/public/entities/{}", org.slug)).await.is(200)["txRelationType"].take()
}

async fn accepts(org: &Org, person: &Person) -> Answer {
    person.call("POST", &format!("/api/v1/me/invitations/{}/accept", org.id)).send().await
}

#[actix_web::test]
async fn concurrent_transfers_leave_one_owner() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let (a, b) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let path = org.at("/transfer");
    for person in [&a, &b] {
        org.owner.post(&path, json!({"userId": person.id})).await.is(204);
    }
    let (first, second) = futures_util::join!(accepts(&org, &a), accepts(&org, &b));
    assert_eq!([first.status, second.status].iter().filter(|status| **status == 200).count(), 1);
    let relations = a.get(&org.at("/relations")).await.is(200)["content"].take();
    let owners = relations.as_array().unwrap().iter().filter(|r| r["txRelationType"] == "OWNER").count();
    assert_eq!(owners, 1, "{relations}");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn organisation_is_followed_and_unfollowed() {
    let world = World::new().await;
    let org = world.org("Orkestern").await;
    let (anna, member) = (world.person("Anna").await, org.with("MEMBER").await);
    let follow = org.at("/follow");
    let relation = async |person: &crate::harness::Person| {
        person.get(&format!("/api/public/entities/{}", org.slug)).await.is(200)["txRelationType"].take()
    };
    for _ in 0..2 {
        anna.call("POST", &follow).send().await.is(204);
        assert_eq!(relation(&anna).await, "FOLLOWER");
    }
    for _ in 0..2 {
        anna.delete(&follow).await.is(204);
        assert_eq!(relation(&anna).await, Value::Null);
    }
    // A member who follows stays a member.
    member.call("POST", &follow).send().await.is(204);
    member.delete(&follow).await.is(204);
    assert_eq!(relation(&member).await, "MEMBER");
    org.owner.delete(&follow).await.is(204);
    assert_eq!(relation(&org.owner).await, "OWNER");
    anna.call("POST", "/api/v1/entities/1/follow").send().await.refused(404, "NOT_FOUND");
}
