//! What bookings are judged by: opening hours, notice and steps, approval, terms, quotas, what happens by itself.
//! Contract §8.1–8.3.

use actors::platform::time::now;
use futures_util::future::join_all;
use storage::bookings::{Booking, Bookings};
use storage::occupancy::{Change, Occupancy, Occupation, OccupationId, SpaceId, Window};
use storage::time::Moment;

use crate::harness::{Answer, Person, Value, World, count, each, id, json, piece, pieces};
use crate::v1_bookings::{at, books, changes, day, does, holds, its, moves, of, room, span, with};

pub const HOUR_MS: i64 = 3_600_000;

/// Opening hours on some weekdays (1 is Monday).
fn open(weekdays: &[i64], start: &str, end: &str) -> Value {
    json!({"weekdays": weekdays, "start": start, "end": end})
}

pub async fn quotes(person: &Person, room: &Value, time: Value) -> Answer {
    person.post("/api/v1/booking/quote", with(time, json!({"idBookable": room["idBookable"]}))).await
}

pub async fn row(world: &World, space_id: SpaceId, id: OccupationId) -> Occupation {
    let occupancy = Occupancy::of(&world.storage);
    let space = occupancy.space(space_id).await.unwrap().unwrap();
    let all = Window { from: now() - 90 * 24 * HOUR_MS, to: now() + 90 * 24 * HOUR_MS };
    let rows = occupancy.window(&space, all).await.unwrap();
    rows.into_iter().find(|row| row.occupation_id == id).unwrap()
}

/// Stores a changed row of a space, as if it had been so from the start.
pub async fn stored(world: &World, old: Occupation, new: Occupation, then: Vec<storage::engine::Write>) {
    let occupancy = Occupancy::of(&world.storage);
    let space = occupancy.space(old.space_id).await.unwrap().unwrap();
    let change = Change { old: Some(old), new: Some(new.placed(0)) };
    assert!(occupancy.decide(&space, &space, &[change], then).await.unwrap());
}

/// Makes a booking begin at a moment (epoch milliseconds): the clock cannot be moved here.
async fn begins(world: &World, booking: &Value, start: i64) {
    let id = OccupationId(id(&booking["idReservationExclusive"]));
    let old = Bookings::of(&world.storage).booking(id).await.unwrap().unwrap();
    let back = |at: Moment| Moment(at.0 - old.starts.0 + start);
    let new = Booking { starts: back(old.starts), ends: back(old.ends), ..old.clone() };
    let held = row(world, old.space_id, id).await;
    let moved =
        Occupation { starts: new.starts, ends: new.ends, expires: held.expires.map(back), ..held.clone() };
    stored(world, held, moved, new.writes(Some(&old))).await;
}

#[actix_web::test]
async fn what_is_offered_is_accepted_and_nothing_else() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let settings = json!({"slotStep": 60, "maxLength": 120, "minNotice": 60, "maxNotice": 60 * 24 * 40});
    let hall = room(&org, "Hallen", settings).await;
    let hours = json!({"version": 0, "periods": [open(&[1], "08:00", "12:00")]});
    let saved = org.owner.put(&of(&hall, "/availability"), hours.clone()).await.is(200);
    assert_eq!(saved["version"], 1);
    org.owner.put(&of(&hall, "/availability"), hours).await.refused(409, "MOVED_ON");
    let anna = world.person("Anna").await;
    let offered = anna.get(&of(&hall, &format!("/slots?from={}&to={}", day(0), day(7)))).await.is(200);
    let starts: Vec<Value> = ["08:00", "09:00", "10:00", "11:00"].map(|time| at(0, time)).into();
    assert_eq!(each(&offered["content"], "start"), starts.iter().collect::<Vec<_>>());
    let latest = ["10:00", "11:00", "12:00", "12:00"].map(|time| at(0, time));
    assert_eq!(each(&offered["content"], "latest"), latest.iter().collect::<Vec<_>>());
    for slot in offered["content"].as_array().unwrap() {
        assert_eq!(slot["free"], true);
        for end in ["end", "latest"] {
            quotes(&anna, &hall, json!({"start": slot["start"], "end": slot[end]})).await.is(200);
        }
    }
    let past = json!({"start": Moment(now() - HOUR_MS), "end": Moment(now())});
    let refused = [
        (span(0, "07:00", "08:00"), "start", "CLOSED"),
        (span(0, "11:00", "13:00"), "start", "CLOSED"),
        (span(1, "08:00", "09:00"), "start", "CLOSED"),
        (span(0, "08:30", "09:30"), "start", "NOT_ALIGNED"),
        (span(0, "08:00", "09:30"), "end", "NOT_ALIGNED"),
        (span(0, "08:00", "08:30"), "end", "LENGTH"),
        (span(0, "08:00", "11:00"), "end", "LENGTH"),
        (span(0, "09:00", "08:00"), "end", "LENGTH"),
        (json!({"start": at(0, "08:00"), "end": at(60, "08:00")}), "end", "LENGTH"),
        (past, "start", "PAST"),
        (json!({"start": Moment(now() + HOUR_MS / 2), "end": Moment(now() + HOUR_MS)}), "start", "NOTICE"),
        (span(42, "08:00", "09:00"), "start", "HORIZON"),
    ];
    for (time, field, code) in refused {
        quotes(&anna, &hall, time.clone()).await.wrong_field(field, code);
        holds(&anna, &hall, time.clone()).await.wrong_field(field, code);
        books(&anna, &hall, time).await.wrong_field(field, code);
    }
    books(&anna, &hall, span(0, "09:00", "10:00")).await.is(201);
    let offered = anna.get(&of(&hall, &format!("/slots?from={}&to={}", day(0), day(1)))).await.is(200);
    assert_eq!(each(&offered["content"], "free"), [true, false, true, true]);
    assert_eq!(offered["content"][0]["latest"], at(0, "09:00"));
    let far = format!("/slots?from={}&to={}", day(0), day(63));
    anna.get(&of(&hall, &far)).await.wrong_field("to", "RANGE");
}

