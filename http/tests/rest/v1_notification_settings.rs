//! Notification settings: what people choose, and that every channel asks when it sends. Contract §11.3.

use actors::notifications::about_entity;
use actors::platform::limits::Rates;
use actors::platform::time::now;
use actors::push::due::still_due;
use storage::accounts::User;
use storage::ids::{EntityId, JobId, NotificationId, UserId};
use storage::notifications::Notification;
use storage::time::Moment;

use crate::harness::{Answer, Cost, MailedEvent, Org, Person, Value, World, cost_of, id, json, until};
use crate::v1_push::browser;

const MINE: &str = "/api/v1/me/notification-settings";
const PHONE: &str = "/api/v1/me/phone";
const MINUTE: i64 = 60_000;

fn of(org: &Org) -> String {
    format!("/api/v1/entities/{}/notification-settings", org.id)
}

/// A cell as it is changed; `more`: what is asked of it.
fn cell(entity: Option<i64>, notification_type: &str, channel: &str, more: &Value) -> Value {
    let mut cell = json!({"entityId": entity, "notificationType": notification_type, "channel": channel});
    cell.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    cell
}

async fn choose(person: &Person, org: &Org, notification_type: &str, channel: &str, more: Value) {
    let change = json!([cell(Some(org.id), notification_type, channel, &more)]);
    person.put(&of(org), change).await.is(200);
}

async fn choose_mine(person: &Person, notification_type: &str, channel: &str, more: Value) {
    person.put(MINE, json!([cell(None, notification_type, channel, &more)])).await.is(200);
}

/// `enabled`, `digest` and `source` of a cell in a list.
fn shown<'a>(list: &'a Value, notification_type: &str, channel: &str) -> (&'a Value, &'a Value, &'a Value) {
    let is_it = |one: &&Value| one["notificationType"] == notification_type && one["channel"] == channel;
    let one = list.as_array().unwrap().iter().find(is_it).unwrap();
    (&one["enabled"], &one["digest"], &one["source"])
}

async fn user(world: &World, person: &Person) -> User {
    world.storage.accounts.user(UserId(person.id)).await.unwrap().unwrap()
}

/// The person's only entry of the bell.
async fn entry(world: &World, person: &Person) -> Notification {
    let id = NotificationId(id(&person.bell(1).await[0]["id"]));
    world.storage.notifications.one(UserId(person.id), id).await.unwrap().unwrap()
}

/// Moves the person's entries so many minutes into the past, and lets the mail about what they missed come.
async fn missed(world: &World, person: &Person, minutes: i64) {
    for one in world.storage.notifications.list(UserId(person.id), None, 99).await.unwrap() {
        let created = one.created - minutes * MINUTE;
        world.storage.notifications.add(&[Notification { created, ..one }]).await.unwrap();
    }
    let job = actors::platform::jobs::job(&world.platform, "missed-mail", now(), &person.id).unwrap();
    world.storage.jobs.put(&[job]).await.unwrap();
    world.platform.jobs.wake();
    world.done("missed-mail").await;
}

/// Waits until jobs of a kind exist.
async fn waits(world: &World, kind: &str, count: usize) {
    until(|| async { (world.jobs(kind).await.len() == count).then_some(()) }).await;
}

/// The unsubscribe address of a mail, and its text.
fn read(mail: &str) -> (String, String) {
    let (head, _) = mail.split_once("\r\n\r\n").unwrap();
    let head = head.replace("\r\n ", " ");
    let address = head.lines().find_map(|line| line.strip_prefix("List-Unsubscribe: <")?.strip_suffix('>'));
    let address = address.map(|address| address[address.find("/api/").unwrap()..].to_owned());
    (address.unwrap_or_default(), mail.to_owned())
}

