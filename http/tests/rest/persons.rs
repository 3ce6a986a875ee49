//! Every table with personal data: its declared export and erasure hold. A table that is not declared fails, and so
//! does one that the scenario does not fill.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};

use actors::accounts::erasure::{PATIENCE, erase_due};
use actors::platform::time::now;
use storage::UserId;
use storage::accounts::Digest;
use storage::area::{Given, Left, People, names_a_person};
use storage::areas::AREAS;
use storage::table::Table;

use crate::harness::{Person, World, json};
use crate::v1_push::browser;

/// Tables that nobody who may ask for erasure can fill: those of older versions, and those of owners.
const UNMET: [&str; 3] = ["erasures", "notifications", "entities"];

fn people() -> impl Iterator<Item = &'static People> {
    AREAS.iter().flat_map(|area| area.people)
}

fn tables() -> Vec<&'static Table> {
    storage::areas::tables(&[]).into_iter().filter(|table| table.all().any(names_a_person)).collect()
}

#[test]
fn every_table_with_people_is_declared_by_its_area() {
    for area in AREAS {
        let declared: BTreeSet<&str> = area.people.iter().map(|one| one.table).collect();
        let there = area.tables.iter().filter(|table| table.all().any(names_a_person));
        assert_eq!(declared, there.map(|table| table.name).collect(), "{}", area.name);
    }
}

/// Rows that name the person, by table.
async fn naming(world: &World, id: i64) -> BTreeMap<&'static str, Vec<String>> {
    let mut found = BTreeMap::new();
    for table in tables() {
        let rows = world.engine.scan(table, None, 100_000).await.unwrap();
        let places: Vec<usize> =
            (0..table.width()).filter(|at| table.column_at(*at).is_some_and(names_a_person)).collect();
        let names = |row: &storage::value::Row| {
            places.iter().any(|at| match &row.values()[*at] {
                storage::value::Value::Int(value) => *value == id,
                storage::value::Value::Text(people) => people.split(' ').any(|one| one == id.to_string()),
                _ => false,
            })
        };
        let rows: Vec<String> =
            rows.iter().filter(|row| names(row)).map(|row| format!("{:?}", row.values())).collect();
        found.insert(table.name, rows);
    }
    found
}

