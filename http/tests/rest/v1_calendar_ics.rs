//! `/api/v1/me/ics`, `/ics/…`, `/api/v1/calendars/{uuid}/import`. Contract §7; RFC 5545.

use actors::platform::time::now;
use storage::time::Moment;

use crate::harness::{Answer, Org, Person, Value, World, each, json};

async fn calendar(person: &Person, visibility: &str) -> String {
    let new = json!({"name": "Läsåret", "visibility": visibility});
    person.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].as_str().unwrap().to_owned()
}

async fn event(person: &Person, calendar: &str, more: Value) -> Value {
    let mut body = json!({
        "calendarUUID": calendar, "title": "Föräldramöte",
        "start": "2026-06-01T16:00:00Z", "end": "2026-06-01T17:00:00Z"
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    person.post("/api/v1/event", body).await.is(201)
}

/// The path of an absolute address.
fn path(answer: &Value) -> String {
    let url = answer["url"].as_str().unwrap();
    url[url.find("/ics/").unwrap()..].to_owned()
}

async fn get(world: &World, path: &str) -> Answer {
    world.anyone("GET", path).send().await
}

async fn text(world: &World, path: &str) -> String {
    let answer = get(world, path).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/calendar; charset=utf-8"));
    answer.text().replace("\r\n ", "")
}

async fn import(person: &Person, calendar: &str, file: &str) -> Answer {
    let call = person.call("POST", &format!("/api/v1/calendars/{calendar}/import"));
    call.body("text/calendar", file.as_bytes().to_vec()).send().await
}

#[actix_web::test]
async fn renewed_feed_address_voids_the_old_one() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, world.person("Bo").await);
    let mine = calendar(&anna, "PRIVATE").await;
    event(&anna, &mine, json!({"title": "Tandläkaren"})).await;
    let new = json!({"name": "Skolan", "idEntity": org.id, "visibility": "RESTRICTED"});
    let schools = org.owner.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take();
    event(&org.owner, schools.as_str().unwrap(), json!({"title": "Avslutning"})).await;
    event(&org.owner, schools.as_str().unwrap(), json!({"title": "Lönesamtal", "visibility": "PRIVATE"}))
        .await;
    let open = calendar(&bo, "PUBLIC").await;
    let party = event(&bo, &open, json!({"title": "Fest"})).await;
    event(&bo, &open, json!({"title": "Utan mig"})).await;
    anna.put(&format!("/api/v1/event/{}/attend", party["id"]), json!({})).await.is(200);

    let address = anna.get("/api/v1/me/ics").await.is(200);
    assert_eq!(anna.get("/api/v1/me/ics").await.is(200), address, "the same again");
    assert_ne!(bo.get("/api/v1/me/ics").await.is(200), address);
    let first = path(&address);
    let file = text(&world, &first).await;
    for there in [
        "SUMMARY:Tandläkaren",
        "SUMMARY:Avslutning",
        "SUMMARY:Fest",
        "BEGIN:VTIMEZONE",
        "TZID:Europe/Stockholm",
    ] {
        assert!(file.contains(there), "{there}: {file}");
    }
    for hidden in ["Lönesamtal", "Utan mig"] {
        assert!(!file.contains(hidden), "{hidden}: {file}");
    }
    assert!(
        file.contains("DTSTART;TZID=Europe/Stockholm:20260601T180000") && file.contains("REFRESH-INTERVAL")
    );
    // Unchanged: 304; changed: the new file.
    let tag = get(&world, &first).await.header("etag").to_owned();
    let ask = async || world.anyone("GET", &first).header("If-None-Match", &tag).send().await;
    assert_eq!(ask().await.status, 304);
    event(&anna, &mine, json!({"title": "En till"})).await;
    assert_eq!(ask().await.status, 200);

    let second = path(&anna.call("POST", "/api/v1/me/ics/renew").send().await.is(200));
    get(&world, &first).await.refused(404, "NOT_FOUND");
    assert!(text(&world, &second).await.contains("Tandläkaren"));
    assert_eq!(path(&anna.get("/api/v1/me/ics").await.is(200)), second);
    for wrong in ["/ics/hemlig.ics", "/ics/hemlig", "/ics/.ics", "/ics/calendar/hemlig.ics"] {
        get(&world, wrong).await.refused(404, "NOT_FOUND");
    }
    assert_eq!(get(&world, "/api/v1/me/ics").await.status, 401);
    let secret = second.trim_start_matches("/ics/").trim_end_matches(".ics");
    assert!(secret.len() >= 43, "256 bits");
    assert!(!format!("{:?}", world.dump().await).contains(secret), "stored hashed and sealed alone");
}