#[actix_web::test]
async fn cells_say_what_holds_and_whose_choice_it_is() {
    let world = World::new().await;
    let (org, other) = (world.org("Skolan").await, world.org("Klubben").await);
    let anna = org.with("FOLLOWER").await;
    other.relate(&anna, "MEMBER").await;
    let all = anna.get(&of(&org)).await.is(200);
    let cells: Vec<String> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            assert_eq!((&one["entityId"], &one["source"]), (&json!(org.id), &json!("DEFAULT")));
            format!("{} {}", one["notificationType"].as_str().unwrap(), one["channel"].as_str().unwrap())
        })
        .collect();
    let types = "MENTION REPLY MESSAGE ANNOUNCEMENT EVENT ENROLLMENT BOOKING TASK COURSE MEMBERSHIP FEED MODERATION PLACE NEWSLETTER";
    let expected: Vec<String> = types
        .split(' ')
        .flat_map(|one| {
            let sms = ["ANNOUNCEMENT", "EVENT", "BOOKING"].contains(&one).then_some("sms");
            ["email", "push"].into_iter().chain(sms).map(move |channel| format!("{one} {channel}"))
        })
        .collect();
    assert_eq!(cells, expected);
    // As the product behaves without any choice: text messages are off, pushed is everything.
    for (kind, channel, on) in [
        ("MENTION", "email", true),
        ("BOOKING", "email", true),
        ("FEED", "email", false),
        ("PLACE", "push", true),
        ("EVENT", "sms", false),
    ] {
        assert_eq!(*shown(&all, kind, channel).0, json!(on), "{kind} {channel}");
    }
    // The mail about what one missed has a switch of its own, which is the default here.
    anna.patch("/api/v1/me", json!({"mailMissed": false})).await.is(200);
    assert_eq!(*shown(&anna.get(&of(&org)).await.is(200), "MENTION", "email").0, json!(false));

    // The personal choice holds where an organisation has none.
    choose_mine(&anna, "FEED", "email", json!({"digest": "WEEKLY"})).await;
    choose(&anna, &org, "FEED", "push", json!({"enabled": false})).await;
    let (at_school, at_club) = (anna.get(&of(&org)).await.is(200), anna.get(&of(&other)).await.is(200));
    let weekly = (&json!(true), &json!("WEEKLY"), &json!("PERSONAL"));
    assert_eq!(shown(&at_school, "FEED", "email"), weekly);
    assert_eq!(shown(&at_school, "FEED", "push"), (&json!(false), &Value::Null, &json!("ENTITY")));
    assert_eq!(shown(&at_club, "FEED", "push"), (&json!(true), &Value::Null, &json!("DEFAULT")));
    // Switched on again it keeps when the mail goes; taken back it follows the personal choice.
    choose(&anna, &org, "FEED", "email", json!({"enabled": true})).await;
    let kept = anna.get(&of(&org)).await.is(200);
    assert_eq!(shown(&kept, "FEED", "email"), (&json!(true), &json!("WEEKLY"), &json!("ENTITY")));
    choose(&anna, &org, "FEED", "email", json!({"enabled": null})).await;
    assert_eq!(shown(&anna.get(&of(&org)).await.is(200), "FEED", "email"), weekly);

    // Everywhere as in this organisation.
    let path = format!("{}/apply-to-all", of(&org));
    anna.call("POST", &path).send().await.is(200);
    let mine = anna.get(MINE).await.is(200);
    assert_eq!(shown(&mine, "FEED", "push"), (&json!(false), &Value::Null, &json!("PERSONAL")));
    let at_club = anna.get(&of(&other)).await.is(200);
    assert_eq!(shown(&at_club, "FEED", "push"), (&json!(false), &Value::Null, &json!("PERSONAL")));
    // Everywhere as what belongs to no organisation.
    choose(&anna, &other, "FEED", "push", json!({"enabled": true})).await;
    anna.call("POST", &format!("{MINE}/apply-to-all")).send().await.is(200);
    assert_eq!(*shown(&anna.get(&of(&other)).await.is(200), "FEED", "push").0, json!(false));

    let exported = user(&world, &anna).await.notify.unwrap();
    assert_eq!(serde_json::to_value(&exported).unwrap(), json!({"0": "------------------------------w0"}));
}

