//! Claims on quotas, and the lists by which bookings are counted.

use std::sync::Arc;

use storage::RelationType;
use storage::bookings::{Booking, Bookings, CLAIM_MS, Holder, QuotaClaim};
use storage::ids::{EntityId, UserId};
use storage::occupancy::{BookableId, OccupationId, SpaceId};
use storage::time::Moment;
use storage::value::Json;

use crate::World;

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;
/// Midnight of some day.
const START: i64 = 20_000 * DAY;
const CLUB: EntityId = EntityId(3);
const CUSTOMER: EntityId = EntityId(4);
const ANNA: UserId = UserId(5);
const MEMBERS: Holder = Holder::Relation(RelationType::Member);

fn claim(holder: Holder, request: i64, booking: i64) -> QuotaClaim {
    QuotaClaim {
        entity_id: CLUB,
        holder: holder.name(),
        claim_id: request,
        occupation_id: OccupationId(booking),
        expires: Moment(START + CLAIM_MS),
        bookable_id: BookableId(7),
        starts: Moment(START),
        ends: Moment(START + HOUR),
    }
}

pub async fn a_claim_is_judged_after_those_before_it(world: &World) {
    let bookings = Bookings::of(&world.storage);
    let anna = Holder::Person(ANNA);
    assert_eq!(bookings.last_claim(CLUB, anna).await.unwrap(), None);
    let series = [claim(anna, 10, 1), claim(anna, 10, 2)];
    assert!(bookings.claim(None, &series).await.unwrap());
    // Whoever has read before it is judged again.
    assert!(!bookings.claim(None, &[claim(anna, 11, 3)]).await.unwrap());
    assert_eq!(bookings.last_claim(CLUB, anna).await.unwrap(), Some(10));
    assert!(bookings.claim(Some(10), &[claim(anna, 12, 4)]).await.unwrap());
    assert!(!bookings.claim(Some(10), &[claim(anna, 13, 5)]).await.unwrap());
    let all = [claim(anna, 10, 1), claim(anna, 10, 2), claim(anna, 12, 4)];
    assert_eq!(bookings.claims(CLUB, anna).await.unwrap(), all);
    // Of another holder, and at another organisation, they are others.
    assert_eq!(bookings.last_claim(CLUB, Holder::Organisation(EntityId(ANNA.0))).await.unwrap(), None);
    assert_eq!(bookings.last_claim(CUSTOMER, anna).await.unwrap(), None);
    bookings.release(&series).await.unwrap();
    assert_eq!(bookings.claims(CLUB, anna).await.unwrap(), all[2..]);
    bookings.release(&all).await.unwrap();
    assert_eq!(bookings.last_claim(CLUB, anna).await.unwrap(), Some(12), "what guards them stays");
}

/// Claims a place of three beside others; whether there was one.
async fn claimed(bookings: &Bookings, n: i64) -> bool {
    for _ in 0..500 {
        let Ok(last) = bookings.last_claim(CLUB, MEMBERS).await else { continue };
        let Ok(claims) = bookings.claims(CLUB, MEMBERS).await else { continue };
        if claims.iter().any(|one| one.claim_id == n) {
            return true;
        }
        if claims.len() >= 3 {
            return false;
        }
        if bookings.claim(last, &[claim(MEMBERS, n, n)]).await.unwrap_or(false) {
            return true;
        }
    }
    panic!("others were faster five hundred times");
}

pub async fn two_processes_never_claim_more_than_there_is(world: &World) {
    let both = [Arc::new(world.storage.clone()), Arc::new((world.reopen)())];
    let tasks: Vec<_> = (1..=20_i64)
        .map(|n| {
            let storage = Arc::clone(&both[n as usize % 2]);
            tokio::spawn(async move { claimed(&Bookings::of(&storage), n).await })
        })
        .collect();
    let mut told = 0;
    for task in tasks {
        told += usize::from(task.await.unwrap());
    }
    let stands = Bookings::of(&world.storage).claims(CLUB, MEMBERS).await.unwrap();
    assert_eq!((told, stands.len()), (3, 3));
}

