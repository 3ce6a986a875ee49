//! Engagements with events: bookmarks, shares, likes, attendance, reactions, copies, promotion. Contract §7, social.md
//! §7.

use futures_util::future::join_all;
use storage::time::Moment;

use crate::harness::{Org, Person, Value, World, each, json};

async fn calendar(person: &Person, org: Option<&Org>, visibility: &str) -> String {
    let new = json!({"name": "Läsåret", "idEntity": org.map(|org| org.id), "visibility": visibility});
    person.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].as_str().unwrap().to_owned()
}

fn in_days(days: i64) -> Moment {
    Moment(actors::platform::time::now() + days * 86_400_000)
}

async fn event(person: &Person, calendar: &str, days: i64, more: Value) -> Value {
    let mut body = json!({
        "calendarUUID": calendar, "title": "Vårfest", "start": in_days(days), "end": Moment(in_days(days).0 + 3_600_000)
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    person.post("/api/v1/event", body).await.is(201)
}

/// An organisation with a public event, and the event's path.
async fn party(world: &World) -> (Org, Value, String) {
    let org = world.org("Skolan").await;
    let uuid = calendar(&org.owner, Some(&org), "PUBLIC").await;
    let made = event(&org.owner, &uuid, 5, json!({})).await;
    let path = format!("/api/v1/event/{}", made["id"]);
    (org, made, path)
}

async fn shown(person: &Person, path: &str, fields: &[&str]) -> Vec<Value> {
    let event = person.get(path).await.is(200);
    fields.iter().map(|field| event[*field].clone()).collect()
}

#[actix_web::test]
async fn a_bookmark_is_kept_once_and_counted() {
    let world = World::new().await;
    let (org, made, path) = party(&world).await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    assert_eq!(
        anna.get(&format!("{path}/bookmarked")).await.is(200),
        json!({"isBookmarked": false}),
        "nothing yet"
    );
    let put = async |person: &Person| person.call("POST", &format!("{path}/bookmark")).send().await.is(200);
    for (person, total) in [(&anna, 1), (&anna, 1), (&bo, 2)] {
        assert_eq!(put(person).await, json!({"totalBookmarks": total, "isBookmarked": true}));
    }
    assert_eq!(anna.get(&format!("{path}/bookmarked")).await.is(200), json!({"isBookmarked": true}));
    assert_eq!(shown(&anna, &path, &["bookmarkCount", "isBookmarked"]).await, [json!(2), json!(true)]);
    assert_eq!(shown(&org.owner, &path, &["bookmarkCount", "isBookmarked"]).await, [json!(2), json!(false)]);
    let public = world.anyone("GET", &format!("/api/public/event/{}", made["id"])).send().await.is(200);
    assert_eq!((&public["bookmarkCount"], &public["isBookmarked"]), (&json!(2), &json!(false)));
    for total in [1, 1] {
        let taken = anna.delete(&format!("{path}/bookmark")).await.is(200);
        assert_eq!(taken, json!({"totalBookmarks": total, "isBookmarked": false}));
    }
    assert_eq!(bo.delete(&format!("{path}/bookmark")).await.is(200)["totalBookmarks"], 0);
    assert_eq!(bo.delete(&format!("{path}/bookmark")).await.is(200)["totalBookmarks"], 0, "never below");
}

#[actix_web::test]
async fn my_bookmarks_newest_first_as_far_as_i_see_them() {
    let world = World::new().await;
    let (org, anna) = (world.org("Skolan").await, world.person("Anna").await);
    let uuid = calendar(&org.owner, Some(&org), "PUBLIC").await;
    let mut made = Vec::new();
    for day in 1..=3 {
        let one = event(&org.owner, &uuid, day, json!({"title": format!("Dag {day}")})).await;
        anna.call("POST", &format!("/api/v1/event/{}/bookmark", one["id"])).send().await.is(200);
        made.push(one);
    }
    let page = anna.get("/api/v1/event-bookmarks?limit=2").await.is(200);
    let titles = |page: &Value| {
        each(&page["content"], "event").iter().map(|event| event["title"].clone()).collect::<Vec<_>>()
    };
    assert_eq!((titles(&page), &page["hasMore"]), (vec![json!("Dag 3"), json!("Dag 2")], &json!(true)));
    let before = &page["content"][1]["idBookmark"];
    let rest = anna.get(&format!("/api/v1/event-bookmarks?limit=2&before={before}")).await.is(200);
    assert_eq!((titles(&rest), &rest["hasMore"]), (vec![json!("Dag 1")], &json!(false)));
    // One is deleted, one is no longer visible.
    org.owner.delete(&format!("/api/v1/event/{}", made[0]["id"])).await.is(204);
    let hidden = json!({"calendarUUID": uuid, "title": "Dag 2", "start": made[1]["start"], "end": made[1]["end"], "visibility": "PRIVATE"});
    org.owner.put(&format!("/api/v1/event/{}", made[1]["id"]), hidden).await.is(200);
    assert_eq!(titles(&anna.get("/api/v1/event-bookmarks").await.is(200)), ["Dag 3"]);
    // Events that are no longer visible do not end the list early.
    let third = json!({"calendarUUID": uuid, "title": "Dag 3", "start": made[2]["start"], "end": made[2]["end"], "visibility": "PRIVATE"});
    org.owner.put(&format!("/api/v1/event/{}", made[2]["id"]), third).await.is(200);
    let fourth = event(&org.owner, &uuid, 4, json!({"title": "Dag 4"})).await;
    let bookmark = async |event: &Value| {
        anna.call("POST", &format!("/api/v1/event/{}/bookmark", event["id"])).send().await.is(200)
    };
    bookmark(&fourth).await;
    let one = anna.get("/api/v1/event-bookmarks?limit=1").await.is(200);
    let before = &one["content"][0]["idBookmark"];
    let rest = anna.get(&format!("/api/v1/event-bookmarks?limit=1&before={before}")).await.is(200);
    assert_eq!(
        (titles(&one), titles(&rest), &rest["hasMore"]),
        (vec![json!("Dag 4")], vec![], &json!(false))
    );
    let back = json!({"calendarUUID": uuid, "title": "Dag 2", "start": made[1]["start"], "end": made[1]["end"], "visibility": "PUBLIC"});
    org.owner.put(&format!("/api/v1/event/{}", made[1]["id"]), back).await.is(200);
    let rest = anna.get(&format!("/api/v1/event-bookmarks?limit=1&before={before}")).await.is(200);
    assert_eq!(titles(&rest), ["Dag 2"], "behind one that is not seen");
    // Of a series, the next occurrence; of one that has ended, its first.
    let weekly = event(&org.owner, &uuid, -10, json!({"title": "Kör", "rrule": "FREQ=WEEKLY"})).await;
    bookmark(&weekly).await;
    let next = anna.get("/api/v1/event-bookmarks?limit=1").await.is(200)["content"][0]["event"].take();
    let start = next["start"].as_str().unwrap().to_owned();
    assert!((in_days(0).to_string()..in_days(7).to_string()).contains(&start), "{start}");
    assert_eq!((&next["isRecurring"], &next["recurrenceId"]), (&json!(true), &next["start"]));
    let over =
        event(&org.owner, &uuid, -30, json!({"title": "Cirkel", "rrule": "FREQ=WEEKLY;COUNT=2"})).await;
    bookmark(&over).await;
    let first = anna.get("/api/v1/event-bookmarks?limit=1").await.is(200)["content"][0]["event"].take();
    assert_eq!(first["start"], over["start"]);
    assert_eq!(org.owner.get("/api/v1/event-bookmarks").await.is(200)["content"], json!([]));
}

#[actix_web::test]
async fn shares_likes_and_attendance_are_counted() {
    let world = World::new().await;
    let (org, _, path) = party(&world).await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let share = async |person: &Person, body: Value| person.post(&format!("{path}/share"), body).await;
    for (person, total, unique) in [(&anna, 1, 1), (&anna, 2, 1), (&bo, 3, 2)] {
        let shared = share(person, json!({"method": "copy", "source": "feed"})).await.is(200);
        assert_eq!(shared, json!({"totalShares": total, "uniqueSharers": unique}));
    }
    share(&bo, json!({"method": "email"})).await.is(200);
    for wrong in [json!({}), json!({"method": ""}), json!({"method": "på stan"})] {
        assert_eq!(share(&bo, wrong).await.status, 422);
    }
    for (times, likes) in [(0, 1), (1, 1)] {
        let liked = anna.put(&format!("{path}/like"), json!({})).await.is(200);
        assert_eq!(liked, json!({"liked": true, "nrLikes": likes}), "{times}");
    }
    let comes = bo.put(&format!("{path}/attend"), json!({})).await.is(200);
    assert_eq!(comes, json!({"attending": true, "nrAttending": 1}));
    let fields = ["shareCount", "uniqueSharers", "nrLikes", "liked", "nrAttending", "attending"];
    assert_eq!(
        shown(&anna, &path, &fields).await,
        [json!(4), json!(2), json!(1), json!(true), json!(1), json!(false)]
    );
    // All numbers for those who may edit it; the public ones for others.
    let stats = org.owner.get(&format!("{path}/stats")).await.is(200);
    assert_eq!(
        (&stats["shareCount"], &stats["nrLikes"], &stats["liked"]),
        (&json!(4), &json!(1), &json!(false))
    );
    assert_eq!(stats["sharesByMethod"], json!([{"name": "copy", "count": 3}, {"name": "email", "count": 1}]));
    assert_eq!(stats["sharesBySource"][0], json!({"name": "feed", "count": 3}));
    let others = anna.get(&format!("{path}/stats")).await.is(200);
    assert_eq!((&others["shareCount"], &others["sharesByMethod"]), (&json!(4), &Value::Null));
    for left in [0, 0] {
        let unliked = anna.delete(&format!("{path}/like")).await.is(200);
        assert_eq!(unliked, json!({"liked": false, "nrLikes": left}));
        let away = bo.delete(&format!("{path}/attend")).await.is(200);
        assert_eq!(away, json!({"attending": false, "nrAttending": left}));
    }
}

/// With enrolment there is no separate attendance; an earlier one can still be withdrawn.
#[actix_web::test]
async fn attending_requires_enrolment_where_it_is_on() {
    let world = World::new().await;
    let (org, event, path) = party(&world).await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    bo.put(&format!("{path}/attend"), json!({})).await.is(200);
    let mut draft = org.owner.get(&path).await.is(200);
    draft["enrollment"] = json!({"capacity": 5});
    org.owner.put(&path, draft).await.is(200);
    anna.put(&format!("{path}/attend"), json!({})).await.refused(409, "ENROLLMENT_REQUIRED");
    assert_eq!(anna.get(&path).await.is(200)["nrAttending"], 1, "{event}");
    assert_eq!(bo.delete(&format!("{path}/attend")).await.is(200)["nrAttending"], 0);
}

#[actix_web::test]
async fn reactions_to_an_event() {
    let world = World::new().await;
    let (_, _, path) = party(&world).await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let (thumb, cheer) = ("%F0%9F%91%8D", "%F0%9F%8E%89");
    let at = |emoji: &str| format!("{path}/reactions/{emoji}");
    anna.put(&at(cheer), json!({})).await.is(200);
    for person in [&anna, &bo, &bo] {
        person.put(&at(thumb), json!({})).await.is(200);
    }
    let all = json!([{"emoji": "👍", "count": 2, "me": true}, {"emoji": "🎉", "count": 1, "me": false}]);
    assert_eq!(bo.get(&format!("{path}/reactions")).await.is(200)["content"], all);
    anna.put(&at("hej"), json!({})).await.wrong_field("emoji", "EMOJI");
    for _ in 0..2 {
        let left = anna.delete(&at(cheer)).await.is(200)["content"].take();
        assert_eq!(left, json!([{"emoji": "👍", "count": 2, "me": true}]));
    }
    for code in 0x1F400..0x1F400 + 39u32 {
        let bytes = char::from_u32(code).unwrap().to_string();
        let emoji = bytes.bytes().fold(String::new(), |all, byte| format!("{all}%{byte:02X}"));
        anna.put(&at(&emoji), json!({})).await.is(200);
    }
    anna.put(&at(cheer), json!({})).await.refused(409, "TOO_MANY_EMOJI");
    anna.put(&at(thumb), json!({})).await.is(200);
}

#[actix_web::test]
async fn concurrent_engagements_are_all_counted() {
    let world = World::new().await;
    let (org, _, path) = party(&world).await;
    let mut people = Vec::new();
    for _ in 0..12 {
        people.push(org.with("MEMBER").await);
    }
    // Each from two tabs at once.
    let bookmark = format!("{path}/bookmark");
    join_all(people.iter().chain(&people).map(|person| person.call("POST", &bookmark).send())).await;
    assert_eq!(shown(&people[0], &path, &["bookmarkCount"]).await, [json!(12)]);
    join_all(people[..7].iter().chain(&people[..7]).map(|person| person.delete(&bookmark))).await;
    assert_eq!(shown(&people[0], &path, &["bookmarkCount"]).await, [json!(5)]);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// Every call of the area by somebody who may not see the event.
#[actix_web::test]
async fn hidden_events_accept_no_engagement() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let uuid = calendar(&org.owner, Some(&org), "PRIVATE").await;
    let made = event(&org.owner, &uuid, 5, json!({"visibility": "PUBLIC"})).await;
    let (member, other) = (org.with("MEMBER").await, world.org("Klubben").await.owner);
    let before = world.dump().await;
    for (method, rest, body) in [
        ("POST", "bookmark", Value::Null),
        ("DELETE", "bookmark", Value::Null),
        ("GET", "bookmarked", Value::Null),
        ("POST", "share", json!({"method": "copy"})),
        ("GET", "stats", Value::Null),
        ("PUT", "like", Value::Null),
        ("DELETE", "like", Value::Null),
        ("PUT", "attend", Value::Null),
        ("DELETE", "attend", Value::Null),
        ("GET", "reactions", Value::Null),
        ("PUT", "reactions/%F0%9F%91%8D", Value::Null),
        ("DELETE", "reactions/%F0%9F%91%8D", Value::Null),
        ("POST", "save", Value::Null),
        ("POST", "republish", json!({})),
        ("PUT", "promoted", Value::Null),
        ("DELETE", "promoted", Value::Null),
    ] {
        let path = format!("/api/v1/event/{}/{rest}", made["id"]);
        for person in [&member, &other] {
            let call = person.call(method, &path);
            let call = if body.is_null() { call } else { call.json(&body) };
            call.send().await.refused(404, "NOT_FOUND");
        }
        let nobody = world.anyone(method, &path);
        let nobody = if body.is_null() { nobody } else { nobody.json(&body) };
        assert_eq!(nobody.send().await.status, 401, "{method} {rest}");
    }
    World::assert_same(&before, &world.dump().await);
}

#[actix_web::test]
async fn an_event_is_saved_once_to_my_private_calendar() {
    let world = World::new().await;
    let (org, made, path) = party(&world).await;
    let anna = world.person("Anna").await;
    let save = async || anna.call("POST", &format!("{path}/save")).send().await;
    let copy = save().await.is(201);
    assert_eq!((&copy["savedFrom"], &copy["title"]), (&made["eventUUID"], &made["title"]));
    assert_eq!((&copy["visibility"], &copy["abilities"]), (&json!("PRIVATE"), &json!(["WRITE", "MANAGE"])));
    assert_ne!(copy["id"], made["id"]);
    let mine = anna.get("/api/v1/calendars").await.is(200)["content"].take();
    assert_eq!(
        (&mine[0]["calendarUUID"], &mine[0]["visibility"]),
        (&copy["calendarUUID"], &json!("PRIVATE"))
    );
    anna.put(&format!("/api/v1/event/{}/like", copy["id"]), json!({})).await.is(200);
    let again = save().await.is(200);
    assert_eq!((&again["id"], &again["nrLikes"]), (&copy["id"], &json!(1)), "the same one, as it stands");
    // From two tabs at once it is saved once as well; after removal it can be saved again.
    anna.delete(&format!("/api/v1/event/{}", copy["id"])).await.is(204);
    let both = join_all([save(), save()]).await;
    let mut statuses: Vec<u16> = both.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 201]);
    assert_eq!(both[0].json()["id"], both[1].json()["id"]);
    // The copy is independent of the event.
    org.owner.delete(&path).await.is(204);
    let stays = anna.get(&format!("/api/v1/event/{}", both[0].json()["id"])).await.is(200);
    assert_eq!(stays["title"], "Vårfest");
}