#[actix_web::test]
async fn public_calendar_is_served_as_a_file() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for (visibility, status) in [("PUBLIC", 200), ("UNLISTED", 200), ("RESTRICTED", 404), ("PRIVATE", 404)] {
        let uuid = calendar(&anna, visibility).await;
        event(&anna, &uuid, json!({})).await;
        event(&anna, &uuid, json!({"title": "Hemligt", "visibility": "PRIVATE"})).await;
        let path = format!("/ics/calendar/{uuid}.ics");
        assert_eq!(get(&world, &path).await.status, status, "{visibility}");
        if status == 200 {
            let list = format!(
                "/api/public/events?calendar={uuid}&from=2026-06-01T00:00:00Z&to=2026-07-01T00:00:00Z"
            );
            let list = get(&world, &list).await.is(200)["content"].take();
            assert_eq!(each(&list, "title"), ["Föräldramöte"], "{visibility}");
            let file = text(&world, &path).await;
            assert!(file.contains("SUMMARY:Föräldramöte") && !file.contains("Hemligt"));
        }
    }
}

#[actix_web::test]
async fn exported_series_can_be_imported() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let (from, to) = (calendar(&anna, "UNLISTED").await, calendar(&bo, "PRIVATE").await);
    let series =
        event(&anna, &from, json!({"rrule": "FREQ=WEEKLY;COUNT=5", "description": "Hej, du; där\nnere"}))
            .await;
    let at = |day: u8| {
        format!("/api/v1/event/{}?scope=this&recurrenceId=2026-06-{day:02}T16:00:00Z", series["id"])
    };
    let moved = json!({"calendarUUID": from, "title": "Flyttat", "start": "2026-06-09T16:00:00Z", "end": "2026-06-09T17:00:00Z"});
    anna.put(&at(8), moved).await.is(200);
    anna.delete(&at(15)).await.is(204);
    event(
        &anna,
        &from,
        json!({"allDay": true, "startDate": "2026-06-19", "endDate": "2026-06-21", "title": "Midsommar"}),
    )
    .await;
    let path = format!("/ics/calendar/{from}.ics");
    let file = get(&world, &path).await.text();
    assert_eq!(file.matches("RECURRENCE-ID").count(), 1);
    let listed = async |person: &Person, calendar: &str| {
        let path =
            format!("/api/v1/events?calendar={calendar}&from=2026-06-01T00:00:00Z&to=2026-08-01T00:00:00Z");
        let all = person.get(&path).await.is(200)["content"].take();
        let of = |one: &Value| {
            json!([one["title"], one["start"], one["end"], one["startDate"], one["recurrenceId"]])
        };
        all.as_array().unwrap().iter().map(of).collect::<Vec<_>>()
    };
    let there = listed(&anna, &from).await;
    assert_eq!(there.len(), 5);
    for (imported, updated) in [(2, 0), (0, 2)] {
        let told = import(&bo, &to, &file).await.is(200);
        assert_eq!(told, json!({"imported": imported, "updated": updated, "skipped": [], "partly": []}));
        assert_eq!(listed(&bo, &to).await, there);
    }
    // Changes in the file are applied, and events deleted here stay deleted.
    let file = file.replace("SUMMARY:Flyttat", "SUMMARY:Flyttat igen");
    assert_eq!(import(&bo, &to, &file).await.is(200)["updated"], 2);
    let titles = listed(&bo, &to).await;
    assert!(titles.iter().any(|one| one[0] == "Flyttat igen") && titles.len() == 5);
}

