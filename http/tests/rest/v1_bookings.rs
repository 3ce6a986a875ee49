//! Bookables, free times and bookings: roles, divided halls, concurrent requests, moving, schedules. Contract §8.1–8.2.

use std::io::{Cursor, Read};

use actors::accounts::erasure::{PATIENCE, erase_due};
use actors::platform::time::now;
use futures_util::future::join_all;
use jiff::ToSpan;
use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use storage::UserId;
use storage::time::Moment;

use crate::harness::{Answer, Org, Person, Value, World, each, id, json, piece, pieces};

const PATH: &str = "/api/v1/booking";

/// A day of the week after next, from its Monday (0) on.
pub fn day(n: i32) -> Date {
    let zone = TimeZone::get("Europe/Stockholm").unwrap();
    let today = jiff::Timestamp::from_millisecond(now()).unwrap().to_zoned(zone).date();
    let back = today.weekday().since(Weekday::Monday);
    today.checked_add((14 - i32::from(back) + n).days()).unwrap()
}

/// A wall clock time of [`day`].
pub fn at(n: i32, time: &str) -> Value {
    let local = format!("{}T{time}:00[Europe/Stockholm]", day(n)).parse::<jiff::Zoned>().unwrap();
    json!(Moment(local.timestamp().as_millisecond()))
}

/// A time on one [`day`].
pub fn span(n: i32, start: &str, end: &str) -> Value {
    json!({"start": at(n, start), "end": at(n, end)})
}

/// An object with some fields replaced.
pub fn with(mut object: Value, more: Value) -> Value {
    for (field, value) in more.as_object().unwrap() {
        object[field] = value.clone();
    }
    object
}

fn draft(org: &Org, name: &str, settings: Value) -> Value {
    let plain =
        json!({"idEntity": org.id, "name": name, "kind": "ROOM", "status": 1, "whoMayBook": ["PUBLIC"]});
    with(plain, settings)
}

/// A bookable of an organisation, for everybody unless the settings say otherwise.
pub async fn room(org: &Org, name: &str, settings: Value) -> Value {
    org.owner.post("/api/v1/bookables", draft(org, name, settings)).await.is(201)
}

pub fn of(room: &Value, rest: &str) -> String {
    format!("/api/v1/bookables/{}{rest}", room["idBookable"])
}

/// Changes some settings of a bookable.
pub async fn changes(person: &Person, room: &Value, settings: Value) -> Answer {
    person.put(&of(room, ""), with(room.clone(), settings)).await
}

/// Books; `time` may name more than start and end.
pub async fn books(person: &Person, room: &Value, time: Value) -> Answer {
    person.post(PATH, with(time, json!({"idBookable": room["idBookable"]}))).await
}

pub async fn holds(person: &Person, room: &Value, time: Value) -> Answer {
    person.post(&of(room, "/hold"), time).await
}

pub fn its(booking: &Value, rest: &str) -> String {
    format!("{PATH}/{}{rest}", booking["idReservationExclusive"])
}

/// Confirms, declines, cancels …
pub async fn does(person: &Person, booking: &Value, act: &str) -> Answer {
    person.post(&its(booking, &format!("/{act}")), json!({})).await
}

pub async fn moves(person: &Person, booking: &Value, time: Value) -> Answer {
    let version = booking["version"].clone();
    person.put(&its(booking, ""), with(json!({"version": version}), time)).await
}

async fn slots(person: &Person, room: &Value, n: i32) -> Value {
    let path = of(room, &format!("/slots?from={}&to={}", day(n), day(n + 1)));
    person.get(&path).await.is(200)["content"].take()
}

/// The schedule of an organisation on one day.
async fn schedule(person: &Person, org: &Org, n: i32) -> Answer {
    person.get(&org.at(&format!("/schedule?from={}&to={}", day(n), day(n + 1)))).await
}

#[track_caller]
fn spans(list: &Value) -> Vec<Value> {
    let all = list.as_array().unwrap_or_else(|| panic!("no list: {list}"));
    all.iter().map(|one| json!({"start": one["start"], "end": one["end"]})).collect()
}

