//! `/api/v1/chat/channels/{id}/messages` and `/api/v1/chat/messages/{id}`: sending, editing, deleting, replies,
//! reactions.

use futures_util::future::join_all;

use crate::harness::{Value, World, each, id, ids, json};

fn message(id: i64) -> String {
    format!("/api/v1/chat/messages/{id}")
}

#[actix_web::test]
async fn message_is_sent_and_read() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let sent = anna.sends(org.general, json!({"content": "  Hej  alla! \n"})).await;
    assert_eq!(sent.status, 201);
    let sent = sent.data();
    for (field, value) in [
        ("content", json!("Hej  alla!")),
        ("formattedContent", json!("Hej  alla!")),
        ("channelId", json!(org.general)),
        ("userId", json!(anna.id)),
        ("userSlug", json!(anna.name)),
        ("messageType", json!("TEXT")),
        ("edited", json!(false)),
        ("deleted", json!(false)),
        ("visible", json!(true)),
        ("parentMessageId", Value::Null),
        ("replyCount", json!(0)),
        ("lastReplyAt", Value::Null),
        ("reactions", json!([])),
        ("attachments", json!([])),
        ("pinned", json!(false)),
        ("clientMessageId", Value::Null),
        ("mentions", json!([])),
    ] {
        assert_eq!(sent[field], value, "{field}");
    }
    assert!(id(&sent["id"]) < 1 << 53);
    let created = sent["created"].as_str().unwrap();
    assert!(created.len() == 24 && created.ends_with('Z') && created.as_bytes()[19] == b'.', "{created}");
    assert_eq!(org.owner.reads(org.general).await, json!([sent]));
}

#[actix_web::test]
async fn invalid_texts_are_refused() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let before = world.dump().await;
    for (content, code) in [
        (String::new(), "REQUIRED"),
        (" \n\t\u{a0} ".to_owned(), "REQUIRED"),
        ("x".repeat(4001), "LENGTH"),
        ("nul\u{0}a".to_owned(), "CHARACTERS"),
    ] {
        org.owner.sends(org.general, json!({"content": content})).await.wrong_field("content", code);
    }
    for mark in ["", &"x".repeat(65)] {
        let new = json!({"content": "hej", "clientMessageId": mark});
        org.owner.sends(org.general, new).await.wrong_field("clientMessageId", "LENGTH");
    }
    World::assert_same(&before, &world.dump().await);
    // Characters are counted, not bytes; surrounding spaces are not.
    for content in
        ["ö".repeat(4000), format!("  {}  ", "🙂".repeat(4000)), "<script>alert(1)</script>".to_owned()]
    {
        let sent = org.owner.sends(org.general, json!({"content": content})).await.data();
        assert_eq!(sent["content"], content.trim());
    }
}

#[actix_web::test]
async fn message_is_edited_only_by_its_author() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let sent = anna.says(org.general, "Hej allla").await;
    let text = |content: &str| json!({"content": content});
    for person in [&bo, &org.owner, &org.with("MODERATOR").await] {
        person.put(&message(sent), text("annat")).await.refused(403, "NOT_AUTHOR");
    }
    let edited = anna.put(&message(sent), text(" Hej alla ")).await.data();
    assert_eq!((&edited["content"], &edited["edited"]), (&json!("Hej alla"), &json!(true)));
    assert!(edited["updated"].as_str() >= edited["created"].as_str());
    assert_eq!(bo.reads(org.general).await, json!([edited]));
    anna.put(&message(sent), text("  ")).await.wrong_field("content", "REQUIRED");
    anna.put(&message(sent), text(&"x".repeat(4001))).await.wrong_field("content", "LENGTH");
    anna.put(&message(sent), json!({})).await.wrong_field("content", "REQUIRED");
    anna.delete(&message(sent)).await.data();
    anna.put(&message(sent), text("åter")).await.refused(409, "DELETED");
    anna.put(&message(1), text("ingens")).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn deleted_message_leaves_no_text_in_the_store() {
    const SECRET: &str = "hemligheten-om-tårtan";
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let new = json!({"content": format!("{SECRET} 1 @{}", bo.name), "clientMessageId": "a"});
    let call = anna.call("POST", &format!("/api/v1/chat/channels/{}/messages", org.general));
    let sent = call.header("idempotency-key", "min-nyckel").json(&new).send().await.data();
    let first = id(&sent["id"]);
    let reply = anna.replies(org.general, first, &format!("{SECRET} 2")).await;
    anna.put(&message(reply), json!({"content": format!("{SECRET} 3")})).await.data();
    bo.put(&format!("{}/reactions/%F0%9F%8E%82", message(first)), json!({})).await.data();
    bo.bell(1).await;
    assert!(stored(&world).await.contains(SECRET), "the test looks in the right place");

    for gone in [first, reply] {
        let seen = anna.delete(&message(gone)).await.data();
        assert_eq!(seen["content"], "Meddelandet har tagits bort.");
        assert_eq!(seen["formattedContent"], "Meddelandet har tagits bort.");
        assert_eq!(
            (&seen["deleted"], &seen["mentions"], &seen["reactions"]),
            (&json!(true), &json!([]), &json!([]))
        );
        anna.delete(&message(gone)).await.refused(404, "NOT_FOUND");
    }
    let stored = stored(&world).await;
    assert!(!stored.contains(SECRET), "{stored}");
    let answers = [
        bo.get(&format!("{}/thread", message(first))).await.text(),
        bo.get(&format!("/api/v1/chat/channels/{}/messages", org.general)).await.text(),
        bo.get(&format!("/api/v1/chat/channels/{}/events?after=0", org.general)).await.text(),
        bo.get("/api/v1/notifications").await.text(),
        anna.sends(org.general, new).await.text(),
    ];
    for answer in answers {
        assert!(!answer.contains(SECRET), "{answer}");
    }
}

