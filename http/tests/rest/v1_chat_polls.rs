//! Polls: contract §3.8.

use actors::platform::time::now;
use storage::EventId;
use storage::chat::Poll;
use storage::ids::MessageId;
use storage::time::Moment;

use crate::harness::{Org, Person, Value, World, each, id, json};

async fn asks(person: &Person, channel: i64, more: Value) -> i64 {
    let mut poll = json!({"question": "Vilken dag?", "options": ["måndag", "tisdag", "onsdag"]});
    poll.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    id(&person.sends(channel, json!({"poll": poll})).await.data()["id"])
}

fn at(message: i64) -> String {
    format!("/api/v1/chat/messages/{message}/vote")
}

async fn votes(person: &Person, message: i64, options: &[i64]) -> Value {
    person.put(&at(message), json!({"options": options})).await.data()
}

async fn shown(person: &Person, org: &Org, message: i64) -> Value {
    let page = person.reads(org.general).await;
    page.as_array().unwrap().iter().find(|one| one["id"] == message).unwrap().clone()
}

fn counts(poll: &Value) -> Vec<i64> {
    each(&poll["options"], "count").into_iter().map(id).collect()
}

#[actix_web::test]
async fn a_poll_is_a_message_whose_text_is_the_question() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let poll = json!({"question": " Vilken dag? ", "options": ["måndag", " tisdag "]});
    let sent = anna.sends(org.general, json!({"poll": poll})).await.data();
    assert_eq!((&sent["messageType"], &sent["content"]), (&json!("POLL"), &json!("Vilken dag?")));
    let expected = json!({
        "question": "Vilken dag?", "multiple": false, "anonymous": false, "closes": null, "closed": false, "voters": 0,
        "options": [
            {"text": "måndag", "count": 0, "voters": [], "me": false},
            {"text": "tisdag", "count": 0, "voters": [], "me": false},
        ],
    });
    assert_eq!(sent["poll"], expected);
    let plain = anna.sends(org.general, json!({"content": "hej"})).await.data();
    assert_eq!((&plain["messageType"], &plain["poll"]), (&json!("TEXT"), &Value::Null));
    // Votes refer to the question, so it cannot be edited.
    let path = format!("/api/v1/chat/messages/{}", sent["id"]);
    anna.put(&path, json!({"content": "Vilken månad?"})).await.refused(409, "POLL_STANDS");
    for (poll, field, code) in [
        (json!({"question": "", "options": ["a", "b"]}), "poll.question", "LENGTH"),
        (json!({"question": "När?", "options": ["a"]}), "poll.options", "LENGTH"),
        (json!({"question": "När?", "options": ["a", "a"]}), "poll.options", "TWICE"),
        (
            json!({"question": "När?", "options": ["a", "b"], "closes": Moment(now() - 1)}),
            "poll.closes",
            "TIME",
        ),
    ] {
        anna.sends(org.general, json!({"poll": poll})).await.wrong_field(field, code);
    }
    let both = json!({"content": "hej", "poll": {"question": "När?", "options": ["a", "b"]}});
    anna.sends(org.general, both).await.wrong_field("content", "ONE_OF");
    let gone = anna.delete(&path).await.data();
    assert_eq!((&gone["messageType"], &gone["poll"]), (&json!("TEXT"), &Value::Null));
    anna.put(&at(id(&sent["id"])), json!({"options": [0]})).await.refused(409, "DELETED");
}

