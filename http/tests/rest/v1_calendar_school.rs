//! School year calendars: proposed by municipality, stored, stored again. Contract §7.

use crate::harness::{Answer, Org, Person, Value, World, each, json};

const YEAR: &str = "from=2026-07-31T22:00:00Z&to=2027-07-31T22:00:00Z";

/// A school with its own owner.
async fn school(world: &World, name: &str) -> Org {
    let org = world.org(name).await;
    org.owner.patch(&org.at(""), json!({"entityType": "school"})).await.is(200);
    org
}

fn day(key: &str, title: &str, first: &str, last: &str) -> Value {
    json!({"key": key, "kind": "BREAK", "title": title, "startDate": first, "endDate": last})
}

fn autumn() -> Value {
    day("AUTUMN_BREAK", "Höstlov", "2026-10-26", "2026-10-30")
}

fn winter() -> Value {
    day("SPORTS_BREAK", "Sportlov", "2027-03-01", "2027-03-05")
}

fn new(visibility: &str, days: Value) -> Value {
    let calendar = json!({"kind": "SCHOOL", "name": "Läsåret", "visibility": visibility});
    json!({"calendar": calendar, "idMunicipality": 180, "year": 2026, "days": days})
}

async fn puts(person: &Person, org: &Org, body: Value) -> Answer {
    person.post(&org.at("/school-calendars"), body).await
}

/// Applies the school year to an existing calendar.
async fn again(person: &Person, org: &Org, year: &Value, days: Value) -> Answer {
    let (calendar, version) = (&year["calendar"]["calendarUUID"], &year["version"]);
    let body = json!({"calendarUUID": calendar, "idMunicipality": 180, "year": 2026, "days": days, "version": version});
    puts(person, org, body).await
}

fn uuid(year: &Value) -> &str {
    year["calendar"]["calendarUUID"].as_str().unwrap()
}

/// A calendar's events: title, first and last day.
async fn listed(person: &Person, year: &Value) -> Vec<[String; 3]> {
    let path = format!("/api/v1/events?calendar={}&{YEAR}", uuid(year));
    let found = person.get(&path).await.is(200);
    let text = |one: &Value, field: &str| one[field].as_str().unwrap_or_default().to_owned();
    let all = found["content"].as_array().unwrap().iter();
    all.map(|one| ["title", "startDate", "endDate"].map(|field| text(one, field))).collect()
}

async fn by_title(person: &Person, year: &Value, title: &str) -> Value {
    let path = format!("/api/v1/events?calendar={}&{YEAR}", uuid(year));
    let found = person.get(&path).await.is(200);
    found["content"].as_array().unwrap().iter().find(|one| one["title"] == title).unwrap().clone()
}

