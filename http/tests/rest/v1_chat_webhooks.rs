//! Incoming webhooks of channels: contract §3.8.

use crate::harness::{Answer, Org, Person, World, each, id, json};

fn at(channel: i64) -> String {
    format!("/api/v1/chat/channels/{channel}/webhooks")
}

/// The path of a webhook's address.
async fn hook(person: &Person, channel: i64, name: &str) -> String {
    let made = person.post(&at(channel), json!({"name": name})).await.is(201);
    let url = made["data"]["url"].as_str().unwrap();
    url[url.find("/hooks/").unwrap()..].to_owned()
}

async fn posts(world: &World, path: &str, body: &str) -> Answer {
    world.anyone("POST", path).body("application/json", body).send().await
}

async fn scene(world: &World) -> (Org, Person, Person) {
    let org = world.org("Skolan").await;
    let (moderator, member) = (org.with("MODERATOR").await, org.with("MEMBER").await);
    (org, moderator, member)
}

#[actix_web::test]
async fn a_program_posts_as_it_would_to_slack() {
    let world = World::new().await;
    let (org, moderator, member) = scene(&world).await;
    let path = hook(&moderator, org.general, " Bygge  ett ").await;
    let answer = posts(&world, &path, r#"{"text":"Klart: <https://example.se/1|bygge 1>"}"#).await;
    assert_eq!((answer.status, answer.text().as_str()), (200, "ok"));
    let named = format!(r#"{{"text":"Hej @{}","username":"Larm","icon_emoji":":bell:"}}"#, member.name);
    posts(&world, &path, &named).await;
    posts(
        &world,
        &path,
        r#"{"attachments":[{"title":"Dörr 3","text":"öppen"}],"username":"Larm","icon_emoji":":bell:"}"#,
    )
    .await;
    let form = "payload=%7B%22text%22%3A%22som+formul%C3%A4r%22%7D";
    world.anyone("POST", &path).body("application/x-www-form-urlencoded", form).send().await;
    let page = member.reads(org.general).await;
    assert_eq!(
        each(&page, "content"),
        [
            &json!("Klart: bygge 1 (https://example.se/1)"),
            &json!(format!("Hej @{}", member.id)),
            &json!("Dörr 3\nöppen"),
            &json!("som formulär")
        ]
    );
    assert_eq!(each(&page, "userName"), ["Bygge ett", "🔔 Larm", "🔔 Larm", "Bygge ett"]);
    assert_eq!(page[1]["userId"], page[2]["userId"], "one account for one name");
    assert_ne!(page[0]["userId"], page[1]["userId"]);
    assert_eq!(each(&member.bell(1).await, "type"), ["MENTION"]);
    // A webhook's author is no member and cannot be messaged.
    let members = member.get(&format!("/api/v1/chat/channels/{}/members", org.general)).await.is(200);
    assert!(!members.to_string().contains("Larm"), "{members}");
}

#[actix_web::test]
async fn the_address_is_shown_once_and_void_when_it_is_removed() {
    let world = World::new().await;
    let (org, moderator, _) = scene(&world).await;
    let path = hook(&moderator, org.general, "Bygge").await;
    let list = moderator.get(&at(org.general)).await.data();
    assert_eq!(each(&list, "name"), ["Bygge"]);
    assert_eq!(list[0]["createdBy"], moderator.id);
    assert!(list[0].get("url").is_none(), "{list}");
    assert!(
        !world.dump().await.values().flatten().any(|row| row.contains(path.trim_start_matches("/hooks/")))
    );
    let one = format!("{}/{}", at(org.general), id(&list[0]["id"]));
    moderator.delete(&one).await.is(204);
    moderator.delete(&one).await.refused(404, "NOT_FOUND");
    posts(&world, &path, r#"{"text":"hej"}"#).await.refused(404, "NOT_FOUND");
    posts(&world, "/hooks/gissat", r#"{"text":"hej"}"#).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn managing_webhooks_follows_roles() {
    let world = World::new().await;
    let (org, moderator, member) = scene(&world).await;
    let (follower, other) = (org.with("FOLLOWER").await, world.org("Klubben").await);
    hook(&moderator, org.general, "Bygge").await;
    let list = moderator.get(&at(org.general)).await.data();
    let one = format!("{}/{}", at(org.general), id(&list[0]["id"]));
    for person in [&member, &follower] {
        for answer in [
            person.post(&at(org.general), json!({"name": "B"})).await,
            person.get(&at(org.general)).await,
            person.delete(&one).await,
        ] {
            assert_eq!(answer.status, 403);
        }
    }
    for answer in [other.owner.get(&at(org.general)).await, other.owner.delete(&one).await] {
        answer.refused(403, "ACCESS_DENIED");
    }
    // The path's channel must be the webhook's.
    let elsewhere = format!("{}/{}", at(other.general), id(&list[0]["id"]));
    other.owner.delete(&elsewhere).await.refused(404, "NOT_FOUND");
    assert_eq!(world.anyone("GET", &at(org.general)).send().await.status, 401);
    let talk = json!({"userIds": [member.id], "idType": 1});
    let talk = moderator.post("/api/v1/messages/conversations", talk).await.is(201);
    moderator.post(&at(id(&talk["data"]["id"])), json!({"name": "B"})).await.refused(403, "DIRECT");
}

#[actix_web::test]
async fn webhook_message_follows_the_channels_settings() {
    let world = World::new().await;
    let (org, _, member) = scene(&world).await;
    let strict = json!({"readOnly": true, "requireModeration": true, "autoApproveMembers": false});
    let channel = org.channel("larm", strict).await;
    let path = hook(&org.owner, channel, "Larm").await;
    assert_eq!(posts(&world, &path, r#"{"text":"Brand"}"#).await.status, 200);
    assert_eq!(each(&member.reads(channel).await, "content"), ["Brand"], "seen at once by all");
    for nothing in ["", "hej", "{}", r#"{"text":" "}"#, "[1]"] {
        posts(&world, &path, nothing).await.wrong_field("text", "REQUIRED");
    }
    let huge = format!(r#"{{"text":"{}"}}"#, "a".repeat(300_000));
    assert_eq!(posts(&world, &path, &huge).await.status, 413);
    org.owner.call("POST", &format!("/api/v1/chat/channels/{channel}/archive")).send().await.data();
    posts(&world, &path, r#"{"text":"hej"}"#).await.refused(409, "ARCHIVED");
    org.owner.post(&at(channel), json!({"name": "B"})).await.refused(409, "ARCHIVED");
    assert_eq!(member.reads(channel).await.as_array().unwrap().len(), 1);
}

#[actix_web::test]
async fn names_and_webhooks_have_quotas() {
    let world = World::new().await;
    let (org, moderator, _) = scene(&world).await;
    for name in ["", &"a".repeat(81)] {
        moderator.post(&at(org.general), json!({"name": name})).await.wrong_field("name", "LENGTH");
    }
    let path = hook(&moderator, org.general, "Bygge").await;
    for index in 0..22 {
        let body = format!(r#"{{"text":"hej","username":"Program {index}"}}"#);
        assert_eq!(posts(&world, &path, &body).await.status, 200);
    }
    let page = moderator.reads(org.general).await;
    let names = each(&page, "userName");
    assert_eq!((names[19], names[20], names[21]), (&json!("Program 19"), &json!("Bygge"), &json!("Bygge")));
    for _ in 1..20 {
        hook(&moderator, org.general, "Bygge").await;
    }
    moderator.post(&at(org.general), json!({"name": "B"})).await.refused(409, "QUOTA_REACHED");
}

#[actix_web::test]
async fn bot_is_marked_and_cannot_use_a_members_name() {
    let world = World::new().await;
    let (org, moderator, member) = scene(&world).await;
    let victim = org.owner.called().await;
    let path = hook(&moderator, org.general, &victim).await;
    let disguised = victim.to_uppercase().replace(' ', "  ");
    for name in [None, Some(disguised.as_str()), Some("Larm")] {
        let text = format!("hej @{}", member.name);
        let body = json!({"text": text, "username": name, "icon_emoji": name.map(|_| ":bell:")});
        assert_eq!(posts(&world, &path, &body.to_string()).await.status, 200);
    }
    org.owner.says(org.general, "en människa").await;
    let page = member.reads(org.general).await;
    let names = each(&page, "userName");
    assert_eq!(names[0], &json!(format!("{victim} (webhook)")));
    assert!(names[1].as_str().unwrap().ends_with(" (webhook)"), "{names:?}");
    assert_eq!((names[2], names[3]), (&json!("🔔 Larm"), &json!(victim)));
    assert_eq!(each(&page, "isBot"), [true, true, true, false]);
    let bell = member.bell(3).await;
    assert_eq!(each(&bell, "isBot"), [true, true, true]);
    for title in each(&bell, "title") {
        assert!(title.as_str().unwrap().contains("(bot) nämnde dig"), "{title}");
    }
}
