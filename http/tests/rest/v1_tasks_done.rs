//! How many tasks were done and made, week by week. Contract §9.1.

use crate::harness::{Person, Value, World, json};
use crate::v1_boards::{board, its as of_board, settings};
use crate::v1_tasks::{its, sets, task};
use crate::v1_vacation::day;

/// Around today, whenever the test runs.
fn period(query: &str) -> String {
    format!("/api/v1/tasks/done?from={}&to={}{query}", day(-1), day(1))
}

/// How many were done and made in all weeks.
fn sums(told: &Value) -> [u64; 2] {
    let weeks = told["weeks"].as_array().unwrap();
    ["done", "made"].map(|what| weeks.iter().map(|week| week[what].as_u64().unwrap()).sum())
}

async fn counted(person: &Person, query: &str) -> [u64; 2] {
    sums(&person.get(&period(query)).await.is(200))
}

#[actix_web::test]
async fn own_tasks_are_counted_as_they_stand() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    assert_eq!(counted(&anna, "").await, [0, 0]);
    let [one, two, three] = ["Handla", "Packa", "Städa"].map(|title| task(&anna, title, json!({})));
    let (one, two, three) = (one.await, two.await, three.await);
    sets(&anna, &one, "DONE").await.is(200);
    sets(&anna, &two, "DONE").await.is(200);
    sets(&anna, &three, "CANCELLED").await.is(200);
    assert_eq!(counted(&anna, "").await, [2, 3], "cancelled is not done");
    assert_eq!(counted(&anna, &format!("&user={}", anna.id)).await, [2, 3]);
    sets(&anna, &one, "TODO").await.is(200);
    anna.delete(&its(&three, "")).await.is(204);
    assert_eq!(counted(&anna, "").await, [1, 2]);
    anna.post(&its(&three, "/restore"), json!({})).await.is(200);
    assert_eq!(counted(&anna, "").await, [1, 3]);
    // Nothing of it lies in other weeks, all of which are named.
    let before = anna.get("/api/v1/tasks/done?from=2026-01-01&to=2026-01-12").await.is(200);
    assert_eq!(
        before["weeks"],
        json!([
            {"week": "2026-W01", "from": "2025-12-29", "done": 0, "made": 0},
            {"week": "2026-W02", "from": "2026-01-05", "done": 0, "made": 0},
            {"week": "2026-W03", "from": "2026-01-12", "done": 0, "made": 0},
        ])
    );
    assert_eq!((&before["byPerson"], &before["countedFrom"]), (&Value::Null, &Value::Null));
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn organisations_tasks_are_counted_for_who_sees_them() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (member, follower) = (org.with("MEMBER").await, org.with("FOLLOWER").await);
    let elsewhere = world.org("Klubben").await;
    let of = format!("&entity={}", org.id);
    for title in ["Städa", "Måla"] {
        let with = json!({"idEntity": org.id, "assignees": [member.id]});
        sets(&member, &task(&org.owner, title, with).await, "DONE").await.is(200);
    }
    // On a board that is for its members alone.
    let closed = board(&org.owner, json!({"idEntity": org.id})).await;
    let only = json!({"name": "Ledningen", "members": [{"idAuthUser": org.owner.id, "role": "owner"}]});
    settings(&org.owner, &closed, only).await.is(200);
    let with =
        json!({"idList": closed["lists"][0]["idList"], "txTitle": "Budget", "assignees": [org.owner.id]});
    let card = org.owner.post(&of_board(&closed, "/cards"), with).await.is(201)["cards"][0].clone();
    sets(&org.owner, &card, "DONE").await.is(200);
    let told = org.owner.get(&period(&of)).await.is(200);
    assert_eq!(sums(&told), [3, 3]);
    let by = json!([
        {"idUser": member.id, "name": member.called().await, "done": 2},
        {"idUser": org.owner.id, "name": org.owner.called().await, "done": 1},
    ]);
    assert_eq!(told["byPerson"], by);
    let told = member.get(&period(&of)).await.is(200);
    assert_eq!((sums(&told), &told["byPerson"]), ([2, 2], &json!([by[0]])));
    assert_eq!(counted(&member, "").await, [2, 2], "what one is assigned there is one's own as well");
    for stranger in [&follower, &elsewhere.owner] {
        stranger.get(&period(&of)).await.refused(403, "ROLE_TOO_LOW");
    }
    elsewhere.owner.get(&period(&format!("&user={}", member.id))).await.refused(403, "ROLE_TOO_LOW");
    elsewhere.owner.get(&period("&entity=4711")).await.refused(404, "NOT_FOUND");
    // Who leaves sees none of it any more.
    org.owner.delete(&org.at(&format!("/relations/{}", member.id))).await;
    assert_eq!(counted(&member, "").await, [0, 0]);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn periods_that_are_none_are_refused() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let asks = async |query: &str| anna.get(&format!("/api/v1/tasks/done?{query}")).await;
    asks("from=2026-01-02&to=2026-01-01").await.wrong_field("to", "TIME");
    asks("from=2026-01-01&to=2027-02-05").await.wrong_field("to", "TOO_LONG");
    assert_eq!(asks("from=2026-01-01&to=2027-02-04").await.is(200)["weeks"].as_array().unwrap().len(), 58);
    let both = format!("from=2026-01-01&to=2026-01-02&user={}&entity=1", anna.id);
    asks(&both).await.wrong_field("user", "REQUIRED");
}
