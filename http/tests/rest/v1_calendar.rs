//! `/api/v1/calendars`, `/api/v1/events`, `/api/v1/event`. Contract §7.

use crate::harness::{Answer, Org, Person, Value, World, each, json};

const JUNE: &str = "from=2026-06-01T00:00:00Z&to=2026-07-01T00:00:00Z";

async fn calendar(person: &Person, org: Option<&Org>, visibility: &str) -> String {
    let new = json!({"name": "Läsåret", "idEntity": org.map(|org| org.id), "visibility": visibility});
    person.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].as_str().unwrap().to_owned()
}

/// The body of an event from ten to eleven o'clock on a day in June, with further fields.
fn draft(calendar: &str, day: u8, more: Value) -> Value {
    let mut body = json!({
        "calendarUUID": calendar, "title": "Föräldramöte",
        "start": format!("2026-06-{day:02}T10:00:00Z"), "end": format!("2026-06-{day:02}T11:00:00Z")
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

async fn event(person: &Person, calendar: &str, day: u8, more: Value) -> Value {
    person.post("/api/v1/event", draft(calendar, day, more)).await.is(201)
}

async fn listed(person: &Person, calendar: &str) -> Value {
    person.get(&format!("/api/v1/events?calendar={calendar}&{JUNE}")).await.is(200)["content"].take()
}

/// The days of June on which the events begin.
fn days(list: &Value) -> Vec<u8> {
    each(list, "start").iter().map(|start| start.as_str().unwrap()[8..10].parse().unwrap()).collect()
}

async fn public(world: &World, calendar: &str) -> Answer {
    world.anyone("GET", &format!("/api/public/events?calendar={calendar}&{JUNE}")).send().await
}

#[actix_web::test]
async fn everybody_has_a_calendar_of_their_own() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let mine = anna.get("/api/v1/calendars").await.is(200)["content"].take();
    assert_eq!(each(&mine, "visibility"), ["PRIVATE"]);
    assert_eq!((&mine[0]["idEntity"], &mine[0]["abilities"]), (&Value::Null, &json!(["WRITE", "MANAGE"])));
    assert_eq!(anna.get("/api/v1/calendars").await.is(200)["content"], mine, "the same again");
    let uuid = mine[0]["calendarUUID"].as_str().unwrap();
    let made = event(&anna, uuid, 3, json!({"description": "  Ta med kaffe  "})).await;
    assert_eq!((&made["id"], &made["description"]), (&made["idCalendarEvent"], &json!("Ta med kaffe")));
    assert_eq!((&made["visibility"], &made["eventStatus"]), (&json!("PRIVATE"), &json!("CONFIRMED")));
    assert_eq!((&made["timeZone"], &made["version"]), (&json!("Europe/Stockholm"), &json!(1)));
    // Without a choice of calendars: all that are visible to the caller.
    let all = anna.get(&format!("/api/v1/events?{JUNE}")).await.is(200)["content"].take();
    assert_eq!(each(&all, "eventUUID"), [&made["eventUUID"]]);
    assert!(
        bo.get(&format!("/api/v1/events?{JUNE}")).await.is(200)["content"].as_array().unwrap().is_empty()
    );
    for path in [format!("/api/v1/event/{}", made["id"]), format!("/api/v1/events?calendar={uuid}&{JUNE}")] {
        bo.get(&path).await.refused(404, "NOT_FOUND");
    }
    bo.post("/api/v1/event", draft(uuid, 3, json!({}))).await.refused(404, "NOT_FOUND");
    anna.delete(&format!("/api/v1/calendars/{uuid}")).await.is(204);
    assert_eq!(anna.get("/api/v1/calendars").await.is(200)["content"], json!([]), "removed is removed");
    anna.get(&format!("/api/v1/event/{}", made["id"])).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn organisation_calendars_are_visible_by_relation() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (member, follower) = (org.with("TEACHER").await, org.with("FOLLOWER").await);
    let (runs, stranger) = (org.with("ADMINISTRATOR").await, world.person("Främling").await);
    for (visibility, to_member, to_stranger) in
        [("PUBLIC", 200, 200), ("UNLISTED", 200, 200), ("RESTRICTED", 200, 404), ("PRIVATE", 404, 404)]
    {
        let uuid = calendar(&runs, Some(&org), visibility).await;
        let path = format!("/api/v1/events?calendar={uuid}&{JUNE}");
        assert_eq!(member.get(&path).await.status, to_member, "{visibility}");
        for other in [&follower, &stranger] {
            assert_eq!(other.get(&path).await.status, to_stranger, "{visibility}");
        }
        assert_eq!(public(&world, &uuid).await.status, to_stranger, "{visibility}");
        let lists = async |person: &Person| {
            let all = person.get(&format!("/api/v1/calendars?idEntity={}", org.id)).await.is(200);
            each(&all["content"], "calendarUUID").contains(&&json!(uuid))
        };
        assert!(lists(&org.owner).await);
        assert_eq!(lists(&member).await, ["PUBLIC", "RESTRICTED"].contains(&visibility), "{visibility}");
        assert_eq!(lists(&stranger).await, visibility == "PUBLIC", "{visibility}");
        // Readers may not write.
        for (person, seen) in [(&member, to_member), (&stranger, to_stranger)] {
            let (status, code) = if seen == 200 { (403, "ROLE_TOO_LOW") } else { (404, "NOT_FOUND") };
            person.post("/api/v1/event", draft(&uuid, 1, json!({}))).await.refused(status, code);
            let change = json!({"name": "Nytt", "visibility": "PUBLIC"});
            person.put(&format!("/api/v1/calendars/{uuid}"), change).await.refused(status, code);
            person.delete(&format!("/api/v1/calendars/{uuid}")).await.refused(status, code);
        }
    }
}

/// The relations of a restricted calendar see it and its events everywhere; others do not, not even by its address.
#[actix_web::test]
async fn a_calendar_for_some_relations() {
    let world = World::new().await;
    let (org, club) = (world.org("Skolan").await, world.org("Klubben").await);
    let (teacher, runs) = (org.with("TEACHER").await, org.with("ADMINISTRATOR").await);
    let stranger = world.person("Främling").await;
    let outsiders = [&org.with("PUPIL").await, &org.with("FOLLOWER").await, &club.owner, &stranger];
    let staff = json!({
        "name": "Personal", "idEntity": org.id, "visibility": "RESTRICTED",
        "relationTypes": ["TEACHER", "EMPLOYEE", "TEACHER"]
    });
    let made = runs.post("/api/v1/calendars", staff.clone()).await.is(201);
    assert_eq!(made["relationTypes"], json!(["EMPLOYEE", "TEACHER"]), "each once");
    let uuid = made["calendarUUID"].as_str().unwrap();
    // An event's own visibility cannot exceed its calendar's.
    let meeting = event(&runs, uuid, 3, json!({"visibility": "PUBLIC", "enrollment": {}})).await;
    let (path, number) = (format!("/api/v1/events?calendar={uuid}&{JUNE}"), &meeting["id"]);
    for person in [&teacher, &runs, &org.owner] {
        assert_eq!(days(&listed(person, uuid).await), [3]);
        person.get(&format!("/api/v1/event/{number}")).await.is(200);
    }
    for person in outsiders {
        person.get(&path).await.refused(404, "NOT_FOUND");
        for name in [number, &meeting["eventUUID"]] {
            let name = name.as_str().map_or_else(|| name.to_string(), str::to_owned);
            let at = format!("/api/v1/event/{name}");
            person.get(&at).await.refused(404, "NOT_FOUND");
            person.post(&format!("{at}/enrollment"), json!({})).await.refused(404, "NOT_FOUND");
        }
        let all = person.get("/api/v1/calendars").await.is(200);
        assert!(!each(&all["content"], "calendarUUID").contains(&&made["calendarUUID"]));
    }
    assert_eq!(public(&world, uuid).await.status, 404);
    // Readers neither write in it nor change its relations.
    let change = json!({"name": "Personal", "visibility": "RESTRICTED", "relationTypes": ["PUPIL"]});
    let at = format!("/api/v1/calendars/{uuid}");
    teacher.put(&at, change.clone()).await.refused(403, "ROLE_TOO_LOW");
    outsiders[0].put(&at, change.clone()).await.refused(404, "NOT_FOUND");
    // Omitted relations stay; named ones see it from then on.
    let named = runs.put(&at, json!({"name": "Vi", "visibility": "RESTRICTED"})).await.is(200);
    assert_eq!(named["relationTypes"], made["relationTypes"]);
    runs.put(&at, change).await.is(200);
    teacher.get(&path).await.refused(404, "NOT_FOUND");
    assert_eq!(days(&listed(outsiders[0], uuid).await), [3]);
    outsiders[1].get(&path).await.refused(404, "NOT_FOUND");
    let all = json!({"name": "Vi", "visibility": "RESTRICTED", "relationTypes": []});
    assert_eq!(runs.put(&at, all).await.is(200)["relationTypes"], json!([]));
    for person in [&teacher, outsiders[0]] {
        assert_eq!(days(&listed(person, uuid).await), [3]);
    }
    // A public calendar names no relations; a restricted one without any names none.
    runs.put(&at, json!({"name": "Vi", "visibility": "RESTRICTED", "relationTypes": ["TEACHER"]}))
        .await
        .is(200);
    let open = runs.put(&at, json!({"name": "Vi", "visibility": "PUBLIC"})).await.is(200);
    assert_eq!(open["relationTypes"], json!([]));
    let before = world.dump().await;
    let wrong = json!({"name": "Vi", "visibility": "PUBLIC", "relationTypes": ["TEACHER"]});
    runs.put(&at, wrong).await.wrong_field("relationTypes", "ONLY_RESTRICTED");
    let own = json!({"name": "Min", "visibility": "RESTRICTED", "relationTypes": ["TEACHER"]});
    teacher.post("/api/v1/calendars", own).await.wrong_field("relationTypes", "ONLY_RESTRICTED");
    let unknown = json!({"name": "Vi", "visibility": "RESTRICTED", "relationTypes": ["KUNG"]});
    assert!([400, 422].contains(&runs.put(&at, unknown).await.status));
    World::assert_same(&before, &world.dump().await);
}

#[actix_web::test]
async fn an_event_may_be_for_fewer_than_its_calendar() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let member = org.with("MEMBER").await;
    let uuid = calendar(&org.owner, Some(&org), "PUBLIC").await;
    let mut made = Vec::new();
    for (day, visibility) in [(1, "PUBLIC"), (2, "UNLISTED"), (3, "RESTRICTED"), (4, "PRIVATE")] {
        made.push(event(&org.owner, &uuid, day, json!({"visibility": visibility})).await);
    }
    assert_eq!(days(&listed(&org.owner, &uuid).await), [1, 2, 3, 4]);
    assert_eq!(days(&listed(&member, &uuid).await), [1, 3]);
    assert_eq!(days(&public(&world, &uuid).await.is(200)["content"]), [1]);
    let by = async |name: &Value| {
        let name = name.to_string();
        world.anyone("GET", &format!("/api/public/event/{}", name.trim_matches('"'))).send().await.status
    };
    for (event, by_id, by_uuid) in [(0, 200, 200), (1, 404, 200), (2, 404, 404), (3, 404, 404)] {
        assert_eq!(
            (by(&made[event]["id"]).await, by(&made[event]["eventUUID"]).await),
            (by_id, by_uuid),
            "{event}"
        );
    }
    let seen = member.get(&format!("/api/v1/event/{}", made[0]["id"])).await.is(200);
    assert_eq!(seen["abilities"], json!([]));
    // The calendar becomes private: others see nothing of it.
    let change = json!({"name": "Stängt", "visibility": "PRIVATE"});
    org.owner.put(&format!("/api/v1/calendars/{uuid}"), change).await.is(200);
    assert_eq!(by(&made[0]["eventUUID"]).await, 404);
    member.get(&format!("/api/v1/event/{}", made[0]["id"])).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn all_day_events_use_dates() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let uuid = calendar(&anna, None, "PRIVATE").await;
    let more = json!({"calendarUUID": uuid, "title": "Midsommar", "allDay": true, "startDate": "2026-06-19", "endDate": "2026-06-21"});
    let made = anna.post("/api/v1/event", more).await.is(201);
    assert_eq!((&made["startDate"], &made["endDate"]), (&json!("2026-06-19"), &json!("2026-06-21")));
    assert_eq!(
        (&made["start"], &made["end"]),
        (&json!("2026-06-18T22:00:00.000Z"), &json!("2026-06-21T22:00:00.000Z"))
    );
    // Every week, with the same duration.
    let weekly = json!({
        "calendarUUID": uuid, "title": "Jour", "allDay": true, "startDate": "2026-06-05", "endDate": "2026-06-07",
        "rrule": "FREQ=WEEKLY;COUNT=2"
    });
    anna.post("/api/v1/event", weekly).await.is(201);
    let list = listed(&anna, &uuid).await;
    let spans: Vec<_> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["startDate"].clone(), one["endDate"].clone()))
        .collect();
    let span = |first: &str, last: &str| (json!(first), json!(last));
    assert_eq!(
        spans,
        [
            span("2026-06-05", "2026-06-07"),
            span("2026-06-12", "2026-06-14"),
            span("2026-06-19", "2026-06-21")
        ]
    );
}

