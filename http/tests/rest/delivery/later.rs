//! Rows of the table with jobs that wait, or as a process left them that died: preparation and delivery.

use actors::platform::time::now;
use storage::calendar::Subscription;
use storage::ids::{CalendarId, MessageId, UserId};
use storage::record::Stored;
use storage::time::Moment;

use super::{DAY, Ground};
use crate::harness::{Person, Value, id, json, until};
use crate::v1_chat_told::written;

/// A reminder of an event for members is in the bell, and its mail is pending.
pub async fn is_reminded(ground: &Ground) -> Value {
    let event = ground.event(now() + 30 * 60_000).await;
    ground.her.put("/api/v1/me/reminders", json!({"reminder15Min": true})).await.is(200);
    ground.her.put(&format!("/api/v1/event/{}/attend", event["id"]), json!({})).await.is(200);
    ground.world.come("event-reminder").await;
    until(|| async { ground.rang("EVENT_REMINDER").await.then_some(()) }).await;
    assert!(!ground.world.jobs("bell-mail").await.is_empty());
    Value::Null
}

pub async fn is_mailed(ground: &Ground) -> bool {
    ground.world.come("bell-mail").await;
    ground.world.come("mail-bulk").await;
    ground.world.outbox(&ground.her.email).iter().any(|mail| mail.contains("Lönesamtal"))
}

/// A reminder of a card that she sees, on a board on which she was given a role.
pub async fn is_about_to_be_reminded(ground: &Ground) -> Value {
    let (org, her) = (&ground.org, &ground.her);
    let board = crate::v1_boards::board(&org.owner, json!({"idEntity": org.id, "template": "CUP"})).await;
    let members = json!([{"idAuthUser": her.id, "role": "viewer"}]);
    let roles = json!({"name": "Cup", "members": members});
    crate::v1_boards::settings(&org.owner, &board, roles).await.is(200);
    let remind = json!({"idTask": board["cards"][0]["idTask"], "at": Moment(now() + DAY)});
    let reminder = her.post("/api/v1/task-reminders", remind).await.is(201);
    crate::v1_task_reminders::back_dated(&ground.world, &reminder, now() - 60_000).await;
    Value::Null
}

pub async fn is_reminded_of_it(ground: &Ground) -> bool {
    ground.world.come("task-reminder").await;
    ground.rang("TASK_REMINDER").await
}

/// A message mentions her, and its process died before the notifications.
pub async fn is_called(ground: &Ground) -> Value {
    let message = MessageId(ground.world.platform.ids.next(now()).unwrap());
    ground.world.storage.chat.call(message, &[UserId(ground.her.id)]).await.unwrap();
    written(&ground.org, ground.channel, &ground.org.owner, message).await;
    assert!(!ground.rang("MENTION").await);
    Value::Null
}

pub async fn is_told(ground: &Ground) -> bool {
    ground.world.come("chat-telling").await;
    ground.rang("MENTION").await
}

/// A post for members mentions her, and the notification is still to come.
pub async fn is_named_in_a_post(ground: &Ground) -> Value {
    let (org, storage, her) = (&ground.org, &ground.world.storage, UserId(ground.her.id));
    let new = json!({"txMessage": format!("Välkommen @{}", ground.her.name), "idEntity": org.id, "audience": "ENTITY_MEMBERS"});
    let post = org.owner.post("/api/v1/feed/posts", new).await.is(201);
    until(|| async { ground.rang("FEED_MENTION").await.then_some(()) }).await;
    let entries = storage.notifications.list(her, None, 99).await.unwrap();
    storage.notifications.withdraw(&entries).await.unwrap();
    assert!(!ground.rang("FEED_MENTION").await);
    post["idFeedPost"].clone()
}

pub async fn is_told_of_it(ground: &Ground, post: Value) -> bool {
    let said =
        json!({"post_id": post, "comment_id": null, "by": ground.org.owner.id, "called": [ground.her.id]});
    let job = actors::platform::jobs::job(&ground.world.platform, "feed-tell", now(), &said).unwrap();
    ground.world.storage.jobs.put(&[job]).await.unwrap();
    ground.world.come("feed-tell").await;
    ground.rang("FEED_MENTION").await
}

