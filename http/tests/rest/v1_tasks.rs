//! Tasks: what they say, who sees them, parts, repetition, lists. Contract §9.1.

use futures_util::future::join_all;
use storage::time::Moment;

use crate::harness::{Answer, Org, Person, Value, World, each, id, json, piece};
use crate::v1_contacts_requests::befriend;

pub async fn makes(person: &Person, task: Value) -> Answer {
    person.post("/api/v1/tasks", task).await
}

/// A task with that title and more.
pub async fn task(person: &Person, title: &str, more: Value) -> Value {
    let mut draft = json!({"txTitle": title});
    draft.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    makes(person, draft).await.is(201)
}

pub fn its(task: &Value, rest: &str) -> String {
    format!("/api/v1/tasks/{}{rest}", task["idTask"])
}

pub async fn sets(person: &Person, task: &Value, status: &str) -> Answer {
    person.put(&its(task, "/status"), json!({"status": status})).await
}

/// What a task says, as it is sent to change it, with other fields in the place of some.
pub fn edited(task: &Value, more: Value) -> Value {
    let fields = [
        "txTitle",
        "txDescription",
        "priority",
        "labels",
        "dueDate",
        "dueAt",
        "timeZone",
        "startDate",
        "target",
        "checklist",
        "idParent",
        "repeat",
        "version",
    ];
    let mut edit: serde_json::Map<String, Value> =
        fields.into_iter().map(|field| (field.to_owned(), task[field].clone())).collect();
    let assignees: Vec<Value> = each(&task["assignees"], "id").into_iter().cloned().collect();
    edit.insert("assignees".to_owned(), json!(assignees));
    edit.extend(more.as_object().unwrap().clone());
    Value::Object(edit)
}

pub async fn edits(person: &Person, task: &Value, more: Value) -> Answer {
    person.put(&its(task, ""), edited(task, more)).await
}

pub async fn read(person: &Person, task: &Value) -> Value {
    person.get(&its(task, "")).await.is(200)
}

/// The titles of a list, by its query.
async fn titles(person: &Person, query: &str) -> Vec<String> {
    let list = person.get(&format!("/api/v1/tasks?{query}")).await.is(200);
    each(&list["content"], "txTitle").iter().map(|title| title.as_str().unwrap().to_owned()).collect()
}

/// For the table of routes: a task of the organisation; of the insider a stack, a task in it, and a reminder of that.
pub async fn in_scene(org: &Org, insider: &Person, secret: &str) -> [i64; 4] {
    // For members, so it is no secret.
    let with = json!({
        "idEntity": org.id, "dueDate": "2098-12-01", "checklist": [{"text": "Golvet"}],
        "assignees": [org.owner.id],
    });
    let made = task(&org.owner, "Städa", with).await;
    let stack = insider.post("/api/v1/task-stacks", json!({"name": secret})).await.is(201);
    let with = json!({"dueDate": "2098-12-01", "idTaskStack": stack["idTaskStack"]});
    let own = task(insider, secret, with).await;
    let remind = json!({"idTask": own["idTask"], "relativeTo": "due_date", "seconds": -3600});
    let reminder = insider.post("/api/v1/task-reminders", remind).await.is(201);
    [&made["idTask"], &stack["idTaskStack"], &own["idTask"], &reminder["idTaskReminder"]].map(id)
}

/// For the test of all tables with people.
pub async fn leave_traces(org: &Org, person: &Person) {
    let own = task(person, "Städa förrådet", json!({"dueDate": "2098-12-01"})).await;
    task(&org.owner, "Ring hem", json!({"idEntity": org.id, "assignees": [person.id]})).await;
    crate::v1_boards::board(person, json!({"template": "CUP"})).await;
    crate::v1_boards_files::imports(person, "", &crate::v1_boards_files::trello()).await;
    let shared = crate::v1_boards::board(&org.owner, json!({"idEntity": org.id})).await;
    let members = json!([{"idAuthUser": person.id, "role": "editor"}]);
    let its = crate::v1_boards::its(&shared, "");
    let roles = json!({"name": "Delad", "members": members});
    crate::v1_boards::settings(&org.owner, &shared, roles).await.is(200);
    person.put(&format!("{its}/watch"), json!({"watching": true})).await.is(204);
    let stack = person.post("/api/v1/task-stacks", json!({"name": "Hemma"})).await.is(201);
    let add = format!("/api/v1/task-stacks/{}/tasks", stack["idTaskStack"]);
    person.post(&add, json!({"idTask": own["idTask"]})).await.is(201);
    let remind = json!({"idTask": own["idTask"], "relativeTo": "due_date", "seconds": -3600});
    person.post("/api/v1/task-reminders", remind).await.is(201);
}

