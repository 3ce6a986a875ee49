//! Calendar subscriptions: `source` of `/api/v1/calendars`, `/api/v1/calendars/{uuid}/refresh`. Contract §7.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use actors::accounts::erasure::{PATIENCE, erase_due};
use actors::platform::time::now;
use storage::UserId;
use storage::calendar::Subscription;
use storage::ids::CalendarId;
use storage::record::Stored;
use storage::time::Moment;

use crate::harness::{Called, Limits, Outside, Person, Value, World, each, id, json, until};
use crate::v1_me_erasure::export;

/// Response of the remote calendar's server: status, headers, body.
type Says = Arc<Mutex<(u16, String, String)>>;

fn event(uid: &str, title: &str, more: &str) -> String {
    format!(
        "BEGIN:VEVENT\r\nUID:{uid}\r\nSUMMARY:{title}\r\nDTSTART:20260601T100000Z\r\nDTEND:20260601T110000Z\r\n{more}END:VEVENT\r\n"
    )
}

fn file(events: &[String]) -> String {
    format!("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Skolan//SE\r\n{}END:VCALENDAR\r\n", events.concat())
}

fn two() -> String {
    file(&[event("a", "Prov", ""), event("b", "Studiedag", "")])
}

/// The remote calendar's server.
async fn school(body: &str) -> (Outside, Says) {
    let says: Says = Arc::new(Mutex::new((200, "etag: \"1\"\r\n".to_owned(), body.to_owned())));
    let saying = Arc::clone(&says);
    let outside = Outside::answering(move |call: &Called| {
        let (status, headers, body) = saying.lock().unwrap().clone();
        let tag = headers.lines().find_map(|line| line.strip_prefix("etag: "));
        if status == 200 && tag.is_some_and(|tag| tag == call.header("if-none-match")) {
            return (304, headers, String::new());
        }
        (status, headers, body)
    })
    .await;
    (outside, says)
}

fn say(says: &Says, status: u16, headers: &str, body: &str) {
    *says.lock().unwrap() = (status, headers.to_owned(), body.to_owned());
}

async fn made(person: &Person, source: &str) -> Value {
    let new = json!({"name": "Skolan", "visibility": "PRIVATE", "source": source});
    person.post("/api/v1/calendars", new).await.is(201)
}

fn path(calendar: &Value) -> String {
    format!("/api/v1/calendars/{}", calendar["calendarUUID"].as_str().unwrap())
}

/// The calendar once no fetch is running.
async fn settled(person: &Person, calendar: &Value) -> Value {
    until(async || {
        let list = person.get("/api/v1/calendars").await.is(200)["content"].take();
        let found = list.as_array().unwrap().iter().find(|one| one["idCalendar"] == calendar["idCalendar"]);
        found.filter(|one| one["sourceState"]["fetching"] == false).cloned()
    })
    .await
}

/// Fetches again and returns the resulting state.
async fn again(person: &Person, calendar: &Value) -> Value {
    person.call("POST", &format!("{}/refresh", path(calendar))).send().await.is(202);
    settled(person, calendar).await
}

async fn listed(person: &Person, calendar: &Value) -> Value {
    let uuid = calendar["calendarUUID"].as_str().unwrap();
    let days = format!("/api/v1/events?calendar={uuid}&from=2026-06-01T00:00:00Z&to=2026-07-01T00:00:00Z");
    person.get(&days).await.is(200)["content"].take()
}