/// [social 3.15]
#[actix_web::test]
async fn price_rules_and_hours_keep_the_ids_they_get() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hours =
        json!({"from": "2026-12-24", "to": "2026-12-26", "start": "00:00", "end": "24:00", "price": 0});
    let class = json!({
        "name": "Taxa", "base": 10_000, "vatRate": 25, "hours": [hours],
        "days": [{"weekday": 6, "price": 12_000}, {"weekday": 7, "price": 15_000}],
        "schedules": [{"weekday": 1, "start": "17:00", "end": "22:00", "price": 20_000}],
    });
    let hall = room(&org, "Hallen", json!({"priceClasses": [class]})).await;
    for field in pieces("social 3.15", "bookable") {
        assert!(!hall[field].is_null(), "{field}");
    }
    let rules = |hall: &Value| {
        let all = ["days", "schedules", "hours"].map(|rules| hall["priceClasses"][0][rules].clone());
        let ids = all
            .iter()
            .zip(pieces("social 3.15", "prices"))
            .flat_map(|(rules, name)| each(rules, name).into_iter().map(id).collect::<Vec<_>>());
        ids.collect::<Vec<_>>()
    };
    let given = rules(&hall);
    let is_fresh = |ids: &[i64]| ids.iter().enumerate().all(|(n, id)| *id > 0 && !ids[..n].contains(id));
    assert!(given.len() == 4 && is_fresh(&given), "{given:?}");
    let renamed = changes(&org.owner, &hall, json!({"name": "Stora hallen"})).await.is(200);
    assert_eq!(rules(&renamed), given);

    let periods = json!([open(&[1], "08:00", "12:00"), open(&[2], "08:00", "12:00")]);
    for (path, name) in [
        (of(&hall, "/availability"), piece("social 3.15", "availability")),
        (org.at("/availability"), piece("social 3.15", "companyWide")),
    ] {
        let ids = |saved: &Value| each(&saved["periods"], name).into_iter().map(id).collect::<Vec<_>>();
        let saved = org.owner.put(&path, json!({"version": 0, "periods": periods})).await.is(200);
        let given = ids(&saved);
        assert!(given.len() == 2 && is_fresh(&given), "{given:?}");
        // What was read can be sent again as it is.
        assert_eq!(ids(&org.owner.put(&path, saved).await.is(200)), given);
        assert_eq!(ids(&org.owner.get(&path).await.is(200)), given);
    }
}

