//! The waitlist of bookable time: what becomes free is offered in order, and held for whoever it is offered to. Contract
//! §8.2.

use crate::harness::{Person, Value, World, json, until};
use crate::v1_bookings::{at, books, does, holds, of, room, span, with};

async fn waits(person: &Person, room: &Value, time: &Value) -> crate::harness::Answer {
    person.post(&of(room, "/waitlist"), time.clone()).await
}

async fn leaves(person: &Person, room: &Value, time: &Value) -> u16 {
    let of_time = |field: &str| time[field].as_str().unwrap().replace(':', "%3A");
    let path = format!("/waitlist?start={}&end={}", of_time("start"), of_time("end"));
    person.delete(&of(room, &path)).await.status
}

/// The newest notification of a person of that kind, once it is there.
async fn told(person: &Person, kind: &str) -> Value {
    until(async || {
        let list = person.get("/api/v1/notifications").await.is(200);
        let all = list["content"].as_array()?.clone();
        all.into_iter().find(|one| one["type"] == kind)
    })
    .await
}

#[actix_web::test]
async fn freed_time_is_offered_to_the_first_it_fits() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({})).await;
    let (early, late) = (span(0, "10:00", "11:00"), span(0, "11:00", "12:00"));
    let both = span(0, "10:00", "12:00");
    let (xenia, ylva) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let (anna, bo, cia) = (org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await);
    let first = books(&xenia, &hall, early.clone()).await.is(201);
    books(&ylva, &hall, late).await.is(201);
    // Anna is the first in the queue, and needs more than becomes free.
    waits(&anna, &hall, &both).await.is(201);
    waits(&bo, &hall, &early).await.is(201);
    waits(&cia, &hall, &early).await.is(201);
    does(&xenia, &first, "cancel").await.is(200);
    let offered = told(&bo, "BOOKING_OFFERED").await;
    assert!(offered["title"].as_str().unwrap().starts_with("Hallen är ledig för dig, "), "{offered}");
    // It is held: nobody else gets it, whoever waits included.
    for other in [&xenia, &anna, &cia] {
        books(other, &hall, early.clone()).await.refused(409, "OVERLAP");
        holds(other, &hall, early.clone()).await.refused(409, "OVERLAP");
    }
    books(&bo, &hall, early).await.is(201);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn declined_offer_goes_to_the_next() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({})).await;
    let time = span(0, "10:00", "11:00");
    let (xenia, anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await);
    let booking = books(&xenia, &hall, time.clone()).await.is(201);
    waits(&anna, &hall, &time).await.is(201);
    waits(&bo, &hall, &time).await.is(201);
    does(&xenia, &booking, "cancel").await.is(200);
    told(&anna, "BOOKING_OFFERED").await;
    assert_eq!(leaves(&anna, &hall, &time).await, 204);
    told(&bo, "BOOKING_OFFERED").await;
    // What is offered is held already; the dialog that would hold it gets the offer.
    let held = holds(&bo, &hall, time.clone()).await.is(201);
    let wanted = with(time, json!({"holdId": held["holdId"]}));
    books(&bo, &hall, wanted).await.is(201);
}

#[actix_web::test]
async fn who_may_not_book_any_more_is_passed_over() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({"whoMayBook": ["MEMBER"]})).await;
    let time = span(0, "10:00", "11:00");
    let (xenia, anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await);
    let booking = books(&xenia, &hall, time.clone()).await.is(201);
    waits(&anna, &hall, &time).await.is(201);
    waits(&bo, &hall, &time).await.is(201);
    org.owner.delete(&org.at(&format!("/relations/{}", anna.id))).await.is(204);
    does(&xenia, &booking, "cancel").await.is(200);
    told(&bo, "BOOKING_OFFERED").await;
    let list = anna.get("/api/v1/notifications").await.is(200);
    assert!(list["content"].as_array().unwrap().iter().all(|one| one["type"] != "BOOKING_OFFERED"), "{list}");
}

