//! Rights at delivery: every feature that acts later or elsewhere in somebody's name, after that person has lost the
//! right. Contract §1, §3.8. A new one belongs in the table.

use actors::platform::time::now;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use storage::ids::{HookId, UserId};
use storage::notifications::Notification;
use storage::push::PushSubscription;
use storage::time::Moment;
use storage::webhooks::CallState;

use crate::harness::{Org, Outside, Person, Value, World, each, id, json, until};

mod later;

const DAY: i64 = 86_400_000;

/// A channel of the staff, and a member of the staff.
struct Ground {
    world: World,
    org: Org,
    channel: i64,
    her: Person,
    receiver: Outside,
}

type Prepares = for<'a> fn(&'a Ground) -> LocalBoxFuture<'a, Value>;
/// Makes it due; answers whether anything was delivered.
type Delivers = for<'a> fn(&'a Ground, Value) -> LocalBoxFuture<'a, bool>;

/// All features: a name, what is prepared while she has the right, and what happens later.
const PLACES: &[(&str, Prepares, Delivers)] = &[
    (
        "an incoming webhook",
        |ground| {
            async move {
                let new = json!({"name": "Larm"});
                let made = ground.her.post(&ground.at("/webhooks"), new).await.is(201);
                let url = made["data"]["url"].as_str().unwrap();
                json!(url[url.find("/hooks/").unwrap()..])
            }
            .boxed_local()
        },
        |ground, path| {
            async move {
                let call = ground.world.anyone("POST", path.as_str().unwrap());
                let answer = call.body("application/json", r#"{"text":"Brand"}"#).send().await;
                let is_posted = ground.has("Brand").await;
                assert_eq!(answer.status == 200, is_posted);
                is_posted
            }
            .boxed_local()
        },
    ),
    (
        "an address that is told",
        |ground| {
            async move {
                let new = json!({"url": ground.receiver.origin, "events": ["MESSAGE_CREATE"]});
                ground.her.post(&ground.at("/subscriptions"), new).await.is(201)["data"]["id"].take()
            }
            .boxed_local()
        },
        |ground, hook| {
            async move {
                let before = ground.receiver.called().len();
                ground.org.owner.says(ground.channel, "hemligt").await;
                let calls = || ground.world.storage.webhooks.calls(HookId(id(&hook)), 10);
                until(|| async {
                    let calls = calls().await.unwrap();
                    (!calls.is_empty() && calls.iter().all(|call| call.state != CallState::Due)).then_some(())
                })
                .await;
                ground.receiver.called().len() > before
            }
            .boxed_local()
        },
    ),
    (
        "a message sent later",
        |ground| {
            async move {
                let later = json!({"content": "sent senare", "sendAt": Moment(now() + DAY)});
                ground.her.post(&ground.at("/scheduled"), later).await.is(201)
            }
            .boxed_local()
        },
        |ground, _| {
            async move {
                ground.world.come("chat-scheduled").await;
                ground.has("sent senare").await
            }
            .boxed_local()
        },
    ),
    (
        "a reminder of a saved message",
        |ground| {
            async move {
                let said = ground.org.owner.says(ground.channel, "kom ihåg").await;
                let remind = json!({"remindAt": Moment(now() + DAY)});
                ground.her.put(&format!("/api/v1/chat/saved/{said}"), remind).await.is(204)
            }
            .boxed_local()
        },
        |ground, _| {
            async move {
                ground.world.come("chat-reminder").await;
                ground.rang("REMINDER").await
            }
            .boxed_local()
        },
    ),
    (
        "a reminder of an event",
        |ground| {
            async move {
                let event = ground.event(now() + 30 * 60_000).await;
                ground.her.put("/api/v1/me/reminders", json!({"reminder15Min": true})).await.is(200);
                ground.her.put(&format!("/api/v1/event/{}/attend", event["id"]), json!({})).await.is(200)
            }
            .boxed_local()
        },
        |ground, _| {
            async move {
                ground.world.come("event-reminder").await;
                ground.rang("EVENT_REMINDER").await
            }
            .boxed_local()
        },
    ),
    (
        "a second call to confirm an announcement",
        |ground| {
            async move {
                let asks = json!({"content": "läs", "requestedAck": true});
                let asked = id(&ground.org.owner.sends(ground.channel, asks).await.data()["id"]);
                until(|| async { ground.rang("ACK_REQUESTED").await.then_some(()) }).await;
                ground.her.post("/api/v1/notifications/read", json!({"all": true})).await;
                json!(asked)
            }
            .boxed_local()
        },
        |ground, asked| {
            async move {
                let path = format!("/api/v1/chat/messages/{asked}/remind");
                ground.org.owner.call("POST", &path).send().await;
                ground.world.come("chat-ack-reminder").await;
                ground.rang("ACK_REQUESTED").await
            }
            .boxed_local()
        },
    ),
    (
        "a mail of what was missed",
        |ground| ground.mentioned().boxed_local(),
        |ground, _| {
            async move {
                let (storage, to) = (&ground.world.storage, &ground.her);
                for entry in storage.notifications.list(UserId(to.id), None, 99).await.unwrap() {
                    let created = entry.created - 16 * 60_000;
                    storage.notifications.add(&[Notification { created, ..entry }]).await.unwrap();
                }
                let job = actors::platform::jobs::job(&ground.world.platform, "missed-mail", now(), &to.id)
                    .unwrap();
                storage.jobs.put(&[job]).await.unwrap();
                ground.world.come("missed-mail").await;
                ground.world.come("mail-bulk").await;
                ground.world.outbox(&to.email).iter().any(|mail| mail.contains("hemligt ord"))
            }
            .boxed_local()
        },
    ),
    (
        "a push message",
        |ground| ground.mentioned().boxed_local(),
        |ground, _| {
            async move {
                let (platform, me) = (&ground.world.platform, UserId(ground.her.id));
                let entries = platform.storage.notifications.list(me, None, 99).await.unwrap();
                let entry = entries.iter().find(|entry| entry.kind == "MENTION").unwrap();
                let session = platform.storage.accounts.sessions(me).await.unwrap()[0].session_id;
                let to = PushSubscription {
                    user_id: me,
                    endpoint_hash: "a".to_owned(),
                    session_id: session,
                    endpoint: "https://push.example.se/a".to_owned(),
                    p256dh: String::new(),
                    auth: String::new(),
                    created: now(),
                    expires: now() + DAY,
                };
                actors::push::due::still_due(platform, entry, &to).await.unwrap().is_some()
            }
            .boxed_local()
        },
    ),
    (
        "the feed of her calendars",
        |ground| {
            async move {
                ground.event(now() + DAY).await;
                let url = ground.her.get("/api/v1/me/ics").await.is(200)["url"].as_str().unwrap().to_owned();
                json!(url[url.find("/ics/").unwrap()..])
            }
            .boxed_local()
        },
        |ground, path| {
            async move {
                let feed = ground.world.anyone("GET", path.as_str().unwrap()).send().await;
                feed.text().contains("Lönesamtal")
            }
            .boxed_local()
        },
    ),
    (
        "her vacation in the feed of her calendars",
        |ground| {
            async move {
                let (org, her) = (&ground.org, &ground.her);
                crate::v1_vacation::approved(org, her).await;
                let url = her.get("/api/v1/me/ics").await.is(200)["url"].as_str().unwrap().to_owned();
                json!(url[url.find("/ics/").unwrap()..])
            }
            .boxed_local()
        },
        |ground, path| {
            async move {
                let feed = ground.world.anyone("GET", path.as_str().unwrap()).send().await;
                feed.text().contains("SUMMARY:Semester")
            }
            .boxed_local()
        },
    ),
    (
        "what a link leads to",
        |ground| {
            async move {
                let text = format!("se {}/sida", ground.receiver.origin);
                json!(ground.org.owner.says(ground.channel, &text).await)
            }
            .boxed_local()
        },
        |ground, message| {
            async move {
                ground.her.get(&format!("/api/v1/chat/messages/{message}/links")).await.status == 200
            }
            .boxed_local()
        },
    ),
    (
        "an entry that is mailed by itself",
        |ground| later::is_reminded(ground).boxed_local(),
        |ground, _| later::is_mailed(ground).boxed_local(),
    ),
    (
        "the mail of the day or the week",
        |ground| later::wants_a_digest(ground).boxed_local(),
        |ground, _| later::gets_a_digest(ground).boxed_local(),
    ),
    (
        "a text message",
        |ground| later::wants_text_messages(ground).boxed_local(),
        |ground, _| later::gets_a_text_message(ground).boxed_local(),
    ),
    (
        "the reminder of a task",
        |ground| later::is_about_to_be_reminded(ground).boxed_local(),
        |ground, _| later::is_reminded_of_it(ground).boxed_local(),
    ),
    (
        "notifying about a message after its writer died",
        |ground| later::is_called(ground).boxed_local(),
        |ground, _| later::is_told(ground).boxed_local(),
    ),
    (
        "notifying about posts and comments",
        |ground| later::is_named_in_a_post(ground).boxed_local(),
        |ground, post| later::is_told_of_it(ground, post).boxed_local(),
    ),
    (
        "a place offered from the waitlist",
        |ground| later::waits(ground).boxed_local(),
        |ground, hall| later::is_offered(ground, hall).boxed_local(),
    ),
    (
        "sending a newsletter",
        |ground| later::writes_a_newsletter(ground).boxed_local(),
        |ground, _| later::is_its_newsletter_sent(ground).boxed_local(),
    ),
    (
        "the mail of a newsletter",
        |ground| later::has_a_newsletter(ground).boxed_local(),
        |ground, _| later::is_mailed_the_newsletter(ground).boxed_local(),
    ),
    (
        "a subscribed calendar is fetched",
        |ground| later::subscribes(ground).boxed_local(),
        |ground, calendar| later::is_fetched(ground, calendar).boxed_local(),
    ),
];

/// All ways to lose the right; the first loses nothing, to see that each feature delivers.
const LOSSES: &[(&str, for<'a> fn(&'a Ground) -> LocalBoxFuture<'a, ()>)] = &[
    ("nothing", |_| async {}.boxed_local()),
    ("removal", |ground| {
        async move {
            let path = ground.org.at(&format!("/relations/{}", ground.her.id));
            ground.org.owner.delete(&path).await.is(204);
        }
        .boxed_local()
    }),
    ("a ban", |ground| {
        async move {
            let path = ground.org.at(&format!("/bans/{}", ground.her.id));
            let banned = ground.org.owner.call("PUT", &path).send().await;
            assert!([200, 204].contains(&banned.status), "{}", banned.status);
        }
        .boxed_local()
    }),
    ("narrowing", |ground| {
        // The channel becomes the teachers', and she a follower: she may use neither it nor the calendar.
        async move {
            let path = ground.org.at(&format!("/relations/{}", ground.her.id));
            ground.org.owner.put(&path, json!({"txRelationType": "FOLLOWER"})).await.is(200);
            let narrow = json!({"relationTypes": ["TEACHER"]});
            ground.org.owner.put(&ground.at(""), narrow).await.data();
        }
        .boxed_local()
    }),
];

impl Ground {
    async fn new() -> Self {
        let receiver = Outside::answering(|_| (200, String::new(), String::new())).await;
        let world = World::reaching(&receiver.origin).await;
        actix_web::rt::spawn(actors::webhooks::keep_told(world.platform.clone()));
        let org = world.org("Skolan").await;
        let her = org.with("MODERATOR").await;
        let staff = json!({"channelType": "PRIVATE", "relationTypes": ["MODERATOR"]});
        let channel = org.channel("personal", staff).await;
        Self { world, org, channel, her, receiver }
    }

    fn at(&self, rest: &str) -> String {
        format!("/api/v1/chat/channels/{}{rest}", self.channel)
    }

    async fn has(&self, text: &str) -> bool {
        each(&self.org.owner.reads(self.channel).await, "content").contains(&&json!(text))
    }

    /// Whether there is an unread notification of that type.
    async fn rang(&self, kind: &str) -> bool {
        let bell = self.her.get("/api/v1/notifications").await.is(200)["content"].take();
        bell.as_array().unwrap().iter().any(|entry| entry["type"] == kind && entry["read"] == false)
    }

    /// An event in a calendar that members see.
    async fn event(&self, starts: i64) -> Value {
        let new = json!({"name": "Personal", "idEntity": self.org.id, "visibility": "RESTRICTED"});
        let calendar = self.org.owner.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take();
        let (start, end) = (Moment(starts / 1_000 * 1_000), Moment(starts / 1_000 * 1_000 + 3_600_000));
        let event = json!({"calendarUUID": calendar, "title": "Lönesamtal", "start": start, "end": end});
        self.org.owner.post("/api/v1/event", event).await.is(201)
    }

    async fn mentioned(&self) -> Value {
        let text = format!("hemligt ord @{}", self.her.name);
        let said = self.org.owner.says(self.channel, &text).await;
        until(|| async { self.rang("MENTION").await.then_some(()) }).await;
        json!(said)
    }
}

#[actix_web::test]
async fn nothing_is_delivered_without_the_right_to_it() {
    for (place, prepares, delivers) in PLACES {
        for (loss, loses) in LOSSES {
            let ground = Ground::new().await;
            let prepared = prepares(&ground).await;
            loses(&ground).await;
            let is_delivered = delivers(&ground, prepared).await;
            assert_eq!(is_delivered, *loss == "nothing", "{place} after {loss}");
        }
    }
}

#[actix_web::test]
async fn scheduled_message_is_not_sent_after_a_block() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let open = json!({"userIds": [bo.id], "idType": 1});
    let talk = id(&anna.post("/api/v1/messages/conversations", open).await.is(201)["data"]["id"]);
    anna.says(talk, "hej").await;
    let later = json!({"content": "sent senare", "sendAt": Moment(now() + DAY)});
    anna.post(&format!("/api/v1/chat/channels/{talk}/scheduled"), later).await.is(201);
    bo.post("/api/v1/contacts/block", json!({"userId": anna.id})).await.is(200);
    world.come("chat-scheduled").await;
    assert_eq!(each(&bo.reads(talk).await, "content"), ["hej"]);
}

