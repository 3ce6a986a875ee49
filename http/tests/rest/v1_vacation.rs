//! Vacation: applying and deciding, who sees what, wrong input. Contract §8.4.

use actors::platform::time::now;
use futures_util::future::join_all;
use storage::ids::{EntityId, UserId};
use storage::vacation::Vacations;

use crate::harness::{Answer, Org, Person, Value, World, each, id, json, piece};

/// The day that is so many days from today.
pub fn day(days: i64) -> String {
    let zone = jiff::tz::TimeZone::get("Europe/Stockholm").unwrap();
    let today = jiff::Timestamp::from_millisecond(now()).unwrap().to_zoned(zone).date();
    today.checked_add(jiff::Span::new().days(days)).unwrap().to_string()
}

/// Makes somebody an employee by the owner.
pub async fn employs(org: &Org, person: &Person, more: Value) -> Value {
    let mut terms = json!({"employedFrom": "2020-08-01"});
    terms.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    org.owner.put(&org.at(&format!("/vacation/employees/{}", person.id)), terms).await.is(200)
}

/// A new employee.
pub async fn employee(org: &Org) -> Person {
    let person = org.with("EMPLOYEE").await;
    employs(org, &person, json!({})).await;
    person
}

/// Puts people into a group of whom one must be present; it has the id 1.
pub async fn grouped(org: &Org, people: &[&Person]) -> Answer {
    let users: Vec<i64> = people.iter().map(|one| one.id).collect();
    let group = json!({"name": "Köket", "users": users, "minimum": 1});
    let settings = json!({"holidayYear": "APRIL", "groups": [group], "version": 0});
    org.owner.put(&org.at("/vacation/settings"), settings).await
}

pub async fn reserves(person: &Person, org: &Org, (from, to): (&str, &str), apply: bool) -> Answer {
    person
        .post(&org.at("/vacation"), json!({"from": from, "to": to, "note": "Fjällen", "apply": apply}))
        .await
}

pub fn its(reservation: &Value, rest: &str) -> String {
    format!("/api/v1/vacation/{}{rest}", reservation["idVacationPlanReservation"])
}

pub async fn does(person: &Person, reservation: &Value, act: &str) -> Answer {
    person.post(&its(reservation, &format!("/{act}")), json!({"reason": "Vi räcker inte till"})).await
}

/// The plan of 2026/27, as that person sees it: the periods of `whose`.
async fn periods(person: &Person, org: &Org, whose: &Person) -> Value {
    let plan = person.get(&org.at("/vacation?year=2026")).await.is(200);
    let people = plan["people"].as_array().unwrap();
    people.iter().find(|one| one["user"]["id"] == whose.id).unwrap()["periods"].clone()
}

/// For the table of routes: a reservation that waits, made by the owner, and an absence.
pub async fn in_scene(org: &Org, insider: &Person, secret: &str) -> (i64, i64) {
    employs(org, insider, json!({})).await;
    grouped(org, &[insider]).await.is(200);
    let days =
        json!({"from": day(10), "to": day(14), "note": secret, "apply": true, "idAuthUser": insider.id});
    let vacation = org.owner.post(&org.at("/vacation"), days).await.is(201);
    let away = json!({"idAuthUser": insider.id, "kind": "AWAY", "from": day(20), "to": day(24)});
    let absence = org.owner.post(&org.at("/vacation/absences"), away).await.is(201);
    (id(&vacation["idVacationPlanReservation"]), id(&absence["idAbsence"]))
}

/// An employee's vacation next week, by the owner.
pub async fn approved(org: &Org, person: &Person) {
    employs(org, person, json!({})).await;
    let days = json!({"from": day(7), "to": day(11), "apply": true, "idAuthUser": person.id});
    let made = org.owner.post(&org.at("/vacation"), days).await.is(201);
    does(&org.owner, &made, "approve").await.is(200);
}

/// For the test of all tables with people: an application.
pub async fn leave_traces(org: &Org, person: &Person) {
    employs(org, person, json!({})).await;
    reserves(person, org, (&day(10), &day(14)), true).await.is(201);
}

