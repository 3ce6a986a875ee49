//! `/api/v1/event-filters`. Contract §7, social.md §4: at most one is active.

use futures_util::future::join_all;

use crate::harness::{Person, Value, World, each, id, json};

const FILTERS: &str = "/api/v1/event-filters";

async fn calendar(person: &Person, visibility: &str) -> Value {
    let new = json!({"name": "Läsåret", "visibility": visibility});
    person.post("/api/v1/calendars", new).await.is(201)
}

async fn make(person: &Person, name: &str, is_active: bool) -> i64 {
    id(&person.post(FILTERS, json!({"name": name, "isActive": is_active})).await.is(201)["idFilter"])
}

/// Names of the filters marked as active, and the one that the API returns as active.
async fn active(person: &Person) -> Vec<String> {
    let all = person.get(FILTERS).await.is(200)["content"].take();
    let said: Vec<String> = all
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["isActive"] == true)
        .map(|one| one["name"].as_str().unwrap().to_owned())
        .collect();
    let asked = person.get(&format!("{FILTERS}/active")).await;
    match said.first() {
        Some(name) => assert_eq!(asked.is(200)["name"], json!(name)),
        None => assert_eq!(asked.status, 204),
    }
    said
}

#[actix_web::test]
async fn one_filter_is_active_at_a_time() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    assert_eq!(active(&anna).await, Vec::<String>::new());
    let skola = make(&anna, "Skola", true).await;
    assert_eq!(active(&anna).await, ["Skola"]);
    let jobb = make(&anna, "Jobb", false).await;
    assert_eq!(active(&anna).await, ["Skola"]);
    make(&anna, "Fritid", true).await;
    assert_eq!(active(&anna).await, ["Fritid"]);
    let activate =
        async |filter: i64| anna.call("POST", &format!("{FILTERS}/{filter}/activate")).send().await;
    assert_eq!(activate(jobb).await.is(200)["isActive"], true);
    assert_eq!(active(&anna).await, ["Jobb"]);
    let changed = json!({"name": "Skolan", "isActive": true, "rules": []});
    assert_eq!(anna.put(&format!("{FILTERS}/{skola}"), changed).await.is(200)["name"], "Skolan");
    assert_eq!(active(&anna).await, ["Skolan"]);
    anna.put(&format!("{FILTERS}/{skola}"), json!({"name": "Skolan"})).await.is(200);
    assert_eq!(active(&anna).await, Vec::<String>::new(), "changed to be applied no longer");
    activate(jobb).await.is(200);
    anna.delete(&format!("{FILTERS}/{skola}")).await.is(204);
    assert_eq!(active(&anna).await, ["Jobb"]);
    anna.delete(&format!("{FILTERS}/{jobb}")).await.is(204);
    assert_eq!(active(&anna).await, Vec::<String>::new(), "deleting the active one clears");
    assert_eq!(each(&anna.get(FILTERS).await.is(200)["content"], "name"), ["Fritid"]);
    for gone in [skola, jobb] {
        activate(gone).await.refused(404, "NOT_FOUND");
        anna.delete(&format!("{FILTERS}/{gone}")).await.refused(404, "NOT_FOUND");
        anna.put(&format!("{FILTERS}/{gone}"), json!({"name": "X"})).await.refused(404, "NOT_FOUND");
    }
}

#[actix_web::test]
async fn concurrent_changes_of_filters_are_all_kept() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let mut all = Vec::new();
    for name in ["A", "B", "C", "D"] {
        all.push(make(&anna, name, false).await);
    }
    for _ in 0..5 {
        let paths: Vec<String> = all.iter().map(|filter| format!("{FILTERS}/{filter}/activate")).collect();
        let calls = paths.iter().map(|path| anna.call("POST", path).send());
        assert!(join_all(calls).await.iter().all(|answer| answer.status == 200));
        assert_eq!(active(&anna).await.len(), 1);
    }
    let made = join_all((0..6).map(|n| {
        let new = json!({"name": format!("N{n}"), "isActive": true});
        async { anna.post(FILTERS, new).await.status }
    }));
    assert_eq!(made.await, [201; 6]);
    assert_eq!(anna.get(FILTERS).await.is(200)["content"].as_array().unwrap().len(), 10, "none is lost");
    assert_eq!(active(&anna).await.len(), 1);
}

