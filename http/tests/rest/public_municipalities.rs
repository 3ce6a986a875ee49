//! `/api/public/municipalities/{slug}/events`, `/api/public/tatort/slug/{slug}/events`, `/ics/municipality/{slug}.ics`,
//! `/ics/tatort/{slug}.ics`: calendars of local areas.

use actors::platform::time::now;
use storage::time::Moment;

use crate::harness::{Org, Value, World, each, json};

const DAY: i64 = 86_400_000;

/// An event in so many days.
async fn add(org: &Org, calendar: &Value, title: &str, days: i64, more: Value) -> Value {
    let (start, end) = (Moment(now() + days * DAY), Moment(now() + days * DAY + 3_600_000));
    let mut body = json!({"calendarUUID": calendar, "title": title, "start": start, "end": end});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    org.owner.post("/api/v1/event", body).await.is(201)
}

/// [shell 1.1]
#[actix_web::test]
async fn calendar_of_a_municipality_has_the_public_events_that_name_it() {
    let world = World::new().await;
    world.open_search();
    let org = world.org("Kulturföreningen").await;
    let calendar = async |visibility: &str| {
        let new = json!({"name": "Program", "idEntity": org.id, "visibility": visibility});
        org.owner.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take()
    };
    let (open, closed) = (calendar("PUBLIC").await, calendar("RESTRICTED").await);
    let adds = async |calendar: &Value, title: &str, days: i64, more: Value| {
        add(&org, calendar, title, days, more).await
    };
    let at = |name: &str| json!({"place": {"name": name}});
    adds(&open, "Marknad", 2, at("Torget i Mora")).await;
    adds(&open, "Moras körer", 3, json!({"rrule": "FREQ=WEEKLY;COUNT=2"})).await;
    adds(&open, "Dans", 4, json!({"place": {"name": "Bygdegården", "idTatort": 2062}})).await;
    adds(&open, "Konsert", 5, at("Moraparken")).await;
    adds(&open, "Kurs", 6, at("Nora")).await;
    adds(&open, "Mora, inställt", 7, json!({"eventStatus": "CANCELLED"})).await;
    adds(&open, "Mora, för oss", 8, json!({"visibility": "RESTRICTED"})).await;
    adds(&closed, "Mora, möte", 9, json!({})).await;
    world.search_is_whole().await;

    let events = async |days: i64| {
        let (from, to) = (Moment(now()), Moment(now() + days * DAY));
        let path = format!("/api/public/municipalities/mora/events?from={from}&to={to}");
        world.anyone("GET", &path).send().await.is(200)["content"].take()
    };
    let soon = events(31).await;
    assert_eq!(each(&soon, "title"), ["Marknad", "Moras körer", "Dans", "Moras körer"]);
    assert_eq!(each(&events(9).await, "title").len(), 3);
    assert_eq!(each(&events(300).await, "title").len(), 4);
    let path = "/api/public/municipalities/mora/events?from=2026-01-01&to=2028-01-01";
    world.anyone("GET", path).send().await.wrong_field("to", "RANGE");
    for absent in [
        "/api/public/municipalities/ankeborg/events?from=2026-01-01&to=2026-02-01",
        "/ics/municipality/ankeborg.ics",
    ] {
        world.anyone("GET", absent).send().await.refused(404, "NOT_FOUND");
    }

    let file = world.anyone("GET", "/ics/municipality/mora.ics").send().await;
    assert_eq!((file.status, file.header("content-type")), (200, "text/calendar; charset=utf-8"));
    let text = file.text();
    for there in
        ["Evenemang i Mora kommun", "SUMMARY:Marknad", "SUMMARY:Moras körer", "FREQ=WEEKLY", "SUMMARY:Dans"]
    {
        assert!(text.contains(there), "{there}: {text}");
    }
    assert_eq!(text.matches("BEGIN:VEVENT").count(), 3);
    let known = file.header("etag").to_owned();
    let call = world.anyone("GET", "/ics/municipality/mora.ics").header("if-none-match", &known);
    assert_eq!(call.send().await.status, 304);
}