/// For the test of all tables with people: a booking, a hold, and a place in a queue.
pub async fn leave_traces(org: &Org, person: &Person) {
    let hall = room(org, "Hallen", json!({})).await;
    let note = json!({"note": "träning i hallen"});
    books(person, &hall, with(span(0, "10:00", "11:00"), note)).await.is(201);
    holds(person, &hall, span(0, "12:00", "13:00")).await.is(201);
    books(&org.owner, &hall, span(0, "14:00", "15:00")).await.is(201);
    person.post(&of(&hall, "/waitlist"), span(0, "14:00", "15:00")).await.is(201);
}

#[actix_web::test]
async fn bookables_are_made_changed_and_removed_by_role() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let new = || draft(&org, "Aulan", json!({"description": "Stor sal"}));
    let mut outsiders = vec![world.person("Främling").await, world.org("Grannskolan").await.owner];
    for relation in ["FOLLOWER", "CUSTOMER", "PUPIL", "MEMBER", "TEACHER", "BOOKER"] {
        outsiders.push(org.with(relation).await);
    }
    let hall = room(&org, "Salen", json!({})).await;
    for outsider in &outsiders {
        outsider.post("/api/v1/bookables", new()).await.refused(403, "ROLE_TOO_LOW");
        changes(outsider, &hall, json!({"name": "Ny"})).await.refused(403, "ROLE_TOO_LOW");
        outsider.delete(&of(&hall, "")).await.refused(403, "ROLE_TOO_LOW");
        assert_eq!(outsider.get(&of(&hall, "")).await.is(200)["abilities"], json!(["BOOK"]));
        let hours = json!({"version": 0, "periods": []});
        outsider.put(&of(&hall, "/availability"), hours.clone()).await.refused(403, "ROLE_TOO_LOW");
        outsider.put(&org.at("/availability"), hours).await.refused(403, "ROLE_TOO_LOW");
    }
    for relation in ["ADMINISTRATOR", "PRESIDENT", "MANAGER"] {
        let manager = org.with(relation).await;
        let made = manager.post("/api/v1/bookables", new()).await.is(201);
        assert_eq!((&made["version"], &made["abilities"]), (&json!(1), &json!(["BOOK", "MANAGE"])));
        let changed = changes(&manager, &made, json!({"name": "Lilla aulan"})).await.is(200);
        assert_eq!((&changed["version"], &changed["name"]), (&json!(2), &json!("Lilla aulan")));
        assert_eq!(manager.get(&of(&made, "")).await.is(200), changed);
        let stale = changes(&org.owner, &made, json!({"name": "Ny"})).await.refused(409, "STALE");
        assert_eq!(
            (&stale["current"]["name"], &stale["current"]["version"]),
            (&json!("Lilla aulan"), &json!(2))
        );
        assert_eq!(manager.delete(&of(&made, "")).await.status, 204);
        manager.get(&of(&made, "")).await.refused(404, "NOT_FOUND");
        manager.delete(&of(&made, "")).await.refused(404, "NOT_FOUND");
    }
    // Two of a name have slugs of their own.
    let other = room(&world.org("Annan").await, "Salen", json!({})).await;
    assert_ne!(hall["slug"], other["slug"]);
    let listed = org.owner.get(&org.at("/bookables")).await.is(200);
    assert_eq!(each(&listed["content"], "idBookable"), [&hall["idBookable"]]);
}

#[actix_web::test]
async fn hidden_bookable_exists_for_managers_only() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let hall = room(&org, "Hemliga salen", json!({"status": 0})).await;
    let member = org.with("MEMBER").await;
    let period = format!("from={}&to={}", day(0), day(1));
    for path in ["", "/availability", &format!("/slots?{period}")] {
        member.get(&of(&hall, path)).await.refused(404, "NOT_FOUND");
        org.owner.get(&of(&hall, path)).await.is(200);
    }
    holds(&member, &hall, span(0, "10:00", "11:00")).await.refused(404, "NOT_FOUND");
    books(&member, &hall, span(0, "10:00", "11:00")).await.refused(404, "NOT_FOUND");
    let quote = with(span(0, "10:00", "11:00"), json!({"idBookable": hall["idBookable"]}));
    member.post("/api/v1/booking/quote", quote).await.refused(404, "NOT_FOUND");
    for path in [org.at("/bookables"), org.at(&format!("/schedule?{period}"))] {
        assert_eq!(member.get(&path).await.is(200)["content"], json!([]));
        assert_eq!(each(&org.owner.get(&path).await.is(200)["content"], "name"), ["Hemliga salen"]);
    }
}

