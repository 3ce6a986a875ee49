//! `/api/v1/me/ics`, `/ics/…`, `/api/v1/calendars/{uuid}/import`. Contract §7; RFC 5545.

use crate::harness::{Answer, Person, Value, World, each, json};

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

/// The path of an address.
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
async fn an_address_of_ones_own_that_ends_when_it_is_renewed() {
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
    // Unchanged: 304; changed: anew.
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
async fn a_calendar_that_everybody_sees_as_a_file() {
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
async fn a_series_goes_out_and_comes_back() {
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
    // What has changed in the file is changed, and what went from it stays gone.
    let file = file.replace("SUMMARY:Flyttat", "SUMMARY:Flyttat igen");
    assert_eq!(import(&bo, &to, &file).await.is(200)["updated"], 2);
    let titles = listed(&bo, &to).await;
    assert!(titles.iter().any(|one| one[0] == "Flyttat igen") && titles.len() == 5);
}

#[actix_web::test]
async fn a_bad_event_keeps_no_other_out() {
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
async fn what_is_no_file_or_not_ones_own_changes_nothing() {
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