#[actix_web::test]
async fn bad_event_does_not_stop_the_import() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let uuid = calendar(&anna, "PRIVATE").await;
    let file = include_str!("../../../actors/tests/ics/school.ics");
    let told = import(&anna, &uuid, file).await.is(200);
    assert_eq!((&told["imported"], &told["updated"]), (&json!(2), &json!(0)));
    assert_eq!(each(&told["skipped"], "uid"), ["utan-start", "fel-datum", "varje-timme"]);
    assert_eq!(each(&told["skipped"], "code"), ["NO_START", "TIME", "TOO_OFTEN"]);
    assert_eq!(told["skipped"][2]["title"], "Ringer ut");
    let form = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.ics\"\r\nContent-Type: text/calendar\r\n\r\n";
    let form = format!("{form}{file}\r\n--x--\r\n").into_bytes();
    let call = anna.call("POST", &format!("/api/v1/calendars/{uuid}/import"));
    let told = call.body("multipart/form-data; boundary=x", form).send().await.is(200);
    assert_eq!((&told["imported"], &told["updated"]), (&json!(0), &json!(2)));
}

#[actix_web::test]
async fn invalid_or_foreign_import_changes_nothing() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (member, other) = (org.with("MEMBER").await, world.org("Klubben").await.owner);
    let new = json!({"name": "Skolan", "idEntity": org.id, "visibility": "RESTRICTED"});
    let uuid = org.owner.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take();
    let uuid = uuid.as_str().unwrap();
    let before = world.dump().await;
    let one = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260601T100000Z\r\nSUMMARY:A\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
    import(&member, uuid, one).await.refused(403, "ROLE_TOO_LOW");
    import(&other, uuid, one).await.refused(404, "NOT_FOUND");
    assert_eq!(get(&world, &format!("/ics/calendar/{uuid}.ics")).await.status, 404);
    for nonsense in ["", "hej", "BEGIN:VCARD\r\nFN:A\r\nEND:VCARD\r\n"] {
        import(&org.owner, uuid, nonsense).await.wrong_field("file", "UNREADABLE");
    }
    let call = org.owner.call("POST", &format!("/api/v1/calendars/{uuid}/import"));
    assert_eq!(call.body("text/plain", one.as_bytes().to_vec()).send().await.status, 415);
    World::assert_same(&before, &world.dump().await);
}

const DAY: i64 = 86_400_000;

/// A moment in iCalendar notation.
fn said(at: i64) -> String {
    jiff::Timestamp::from_millisecond(at).unwrap().strftime("%Y%m%dT%H%M%SZ").to_string()
}

async fn public(org: &Org) -> String {
    let new = json!({"name": "Matcher", "idEntity": org.id, "visibility": "PUBLIC"});
    let made = org.owner.post("/api/v1/calendars", new).await.is(201);
    made["calendarUUID"].as_str().unwrap().to_owned()
}

/// The VEVENT parts with that title; each occurs once.
fn parts(file: &str, title: &str) -> Vec<String> {
    let events = file.split("BEGIN:VEVENT").skip(1);
    events.filter(|one| one.contains(&format!("SUMMARY:{title}\r\n"))).map(str::to_owned).collect()
}

