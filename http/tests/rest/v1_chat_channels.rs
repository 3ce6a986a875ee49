//! `/api/v1/chat/channels/{id}`: settings, renaming, archiving.

use crate::harness::{Person, Value, World, each, json};

fn at(channel: i64, rest: &str) -> String {
    format!("/api/v1/chat/channels/{channel}{rest}")
}

#[actix_web::test]
async fn absent_settings_stay() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let channel = org.channel("prat", json!({"topic": "Höstlov", "readOnly": true})).await;
    let before = org.owner.get(&at(channel, "")).await.data();
    assert_eq!(org.owner.put(&at(channel, ""), json!({})).await.data(), before);
    let change = json!({"displayName": "Prat & annat", "description": "Om allt", "readOnly": false});
    let mut after = org.owner.put(&at(channel, ""), change.clone()).await.data();
    assert_eq!(org.owner.get(&at(channel, "")).await.data(), after);
    for field in ["displayName", "description", "readOnly"] {
        assert_eq!(after[field], change[field], "{field}");
        after[field] = before[field].clone();
    }
    assert_eq!(after, before, "the rest is as it was");
    let moved = json!({"workspaceId": 1, "id": 1, "createdBy": 1, "general": true, "archived": true});
    let seen = org.owner.put(&at(channel, ""), moved).await.data();
    for field in ["workspaceId", "id", "createdBy", "general", "archived"] {
        assert_eq!(seen[field], before[field], "{field}");
    }
}

#[actix_web::test]
async fn channel_names_are_unique() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (a, b) = (org.channel("alfa", json!({})).await, org.channel("beta", json!({})).await);
    let name = |name: &str| json!({"name": name});
    org.owner.put(&at(b, ""), name("alfa")).await.refused(409, "CHANNEL_NAME_TAKEN");
    assert_eq!(org.owner.get(&at(b, "")).await.data()["name"], "beta");
    org.owner.put(&at(a, ""), name("alfa")).await.data();
    org.owner.put(&at(a, ""), name("gamma")).await.data();
    assert_eq!(org.owner.put(&at(b, ""), name("alfa")).await.data()["name"], "alfa");
    // An archived channel keeps its name.
    org.owner.post(&at(b, "/archive"), json!({})).await.data();
    org.owner.put(&at(a, ""), name("alfa")).await.refused(409, "CHANNEL_NAME_TAKEN");
    org.owner.put(&at(a, ""), name("Alfa")).await.wrong_field("name", "CHANNEL_NAME");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn archived_channel_is_read_only() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let channel = org.channel("gammalt", json!({})).await;
    let message = anna.says(channel, "minne").await;
    for person in [&anna, &org.with("MODERATOR").await] {
        person.post(&at(channel, "/archive"), json!({})).await.refused(403, "ROLE_TOO_LOW");
    }
    assert_eq!(org.owner.post(&at(channel, "/archive"), json!({})).await.data()["archived"], true);
    org.owner.post(&at(channel, "/archive"), json!({})).await.data();
    for person in [&anna, &org.owner] {
        person.sends(channel, json!({"content": "nytt"})).await.refused(409, "ARCHIVED");
        let reply = json!({"content": "nytt", "parentMessageId": message});
        person.sends(channel, reply).await.refused(409, "ARCHIVED");
        assert_eq!(each(&person.reads(channel).await, "content"), ["minne"]);
    }
    anna.post(&at(channel, "/unarchive"), json!({})).await.refused(403, "ROLE_TOO_LOW");
    assert_eq!(org.owner.post(&at(channel, "/unarchive"), json!({})).await.data()["archived"], false);
    anna.says(channel, "åter").await;
}

#[actix_web::test]
async fn the_general_channel_stays() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    org.owner.post(&at(org.general, "/archive"), json!({})).await.refused(409, "GENERAL_CHANNEL");
    let private = json!({"channelType": "PRIVATE"});
    org.owner.put(&at(org.general, ""), private).await.refused(409, "GENERAL_CHANNEL");
    let seen = org.owner.put(&at(org.general, ""), json!({"name": "torget"})).await.data();
    assert_eq!((&seen["name"], &seen["general"]), (&json!("torget"), &json!(true)));
}

#[actix_web::test]
async fn channel_made_private_is_closed_to_others() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, teacher) = (org.with("MEMBER").await, org.with("TEACHER").await);
    let channel = org.channel("personal", json!({})).await;
    anna.says(channel, "jag är här").await;
    let staff = json!({"channelType": "PRIVATE", "relationTypes": ["TEACHER"]});
    org.owner.put(&at(channel, ""), staff).await.data();
    anna.get(&at(channel, "/messages")).await.refused(403, "ACCESS_DENIED");
    teacher.says(channel, "bara vi").await;
    // Before it becomes public its relations have to be removed.
    let public = json!({"channelType": "PUBLIC"});
    org.owner.put(&at(channel, ""), public).await.wrong_field("relationTypes", "ONLY_PRIVATE");
    let public = json!({"channelType": "PUBLIC", "relationTypes": []});
    // Its history must not become public silently.
    org.owner.put(&at(channel, ""), public).await.refused(409, "HISTORY_WOULD_SHOW");
    anna.get(&at(channel, "/messages")).await.refused(403, "ACCESS_DENIED");
    let public = json!({"channelType": "PUBLIC", "relationTypes": [], "showHistory": true});
    org.owner.put(&at(channel, ""), public).await.data();
    assert_eq!(each(&anna.reads(channel).await, "content"), ["jag är här", "bara vi"]);
}