#[actix_web::test]
async fn subscribed_calendar_follows_its_source() {
    let (school, says) = school(&two()).await;
    let world = World::reaching(&school.origin).await;
    let anna = world.person("Anna").await;
    let source = format!("{}/klass.ics?nyckel=hemlig", school.origin);
    let calendar = made(&anna, &source).await;
    assert_eq!((&calendar["subscribed"], &calendar["source"]), (&json!(true), &json!(source)));
    assert_eq!(calendar["abilities"], json!(["MANAGE"]));
    assert_eq!(calendar["sourceState"]["fetching"], true);
    let first = settled(&anna, &calendar).await;
    let state = &first["sourceState"];
    assert_eq!((&state["failure"], &state["skipped"]), (&json!(null), &json!([])));
    let moment = |value: &Value| value.as_str().unwrap().parse::<jiff::Timestamp>().unwrap().as_millisecond();
    let wait = moment(&state["nextFetch"]) - moment(&state["lastFetched"]);
    assert!((4 * 3_600_000..=5 * 3_600_000).contains(&wait), "every few hours: {wait}");
    assert_eq!(state["lastChanged"], state["lastFetched"]);
    let before = listed(&anna, &calendar).await;
    assert_eq!(each(&before, "title"), ["Prov", "Studiedag"]);
    assert_eq!(school.called()[0].path(), "/klass.ics?nyckel=hemlig");
    assert!(!format!("{:?}", world.dump().await).contains("nyckel"), "the address lies sealed");

    // The same file: 304, and nothing is written.
    let same = again(&anna, &calendar).await;
    assert_eq!(school.called()[1].header("if-none-match"), "\"1\"");
    assert_eq!(same["sourceState"]["lastChanged"], state["lastChanged"]);
    assert_eq!(listed(&anna, &calendar).await, before);
    // The same content with other headers is recognised as unchanged.
    say(&says, 200, "last-modified: Mon, 01 Jun 2026 10:00:00 GMT\r\n", &two());
    let same = again(&anna, &calendar).await;
    assert_eq!(same["sourceState"]["lastChanged"], state["lastChanged"]);
    assert_eq!(listed(&anna, &calendar).await, before);

    // One event changed, one removed, one new.
    say(&says, 200, "etag: \"2\"\r\n", &file(&[event("b", "Lov", ""), event("c", "Avslutning", "")]));
    let other = again(&anna, &calendar).await;
    assert_eq!(school.called()[3].header("if-modified-since"), "Mon, 01 Jun 2026 10:00:00 GMT");
    assert_ne!(other["sourceState"]["lastChanged"], state["lastChanged"]);
    let after = listed(&anna, &calendar).await;
    assert_eq!(each(&after, "title"), ["Lov", "Avslutning"]);
    assert_eq!(after[0]["id"], before[1]["id"], "it is the same event");
    assert_eq!(anna.get(&format!("/api/v1/event/{}", before[0]["id"])).await.status, 404);
}

#[actix_web::test]
async fn fetched_events_are_read_only() {
    let (school, _) = school(&two()).await;
    let world = World::reaching(&school.origin).await;
    let org = world.org("Skolan").await;
    let new = json!({"name": "Läsåret", "idEntity": org.id, "visibility": "PUBLIC", "source": school.origin});
    let calendar = org.owner.post("/api/v1/calendars", new).await.is(201);
    settled(&org.owner, &calendar).await;
    let list = listed(&org.owner, &calendar).await;
    let event = format!("/api/v1/event/{}", list[0]["id"]);
    let mut draft = org.owner.get(&event).await.is(200);
    assert_eq!(draft["abilities"], json!(["MANAGE"]), "not WRITE");
    let before = world.dump().await;
    org.owner.delete(&event).await.refused(409, "SUBSCRIBED");
    for (field, value) in [("title", json!("Ny")), ("enrollment", json!({"capacity": 5}))] {
        draft[field] = value;
        org.owner.put(&event, draft.clone()).await.refused(409, "SUBSCRIBED");
    }
    let uuid = calendar["calendarUUID"].as_str().unwrap();
    let own = json!({"calendarUUID": uuid, "title": "Egen", "start": "2026-06-01T10:00:00Z", "end": "2026-06-01T11:00:00Z"});
    org.owner.post("/api/v1/event", own).await.refused(409, "SUBSCRIBED");
    let import = org.owner.call("POST", &format!("{}/import", path(&calendar)));
    import.body("text/calendar", two().into_bytes()).send().await.refused(409, "SUBSCRIBED");
    org.owner.call("PUT", &format!("{event}/promoted")).send().await.refused(409, "SUBSCRIBED");
    World::assert_same(&before, &world.dump().await);
    // Events can be moved neither into it nor out of it.
    let new = json!({"name": "Vår egen", "idEntity": org.id, "visibility": "PUBLIC"});
    let ours = org.owner.post("/api/v1/calendars", new).await.is(201);
    let mut own = json!({"calendarUUID": ours["calendarUUID"], "title": "Egen", "start": "2026-06-01T10:00:00Z", "end": "2026-06-01T11:00:00Z"});
    let ours = format!("/api/v1/event/{}", org.owner.post("/api/v1/event", own.clone()).await.is(201)["id"]);
    own["calendarUUID"] = json!(uuid);
    org.owner.put(&ours, own.clone()).await.refused(409, "SUBSCRIBED");
    let republish = json!({"idEntity": org.id, "calendarUUID": uuid});
    org.owner.post(&format!("{ours}/republish"), republish).await.refused(409, "SUBSCRIBED");
    // Public ones may be liked and saved like any other.
    let bo = world.person("Bo").await;
    bo.put(&format!("{event}/like"), json!({})).await.is(200);
    let copy = bo.post(&format!("{event}/save"), json!({})).await;
    assert_eq!(copy.status, 201, "{}", copy.text());
}

