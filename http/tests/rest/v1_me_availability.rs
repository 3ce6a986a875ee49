//! Temporary status and quiet hours: contract §3.8.

use actors::platform::jobs;
use actors::platform::time::now;
use actors::push::due::still_due;
use storage::accounts::Status;
use storage::jobs::{SHARDS, minute_of};
use storage::push::PushSubscription;
use storage::time::Moment;
use storage::{NotificationId, UserId};

use crate::harness::{Patience, Person, Value, World, id, json};
use crate::v1_push::browser;

fn in_ms(ms: i64) -> Moment {
    Moment(now() + ms)
}

async fn says(person: &Person, body: Value) -> Value {
    person.put("/api/v1/me/status", body).await.is(200)
}

#[actix_web::test]
async fn status_is_visible_to_related_people() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo, follower) =
        (org.with("MEMBER").await, org.with("MEMBER").await, org.with("FOLLOWER").await);
    let stranger = world.person("Främling").await;
    anna.patch("/api/v1/me", json!({"findable": true})).await.is(200);
    let until = in_ms(3_600_000);
    let said = says(&anna, json!({"text": " På lunch ", "emoji": "🍽️", "until": until})).await;
    assert_eq!(said, json!({"text": "På lunch", "emoji": "🍽️", "until": until}));
    assert_eq!(anna.get("/api/v1/me").await.is(200)["status"], said);
    let open = org.channel("öppen", json!({"allowFollowers": true})).await;
    let in_list = async |person: &Person| {
        let members = person.get(&format!("/api/v1/chat/channels/{open}/members")).await.data();
        let anna = members.as_array().unwrap().iter().find(|one| one["userId"] == anna.id).unwrap().clone();
        (anna["statusText"].clone(), anna["statusEmoji"].clone())
    };
    let on_card = async |person: &Person| {
        let card = person.get(&format!("/api/public/users/{}", anna.name)).await.is(200);
        (card["statusText"].clone(), card["statusEmoji"].clone())
    };
    let shown = (json!("På lunch"), json!("🍽️"));
    assert_eq!((in_list(&bo).await, on_card(&bo).await), (shown.clone(), shown.clone()));
    // Like presence, it is hidden from followers and strangers.
    let hidden = (Value::Null, Value::Null);
    assert_eq!((in_list(&follower).await, on_card(&stranger).await), (hidden.clone(), hidden.clone()));
    let card = world.anyone("GET", &format!("/api/public/users/{}", anna.name)).send().await.is(200);
    assert_eq!(card.get("statusText"), None);
    // An expired status is not shown.
    let over = Status { text: Some("På lunch".into()), emoji: None, until: Some(Moment(now() - 1)) };
    world.storage.accounts.set_own_status(UserId(anna.id), Some(&over)).await.unwrap();
    world.platform.people.forget(UserId(anna.id));
    assert_eq!(anna.get("/api/v1/me").await.is(200)["status"], Value::Null);
    assert_eq!((in_list(&bo).await, on_card(&bo).await), (hidden.clone(), hidden.clone()));
    says(&anna, json!({"emoji": "🏠"})).await;
    assert_eq!(in_list(&bo).await, (Value::Null, json!("🏠")));
    assert_eq!(says(&anna, json!({"text": null, "emoji": null, "until": null})).await["text"], Value::Null);
    assert_eq!(anna.get("/api/v1/me").await.is(200)["status"], Value::Null);
    for (body, field, code) in [
        (json!({"text": "å".repeat(101)}), "text", "LENGTH"),
        (json!({"emoji": "hej"}), "emoji", "EMOJI"),
        (json!({"text": "hej", "until": in_ms(-1)}), "until", "TIME"),
    ] {
        anna.put("/api/v1/me/status", body).await.wrong_field(field, code);
    }
}

async fn quiet(person: &Person, body: Value) -> Value {
    person.put("/api/v1/me/quiet", body).await.is(200)
}

