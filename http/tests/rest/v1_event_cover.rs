//! An event's cover picture, and its page without a script. Contract §7.

use crate::harness::{Answer, Org, Patience, Person, Value, World, form, json, png};

async fn event(org: &Org, visibility: &str, more: Value) -> Value {
    let new = json!({"name": visibility, "idEntity": org.id, "visibility": visibility});
    let calendar = org.owner.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take();
    let mut body = json!({
        "calendarUUID": calendar, "title": "Vårfest", "start": "2036-06-03T16:00:00Z",
        "end": "2036-06-03T18:30:00Z"
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    org.owner.post("/api/v1/event", body).await.is(201)
}

fn at(event: &Value, rest: &str) -> String {
    format!("/api/v1/event/{}{rest}", event["id"])
}

async fn covers(person: &Person, event: &Value, side: u32) -> Answer {
    let (kind, body) = form("image", &png(side, side));
    person.call("PUT", &at(event, "/cover")).body(&kind, body).send().await
}

/// The body that leaves an event unchanged.
fn draft(event: &Value) -> Value {
    let fields =
        ["calendarUUID", "title", "description", "start", "end", "place", "links", "coverImage", "coverAlt"];
    fields.iter().map(|field| ((*field).to_owned(), event[*field].clone())).collect()
}

/// Sets the text alternative of an event's cover.
async fn says(org: &Org, event: &Value, alt: &str) -> Answer {
    let mut draft = draft(event);
    draft["coverAlt"] = json!(alt);
    org.owner.put(&at(event, ""), draft).await
}

fn url(event: &Value) -> String {
    event["coverImage"].as_str().unwrap().to_owned()
}

#[actix_web::test]
async fn cover_is_visible_to_the_events_viewers() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (member, follower, stranger) =
        (org.with("MEMBER").await, org.with("FOLLOWER").await, world.person("Sten").await);
    let made = event(&org, "RESTRICTED", json!({})).await;
    for (person, status, code) in
        [(&member, 403, "ROLE_TOO_LOW"), (&follower, 404, "NOT_FOUND"), (&stranger, 404, "NOT_FOUND")]
    {
        covers(person, &made, 64).await.refused(status, code);
        person.delete(&at(&made, "/cover")).await.refused(status, code);
    }
    let covered = covers(&org.owner, &made, 64).await.is(200);
    assert_eq!(covered["version"], 2);
    assert_eq!(covers(&org.owner, &made, 64).await.is(200)["version"], 2, "the same picture again");
    // A guessed address gives no access: the right to the event is checked by its id.
    let number = format!("/img/event/{}", made["id"]);
    assert_eq!(member.get(&url(&covered)).await.header("content-type"), "image/jpeg");
    assert_eq!(member.get(&number).await.status, 200);
    for person in [&follower, &stranger] {
        person.get(&number).await.refused(404, "NOT_FOUND");
        person.get(&url(&covered)).await.refused(404, "NOT_FOUND");
    }
    world.anyone("GET", &number).send().await.refused(404, "NOT_FOUND");
    // Not an image of an accepted kind.
    let (kind, body) = form("image", b"<svg xmlns='http://www.w3.org/2000/svg'/>");
    let wrong = org.owner.call("PUT", &at(&made, "/cover")).body(&kind, body).send().await;
    wrong.refused(415, "NOT_AN_IMAGE");
    // The text alternative is one line and belongs to this cover only.
    let said = says(&org, &covered, "En gård").await.is(200);
    assert_eq!((&said["coverAlt"], &said["coverImage"]), (&json!("En gård"), &covered["coverImage"]));
    assert_eq!(member.get(&at(&made, "")).await.is(200)["coverAlt"], "En gård");
    says(&org, &said, &"å".repeat(301)).await.refused(422, "INVALID");
    // Replaced, and removed.
    let other = covers(&org.owner, &made, 32).await.is(200);
    assert_eq!(other["coverAlt"], Value::Null);
    let mut bare = other.clone();
    (bare["coverImage"], bare["coverAlt"]) = (Value::Null, json!("Ingenting"));
    let bare = org.owner.put(&at(&made, ""), draft(&bare)).await.is(200);
    assert_eq!(bare["coverAlt"], Value::Null, "nothing is said of no picture");
    let other = covers(&org.owner, &made, 32).await.is(200);
    assert_ne!(url(&other), url(&covered));
    let bare = org.owner.delete(&at(&made, "/cover")).await.is(200);
    assert_eq!(bare["coverImage"], Value::Null);
    assert_eq!(org.owner.delete(&at(&made, "/cover")).await.is(200), bare, "done again, it stays so");
    org.owner.get(&number).await.refused(404, "NOT_FOUND");
    assert!(world.kept_under("event").await.is_empty());
}

#[actix_web::test]
async fn cover_is_deleted_with_event_or_when_dropped() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let gone = async || {
        let mut patience = Patience::new();
        while patience.lasts().await {
            if world.kept_under("event").await.is_empty() {
                return;
            }
        }
        panic!("a picture is left");
    };
    let made = event(&org, "PUBLIC", json!({})).await;
    covers(&org.owner, &made, 64).await.is(200);
    assert!(!world.kept_under("event").await.is_empty());
    let draft = json!({
        "calendarUUID": made["calendarUUID"], "title": "Fest", "start": made["start"], "end": made["end"]
    });
    org.owner.put(&at(&made, ""), draft.clone()).await.is(200);
    gone().await;
    // An update that keeps the cover keeps its file.
    let covered = covers(&org.owner, &made, 64).await.is(200);
    let mut kept = draft;
    kept["coverImage"] = covered["coverImage"].clone();
    org.owner.put(&at(&made, ""), kept).await.is(200);
    assert_eq!(org.owner.get(&url(&covered)).await.status, 200);
    org.owner.delete(&at(&made, "")).await.is(204);
    gone().await;
    // Deleted with the calendar.
    let other = event(&org, "PUBLIC", json!({})).await;
    covers(&org.owner, &other, 64).await.is(200);
    let calendar = other["calendarUUID"].as_str().unwrap();
    org.owner.delete(&format!("/api/v1/calendars/{calendar}")).await.is(204);
    gone().await;
}