#[actix_web::test]
async fn failed_fetch_keeps_events_and_is_reported() {
    let (school, says) = school(&two()).await;
    let world = World::reaching(&school.origin).await;
    let anna = world.person("Anna").await;
    let calendar = made(&anna, &format!("{}/a.ics", school.origin)).await;
    let fetched = settled(&anna, &calendar).await["sourceState"]["lastFetched"].take();
    let before = listed(&anna, &calendar).await;
    let huge = format!("BEGIN:VCALENDAR\r\n{}", "X".repeat(100 << 20));
    let many: Vec<String> = (0..5_001).map(|n| event(&n.to_string(), "A", "")).collect();
    let cut = two().replace("END:VCALENDAR\r\n", "");
    for (status, headers, body, code) in [
        (500, "", "", "ANSWER"),
        (404, "", "", "GONE"),
        (403, "", "", "DENIED"),
        (200, "", huge.as_str(), "TOO_LARGE"),
        (200, "", &file(&many), "TOO_MANY"),
        (200, "", "<html>Logga in</html>", "UNREADABLE"),
        (200, "", &cut, "UNREADABLE"),
        (200, "", "", "UNREADABLE"),
        (302, "location: http://127.0.0.1:1/a.ics\r\n", "", "FORBIDDEN"),
        (302, "location: https://10.0.0.1/a.ics\r\n", "", "FORBIDDEN"),
        (302, "location: /a.ics\r\n", "", "REDIRECTS"),
    ] {
        say(&says, status, headers, body);
        let state = again(&anna, &calendar).await["sourceState"].take();
        assert_eq!(state["failure"]["code"], code, "{status} {headers}");
        assert!(
            state["failure"]["text"].as_str().unwrap().ends_with('.')
                && state["failure"]["since"].is_string()
        );
        assert_eq!(state["lastFetched"], fetched, "{code}");
        assert!(state["nextFetch"].is_string(), "{code}: it is tried again");
        assert_eq!(listed(&anna, &calendar).await, before, "{code}");
    }
    say(&says, 200, "", &file(&[event("a", "Prov igen", "")]));
    let state = again(&anna, &calendar).await["sourceState"].take();
    assert_eq!(state["failure"], json!(null));
    assert_eq!(each(&listed(&anna, &calendar).await, "title"), ["Prov igen"]);
    // An invalid event is reported and does not stop the others.
    let bad = "BEGIN:VEVENT\r\nUID:x\r\nSUMMARY:Utan tid\r\nEND:VEVENT\r\n".to_owned();
    say(&says, 200, "", &file(&[bad, event("a", "Prov igen", "")]));
    let state = again(&anna, &calendar).await["sourceState"].take();
    let skipped = &state["skipped"][0];
    assert_eq!((&skipped["uid"], &skipped["code"]), (&json!("x"), &json!("NO_START")));
    assert_eq!(each(&listed(&anna, &calendar).await, "title"), ["Prov igen"]);
}

#[actix_web::test]
async fn internal_address_is_not_fetched() {
    let (school, _) = school(&two()).await;
    let world = World::reaching(&school.origin).await;
    let anna = world.person("Anna").await;
    let before = world.dump().await;
    for source in [
        "",
        "kalender",
        "https://127.0.0.1/a.ics",
        "https://10.1.2.3/a.ics",
        "webcal://[::1]/a.ics",
        "https://169.254.169.254/latest/meta-data/",
        "https://localhost/a.ics",
        "http://example.se/a.ics",
        "https://anna:hemligt@example.se/a.ics",
        "file:///etc/passwd",
    ] {
        let new = json!({"name": "Skolan", "visibility": "PRIVATE", "source": source});
        anna.post("/api/v1/calendars", new).await.wrong_field("source", "ADDRESS");
    }
    World::assert_same(&before, &world.dump().await);
    let calendar = made(&anna, &school.origin).await;
    let calendar = settled(&anna, &calendar).await;
    let change = json!({"name": "Skolan", "visibility": "PRIVATE", "source": "https://192.168.0.1/a.ics"});
    anna.put(&path(&calendar), change).await.wrong_field("source", "ADDRESS");
    assert_eq!(settled(&anna, &calendar).await, calendar);
}

