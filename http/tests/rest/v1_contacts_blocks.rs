//! A block is absolute and immediate: every feature in which two people meet, and the block's effect there. Contract
//! §5.

use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use storage::ids::UserId;

use crate::harness::{Org, Patience, Person, Value, World, each, id, json};
use crate::v1_articles::{publishes, writes};
use crate::v1_contacts_requests::{befriend, status};
use crate::v1_feed::{at, says};

/// What a place's check needs.
#[derive(Clone)]
struct Ground {
    world: World,
    org: Org,
    /// Has the same relations as the two; a notification for this person shows that those of the two are written.
    witness: Person,
}

/// Whether the first sees the second there.
type Meets = for<'a> fn(&'a Ground, &'a Person, &'a Person) -> LocalBoxFuture<'a, bool>;

/// Every place, with its name.
const PLACES: &[(&str, Meets)] = &[
    ("a page of their own", |_, me, other| {
        async move { is_there(me, &format!("/api/public/users/{}", other.name)).await }.boxed_local()
    }),
    ("the context of their address", |_, me, other| {
        async move { is_there(me, &format!("/api/v1/context/slug/{}", other.name)).await }.boxed_local()
    }),
    ("the context of their id", |_, me, other| {
        async move { is_there(me, &format!("/api/v1/context/user/{}", other.id)).await }.boxed_local()
    }),
    ("whom to write to", |_, me, other| {
        async move {
            let found = me.get("/api/v1/messages/people?limit=50").await.data();
            each(&found, "userId").contains(&&json!(other.id))
        }
        .boxed_local()
    }),
    ("presence in a workspace", |ground, me, other| {
        async move {
            let path = format!("/api/v1/chat/workspaces/{}/presence", ground.org.workspace);
            each(&me.get(&path).await.data(), "userId").contains(&&json!(other.id))
        }
        .boxed_local()
    }),
    ("presence in the list of conversations", |_, me, other| {
        async move {
            let list = me.get("/api/v1/messages/conversations").await.data()["content"].take();
            let people = list.as_array().unwrap().iter().flat_map(|one| one["people"].as_array().unwrap());
            people.clone().any(|person| person["userId"] == other.id && person["online"] == true)
        }
        .boxed_local()
    }),
    ("read marks in a conversation", |_, me, other| {
        async move {
            let list = me.get("/api/v1/messages/conversations").await.data()["content"].take();
            let people = list.as_array().unwrap().iter().flat_map(|one| one["people"].as_array().unwrap());
            people.clone().any(|person| person["userId"] == other.id && person["lastReadMessageId"].is_i64())
        }
        .boxed_local()
    }),
    ("a direct message", |_, me, other| {
        async move {
            let open = json!({"userIds": [other.id], "idType": 1});
            let opened = me.post("/api/v1/messages/conversations", open).await;
            opened.status == 200 || opened.status == 201
        }
        .boxed_local()
    }),
    ("suggestions", |_, me, other| {
        async move {
            let found = me.get("/api/v1/contacts/suggestions?limit=50").await.is(200)["content"].take();
            each(&found, "user").iter().any(|user| user["id"] == other.id)
        }
        .boxed_local()
    }),
    ("a request that may be sent", |_, me, other| {
        async move { status(me, other).await["canRequest"] == true }.boxed_local()
    }),
    ("a calendar that everybody sees", |_, me, other| async move { calendar(me, other).await }.boxed_local()),
    ("a post", |_, me, other| {
        async move {
            let post = says(other, json!({"txMessage": "hej"})).await;
            is_there(me, &at(&post, "")).await
        }
        .boxed_local()
    }),
    ("the feed of everybody", |_, me, other| {
        async move {
            let post = says(other, json!({"txMessage": "hej"})).await;
            let page = me.get("/api/public/feed?limit=50").await.is(200);
            each(&page["content"], "uuid").contains(&&post["uuid"])
        }
        .boxed_local()
    }),
    ("an article", |_, me, other| {
        async move {
            let article = writes(other, json!({"title": "T", "body": "hej"})).await;
            let article = publishes(other, &article).await;
            let page = me.get("/api/public/articles?limit=50").await.is(200);
            let listed = each(&page["content"], "uuid").contains(&&article["uuid"]);
            assert_eq!(listed, is_there(me, &crate::v1_articles::at(&article, "")).await);
            listed
        }
        .boxed_local()
    }),
    ("a place of the guide", |_, me, other| {
        async move {
            let place = crate::v1_infopoints::makes(other, "Badet", (15.6, 58.4)).await;
            let page = me.get("/api/public/infopoints?near=15.6,58.4&radius=10").await.is(200);
            let shown = each(&page["content"], "idInfopoint").contains(&&place["idInfopoint"]);
            assert_eq!(
                shown,
                is_there(me, &format!("/api/v1/infopoints/{}", id(&place["idInfopoint"]))).await
            );
            shown
        }
        .boxed_local()
    }),
    ("the posts of a person", |_, me, other| {
        async move { is_there(me, &format!("/api/v1/feed/person/{}", other.id)).await }.boxed_local()
    }),
    ("a like of a post", |_, me, other| {
        async move {
            let post = says(other, json!({"txMessage": "hej"})).await;
            me.call("PUT", &at(&post, "/like")).send().await.status == 200
        }
        .boxed_local()
    }),
    ("a comment on another's post", |ground, me, other| {
        async move {
            let post = says(&ground.witness, json!({"txMessage": "hej"})).await;
            other.post(&at(&post, "/comments"), json!({"txMessage": "hej"})).await.is(201);
            let page = me.get(&at(&post, "/comments")).await.is(200);
            each(&page["content"], "idAuthUser").contains(&&json!(other.id))
        }
        .boxed_local()
    }),
    ("what was reposted", |ground, me, other| {
        async move {
            let post = says(other, json!({"txMessage": "hej"})).await;
            let again = ground.witness.post(&at(&post, "/repost"), json!({})).await.is(201);
            me.get(&at(&again, "")).await.is(200)["original"].get("gone").is_none()
        }
        .boxed_local()
    }),
    ("a mention in a post", |_, me, other| {
        async move {
            let post = says(other, json!({"txMessage": format!("hej @{}", me.name)})).await;
            each(&post["mentions"], "idUser").contains(&&json!(me.id))
        }
        .boxed_local()
    }),
    ("the bell of an invitation to an organisation", |_, me, other| {
        async move { invitation_rings(me, other).await }.boxed_local()
    }),
    ("a mention", |ground, me, other| rings(ground, me, other, Calling::Mention).boxed_local()),
    ("a call to everybody", |ground, me, other| rings(ground, me, other, Calling::Everybody).boxed_local()),
    ("an answer in a thread", |ground, me, other| rings(ground, me, other, Calling::Reply).boxed_local()),
    ("every message of a channel", |ground, me, other| {
        rings(ground, me, other, Calling::Every).boxed_local()
    }),
];

