//! Versions of messages and recovery by cursor: contract §3.6, §3.7.

use crate::harness::{Org, Person, Value, World, each, id, json};

async fn events(person: &Person, channel: i64, query: &str) -> Value {
    person.get(&format!("/api/v1/chat/channels/{channel}/events?{query}")).await.data()
}

/// The fields that events and pages have in common.
fn common(message: &Value, of_page: bool) -> Value {
    let reactions: Vec<Value> = message["reactions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|reaction| json!([reaction["emoji"], reaction["count"]]))
        .collect();
    let message_id = if of_page { &message["id"] } else { &message["messageId"] };
    json!({
        "id": message_id, "version": message["version"], "content": message["content"],
        "edited": message["edited"] == true, "deleted": message["deleted"] == true,
        "updated": message["updated"], "reactions": reactions,
    })
}

async fn one(org: &Org, person: &Person, message: i64) -> Value {
    let page = person.reads(org.general).await;
    page.as_array().unwrap().iter().find(|found| found["id"] == message).unwrap().clone()
}

#[actix_web::test]
async fn every_change_is_one_version_and_events_carry_the_state() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let sent = anna.sends(org.general, json!({"content": "ett"})).await.data();
    let (message, path) = (id(&sent["id"]), format!("/api/v1/chat/messages/{}", sent["id"]));
    assert_eq!(sent["version"], 1);
    let thumb = format!("{path}/reactions/%F0%9F%91%8D");
    let edited = anna.put(&path, json!({"content": "två"})).await.data();
    assert_eq!(edited["version"], 2);
    org.owner.put(&thumb, json!({})).await.data();
    // Repeating it changes nothing.
    org.owner.put(&thumb, json!({})).await.data();
    anna.put(&thumb, json!({})).await.data();
    let reply = org.owner.replies(org.general, message, "svar").await;
    assert_eq!(one(&org, &anna, message).await["version"], 5);
    org.owner.put(&format!("/api/v1/chat/messages/{reply}"), json!({"content": "rättat svar"})).await.data();
    assert_eq!(one(&org, &anna, message).await["version"], 5, "a reply's text is not its parent's");
    org.owner.delete(&format!("/api/v1/chat/messages/{reply}")).await.data();
    org.owner.delete(&thumb).await.data();
    let shown = one(&org, &anna, message).await;
    assert_eq!((&shown["version"], &shown["replyCount"]), (&json!(7), &json!(0)));
    assert_eq!(shown["reactions"], json!([{"emoji": "👍", "count": 1, "me": true}]));
    let told = events(&anna, org.general, "after=0").await;
    for event in told["events"].as_array().unwrap() {
        if event["messageId"] == message {
            assert_eq!(common(event, false), common(&shown, true), "{event}");
            assert_eq!(event["replyCount"], 0);
        } else {
            assert_eq!(event["version"], 3);
            let parent = &event["parent"];
            assert_eq!(common(parent, false), common(&shown, true), "{event}");
            assert_eq!(parent["lastReplyAt"], Value::Null);
        }
    }
    let gone = anna.delete(&path).await.data();
    assert_eq!((&gone["version"], &gone["reactions"]), (&json!(8), &json!([])));
}

#[actix_web::test]
async fn invented_cursors_are_handled() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    for n in 0..5 {
        org.owner.says(org.general, &n.to_string()).await;
    }
    let path = format!("/api/v1/chat/channels/{}/events", org.general);
    org.owner.get(&format!("{path}?after=-1")).await.wrong_field("after", "CURSOR");
    org.owner.get(&format!("{path}?after={}", i64::MIN)).await.wrong_field("after", "CURSOR");
    // From the beginning in small pages: everything, in order, without duplicates.
    let (mut seen, mut after) = (Vec::new(), json!(0));
    loop {
        let page = events(&org.owner, org.general, &format!("after={after}&limit=2")).await;
        assert_eq!(page["reset"], false);
        assert!(page["events"].as_array().unwrap().len() <= 2);
        seen.extend(each(&page["events"], "content").into_iter().cloned());
        after = page["cursor"].clone();
        if page["hasMore"] == false {
            break;
        }
    }
    assert_eq!(seen, ["0", "1", "2", "3", "4"]);
}