#[actix_web::test]
async fn a_place_in_the_queue_is_for_taken_time_and_once() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({"whoMayBook": ["MEMBER"]})).await;
    let time = span(0, "10:00", "11:00");
    let (xenia, anna) = (org.with("MEMBER").await, org.with("MEMBER").await);
    waits(&anna, &hall, &time).await.refused(409, "FREE");
    books(&xenia, &hall, time.clone()).await.is(201);
    let one = waits(&anna, &hall, &time).await.is(201);
    let same = waits(&anna, &hall, &time).await.is(201);
    assert_eq!(one, same);
    let (follower, stranger) = (org.with("FOLLOWER").await, world.person("Främling").await);
    waits(&follower, &hall, &time).await.refused(403, "MAY_NOT_BOOK");
    waits(&stranger, &hall, &time).await.refused(404, "NOT_FOUND");
    let past = json!({"start": at(-30, "10:00"), "end": at(-30, "11:00")});
    waits(&anna, &hall, &past).await.wrong_field("start", "PAST");
    assert_eq!(leaves(&anna, &hall, &time).await, 204);
    assert_eq!(leaves(&anna, &hall, &time).await, 204, "whoever does not wait has nothing to leave");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn a_booking_to_be_moved_takes_no_time() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({})).await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let booking = books(&anna, &hall, span(0, "10:00", "11:00")).await.is(201);
    let days = format!("from={}&to={}", crate::v1_bookings::day(0), crate::v1_bookings::day(1));
    let is_free = async |person: &Person, except: &str| {
        let found = person.get(&of(&hall, &format!("/slots?{days}{except}"))).await.is(200);
        let slot = found["content"].as_array().unwrap().iter().find(|slot| slot["start"] == at(0, "10:00"));
        slot.unwrap()["free"].as_bool().unwrap()
    };
    let except = format!("&except={}", booking["idReservationExclusive"]);
    assert!(is_free(&anna, &except).await && is_free(&org.owner, &except).await);
    // Nobody else learns from it whose time it is.
    assert!(!is_free(&bo, &except).await && !is_free(&anna, "").await);
}

#[actix_web::test]
async fn a_request_is_told_to_those_who_manage_now() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({"requiresApproval": true})).await;
    let (manager, anna) = (org.with("MANAGER").await, org.with("MEMBER").await);
    books(&anna, &hall, span(0, "10:00", "11:00")).await.is(201);
    for person in [&org.owner, &manager] {
        let asked = told(person, "BOOKING_REQUESTED").await;
        assert!(asked["title"].as_str().unwrap().contains(" vill boka Hallen, "), "{asked}");
    }
    org.owner.delete(&org.at(&format!("/relations/{}", manager.id))).await.is(204);
    let later = told(&manager, "BOOKING_REQUESTED").await;
    assert!(!later.to_string().contains("Hallen"), "{later}");
}

#[actix_web::test]
async fn queues_that_somebody_stands_in_are_listed_with_what_is_offered() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({"whoMayBook": ["MEMBER"]})).await;
    let (late, early) = (span(1, "10:00", "11:00"), span(0, "10:00", "11:00"));
    let (xenia, anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await);
    let listed =
        async |person: &Person| person.get("/api/v1/booking/waiting").await.is(200)["content"].take();
    assert_eq!(listed(&anna).await, json!([]));
    let mut first = Value::Null;
    for time in [&late, &early] {
        first = books(&xenia, &hall, time.clone()).await.is(201);
        waits(&anna, &hall, time).await.is(201);
    }
    let queued = listed(&anna).await;
    let shown = |one: &Value| {
        let of = json!({"start": one["start"], "end": one["end"]});
        (of, one["bookableName"].clone(), one["entitySlug"].clone(), one.get("offeredUntil").is_some())
    };
    let expected = |time: &Value, is_offered| (time.clone(), json!("Hallen"), json!(org.slug), is_offered);
    assert_eq!(
        queued.as_array().unwrap().iter().map(shown).collect::<Vec<_>>(),
        [expected(&early, false), expected(&late, false)]
    );
    assert_eq!(listed(&bo).await, json!([]), "another's place in a queue is nobody else's to see");
    assert_eq!(world.anyone("GET", "/api/v1/booking/waiting").send().await.status, 401);
    // It becomes free, and is held.
    does(&xenia, &first, "cancel").await.is(200);
    told(&anna, "BOOKING_OFFERED").await;
    let queued = listed(&anna).await;
    assert_eq!(shown(&queued[0]), expected(&early, true));
    books(&anna, &hall, early).await.is(201);
    let queued = listed(&anna).await;
    assert_eq!(queued.as_array().unwrap().iter().map(shown).collect::<Vec<_>>(), [expected(&late, false)]);
    // Whoever may not see the hall any more does not see it in a queue either.
    org.owner.delete(&org.at(&format!("/relations/{}", anna.id))).await.is(204);
    assert_eq!(listed(&anna).await, json!([]));
}