/// [social 3.16]
#[actix_web::test]
async fn task_says_what_was_sent() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = task(
        &anna,
        "  Ring   Karin ",
        json!({
            "txDescription": "Om *bussen*", "priority": 3, "labels": ["Resa", "resa", "Brådskar"],
            "dueAt": Moment(4_068_777_600_000), "timeZone": "Europe/Stockholm", "startDate": "2098-12-01",
            "checklist": [{"text": "Leta upp numret"}, {"text": "Ring", "done": true}],
            "target": {"kind": "EVENT", "id": "f00f"},
        }),
    )
    .await;
    for (field, expected) in [
        ("txTitle", json!("Ring Karin")),
        ("txDescription", json!("Om *bussen*")),
        ("status", json!("TODO")),
        ("priority", json!(3)),
        ("labels", json!(["Resa", "Brådskar"])),
        ("dueDate", Value::Null),
        ("dueAt", json!(Moment(4_068_777_600_000))),
        ("timeZone", json!("Europe/Stockholm")),
        ("startDate", json!("2098-12-01")),
        ("idEntity", Value::Null),
        ("assignees", json!([])),
        ("target", json!({"kind": "EVENT", "id": "f00f"})),
        (
            "checklist",
            json!([{"id": 1, "text": "Leta upp numret", "done": false}, {"id": 2, "text": "Ring", "done": true}]),
        ),
        ("idParent", Value::Null),
        ("subtasks", json!({"total": 0, "done": 0})),
        ("repeat", Value::Null),
        ("idBoard", Value::Null),
        ("version", json!(1)),
        ("completed", Value::Null),
        ("abilities", json!({"edit": true, "delete": true, "comment": true})),
    ] {
        assert_eq!(made[field], expected, "{field}");
    }
    assert!(id(&made[piece("social 3.16", "task")]) > 0);
    assert_eq!(made["createdBy"]["id"], anna.id);
    assert_eq!(read(&anna, &made).await, made);
}

/// [social 5.6]
#[actix_web::test]
async fn wrong_input_is_refused_and_makes_nothing() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let stranger = world.person("Sten").await;
    for (task, field, code) in [
        (json!({"txTitle": "  "}), "txTitle", "LENGTH"),
        (json!({"txTitle": "A", "priority": 5}), "priority", "RANGE"),
        (
            json!({"txTitle": "A", "dueDate": "2098-01-01", "startDate": "2098-01-02"}),
            "startDate",
            "DUE_BEFORE_START",
        ),
        (json!({"txTitle": "A", "dueAt": Moment(1), "dueDate": "2098-01-01"}), "dueAt", "TIME"),
        (
            json!({"txTitle": "A", "dueAt": Moment(4_068_777_600_000), "timeZone": "Mars/Olympus"}),
            "timeZone",
            "UNKNOWN_ZONE",
        ),
        (json!({"txTitle": "A", "assignees": [stranger.id]}), "assignees", "NOT_ASSIGNABLE"),
        (json!({"txTitle": "A", "idParent": 4711}), "idParent", "UNKNOWN"),
        (json!({"txTitle": "A", "repeat": {"rrule": "FREQ=DAILY", "from": "SCHEDULE"}}), "repeat", "REPEAT"),
        (
            json!({"txTitle": "A", "dueDate": "2098-01-01", "repeat": {"rrule": "varje dag", "from": "SCHEDULE"}}),
            "repeat",
            "REPEAT",
        ),
    ] {
        makes(&anna, task).await.wrong_field(field, code);
    }
    assert_eq!(titles(&anna, &format!("user={}", anna.id)).await, Vec::<String>::new());
    let nobody = world.anyone("GET", &format!("/api/v1/tasks?user={}", anna.id)).send().await;
    assert_eq!(nobody.refused(401, "UNAUTHENTICATED")["detail"], piece("social 5.6", "error"));
    anna.get("/api/v1/tasks").await.wrong_field("user", "REQUIRED");
    anna.get(&format!("/api/v1/tasks?user={}", stranger.id)).await.refused(403, "ROLE_TOO_LOW");
}

