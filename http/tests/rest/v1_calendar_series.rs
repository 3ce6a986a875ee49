//! Rescheduled series and their exceptions. Contract §7: `scope=all` with a new time moves exceptions and exdates
//! along; a split keeps later exceptions; an exception with enrolled people is never dropped without a question.

use actors::platform::time::now;
use storage::time::Moment;

use crate::harness::{Org, Person, Value, World, each, json};

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;
const JUNE: &str = "from=2026-06-01T00:00:00Z&to=2026-07-01T00:00:00Z";

/// A person with a series: Mondays at ten, from 1 June 2026.
struct Mondays {
    anna: Person,
    calendar: String,
    path: String,
    id: Value,
}

impl Mondays {
    async fn new(world: &World) -> Self {
        let anna = world.person("Anna").await;
        let new = json!({"name": "Kören", "visibility": "PRIVATE"});
        let made = anna.post("/api/v1/calendars", new).await.is(201);
        let calendar = made["calendarUUID"].as_str().unwrap().to_owned();
        let mut it = Self { anna, calendar, path: String::new(), id: Value::Null };
        let draft = it.draft("2026-06-01T10", json!({"rrule": "FREQ=WEEKLY"}));
        it.id = it.anna.post("/api/v1/event", draft).await.is(201)["id"].take();
        it.path = format!("/api/v1/event/{}", it.id);
        it
    }

    /// An event of one hour.
    fn draft(&self, start: &str, more: Value) -> Value {
        let (day, hour) = start.split_once('T').unwrap();
        let end = hour.parse::<u8>().unwrap() + 1;
        let mut body = json!({
            "calendarUUID": self.calendar, "title": "Repetition",
            "start": format!("{start}:00:00Z"), "end": format!("{day}T{end:02}:00:00Z")
        });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    }

    fn one(&self, scope: &str, day: u8) -> String {
        format!("{}?scope={scope}&recurrenceId=2026-06-{day:02}T10:00:00Z", self.path)
    }

    /// The 8th is moved to the 10th at 15:00, and the 22nd is cancelled.
    async fn with_exceptions(self) -> Self {
        let moved = self.draft("2026-06-10T15", json!({"title": "Flyttad"}));
        self.anna.put(&self.one("this", 8), moved).await.is(200);
        self.anna.delete(&self.one("this", 22)).await.is(204);
        assert_eq!(self.june().await, ["01T10", "10T15", "15T10", "29T10"]);
        self
    }

    async fn exdates(&self) -> Value {
        self.anna.get(&self.path).await.is(200)["exdates"].take()
    }

    async fn list(&self) -> Value {
        let path = format!("/api/v1/events?calendar={}&{JUNE}", self.calendar);
        self.anna.get(&path).await.is(200)["content"].take()
    }

    /// Days and hours of June at which something begins.
    async fn june(&self) -> Vec<String> {
        let list = self.list().await;
        each(&list, "start").iter().map(|start| start.as_str().unwrap()[8..13].to_owned()).collect()
    }
}

#[actix_web::test]
async fn rescheduling_all_moves_exceptions_and_exdates() {
    let world = World::new().await;
    let it = Mondays::new(&world).await.with_exceptions().await;
    // An hour later, with the exdates as they were read.
    let later = it.draft("2026-06-01T11", json!({"rrule": "FREQ=WEEKLY", "exdates": it.exdates().await}));
    it.anna.put(&it.path, later).await.is(200);
    assert_eq!(it.june().await, ["01T11", "10T16", "15T11", "29T11"]);
    let list = it.list().await;
    assert_eq!(list[1]["recurrenceId"], "2026-06-08T11:00:00.000Z");
    // The same by a client that moves the exdates itself.
    let exdates = json!(["2026-06-08T12:00:00Z", "2026-06-22T12:00:00Z"]);
    let later = it.draft("2026-06-01T12", json!({"rrule": "FREQ=WEEKLY", "exdates": exdates}));
    it.anna.put(&it.path, later).await.is(200);
    assert_eq!(it.june().await, ["01T12", "10T17", "15T12", "29T12"]);
    // Without exdates the cancelled day takes place again, and the separate event is listed once.
    it.anna.put(&it.path, it.draft("2026-06-01T12", json!({"rrule": "FREQ=WEEKLY"}))).await.is(200);
    assert_eq!(it.june().await, ["01T12", "10T17", "15T12", "22T12", "29T12"]);
    // Deleted with the series.
    it.anna.delete(&it.path).await.is(204);
    assert!(it.june().await.is_empty());
    let left = world.dump().await;
    assert!(left["series_exceptions"].is_empty() && left["calendar_events"].is_empty());
}

#[actix_web::test]
async fn moving_all_to_another_weekday_moves_exceptions() {
    let world = World::new().await;
    let it = Mondays::new(&world).await.with_exceptions().await;
    let tuesdays = it.draft("2026-06-02T10", json!({"rrule": "FREQ=WEEKLY", "exdates": it.exdates().await}));
    it.anna.put(&it.path, tuesdays).await.is(200);
    assert_eq!(it.june().await, ["02T10", "11T15", "16T10", "30T10"]);
    // A week later: the new occurrences fall on days of old ones.
    let later = it.draft("2026-06-09T10", json!({"rrule": "FREQ=WEEKLY", "exdates": it.exdates().await}));
    it.anna.put(&it.path, later).await.is(200);
    assert_eq!(it.june().await, ["09T10", "18T15", "23T10"]);
}

