//! Activity of organisations by day: `/api/v1/entities/{id}/administration/activity`. Contract §11.4.

use actors::accounts::Who;
use actors::administration;
use actors::area::activity::ActivityKind;
use actors::platform::time::now;
use storage::ids::{EntityId, UserId};
use storage::time::Moment;

use crate::harness::{Org, Person, World, json};
use crate::{v1_bookings, v1_courses};

/// A day is counted as a whole, by who wrote in the organisation's channels; counting it again changes nothing.
#[actix_web::test]
async fn activity_is_counted_by_day() {
    let world = World::new().await;
    let (org, other) = (world.org("Skolan").await, world.org("Klubben").await);
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    anna.says(org.general, "ett").await;
    let changed = anna.says(org.general, "två").await;
    bo.says(org.general, "tre").await;
    let edit = format!("/api/v1/chat/messages/{changed}");
    anna.put(&edit, json!({"content": "två, rättad"})).await.data();
    other.owner.says(other.general, "elsewhere").await;
    let platform = &world.platform;
    let at = now();
    let date = jiff::Timestamp::from_millisecond(at).unwrap().in_tz("Europe/Stockholm").unwrap().date();
    let who = |person: &Person| Who {
        user_id: UserId(person.id),
        session_id: storage::ids::SessionId(0),
        expires: i64::MAX,
        scopes: None,
    };
    let of = async |org: &Org| {
        let day_after = at + 86_400_000;
        let id = storage::ids::EntityId(org.id);
        let seen = administration::activity(platform, &who(&org.owner), id, 2, day_after).await.unwrap();
        seen.days.iter().map(|day| (day.messages, day.active_members)).collect::<Vec<_>>()
    };
    assert_eq!(of(&org).await, [(0, 0), (0, 0)], "not before it is over");
    for _ in 0..2 {
        administration::count(platform, date).await.unwrap();
        assert_eq!(of(&org).await, [(0, 0), (3, 2)]);
        assert_eq!(of(&other).await, [(0, 0), (1, 1)]);
    }
    let page = org.owner.get(&org.at("/administration/activity?days=90")).await.is(200);
    assert_eq!(page["days"].as_array().unwrap().len(), 90);
    assert_eq!(page["days"][89]["date"], page["to"]);
    org.owner.get(&org.at("/administration/activity?days=91")).await.is(422);
}

/// Contract §11.4: what is done in each area counts once, on its Swedish day, however often the day is counted.
#[actix_web::test]
async fn acts_of_all_areas_are_counted_by_day() {
    let world = World::new().await;
    let (org, other) = (world.org("Skolan").await, world.org("Klubben").await);
    let (owner, at) = (&org.owner, now());
    let calendar = json!({"name": "Program", "idEntity": org.id, "visibility": "PUBLIC"});
    let calendar = owner.post("/api/v1/calendars", calendar).await.is(201)["calendarUUID"].take();
    let (start, end) = (Moment(at + DAY), Moment(at + DAY + 3_600_000));
    let event = json!({"calendarUUID": calendar, "title": "Fest", "start": start, "end": end});
    owner.post("/api/v1/event", event).await.is(201);
    let hall = v1_bookings::room(&org, "Sal", json!({})).await;
    for n in 0..2 {
        v1_bookings::books(owner, &hall, v1_bookings::span(n, "10:00", "11:00")).await.is(201);
    }
    let task = json!({"txTitle": "Städa", "idEntity": org.id});
    let task = owner.post("/api/v1/tasks", task).await.is(201)["idTask"].take();
    for status in ["DONE", "TODO", "DONE"] {
        owner.put(&format!("/api/v1/tasks/{task}/status"), json!({"status": status})).await.is(200);
    }
    owner.post("/api/v1/feed/posts", json!({"txMessage": "Hej", "idEntity": org.id})).await.is(201);
    let article = json!({"title": "Nytt", "body": "En text.", "idEntity": org.id});
    let article = crate::v1_articles::writes(owner, article).await;
    for act in ["/publish", "/unpublish", "/publish"] {
        owner.post(&crate::v1_articles::at(&article, act), json!({})).await.is(200);
    }
    let (course, _, lessons) = v1_courses::published(&org, "MEMBERS", 2).await;
    let anna = org.with("MEMBER").await;
    v1_courses::enrols(&anna, &course).await;
    v1_courses::done(&anna, &lessons[0]).await.is(200);
    v1_courses::done(&anna, &lessons[1]).await.is(200);
    let bo = world.person("Bo").await;
    owner.put(&org.at(&format!("/relations/{}", bo.id)), json!({"txRelationType": "MEMBER"})).await.is(200);
    bo.post(&format!("/api/v1/me/invitations/{}/accept", org.id), json!({})).await.is(200);
    // Of no organisation.
    bo.post("/api/v1/feed/posts", json!({"txMessage": "Hej"})).await.is(201);

    let platform = &world.platform;
    let zone = jiff::tz::TimeZone::get("Europe/Stockholm").unwrap();
    let today = jiff::Timestamp::from_millisecond(at).unwrap().to_zoned(zone.clone()).date();
    let midnight = today.to_zoned(zone).unwrap().timestamp().as_millisecond();
    let kind = ActivityKind::named("TASKS_COMPLETED");
    let club = EntityId(other.id);
    let marks = [(1, midnight - 60_000), (2, midnight - 1), (3, midnight)];
    let marks = marks.map(|(subject, at)| kind.mark(club, subject, at).unwrap());
    world.storage.engine().write(marks.to_vec()).await.unwrap();
    let of = async |org: &Org| -> Vec<(&str, Vec<i64>)> {
        let who = Who {
            user_id: UserId(org.owner.id),
            session_id: storage::ids::SessionId(0),
            expires: i64::MAX,
            scopes: None,
        };
        let seen = administration::activity(platform, &who, EntityId(org.id), 2, at + DAY).await.unwrap();
        seen.series.into_iter().map(|one| (one.kind, one.counts)).collect()
    };
    let mut kinds: Vec<&str> = of(&org).await.into_iter().map(|(kind, _)| kind).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, COUNTED.map(|(kind, _)| kind));
    for _ in 0..2 {
        administration::count(platform, today).await.unwrap();
        administration::count(platform, today.yesterday().unwrap()).await.unwrap();
        let mut counted = of(&org).await;
        counted.sort_unstable();
        assert_eq!(counted, COUNTED.map(|(kind, n)| (kind, vec![0, n])));
        let others = of(&other).await.into_iter().filter(|(_, counts)| counts != &[0, 0]);
        assert_eq!(others.collect::<Vec<_>>(), [("TASKS_COMPLETED", vec![2, 1])]);
    }
    let page = owner.get(&org.at("/administration/activity?days=1")).await.is(200);
    assert_eq!(page["series"].as_array().unwrap().len(), COUNTED.len());
    other.owner.get(&org.at("/administration/activity")).await.refused(403, "ROLE_TOO_LOW");
}

/// What the test does of each kind.
const COUNTED: [(&str, i64); 7] = [
    ("ARTICLES_PUBLISHED", 1),
    ("BOOKINGS_CREATED", 2),
    ("COURSES_COMPLETED", 1),
    ("EVENTS_CREATED", 1),
    ("INVITATIONS_ACCEPTED", 1),
    ("POSTS_PUBLISHED", 1),
    ("TASKS_COMPLETED", 1),
];
const DAY: i64 = 86_400_000;
