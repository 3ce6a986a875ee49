//! Stacks of tasks: their order under concurrent moves, who sees them. Contract §9.1.

use futures_util::future::join_all;

use crate::harness::{Answer, Person, Value, World, each, id, json, piece};
use crate::v1_tasks::{its as of_task, task};

fn its(stack: &Value, rest: &str) -> String {
    format!("/api/v1/task-stacks/{}{rest}", stack["idTaskStack"])
}

async fn stack(person: &Person, more: Value) -> Value {
    let mut draft = json!({"name": "Före terminsstart"});
    draft.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    person.post("/api/v1/task-stacks", draft).await.is(201)
}

async fn moves(person: &Person, stack: &Value, task: &Value, to: Value) -> Answer {
    person.post(&its(stack, &format!("/tasks/{}/move", task["idTask"])), to).await
}

/// The titles in a stack, whose positions are their ranks.
async fn order(person: &Person, stack: &Value) -> Vec<String> {
    let found = person.get(&its(stack, "")).await.is(200);
    let ranks: Vec<usize> =
        each(&found["tasks"], "position").iter().map(|one| one.as_u64().unwrap() as usize).collect();
    assert_eq!(ranks, (0..ranks.len()).collect::<Vec<_>>());
    each(&found["tasks"], "txTitle").iter().map(|one| one.as_str().unwrap().to_owned()).collect()
}

/// Tasks A, B, C … at the end of a stack.
async fn filled(person: &Person, stack: &Value, titles: &[&str]) -> Vec<Value> {
    let mut tasks = Vec::new();
    for title in titles {
        tasks.push(task(person, title, json!({"idTaskStack": stack["idTaskStack"]})).await);
    }
    tasks
}

/// [social 3.16 4.25]
#[actix_web::test]
async fn task_is_put_between_its_neighbours() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let stack = stack(&anna, json!({})).await;
    let tasks = filled(&anna, &stack, &["A", "B", "C", "D"]).await;
    assert!(id(&stack[piece("social 3.16", "stack")]) > 0);
    assert_eq!(
        each(&anna.get(&its(&stack, "")).await.is(200)["tasks"], piece("social 3.16", "position")),
        [0, 1, 2, 3]
    );
    assert_eq!(order(&anna, &stack).await, ["A", "B", "C", "D"]);
    let name = |at: usize| tasks[at]["idTask"].clone();
    for (moved, to, expected) in [
        (3, json!({"after": name(0), "before": name(1)}), ["A", "D", "B", "C"]),
        (3, json!({"before": name(0)}), ["D", "A", "B", "C"]),
        (0, json!({"after": name(2)}), ["D", "B", "C", "A"]),
        (3, json!({}), ["B", "C", "A", "D"]),
        // A neighbour that is gone: the other one, else the end.
        (3, json!({"after": 4711, "before": name(2)}), ["B", "D", "C", "A"]),
        (1, json!({"after": 4711}), ["D", "C", "A", "B"]),
    ] {
        moves(&anna, &stack, &tasks[moved], to.clone()).await.is(200);
        assert_eq!(order(&anna, &stack).await, expected, "{to}");
    }
    // Added again it is moved and does not lie there twice.
    let again = json!({"idTask": name(1), "before": name(3)});
    anna.post(&its(&stack, "/tasks"), again).await.is(201);
    assert_eq!(order(&anna, &stack).await, ["B", "D", "C", "A"]);
    anna.delete(&its(&stack, &format!("/tasks/{}", name(2)))).await.is(204);
    anna.delete(&its(&stack, &format!("/tasks/{}", name(2)))).await.refused(404, "NOT_FOUND");
    moves(&anna, &stack, &tasks[2], json!({})).await.refused(404, "NOT_FOUND");
    anna.delete(&of_task(&tasks[3], "")).await.is(204);
    assert_eq!(order(&anna, &stack).await, ["B", "A"], "what is deleted is not shown");
    world.come("task-purge").await;
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn concurrent_moves_lose_and_double_nothing() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let stack = stack(&anna, json!({})).await;
    let tasks = filled(&anna, &stack, &["A", "B", "C", "D", "E"]).await;
    let both = (0..5).map(|n| {
        let (moved, after) = (&tasks[n], &tasks[(n + 2) % 5]["idTask"]);
        moves(&anna, &stack, moved, json!({"after": after}))
    });
    for answer in join_all(both).await {
        answer.is(200);
    }
    let mut found = order(&anna, &stack).await;
    found.sort();
    assert_eq!(found, ["A", "B", "C", "D", "E"]);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn order_lasts_however_often_a_place_is_used() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let stack = stack(&anna, json!({})).await;
    let tasks = filled(&anna, &stack, &["A", "B", "C", "D"]).await;
    // Each lies right behind A, in turn, so that keys between the same two are asked for again and again.
    for n in 0..260 {
        let to = json!({"after": tasks[0]["idTask"]});
        moves(&anna, &stack, &tasks[1 + n % 3], to).await.is(200);
    }
    assert_eq!(order(&anna, &stack).await, ["A", "C", "B", "D"]);
    let rows = world.engine.range(
        storage::tasks::StackedTask::of(storage::tasks::TaskStackId(id(&stack["idTaskStack"]))).ascending(10),
    );
    for row in rows.await.unwrap() {
        let row: storage::tasks::StackedTask = storage::record::Record::read(row).unwrap();
        assert!(row.order_key.len() <= 40, "{}", row.order_key);
    }
}

