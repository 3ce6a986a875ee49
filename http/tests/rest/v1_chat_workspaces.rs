//! `/api/v1/chat/workspaces`

use crate::harness::{World, each, json};

#[actix_web::test]
async fn workspaces_are_created_and_renamed_by_managers() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    // Relation; may create one, may rename one.
    for (relation, makes, renames) in [
        ("ADMINISTRATOR", 201, 200),
        ("PRESIDENT", 403, 200),
        ("MODERATOR", 403, 403),
        ("MEMBER", 403, 403),
        ("FOLLOWER", 403, 403),
        ("CUSTOMER", 403, 403),
    ] {
        let person = org.with(relation).await;
        let new = json!({"entityId": org.id, "workspaceName": format!("{relation}s yta")});
        let answer = person.post("/api/v1/chat/workspaces", new).await;
        assert_eq!(answer.status, makes, "{relation}: {}", answer.text());
        let path = format!("/api/v1/chat/workspaces/{}", org.workspace);
        let answer = person.put(&path, json!({"workspaceName": relation})).await;
        assert_eq!(answer.status, renames, "{relation}: {}", answer.text());
    }
    let names = org.owner.get("/api/v1/chat/workspaces").await.data();
    assert_eq!(each(&names, "workspaceName"), ["ADMINISTRATORs yta", "PRESIDENT"], "by name");
    let new = json!({"entityId": org.id, "workspaceName": " Läraryta "});
    let made = org.owner.post("/api/v1/chat/workspaces", new).await.data();
    assert_eq!((&made["workspaceName"], &made["role"]), (&json!("Läraryta"), &json!("OWNER")));
    let channels = format!("/api/v1/chat/workspaces/{}/channels", made["workspaceId"]);
    let channels = org.owner.get(&channels).await.data();
    assert_eq!(each(&channels, "name"), ["allmänt"], "a second workspace begins alike");
}

#[actix_web::test]
async fn invalid_workspace_names_are_refused() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let path = format!("/api/v1/chat/workspaces/{}", org.workspace);
    for name in ["", "   ", &"x".repeat(81)] {
        let body = json!({"entityId": org.id, "workspaceName": name});
        org.owner.post("/api/v1/chat/workspaces", body.clone()).await.wrong_field("workspaceName", "LENGTH");
        org.owner.put(&path, body).await.wrong_field("workspaceName", "LENGTH");
    }
    let body = json!({"entityId": 1, "workspaceName": "Ingens"});
    org.owner.post("/api/v1/chat/workspaces", body).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn channels_are_made_by_role() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let settings = json!({"allowFollowers": true, "visibleToGuests": true});
    org.owner.put(&format!("/api/v1/chat/channels/{}", org.general), settings).await.data();
    let path = format!("/api/v1/chat/workspaces/{}/channels", org.workspace);
    for (relation, public, private) in [
        ("ADMINISTRATOR", 201, 201),
        ("PRESIDENT", 201, 201),
        ("MODERATOR", 403, 201),
        ("MEMBER", 403, 201),
        ("PUPIL", 403, 201),
        ("FOLLOWER", 403, 403),
        ("CUSTOMER", 403, 403),
        ("", 403, 403),
    ] {
        let person = if relation.is_empty() { world.person("X").await } else { org.with(relation).await };
        let name = if relation.is_empty() { "ingen".to_owned() } else { relation.to_lowercase() };
        for (kind, status) in [("PUBLIC", public), ("PRIVATE", private)] {
            let new = json!({"name": format!("{name}-{}", kind.to_lowercase()), "channelType": kind});
            let answer = person.post(&path, new).await;
            assert_eq!(answer.status, status, "{relation:?} {kind}: {}", answer.text());
            if status == 201 {
                let made = answer.data();
                assert_eq!(made["createdBy"], person.id);
                let permissions = made["permissions"].as_array().unwrap();
                assert!(permissions.contains(&json!("MANAGE")), "who makes it manages it: {made}");
            }
        }
    }
}

