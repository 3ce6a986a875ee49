//! Comments of tasks: a chat thread with the task's rights. Contract §9.1, §3.

use crate::harness::{Person, Value, World, each, id, json};
use crate::v1_contacts_requests::befriend;
use crate::v1_me_erasure::{export, sends_file};
use crate::v1_moderation::{queue, reported, reports};
use crate::v1_tasks::{edits, its, task};

async fn begun(person: &Person, task: &Value) -> (i64, i64) {
    let at = person.put(&its(task, "/comments"), json!({})).await.is(200);
    assert_eq!((&at["begun"], &at["idTask"]), (&json!(true), &task["idTask"]));
    (id(&at["channelId"]), id(&at["parentMessageId"]))
}

async fn said(person: &Person, thread: i64) -> Vec<Value> {
    let found = person.get(&format!("/api/v1/chat/messages/{thread}/thread")).await.data();
    found["replies"].as_array().unwrap().iter().map(|one| one["formattedContent"].clone()).collect()
}

async fn permissions(person: &Person, task: &Value) -> Value {
    person.get(&its(task, "/comments")).await.is(200)["permissions"].take()
}

/// Contract §9.1: whoever may act for the organisation sees its tasks; of a person's own, its maker and assignees do.
#[actix_web::test]
async fn whoever_sees_a_task_comments_on_it() {
    let world = World::new().await;
    let (org, other) = (world.org("Skolan").await, world.org("Grannskolan").await);
    let made = task(&org.owner, "Städa", json!({"idEntity": org.id})).await;
    let (channel, _) = begun(&org.owner, &made).await;
    assert_eq!(world.anyone("GET", &its(&made, "/comments")).send().await.status, 401);
    let post = json!(["READ", "POST"]);
    let manage = json!(["READ", "POST", "MODERATE", "MANAGE"]);
    for (relation, expected) in [
        ("MEMBER", Some(&post)),
        ("EMPLOYEE", Some(&post)),
        ("TENANT", Some(&post)),
        ("BOARDMEMBER", Some(&post)),
        ("ADMINISTRATOR", Some(&manage)),
        ("FOLLOWER", None),
        ("CUSTOMER", None),
    ] {
        let person = org.with(relation).await;
        let sent = person.sends(channel, json!({"content": "Hej"})).await;
        if let Some(expected) = expected {
            assert_eq!(&permissions(&person, &made).await, expected, "{relation}");
            sent.is(201);
        } else {
            person.get(&its(&made, "/comments")).await.refused(404, "NOT_FOUND");
            person.put(&its(&made, "/comments"), json!({})).await.refused(404, "NOT_FOUND");
            sent.refused(403, "ACCESS_DENIED");
        }
    }
    other.owner.get(&its(&made, "/comments")).await.refused(404, "NOT_FOUND");
    for rest in ["", "/messages", "/events?after=0", "/role"] {
        let at = format!("/api/v1/chat/channels/{channel}{rest}");
        other.owner.get(&at).await.refused(403, "ACCESS_DENIED");
    }
    assert_eq!(org.owner.get(&its(&made, "/comments")).await.is(200)["nrComments"], 5);
}

#[actix_web::test]
async fn first_comment_on_a_task_starts_its_only_thread() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let made = task(&anna, "Köp kaffe", json!({"idEntity": org.id})).await;
    let before = bo.get(&its(&made, "/comments")).await.is(200);
    assert_eq!((&before["begun"], &before["nrComments"]), (&json!(false), &json!(0)));
    // Reading creates nothing.
    bo.get(&format!("/api/v1/chat/channels/{}", before["channelId"])).await.refused(404, "NOT_FOUND");
    let both = futures_util::join!(begun(&anna, &made), begun(&bo, &made));
    assert_eq!(both.0, both.1);
    let (channel, thread) = both.0;
    anna.replies(channel, thread, "Mörkrost?").await;
    bo.says(channel, "Ja").await;
    assert_eq!(said(&anna, thread).await, ["Mörkrost?", "Ja"]);
    let file = sends_file(&anna, channel, "kvitto.txt", b"49 kr").await;
    let receipt = bo.get(&format!("/api/v1/chat/attachments/{file}/kvitto.txt")).await;
    assert_eq!((receipt.status, receipt.text().as_str()), (200, "49 kr"));
    let seen = anna.get(&format!("/api/v1/chat/channels/{channel}")).await.data();
    assert_eq!((&seen["displayName"], &seen["channelType"]), (&json!("Köp kaffe"), &json!("TASK")));
    let head = anna.get(&format!("/api/v1/chat/messages/{thread}/thread")).await.data()["parent"].take();
    assert_eq!(head["card"], json!({"type": "TASK", "id": made["idTask"].to_string()}));
    // The card is fixed, also for who made the task, and there are no settings and no members.
    let card = format!("/api/v1/chat/messages/{thread}");
    anna.put(&card, json!({"content": "Nej"})).await.refused(409, "TASK_STANDS");
    anna.delete(&card).await.refused(409, "TASK_STANDS");
    let at = |rest: &str| format!("/api/v1/chat/channels/{channel}{rest}");
    org.owner.put(&at(""), json!({"displayName": "Vi"})).await.refused(409, "DIRECT");
    org.owner.put(&at(&format!("/members/{}", bo.id)), json!({})).await.refused(409, "DIRECT");
    // Neither in a workspace's list nor in anybody's inbox.
    let listed = anna.get(&format!("/api/v1/chat/workspaces/{}/channels", org.workspace)).await.data();
    assert!(listed.as_array().unwrap().iter().all(|one| one["id"] != channel));
    assert_eq!(bo.get("/api/v1/messages/conversations").await.data()["content"], json!([]));
}

