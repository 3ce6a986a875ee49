//! Cards that are moved from one row of a board to another: by person, by label. Contract §9.2.

use crate::harness::{Answer, Person, Value, World, json};
use crate::v1_boards::{board, changes, its};

async fn moves(person: &Person, board: &Value, card: &Value, more: Value) -> Answer {
    let mut to = json!({"idList": board["lists"][1]["idList"]});
    to.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    person.post(&its(board, &format!("/cards/{}/move", card["idTask"])), to).await
}

async fn adds(person: &Person, board: &Value, more: Value) -> Value {
    let mut draft = json!({"idList": board["lists"][0]["idList"], "txTitle": "Boka hallen"});
    draft.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    person.post(&its(board, "/cards"), draft).await.is(201)["cards"][0].clone()
}

#[actix_web::test]
async fn card_in_another_row_changes_its_person_and_its_list_as_one() {
    let world = World::new().await;
    let org = world.org("Klubben").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let elsewhere = world.org("Grannen").await;
    let made = board(&org.owner, json!({"idEntity": org.id})).await;
    let card = adds(&org.owner, &made, json!({"assignees": [org.owner.id, anna.id]})).await;
    let told = moves(&anna, &made, &card, json!({"unassign": anna.id, "assign": bo.id})).await.is(200);
    let now = &told["cards"][0];
    assert_eq!(now["idList"], made["lists"][1]["idList"]);
    assert_eq!(now["assignees"], json!([org.owner.id, bo.id]), "of the others nothing changes");
    assert_eq!(now["status"], "IN_PROGRESS");
    assert_eq!(now["version"], 2, "one change");
    let bell = bo.get("/api/v1/notifications").await.is(200);
    assert!(bell["content"].as_array().unwrap().iter().any(|one| one["type"] == "TASK_ASSIGNED"), "{bell}");
    // Who has it already has it once, who has it not loses nothing.
    let told = moves(&anna, &made, &card, json!({"unassign": anna.id, "assign": bo.id})).await.is(200);
    assert_eq!(told["cards"][0]["assignees"], json!([org.owner.id, bo.id]));
    let stranger = json!({"assign": elsewhere.owner.id});
    moves(&anna, &made, &card, stranger).await.wrong_field("assignees", "NOT_ASSIGNABLE");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn card_in_another_row_changes_its_label_and_keeps_the_others() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = board(&anna, json!({})).await;
    let card = adds(&anna, &made, json!({"labels": ["Hall", "Brådskar"]})).await;
    let labels =
        async |more: Value| moves(&anna, &made, &card, more).await.is(200)["cards"][0]["labels"].clone();
    assert_eq!(labels(json!({"unlabel": "hall", "label": "Mat"})).await, json!(["Brådskar", "Mat"]));
    assert_eq!(labels(json!({"unlabel": "Brådskar"})).await, json!(["Mat"]));
    assert_eq!(labels(json!({"label": "mat"})).await, json!(["Mat"]));
    moves(&anna, &made, &card, json!({"label": "a".repeat(31)})).await.is(422);
}

/// Into a full list nothing of it comes about.
#[actix_web::test]
async fn refused_move_changes_neither_row_nor_list() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = board(&anna, json!({})).await;
    let doing = &made["lists"][1];
    changes(&anna, &made, "Pågår", json!({"limit": 1, "limitMode": "hard"})).await.is(200);
    adds(&anna, &made, json!({"idList": doing["idList"]})).await;
    let card = adds(&anna, &made, json!({"labels": ["Hall"]})).await;
    moves(&anna, &made, &card, json!({"unlabel": "Hall"})).await.refused(409, "LIST_LIMIT");
    let task = anna.get(&format!("/api/v1/tasks/{}", card["idTask"])).await.is(200);
    assert_eq!((&task["labels"], &task["status"]), (&json!(["Hall"]), &json!("TODO")));
}
