//! Contract §3.8: marking unread, pins, reactions, saved messages, drafts, the channel list, scheduled messages.

use actors::platform::time::now;
use storage::time::Moment;

use crate::harness::{Org, Patience, Person, Value, World, each, id, json, until};

fn in_ms(ms: i64) -> Moment {
    Moment(now() + ms)
}

async fn unread(person: &Person, channel: i64) -> Value {
    person.get(&format!("/api/v1/chat/channels/{channel}/unread")).await.data()
}

async fn read(person: &Person, channel: i64, body: Value) -> Value {
    person.post(&format!("/api/v1/chat/channels/{channel}/read"), body).await.data()
}

/// The newest messages' texts, once there are `count` of them.
async fn said(person: &Person, channel: i64, count: usize) -> Vec<String> {
    let mut patience = Patience::new();
    while patience.lasts().await {
        let page = person.reads(channel).await;
        let texts = each(&page, "content");
        if texts.len() >= count {
            return texts.iter().map(|text| text.as_str().unwrap_or_default().to_owned()).collect();
        }
    }
    panic!("{count} messages never came");
}

async fn leave(org: &Org, person: &Person) {
    org.owner.delete(&org.at(&format!("/relations/{}", person.id))).await;
}

#[actix_web::test]
async fn marked_unread_lasts_until_the_next_reading() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let first = org.owner.says(org.general, "ett").await;
    let second = org.owner.says(org.general, &format!("två @{}", anna.name)).await;
    let third = org.owner.says(org.general, "tre").await;
    let reply = org.owner.replies(org.general, first, "svar").await;
    read(&anna, org.general, json!({})).await;
    assert_eq!(unread(&anna, org.general).await, false);
    let state = read(&anna, org.general, json!({"unreadFrom": second})).await;
    let expected = json!({"lastReadMessageId": third, "mentionCount": 1, "unreadFrom": second});
    assert_eq!(state, expected, "the mark stays, and what calls counts again");
    assert_eq!(unread(&anna, org.general).await, true);
    let channel = anna.get(&format!("/api/v1/chat/channels/{}", org.general)).await.data();
    assert_eq!(channel["member"]["unreadFrom"], second);
    // Marked again from elsewhere; any read mark ends it.
    assert_eq!(read(&anna, org.general, json!({"unreadFrom": third})).await["mentionCount"], 0);
    assert_eq!(unread(&anna, org.general).await, true);
    let state = read(&anna, org.general, json!({"lastReadMessageId": third})).await;
    assert_eq!(state, json!({"lastReadMessageId": third, "mentionCount": 0, "unreadFrom": null}));
    assert_eq!(unread(&anna, org.general).await, false);
    read(&anna, org.general, json!({"unreadFrom": first})).await;
    anna.says(org.general, "jag skriver").await;
    assert_eq!(unread(&anna, org.general).await, false, "who writes has read");
    let path = format!("/api/v1/chat/channels/{}/read", org.general);
    let elsewhere = org.owner.says(org.channel("prat", json!({})).await, "där").await;
    for wrong in [reply, elsewhere, first - 1, 0, -1] {
        anna.post(&path, json!({"unreadFrom": wrong})).await.wrong_field("unreadFrom", "UNKNOWN");
    }
    let both = json!({"unreadFrom": first, "lastReadMessageId": third});
    anna.post(&path, both).await.wrong_field("unreadFrom", "ONE_OF");
}