/// [social 3.14]
#[actix_web::test]
async fn employee_applies_and_a_manager_decides() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (employee(&org).await, employee(&org).await);
    grouped(&org, &[&anna, &bo]).await.is(200);
    let draft = reserves(&anna, &org, ("2026-07-06", "2026-07-31"), false).await.is(201);
    for (field, expected) in [
        ("idEntity", json!(org.id)),
        ("from", json!("2026-07-06")),
        ("to", json!("2026-07-31")),
        ("flStatus", json!("DRAFT")),
        ("note", json!("Fjällen")),
        ("reason", Value::Null),
        ("days", json!(20)),
        ("warnings", json!([])),
        ("version", json!(1)),
        ("daDecided", Value::Null),
        (
            "abilities",
            json!({"apply": true, "edit": true, "approve": false, "reject": false, "cancel": true}),
        ),
    ] {
        assert_eq!(draft[field], expected, "{field}");
    }
    assert_eq!(draft["user"]["id"], anna.id);
    assert_eq!(periods(&bo, &org, &anna).await, json!([]), "a draft is nobody's business");
    let applied = does(&anna, &draft, "apply").await.is(200);
    assert_eq!((&applied["flStatus"], &applied["version"]), (&json!("APPLIED"), &json!(2)));
    let bell = org.owner.bell(1).await[0].clone();
    assert_eq!(bell["type"], "VACATION_APPLIED");
    assert_eq!(bell["title"], format!("{} har ansökt om semester 6–31 juli", anna.called().await));
    assert_eq!(bell["path"], format!("/{}/semester", org.slug));

    // While she is away nobody is left if he goes as well.
    let asked = json!({"from": "2026-07-30", "to": "2026-08-02"});
    let answer = bo.post(&org.at("/vacation/check"), asked).await.is(200);
    assert_eq!((&answer["days"], &answer["balance"]["left"]), (&json!(2), &json!(25)));
    let below = json!({
        "code": "BELOW_MINIMUM", "group": 1, "from": "2026-07-30", "to": "2026-07-31", "present": 0, "minimum": 1
    });
    assert_eq!(answer["warnings"][0], below);
    assert_eq!(each(&answer["warnings"], "code"), ["BELOW_MINIMUM", "NO_FOUR_WEEKS"]);
    let later = reserves(&bo, &org, ("2026-07-30", "2026-08-02"), true).await.is(201);

    let waiting = org.owner.get(&org.at("/vacation/applications?size=1")).await.is(200);
    let name = piece("social 3.14", "vacation");
    assert_eq!(id(&waiting["content"][0][name]), id(&draft[name]));
    assert_eq!(waiting["content"][0]["warnings"], json!([below]), "with his, nobody is left");
    let next = format!("/vacation/applications?size=1&after={}", waiting["next"].as_str().unwrap());
    let rest = org.owner.get(&org.at(&next)).await.is(200);
    assert_eq!(
        ids_of(&rest),
        [later["idVacationPlanReservation"].clone()],
        "the second page: {}",
        rest["next"]
    );
    let approved = does(&org.owner, &applied, "approve").await.is(200);
    assert_eq!((&approved["flStatus"], &approved["version"]), (&json!("APPROVED"), &json!(3)));
    assert!(approved["daDecided"].is_string());
    let bell = anna.bell(1).await[0].clone();
    assert_eq!(bell["title"], "Din semester 6–31 juli är godkänd");
    let rejected = does(&org.owner, &later, "reject").await.is(200);
    assert_eq!(
        (&rejected["flStatus"], &rejected["reason"]),
        (&json!("REJECTED"), &json!("Vi räcker inte till"))
    );
    let bell = bo.bell(1).await[0].clone();
    assert_eq!(bell["title"], "Din ansökan om semester 30 juli–2 augusti kunde inte godkännas");

    let mine = anna.get(&org.at("/vacation/mine?year=2026")).await.is(200);
    let balance =
        json!({"paid": 25, "unpaid": 0, "saved": [], "taken": 20, "applied": 0, "left": 5, "canSave": 5});
    assert_eq!((&mine["balance"], &mine["warnings"]), (&balance, &json!([])));
    assert_eq!(mine["reservations"].as_array().unwrap().len(), 1);
    assert_eq!(mine["employee"]["user"]["id"], anna.id);
    let mine = bo.get(&org.at("/vacation/mine?year=2026")).await.is(200);
    assert_eq!((&mine["balance"]["taken"], &mine["balance"]["applied"]), (&json!(0), &json!(0)));
    assert_eq!(each(&mine["warnings"], "code"), ["NO_FOUR_WEEKS"]);

    let plan = bo.get(&org.at("/vacation?year=2026")).await.is(200);
    assert_eq!((&plan["from"], &plan["to"]), (&json!("2026-04-01"), &json!("2027-03-31")));
    let holidays = each(&plan["closed"], "name");
    assert!(
        holidays.contains(&&json!("Midsommarafton")) && !holidays.contains(&&json!("Valborgsmässoafton"))
    );
    assert_eq!(plan["below"], json!([]), "he is present");
    let away = json!([{"from": "2026-07-06", "to": "2026-07-31", "kind": "ABSENCE"}]);
    assert_eq!(periods(&bo, &org, &anna).await, away, "a colleague sees no more");
    let all = json!([{
        "id": draft["idVacationPlanReservation"], "from": "2026-07-06", "to": "2026-07-31", "kind": "VACATION",
        "flStatus": "APPROVED", "days": 20
    }]);
    assert_eq!(periods(&anna, &org, &anna).await, all);
    assert_eq!(periods(&org.owner, &org, &anna).await, all);
    let cancelled = does(&anna, &approved, "cancel").await.is(200);
    assert_eq!(cancelled["flStatus"], "CANCELLED");
    // Two have applied before; she is told nothing of what she did herself.
    let bell = org.owner.bell(3).await[0].clone();
    assert_eq!(bell["type"], "VACATION_WITHDRAWN");
    let title = format!("{} har avbokat sin godkända semester 6–31 juli", anna.called().await);
    assert_eq!(bell["title"], title);
    assert_eq!(anna.bell(1).await[0]["type"], "VACATION_APPROVED");
    assert_eq!(periods(&org.owner, &org, &anna).await, json!([]));
}