#[actix_web::test]
async fn public_events_are_republished() {
    let world = World::new().await;
    let (org, made, path) = party(&world).await;
    let club = world.org("Klubben").await;
    let (anna, member) = (club.with("ADMINISTRATOR").await, club.with("MEMBER").await);
    let republish =
        async |person: &Person, path: &str, to: Value| person.post(&format!("{path}/republish"), to).await;
    republish(&anna, &path, json!({})).await.refused(409, "NO_PUBLIC_CALENDAR");
    let own = calendar(&anna, None, "PUBLIC").await;
    let copy = republish(&anna, &path, json!({})).await.is(201);
    assert_eq!((&copy["calendarUUID"], &copy["savedFrom"]), (&json!(own), &made["eventUUID"]));
    assert_eq!(copy["visibility"], "PUBLIC");
    assert_eq!(republish(&anna, &path, json!({})).await.is(200)["id"], copy["id"]);
    // In an organisation's name: those who run it.
    let theirs = calendar(&club.owner, Some(&club), "PUBLIC").await;
    republish(&member, &path, json!({"idEntity": club.id})).await.refused(403, "ROLE_TOO_LOW");
    republish(&member, &path, json!({"calendarUUID": theirs})).await.refused(403, "ROLE_TOO_LOW");
    let copy = republish(&anna, &path, json!({"idEntity": club.id})).await.is(201);
    assert_eq!(copy["calendarUUID"], json!(theirs));
    let same = json!({"idEntity": club.id, "calendarUUID": theirs});
    assert_eq!(republish(&anna, &path, same).await.is(200)["id"], copy["id"]);
    let hidden = calendar(&anna, None, "PRIVATE").await;
    republish(&anna, &path, json!({"calendarUUID": hidden})).await.wrong_field("calendarUUID", "NOT_PUBLIC");
    republish(&anna, &path, json!({"idEntity": org.id, "calendarUUID": theirs}))
        .await
        .wrong_field("calendarUUID", "OTHER_ENTITY");
    // An event that is not public cannot be shared.
    let inner = calendar(&club.owner, Some(&club), "RESTRICTED").await;
    let inner = event(&club.owner, &inner, 3, json!({"visibility": "PUBLIC"})).await;
    let inner = format!("/api/v1/event/{}", inner["id"]);
    republish(&anna, &inner, json!({})).await.refused(409, "NOT_PUBLIC");
}

