//! Announcements (contract §3.3, §3.8): priority, recipients, acknowledgements, reminders.

use actors::platform::time::now;
use storage::UserId;
use storage::chat::AckTotals;
use storage::ids::{EventId, MessageId};

use crate::harness::{Org, Patience, Person, Value, World, each, id, json};

fn at(message: i64, what: &str) -> String {
    format!("/api/v1/chat/messages/{message}/{what}")
}

async fn asks(person: &Person, channel: i64) -> i64 {
    let message = json!({"content": "läs det här", "priority": "IMPORTANT", "requestedAck": true});
    id(&person.sends(channel, message).await.data()["id"])
}

async fn acks(person: &Person, message: i64) -> Value {
    person.call("POST", &at(message, "ack")).send().await.data()
}

fn people(list: &Value) -> Vec<i64> {
    let mut all: Vec<i64> = each(list, "userId").into_iter().map(id).collect();
    all.sort_unstable();
    all
}

async fn shown(person: &Person, org: &Org, message: i64) -> Value {
    let page = person.reads(org.general).await;
    page.as_array().unwrap().iter().find(|one| one["id"] == message).unwrap().clone()
}

#[actix_web::test]
async fn only_moderators_announce_and_not_in_threads() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (member, moderator) = (org.with("MEMBER").await, org.with("MODERATOR").await);
    let first = member.says(org.general, "hej").await;
    for (field, value) in [("priority", json!("IMPORTANT")), ("requestedAck", json!(true))] {
        let message = json!({"content": "hör upp", field: value});
        member.sends(org.general, message.clone()).await.refused(403, "ROLE_TOO_LOW");
        let reply = json!({"content": "hör upp", field: value, "parentMessageId": first});
        moderator.sends(org.general, reply).await.wrong_field(field, "NOT_IN_THREAD");
        let sent = moderator.sends(org.general, message).await.data();
        assert_eq!(sent[field], value, "{sent}");
    }
    // Default values make it an ordinary message.
    for nothing in [
        json!({"content": "hej", "priority": "NORMAL", "requestedAck": false}),
        json!({"content": "hej", "priority": null, "requestedAck": null, "parentMessageId": first}),
    ] {
        let sent = member.sends(org.general, nothing).await.data();
        assert_eq!((&sent["priority"], &sent["requestedAck"]), (&json!("NORMAL"), &json!(false)));
        assert_eq!((&sent["myAck"], &sent["ackCount"]), (&json!(false), &Value::Null));
    }
    let talk = json!({"userIds": [member.id], "idType": 1});
    let talk = id(&org.owner.post("/api/v1/messages/conversations", talk).await.is(201)["data"]["id"]);
    let message = json!({"content": "hej", "requestedAck": true});
    org.owner.sends(talk, message).await.refused(403, "ROLE_TOO_LOW");
}

#[actix_web::test]
async fn acknowledgement_is_counted_once_and_published() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let message = asks(&org.owner, org.general).await;
    let ring = anna.bell(1).await;
    assert_eq!(ring[0]["type"], "ACK_REQUESTED");
    assert_eq!(
        ring[0]["title"],
        format!("{} vill att du bekräftar ett meddelande i Allmänt", "Ägare Nummer1")
    );
    for _ in 0..2 {
        assert_eq!(
            acks(&anna, message).await,
            json!({"acked": true, "ackCount": 1}),
            "once is as good as twice"
        );
    }
    assert_eq!(anna.bell(1).await[0]["read"], true, "what is confirmed no longer rings");
    assert_eq!(bo.bell(1).await[0]["read"], false);
    let (mine, others) = (shown(&anna, &org, message).await, shown(&bo, &org, message).await);
    assert_eq!((&mine["myAck"], &mine["ackCount"], &mine["version"]), (&json!(true), &json!(1), &json!(2)));
    assert_eq!((&others["myAck"], &others["ackCount"]), (&json!(false), &json!(1)));
    assert_eq!(mine["priority"], "IMPORTANT");
    let events = format!("/api/v1/chat/channels/{}/events?after=0", org.general);
    let told = bo.get(&events).await.data();
    for event in told["events"].as_array().unwrap().iter().filter(|event| event["messageId"] == message) {
        assert_eq!((&event["ackCount"], &event["version"]), (&json!(1), &json!(2)), "{event}");
        assert_eq!((&event["requestedAck"], &event["priority"]), (&json!(true), &json!("IMPORTANT")));
        assert_eq!(event.get("userId"), None, "who has confirmed is not told to all");
    }
    // A message that requests no confirmation.
    let plain = org.owner.says(org.general, "inget").await;
    anna.call("POST", &at(plain, "ack")).send().await.wrong_field("id", "NOT_ASKED");
    org.owner.call("POST", &at(message, "ack")).send().await.wrong_field("id", "NOT_ASKED");
    org.owner.delete(&format!("/api/v1/chat/messages/{message}")).await.data();
    bo.call("POST", &at(message, "ack")).send().await.refused(409, "DELETED");
    assert_eq!(shown(&anna, &org, message).await["requestedAck"], false);
}