#[actix_web::test]
async fn comments_on_a_task_notify_maker_and_assignees() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo, cia, dan) = (
        org.with("MEMBER").await,
        org.with("MEMBER").await,
        org.with("MEMBER").await,
        org.with("MEMBER").await,
    );
    let made = task(&anna, "Köp kaffe", json!({"idEntity": org.id, "assignees": [bo.id]})).await;
    let (channel, thread) = begun(&cia, &made).await;
    let given = bo.bell(1).await.as_array().unwrap().len();
    cia.says(channel, "Vilken sort?").await;
    let told = anna.bell(1).await;
    assert_eq!(told[0]["title"], format!("{} kommenterade Köp kaffe", cia.called().await));
    assert_eq!(told[0]["path"], format!("/uppgifter/{channel}/trad/{thread}"));
    assert_eq!(told[0]["preview"], "Vilken sort?");
    bo.bell(given + 1).await;
    // Whoever commented before, and whoever is mentioned.
    bo.says(channel, &format!("Mörkrost @{}", dan.name)).await;
    cia.bell(1).await;
    dan.bell(1).await;
    anna.bell(2).await;
    // Not who no longer sees it: an own task of which one is no longer an assignee.
    befriend(&anna, &bo).await;
    let own = task(&anna, "Ring hem", json!({"assignees": [bo.id]})).await;
    let (channel, thread) = begun(&bo, &own).await;
    bo.says(channel, "Gjort?").await;
    edits(&anna, &own, json!({"assignees": []})).await.is(200);
    let before = bo.get("/api/v1/notifications").await.is(200)["content"].as_array().unwrap().len();
    anna.says(channel, "Ja").await;
    assert_eq!(said(&anna, thread).await, ["Gjort?", "Ja"]);
    bo.bell(before).await;
    bo.sends(channel, json!({"content": "Hej"})).await.refused(403, "ACCESS_DENIED");
}

#[actix_web::test]
async fn comments_go_with_their_task_and_come_back_with_it() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = task(&anna, "Ring hem", json!({})).await;
    let (channel, thread) = begun(&anna, &made).await;
    anna.says(channel, "Efter sex").await;
    anna.delete(&its(&made, "")).await.is(204);
    anna.get(&its(&made, "/comments")).await.refused(404, "NOT_FOUND");
    anna.sends(channel, json!({"content": "Hej"})).await.refused(403, "ACCESS_DENIED");
    anna.post(&its(&made, "/restore"), json!({})).await.is(200);
    assert_eq!(said(&anna, thread).await, ["Efter sex"]);
    assert_eq!(permissions(&anna, &made).await, json!(["READ", "POST", "MODERATE", "MANAGE"]));
}

#[actix_web::test]
async fn comments_on_a_task_are_exported_and_reported() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let made = task(&anna, "Städa", json!({"idEntity": org.id})).await;
    let (channel, thread) = begun(&anna, &made).await;
    let comment = bo.says(channel, "Jag tar golvet").await;
    assert_eq!(export(&bo).await["messages.json"][0]["content"], "Jag tar golvet");
    let case = reported(&anna, "MESSAGE", &json!(comment)).await;
    reports(&anna, "MESSAGE", &json!(thread), "Reklam").await.refused(404, "NOT_FOUND");
    assert_eq!(each(&json!(queue(&org.owner, org.id, "OPEN").await), "idCase"), [&json!(case)]);
}

#[actix_web::test]
async fn message_points_at_a_task_its_sender_sees() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let made = task(&anna, "Städa", json!({"idEntity": org.id})).await;
    let own = task(&anna, "Ring hem", json!({})).await;
    let card = |id: &Value| json!({"messageType": "CARD", "card": {"type": "TASK", "id": id.to_string()}});
    let sent = bo.sends(org.general, card(&made["idTask"])).await.data();
    assert_eq!(sent["card"], json!({"type": "TASK", "id": made["idTask"].to_string()}));
    for hidden in [own["idTask"].clone(), json!(1)] {
        bo.sends(org.general, card(&hidden)).await.wrong_field("card", "NOT_FOUND");
    }
    let wrong = json!({"messageType": "CARD", "card": {"type": "TASK", "id": "abc"}});
    bo.sends(org.general, wrong).await.wrong_field("card", "NOT_FOUND");
}

#[actix_web::test]
async fn comments_of_a_task_that_is_gone_for_good_are_deleted() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let made = task(&anna, "Ring hem", json!({})).await;
    let (channel, _) = begun(&anna, &made).await;
    anna.says(channel, "Hemligheten").await;
    anna.delete(&its(&made, "")).await.is(204);
    world.come("task-purge").await;
    world.come("task-comments").await;
    for (table, rows) in world.dump().await {
        assert!(!rows.iter().any(|row| row.contains("Hemligheten")), "{table}");
    }
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}