#[actix_web::test]
async fn quiet_hours_are_stored() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    assert_eq!(anna.get("/api/v1/me").await.is(200)["quiet"], Value::Null);
    let nights = json!({"days": [1, 2, 3, 4, 5], "from": "20:00", "to": "07:00", "until": null});
    assert_eq!(quiet(&anna, nights.clone()).await, nights);
    assert_eq!(anna.get("/api/v1/me").await.is(200)["quiet"], nights);
    for (body, field, code) in [
        (json!({"days": [9], "from": "20:00", "to": "07:00"}), "days", "DAYS"),
        (json!({"days": [1], "from": "20", "to": "07:00"}), "from", "CLOCK"),
        (json!({"days": [1], "from": "20:00", "to": "25:00"}), "to", "CLOCK"),
        (json!({"days": [], "from": "20:00", "to": "07:00", "until": in_ms(-1)}), "until", "TIME"),
    ] {
        anna.put("/api/v1/me/quiet", body).await.wrong_field(field, code);
    }
    assert_eq!(anna.get("/api/v1/me").await.is(200)["quiet"], nights);
}

#[actix_web::test]
async fn conversation_shows_quiet_time_of_the_other() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let talk = json!({"userIds": [anna.id], "idType": 1});
    bo.post("/api/v1/messages/conversations", talk).await.is(201);
    let seen =
        async || bo.get("/api/v1/messages/conversations").await.data()["content"][0]["people"][0].take();
    assert_eq!(seen().await["userId"], anna.id);
    assert_eq!(seen().await.get("quietUntil"), None);
    let until = json!(in_ms(1_800_000));
    quiet(&anna, json!({"days": [], "from": "20:00", "to": "07:00", "until": until})).await;
    assert_eq!(seen().await["quietUntil"], until);
    quiet(&anna, json!({"days": [], "from": "20:00", "to": "07:00"})).await;
    assert_eq!(seen().await.get("quietUntil"), None);
}

/// Due times (epoch milliseconds) of waiting mails about notifications, up to `until`.
async fn mails_waiting(world: &World, until: i64) -> Vec<i64> {
    let mut all = Vec::new();
    for shard in 0..SHARDS {
        let jobs = world.storage.jobs.due(shard, minute_of(now()) - 5, None, until, 99).await.unwrap();
        all.extend(jobs.into_iter().filter(|job| job.kind == "bell-mail").map(|job| job.due));
    }
    all
}

#[actix_web::test]
async fn quiet_hours_suppress_push_but_not_the_bell() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = world.person("Anna").await;
    let until = in_ms(1_800_000);
    let phone = "https://fcm.googleapis.com/fcm/send/a";
    assert_eq!(anna.put("/api/v1/push/subscription", browser(phone)).await.status, 204);
    let to: PushSubscription = world.storage.push.of(UserId(anna.id)).await.unwrap().remove(0);
    let invite = org.at(&format!("/relations/{}", anna.id));
    org.owner.put(&invite, json!({"txRelationType": "MEMBER"})).await;
    let bell = anna.bell(1).await;
    let entry = (UserId(anna.id), NotificationId(id(&bell[0]["id"])));
    let row = world.storage.notifications.one(entry.0, entry.1).await.unwrap().unwrap();
    assert!(still_due(&world.platform, &row, &to).await.unwrap().is_some(), "by day it is pushed");
    quiet(&anna, json!({"days": [], "from": "20:00", "to": "07:00", "until": until})).await;
    assert_eq!(still_due(&world.platform, &row, &to).await.unwrap(), None);
    let mail = || jobs::job(&world.platform, "bell-mail", now(), &entry).unwrap();
    // The mail about the invitation itself.
    let before = world.mails(&anna.email, 1).await.len();
    world.storage.jobs.put(&[mail()]).await.unwrap();
    world.platform.jobs.wake();
    let mut patience = Patience::new();
    while patience.lasts().await {
        if mails_waiting(&world, until.0 + 1_000).await.contains(&until.0) {
            break;
        }
    }
    assert!(mails_waiting(&world, until.0 + 1_000).await.contains(&until.0), "the mail waits");
    assert_eq!(world.mails(&anna.email, before).await.len(), before);
    assert_eq!(anna.bell(1).await[0]["read"], false, "the bell keeps it");
    // The quiet period has ended.
    quiet(&anna, json!({"days": [], "from": "20:00", "to": "07:00"})).await;
    assert!(still_due(&world.platform, &row, &to).await.unwrap().is_some());
    world.storage.jobs.put(&[mail()]).await.unwrap();
    world.platform.jobs.wake();
    world.mails(&anna.email, before + 1).await;
}
