//! Cards: messages that point at an event or a post. Contract §3.8.

use std::io::Read as _;

use crate::harness::{Org, Person, Value, World, each, id, json};
use crate::v1_feed::{says, uuid};

const EVENT: &str = "Föräldramöte med känsliga ämnen";

/// An event of the organisation with that visibility.
async fn event(org: &Org, visibility: &str) -> Value {
    let new = json!({"name": visibility, "idEntity": org.id, "visibility": visibility});
    let calendar = org.owner.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take();
    let body = json!({
        "calendarUUID": calendar, "title": EVENT, "start": "2036-06-01T16:00:00Z", "end": "2036-06-01T17:00:00Z",
        "enrollment": {"capacity": 20}
    });
    org.owner.post("/api/v1/event", body).await.is(201)
}

fn card(kind: &str, it: &str) -> Value {
    json!({"messageType": "CARD", "card": {"type": kind, "id": it}})
}

fn of_event(event: &Value) -> Value {
    card("EVENT", event["eventUUID"].as_str().unwrap())
}

#[actix_web::test]
async fn card_stores_only_a_pointer() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let event = event(&org, "RESTRICTED").await;
    let points = json!({"type": "EVENT", "id": event["eventUUID"]});
    let sent = anna.sends(org.general, of_event(&event)).await.is(201)["data"].take();
    assert_eq!(
        (&sent["messageType"], &sent["content"], &sent["card"]),
        (&json!("CARD"), &json!(""), &points)
    );
    let page = bo.reads(org.general).await;
    assert_eq!((&page[0]["card"], &page[0]["messageType"]), (&points, &json!("CARD")));
    let path = format!("/api/v1/chat/channels/{}/events?after=0", org.general);
    let told = bo.get(&path).await.data()["events"].take();
    let told = told.as_array().unwrap().iter().find(|one| one["messageId"] == sent["id"]).unwrap();
    assert_eq!((&told["card"], &told["preview"]), (&points, &json!("Delade en händelse")));
    // With a text; only the text can be edited, and it may be emptied.
    let with_words = json!({"content": "Kom *alla*!", "card": points, "messageType": "CARD"});
    let words = anna.sends(org.general, with_words).await.is(201)["data"].take();
    assert_eq!((&words["content"], &words["card"]), (&json!("Kom *alla*!"), &points));
    let at = format!("/api/v1/chat/messages/{}", words["id"]);
    for text in ["Kom inte", ""] {
        let changed = anna.put(&at, json!({"content": text, "card": null})).await.data();
        assert_eq!((&changed["content"], &changed["card"]), (&json!(text), &points));
    }
    // In a thread, and as an ordinary message otherwise.
    let reply = json!({"parentMessageId": words["id"], "card": points, "messageType": "CARD"});
    anna.sends(org.general, reply).await.is(201);
    let thread = bo.get(&format!("{at}/thread")).await.data();
    assert_eq!((&thread["replies"][0]["card"], &thread["parent"]["card"]), (&points, &points));
    let plain = anna.sends(org.general, json!({"content": "hej", "messageType": "TEXT"})).await.data();
    assert_eq!((&plain["card"], &plain["messageType"]), (&Value::Null, &json!("TEXT")));
    // No data of the event is stored with it.
    let stored = world.dump().await;
    for table in ["messages", "thread_messages", "channel_events", "notifications"] {
        assert!(!format!("{:?}", stored.get(table)).contains(EVENT), "{table}");
    }
    let gone = anna.delete(&at).await.data();
    assert_eq!((&gone["card"], &gone["messageType"]), (&Value::Null, &json!("TEXT")));
    anna.put(&at, json!({"content": "åter"})).await.refused(409, "DELETED");
}

