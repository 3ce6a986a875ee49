//! Measures the calendar: a month of many calendars with recurrences expanded, against bare page reads of the store;
//! enrolling many people in one event at once, against one bare guarded write each; writing a calendar as iCalendar,
//! and the memory that it takes; reminders of many events due at the same time. Prints one table; nothing is asserted.
//!
//! `CALENDARS` (20), `EVENTS` of each (5000), `SEATS` (1000), `FILE` events (10000), `REMINDED` events of a hundred
//! people (100);
//! `KALENDER_TEST_CQL` (`host:port`): the same on that Cassandra, in a keyspace of its own.

mod ground;

use std::time::{Duration, Instant};

use actors::Platform;
use actors::calendar::enrollment::{self, view::Enrolling};
use actors::calendar::view::{EventDraft, EventView};
use actors::calendar::{self, File, file_of};
use actors::platform::jobs::run;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use serde_json::json;
use storage::calendar::{Calendar, CalendarEvent, CalendarOwner, Visibility};
use storage::ids::{CalendarEventId, CalendarId, JobId, UserId};
use storage::record::Stored;
use storage::time::Moment;
use storage::{Job, Storage};

use self::ground::people::{AT_ONCE, people, summed, timed, who};
use self::ground::stores::{number, on_both};
use self::ground::{Failure, platform};

/// Sequential repetitions of the month view.
const TIMES: usize = 100;
/// One in this many events recurs weekly.
const SERIES: usize = 500;
const DAY: i64 = 86_400_000;
/// Default reminder before an event (ms), for people who set none.
const USUALLY: i64 = 3_600_000;
/// Participants of each event with reminders.
const COMERS: usize = 100;
/// Timeout for enrolling all participants (ms).
const SETTING_UP: i64 = 120_000;
/// 1 January 2027, 00:00 UTC.
const YEAR: i64 = 1_798_761_600_000;

#[derive(Clone, Copy)]
struct Size {
    calendars: usize,
    events: usize,
    seats: usize,
    file: usize,
    reminded: usize,
}

fn blank(platform: &Platform, owner: UserId, n: usize) -> Result<Calendar, Failure> {
    Ok(Calendar {
        calendar_id: CalendarId(platform.ids.next(YEAR)?),
        calendar_uuid: format!("bench-{}-{n}", owner.0),
        owner_kind: CalendarOwner::User,
        owner_id: owner.0,
        calendar_name: format!("Kalender {n}"),
        visibility: Visibility::Public,
        relation_types: Vec::new(),
        color: None,
        created_by: owner,
        created: Moment(YEAR),
        subscribed: None,
        version: 1,
    })
}

/// The nth of `count` events spread over two years, so that a view has fewer than one response holds.
fn event(platform: &Platform, home: &Calendar, n: usize, count: usize) -> Result<CalendarEvent, Failure> {
    let starts = YEAR + i64::try_from(n)? * (730 * DAY / i64::try_from(count)?);
    Ok(CalendarEvent {
        event_uuid: format!("{}-{n}", home.calendar_id.0),
        title: format!("Händelse {n}"),
        description: "Ta med kaffe och något att sitta på.".to_owned(),
        starts: Moment(starts),
        ends: Moment(starts + 3_600_000),
        time_zone: "Europe/Stockholm".to_owned(),
        visibility: Visibility::Public,
        rrule: n.is_multiple_of(SERIES).then(|| "FREQ=WEEKLY".to_owned()),
        timed: Some(1),
        ..CalendarEvent::blank(
            CalendarEventId(platform.ids.next(YEAR)?),
            home.calendar_id,
            home.created_by,
            Moment(YEAR),
        )
    })
}

async fn filled(platform: &Platform, home: &Calendar, count: usize) -> Result<(), Failure> {
    platform.storage.calendars.create(home).await?;
    let all: Vec<CalendarEvent> =
        (0..count).map(|n| event(platform, home, n, count)).collect::<Result<_, Failure>>()?;
    let written = all.iter().map(|one| platform.storage.calendars.put_in(one, Vec::new()));
    Ok(stream::iter(written).buffer_unordered(AT_ONCE).try_collect::<()>().await?)
}