#[actix_web::test]
async fn closures_and_own_hours_go_before_the_organisations() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (hall, gym) = (room(&org, "Aulan", json!({})).await, room(&org, "Gympasalen", json!({})).await);
    let hours = json!({
        "version": 0, "periods": [open(&[1, 2, 3, 4, 5], "08:00", "17:00")],
        "closures": [{"name": "Studiedag", "from": day(2), "to": day(2)},
                     {"name": "Städning", "from": day(1), "to": day(1), "start": "12:00", "end": "14:00"}]
    });
    org.owner.put(&org.at("/availability"), hours).await.is(200);
    // Own periods replace the organisation's on their dates; its closures hold all the same.
    let own = json!({"version": 0, "periods": [with(open(&[1, 2, 3, 4, 5, 6, 7], "18:00", "22:00"), json!({"from": day(1), "to": day(2)}))]});
    org.owner.put(&of(&gym, "/availability"), own).await.is(200);
    let anna = world.person("Anna").await;
    let tries = [
        (&hall, span(0, "08:00", "17:00"), true),
        (&hall, span(0, "16:30", "17:30"), false),
        (&hall, span(5, "10:00", "11:00"), false),
        (&hall, span(2, "10:00", "11:00"), false),
        (&hall, span(1, "11:00", "12:00"), true),
        (&hall, span(1, "11:30", "12:30"), false),
        (&hall, span(1, "14:00", "15:00"), true),
        (&gym, span(1, "10:00", "11:00"), false),
        (&gym, span(1, "18:00", "19:00"), true),
        (&gym, span(2, "18:00", "19:00"), false),
        (&gym, span(3, "10:00", "11:00"), true),
    ];
    for (room, time, is_open) in tries {
        let answer = books(&anna, room, time).await;
        if is_open { drop(answer.is(201)) } else { answer.wrong_field("start", "CLOSED") }
    }
    let path = org.at(&format!("/schedule?from={}&to={}", day(1), day(3)));
    let shown = anna.get(&path).await.is(200);
    let aula = json!([span(1, "08:00", "12:00"), span(1, "14:00", "17:00")]);
    assert_eq!(each(&shown["content"], "open"), [&aula, &json!([span(1, "18:00", "22:00")])]);
    assert_eq!(each(&shown["content"], "name"), ["Aulan", "Gympasalen"]);
}

#[actix_web::test]
async fn lessons_are_booked_from_one_beginning_to_an_end() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let lesson =
        |n: i64, start: &str, end: &str| json!({"name": format!("Lektion {n}"), "start": start, "end": end});
    let lessons =
        json!({"slotMode": "PERIODS", "periods": [lesson(1, "08:15", "09:15"), lesson(2, "09:25", "10:25")]});
    let cart = room(&org, "Datavagn", lessons).await;
    let anna = world.person("Anna").await;
    let offered = anna.get(&of(&cart, &format!("/slots?from={}&to={}", day(0), day(1)))).await.is(200);
    assert_eq!(each(&offered["content"], "name"), ["Lektion 1", "Lektion 2"]);
    books(&anna, &cart, span(0, "08:00", "09:15")).await.wrong_field("start", "NOT_ALIGNED");
    books(&anna, &cart, span(0, "08:15", "09:00")).await.wrong_field("end", "NOT_ALIGNED");
    books(&anna, &cart, span(0, "08:15", "10:25")).await.is(201);
}

#[actix_web::test]
async fn neighbours_keep_the_larger_of_their_buffers() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({"slotStep": 15})).await;
    let with_set_up = json!({"idSpace": hall["idSpace"], "slotStep": 15, "bufferTime": 30});
    let feast = room(&org, "Festlokalen", with_set_up).await;
    let anna = world.person("Anna").await;
    books(&anna, &hall, span(0, "10:00", "11:00")).await.is(201);
    // Nobody has booked with a buffer before: it counts towards those that stand.
    books(&anna, &feast, span(0, "11:00", "12:00")).await.refused(409, "OVERLAP");
    let path = of(&feast, &format!("/slots?from={}&to={}", day(0), day(1)));
    let slots = anna.get(&path).await.is(200);
    let free = slots["content"].as_array().unwrap().iter().find(|slot| slot["start"] == at(0, "11:00"));
    assert_eq!(free.unwrap()["free"], false, "what is offered is accepted");
    books(&anna, &feast, span(0, "11:15", "12:00")).await.refused(409, "OVERLAP");
    let booking = books(&anna, &feast, span(0, "11:30", "12:00")).await.is(201);
    books(&anna, &hall, span(0, "12:15", "13:00")).await.refused(409, "OVERLAP");
    books(&anna, &hall, span(0, "12:30", "13:00")).await.is(201);
    // Shown without it.
    assert_eq!(json!({"start": booking["start"], "end": booking["end"]}), span(0, "11:30", "12:00"));
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn booking_for_somebody_else_is_for_managers() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({"requiresApproval": true})).await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let for_bo = with(span(0, "10:00", "11:00"), json!({"idUser": bo.id}));
    books(&anna, &hall, for_bo.clone()).await.refused(403, "ROLE_TOO_LOW");
    let booking = books(&org.owner, &hall, for_bo).await.is(201);
    assert_eq!((&booking["idUser"], &booking["flStatus"]), (&json!(bo.id), &json!(1)));
    assert_eq!(bo.get(&its(&booking, "")).await.is(200)["abilities"], json!(["CANCEL", "MOVE"]));
    let nobody = with(span(1, "10:00", "11:00"), json!({"idUser": 4711}));
    books(&org.owner, &hall, nobody).await.wrong_field("idUser", "UNKNOWN");
}