#[actix_web::test]
async fn suspended_webhook_notifies_once_and_is_taken_over() {
    let ground = Ground::new().await;
    let new = json!({"name": "Larm"});
    let made = ground.her.post(&ground.at("/webhooks"), new).await.is(201)["data"].take();
    let url = made["url"].as_str().unwrap();
    let path = &url[url.find("/hooks/").unwrap()..];
    let posts = async |text: &str| {
        let body = json!({"text": text}).to_string();
        ground.world.anyone("POST", path).body("application/json", body).send().await
    };
    let other = ground.org.with("MODERATOR").await;
    ground.org.owner.delete(&ground.org.at(&format!("/relations/{}", ground.her.id))).await.is(204);
    for _ in 0..2 {
        posts("Brand").await.refused(403, "HOOK_RESTS");
    }
    for moderator in [&other, &ground.org.owner] {
        let bell = until(|| async {
            let bell = moderator.get("/api/v1/notifications").await.is(200)["content"].take();
            each(&bell, "type").contains(&&json!("HOOK_RESTS")).then_some(bell)
        })
        .await;
        let rests = bell.as_array().unwrap().iter().filter(|entry| entry["type"] == "HOOK_RESTS");
        assert_eq!(rests.count(), 1, "{bell}");
    }
    assert!(!ground.rang("HOOK_RESTS").await, "not who has lost it");
    let list = other.get(&ground.at("/webhooks")).await.data();
    assert_eq!((&list[0]["rests"], &list[0]["createdBy"]), (&json!(true), &json!(ground.her.id)));
    let take = format!("{}/{}/take-over", ground.at("/webhooks"), made["id"]);
    ground.her.call("POST", &take).send().await.refused(403, "ACCESS_DENIED");
    let taken = other.call("POST", &take).send().await.data();
    assert_eq!((&taken["rests"], &taken["createdBy"]), (&json!(false), &json!(other.id)));
    assert_eq!(posts("Brand").await.status, 200);
    assert!(ground.has("Brand").await);
}