#[actix_web::test]
async fn own_file_has_events_one_attends_or_waits_for() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let uuid = public(&org).await;
    let starts = (now() + 7 * DAY) / DAY * DAY;
    let put = async |title: &str, enrollment: Value, more: Value| {
        let mut body = json!({
            "calendarUUID": uuid, "title": title, "start": Moment(starts), "end": Moment(starts + DAY / 24),
            "enrollment": enrollment, "timeZone": "UTC"
        });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        format!("/api/v1/event/{}", org.owner.post("/api/v1/event", body).await.is(201)["id"])
    };
    let sure = put("Säker", json!({}), json!({})).await;
    let asked = put("Prövas", json!({"requiresApproval": true}), json!({})).await;
    let full = put("Full", json!({"capacity": 1, "waitlistMode": "MANUAL"}), json!({})).await;
    let away = put("Avsagd", json!({}), json!({})).await;
    let series = put("Träning", json!({}), json!({"rrule": "FREQ=DAILY;COUNT=5"})).await;
    put("Utan mig", json!({}), json!({})).await;
    bo.post(&format!("{full}/enrollment"), json!({})).await.is(201);
    for event in [&sure, &asked, &full, &away] {
        anna.post(&format!("{event}/enrollment"), json!({})).await.is(201);
    }
    anna.delete(&format!("{away}/enrollment")).await.is(200);
    let second = format!("recurrenceId={}", Moment(starts + DAY));
    let third = format!("recurrenceId={}", Moment(starts + 2 * DAY));
    for at in [&second, &third] {
        anna.post(&format!("{series}/enrollment?{at}"), json!({})).await.is(201);
    }
    // One occurrence is moved separately.
    let moved = starts + 2 * DAY + DAY / 4;
    let own = json!({"calendarUUID": uuid, "title": "Träning", "start": Moment(moved), "end": Moment(moved + DAY / 24), "timeZone": "UTC"});
    org.owner.put(&format!("{series}?scope=this&{third}"), own).await.is(200);

    let address = path(&anna.get("/api/v1/me/ics").await.is(200));
    let file = text(&world, &address).await;
    for (title, status) in [("Säker", "CONFIRMED"), ("Prövas", "TENTATIVE"), ("Full", "TENTATIVE")] {
        let found = parts(&file, title);
        assert_eq!(found.len(), 1, "{title}: {file}");
        assert!(found[0].contains(&format!("STATUS:{status}\r\n")), "{title}: {file}");
    }
    for hidden in ["Avsagd", "Utan mig"] {
        assert!(!file.contains(hidden), "{hidden}: {file}");
    }
    let theirs = parts(&file, "Träning");
    let of = |at: i64, starts: i64| {
        let (at, starts) = (said(at), said(starts));
        let has = |one: &&String| {
            one.contains(&format!("RECURRENCE-ID:{at}\r\n")) && one.contains(&format!("DTSTART:{starts}\r\n"))
        };
        theirs.iter().filter(has).count()
    };
    assert_eq!(theirs.len(), 2, "those alone: {file}");
    assert_eq!((of(starts + DAY, starts + DAY), of(starts + 2 * DAY, moved)), (1, 1), "{file}");
    assert!(theirs.iter().all(|one| !one.contains("RRULE")));
    // The ETag changes with the file.
    let tag = get(&world, &address).await.header("etag").to_owned();
    let ask = async || world.anyone("GET", &address).header("If-None-Match", &tag).send().await.status;
    assert_eq!(ask().await, 304);
    org.owner.call("POST", &format!("{asked}/enrollments/{}/approve", anna.id)).send().await.is(200);
    assert_eq!(ask().await, 200);
    let file = text(&world, &address).await;
    assert!(parts(&file, "Prövas")[0].contains("STATUS:CONFIRMED"), "{file}");
    // The calendar's owner sees it once, unchanged.
    let owners = text(&world, &path(&org.owner.get("/api/v1/me/ics").await.is(200))).await;
    assert_eq!(parts(&owners, "Träning").len(), 2, "the series and what was moved: {owners}");
    assert!(!owners.contains("STATUS:TENTATIVE"));
}

#[actix_web::test]
async fn own_file_shows_the_waitlisted_occurrence() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let (member, uuid) = (org.with("MEMBER").await, public(&org).await);
    let starts = (now() + 7 * DAY) / DAY * DAY;
    let body = json!({
        "calendarUUID": uuid, "title": "Träning", "start": Moment(starts), "end": Moment(starts + DAY / 24), "timeZone": "UTC",
        "rrule": "FREQ=DAILY;COUNT=5", "enrollment": {"requiresApproval": true}
    });
    let series = org.owner.post("/api/v1/event", body).await.is(201);
    let at = Moment(starts + DAY);
    member
        .post(&format!("/api/v1/event/{}/enrollment?recurrenceId={at}", series["id"]), json!({}))
        .await
        .is(201);
    let file = text(&world, &path(&member.get("/api/v1/me/ics").await.is(200))).await;
    let found = parts(&file, "Träning");
    assert_eq!(found.len(), 2, "{file}");
    assert!(found[0].contains("RRULE") && found[0].contains("STATUS:CONFIRMED"), "{file}");
    let own = format!("RECURRENCE-ID:{}", said(at.0));
    assert!(found[1].contains(&own) && found[1].contains("STATUS:TENTATIVE"), "{file}");
}