#[actix_web::test]
async fn occurrence_rest_or_all_of_a_series_is_changed() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let uuid = calendar(&anna, None, "PRIVATE").await;
    let series = event(&anna, &uuid, 1, json!({"rrule": "FREQ=WEEKLY", "place": {"name": "Aulan"}})).await;
    let at = |day: u8| format!("2026-06-{day:02}T10:00:00.000Z");
    let path = |scope: &str, day: u8| {
        format!("/api/v1/event/{}?scope={scope}&recurrenceId={}", series["id"], at(day))
    };
    let list = listed(&anna, &uuid).await;
    assert_eq!(days(&list), [1, 8, 15, 22, 29]);
    assert_eq!((&list[1]["isRecurring"], &list[1]["recurrenceId"]), (&json!(true), &json!(at(8))));
    assert_eq!((&list[1]["id"], &list[1]["place"]["name"]), (&series["id"], &json!("Aulan")));
    // `this`: an event of its own, two days later.
    let own = anna.put(&path("this", 8), draft(&uuid, 10, json!({"title": "Flyttat"}))).await.is(200);
    assert_eq!(
        (&own["idSeries"], &own["recurrenceId"], &own["rrule"]),
        (&series["id"], &json!(at(8)), &Value::Null)
    );
    assert_eq!(days(&listed(&anna, &uuid).await), [1, 10, 15, 22, 29]);
    // Not a second time, and not for a day without an occurrence.
    for day in [8, 9] {
        anna.put(&path("this", day), draft(&uuid, day, json!({})))
            .await
            .wrong_field("recurrenceId", "NO_SUCH_INSTANCE");
        anna.delete(&path("this", day)).await.wrong_field("recurrenceId", "NO_SUCH_INSTANCE");
    }
    // `this` deleted.
    anna.delete(&path("this", 15)).await.is(204);
    assert_eq!(days(&listed(&anna, &uuid).await), [1, 10, 22, 29]);
    // From the 22nd on: a series of its own, a day later.
    let rest = anna
        .put(&path("future", 22), draft(&uuid, 23, json!({"title": "Tisdag", "rrule": "FREQ=WEEKLY"})))
        .await;
    let rest = rest.is(200);
    assert_ne!(rest["id"], series["id"]);
    let list = listed(&anna, &uuid).await;
    assert_eq!(days(&list), [1, 10, 23, 30]);
    assert_eq!(each(&list, "title"), ["Föräldramöte", "Flyttat", "Tisdag", "Tisdag"]);
    // `all` of the second series.
    let all = draft(&uuid, 24, json!({"title": "Onsdag", "rrule": "FREQ=WEEKLY;COUNT=1"}));
    anna.put(&format!("/api/v1/event/{}", rest["id"]), all).await.is(200);
    assert_eq!(days(&listed(&anna, &uuid).await), [1, 10, 24]);
    // The first series with its remaining occurrences and the event split from it.
    anna.delete(&format!("/api/v1/event/{}", series["id"])).await.is(204);
    assert_eq!(days(&listed(&anna, &uuid).await), [24]);
    anna.get(&format!("/api/v1/event/{}", own["id"])).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn a_counted_series_is_cut_in_two() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let uuid = calendar(&anna, None, "PRIVATE").await;
    let rule = "FREQ=DAILY;COUNT=5";
    let series = event(&anna, &uuid, 1, json!({"rrule": rule})).await;
    let path = format!("/api/v1/event/{}?scope=future&recurrenceId=2026-06-04T10:00:00Z", series["id"]);
    let rest = anna.put(&path, draft(&uuid, 4, json!({"title": "Sedan", "rrule": rule}))).await.is(200);
    assert_eq!(rest["rrule"], "FREQ=DAILY;COUNT=2");
    let list = listed(&anna, &uuid).await;
    assert_eq!(days(&list), [1, 2, 3, 4, 5]);
    assert_eq!(each(&list, "title")[2..4], [&json!("Föräldramöte"), &json!("Sedan")]);
    anna.delete(&format!("/api/v1/event/{}?scope=future&recurrenceId=2026-06-02T10:00:00Z", series["id"]))
        .await
        .is(204);
    assert_eq!(days(&listed(&anna, &uuid).await), [1, 4, 5]);
}