#[actix_web::test]
async fn poll_about_dates_has_a_time_per_option() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let hour = now() / 3_600_000 * 3_600_000 + 7_200_000;
    let time =
        |n: i64| json!({"start": Moment(hour + n * 3_600_000), "end": Moment(hour + (n + 1) * 3_600_000)});
    let poll = |times: Value| json!({"question": "Vem kan när?", "options": ["a", "b"], "multiple": true, "times": times});
    let sent = anna.sends(org.general, json!({"poll": poll(json!([time(0), time(24)]))})).await.data();
    assert_eq!(sent["messageType"], "POLL");
    let message = id(&sent["id"]);
    let view = votes(&bo, message, &[1]).await;
    for (n, at) in [(0, 0), (1, 24)] {
        let option = &shown(&anna, &org, message).await["poll"]["options"][n];
        assert_eq!((&option["start"], &option["end"]), (&time(at)["start"], &time(at)["end"]));
        assert_eq!(view["options"][n]["start"], time(at)["start"]);
    }
    assert_eq!(counts(&view), [0, 1]);
    for (times, code) in [
        (json!([]), "LENGTH"),
        (json!([time(1)]), "LENGTH"),
        (json!([time(1), time(1)]), "TWICE"),
        (json!([time(1), time(-100)]), "TIME"),
        (json!([time(1), {"start": time(2)["end"], "end": time(2)["start"]}]), "END"),
    ] {
        anna.sends(org.general, json!({"poll": poll(times)})).await.wrong_field("poll.times", code);
    }
    for times in
        [json!([time(1), {"start": "i morgon", "end": time(2)["end"]}]), json!("alltid"), json!([1, 2])]
    {
        anna.sends(org.general, json!({"poll": poll(times)})).await.refused(422, "INVALID");
    }
}

