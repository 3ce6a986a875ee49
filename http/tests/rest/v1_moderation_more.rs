//! The limit on reports, and decisions about pending messages. Contract §1, §3.4, §6.

use actors::platform::limits::Rates;

use crate::harness::{Value, World, each, id, json};
use crate::v1_moderation::{queue, reports};

/// `KALENDER_LIMIT_REPORTS`: 20 an hour for each person.
#[actix_web::test]
async fn reports_of_a_person_are_limited() {
    let world = World::with_rates(Rates::default()).await;
    let org = world.org("Skolan").await;
    let (author, reporter, other) =
        (org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await);
    let mut messages = Vec::new();
    for n in 0..21 {
        messages.push(json!(author.says(org.general, &format!("ord {n}")).await));
    }
    for message in &messages[..20] {
        reports(&reporter, "MESSAGE", message, "fel").await.is(201);
    }
    reports(&reporter, "MESSAGE", &messages[20], "fel").await.refused(429, "RATE_LIMITED");
    assert_eq!(queue(&org.owner, org.id, "OPEN").await.len(), 20, "what was refused is not there");
    reports(&other, "MESSAGE", &messages[20], "fel").await.is(201);
}

#[actix_web::test]
async fn decisions_about_pending_messages_are_logged() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let channel =
        org.channel("granskad", json!({"requireModeration": true, "autoApproveMembers": false})).await;
    let (moderator, member) = (org.with("MODERATOR").await, org.with("MEMBER").await);
    let waits = async |text: &str| id(&member.sends(channel, json!({"content": text})).await.data()["id"]);
    let (good, bad, own) = (waits("bra").await, waits("dåligt").await, waits("mitt").await);
    let at = |message: i64, what: &str| format!("/api/v1/chat/messages/{message}{what}");
    moderator.post(&at(good, "/approve"), json!({})).await.data();
    moderator.post(&at(good, "/approve"), json!({})).await.refused(409, "ALREADY_DECIDED");
    org.owner.post(&at(bad, "/reject"), json!({"reason": "hör inte hit"})).await.data();
    // Deletion by the author is no moderation decision.
    member.delete(&at(own, "")).await.data();
    let log = org.owner.get(&format!("/api/v1/moderation/{}/log", org.id)).await.is(200)["content"].take();
    assert_eq!(each(&log, "action"), ["REJECT", "APPROVE"]);
    assert_eq!(each(&log, "targetId"), [&json!(bad), &json!(good)]);
    assert_eq!(each(&log, "idCase"), [&Value::Null, &Value::Null]);
    assert_eq!(each(&log, "note"), ["hör inte hit", ""]);
    assert_eq!(log[0]["moderator"]["idUser"], org.owner.id);
    assert_eq!(
        (&log[1]["moderator"]["idUser"], &log[1]["targetType"]),
        (&json!(moderator.id), &json!("MESSAGE"))
    );
    assert!(!log.to_string().contains("dåligt"), "no text is kept: {log}");
    let table = org.owner.get(&format!("/api/v1/moderation/{}/log.csv", org.id)).await;
    assert!(table.text().contains(&format!("APPROVE;;MESSAGE;{good};")), "{}", table.text());
    moderator.get(&format!("/api/v1/moderation/{}/log", org.id)).await.refused(403, "ROLE_TOO_LOW");
}