async fn month(platform: &Platform, store: &str, size: Size) -> Result<(), Failure> {
    let owner = people(platform, "manad", 1).await?.remove(0);
    let homes: Vec<Calendar> =
        (0..size.calendars).map(|n| blank(platform, owner, n)).collect::<Result<_, Failure>>()?;
    for home in &homes {
        filled(platform, home, size.events).await?;
    }
    let uuids: Vec<&str> = homes.iter().map(|home| home.calendar_uuid.as_str()).collect();
    // May: the five weeks that a view of that month shows.
    let (from, to) = (Moment(YEAR + 117 * DAY), Moment(YEAR + 152 * DAY));
    let (mut whole, mut bare, mut shown) = (Vec::new(), Vec::new(), 0);
    for _ in 0..TIMES {
        let me = who(owner);
        let looked = async {
            shown = calendar::between(platform, Some(&me), &uuids, from, to).await?.len();
            Ok(())
        };
        whole.push(timed(looked).await?);
        let store = &platform.storage.calendars;
        let pages = homes.iter().map(|home| store.between(home.calendar_id, from, to, 10_000));
        bare.push(timed(async { Ok(futures_util::future::try_join_all(pages).await?) }).await?);
    }
    let ((middle, late), (_, bare)) = (summed(whole), summed(bare));
    println!(
        "| five weeks of {} calendars with {} events each ({shown} shown), {store} | p50 {:.1} ms, p95 {:.1} ms | {:.1} × {:.1} ms, the store's pages, p95 | ≤ 3 ×; 30 ms |",
        size.calendars,
        size.events,
        middle / 1e3,
        late / 1e3,
        late / bare,
        bare / 1e3
    );
    Ok(())
}

/// A future event with this many places.
async fn gathering(
    platform: &Platform,
    owner: UserId,
    places: usize,
    starts: i64,
) -> Result<EventView, Failure> {
    let home = blank(platform, owner, 0)?;
    platform.storage.calendars.create(&home).await?;
    let draft: EventDraft = serde_json::from_value(json!({
        "calendarUUID": home.calendar_uuid, "title": "Föräldramöte", "start": Moment(starts), "end": Moment(starts + 3_600_000),
        "enrollment": { "capacity": places },
    }))?;
    Ok(calendar::create_event(platform, &who(owner), draft).await?)
}

async fn enrolled(platform: &Platform, meeting: &EventView, comers: &[UserId]) -> Result<(), Failure> {
    let places = comers.iter().map(async |one| {
        let new: Enrolling = serde_json::from_value(json!({}))?;
        enrollment::enrol(platform, &who(*one), &meeting.event_uuid, None, new).await?;
        Ok::<_, Failure>(())
    });
    stream::iter(places).buffer_unordered(AT_ONCE).try_collect::<()>().await
}