#[actix_web::test]
async fn source_address_is_visible_to_managers_only() {
    let (school, _) = school(&two()).await;
    let world = World::reaching(&school.origin).await;
    let org = world.org("Skolan").await;
    let (member, other) = (org.with("MEMBER").await, world.org("Klubben").await.owner);
    let source = format!("{}/a.ics?k=hemlig", school.origin);
    let new = json!({"name": "Läsåret", "idEntity": org.id, "visibility": "RESTRICTED", "source": source});
    member.post("/api/v1/calendars", new.clone()).await.refused(403, "ROLE_TOO_LOW");
    other.post("/api/v1/calendars", new.clone()).await.refused(403, "ROLE_TOO_LOW");
    assert_eq!(school.called().len(), 0);
    let calendar = org.owner.post("/api/v1/calendars", new).await.is(201);
    settled(&org.owner, &calendar).await;
    let administrator = org.with("ADMINISTRATOR").await;
    assert_eq!(settled(&administrator, &calendar).await["source"], json!(source));
    let list = member.get("/api/v1/calendars").await.is(200)["content"].take();
    let theirs = list.as_array().unwrap().iter().find(|one| one["idCalendar"] == calendar["idCalendar"]);
    let theirs = theirs.unwrap();
    assert_eq!(
        (&theirs["subscribed"], &theirs["source"], &theirs["sourceState"], &theirs["abilities"]),
        (&json!(true), &json!(null), &json!(null), &json!([]))
    );
    assert_eq!(each(&listed(&member, &calendar).await, "title"), ["Prov", "Studiedag"]);
    let refresh = format!("{}/refresh", path(&calendar));
    let change = json!({"name": "Mitt", "visibility": "PUBLIC", "source": school.origin});
    let called = school.called().len();
    for (person, status, code) in [(&member, 403, "ROLE_TOO_LOW"), (&other, 404, "NOT_FOUND")] {
        person.call("POST", &refresh).send().await.refused(status, code);
        person.put(&path(&calendar), change.clone()).await.refused(status, code);
    }
    assert_eq!(world.anyone("POST", &refresh).send().await.status, 401);
    assert_eq!(world.anyone("PUT", &path(&calendar)).json(&change).send().await.status, 401);
    assert_eq!(school.called().len(), called);
    // A calendar that is not subscribed is not fetched.
    let plain = json!({"name": "Egen", "idEntity": org.id, "visibility": "PUBLIC"});
    let plain = org.owner.post("/api/v1/calendars", plain).await.is(201);
    assert_eq!((&plain["subscribed"], &plain["source"]), (&json!(false), &json!(null)));
    let refresh = format!("{}/refresh", path(&plain));
    org.owner.call("POST", &refresh).send().await.refused(409, "NOT_SUBSCRIBED");
    org.owner.put(&path(&plain), change).await.refused(409, "NOT_SUBSCRIBED");
}

#[actix_web::test]
async fn source_and_visibility_can_be_changed() {
    let (school, says) = school(&two()).await;
    let world = World::reaching(&school.origin).await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let calendar = made(&anna, &school.origin).await;
    settled(&anna, &calendar).await;
    let secret = file(&[event("a", "Prov", ""), event("b", "Samtal", "CLASS:PRIVATE\r\n")]);
    say(&says, 200, "", &secret);
    let source = format!("{}/ny.ics", school.origin);
    let change = json!({"name": "Skolan", "visibility": "PUBLIC", "source": source});
    assert_eq!(anna.put(&path(&calendar), change).await.is(200)["source"], json!(source));
    settled(&anna, &calendar).await;
    assert_eq!(school.called().last().unwrap().path(), "/ny.ics");
    assert_eq!(school.called().last().unwrap().header("if-none-match"), "", "another file");
    assert_eq!(each(&listed(&anna, &calendar).await, "title"), ["Prov", "Samtal"]);
    assert_eq!(
        each(&listed(&bo, &calendar).await, "title"),
        ["Prov"],
        "for whom the calendar is, but what is private"
    );
    // Renamed only: nothing is fetched.
    let calls = school.called().len();
    let change = json!({"name": "Nian", "visibility": "PUBLIC"});
    assert_eq!(anna.put(&path(&calendar), change).await.is(200)["source"], json!(source));
    assert_eq!(settled(&anna, &calendar).await["name"], "Nian");
    assert_eq!(school.called().len(), calls);
}