fn booking(id: i64, entity_id: EntityId, customer_id: Option<EntityId>, starts: i64) -> Booking {
    Booking {
        booking_id: OccupationId(id),
        version: 1,
        // Cancelled: it takes no time.
        status: 2,
        bookable_id: BookableId(7),
        space_id: SpaceId(8),
        entity_id,
        user_id: ANNA,
        customer_id,
        series_id: None,
        starts: Moment(START + starts),
        ends: Moment(START + starts + HOUR),
        participants: None,
        answers: Json::default(),
        note: String::new(),
        price: Json::default(),
        cancellation: Json::default(),
        fee: 0,
        release_after: None,
        ended: None,
        reason: None,
        created: Moment(START),
        changed: Moment(START),
    }
}

async fn ids(bookings: &Bookings, holder: Holder, from: i64, to: i64) -> Vec<i64> {
    let (from, to) = (Moment(START + from), Moment(START + to));
    let found = bookings.of_holder(CLUB, holder, from, to).await.unwrap();
    let mut ids: Vec<i64> = found.iter().map(|one| one.booking_id.0).collect();
    ids.sort_unstable();
    ids
}

pub async fn bookings_of_a_holder_are_all_found(world: &World) {
    let bookings = Bookings::of(&world.storage);
    // More than are read at once, over more than a year.
    let many: Vec<i64> = (1..=600).collect();
    for some in many.chunks(50) {
        let one = |n: &i64| booking(*n, CLUB, (n % 2 == 0).then_some(CUSTOMER), n * DAY);
        let writes = some.iter().flat_map(|n| one(n).writes(None)).collect();
        world.engine.write(writes).await.unwrap();
    }
    let elsewhere = booking(900, EntityId(9), Some(CUSTOMER), DAY);
    world.engine.write(elsewhere.writes(None)).await.unwrap();
    let all = 1_000 * DAY;
    let even: Vec<i64> = many.iter().copied().filter(|n| n % 2 == 0).collect();
    for holder in [Holder::Person(ANNA), MEMBERS] {
        assert_eq!(ids(&bookings, holder, 0, all).await, many);
        assert_eq!(ids(&bookings, holder, 10 * DAY, 13 * DAY).await, [10, 11, 12]);
    }
    assert_eq!(ids(&bookings, Holder::Organisation(CUSTOMER), 0, all).await, even);
    assert_eq!(ids(&bookings, Holder::Organisation(CUSTOMER), 10 * DAY, 13 * DAY).await, [10, 12]);
    // The list follows what is moved and erased.
    let (old, erased) =
        (booking(2, CLUB, Some(CUSTOMER), 2 * DAY), booking(4, CLUB, Some(CUSTOMER), 4 * DAY));
    let moved =
        Booking { starts: Moment(START + 700 * DAY), ends: Moment(START + 700 * DAY + HOUR), ..old.clone() };
    world.engine.write(moved.writes(Some(&old)).into_iter().chain(erased.deletes()).collect()).await.unwrap();
    assert_eq!(ids(&bookings, Holder::Organisation(CUSTOMER), 0, 10 * DAY).await, [6, 8]);
    assert_eq!(ids(&bookings, Holder::Organisation(CUSTOMER), 650 * DAY, all).await, [2]);
}

/// As an earlier program wrote it: without the list by customer.
pub async fn bookings_from_before_are_found_by_their_customer(world: &World) {
    let bookings = Bookings::of(&world.storage);
    let one = booking(1, CLUB, Some(CUSTOMER), DAY);
    let listed = |write: &storage::engine::Write| match write {
        storage::engine::Write::Insert { row, .. } => row.table().name != "customer_bookings",
        _ => true,
    };
    world.engine.write(one.writes(None).into_iter().filter(listed).collect()).await.unwrap();
    assert!(ids(&bookings, Holder::Organisation(CUSTOMER), 0, 9 * DAY).await.is_empty());
    assert_eq!(world.storage.check().await.unwrap(), ["booking 1 is not in customer_bookings"]);
    let migration = storage::areas::migrations(&[]).into_iter().find(|one| one.version == 6).unwrap();
    assert_eq!((migration.portion)(&world.engine, None).await.unwrap().written, 1);
    assert_eq!(ids(&bookings, Holder::Organisation(CUSTOMER), 0, 9 * DAY).await, [1]);
}
