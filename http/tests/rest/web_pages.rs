//! The app's pages with their first answers: on whose behalf, and what they may contain. Needs `web/dist`.

use std::collections::BTreeMap;

use crate::harness::{Answer, Org, Person, Value, World, json};

const HTML: &str = "text/html,application/xhtml+xml,*/*;q=0.8";
/// Input that tries to break out of the data embedded in the page.
const HOSTILE: &str = "</script><script>alert(1)</script><!--<script>\u{2028}\u{2029}]]>";

/// A browser's navigation with these cookies.
async fn navigate(world: &World, path: &str, cookies: &str) -> Answer {
    let call = world.anyone("GET", path).header("accept", HTML);
    let answer = if cookies.is_empty() { call } else { call.header("cookie", cookies) }.send().await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer
}

async fn page(person: &Person, path: &str) -> Answer {
    navigate(&person.world, path, &format!("kalender_jwt={}; kalender_jwt_present=1", person.token)).await
}

/// Answers embedded in the page, by the path of the call.
fn answers(page: &Answer) -> BTreeMap<String, Value> {
    let text = page.text();
    let Some((_, rest)) = text.split_once("<script type=\"application/json\" id=\"answers\">") else {
        return BTreeMap::new();
    };
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

fn chat_of(org: &Org) -> String {
    format!("/konversation/{}/{}", org.workspace, org.general)
}

#[track_caller]
fn is_kept_by_nobody(page: &Answer) {
    assert_eq!(page.header("cache-control"), "private, no-store");
    assert!(page.header("vary").contains("cookie"));
    assert_eq!(page.header("etag"), "");
    assert_eq!(page.header("last-modified"), "");
    assert_eq!(page.header("cross-origin-resource-policy"), "same-origin");
}

#[actix_web::test]
async fn page_contains_the_answers_of_its_calls() {
    let world = World::new().await;
    let org = world.org("Kvarteret Eken").await;
    let bo = org.with("MEMBER").await;
    bo.says(org.general, "Hej alla").await;
    for path in
        [&*chat_of(&org), "/", "/settings", "/feed", "/kontakter", "/kalender", "/notifications", "/messages"]
    {
        let page = page(&bo, path).await;
        is_kept_by_nobody(&page);
        let answers = answers(&page);
        assert!(answers.contains_key("/api/v1/me"), "{path}: {:?}", answers.keys());
        for (call, answer) in answers {
            assert_eq!(answer, bo.get(&call).await.is(200), "{path}: {call}");
        }
    }
    let answers = answers(&page(&bo, &chat_of(&org)).await);
    assert_eq!(answers["/api/v1/me"]["idUser"], bo.id);
    let messages = format!("/api/v1/chat/channels/{}/messages?limit=50&offset=0", org.general);
    assert!(answers[&messages].to_string().contains("Hej alla"), "{answers:?}");
    // Refused calls are not embedded.
    assert!(!answers.keys().any(|call| call.ends_with("/pending")), "{:?}", answers.keys());
}

#[actix_web::test]
async fn page_contains_nobody_elses_data() {
    let world = World::new().await;
    let org = world.org("Kvarteret Eken").await;
    let bo = org.with("MEMBER").await;
    bo.says(org.general, "Bara för grannar").await;
    let stranger = world.person("Främling").await;
    for path in [chat_of(&org), format!("/konversation/{}", org.workspace), format!("/{}", org.slug)] {
        let seen = page(&stranger, &path).await;
        is_kept_by_nobody(&seen);
        assert_eq!(answers(&seen)["/api/v1/me"]["idUser"], stranger.id);
        for secret in ["Bara för grannar", &bo.email, &bo.token, &org.owner.email] {
            assert!(!seen.text().contains(secret), "{path}: {secret}");
        }
        for (call, answer) in answers(&seen) {
            assert_eq!(answer, stranger.get(&call).await.is(200), "{call}");
        }
    }
    // An `Authorization` header does not replace the cookie's session.
    let cookies = format!("kalender_jwt={}; kalender_jwt_present=1", stranger.token);
    let call = world.anyone("GET", "/settings").header("accept", HTML).header("cookie", &cookies);
    let both = call.header("authorization", &format!("Bearer {}", bo.token)).send().await;
    assert_eq!(answers(&both)["/api/v1/me"]["idUser"], stranger.id);
    // The same address in turn for several people: each gets their own data.
    for who in [&bo, &stranger, &org.owner] {
        assert_eq!(answers(&page(who, &chat_of(&org)).await)["/api/v1/me"]["idUser"], who.id);
    }
}

#[actix_web::test]
async fn page_without_a_session_has_no_personal_data() {
    let world = World::new().await;
    let org = world.org("Kvarteret Eken").await;
    let bo = org.with("MEMBER").await;
    bo.says(org.general, "Bara för grannar").await;
    let over = bo.token.clone();
    bo.post("/api/v1/auth/logout", json!({})).await;
    bo.get("/api/v1/me").await.refused(401, "NOT_SIGNED_IN");
    for cookies in [
        format!("kalender_jwt={over}; kalender_jwt_present=1"),
        "kalender_jwt=x.y.z; kalender_jwt_present=1".to_owned(),
        "kalender_jwt_present=1".to_owned(),
    ] {
        for path in [&*chat_of(&org), "/", "/settings"] {
            let seen = navigate(&world, path, &cookies).await;
            is_kept_by_nobody(&seen);
            assert_eq!(answers(&seen), BTreeMap::new(), "{path}");
            assert!(!seen.text().contains("Bara för grannar"));
        }
    }
}

#[actix_web::test]
async fn public_page_is_made_without_cookies() {
    let world = World::new().await;
    let org = world.org("Kvarteret Eken").await;
    let owner = &org.owner;
    for path in [format!("/{}", org.slug), "/helgdagar/midsommardagen".to_owned(), "/login".to_owned()] {
        let nobodys = navigate(&world, &path, "").await;
        // A session without the readable cookie: the page that is the same for everybody.
        let unmarked = navigate(&world, &path, &format!("kalender_jwt={}", owner.token)).await;
        assert_eq!(nobodys.body, unmarked.body, "{path}");
        assert!(!nobodys.text().contains(&owner.email), "{path}");
        assert!(nobodys.header("vary").contains("cookie"), "{path}");
        assert!(answers(&nobodys).keys().all(|call| call.starts_with("/api/public/")), "{path}");
    }
    let call = format!("/api/public/entities/{}", org.slug);
    let page = navigate(&world, &format!("/{}", org.slug), "").await;
    assert_eq!(answers(&page)[&call], world.anyone("GET", &call).send().await.is(200));
}

#[actix_web::test]
async fn texts_cannot_close_the_data_element() {
    let world = World::new().await;
    let org = world.org("Kvarteret Eken").await;
    let bo = org.with("MEMBER").await;
    let paths = [chat_of(&org), "/".to_owned(), "/settings".to_owned(), format!("/{}", org.slug)];
    let mut plain = Vec::new();
    for path in &paths {
        let seen = page(&bo, path).await;
        assert!(!answers(&seen).is_empty(), "{path}");
        plain.push(seen.text().matches("<script").count());
    }
    let hostile = world.person(HOSTILE).await;
    org.relate(&hostile, "MEMBER").await;
    hostile.says(org.general, HOSTILE).await;
    for who in [&bo, &hostile] {
        for (path, &plain) in paths.iter().zip(&plain) {
            let seen = page(who, path).await;
            let text = seen.text();
            assert_eq!(text.matches("<script").count(), plain, "{path}");
            assert_eq!(text.matches("</script").count(), plain, "{path}");
            assert!(!text.contains(['\u{2028}', '\u{2029}']) && !text.contains("alert(1)</"), "{path}");
            answers(&seen);
        }
    }
    let seen = answers(&page(&bo, &chat_of(&org)).await);
    let messages = &seen[&format!("/api/v1/chat/channels/{}/messages?limit=50&offset=0", org.general)];
    assert!(messages.to_string().contains("alert(1)"), "{messages}");
}

#[actix_web::test]
async fn frames_have_no_address_of_their_own() {
    let world = World::new().await;
    for path in ["/framed/pages.json", "/framed/own-rest.html", "/framed/own-chat.html"] {
        world.anyone("GET", path).send().await.refused(404, "NOT_FOUND");
    }
}

#[actix_web::test]
async fn pages_with_days_contain_their_days() {
    let world = World::new().await;
    let anna = world.person("Anna Ek").await;
    let today = "/api/public/days?types=holiday%2Ceves%2Cthemeday%2Cflagdays%2Cunday%2Cnameday&from=";
    for (path, calls) in [
        ("/helgdagar/midsommardagen", vec!["/api/public/days?types=holiday&from="]),
        ("/fn-dagar", vec!["/api/public/days?types=unday&from="]),
        ("/", vec![today, "/api/v1/events?from=", "/api/v1/calendars"]),
    ] {
        let seen = if path == "/" { page(&anna, path).await } else { navigate(&world, path, "").await };
        let answers = answers(&seen);
        for begins in calls {
            let (call, answer) = answers
                .iter()
                .find(|(call, _)| call.starts_with(begins))
                .unwrap_or_else(|| panic!("{path}: {begins}"));
            assert_eq!(anna.get(call).await.is(200), *answer, "{call}");
        }
    }
    // Its texts are readable without a script.
    let day = navigate(&world, "/helgdagar/midsommardagen", "").await;
    for text in ["<title>Midsommardagen – Kalender</title>", "<h1>Midsommardagen</h1>", "<time datetime="] {
        assert!(day.text().contains(text), "{text}");
    }
    let unknown = navigate(&world, "/helgdagar/finns-inte", "").await;
    assert!(!unknown.text().contains("<h1>"));
}
