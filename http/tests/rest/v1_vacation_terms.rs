//! Vacation: terms of employment, groups, the table, calendar files, erasure. Contract §8.4.

use actors::accounts::erasure::{PATIENCE, erase_due};
use actors::platform::time::now;
use storage::ids::{EntityId, UserId};
use storage::vacation::Vacations;

use crate::harness::{Person, World, each, id, ids, json};
use crate::v1_vacation::{day, does, employee, employs, grouped, its, reserves};

#[actix_web::test]
async fn terms_and_groups_are_changed_by_version() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("TEACHER").await, employee(&org).await);
    let terms = json!({
        "employedFrom": "2026-08-01", "share": 75, "daysPerYear": 30,
        "saved": [{"year": 2025, "days": 4}, {"year": 2020, "days": 3}],
    });
    let path = org.at(&format!("/vacation/employees/{}", anna.id));
    let made = org.owner.put(&path, terms.clone()).await.is(200);
    assert_eq!((&made["share"], &made["version"], made.get("employedUntil")), (&json!(75), &json!(1), None));
    let refused = org.owner.put(&path, terms.clone()).await.refused(409, "STALE");
    assert_eq!(refused["current"]["version"], 1);
    // Her own reservations are no change of the terms.
    reserves(&anna, &org, ("2026-08-10", "2026-08-14"), true).await.is(201);
    // From 1 August 243 of 365 days: 30 become 20. What was saved in 2020 is too old.
    let mine = anna.get(&org.at("/vacation/mine?year=2026")).await.is(200);
    let balance = json!({
        "paid": 20, "unpaid": 10, "saved": [{"year": 2025, "days": 4, "expires": "2031-03-31"}], "taken": 0,
        "applied": 5, "left": 19, "canSave": 0,
    });
    assert_eq!(mine["balance"], balance);
    employs(&org, &anna, json!({"employedFrom": "2026-08-01", "version": 1})).await;
    let listed = org.owner.get(&org.at("/vacation/employees?size=1")).await.is(200);
    let next = org.at(&format!("/vacation/employees?size=1&after={}", listed["next"]));
    let rest = org.owner.get(&next).await.is(200);
    let people = [&listed, &rest].map(|page| id(&page["content"][0]["user"]["id"]));
    assert_eq!((people, rest.get("next")), ([anna.id, bo.id], None));

    grouped(&org, &[&anna, &bo]).await.is(200);
    let refused = grouped(&org, &[&bo]).await.refused(409, "STALE");
    let group = json!({"id": 1, "name": "Köket", "users": [anna.id, bo.id], "minimum": 1});
    assert_eq!(refused["current"], json!({"holidayYear": "APRIL", "groups": [group], "version": 1}));
    let calendar = json!({"holidayYear": "CALENDAR", "groups": [
        {"id": 1, "name": "Köket", "users": [anna.id, bo.id], "minimum": 2}
    ], "version": 1});
    org.owner.put(&org.at("/vacation/settings"), calendar).await.is(200);
    let plan = bo.get(&org.at("/vacation?year=2026&group=1&size=1")).await.is(200);
    assert_eq!((&plan["from"], &plan["to"]), (&json!("2026-01-01"), &json!("2026-12-31")));
    // Before she came, and while she is away.
    let below =
        |from: &str, to: &str| json!({"group": 1, "from": from, "to": to, "present": 1, "minimum": 2});
    assert_eq!(plan["below"], json!([below("2026-01-01", "2026-07-31"), below("2026-08-10", "2026-08-14")]));
    let second =
        bo.get(&org.at(&format!("/vacation?year=2026&group=1&after={}", plan["next"]))).await.is(200);
    assert_eq!((&second["below"], second["people"].as_array().unwrap().len()), (&json!([]), 1));

    let waits = reserves(&bo, &org, ("2026-09-07", "2026-09-11"), true).await.is(201);
    org.owner.delete(&org.at(&format!("/vacation/employees/{}", bo.id))).await.is(204);
    bo.get(&org.at("/vacation/settings")).await.refused(403, "ROLE_TOO_LOW");
    assert_eq!(org.owner.get(&its(&waits, "")).await.is(200)["flStatus"], "CANCELLED");
    let settings = anna.get(&org.at("/vacation/settings")).await.is(200);
    assert_eq!(settings["groups"][0]["users"], json!([anna.id]));
    employs(&org, &bo, json!({})).await;
    bo.get(&its(&waits, "")).await.is(200);
}

/// The calendar file of a person.
async fn calendar_file(person: &Person) -> String {
    let feed = person.get("/api/v1/me/ics").await.is(200);
    let url = feed["url"].as_str().unwrap();
    person.get(&url[url.find("/ics/").unwrap()..]).await.text().replace("\r\n ", "")
}

#[actix_web::test]
async fn vacation_is_in_files_until_its_person_is_erased() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (employee(&org).await, employee(&org).await);
    grouped(&org, &[&anna, &bo]).await.is(200);
    let applied = reserves(&anna, &org, ("2026-07-06", "2026-07-10"), true).await.is(201);
    does(&org.owner, &applied, "approve").await.is(200);
    let away = json!({"kind": "PARENTAL", "from": "2026-09-01", "to": "2026-09-04"});
    anna.post(&org.at("/vacation/absences"), away).await.is(201);
    let answer = org.owner.get(&org.at("/vacation/export?year=2026")).await;
    assert!(answer.header("content-disposition").contains("semester-2026.csv"));
    let (table, name) = (answer.text(), anna.called().await);
    for line in [
        "\u{feff}Person;Anställd från;Betalda dagar;Sparade dagar;Uttagna;Sökta;Kvar;Slag;Från;Till;Status;Dagar\r\n",
        &format!("{name};2020-08-01;25;0;5;0;20;;;;;\r\n"),
        &format!("{name};;;;;;;Semester;2026-07-06;2026-07-10;Godkänd;5\r\n"),
        &format!("{name};;;;;;;Föräldraledig;2026-09-01;2026-09-04;;\r\n"),
    ] {
        assert!(table.contains(line), "{line} in {table}");
    }

    let (first, last) = (day(10), day(14));
    let soon = reserves(&anna, &org, (&first, &last), true).await.is(201);
    assert!(!calendar_file(&anna).await.contains("vacation-"), "it waits");
    does(&org.owner, &soon, "approve").await.is(200);
    let file = calendar_file(&anna).await;
    let plain = |day: String| day.replace('-', "");
    for line in [
        format!("UID:vacation-{}@kalender\r\n", soon["idVacationPlanReservation"]),
        format!("DTSTART;VALUE=DATE:{}\r\n", plain(first)),
        format!("DTEND;VALUE=DATE:{}\r\n", plain(day(15))),
        "SUMMARY:Semester\r\n".to_owned(),
    ] {
        assert!(file.contains(&line), "{line} in {file}");
    }
    assert!(!calendar_file(&bo).await.contains("vacation-"), "another person's");

    anna.delete("/api/v1/me").await.is(200);
    assert!(erase_due(&world.platform, UserId(anna.id), now() + PATIENCE + 60_000).await.unwrap());
    let plan = org.owner.get(&org.at("/vacation?year=2026")).await.is(200);
    assert_eq!(ids(&json!(each(&plan["people"], "user"))), [bo.id]);
    org.owner.get(&its(&applied, "")).await.refused(404, "NOT_FOUND");
    let settings = Vacations::of(&world.storage).settings(EntityId(org.id)).await.unwrap();
    assert_eq!(settings.groups.0[0].users, [UserId(bo.id)], "nor is she in a group");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}
