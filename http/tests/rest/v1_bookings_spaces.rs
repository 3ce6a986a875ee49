//! Bookings that move to a bookable of another space: one of old and new stands at every moment, also after a crash
//! between the steps. Contract §8.2.

use actors::platform::time::now;
use futures_util::future::join_all;
use storage::JobId;
use storage::bookings::{Booking, Bookings};
use storage::jobs::Job;
use storage::occupancy::{
    BookableId, Change, Occupancy, Occupation, OccupationId, OccupationStatus, SpaceId,
};
use storage::record::Stored as _;

use crate::harness::{Answer, Org, Person, Value, World, each, id, json};
use crate::v1_bookings::{at, books, changes, day, does, its, moves, room, span, with};
use crate::v1_bookings_rules::row;

/// The job that settles a move.
const SETTLES: &str = "booking-arrives";

async fn halls(org: &Org) -> (Value, Value) {
    (room(org, "Hallen", json!({})).await, room(org, "Gymmet", json!({})).await)
}

fn to(room: &Value, time: Value) -> Value {
    with(time, json!({"idBookable": room["idBookable"]}))
}

async fn weekly(person: &Person, room: &Value, count: u32) -> Value {
    let rrule = json!({"rrule": format!("FREQ=WEEKLY;COUNT={count}")});
    books(person, room, with(span(0, "18:00", "20:00"), rrule)).await.is(201)
}

/// Whether a bookable's time is free, as somebody else sees it.
async fn is_free(person: &Person, room: &Value, time: Value) -> bool {
    let hold = person.post(&crate::v1_bookings::of(room, "/hold"), time).await;
    if hold.status != 201 {
        hold.refused(409, "OVERLAP");
        return false;
    }
    let hold = hold.is(201);
    let path = crate::v1_bookings::of(room, &format!("/hold/{}", id(&hold["holdId"])));
    assert_eq!(person.delete(&path).await.status, 204);
    true
}

async fn is_sound(world: &World) {
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn booking_moves_to_a_bookable_of_another_space() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let (hall, gym) = halls(&org).await;
    let gym =
        changes(&org.owner, &gym, json!({"priceClasses": [{"name": "Taxa", "base": 20_000}]})).await.is(200);
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let mine = books(&anna, &hall, span(0, "18:00", "20:00")).await.is(201);
    let moved = moves(&anna, &mine, to(&gym, span(1, "10:00", "11:00"))).await.is(200);
    assert_eq!((&moved["idBookable"], &moved["bookableName"]), (&gym["idBookable"], &json!("Gymmet")));
    assert_eq!((&moved["start"], &moved["end"]), (&at(1, "10:00"), &at(1, "11:00")));
    assert_eq!(
        (&moved["price"], &moved["version"], &moved["flStatus"]),
        (&json!(20_000), &json!(2), &json!(1))
    );
    assert!(is_free(&bo, &hall, span(0, "18:00", "20:00")).await);
    books(&bo, &gym, span(1, "10:00", "11:00")).await.refused(409, "OVERLAP");
    let mine = anna.get(&format!("/api/v1/booking?mine=true&from={}", day(0))).await.is(200);
    assert_eq!(each(&mine["content"], "start"), [&at(1, "10:00")]);
    // What comes of it is as of any other; the job finds it settled.
    world.come(SETTLES).await;
    is_sound(&world).await;
    let back = moves(&anna, &moved, to(&hall, span(0, "18:00", "20:00"))).await.is(200);
    does(&anna, &back, "cancel").await.is(200);
    assert!(is_free(&bo, &hall, span(0, "18:00", "20:00")).await);
    assert!(is_free(&bo, &gym, span(1, "10:00", "11:00")).await);
    is_sound(&world).await;
}

