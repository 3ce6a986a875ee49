//! Comments of events: a chat thread with the event's rights. Contract §7, §3.

use crate::harness::{Org, Patience, Person, Value, World, each, id, json};
use crate::v1_contacts_requests::befriend;
use crate::v1_me_erasure::export;
use crate::v1_moderation::{queue, reported, reports};

const READ: &[&str] = &["READ"];
const POST: &[&str] = &["READ", "POST"];
const MODERATE: &[&str] = &["READ", "POST", "MODERATE"];
const MANAGE: &[&str] = &["READ", "POST", "MODERATE", "MANAGE"];

async fn event_of(person: &Person, org: Option<&Org>, visibility: &str, more: Value) -> Value {
    let new = json!({"name": visibility, "idEntity": org.map(|org| org.id), "visibility": visibility});
    let calendar = person.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take();
    let mut body = json!({
        "calendarUUID": calendar, "title": "Föräldramöte", "start": "2036-06-01T16:00:00Z",
        "end": "2036-06-01T17:00:00Z"
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    person.post("/api/v1/event", body).await.is(201)
}

fn path(event: &Value) -> String {
    format!("/api/v1/event/{}/comments", event["id"])
}

async fn begun(person: &Person, event: &Value) -> (i64, i64) {
    let at = person.put(&path(event), json!({})).await.is(200);
    assert_eq!(at["begun"], true);
    (id(&at["channelId"]), id(&at["parentMessageId"]))
}

async fn replies(person: &Person, thread: i64) -> Vec<Value> {
    let found = person.get(&format!("/api/v1/chat/messages/{thread}/thread")).await.data();
    found["replies"].as_array().unwrap().iter().map(|one| one["formattedContent"].clone()).collect()
}

async fn reads_nothing(person: &Person, channel: i64) {
    let page = format!("/api/v1/chat/channels/{channel}/messages");
    person.get(&page).await.refused(403, "ACCESS_DENIED");
}

async fn count(person: &Person, event: &Value) -> Value {
    person.get(&path(event)).await.is(200)["nrComments"].take()
}

/// Contract §3.2: guests read, followers and above write, moderators and above delete others' comments.
#[actix_web::test]
async fn comments_are_read_by_viewers_and_written_by_members() {
    let world = World::new().await;
    let (org, other) = (world.org("Skolan").await, world.org("Grannskolan").await);
    let public = event_of(&org.owner, Some(&org), "PUBLIC", json!({})).await;
    let closed = event_of(&org.owner, Some(&org), "RESTRICTED", json!({})).await;
    let private = event_of(&org.owner, Some(&org), "PRIVATE", json!({})).await;
    let (in_public, _) = begun(&org.owner, &public).await;
    let (in_closed, thread_closed) = begun(&org.owner, &closed).await;
    let (in_private, _) = begun(&org.owner, &private).await;
    assert_eq!(world.anyone("GET", &path(&public)).send().await.status, 401);
    let nothing: Option<&[&str]> = None;
    // Permissions on the public, the restricted and the private event.
    let table = [
        (other.owner.clone(), Some(READ), nothing, nothing),
        (org.with("CUSTOMER").await, Some(READ), nothing, nothing),
        (org.with("BOOKER").await, Some(READ), nothing, nothing),
        (org.with("FOLLOWER").await, Some(POST), nothing, nothing),
        (org.with("MEMBER").await, Some(POST), Some(POST), nothing),
        (org.with("MODERATOR").await, Some(MODERATE), Some(MODERATE), nothing),
        (org.with("ADMINISTRATOR").await, Some(MANAGE), Some(MANAGE), Some(MANAGE)),
    ];
    for (person, of_public, of_closed, of_private) in &table {
        let seen = [
            (&public, in_public, of_public),
            (&closed, in_closed, of_closed),
            (&private, in_private, of_private),
        ];
        for (event, channel, may) in seen {
            let sent = person.sends(channel, json!({"content": "Hej"})).await;
            let Some(may) = may else {
                person.get(&path(event)).await.refused(404, "NOT_FOUND");
                person.put(&path(event), json!({})).await.refused(404, "NOT_FOUND");
                sent.refused(403, "ACCESS_DENIED");
                for rest in ["", "/messages", "/events?after=0", "/role", "/pins"] {
                    let at = format!("/api/v1/chat/channels/{channel}{rest}");
                    person.get(&at).await.refused(403, "ACCESS_DENIED");
                }
                continue;
            };
            assert_eq!(person.get(&path(event)).await.is(200)["permissions"], json!(may), "{}", person.name);
            if may.contains(&"POST") {
                sent.is(201);
                person.put(&path(event), json!({})).await.is(200);
            } else {
                sent.refused(403, "READ_ONLY_ROLE");
                person.put(&path(event), json!({})).await.refused(403, "READ_ONLY_ROLE");
                person.reads(channel).await;
            }
        }
    }
    assert_eq!(count(&org.owner, &public).await, 4);
    assert_eq!(count(&org.owner, &closed).await, 3);
    // A message id gives no access without the right to read.
    let stranger = world.person("Sten").await;
    let thread = format!("/api/v1/chat/messages/{thread_closed}/thread");
    stranger.get(&thread).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn first_comment_starts_the_only_thread() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let event = event_of(&org.owner, Some(&org), "RESTRICTED", json!({})).await;
    let before = anna.get(&path(&event)).await.is(200);
    assert_eq!((&before["begun"], &before["nrComments"]), (&json!(false), &json!(0)));
    let channel = id(&before["channelId"]);
    // Reading creates nothing.
    anna.get(&format!("/api/v1/chat/channels/{channel}")).await.refused(404, "NOT_FOUND");
    let both = futures_util::join!(begun(&anna, &event), begun(&bo, &event));
    assert_eq!(both.0, both.1);
    let (channel, thread) = both.0;
    let first = anna.replies(channel, thread, "Tar ni med fika?").await;
    // Replies to replies and messages without a thread all go into the one thread.
    bo.replies(channel, first, "Ja!").await;
    bo.says(channel, "Och kaffe").await;
    begun(&bo, &event).await;
    assert_eq!(replies(&anna, thread).await, ["Tar ni med fika?", "Ja!", "Och kaffe"]);
    assert_eq!(count(&anna, &event).await, 3, "begun again changes nothing");
    let head = anna.get(&format!("/api/v1/chat/messages/{thread}/thread")).await.data()["parent"].take();
    assert_eq!(head["card"], json!({"type": "EVENT", "id": event["eventUUID"]}));
    let seen = anna.get(&format!("/api/v1/chat/channels/{channel}")).await.data();
    assert_eq!((&seen["displayName"], &seen["channelType"]), (&json!("Föräldramöte"), &json!("EVENT")));
    // Neither in a workspace's list nor in anybody's inbox.
    let listed = anna.get(&format!("/api/v1/chat/workspaces/{}/channels", org.workspace)).await.data();
    assert!(listed.as_array().unwrap().iter().all(|one| one["id"] != channel));
    assert_eq!(bo.get("/api/v1/messages/conversations").await.data()["content"], json!([]));
    assert_eq!(bo.get("/api/v1/messages/unread").await.data(), json!(0));
    // The first message, the event's card, is fixed; there are no members and no settings.
    let card = format!("/api/v1/chat/messages/{thread}");
    org.owner.put(&card, json!({"content": "Nej"})).await.refused(409, "EVENT_STANDS");
    org.owner.delete(&card).await.refused(409, "EVENT_STANDS");
    let at = |rest: &str| format!("/api/v1/chat/channels/{channel}{rest}");
    org.owner.put(&at(""), json!({"displayName": "Vi"})).await.refused(409, "DIRECT");
    org.owner.post(&at("/archive"), json!({})).await.refused(409, "DIRECT");
    org.owner.put(&at(&format!("/members/{}", bo.id)), json!({})).await.refused(409, "DIRECT");
    org.owner.put(&format!("/api/v1/chat/messages/{first}/pin"), json!({})).await.refused(409, "DIRECT");
    org.owner.post(&at("/webhooks"), json!({"name": "Bot"})).await.refused(403, "DIRECT");
    // The author and moderators may delete a comment.
    let of_first = format!("/api/v1/chat/messages/{first}");
    bo.delete(&of_first).await.refused(403, "NOT_AUTHOR");
    anna.put(&of_first, json!({"content": "Tar ni med bullar?"})).await.data();
    org.owner.delete(&of_first).await.data();
    assert_eq!(count(&anna, &event).await, 2);
}

#[actix_web::test]
async fn comments_notify_creator_and_participants() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo, cia) = (org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await);
    let event = event_of(&org.owner, Some(&org), "RESTRICTED", json!({})).await;
    let (channel, thread) = begun(&anna, &event).await;
    anna.says(channel, "Var är det?").await;
    let told = org.owner.bell(1).await;
    let named = told[0]["actorName"].as_str().unwrap();
    assert_eq!(told[0]["title"], format!("{named} kommenterade Föräldramöte"));
    assert_eq!(told[0]["path"], format!("/event/{channel}/trad/{thread}"));
    bo.says(channel, &format!("I aulan @{}", cia.name)).await;
    anna.bell(1).await;
    cia.bell(1).await;
    // A mention of somebody who may not see the event has no effect.
    let stranger = world.person("Sten").await;
    bo.says(channel, &format!("@{}", stranger.name)).await;
    anna.post("/api/v1/contacts/block", json!({"userId": cia.id})).await.is(200);
    cia.says(channel, "Tack").await;
    bo.bell(1).await;
    anna.bell(2).await;
    stranger.bell(0).await;
}

