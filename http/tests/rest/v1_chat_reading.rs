//! Read state: marks, counts of mentions, totals.

use storage::ids::Ids;

use crate::harness::{Patience, Person, Value, World, id, json};

async fn read(person: &Person, channel: i64, body: Value) -> Value {
    person.post(&format!("/api/v1/chat/channels/{channel}/read"), body).await.data()
}

async fn unread(person: &Person, channel: i64) -> Value {
    person.get(&format!("/api/v1/chat/channels/{channel}/unread")).await.data()
}

#[actix_web::test]
async fn a_mark_never_moves_back() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    assert_eq!(unread(&anna, org.general).await, false);
    assert_eq!(read(&anna, org.general, json!({})).await["lastReadMessageId"], Value::Null, "nothing there");
    let (first, second) =
        (org.owner.says(org.general, "ett").await, org.owner.says(org.general, "två").await);
    assert_eq!(unread(&anna, org.general).await, true);
    let mark = |id: i64| json!({"lastReadMessageId": id});
    assert_eq!(read(&anna, org.general, mark(first)).await["lastReadMessageId"], first);
    assert_eq!(unread(&anna, org.general).await, true);
    assert_eq!(read(&anna, org.general, mark(second)).await["lastReadMessageId"], second);
    assert_eq!(unread(&anna, org.general).await, false);
    assert_eq!(read(&anna, org.general, mark(first)).await["lastReadMessageId"], second);
    let third = org.owner.says(org.general, "tre").await;
    assert_eq!(read(&anna, org.general, json!({})).await["lastReadMessageId"], third, "everything");
    // Only existing messages can be marked as read.
    let path = format!("/api/v1/chat/channels/{}/read", org.general);
    for id in [third + 1, (1 << 53) - 1, Ids::first_at(4_000_000_000_000), 0, -1] {
        anna.post(&path, mark(id)).await.wrong_field("lastReadMessageId", "UNKNOWN");
    }
    org.owner.says(org.general, "fyra").await;
    assert_eq!(unread(&anna, org.general).await, true);
    // Own messages count as read when sent, or at the latest when marked.
    let own = anna.says(org.general, "fem").await;
    read(&anna, org.general, mark(own)).await;
    assert_eq!(unread(&anna, org.general).await, false);
}

#[actix_web::test]
async fn read_state_of_all_channels_in_one_call() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let (prat, tyst) = (org.channel("prat", json!({})).await, org.channel("tyst", json!({})).await);
    let old = org.channel("gammal", json!({})).await;
    let dold = org.channel("dold", json!({"channelType": "PRIVATE"})).await;
    for channel in [prat, tyst, old, dold] {
        org.owner.says(channel, &format!("hej @{}", anna.name)).await;
    }
    org.owner.post(&format!("/api/v1/chat/channels/{old}/archive"), json!({})).await.data();
    anna.put(&format!("/api/v1/chat/channels/{tyst}/settings"), json!({"muted": true})).await.data();
    let summary = async || {
        let path = format!("/api/v1/chat/workspaces/{}/unread", org.workspace);
        anna.get(&path).await.data()
    };
    let of = |summary: &Value, channel: i64| {
        let list = summary["channels"].as_array().unwrap();
        list.iter().find(|c| c["channelId"] == channel).cloned()
    };
    let seen = summary().await;
    assert_eq!(seen["channels"].as_array().unwrap().len(), 3, "no archived one, no private one of others");
    assert_eq!(seen["total"], 1, "what is muted is not counted");
    let expected = json!({"channelId": prat, "hasUnread": true, "mentionCount": 1, "lastReadTimestamp": 0});
    assert_eq!(of(&seen, prat), Some(expected));
    assert_eq!(of(&seen, tyst).unwrap()["hasUnread"], true);
    assert_eq!(of(&seen, org.general).unwrap()["hasUnread"], false);
    assert_eq!(of(&seen, dold), None);

    let state = read(&anna, prat, json!({})).await;
    assert_eq!(state["mentionCount"], 0);
    let seen = summary().await;
    assert_eq!((&seen["total"], &of(&seen, prat).unwrap()["mentionCount"]), (&json!(0), &json!(0)));
    assert!(id(&of(&seen, prat).unwrap()["lastReadTimestamp"]) > 0);
}

#[actix_web::test]
async fn mentions_are_read_up_to_the_mark() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let call = format!("@{}", anna.name);
    let first = org.owner.says(org.general, &call).await;
    let second = org.owner.says(org.general, &format!("{call} {call}")).await;
    let third = org.owner.says(org.general, "@channel").await;
    let count = async || {
        let path = format!("/api/v1/chat/channels/{}", org.general);
        anna.get(&path).await.data()["member"]["mentionCount"].take()
    };
    assert_eq!(count().await, 3, "one for each message");
    assert_eq!(read(&anna, org.general, json!({"lastReadMessageId": first})).await["mentionCount"], 2);
    org.owner.delete(&format!("/api/v1/chat/messages/{second}")).await.data();
    assert_eq!(count().await, 1, "what is deleted calls nobody");
    assert_eq!(read(&anna, org.general, json!({"lastReadMessageId": third})).await["mentionCount"], 0);
    assert_eq!(count().await, 0);
    // Authors do not mention themselves.
    org.owner.says(org.general, &format!("@{}", org.owner.name)).await;
    let mine = org.owner.get(&format!("/api/v1/chat/channels/{}", org.general)).await.data();
    assert_eq!(mine["member"]["mentionCount"], 0);
}

