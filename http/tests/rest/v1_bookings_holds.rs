//! Holding a time before it is booked, and what it costs whom. Contract §8.2–8.3.

use actors::platform::time::now;
use futures_util::future::join_all;
use storage::UserId;
use storage::bookings::{Bookings, PersonHold};
use storage::occupancy::Occupation;
use storage::time::Moment;

use crate::harness::{Answer, Person, Value, World, each, id, json};
use crate::v1_bookings::{at, books, changes, does, holds, its, moves, of, room, span, with};
use crate::v1_bookings_rules::{HOUR_MS, quotes, row, stored};

/// Books what is held, with the hold alone.
async fn books_held(person: &Person, hold: &Value, more: Value) -> Answer {
    person.post("/api/v1/booking", with(json!({"holdId": hold["holdId"]}), more)).await
}

/// Makes a hold run out, perhaps of a time that has begun `ago` milliseconds ago.
async fn runs_out(world: &World, person: &Person, hold: &Value, ago: Option<i64>) {
    let kept = Bookings::of(&world.storage).holds(UserId(person.id)).await.unwrap();
    let kept = kept.into_iter().find(|one| one.hold_id.0 == id(&hold["holdId"])).unwrap();
    let back = |at: Moment| ago.map_or(at, |ago| Moment(at.0 - kept.starts.0 + now() - ago));
    let expires = Moment(now() - 1);
    let (starts, ends) = (back(kept.starts), back(kept.ends));
    let row = row(world, kept.space_id, kept.hold_id).await;
    let new = Occupation { starts, ends, expires: Some(expires), ..row.clone() };
    let new_kept = PersonHold { starts, ends, expires, ..kept.clone() };
    stored(world, row, new, vec![new_kept.kept()]).await;
}

#[actix_web::test]
async fn hold_keeps_the_time_until_it_is_released() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({})).await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let hold = holds(&anna, &hall, span(0, "10:00", "11:00")).await.is(201);
    let lasts =
        hold["expiresAt"].as_str().unwrap().parse::<jiff::Timestamp>().unwrap().as_millisecond() - now();
    assert!((4 * 60_000..=5 * 60_000).contains(&lasts), "{lasts}");
    books(&bo, &hall, span(0, "10:30", "11:30")).await.refused(409, "OVERLAP");
    holds(&bo, &hall, span(0, "10:30", "11:30")).await.refused(409, "OVERLAP");
    // It is nobody else's, to book or to give back.
    books_held(&bo, &hold, span(0, "10:00", "11:00")).await.refused(409, "HOLD_EXPIRED");
    let path = of(&hall, &format!("/hold/{}", hold["holdId"]));
    bo.delete(&path).await.refused(404, "NOT_FOUND");
    books(&bo, &hall, span(0, "10:30", "11:30")).await.refused(409, "OVERLAP");
    assert_eq!(anna.delete(&path).await.status, 204);
    anna.delete(&path).await.refused(404, "NOT_FOUND");
    books(&bo, &hall, span(0, "10:30", "11:30")).await.is(201);
    books_held(&anna, &hold, json!({})).await.refused(409, "HOLD_EXPIRED");
    // The hold alone says what is booked; it becomes one booking.
    let hold = holds(&anna, &hall, span(0, "12:00", "13:00")).await.is(201);
    let booking = books_held(&anna, &hold, json!({})).await.is(201);
    assert_eq!(json!({"start": booking["start"], "end": booking["end"]}), span(0, "12:00", "13:00"));
    books_held(&anna, &hold, json!({})).await.refused(409, "HOLD_EXPIRED");
    does(&anna, &booking, "cancel").await.is(200);
    books(&bo, &hall, span(0, "12:00", "13:00")).await.is(201);
}

#[actix_web::test]
async fn hold_that_ran_out_books_what_is_still_free() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let hall = room(&org, "Hallen", json!({})).await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let first = holds(&anna, &hall, span(0, "10:00", "11:00")).await.is(201);
    let second = holds(&anna, &hall, span(0, "12:00", "13:00")).await.is(201);
    let third = holds(&anna, &hall, span(0, "14:00", "15:00")).await.is(201);
    runs_out(&world, &anna, &first, None).await;
    runs_out(&world, &anna, &second, None).await;
    runs_out(&world, &anna, &third, Some(HOUR_MS / 2)).await;
    books(&bo, &hall, span(0, "12:00", "13:00")).await.is(201);
    books_held(&anna, &first, json!({})).await.is(201);
    let problem = books_held(&anna, &second, json!({})).await.refused(409, "HOLD_EXPIRED");
    assert_eq!(each(&problem["nearest"], "start"), [&at(0, "11:00"), &at(0, "13:00")]);
    books_held(&anna, &third, json!({})).await.wrong_field("start", "PAST");
    // Those that ran out are in nobody's way.
    for n in 1..=3 {
        holds(&anna, &hall, span(n, "10:00", "11:00")).await.is(201);
    }
}