#[actix_web::test]
async fn everything_is_read_at_once() {
    let world = World::new().await;
    let (org, other) = (world.org("Skolan").await, world.org("Klubben").await);
    let anna = org.with("MEMBER").await;
    other.relate(&anna, "MEMBER").await;
    let prat = org.channel("prat", json!({})).await;
    let dold = org.channel("dold", json!({"channelType": "PRIVATE"})).await;
    let call = format!("@{}", anna.name);
    let first = org.owner.says(org.general, "hej").await;
    org.owner.replies(org.general, first, &call).await;
    for channel in [prat, dold] {
        org.owner.says(channel, &call).await;
    }
    other.owner.says(other.general, &call).await;
    let all = |body: Value| anna.post("/api/v1/chat/read-all", body);
    assert_eq!(all(json!({"workspaceId": org.workspace})).await.data(), 2);
    let total = async |org: &Org| {
        anna.get(&format!("/api/v1/chat/workspaces/{}/unread", org.workspace)).await.data()["total"].clone()
    };
    assert_eq!((total(&org).await, total(&other).await), (json!(0), json!(1)));
    assert_eq!(all(json!({})).await.data(), 1);
    assert_eq!((total(&other).await, all(json!({})).await.data()), (json!(0), json!(0)));
}

#[actix_web::test]
async fn pins_are_seen_by_all_who_read() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, moderator) = (org.with("MEMBER").await, org.with("MODERATOR").await);
    let first = anna.says(org.general, "ett").await;
    let second = anna.says(org.general, "två").await;
    let reply = anna.replies(org.general, first, "svar").await;
    let pin = |id: i64| format!("/api/v1/chat/messages/{id}/pin");
    anna.put(&pin(first), json!({})).await.refused(403, "ROLE_TOO_LOW");
    let messages = format!("/api/v1/chat/channels/{}/messages", org.general);
    let before = id(&anna.get(&messages).await.is(200)["cursor"]);
    let seen = moderator.put(&pin(first), json!({})).await.data();
    assert_eq!((&seen["pinned"], &seen["version"]), (&json!(true), &json!(3)), "after its reply and its pin");
    let again = moderator.put(&pin(first), json!({})).await.data();
    assert_eq!(again["version"], 3, "once is as good as twice");
    org.owner.put(&pin(reply), json!({})).await.data();
    moderator.put(&pin(second), json!({})).await.data();
    let path = format!("/api/v1/chat/channels/{}/pins", org.general);
    let pins = anna.get(&path).await.data();
    let pinned: Vec<i64> = pins.as_array().unwrap().iter().map(|pin| id(&pin["message"]["id"])).collect();
    assert_eq!(pinned, [second, reply, first], "the last pinned first");
    assert_eq!((&pins[2]["pinnedBy"], &pins[2]["message"]["pinned"]), (&json!(moderator.id), &json!(true)));
    let page = anna.reads(org.general).await;
    assert_eq!(each(&page, "pinned"), [true, true]);
    // Clients that were offline get the message in its final state.
    let events = format!("/api/v1/chat/channels/{}/events?after={before}", org.general);
    let events = anna.get(&events).await.data();
    let told = events["events"].as_array().unwrap().iter().find(|event| event["messageId"] == first).unwrap();
    assert_eq!((&told["type"], &told["pinned"]), (&json!("MESSAGE_UPDATE"), &json!(true)));
    anna.call("DELETE", &pin(first)).send().await.refused(403, "ROLE_TOO_LOW");
    assert_eq!(moderator.delete(&pin(first)).await.data()["pinned"], false);
    anna.delete(&format!("/api/v1/chat/messages/{second}")).await.data();
    assert_eq!(anna.get(&path).await.data().as_array().unwrap().len(), 1, "a pin goes with its message");
    moderator.put(&pin(second), json!({})).await.refused(409, "DELETED");
    let dold = org.channel("dold", json!({"channelType": "PRIVATE"})).await;
    anna.get(&format!("/api/v1/chat/channels/{dold}/pins")).await.refused(403, "ACCESS_DENIED");
    let hidden = org.owner.says(dold, "dolt").await;
    moderator.put(&pin(hidden), json!({})).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn pins_of_a_channel_have_a_quota() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let mut last = 0;
    for n in 0..101 {
        last = org.owner.says(org.general, &format!("{n}")).await;
        let answer = org.owner.put(&format!("/api/v1/chat/messages/{last}/pin"), json!({})).await;
        if n < 100 {
            answer.data();
        } else {
            answer.refused(409, "QUOTA_REACHED");
        }
    }
    let page = org.owner.reads(org.general).await;
    assert_eq!(page.as_array().unwrap().last().unwrap()["id"], last);
}