/// Whether an invitation by the other's organisation notifies me. It is in my list of invitations in any case.
async fn invitation_rings(me: &Person, other: &Person) -> bool {
    let org = Org::made_by(other, "Klubben").await;
    let path = org.at(&format!("/relations/{}", me.id));
    other.put(&path, json!({"txRelationType": "MEMBER"})).await.is(200);
    let invitations = me.get("/api/v1/me/invitations").await.is(200);
    assert!(each(&invitations["content"], "idEntity").contains(&&json!(org.id)), "{invitations}");
    let bells = me.get("/api/v1/notifications?limit=50").await.is(200);
    each(&bells["content"], "entityId").contains(&&json!(org.id))
}

/// Whether events of the other's public calendar are visible.
async fn calendar(me: &Person, other: &Person) -> bool {
    let new = json!({"name": "Öppet", "visibility": "PUBLIC"});
    let made = other.post("/api/v1/calendars", new).await.is(201)["calendarUUID"].take();
    let made = made.as_str().unwrap();
    let event = json!({"calendarUUID": made, "title": "T", "allDay": true, "startDate": "2026-06-01"});
    let event = id(&other.post("/api/v1/event", event).await.is(201)["id"]);
    let list = format!("/api/v1/events?calendar={made}&from=2026-06-01T00:00:00Z&to=2026-07-01T00:00:00Z");
    let seen = is_there(me, &format!("/api/v1/event/{event}")).await;
    assert_eq!(seen, is_there(me, &list).await);
    assert_eq!(seen, is_there(me, &format!("/api/v1/calendars?idUser={}", other.id)).await);
    seen
}

async fn is_there(me: &Person, path: &str) -> bool {
    me.get(path).await.status == 200
}