#[actix_web::test]
async fn person_who_makes_a_channel_private_stays_in_it() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (closing, other) = (org.with("ADMINISTRATOR").await, org.with("ADMINISTRATOR").await);
    let channel = org.channel("ledning", json!({})).await;
    let private = json!({"channelType": "PRIVATE"});
    assert_eq!(closing.put(&at(channel, ""), private).await.data()["channelType"], "PRIVATE");
    closing.says(channel, "bara vi").await;
    org.owner.says(channel, "jag gjorde den").await;
    other.get(&at(channel, "/messages")).await.refused(403, "ACCESS_DENIED");
    let people = closing.get(&at(channel, "/members")).await.data();
    assert!(
        each(&people, "userId").iter().any(|id| **id == json!(closing.id)),
        "the channel sees that they are in"
    );
}

#[actix_web::test]
async fn members_cannot_make_a_private_channel_public() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let channel = org.channel_by(&anna, "hemlig", json!({"channelType": "PRIVATE"})).await;
    let public = json!({"channelType": "PUBLIC", "showHistory": true});
    anna.put(&at(channel, ""), public).await.refused(403, "ROLE_TOO_LOW");
    assert_eq!(anna.get(&at(channel, "")).await.data()["channelType"], "PRIVATE");
    // Its other settings are theirs.
    anna.put(&at(channel, ""), json!({"topic": "tyst"})).await.data();
}

#[actix_web::test]
async fn an_archived_channel_is_only_read() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let channel = org.channel("gammal", json!({})).await;
    let (message, other) = (anna.says(channel, "hej").await, anna.says(channel, "hej då").await);
    org.owner.post(&at(channel, "/archive"), json!({})).await.data();
    let path = format!("/api/v1/chat/messages/{message}");
    anna.put(&path, json!({"content": "ändrat"})).await.refused(409, "ARCHIVED");
    let thumb = format!("{path}/reactions/%F0%9F%91%8D");
    anna.put(&thumb, json!({})).await.refused(409, "ARCHIVED");
    anna.delete(&thumb).await.refused(409, "ARCHIVED");
    assert_eq!(anna.get(&at(channel, "/role")).await.data()["permissions"], json!(["READ"]));
    // Deleting one's own messages stays allowed.
    anna.delete(&format!("/api/v1/chat/messages/{other}")).await.data();
    assert_eq!(each(&anna.reads(channel).await, "content")[0], "hej");
}

#[actix_web::test]
async fn guests_see_messages_but_not_members() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let settings = json!({"visibleToGuests": true, "allowFollowers": true});
    let channel = org.channel("for-alla", settings).await;
    let (guest, follower) = (org.with("CUSTOMER").await, org.with("FOLLOWER").await);
    guest.get(&at(channel, "/messages")).await.is(200);
    guest.get(&at(channel, "/members")).await.refused(403, "ROLE_TOO_LOW");
    world.person("Främling").await.get(&at(channel, "/members")).await.refused(403, "ROLE_TOO_LOW");
    let seen = follower.get(&at(channel, "/members")).await.data();
    assert!(!seen.as_array().unwrap().is_empty());
    assert!(each(&seen, "online").iter().all(|online| **online == false));
}

#[actix_web::test]
async fn put_without_a_role_makes_a_plain_member() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let path = at(org.general, &format!("/members/{}", anna.id));
    let put = async |body: Value| org.owner.put(&path, body).await.data()["role"].take();
    assert_eq!(put(json!({"role": "MODERATOR"})).await, "MODERATOR");
    assert_eq!(put(json!({})).await, "MEMBER");
}

#[actix_web::test]
async fn each_has_settings_of_their_own() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let mine = async |person: &Person| person.get(&at(org.general, "")).await.data()["member"].take();
    let fresh = json!({"lastReadMessageId": null, "mentionCount": 0, "notifyLevel": "default", "muted": false, "unreadFrom": null});
    assert_eq!(mine(&anna).await, fresh);
    let settings = at(org.general, "/settings");
    let set = anna.put(&settings, json!({"notifyLevel": "none"})).await.data();
    assert_eq!((&set["notifyLevel"], &set["muted"]), (&json!("none"), &json!(false)));
    let set = anna.put(&settings, json!({"muted": true})).await.data();
    assert_eq!((&set["notifyLevel"], &set["muted"]), (&json!("none"), &json!(true)));
    assert_eq!(mine(&anna).await, set);
    assert_eq!(mine(&bo).await, fresh);
    anna.put(&settings, json!({"notifyLevel": "loud"})).await.wrong_field("notifyLevel", "TYPE");
    // Changing the setting does not affect read marks.
    let message = bo.says(org.general, "hej").await;
    anna.post(&at(org.general, "/read"), json!({"lastReadMessageId": message})).await.data();
    let set = anna.put(&settings, json!({"notifyLevel": "all"})).await.data();
    assert_eq!(set["lastReadMessageId"], message);
}
