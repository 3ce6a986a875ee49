//! `/api/public/search` for a signed-in person: their own things come first, and nobody else finds them.

use crate::harness::{Patience, Person, Value, World, json};
use crate::v1_contacts_requests::befriend;
use actors::platform::time::now;
use storage::time::Moment;

async fn search(person: &Person, query: &str) -> Value {
    person.get(&format!("/api/public/search?{query}")).await.is(200)["groups"].take()
}

fn names(groups: &Value, group: &str) -> Vec<String> {
    let found = groups.as_array().unwrap().iter().find(|found| found["group"] == group);
    let content = found.map(|found| found["content"].as_array().unwrap().clone()).unwrap_or_default();
    content.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
}

#[actix_web::test]
async fn own_things_are_found_only_by_their_owner() {
    let world = World::new().await;
    let (school, club) = (world.org("Kvarnskolan").await, world.org("Kvarnklubben").await);
    let (anna, bo) = (school.with("MEMBER").await, school.with("TEACHER").await);
    let (outsider, follower) = (club.with("MEMBER").await, school.with("FOLLOWER").await);
    let cilla = world.person("Cilla").await;
    cilla.patch("/api/v1/me", json!({"findable": true})).await.is(200);
    befriend(&anna, &cilla).await;
    cilla.patch("/api/v1/me", json!({"findable": false})).await.is(200);
    let open = school.channel("trivselgruppen", json!({"displayName": "Trivselgruppen"})).await;
    school
        .channel("trivselhemligt", json!({"displayName": "Trivselhemligt", "channelType": "PRIVATE"}))
        .await;
    let new = json!({"name": "Mitt", "visibility": "PRIVATE"});
    let calendar = anna.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take();
    let day = 24 * 3_600_000;
    // Recurrence rules count by the second.
    let soon = now() / 1_000 * 1_000 + 3 * day;
    let (starts, ends) = (Moment(soon), Moment(soon + 3_600_000));
    let meeting = json!({"calendarUUID": calendar, "title": "Personalmöte", "start": starts, "end": ends,
        "rrule": "FREQ=WEEKLY;COUNT=5"});
    let meeting = anna.post("/api/v1/event", meeting).await.is(201);

    // Contacts and colleagues, none of whom is findable for strangers; followers are not colleagues.
    let own = "Kontakter och kollegor";
    assert_eq!(names(&search(&anna, "q=cil").await, own), [cilla.called().await]);
    let first = bo.called().await;
    let word = first.split(' ').next().unwrap().to_lowercase();
    let colleagues = names(&search(&anna, &format!("q={word}&types=person&limit=20")).await, own);
    assert!(colleagues.contains(&first), "{colleagues:?}");
    assert!(!names(&search(&follower, &format!("q={word}&limit=20")).await, own).contains(&first));
    assert!(!names(&search(&outsider, &format!("q={word}&limit=20")).await, own).contains(&first));

    // Channels that the person may read.
    let found = search(&anna, "q=trivsel").await;
    assert_eq!(names(&found, "Kanaler"), ["Trivselgruppen"]);
    let channel = &found[0]["content"][0];
    assert_eq!(
        (&channel["type"], channel["slug"].as_str().unwrap().ends_with(&open.to_string())),
        (&json!("channel"), true)
    );
    assert_eq!(search(&outsider, "q=trivsel").await, json!([]));
    assert_eq!(search(&anna, "q=trivsel&types=event,message").await, json!([]));

    // 'möte' finds 'Personalmöte'; of a series the next occurrence.
    let found = search(&anna, "q=m%C3%B6te&types=event").await;
    assert_eq!(names(&found, "I mina kalendrar"), ["Personalmöte"]);
    let one = &found[0]["content"][0];
    assert!(
        one["slug"]
            .as_str()
            .unwrap()
            .starts_with(&format!("event/{}?recurrenceId=", meeting["eventUUID"].as_str().unwrap()))
    );
    assert_eq!(one["start"], json!(starts));
    assert_eq!(search(&bo, "q=personalm%C3%B6te").await, json!([]));
    assert_eq!(
        world.anyone("GET", "/api/public/search?q=personalm%C3%B6te").send().await.is(200)["groups"],
        json!([])
    );
    world.anyone("GET", "/api/public/search?q=x&types=planet").send().await.refused(422, "INVALID");

    // After a block neither finds the other.
    anna.post("/api/v1/contacts/block", json!({"userId": bo.id})).await.is(200);
    assert!(!names(&search(&anna, &format!("q={word}&limit=20")).await, own).contains(&first));
    assert!(!names(&search(&bo, "q=anna&limit=20").await, own).contains(&anna.called().await));
}

#[actix_web::test]
async fn messages_are_found_by_their_readers() {
    let world = World::new().await;
    world.open_search();
    world.search_is_whole().await;
    let (school, club) = (world.org("Kvarnskolan").await, world.org("Kvarnklubben").await);
    let (anna, outsider) = (school.with("MEMBER").await, club.with("MEMBER").await);
    let channel = school.channel("lärarrummet", json!({})).await;
    let said = anna.says(channel, "Glöm inte *reflexvästarna* på torsdag").await;
    let mut patience = Patience::new();
    while patience.lasts().await {
        let found = search(&anna, "q=reflexv%C3%A4star&types=message").await;
        if names(&found, "Meddelanden") == ["Glöm inte reflexvästarna på torsdag"] {
            let slug = found[0]["content"][0]["slug"].as_str().unwrap();
            assert!(
                slug.starts_with("konversation/") && slug.ends_with(&format!("?message={said}")),
                "{slug}"
            );
            assert_eq!(search(&outsider, "q=reflexv%C3%A4star").await, json!([]));
            return;
        }
    }
    panic!("the message is not found");
}
