//! Reminders of tasks: once, for what is still to do, at the task's date as it is then. Contract §9.1.

use actors::platform::time::now;
use storage::tasks::{TaskReminder, TaskReminderId, Tasks};
use storage::time::Moment;

use crate::harness::{Answer, Person, Value, World, count, id, json, piece};
use crate::v1_tasks::{edits, read, sets, task};

const REMINDER: &str = "task-reminder";
const HOUR: i64 = 3_600_000;

async fn reminds(person: &Person, task: &Value, more: Value) -> Answer {
    let mut draft = json!({"idTask": task["idTask"]});
    draft.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    person.post("/api/v1/task-reminders", draft).await
}

fn its(reminder: &Value, rest: &str) -> String {
    format!("/api/v1/task-reminders/{}{rest}", reminder["idTaskReminder"])
}

async fn of_task(person: &Person, task: &Value) -> Value {
    person.get(&format!("/api/v1/task-reminders?task={}", task["idTask"])).await.is(200)["content"].clone()
}

/// Lets a reminder ring at a moment that is over, as if it had been made for it.
pub async fn back_dated(world: &World, reminder: &Value, at: i64) {
    let tasks = Tasks::of(&world.storage);
    let old = tasks.reminder(TaskReminderId(id(&reminder["idTaskReminder"]))).await.unwrap().unwrap();
    let new = TaskReminder { at: Some(Moment(at)), relative_to: None, seconds: None, ..old.clone() };
    assert!(tasks.decide_reminder(&old, &new, Vec::new()).await.unwrap());
}

async fn rings(person: &Person) -> usize {
    let list = person.get("/api/v1/notifications").await.is(200);
    list["content"].as_array().unwrap().iter().filter(|one| one["type"] == "TASK_REMINDER").count()
}

#[actix_web::test]
async fn reminder_follows_the_date_of_its_task() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let due = now() + 10 * HOUR;
    let at = |due: i64| json!({"dueAt": Moment(due), "timeZone": "Europe/Stockholm"});
    let made = task(&anna, "Ring Karin", at(due)).await;
    let reminder = reminds(&anna, &made, json!({"relativeTo": "due_date", "seconds": -3600})).await.is(201);
    assert_eq!((&reminder["status"], &reminder["at"]), (&json!(0), &json!(Moment(due - HOUR))));
    edits(&anna, &made, at(due + HOUR)).await.is(200);
    assert_eq!(of_task(&anna, &made).await[0]["at"], json!(Moment(due)));
    let moments: Vec<i64> = world.jobs(REMINDER).await.iter().map(|job| job.due).collect();
    assert!(moments.contains(&due), "a job for the new moment came with the new date");
    // The job for the old moment finds that it is not time yet.
    world.come(REMINDER).await;
    assert_eq!(rings(&anna).await, 0);
    assert_eq!(of_task(&anna, &made).await[0]["status"], 0);
}

/// [social 3.16 4.24]
#[actix_web::test]
async fn reminder_rings_once_for_what_is_still_to_do() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = task(&anna, "Ring Karin", json!({})).await;
    let done = task(&anna, "Gjort", json!({})).await;
    for (task, closes) in [(&made, false), (&done, true)] {
        let reminder = reminds(&anna, task, json!({"at": Moment(now() + HOUR)})).await.is(201);
        back_dated(&world, &reminder, now() - HOUR).await;
        if closes {
            sets(&anna, task, "DONE").await.is(200);
        }
    }
    for _ in 0..2 {
        world.come(REMINDER).await;
    }
    let bell = anna.bell(1).await;
    assert_eq!(
        (&bell[0]["type"], &bell[0]["title"]),
        (&json!("TASK_REMINDER"), &json!("Påminnelse: Ring Karin"))
    );
    let rung = of_task(&anna, &made).await[0].clone();
    assert_eq!(rung["status"], 1);
    // Snoozed it is scheduled again, and acknowledged it says no more.
    anna.put(&its(&rung, "/snooze"), json!({"until": Moment(now() - HOUR)}))
        .await
        .wrong_field("until", "REMINDER_PAST");
    let until = now() + HOUR;
    let snoozed = anna.put(&its(&rung, "/snooze"), json!({"until": Moment(until)})).await.is(200);
    assert_eq!((&snoozed["status"], &snoozed["at"]), (&json!(0), &json!(Moment(until))));
    let quiet = anna.put(&its(&rung, "/acknowledge"), json!({})).await.is(200);
    assert!(id(&quiet[piece("social 3.16", "reminder")]) > 0);
    assert_eq!(quiet[piece("social 3.16", "status")], count(piece("social 4.24", "acknowledged")));
    world.come(REMINDER).await;
    assert_eq!(rings(&anna).await, 1);
    anna.delete(&its(&rung, "")).await.is(204);
    assert_eq!(of_task(&anna, &made).await, json!([]));
}