#[actix_web::test]
async fn concurrent_changes_of_an_event_conflict() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let other = org.with("ADMINISTRATOR").await;
    let uuid = calendar(&org.owner, Some(&org), "PUBLIC").await;
    let made = event(&org.owner, &uuid, 1, json!({})).await;
    let path = format!("/api/v1/event/{}", made["id"]);
    let mine = org.owner.put(&path, draft(&uuid, 2, json!({"version": 1}))).await.is(200);
    assert_eq!(mine["version"], 2);
    other.put(&path, draft(&uuid, 3, json!({"version": 1}))).await.refused(409, "MOVED_ON");
    assert_eq!(days(&listed(&other, &uuid).await), [2]);
    // Two concurrent writes without a version: one succeeds.
    let (a, b) = futures_util::join!(
        org.owner.put(&path, draft(&uuid, 4, json!({}))),
        other.put(&path, draft(&uuid, 5, json!({})))
    );
    let done = [a.status, b.status].iter().filter(|status| **status == 200).count();
    assert!(done >= 1 && [a.status, b.status].iter().all(|status| [200, 409].contains(status)));
    assert_eq!(days(&listed(&other, &uuid).await).len(), 1);
}

#[actix_web::test]
async fn invalid_input_is_refused_and_changes_nothing() {
    let world = World::new().await;
    let (anna, org) = (world.person("Anna").await, world.org("Skolan").await);
    let uuid = calendar(&anna, None, "PRIVATE").await;
    let own = event(&anna, &uuid, 1, json!({})).await;
    let before = world.dump().await;
    let path = format!("/api/v1/event/{}", own["id"]);
    for (more, field, code) in [
        (json!({"end": "2026-06-01T09:00:00Z"}), "end", "TIME"),
        (json!({"end": "2030-06-10T09:00:00Z"}), "end", "TIME"),
        (json!({"timeZone": "Sverige/Mora"}), "timeZone", "UNKNOWN_ZONE"),
        (json!({"rrule": "FREQ=SECONDLY;COUNT=1000000"}), "rrule", "TOO_OFTEN"),
        (json!({"rrule": "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"}), "rrule", "NEVER"),
        (json!({"rrule": "varje dag"}), "rrule", "RRULE"),
        (json!({"allDay": true}), "startDate", "TIME"),
    ] {
        anna.post("/api/v1/event", draft(&uuid, 1, more.clone())).await.wrong_field(field, code);
        anna.put(&path, draft(&uuid, 1, more)).await.wrong_field(field, code);
    }
    for more in [
        json!({"title": ""}),
        json!({"title": "å".repeat(201)}),
        json!({"description": "å".repeat(10_001)}),
        json!({"startDate": "2026-02-30"}),
        json!({"visibility": "ALLA"}),
        json!({"links": [{"url": "javascript:alert(1)"}]}),
        json!({"place": {"name": "Aulan", "latitude": 91}}),
        json!({"coverImage": "https://example.se/spion.gif"}),
        json!({"coverImage": "//example.se/spion.gif"}),
    ] {
        anna.post("/api/v1/event", draft(&uuid, 1, more)).await.refused(422, "INVALID");
    }
    // Into another person's calendar, or another of one's own.
    anna.put(&path, draft("ingen", 1, json!({}))).await.refused(404, "NOT_FOUND");
    anna.post("/api/v1/event", draft("ingen", 1, json!({}))).await.refused(404, "NOT_FOUND");
    let theirs = json!({"name": "Min", "idEntity": org.id, "visibility": "PUBLIC"});
    anna.post("/api/v1/calendars", theirs).await.refused(403, "ROLE_TOO_LOW");
    let nobodys = json!({"name": "Min", "idEntity": 7, "visibility": "PUBLIC"});
    anna.post("/api/v1/calendars", nobodys).await.refused(404, "NOT_FOUND");
    let red = json!({"name": "Min", "visibility": "PUBLIC", "color": "red"});
    anna.post("/api/v1/calendars", red).await.refused(422, "INVALID");
    let events = |from: &str, to: &str| format!("/api/v1/events?calendar={uuid}&from={from}&to={to}");
    for (from, to) in
        [("2026-06-01T00:00:00Z", "2026-06-01T00:00:00Z"), ("2026-01-01T00:00:00Z", "2027-02-06T00:00:00Z")]
    {
        anna.get(&events(from, to)).await.wrong_field("to", "RANGE");
    }
    anna.get(&events("2026-01-01T00:00:00Z", "2027-02-05T00:00:00Z")).await.is(200);
    World::assert_same(&before, &world.dump().await);
}

