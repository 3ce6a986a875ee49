//! `/api/v1/entities/{id}/bots`: an organisation's bots. Contract §1.

use storage::ids::UserId;
use storage::tokens::MOST_BOTS;

use crate::harness::{Answer, Org, Person, World, each, id, json};

/// A bot that reads and writes in the chat: its id and secret.
async fn bot(person: &Person, org: &Org, name: &str) -> (i64, String) {
    let new = json!({"name": name, "scopes": ["chat:read", "chat:write"]});
    let made = person.post(&org.at("/bots"), new).await.is(201);
    (id(&made["id"]), made["token"].as_str().unwrap().to_owned())
}

async fn says(world: &World, secret: &str, channel: i64, text: &str) -> Answer {
    let path = format!("/api/v1/chat/channels/{channel}/messages");
    world.anyone("POST", &path).bearer(secret).json(&json!({"content": text})).send().await
}

/// Leaves the traces of somebody who created a bot.
pub async fn leave_traces(person: &Person, org: &Org) {
    bot(person, org, "Vädret").await;
}

#[actix_web::test]
async fn bot_posts_as_a_program_where_members_may() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (boss, member) = (org.with("ADMINISTRATOR").await, org.with("MEMBER").await);
    let (number, secret) = bot(&boss, &org, "  Vädret ").await;
    says(&world, &secret, org.general, "sol i morgon").await.is(201);
    let page = member.reads(org.general).await;
    assert_eq!(
        (&page[0]["userName"], &page[0]["isBot"], &page[0]["userId"]),
        (&json!("Vädret"), &json!(true), &json!(number))
    );
    // A private channel admits a bot only as a member, also if the organisation's relations have access.
    let secret_room = org.channel("hemlig", json!({"channelType": "PRIVATE"})).await;
    let members =
        org.channel("medlemmar", json!({"channelType": "PRIVATE", "relationTypes": ["MEMBER"]})).await;
    for channel in [secret_room, members] {
        says(&world, &secret, channel, "hej").await.refused(403, "ACCESS_DENIED");
    }
    let row = format!("/api/v1/chat/channels/{secret_room}/members/{number}");
    let added = org.owner.put(&row, json!({})).await.data();
    assert_eq!(added["isBot"], true);
    says(&world, &secret, secret_room, "nu får jag").await.is(201);

    let listed = org.owner.get(&org.at("/bots")).await.is(200);
    let one = &listed["content"][0];
    assert_eq!(
        (&one["name"], &one["createdBy"], &one["isBot"]),
        (&json!("Vädret"), &json!(boss.id), &json!(true))
    );
    assert!(one["lastUsed"].is_string() && one["expires"].is_null(), "{one}");
    assert!(!listed.to_string().contains(&secret));
    assert_eq!(each(&org.owner.bell(1).await, "type"), ["BOT_CREATED"], "who runs it too is told");
    let related = member.get(&org.at("/relations?q=v")).await.is(200);
    assert_eq!(
        (&related["content"][0]["txRelationType"], &related["content"][0]["isBot"]),
        (&json!("BOT"), &json!(true))
    );
}

#[actix_web::test]
async fn only_managers_control_bots() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (number, secret) = bot(&org.owner, &org, "Vädret").await;
    let new = json!({"name": "Mitt", "scopes": ["read"]});
    let one = org.at(&format!("/bots/{number}"));
    let others = [
        world.person("Främling").await,
        world.org("Grannskolan").await.owner,
        org.with("MEMBER").await,
        org.with("MODERATOR").await,
        org.with("FOLLOWER").await,
    ];
    for other in &others {
        other.post(&org.at("/bots"), new.clone()).await.refused(403, "ROLE_TOO_LOW");
        other.get(&org.at("/bots")).await.refused(403, "ROLE_TOO_LOW");
        other.delete(&one).await.refused(403, "ROLE_TOO_LOW");
    }
    says(&world, &secret, org.general, "jag finns kvar").await.is(201);
    // The owner of another organisation reaches it by neither path.
    let theirs = world.org("Klubben").await;
    theirs.owner.delete(&theirs.at(&format!("/bots/{number}"))).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn removed_bot_loses_access_and_its_messages_stay() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (boss, member) = (org.with("ADMINISTRATOR").await, org.with("MEMBER").await);
    let (number, secret) = bot(&boss, &org, "Vädret").await;
    says(&world, &secret, org.general, "sol").await.is(201);
    // Its creator may leave: the bot belongs to the organisation.
    org.owner.delete(&org.at(&format!("/relations/{}", boss.id))).await.is(204);
    says(&world, &secret, org.general, "fortfarande sol").await.is(201);
    let one = org.at(&format!("/bots/{number}"));
    org.owner.delete(&one).await.is(204);
    org.owner.delete(&one).await.refused(404, "NOT_FOUND");
    says(&world, &secret, org.general, "regn").await.refused(401, "NOT_SIGNED_IN");
    let page = member.reads(org.general).await;
    assert_eq!(each(&page, "content"), [&json!("sol"), &json!("fortfarande sol")]);
    assert_eq!(each(&page, "isBot"), [&json!(true), &json!(true)]);
    let related = org.owner.get(&org.at("/relations")).await.is(200);
    assert!(!related.to_string().contains("Vädret"), "{related}");
    assert_eq!(org.owner.get(&org.at("/bots")).await.is(200)["content"], json!([]));
}