/// Contract §9.1. What prepares the pushes of a notification prepares the mail about missed ones as well.
#[actix_web::test]
async fn reminder_late_by_more_than_a_day_is_in_the_bell_only() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = task(&anna, "Ring Karin", json!({})).await;
    for (n, late, missed) in [(1, 25 * HOUR, 0), (2, 23 * HOUR, 1)] {
        let reminder = reminds(&anna, &made, json!({"at": Moment(now() + HOUR)})).await.is(201);
        back_dated(&world, &reminder, now() - late).await;
        world.come(REMINDER).await;
        anna.bell(n).await;
        world.done("push").await;
        assert_eq!(world.jobs("missed-mail").await.len(), missed, "late by {late}");
    }
}

/// [social 7.26]
#[actix_web::test]
async fn recurring_reminder_rings_again_at_its_next_time() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = task(&anna, "Vattna", json!({})).await;
    let daily = json!({"at": Moment(now() + HOUR), "rrule": "FREQ=DAILY"});
    let reminder = reminds(&anna, &made, daily).await.is(201);
    // What was missed for days rings once.
    let first = now() - 73 * HOUR;
    back_dated(&world, &reminder, first).await;
    world.come(REMINDER).await;
    anna.bell(1).await;
    let rung = of_task(&anna, &made).await[0].clone();
    let next = rung["at"].as_str().unwrap().parse::<Moment>().unwrap().0;
    assert!((now() + 20 * HOUR..now() + 27 * HOUR).contains(&next), "{rung}");
    assert!(world.jobs(REMINDER).await.iter().any(|job| job.due == next));
}

#[actix_web::test]
async fn reminder_is_its_makers_and_ends_with_the_right_to_see() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let member = org.with("EMPLOYEE").await;
    let made = task(&org.owner, "Städa", json!({"idEntity": org.id, "dueDate": "2098-05-14"})).await;
    let reminder = reminds(&member, &made, json!({"at": Moment(now() + HOUR)})).await.is(201);
    assert_eq!(of_task(&org.owner, &made).await, json!([]));
    for path in ["/acknowledge", "/snooze"] {
        let body = json!({"until": Moment(now() + HOUR)});
        org.owner.put(&its(&reminder, path), body).await.refused(404, "NOT_FOUND");
    }
    org.owner.delete(&its(&reminder, "")).await.refused(404, "NOT_FOUND");
    back_dated(&world, &reminder, now() - HOUR).await;
    org.owner.delete(&org.at(&format!("/relations/{}", member.id))).await;
    world.come(REMINDER).await;
    assert_eq!(rings(&member).await, 0);
    reminds(&member, &made, json!({"at": Moment(now() + HOUR)})).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn reminder_of_the_past_or_of_no_date_is_refused() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = task(&anna, "Ring Karin", json!({})).await;
    for (reminder, field, code) in [
        (json!({}), "at", "REQUIRED"),
        (json!({"at": Moment(now() - HOUR)}), "at", "REMINDER_PAST"),
        (json!({"relativeTo": "due_date", "seconds": 0}), "relativeTo", "NO_DATE"),
        (json!({"at": Moment(now() + HOUR), "rrule": "FREQ=HOURLY"}), "rrule", "TOO_OFTEN"),
    ] {
        reminds(&anna, &made, reminder).await.wrong_field(field, code);
    }
    let due = edits(&anna, &read(&anna, &made).await, json!({"dueDate": "2020-05-14"})).await.is(200);
    let relative = json!({"relativeTo": "due_date", "seconds": -60});
    reminds(&anna, &due, relative).await.wrong_field("relativeTo", "REMINDER_PAST");
}