#[actix_web::test]
async fn request_blocks_the_time_until_it_is_decided() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({"requiresApproval": true})).await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let manager = org.with("MANAGER").await;
    let asked = books(&anna, &hall, span(0, "10:00", "11:00")).await.is(201);
    assert_eq!((&asked["flStatus"], &asked["statusText"]), (&json!(3), &json!("Väntar på svar")));
    books(&bo, &hall, span(0, "10:00", "11:00")).await.refused(409, "OVERLAP");
    does(&anna, &asked, "confirm").await.refused(403, "ROLE_TOO_LOW");
    does(&anna, &asked, "decline").await.refused(403, "ROLE_TOO_LOW");
    let declined = manager.post(&its(&asked, "/decline"), json!({"reason": "Matchdag"})).await.is(200);
    assert_eq!((&declined["flStatus"], &declined["reason"]), (&json!(4), &json!("Matchdag")));
    assert_eq!(declined["fee"], 0);
    for act in ["confirm", "decline", "cancel"] {
        does(&manager, &asked, act).await.refused(409, "NOT_ACTIVE");
    }
    let asked = books(&bo, &hall, span(0, "10:00", "11:00")).await.is(201);
    let confirmed = does(&manager, &asked, "confirm").await.is(200);
    assert_eq!((&confirmed["flStatus"], &confirmed["version"]), (&json!(1), &json!(2)));
    does(&manager, &asked, "confirm").await.refused(409, "WRONG_STATUS");
    does(&manager, &asked, "decline").await.refused(409, "WRONG_STATUS");
    books(&anna, &hall, span(0, "10:00", "11:00")).await.refused(409, "OVERLAP");
    // Of two who decide at once, one does.
    let asked = books(&anna, &hall, span(1, "10:00", "11:00")).await.is(201);
    let both = join_all([does(&manager, &asked, "decline"), does(&org.owner, &asked, "decline")]).await;
    assert_eq!(both.iter().filter(|answer| answer.status == 200).count(), 1);
    // Moved by whoever asked, it waits again; a manager's own waits for nobody.
    let moved = moves(&bo, &confirmed, span(2, "10:00", "11:00")).await.is(200);
    assert_eq!(moved["flStatus"], 3);
    assert_eq!(books(&manager, &hall, span(3, "10:00", "11:00")).await.is(201)["flStatus"], 1);
}

#[actix_web::test]
async fn request_that_nobody_answers_expires_at_its_start() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({"requiresApproval": true})).await;
    let anna = org.with("MEMBER").await;
    let asked = books(&anna, &hall, span(0, "10:00", "11:00")).await.is(201);
    begins(&world, &asked, now() - 60_000).await;
    does(&org.owner, &asked, "confirm").await.refused(409, "NOT_ACTIVE");
    world.come("booking-due").await;
    let seen = anna.get(&its(&asked, "")).await.is(200);
    assert_eq!((&seen["flStatus"], &seen["reason"]), (&json!(4), &json!("EXPIRED")));
}