/// [social 3.14 5.7]
#[actix_web::test]
async fn only_those_who_are_meant_may_book() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({"whoMayBook": ["MEMBER"]})).await;
    let (member, follower) = (org.with("MEMBER").await, org.with("FOLLOWER").await);
    let stranger = world.person("Främling").await;
    books(&follower, &hall, span(0, "10:00", "11:00")).await.refused(403, "MAY_NOT_BOOK");
    holds(&follower, &hall, span(0, "10:00", "11:00")).await.refused(403, "MAY_NOT_BOOK");
    books(&stranger, &hall, span(0, "10:00", "11:00")).await.refused(404, "NOT_FOUND");
    stranger.get(&of(&hall, "")).await.refused(404, "NOT_FOUND");
    assert_eq!(follower.get(&of(&hall, "")).await.is(200)["abilities"], json!([]));
    let booking = books(&member, &hall, span(0, "10:00", "11:00")).await.is(201);
    assert_eq!((&booking["flStatus"], &booking["statusText"]), (&json!(1), &json!("Bokad")));
    assert_eq!(booking["idUser"], member.id);
    // Only the person and managers see it.
    for outsider in [&follower, &stranger] {
        let id = booking[pieces("social 3.14", "booking")[0]].to_string();
        let problem = outsider.get(&its(&booking, "")).await.refused(404, "NOT_FOUND");
        assert_eq!(problem["detail"], piece("social 5.7", "error").replace("{id}", &id));
        for act in ["confirm", "decline", "cancel", "checkin", "checkout", "noshow"] {
            does(outsider, &booking, act).await.refused(404, "NOT_FOUND");
        }
        moves(outsider, &booking, span(0, "12:00", "13:00")).await.refused(404, "NOT_FOUND");
    }
    let problem = member.get("/api/v1/booking/4711").await.refused(404, "NOT_FOUND");
    assert_eq!(problem["detail"], piece("social 5.7", "error").replace("{id}", "4711"));
    // What is unavailable is seen, and neither booked nor moved to another time.
    let hall = changes(&org.owner, &hall, json!({"status": 2})).await.is(200);
    books(&member, &hall, span(0, "14:00", "15:00")).await.refused(409, "UNAVAILABLE");
    moves(&member, &booking, span(0, "14:00", "15:00")).await.refused(409, "UNAVAILABLE");
    does(&member, &booking, "cancel").await.is(200);
}