#[actix_web::test]
async fn wrong_cells_change_nothing() {
    let world = World::new().await;
    let (org, other) = (world.org("Skolan").await, world.org("Klubben").await);
    let anna = org.with("MEMBER").await;
    other.relate(&anna, "MEMBER").await;
    let right = cell(Some(org.id), "EVENT", "push", &json!({"enabled": false}));
    let before = world.dump().await;
    let on = json!({"enabled": true});
    let cases = [
        (cell(Some(other.id), "EVENT", "email", &on), "[1].entityId", "ENTITY"),
        (cell(None, "EVENT", "email", &on), "[1].entityId", "ENTITY"),
        (cell(Some(org.id), "MENTION", "sms", &on), "[1].channel", "CHANNEL"),
        (cell(Some(org.id), "EVENT", "sms", &on), "[1].channel", "PHONE"),
        (cell(Some(org.id), "TASK", "push", &json!({"digest": "DAILY"})), "[1].digest", "DIGEST"),
        (right.clone(), "[1].notificationType", "DUPLICATE"),
    ];
    for (wrong, field, code) in cases {
        anna.put(&of(&org), json!([right, wrong])).await.wrong_field(field, code);
    }
    let foreign = json!([cell(Some(org.id), "EVENT", "email", &on)]);
    anna.put(MINE, foreign).await.wrong_field("[0].entityId", "ENTITY");
    // Nobody chooses about an organisation that they have nothing to do with.
    let stranger = world.person("Främling").await;
    let answers: [Answer; 3] = [
        stranger.get(&of(&org)).await,
        stranger.put(&of(&org), json!([right])).await,
        stranger.call("POST", &format!("{}/apply-to-all", of(&org))).send().await,
    ];
    for answer in answers {
        answer.refused(403, "ACCESS_DENIED");
    }
    stranger.get("/api/v1/entities/999999/notification-settings").await.refused(404, "NOT_FOUND");
    let after = world.dump().await;
    assert_eq!(before["users"].len() + 1, after["users"].len(), "only the stranger is new");
    assert_eq!(user(&world, &anna).await.notify, None);
}

/// Judged when it is sent: what is switched off between the event and its mail or push message is not sent.
#[actix_web::test]
async fn settings_count_when_it_is_sent() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let [anna, bo] = [org.with("MEMBER").await, org.with("MEMBER").await];
    let calendar = json!({"name": "Matcher", "idEntity": org.id, "visibility": "PUBLIC"});
    let calendar = org.owner.post("/api/v1/calendars", calendar).await.is(201)["calendarUUID"].take();
    let starts = now() + 7 * 86_400_000;
    let event = json!({
        "calendarUUID": calendar, "title": "Match", "start": Moment(starts), "end": Moment(starts + 3_600_000),
        "enrollment": {"capacity": 5, "requiresApproval": true}
    });
    let event = format!("/api/v1/event/{}", org.owner.post("/api/v1/event", event).await.is(201)["id"]);
    for person in [&anna, &bo] {
        assert_eq!(
            person
                .put(
                    "/api/v1/push/subscription",
                    browser(&format!("https://fcm.googleapis.com/fcm/send/{}", person.id))
                )
                .await
                .status,
            204
        );
        person.post(&format!("{event}/enrollment"), json!({})).await.is(201);
    }
    // Her own act is mailed beside the bell, unless she does not want mails about enrolment.
    choose(&anna, &org, "ENROLLMENT", "email", json!({"enabled": false})).await;
    world.come("event-mail").await;
    let (own, why) = (
        world.mails(&bo.email, 1).await.remove(0),
        format!("/settings/notifications?entity={}&type=ENROLLMENT&channel=email", org.id),
    );
    assert!(MailedEvent::of(&own).text.contains(&why), "{own}");
    world.mails(&anna.email, 0).await;

    choose(&anna, &org, "ENROLLMENT", "email", json!({"enabled": null})).await;
    for person in [&anna, &bo] {
        org.owner.call("POST", &format!("{event}/enrollments/{}/approve", person.id)).send().await.is(200);
    }
    let (of_anna, of_bo) = (entry(&world, &anna).await, entry(&world, &bo).await);
    choose(&anna, &org, "ENROLLMENT", "email", json!({"enabled": false})).await;
    choose(&anna, &org, "ENROLLMENT", "push", json!({"enabled": false})).await;
    world.come("bell-mail").await;
    let mail = MailedEvent::of(&world.mails(&bo.email, 2).await[1]);
    assert!(mail.text.contains("Varför fick jag det här?") && mail.text.contains(&why), "{}", mail.text);
    world.mails(&anna.email, 0).await;
    for (person, row, is_sent) in [(&anna, of_anna, false), (&bo, of_bo, true)] {
        let to = world.storage.push.of(UserId(person.id)).await.unwrap().remove(0);
        let pushed = still_due(&world.platform, &row, &to).await.unwrap();
        assert_eq!(pushed.is_some(), is_sent);
        if let Some(pushed) = pushed {
            let path = format!("/settings/notifications?entity={}&type=ENROLLMENT&channel=push", org.id);
            assert_eq!(pushed.settings, Some(path));
        }
    }
    assert_eq!(anna.bell(1).await[0]["notificationType"], "ENROLLMENT", "the bell keeps everything");
}

