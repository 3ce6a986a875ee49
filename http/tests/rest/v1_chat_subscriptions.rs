//! Outgoing webhooks of channels: contract §3.8.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use actix_web::rt::net::TcpListener;
use actors::platform::time::now;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use storage::ids::{ChannelId, HookId};
use storage::jobs::Job;
use storage::nodes::IMPORT_NODE;
use storage::record::{Record, Stored};
use storage::{HistoryItem, Ids, JobId, Message, MessageId, WorkspaceId};

use crate::harness::{Called, Org, Outside, Person, Value, World, each, id, json, until};

fn at(channel: i64) -> String {
    format!("/api/v1/chat/channels/{channel}/subscriptions")
}

/// A receiver that answers `first`, one status a call, and 200 afterwards.
async fn receiver(first: &'static [u16]) -> Outside {
    let mut answers = first.iter();
    Outside::answering(move |_| (*answers.next().unwrap_or(&200), String::new(), String::new())).await
}

async fn scene(receiver: &Outside) -> (World, Org, Person) {
    let world = World::reaching(&receiver.origin).await;
    actix_web::rt::spawn(actors::webhooks::keep_told(world.platform.clone()));
    let org = world.org("Skolan").await;
    let moderator = org.with("MODERATOR").await;
    (world, org, moderator)
}

async fn subscribed(person: &Person, channel: i64, url: &str, events: &[&str]) -> Value {
    person.post(&at(channel), json!({"url": url, "events": events})).await.is(201)["data"].take()
}

const ALL: [&str; 3] = ["MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"];

#[actix_web::test]
async fn webhook_is_called_for_message_changes() {
    let receiver = receiver(&[]).await;
    let (world, org, moderator) = scene(&receiver).await;
    moderator.says(org.general, "före").await;
    let made = subscribed(&moderator, org.general, &format!("{}/in?a=1", receiver.origin), &ALL).await;
    let message = moderator.says(org.general, "Hej *alla*").await;
    let path = format!("/api/v1/chat/messages/{message}");
    assert_eq!(receiver.calls(1).await[0].json()["type"], "MESSAGE_CREATE");
    // Imported messages are not delivered as new, whatever their time.
    let parent = world.platform.storage.chat.locate(MessageId(message)).await.unwrap().unwrap().message;
    let imported = Message {
        message_id: MessageId(Ids::new(IMPORT_NODE).at(parent.created, 7)),
        parent_id: Some(parent.message_id),
        client_message_id: Some("export:1".to_owned()),
        ..parent
    };
    let workspace_id = WorkspaceId(org.workspace);
    let item = HistoryItem { message: imported, workspace_id, reactions: Vec::new(), pin: None };
    assert_eq!(world.platform.storage.imports.append_history(&[item]).await.unwrap(), []);
    moderator.put(&path, json!({"content": "Hej då"})).await.data();
    assert_eq!(receiver.calls(2).await[1].json()["message"]["content"], "Hej då");
    // A reaction is no change of the message.
    moderator.put(&format!("{path}/reactions/%F0%9F%91%8D"), json!({})).await.data();
    moderator.delete(&path).await.data();
    let calls = receiver.calls(3).await;
    let bodies: Vec<Value> = calls.iter().map(Called::json).collect();
    let said: Vec<(&str, &str)> = bodies
        .iter()
        .map(|body| (body["type"].as_str().unwrap(), body["message"]["content"].as_str().unwrap()))
        .collect();
    let tombstone = "Meddelandet har tagits bort.";
    let expected =
        [("MESSAGE_CREATE", "Hej *alla*"), ("MESSAGE_UPDATE", "Hej då"), ("MESSAGE_DELETE", tombstone)];
    assert_eq!(said, expected, "and nothing of what was said before");
    let first = &calls[0];
    assert!(first.head.starts_with("POST /in?a=1 HTTP/1.1"), "{}", first.head);
    assert_eq!(bodies[0]["channelId"], org.general);
    assert_eq!(bodies[0]["subscriptionId"], made["id"]);
    assert_eq!(bodies[0]["message"]["userId"], moderator.id);
    // Standard Webhooks: HMAC-SHA-256 over id, time and body.
    let secret = made["secret"].as_str().unwrap().strip_prefix("whsec_").unwrap();
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(&STANDARD.decode(secret).unwrap()).unwrap();
    let (id, time) = (first.header("webhook-id"), first.header("webhook-timestamp"));
    mac.update(format!("{id}.{time}.{}", first.body).as_bytes());
    let signed = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
    assert_eq!(first.header("webhook-signature"), signed);
}