#[actix_web::test]
async fn reactions_list_people_by_emoji() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let said = org.owner.says(org.general, "hej").await;
    let path = format!("/api/v1/chat/messages/{said}/reactions");
    assert_eq!(bo.get(&path).await.data(), json!([]));
    for (person, emoji) in [(&anna, "%F0%9F%91%8D"), (&bo, "%F0%9F%8E%89"), (&bo, "%F0%9F%91%8D")] {
        person.put(&format!("{path}/{emoji}"), json!({})).await.data();
    }
    let list = anna.get(&path).await.data();
    assert_eq!(each(&list, "emoji"), ["👍", "🎉"]);
    assert_eq!(each(&list[0]["people"], "userId"), [&json!(anna.id), &json!(bo.id)]);
    assert_eq!(list[1]["people"][0]["slug"], bo.name.as_str());
    world.person("Främling").await.get(&path).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn saved_messages_are_private_and_shown_while_readable() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let first = bo.says(org.general, "ett").await;
    let second = bo.says(org.general, "två").await;
    let at = |id: i64| format!("/api/v1/chat/saved/{id}");
    for message in [first, second, first] {
        anna.put(&at(message), json!({})).await.is(204);
    }
    let saved = anna.get("/api/v1/chat/saved?limit=1").await.data();
    assert_eq!((&saved["content"][0]["message"]["id"], &saved["hasMore"]), (&json!(second), &json!(true)));
    let rest = anna.get(&format!("/api/v1/chat/saved?before={second}")).await.data();
    assert_eq!((&rest["content"][0]["message"]["content"], &rest["hasMore"]), (&json!("ett"), &json!(false)));
    assert_eq!(bo.get("/api/v1/chat/saved").await.data()["content"], json!([]), "mine alone");
    anna.delete(&at(second)).await.is(204);
    anna.delete(&at(second)).await.refused(404, "NOT_FOUND");
    for (when, code) in [(in_ms(-1_000), "TIME"), (in_ms(400 * 86_400_000), "TIME")] {
        anna.put(&at(first), json!({"remindAt": when})).await.wrong_field("remindAt", code);
    }
    leave(&org, &anna).await;
    assert_eq!(anna.get("/api/v1/chat/saved").await.data()["content"], json!([]));
    anna.put(&at(second), json!({})).await.refused(404, "NOT_FOUND");
    org.relate(&anna, "MEMBER").await;
    assert_eq!(each(&anna.get("/api/v1/chat/saved").await.data()["content"], "channelName").len(), 1);
}

#[actix_web::test]
async fn saved_message_reminds_once_at_the_last_set_time() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let said = org.owner.says(org.general, "kom ihåg").await;
    let path = format!("/api/v1/chat/saved/{said}");
    anna.put(&path, json!({"remindAt": in_ms(86_400_000)})).await.is(204);
    anna.put(&path, json!({"remindAt": in_ms(300)})).await.is(204);
    let bell = anna.bell(1).await;
    assert_eq!((&bell[0]["type"], &bell[0]["read"]), (&json!("REMINDER"), &json!(false)), "{bell}");
    let title = bell[0]["title"].as_str().unwrap();
    assert!(title.starts_with("Påminnelse om ett meddelande i "), "{title}");
    read(&anna, org.general, json!({})).await;
    assert_eq!(anna.bell(1).await[0]["read"], false, "what one asked for is news though one has read it");
    let saved = anna.get("/api/v1/chat/saved").await.data();
    assert_eq!(saved["content"][0]["remindAt"], Value::Null);
}