#[actix_web::test]
async fn move_to_another_space_is_refused_as_any_other_and_changes_nothing() {
    let world = World::new().await;
    let (org, others) = (world.org("Klubben").await, world.org("Föreningen").await);
    let (hall, gym) = halls(&org).await;
    let theirs = room(&others, "Deras", json!({})).await;
    let hidden = room(&org, "Förrådet", json!({"status": 0})).await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let mine = books(&anna, &hall, span(0, "18:00", "20:00")).await.is(201);
    books(&bo, &gym, span(0, "19:00", "21:00")).await.is(201);
    let refused = moves(&anna, &mine, to(&gym, span(0, "18:00", "20:00"))).await.refused(409, "OVERLAP");
    assert_eq!(refused["nearest"].as_array().unwrap().len(), 2);
    moves(&anna, &mine, to(&gym, span(0, "18:10", "20:00"))).await.wrong_field("start", "NOT_ALIGNED");
    moves(&anna, &mine, to(&theirs, span(0, "18:00", "20:00"))).await.wrong_field("idBookable", "UNKNOWN");
    let nothing = with(span(0, "18:00", "20:00"), json!({"idBookable": 4711}));
    moves(&anna, &mine, nothing).await.wrong_field("idBookable", "UNKNOWN");
    moves(&anna, &mine, to(&hidden, span(0, "18:00", "20:00"))).await.refused(404, "NOT_FOUND");
    moves(&bo, &mine, to(&gym, span(1, "18:00", "20:00"))).await.refused(404, "NOT_FOUND");
    let stale = with(to(&gym, span(1, "18:00", "20:00")), json!({"version": 7}));
    anna.put(&its(&mine, ""), stale).await.refused(409, "MOVED_ON");
    assert_eq!(anna.get(&its(&mine, "")).await.is(200), mine);
    assert!(is_free(&anna, &gym, span(1, "18:00", "20:00")).await);
    is_sound(&world).await;
}

#[actix_web::test]
async fn of_many_moves_into_one_time_one_succeeds() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let (hall, gym) = halls(&org).await;
    let anna = org.with("MEMBER").await;
    let mut mine = Vec::new();
    for hour in 10..16 {
        mine.push(
            books(&anna, &hall, span(0, &format!("{hour}:00"), &format!("{}:00", hour + 1))).await.is(201),
        );
    }
    let all = mine.iter().map(|one| moves(&anna, one, to(&gym, span(1, "10:00", "11:00"))));
    let answers: Vec<Answer> = join_all(all).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    answers
        .into_iter()
        .filter(|answer| answer.status != 200)
        .for_each(|answer| drop(answer.refused(409, "OVERLAP")));
    // Of two moves of one booking one succeeds.
    let one = anna.get(&its(&mine[5], "")).await.is(200);
    let both = [&hall, &gym].map(|room| moves(&anna, &one, to(room, span(2, "10:00", "11:00"))));
    let statuses: Vec<u16> = join_all(both).await.iter().map(|answer| answer.status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    let seen = anna.get(&format!("/api/v1/booking?mine=true&from={}&status=1", day(0))).await.is(200);
    assert_eq!(seen["content"].as_array().unwrap().len(), 6);
    world.come(SETTLES).await;
    is_sound(&world).await;
}