/// She is first on the waiting list of an event with one place.
pub async fn waits(ground: &Ground) -> Value {
    let event = ground.event(now() + 7 * DAY).await;
    let mut draft = event.clone();
    draft["enrollment"] = json!({"capacity": 1, "waitlistMode": "OFFER"});
    let path = format!("/api/v1/event/{}", event["id"]);
    ground.org.owner.put(&path, draft).await.is(200);
    let behind = ground.org.with("MEMBER").await;
    for (person, status) in
        [(&ground.org.owner, "CONFIRMED"), (&ground.her, "WAITLISTED"), (&behind, "WAITLISTED")]
    {
        let made = person.post(&format!("{path}/enrollment"), json!({})).await.is(201);
        assert_eq!(made["myEnrollmentStatus"], status);
    }
    json!({"path": path, "behind": behind.id})
}

/// The place becomes free: it is offered to her, or to the next one if she has lost her entry.
pub async fn is_offered(ground: &Ground, hall: Value) -> bool {
    let (owner, path) = (&ground.org.owner, hall["path"].as_str().unwrap());
    owner.delete(&format!("{path}/enrollment")).await.is(200);
    let of = async |person: i64| {
        let list = owner.get(&format!("{path}/enrollments")).await.is(200)["content"].take();
        let found = list.as_array().unwrap().iter().find(|one| one["idUser"] == person).cloned();
        found.unwrap()["status"].as_str().unwrap().to_owned()
    };
    let (hers, behind) = (of(ground.her.id).await, of(id(&hall["behind"])).await);
    let is_hers = hers == "OFFERED";
    let expected = if is_hers { ("OFFERED", "WAITLISTED") } else { ("CANCELLED", "OFFERED") };
    assert_eq!((hers.as_str(), behind.as_str()), expected);
    is_hers
}

/// She is an administrator of the organisation and has sent a newsletter to its followers, whose job is still to come.
pub async fn writes_a_newsletter(ground: &Ground) -> Value {
    let (org, her) = (&ground.org, &ground.her);
    let runs = json!({"txRelationType": "ADMINISTRATOR"});
    org.owner.put(&org.at(&format!("/relations/{}", her.id)), runs).await.is(200);
    org.with("FOLLOWER").await;
    crate::v1_newsletters::is_to_be_sent(org, her).await;
    Value::Null
}

pub async fn is_its_newsletter_sent(ground: &Ground) -> bool {
    ground.world.come("newsletter-send").await;
    let list = ground.org.owner.get(&ground.org.at("/newsletters")).await.is(200);
    list["content"][0]["sending"]["state"] == "SENT"
}

/// A newsletter for members is in her bell, and its mail is pending.
pub async fn has_a_newsletter(ground: &Ground) -> Value {
    let (org, world) = (&ground.org, &ground.world);
    let new = json!({"subject": "Höst", "body": "hemligt ord", "audience": "MEMBERS"});
    org.owner.post(&org.at("/newsletters"), new).await.is(201);
    world.done("newsletter-send").await;
    assert!(!world.jobs("bell-mail").await.is_empty());
    Value::Null
}

pub async fn is_mailed_the_newsletter(ground: &Ground) -> bool {
    ground.world.come("bell-mail").await;
    ground.world.come("mail-bulk").await;
    ground.world.outbox(&ground.her.email).iter().any(|mail| mail.contains("hemligt ord"))
}

/// She is an administrator of the organisation and subscribes to an external calendar in its name.
pub async fn subscribes(ground: &Ground) -> Value {
    let (org, her) = (&ground.org, &ground.her);
    let runs = json!({"txRelationType": "ADMINISTRATOR"});
    org.owner.put(&org.at(&format!("/relations/{}", her.id)), runs).await.is(200);
    let new = json!({"name": "Lov", "idEntity": org.id, "visibility": "RESTRICTED", "source": ground.receiver.origin});
    let calendar = her.post("/api/v1/calendars", new).await.is(201);
    fetched(&org.owner, &calendar).await;
    assert_eq!(ground.receiver.called().len(), 1);
    calendar
}

