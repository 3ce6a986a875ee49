//! Repeated calls: creating calls with one `Idempotency-Key`, and repeated deletions. Contract §1.

use kalender::platform::idempotency::takes_key;
use kalender::server::routes::document;

use crate::harness::{Answer, Person, Value, World, id, json};
use crate::routes::{ROUTES, Route, Scene};

/// POSTs without idempotency key, and why each kind needs none.
#[rustfmt::skip]
const WITHOUT: &[(&str, &[&str])] = &[
    ("nobody is signed in whose key it could be", &[
        "/api/public/auth/signup", "/api/public/auth/verify", "/api/public/auth/login", "/api/public/auth/login/link",
        "/api/public/auth/reset", "/api/public/auth/reset/request", "/api/public/mails/{token}/unsubscribe",
        "/api/public/invitation-mails/{token}/unsubscribe",
        "/api/public/referral", "/hooks/{token}", "/api/public/booking", "/{slug}/boka/{name}", "/boka/{token}",
    ]),
    ("a number of the client's own says which message it is: clientMessageId", &["/api/v1/chat/channels/{id}/messages"]),
    ("the answer holds a secret that is shown once: a repeat makes another, and the first can be withdrawn", &[
        "/api/v1/chat/channels/{id}/webhooks", "/api/v1/chat/channels/{id}/subscriptions", "/api/v1/contacts/link",
        "/api/v1/me/ics/renew", "/api/v1/websocket/token", "/api/v1/me/tokens", "/api/v1/entities/{id}/bots",
        "/api/v1/entities/{id}/invite-links",
    ]),
    ("the attempt in progress is answered again", &["/api/v1/quiz/{id}/attempt"]),
    ("the body names the version that it adds to: a repeat is 409 STALE", &["/api/v1/quiz/{id}/import"]),
    ("the same picture again is the one that is there", &["/api/v1/bookables/{id}/pictures", "/api/v1/infopoints/{id}/pictures"]),
    ("tus: the answer is an address in a header; an upload without bytes is swept within a day", &["/api/v1/chat/channels/{id}/uploads"]),
    ("creates nothing: it sets a state that is the same when it is set again, or answers a question", &[
        "/api/v1/me/notification-settings/apply-to-all", "/api/v1/entities/{id}/notification-settings/apply-to-all", "/api/v1/me/phone/verify",
        "/api/v1/articles/{uuid}/publish", "/api/v1/articles/{uuid}/unpublish", "/api/v1/auth/logout",
        "/api/v1/chat/channels/{id}/webhooks/{webhook_id}/take-over", "/api/v1/chat/channels/{id}/subscriptions/{hook_id}/resume",
        "/api/v1/booking/quote", "/api/v1/booking/{id}/cancel", "/api/v1/booking/{id}/checkin", "/api/v1/booking/{id}/checkout",
        "/api/v1/booking/{id}/confirm", "/api/v1/booking/{id}/decline", "/api/v1/booking/{id}/noshow",
        "/api/v1/calendars/{uuid}/refresh", "/api/v1/chat/channels/{id}/archive", "/api/v1/chat/channels/{id}/unarchive",
        "/api/v1/chat/channels/{id}/read", "/api/v1/chat/messages/{id}/ack", "/api/v1/chat/messages/{id}/approve",
        "/api/v1/chat/messages/{id}/reject", "/api/v1/chat/messages/{id}/thread/read", "/api/v1/chat/read-all",
        "/api/v1/contacts/followers/{id}/approve", "/api/v1/contacts/import", "/api/v1/contacts/requests/{id}/accept", "/api/v1/contacts/requests/{id}/reject",
        "/api/v1/contacts/tokens/{token}", "/api/v1/entities/{id}/applications/{user_id}/approve",
        "/api/v1/entities/{id}/applications/{user_id}/deny", "/api/v1/event-filters/{id_filter}/activate",
        "/api/v1/event/{id}/bookmark", "/api/v1/event/{id}/enrollment/decline", "/api/v1/event/{id}/enrollments/checkin",
        "/api/v1/event/{id}/enrollments/{user_id}/{verb}", "/api/v1/event/{id}/waitlist/accept",
        "/api/v1/event/{id}/waitlist/decline", "/api/v1/guides/{guide_id}/complete", "/api/v1/guides/{guide_id}/reset",
        "/api/v1/guides/{guide_id}/skip", "/api/v1/guides/{guide_id}/start", "/api/v1/ledger/{id}/cancel",
        "/api/v1/ledger/{id}/paid", "/api/v1/me/invitations/{id}/accept",
        "/api/v1/me/invitations/{id}/decline", "/api/v1/messages/conversations/{id}/read",
        "/api/v1/moderation/{id_entity}/cases/{id}/{act}", "/api/v1/notifications/read",
        "/api/v1/entities/{id}/invitation-batches/preview", "/api/v1/invitation-batches/{id}/cancel",
        "/api/v1/invitations/{token}/accept", "/api/v1/invitations/{token}/decline",
        "/api/v1/entities/{id}/vacation/check", "/api/v1/vacation/{id}/apply", "/api/v1/vacation/{id}/approve",
        "/api/v1/vacation/{id}/cancel", "/api/v1/vacation/{id}/reject",
        "/api/v1/tasks/{id}/restore", "/api/v1/boards/{id}/archive", "/api/v1/boards/{id}/restore", "/api/v1/boards/import/preview", "/api/v1/task-stacks/{id}/tasks/{task_id}/move",
        "/api/v1/courses/{id}/publish", "/api/v1/courses/{id}/archive",
        "/api/v1/entities/{id}/administration/jobs/{job_id}/retry",
        "/api/v1/entities/{id}/administration/resting/{invitation_id}/retry", "/api/v1/administration/addresses/retry",
        "/api/v1/infopoints/draft", "/api/v1/attempt/{id}/submit", "/api/v1/quiz/{id}/export", "/api/v1/quiz/{id}/regrade",
    ]),
];