#[actix_web::test]
async fn import_notifies_enrolled_people_who_keep_their_place() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let (anna, uuid) = (world.person("Anna").await, public(&org).await);
    let starts = (now() + 7 * DAY) / DAY * DAY;
    let file = |at: i64, title: &str, more: &str| {
        let at = said(at);
        let event =
            format!("BEGIN:VEVENT\r\nUID:a\r\nDTSTART:{at}\r\nSUMMARY:{title}\r\n{more}END:VEVENT\r\n");
        format!("BEGIN:VCALENDAR\r\n{event}END:VCALENDAR\r\n")
    };
    let listed = async || {
        let (from, to) = (Moment(starts - DAY), Moment(starts + 30 * DAY));
        let list = org.owner.get(&format!("/api/v1/events?calendar={uuid}&from={from}&to={to}")).await;
        list.is(200)["content"].take()
    };
    import(&org.owner, &uuid, &file(starts, "Match", "")).await.is(200);
    let event = format!("/api/v1/event/{}", listed().await[0]["id"]);
    let mut draft = org.owner.get(&event).await.is(200);
    draft["enrollment"] = json!({"capacity": 5});
    org.owner.put(&event, draft).await.is(200);
    anna.post(&format!("{event}/enrollment"), json!({})).await.is(201);
    import(&org.owner, &uuid, &file(starts + DAY, "Match", "")).await.is(200);
    assert_eq!(each(&anna.bell(1).await, "type"), ["EVENT_MOVED"]);
    import(&org.owner, &uuid, &file(starts + DAY, "Match", "STATUS:CANCELLED\r\n")).await.is(200);
    assert_eq!(each(&anna.bell(2).await, "type"), ["EVENT_CANCELLED", "EVENT_MOVED"]);
    import(&org.owner, &uuid, &file(starts + DAY, "Match", "")).await.is(200);
    // A series with enrolments is not removed by an import.
    let told =
        import(&org.owner, &uuid, &file(starts + DAY, "Match", "RRULE:FREQ=DAILY;COUNT=3\r\n")).await.is(200);
    assert_eq!(each(&told["skipped"], "code"), ["ENROLLED"]);
    assert_eq!(told["updated"], 0);
    assert_eq!(anna.get(&event).await.is(200)["enrollment"]["myEnrollmentStatus"], "CONFIRMED");
    assert_eq!(listed().await.as_array().unwrap().len(), 1);
}

#[actix_web::test]
async fn import_that_moves_an_occurrence_notifies_its_people() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let (anna, bo, uuid) = (world.person("Anna").await, world.person("Bo").await, public(&org).await);
    let starts = (now() + 7 * DAY) / DAY * DAY;
    let file = |rule: &str, own: Option<i64>| {
        let main = format!(
            "BEGIN:VEVENT\r\nUID:a\r\nDTSTART:{}\r\nSUMMARY:Pass\r\nRRULE:{rule}\r\nEND:VEVENT\r\n",
            said(starts)
        );
        let own = own.map(|at| {
            let (of, at) = (said(starts + DAY), said(at));
            format!("BEGIN:VEVENT\r\nUID:a\r\nRECURRENCE-ID:{of}\r\nDTSTART:{at}\r\nSUMMARY:Pass\r\nEND:VEVENT\r\n")
        });
        format!("BEGIN:VCALENDAR\r\n{main}{}END:VCALENDAR\r\n", own.unwrap_or_default())
    };
    import(&org.owner, &uuid, &file("FREQ=DAILY;COUNT=4", None)).await.is(200);
    let (from, to) = (Moment(starts), Moment(starts + DAY));
    let list = org.owner.get(&format!("/api/v1/events?calendar={uuid}&from={from}&to={to}")).await.is(200);
    let event = format!("/api/v1/event/{}", list["content"][0]["id"]);
    let mut draft = org.owner.get(&event).await.is(200);
    draft["enrollment"] = json!({"capacity": 5});
    org.owner.put(&event, draft).await.is(200);
    for (person, at) in [(&anna, starts + DAY), (&bo, starts + 2 * DAY)] {
        person.post(&format!("{event}/enrollment?recurrenceId={}", Moment(at)), json!({})).await.is(201);
    }
    let moved = file("FREQ=DAILY;COUNT=4", Some(starts + DAY + DAY / 4));
    assert_eq!(import(&org.owner, &uuid, &moved).await.is(200)["updated"], 1);
    assert_eq!(each(&anna.bell(1).await, "type"), ["EVENT_MOVED"]);
    // A second import, with a longer series: the occurrence is not moved again.
    import(&org.owner, &uuid, &moved).await.is(200);
    import(&org.owner, &uuid, &file("FREQ=DAILY;COUNT=5", Some(starts + DAY + DAY / 4))).await.is(200);
    let told = import(&org.owner, &uuid, &file("FREQ=DAILY;COUNT=2", None)).await.is(200);
    assert_eq!(each(&told["skipped"], "code"), ["ENROLLED"], "Bo's would be gone");
    anna.bell(1).await;
    bo.bell(0).await;
}

