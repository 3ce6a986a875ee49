//! Measures bookings: the free times of many bookables over a month, against bare reads of the same rows; bookings of one
//! bookable that many people make at once, against bare guarded writes of one row; one time that many people want, and how
//! many decisions it takes. Prints one table; nothing is asserted.
//!
//! `BOOKABLES` (50), `PEOPLE` who want one time (300), `BOOKED` on one bookable (1000);
//! `KALENDER_TEST_CQL` (`host:port`): the same on that Cassandra, in a keyspace of its own.

mod ground;

use std::time::Instant;

use actors::Platform;
use actors::accounts::Who;
use actors::bookings::view::{BookableDraft, BookableView, BookingDraft};
use actors::bookings::{self, schedule, slots};
use actors::platform::time::now;
use futures_util::future::{join_all, try_join_all};
use futures_util::stream::{self, StreamExt, TryStreamExt};
use serde_json::json;
use storage::bookings::{Booking, Bookings};
use storage::ids::{EntityId, JobId};
use storage::occupancy::{Change, Occupancy, Occupation, Space, SpaceId, Window};
use storage::record::Stored as _;
use storage::time::Moment;
use storage::{Job, Storage};

use self::ground::organisations::organisation;
use self::ground::people::{AT_ONCE, people, summed, timed, who};
use self::ground::stores::{number, on_both};
use self::ground::{Failure, platform};

/// Sequential repetitions of what is read.
const TIMES: usize = 30;
const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;
/// Days whose free times are read, and bookings of each bookable on each of them.
const DAYS: i64 = 31;
const A_DAY: i64 = 4;
/// People who book one bookable at the same time.
const CLIENTS: usize = 16;

#[derive(Clone, Copy)]
struct Size {
    bookables: usize,
    people: usize,
    booked: usize,
}

/// Midnight (UTC) of the day after tomorrow.
fn first_day() -> i64 {
    (now() / DAY + 2) * DAY
}

async fn bookable(
    platform: &Platform,
    (owner, entity): &(Who, EntityId),
    name: &str,
    at_once: usize,
) -> Result<BookableView, Failure> {
    let draft: BookableDraft = serde_json::from_value(json!({
        "idEntity": entity, "name": name, "kind": "ROOM", "status": 1, "whoMayBook": ["PUBLIC"],
        "slotMode": "STEP", "slotStep": 30, "maxConcurrent": at_once,
    }))?;
    Ok(bookings::create(platform, owner, draft).await?)
}

async fn books(
    platform: &Platform,
    booker: &Who,
    bookable: &BookableView,
    start: i64,
    length: i64,
) -> actors::platform::error::Result<()> {
    let draft: BookingDraft = BookingDraft {
        id_bookable: Some(bookable.id_bookable),
        start: Some(Moment(start)),
        end: Some(Moment(start + length)),
        ..BookingDraft::default()
    };
    bookings::book(platform, booker, draft).await.map(drop)
}

/// The free times of many bookables over a month: each by its own address, and all as an organisation's schedule.
async fn month(platform: &Platform, store: &str, count: usize) -> Result<(), Failure> {
    let of = organisation(platform, "halllista").await?;
    let halls: Vec<BookableView> =
        try_join_all((0..count).map(async |n| bookable(platform, &of, &format!("Hall {n}"), 1).await))
            .await?;
    let from = first_day();
    let fill = halls.iter().flat_map(|hall| (0..DAYS * A_DAY).map(move |n| (hall, n)));
    let written = fill.map(async |(hall, n)| {
        let start = from + n / A_DAY * DAY + (8 + n % A_DAY * 2) * HOUR;
        books(platform, &of.0, hall, start, HOUR).await
    });
    stream::iter(written).buffer_unordered(AT_ONCE).try_collect::<()>().await?;

    let (from, to) = (Moment(from), Moment(from + DAYS * DAY));
    let occupancy = Occupancy::of(&platform.storage);
    let ids: Vec<SpaceId> = halls.iter().map(|hall| hall.id_space).collect();
    let window = Window { from: from.0, to: to.0 };
    let (mut free, mut table, mut bare, mut rows) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for _ in 0..TIMES {
        let each = halls.iter().map(|hall| slots(platform, &of.0, hall.id_bookable, (from, to), None));
        free.push(timed(async { Ok(try_join_all(each).await?) }).await?);
        let whole = schedule(platform, &of.0, of.1, (from, to));
        table.push(timed(async { Ok(whole.await?) }).await?);
        let read = async {
            let spaces: Vec<Space> = occupancy.spaces(&ids).await?;
            rows = occupancy.windows(&spaces, window).await?.iter().map(Vec::len).sum();
            Ok(())
        };
        bare.push(timed(read).await?);
    }
    let ((_, bare), cases) =
        (summed(bare), [("free times, each by its own address", free), ("the schedule", table)]);
    for (what, took) in cases {
        let (middle, late) = summed(took);
        println!(
            "| {count} bookables × {DAYS} days with {rows} bookings: {what}, {store} | p50 {:.1} ms, p95 {:.1} ms | {:.1} × {:.1} ms, bare reads of the same rows, p95 | ≤ 3 × |",
            middle / 1e3,
            late / 1e3,
            late / bare,
            bare / 1e3
        );
    }
    Ok(())
}

/// How often a space was decided so far.
async fn decisions(platform: &Platform, space_id: SpaceId) -> Result<i64, Failure> {
    Ok(Occupancy::of(&platform.storage).space(space_id).await?.ok_or("no such space")?.version)
}