#[actix_web::test]
async fn parts_of_a_hall_collide_by_their_units() {
    let world = World::new().await;
    let org = world.org("Sporthallen").await;
    let hall = room(&org, "Hel hall", json!({"unitCount": 6})).await;
    assert_eq!(hall["units"], json!([1, 2, 3, 4, 5, 6]));
    let part = async |name: &str, units: Value| {
        room(&org, name, json!({"idSpace": hall["idSpace"], "units": units})).await
    };
    let thirds = [
        part("Ett", json!([1, 2])).await,
        part("Två", json!([3, 4])).await,
        part("Tre", json!([5, 6])).await,
    ];
    let half = part("Halv", json!([1, 2, 3])).await;
    let anna = world.person("Anna").await;
    for third in &thirds {
        books(&anna, third, span(0, "10:00", "11:00")).await.is(201);
    }
    let problem = books(&anna, &hall, span(0, "10:30", "11:30")).await.refused(409, "OVERLAP");
    assert_eq!(spans(&problem["conflicts"]), vec![span(0, "10:00", "11:00"); 3]);
    // Half-open: what begins as the others end fits.
    books(&anna, &hall, span(0, "11:00", "12:00")).await.is(201);
    for third in &thirds {
        books(&anna, third, span(0, "11:30", "12:30")).await.refused(409, "OVERLAP");
    }
    // A half reaches into two thirds, and leaves the last one.
    books(&anna, &half, span(1, "10:00", "11:00")).await.is(201);
    books(&anna, &thirds[0], span(1, "10:00", "11:00")).await.refused(409, "OVERLAP");
    books(&anna, &thirds[1], span(1, "10:00", "11:00")).await.refused(409, "OVERLAP");
    books(&anna, &thirds[2], span(1, "10:00", "11:00")).await.is(201);
    let taken = schedule(&anna, &org, 1).await.is(200);
    let row = taken["content"].as_array().unwrap().iter().find(|row| row["name"] == "Hel hall").unwrap();
    assert_eq!(spans(&row["taken"]), vec![span(1, "10:00", "11:00"); 2]);
    let unknown = draft(&org, "Fyra", json!({"idSpace": hall["idSpace"], "units": [7]}));
    org.owner.post("/api/v1/bookables", unknown).await.wrong_field("units", "UNKNOWN");
    let most = draft(&org, "Torget", json!({"unitCount": 64}));
    org.owner.post("/api/v1/bookables", most).await.wrong_field("unitCount", "RANGE");
    assert_eq!(room(&org, "Torget", json!({"unitCount": 63})).await["units"][62], 63);
    let elsewhere = world.org("Annan").await;
    let foreign = draft(&elsewhere, "Vår", json!({"idSpace": hall["idSpace"]}));
    elsewhere.owner.post("/api/v1/bookables", foreign).await.wrong_field("idSpace", "UNKNOWN");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn taken_time_is_refused_with_free_ones_near_it() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({"slotStep": 60})).await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let booking = books(&anna, &hall, span(0, "10:00", "12:00")).await.is(201);
    let problem = books(&bo, &hall, span(0, "11:00", "12:00")).await.refused(409, "OVERLAP");
    assert_eq!(problem["conflicts"], json!([span(0, "10:00", "12:00")]), "the time and nothing else");
    assert_eq!(problem["canSkip"], false);
    assert_eq!(spans(&problem["nearest"]), [span(0, "12:00", "13:00"), span(0, "09:00", "10:00")]);
    for free in spans(&problem["nearest"]) {
        books(&bo, &hall, free).await.is(201);
    }
    let held = holds(&bo, &hall, span(0, "11:00", "12:00")).await.refused(409, "OVERLAP");
    assert_eq!(spans(&held["nearest"]), [span(0, "13:00", "14:00"), span(0, "08:00", "09:00")]);
    does(&anna, &booking, "cancel").await.is(200);
    books(&bo, &hall, span(0, "10:00", "11:00")).await.is(201);
}