#[actix_web::test]
async fn comments_are_hidden_with_their_event() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let event = event_of(&org.owner, Some(&org), "RESTRICTED", json!({})).await;
    let (channel, thread) = begun(&anna, &event).await;
    org.owner.says(channel, &format!("Hemligt @{}", anna.name)).await;
    assert_eq!(anna.bell(1).await[0]["preview"], format!("Hemligt @{}", anna.called().await));
    let at = format!("/api/v1/event/{}", event["id"]);
    let with = |more: Value| {
        let mut body = json!({
            "calendarUUID": event["calendarUUID"], "title": "Möte", "start": event["start"], "end": event["end"]
        });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    // A cancelled event keeps its comments and accepts new ones.
    org.owner.put(&at, with(json!({"eventStatus": "CANCELLED"}))).await.is(200);
    anna.says(channel, "Varför?").await;
    org.owner.put(&at, with(json!({"visibility": "PRIVATE"}))).await.is(200);
    anna.sends(channel, json!({"content": "Hej"})).await.refused(403, "ACCESS_DENIED");
    let bell = anna.bell(1).await;
    assert_eq!(bell[0]["preview"], Value::Null, "its text goes with the right");
    assert_eq!(replies(&org.owner, thread).await.len(), 2);
    // Deleting the event deletes its comments.
    org.owner.delete(&at).await.is(204);
    org.owner.get(&path(&event)).await.refused(404, "NOT_FOUND");
    org.owner.sends(channel, json!({"content": "Hej"})).await.refused(403, "ACCESS_DENIED");
    let mut patience = Patience::new();
    let mut left = String::new();
    while patience.lasts().await {
        left = format!("{:?}", world.dump().await.get("thread_messages"));
        if !left.contains("Hemligt") && !left.contains("Varför") {
            return;
        }
    }
    panic!("something is left of the comments: {left}");
}