#[actix_web::test]
async fn own_task_is_for_its_maker_and_its_assignees() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let stranger = world.person("Sten").await;
    befriend(&anna, &bo).await;
    let made = task(&anna, "Boka buss", json!({"assignees": [bo.id]})).await;
    let bell = bo.get("/api/v1/notifications").await.is(200)["content"].take();
    let given = bell.as_array().unwrap().iter().find(|one| one["type"] == "TASK_ASSIGNED").unwrap();
    assert_eq!(given["type"], "TASK_ASSIGNED");
    assert_eq!(given["title"], format!("{} gav dig uppgiften Boka buss", anna.called().await));
    assert_eq!(given["path"], format!("/uppgifter/{}", made["idTask"]));
    stranger.get(&its(&made, "")).await.refused(404, "NOT_FOUND");
    sets(&stranger, &made, "DONE").await.refused(404, "NOT_FOUND");
    edits(&stranger, &made, json!({})).await.refused(404, "NOT_FOUND");
    let seen = read(&bo, &made).await;
    assert_eq!(seen["abilities"], json!({"edit": true, "delete": false, "comment": true}));
    bo.delete(&its(&made, "")).await.refused(403, "ROLE_TOO_LOW");
    let done = sets(&bo, &made, "DONE").await.is(200);
    assert!(done["completed"].is_string(), "{done}");
    let rings = anna.get("/api/v1/notifications").await.is(200)["content"].clone();
    assert!(rings.as_array().unwrap().iter().any(|one| one["type"] == "TASK_DONE"), "{rings}");
    // Taken from him, he sees it no more.
    edits(&anna, &read(&anna, &made).await, json!({"assignees": []})).await.is(200);
    bo.get(&its(&made, "")).await.refused(404, "NOT_FOUND");
    assert_eq!(titles(&bo, &format!("user={}", bo.id)).await, Vec::<String>::new());
}

#[actix_web::test]
async fn organisations_task_is_for_who_may_act_for_it() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (member, follower) = (org.with("MEMBER").await, org.with("FOLLOWER").await);
    let elsewhere = world.org("Klubben").await;
    makes(&follower, json!({"txTitle": "A", "idEntity": org.id})).await.refused(403, "ROLE_TOO_LOW");
    let with = json!({"idEntity": org.id, "assignees": [follower.id]});
    makes(&member, json!({"txTitle": "A", "idEntity": org.id, "assignees": with["assignees"]}))
        .await
        .wrong_field("assignees", "NOT_ASSIGNABLE");
    let made = task(&org.owner, "Städa", json!({"idEntity": org.id, "assignees": [member.id]})).await;
    assert_eq!((&made["entityName"], &made["entitySlug"]), (&json!("Skolan"), &json!(org.slug)));
    for stranger in [&follower, &elsewhere.owner] {
        stranger.get(&its(&made, "")).await.refused(404, "NOT_FOUND");
        stranger.get(&format!("/api/v1/tasks?entity={}", org.id)).await.refused(403, "ROLE_TOO_LOW");
    }
    assert_eq!(titles(&member, &format!("entity={}", org.id)).await, ["Städa"]);
    assert_eq!(titles(&org.owner, &format!("entity={}&assignee={}", org.id, member.id)).await, ["Städa"]);
    assert_eq!(titles(&org.owner, &format!("entity={}&assignee={}", org.id, org.owner.id)).await, [""; 0]);
    assert_eq!(titles(&member, &format!("assignee={}", member.id)).await, ["Städa"]);
    edits(&member, &made, json!({"txTitle": "Städa förrådet"})).await.is(200);
    member.delete(&its(&made, "")).await.refused(403, "ROLE_TOO_LOW");
    // Who leaves sees it no more, and it is no longer on their list.
    org.owner.delete(&org.at(&format!("/relations/{}", member.id))).await;
    member.get(&its(&made, "")).await.refused(404, "NOT_FOUND");
    assert_eq!(titles(&member, &format!("user={}", member.id)).await, [""; 0]);
}