#[actix_web::test]
async fn of_concurrent_requests_one_gets_the_time() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hel hall", json!({"unitCount": 2})).await;
    let half = room(&org, "Halv", json!({"idSpace": hall["idSpace"], "units": [1]})).await;
    let mut people = Vec::new();
    for _ in 0..24 {
        people.push(world.person("Person").await);
    }
    let tries = people.iter().enumerate().map(|(n, person)| {
        let (room, start) = if n % 2 == 0 { (&hall, "10:00") } else { (&half, "10:30") };
        books(person, room, span(0, start, "11:00"))
    });
    let statuses: Vec<u16> = join_all(tries).await.iter().map(|answer| answer.status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert!(statuses.iter().all(|status| [201, 409].contains(status)), "{statuses:?}");
    // With room for two at once, of those that overlap two get one.
    let pool = room(&org, "Bassäng", json!({"maxConcurrent": 2})).await;
    let tries = people.iter().map(|person| books(person, &pool, span(0, "10:00", "11:00")));
    let statuses: Vec<u16> = join_all(tries).await.iter().map(|answer| answer.status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 2, "{statuses:?}");
    // The peak counts, not how many overlap.
    let anna = &people[0];
    books(anna, &pool, span(1, "10:00", "11:00")).await.is(201);
    books(anna, &pool, span(1, "11:00", "12:00")).await.is(201);
    books(anna, &pool, span(1, "10:00", "12:00")).await.is(201);
    books(anna, &pool, span(1, "10:30", "11:00")).await.refused(409, "OVERLAP");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn moved_booking_stands_exactly_once() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({"whoMayBook": ["MEMBER"]})).await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let first = books(&anna, &hall, span(0, "10:00", "11:00")).await.is(201);
    // Over a part of itself.
    let moved = moves(&anna, &first, span(0, "10:30", "11:30")).await.is(200);
    assert_eq!(json!({"start": moved["start"], "end": moved["end"]}), span(0, "10:30", "11:30"));
    assert_eq!(
        (&moved["idReservationExclusive"], &moved["flStatus"]),
        (&first["idReservationExclusive"], &json!(1))
    );
    moves(&anna, &first, span(0, "14:00", "15:00")).await.refused(409, "MOVED_ON");
    books(&bo, &hall, span(0, "10:00", "10:30")).await.is(201);
    let problem = moves(&anna, &moved, span(0, "10:00", "11:00")).await.refused(409, "OVERLAP");
    assert_eq!(spans(&problem["conflicts"]), [span(0, "10:00", "10:30")]);
    assert_eq!(anna.get(&its(&first, "")).await.is(200), moved, "it stands where it stood");
    // To another day, and nothing is left behind.
    let moved = moves(&anna, &moved, span(2, "08:00", "10:00")).await.is(200);
    books(&bo, &hall, span(0, "10:30", "11:30")).await.is(201);
    let mine = anna.get(&format!("{PATH}?from={}", day(0))).await.is(200);
    assert_eq!(mine["content"], json!([moved]));
    // Many who move to the same time: one does, and all the others keep theirs.
    let mut all = Vec::new();
    for n in 0..8 {
        let start = format!("{:02}:00", n + 8);
        all.push(books(&bo, &hall, span(3, &start, &format!("{:02}:00", n + 9))).await.is(201));
    }
    let answers = join_all(all.iter().map(|one| moves(&bo, one, span(4, "10:00", "11:00")))).await;
    let statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    let listed = format!("{PATH}?entity={}&from={}&to={}", org.id, day(3), day(5));
    assert_eq!(org.owner.get(&listed).await.is(200)["content"].as_array().unwrap().len(), 8);
    let rows = [schedule(&bo, &org, 3).await.is(200), schedule(&bo, &org, 4).await.is(200)];
    let taken = rows.map(|one| one["content"][0]["taken"].as_array().unwrap().len());
    assert_eq!(taken, [7, 1]);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn schedule_tells_strangers_the_same_whoever_booked() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({})).await;
    let (anna, bo) = (org.with("MEMBER").await, world.person("Bo").await);
    let stranger = world.person("Främling").await;
    let booking =
        books(&anna, &hall, with(span(0, "10:00", "11:00"), json!({"note": "Hemligt"}))).await.is(201);
    let seen = schedule(&stranger, &org, 0).await;
    let (seen, row) = (seen.body.clone(), seen.json()["content"][0]["taken"].take());
    assert_eq!(row, json!([with(span(0, "10:00", "11:00"), json!({"title": "Upptaget"}))]));
    for (person, is_own) in [(&anna, true), (&org.owner, true), (&bo, false)] {
        let row = schedule(person, &org, 0).await.is(200)["content"][0]["taken"][0].take();
        assert_eq!(row["title"] == booking["userName"], is_own, "{row}");
        assert_eq!(row["idReservationExclusive"] == booking["idReservationExclusive"], is_own, "{row}");
    }
    does(&anna, &booking, "cancel").await.is(200);
    let other = books(&bo, &hall, span(0, "10:00", "11:00")).await.is(201);
    assert_eq!(schedule(&stranger, &org, 0).await.body, seen, "another booked");
    does(&bo, &other, "cancel").await.is(200);
    holds(&bo, &hall, span(0, "10:00", "11:00")).await.is(201);
    assert_eq!(schedule(&stranger, &org, 0).await.body, seen, "another holds it");
    let free = slots(&stranger, &hall, 0).await;
    let taken = free.as_array().unwrap().iter().filter(|slot| slot["free"] == false);
    assert_eq!(taken.count(), 2, "two half-hours");
}