#[actix_web::test]
async fn mails_about_what_was_missed_follow_the_cells() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let [bo, off, on] = [org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await];
    choose(&off, &org, "MENTION", "email", json!({"enabled": false})).await;
    // Chosen for the organisation, although she takes no such mails otherwise.
    on.patch("/api/v1/me", json!({"mailMissed": false})).await.is(200);
    choose(&on, &org, "MENTION", "email", json!({"enabled": true})).await;
    for person in [&off, &on] {
        bo.says(org.general, &format!("hej @{}", person.name)).await;
        person.bell(1).await;
        missed(&world, person, 20).await;
    }
    let (address, mail) = read(&world.mails(&on.email, 1).await[0]);
    let page = format!("/settings/notifications?entity={}&type=MENTION&channel=email", org.id);
    assert!(mail.contains(&page), "{mail}");
    world.mails(&off.email, 0).await;
    // What only looks at the address changes nothing.
    let before = user(&world, &on).await;
    for _ in 0..2 {
        assert_eq!(world.anyone("GET", &address).send().await.status, 303);
    }
    assert_eq!(user(&world, &on).await, before);
    assert_eq!(world.anyone("POST", &address).send().await.status, 204);
    let all = on.get(&of(&org)).await.is(200);
    assert_eq!(shown(&all, "MENTION", "email"), (&json!(false), &json!("IMMEDIATE"), &json!("ENTITY")));
}