/// Anna does everything that leaves data.
async fn busy(world: &World) -> Person {
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("ADMINISTRATOR").await, org.with("MEMBER").await);
    crate::v1_me_tokens::leave_traces(&anna).await;
    crate::v1_entities_bots::leave_traces(&anna, &org).await;
    crate::v1_ledger::leave_traces(&org, &anna).await;
    crate::v1_vacation::leave_traces(&org, &anna).await;
    crate::v1_tasks::leave_traces(&org, &anna).await;
    crate::v1_courses::leave_traces(&org, &anna).await;
    crate::v1_invitations::leave_traces(&org, &anna).await;
    crate::v1_newsletters::leave_traces(&org, &anna).await;
    let open = anna.call("POST", &format!("/api/v1/chat/workspaces/{}/channels", org.workspace));
    let open = open.header("Idempotency-Key", "nyckel-1").json(&json!({"name": "annas"}));
    let own = open.send().await.data()["id"].as_i64().unwrap();
    let first =
        anna.sends(org.general, json!({"content": "det första", "clientMessageId": "m1"})).await.data();
    let first = first["id"].as_i64().unwrap();
    bo.says(org.general, &format!("något annat @{}", anna.name)).await;
    anna.says(org.general, "hör upp @channel").await;
    anna.says(org.general, &format!("och @{}", bo.name)).await;
    org.owner.says(org.general, "alla ska höra @channel").await;
    let asking = json!({"content": "läs det här", "requestedAck": true});
    let asking = org.owner.sends(org.general, asking).await.data()["id"].as_i64().unwrap();
    let reply = bo.replies(org.general, first, "ett svar").await;
    anna.replies(org.general, first, &format!("mitt svar @{}", bo.name)).await;
    anna.put(&format!("/api/v1/chat/messages/{reply}/reactions/%F0%9F%91%8D"), json!({})).await.data();
    anna.put(&format!("/api/v1/chat/channels/{own}/settings"), json!({"notifyLevel": "all"})).await.data();
    anna.put(&format!("/api/v1/chat/messages/{first}/pin"), json!({})).await.data();
    anna.put(&format!("/api/v1/chat/saved/{first}"), json!({})).await.is(204);
    anna.put(&format!("/api/v1/chat/channels/{own}/draft"), json!({"content": "jag tänkte"})).await.data();
    let later = json!({"content": "senare", "sendAt": storage::time::Moment(now() + 86_400_000)});
    anna.post(&format!("/api/v1/chat/channels/{own}/scheduled"), later).await.is(201);
    anna.put("/api/v1/chat/sidebar", json!({"favourites": [own]})).await.data();
    anna.post(&format!("/api/v1/chat/channels/{own}/webhooks"), json!({"name": "Bygge"})).await.data();
    let told = json!({"url": "https://example.se/hook", "events": ["MESSAGE_CREATE"]});
    anna.post(&format!("/api/v1/chat/channels/{own}/subscriptions"), told).await.data();
    let strict = org.channel("strikt", json!({"requireModeration": true, "autoApproveMembers": false})).await;
    crate::v1_moderation::leave_traces(&org, &anna, &bo).await;
    let demoted = json!({"txRelationType": "MEMBER"});
    org.owner.put(&org.at(&format!("/relations/{}", anna.id)), demoted).await.is(200);
    anna.says(strict, "väntar på en moderator").await;
    crate::routes::with_file(&anna, org.general).await;
    crate::v1_chat_files_uploads::leave_traces(&anna, org.general).await;
    anna.call("POST", "/api/v1/guides/menu/complete").send().await.is(200);
    let talk = json!({"userIds": [bo.id, org.owner.id], "idType": 1});
    let talk = anna.post("/api/v1/messages/conversations", talk).await.is(201)["data"]["id"].take();
    anna.says(talk.as_i64().unwrap(), "oss emellan").await;
    bo.says(talk.as_i64().unwrap(), &format!("eller hur @{}", anna.name)).await;
    anna.post("/api/v1/contacts/block", json!({"userId": bo.id, "reason": "tjat"})).await.is(200);
    let cia = org.with("MEMBER").await;
    let asked = cia.post("/api/v1/contacts/requests", json!({"toUserId": anna.id})).await.is(201);
    let accept = format!("/api/v1/contacts/requests/{}/accept", asked["requestId"]);
    anna.call("POST", &accept).send().await.is(200);
    anna.delete(&format!("/api/v1/contacts/suggestions/{}", org.owner.id)).await.is(204);
    anna.call("POST", "/api/v1/contacts/link").send().await.is(201);
    anna.post("/api/v1/contacts/invite/email", json!({"email": "ny@example.se"})).await.is(200);
    let mine = anna.get("/api/v1/calendars").await.is(200)["content"][0]["calendarUUID"].take();
    let day =
        json!({"calendarUUID": mine, "title": "Tandläkaren", "allDay": true, "startDate": "2026-06-01"});
    let day = anna.post("/api/v1/event", day).await.is(201)["id"].take();
    anna.get("/api/v1/me/ics").await.is(200);
    anna.put(&format!("/api/v1/event/{day}/like"), json!({})).await.is(200);
    anna.post("/api/v1/event-filters", json!({"name": "Mitt", "isActive": true})).await.is(201);
    anna.put("/api/v1/me/reminders", json!({"reminder1Day": true})).await.is(200);
    crate::v1_feed_people::leave_traces(&org, &anna).await;
    crate::v1_articles::leave_traces(&anna).await;
    crate::v1_infopoints::leave_traces(&anna).await;
    crate::v1_bookings::leave_traces(&org, &anna).await;
    let elsewhere = world.org("Klubben").await;
    let matches = json!({"name": "Matcher", "idEntity": elsewhere.id, "visibility": "PUBLIC"});
    let matches = elsewhere.owner.post("/api/v1/calendars", matches).await.is(201)["calendarUUID"].take();
    let at = |hours: i64| storage::time::Moment(now() + hours * 3_600_000);
    let game = json!({"calendarUUID": matches, "title": "Match", "start": at(200), "end": at(201), "enrollment": {}});
    let game = elsewhere.owner.post("/api/v1/event", game).await.is(201);
    anna.post(&format!("/api/v1/event/{}/enrollment", game["id"]), json!({})).await.is(201);
    anna.post(&elsewhere.at("/applications"), json!({"message": "släpp in mig"})).await.is(201);
    elsewhere
        .owner
        .put(&elsewhere.at(&format!("/relations/{}", anna.id)), json!({"txRelationType": "MEMBER"}))
        .await;
    assert_eq!(
        anna.put("/api/v1/push/subscription", browser("https://fcm.googleapis.com/fcm/send/a")).await.status,
        204
    );
    world.anyone("POST", "/api/public/auth/reset/request").json(&json!({"email": anna.email})).send().await;
    world.mails(&anna.email, 3).await;
    let poll = json!({"poll": {"question": "När?", "options": ["nu", "sedan"]}});
    let poll = org.owner.sends(org.general, poll).await.data()["id"].as_i64().unwrap();
    anna.put(&format!("/api/v1/chat/messages/{poll}/vote"), json!({"options": [1]})).await.data();
    // Without notifications by somebody she blocked, and without answered ones.
    anna.bell(7).await;
    anna.post(&format!("/api/v1/chat/messages/{asking}/ack"), json!({})).await.data();
    // It would be written by itself in fifteen minutes.
    let bells = &world.storage.notifications;
    assert!(bells.mail_until(UserId(anna.id), None, now(), Vec::new()).await.unwrap());
    let daily = (UserId(anna.id), Digest::Daily);
    assert!(bells.digest_mailed(daily, None, now(), Vec::new()).await.unwrap());
    assert!(bells.count_sms(UserId(anna.id), 20_000, 1, 3, Vec::new()).await.unwrap());
    anna.put("/api/v1/me/phone", json!({"phone": "0701234567"})).await.is(200);
    anna
}