#[actix_web::test]
async fn drafts_follow_their_writer() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let prat = org.channel("prat", json!({})).await;
    let at = |channel: i64| format!("/api/v1/chat/channels/{channel}/draft");
    assert_eq!(anna.get(&at(prat)).await.data(), Value::Null);
    anna.put(&at(org.general), json!({"content": "Hej"})).await.data();
    let draft = anna.put(&at(prat), json!({"content": " Hej alla "})).await.data();
    assert_eq!((&draft["content"], &draft["channelId"]), (&json!(" Hej alla "), &json!(prat)));
    assert_eq!(anna.get(&at(prat)).await.data(), draft);
    assert_eq!(bo.get(&at(prat)).await.data(), Value::Null);
    let list = anna.get("/api/v1/chat/drafts").await.data();
    assert_eq!(each(&list, "channelId"), [&json!(prat), &json!(org.general)], "the last first");
    anna.put(&at(prat), json!({"content": "  "})).await.data();
    assert_eq!(anna.get(&at(prat)).await.data(), Value::Null, "nothing is no draft");
    anna.put(&at(prat), json!({"content": "x".repeat(4001)})).await.wrong_field("content", "LENGTH");
    leave(&org, &anna).await;
    assert_eq!(anna.get("/api/v1/chat/drafts").await.data(), json!([]));
    org.relate(&anna, "MEMBER").await;
    anna.delete(&at(org.general)).await.is(204);
    assert_eq!(anna.get("/api/v1/chat/drafts").await.data(), json!([]));
}

#[actix_web::test]
async fn channel_list_arrangement_is_stored_per_person() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let empty = json!({"favourites": [], "groups": [], "collapsed": []});
    assert_eq!(anna.get("/api/v1/chat/sidebar").await.data(), empty);
    let group = json!({"id": "g1", "name": "Läger", "channels": [3, 1]});
    let mine = json!({"favourites": [2, 1], "groups": [group], "collapsed": ["g1", "direct"]});
    assert_eq!(anna.put("/api/v1/chat/sidebar", mine.clone()).await.data(), mine);
    assert_eq!(anna.get("/api/v1/chat/sidebar").await.data(), mine);
    assert_eq!(bo.get("/api/v1/chat/sidebar").await.data(), empty);
    let many = json!({"favourites": vec![1; 201]});
    anna.put("/api/v1/chat/sidebar", many).await.wrong_field("favourites", "LENGTH");
    let nameless = json!({"groups": [{"id": "g", "name": "", "channels": []}]});
    anna.put("/api/v1/chat/sidebar", nameless).await.wrong_field("groups[0].name", "LENGTH");
}

#[actix_web::test]
async fn scheduled_message_is_sent_once_when_due() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let path = format!("/api/v1/chat/channels/{}/scheduled", org.general);
    let later = |content: String, when: Moment| json!({"content": content, "sendAt": when});
    anna.post(&path, later("nu".into(), in_ms(-1))).await.wrong_field("sendAt", "TIME");
    anna.post(&path, later("  ".into(), in_ms(9_000))).await.wrong_field("content", "REQUIRED");
    let first = anna.post(&path, later(format!("Hej @{}", bo.name), in_ms(86_400_000))).await.is(201);
    let second = anna.post(&path, later("aldrig".into(), in_ms(86_400_000))).await.is(201);
    let (first, second) = (id(&first["data"]["id"]), id(&second["data"]["id"]));
    let one = |id: i64| format!("/api/v1/chat/scheduled/{id}");
    assert_eq!(each(&anna.get("/api/v1/chat/scheduled").await.data(), "id").len(), 2);
    assert_eq!(bo.get("/api/v1/chat/scheduled").await.data(), json!([]));
    bo.put(&one(first), later("annat".into(), in_ms(9_000))).await.refused(404, "NOT_FOUND");
    bo.delete(&one(first)).await.refused(404, "NOT_FOUND");
    anna.delete(&one(second)).await.is(204);
    anna.delete(&one(second)).await.refused(404, "NOT_FOUND");
    let changed = anna.put(&one(first), later(format!("Hej! @{}", bo.name), in_ms(400))).await.data();
    assert_eq!(changed["refused"], Value::Null);
    assert_eq!(said(&bo, org.general, 1).await, [format!("Hej! @{}", bo.id)]);
    assert_eq!(each(&bo.bell(1).await, "type"), ["MENTION"]);
    assert_eq!(bo.reads(org.general).await[0]["userId"], anna.id);
    let mut patience = Patience::new();
    while patience.lasts().await {
        if anna.get("/api/v1/chat/scheduled").await.data() == json!([]) {
            return;
        }
    }
    panic!("what was sent still waits");
}