/// [social 4.23]
#[actix_web::test]
async fn cancelling_costs_what_the_terms_say() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let prices = json!({"priceClasses": [{"name": "Taxa", "base": 30_001}], "cancellation": {"freeHours": 24, "share": 50}});
    let hall = room(&org, "Hallen", prices).await;
    let anna = org.with("MEMBER").await;
    let terms = quotes(&anna, &hall, span(1, "10:00", "11:00")).await.is(200)["terms"].take();
    assert_eq!(terms, json!({"freeUntil": at(0, "10:00"), "share": 50}));
    let early = books(&anna, &hall, span(0, "10:00", "11:00")).await.is(201);
    assert_eq!(does(&anna, &early, "cancel").await.is(200)["fee"], 0);
    does(&anna, &early, "cancel").await.refused(409, "NOT_ACTIVE");
    // Free of charge until a year before: too late, and rounded half up.
    let strict = json!({"cancellation": {"freeHours": 366 * 24, "share": 50}});
    let hall = changes(&org.owner, &hall, strict).await.is(200);
    let late = books(&anna, &hall, span(0, "10:00", "11:00")).await.is(201);
    let second = books(&anna, &hall, span(0, "12:00", "13:00")).await.is(201);
    let third = books(&anna, &hall, span(0, "14:00", "15:00")).await.is(201);
    // The terms and the price by which it was booked are kept.
    let dearer = json!({"priceClasses": [{"name": "Taxa", "base": 99_900}], "cancellation": {"freeHours": 0, "share": 100}});
    changes(&org.owner, &hall, dearer).await.is(200);
    let cancelled = does(&anna, &late, "cancel").await.is(200);
    assert_eq!(cancelled["flStatus"], count(piece("social 4.23", "cancelled")));
    assert_eq!(cancelled["fee"], 15_001);
    assert_eq!(cancelled["price"], 30_001);
    let by_manager = org.owner.post(&its(&second, "/cancel"), json!({"reason": "Vattenskada"})).await.is(200);
    assert_eq!((&by_manager["fee"], &by_manager["reason"]), (&json!(0), &json!("Vattenskada")));
    does(&anna, &third, "noshow").await.refused(403, "ROLE_TOO_LOW");
    let missed = does(&org.owner, &third, "noshow").await.is(200);
    assert_eq!((&missed["flStatus"], &missed["fee"]), (&json!(7), &json!(30_001)));
    books(&anna, &hall, span(0, "10:00", "13:00")).await.is(201);
}

#[actix_web::test]
async fn checkout_frees_what_is_left_of_the_time() {
    let world = World::new().await;
    let org = world.org("Gymmet").await;
    let settings = json!({"slotStep": 5, "allowMultiday": true, "enableCheckIn": true});
    let hall = room(&org, "Salen", settings).await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let booking = books(&anna, &hall, span(0, "10:00", "12:00")).await.is(201);
    does(&anna, &booking, "checkout").await.refused(409, "WRONG_STATUS");
    begins(&world, &booking, now() - 600_000).await;
    let soon = (now() / 300_000 + 2) * 300_000;
    let rest = json!({"start": Moment(soon), "end": Moment(soon + HOUR_MS / 2)});
    assert_eq!(does(&anna, &booking, "checkin").await.is(200)["flStatus"], 5);
    does(&anna, &booking, "checkin").await.refused(409, "WRONG_STATUS");
    does(&anna, &booking, "cancel").await.refused(409, "WRONG_STATUS");
    books(&bo, &hall, rest.clone()).await.refused(409, "OVERLAP");
    let done = does(&anna, &booking, "checkout").await.is(200);
    assert_eq!((&done["flStatus"], &done["statusText"]), (&json!(6), &json!("Genomförd")));
    does(&anna, &booking, "checkout").await.refused(409, "NOT_ACTIVE");
    books(&bo, &hall, rest).await.is(201);
    // Where it is off, only managers note who came.
    let plain = room(&org, "Rummet", json!({})).await;
    let booking = books(&anna, &plain, span(0, "10:00", "11:00")).await.is(201);
    does(&anna, &booking, "checkin").await.refused(403, "ROLE_TOO_LOW");
    does(&org.owner, &booking, "checkin").await.is(200);
}

#[actix_web::test]
async fn booking_that_nobody_checks_in_is_released() {
    let world = World::new().await;
    let org = world.org("Gymmet").await;
    let settings =
        json!({"slotStep": 5, "allowMultiday": true, "enableCheckIn": true, "autoReleaseMinutes": 15});
    let hall = room(&org, "Salen", settings).await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let booking = books(&anna, &hall, span(0, "10:00", "12:00")).await.is(201);
    begins(&world, &booking, now() - 16 * 60_000).await;
    world.come("booking-due").await;
    let seen = anna.get(&its(&booking, "")).await.is(200);
    assert_eq!((&seen["flStatus"], &seen["statusText"]), (&json!(7), &json!("Utebliven")));
    does(&anna, &booking, "checkin").await.refused(409, "NOT_ACTIVE");
    let soon = (now() / 300_000 + 2) * 300_000;
    let rest = json!({"start": Moment(soon), "end": Moment(soon + HOUR_MS / 2)});
    books(&bo, &hall, rest).await.is(201);
}