enum Calling {
    Mention,
    Everybody,
    Reply,
    Every,
}

async fn has_rung(person: &Person, message: i64) -> bool {
    let bell = person.get("/api/v1/notifications?limit=100").await.is(200)["content"].take();
    each(&bell, "messageId").contains(&&json!(message))
}

/// Whether an action of `other` notifies `me`. The witness is notified by the same write.
async fn rings(ground: &Ground, me: &Person, other: &Person, calling: Calling) -> bool {
    let (general, witness) = (ground.org.general, &ground.witness);
    let message = match calling {
        Calling::Mention => {
            let text = format!("hej @{} och @{}", me.name, witness.name);
            let sent = other.sends(general, json!({"content": text})).await.data();
            let named =
                each(&json!([sent.clone()]), "mentions")[0].as_array().unwrap().contains(&json!(me.id));
            let message = id(&sent["id"]);
            assert!(has_rung(witness, message).await);
            assert_eq!(named, has_rung(me, message).await, "named is called, and nobody else");
            message
        }
        Calling::Everybody => other.says(general, "hör upp @channel").await,
        Calling::Reply => {
            let first = me.says(general, "någon som vet?").await;
            witness.replies(general, first, "inte jag").await;
            other.replies(general, first, "jag").await
        }
        Calling::Every => {
            let channel =
                ground.org.channel(&format!("k{}", me.says(general, "en kanal till").await), json!({})).await;
            for person in [me, witness] {
                let settings = format!("/api/v1/chat/channels/{channel}/settings");
                person.put(&settings, json!({"notifyLevel": "all"})).await.data();
            }
            other.says(channel, "till alla").await
        }
    };
    let mut patience = Patience::new();
    while patience.lasts().await {
        if has_rung(witness, message).await {
            return has_rung(me, message).await;
        }
    }
    panic!("the witness was not called");
}

#[actix_web::test]
async fn block_applies_in_every_feature() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo, witness) =
        (org.with("MODERATOR").await, org.with("MODERATOR").await, org.with("MODERATOR").await);
    let workspace = world.platform.rooms.named("workspace").unwrap().attendance().unwrap();
    for person in [&anna, &bo] {
        assert!(workspace.join(&world.platform, org.workspace, UserId(person.id)));
    }
    let open = json!({"userIds": [bo.id], "idType": 1});
    let talk = id(&anna.post("/api/v1/messages/conversations", open).await.is(201)["data"]["id"]);
    for (one, other) in [(&anna, &bo), (&bo, &anna)] {
        one.says(talk, "hej").await;
        other.post(&format!("/api/v1/messages/conversations/{talk}/read"), json!({})).await.data();
    }
    let ground = Ground { world: world.clone(), org, witness };
    let both = [(&anna, &bo), (&bo, &anna)];
    let mut block = 0;
    for (step, expected) in [("before", true), ("blocked", false), ("after", true)] {
        match step {
            "blocked" => {
                let blocked = anna.post("/api/v1/contacts/block", json!({"userId": bo.id})).await.is(200);
                block = id(&blocked["blockId"]);
            }
            "after" => _ = anna.delete(&format!("/api/v1/contacts/block/{block}")).await.is(204),
            _ => {}
        }
        for (place, meets) in PLACES {
            for (me, other) in both {
                let who = if me.id == anna.id { "who blocks" } else { "who is blocked" };
                assert_eq!(meets(&ground, me, other).await, expected, "{step}: {place}, {who}");
            }
        }
    }
    drop(ground.world);
}