#[actix_web::test]
async fn stale_editor_gets_both_texts_and_overwrites_nothing() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = task(&anna, "Handla", json!({"txDescription": "Mjölk"})).await;
    edits(&anna, &made, json!({"txDescription": "Mjölk och bröd"})).await.is(200);
    let stale = edits(&anna, &made, json!({"txDescription": "Smör"})).await.refused(409, "STALE");
    assert_eq!(stale["current"]["txDescription"], "Mjölk och bröd");
    assert_eq!(read(&anna, &made).await["txDescription"], "Mjölk och bröd");
    // A tick has no version of its own to be stale: two people tick different lines.
    let listed = edits(&anna, &stale["current"], json!({"checklist": [{"text": "A"}, {"text": "B"}]})).await;
    let listed = listed.is(200);
    let tick = |item: i64| {
        let path = its(&listed, &format!("/checklist/{item}"));
        let anna = &anna;
        async move { anna.put(&path, json!({"done": true})).await.is(200) }
    };
    join_all([tick(1), tick(2)]).await;
    let both = read(&anna, &made).await;
    assert_eq!(each(&both["checklist"], "done"), [&json!(true); 2]);
    anna.put(&its(&made, "/checklist/3"), json!({"done": true})).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn history_says_who_changed_what() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let member = org.with("EMPLOYEE").await;
    let made = task(&org.owner, "Städa", json!({"idEntity": org.id})).await;
    edits(&member, &made, json!({"txTitle": "Städa förrådet", "dueDate": "2098-12-01"})).await.is(200);
    sets(&org.owner, &made, "IN_PROGRESS").await.is(200);
    let history = member.get(&its(&made, "/history?size=2")).await.is(200);
    let steps = history["content"].as_array().unwrap();
    assert_eq!(steps[0]["by"]["id"], org.owner.id);
    assert_eq!(steps[0]["changes"], json!([{"field": "status", "from": "TODO", "to": "IN_PROGRESS"}]));
    assert_eq!(steps[1]["by"]["id"], member.id);
    assert_eq!(
        steps[1]["changes"],
        json!([
            {"field": "txTitle", "from": "Städa", "to": "Städa förrådet"},
            {"field": "dueDate", "from": null, "to": "2098-12-01"},
        ])
    );
    let older = member.get(&its(&made, &format!("/history?size=2&after={}", history["next"]))).await.is(200);
    assert_eq!(older["content"][0]["changes"][0]["field"], "created");
    assert_eq!((older["content"].as_array().unwrap().len(), &older["next"]), (1, &Value::Null));
}

