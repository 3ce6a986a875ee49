//! Turns on the waitlist: rights are checked again for each person. Contract §1 (rights at delivery), §2 (BANNED), §7.

use actors::accounts::erasure::{PATIENCE, erase_due};
use actors::platform::time::now;
use storage::UserId;
use storage::time::Moment;

use crate::harness::{Person, World, json, until};
use crate::v1_event_enrollment::{Hall, block, decide, enrol, mine, people, status};

const DAY: i64 = 24 * 3_600_000;

async fn ban(hall: &Hall, person: &Person) {
    let path = hall.org.at(&format!("/bans/{}", person.id));
    hall.org.owner.call("PUT", &path).send().await.is(204);
}

async fn leaves(person: &Person, event: &str) {
    person.delete(&format!("{event}/enrollment")).await.is(200);
}

#[actix_web::test]
async fn waitlist_skips_banned_people() {
    let world = World::new().await;
    let hall = Hall::new(&world).await;
    for (mode, given) in [("AUTO_CONFIRM", "CONFIRMED"), ("OFFER", "OFFERED")] {
        let event = hall.event(json!({"capacity": 1, "waitlistMode": mode})).await;
        let first = world.person("Första").await;
        enrol(&first, &event).await;
        let (barred, other) = (hall.org.with("MEMBER").await, hall.org.with("MEMBER").await);
        let next = world.person("Nästa").await;
        for person in [&barred, &other, &next] {
            assert_eq!(enrol(person, &event).await["myEnrollmentStatus"], "WAITLISTED");
        }
        for person in [&barred, &other] {
            ban(&hall, person).await;
        }
        assert_eq!(status(&barred, &event).await, "WAITLISTED", "nothing happens before their turn");
        leaves(&first, &event).await;
        assert_eq!(status(&next, &event).await, given, "{mode}");
        for person in [&barred, &other] {
            assert_eq!(status(person, &event).await, "CANCELLED", "{mode}");
            person.bell(0).await;
        }
        let seen = mine(&next, &event).await;
        assert_eq!((&seen["taken"], &seen["waiting"]), (&json!(1), &json!(0)));
    }
}

#[actix_web::test]
async fn ineligible_head_does_not_block_the_waitlist() {
    let world = World::new().await;
    let hall = Hall::new(&world).await;
    let event = hall.event(json!({"capacity": 2, "maxGuests": 1, "waitlistMode": "AUTO_CONFIRM"})).await;
    let all = people(&world, 3).await;
    let pair = hall.org.with("MEMBER").await;
    enrol(&all[0], &event).await;
    enrol(&all[1], &event).await;
    let two = json!({"guests": 1});
    pair.post(&format!("{event}/enrollment"), two).await.is(201);
    leaves(&all[0], &event).await;
    assert_eq!(mine(&all[1], &event).await["waiting"], 1, "they need two places");
    ban(&hall, &pair).await;
    assert_eq!(enrol(&all[2], &event).await["myEnrollmentStatus"], "CONFIRMED");
    assert_eq!(status(&pair, &event).await, "CANCELLED");
}

#[actix_web::test]
async fn expired_offer_skips_banned_people() {
    use storage::jobs::Job;
    use storage::record::{Record, Stored};
    use storage::seats::{Moved, Seat, SeatSubject, Subject};
    let world = World::new().await;
    let hall = Hall::new(&world).await;
    let event = hall.event(json!({"capacity": 1, "waitlistMode": "OFFER"})).await;
    let (first, offered, next) =
        (world.person("Första").await, world.person("Andra").await, world.person("Sista").await);
    let barred = hall.org.with("MEMBER").await;
    for person in [&first, &offered, &barred, &next] {
        enrol(person, &event).await;
    }
    leaves(&first, &event).await;
    assert_eq!(status(&offered, &event).await, "OFFERED");
    ban(&hall, &barred).await;
    // Expires the offer: the clock cannot be moved here, so the row is changed.
    let subject = Subject {
        kind: SeatSubject::Event,
        id: event.rsplit('/').next().unwrap().parse().unwrap(),
        occurrence: Moment(0),
    };
    let seats = &world.storage.seats;
    let counts = seats.counts(subject).await.unwrap().unwrap();
    let old = seats.seat(subject, UserId(offered.id)).await.unwrap().unwrap();
    let new = Seat { offered_until: Some(Moment(now() - 1)), ..old.clone() };
    assert!(
        seats
            .decide(&counts, &counts, &[Moved { old: Some(old), new: Some(new) }], Vec::new())
            .await
            .unwrap()
    );
    let rows = world.engine.scan(Job::at(0, 0, storage::JobId(0)).table, None, 100_000).await.unwrap();
    let mut jobs = rows.into_iter().map(|row| Job::read(row).unwrap());
    let job = jobs.find(|job| job.kind == "event-offer").unwrap();
    let due = Job::new(storage::JobId(1), now(), &job.kind, job.payload.clone());
    world.engine.write(vec![due.insert()]).await.unwrap();
    world.platform.jobs.wake();
    until(async || (status(&next, &event).await == "OFFERED").then_some(())).await;
    assert_eq!(status(&barred, &event).await, "CANCELLED");
    assert_eq!(status(&offered, &event).await, "OFFER_EXPIRED");
}

