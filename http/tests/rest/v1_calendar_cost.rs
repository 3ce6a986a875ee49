//! Cost of calendars with many series, in units of `recurrence::Budget` instead of time. Contract §1: a stranger costs
//! what is shown; §7. Only `Bench` may count more than a worker may, beside the workers.

use actors::platform::time::now;
use storage::calendar::CalendarEvent;
use storage::ids::CalendarEventId;

use crate::harness::{Answer, Person, Value, World, each, json};

/// Expansion steps of one request allowed on an async worker.
const ON_WORKER: u64 = 4_000;
/// Expansion steps of one request at most.
const OF_REQUEST: u64 = 400_000;

/// An hour of each day, six to eighteen hours from now, so that events beginning within minutes come before it at any
/// time of day.
fn an_hour() -> (String, String) {
    let hour = (now() / 3_600_000 % 24 + 12) % 23;
    (format!("1970-01-05T{hour:02}:00:00Z"), format!("1970-01-05T{:02}:00:00Z", hour + 1))
}

/// A public calendar with `many` series from 1970 on.
async fn calendar(world: &World, anna: &Person, rrule: &str, many: usize) -> (String, Value) {
    let new = json!({"name": "Jour", "visibility": "PUBLIC"});
    let uuid = anna.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].as_str().unwrap().to_owned();
    let (start, end) = an_hour();
    let draft = json!({"calendarUUID": uuid, "title": "Jour", "rrule": rrule, "start": start, "end": end});
    let first = anna.post("/api/v1/event", draft).await.is(201);
    let calendars = &world.storage.calendars;
    let stored = calendars.event(CalendarEventId(first["id"].as_i64().unwrap())).await.unwrap().unwrap();
    for nth in 1..many {
        let event_id = CalendarEventId(world.platform.ids.next(now()).unwrap());
        let copy = CalendarEvent { event_id, event_uuid: format!("{uuid}-{nth}"), ..stored.clone() };
        calendars.put_in(&copy, Vec::new()).await.unwrap();
    }
    (uuid, first)
}

async fn get(world: &World, path: &str) -> Answer {
    world.anyone("GET", path).send().await
}

/// The answer, and the steps counted on the worker and on the blocking pool.
async fn counted(world: &World, path: &str) -> (Answer, u64, u64) {
    let before = world.platform.counting_open.counted();
    let answer = get(world, path).await;
    let after = world.platform.counting_open.counted();
    (answer, after.0 - before.0, after.1 - before.1)
}

#[actix_web::test]
async fn five_hundred_old_daily_series_cost_what_they_show() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let (uuid, first) = calendar(&world, &anna, "FREQ=DAILY", 500).await;
    let window = |from: &str, to: &str| {
        format!("/api/public/events?calendar={uuid}&from={from}T00:00:00Z&to={to}T00:00:00Z")
    };
    let day = window("2099-06-01", "2099-06-02");
    let (answer, here, beside) = counted(&world, &day).await;
    let etag = answer.header("etag").to_owned();
    assert_eq!(answer.is(200)["content"].as_array().unwrap().len(), 500);
    // For each series: reading and rendering it, and the few days around the window.
    assert!(here <= ON_WORKER && beside <= 500 * (4 + 4 + 2 * 7), "{here}, {beside}");
    // A window with more occurrences than an answer may hold is rejected before all are expanded.
    let (answer, here, beside) = counted(&world, &window("2099-01-01", "2100-01-01")).await;
    answer.wrong_field("to", "RANGE");
    assert!(here <= ON_WORKER && beside <= OF_REQUEST / 2, "{here}, {beside}");

    // Expansions are cached until something changes; on a cluster, once the write is certain to be visible.
    if world.engine.writes_at_once() {
        let (answer, here, beside) = counted(&world, &day).await;
        assert_eq!((answer.header("etag"), here, beside), (etag.as_str(), 0, 0));
    }
    let known = world.anyone("GET", &day).header("if-none-match", &etag).send().await;
    assert_eq!((known.status, known.text().as_str()), (304, ""));
    let renamed = json!({
        "calendarUUID": uuid, "title": "Bakjour", "rrule": "FREQ=DAILY",
        "start": first["start"], "end": first["end"]
    });
    anna.put(&format!("/api/v1/event/{}", first["id"]), renamed).await.is(200);
    let shown = get(&world, &day).await.is(200);
    assert_eq!(each(&shown["content"], "title").iter().filter(|title| **title == "Bakjour").count(), 1);
}