#[actix_web::test]
async fn deleted_task_is_gone_until_it_is_restored() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = task(&anna, "Handla", json!({})).await;
    anna.delete(&its(&made, "")).await.is(204);
    anna.get(&its(&made, "")).await.refused(404, "NOT_FOUND");
    anna.delete(&its(&made, "")).await.refused(404, "NOT_FOUND");
    assert_eq!(titles(&anna, &format!("user={}", anna.id)).await, [""; 0]);
    let back = anna.post(&its(&made, "/restore"), json!({})).await.is(200);
    assert_eq!((&back["txTitle"], &back["version"]), (&json!("Handla"), &json!(3)));
    // What was restored is not removed when its day is over.
    world.come("task-purge").await;
    read(&anna, &made).await;
    anna.delete(&its(&made, "")).await.is(204);
    world.come("task-purge").await;
    anna.post(&its(&made, "/restore"), json!({})).await.refused(404, "NOT_FOUND");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn parts_are_counted_and_lie_in_no_circle() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let mut chain = vec![task(&anna, "0", json!({})).await];
    for level in 1..5 {
        let above = chain.last().unwrap()["idTask"].clone();
        chain.push(task(&anna, &level.to_string(), json!({"idParent": above})).await);
    }
    let deepest = chain[4]["idTask"].clone();
    makes(&anna, json!({"txTitle": "5", "idParent": deepest})).await.wrong_field("idParent", "TASK_DEPTH");
    edits(&anna, &chain[0], json!({"idParent": deepest})).await.wrong_field("idParent", "TASK_CYCLE");
    edits(&anna, &chain[1], json!({"idParent": chain[1]["idTask"]}))
        .await
        .wrong_field("idParent", "TASK_CYCLE");
    sets(&anna, &chain[1], "DONE").await.is(200);
    let top = read(&anna, &chain[0]).await;
    assert_eq!(top["subtasks"], json!({"total": 1, "done": 1}));
    assert_eq!(titles(&anna, &format!("parent={}", chain[0]["idTask"])).await, ["1"]);
    // What is taken out of the chain may hold what it lay under.
    let apart = edits(&anna, &read(&anna, &chain[1]).await, json!({"idParent": null})).await.is(200);
    let below = edits(&anna, &chain[0], json!({"idParent": deepest})).await.is(200);
    edits(&anna, &below, json!({"idParent": apart["idTask"]})).await.is(200);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn two_halves_of_a_circle_at_once_close_none() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for _ in 0..5 {
        let (one, other) = (task(&anna, "A", json!({})).await, task(&anna, "B", json!({})).await);
        let halves = join_all([
            edits(&anna, &one, json!({"idParent": other["idTask"]})),
            edits(&anna, &other, json!({"idParent": one["idTask"]})),
        ])
        .await;
        let statuses: Vec<u16> = halves.iter().map(|answer| answer.status).collect();
        assert!(statuses.contains(&422), "{statuses:?}");
        let (one, other) = (read(&anna, &one).await, read(&anna, &other).await);
        assert!(one["idParent"].is_null() || other["idParent"].is_null(), "{one} {other}");
    }
    world.come("task-edge").await;
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn repeating_task_opens_one_next_on_any_number_of_devices() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let monthly = json!({
        "dueDate": "2098-01-31", "startDate": "2098-01-30",
        "repeat": {"rrule": "FREQ=MONTHLY", "from": "SCHEDULE"},
        "checklist": [{"text": "Läs av", "done": true}],
    });
    let first = task(&anna, "Betala hyran", monthly).await;
    let part = task(&anna, "Kontot", json!({"idParent": first["idTask"]})).await;
    sets(&anna, &part, "DONE").await.is(200);
    join_all((0..4).map(|_| sets(&anna, &first, "DONE"))).await.into_iter().for_each(|done| {
        done.is(200);
    });
    let open = anna.get(&format!("/api/v1/tasks?user={}&status=OPEN", anna.id)).await.is(200);
    let named = |title: &str| {
        let all = open["content"].as_array().unwrap();
        all.iter().filter(|one| one["txTitle"] == title).cloned().collect::<Vec<_>>()
    };
    let (next, parts) = (named("Betala hyran"), named("Kontot"));
    assert_eq!((next.len(), parts.len()), (1, 1), "{open}");
    let next = &next[0];
    assert_eq!((&next["dueDate"], &next["startDate"]), (&json!("2098-02-28"), &json!("2098-02-27")));
    assert_eq!(next["checklist"][0]["done"], false);
    assert_eq!((&parts[0]["idParent"], &parts[0]["status"]), (&next["idTask"], &json!("TODO")));
    assert_eq!(read(&anna, &first).await["idNext"], next["idTask"]);
    // The day of the month with which it began is kept.
    let second = sets(&anna, next, "DONE").await.is(200);
    let third = anna.get(&format!("/api/v1/tasks/{}", second["idNext"])).await.is(200);
    assert_eq!(third["dueDate"], "2098-03-31");
    // Taken back, an untouched next one goes with its parts, and doing it again opens one.
    sets(&anna, next, "TODO").await.is(200);
    anna.get(&its(&third, "")).await.refused(404, "NOT_FOUND");
    let again = sets(&anna, next, "DONE").await.is(200);
    let third = anna.get(&format!("/api/v1/tasks/{}", again["idNext"])).await.is(200);
    // One that somebody has changed stays.
    edits(&anna, &third, json!({"txTitle": "Betala nya hyran"})).await.is(200);
    sets(&anna, next, "IN_PROGRESS").await.is(200);
    read(&anna, &third).await;
    let done = sets(&anna, next, "DONE").await.is(200);
    assert_eq!(done["idNext"], third["idTask"]);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// [social 7.26]