async fn stored(world: &World) -> String {
    world.dump().await.into_values().flatten().collect::<Vec<_>>().join("\n")
}

#[actix_web::test]
async fn same_client_message_id_is_the_same_message() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let new = json!({"content": "en gång", "clientMessageId": "m-1"});
    let first = anna.sends(org.general, new.clone()).await.data();
    assert_eq!(first["clientMessageId"], "m-1");
    let again = anna.sends(org.general, json!({"content": "något annat", "clientMessageId": "m-1"})).await;
    assert_eq!(again.data(), first);
    // The same client id of another person is another message.
    assert_ne!(bo.sends(org.general, new).await.data()["id"], first["id"]);

    let sends =
        (0..12).map(|_| anna.sends(org.general, json!({"content": "samtidigt", "clientMessageId": "m-2"})));
    let answers: Vec<Value> = join_all(sends).await.into_iter().map(crate::harness::Answer::data).collect();
    assert!(answers.iter().all(|answer| answer["id"] == answers[0]["id"]));
    let texts = anna.reads(org.general).await;
    assert_eq!(each(&texts, "content"), ["en gång", "en gång", "samtidigt"]);
}

#[actix_web::test]
async fn concurrent_messages_have_one_order() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let mut people = Vec::new();
    for _ in 0..4 {
        people.push(org.with("MEMBER").await);
    }
    let sends = (0..80).map(|n| people[n % 4].sends(org.general, json!({"content": format!("nummer {n}")})));
    let mut sent: Vec<i64> =
        join_all(sends).await.into_iter().map(|answer| id(&answer.data()["id"])).collect();
    sent.sort_unstable();
    let page =
        org.owner.get(&format!("/api/v1/chat/channels/{}/messages?limit=100", org.general)).await.data();
    assert_eq!(ids(&page), sent);
}

#[actix_web::test]
async fn threads_have_one_level() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let first = org.owner.says(org.general, "frågan").await;
    let reply = anna.replies(org.general, first, "svar ett").await;
    let deeper =
        anna.sends(org.general, json!({"content": "svar två", "parentMessageId": reply})).await.data();
    assert_eq!(deeper["parentMessageId"], first, "a reply to a reply joins the first");
    let page = anna.reads(org.general).await;
    assert_eq!(ids(&page), [first], "replies are in their thread");
    assert_eq!(page[0]["replyCount"], 2);
    assert_eq!(page[0]["lastReplyAt"], deeper["created"]);
    for start in [first, reply] {
        let thread = anna.get(&format!("{}/thread", message(start))).await.data();
        assert_eq!(thread["parent"], page[0]);
        assert_eq!(each(&thread["replies"], "content"), ["svar ett", "svar två"]);
        assert_eq!(thread["hasMore"], false);
    }
    let some = anna.get(&format!("{}/thread?limit=1", message(first))).await.data();
    assert_eq!((ids(&some["replies"]), &some["hasMore"]), (vec![reply], &json!(true)));
    let rest = anna.get(&format!("{}/thread?after={reply}", message(first))).await.data();
    assert_eq!((ids(&rest["replies"]), &rest["hasMore"]), (vec![id(&deeper["id"])], &json!(false)));
    for limit in ["0", "101", "x"] {
        anna.get(&format!("{}/thread?limit={limit}", message(first))).await.refused(422, "INVALID");
    }
    anna.delete(&message(id(&deeper["id"]))).await.data();
    assert_eq!(anna.reads(org.general).await[0]["replyCount"], 1, "deleted ones do not count");
    // The thread stays when its first message is deleted.
    org.owner.delete(&message(first)).await.data();
    let thread = anna.get(&format!("{}/thread", message(first))).await.data();
    assert_eq!((&thread["parent"]["deleted"], ids(&thread["replies"]).len()), (&json!(true), 2));
}

#[actix_web::test]
async fn reply_requires_a_parent_in_its_channel() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let other = org.channel("annan", json!({})).await;
    let elsewhere = org.owner.says(other, "där borta").await;
    let reply = org.owner.replies(other, elsewhere, "svar där").await;
    for parent in [elsewhere, reply, 1, org.general] {
        let new = json!({"content": "svar", "parentMessageId": parent});
        org.owner.sends(org.general, new).await.wrong_field("parentMessageId", "PARENT");
    }
    assert_eq!(org.owner.reads(org.general).await, json!([]));
}

