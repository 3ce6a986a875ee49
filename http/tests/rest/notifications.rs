//! `/api/v1/notifications`: the notifications of the bell.

use crate::harness::{Person, Value, World, each, id, ids, json};

async fn count(person: &Person) -> Value {
    person.get("/api/v1/notifications/unread-count").await.is(200)["data"].take()
}

#[actix_web::test]
async fn notifications_are_listed_counted_and_read() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let mut sent = Vec::new();
    for n in 0..5 {
        sent.push(org.owner.says(org.general, &format!("nummer {n} @{}", anna.name)).await);
    }
    let bell = anna.bell(5).await;
    let newest: Vec<i64> = each(&bell, "messageId").into_iter().map(id).collect();
    assert_eq!(newest, sent.iter().rev().copied().collect::<Vec<_>>(), "newest first");
    let first = &bell[0];
    for (field, value) in [
        ("type", json!("MENTION")),
        ("read", json!(false)),
        ("actorId", json!(org.owner.id)),
        ("entityId", json!(org.id)),
        ("workspaceId", json!(org.workspace)),
        ("channelId", json!(org.general)),
        ("channelName", json!("Allmänt")),
        ("preview", json!(format!("nummer 4 @{}", anna.called().await))),
        ("parentMessageId", Value::Null),
    ] {
        assert_eq!(first[field], value, "{field}");
    }
    assert_eq!(count(&anna).await, 5);
    assert_eq!(count(&bo).await, 0);

    let page = anna.get("/api/v1/notifications?limit=2").await.is(200);
    assert_eq!((ids(&page["content"]), &page["hasMore"]), (ids(&bell)[..2].to_vec(), &json!(true)));
    let last = ids(&page["content"])[1];
    let page = anna.get(&format!("/api/v1/notifications?limit=3&before={last}")).await.is(200);
    assert_eq!((ids(&page["content"]), &page["hasMore"]), (ids(&bell)[2..].to_vec(), &json!(false)));

    let two = json!({"ids": ids(&bell)[..2]});
    // Nobody reads another's notifications.
    assert_eq!(bo.post("/api/v1/notifications/read", two.clone()).await.is(200)["data"], 0);
    assert_eq!(count(&anna).await, 5);
    for _ in 0..2 {
        assert_eq!(anna.post("/api/v1/notifications/read", two.clone()).await.is(200)["data"], 3);
    }
    let seen = anna.bell(5).await;
    assert_eq!(each(&seen, "read"), [true, true, false, false, false]);
    assert_eq!(anna.post("/api/v1/notifications/read", json!({"ids": [1, 2]})).await.is(200)["data"], 3);
    assert_eq!(anna.post("/api/v1/notifications/read", json!({"all": true})).await.is(200)["data"], 0);
    assert_eq!(count(&anna).await, 0);
}

#[actix_web::test]
async fn thread_participants_are_notified_of_a_reply() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo, cia) = (org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await);
    let quiet = json!({"notifyLevel": "mention"});
    cia.put(&format!("/api/v1/chat/channels/{}/settings", org.general), quiet).await.data();
    let first = anna.says(org.general, "frågan").await;
    cia.replies(org.general, first, "jag vet inte").await;
    bo.replies(org.general, first, &format!("fråga @{}", org.owner.name)).await;
    anna.replies(org.general, first, "tack").await;
    assert_eq!(each(&anna.bell(2).await, "actorId"), [&json!(bo.id), &json!(cia.id)]);
    assert_eq!(each(&bo.bell(1).await, "actorId"), [&json!(anna.id)]);
    assert_eq!(each(&org.owner.bell(1).await, "type"), ["MENTION"]);
    // She follows the thread, but wants only mentions.
    assert_eq!(count(&cia).await, 0);
    let deaf = json!({"notifyLevel": "none"});
    cia.put(&format!("/api/v1/chat/channels/{}/settings", org.general), deaf).await.data();
    anna.says(org.general, &format!("@{}", cia.name)).await;
    assert_eq!(count(&cia).await, 0);
}

#[actix_web::test]
async fn unreadable_subjects_are_not_listed() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let channel = org.channel("styrelsen", json!({"channelType": "PRIVATE"})).await;
    let member = format!("/api/v1/chat/channels/{channel}/members/{}", anna.id);
    org.owner.put(&member, json!({})).await.data();
    org.owner.says(channel, &format!("hemligt @{}", anna.name)).await;
    assert_eq!(anna.bell(1).await[0]["preview"], format!("hemligt @{}", anna.called().await));
    org.owner.delete(&member).await.is(200);
    let bell = anna.bell(1).await;
    assert_eq!((&bell[0]["preview"], &bell[0]["channelName"]), (&Value::Null, &Value::Null));
    assert!(!bell.to_string().contains("hemligt"), "{bell}");
}

#[actix_web::test]
async fn invalid_parameters_are_refused() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for (query, field, code) in
        [("limit=0", "limit", "RANGE"), ("limit=101", "limit", "RANGE"), ("before=x", "before", "TYPE")]
    {
        anna.get(&format!("/api/v1/notifications?{query}")).await.wrong_field(field, code);
    }
    let many = json!({"ids": (0..501).collect::<Vec<i64>>()});
    assert_eq!(anna.post("/api/v1/notifications/read", many).await.status, 422);
    let none = json!({"ids": []});
    assert_eq!(anna.post("/api/v1/notifications/read", none).await.is(200)["data"], 0);
}

#[actix_web::test]
async fn reading_a_channel_marks_its_notifications_read() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let other = org.channel("personal", json!({})).await;
    let question = anna.says(org.general, "frågan").await;
    let first = org.owner.says(org.general, &format!("ett @{}", anna.name)).await;
    org.owner.replies(org.general, question, "svaret").await;
    org.owner.says(other, &format!("två @{}", anna.name)).await;
    org.owner.says(org.general, &format!("tre @{}", anna.name)).await;
    anna.bell(4).await;
    assert_eq!(count(&anna).await, 4);
    let path = format!("/api/v1/chat/channels/{}/read", org.general);
    let read = |body: Value| anna.post(&path, body);
    let up_to_first = json!({"lastReadMessageId": first});
    read(up_to_first.clone()).await.data();
    assert_eq!(count(&anna).await, 3);
    read(up_to_first).await.data();
    assert_eq!(count(&anna).await, 3);
    read(json!({})).await.data();
    // The thread's reply and the other channel are still unread.
    let left: Vec<Value> =
        anna.bell(4).await.as_array().unwrap().iter().filter(|n| n["read"] == false).cloned().collect();
    assert_eq!(
        left.iter().map(|n| n["preview"].clone()).collect::<Vec<_>>(),
        [json!(format!("två @{}", anna.called().await)), json!("svaret")]
    );
    assert_eq!(anna.get("/api/v1/me/unread").await.is(200)["notifications"], 2);
}
