//! `/api/v1/chat/messages/{id}/links`: previews of linked pages. Contract §3.8.

use crate::harness::{Answer, Outside, Person, World, json};

async fn links(person: &Person, message: i64) -> Answer {
    person.get(&format!("/api/v1/chat/messages/{message}/links")).await
}

fn html(head: &str) -> (u16, String, String) {
    (
        200,
        "content-type: text/html; charset=utf-8\r\n".into(),
        format!("<!doctype html><head>{head}</head><body>"),
    )
}

/// A site with ordinary pages and some that misbehave.
async fn site() -> Outside {
    Outside::answering(|call| match call.path() {
        "/lunch" => html(
            "<title>fel</title><meta property='og:title' content='Veckans lunch'>\
             <meta property='og:description' content='Torsdag: ärtsoppa'><meta property='og:site_name' content='Köket'>",
        ),
        "/kort" => html("<title>Kort &amp; gott</title>"),
        "/till-lunch" => (302, "location: /lunch\r\n".into(), String::new()),
        "/runt" => (302, "location: /runt\r\n".into(), String::new()),
        "/in" => (302, "location: http://127.0.0.1:1/\r\n".into(), String::new()),
        "/bild" => (200, "content-type: image/png\r\n".into(), "<title>ingen sida</title>".into()),
        "/stor" => (200, "content-type: text/html\r\n".into(), format!("<title>stor</title>{}", " ".repeat(600_000))),
        "/tyst" => html("<p>"),
        _ => (404, "content-type: text/html\r\n".into(), "<title>Finns inte</title>".into()),
    })
    .await
}

#[actix_web::test]
async fn message_shows_previews_of_its_links() {
    let site = site().await;
    let world = World::reaching(&site.origin).await;
    let org = world.org("Skolan").await;
    let (author, reader) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let origin = &site.origin;
    let text = format!("Se {origin}/lunch, [kort]({origin}/kort) och {origin}/till-lunch. {origin}/fjarde");
    let message = author.says(org.general, &text).await;
    let host = "127.0.0.1";
    let expected = json!([
        {"url": format!("{origin}/lunch"), "title": "Veckans lunch", "description": "Torsdag: ärtsoppa", "siteName": "Köket"},
        {"url": format!("{origin}/kort"), "title": "Kort & gott", "description": null, "siteName": host},
        {"url": format!("{origin}/till-lunch"), "title": "Veckans lunch", "description": "Torsdag: ärtsoppa", "siteName": "Köket"},
    ]);
    assert_eq!(links(&reader, message).await.data(), expected);
    // The next reader's preview comes from the cache.
    let calls = site.called().len();
    assert_eq!(links(&author, message).await.data(), expected);
    assert_eq!(site.called().len(), calls);
    // The request carries nothing about the reader.
    assert!(
        site.called()
            .iter()
            .all(|call| call.header("cookie").is_empty() && call.header("referer").is_empty())
    );
}

#[actix_web::test]
async fn misbehaving_pages_have_no_preview() {
    let site = site().await;
    let world = World::reaching(&site.origin).await;
    let org = world.org("Skolan").await;
    for path in ["/runt", "/in", "/bild", "/stor", "/tyst", "/borta"] {
        let message = org.owner.says(org.general, &format!("{}{path}", site.origin)).await;
        assert_eq!(links(&org.owner, message).await.data(), json!([]), "{path}");
    }
    for address in
        ["http://127.0.0.1:1/", "http://[::1]/", "http://2130706433/", "https://localhost/", "http://a@b.se/"]
    {
        let message = org.owner.says(org.general, address).await;
        assert_eq!(links(&org.owner, message).await.data(), json!([]), "{address}");
    }
}

#[actix_web::test]
async fn links_are_not_fetched_for_people_without_access() {
    let site = site().await;
    let world = World::reaching(&site.origin).await;
    let org = world.org("Skolan").await;
    let other = world.org("En annan").await;
    let closed = org.channel("stängd", json!({"channelType": "PRIVATE"})).await;
    let message = org.owner.says(closed, &format!("{}/lunch", site.origin)).await;
    for stranger in [&other.owner, &org.with("MEMBER").await] {
        links(stranger, message).await.refused(404, "NOT_FOUND");
    }
    let path = format!("/api/v1/chat/messages/{message}/links");
    world.anyone("GET", &path).send().await.refused(401, "UNAUTHENTICATED");
    assert_eq!(site.called().len(), 0);
    org.owner.delete(&format!("/api/v1/chat/messages/{message}")).await.data();
    assert_eq!(links(&org.owner, message).await.data(), json!([]));
    assert_eq!(site.called().len(), 0);
}
