//! Occupied time of spaces: what touches a window, one decision after the other, the waitlist.

use std::sync::Arc;

use storage::bookings::Booking;
use storage::ids::{EntityId, UserId};
use storage::occupancy::{
    BookableId, Change, Occupancy, Occupation, OccupationId, OccupationList, OccupationStatus as S, Space,
    SpaceId, Window, sweep,
};
use storage::time::Moment;
use storage::value::Json;

use crate::World;

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;
const SPACE: SpaceId = SpaceId(4711);
/// Midnight of some day.
const START: i64 = 20_000 * DAY;

fn row(id: i64, status: S, starts: i64, ends: i64) -> Occupation {
    Occupation {
        space_id: SPACE,
        list: OccupationList::Short,
        place: 0,
        occupation_id: OccupationId(id),
        status,
        starts: Moment(START + starts),
        ends: Moment(START + ends),
        units: 0b01,
        most: 1,
        buffer: 0,
        bookable_id: BookableId(7),
        user_id: UserId(id),
        expires: None,
        price: Some(12_550),
        revision: 1,
        arriving: None,
    }
    .placed(id)
}

fn booked(id: i64, starts: i64, ends: i64) -> Occupation {
    row(id, S::Booked, starts, ends)
}

async fn space(occupancy: &Occupancy) -> Space {
    occupancy.space(SPACE).await.unwrap().unwrap()
}

async fn created(world: &World) -> Occupancy {
    let occupancy = Occupancy::of(&world.storage);
    assert!(occupancy.create(&Space::new(SPACE, EntityId(3), "Stora hallen", 2)).await.unwrap());
    occupancy
}

async fn insert(occupancy: &Occupancy, rows: &[Occupation]) {
    let old = space(occupancy).await;
    let changes: Vec<Change> = rows.iter().cloned().map(Change::insert).collect();
    assert!(occupancy.decide(&old, &old, &changes, vec![]).await.unwrap());
}

async fn found(occupancy: &Occupancy, from: i64, to: i64) -> Vec<i64> {
    let window = Window { from: START + from, to: START + to };
    let rows = occupancy.window(&space(occupancy).await, window).await.unwrap();
    rows.iter().map(|row| row.occupation_id.0).collect()
}

pub async fn a_space_is_created_once_and_listed(world: &World) {
    let occupancy = created(world).await;
    let again = Space::new(SPACE, EntityId(3), "En annan", 5);
    assert!(!occupancy.create(&again).await.unwrap());
    let other = Space { space_id: SpaceId(4712), ..again };
    assert!(occupancy.create(&other).await.unwrap());
    let names = |spaces: Vec<Space>| {
        spaces.into_iter().map(|space| (space.name, space.unit_count, space.version)).collect::<Vec<_>>()
    };
    let expected = [("Stora hallen".to_owned(), 2, 1), ("En annan".to_owned(), 5, 1)];
    assert_eq!(names(occupancy.of_entity(EntityId(3)).await.unwrap()), expected);
    assert_eq!(occupancy.space(SpaceId(1)).await.unwrap(), None);
}

pub async fn decision_on_a_stale_space_is_refused(world: &World) {
    let occupancy = created(world).await;
    let old = space(&occupancy).await;
    let first = [Change::insert(booked(1, HOUR, 2 * HOUR))];
    assert!(occupancy.decide(&old, &old, &first, vec![]).await.unwrap());
    let second = [Change::insert(booked(2, HOUR, 2 * HOUR))];
    assert!(!occupancy.decide(&old, &old, &second, vec![]).await.unwrap(), "somebody else was the first");
    assert_eq!(found(&occupancy, 0, DAY).await, [1], "a refusal leaves nothing behind");
    let now = space(&occupancy).await;
    assert_eq!((old.version, now.version), (1, 2));
    let stands = occupancy.window(&now, Window { from: START, to: START + DAY }).await.unwrap();
    assert_eq!(stands, [booked(1, HOUR, 2 * HOUR)]);
}