#[actix_web::test]
async fn split_keeps_later_exceptions() {
    let world = World::new().await;
    let it = Mondays::new(&world).await;
    let moved = it.draft("2026-06-24T15", json!({"title": "Flyttad"}));
    let own = it.anna.put(&it.one("this", 22), moved).await.is(200);
    it.anna.delete(&it.one("this", 29)).await.is(204);
    let rest = it.draft("2026-06-15T12", json!({"rrule": "FREQ=WEEKLY", "exdates": it.exdates().await}));
    let rest = it.anna.put(&it.one("future", 15), rest).await.is(200);
    assert_eq!(it.june().await, ["01T10", "08T10", "15T12", "24T17"]);
    let own = it.anna.get(&format!("/api/v1/event/{}", own["id"])).await.is(200);
    assert_eq!((&own["title"], &own["idSeries"]), (&json!("Flyttad"), &rest["id"]));
    assert_eq!(own["recurrenceId"], "2026-06-22T12:00:00.000Z");
    // Deleted with its present series.
    it.anna.delete(&it.path).await.is(204);
    assert_eq!(it.june().await, ["15T12", "24T17"]);
    it.anna.delete(&format!("/api/v1/event/{}", rest["id"])).await.is(204);
    assert!(it.june().await.is_empty());
}

/// An organisation's series of four days, one occurrence moved an hour later, with an attendee.
struct Attended {
    org: Org,
    bo: Person,
    draft: Value,
    first: i64,
    path: String,
    own: String,
}

impl Attended {
    async fn new(world: &World) -> Self {
        let (org, bo) = (world.org("Klubben").await, world.person("Bo").await);
        let new = json!({"name": "Matcher", "idEntity": org.id, "visibility": "PUBLIC"});
        let calendar = org.owner.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take();
        let first = (now() / DAY + 7) * DAY + 10 * HOUR;
        let at = |start: i64| {
            json!({
                "calendarUUID": calendar, "title": "Match", "timeZone": "UTC", "start": Moment(start), "end": Moment(start + HOUR),
                "enrollment": {"capacity": 2}
            })
        };
        let mut draft = at(first);
        draft["rrule"] = json!("FREQ=DAILY;COUNT=4");
        let made = org.owner.post("/api/v1/event", draft.clone()).await.is(201);
        let path = format!("/api/v1/event/{}", made["id"]);
        let one = format!("{path}?scope=this&recurrenceId={}", Moment(first + 2 * DAY));
        let own = org.owner.put(&one, at(first + 2 * DAY + HOUR)).await.is(200);
        let own = format!("/api/v1/event/{}", own["id"]);
        bo.post(&format!("{own}/enrollment"), json!({})).await.is(201);
        Self { org, bo, draft, first, path, own }
    }

    async fn starts(&self) -> Vec<i64> {
        let uuid = self.draft["calendarUUID"].as_str().unwrap();
        let (from, to) = (Moment(self.first - DAY), Moment(self.first + 9 * DAY));
        let path = format!("/api/v1/events?calendar={uuid}&from={from}&to={to}");
        let list = self.org.owner.get(&path).await.is(200)["content"].take();
        let at = |start: &Value| start.as_str().unwrap().parse::<jiff::Timestamp>().unwrap().as_millisecond();
        each(&list, "start").into_iter().map(|start| (at(start) - self.first) / HOUR).collect()
    }

    async fn comes(&self) -> bool {
        self.bo.get(&self.own).await.is(200)["enrollment"]["myEnrollmentStatus"] == "CONFIRMED"
    }
}

#[actix_web::test]
async fn an_exception_with_people_stays_when_its_series_moves() {
    let world = World::new().await;
    let it = Attended::new(&world).await;
    let mut later = it.draft.clone();
    later["start"] = json!(Moment(it.first + 3 * HOUR));
    later["end"] = json!(Moment(it.first + 4 * HOUR));
    it.org.owner.put(&it.path, later.clone()).await.is(200);
    assert_eq!(it.starts().await, [3, 27, 49, 75]);
    assert!(it.comes().await);
    // Moved back, and split before it.
    it.org.owner.put(&it.path, it.draft.clone()).await.is(200);
    assert_eq!(it.starts().await, [0, 24, 49, 72]);
    let rest = format!("{}?scope=future&recurrenceId={}", it.path, Moment(it.first + DAY));
    later["start"] = json!(Moment(it.first + DAY + 3 * HOUR));
    later["end"] = json!(Moment(it.first + DAY + 4 * HOUR));
    it.org.owner.put(&rest, later).await.is(200);
    assert_eq!(it.starts().await, [0, 27, 49, 75]);
    assert!(it.comes().await);
}

#[actix_web::test]
async fn dropping_an_exception_with_people_needs_consent() {
    let world = World::new().await;
    for (of_series, rest, left) in [
        (true, String::new(), vec![]),
        (true, "future".to_owned(), vec![0]),
        (false, String::new(), vec![0, 24, 72]),
    ] {
        let it = Attended::new(&world).await;
        let path = match (of_series, rest.as_str()) {
            (false, _) => format!("{}?", it.own),
            (true, "") => format!("{}?", it.path),
            _ => format!("{}?scope=future&recurrenceId={}&", it.path, Moment(it.first + DAY)),
        };
        it.org.owner.delete(&path).await.refused(409, "HAS_ENROLLED");
        assert!(it.comes().await, "{path}");
        assert_eq!(it.starts().await, [0, 24, 49, 72], "{path}");
        it.org.owner.delete(&format!("{path}confirm=true")).await.is(204);
        assert_eq!(it.starts().await, left, "{path}");
        it.bo.get(&it.own).await.refused(404, "NOT_FOUND");
    }
}