#[actix_web::test]
async fn list_is_by_due_date_in_pages_without_loss_or_repetition() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for n in 0..7 {
        task(&anna, &format!("dag {n}"), json!({"dueDate": format!("2098-05-{:02}", 20 - n)})).await;
    }
    task(&anna, "utan", json!({})).await;
    let noon = json!({"dueAt": Moment(4_050_900_000_000), "timeZone": "Europe/Stockholm"});
    let at_noon = task(&anna, "klockan", noon).await;
    for n in 0..3 {
        let done = task(&anna, &format!("klar {n}"), json!({})).await;
        sets(&anna, &done, "DONE").await.is(200);
    }
    let mut all = Vec::new();
    let mut after = String::new();
    loop {
        let page = anna.get(&format!("/api/v1/tasks?user={}&size=2{after}", anna.id)).await.is(200);
        let some = page["content"].as_array().unwrap();
        assert!(some.len() <= 2);
        all.extend(some.iter().map(|one| one["txTitle"].as_str().unwrap().to_owned()));
        let Some(next) = page["next"].as_str() else { break };
        after = format!("&after={next}");
    }
    assert!(at_noon["dueAt"].as_str().unwrap().starts_with("2098-05-14T"), "{at_noon}");
    assert_eq!(
        all,
        [
            "klockan", "dag 6", "dag 5", "dag 4", "dag 3", "dag 2", "dag 1", "dag 0", "utan", "klar 2",
            "klar 1", "klar 0"
        ]
    );
    let within = format!("user={}&from=2098-05-14&to=2098-05-15", anna.id);
    assert_eq!(titles(&anna, &within).await, ["klockan", "dag 6", "dag 5"]);
    assert_eq!(titles(&anna, &format!("user={}&status=DONE", anna.id)).await, ["klar 2", "klar 1", "klar 0"]);
    assert_eq!(titles(&anna, &format!("user={}&status=IN_PROGRESS", anna.id)).await, [""; 0]);
    anna.get(&format!("/api/v1/tasks?user={}&after=x", anna.id)).await.wrong_field("after", "UNKNOWN");
}

/// [social 7.26]
#[actix_web::test]
async fn task_about_a_thing_is_found_by_it() {
    let world = World::new().await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let about = json!({"target": {"kind": "MESSAGE", "id": "4711"}});
    let made = task(&anna, "Svara", about.clone()).await;
    task(&bo, "Svara också", about).await;
    assert_eq!(titles(&anna, "target=MESSAGE:4711").await, ["Svara"], "others' are not shown");
    anna.get("/api/v1/tasks?target=MESSAGE").await.wrong_field("target", "UNKNOWN");
    anna.get("/api/v1/tasks?target=PLANET:1").await.wrong_field("target", "UNKNOWN");
    edits(&anna, &made, json!({"target": null})).await.is(200);
    assert_eq!(titles(&anna, "target=MESSAGE:4711").await, [""; 0]);
}

#[actix_web::test]
async fn calendar_file_has_what_somebody_has_to_do() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    befriend(&anna, &bo).await;
    let made = task(&anna, "Ring; Karin", json!({"dueDate": "2098-05-14"})).await;
    task(&anna, "Bos sak", json!({"dueDate": "2098-05-14", "assignees": [bo.id]})).await;
    let file = async |person: &Person| {
        let url = person.get("/api/v1/me/ics").await.is(200)["url"].as_str().unwrap().to_owned();
        person.get(&url[url.find("/ics/").unwrap()..]).await.text().replace("\r\n ", "")
    };
    let text = file(&anna).await;
    let uid = format!("UID:task-{}@kalender\r\n", made["idTask"]);
    for line in [uid.as_str(), "SUMMARY:Ring\\; Karin\r\n", "DTSTART;VALUE=DATE:20980514\r\n"] {
        assert!(text.contains(line), "{line} in {text}");
    }
    assert!(!text.contains("Bos sak"), "it is for somebody else to do");
    assert!(file(&bo).await.contains("SUMMARY:Bos sak\r\n"));
    let url = anna.get("/api/v1/me/ics").await.is(200)["url"].as_str().unwrap().to_owned();
    let url = &url[url.find("/ics/").unwrap()..];
    let todos = anna.get(&format!("{url}?tasks=VTODO")).await;
    assert_ne!(todos.header("etag"), anna.get(url).await.header("etag"));
    let todos = todos.text().replace("\r\n ", "");
    for line in
        ["BEGIN:VTODO\r\n", &uid, "DUE;VALUE=DATE:20980514\r\n", "STATUS:NEEDS-ACTION\r\n", "END:VTODO\r\n"]
    {
        assert!(todos.contains(line), "{line} in {todos}");
    }
    assert!(!todos.contains("DTSTART;VALUE=DATE:20980514"));
    anna.get(&format!("{url}?tasks=VPOEM")).await.wrong_field("tasks", "TYPE");
    sets(&anna, &made, "DONE").await.is(200);
    assert!(!file(&anna).await.contains(&uid), "it is done");
}