/// Reminders that are all due at the same time, sent by a node that does nothing else.
async fn reminders(platform: &Platform, store: &str, events: usize) -> Result<(), Failure> {
    let mut comers = people(platform, "minns", COMERS + 1).await?;
    let owner = comers.remove(0);
    let due = actors::platform::time::now() + SETTING_UP;
    for _ in 0..events {
        let meeting = gathering(platform, owner, COMERS, due + USUALLY).await?;
        enrolled(platform, &meeting, &comers).await?;
    }
    let left = Duration::from_millis(u64::try_from(due - actors::platform::time::now())?);
    let running = actix_rt::spawn(run(platform.clone()));
    tokio::time::sleep(left).await;
    let began = Instant::now();
    for one in &comers {
        while platform.storage.notifications.unread(*one, events + 1).await? < events {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    let told = (events * COMERS) as f64 / began.elapsed().as_secs_f64();
    platform.jobs.end();
    running.await?;
    println!(
        "| {} reminders, of {events} events with {COMERS} people each, due at once, {store} | {told:.0} a second | {:.1} × as many as a million in an hour are | ≥ 1 × |",
        events * COMERS,
        told * 3_600.0 / 1e6
    );
    Ok(())
}

async fn seats(platform: &Platform, store: &str, count: usize) -> Result<(), Failure> {
    let mut comers = people(platform, "kommer", count + 1).await?;
    let owner = comers.remove(0);
    let meeting = gathering(platform, owner, count, actors::platform::time::now() + 30 * DAY).await?;
    let began = Instant::now();
    enrolled(platform, &meeting, &comers).await?;
    let given = count as f64 / began.elapsed().as_secs_f64();

    let guards: Vec<_> = (0..count)
        .map(|n| Ok(Job::new(JobId(i64::try_from(n)?), i64::MAX / 2, "bench", String::new()).if_absent()))
        .collect::<Result<_, Failure>>()?;
    let began = Instant::now();
    let bare = guards.into_iter().map(|guard| platform.storage.engine().decide(guard, Vec::new()));
    stream::iter(bare).buffer_unordered(AT_ONCE).try_collect::<Vec<_>>().await?;
    let bare = count as f64 / began.elapsed().as_secs_f64();
    println!(
        "| places of one event given to {count} who come {AT_ONCE} at a time, {store} | {given:.0} a second | {:.2} × {bare:.0}, one guarded write each | SQLite 500 a second; Cassandra ≥ 0.5 × |",
        given / bare
    );
    Ok(())
}

/// A field of `/proc/self/status` of this process, in KiB.
fn status(name: &str) -> Result<u64, Failure> {
    let text = std::fs::read_to_string("/proc/self/status")?;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" kB"));
    Ok(line.ok_or("no such line in /proc/self/status")?.parse()?)
}

async fn file(platform: &Platform, store: &str, count: usize) -> Result<(), Failure> {
    let owner = people(platform, "fil", 1).await?.remove(0);
    let home = blank(platform, owner, 0)?;
    filled(platform, &home, count).await?;
    // Resets the peak.
    std::fs::write("/proc/self/clear_refs", "5")?;
    let before = status("VmRSS:")?;
    let began = Instant::now();
    let (mut bytes, mut first) = (0, Duration::ZERO);
    let File::ToWrite(file) = file_of(platform, &home.calendar_uuid).await? else {
        return Err("nobody has asked for it before".into());
    };
    let mut pieces = std::pin::pin!(file.pieces());
    while let Some(piece) = pieces.next().await {
        bytes += piece?.len();
        first = if first.is_zero() { began.elapsed() } else { first };
    }
    let took = began.elapsed();
    let most = status("VmHWM:")?.saturating_sub(before);
    println!(
        "| the file of a calendar with {count} events ({:.1} MiB), {store} | {} ms, the first piece after {} ms | {:.1} MiB more memory than before | 30 MiB |",
        f64::from(u32::try_from(bytes)?) / 1_048_576.0,
        took.as_millis(),
        first.as_millis(),
        most as f64 / 1_024.0
    );
    Ok(())
}

async fn measure(store: &'static str, storage: Storage, size: Size) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let platform = platform(storage, folder.path(), Vec::new())?;
    seats(&platform, store, size.seats).await?;
    month(&platform, store, size).await?;
    file(&platform, store, size.file).await?;
    reminders(&platform, store, size.reminded).await
}

#[actix_rt::main]
async fn main() -> Result<(), Failure> {
    let size = Size {
        calendars: number("CALENDARS", 20)?,
        events: number("EVENTS", 5_000)?,
        seats: number("SEATS", 1_000)?,
        file: number("FILE", 10_000)?,
        reminded: number("REMINDED", 100)?,
    };
    println!("| case | took | against | aim |\n|---|--:|---|---|");
    on_both("calendar", async |store, storage| measure(store, storage, size).await).await
}