#[actix_web::test]
async fn block_ends_relationships_for_good() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let list = async |person: &Person, rest: &str| {
        person.get(&format!("/api/v1/contacts{rest}")).await.is(200)["content"].take()
    };
    let follow = async |person: &Person, other: &Person| {
        person.post("/api/v1/contacts/follow", json!({"toUserId": other.id})).await
    };
    let ask = async |person: &Person, other: &Person| {
        person.post("/api/v1/contacts/requests", json!({"toUserId": other.id})).await
    };
    // Contacts; a sent request; a received request.
    for beginning in ["contacts", "sent", "received"] {
        let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
        match beginning {
            "contacts" => _ = befriend(&anna, &bo).await,
            "sent" => _ = ask(&anna, &bo).await.is(201),
            _ => _ = ask(&bo, &anna).await.is(201),
        }
        for (one, other) in [(&anna, &bo), (&bo, &anna)] {
            follow(one, other).await.is(200);
            // Two notifications for the other: a mention, and a comment on their post.
            let mention = format!("Hej @{}", other.name);
            says(one, json!({"txMessage": mention})).await;
            let post = says(other, json!({"txMessage": "Hej"})).await;
            one.post(&at(&post, "/comments"), json!({"txMessage": "Hej på dig"})).await.is(201);
        }
        for person in [&anna, &bo] {
            let rung = |bell: &Value| {
                ["NEW_FOLLOWER", "FEED_MENTION", "FEED_COMMENT"]
                    .iter()
                    .all(|kind| each(bell, "type").contains(&&json!(kind)))
            };
            let mut patience = Patience::new();
            while patience.lasts().await {
                if rung(&person.get("/api/v1/notifications").await.is(200)["content"]) {
                    break;
                }
            }
        }
        let blocked = anna.post("/api/v1/contacts/block", json!({"userId": bo.id})).await.is(200);
        let nothing = async || {
            for person in [&anna, &bo] {
                for rest in [
                    "",
                    "/requests/incoming",
                    "/requests/outgoing",
                    "/following",
                    "/followers",
                    "/followers/requests",
                ] {
                    assert_eq!(list(person, rest).await, json!([]), "{beginning} {rest}");
                }
                let unread = person.get("/api/v1/me/unread").await.is(200);
                assert_eq!((&unread["contacts"], &unread["notifications"]), (&json!(0), &json!(0)));
                assert_eq!(person.get("/api/v1/notifications").await.is(200)["content"], json!([]));
            }
        };
        nothing().await;
        let (hers, his) = (status(&anna, &bo).await, status(&bo, &anna).await);
        assert_eq!((&hers["status"], &hers["blockId"]), (&json!("blocked"), &blocked["blockId"]));
        assert_eq!(
            (&his["status"], &his["canRequest"], &his["isFollowing"]),
            (&json!("none"), &json!(false), &json!(false))
        );
        assert_eq!(his["blockId"], Value::Null, "who is blocked is not told");
        for (one, other) in [(&anna, &bo), (&bo, &anna)] {
            ask(one, other).await.refused(404, "NOT_FOUND");
            follow(one, other).await.refused(404, "NOT_FOUND");
        }
        // The contact card: the blocker sees the name, the other one nothing.
        let card = anna.get(&format!("/api/v1/contacts/card/{}", bo.id)).await.is(200);
        assert_eq!(
            (&card["status"]["status"], &card["entities"], &card["mayMessage"]),
            (&json!("blocked"), &json!([]), &json!(false))
        );
        bo.get(&format!("/api/v1/contacts/card/{}", anna.id)).await.refused(404, "NOT_FOUND");
        let mine = list(&anna, "/blocked").await;
        assert_eq!((&mine[0]["id"], &mine[0]["user"]["id"]), (&blocked["blockId"], &json!(bo.id)));

        anna.delete(&format!("/api/v1/contacts/block/{}", blocked["blockId"])).await.is(204);
        nothing().await;
        for (one, other) in [(&anna, &bo), (&bo, &anna)] {
            assert_eq!(status(one, other).await["status"], "none");
        }
        ask(&bo, &anna).await.is(201);
    }
}

/// In whatever order, no relation between the two remains.
#[actix_web::test]
async fn concurrent_block_and_request_leave_the_block() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    for _ in 0..8 {
        let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
        let block = anna.post("/api/v1/contacts/block", json!({"userId": bo.id}));
        let ask = bo.post("/api/v1/contacts/requests", json!({"toUserId": anna.id}));
        let follow = bo.post("/api/v1/contacts/follow", json!({"toUserId": anna.id}));
        let (blocked, asked, followed) = futures_util::future::join3(block, ask, follow).await;
        assert!(matches!(asked.status, 201 | 404) && matches!(followed.status, 200 | 404));
        let block = id(&blocked.is(200)["blockId"]);
        anna.delete(&format!("/api/v1/contacts/block/{block}")).await.is(204);
        let now = status(&bo, &anna).await;
        assert_eq!((&now["status"], &now["isFollowing"]), (&json!("none"), &json!(false)));
        assert_eq!(anna.get("/api/v1/contacts/requests/count").await.is(200)["count"], 0);
    }
}
