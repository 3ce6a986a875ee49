//! `/api/v1/event/{id}/reminders`, `/api/v1/me/reminders`, and delivery of reminders. Contract §7, social §3.

use actors::platform::time::now;
use storage::JobId;
use storage::jobs::Job;
use storage::record::{Record, Stored};
use storage::time::Moment;

use crate::harness::{Patience, Person, Value, World, each, json};

const MIN: i64 = 60_000;
const HOUR: i64 = 60 * MIN;
const DAY: i64 = 24 * HOUR;

fn all(but: &[&str]) -> Value {
    let names = [
        "reminderAtStart",
        "reminder5Min",
        "reminder15Min",
        "reminder30Min",
        "reminder1Hour",
        "reminder2Hours",
        "reminder1Day",
        "reminder1Week",
    ];
    names
        .iter()
        .map(|name| ((*name).to_owned(), json!(but.contains(name))))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn own(custom: bool, disabled: bool, on: &[&str]) -> Value {
    let mut body = all(on);
    body["useCustomReminders"] = json!(custom);
    body["remindersDisabled"] = json!(disabled);
    body
}

async fn made(person: &Person, more: Value) -> (String, i64) {
    let calendar = person.get("/api/v1/calendars").await.is(200)["content"][0]["calendarUUID"].take();
    let starts = (now() + 30 * DAY) / 1_000 * 1_000;
    let mut body = json!({"calendarUUID": calendar, "title": "Tandläkaren", "start": Moment(starts), "end": Moment(starts + HOUR)});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let event = person.post("/api/v1/event", body).await.is(201);
    (format!("/api/v1/event/{}", event["id"]), starts)
}

/// The waiting reminder jobs, by due time.
async fn chain(world: &World) -> Vec<Job> {
    let rows = world.engine.scan(Job::at(0, 0, JobId(0)).table, None, 100_000).await.unwrap();
    let jobs = rows.into_iter().map(|row| Job::read(row).unwrap());
    let mut jobs: Vec<Job> = jobs.filter(|job| job.kind == "event-reminder").collect();
    jobs.sort_by_key(|job| job.due);
    jobs
}

/// Runs a job early: the clock cannot be moved here, so its due time is. Twice, as after a crash half-way.
async fn comes(world: &World, job: &Job) {
    for n in 1..=2 {
        let due = Job::new(JobId(job.job_id.0 ^ n), now(), &job.kind, job.payload.clone());
        world.engine.write(vec![due.insert()]).await.unwrap();
    }
    world.engine.write(vec![job.key().delete()]).await.unwrap();
    world.platform.jobs.wake();
    let mut patience = Patience::new();
    while patience.lasts().await {
        if chain(world).await.iter().all(|left| left.due > now()) {
            return;
        }
    }
    panic!("the job is not done");
}

#[actix_web::test]
async fn reminder_settings_are_stored() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    assert_eq!(anna.get("/api/v1/me/reminders").await.is(200), all(&["reminder1Hour"]));
    let usual = all(&["reminder1Day", "reminder1Week"]);
    assert_eq!(anna.put("/api/v1/me/reminders", usual.clone()).await.is(200), usual);
    assert_eq!(anna.get("/api/v1/me/reminders").await.is(200), usual);
    assert_eq!(anna.put("/api/v1/me/reminders", json!({})).await.is(200), all(&[]));
    assert_eq!(anna.get("/api/v1/me/reminders").await.is(200), all(&[]), "never is not as at first");
    assert_eq!(bo.get("/api/v1/me/reminders").await.is(200), all(&["reminder1Hour"]), "each their own");
    let (event, _) = made(&anna, json!({})).await;
    let path = format!("{event}/reminders");
    assert_eq!(anna.get(&path).await.is(200), own(false, false, &[]));
    let said = own(true, false, &["reminderAtStart", "reminder5Min"]);
    assert_eq!(anna.put(&path, said.clone()).await.is(200), said);
    assert_eq!(anna.get(&path).await.is(200), said);
    anna.put(&path, own(false, false, &[])).await.is(200);
    assert_eq!(anna.get(&path).await.is(200), own(false, false, &[]));
    bo.get(&path).await.refused(404, "NOT_FOUND");
    bo.put(&path, said.clone()).await.refused(404, "NOT_FOUND");
    anna.put(&path, json!({"reminder5Min": "ja"})).await.refused(422, "INVALID");
    for path in [path.as_str(), "/api/v1/me/reminders"] {
        assert_eq!(world.anyone("GET", path).send().await.status, 401);
        assert_eq!(world.anyone("PUT", path).json(&said).send().await.status, 401);
    }
}