#[actix_web::test]
async fn a_reply_makes_no_channel_unread() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let first = anna.says(org.general, "frågan").await;
    read(&anna, org.general, json!({})).await;
    org.owner.replies(org.general, first, "svaret").await;
    assert_eq!(unread(&anna, org.general).await, false);
    // Its notification is in the bell.
    let bell = anna.bell(1).await;
    assert_eq!((&bell[0]["type"], &bell[0]["parentMessageId"]), (&json!("REPLY"), &json!(first)));
}

/// Unread state, mention counts and notifications through one realistic sequence: contract §3.7.
#[actix_web::test]
async fn unread_mentions_and_notifications_agree() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let settings = json!({"requireModeration": true, "autoApproveMembers": true, "allowFollowers": true});
    let channel = org.channel("granskad", settings).await;
    let (anna, follower) = (org.with("MEMBER").await, org.with("FOLLOWER").await);
    let state = async |person: &Person| {
        let seen = person.get(&format!("/api/v1/chat/workspaces/{}/unread", org.workspace)).await.data();
        let mine = seen["channels"].as_array().unwrap().iter().find(|c| c["channelId"] == channel).cloned();
        let bell = person.get("/api/v1/notifications/unread-count").await.is(200)["data"].clone();
        let mine = mine.unwrap();
        (mine["hasUnread"] == true, mine["mentionCount"].as_i64().unwrap(), bell.as_i64().unwrap())
    };
    let settled = async |person: &Person, expected: (bool, i64, i64), what: &str| {
        // Notifications are written after the response.
        let mut patience = Patience::new();
        while patience.lasts().await {
            if state(person).await == expected {
                return;
            }
        }
        assert_eq!(state(person).await, expected, "{what}");
    };
    let message = |id: i64| format!("/api/v1/chat/messages/{id}");
    let call = format!("hej @{}", anna.name);

    let waiting = follower.says(channel, &call).await;
    let later = org.owner.says(channel, "under tiden").await;
    read(&anna, channel, json!({"lastReadMessageId": later})).await;
    read(&follower, channel, json!({})).await;
    settled(&anna, (false, 0, 0), "what waits counts for nobody").await;
    org.owner.post(&format!("{}/approve", message(waiting)), json!({})).await.data();
    settled(&anna, (true, 1, 1), "approved late").await;
    assert!(!state(&follower).await.0, "own, approved late");
    read(&anna, channel, json!({"lastReadMessageId": later})).await;
    settled(&anna, (false, 0, 0), "the newest is read, and what was let through behind it").await;

    let plain = org.owner.says(channel, "hej").await;
    settled(&anna, (true, 0, 0), "unread, nobody called").await;
    read(&anna, channel, json!({})).await;
    org.owner.put(&message(plain), json!({"content": call})).await.data();
    settled(&anna, (true, 1, 1), "a mention added by an edit").await;
    org.owner.put(&message(plain), json!({"content": "hej igen"})).await.data();
    settled(&anna, (false, 0, 0), "edited away").await;

    let gone = org.owner.says(channel, &call).await;
    settled(&anna, (true, 1, 1), "called").await;
    org.owner.delete(&message(gone)).await.data();
    settled(&anna, (false, 0, 0), "deleted").await;

    let reply = org.owner.replies(channel, plain, &call).await;
    settled(&anna, (true, 1, 1), "called in a thread").await;
    read(&anna, channel, json!({})).await;
    settled(&anna, (true, 1, 1), "the channel is read, the thread is not").await;
    anna.post(&format!("{}/thread/read", message(plain)), json!({"lastReadMessageId": reply + 1}))
        .await
        .wrong_field("lastReadMessageId", "UNKNOWN");
    let thread = anna.post(&format!("{}/thread/read", message(reply)), json!({})).await.data();
    assert_eq!(thread["parentMessageId"], plain, "a reply names its thread");
    assert_eq!((&thread["lastReadMessageId"], &thread["mentionCount"]), (&json!(reply), &json!(0)));
    settled(&anna, (false, 0, 0), "the thread is read").await;

    for (settings, rung) in [
        (json!({"muted": true}), 0),
        (json!({"muted": false, "notifyLevel": "none"}), 0),
        (json!({"notifyLevel": "mention"}), 1),
    ] {
        anna.put(&format!("/api/v1/chat/channels/{channel}/settings"), settings.clone()).await.data();
        org.owner.says(channel, &call).await;
        settled(&anna, (true, 1, rung), &format!("{settings}")).await;
        read(&anna, channel, json!({})).await;
        settled(&anna, (false, 0, 0), "read").await;
    }
}