#[actix_web::test]
async fn series_moves_to_another_space_as_a_whole_or_not_at_all() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let (hall, gym) = halls(&org).await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let series = weekly(&anna, &hall, 4).await;
    let clashing = [
        books(&bo, &gym, span(7, "18:00", "19:00")).await.is(201),
        books(&bo, &gym, span(21, "19:00", "20:00")).await.is(201),
    ];
    let first = &series["booked"][0];
    let all = || with(to(&gym, span(0, "18:00", "20:00")), json!({"scope": "all"}));
    let refused = moves(&anna, first, all()).await.refused(409, "OVERLAP");
    let conflicts = json!([
        {"start": at(7, "18:00"), "end": at(7, "20:00"), "code": "OVERLAP"},
        {"start": at(21, "18:00"), "end": at(21, "20:00"), "code": "OVERLAP"},
    ]);
    assert_eq!((&refused["conflicts"], &refused["canSkip"]), (&conflicts, &json!(false)));
    let of = async |room: &Value| {
        let path = format!(
            "/api/v1/booking?bookable={}&from={}&to={}&status=1",
            room["idBookable"],
            day(0),
            day(60)
        );
        let all = org.owner.get(&path).await.is(200);
        all["content"].as_array().unwrap().iter().filter(|one| one["idUser"] == json!(anna.id)).count()
    };
    assert_eq!((of(&hall).await, of(&gym).await), (4, 0), "none of it");
    is_sound(&world).await;
    for one in &clashing {
        does(&bo, one, "cancel").await.is(200);
    }
    moves(&anna, first, all()).await.is(200);
    assert_eq!((of(&hall).await, of(&gym).await), (0, 4));
    books(&bo, &hall, span(14, "18:00", "20:00")).await.is(201);
    is_sound(&world).await;
    // One that is moved away by itself does not follow the others any more.
    let one = anna.get(&its(&series["booked"][3], "")).await.is(200);
    let alone = moves(&anna, &one, to(&hall, span(22, "18:00", "20:00"))).await.is(200);
    let rest = anna.get(&its(first, "")).await.is(200);
    moves(&anna, &rest, with(span(0, "17:00", "18:00"), json!({"scope": "all"}))).await.is(200);
    assert_eq!(anna.get(&its(&alone, "")).await.is(200), alone);
    is_sound(&world).await;
}

#[actix_web::test]
async fn moved_series_names_all_that_clashes() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let (hall, _) = halls(&org).await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let series = weekly(&anna, &hall, 4).await;
    books(&bo, &hall, span(7, "20:00", "21:00")).await.is(201);
    let closed = json!({"version": 0, "periods": [],
        "closures": [{"name": "Sportlov", "from": day(21), "to": day(21)}]});
    org.owner.put(&org.at("/availability"), closed).await.is(200);
    let later = with(span(0, "19:00", "21:00"), json!({"scope": "future"}));
    let refused = moves(&anna, &series["booked"][0], later).await.refused(409, "OVERLAP");
    let conflicts = json!([
        {"start": at(7, "19:00"), "end": at(7, "21:00"), "code": "OVERLAP"},
        {"start": at(21, "19:00"), "end": at(21, "21:00"), "code": "CLOSED"},
    ]);
    assert_eq!((&refused["conflicts"], &refused["canSkip"]), (&conflicts, &json!(false)));
}

/// A booking as it is stored.
async fn stored(world: &World, booking: &Value) -> Booking {
    let id = OccupationId(id(&booking["idReservationExclusive"]));
    Bookings::of(&world.storage).booking(id).await.unwrap().unwrap()
}

/// Leaves what a node that dies after the first step of a move leaves: time of the new space that is taken for the
/// booking, and the job.
async fn first_step(world: &World, booking: &Value, room: &Value) {
    let booking = stored(world, booking).await;
    let ids = &world.platform.ids;
    let (row_id, space_id) = (OccupationId(ids.next(now()).unwrap()), SpaceId(id(&room["idSpace"])));
    let old = row(world, booking.space_id, booking.booking_id).await;
    let taken = Occupation {
        space_id,
        occupation_id: row_id,
        status: OccupationStatus::Hold,
        bookable_id: BookableId(id(&room["idBookable"])),
        arriving: Some(booking.booking_id),
        ..old
    };
    let moved = json!({"from": booking.space_id, "to": space_id, "time": [booking.starts.0, booking.ends.0],
        "rows": [[row_id, booking.booking_id]]});
    let moved = json!([space_id, moved]);
    let job = Job::new(JobId(ids.next(now()).unwrap()), now() + 60_000, SETTLES, moved.to_string());
    let occupancy = Occupancy::of(&world.storage);
    let space = occupancy.space(space_id).await.unwrap().unwrap();
    assert!(occupancy.decide(&space, &space, &[Change::insert(taken)], vec![job.insert()]).await.unwrap());
}