#[actix_web::test]
async fn a_person_holds_three_times_at_most() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let rooms = [room(&org, "Hallen", json!({})).await, room(&org, "Salen", json!({})).await];
    let anna = world.person("Anna").await;
    let tries =
        (0..8).map(|n| holds(&anna, &rooms[n % 2], span(i32::try_from(n).unwrap(), "10:00", "11:00")));
    let answers = join_all(tries).await;
    let (held, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 201);
    assert_eq!(held.len(), 3);
    for answer in refused {
        answer.refused(409, "TOO_MANY_HOLDS");
    }
    let hold = &held[0];
    let path = format!("{}/{}", hold.path, hold.json()["holdId"]);
    assert_eq!(anna.delete(&path).await.status, 204);
    holds(&anna, &rooms[0], span(9, "10:00", "11:00")).await.is(201);
    holds(&anna, &rooms[0], span(10, "10:00", "11:00")).await.refused(409, "TOO_MANY_HOLDS");
}

#[actix_web::test]
async fn held_price_stays_while_the_settings_change() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let class = |base: i64| json!({"priceClasses": [{"name": "Privattaxa", "base": base, "vatRate": 25}]});
    let hall = room(&org, "Hallen", class(20_000)).await;
    let anna = world.person("Anna").await;
    let hold = holds(&anna, &hall, span(0, "10:00", "11:30")).await.is(201);
    assert_eq!(hold["price"], 30_000);
    let quote = quotes(&anna, &hall, span(1, "10:00", "11:30")).await.is(200);
    assert_eq!((&quote["price"], &quote["vat"]), (&json!(30_000), &json!(6_000)));
    assert_eq!(quote["priceClass"], "Privattaxa");
    changes(&org.owner, &hall, class(40_000)).await.is(200);
    let expects = |price: i64| json!({"expectedPrice": price});
    let problem = books(&anna, &hall, with(span(1, "10:00", "11:30"), expects(30_000))).await;
    assert_eq!(problem.refused(409, "PRICE_CHANGED")["price"], 60_000);
    let dear = books(&anna, &hall, with(span(1, "10:00", "11:30"), expects(60_000))).await.is(201);
    let kept = books_held(&anna, &hold, with(span(0, "10:00", "11:30"), expects(30_000))).await.is(201);
    assert_eq!((&kept["price"], &kept["vat"], &kept["fee"]), (&json!(30_000), &json!(6_000), &json!(30_000)));
    // The price is kept with the booking.
    let hall = org.owner.get(&of(&hall, "")).await.is(200);
    changes(&org.owner, &hall, class(0)).await.is(200);
    assert_eq!(anna.get(&its(&dear, "")).await.is(200)["price"], 60_000);
}

#[actix_web::test]
async fn price_follows_for_whom_it_is_booked() {
    let world = World::new().await;
    let org = world.org("Kommunen").await;
    let classes = json!({"priceClasses": [
        {"name": "Föreningstaxa", "entityTypes": ["association"], "base": 10_000},
        {"name": "Medlemstaxa", "relationTypes": ["MEMBER"], "base": 20_000},
        {"name": "Nolltaxa", "relationTypes": ["OWNER", "MANAGER"], "base": 0},
        {"name": "Privattaxa", "base": 30_000},
    ]});
    let hall = room(&org, "Hallen", classes).await;
    let (club, member) = (world.org("Klubben").await, org.with("MEMBER").await);
    let coach = &club.owner;
    let for_club = json!({"idEntity": club.id});
    let private = books(coach, &hall, span(0, "10:00", "11:00")).await.is(201);
    let clubs = books(coach, &hall, with(span(0, "11:00", "12:00"), for_club.clone())).await.is(201);
    let members = books(&member, &hall, span(0, "12:00", "13:00")).await.is(201);
    let prices = [&private, &clubs, &members].map(|booking| booking["price"].as_i64().unwrap());
    assert_eq!(prices, [30_000, 10_000, 20_000]);
    assert_eq!((&clubs["idCustomerEntity"], &clubs["idUser"]), (&json!(club.id), &json!(coach.id)));
    let quote = quotes(coach, &hall, with(span(1, "11:00", "12:00"), for_club.clone())).await.is(200);
    assert_eq!((&quote["price"], &quote["priceClass"]), (&json!(10_000), &json!("Föreningstaxa")));
    // Also of what was held before it was said for whom.
    let hold = holds(coach, &hall, span(1, "11:00", "12:00")).await.is(201);
    let held = books_held(coach, &hold, with(for_club.clone(), json!({"expectedPrice": 10_000}))).await;
    assert_eq!(held.is(201)["price"], 10_000);
    for outsider in [&member, &club.with("FOLLOWER").await] {
        let time = with(span(2, "10:00", "11:00"), for_club.clone());
        books(outsider, &hall, time).await.refused(403, "NOT_MEMBER");
    }
    // Moved, or booked by a manager, it costs what it costs those for whom it is.
    let moved = moves(coach, &clubs, span(2, "11:00", "13:00")).await.is(200);
    assert_eq!((&moved["price"], &moved["idCustomerEntity"]), (&json!(20_000), &json!(club.id)));
    let moved = moves(&org.owner, &members, span(2, "14:00", "15:00")).await.is(200);
    assert_eq!(moved["price"], 20_000);
    let helped = with(span(3, "10:00", "11:00"), json!({"idUser": member.id}));
    assert_eq!(books(&org.owner, &hall, helped).await.is(201)["price"], 20_000);
}