#[actix_web::test]
async fn personal_data_are_exported_and_erased() {
    let world = World::new().await;
    let anna = busy(&world).await;
    let before = naming(&world, anna.id).await;
    let unmet: Vec<_> =
        before.iter().filter(|(table, rows)| rows.is_empty() && !UNMET.contains(table)).collect();
    assert!(unmet.is_empty(), "the scenario leaves nothing in {unmet:?}");

    let answer = anna.get("/api/v1/me/export").await;
    let mut zip = zip::ZipArchive::new(Cursor::new(answer.body.to_vec())).unwrap();
    for People { table, given, .. } in people() {
        match given {
            Given::In(name) => {
                let mut text = String::new();
                zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
                assert!(text.len() > 10, "{table} is not in {name}: {text}");
            }
            Given::Not(why) => assert!(!why.is_empty(), "{table}"),
        }
    }

    anna.delete("/api/v1/me").await.is(200);
    assert!(erase_due(&world.platform, UserId(anna.id), now() + PATIENCE + 60_000).await.unwrap());
    let after = naming(&world, anna.id).await;
    for People { table, left, .. } in people() {
        match left {
            Left::Nothing => assert!(after[table].is_empty(), "{table} keeps {:?}", after[table]),
            Left::Elsewhere(why) => {
                let own = format!("[Int({})", anna.id);
                let rows: Vec<_> = after[table].iter().filter(|row| row.starts_with(&own)).collect();
                assert!(rows.is_empty() && !why.is_empty(), "{table} keeps {rows:?}");
            }
            Left::Stays(why) => assert!(!why.is_empty(), "{table}"),
        }
    }
}