fn ids_of(page: &Value) -> Vec<Value> {
    each(&page["content"], "idVacationPlanReservation").into_iter().cloned().collect()
}

#[actix_web::test]
async fn nobody_decides_or_sees_beyond_their_role() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo, member) = (employee(&org).await, employee(&org).await, org.with("MEMBER").await);
    let manager = org.with("MANAGER").await;
    let applied = reserves(&anna, &org, ("2026-07-06", "2026-07-10"), true).await.is(201);
    // A colleague does not learn that it exists; a member who is no employee sees nothing at all.
    for outsider in [&bo, &member] {
        outsider.get(&its(&applied, "")).await.refused(404, "NOT_FOUND");
        for act in ["apply", "approve", "reject", "cancel"] {
            does(outsider, &applied, act).await.refused(404, "NOT_FOUND");
        }
        for path in ["/vacation/applications", "/vacation/employees", "/vacation/export"] {
            outsider.get(&org.at(path)).await.refused(403, "ROLE_TOO_LOW");
        }
    }
    for path in ["/vacation", "/vacation/settings", "/vacation/mine"] {
        member.get(&org.at(path)).await.refused(403, "ROLE_TOO_LOW");
    }
    reserves(&member, &org, ("2026-07-06", "2026-07-10"), true).await.refused(403, "ROLE_TOO_LOW");
    let for_her = json!({"from": "2026-08-03", "to": "2026-08-04", "idAuthUser": anna.id});
    bo.post(&org.at("/vacation"), for_her.clone()).await.refused(403, "ROLE_TOO_LOW");
    let away = json!({"idAuthUser": anna.id, "kind": "PARENTAL", "from": "2026-09-01", "to": "2026-09-04"});
    bo.post(&org.at("/vacation/absences"), away.clone()).await.refused(403, "ROLE_TOO_LOW");
    let terms = json!({"employedFrom": "2020-08-01"});
    bo.put(&org.at(&format!("/vacation/employees/{}", bo.id)), terms).await.refused(403, "ROLE_TOO_LOW");

    does(&anna, &applied, "approve").await.refused(403, "OWN");
    employs(&org, &manager, json!({})).await;
    let own = reserves(&manager, &org, ("2026-07-06", "2026-07-10"), true).await.is(201);
    for act in ["approve", "reject"] {
        does(&manager, &own, act).await.refused(403, "OWN");
    }
    assert_eq!((&own["abilities"]["approve"], &own["abilities"]["cancel"]), (&json!(false), &json!(true)));
    does(&org.owner, &own, "approve").await.is(200);
    let changed = json!({"from": "2026-07-07", "to": "2026-07-10", "version": 1});
    manager.put(&its(&applied, ""), changed).await.refused(403, "ROLE_TOO_LOW");
    let planned = manager.post(&org.at("/vacation"), for_her).await.is(201);
    assert_eq!((&planned["user"]["id"], &planned["flStatus"]), (&json!(anna.id), &json!("DRAFT")));
    let absence = manager.post(&org.at("/vacation/absences"), away).await.is(201);
    let its_path = format!("/api/v1/vacation/absences/{}", absence["idAbsence"]);
    bo.delete(&its_path).await.refused(404, "NOT_FOUND");
    bo.get(&format!("/api/v1/vacation/{}", absence["idAbsence"])).await.refused(404, "NOT_FOUND");
    let reservation = format!("/api/v1/vacation/absences/{}", applied["idVacationPlanReservation"]);
    anna.delete(&reservation).await.refused(404, "NOT_FOUND");
    assert_eq!(periods(&anna, &org, &anna).await[2]["kind"], "ABSENCE");
    anna.delete(&its_path).await.is(204);

    // Who leaves has no part in the plan any more, but the plan keeps what was theirs.
    org.owner.delete(&org.at(&format!("/relations/{}", anna.id))).await.is(204);
    anna.get(&its(&applied, "")).await.refused(404, "NOT_FOUND");
    anna.get(&org.at("/vacation/mine")).await.refused(403, "ROLE_TOO_LOW");
    reserves(&anna, &org, ("2026-10-06", "2026-10-10"), true).await.refused(403, "ROLE_TOO_LOW");
    assert_eq!(periods(&manager, &org, &anna).await.as_array().unwrap().len(), 2);
    does(&manager, &applied, "approve").await.is(200);
    let told = anna.bell(1).await[0].clone();
    assert_eq!(told["title"], "En semesteransökan som inte finns längre");
    // So has who is employed no more.
    let ended = json!({"version": 1, "employedUntil": day(-1)});
    employs(&org, &bo, ended).await;
    bo.get(&org.at("/vacation")).await.refused(403, "ROLE_TOO_LOW");
}

