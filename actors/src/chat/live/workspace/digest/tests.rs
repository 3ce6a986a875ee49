#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use serde_json::{Value, json};
use storage::chat::ChannelType;

use super::*;

const WS: WorkspaceId = WorkspaceId(1);
const CHANNEL: ChannelId = ChannelId(2);
const T: i64 = 1_790_000_000_000;
const READERS: Audience = Audience::Readers;

fn access() -> ChannelAccess {
    ChannelAccess {
        channel_type: ChannelType::Public,
        allow_followers: false,
        visible_to_guests: false,
        relation_types: Vec::new(),
    }
}

/// An event of message `id` by `sender`; its cursor is ten times the id.
fn event(kind: &str, id: i64, sender: i64, more: Value) -> Body {
    let mut all =
        json!({ "type": kind, "messageId": id, "senderId": sender, "cursor": id * 10, "mentions": [] });
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    Body::of(&all)
}

fn message(id: i64, sender: i64) -> Body {
    event("MESSAGE_CREATE", id, sender, json!({}))
}

fn take(digests: &mut Digests, body: Body, to: Audience, now: i64) -> Brief {
    digests.take(CHANNEL, &access(), &[(body, to)], now).pop().unwrap()
}

fn only(people: &[i64]) -> Brief {
    Brief::Only(people.iter().map(|id| UserId(*id)).collect())
}

/// The digest that is due, without empty fields.
fn due(digests: &mut Digests, now: i64) -> Option<Value> {
    let mut due = digests.due(WS, now);
    assert!(due.len() <= 1);
    let told = serde_json::to_value(due.pop()?.event).unwrap();
    let named = [
        "channelId",
        "messageCount",
        "lastMessageId",
        "parentMessageIds",
        "senderIds",
        "changedCount",
        "cursor",
    ];
    Some(named.iter().map(|name| ((*name).to_owned(), told[name].clone())).collect())
}

#[test]
fn message_after_a_quiet_second_is_published_at_once() {
    let mut digests = Digests::default();
    assert_eq!(take(&mut digests, message(1, 7), READERS, T), Brief::Everybody);
    assert_eq!(digests.next(), Some(T + 1_000));
    assert_eq!(due(&mut digests, T + 1_000), None);
    assert_eq!(digests.next(), None);
    assert_eq!(take(&mut digests, message(2, 7), READERS, T + 1_001), Brief::Everybody);
}

#[test]
fn later_messages_are_collected_in_a_digest() {
    let mut digests = Digests::default();
    take(&mut digests, message(1, 7), READERS, T);
    assert_eq!(take(&mut digests, message(2, 7), READERS, T + 1), only(&[7]));
    assert_eq!(take(&mut digests, message(3, 8), READERS, T + 2), only(&[8]));
    let reply = event("MESSAGE_CREATE", 4, 8, json!({ "parentMessageId": 1 }));
    assert_eq!(take(&mut digests, reply, READERS, T + 3), only(&[8]));
    let edit = event("MESSAGE_UPDATE", 1, 7, json!({ "cursor": 45 }));
    assert_eq!(take(&mut digests, edit, READERS, T + 999), only(&[7]));
    assert_eq!(due(&mut digests, T + 999), None);
    let told = json!({
        "channelId": 2, "messageCount": 3, "lastMessageId": 3, "parentMessageIds": [1], "senderIds": [7, 8],
        "changedCount": 1, "cursor": 45,
    });
    assert_eq!(due(&mut digests, T + 1_000), Some(told));
    // The next second has begun.
    assert_eq!(take(&mut digests, message(5, 7), READERS, T + 1_500), only(&[7]));
    assert_eq!(due(&mut digests, T + 1_999), None);
    assert_eq!(due(&mut digests, T + 2_000).unwrap()["messageCount"], 1);
    assert_eq!(due(&mut digests, T + 3_000), None);
    assert_eq!(digests.next(), None);
}

#[test]
fn mentioned_people_receive_the_event_at_once() {
    let mut digests = Digests::default();
    take(&mut digests, message(1, 7), READERS, T);
    let call = event("MESSAGE_CREATE", 2, 7, json!({ "mentions": [8, 9] }));
    assert_eq!(take(&mut digests, call, READERS, T + 1), only(&[8, 9, 7]));
    let edit = event("MESSAGE_UPDATE", 1, 7, json!({ "mentions": [8] }));
    assert_eq!(take(&mut digests, edit, READERS, T + 2), only(&[8, 7]));
    // A deleted message notifies nobody.
    let gone = event("MESSAGE_DELETE", 2, 7, json!({ "mentions": [8, 9] }));
    assert_eq!(take(&mut digests, gone, READERS, T + 3), only(&[7]));
    assert!(only(&[8]).reaches(UserId(8)) && !only(&[8]).reaches(UserId(7)));
    assert!(Brief::Everybody.reaches(UserId(7)));
}

#[test]
fn change_delays_no_message() {
    let mut digests = Digests::default();
    assert_eq!(take(&mut digests, event("MESSAGE_DELETE", 1, 7, json!({})), READERS, T), only(&[7]));
    assert_eq!(take(&mut digests, message(2, 7), READERS, T + 500), Brief::Everybody);
    assert_eq!(take(&mut digests, message(3, 7), READERS, T + 501), only(&[7]));
    let told = due(&mut digests, T + 1_000).unwrap();
    assert_eq!((&told["messageCount"], &told["changedCount"]), (&json!(1), &json!(1)));
}

#[test]
fn rare_events_bypass_the_digest_and_reactions_are_dropped() {
    let mut digests = Digests::default();
    take(&mut digests, message(1, 7), READERS, T);
    for kind in ["MESSAGE_APPROVED", "CHANNEL_UPDATED", "CHANNEL_ARCHIVED", "MEMBER_CHANGED", "SOMETHING_NEW"]
    {
        assert_eq!(
            take(&mut digests, event(kind, 2, 7, json!({})), READERS, T + 1),
            Brief::Everybody,
            "{kind}"
        );
    }
    let moderators = Audience::Moderators { and: UserId(7) };
    assert_eq!(take(&mut digests, message(3, 7), moderators, T + 1), Brief::Everybody);
    let reaction = event("MESSAGE_REACTION", 1, 7, json!({ "mentions": [8] }));
    assert_eq!(take(&mut digests, reaction, READERS, T + 1), only(&[]));
    assert_eq!(take(&mut digests, Body::of(&json!(["no event"])), READERS, T + 1), Brief::Everybody);
    assert_eq!(due(&mut digests, T + 1_000), None);
}

#[test]
fn digest_is_per_channel_and_its_lists_are_bounded() {
    let mut digests = Digests::default();
    take(&mut digests, message(1, 7), READERS, T);
    let other = ChannelId(3);
    let there = [(message(2, 7), READERS), (message(3, 7), READERS)];
    assert_eq!(digests.take(other, &access(), &there, T + 500), [Brief::Everybody, only(&[7])]);
    for id in 10..200 {
        let reply = event("MESSAGE_CREATE", id, id, json!({ "parentMessageId": id * 100 }));
        take(&mut digests, reply, READERS, T + 1);
    }
    let told = due(&mut digests, T + 1_000).unwrap();
    assert_eq!((&told["channelId"], &told["messageCount"]), (&json!(2), &json!(190)));
    for names in ["parentMessageIds", "senderIds"] {
        assert_eq!(told[names].as_array().unwrap().len(), 50, "{names}");
    }
    assert_eq!(told["lastMessageId"], Value::Null);
    assert_eq!(due(&mut digests, T + 1_500).unwrap()["channelId"], 3);
}
