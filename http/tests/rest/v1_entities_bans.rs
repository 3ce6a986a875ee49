//! Banned people see nothing internal of the organisation: one rule, a row per feature. Contract §2.

use actors::platform::time::now;
use storage::time::Moment;

use crate::harness::{Person, Value, World, json};

const DAY: i64 = 86_400_000;

/// A way to interact with the organisation's content: method, path, body, and how it is undone.
struct Way {
    method: &'static str,
    path: String,
    body: Value,
    back: Option<&'static str>,
}

fn way(method: &'static str, path: String, body: Value, back: Option<&'static str>) -> Way {
    Way { method, path, body, back }
}

async fn says(person: &Person, body: Value) -> Value {
    person.post("/api/v1/feed/posts", body).await.is(201)
}

#[actix_web::test]
async fn banned_person_cannot_accept_anything_internal() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (bo, cia) = (org.with("MEMBER").await, world.person("Cia").await);
    let post = says(&org.owner, json!({"txMessage": "Öppet hus", "idEntity": org.id})).await;
    let post = format!("/api/v1/feed/posts/{}", post["uuid"].as_str().unwrap());
    let said = org.owner.post(&format!("{post}/comments"), json!({"txMessage": "Välkomna"})).await.is(201);
    let own = bo.post(&format!("{post}/comments"), json!({"txMessage": "Tack"})).await.is(201);
    // Comments of the organisation elsewhere belong to it as well.
    let of_cia = says(&cia, json!({"txMessage": "Hej", "audience": "PUBLIC"})).await;
    let of_cia = format!("/api/v1/feed/posts/{}", of_cia["uuid"].as_str().unwrap());
    let guest = json!({"txMessage": "Hälsningar från skolan", "idEntity": org.id});
    let guest = org.owner.post(&format!("{of_cia}/comments"), guest).await.is(201);
    // A repost of its post leads to the same post.
    let repost = cia.post(&format!("{post}/repost"), json!({})).await.is(201);
    let repost = format!("/api/v1/feed/posts/{}", repost["uuid"].as_str().unwrap());

    let new = json!({"name": "Läsåret", "idEntity": org.id, "visibility": "PUBLIC"});
    let calendar = org.owner.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take();
    let made = async |more: Value| {
        let (start, end) = (Moment(now() + DAY), Moment(now() + DAY + 3_600_000));
        let mut body = json!({"calendarUUID": calendar, "title": "Vårfest", "start": start, "end": end});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        format!("/api/v1/event/{}", org.owner.post("/api/v1/event", body).await.is(201)["id"])
    };
    let event = made(json!({})).await;
    let seats = made(json!({"enrollment": {"capacity": 1}})).await;
    let mine = json!({"name": "Bos", "visibility": "PUBLIC"});
    let mine = bo.post("/api/v1/calendars", mine).await.is(201)["calendarUUID"].take();

    let comment = |comment: &Value| format!("/api/v1/feed/comments/{}", comment["idFeedComment"]);
    let reply = |to: &Value| json!({"txMessage": "svar", "idParent": to["idFeedComment"]});
    let ways = [
        way("PUT", format!("{post}/like"), json!({}), Some("DELETE")),
        way("POST", format!("{post}/repost"), json!({}), None),
        way("POST", format!("{repost}/repost"), json!({}), None),
        way("POST", format!("{post}/comments"), json!({"txMessage": "två"}), None),
        way("POST", format!("{post}/comments"), reply(&said), None),
        way("PUT", format!("{}/like", comment(&said)), json!({}), Some("DELETE")),
        way("PUT", comment(&own), json!({"txMessage": "Tack för inget"}), None),
        way("POST", format!("{of_cia}/comments"), reply(&guest), None),
        way("PUT", format!("{}/like", comment(&guest)), json!({}), Some("DELETE")),
        way("PUT", format!("{event}/like"), json!({}), Some("DELETE")),
        way("PUT", format!("{event}/attend"), json!({}), Some("DELETE")),
        way("PUT", format!("{event}/reactions/%F0%9F%91%8D"), json!({}), Some("DELETE")),
        way("POST", format!("{event}/share"), json!({"method": "copy"}), None),
        way("POST", format!("{event}/republish"), json!({"calendarUUID": mine}), None),
        way("POST", format!("{seats}/enrollment"), json!({}), Some("DELETE")),
        way("POST", org.at("/follow"), json!({}), Some("DELETE")),
        way("POST", org.at("/like"), json!({}), Some("DELETE")),
        way("POST", org.at("/applications"), json!({}), None),
    ];
    org.owner.call("PUT", &org.at(&format!("/bans/{}", bo.id))).send().await.is(204);
    for one in &ways {
        let name = format!("{} {}", one.method, one.path);
        let answer = bo.call(one.method, &one.path).json(&one.body).send().await;
        assert_eq!(
            (answer.status, &answer.json()["code"]),
            (403, &json!("BANNED")),
            "{name}: {}",
            answer.text()
        );
        if let Some(back) = one.back {
            let taken = bo.call(back, &one.path).send().await;
            assert!(matches!(taken.status, 200 | 204 | 404 | 409), "{name}: {}", taken.text());
            assert_ne!(taken.json()["code"], "BANNED", "{name} cannot be taken back");
        }
        // The ban is the reason: others may.
        let answer = cia.call(one.method, &one.path).json(&one.body).send().await;
        assert_ne!(answer.json()["code"], "BANNED", "{name}");
    }
    // Personal actions and other people's content are unaffected.
    bo.call("POST", &format!("{event}/bookmark")).send().await.is(200);
    bo.call("PUT", &format!("{of_cia}/like")).send().await.is(200);
    bo.delete(&comment(&own)).await.is(204);
}

#[actix_web::test]
async fn seat_gives_a_banned_person_no_right_to_write() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let bo = org.with("MEMBER").await;
    let new = json!({"name": "Läsåret", "idEntity": org.id, "visibility": "PUBLIC"});
    let calendar = org.owner.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take();
    let (start, end) = (Moment(now() + DAY), Moment(now() + DAY + 3_600_000));
    let event = json!({"calendarUUID": calendar, "title": "Fest", "start": start, "end": end, "enrollment": {"capacity": 9}});
    let event = format!("/api/v1/event/{}", org.owner.post("/api/v1/event", event).await.is(201)["id"]);
    bo.post(&format!("{event}/enrollment"), json!({})).await.is(201);
    let comments = format!("{event}/comments");
    let may_send = async || {
        let seen = bo.get(&comments).await.is(200);
        seen["permissions"].as_array().unwrap().iter().any(|one| one == "POST")
    };
    assert!(may_send().await);
    org.owner.call("PUT", &org.at(&format!("/bans/{}", bo.id))).send().await.is(204);
    assert!(!may_send().await);
    bo.call("PUT", &comments).send().await.refused(403, "READ_ONLY_ROLE");
}