#[actix_web::test]
async fn waitlist_checks_event_visibility_again() {
    let world = World::new().await;
    let hall = Hall::new(&world).await;
    let owner = &hall.org.owner;
    let new = json!({"name": "Internt", "idEntity": hall.org.id, "visibility": "RESTRICTED"});
    let calendar = owner.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take();
    let mut draft = hall.draft(now() + 7 * DAY, &json!({"capacity": 1, "waitlistMode": "OFFER"}));
    draft["calendarUUID"] = calendar;
    let event = format!("/api/v1/event/{}", owner.post("/api/v1/event", draft).await.is(201)["id"]);
    let (left, asked, last) =
        (hall.org.with("MEMBER").await, hall.org.with("MEMBER").await, hall.org.with("MEMBER").await);
    owner.post(&format!("{event}/invitations"), json!({"userIds": [asked.id]})).await.is(200);
    for person in [owner, &left, &asked, &last] {
        enrol(person, &event).await;
    }
    // Both leave the organisation. One of them was invited by an organiser, and the invitation stays valid.
    for person in [&left, &asked] {
        person.delete(&hall.org.at(&format!("/relations/{}", person.id))).await.is(204);
    }
    leaves(owner, &event).await;
    left.get(&event).await.refused(404, "NOT_FOUND");
    assert_eq!(status(&asked, &event).await, "OFFERED");
    assert_eq!(status(&last, &event).await, "WAITLISTED");
    // The next one gets the offer, and leaves before accepting it.
    asked.call("POST", &format!("{event}/waitlist/decline")).send().await.is(200);
    assert_eq!(status(&last, &event).await, "OFFERED");
    last.delete(&hall.org.at(&format!("/relations/{}", last.id))).await.is(204);
    let accept = format!("{event}/waitlist/accept");
    last.call("POST", &accept).send().await.refused(403, "ACCESS_DENIED");
    assert_eq!(status(&last, &event).await, "OFFERED");
}

#[actix_web::test]
async fn block_or_closed_account_ends_a_turn() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let new = json!({"name": "Fest", "visibility": "PUBLIC"});
    let calendar = anna.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take();
    let at = now() + 7 * DAY;
    let party = json!({
        "calendarUUID": calendar, "title": "Fest", "start": Moment(at), "end": Moment(at + 3_600_000),
        "enrollment": {"capacity": 1, "waitlistMode": "AUTO_CONFIRM"}
    });
    let event = format!("/api/v1/event/{}", anna.post("/api/v1/event", party).await.is(201)["id"]);
    let all = people(&world, 4).await;
    for person in &all {
        enrol(person, &event).await;
    }
    world.storage.contacts.block(&block(anna.id, all[1].id)).await.unwrap();
    all[2].delete("/api/v1/me").await.is(200);
    assert!(erase_due(&world.platform, UserId(all[2].id), now() + PATIENCE + 60_000).await.unwrap());
    leaves(&all[0], &event).await;
    assert_eq!(status(&all[3], &event).await, "CONFIRMED");
    let list = anna.get(&format!("{event}/enrollments?status=WAITLISTED")).await.is(200);
    assert_eq!(list["content"], json!([]));
}

/// A ban removes no confirmed seat; an organiser may (`…/remove`). Banned people are neither approved nor promoted.
#[actix_web::test]
async fn confirmed_seat_survives_a_ban() {
    let world = World::new().await;
    let hall = Hall::new(&world).await;
    let owner = &hall.org.owner;
    let asks = json!({"capacity": 2, "requiresApproval": true, "waitlistMode": "MANUAL"});
    let event = hall.event(asks).await;
    let (there, pending, waits) =
        (hall.org.with("MEMBER").await, hall.org.with("MEMBER").await, hall.org.with("MEMBER").await);
    for person in [&there, &pending, &waits] {
        enrol(person, &event).await;
    }
    decide(owner, &event, &there, "approve").await.is(200);
    for person in [&there, &pending, &waits] {
        ban(&hall, person).await;
    }
    assert_eq!(status(&there, &event).await, "CONFIRMED");
    decide(owner, &event, &pending, "approve").await.refused(403, "BANNED");
    assert_eq!(decide(owner, &event, &pending, "reject").await.is(200)["status"], "REJECTED");
    decide(owner, &event, &waits, "promote").await.refused(403, "BANNED");
    assert_eq!(decide(owner, &event, &there, "remove").await.is(200)["status"], "CANCELLED");
}