#[actix_web::test]
async fn promoted_events_to_come_soonest_first() {
    let world = World::new().await;
    let (org, anna) = (world.org("Skolan").await, world.person("Anna").await);
    let (member, other) = (org.with("MEMBER").await, world.org("Klubben").await);
    let uuid = calendar(&org.owner, Some(&org), "PUBLIC").await;
    let all = async || world.anyone("GET", "/api/public/events/promoted?limit=50").send().await.is(200);
    let titles = async || {
        let all = all().await;
        let events = each(&all["content"], "event").into_iter();
        events.map(|event| event["title"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let promote = async |person: &Person, event: &Value| {
        person.put(&format!("/api/v1/event/{}/promoted", event["id"]), json!({})).await
    };
    let late = event(&org.owner, &uuid, 60, json!({"title": "Sedan", "coverImage": "/img/entity/1"})).await;
    let soon = event(&org.owner, &uuid, 2, json!({"title": "Snart"})).await;
    let past = event(&org.owner, &uuid, -3, json!({"title": "Förbi"})).await;
    let weekly = json!({"title": "Varje vecka", "rrule": "FREQ=WEEKLY"});
    let weekly = event(&org.owner, &uuid, -20, weekly).await;
    assert_eq!(titles().await, Vec::<String>::new());
    for event in [&late, &soon, &past, &weekly] {
        assert_eq!(promote(&org.owner, event).await.is(200)["promoted"], true);
        for person in [&member, &other.owner, &anna] {
            promote(person, event).await.refused(403, "ROLE_TOO_LOW");
            let back = format!("/api/v1/event/{}/promoted", event["id"]);
            person.delete(&back).await.refused(403, "ROLE_TOO_LOW");
        }
    }
    promote(&org.owner, &soon).await.is(200);
    // The series counts by its next occurrence, in a day.
    assert_eq!(titles().await, ["Varje vecka", "Snart", "Sedan"]);
    let shown = all().await;
    assert_eq!(
        (&shown["content"][2]["coverImage"], &shown["content"][2]["idEntity"]),
        (&json!("/img/entity/1"), &json!(org.id))
    );
    assert_eq!(shown["content"][2]["entityName"], "Skolan");
    let few = world.anyone("GET", "/api/public/events/promoted?limit=1").send().await.is(200);
    assert_eq!(few["content"].as_array().unwrap().len(), 1);
    // The entry follows its event.
    let moved = json!({"calendarUUID": uuid, "title": "Sist", "start": in_days(90), "end": in_days(90)});
    let moved = org.owner.put(&format!("/api/v1/event/{}", soon["id"]), moved).await.is(200);
    assert_eq!(
        (&moved["promoted"], titles().await),
        (&json!(true), vec!["Varje vecka".into(), "Sedan".into(), "Sist".into()])
    );
    let hidden = json!({"calendarUUID": uuid, "title": "Sist", "start": in_days(90), "end": in_days(90), "visibility": "RESTRICTED"});
    assert_eq!(
        org.owner.put(&format!("/api/v1/event/{}", soon["id"]), hidden).await.is(200)["promoted"],
        false
    );
    org.owner.delete(&format!("/api/v1/event/{}/promoted", weekly["id"])).await.is(200);
    assert_eq!(titles().await, ["Sedan"]);
    let closed = json!({"name": "Stängt", "visibility": "RESTRICTED"});
    org.owner.put(&format!("/api/v1/calendars/{uuid}"), closed).await.is(200);
    assert_eq!(titles().await, Vec::<String>::new());
    // Only public events, by an organisation.
    promote(&org.owner, &weekly).await.refused(409, "NOT_PUBLIC");
    let own = calendar(&anna, None, "PUBLIC").await;
    let own = event(&anna, &own, 1, json!({})).await;
    promote(&anna, &own).await.refused(409, "NOT_ORGANISATION");
}
