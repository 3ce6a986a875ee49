//! `/widgets/kalender/{uuid}`: the coming events of a calendar, for frames in other sites.

use crate::harness::{Answer, Org, Value, World, json};

async fn calendar(org: &Org, visibility: &str) -> String {
    let new = json!({"name": "Öppna <dagar>", "idEntity": org.id, "visibility": visibility});
    org.owner.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].as_str().unwrap().to_owned()
}

/// An event in so many hours.
async fn event(org: &Org, calendar: &str, title: &str, hours: i64, more: Value) {
    let at = |hours: i64| {
        jiff::Timestamp::from_millisecond(actors::platform::time::now() + hours * 3_600_000)
            .unwrap()
            .to_string()
    };
    let mut body =
        json!({"calendarUUID": calendar, "title": title, "start": at(hours), "end": at(hours + 1)});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    org.owner.post("/api/v1/event", body).await.is(201);
}

async fn shown(world: &World, path: &str) -> Answer {
    world.anyone("GET", &format!("/widgets/kalender/{path}")).send().await
}

#[actix_web::test]
async fn widget_lists_coming_events_soonest_first() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let uuid = calendar(&org, "PUBLIC").await;
    event(&org, &uuid, "Förbi", -5, json!({})).await;
    event(&org, &uuid, "Senare & <b>sist</b>", 50, json!({"place": {"name": "Aulan"}})).await;
    event(&org, &uuid, "Först", 3, json!({"eventStatus": "CANCELLED"})).await;
    event(&org, &uuid, "Bara för oss", 4, json!({"visibility": "RESTRICTED"})).await;
    event(&org, &uuid, "Varje dag", 5, json!({"rrule": "FREQ=DAILY;COUNT=2"})).await;
    let answer = shown(&world, &uuid).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/html; charset=utf-8"));
    let page = answer.text();
    let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text} is not in {page}"));
    assert!(
        at("Inställt</strong> Först") < at("Varje dag") && at("Varje dag") < at("Senare &amp; &lt;b&gt;sist")
    );
    assert_eq!(page.matches("Varje dag").count(), 2);
    at("<title>Öppna &lt;dagar&gt;</title>");
    at("Aulan");
    for absent in ["Förbi", "Bara för oss", "<script", "<b>sist"] {
        assert!(!page.contains(absent), "{absent}");
    }
    let first = shown(&world, &format!("{uuid}?limit=1&theme=dark")).await.text();
    assert!(first.contains("Först") && !first.contains("Varje dag") && first.contains("color-scheme:dark"));
    shown(&world, &format!("{uuid}?limit=51")).await.refused(422, "INVALID");
    // 304 for clients that have it.
    let known = answer.header("etag").to_owned();
    let call = world.anyone("GET", &format!("/widgets/kalender/{uuid}")).header("if-none-match", &known);
    assert_eq!(call.send().await.status, 304);
}

#[actix_web::test]
async fn other_sites_may_frame_this_page_and_no_other() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let uuid = calendar(&org, "PUBLIC").await;
    for path in [uuid.as_str(), "finns-inte"] {
        let answer = shown(&world, path).await;
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("frame-ancestors *") && policy.contains("default-src 'none'"), "{policy}");
        assert!(!policy.contains("script-src"), "{policy}");
        assert!(answer.headers.get("x-frame-options").is_none());
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
    }
    for path in ["/", "/kalender", "/widgets", "/api/public/version", &format!("/ics/calendar/{uuid}.ics")] {
        let answer = world.anyone("GET", path).send().await;
        assert_eq!(answer.header("x-frame-options"), "DENY", "{path}");
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
    }
}

#[actix_web::test]
async fn widget_shows_everyone_the_public_view() {
    let world = World::new().await;
    let (org, other) = (world.org("Skolan").await, world.org("Klubben").await);
    let member = org.with("MEMBER").await;
    for (visibility, status) in [("PUBLIC", 200), ("UNLISTED", 200), ("RESTRICTED", 404), ("PRIVATE", 404)] {
        let uuid = calendar(&org, visibility).await;
        event(&org, &uuid, "Hemlig fest", 3, json!({"visibility": "PRIVATE"})).await;
        let path = format!("/widgets/kalender/{uuid}");
        for person in [&org.owner, &member, &other.owner] {
            let answer = person.get(&path).await;
            assert_eq!(answer.status, status, "{visibility}");
            let page = answer.text();
            assert!(!page.contains("Hemlig fest"), "{visibility}");
            assert_eq!(page.contains("Öppna"), status == 200, "{visibility}");
        }
        assert_eq!(world.anyone("GET", &path).send().await.status, status, "{visibility}");
    }
}