/// A row as an older version of the program wrote it: the channel's last message is seven and a half days old.
#[actix_web::test]
async fn quiet_channel_needs_no_resync() {
    use storage::{Append, EventId, Message, MessageId, UserId, WorkspaceId};
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let at = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64
        - 7 * 86_400_000
        - 43_200_000;
    let old = storage::ids::Ids::first_at(at);
    let message = Message {
        message_id: MessageId(old),
        channel_id: storage::ChannelId(org.general),
        user_id: UserId(org.owner.id),
        parent_id: None,
        content: "för länge sedan".into(),
        formatted: None,
        mentions: vec![],
        mention_all: false,
        client_message_id: None,
        created: at,
        updated: at,
        edited: false,
        deleted: false,
        threaded: false,
        priority: storage::chat::Priority::Normal,
        asked: None,
        poll: None,
        card: None,
        attachments: Vec::new(),
        version: 1,
    };
    let append = Append {
        message,
        workspace_id: WorkspaceId(org.workspace),
        inboxes: vec![],
        event_id: EventId(old),
        notifications: vec![],
        tells: false,
        pushes: None,
    };
    world.storage.chat.append(&append).await.unwrap();
    // Its own cursor: no events after it.
    let page = events(&org.owner, org.general, &format!("after={old}")).await;
    assert_eq!((&page["reset"], &page["events"]), (&json!(false), &json!([])));
    // Cursors in pages and answers are valid for the coming days.
    let said = std::cell::Cell::new(0);
    for cursor in [
        page["cursor"].clone(),
        org.owner.get(&format!("/api/v1/chat/channels/{}/messages", org.general)).await.is(200)["cursor"]
            .clone(),
    ] {
        let again = events(&org.owner, org.general, &format!("after={cursor}")).await;
        assert_eq!(again["reset"], false);
        if said.get() == 0 {
            assert_eq!(again["events"], json!([]));
            said.set(org.owner.says(org.general, "nu").await);
        }
        let again = events(&org.owner, org.general, &format!("after={cursor}")).await;
        assert_eq!(
            (&again["reset"], each(&again["events"], "messageId")),
            (&json!(false), vec![&json!(said.get())])
        );
    }
}

/// A repeated client id returns the message in its present state.
#[actix_web::test]
async fn repeated_send_answers_the_current_message() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let channel =
        org.channel("granskad", json!({"requireModeration": true, "autoApproveMembers": false})).await;
    let anna = org.with("MEMBER").await;
    let send = |mark: &str| json!({"content": "hej", "clientMessageId": mark});
    let answered = id(&org.owner.sends(org.general, send("a")).await.data()["id"]);
    anna.replies(org.general, answered, "svar").await;
    let again = org.owner.sends(org.general, send("a")).await.data();
    assert_eq!(
        (&again["id"], &again["replyCount"], &again["version"]),
        (&json!(answered), &json!(1), &json!(2))
    );
    let waiting = id(&anna.sends(channel, send("b")).await.data()["id"]);
    let again = anna.sends(channel, send("b")).await.data();
    assert_eq!(
        (&again["id"], &again["visible"], &again["deleted"]),
        (&json!(waiting), &json!(false), &json!(false))
    );
    org.owner.post(&format!("/api/v1/chat/messages/{waiting}/reject"), json!({})).await.data();
    let again = anna.sends(channel, send("b")).await.data();
    assert_eq!(
        (&again["id"], &again["visible"], &again["deleted"]),
        (&json!(waiting), &json!(false), &json!(true))
    );
    assert_eq!(again["content"], "Meddelandet har tagits bort.");
}