#[actix_web::test]
async fn the_same_key_gives_the_same_booking() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({})).await;
    let anna = world.person("Anna").await;
    let body = with(span(0, "10:00", "11:00"), json!({"idBookable": hall["idBookable"]}));
    let call = || anna.call("POST", PATH).header("idempotency-key", "k1").json(&body).send();
    let first = call().await.is(201);
    assert_eq!(call().await.is(201), first);
    let mine = anna.get(&format!("{PATH}?from={}", day(0))).await.is(200);
    assert_eq!(each(&mine["content"], "idReservationExclusive"), [&first["idReservationExclusive"]]);
}

#[actix_web::test]
async fn bookings_are_listed_by_start_in_pages() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({})).await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    for (n, person) in [(2, &anna), (0, &anna), (1, &bo), (1, &anna)] {
        let start = if person.id == anna.id { "10:00" } else { "12:00" };
        books(person, &hall, span(n, start, if start == "10:00" { "11:00" } else { "13:00" })).await.is(201);
    }
    let page = anna.get(&format!("{PATH}?from={}&limit=2", day(0))).await.is(200);
    assert_eq!(each(&page["content"], "start"), [&at(0, "10:00"), &at(1, "10:00")]);
    assert_eq!(page["hasMore"], true);
    let cursor = page["cursor"].as_str().unwrap();
    let rest = anna.get(&format!("{PATH}?from={}&limit=2&cursor={cursor}", day(0))).await.is(200);
    assert_eq!((each(&rest["content"], "start"), &rest["hasMore"]), (vec![&at(2, "10:00")], &json!(false)));
    anna.get(&format!("{PATH}?from={}&cursor=x", day(0))).await.wrong_field("cursor", "UNKNOWN");
    let of_org = format!("{PATH}?entity={}&from={}&to={}", org.id, day(1), day(2));
    let listed = org.owner.get(&of_org).await.is(200);
    assert_eq!(each(&listed["content"], "idUser"), [anna.id, bo.id]);
    anna.get(&of_org).await.refused(403, "ROLE_TOO_LOW");
    org.owner.get(&format!("{PATH}?entity={}", org.id)).await.wrong_field("from", "REQUIRED");
}

#[actix_web::test]
async fn erased_person_leaves_their_time_free() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({})).await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let note = json!({"note": "Annas kalas"});
    let booking = books(&anna, &hall, with(span(0, "10:00", "11:00"), note)).await.is(201);
    holds(&anna, &hall, span(0, "12:00", "13:00")).await.is(201);
    let copy = anna.get("/api/v1/me/export").await;
    let mut zip = zip::ZipArchive::new(Cursor::new(copy.body.to_vec())).unwrap();
    let mut text = String::new();
    zip.by_name("bookings.json").unwrap().read_to_string(&mut text).unwrap();
    let copied: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(each(&copied, "note"), ["Annas kalas"]);
    assert_eq!(each(&copied, "idReservationExclusive"), [&booking["idReservationExclusive"]]);
    books(&bo, &hall, span(0, "10:00", "11:00")).await.refused(409, "OVERLAP");
    anna.delete("/api/v1/me").await.is(200);
    assert!(erase_due(&world.platform, UserId(anna.id), now() + PATIENCE + 60_000).await.unwrap());
    books(&bo, &hall, span(0, "10:00", "11:00")).await.is(201);
    books(&bo, &hall, span(0, "12:00", "13:00")).await.is(201);
    org.owner.get(&its(&booking, "")).await.refused(404, "NOT_FOUND");
    assert!(id(&booking["idReservationExclusive"]) > 0);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}
