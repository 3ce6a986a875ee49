//! The digest mail of missed notifications, and previews of messages: contract §3.7, §3.8.

use std::collections::HashSet;

use actors::platform::jobs;
use actors::platform::time::now;
use storage::UserId;
use storage::jobs::{Job, SHARDS, minute_of};
use storage::notifications::Notification;

use crate::harness::{Patience, Person, World, each, id, json, until};

const MINUTE: i64 = 60_000;

/// The waiting digest jobs.
async fn waiting(world: &World) -> Vec<Job> {
    let mut all = Vec::new();
    for shard in 0..SHARDS {
        let until = now() + 60 * MINUTE;
        let jobs = world.storage.jobs.due(shard, minute_of(now()) - 5, None, until, 99).await.unwrap();
        all.extend(jobs.into_iter().filter(|job| job.kind == "missed-mail"));
    }
    all
}

async fn entries(world: &World, person: &Person) -> Vec<Notification> {
    world.storage.notifications.list(UserId(person.id), None, 99).await.unwrap()
}

/// Moves the person's notifications so many minutes into the past.
async fn passed(world: &World, person: &Person, minutes: i64) {
    for entry in entries(world, person).await {
        let created = entry.created - minutes * MINUTE;
        world.storage.notifications.add(&[Notification { created, ..entry }]).await.unwrap();
    }
}

/// Runs the person's digest job until it is done or put off.
async fn looked(world: &World, person: &Person) {
    let job = jobs::job(&world.platform, "missed-mail", now(), &person.id).unwrap();
    world.storage.jobs.put(std::slice::from_ref(&job)).await.unwrap();
    world.platform.jobs.wake();
    let mut patience = Patience::new();
    while patience.lasts().await {
        let here = world.storage.jobs.due(job.shard, job.minute, None, job.due, 99).await.unwrap();
        if here.iter().all(|one| one.job_id != job.job_id) {
            return;
        }
    }
    panic!("the job is still there");
}

#[actix_web::test]
async fn digest_is_one_mail_with_a_link_per_channel() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let before = world.mails(&anna.email, 0).await.len();
    let other = org.channel("styrelsen", json!({"displayName": "Styrelsen"})).await;
    let first = bo.says(org.general, &format!("*Hej* @{}, kom", anna.name)).await;
    bo.says(org.general, &format!("igen @{}", anna.name)).await;
    let edited = bo.says(other, &format!("fel @{}", anna.name)).await;
    let deleted = bo.says(other, &format!("borta @{}", anna.name)).await;
    let talk = bo
        .post("/api/v1/messages/conversations", json!({"userIds": [anna.id], "idType": 1}))
        .await
        .is(201)["data"]["id"]
        .take();
    bo.says(id(&talk), "bara till dig").await;
    anna.bell(5).await;
    bo.put(&format!("/api/v1/chat/messages/{edited}"), json!({"content": format!("rätt @{}", anna.name)}))
        .await
        .data();
    bo.delete(&format!("/api/v1/chat/messages/{deleted}")).await;
    until(|| async { (entries(&world, &anna).await.len() == 4).then_some(()) }).await;

    // Many messages share one job, or two if a new quarter of an hour began in between.
    let jobs: HashSet<i64> = waiting(&world).await.iter().map(|job| job.job_id.0).collect();
    assert!((1..=2).contains(&jobs.len()), "{jobs:?}");
    // Not before fifteen minutes.
    looked(&world, &anna).await;
    assert_eq!(world.mails(&anna.email, before).await.len(), before);

    passed(&world, &anna, 16).await;
    looked(&world, &anna).await;
    let mail = world.mails(&anna.email, before + 1).await.pop().unwrap();
    for expected in [
        "Hej @",
        "rätt @",
        "bara till dig",
        &format!("/konversation/{}/{}?message={first}", org.workspace, org.general),
        &format!("/messages/{talk}?message="),
        "/settings#missed-mail",
    ] {
        assert!(mail.contains(expected), "{expected}: {mail}");
    }
    for hidden in ["*Hej*", "fel @", "borta @", &format!("@{}", anna.name)] {
        assert!(!mail.contains(hidden), "{hidden}: {mail}");
    }
    let (_, text) = mail.split_once("\r\n\r\n").unwrap();
    assert_eq!(
        text.matches("http://").count(),
        6,
        "one link for each place, one to the settings, and one to each cell that let it through: {mail}"
    );

    // Never twice, however often the job runs.
    looked(&world, &anna).await;
    looked(&world, &anna).await;
    assert_eq!(world.mails(&anna.email, before + 1).await.len(), before + 1);
}