#[actix_web::test]
async fn quotas_bound_what_a_person_books_in_a_week() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let quota = |unit: &str, limit: i64| json!({"quotas": [{"holder": "PERSON", "scope": "BOOKABLE", "unit": unit, "per": "WEEK", "limit": limit}]});
    let hall = room(&org, "Hallen", quota("RESERVATIONS", 2)).await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let first = books(&anna, &hall, span(0, "10:00", "11:00")).await.is(201);
    books(&anna, &hall, span(6, "10:00", "11:00")).await.is(201);
    books(&anna, &hall, span(3, "10:00", "11:00")).await.refused(409, "QUOTA");
    books(&bo, &hall, span(3, "10:00", "11:00")).await.is(201);
    books(&org.owner, &hall, span(3, "12:00", "13:00")).await.is(201);
    // The week begins on Monday; a cancelled one gives back; a moved one does not count against itself.
    books(&anna, &hall, span(7, "10:00", "11:00")).await.is(201);
    let first = moves(&anna, &first, span(1, "10:00", "11:00")).await.is(200);
    let next = books(&anna, &hall, span(8, "10:00", "11:00")).await.is(201);
    moves(&anna, &next, span(2, "10:00", "11:00")).await.refused(409, "QUOTA");
    does(&anna, &first, "cancel").await.is(200);
    books(&anna, &hall, span(3, "14:00", "15:00")).await.is(201);
    // Hours are counted as they are, in each of the periods that a booking touches.
    let hours = room(&org, "Salen", with(quota("HOURS", 3), json!({"allowMultiday": true}))).await;
    books(&anna, &hours, span(0, "10:00", "12:00")).await.is(201);
    books(&anna, &hours, span(1, "10:00", "11:30")).await.refused(409, "QUOTA");
    books(&anna, &hours, json!({"start": at(6, "23:00"), "end": at(7, "02:00")})).await.is(201);
    books(&anna, &hours, span(1, "10:00", "10:30")).await.refused(409, "QUOTA");
    // Also of requests at the same moment.
    let one = room(&org, "Rummet", quota("RESERVATIONS", 1)).await;
    let tries = (0..7).map(|n| books(&anna, &one, span(n, "10:00", "11:00")));
    let statuses: Vec<u16> = join_all(tries).await.iter().map(|answer| answer.status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
}

#[actix_web::test]
async fn booking_outlives_its_bookable() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({"requiresApproval": true})).await;
    let anna = org.with("MEMBER").await;
    let (first, second) = (
        books(&anna, &hall, span(0, "10:00", "11:00")).await.is(201),
        books(&anna, &hall, span(0, "12:00", "13:00")).await.is(201),
    );
    let third = books(&anna, &hall, span(0, "14:00", "15:00")).await.is(201);
    assert_eq!(org.owner.delete(&of(&hall, "")).await.status, 204);
    assert_eq!(anna.get(&its(&first, "")).await.is(200)["flStatus"], 3);
    assert_eq!(does(&anna, &first, "cancel").await.is(200)["flStatus"], 2);
    assert_eq!(does(&org.owner, &second, "decline").await.is(200)["flStatus"], 4);
    begins(&world, &third, now() - 60_000).await;
    world.come("booking-due").await;
    assert_eq!(anna.get(&its(&third, "")).await.is(200)["reason"], "EXPIRED");
    moves(&anna, &first, span(1, "10:00", "11:00")).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn two_months_of_five_minute_steps_cost_little() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({"slotStep": 5, "allowMultiday": true})).await;
    let anna = world.person("Anna").await;
    for n in [0, 20, 40] {
        books(&anna, &hall, span(n, "10:00", "11:00")).await.is(201);
    }
    // The watchdog of the harness measures.
    let slots = anna.get(&of(&hall, &format!("/slots?from={}&to={}", day(0), day(61)))).await.is(200);
    assert!(slots["content"].as_array().unwrap().len() > 17_000);
    books(&anna, &hall, span(20, "10:00", "10:30")).await.refused(409, "OVERLAP");
}