#[actix_web::test]
async fn receipts_are_for_the_author_and_moderators() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo, cia) = (org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await);
    let moderator = org.with("MODERATOR").await;
    let message = asks(&moderator, org.general).await;
    let receipts = async |person: &Person, query: &str| {
        person.get(&at(message, &format!("receipts{query}"))).await.data()
    };
    anna.get(&at(message, "receipts")).await.refused(403, "ROLE_TOO_LOW");
    let everybody = receipts(&moderator, "").await;
    assert_eq!(everybody["audience"], 4, "the owner and three members");
    assert_eq!(people(&everybody["waiting"]), [org.owner.id, anna.id, bo.id, cia.id]);
    assert_eq!((&everybody["read"], &everybody["acked"]), (&json!([]), &json!([])));
    let read = format!("/api/v1/chat/channels/{}/read", org.general);
    anna.post(&read, json!({})).await.data();
    bo.post(&read, json!({})).await.data();
    // A person who hides read marks.
    bo.patch("/api/v1/me", json!({"showReadMarks": false})).await.is(200);
    acks(&cia, message).await;
    let all = receipts(&org.owner, "").await;
    assert_eq!((people(&all["read"]), people(&all["acked"])), (vec![anna.id], vec![cia.id]));
    assert!(all["acked"][0]["at"].is_string() && all["acked"][0]["displayName"].is_string(), "{all}");
    assert_eq!((people(&all["waiting"]), &all["ackCount"]), (vec![org.owner.id, anna.id, bo.id], &json!(1)));
    // Page by page.
    let mut seen = Vec::new();
    let mut query = "?limit=3".to_owned();
    loop {
        let page = receipts(&moderator, &query).await;
        seen.extend(people(&page["waiting"]));
        seen.extend(people(&page["acked"]));
        query = format!("?limit=3&after={}", page["next"]);
        if page["hasMore"] == false {
            break;
        }
    }
    assert_eq!(seen, [org.owner.id, anna.id, bo.id, cia.id]);
    // Later members may confirm, and count among the recipients then.
    let late = org.with("MEMBER").await;
    assert_eq!(acks(&late, message).await["ackCount"], 2);
    let all = receipts(&moderator, "").await;
    assert_eq!((&all["audience"], people(&all["acked"])), (&json!(5), vec![cia.id, late.id]));
    let plain = moderator.says(org.general, "inget").await;
    moderator.get(&at(plain, "receipts")).await.wrong_field("id", "NOT_ASKED");
}

#[actix_web::test]
async fn unacknowledged_are_reminded_once_an_hour() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo, muted) = (org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await);
    let settings = format!("/api/v1/chat/channels/{}/settings", org.general);
    muted.put(&settings, json!({"muted": true})).await.data();
    let message = asks(&org.owner, org.general).await;
    let first = id(&anna.bell(1).await[0]["id"]);
    bo.bell(1).await;
    acks(&bo, message).await;
    anna.post(&format!("/api/v1/chat/channels/{}/read", org.general), json!({})).await.data();
    assert_eq!(anna.bell(1).await[0]["read"], true);
    anna.call("POST", &at(message, "remind")).send().await.refused(403, "ROLE_TOO_LOW");
    let remind = || org.owner.call("POST", &at(message, "remind")).send();
    assert_eq!(remind().await.data(), json!({"reminded": 2}), "anna, and who is not rung for");
    let again = async |person: &Person, than: i64| {
        let mut patience = Patience::new();
        while patience.lasts().await {
            let bell = person.bell(1).await;
            if id(&bell[0]["id"]) > than {
                return bell[0].clone();
            }
        }
        panic!("nobody rang again");
    };
    let entry = again(&anna, first).await;
    assert_eq!(
        (&entry["type"], &entry["read"]),
        (&json!("ACK_REQUESTED"), &json!(false)),
        "in place of the first"
    );
    assert_eq!(bo.bell(1).await[0]["read"], true, "who has confirmed is left alone");
    muted.bell(0).await;
    let refused = remind().await;
    let wait: u32 = refused.header("retry-after").parse().unwrap();
    assert!((3_590..=3_600).contains(&wait), "{wait}");
    refused.refused(429, "RATE_LIMITED");
    // An hour later.
    let chat = &world.storage.chat;
    let found = chat.locate(MessageId(message)).await.unwrap().unwrap().message;
    let stood = chat.ack_totals(&[found.message_id]).await.unwrap().remove(&found.message_id).unwrap();
    let earlier = AckTotals { reminded: now() - 3_600_001, ..stood.clone() };
    let event = EventId(world.platform.ids.next(now()).unwrap());
    let by = UserId(org.owner.id);
    assert!(chat.remind_asked(&found, by, Some(&stood), &earlier, event, Vec::new()).await.unwrap());
    assert_eq!(remind().await.data(), json!({"reminded": 2}));
    again(&anna, id(&entry["id"])).await;
    // Confirming removes it.
    acks(&anna, message).await;
    assert_eq!(anna.bell(1).await[0]["read"], true);
}