/// [social 8.13]
#[actix_web::test]
async fn stack_is_for_its_owner_or_organisation() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (member, follower) = (org.with("EMPLOYEE").await, org.with("FOLLOWER").await);
    let own = stack(&member, json!({})).await;
    org.owner.get(&its(&own, "")).await.refused(404, "NOT_FOUND");
    org.owner.put(&its(&own, ""), json!({"name": "Mitt", "version": 1})).await.refused(404, "NOT_FOUND");
    let shared = stack(&org.owner, json!({"idEntity": org.id})).await;
    let made =
        task(&org.owner, "Städa", json!({"idEntity": org.id, "idTaskStack": shared["idTaskStack"]})).await;
    let private = task(&org.owner, "Eget", json!({"idTaskStack": shared["idTaskStack"]})).await;
    assert_eq!(order(&member, &shared).await, ["Städa"], "what she does not see is not shown");
    assert_eq!(order(&org.owner, &shared).await, ["Städa", "Eget"]);
    member.post(&its(&own, "/tasks"), json!({"idTask": private["idTask"]})).await.refused(404, "NOT_FOUND");
    member.post(&its(&own, "/tasks"), json!({"idTask": made["idTask"]})).await.is(201);
    follower.get(&its(&shared, "")).await.refused(404, "NOT_FOUND");
    follower.get(&format!("/api/v1/task-stacks?entity={}", org.id)).await.refused(403, "ROLE_TOO_LOW");
    let listed = member.get(&format!("/api/v1/task-stacks?entity={}", org.id)).await.is(200);
    assert_eq!(each(&listed["content"], "idTaskStack"), [&shared["idTaskStack"]]);
    let mine = member.get(&format!("/api/v1/task-stacks?user={}", member.id)).await.is(200);
    assert_eq!(each(&mine["content"], "count"), [&json!(1)]);
    let stale = json!({"name": "Höst", "version": 0});
    let stale = member.put(&its(&shared, ""), stale).await.refused(409, "STALE");
    let named = json!({"name": "Höst", "version": stale["current"]["version"]});
    assert_eq!(member.put(&its(&shared, ""), named).await.is(200)["name"], "Höst");
    member.delete(&its(&shared, "")).await.is(204);
    member.get(&its(&shared, "")).await.refused(404, "NOT_FOUND");
    member.get(&of_task(&made, "")).await.is(200);
    let nobody = world.anyone("GET", "/api/v1/task-stacks").send().await;
    assert_eq!(nobody.refused(401, "UNAUTHENTICATED")["detail"], piece("social 8.13", "error"));
}