#[actix_web::test]
async fn reminder_is_sent_once_at_the_set_time() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let (event, starts) = made(&anna, json!({})).await;
    anna.put(&format!("{event}/reminders"), own(true, false, &["reminder1Day"])).await.is(200);
    let week = chain(&world).await;
    assert_eq!(
        week.iter().map(|job| job.due).collect::<Vec<_>>(),
        [starts - 7 * DAY],
        "one job, for the first"
    );
    comes(&world, &week[0]).await;
    let day = chain(&world).await;
    assert_eq!(day.iter().map(|job| job.due).collect::<Vec<_>>(), [starts - DAY], "and then the next, once");
    anna.bell(0).await;
    comes(&world, &day[0]).await;
    let bell = anna.bell(1).await;
    assert_eq!(
        (&bell[0]["type"], &bell[0]["title"]),
        (&json!("EVENT_REMINDER"), &json!("Påminnelse: Tandläkaren"))
    );
    assert!(bell[0]["preview"].as_str().unwrap().starts_with("Börjar "));
    // Moved: the job for the old time notifies nobody.
    let old = chain(&world).await;
    let calendar = anna.get("/api/v1/calendars").await.is(200)["content"][0]["calendarUUID"].take();
    let moved = starts + 3 * DAY;
    let mut body = json!({"calendarUUID": calendar, "title": "Tandläkaren", "start": Moment(moved), "end": Moment(moved + HOUR)});
    anna.put(&event, body.clone()).await.is(200);
    let both = chain(&world).await;
    assert!(both.iter().any(|job| job.due == moved - 7 * DAY));
    comes(&world, &old[0]).await;
    assert_eq!(chain(&world).await.iter().map(|job| job.due).collect::<Vec<_>>(), [moved - 7 * DAY]);
    anna.bell(1).await;
    // Cancelled: nobody is reminded.
    body["eventStatus"] = json!("CANCELLED");
    anna.put(&event, body).await.is(200);
    for _ in 0..8 {
        let left = chain(&world).await;
        if let Some(job) = left.first() {
            comes(&world, job).await;
        }
    }
    assert!(chain(&world).await.is_empty());
    anna.bell(1).await;
}

#[actix_web::test]
async fn enrolled_people_are_reminded() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let new = json!({"name": "Matcher", "idEntity": org.id, "visibility": "PUBLIC"});
    let calendar = org.owner.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take();
    let starts = (now() + DAY) / 1_000 * 1_000;
    let game = json!({
        "calendarUUID": calendar, "title": "Match", "start": Moment(starts), "end": Moment(starts + HOUR), "rrule": "FREQ=DAILY;COUNT=3",
        "enrollment": {"capacity": 3, "waitlistMode": "MANUAL"}
    });
    let event = org.owner.post("/api/v1/event", game).await.is(201);
    let path = format!("/api/v1/event/{}", event["id"]);
    let mut people = Vec::new();
    for _ in 0..5 {
        let person = world.person("Person").await;
        person.post(&format!("{path}/enrollment?recurrenceId={}", Moment(starts)), json!({})).await.is(201);
        people.push(person);
    }
    people[1].put(&format!("{path}/reminders"), own(false, true, &[])).await.is(200);
    people[2].put("/api/v1/me/reminders", all(&["reminder5Min"])).await.is(200);
    // The fourth and fifth are on the waiting list. Runs up to an hour before the first occurrence.
    loop {
        let next = chain(&world).await;
        assert_eq!(next.len(), 1);
        comes(&world, &next[0]).await;
        if next[0].due == starts - HOUR {
            break;
        }
    }
    let bell = people[0].bell(1).await;
    assert_eq!(each(&bell, "type"), ["EVENT_REMINDER"]);
    assert!(bell[0]["path"].as_str().unwrap().contains("recurrenceId="));
    for silent in [&people[1], &people[2], &people[3], &people[4], &org.owner] {
        silent.bell(0).await;
    }
}

#[actix_web::test]
async fn attending_people_are_reminded() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let new = json!({"name": "Arbetsdagar", "idEntity": org.id, "visibility": "PUBLIC"});
    let calendar = org.owner.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take();
    let starts = (now() + 30 * MIN) / 1_000 * 1_000;
    let plain = json!({"calendarUUID": calendar, "title": "Städdag", "start": Moment(starts), "end": Moment(starts + HOUR)});
    let event = org.owner.post("/api/v1/event", plain).await.is(201);
    let path = format!("/api/v1/event/{}", event["id"]);
    let mut people = Vec::new();
    for name in ["Kommer", "Ångrar", "Gillar", "Vill inte"] {
        people.push(world.person(name).await);
    }
    let [comes_to_it, changed_mind, likes, silent] = &people[..] else { unreachable!() };
    for person in [comes_to_it, changed_mind, silent] {
        person.put("/api/v1/me/reminders", all(&["reminder15Min"])).await.is(200);
        person.put(&format!("{path}/attend"), json!({})).await.is(200);
    }
    likes.put("/api/v1/me/reminders", all(&["reminder15Min"])).await.is(200);
    likes.put(&format!("{path}/like"), json!({})).await.is(200);
    changed_mind.delete(&format!("{path}/attend")).await.is(200);
    silent.put(&format!("{path}/reminders"), own(false, true, &[])).await.is(200);
    assert_eq!(dues(&world).await, [starts - 15 * MIN]);
    comes(&world, &chain(&world).await[0]).await;
    assert_eq!(comes_to_it.bell(1).await[0]["title"], "Påminnelse: Städdag");
    for nobody in [changed_mind, likes, silent, &org.owner] {
        nobody.bell(0).await;
    }
    assert_eq!(dues(&world).await, [starts - 5 * MIN], "and so on, for who comes later");
}