#[actix_web::test]
async fn invalid_cards_are_refused_and_change_nothing() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let (restricted, private) = (event(&org, "RESTRICTED").await, event(&org, "PRIVATE").await);
    let elsewhere = event(&world.org("Grannskolan").await, "RESTRICTED").await;
    let bo = world.person("Bo").await;
    let secret = says(&bo, json!({"txMessage": "Bara vänner", "audience": "CONTACTS"})).await;
    let before = anna.reads(org.general).await;
    let number = restricted["id"].to_string();
    let hidden = [
        of_event(&private),
        of_event(&elsewhere),
        card("EVENT", "0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d"),
        card("EVENT", &number),
        card("EVENT", ""),
        card("EVENT", "../../../etc"),
        card("EVENT", &"a".repeat(200)),
        card("POST", uuid(&secret)),
        card("POST", restricted["eventUUID"].as_str().unwrap()),
    ];
    for body in hidden {
        anna.sends(org.general, body).await.wrong_field("card", "NOT_FOUND");
    }
    anna.sends(org.general, json!({"messageType": "CARD"})).await.wrong_field("card", "REQUIRED");
    anna.sends(org.general, json!({"messageType": "CARD", "content": "hej"}))
        .await
        .wrong_field("card", "REQUIRED");
    let mut wrong = of_event(&restricted);
    wrong["messageType"] = json!("TEXT");
    anna.sends(org.general, wrong).await.wrong_field("messageType", "ONE_OF");
    let mut both = of_event(&restricted);
    both["poll"] = json!({"question": "När?", "options": ["a", "b"]});
    assert_eq!(anna.sends(org.general, both).await.status, 422);
    let unknown = json!({"messageType": "CARD", "card": {"type": "PERSON", "id": "a"}});
    assert_eq!(anna.sends(org.general, unknown).await.status, 422);
    assert_eq!(anna.reads(org.general).await, before);
}

#[actix_web::test]
async fn sharing_a_card_requires_the_right_to_write() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let event = event(&org, "PUBLIC").await;
    let body = of_event(&event);
    let path = format!("/api/v1/chat/channels/{}/messages", org.general);
    assert_eq!(world.anyone("POST", &path).json(&body).send().await.status, 401);
    let other = world.org("Grannskolan").await.owner;
    other.post(&path, body.clone()).await.refused(403, "ACCESS_DENIED");
    let open = org.channel("öppen", json!({"visibleToGuests": true})).await;
    let guest = org.with("CUSTOMER").await;
    guest.sends(open, body).await.refused(403, "READ_ONLY_ROLE");
}

#[actix_web::test]
async fn card_grants_no_right_to_its_subject() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let event = event(&org, "RESTRICTED").await;
    let made = anna.post("/api/v1/messages/conversations", json!({"userIds": [bo.id], "idType": 1})).await;
    let channel = id(&made.data()["id"]);
    anna.sends(channel, of_event(&event)).await.is(201);
    let read = format!("/api/v1/event/{}", event["eventUUID"].as_str().unwrap());
    assert_eq!(bo.get(&read).await.is(200)["title"], EVENT);
    let list = bo.get("/api/v1/messages/conversations").await.data()["content"].take();
    assert_eq!(list[0]["lastMessage"]["preview"], "Delade en händelse");
    // He leaves: the card stays, but its subject is hidden from him.
    bo.call("DELETE", &format!("/api/v1/entities/{}/relations/{}", org.id, bo.id)).send().await;
    assert_eq!(bo.reads(channel).await[0]["card"]["id"], event["eventUUID"]);
    bo.get(&read).await.refused(404, "NOT_FOUND");
    bo.sends(channel, of_event(&event)).await.wrong_field("card", "NOT_FOUND");
    // After an edit the card shows the present state; after deletion, none.
    let post = says(&bo, json!({"txMessage": "Hej hopp"})).await;
    let sent = bo.sends(channel, card("POST", uuid(&post))).await.is(201)["data"].take();
    assert_eq!(sent["card"], json!({"type": "POST", "id": post["uuid"]}));
    let list = anna.get("/api/v1/messages/conversations").await.data()["content"].take();
    assert_eq!(list[0]["lastMessage"]["preview"], "Delade ett inlägg");
    bo.delete(&format!("/api/v1/feed/posts/{}", uuid(&post))).await;
    anna.sends(channel, card("POST", uuid(&post))).await.wrong_field("card", "NOT_FOUND");
}

#[actix_web::test]
async fn notification_of_a_card_omits_its_subject() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let event = event(&org, "RESTRICTED").await;
    let made = anna.post("/api/v1/messages/conversations", json!({"userIds": [bo.id], "idType": 1})).await;
    anna.sends(id(&made.data()["id"]), of_event(&event)).await.is(201);
    let bell = bo.bell(1).await;
    assert_eq!(bell[0]["preview"], "Delade en händelse");
    assert!(!bell.to_string().contains(EVENT));
}