/// Leaves what a node that dies after the second step leaves: the booking has moved, and its time is not its own yet.
async fn second_step(world: &World, booking: &Value) {
    let booking = stored(world, booking).await;
    let jobs = world.jobs(SETTLES).await;
    let arrivals: Value = serde_json::from_str(&jobs.last().unwrap().payload).unwrap();
    let own = row(world, booking.space_id, booking.booking_id).await;
    let arriving = Occupation {
        occupation_id: OccupationId(id(&arrivals[1]["rows"][0][0])),
        status: OccupationStatus::Hold,
        arriving: Some(booking.booking_id),
        ..own.clone()
    };
    let occupancy = Occupancy::of(&world.storage);
    let space = occupancy.space(booking.space_id).await.unwrap().unwrap();
    let change = Change::update(own, arriving);
    assert!(occupancy.decide(&space, &space, &[change], Vec::new()).await.unwrap());
}

#[actix_web::test]
async fn move_that_dies_before_it_leaves_is_taken_back() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let (hall, gym) = halls(&org).await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let mine = books(&anna, &hall, span(0, "18:00", "20:00")).await.is(201);
    first_step(&world, &mine, &gym).await;
    // It stands where it was; where it wanted to go is nobody's.
    assert_eq!(anna.get(&its(&mine, "")).await.is(200), mine);
    assert!(!is_free(&bo, &hall, span(0, "18:00", "20:00")).await);
    assert!(!is_free(&bo, &gym, span(0, "18:00", "20:00")).await);
    moves(&anna, &mine, to(&gym, span(0, "18:00", "20:00"))).await.refused(409, "MOVED_ON");
    is_sound(&world).await;
    // Whoever wants that time meanwhile waits for it.
    bo.post(&crate::v1_bookings::of(&gym, "/waitlist"), span(0, "18:00", "20:00")).await.is(201);
    world.come(SETTLES).await;
    world.come("booking-offers").await;
    books(&bo, &gym, span(0, "18:00", "20:00")).await.is(201);
    assert_eq!(anna.get(&its(&mine, "")).await.is(200), mine);
    is_sound(&world).await;
}

#[actix_web::test]
async fn move_that_dies_after_it_left_is_completed() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let (hall, gym) = halls(&org).await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let mine = books(&anna, &hall, span(0, "18:00", "20:00")).await.is(201);
    let moved = moves(&anna, &mine, to(&gym, span(0, "18:00", "20:00"))).await.is(200);
    second_step(&world, &moved).await;
    assert_eq!(anna.get(&its(&mine, "")).await.is(200), moved);
    assert!(is_free(&bo, &hall, span(0, "18:00", "20:00")).await);
    assert!(!is_free(&bo, &gym, span(0, "18:00", "20:00")).await);
    is_sound(&world).await;
    world.come(SETTLES).await;
    assert_eq!(anna.get(&its(&mine, "")).await.is(200), moved);
    let booking = stored(&world, &moved).await;
    let taken = row(&world, booking.space_id, booking.booking_id).await;
    assert_eq!((taken.status, taken.arriving), (OccupationStatus::Booked, None));
    is_sound(&world).await;
}

#[actix_web::test]
async fn booking_whose_move_was_cut_short_can_be_cancelled_and_moved_at_once() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let (hall, gym) = halls(&org).await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    for cancels in [true, false] {
        let mine = books(&anna, &hall, span(0, "18:00", "20:00")).await.is(201);
        let moved = moves(&anna, &mine, to(&gym, span(0, "18:00", "20:00"))).await.is(200);
        second_step(&world, &moved).await;
        if cancels {
            does(&anna, &moved, "cancel").await.is(200);
        } else {
            moves(&anna, &moved, span(1, "18:00", "20:00")).await.is(200);
        }
        assert!(is_free(&bo, &gym, span(0, "18:00", "20:00")).await);
        is_sound(&world).await;
        world.come(SETTLES).await;
        is_sound(&world).await;
        assert_eq!(is_free(&bo, &gym, span(1, "18:00", "20:00")).await, cancels);
    }
}