/// Due times of the chain of jobs.
async fn dues(world: &World) -> Vec<i64> {
    chain(world).await.iter().map(|job| job.due).collect()
}

#[actix_web::test]
async fn unrelated_change_keeps_reminders() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let new = json!({"name": "Matcher", "idEntity": org.id, "visibility": "PUBLIC"});
    let calendar = org.owner.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take();
    let starts = (now() + 30 * DAY) / 1_000 * 1_000;
    let mut game = json!({
        "calendarUUID": calendar, "title": "Match", "start": Moment(starts), "end": Moment(starts + HOUR), "enrollment": {}
    });
    let event = org.owner.post("/api/v1/event", game.clone()).await.is(201);
    let path = format!("/api/v1/event/{}", event["id"]);
    let anna = world.person("Anna").await;
    anna.post(&format!("{path}/enrollment"), json!({})).await.is(201);
    anna.put("/api/v1/me/reminders", all(&["reminder1Week"])).await.is(200);
    org.owner.put(&format!("{path}/promoted"), json!({})).await.is(200);
    game["title"] = json!("Kvartsfinal");
    game["enrollment"] = json!({"capacity": 5});
    org.owner.put(&path, game).await.is(200);
    assert_eq!(dues(&world).await, [starts - 7 * DAY], "one chain");
    comes(&world, &chain(&world).await[0]).await;
    assert_eq!(anna.bell(1).await[0]["title"], "Påminnelse: Kvartsfinal");
    assert_eq!(dues(&world).await, [starts - DAY], "and it goes on");
}

#[actix_web::test]
async fn saved_copies_remind_their_owner() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let public = json!({"name": "Öppet", "visibility": "PUBLIC"});
    let open = anna.post("/api/v1/calendars", public).await.is(201)["calendarUUID"].take();
    let (event, starts) = made(&anna, json!({"calendarUUID": open})).await;
    let copy = bo.post(&format!("{event}/save"), json!({})).await.is(201);
    assert_eq!(dues(&world).await, [starts - 7 * DAY; 2], "hers and his");
    bo.put(&format!("/api/v1/event/{}/reminders", copy["id"]), own(true, false, &["reminder1Week"]))
        .await
        .is(200);
    for job in chain(&world).await {
        comes(&world, &job).await;
    }
    assert_eq!(bo.bell(1).await[0]["title"], "Påminnelse: Tandläkaren");
    anna.bell(0).await;
}

#[actix_web::test]
async fn moved_imports_remind_at_the_new_time() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let calendar = anna.get("/api/v1/calendars").await.is(200)["content"][0]["calendarUUID"].take();
    let path = format!("/api/v1/calendars/{}/import", calendar.as_str().unwrap());
    let starts = (now() + 30 * DAY) / DAY * DAY;
    let put = async |at: i64, rest: &str| {
        let when = jiff::Timestamp::from_millisecond(at).unwrap().strftime("%Y%m%dT%H%M%SZ").to_string();
        let file = format!(
            "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:{when}\r\nSUMMARY:Prov\r\n{rest}END:VEVENT\r\nEND:VCALENDAR\r\n"
        );
        anna.call("POST", &path).body("text/calendar", file.into_bytes()).send().await.is(200)
    };
    assert_eq!(put(starts, "").await["imported"], 1);
    assert_eq!(dues(&world).await, [starts - 7 * DAY]);
    // Imported unchanged, and with another place: the same chain.
    put(starts, "").await;
    assert_eq!(put(starts, "LOCATION:Aulan\r\n").await["updated"], 1);
    assert_eq!(dues(&world).await, [starts - 7 * DAY]);
    let old = chain(&world).await;
    assert_eq!(put(starts + DAY, "").await["updated"], 1);
    comes(&world, &old[0]).await;
    anna.bell(0).await;
    assert_eq!(dues(&world).await, [starts - 6 * DAY], "the old one has ended");
    anna.put("/api/v1/me/reminders", all(&["reminder1Week"])).await.is(200);
    comes(&world, &chain(&world).await[0]).await;
    assert_eq!(anna.bell(1).await[0]["title"], "Påminnelse: Prov");
}