#[actix_web::test]
async fn digests_are_one_mail_of_what_is_unread() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let [bo, anna, cia] = [org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await];
    for person in [&anna, &cia] {
        choose(person, &org, "MENTION", "email", json!({"digest": "DAILY"})).await;
        bo.says(org.general, &format!("första @{}", person.name)).await;
        bo.says(org.general, &format!("andra @{}", person.name)).await;
        person.bell(2).await;
    }
    // One job each, for the next 07:30 in Sweden: 05:30 UTC in summer, 06:30 in winter.
    waits(&world, "notification-digest", 2).await;
    for job in world.jobs("notification-digest").await {
        let minute = job.due.rem_euclid(86_400_000) / MINUTE;
        assert!([5 * 60 + 30, 6 * 60 + 30].contains(&minute) && job.due > now(), "{minute}");
        assert!(job.due - now() <= 25 * 60 * MINUTE);
    }
    // It is in no mail about what was missed.
    missed(&world, &anna, 20).await;
    world.mails(&anna.email, 0).await;
    // Cia wants none any more.
    choose(&cia, &org, "MENTION", "email", json!({"enabled": false})).await;
    world.come("notification-digest").await;
    let (address, mail) = read(&world.mails(&anna.email, 1).await[0]);
    let page = format!("/settings/notifications?entity={}&type=MENTION&channel=email", org.id);
    for expected in ["Subject: Dagens sammanfattning: 2 notiser", &page] {
        assert!(mail.contains(expected), "{expected}: {mail}");
    }
    world.mails(&cia.email, 0).await;
    // Not twice.
    let payload = json!({"user_id": anna.id, "digest": "DAILY"});
    let again = actors::platform::jobs::job(&world.platform, "notification-digest", now(), &payload).unwrap();
    world.storage.jobs.put(&[again]).await.unwrap();
    world.platform.jobs.wake();
    world.done("notification-digest").await;
    world.mails(&anna.email, 1).await;
    // Its address leads to the cell, and ends it only when it is posted.
    let shown_page = world.anyone("GET", &address).send().await;
    assert_eq!((shown_page.status, shown_page.header("location")), (303, page.as_str()));
    assert_eq!(*shown(&anna.get(&of(&org)).await.is(200), "MENTION", "email").0, json!(true));
    assert_eq!(world.anyone("POST", &address).send().await.status, 204);
    assert_eq!(*shown(&anna.get(&of(&org)).await.is(200), "MENTION", "email").0, json!(false));
    assert_eq!(anna.get("/api/v1/me").await.is(200)["mailMissed"], true, "another mail, another choice");
}

/// The text messages to a number so far.
fn texts(world: &World, to: &str) -> Vec<String> {
    let files =
        std::fs::read_dir(world.folder.path().join("outbox")).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "sms")).collect();
    files.sort();
    let texts = files.iter().map(|path| std::fs::read_to_string(path).unwrap());
    texts.filter(|text| text.starts_with(&format!("To: {to}\n"))).collect()
}

async fn texted(world: &World, to: &str, count: usize) -> String {
    until(|| async { (texts(world, to).len() >= count).then_some(()) }).await;
    let all = texts(world, to);
    assert_eq!(all.len(), count, "{all:?}");
    all[count - 1].clone()
}

/// Six digits of a text message.
fn code(text: &str) -> String {
    let mut words = text.split(|c: char| !c.is_ascii_digit());
    words.rfind(|word| word.len() == 6).unwrap().to_owned()
}

/// An announcement to many must cost what it did before there were settings: whoever chose nothing is judged without a
/// read, and all others together by one.
#[actix_web::test]
async fn choices_cost_one_read_for_all_who_made_them() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let people = [org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await];
    let spread = async || {
        let rows: Vec<Notification> = people
            .iter()
            .map(|person| {
                let id = NotificationId(world.platform.ids.next(now()).unwrap());
                about_entity(UserId(person.id), id, "MENTION", EntityId(org.id), now())
            })
            .collect();
        world.storage.notifications.add(&rows).await.unwrap();
        let job = storage::push::job(JobId(world.platform.ids.next(now()).unwrap()), &rows).unwrap();
        let ids = people.iter().map(|person| UserId(person.id));
        world.platform.people.all(ids).await.unwrap();
        let kind = actors::push::AREA.jobs.iter().find(|kind| kind.name == job.kind).unwrap();
        let (done, cost) = cost_of((kind.work)(world.platform.clone(), job)).await;
        assert!(done.is_ok());
        cost
    };
    let browsers_and_jobs = Cost { reads: 1, rows: 0, writes: 1 };
    assert_eq!(spread().await, browsers_and_jobs);
    for person in &people {
        choose(person, &org, "TASK", "push", json!({"enabled": false})).await;
    }
    assert_eq!(spread().await, Cost { reads: 2, rows: 3, ..browsers_and_jobs });
}

