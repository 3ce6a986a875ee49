//! Series of bookings: booked in one decision, with what clashes left out; moved and cancelled from one on. Contract §8.2.

use crate::harness::{Answer, Person, Value, World, each, json};
use crate::v1_bookings::{at, books, day, holds, its, room, span, with};

/// Books a time each week; `more` may say how the series is booked.
async fn weekly(person: &Person, room: &Value, time: Value, count: u32, more: Value) -> Answer {
    let rrule = json!({"rrule": format!("FREQ=WEEKLY;COUNT={count}")});
    books(person, room, with(with(time, rrule), more)).await
}

/// Changes a booking, and others of its series.
async fn moves(person: &Person, booking: &Value, change: Value) -> Answer {
    let version = json!({"version": booking["version"]});
    person.put(&its(booking, ""), with(version, change)).await
}

async fn cancels(person: &Person, booking: &Value, scope: &str) -> Answer {
    person.post(&its(booking, "/cancel"), json!({"scope": scope})).await
}

/// A time of the same weekday and clock, some weeks later, as starts on the wire.
fn starts(weeks: &[i32], time: &str) -> Vec<Value> {
    weeks.iter().map(|week| at(week * 7, time)).collect()
}

fn shown(list: &Value, field: &str) -> Vec<Value> {
    each(list, field).into_iter().cloned().collect()
}

/// When somebody's bookings that count are, by start.
async fn standing(person: &Person) -> Vec<Value> {
    let mine = person.get(&format!("/api/v1/booking?mine=true&from={}&status=1", day(0))).await.is(200);
    shown(&mine["content"], "start")
}

#[actix_web::test]
async fn weekly_series_is_booked_and_belongs_together() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({})).await;
    let anna = world.person("Anna").await;
    let series = weekly(&anna, &hall, span(0, "18:00", "20:00"), 5, json!({})).await.is(201);
    assert_eq!(shown(&series["booked"], "start"), starts(&[0, 1, 2, 3, 4], "18:00"));
    assert_eq!(series["skipped"], json!([]));
    assert_eq!(shown(&series["booked"], "idSeries"), vec![series["idSeries"].clone(); 5]);
    assert_eq!(standing(&anna).await, starts(&[0, 1, 2, 3, 4], "18:00"));
    // One booking alone is in no series.
    let one = books(&anna, &hall, span(1, "18:00", "20:00")).await.is(201);
    assert_eq!(one.get("idSeries"), None);
    assert_eq!(one["start"], at(1, "18:00"));
}

#[actix_web::test]
async fn clash_in_a_series_is_shown_and_the_rest_kept_on_request() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({})).await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    books(&bo, &hall, span(7, "19:00", "21:00")).await.is(201);
    let closed = json!({"version": 0, "periods": [],
        "closures": [{"name": "Sportlov", "from": day(21), "to": day(21)}]});
    org.owner.put(&org.at("/availability"), closed).await.is(200);
    let refused = weekly(&anna, &hall, span(0, "18:00", "20:00"), 5, json!({})).await;
    let problem = refused.refused(409, "OVERLAP");
    let clashes = json!([
        {"start": at(7, "18:00"), "end": at(7, "20:00"), "code": "OVERLAP"},
        {"start": at(21, "18:00"), "end": at(21, "20:00"), "code": "CLOSED"},
    ]);
    assert_eq!((&problem["conflicts"], &problem["canSkip"]), (&clashes, &json!(true)));
    assert_eq!(standing(&anna).await, Vec::<Value>::new(), "nothing half booked");
    // The first time is held meanwhile, as where somebody fills in the form.
    let hold = holds(&anna, &hall, span(0, "18:00", "20:00")).await.is(201);
    let held = json!({"holdId": hold["holdId"]});
    let problem =
        weekly(&anna, &hall, span(0, "18:00", "20:00"), 5, held.clone()).await.refused(409, "OVERLAP");
    assert_eq!((&problem["conflicts"], &problem["canSkip"]), (&clashes, &json!(true)));
    let skipping = with(json!({"skipConflicts": true}), held);
    let series = weekly(&anna, &hall, span(0, "18:00", "20:00"), 5, skipping.clone()).await.is(201);
    assert_eq!(shown(&series["booked"], "start"), starts(&[0, 2, 4], "18:00"));
    assert_eq!(series["skipped"], clashes);
    // Where none is free there is nothing to skip to.
    let skipping = json!({"skipConflicts": true});
    let again = weekly(&bo, &hall, span(0, "18:00", "20:00"), 1, skipping).await;
    assert_eq!(again.refused(409, "OVERLAP")["canSkip"], false);
}