/// Contract §1: automated messages never show a member's name, also not of one who takes the bot's name later.
#[actix_web::test]
async fn bot_with_a_members_name_is_marked_as_a_bot() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let member = org.with("MEMBER").await;
    let (_, secret) = bot(&org.owner, &org, "Vädret").await;
    member.patch("/api/v1/me", json!({"displayName": "vädret"})).await.is(200);
    // The organisation's list finds it by that name.
    crate::harness::until(async || {
        let found = org.owner.get(&org.at("/relations?q=v%C3%A4dret")).await.is(200)["content"].take();
        (found.as_array().unwrap().len() == 2).then_some(())
    })
    .await;
    says(&world, &secret, org.general, "sol").await.is(201);
    assert_eq!(each(&member.reads(org.general).await, "userName"), ["Vädret (bot)"]);
}

#[actix_web::test]
async fn a_bot_is_no_person() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let member = org.with("MEMBER").await;
    let (number, secret) = bot(&org.owner, &org, "Vädret").await;
    let talk = json!({"userIds": [number], "idType": 1});
    assert!(matches!(member.post("/api/v1/messages/conversations", talk).await.status, 403 | 404 | 422));
    let asked = member.post("/api/v1/contacts/requests", json!({"toUserId": number})).await;
    assert!(matches!(asked.status, 403 | 404 | 422), "{}", asked.text());
    for path in ["/api/v1/messages/people?q=v", "/api/v1/contacts/suggestions"] {
        let found = member.get(path).await.is(200);
        assert!(!found.to_string().contains("Vädret"), "{path}: {found}");
    }
    // A bot stays a bot, and no person becomes one.
    let relation = |id: i64| org.at(&format!("/relations/{id}"));
    let role = json!({"txRelationType": "MODERATOR"});
    org.owner.put(&relation(number), role).await.wrong_field("txRelationType", "BOT");
    let role = json!({"txRelationType": "BOT"});
    org.owner.put(&relation(member.id), role).await.wrong_field("txRelationType", "BOT");
    org.owner
        .post(&org.at("/transfer"), json!({"userId": number}))
        .await
        .wrong_field("userId", "NOT_A_MEMBER");
    // It cannot create further credentials.
    for path in [org.at("/bots"), "/api/v1/me/tokens".to_owned()] {
        world
            .anyone("POST", &path)
            .bearer(&secret)
            .json(&json!({"name": "Ny", "scopes": ["read"], "expires": "2026-01-01"}))
            .send()
            .await
            .refused(403, "SCOPE_MISSING");
    }
    let account = world.storage.accounts.user(UserId(number)).await.unwrap().unwrap();
    assert_eq!((account.email, account.password_hash), (None, None), "no way to sign in");
}

#[actix_web::test]
async fn bot_cannot_use_a_persons_name() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let member = org.with("MEMBER").await;
    let named = |name: &str| json!({"name": name, "scopes": ["chat:write"]});
    let called = member.called().await;
    for name in [called.clone(), format!("🔔 {}", called.to_uppercase())] {
        org.owner.post(&org.at("/bots"), named(&name)).await.wrong_field("name", "NAME_TAKEN");
    }
    org.owner.post(&org.at("/bots"), named("Vädret")).await.is(201);
    org.owner.post(&org.at("/bots"), named("vädret")).await.wrong_field("name", "NAME_TAKEN");
    org.owner.post(&org.at("/bots"), named(" ")).await.wrong_field("name", "LENGTH");
    let late = json!({"name": "Sen", "scopes": ["read"], "expires": "2099-01-01"});
    org.owner.post(&org.at("/bots"), late).await.wrong_field("expires", "TIME");
    let nothing = json!({"name": "Sen", "scopes": []});
    org.owner.post(&org.at("/bots"), nothing).await.wrong_field("scopes", "LENGTH");
    for scope in
        ["write", "profile:write", "contacts:read", "entities:write", "feed:write", "moderation:write"]
    {
        let new = json!({"name": "Sen", "scopes": ["chat:read", scope]});
        org.owner.post(&org.at("/bots"), new).await.wrong_field("scopes", "NOT_FOR_BOTS");
    }
    for n in 1..MOST_BOTS {
        org.owner.post(&org.at("/bots"), named(&format!("Bot nummer {n}"))).await.is(201);
    }
    org.owner.post(&org.at("/bots"), named("En till")).await.refused(409, "QUOTA_REACHED");
}