#[actix_web::test]
async fn fetch_of_a_dead_process_is_repeated() {
    let (school, _) = school(&two()).await;
    let world = World::reaching(&school.origin).await;
    let anna = world.person("Anna").await;
    let calendar = made(&anna, &school.origin).await;
    settled(&anna, &calendar).await;
    let calendars = &world.storage.calendars;
    let id = CalendarId(id(&calendar["idCalendar"]));
    let before = listed(&anna, &calendar).await;
    let stands = calendars.subscription(id).await.unwrap().unwrap();
    // The finished job runs again, as on a node that lost its shard: it has no effect.
    let calls = school.called().len();
    let job = || actors::platform::jobs::job(&world.platform, "calendar-fetch", 0, &id).unwrap();
    world.storage.jobs.put(&[job()]).await.unwrap();
    // A fetch that died half-way: one event is missing, and the row says that it did not finish.
    let lost = calendars.all(id).await.unwrap().remove(0);
    calendars.remove_event(&lost, &[], Vec::new()).await.unwrap();
    let next = job();
    let half = Subscription {
        busy_until: Some(Moment(1)),
        job_id: next.job_id,
        next_fetch: Some(Moment(1)),
        version: stands.version + 1,
        ..stands.clone()
    };
    assert!(calendars.change_subscription(&stands, &half, vec![next.insert()]).await.unwrap());
    world.platform.jobs.wake();
    settled(&anna, &calendar).await;
    let after = listed(&anna, &calendar).await;
    // One of two events with the same start has another id now.
    let titles =
        |list: &Value| each(list, "title").into_iter().map(Value::to_string).collect::<BTreeSet<_>>();
    assert_eq!((titles(&after), after.as_array().unwrap().len()), (titles(&before), 2));
    let last = school.calls(calls + 1).await;
    assert_eq!(last.len(), calls + 1, "the void job called nobody");
    assert_eq!(last.last().unwrap().header("if-none-match"), "", "what was known of the file does not count");
    // During a fetch no second one starts.
    let stands = calendars.subscription(id).await.unwrap().unwrap();
    let busy = Subscription {
        busy_until: Some(Moment(now() + 600_000)),
        version: stands.version + 1,
        ..stands.clone()
    };
    assert!(calendars.change_subscription(&stands, &busy, Vec::new()).await.unwrap());
    anna.call("POST", &format!("{}/refresh", path(&calendar))).send().await.is(202);
    assert_eq!(calendars.subscription(id).await.unwrap().unwrap(), busy);
}

#[actix_web::test]
async fn subscriptions_have_a_quota_and_a_rate_limit() {
    let (school, _) = school(&two()).await;
    let world = World::reaching(&school.origin).await;
    let anna = world.person("Anna").await;
    for _ in 0..20 {
        made(&anna, &school.origin).await;
    }
    let new = json!({"name": "En till", "visibility": "PRIVATE", "source": school.origin});
    anna.post("/api/v1/calendars", new).await.refused(409, "QUOTA_REACHED");
    anna.post("/api/v1/calendars", json!({"name": "Egen", "visibility": "PRIVATE"})).await.is(201);

    let world = World::with(Limits::Default, None).await;
    let bo = world.person("Bo").await;
    // The host does not exist; the fetch's result does not matter.
    let calendar = made(&bo, "https://kalender.invalid/a.ics").await;
    let refresh = format!("{}/refresh", path(&calendar));
    bo.call("POST", &refresh).send().await.is(202);
    let answer = bo.call("POST", &refresh).send().await;
    assert!(answer.header("retry-after").parse::<u32>().unwrap() > 0);
    answer.refused(429, "RATE_LIMITED");
}

#[actix_web::test]
async fn subscription_is_deleted_with_calendar_or_owner() {
    let (school, _) = school(&two()).await;
    let world = World::reaching(&school.origin).await;
    let anna = world.person("Anna").await;
    let (first, second) = (made(&anna, &school.origin).await, made(&anna, &school.origin).await);
    settled(&anna, &first).await;
    settled(&anna, &second).await;
    let events = listed(&anna, &first).await;
    let copy = export(&anna).await;
    assert_eq!(
        each(&copy["calendars.json"], "source")
            .iter()
            .filter(|source| ***source == json!(first["source"]))
            .count(),
        2
    );
    assert_eq!(copy["events.json"].as_array().unwrap().len(), 4);
    anna.delete(&path(&first)).await.is(204);
    let of = async |calendar: &Value| {
        let id = CalendarId(id(&calendar["idCalendar"]));
        world.storage.calendars.subscription(id).await.unwrap()
    };
    assert_eq!(of(&first).await, None);
    let gone = async || anna.get(&format!("/api/v1/event/{}", events[0]["id"])).await.status == 404;
    until(async || gone().await.then_some(())).await;
    assert!(of(&second).await.is_some());
    anna.delete("/api/v1/me").await.is(200);
    assert!(erase_due(&world.platform, UserId(anna.id), now() + PATIENCE + 60_000).await.unwrap());
    assert_eq!(of(&second).await, None);
    assert!(world.dump().await["calendar_events"].is_empty());
}