#[actix_web::test]
async fn mentions_are_resolved_against_readers() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo, stranger) =
        (org.with("MEMBER").await, org.with("MEMBER").await, world.person("Främling").await);
    let follower = org.with("FOLLOWER").await;
    let text = format!(
        "Hej @{} och @{}. Inte @{}, @{}, @okänd eller mejl@{}",
        bo.name,
        bo.name.to_uppercase(),
        stranger.name,
        follower.name,
        bo.name
    );
    let sent = anna.sends(org.general, json!({"content": text})).await.data();
    let stored = format!(
        "Hej @{} och @{}. Inte @{}, @{}, @okänd eller mejl@{}",
        bo.id, bo.id, stranger.name, follower.name, bo.name
    );
    assert_eq!(sent["content"], stored);
    assert_eq!(sent["formattedContent"], text);
    assert_eq!(sent["mentions"], json!([bo.id]));
    let bell = bo.bell(1).await;
    assert_eq!((&bell[0]["type"], &bell[0]["messageId"]), (&json!("MENTION"), &sent["id"]));
    // In previews, mentioned people have their display names (contract §3.8).
    let called = bo.called().await;
    let preview = bell[0]["preview"].as_str().unwrap();
    assert!(preview.starts_with(&format!("Hej @{called} och @{called}. Inte @")), "{preview}");
    for person in [&stranger, &follower, &anna] {
        assert_eq!(person.get("/api/v1/notifications").await.is(200)["content"], json!([]));
    }
    // After an edit the mentions are those of the new text.
    let edited =
        anna.put(&message(id(&sent["id"])), json!({"content": format!("@{}", org.owner.name)})).await.data();
    assert_eq!(edited["mentions"], json!([org.owner.id]));
    assert_eq!(edited["content"], format!("@{}", org.owner.id));
    let count = async |person: &crate::harness::Person| {
        let channel = person.get(&format!("/api/v1/chat/channels/{}", org.general)).await.data();
        channel["member"]["mentionCount"].as_u64().unwrap()
    };
    assert_eq!((count(&bo).await, count(&org.owner).await), (0, 1));
}

#[actix_web::test]
async fn only_moderators_mention_the_channel() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let moderator = org.with("MODERATOR").await;
    let count = async || {
        let path = format!("/api/v1/chat/workspaces/{}/unread", org.workspace);
        bo.get(&path).await.data()["channels"][0]["mentionCount"].as_u64().unwrap()
    };
    for name in ["@channel", "@everyone", "@all"] {
        let sent = anna.sends(org.general, json!({"content": format!("{name} titta")})).await.data();
        assert_eq!(sent["content"], format!("{name} titta"), "stays as typed");
    }
    assert_eq!(count().await, 0);
    for (n, name) in (1..).zip(["@channel", "@everyone", "@all"]) {
        let sent = moderator.sends(org.general, json!({"content": format!("{name} titta")})).await.data();
        assert_eq!((&sent["content"], &sent["mentions"]), (&json!(format!("{name} titta")), &json!([])));
        assert_eq!(count().await, n);
    }
    bo.bell(3).await;
    anna.bell(3).await;
    assert_eq!(moderator.get("/api/v1/notifications").await.is(200)["content"], json!([]));
}

#[actix_web::test]
async fn reactions_count_each_person_once() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let sent = anna.says(org.general, "tårta!").await;
    let cake = format!("{}/reactions/%F0%9F%8E%82", message(sent));
    let heart = format!("{}/reactions/%E2%9D%A4%EF%B8%8F", message(sent));
    for _ in 0..3 {
        let seen = bo.put(&cake, json!({})).await.data();
        assert_eq!(seen, json!([{"emoji": "🎂", "count": 1, "me": true}]));
    }
    let puts = (0..6).map(|_| anna.put(&cake, json!({})));
    join_all(puts).await;
    anna.put(&heart, json!({})).await.data();
    let both = json!([{"emoji": "🎂", "count": 2, "me": true}, {"emoji": "❤️", "count": 1, "me": false}]);
    assert_eq!(bo.reads(org.general).await[0]["reactions"], both);
    for _ in 0..2 {
        let left = bo.delete(&cake).await.data();
        assert_eq!(left[0], json!({"emoji": "🎂", "count": 1, "me": false}));
    }
    anna.delete(&cake).await.data();
    assert_eq!(anna.delete(&heart).await.data(), json!([]));
    for emoji in ["hej", "1", "a%F0%9F%8E%82", "%20", "%3Cb%3E", "%00", "%F0%9F%8E%82%20%F0%9F%8E%82"] {
        let path = format!("{}/reactions/{emoji}", message(sent));
        bo.put(&path, json!({})).await.wrong_field("emoji", "EMOJI");
    }
    bo.put(&format!("{}/reactions/:parrot:", message(sent)), json!({})).await.data();
    anna.delete(&message(sent)).await.data();
    bo.put(&cake, json!({})).await.refused(409, "DELETED");
}