#[actix_web::test]
async fn vote_is_counted_once_and_published() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo, follower) =
        (org.with("MEMBER").await, org.with("MEMBER").await, org.with("FOLLOWER").await);
    let message = asks(&anna, org.general, json!({})).await;
    let seen = votes(&bo, message, &[1]).await;
    assert_eq!((counts(&seen), &seen["voters"]), (vec![0, 1, 0], &json!(1)));
    assert_eq!(seen["options"][1], json!({"text": "tisdag", "count": 1, "voters": [bo.id], "me": true}));
    assert_eq!(votes(&bo, message, &[1]).await, seen, "once is as good as twice");
    votes(&anna, message, &[1]).await;
    let seen = votes(&bo, message, &[2]).await;
    assert_eq!((counts(&seen), &seen["voters"]), (vec![0, 1, 1], &json!(2)), "in place of the first");
    let page = shown(&anna, &org, message).await;
    assert_eq!(
        (&page["poll"]["options"][1]["me"], &page["poll"]["options"][2]["me"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(page["version"], 4);
    let events = format!("/api/v1/chat/channels/{}/events?after=0", org.general);
    let told = anna.get(&events).await.data();
    for event in told["events"].as_array().unwrap().iter().filter(|event| event["messageId"] == message) {
        assert_eq!((counts(&event["poll"]), &event["version"]), (vec![0, 1, 1], &json!(4)), "{event}");
        assert_eq!((&event["messageType"], event["poll"]["options"][1].get("me")), (&json!("POLL"), None));
        assert_eq!(event["poll"]["options"][2]["voters"], json!([bo.id]));
    }
    assert_eq!(counts(&votes(&bo, message, &[]).await), [0, 1, 0], "taken back");
    bo.put(&at(message), json!({"options": [0, 1]})).await.wrong_field("options", "ONLY_ONE");
    bo.put(&at(message), json!({"options": [3]})).await.wrong_field("options", "UNKNOWN");
    let many = asks(&anna, org.general, json!({"multiple": true})).await;
    assert_eq!(counts(&votes(&bo, many, &[2, 0]).await), [1, 0, 1]);
    let plain = anna.says(org.general, "hej").await;
    bo.put(&at(plain), json!({"options": [0]})).await.wrong_field("id", "NOT_A_POLL");
    // Somebody who may not read it, and somebody with read access only.
    follower.put(&at(message), json!({"options": [0]})).await.refused(404, "NOT_FOUND");
    let open = org.channel("öppen", json!({"visibleToGuests": true})).await;
    let guest = org.with("CUSTOMER").await;
    let asked = asks(&anna, open, json!({})).await;
    guest.put(&at(asked), json!({"options": [0]})).await.refused(403, "READ_ONLY_ROLE");
    // In a thread as well; its first message is returned too.
    let reply = json!({"parentMessageId": plain, "poll": {"question": "Så?", "options": ["ja", "nej"]}});
    let reply = id(&anna.sends(org.general, reply).await.data()["id"]);
    assert_eq!(counts(&votes(&bo, reply, &[1]).await), [0, 1]);
    let thread = bo.get(&format!("/api/v1/chat/messages/{plain}/thread")).await.data();
    assert_eq!(
        (counts(&thread["replies"][0]["poll"]), &thread["replies"][0]["messageType"]),
        (vec![0, 1], &json!("POLL"))
    );
}

#[actix_web::test]
async fn an_anonymous_poll_shows_no_names_to_anybody() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let message = asks(&anna, org.general, json!({"anonymous": true})).await;
    let mine = votes(&bo, message, &[0]).await;
    assert_eq!(mine["options"][0], json!({"text": "måndag", "count": 1, "me": true}));
    let events = format!("/api/v1/chat/channels/{}/events?after=0", org.general);
    for person in [&anna, &org.owner] {
        let seen = shown(person, &org, message).await;
        assert_eq!(counts(&seen["poll"]), [1, 0, 0]);
        let told = person.get(&events).await.data();
        let told: Vec<&Value> =
            told["events"].as_array().unwrap().iter().filter(|event| event["messageId"] == message).collect();
        assert!(!told.is_empty());
        let all = format!("{seen} {told:?}");
        assert!(!all.contains(&bo.id.to_string()), "{all}");
    }
}

#[actix_web::test]
async fn a_poll_that_has_closed_takes_no_vote() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let message = asks(&anna, org.general, json!({"closes": Moment(now() + 86_400_000)})).await;
    assert_eq!(votes(&bo, message, &[0]).await["closed"], false);
    // An expired poll, as it is stored then.
    let chat = &world.storage.chat;
    let stored = chat.locate(MessageId(message)).await.unwrap().unwrap().message;
    let over = MessageId(world.platform.ids.next(now()).unwrap());
    let poll = stored.poll.clone().map(|poll| Poll { closes: Some(now() - 1), ..poll });
    let closed = storage::Message { message_id: over, poll, version: 1, ..stored };
    let append = storage::Append {
        message: closed,
        workspace_id: storage::WorkspaceId(org.workspace),
        inboxes: vec![],
        event_id: EventId(over.0),
        notifications: vec![],
        tells: false,
        pushes: None,
    };
    chat.append(&append).await.unwrap();
    assert_eq!(shown(&bo, &org, over.0).await["poll"]["closed"], true);
    bo.put(&at(over.0), json!({"options": [1]})).await.refused(409, "POLL_CLOSED");
    bo.put(&at(over.0), json!({"options": []})).await.refused(409, "POLL_CLOSED");
}

#[actix_web::test]
async fn pending_poll_accepts_votes_after_approval() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, moderator) = (org.with("MEMBER").await, org.with("MODERATOR").await);
    let strict = org.channel("strikt", json!({"requireModeration": true, "autoApproveMembers": false})).await;
    let message = asks(&anna, strict, json!({})).await;
    anna.put(&at(message), json!({"options": [0]})).await.refused(409, "PENDING");
    let waiting = moderator.get(&format!("/api/v1/chat/channels/{strict}/pending")).await.data();
    assert_eq!(counts(&waiting[0]["poll"]), [0, 0, 0]);
    let approved = format!("/api/v1/chat/messages/{message}/approve");
    assert_eq!(moderator.call("POST", &approved).send().await.data()["messageType"], "POLL");
    assert_eq!(counts(&votes(&anna, message, &[0]).await), [1, 0, 0]);
}
