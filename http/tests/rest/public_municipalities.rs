//! `/api/public/municipalities/{slug}/events`, `/ics/municipality/{slug}.ics`: calendars of local areas.

use actors::platform::time::now;
use storage::time::Moment;

use crate::harness::{Value, World, each, json};

const DAY: i64 = 86_400_000;

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
        let (start, end) = (Moment(now() + days * DAY), Moment(now() + days * DAY + 3_600_000));
        let mut body = json!({"calendarUUID": calendar, "title": title, "start": start, "end": end});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        org.owner.post("/api/v1/event", body).await.is(201)
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