#[actix_web::test]
async fn of_overlapping_applications_one_stands() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = employee(&org).await;
    let days: Vec<(String, String)> =
        (1..=10).map(|n| (format!("2026-07-{n:02}"), format!("2026-07-{:02}", n + 9))).collect();
    let all = days.iter().map(|(from, to)| reserves(&anna, &org, (from, to), true));
    let answers = join_all(all).await;
    let made: Vec<&Answer> = answers.iter().filter(|answer| answer.status == 201).collect();
    assert_eq!(made.len(), 1, "{:?}", answers.iter().map(|answer| answer.status).collect::<Vec<_>>());
    let made = made[0].json();
    for answer in answers.into_iter().filter(|answer| answer.status != 201) {
        answer.refused(409, "OVERLAP");
    }
    let stands = Vacations::of(&world.storage);
    let plan = stands.periods(EntityId(org.id), UserId(anna.id)).await.unwrap();
    assert_eq!(plan.len(), 1, "{plan:?}");
    reserves(&anna, &org, ("2026-07-10", "2026-07-10"), false).await.refused(409, "OVERLAP");
    let free = reserves(&anna, &org, ("2026-08-03", "2026-08-07"), false).await.is(201);
    let onto = json!({"from": "2026-07-10", "to": "2026-08-03", "version": 1});
    anna.put(&its(&free, ""), onto).await.refused(409, "OVERLAP");
    // Its own days are not in its way.
    let moved = json!({"from": "2026-08-04", "to": "2026-08-08", "note": "", "version": 1});
    let moved = anna.put(&its(&free, ""), moved).await.is(200);
    assert_eq!((&moved["days"], &moved["version"], &moved["note"]), (&json!(4), &json!(2), &Value::Null));
    does(&anna, &made, "cancel").await.is(200);
    reserves(&anna, &org, ("2026-07-10", "2026-07-10"), false).await.is(201);

    // The same key is the same application.
    let days = json!({"from": "2026-10-05", "to": "2026-10-09", "apply": true});
    let mut found = Vec::new();
    for _ in 0..2 {
        let call = anna.call("POST", &org.at("/vacation")).header("idempotency-key", "semester-1");
        found.push(call.json(&days).send().await.is(201)["idVacationPlanReservation"].take());
    }
    assert_eq!(found[0], found[1]);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn stale_and_decided_reservations_are_refused() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = employee(&org).await;
    let draft = reserves(&anna, &org, ("2026-07-06", "2026-07-10"), false).await.is(201);
    does(&org.owner, &draft, "approve").await.refused(409, "NOT_ACTIVE");
    let applied = does(&anna, &draft, "apply").await.is(200);
    does(&anna, &draft, "apply").await.refused(409, "NOT_ACTIVE");
    // What was changed since the manager looked is not approved unseen.
    let longer = json!({"from": "2026-07-06", "to": "2026-07-17", "version": 2});
    anna.put(&its(&draft, ""), longer.clone()).await.is(200);
    let seen = json!({"version": applied["version"]});
    let refused = org.owner.post(&its(&draft, "/approve"), seen).await.refused(409, "STALE");
    assert_eq!(
        (&refused["current"]["to"], &refused["current"]["version"]),
        (&json!("2026-07-17"), &json!(3))
    );
    let refused = anna.put(&its(&draft, ""), longer).await.refused(409, "STALE");
    assert_eq!(refused["current"]["flStatus"], "APPLIED");
    let both = join_all([does(&org.owner, &draft, "approve"), does(&org.owner, &draft, "reject")]).await;
    assert_eq!(both.iter().filter(|answer| answer.status == 200).count(), 1, "one decision");
    let decided = anna.get(&its(&draft, "")).await.is(200);
    let edited = json!({"from": "2026-07-06", "to": "2026-07-07", "version": decided["version"]});
    anna.put(&its(&draft, ""), edited).await.refused(409, "NOT_ACTIVE");
    org.owner.get("/api/v1/vacation/17").await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn wrong_days_and_foreign_ids_are_refused() {
    let world = World::new().await;
    let (org, other) = (world.org("Skolan").await, world.org("Klubben").await);
    let (anna, member) = (employee(&org).await, org.with("MEMBER").await);
    employs(&org, &anna, json!({"version": 1, "employedFrom": "2026-03-01", "employedUntil": "2030-12-31"}))
        .await;
    for (from, to, field, code) in [
        ("2026-07-10", "2026-07-09", "to", "RANGE"),
        ("2026-07-10", "2027-08-13", "to", "RANGE"),
        ("2026-02-28", "2026-03-02", "from", "NOT_EMPLOYED"),
        (day(800).as_str(), day(801).as_str(), "from", "RANGE"),
    ] {
        reserves(&anna, &org, (from, to), true).await.wrong_field(field, code);
        let away = json!({"kind": "AWAY", "from": from, "to": to});
        anna.post(&org.at("/vacation/absences"), away).await.wrong_field(field, code);
    }
    let vacation = json!({"kind": "VACATION", "from": "2026-07-06", "to": "2026-07-07"});
    anna.post(&org.at("/vacation/absences"), vacation).await.wrong_field("kind", "UNKNOWN");
    for somebody in [member.id, other.owner.id, 17] {
        let days = json!({"from": "2026-07-06", "to": "2026-07-07", "idAuthUser": somebody});
        org.owner.post(&org.at("/vacation"), days).await.wrong_field("idAuthUser", "NOT_EMPLOYEE");
    }
    org.owner.get(&org.at("/vacation/mine")).await.refused(404, "NOT_FOUND");
    org.owner.get(&org.at("/vacation?group=9")).await.refused(404, "NOT_FOUND");
    org.owner.get(&org.at("/vacation/applications?after=x")).await.wrong_field("after", "UNKNOWN");
    let terms = json!({"employedFrom": "2020-08-01"});
    for somebody in [other.owner.id, 17] {
        let path = org.at(&format!("/vacation/employees/{somebody}"));
        org.owner.put(&path, terms.clone()).await.wrong_field("idAuthUser", "NOT_MEMBER");
        org.owner.delete(&path).await.refused(404, "NOT_FOUND");
    }
    let group = json!({"name": "Köket", "users": [anna.id, other.owner.id], "minimum": 1});
    let settings = json!({"holidayYear": "APRIL", "groups": [group], "version": 0});
    org.owner
        .put(&org.at("/vacation/settings"), settings)
        .await
        .wrong_field("groups[0].users", "NOT_EMPLOYEE");
    for wrong in [
        json!({"employedUntil": "2020-07-31"}),
        json!({"share": 0}),
        json!({"daysPerYear": 24}),
        json!({"saved": [{"year": 2025, "days": 26}]}),
        json!({"saved": [{"year": 2025, "days": 2}, {"year": 2025, "days": 3}]}),
    ] {
        let mut draft = terms.clone();
        draft.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
        let path = org.at(&format!("/vacation/employees/{}", member.id));
        org.owner.put(&path, draft).await.refused(422, "INVALID");
    }
}