#[actix_web::test]
async fn impossible_series_is_refused_whole() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({"maxLength": 60 * 24 * 8, "allowMultiday": true})).await;
    let anna = world.person("Anna").await;
    let time = || span(0, "18:00", "20:00");
    for (rrule, code) in [
        ("FREQ=WEEKLY;COUNT=61", "SERIES_TOO_LONG"),
        ("FREQ=DAILY", "SERIES_TOO_LONG"),
        ("FREQ=HOURLY;COUNT=3", "TOO_OFTEN"),
        ("varje måndag", "RRULE"),
    ] {
        let skipping = json!({"rrule": rrule, "skipConflicts": true});
        books(&anna, &hall, with(time(), skipping)).await.wrong_field("rrule", code);
    }
    let week_and_more = json!({"start": at(0, "18:00"), "end": at(7, "19:00")});
    weekly(&anna, &hall, week_and_more, 2, json!({})).await.wrong_field("rrule", "SERIES_OVERLAP");
    // What no other time would change refuses all of it, also when conflicts are skipped.
    let short = json!({"minLength": 180});
    let long = room(&org, "Långa salen", short).await;
    let refused = weekly(&anna, &long, time(), 3, json!({"skipConflicts": true})).await;
    refused.wrong_field("end", "LENGTH");
    assert_eq!(standing(&anna).await, Vec::<Value>::new());
}

#[actix_web::test]
async fn series_counts_against_its_own_quota() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let quota =
        json!([{"holder": "PERSON", "scope": "BOOKABLE", "unit": "RESERVATIONS", "per": "WEEK", "limit": 2}]);
    let hall = room(&org, "Hallen", json!({"quotas": quota})).await;
    let anna = world.person("Anna").await;
    let daily =
        |more: Value| with(with(span(0, "18:00", "19:00"), json!({"rrule": "FREQ=DAILY;COUNT=9"})), more);
    books(&anna, &hall, daily(json!({}))).await.refused(409, "QUOTA");
    let series = books(&anna, &hall, daily(json!({"skipConflicts": true}))).await.is(201);
    let expected: Vec<Value> = [0, 1, 7, 8].map(|n| at(n, "18:00")).into();
    assert_eq!(shown(&series["booked"], "start"), expected, "two of each week");
    assert_eq!(shown(&series["skipped"], "code"), vec![json!("QUOTA"); 5]);
}

#[actix_web::test]
async fn series_has_one_price_and_one_answer_for_one_key() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let classes = json!([{"name": "Taxa", "vatRate": 0, "base": 10_000}]);
    let hall = room(&org, "Hallen", json!({"priceClasses": classes})).await;
    let anna = world.person("Anna").await;
    let time = || span(0, "18:00", "20:00");
    let problem = weekly(&anna, &hall, time(), 3, json!({"expectedPrice": 20_000})).await;
    assert_eq!(problem.refused(409, "PRICE_CHANGED")["price"], 60_000, "three times two hours");
    let body = with(
        with(time(), json!({"idBookable": hall["idBookable"], "expectedPrice": 60_000})),
        json!({"rrule": "FREQ=WEEKLY;COUNT=3"}),
    );
    let send =
        || anna.call("POST", "/api/v1/booking").header("Idempotency-Key", "serie-1").json(&body).send();
    let first = send().await.is(201);
    assert_eq!(send().await.is(201), first);
    assert_eq!(standing(&anna).await.len(), 3);
}