#[actix_web::test]
async fn public_event_page_is_readable_without_a_script() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let more = json!({
        "title": "Vår <b>fest</b>", "description": "Ta med \"fika\".\nOch filt.\n\nVälkomna!",
        "place": {"name": "Aulan", "address": "Storgatan 1"},
        "links": [{"url": "https://example.se/a?b=1&c=2", "title": "Karta"}]
    });
    let made = event(&org, "PUBLIC", more.clone()).await;
    let covered = covers(&org.owner, &made, 64).await.is(200);
    let covered = says(&org, &covered, "Barn  i <solen>\n").await.is(200);
    assert_eq!(covered["coverAlt"], "Barn i <solen>");
    let page =
        async |path: &str| world.anyone("GET", path).header("accept", "text/html,*/*;q=0.8").send().await;
    let path = |event: &Value| format!("/event/{}", event["eventUUID"].as_str().unwrap());
    let shown = page(&path(&made)).await;
    assert_eq!(shown.status, 200);
    let text = shown.text();
    // Swedish time is two hours later.
    let facts = "3 juni 2036 kl. 18.00–20.30 · Aulan, Storgatan 1";
    for part in [
        "<title>Vår &lt;b&gt;fest&lt;/b&gt; – Kalender</title>".to_owned(),
        format!("<meta name=\"description\" content=\"{facts}\">"),
        format!("<link rel=\"canonical\" href=\"http://kalender.test{}\">", path(&made)),
        "<meta property=\"og:title\" content=\"Vår &lt;b&gt;fest&lt;/b&gt;\">".to_owned(),
        format!("<meta property=\"og:description\" content=\"{facts}\">"),
        format!("<meta property=\"og:image\" content=\"http://kalender.test{}\">", url(&covered)),
        format!("<img src=\"{}\" alt=\"Barn i &lt;solen&gt;\">", url(&covered)),
        "<meta property=\"og:image:alt\" content=\"Barn i &lt;solen&gt;\">".to_owned(),
        "<time datetime=\"2036-06-03T16:00:00.000Z\">3 juni 2036 kl. 18.00–20.30</time>".to_owned(),
        "<p>Aulan, Storgatan 1</p>".to_owned(),
        "<p>Ta med &quot;fika&quot;.<br>Och filt.</p><p>Välkomna!</p>".to_owned(),
        "<a href=\"https://example.se/a?b=1&amp;c=2\" rel=\"nofollow ugc noopener\">Karta</a>".to_owned(),
    ] {
        assert!(text.contains(&part), "{part} is not in {text}");
    }
    assert!(!text.contains("noindex"));
    assert_eq!(
        world.anyone("GET", &url(&covered)).send().await.header("cache-control"),
        "public, max-age=3600"
    );
    // All-day events are shown without hours.
    let days = json!({"allDay": true, "start": null, "end": null, "startDate": "2036-06-03", "endDate": "2036-06-05"});
    let long = event(&org, "PUBLIC", days).await;
    let text = page(&path(&long)).await.text();
    assert!(text.contains(">3 juni 2036 – 5 juni 2036</time>"), "{text}");
    // An unlisted event is listed nowhere, and its page and cover are for its address only.
    let unlisted = event(&org, "UNLISTED", more).await;
    let hidden = covers(&org.owner, &unlisted, 48).await.is(200);
    let text = page(&path(&unlisted)).await.text();
    assert!(text.contains("noindex") && text.contains("Aulan"), "{text}");
    assert_eq!(world.anyone("GET", &url(&hidden)).send().await.status, 200);
    // Likewise where only the calendar is unlisted.
    let inside = event(&org, "UNLISTED", json!({"visibility": "PUBLIC"})).await;
    assert!(page(&path(&inside)).await.text().contains("noindex"));
    let number = format!("/img/event/{}", unlisted["id"]);
    world.anyone("GET", &number).send().await.refused(404, "NOT_FOUND");
    // An event that is not public answers 404.
    for visibility in ["RESTRICTED", "PRIVATE"] {
        let closed = event(&org, visibility, json!({"title": "Hemligt"})).await;
        let answer = page(&path(&closed)).await;
        assert_eq!(answer.status, 404);
        assert!(answer.text().contains("Händelsen finns inte") && !answer.text().contains("Hemligt"));
    }
    let cancelled = event(&org, "PUBLIC", json!({"eventStatus": "CANCELLED"})).await;
    assert!(page(&path(&cancelled)).await.text().contains("Inställt"));
}