#[test]
fn every_creating_call_can_be_repeated() {
    let mut wrong = Vec::new();
    for (path, item) in document(&[]).paths.paths {
        let Some(post) = item.post else { continue };
        let excused = WITHOUT.iter().find(|(_, paths)| paths.contains(&path.as_str()));
        match (takes_key(&post), excused) {
            (true, Some(_)) => wrong.push(format!("{path} heeds the key: strike it from the list")),
            (false, None) => wrong.push(format!("{path} does not heed the key")),
            (false, Some((why, _)))
                if why.starts_with("creates nothing") && post.responses.responses.contains_key("201") =>
            {
                wrong.push(format!("{path} answers 201, so it creates something"));
            }
            _ => {}
        }
    }
    let document = document(&[]);
    let gone = WITHOUT
        .iter()
        .flat_map(|(_, paths)| *paths)
        .filter(|path| !document.paths.paths.contains_key(**path));
    wrong.extend(gone.map(|path| format!("{path} is no more")));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

async fn keyed(person: &Person, route: &Route, scene: &Scene, key: &str) -> Answer {
    let ids = &scene.public;
    let call = person.call(route.method, &route.filled(ids)).header("idempotency-key", key);
    route.with_body(call, ids).send().await
}

/// POSTs that the scene refuses because they need more than ids;
/// [`calls_that_need_more_than_ids_can_be_repeated`] calls some of them.
const REFUSED: &[&str] = &[
    "/api/v1/boards/import",
    "/api/v1/calendars/{uuid}/import",
    "/api/v1/chat/messages/{id}/remind",
    "/api/v1/contacts/requests",
    "/api/v1/courses/{id}/enrolment",
    "/api/v1/courses/{id}/invitations",
    "/api/v1/entities/{id}/invitation-batches",
    "/api/v1/entities/{id}/lunch-menu/csv",
    "/api/v1/entities/{id}/relations/{user_id}/invite",
    "/api/v1/event/{id}/enrollment",
    "/api/v1/event/{id}/invitations",
    "/api/v1/event/{id}/republish",
    "/api/v1/event/{id}/waitlist",
    "/api/v1/feed/posts",
    "/api/v1/feed/posts/{uuid}/repost",
    "/api/v1/ledger/{id}/refund",
    "/api/v1/moderation/cases/{id}/objection",
];

#[actix_web::test]
async fn a_repeated_call_answers_the_first_result() {
    let world = World::new().await;
    let scene = Scene::new(&world).await;
    let stranger = world.person("Främling").await;
    // Only schools have menus and school years.
    scene.org.owner.patch(&scene.org.at(""), json!({"entityType": "school"})).await.is(200);
    let document = document(&[]);
    let heeds = |route: &&Route| {
        let post = document.paths.paths.get(route.path).and_then(|item| item.post.as_ref());
        route.method == "POST" && post.is_some_and(takes_key)
    };
    let mut refused = Vec::new();
    for route in ROUTES.iter().filter(heeds) {
        let mut answered = Vec::new();
        for person in [&scene.org.owner, &scene.insider, &stranger] {
            let first = keyed(person, route, &scene, route.path).await;
            answered.push((first.status, first.text()));
            if first.status >= 300 {
                continue;
            }
            assert_eq!(first.header("idempotency-replayed"), "", "{}", route.name());
            let again = keyed(person, route, &scene, route.path).await;
            assert_eq!(again.header("idempotency-replayed"), "true", "{}", route.name());
            assert_eq!((again.status, again.text()), (first.status, first.text()), "{}", route.name());
        }
        if answered.iter().all(|(status, _)| *status >= 300) && !REFUSED.contains(&route.path) {
            refused.push((route.path, answered.remove(0)));
        }
    }
    assert!(refused.is_empty(), "{refused:#?}");
}

#[actix_web::test]
async fn calls_that_need_more_than_ids_can_be_repeated() {
    let world = World::new().await;
    let org = world.org("Laget").await;
    let (owner, anna) = (&org.owner, org.with("MEMBER").await);
    let twice = async |person: &Person, path: &str, body: Option<Value>, kind: &str, text: &str| {
        let call = || {
            let call = person.call("POST", path).header("idempotency-key", path);
            match &body {
                Some(body) => call.json(body),
                None if kind.is_empty() => call,
                None => call.body(kind, text.to_owned()),
            }
        };
        let first = call().send().await;
        assert!(first.status < 300, "{path}: {} {}", first.status, first.text());
        let again = call().send().await;
        assert_eq!((again.header("idempotency-replayed"), again.text()), ("true", first.text()), "{path}");
        first
    };
    // A reminder is possible once an hour: the repeat is no second call.
    let asks = json!({"content": "Läs detta", "priority": "IMPORTANT", "requestedAck": true});
    let message = id(&owner.sends(org.general, asks).await.data()["id"]);
    twice(owner, &format!("/api/v1/chat/messages/{message}/remind"), None, "", "").await;

    let public = json!({"name": "Öppet", "idEntity": org.id, "visibility": "PUBLIC"});
    let calendar = owner.post("/api/v1/calendars", public).await.is(201)["calendarUUID"].take();
    let calendar = calendar.as_str().unwrap();
    let file = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//t//t//SV\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTAMP:20260101T000000Z\r\n\
                DTSTART:20260601T100000Z\r\nDTEND:20260601T110000Z\r\nSUMMARY:Prov\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
    twice(owner, &format!("/api/v1/calendars/{calendar}/import"), None, "text/calendar", file).await;

    let file = crate::v1_boards_files::trello().to_string();
    twice(owner, "/api/v1/boards/import", None, "application/octet-stream", &file).await;

    let at = |hours: i64| storage::time::Moment(actors::platform::time::now() + hours * 3_600_000);
    let game = json!({"calendarUUID": calendar, "title": "Match", "start": at(200), "end": at(201), "enrollment": {}});
    let game = id(&owner.post("/api/v1/event", game).await.is(201)["id"]);
    twice(owner, &format!("/api/v1/event/{game}/invitations"), Some(json!({"userIds": [anna.id]})), "", "")
        .await;
    anna.bell(2).await;
    twice(&anna, &format!("/api/v1/event/{game}/enrollment"), Some(json!({})), "", "").await;
    // Answered requests are not unread any more.
    let left = anna.bell(1).await;
    assert_eq!(left[0]["type"], "ACK_REQUESTED");

    let (course, ..) = crate::v1_courses::published(&org, "MEMBERS", 1).await;
    twice(&anna, &crate::v1_courses::at(&course, "/enrolment"), None, "", "").await;

    let post = json!({"txMessage": "Öppet hus", "idEntity": org.id});
    let post = owner.post("/api/v1/feed/posts", post).await.is(201)["uuid"].take();
    let path = format!("/api/v1/feed/posts/{}/repost", post.as_str().unwrap());
    twice(&anna, &path, Some(json!({"comment": "Kom!"})), "", "").await;
}

#[actix_web::test]
async fn repeated_calls_store_their_text_once() {
    let world = World::new().await;
    let org = world.org("Laget").await;
    let (anna, bo, cia) = (org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await);
    let twice = async |person: &Person, path: &str, body: Value| {
        let call = || person.call("POST", path).header("idempotency-key", path).json(&body);
        let first = call().send().await;
        assert!(first.status < 300, "{path}: {} {}", first.status, first.text());
        assert_eq!(call().send().await.text(), first.text(), "{path}");
        first.json()
    };
    let post =
        twice(&anna, "/api/v1/feed/posts", json!({"txMessage": "Hej alla", "audience": "PUBLIC"})).await;
    let comments = format!("/api/v1/feed/posts/{}/comments", post["uuid"].as_str().unwrap());
    let comment = twice(&bo, &comments, json!({"txMessage": "Hej själv"})).await;
    let report = json!({"targetType": "COMMENT", "targetId": comment["idFeedComment"], "reason": "skräp"});
    twice(&anna, "/api/v1/report", report).await;
    twice(&anna, "/api/v1/contacts/invite/email", json!({"email": "ny@example.se"})).await;
    let block = twice(&anna, "/api/v1/contacts/block", json!({"userId": cia.id})).await;
    twice(&anna, "/api/v1/contacts/requests", json!({"toUserId": bo.id})).await;

    let count = |page: Value| page["content"].as_array().unwrap().len();
    assert_eq!(count(anna.get("/api/v1/feed/mine").await.is(200)), 1);
    assert_eq!(count(anna.get(&comments).await.is(200)), 1);
    assert_eq!(count(bo.get("/api/v1/contacts/requests/incoming").await.is(200)), 1);
    let blocked = anna.get("/api/v1/contacts/blocked").await.is(200);
    assert_eq!((count(blocked.clone()), &blocked["content"][0]["blockId"]), (1, &block["blockId"]));
    // People's texts are stored encrypted.
    let kept = &world.dump().await["idempotency"];
    assert!(kept.iter().all(|row| !row.contains("Hej alla") && !row.contains("Hej själv")), "{kept:?}");
}

/// Things that the callers cannot delete; each is deleted twice in a test of its area, or cannot exist a second time.
const NOT_DELETED: &[&str] = &[
    "/api/v1/bookables/{id}/hold/{hold_id}",
    "/api/v1/bookables/{id}/pictures/{picture}",
    "/api/v1/chat/scheduled/{id}",
    "/api/v1/contacts/{id}",
    "/api/v1/contacts/requests/{id}",
    "/api/v1/contacts/followers/{id}",
    "/api/v1/chat/attachments/{id}",
    "/api/v1/event/{id}/enrollment",
    "/api/v1/me/tokens/{id}",
    "/api/v1/entities/{id}/bots/{bot_id}",
    "/api/v1/lessons/{id}/done",
    "/api/v1/infopoints/{id}/pictures/{picture}",
];

#[actix_web::test]
async fn deleting_twice_is_no_conflict() {
    let world = World::new().await;
    let scene = Scene::new(&world).await;
    let ids = &scene.public;
    let stranger = world.person("Främling").await;
    let (mut wrong, mut untried) = (Vec::new(), Vec::new());
    let ends_what_others_need = |route: &&Route| {
        let parts = ["/api/v1/me", "/relations/", "/bans/", "/sessions/", "/chat/messages/{id}"];
        parts.iter().any(|part| route.path.contains(part))
    };
    let (mut last, mut first): (Vec<_>, Vec<_>) =
        ROUTES.iter().filter(|route| route.method == "DELETE").partition(ends_what_others_need);
    // Dependent things before the thing.
    for routes in [&mut first, &mut last] {
        let holds_others =
            |path: &str| ["/calendars/", "/posts/", "/courses/"].iter().any(|part| path.contains(part));
        routes.sort_by_key(|route| {
            let takes_back = route.path.ends_with("/erasure");
            (
                takes_back,
                std::cmp::Reverse(route.path.matches('/').count()),
                holds_others(route.path),
                route.path,
            )
        });
    }
    for route in first.into_iter().chain(last) {
        let mut refusals = Vec::new();
        for person in [&scene.org.owner, &scene.insider, &stranger] {
            // Created by the same path, if it can.
            let makes = |made: &&Route| made.path == route.path && ["PUT", "POST"].contains(&made.method);
            for made in ROUTES.iter().filter(makes) {
                made.with_body(person.call(made.method, &made.filled(ids)), ids).send().await;
            }
            let call = || route.with_body(person.call("DELETE", &route.filled(ids)), ids).send();
            let deleted = call().await;
            if deleted.status >= 300 {
                refusals.push(format!("{} {}", deleted.status, deleted.text()));
                continue;
            }
            let again = call().await;
            // A caller who ended their own session is told so.
            let signed_out = again.status == 401 && route.path.contains("/sessions/");
            if !signed_out && !matches!(again.status, 200 | 204 | 404) {
                wrong.push(format!("{}: {} then {}", route.name(), deleted.status, again.text()));
            }
        }
        if refusals.len() == 3 {
            untried.push(route.path);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    untried.retain(|path| !NOT_DELETED.contains(path));
    assert!(untried.is_empty(), "{untried:#?}");
}