#[actix_web::test]
async fn an_erased_persons_calendars_go_and_the_organisations_stay() {
    use actors::accounts::erasure::{PATIENCE, erase_due};
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let leaves = org.with("ADMINISTRATOR").await;
    let shared = calendar(&leaves, Some(&org), "PUBLIC").await;
    event(&leaves, &shared, 1, json!({})).await;
    let own = calendar(&leaves, None, "PUBLIC").await;
    let gone = event(&leaves, &own, 2, json!({"title": "KVASTSKAFT", "rrule": "FREQ=DAILY"})).await;
    let export = leaves.get("/api/v1/me/export").await;
    assert_eq!(export.status, 200);
    leaves.delete("/api/v1/me").await.is(200);
    let due = actors::platform::time::now() + PATIENCE + 60_000;
    assert!(erase_due(&world.platform, storage::UserId(leaves.id), due).await.unwrap());
    assert_eq!(public(&world, &own).await.status, 404);
    let path = format!("/api/public/event/{}", gone["eventUUID"].as_str().unwrap());
    assert_eq!(world.anyone("GET", &path).send().await.status, 404);
    let left = format!("{:?}", world.dump().await);
    assert!(!left.contains("KVASTSKAFT"));
    assert_eq!(days(&public(&world, &shared).await.is(200)["content"]), [1]);
}