#[actix_web::test]
async fn webhook_is_called_only_for_its_events_until_deleted() {
    let receiver = receiver(&[]).await;
    let (_world, org, moderator) = scene(&receiver).await;
    let other = org.channel("annan", json!({})).await;
    let edits = subscribed(&moderator, org.general, &format!("{}/edits", receiver.origin), &ALL[1..2]).await;
    subscribed(&moderator, org.general, &format!("{}/new", receiver.origin), &ALL[..1]).await;
    moderator.says(other, "i en annan kanal").await;
    let message = moderator.says(org.general, "ett").await;
    receiver.calls(1).await;
    let path = format!("/api/v1/chat/messages/{message}");
    moderator.put(&path, json!({"content": "två"})).await.data();
    receiver.calls(2).await;
    let one = format!("{}/{}", at(org.general), id(&edits["id"]));
    moderator.delete(&one).await.is(204);
    moderator.delete(&one).await.refused(404, "NOT_FOUND");
    moderator.put(&path, json!({"content": "tre"})).await.data();
    moderator.says(org.general, "fyra").await;
    let calls = receiver.calls(3).await;
    let said: Vec<String> = calls
        .iter()
        .map(|call| format!("{} {}", call.path(), call.json()["message"]["content"].as_str().unwrap()))
        .collect();
    assert_eq!(said, ["/new ett", "/edits två", "/new fyra"]);
}

async fn jobs_of(world: &World, kind: &str) -> Vec<Job> {
    let rows = world.engine.scan(Job::at(0, 0, JobId(0)).table, None, 100_000).await.unwrap();
    rows.into_iter().map(|row| Job::read(row).unwrap()).filter(|job| job.kind == kind).collect()
}

/// Makes waiting deliveries due: the clock cannot be moved here, so the jobs are.
async fn bring_forward(world: &World) {
    for job in jobs_of(world, "webhook-call").await {
        let due = Job::new(JobId(job.job_id.0 ^ 1), now(), &job.kind, job.payload.clone());
        world.engine.write(vec![due.insert(), job.key().delete()]).await.unwrap();
    }
    world.platform.jobs.wake();
}

#[actix_web::test]
async fn failed_call_is_listed_and_retried() {
    let receiver = receiver(&[500]).await;
    let (world, org, moderator) = scene(&receiver).await;
    subscribed(&moderator, org.general, &receiver.origin, &ALL).await;
    let message = moderator.says(org.general, "ett").await;
    let failures = || async { moderator.get(&at(org.general)).await.data()[0]["failures"].clone() };
    let failure = until(|| async { failures().await.get(0).cloned() }).await;
    assert_eq!((&failure["event"], &failure["messageId"]), (&json!("MESSAGE_CREATE"), &json!(message)));
    assert_eq!((&failure["state"], &failure["tries"]), (&json!("DUE"), &json!(1)));
    assert_eq!(failure["status"], 500);
    assert!(failure["next"].as_str() > failure["tried"].as_str(), "{failure}");
    // The second attempt succeeds: the failure is cleared, and the id was the same.
    bring_forward(&world).await;
    let calls = receiver.calls(2).await;
    assert_eq!(calls[0].header("webhook-id"), calls[1].header("webhook-id"));
    until(|| async { failures().await.as_array().unwrap().is_empty().then_some(()) }).await;
}

/// A server that accepts connections and never answers; the number that it accepted.
async fn tarpit() -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    let taken = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&taken);
    actix_web::rt::spawn(async move {
        let mut held = Vec::new();
        loop {
            held.push(listener.accept().await.unwrap());
            count.fetch_add(1, Ordering::SeqCst);
        }
    });
    (origin, taken)
}

