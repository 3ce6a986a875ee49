//! The view of a contact on a person's calendars: `eventSetting` NONE, FREE_BUSY, DETAILS, EDIT. Contract §5 and §7.

use crate::harness::{Person, Value, World, each, json};
use crate::v1_contacts_requests::befriend;

const JUNE: &str = "from=2026-06-01T00:00:00Z&to=2026-07-01T00:00:00Z";

async fn calendar(person: &Person, name: &str, visibility: &str) -> String {
    let new = json!({"name": name, "visibility": visibility});
    person.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].as_str().unwrap().to_owned()
}

fn draft(calendar: &str, day: u8, more: Value) -> Value {
    let mut body = json!({
        "calendarUUID": calendar, "title": "KVASTSKAFT", "description": "KVASTSKAFT", "place": {"name": "KVASTSKAFT"},
        "start": format!("2026-06-{day:02}T10:00:00Z"), "end": format!("2026-06-{day:02}T11:00:00Z")
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

async fn event(person: &Person, calendar: &str, day: u8, more: Value) -> Value {
    person.post("/api/v1/event", draft(calendar, day, more)).await.is(201)
}

async fn of(person: &Person, other: &Person) -> Value {
    person.get(&format!("/api/v1/calendars?idUser={}", other.id)).await.is(200)["content"].take()
}

#[actix_web::test]
async fn contacts_see_nothing_busy_times_details_or_edit() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo, other) = (org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await);
    let [of_bo, _] = befriend(&anna, &bo).await;
    let inner = calendar(&anna, "KVASTSKAFT", "PRIVATE").await;
    let made = event(&anna, &inner, 3, json!({})).await;
    event(&anna, &inner, 4, json!({"rrule": "FREQ=DAILY;COUNT=2"})).await;
    event(&anna, &inner, 8, json!({"eventStatus": "CANCELLED"})).await;
    let circle = calendar(&anna, "Vänner", "RESTRICTED").await;
    event(&anna, &circle, 10, json!({})).await;
    let secret = event(&anna, &circle, 11, json!({"visibility": "PRIVATE"})).await;
    let unlisted = calendar(&anna, "KVASTSKAFT", "UNLISTED").await;
    let path = |uuid: &str| format!("/api/v1/events?calendar={uuid}&{JUNE}");
    let set = async |setting: &str| {
        let change = json!({"eventSetting": setting});
        anna.put(&format!("/api/v1/contacts/{of_bo}/privacy"), change).await.is(200);
    };
    let one = |event: &Value| format!("/api/v1/event/{}", event["id"]);

    // FREE_BUSY, the default for contacts: times only.
    let calendars = of(&bo, &anna).await;
    assert!(!calendars.to_string().contains("KVASTSKAFT") && !calendars.to_string().contains(&unlisted));
    let own = calendars.as_array().unwrap().iter().filter(|one| one["busyOnly"] == true);
    assert!(own.clone().all(|one| one["name"] == "Upptagen" && one["abilities"] == json!([])));
    assert!(own.count() >= 2);
    let busy = bo.get(&path(&inner)).await.is(200)["content"].take();
    assert_eq!(each(&busy, "title"), ["Upptagen"; 3], "what is cancelled does not keep anybody busy");
    assert_eq!(each(&busy, "start")[0], "2026-06-03T10:00:00.000Z");
    assert!(!busy.to_string().contains("KVASTSKAFT"));
    for hidden in ["eventUUID", "place", "recurrenceId", "idSeries"] {
        assert!(each(&busy, hidden).iter().all(|value| value.is_null() || **value == ""), "{hidden}");
    }
    assert!(each(&busy, "busy").iter().all(|busy| **busy == true));
    bo.get(&one(&made)).await.refused(404, "NOT_FOUND");
    bo.call("POST", &format!("{}/save", one(&made))).send().await.refused(404, "NOT_FOUND");
    bo.post("/api/v1/event", draft(&inner, 20, json!({}))).await.refused(403, "ROLE_TOO_LOW");

    // DETAILS: all but private events in a calendar that is not private.
    set("DETAILS").await;
    let calendars = of(&bo, &anna).await;
    assert!(each(&calendars, "busyOnly").iter().all(|busy| **busy == false));
    assert!(each(&calendars, "idUser").iter().all(|user| **user == anna.id));
    assert!(each(&calendars, "calendarUUID").contains(&&json!(unlisted)));
    let seen = bo.get(&path(&inner)).await.is(200)["content"].take();
    assert_eq!(each(&seen, "title"), ["KVASTSKAFT"; 4]);
    assert_eq!(bo.get(&one(&made)).await.is(200)["abilities"], json!([]));
    assert_eq!(each(&bo.get(&path(&circle)).await.is(200)["content"], "title"), ["KVASTSKAFT", "Upptagen"]);
    bo.get(&one(&secret)).await.refused(404, "NOT_FOUND");
    bo.put(&one(&made), draft(&inner, 3, json!({}))).await.refused(403, "ROLE_TOO_LOW");
    bo.delete(&one(&made)).await.refused(403, "ROLE_TOO_LOW");

    // EDIT: everything, with write access; the calendar itself stays hers.
    set("EDIT").await;
    assert_eq!(each(&bo.get(&path(&circle)).await.is(200)["content"], "title"), ["KVASTSKAFT"; 2]);
    assert_eq!(bo.get(&one(&secret)).await.is(200)["abilities"], json!(["WRITE"]));
    let written = event(&bo, &inner, 20, json!({"title": "Från Bo"})).await;
    assert_eq!(anna.get(&one(&written)).await.is(200)["title"], "Från Bo");
    bo.put(&one(&made), draft(&inner, 5, json!({"title": "Flyttat"}))).await.is(200);
    let change = json!({"name": "Mitt nu", "visibility": "PUBLIC"});
    bo.put(&format!("/api/v1/calendars/{inner}"), change).await.refused(403, "ROLE_TOO_LOW");
    bo.delete(&format!("/api/v1/calendars/{inner}")).await.refused(403, "ROLE_TOO_LOW");
    bo.delete(&one(&written)).await.is(204);

    // NONE: as without being contacts.
    set("NONE").await;
    assert_eq!(of(&bo, &anna).await, json!([]));
    for uuid in [&inner, &circle] {
        bo.get(&path(uuid)).await.refused(404, "NOT_FOUND");
    }
    bo.get(&one(&made)).await.refused(404, "NOT_FOUND");
    bo.get(&path(&unlisted)).await.is(200);

    // Others, and what Anna sees of Bo, are unaffected.
    assert_eq!(of(&other, &anna).await, json!([]));
    other.get(&path(&inner)).await.refused(404, "NOT_FOUND");
    let theirs = calendar(&bo, "Bos", "PRIVATE").await;
    assert!(each(&of(&anna, &bo).await, "calendarUUID").contains(&&json!(theirs)));
    let mine = anna.get("/api/v1/calendars").await.is(200)["content"].take();
    assert!(!each(&mine, "calendarUUID").contains(&&json!(theirs)), "one's own list is one's own");
}

#[actix_web::test]
async fn access_ends_with_the_contact_or_a_block() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let (inner, open) = (calendar(&anna, "Mitt", "PRIVATE").await, calendar(&anna, "Öppet", "PUBLIC").await);
    event(&anna, &inner, 3, json!({})).await;
    let listed = async |uuid: &str| bo.get(&format!("/api/v1/events?calendar={uuid}&{JUNE}")).await.status;
    let [of_bo, _] = befriend(&anna, &bo).await;
    let edit = json!({"eventSetting": "EDIT"});
    anna.put(&format!("/api/v1/contacts/{of_bo}/privacy"), edit).await.is(200);
    assert_eq!((listed(&inner).await, listed(&open).await), (200, 200));
    anna.delete(&format!("/api/v1/contacts/{of_bo}")).await.is(204);
    assert_eq!((listed(&inner).await, listed(&open).await), (404, 200));
    assert_eq!(each(&of(&bo, &anna).await, "name"), ["Öppet"]);
    befriend(&anna, &bo).await;
    assert_eq!(listed(&inner).await, 200);
    let block = bo.post("/api/v1/contacts/block", json!({"userId": anna.id})).await.is(200);
    assert_eq!((listed(&inner).await, listed(&open).await), (404, 404));
    for (one, other) in [(&anna, &bo), (&bo, &anna)] {
        one.get(&format!("/api/v1/calendars?idUser={}", other.id)).await.refused(404, "NOT_FOUND");
    }
    bo.delete(&format!("/api/v1/contacts/block/{}", block["blockId"])).await.is(204);
    assert_eq!((listed(&inner).await, listed(&open).await), (404, 200), "nothing is restored");
    let nobody = "/api/v1/calendars?idUser=7";
    bo.get(nobody).await.refused(404, "NOT_FOUND");
    world.anyone("GET", nobody).send().await.refused(401, "UNAUTHENTICATED");
    // Somebody that the caller may not know of.
    let stranger = world.person("Främling").await;
    stranger.get(&format!("/api/v1/calendars?idUser={}", anna.id)).await.refused(404, "NOT_FOUND");
}