/// The unsubscribe address of a mail.
fn way_out(mail: &str) -> String {
    let head = mail.split("\r\n\r\n").next().unwrap().replace("\r\n ", " ");
    assert!(head.lines().any(|line| line == "List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{head}");
    let address = head.lines().find_map(|line| line.strip_prefix("List-Unsubscribe: <")?.strip_suffix('>'));
    let address = address.unwrap_or_else(|| panic!("{head}"));
    address[address.find("/api/").unwrap()..].to_owned()
}

#[actix_web::test]
async fn digest_supports_one_click_unsubscribe() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let [anna, cia] = [org.with("MEMBER").await, org.with("MEMBER").await];
    let bo = org.with("MEMBER").await;
    for person in [&anna, &cia] {
        bo.says(org.general, &format!("hej @{}", person.name)).await;
        person.bell(1).await;
        passed(&world, person, 20).await;
        looked(&world, person).await;
    }
    let of_anna = way_out(&world.mails(&anna.email, 1).await[0]);
    let of_cia = way_out(&world.mails(&cia.email, 1).await[0]);
    assert_ne!(of_anna, of_cia);
    // Opened in a browser it redirects to the setting and changes nothing.
    let shown = world.anyone("GET", &of_anna).send().await;
    assert_eq!((shown.status, shown.header("location")), (303, "/settings#missed-mail"));
    assert_eq!(anna.get("/api/v1/me").await.is(200)["mailMissed"], true);
    // The one-click request of mail programs: a form without a session. It is idempotent.
    for _ in 0..2 {
        let form = ("application/x-www-form-urlencoded", b"List-Unsubscribe=One-Click".to_vec());
        assert_eq!(world.anyone("POST", &of_anna).body(form.0, form.1).send().await.status, 204);
        assert_eq!(anna.get("/api/v1/me").await.is(200)["mailMissed"], false);
    }
    assert_eq!(cia.get("/api/v1/me").await.is(200)["mailMissed"], true, "hers alone");
    bo.says(org.general, &format!("igen @{}", anna.name)).await;
    anna.bell(2).await;
    passed(&world, &anna, 20).await;
    looked(&world, &anna).await;
    // A token with a changed letter, or one sealed for another purpose, has no effect.
    let changed = of_cia.replacen("/mails/", "/mails/A", 1);
    for method in ["GET", "POST"] {
        world.anyone(method, &changed).send().await.refused(404, "NOT_FOUND");
    }
    for plain in [json!({"ends": "mail", "user_id": cia.id}), json!(cia.id)] {
        let token = world.platform.secrets.seal(plain.to_string().as_bytes()).unwrap();
        let path = format!("/api/public/mails/{token}/unsubscribe");
        world.anyone("POST", &path).send().await.refused(404, "NOT_FOUND");
    }
    assert_eq!(cia.get("/api/v1/me").await.is(200)["mailMissed"], true);
    world.mails(&anna.email, 1).await;
}

#[actix_web::test]
async fn digest_omits_read_unreadable_and_unwanted_messages() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (bo, told) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let [read, lost, blocked, off, quiet] = {
        let mut people = Vec::new();
        for _ in 0..5 {
            people.push(org.with("MEMBER").await);
        }
        <[Person; 5]>::try_from(people).unwrap_or_else(|_| unreachable!())
    };
    let closed = org.channel("sluten", json!({"channelType": "PRIVATE"})).await;
    for person in [&bo, &told, &read, &lost, &blocked, &off, &quiet] {
        org.owner
            .put(&format!("/api/v1/chat/channels/{closed}/members/{}", person.id), json!({}))
            .await
            .data();
    }
    for person in [&told, &read, &lost, &blocked, &off, &quiet] {
        bo.says(closed, &format!("hej @{}", person.name)).await;
        person.bell(1).await;
        passed(&world, person, 20).await;
    }
    read.post(&format!("/api/v1/chat/channels/{closed}/read"), json!({})).await.data();
    org.owner.delete(&format!("/api/v1/chat/channels/{closed}/members/{}", lost.id)).await;
    blocked.post("/api/v1/contacts/block", json!({"userId": bo.id, "reason": "tjat"})).await;
    off.patch("/api/v1/me", json!({"mailMissed": false})).await.is(200);
    let over = now() + 60 * MINUTE;
    let hours = json!({"days": [], "from": "20:00", "to": "07:00", "until": storage::time::Moment(over)});
    quiet.put("/api/v1/me/quiet", hours).await.is(200);
    for person in [&read, &lost, &blocked, &off, &quiet, &told] {
        looked(&world, person).await;
    }
    // The last person's mail has arrived, so earlier ones would have too.
    world.mails(&told.email, 1).await;
    for person in [&read, &lost, &blocked, &off, &quiet] {
        assert_eq!(world.mails(&person.email, 0).await.len(), 0);
    }
    // During quiet hours it is put off until their end.
    assert!(waiting(&world).await.iter().any(|job| job.due == over), "it waits for the end of quiet hours");
}

#[actix_web::test]
async fn preview_has_no_markup_and_shows_names() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    anna.patch("/api/v1/me", json!({"displayName": "Anna Ek"})).await.is(200);
    bo.says(org.general, &format!("*Hej* @{}, läs [protokollet](https://example.se/p)", anna.name)).await;
    let bell = anna.bell(1).await;
    assert_eq!(each(&bell, "preview"), [&json!("Hej @Anna Ek, läs protokollet")]);
    let shown = anna.reads(org.general).await;
    let names = &shown.as_array().unwrap().last().unwrap()["mentionNames"];
    assert_eq!(names, &json!([{"userId": anna.id, "displayName": "Anna Ek"}]));
    let talk = bo
        .post("/api/v1/messages/conversations", json!({"userIds": [anna.id], "idType": 1}))
        .await
        .is(201)["data"]["id"]
        .take();
    bo.says(id(&talk), &format!("`kod` till @{}", anna.name)).await;
    let list = anna.get("/api/v1/messages/conversations").await.data();
    assert_eq!(list["content"][0]["lastMessage"]["preview"], "kod till @Anna Ek");
}