pub async fn a_window_finds_what_touches_it(world: &World) {
    let occupancy = created(world).await;
    insert(
        &occupancy,
        &[
            booked(1, 0, DAY),
            booked(2, DAY, DAY + HOUR),
            booked(3, DAY + 2 * HOUR, DAY + 3 * HOUR),
            // Longer than a day, from long before.
            Occupation { units: 0b10, ..booked(4, -300 * DAY, DAY + HOUR) },
            Occupation { units: 0b10, ..booked(5, -500 * DAY, -400 * DAY) },
            Occupation { units: 0b10, ..booked(6, 2 * DAY, 200 * DAY) },
        ],
    )
    .await;
    assert_eq!(found(&occupancy, DAY - 1, DAY).await, [4, 1]);
    assert_eq!(found(&occupancy, DAY, DAY + HOUR).await, [4, 2]);
    assert_eq!(found(&occupancy, DAY + HOUR, DAY + 2 * HOUR).await, Vec::<i64>::new(), "half-open");
    assert_eq!(found(&occupancy, DAY + HOUR, DAY + 2 * HOUR + 1).await, [3]);
    assert_eq!(found(&occupancy, 199 * DAY, 300 * DAY).await, [6]);
    // With a buffer in the space, neighbours are found as well.
    insert(&occupancy, &[Occupation { buffer: 90, ..booked(7, 400 * DAY, 400 * DAY + HOUR) }]).await;
    assert_eq!(space(&occupancy).await.longest_buffer, 90);
    assert_eq!(found(&occupancy, DAY + HOUR, DAY + 2 * HOUR).await, [4, 1, 2, 3]);
    assert_eq!(found(&occupancy, 400 * DAY + 2 * HOUR, 400 * DAY + 3 * HOUR).await, [7]);
}

pub async fn a_moved_row_lies_at_one_time(world: &World) {
    let occupancy = created(world).await;
    insert(&occupancy, &[booked(1, 0, HOUR), booked(2, 2 * HOUR, 3 * HOUR)]).await;
    let old = space(&occupancy).await;
    let moved = Occupation { revision: 2, ..booked(1, 5 * HOUR, 6 * HOUR) };
    let changes = [
        Change { old: Some(booked(1, 0, HOUR)), new: Some(moved.clone()) },
        Change::delete(booked(2, 2 * HOUR, 3 * HOUR)),
    ];
    assert!(occupancy.decide(&old, &old, &changes, vec![]).await.unwrap());
    let window = Window { from: START, to: START + DAY };
    assert_eq!(occupancy.window(&space(&occupancy).await, window).await.unwrap(), [moved]);
}

pub async fn the_waitlist_keeps_its_order_and_count(world: &World) {
    let occupancy = created(world).await;
    let waits = |id| row(id, S::Waiting, HOUR, 2 * HOUR);
    // By number, not by id.
    let waiting = [waits(5).placed(1), waits(3).placed(2), waits(4).placed(3)];
    insert(&occupancy, &waiting).await;
    let ids = async || {
        let rows = occupancy.waitlist(SPACE, 9).await.unwrap();
        rows.iter().map(|row| row.occupation_id.0).collect::<Vec<_>>()
    };
    assert_eq!((ids().await, space(&occupancy).await.waiting), (vec![5, 3, 4], 3));
    assert_eq!(found(&occupancy, 0, DAY).await, Vec::<i64>::new(), "they occupy nothing");
    let old = space(&occupancy).await;
    let offer = row(5, S::Offer, HOUR, 2 * HOUR);
    let changes =
        [Change { old: Some(waiting[0].clone()), new: Some(offer) }, Change::delete(waiting[2].clone())];
    assert!(occupancy.decide(&old, &old, &changes, vec![]).await.unwrap());
    assert_eq!((ids().await, space(&occupancy).await.waiting), (vec![3], 1));
    assert_eq!(found(&occupancy, 0, DAY).await, [5]);
}