#[actix_web::test]
async fn rest_of_a_series_is_cancelled_from_one_on() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({})).await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let series = weekly(&anna, &hall, span(0, "18:00", "20:00"), 4, json!({})).await.is(201);
    let third = &series["booked"][2];
    cancels(&bo, third, "all").await.refused(404, "NOT_FOUND");
    cancels(&anna, third, "future").await.is(200);
    assert_eq!(standing(&anna).await, starts(&[0, 1], "18:00"));
    books(&bo, &hall, span(21, "18:00", "20:00")).await.is(201);
    // All of it: what is cancelled already stays so.
    cancels(&anna, &series["booked"][1], "all").await.is(200);
    assert_eq!(standing(&anna).await, Vec::<Value>::new());
    cancels(&anna, third, "all").await.refused(409, "NOT_ACTIVE");
    assert_eq!(standing(&bo).await, starts(&[3], "18:00"));
}

#[actix_web::test]
async fn series_moves_as_a_whole_or_not_at_all() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({})).await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let series = weekly(&anna, &hall, span(0, "18:00", "20:00"), 4, json!({})).await.is(201);
    let blocking = books(&bo, &hall, span(21, "20:00", "21:00")).await.is(201);
    let second = &series["booked"][1];
    let later = || with(span(7, "19:00", "21:00"), json!({"scope": "future"}));
    moves(&anna, second, later()).await.refused(409, "OVERLAP");
    assert_eq!(standing(&anna).await, starts(&[0, 1, 2, 3], "18:00"), "none of it");
    bo.post(&its(&blocking, "/cancel"), json!({})).await.is(200);
    // A week later each stands where the next one stood.
    let next_week = with(span(14, "18:00", "20:00"), json!({"scope": "future"}));
    let moved = moves(&anna, second, next_week).await.is(200);
    assert_eq!(standing(&anna).await, starts(&[0, 2, 3, 4], "18:00"));
    let back = with(span(7, "19:00", "21:00"), json!({"scope": "future"}));
    moves(&anna, &moved, back).await.is(200);
    let expected = [starts(&[0], "18:00"), starts(&[1, 2, 3], "19:00")].concat();
    assert_eq!(standing(&anna).await, expected);
    books(&bo, &hall, span(28, "18:00", "20:00")).await.is(201);
}

#[actix_web::test]
async fn booking_moves_to_another_part_of_the_space() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let whole = room(&org, "Hel hall", json!({"unitCount": 2})).await;
    let part = |name: &'static str, unit: i64| {
        let (org, space) = (&org, whole["idSpace"].clone());
        async move { room(org, name, json!({"idSpace": space, "units": [unit]})).await }
    };
    let (one, two) = (part("Halva 1", 1).await, part("Halva 2", 2).await);
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let mine = books(&anna, &one, span(0, "18:00", "20:00")).await.is(201);
    let to = |room: &Value| with(span(0, "18:00", "20:00"), json!({"idBookable": room["idBookable"]}));
    let moved = moves(&anna, &mine, to(&two)).await.is(200);
    assert_eq!((&moved["idBookable"], &moved["bookableName"]), (&two["idBookable"], &json!("Halva 2")));
    books(&bo, &one, span(0, "18:00", "20:00")).await.is(201);
    books(&bo, &two, span(0, "18:00", "20:00")).await.refused(409, "OVERLAP");
    // The whole hall does not fit beside the other half.
    moves(&anna, &moved, to(&whole)).await.refused(409, "OVERLAP");
    let path = format!("/api/v1/booking?bookable={}&from={}&to={}", two["idBookable"], day(0), day(1));
    anna.get(&path).await.refused(403, "ROLE_TOO_LOW");
    let listed = org.owner.get(&path).await.is(200);
    assert_eq!(each(&listed["content"], "idReservationExclusive"), [&mine["idReservationExclusive"]]);
}