#[actix_web::test]
async fn a_phone_counts_once_its_code_is_entered() {
    let world = World::with_rates(Rates::default()).await;
    let (anna, bo) = (world.person("Anna").await, world.person("Bo").await);
    let nothing = json!({"phone": null, "verified": false, "pending": null});
    assert_eq!(anna.get(PHONE).await.is(200), nothing);
    for wrong in ["", "112", "ring mig"] {
        let answer = anna.put(PHONE, json!({"phone": wrong})).await;
        answer.wrong_field("phone", if wrong.is_empty() { "LENGTH" } else { "PHONE" });
    }
    let enter = async |person: &Person, code: &str| {
        person.post(&format!("{PHONE}/verify"), json!({"code": code})).await
    };
    enter(&anna, "123456").await.wrong_field("code", "CODE");
    let waits = anna.put(PHONE, json!({"phone": "070-123 45 67"})).await.is(200);
    assert_eq!(waits, json!({"phone": null, "verified": false, "pending": "+46701234567"}));
    let first = code(&texted(&world, "+46701234567", 1).await);
    // Another's code is none, and five wrong ones use it up.
    enter(&bo, &first).await.wrong_field("code", "CODE");
    let wrong = if first == "000000" { "000001" } else { "000000" };
    for _ in 0..5 {
        enter(&anna, wrong).await.wrong_field("code", "CODE");
    }
    enter(&anna, &first).await.wrong_field("code", "CODE");
    anna.put(PHONE, json!({"phone": "0701234567"})).await.is(200);
    let second = code(&texted(&world, "+46701234567", 2).await);
    let verified = enter(&anna, &format!(" {second} ")).await.is(200);
    assert_eq!(verified, json!({"phone": "+46701234567", "verified": true, "pending": null}));
    // Once.
    enter(&anna, &second).await.wrong_field("code", "CODE");
    // Another number waits while this one stays.
    anna.put(PHONE, json!({"phone": "0707654321"})).await.is(200);
    let both = json!({"phone": "+46701234567", "verified": true, "pending": "+46707654321"});
    assert_eq!(anna.get(PHONE).await.is(200), both);
    // Three an hour.
    anna.put(PHONE, json!({"phone": "0707654321"})).await.refused(429, "RATE_LIMITED");
    for _ in 0..2 {
        assert_eq!(anna.delete(PHONE).await.status, 204);
    }
    assert_eq!(anna.get(PHONE).await.is(200), nothing);
}

#[actix_web::test]
async fn at_most_three_text_messages_a_day() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    anna.put(PHONE, json!({"phone": "0701234567"})).await.is(200);
    let code = code(&texted(&world, "+46701234567", 1).await);
    anna.post(&format!("{PHONE}/verify"), json!({"code": code})).await.is(200);
    let announce = async |n: usize| {
        let message = json!({"content": format!("läs {n}"), "requestedAck": true});
        org.owner.sends(org.general, message).await.data();
        anna.bell(n).await;
    };
    // Off by default, though there is a phone.
    announce(1).await;
    world.done("push").await;
    assert_eq!(world.jobs("sms-notification").await.len(), 0);
    choose(&anna, &org, "ANNOUNCEMENT", "sms", json!({"enabled": true})).await;
    // At night it waits for the morning.
    let over = Moment(now() + 30 * MINUTE);
    let quiet = |until: Option<Moment>| json!({"days": [], "from": "20:00", "to": "07:00", "until": until});
    anna.put("/api/v1/me/quiet", quiet(Some(over))).await.is(200);
    announce(2).await;
    until(|| async {
        world.jobs("sms-notification").await.iter().any(|job| job.due == over.0).then_some(())
    })
    .await;
    assert_eq!(texts(&world, "+46701234567").len(), 1, "only the code");
    anna.put("/api/v1/me/quiet", quiet(None)).await.is(200);
    world.come("sms-notification").await;
    let text = texted(&world, "+46701234567", 2).await;
    for expected in ["vill att du bekräftar ett meddelande i ", " http://kalender.test/konversation/"] {
        assert!(text.contains(expected), "{text}");
    }
    for n in 3..6 {
        announce(n).await;
        world.done("push").await;
        until(|| async { world.jobs("sms-notification").await.is_empty().then_some(()) }).await;
        world.done("sms").await;
    }
    texted(&world, "+46701234567", 4).await;
}