/// The booking of an occupation.
fn booking(of: &Occupation) -> Booking {
    Booking {
        booking_id: of.occupation_id,
        version: 1,
        status: 1,
        bookable_id: of.bookable_id,
        space_id: of.space_id,
        entity_id: EntityId(3),
        user_id: of.user_id,
        customer_id: None,
        series_id: None,
        starts: of.starts,
        ends: of.ends,
        participants: None,
        answers: Json::default(),
        note: String::new(),
        price: Json::default(),
        cancellation: Json(None),
        fee: 0,
        release_after: None,
        ended: None,
        reason: None,
        created: of.starts,
        changed: of.starts,
    }
}

pub async fn check_finds_a_booking_beside_its_time(world: &World) {
    let occupancy = created(world).await;
    let hours: Vec<Occupation> = (1..=8).map(|n| booked(n, n * 2 * HOUR, (n * 2 + 1) * HOUR)).collect();
    let [first, second, third, fourth, fifth, sixth, free, left] = hours.as_slice() else { unreachable!() };
    insert(&occupancy, &hours[..6]).await;
    let ended = |of: &Occupation, status, ended| Booking { status, ended: Some(ended), ..booking(of) };
    let half = Moment(fourth.starts.0 + HOUR / 2);
    let sound = [
        booking(first),
        Booking { status: 3, ..booking(second) },
        ended(third, 6, third.ends),
        Booking { status: 4, ..booking(free) },
        // Nobody came, and it was released before its start.
        ended(left, 7, left.starts),
    ];
    let wrong = [
        // It says that it is over, and its space that it is not.
        ended(fourth, 6, half),
        Booking { status: 2, ..booking(fifth) },
        Booking { ends: Moment(sixth.ends.0 + HOUR), ..booking(sixth) },
        booking(free),
        ended(left, 7, Moment(left.starts.0 + 1)),
    ];
    for (all, faults) in [(sound, 0), (wrong, 5)] {
        world.engine.write(all.iter().flat_map(|one| one.writes(None)).collect()).await.unwrap();
        let found = world.storage.check().await.unwrap();
        assert_eq!(found.len(), faults, "{found:?}");
    }
    let ids = (1..=8).map(|id| Booking::at(OccupationId(id)).delete());
    world.engine.write(ids.collect()).await.unwrap();
}

async fn book(occupancy: &Occupancy, wanted: Occupation) -> bool {
    let window = Window { from: wanted.starts.0, to: wanted.ends.0 };
    for _ in 0..500 {
        let Ok(Some(old)) = occupancy.space(SPACE).await else { continue };
        let Ok(rows) = occupancy.window(&old, window).await else { continue };
        if rows.iter().any(|row| row.occupation_id == wanted.occupation_id) {
            return true;
        }
        let taken: Vec<_> = rows.iter().map(Occupation::taken).collect();
        if !sweep::fits(&wanted.taken(), &taken) {
            return false;
        }
        if occupancy.decide(&old, &old, &[Change::insert(wanted.clone())], vec![]).await.unwrap_or(false) {
            return true;
        }
    }
    panic!("others were faster five hundred times");
}

/// Two processes, forty people, two units: the check after each case finds no unit that is occupied twice.
pub async fn two_processes_never_book_a_unit_twice(world: &World) {
    created(world).await;
    let both = [Arc::new(world.storage.clone()), Arc::new((world.reopen)())];
    let tasks: Vec<_> = (1..=40_i64)
        .map(|n| {
            let storage = Arc::clone(&both[n as usize % 2]);
            // Four times that overlap in pairs; one unit or both.
            let wanted =
                Occupation { units: 1 + n % 3, ..booked(n, n % 4 * HOUR / 2, n % 4 * HOUR / 2 + HOUR) };
            tokio::spawn(async move { book(&Occupancy::of(&storage), wanted).await })
        })
        .collect();
    let mut told = 0;
    for task in tasks {
        told += usize::from(task.await.unwrap());
    }
    let occupancy = Occupancy::of(&world.storage);
    let stands = found(&occupancy, 0, DAY).await;
    assert_eq!(told, stands.len(), "who was told yes stands, and nobody else");
    assert!((2..=4).contains(&stands.len()), "{stands:?}");
}