/// Changes an event as a user would.
async fn by_hand(person: &Person, event: &Value, more: Value) {
    let mut body = json!({
        "calendarUUID": event["calendarUUID"], "title": event["title"], "allDay": true,
        "startDate": event["startDate"], "endDate": event["endDate"]
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    person.put(&format!("/api/v1/event/{}", event["id"]), body).await.is(200);
}

#[actix_web::test]
async fn a_year_is_proposed_by_municipality() {
    let world = World::new().await;
    let ask =
        async |query: &str| world.anyone("GET", &format!("/api/public/school-year?{query}")).send().await;
    let stockholm = ask("idMunicipality=180&year=2026").await.is(200);
    assert_eq!((&stockholm["sportsWeek"], &stockholm["easterBreak"]), (&json!(9), &json!("AFTER")));
    let found = |year: &Value, key: &str| {
        year["days"].as_array().unwrap().iter().find(|day| day["key"] == key).cloned()
    };
    // Week 9 of 2027 begins on 1 March.
    assert_eq!(found(&stockholm, "SPORTS_BREAK"), Some(winter()));
    assert_eq!(found(&stockholm, "AUTUMN_BREAK"), Some(autumn()), "week 44");
    // Göteborg has week 7; for Alingsås (1489) there is no data, so none is returned.
    assert_eq!(ask("idMunicipality=1480&year=2026").await.is(200)["sportsWeek"], 7);
    let unknown = ask("idMunicipality=1489&year=2026").await.is(200);
    assert_eq!((&unknown["sportsWeek"], found(&unknown, "SPORTS_BREAK")), (&Value::Null, None));
    let chosen = ask("idMunicipality=1489&year=2026&sportsWeek=8&easterBreak=BEFORE").await.is(200);
    assert_eq!(found(&chosen, "SPORTS_BREAK").unwrap()["startDate"], "2027-02-22");
    assert_eq!(found(&chosen, "EASTER_BREAK").unwrap()["startDate"], "2027-03-22");
    ask("idMunicipality=1&year=2026").await.wrong_field("idMunicipality", "UNKNOWN");
    for query in ["idMunicipality=180&year=1999", "idMunicipality=180&year=2026&sportsWeek=11"] {
        ask(query).await.refused(422, "INVALID");
    }
}

#[actix_web::test]
async fn school_year_is_visible_to_its_calendars_readers() {
    let world = World::new().await;
    let org = school(&world, "Björkskolan").await;
    let (pupil, stranger) = (org.with("PUPIL").await, world.person("Främling").await);
    let open = puts(&org.owner, &org, new("PUBLIC", json!([winter(), autumn()]))).await.is(200);
    assert_eq!(each(&open["days"], "outcome"), ["MADE", "MADE"]);
    assert_eq!(each(&open["days"], "key"), ["AUTUMN_BREAK", "SPORTS_BREAK"], "by time");
    let expected = [["Höstlov", "2026-10-26", "2026-10-30"], ["Sportlov", "2027-03-01", "2027-03-05"]];
    assert_eq!(listed(&stranger, &open).await, expected);
    let inner = puts(&org.owner, &org, new("RESTRICTED", json!([autumn()]))).await.is(200);
    let own = puts(&org.owner, &org, new("PRIVATE", json!([autumn()]))).await.is(200);
    let at = org.at("/school-calendars");
    let seen = |all: &Value| {
        let uuids = all["content"].as_array().unwrap().iter();
        uuids.map(|one| one["calendar"]["calendarUUID"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let all = org.owner.get(&at).await.is(200);
    assert_eq!(seen(&all), [uuid(&open), uuid(&inner), uuid(&own)]);
    assert_eq!((&all["abilities"], &all["content"][0]["years"]), (&json!(["WRITE"]), &json!([2026])));
    let of_pupil = pupil.get(&at).await.is(200);
    assert_eq!(
        (seen(&of_pupil), &of_pupil["abilities"]),
        (vec![uuid(&open).to_owned(), uuid(&inner).to_owned()], &json!([]))
    );
    assert_eq!(seen(&stranger.get(&at).await.is(200)), [uuid(&open)]);
    let public = world.anyone("GET", &format!("/api/public/school-calendars/{}", org.id)).send().await;
    assert_eq!(seen(&public.is(200)), [uuid(&open)]);
    let club = world.org("Klubben").await;
    let public = world.anyone("GET", &format!("/api/public/school-calendars/{}", club.id)).send().await;
    public.refused(404, "NOT_FOUND");
    // Deleted with its calendar.
    org.owner.delete(&format!("/api/v1/calendars/{}", uuid(&own))).await.is(204);
    assert_eq!(seen(&org.owner.get(&at).await.is(200)), [uuid(&open), uuid(&inner)]);
}

#[actix_web::test]
async fn staff_calendar_is_visible_to_staff_only() {
    let world = World::new().await;
    let org = school(&world, "Björkskolan").await;
    let (teacher, pupil) = (org.with("TEACHER").await, org.with("PUPIL").await);
    let mut year = new("RESTRICTED", json!([autumn()]));
    year["calendar"]["relationTypes"] = json!(["TEACHER", "EMPLOYEE"]);
    let made = puts(&org.owner, &org, year).await.is(200);
    let at = org.at("/school-calendars");
    let count = async |person: &Person| person.get(&at).await.is(200)["content"].as_array().unwrap().len();
    assert_eq!((count(&teacher).await, count(&org.owner).await, count(&pupil).await), (1, 1, 0));
    assert_eq!(listed(&teacher, &made).await, [["Höstlov", "2026-10-26", "2026-10-30"]]);
    let mut open = new("PUBLIC", json!([winter()]));
    open["calendar"]["relationTypes"] = json!(["TEACHER"]);
    let refused = puts(&org.owner, &org, open).await;
    refused.wrong_field("relationTypes", "ONLY_RESTRICTED");
}

#[actix_web::test]
async fn storing_a_school_year_follows_roles() {
    let world = World::new().await;
    let (org, other) = (school(&world, "Björkskolan").await, school(&world, "Tallskolan").await);
    let made = puts(&org.owner, &org, new("PUBLIC", json!([autumn()]))).await.is(200);
    let at = org.at(&format!("/school-calendars/{}/2026", uuid(&made)));
    org.with("ADMINISTRATOR").await.get(&at).await.is(200);
    for relation in ["TEACHER", "MODERATOR", "PRESIDENT", "SCHOOL_FOOD_ADMIN", "FOLLOWER"] {
        let person = org.with(relation).await;
        puts(&person, &org, new("PUBLIC", json!([autumn()]))).await.refused(403, "ROLE_TOO_LOW");
        again(&person, &org, &made, json!([autumn()])).await.refused(403, "ROLE_TOO_LOW");
        person.get(&at).await.refused(403, "ROLE_TOO_LOW");
    }
    for person in [&other.owner, &world.person("Främling").await] {
        puts(person, &org, new("PUBLIC", json!([autumn()]))).await.refused(403, "ROLE_TOO_LOW");
        person.get(&at).await.refused(403, "ROLE_TOO_LOW");
    }
    // Another school's calendar by one's own school, and a calendar without a school year.
    again(&other.owner, &other, &made, json!([autumn()])).await.refused(403, "ROLE_TOO_LOW");
    let plain = json!({"name": "Övrigt", "idEntity": org.id, "visibility": "PUBLIC"});
    let plain = org.owner.post("/api/v1/calendars", plain).await.is(201);
    again(&org.owner, &org, &json!({"calendar": plain, "version": 0}), json!([autumn()]))
        .await
        .refused(404, "NOT_FOUND");
    let club = world.org("Klubben").await;
    puts(&club.owner, &club, new("PUBLIC", json!([autumn()]))).await.refused(409, "NOT_A_SCHOOL");
}

#[actix_web::test]
async fn stored_year_is_updated_and_keeps_peoples_edits() {
    let world = World::new().await;
    let org = school(&world, "Björkskolan").await;
    let lovdag = || day("ASCENSION_FRIDAY", "Lovdag", "2027-05-07", "2027-05-07");
    let extra = || day("OWN-1", "Friluftsdag", "2026-09-10", "2026-09-10");
    let days = json!([extra(), autumn(), winter(), lovdag()]);
    let first = puts(&org.owner, &org, new("PUBLIC", days.clone())).await.is(200);
    // Applied again: no duplicates, no changes.
    let second = again(&org.owner, &org, &first, days.clone()).await.is(200);
    assert_eq!(each(&second["days"], "outcome"), ["SAME", "SAME", "SAME", "SAME"]);
    assert_eq!(listed(&org.owner, &first).await.len(), 4);
    again(&org.owner, &org, &first, days).await.refused(409, "MOVED_ON");

    let moved = by_title(&org.owner, &first, "Sportlov").await;
    by_hand(&org.owner, &moved, json!({"startDate": "2027-02-22", "endDate": "2027-02-26"})).await;
    let told = by_title(&org.owner, &first, "Höstlov").await;
    by_hand(&org.owner, &told, json!({"description": "Fritids är öppet"})).await;
    let gone = by_title(&org.owner, &first, "Lovdag").await;
    org.owner.delete(&format!("/api/v1/event/{}", gone["id"])).await.is(204);
    let at = org.at(&format!("/school-calendars/{}/2026", uuid(&first)));
    let stands = org.owner.get(&at).await.is(200);
    assert_eq!(each(&stands["days"], "outcome"), ["SAME", "SAME", "KEPT", "GONE"]);
    assert_eq!(stands["days"][2]["stands"]["startDate"], "2027-02-22");
    assert_eq!((&stands["days"][3]["stands"], &stands["version"]), (&Value::Null, &second["version"]));

    // The autumn break a week later, without the school's own day; the others unchanged.
    let later = day("AUTUMN_BREAK", "Läslov", "2026-11-02", "2026-11-06");
    let days = json!([later, winter(), lovdag()]);
    let body = json!({
        "calendarUUID": uuid(&first), "idMunicipality": 180, "year": 2026, "days": days, "version": second["version"]
    });
    let looked = org.owner.post(&org.at("/school-calendars?dryRun=true"), body).await.is(200);
    let outcomes = ["CHANGED", "KEPT", "GONE", "REMOVED"];
    assert_eq!(each(&looked["days"], "outcome"), outcomes);
    assert_eq!(listed(&org.owner, &first).await.len(), 3, "nothing is written");
    let third = again(&org.owner, &org, &second, days).await.is(200);
    assert_eq!(each(&third["days"], "outcome"), outcomes);
    let expected = [["Läslov", "2026-11-02", "2026-11-06"], ["Sportlov", "2027-02-22", "2027-02-26"]];
    assert_eq!(listed(&org.owner, &first).await, expected);
    let kept = org.owner.get(&format!("/api/v1/event/{}", told["id"])).await.is(200);
    assert_eq!((&kept["title"], &kept["description"]), (&json!("Läslov"), &json!("Fritids är öppet")));
    // A day deleted by hand comes back on explicit request.
    let mut back = lovdag();
    back["again"] = json!(true);
    let fourth = again(&org.owner, &org, &third, json!([later, winter(), back])).await.is(200);
    assert_eq!(each(&fourth["days"], "outcome"), ["SAME", "KEPT", "MADE"]);
    assert_eq!(listed(&org.owner, &first).await.len(), 3);
    // An event changed by hand is kept, also if it is no longer among the days.
    let fifth = again(&org.owner, &org, &fourth, json!([later])).await.is(200);
    assert_eq!(each(&fifth["days"], "outcome"), ["SAME", "KEPT", "REMOVED"]);
    assert_eq!(listed(&org.owner, &first).await, expected);
}

#[actix_web::test]
async fn concurrent_stores_of_a_year_apply_once() {
    let world = World::new().await;
    let org = school(&world, "Björkskolan").await;
    let first = puts(&org.owner, &org, new("PUBLIC", json!([autumn()]))).await.is(200);
    let tries = (0..5).map(|_| again(&org.owner, &org, &first, json!([autumn(), winter()])));
    let answers = futures_util::future::join_all(tries).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert!(answers.iter().all(|answer| [200, 409].contains(&answer.status)));
    assert_eq!(listed(&org.owner, &first).await.len(), 2, "each day once");
}

#[actix_web::test]
async fn invalid_days_are_refused_by_field() {
    let world = World::new().await;
    let org = school(&world, "Björkskolan").await;
    let with = |day: Value| new("PUBLIC", json!([autumn(), day]));
    let table = [
        (with(day("X", "Lov", "2027-03-05", "2027-03-01")), "days[1].endDate", "TIME"),
        (with(day("X", "Lov", "2025-03-01", "2025-03-05")), "days[1].startDate", "RANGE"),
        (with(autumn()), "days[1].key", "TWICE"),
        (with(day("X", "Se www.example.se", "2027-03-01", "2027-03-05")), "days[1].title", "ADDRESS"),
    ];
    for (body, field, code) in table {
        puts(&org.owner, &org, body).await.wrong_field(field, code);
    }
    let mut nowhere = new("PUBLIC", json!([autumn()]));
    nowhere["idMunicipality"] = json!(7);
    puts(&org.owner, &org, nowhere).await.wrong_field("idMunicipality", "UNKNOWN");
    let mut neither = new("PUBLIC", json!([autumn()]));
    neither.as_object_mut().unwrap().remove("calendar");
    puts(&org.owner, &org, neither).await.wrong_field("calendarUUID", "REQUIRED");
    let none = org.owner.get(&org.at("/school-calendars")).await.is(200);
    assert_eq!(none["content"], json!([]), "nothing of it is written");
    // The same idempotency key returns the first result: one calendar.
    let body = new("PUBLIC", json!([autumn()]));
    let path = org.at("/school-calendars");
    let call = || org.owner.call("POST", &path).header("idempotency-key", "k1").json(&body);
    let first = call().send().await.is(200);
    assert_eq!(call().send().await.is(200), first);
    assert_eq!(org.owner.get(&path).await.is(200)["content"].as_array().unwrap().len(), 1);
}