/// The state of a subscribed calendar once no fetch is running.
async fn fetched(owner: &Person, calendar: &Value) -> Value {
    until(async || {
        let list = owner.get("/api/v1/calendars").await.is(200)["content"].take();
        let found = list.as_array().unwrap().iter().find(|one| one["idCalendar"] == calendar["idCalendar"]);
        found.filter(|one| one["sourceState"]["fetching"] == false).map(|one| one["sourceState"].clone())
    })
    .await
}

/// Runs the next fetch; if she has lost the right, an administrator sees the reason and takes the subscription over.
pub async fn is_fetched(ground: &Ground, calendar: Value) -> bool {
    let (world, owner) = (&ground.world, &ground.org.owner);
    let calendars = &world.storage.calendars;
    let stands = calendars.subscription(CalendarId(id(&calendar["idCalendar"]))).await.unwrap().unwrap();
    let job =
        actors::platform::jobs::job(&world.platform, "calendar-fetch", now(), &stands.calendar_id).unwrap();
    let due = Subscription {
        job_id: job.job_id,
        next_fetch: Some(Moment(job.due)),
        version: stands.version + 1,
        ..stands.clone()
    };
    assert!(calendars.change_subscription(&stands, &due, vec![job.insert()]).await.unwrap());
    world.platform.jobs.wake();
    let state = fetched(owner, &calendar).await;
    let is_fetched = ground.receiver.called().len() > 1;
    assert_eq!(state["failure"]["code"] == "RESTS", !is_fetched, "{state}");
    if !is_fetched {
        let path = format!("/api/v1/calendars/{}/refresh", calendar["calendarUUID"].as_str().unwrap());
        owner.call("POST", &path).send().await.is(202);
        let state = fetched(owner, &calendar).await;
        assert_eq!((&state["failure"]["code"], ground.receiver.called().len()), (&json!("UNREADABLE"), 2));
    }
    is_fetched
}

async fn chooses(ground: &Ground, notification_type: &str, channel: &str, more: (&str, Value)) {
    let mut cell =
        json!({"entityId": ground.org.id, "notificationType": notification_type, "channel": channel});
    cell[more.0] = more.1;
    let path = format!("/api/v1/entities/{}/notification-settings", ground.org.id);
    ground.her.put(&path, json!([cell])).await.is(200);
}

pub(super) async fn wants_a_digest(ground: &Ground) -> Value {
    chooses(ground, "MENTION", "email", ("digest", json!("DAILY"))).await;
    let said = ground.mentioned().await;
    // The bell shows it before what follows from it is judged.
    until(|| async { (!ground.world.jobs("notification-digest").await.is_empty()).then_some(()) }).await;
    said
}

pub(super) async fn gets_a_digest(ground: &Ground) -> bool {
    ground.world.come("notification-digest").await;
    ground.world.come("mail-bulk").await;
    ground.world.outbox(&ground.her.email).iter().any(|mail| mail.contains("hemligt ord"))
}

fn hushed(until: Option<Moment>) -> Value {
    json!({"days": [], "from": "20:00", "to": "07:00", "until": until})
}

/// It waits for the end of her quiet hours.
pub(super) async fn wants_text_messages(ground: &Ground) -> Value {
    let her = UserId(ground.her.id);
    ground.world.storage.accounts.set_phone(her, Some("+46701234567")).await.unwrap();
    ground.her.put("/api/v1/me/quiet", hushed(Some(Moment(now() + 3_600_000)))).await.is(200);
    chooses(ground, "ANNOUNCEMENT", "sms", ("enabled", json!(true))).await;
    let asks = json!({"content": "läs", "requestedAck": true});
    ground.org.owner.sends(ground.channel, asks).await.data();
    until(|| async { (!ground.world.jobs("sms-notification").await.is_empty()).then_some(()) }).await;
    Value::Null
}

pub(super) async fn gets_a_text_message(ground: &Ground) -> bool {
    ground.her.put("/api/v1/me/quiet", hushed(None)).await.is(200);
    ground.world.come("sms-notification").await;
    ground.world.done("sms").await;
    let mut files = std::fs::read_dir(ground.world.folder.path().join("outbox")).unwrap();
    files.any(|file| file.unwrap().path().extension().is_some_and(|end| end == "sms"))
}