/// Guarded writes of one partition, one after the other: so many a second.
async fn guarded(platform: &Platform, count: usize) -> Result<f64, Failure> {
    let began = Instant::now();
    for n in 0..count {
        let guard = Job::new(JobId(i64::try_from(n)?), i64::MAX / 2, "bench", String::new()).if_absent();
        platform.storage.engine().decide(guard, Vec::new()).await?;
    }
    Ok(count as f64 / began.elapsed().as_secs_f64())
}

/// Decisions that write the rows of `batch` bookings each, one after the other, with nothing to judge: bookings a second.
async fn same_rows(platform: &Platform, hall: &BookableView, batch: usize) -> Result<f64, Failure> {
    let occupancy = Occupancy::of(&platform.storage);
    let space = occupancy.space(hall.id_space).await?.ok_or("no such space")?;
    let window = Window { from: first_day(), to: first_day() + 12 * HOUR * DAYS };
    let rows = occupancy.window(&space, window).await?;
    let ids: Vec<_> = rows.iter().map(|row| row.occupation_id).collect();
    let bookings = Bookings::of(&platform.storage).bookings(&ids).await?;
    let bare = SpaceId(platform.ids.next(now())?);
    occupancy.create(&Space::new(bare, space.entity_id, "Bare", 1)).await?;
    let (began, mut count) = (Instant::now(), 0);
    for (rows, bookings) in rows.chunks_exact(batch).zip(bookings.chunks_exact(batch)) {
        let space = occupancy.settled_space(bare).await?.ok_or("no such space")?;
        let changes: Vec<Change> =
            rows.iter().map(|row| Change::insert(Occupation { space_id: bare, ..row.clone() })).collect();
        // Each booking has a reminder, a job that is due later.
        let reminder = |one: &Booking| {
            let id = JobId(platform.ids.next(now())?);
            Ok(Job::new(id, one.starts.0 - DAY, "bench", format!("[{},{}]", one.booking_id, id)).insert())
        };
        let reminders = bookings.iter().map(reminder).collect::<Result<Vec<_>, Failure>>()?;
        let then = bookings.iter().flat_map(|one| one.writes(None)).chain(reminders).collect();
        if !occupancy.decide(&space, &space, &changes, then).await? {
            return Err("somebody else decided".into());
        }
        count += batch;
    }
    Ok(count as f64 / began.elapsed().as_secs_f64())
}

/// Several people book one bookable at the same time, each other times.
async fn one_bookable(platform: &Platform, store: &str, count: usize) -> Result<(), Failure> {
    let of = organisation(platform, "en-hall").await?;
    let hall = bookable(platform, &of, "Hall", 1).await?;
    let bookers = people(platform, "bokare", CLIENTS).await?;
    let before = decisions(platform, hall.id_space).await?;
    let (from, began) = (first_day(), Instant::now());
    let each = bookers.iter().enumerate().map(async |(client, one)| {
        for n in (client..count).step_by(CLIENTS) {
            books(platform, &who(*one), &hall, from + i64::try_from(n)? * HOUR, HOUR).await?;
        }
        Ok::<_, Failure>(())
    });
    try_join_all(each).await?;
    let rate = count as f64 / began.elapsed().as_secs_f64();
    let decided = decisions(platform, hall.id_space).await? - before;
    let batch = count as f64 / decided as f64;
    let bare = guarded(platform, count.min(300)).await?;
    let same = same_rows(platform, &hall, batch.round().max(1.0) as usize).await?;
    println!(
        "| {count} bookings of one bookable by {CLIENTS} at once, {store} | {rate:.0} a second, {batch:.1} a decision | {:.2} × {bare:.0} bare guarded writes a second × that many; {:.2} × {same:.0} a second by decisions of the same rows with nothing to judge | Cassandra ≥ 0.5 × |",
        rate / (bare * batch),
        rate / same
    );
    Ok(())
}

/// Many people want the same time at the same time; half of them can have it.
async fn hot_time(platform: &Platform, store: &str, count: usize) -> Result<(), Failure> {
    let of = organisation(platform, "simhall").await?;
    let places = count / 2;
    let pool = bookable(platform, &of, "Simhall", places).await?;
    let bookers = people(platform, "simmare", count).await?;
    let before = decisions(platform, pool.id_space).await?;
    let (start, began) = (first_day() + 18 * HOUR, Instant::now());
    let all = bookers.iter().map(async |one| books(platform, &who(*one), &pool, start, HOUR).await.is_ok());
    let booked = join_all(all).await.into_iter().filter(|booked| *booked).count();
    let took = began.elapsed();
    if booked != places {
        return Err(format!("{booked} people have {places} places").into());
    }
    let decided = decisions(platform, pool.id_space).await? - before;
    println!(
        "| one time that {count} people want at once, with {places} places, {store} | {} ms in all | {decided} decisions: {:.3} a request | ≤ 0.1 |",
        took.as_millis(),
        decided as f64 / count as f64
    );
    Ok(())
}

async fn measure(store: &'static str, storage: Storage, size: Size) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let platform = platform(storage, folder.path(), Vec::new())?;
    month(&platform, store, size.bookables).await?;
    one_bookable(&platform, store, size.booked).await?;
    hot_time(&platform, store, size.people).await
}

#[actix_rt::main]
async fn main() -> Result<(), Failure> {
    let size = Size {
        bookables: number("BOOKABLES", 50)?,
        people: number("PEOPLE", 300)?,
        booked: number("BOOKED", 1_000)?,
    };
    println!("| case | took | against | aim |\n|---|--:|---|---|");
    on_both("bookings", async |store, storage| measure(store, storage, size).await).await
}