/// [shell 1.1]
#[actix_web::test]
async fn calendar_of_a_locality_has_what_names_it_and_what_is_there() {
    let world = World::new().await;
    world.open_search();
    let org = world.org("Gammelstads kulturförening").await;
    let quiet = world.org("Kulturföreningen").await;
    let calendar = async |org: &Org| {
        let new = json!({"name": "Program", "idEntity": org.id, "visibility": "PUBLIC"});
        org.owner.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take()
    };
    let (its, other) = (calendar(&org).await, calendar(&quiet).await);
    let place = |place: Value| json!({"place": place});
    let at = |latitude: f64, longitude: f64| json!({"name": "Gården", "latitude": latitude, "longitude": longitude});
    add(&org, &its, "Dans", 2, json!({})).await;
    add(&quiet, &other, "Slöjd", 3, place(at(65.638, 22.025))).await;
    // The nearest locality is another, in the same municipality; and a namesake of the municipality.
    add(&quiet, &other, "Bad", 3, place(at(65.584, 22.157))).await;
    add(&quiet, &other, "Loppis i Gammelstad", 3, json!({"rrule": "FREQ=DAILY;COUNT=2"})).await;
    add(&quiet, &other, "Gammelstad Band", 4, place(json!({"name": "Scenen", "idTatort": 580}))).await;
    add(&quiet, &other, "Kören i Gammelstaden", 4, json!({})).await;
    add(&quiet, &other, "Marknad i Gammelstad", 9, json!({"visibility": "RESTRICTED"})).await;
    world.search_is_whole().await;

    let page = async |slug: &str, more: &str| {
        let (from, to) = (Moment(now()), Moment(now() + 40 * DAY));
        let path = format!("/api/public/tatort/slug/{slug}/events?from={from}&to={to}{more}");
        world.anyone("GET", &path).send().await.is(200)
    };
    let all = page("gammelstad", "").await;
    let mut titles: Vec<&str> =
        each(&all["content"], "title").into_iter().filter_map(Value::as_str).collect();
    titles.sort_unstable();
    assert_eq!(titles, ["Dans", "Loppis i Gammelstad", "Loppis i Gammelstad", "Slöjd"]);
    assert_eq!((&all["hasMore"], &all["cursor"]), (&json!(false), &Value::Null));
    // Of pages that are too short for a day each has one whole day, none of it twice.
    let (mut paged, mut cursor, mut calls) = (Vec::new(), String::new(), 0);
    loop {
        let page = page("gammelstad", &format!("&limit=1{cursor}")).await;
        paged.extend(page["content"].as_array().unwrap().iter().cloned());
        calls += 1;
        if page["hasMore"] == false {
            break;
        }
        cursor = format!("&cursor={}", page["cursor"]);
    }
    assert_eq!(Value::from(paged), all["content"]);
    assert!(calls > 2, "{calls}");
    // Luleå has one page for both: what names the municipality, and what is in the town.
    assert_eq!(each(&page("lulea", "").await["content"], "title"), ["Bad"]);
    let path = "/api/public/municipalities/lulea/events?from=2026-01-01&to=2026-02-01";
    assert_eq!(world.anyone("GET", path).send().await.is(200)["content"], json!([]));

    let file = world.anyone("GET", "/ics/tatort/gammelstad.ics").send().await;
    assert_eq!((file.status, file.header("content-type")), (200, "text/calendar; charset=utf-8"));
    let text = file.text();
    for there in ["Evenemang i Gammelstad", "SUMMARY:Dans", "SUMMARY:Slöjd", "FREQ=DAILY"] {
        assert!(text.contains(there), "{there}: {text}");
    }
    assert_eq!(text.matches("BEGIN:VEVENT").count(), 3);
    for absent in [
        "/api/public/tatort/slug/ankeborg/events?from=2026-01-01&to=2026-02-01",
        "/api/public/municipalities/ankeborg/localities",
        "/ics/tatort/ankeborg.ics",
    ] {
        world.anyone("GET", absent).send().await.refused(404, "NOT_FOUND");
    }
    let path = "/api/public/tatort/slug/gammelstad/events?from=2026-01-01&to=2028-01-01";
    world.anyone("GET", path).send().await.wrong_field("to", "RANGE");
    let its = world.anyone("GET", "/api/public/municipalities/lulea/localities").send().await.is(200);
    let gammelstad =
        its["content"].as_array().unwrap().iter().find(|one| one["name"] == "Gammelstad").unwrap();
    assert_eq!(gammelstad["page"], "ortskalendrar/gammelstad");
    assert!(its["content"].as_array().unwrap().iter().all(|one| one["municipality"]["name"] == "Luleå"));
}