#[actix_web::test]
async fn pending_and_rejected_cards_are_hidden() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let event = event(&org, "RESTRICTED").await;
    let channel =
        org.channel("granskad", json!({"requireModeration": true, "autoApproveMembers": false})).await;
    let one = anna.sends(channel, of_event(&event)).await.is(201)["data"].take();
    let two = anna.sends(channel, of_event(&event)).await.is(201)["data"].take();
    let waiting = org.owner.get(&format!("/api/v1/chat/channels/{channel}/pending")).await.data();
    assert_eq!(each(&waiting, "card"), [&one["card"], &one["card"]]);
    let at = |message: &Value, verb: &str| format!("/api/v1/chat/messages/{}/{verb}", message["id"]);
    org.owner.post(&at(&one, "approve"), json!({})).await.data();
    org.owner.post(&at(&two, "reject"), json!({})).await.data();
    assert_eq!(each(&org.owner.reads(channel).await, "card"), [&one["card"]]);
    let stored = format!("{:?}", world.dump().await["pending_messages"]);
    assert!(!stored.contains(event["eventUUID"].as_str().unwrap()), "{stored}");
}

#[actix_web::test]
async fn export_lists_shared_cards() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, event) = (org.with("MEMBER").await, event(&org, "RESTRICTED").await);
    anna.sends(org.general, of_event(&event)).await.is(201);
    let answer = anna.get("/api/v1/me/export").await;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(answer.body.to_vec())).unwrap();
    let mut text = String::new();
    zip.by_name("messages.json").unwrap().read_to_string(&mut text).unwrap();
    let messages: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(messages[0]["card"], json!({"type": "EVENT", "id": event["eventUUID"]}));
}

#[actix_web::test]
async fn invited_people_get_the_card_in_their_channel() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, event) = (org.with("MEMBER").await, event(&org, "RESTRICTED").await);
    let path = format!("/api/v1/event/{}/invitations", event["id"]);
    let asked = async |person: &Person, body: Value| person.post(&path, body).await;
    let channel = org.channel("klass-7b", json!({})).await;
    // Without `shareInChannel` nothing is posted.
    assert_eq!(asked(&org.owner, json!({"idChannel": channel})).await.is(200)["invited"], 1);
    assert_eq!(org.owner.reads(channel).await, json!([]));
    let shared = asked(&org.owner, json!({"idChannel": channel, "shareInChannel": true})).await.is(200);
    assert_eq!((&shared["invited"], &shared["already"]), (&json!(0), &json!(1)));
    let page = anna.reads(channel).await;
    assert_eq!(each(&page, "userId"), [org.owner.id]);
    assert_eq!(page[0]["card"], json!({"type": "EVENT", "id": event["eventUUID"]}));
    asked(&org.owner, json!({"userIds": [anna.id], "shareInChannel": true}))
        .await
        .wrong_field("idChannel", "REQUIRED");
    asked(&anna, json!({"idChannel": channel, "shareInChannel": true})).await.refused(403, "ROLE_TOO_LOW");
    let other = world.org("Grannskolan").await;
    asked(&other.owner, json!({"idChannel": channel, "shareInChannel": true}))
        .await
        .refused(404, "NOT_FOUND");
    assert_eq!(
        world
            .anyone("POST", &path)
            .json(&json!({"idChannel": channel, "shareInChannel": true}))
            .send()
            .await
            .status,
        401
    );
    // In a channel that one may not write to: nobody is invited, nothing is posted.
    let archived = org.channel("arkiv", json!({})).await;
    let bo = org.with("MEMBER").await;
    org.owner.post(&format!("/api/v1/chat/channels/{archived}/archive"), json!({})).await.data();
    asked(&org.owner, json!({"idChannel": archived, "shareInChannel": true})).await.refused(409, "ARCHIVED");
    assert_eq!(
        bo.get(&format!("/api/v1/event/{}", event["id"])).await.is(200)["enrollment"]["myEnrollmentStatus"],
        "NONE"
    );
}