#[actix_web::test]
async fn pages_and_files_of_a_calendar_are_made_once() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let (uuid, first) = calendar(&world, &anna, "FREQ=DAILY", 120).await;
    for path in [format!("/widgets/kalender/{uuid}?limit=50"), format!("/ics/calendar/{uuid}.ics")] {
        let (answer, here, beside) = counted(&world, &path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(here <= ON_WORKER && beside <= 120 * (8 + 6 * 54), "{path}: {here}, {beside}");
        let (same, here, beside) = counted(&world, &path).await;
        assert_eq!((same.text(), same.header("etag")), (answer.text(), answer.header("etag")), "{path}");
        // A page of upcoming events is computed anew each minute.
        if world.engine.writes_at_once() {
            assert!((here, beside) == (0, 0) || path.starts_with("/widgets"), "{path}: {here}, {beside}");
        }
        let known = world.anyone("GET", &path).header("if-none-match", answer.header("etag")).send().await;
        assert_eq!(known.status, 304, "{path}");
    }
    // After any change the answers are current.
    let titles = async || {
        let (page, file) = (
            get(&world, &format!("/widgets/kalender/{uuid}?limit=50")).await.text(),
            get(&world, &format!("/ics/calendar/{uuid}.ics")).await.text(),
        );
        ["Jour", "Bakjour", "Nytt namn"].map(|text| (page.contains(text), file.contains(text)))
    };
    let (yes, no) = ((true, true), (false, false));
    assert_eq!(titles().await, [yes, no, no]);
    let once = json!({
        "calendarUUID": uuid, "title": "Bakjour",
        "start": jiff::Timestamp::from_millisecond(now() + 600_000).unwrap().to_string(),
        "end": jiff::Timestamp::from_millisecond(now() + 700_000).unwrap().to_string()
    });
    let made = anna.post("/api/v1/event", once).await.is(201);
    assert_eq!(titles().await, [yes, yes, no]);
    anna.delete(&format!("/api/v1/event/{}", made["id"])).await.is(204);
    assert_eq!(titles().await, [yes, no, no]);
    anna.put(&format!("/api/v1/calendars/{uuid}"), json!({"name": "Nytt namn", "visibility": "PUBLIC"}))
        .await
        .is(200);
    assert_eq!(titles().await, [yes, no, yes]);
    anna.put(&format!("/api/v1/calendars/{uuid}"), json!({"name": "Nytt namn", "visibility": "PRIVATE"}))
        .await
        .is(200);
    assert_eq!(get(&world, &format!("/widgets/kalender/{uuid}?limit=50")).await.status, 404);
    get(&world, &format!("/ics/calendar/{uuid}.ics")).await.refused(404, "NOT_FOUND");
    anna.get(&format!("/api/v1/event/{}", first["id"])).await.is(200);
}

#[actix_web::test]
async fn rules_without_occurrences_end_with_the_budget() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    // Leap days that are Mondays: 1988, 2016, 2044…
    let (uuid, _) = calendar(&world, &anna, "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", 500).await;
    let path =
        format!("/api/public/events?calendar={uuid}&from=2099-01-01T00:00:00Z&to=2100-02-05T00:00:00Z");
    let (answer, here, beside) = counted(&world, &path).await;
    answer.wrong_field("to", "RANGE");
    assert!(here <= ON_WORKER && beside <= OF_REQUEST, "{here}, {beside}");
    // A month without occurrences is expanded and shows nothing.
    let path =
        format!("/api/public/events?calendar={uuid}&from=2099-02-01T00:00:00Z&to=2099-03-01T00:00:00Z");
    let (answer, here, beside) = counted(&world, &path).await;
    assert!(answer.is(200)["content"].as_array().unwrap().is_empty());
    assert!(here <= ON_WORKER && beside <= 500 * (4 + 2 * 34), "{here}, {beside}");
}