fn calendar_file(head: &str, events: &[&str]) -> String {
    let events: String =
        events.iter().flat_map(|lines| ["BEGIN:VEVENT\r\n", lines, "END:VEVENT\r\n"]).collect();
    format!("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{head}{events}END:VCALENDAR\r\n")
}

#[actix_web::test]
async fn later_files_join_cancel_and_never_go_back() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let uuid = calendar(&anna, "PRIVATE").await;
    let series = |title: &str, sequence: u8| {
        format!(
            "UID:s\r\nSUMMARY:{title}\r\nSEQUENCE:{sequence}\r\nDTSTART:20260601T090000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=DAILY;COUNT=3\r\n"
        )
    };
    let listed = async || {
        let path =
            format!("/api/v1/events?calendar={uuid}&from=2026-06-01T00:00:00Z&to=2026-07-01T00:00:00Z");
        let all = anna.get(&path).await.is(200)["content"].take();
        let of = |one: &Value| {
            format!("{} {}", &one["start"].as_str().unwrap()[..13], one["title"].as_str().unwrap())
        };
        all.as_array().unwrap().iter().map(of).collect::<Vec<_>>()
    };
    import(&anna, &uuid, &calendar_file("", &[&series("Kör", 2)])).await.is(200);
    let older = import(&anna, &uuid, &calendar_file("", &[&series("Gammal", 1)])).await.is(200);
    assert_eq!((each(&older["skipped"], "code"), &older["updated"]), (vec![&json!("OLDER")], &json!(0)));
    let moved = "UID:s\r\nSUMMARY:Flyttad\r\nRECURRENCE-ID:20260602T090000Z\r\nDTSTART:20260602T120000Z\r\nDURATION:PT1H\r\n";
    import(&anna, &uuid, &calendar_file("", &[moved])).await.is(200);
    assert_eq!(listed().await, ["2026-06-01T09 Kör", "2026-06-02T12 Flyttad", "2026-06-03T09 Kör"]);
    let off = "UID:s\r\nSEQUENCE:4\r\nRECURRENCE-ID:20260602T090000Z\r\n";
    import(&anna, &uuid, &calendar_file("METHOD:CANCEL\r\n", &[off])).await.is(200);
    assert_eq!(listed().await, ["2026-06-01T09 Kör", "2026-06-03T09 Kör"]);
    let all = import(
        &anna,
        &uuid,
        &calendar_file("METHOD:CANCEL\r\n", &["UID:s\r\nSEQUENCE:5\r\n", "UID:borta\r\n"]),
    )
    .await
    .is(200);
    assert_eq!(each(&all["skipped"], "code"), ["NOT_THERE"]);
    let path = format!("/api/v1/events?calendar={uuid}&from=2026-06-01T00:00:00Z&to=2026-07-01T00:00:00Z");
    assert_eq!(each(&anna.get(&path).await.is(200)["content"], "eventStatus"), ["CANCELLED", "CANCELLED"]);
}