#[actix_web::test]
async fn a_silent_receiver_delays_nobody_else() {
    let (origin, taken) = tarpit().await;
    let world = World::reaching(&origin).await;
    actix_web::rt::spawn(actors::webhooks::keep_told(world.platform.clone()));
    let (org, other) = (world.org("Skolan").await, world.org("Klubben").await);
    for name in ["ett", "tva", "tre", "fyra"] {
        let channel = org.channel(name, json!({})).await;
        for _ in 0..10 {
            subscribed(&org.owner, channel, &format!("{origin}/in"), &ALL).await;
        }
        for text in ["a", "b", "c"] {
            org.owner.says(channel, text).await;
        }
    }
    // 120 deliveries are due, and as many are under way as one host may have.
    let calls = || async { jobs_of(&world, "webhook-call").await.len() };
    until(|| async { (calls().await == 120 && taken.load(Ordering::SeqCst) >= 4).then_some(()) }).await;
    let at = storage::time::Moment(now() + 50);
    let later = json!({"content": "i tid", "sendAt": at});
    let path = format!("/api/v1/chat/channels/{}/scheduled", other.general);
    other.owner.post(&path, later).await.is(201);
    until(|| async {
        let page = other.owner.reads(other.general).await;
        each(&page, "content").contains(&&json!("i tid")).then_some(())
    })
    .await;
    assert_eq!(calls().await, 120, "while all those calls still wait");
    // Even on a slow machine: four at once, and soon the host is backed off from.
    let taken = taken.load(Ordering::SeqCst);
    assert!(taken <= 16, "{taken} calls of one silent host");
}

#[actix_web::test]
async fn address_failing_for_a_day_is_disabled() {
    let receiver = receiver(&[500, 500]).await;
    let (world, org, moderator) = scene(&receiver).await;
    let made = subscribed(&moderator, org.general, &receiver.origin, &ALL).await;
    moderator.says(org.general, "ett").await;
    let shown = || async { moderator.get(&at(org.general)).await.data()[0].clone() };
    let first = until(|| async { Some(shown().await).filter(|it| it["failingSince"].is_string()) }).await;
    assert_eq!(first["disabled"], Value::Null);
    // A day later.
    let hooks = &world.platform.storage.webhooks;
    let (channel, hook) = (ChannelId(org.general), HookId(id(&made["id"])));
    let stood = hooks.subscription(channel, hook).await.unwrap().unwrap();
    assert!(hooks.set_failing(&stood, Some(storage::time::Moment(now() - 86_400_000))).await.unwrap());
    bring_forward(&world).await;
    until(|| async { Some(shown().await).filter(|it| it["disabled"].is_string()) }).await;
    let bell = org.owner.bell(1).await;
    assert_eq!(each(&bell, "type"), ["HOOK_DISABLED"]);
    moderator.says(org.general, "två").await;
    let one = format!("{}/{}/resume", at(org.general), id(&made["id"]));
    let resumed = org.owner.call("POST", &one).send().await.data();
    assert_eq!((&resumed["disabled"], &resumed["createdBy"]), (&Value::Null, &json!(org.owner.id)));
    moderator.says(org.general, "tre").await;
    until(|| async {
        let called = receiver.called();
        called.iter().any(|call| call.json()["message"]["content"] == "tre").then_some(())
    })
    .await;
}

#[actix_web::test]
async fn internal_and_invalid_addresses_are_refused() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let owner = &org.owner;
    for url in [
        "",
        "example.se",
        "http://example.se/",
        "ftp://example.se/",
        "https://127.0.0.1/",
        "https://2130706433/",
        "https://[::ffff:10.0.0.1]/",
        "https://169.254.169.254/latest/meta-data/",
        "https://localhost/",
        "https://anna:hemligt@example.se/",
    ] {
        let new = json!({"url": url, "events": ALL});
        owner.post(&at(org.general), new).await.wrong_field("url", "ADDRESS");
    }
    for events in [json!([]), json!(["MESSAGE_READ"]), json!("MESSAGE_CREATE")] {
        let new = json!({"url": "https://example.se/", "events": events});
        assert_eq!(owner.post(&at(org.general), new).await.status, 422, "{events}");
    }
    assert_eq!(owner.get(&at(org.general)).await.data(), json!([]));
    for _ in 0..10 {
        subscribed(owner, org.general, "https://example.se/", &["MESSAGE_CREATE", "MESSAGE_CREATE"]).await;
    }
    let one_more = json!({"url": "https://example.se/", "events": ALL});
    owner.post(&at(org.general), one_more).await.refused(409, "QUOTA_REACHED");
    let list = owner.get(&at(org.general)).await.data();
    assert_eq!(list[0]["events"], json!(["MESSAGE_CREATE"]));
    assert!(each(&list, "secret").iter().all(|secret| secret.is_null()), "shown once");
    let secrets = world.dump().await;
    assert!(!secrets.values().flatten().any(|row| row.contains("whsec_")));
}