#[actix_web::test]
async fn comments_of_a_persons_event_are_for_its_viewers() {
    let world = World::new().await;
    let (anna, bo, cia) = (world.person("Anna").await, world.person("Bo").await, world.person("Cia").await);
    // Members of one association may know of each other.
    let club = world.org("Klubben").await;
    for person in [&anna, &bo] {
        club.relate(person, "MEMBER").await;
    }
    befriend(&anna, &bo).await;
    let public = event_of(&anna, None, "PUBLIC", json!({})).await;
    let private = event_of(&anna, None, "PRIVATE", json!({})).await;
    let unlisted = event_of(&anna, None, "UNLISTED", json!({})).await;
    let (in_private, _) = begun(&anna, &private).await;
    let (in_unlisted, _) = begun(&anna, &unlisted).await;
    for (person, may) in [(&anna, MANAGE), (&bo, POST), (&cia, READ)] {
        assert_eq!(person.get(&path(&public)).await.is(200)["permissions"], json!(may), "{}", person.name);
    }
    for person in [&bo, &cia] {
        // Contacts see only free and busy times by default.
        person.get(&path(&private)).await.refused(404, "NOT_FOUND");
        reads_nothing(person, in_private).await;
        // The address gives access to the event only; comments are for those who see it without the address.
        let by_address = format!("/api/v1/event/{}/comments", unlisted["eventUUID"].as_str().unwrap());
        assert_eq!(person.get(&by_address).await.is(200)["permissions"], json!([]));
        person.put(&by_address, json!({})).await.refused(403, "ACCESS_DENIED");
        reads_nothing(person, in_unlisted).await;
    }
    let (channel, _) = begun(&bo, &public).await;
    bo.says(channel, "Jag kommer").await;
    let told = anna.bell(2).await;
    assert!(told[0]["title"].as_str().unwrap().ends_with(" kommenterade Föräldramöte"), "{told}");
    anna.post("/api/v1/contacts/block", json!({"userId": bo.id})).await.is(200);
    reads_nothing(&bo, channel).await;
    bo.get(&path(&public)).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn enrolled_stranger_comments_exports_and_is_reported() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (sten, moderator) = (world.person("Sten").await, org.with("MODERATOR").await);
    let event = event_of(&org.owner, Some(&org), "PUBLIC", json!({"enrollment": {"capacity": 5}})).await;
    sten.put(&path(&event), json!({})).await.refused(403, "READ_ONLY_ROLE");
    sten.post(&format!("/api/v1/event/{}/enrollment", event["id"]), json!({})).await.is(201);
    let (channel, thread) = begun(&sten, &event).await;
    let said = sten.says(channel, "Jag tar med tårta").await;
    let written = export(&sten).await["messages.json"].clone();
    assert_eq!(written[0]["content"], "Jag tar med tårta");
    // The organisation's moderation decides.
    let case = reported(&moderator, "MESSAGE", &json!(said)).await;
    reports(&moderator, "MESSAGE", &json!(thread), "Reklam").await.refused(404, "NOT_FOUND");
    assert_eq!(each(&json!(queue(&org.owner, org.id, "OPEN").await), "idCase"), [&json!(case)]);
    // Without a seat they may still read.
    sten.delete(&format!("/api/v1/event/{}/enrollment", event["id"])).await.is(200);
    sten.sends(channel, json!({"content": "Hej"})).await.refused(403, "READ_ONLY_ROLE");
    assert_eq!(replies(&sten, thread).await, ["Jag tar med tårta"]);
}