#[actix_web::test]
async fn new_channel_has_defaults_and_rules() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let path = format!("/api/v1/chat/workspaces/{}/channels", org.workspace);
    // Fields that the old client sends along are ignored.
    let new = json!({"name": "åka-skidor_2", "createdBy": 0, "archived": true, "general": true});
    let made = org.owner.post(&path, new).await.data();
    for (field, value) in [
        ("name", json!("åka-skidor_2")),
        ("displayName", json!("åka-skidor_2")),
        ("channelType", json!("PUBLIC")),
        ("idType", json!(114)),
        ("createdBy", json!(org.owner.id)),
        ("workspaceId", json!(org.workspace)),
        ("archived", json!(false)),
        ("general", json!(false)),
        ("readOnly", json!(false)),
        ("allowFollowers", json!(false)),
        ("visibleToGuests", json!(false)),
        ("requireModeration", json!(false)),
        ("autoApproveMembers", json!(true)),
        ("relationTypes", json!([])),
        ("role", json!("OWNER")),
    ] {
        assert_eq!(made[field], value, "{field}");
    }
    let before = world.dump().await;
    for name in ["", "a", "Stor", "två ord", "emoji🙂", "a/b", "punkt.", &"x".repeat(81)] {
        org.owner.post(&path, json!({"name": name})).await.wrong_field("name", "CHANNEL_NAME");
    }
    org.owner.post(&path, json!({})).await.wrong_field("name", "CHANNEL_NAME");
    for (settings, field, code) in [
        (json!({"channelType": "DIRECT"}), "channelType", "CHANNEL_TYPE"),
        (json!({"channelType": "SECRET"}), "channelType", "TYPE"),
        (json!({"relationTypes": ["TEACHER"]}), "relationTypes", "ONLY_PRIVATE"),
        (json!({"channelType": "PRIVATE", "relationTypes": ["KING"]}), "relationTypes[0]", "TYPE"),
        (json!({"displayName": "x".repeat(81)}), "displayName", "LENGTH"),
        (json!({"description": "x".repeat(501)}), "description", "LENGTH"),
        (json!({"topic": "x".repeat(251)}), "topic", "LENGTH"),
        (json!({"readOnly": "ja"}), "readOnly", "TYPE"),
    ] {
        let mut new = settings;
        new["name"] = json!("en-kanal");
        org.owner.post(&path, new).await.wrong_field(field, code);
    }
    for name in ["allmänt", "åka-skidor_2"] {
        org.owner.post(&path, json!({"name": name})).await.refused(409, "CHANNEL_NAME_TAKEN");
    }
    World::assert_same(&before, &world.dump().await);
    // Names are unique within a workspace only.
    world.org("Grannskolan").await.channel("åka-skidor_2", json!({})).await;
}

#[actix_web::test]
async fn channels_by_name_the_general_one_first() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let maker = org.with("MEMBER").await;
    for name in ["zebra", "alfa", "beta"] {
        org.channel(name, json!({})).await;
    }
    org.channel_by(&maker, "dold", json!({"channelType": "PRIVATE"})).await;
    let path = format!("/api/v1/chat/workspaces/{}/channels", org.workspace);
    let seen = org.owner.get(&path).await.data();
    assert_eq!(each(&seen, "name"), ["allmänt", "alfa", "beta", "zebra"]);
    let seen = maker.get(&path).await.data();
    assert_eq!(each(&seen, "name"), ["allmänt", "alfa", "beta", "dold", "zebra"]);
    let zebra = &seen[4]["id"];
    org.owner.post(&format!("/api/v1/chat/channels/{zebra}/archive"), json!({})).await.data();
    let seen = maker.get(&path).await.data();
    assert_eq!(each(&seen, "name"), ["allmänt", "alfa", "beta", "dold"]);
    let seen = maker.get(&format!("{path}?archived=true")).await.data();
    assert_eq!(each(&seen, "name"), ["zebra"]);
    maker.get(&format!("{path}?archived=ja")).await.refused(422, "INVALID");
}

#[actix_web::test]
async fn concurrent_channels_of_one_name_make_one() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let path = format!("/api/v1/chat/workspaces/{}/channels", org.workspace);
    let makes = (0..8).map(|_| org.owner.post(&path, json!({"name": "en-och-samma"})));
    let answers = futures_util::future::join_all(makes).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.status == 409).count(), 7);
    let seen = org.owner.get(&path).await.data();
    assert_eq!(each(&seen, "name"), ["allmänt", "en-och-samma"]);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}