#[actix_web::test]
async fn rules_name_calendars_that_i_may_see() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let (mine, open) = (calendar(&anna, "PRIVATE").await, calendar(&bo, "PUBLIC").await);
    let (listed, hidden) = (calendar(&bo, "UNLISTED").await, calendar(&bo, "PRIVATE").await);
    let rules = json!([
        {"idCalendar": mine["idCalendar"]}, {"calendarUUID": open["calendarUUID"]},
        {"idCalendar": listed["idCalendar"], "calendarUUID": listed["calendarUUID"]},
        {"calendarUUID": mine["calendarUUID"]}
    ]);
    let made = anna.post(FILTERS, json!({"name": "Allt", "isActive": true, "rules": rules})).await.is(201);
    assert_eq!(
        each(&made["rules"], "calendarUUID"),
        [&mine["calendarUUID"], &open["calendarUUID"], &listed["calendarUUID"]],
        "each once"
    );
    assert_eq!(each(&made["rules"], "idCalendar")[0], &mine["idCalendar"]);
    let with = |wrong: Value| json!({"name": "Fel", "rules": [{"idCalendar": mine["idCalendar"]}, wrong]});
    for unseen in [
        json!({"calendarUUID": hidden["calendarUUID"]}),
        json!({"idCalendar": hidden["idCalendar"]}),
        json!({"idCalendar": listed["idCalendar"]}),
        json!({"idCalendar": 7}),
        json!({"calendarUUID": "ingen"}),
    ] {
        anna.post(FILTERS, with(unseen)).await.refused(404, "NOT_FOUND");
    }
    let two = json!({"idCalendar": open["idCalendar"], "calendarUUID": mine["calendarUUID"]});
    for unclear in [json!({}), two] {
        anna.post(FILTERS, with(unclear)).await.wrong_field("rules[1]", "WHICH");
    }
    // Calendars that become private or are deleted are in no answer.
    let close = json!({"name": "Stängt", "visibility": "PRIVATE"});
    bo.put(&format!("/api/v1/calendars/{}", open["calendarUUID"].as_str().unwrap()), close).await.is(200);
    bo.delete(&format!("/api/v1/calendars/{}", listed["calendarUUID"].as_str().unwrap())).await.is(204);
    let active = anna.get(&format!("{FILTERS}/active")).await.is(200);
    assert_eq!(each(&active["rules"], "calendarUUID"), [&mine["calendarUUID"]]);
}

#[actix_web::test]
async fn filters_are_private() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, owner) = (org.with("MEMBER").await, &org.owner);
    let mine = make(&anna, "Mitt", true).await;
    assert_eq!(owner.get(FILTERS).await.is(200)["content"], json!([]));
    owner.put(&format!("{FILTERS}/{mine}"), json!({"name": "X"})).await.refused(404, "NOT_FOUND");
    owner.delete(&format!("{FILTERS}/{mine}")).await.refused(404, "NOT_FOUND");
    owner.call("POST", &format!("{FILTERS}/{mine}/activate")).send().await.refused(404, "NOT_FOUND");
    world.anyone("GET", FILTERS).send().await.refused(401, "UNAUTHENTICATED");
    assert_eq!(active(&anna).await, ["Mitt"]);
    // The limit is fifty.
    for n in 1..50 {
        make(&anna, &format!("F{n}"), false).await;
    }
    anna.post(FILTERS, json!({"name": "En till"})).await.refused(409, "QUOTA_REACHED");
    for wrong in [json!({"name": ""}), json!({"name": "å".repeat(101)}), json!({"rules": []})] {
        assert_eq!(anna.post(FILTERS, wrong).await.status, 422);
    }
}