#[actix_web::test]
async fn recurring_message_is_scheduled_again() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let path = format!("/api/v1/chat/channels/{}/scheduled", org.general);
    let repeated =
        |when: Moment, rule: &str| json!({"content": "Dagens fråga", "sendAt": when, "rrule": rule});
    anna.post(&path, repeated(in_ms(9_000), "FREQ=HOURLY")).await.wrong_field("rrule", "TOO_OFTEN");
    anna.post(&path, repeated(in_ms(9_000), "varje dag")).await.wrong_field("rrule", "RRULE");
    anna.post(&path, repeated(in_ms(9_000), &"A".repeat(501))).await.wrong_field("rrule", "LENGTH");
    let first = in_ms(400);
    let made = anna.post(&path, repeated(first, "RRULE:FREQ=DAILY;COUNT=2")).await.is(201);
    assert_eq!(made["data"]["rrule"], "FREQ=DAILY;COUNT=2");
    assert_eq!(said(&bo, org.general, 1).await, ["Dagens fråga"]);
    let one = format!("/api/v1/chat/scheduled/{}", id(&made["data"]["id"]));
    let next = until(|| async {
        let waiting = anna.get("/api/v1/chat/scheduled").await.data();
        (waiting[0]["sendAt"] != made["data"]["sendAt"]).then_some(waiting)
    })
    .await;
    let at = |value: &Value| value.as_str().unwrap().parse::<jiff::Timestamp>().unwrap().as_millisecond();
    let between = at(&next[0]["sendAt"]) - first.0;
    // A day, plus or minus an hour when the clocks change; rules know whole seconds.
    assert!((23 * 3_600_000 - 1_000..=25 * 3_600_000).contains(&between), "{between} ms");
    assert_eq!(next[0]["id"], made["data"]["id"]);
    // Edited to have no rule it is sent once.
    let last = json!({"content": "Sista frågan", "sendAt": in_ms(300)});
    assert_eq!(anna.put(&one, last).await.data()["rrule"], Value::Null);
    assert_eq!(said(&bo, org.general, 2).await, ["Dagens fråga", "Sista frågan"]);
}

#[actix_web::test]
async fn scheduled_message_checks_rights_when_sent() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let path = format!("/api/v1/chat/channels/{}/scheduled", org.general);
    let input = |when: Moment| json!({"content": "för sent", "sendAt": when});
    anna.post(&path, input(in_ms(700))).await.is(201);
    let settings = json!({"readOnly": true});
    org.owner.put(&format!("/api/v1/chat/channels/{}", org.general), settings).await.data();
    let bell = anna.bell(1).await;
    assert_eq!(bell[0]["type"], "SCHEDULED_REFUSED");
    let waiting = anna.get("/api/v1/chat/scheduled").await.data();
    assert_eq!(
        (&waiting[0]["refused"], &waiting[0]["content"]),
        (&json!("READ_ONLY_CHANNEL"), &json!("för sent"))
    );
    assert_eq!(org.owner.reads(org.general).await, json!([]));
    anna.post(&path, input(in_ms(60_000))).await.refused(403, "READ_ONLY_CHANNEL");
}