#[actix_web::test]
async fn event_moves_to_another_calendar_with_its_enrolments() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (bo, other) = (org.with("MEMBER").await, world.org("Klubben").await);
    let from = calendar(&org.owner, Some(&org), "PUBLIC").await;
    let to = calendar(&org.owner, Some(&org), "RESTRICTED").await;
    let theirs = calendar(&other.owner, Some(&other), "PUBLIC").await;
    let starts = "2036-06-01T16:00:00Z";
    let body = |uuid: &str, more: Value| {
        let mut body =
            json!({"calendarUUID": uuid, "title": "Match", "start": starts, "end": "2036-06-01T17:00:00Z"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let made =
        org.owner.post("/api/v1/event", body(&from, json!({"enrollment": {"capacity": 3}}))).await.is(201);
    let path = format!("/api/v1/event/{}", made["id"]);
    bo.post(&format!("{path}/enrollment"), json!({})).await.is(201);
    let there = async |uuid: &str| {
        let path =
            format!("/api/v1/events?calendar={uuid}&from=2036-06-01T00:00:00Z&to=2036-07-01T00:00:00Z");
        org.owner.get(&path).await.is(200)["content"].as_array().unwrap().len()
    };
    // It cannot be moved into a calendar that the caller may not write or see; without write access to its present one
    // it cannot be moved at all.
    org.owner.put(&path, body(&theirs, json!({}))).await.refused(403, "ROLE_TOO_LOW");
    org.owner.put(&path, body("ingen", json!({}))).await.refused(404, "NOT_FOUND");
    bo.put(&path, body(&to, json!({}))).await.refused(403, "ROLE_TOO_LOW");
    other.owner.put(&path, body(&theirs, json!({}))).await.refused(403, "ROLE_TOO_LOW");
    assert_eq!((there(&from).await, there(&to).await), (1, 0));
    let moved = org.owner.put(&path, body(&to, json!({"version": 1}))).await.is(200);
    assert_eq!(
        (&moved["calendarUUID"], &moved["eventUUID"], &moved["version"]),
        (&json!(to), &made["eventUUID"], &json!(2))
    );
    assert_eq!((there(&from).await, there(&to).await), (0, 1));
    let seen = bo.get(&path).await.is(200);
    assert_eq!(
        (&seen["enrollment"]["myEnrollmentStatus"], &seen["enrollment"]["taken"]),
        (&json!("CONFIRMED"), &json!(1))
    );
    org.owner.put(&path, body(&from, json!({"version": 1}))).await.refused(409, "MOVED_ON");
    // A whole series can be moved while no occurrence is an event of its own.
    let weekly = json!({"rrule": "FREQ=WEEKLY;COUNT=3"});
    let series = org.owner.post("/api/v1/event", body(&from, weekly.clone())).await.is(201);
    let path = format!("/api/v1/event/{}", series["id"]);
    let one = format!("{path}?scope=this&recurrenceId={starts}");
    org.owner.put(&one, body(&to, json!({}))).await.wrong_field("calendarUUID", "OTHER_CALENDAR");
    org.owner.put(&path, body(&to, weekly.clone())).await.is(200);
    assert_eq!((there(&from).await, there(&to).await), (0, 4));
    org.owner.put(&one, body(&to, json!({"title": "Annan"}))).await.is(200);
    org.owner.put(&path, body(&from, weekly)).await.refused(409, "HAS_EXCEPTIONS");
    assert_eq!((there(&from).await, there(&to).await), (0, 4));
}

/// Contract §1: where a moment is expected, a date means midnight in Sweden.
#[actix_web::test]
async fn a_month_is_asked_for_by_dates() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let calendars = anna.get("/api/v1/calendars").await.is(200);
    let calendar = &calendars["content"][0]["calendarUUID"];
    for (title, start, end) in [
        ("Före", "2026-05-31T21:00:00Z", "2026-05-31T22:00:00Z"),
        ("Första", "2026-05-31T22:00:00Z", "2026-05-31T23:00:00Z"),
        ("Sista", "2026-06-30T21:00:00Z", "2026-06-30T22:00:00Z"),
        ("Efter", "2026-06-30T22:00:00Z", "2026-06-30T23:00:00Z"),
    ] {
        let event = json!({"calendarUUID": calendar, "title": title, "start": start, "end": end});
        anna.post("/api/v1/event", event).await.is(201);
    }
    let month = anna.get("/api/v1/events?from=2026-06-01&to=2026-07-01").await.is(200)["content"].take();
    assert_eq!(each(&month, "title"), [&json!("Första"), &json!("Sista")]);
    anna.get("/api/v1/events?from=2026-06-31&to=2026-07-01").await.refused(422, "INVALID");
}