#[actix_web::test]
async fn unknown_properties_are_exported_to_writers() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let uuid = calendar(&anna, "PUBLIC").await;
    let event = "UID:k\r\nSUMMARY:Möte https://zoom.us/j/1\r\nDTSTART:20260601T090000Z\r\nDURATION:PT1H\r\nCOLOR:teal\r\n\
                 ATTENDEE:mailto:cia@skolan.se\r\nX-SAL:12\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT7M\r\nEND:VALARM\r\n";
    let told = import(&anna, &uuid, &calendar_file("", &[event])).await.is(200);
    assert_eq!((&told["skipped"], &told["partly"]), (&json!([]), &json!([])));
    let mine = text(&world, &path(&anna.get("/api/v1/me/ics").await.is(200))).await;
    for line in [
        "SUMMARY:Möte https://zoom.us/j/1",
        "COLOR:teal",
        "ATTENDEE:mailto:cia@skolan.se",
        "X-SAL:12",
        "TRIGGER:-PT7M",
    ] {
        assert!(mine.contains(&format!("{line}\r\n")), "{line}: {mine}");
    }
    let open = text(&world, &format!("/ics/calendar/{uuid}.ics")).await;
    assert!(open.contains("COLOR:teal\r\n"), "{open}");
    let range =
        format!("/api/public/events?calendar={uuid}&from=2026-06-01T00:00:00Z&to=2026-07-01T00:00:00Z");
    let id = bo.get(&range).await.is(200)["content"][0]["id"].take();
    bo.put(&format!("/api/v1/event/{id}/attend"), json!({})).await.is(200);
    let theirs = text(&world, &path(&bo.get("/api/v1/me/ics").await.is(200))).await;
    for file in [open, theirs] {
        assert!(file.contains("SUMMARY:Möte"), "{file}");
        assert!(!["cia@skolan.se", "X-SAL", "VALARM"].iter().any(|name| file.contains(name)), "{file}");
    }
}

#[actix_web::test]
async fn alarms_are_exported_on_request() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let (mine, open) = (calendar(&anna, "PRIVATE").await, calendar(&bo, "PUBLIC").await);
    event(&anna, &mine, json!({"title": "Tandläkaren"})).await;
    let own = event(&anna, &mine, json!({"title": "Bussen"})).await["id"].take();
    anna.put(
        &format!("/api/v1/event/{own}/reminders"),
        json!({"useCustomReminders": true, "reminder5Min": true}),
    )
    .await
    .is(200);
    let party = event(&bo, &open, json!({"title": "Fest"})).await["id"].take();
    let address = anna.get("/api/v1/me/ics").await.is(200);
    assert_eq!(address["reminders"], false, "they are reminded here already");
    let file = async |answer: &Value| text(&world, &path(answer)).await;
    assert!(!file(&address).await.contains("VALARM"));
    let tag = get(&world, &path(&address)).await.header("etag").to_owned();
    assert_eq!(anna.put("/api/v1/me/ics", json!({"reminders": true})).await.is(200)["reminders"], true);
    assert_ne!(get(&world, &path(&address)).await.header("etag"), tag);
    let said = file(&address).await;
    let of = |title: &str| {
        let one = said.split("BEGIN:VEVENT").find(|one| one.contains(&format!("SUMMARY:{title}\r\n")));
        let lines = one.unwrap_or_default().lines().filter(|line| line.starts_with("TRIGGER"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(
        (of("Tandläkaren"), of("Bussen")),
        (vec!["TRIGGER:-PT60M".to_owned()], vec!["TRIGGER:-PT5M".to_owned()])
    );
    anna.put(&format!("/api/v1/event/{party}/attend"), json!({})).await.is(200);
    assert!(file(&address).await.matches("TRIGGER:-PT60M").count() == 2, "what they come to as well");
    let renewed = anna.call("POST", "/api/v1/me/ics/renew").send().await.is(200);
    assert_eq!(renewed["reminders"], true);
    anna.put("/api/v1/me/ics", json!({"reminders": false})).await.is(200);
    assert!(!file(&renewed).await.contains("VALARM"));
}
