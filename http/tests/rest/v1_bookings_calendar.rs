//! Bookings in a person's calendar file, and the reminder before them. Contract §7, §8.2.

use actors::platform::time::now;
use storage::JobId;
use storage::jobs::Job;
use storage::record::Record;

use crate::harness::{Person, World, json, until};
use crate::v1_bookings::{books, does, moves, room, span, with};

const REMINDER: &str = "booking-reminder";

/// The calendar file of a person.
async fn file(person: &Person) -> String {
    let feed = person.get("/api/v1/me/ics").await.is(200);
    let url = feed["url"].as_str().unwrap();
    person.get(&url[url.find("/ics/").unwrap()..]).await.text().replace("\r\n ", "")
}

/// Carries out all reminders that are stored, as if their moment had come; answers how many there were.
async fn carry_out(world: &World) -> usize {
    let payloads = world.storage.jobs.payloads(&[REMINDER], 100).await.unwrap().unwrap();
    let due = |(n, payload)| Job::new(JobId(n), now(), REMINDER, payload);
    let jobs: Vec<Job> = (1..).zip(payloads).map(due).collect();
    world.storage.jobs.put(&jobs).await.unwrap();
    world.platform.jobs.wake();
    jobs.len()
}

/// Reminders whose moment has not come.
async fn waiting(world: &World) -> usize {
    let rows = world.engine.scan(Job::at(0, 0, JobId(0)).table, None, 100_000).await.unwrap();
    rows.into_iter().filter(|row| Job::read(row.clone()).unwrap().kind == REMINDER).count()
}

async fn reminders(person: &Person) -> usize {
    let list = person.get("/api/v1/notifications").await.is(200);
    list["content"].as_array().unwrap().iter().filter(|one| one["type"] == "BOOKING_REMINDER").count()
}

#[actix_web::test]
async fn calendar_file_has_what_somebody_has_booked() {
    let world = World::new().await;
    let org = world.org("Klubben; SK").await;
    let hall = room(&org, "Hallen, södra", json!({"place": "Idrottsvägen 2"})).await;
    let clubhouse = room(&org, "Stugan", json!({"requiresApproval": true})).await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let booking =
        books(&anna, &hall, with(span(0, "18:00", "20:00"), json!({"note": "hemligt"}))).await.is(201);
    books(&anna, &clubhouse, span(1, "18:00", "20:00")).await.is(201);
    let text = file(&anna).await;
    let uid = format!("UID:booking-{}@kalender\r\n", booking["idReservationExclusive"]);
    for line in [
        uid.as_str(),
        "SUMMARY:Hallen\\, södra\r\n",
        "LOCATION:Idrottsvägen 2\\, Klubben\\; SK\r\n",
        "STATUS:CONFIRMED\r\n",
        "SUMMARY:Stugan\r\n",
        "STATUS:TENTATIVE\r\n",
        "SEQUENCE:0\r\n",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
    assert!(!file(&bo).await.contains("booking-"), "another person's");
    let moved = moves(&anna, &booking, span(0, "19:00", "21:00")).await.is(200);
    assert!(file(&anna).await.contains("SEQUENCE:1\r\n"));
    does(&anna, &moved, "cancel").await.is(200);
    let text = file(&anna).await;
    assert!(!text.contains(&uid) && text.contains("SUMMARY:Stugan"), "{text}");
}

#[actix_web::test]
async fn reminder_comes_once_for_what_still_stands() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({})).await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let cancelled = books(&bo, &hall, span(1, "18:00", "20:00")).await.is(201);
    does(&bo, &cancelled, "cancel").await.is(200);
    let booking = books(&anna, &hall, span(0, "18:00", "20:00")).await.is(201);
    // At another time there is another reminder; the first says nothing any more.
    moves(&anna, &booking, span(0, "19:00", "21:00")).await.is(200);
    assert_eq!(carry_out(&world).await, 3);
    until(async || (waiting(&world).await == 3).then_some(())).await;
    until(async || (reminders(&anna).await == 1).then_some(())).await;
    // Carried out twice it reminds once, and what was given up does not ring.
    carry_out(&world).await;
    until(async || (waiting(&world).await == 3).then_some(())).await;
    assert_eq!((reminders(&anna).await, reminders(&bo).await), (1, 0));
}
