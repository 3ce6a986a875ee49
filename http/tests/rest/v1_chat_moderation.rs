//! Messages that wait for approval: contract §3.4.

use crate::harness::{Org, Person, Value, World, each, id, ids, json};

struct Moderated {
    org: Org,
    channel: i64,
    moderator: Person,
    member: Person,
    follower: Person,
}

impl Moderated {
    async fn new(world: &World, auto_approve_members: bool) -> Self {
        let org = world.org("Skolan").await;
        let settings = json!({
            "allowFollowers": true, "visibleToGuests": true,
            "requireModeration": true, "autoApproveMembers": auto_approve_members
        });
        let channel = org.channel("granskad", settings).await;
        let (moderator, member) = (org.with("MODERATOR").await, org.with("MEMBER").await);
        let follower = org.with("FOLLOWER").await;
        Self { org, channel, moderator, member, follower }
    }

    async fn pending(&self, person: &Person) -> crate::harness::Answer {
        person.get(&format!("/api/v1/chat/channels/{}/pending", self.channel)).await
    }

    async fn decides(
        &self,
        person: &Person,
        message: i64,
        what: &str,
        body: Value,
    ) -> crate::harness::Answer {
        person.post(&format!("/api/v1/chat/messages/{message}/{what}"), body).await
    }
}

#[actix_web::test]
async fn approval_depends_on_role_and_settings() {
    let world = World::new().await;
    // Both settings; whether a message of a follower, member, moderator, administrator is visible at once.
    for (require, auto, seen) in [
        (false, false, [true, true, true, true]),
        (false, true, [true, true, true, true]),
        (true, true, [false, true, true, true]),
        (true, false, [false, false, true, true]),
    ] {
        let org = world.org("Skolan").await;
        let settings =
            json!({"allowFollowers": true, "requireModeration": require, "autoApproveMembers": auto});
        let channel = org.channel("granskad", settings).await;
        for (relation, visible) in ["FOLLOWER", "MEMBER", "MODERATOR", "ADMINISTRATOR"].iter().zip(seen) {
            let person = org.with(relation).await;
            let sent = person.sends(channel, json!({"content": "hej"})).await;
            assert_eq!(sent.status, 201);
            assert_eq!(sent.data()["visible"], visible, "{relation} with {require} {auto}");
        }
    }
}

#[actix_web::test]
async fn pending_message_is_visible_to_author_and_moderators() {
    let world = World::new().await;
    let m = Moderated::new(&world, false).await;
    let waiting = m.member.says(m.channel, &format!("får jag? @{}", m.follower.name)).await;
    let other = m.org.with("MEMBER").await;
    for (person, sees) in
        [(&m.member, true), (&m.moderator, true), (&m.org.owner, true), (&other, false), (&m.follower, false)]
    {
        let page = person.reads(m.channel).await;
        assert_eq!(ids(&page), if sees { vec![waiting] } else { vec![] });
        if sees {
            assert_eq!(page[0]["visible"], false);
        }
        let thread = person.get(&format!("/api/v1/chat/messages/{waiting}/thread")).await;
        assert_eq!(thread.status, if sees { 200 } else { 404 });
        let after = person.get(&format!("/api/v1/chat/channels/{}/events?after=0", m.channel)).await.data();
        // Recovery by cursor returns it too, to those who may see it.
        let told = if sees { vec!["MESSAGE_PENDING"] } else { vec![] };
        assert_eq!(each(&after["events"], "type"), told);
        let unread = person.get(&format!("/api/v1/chat/channels/{}/unread", m.channel)).await.data();
        assert_eq!(unread, false, "it counts as unread for nobody");
        assert_eq!(person.get("/api/v1/notifications/unread-count").await.is(200)["data"], 0);
    }
    for person in [&m.moderator, &m.org.owner] {
        assert_eq!(ids(&m.pending(person).await.data()), [waiting]);
    }
    for person in [&m.member, &m.follower] {
        m.pending(person).await.refused(403, "ROLE_TOO_LOW");
    }
    let reply = json!({"content": "svar", "parentMessageId": waiting});
    m.moderator.sends(m.channel, reply).await.wrong_field("parentMessageId", "PARENT");
    let react = format!("/api/v1/chat/messages/{waiting}/reactions/%F0%9F%91%8D");
    m.moderator.put(&react, json!({})).await.refused(409, "PENDING");
    other.put(&react, json!({})).await.refused(404, "NOT_FOUND");
}

#[actix_web::test]
async fn approved_message_is_visible_to_all() {
    let world = World::new().await;
    let m = Moderated::new(&world, false).await;
    let waiting = m.member.says(m.channel, "första versionen").await;
    let visible = m.moderator.says(m.channel, "under tiden").await;
    let edit = json!({"content": format!("andra versionen @{}", m.follower.name)});
    let edited = m.member.put(&format!("/api/v1/chat/messages/{waiting}"), edit).await.data();
    assert_eq!((&edited["visible"], &edited["edited"]), (&json!(false), &json!(true)));
    for person in [&m.member, &m.follower] {
        let answer = m.decides(person, waiting, "approve", json!({})).await;
        assert!(matches!(answer.status, 403 | 404), "{}", answer.text());
    }
    let approved = m.decides(&m.moderator, waiting, "approve", json!({})).await.data();
    assert_eq!((&approved["visible"], &approved["id"]), (&json!(true), &json!(waiting)));
    for what in ["approve", "reject"] {
        m.decides(&m.org.owner, waiting, what, json!({})).await.refused(409, "ALREADY_DECIDED");
        m.decides(&m.org.owner, visible, what, json!({})).await.refused(409, "ALREADY_DECIDED");
    }
    let page = m.follower.reads(m.channel).await;
    assert_eq!(ids(&page), [waiting, visible], "in the place where it was written");
    assert_eq!(page[0]["formattedContent"], format!("andra versionen @{}", m.follower.name));
    assert_eq!(each(&m.follower.bell(1).await, "type"), ["MENTION"]);
    let events =
        m.follower.get(&format!("/api/v1/chat/channels/{}/events?after={visible}", m.channel)).await.data();
    assert_eq!(each(&events["events"], "type"), ["MESSAGE_APPROVED"]);
    assert_eq!(events["events"][0]["messageId"], waiting);
    assert_eq!(m.pending(&m.moderator).await.data(), json!([]));
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn rejected_text_is_deleted_and_author_notified() {
    const SECRET: &str = "olämplig-formulering";
    let world = World::new().await;
    let m = Moderated::new(&world, true).await;
    let waiting = m.follower.says(m.channel, SECRET).await;
    let rejected =
        m.decides(&m.moderator, waiting, "reject", json!({"reason": "Tänk på tonen."})).await.data();
    assert_eq!((&rejected["deleted"], &rejected["visible"]), (&json!(true), &json!(false)));
    for what in ["approve", "reject"] {
        m.decides(&m.moderator, waiting, what, json!({})).await.refused(409, "ALREADY_DECIDED");
    }
    let bell = m.follower.bell(1).await;
    assert_eq!((&bell[0]["type"], &bell[0]["messageId"]), (&json!("MESSAGE_REJECTED"), &json!(waiting)));
    for person in [&m.follower, &m.member, &m.moderator] {
        assert_eq!(person.reads(m.channel).await, json!([]));
    }
    let edit = json!({"content": "snällare"});
    let answer = m.follower.put(&format!("/api/v1/chat/messages/{waiting}"), edit).await;
    assert_eq!(answer.status, 409, "{}", answer.text());
    let stored: String = world.dump().await.into_values().flatten().collect();
    assert!(!stored.contains(SECRET));
    let long = json!({"reason": "x".repeat(501)});
    let other = m.follower.says(m.channel, "en till").await;
    m.decides(&m.moderator, other, "reject", long).await.wrong_field("reason", "LENGTH");
}

#[actix_web::test]
async fn author_withdraws_a_pending_message() {
    let world = World::new().await;
    let m = Moderated::new(&world, false).await;
    let waiting = m.member.says(m.channel, "ångrar mig").await;
    m.org
        .with("MEMBER")
        .await
        .delete(&format!("/api/v1/chat/messages/{waiting}"))
        .await
        .refused(404, "NOT_FOUND");
    m.member.delete(&format!("/api/v1/chat/messages/{waiting}")).await.data();
    m.decides(&m.moderator, waiting, "approve", json!({})).await.refused(409, "ALREADY_DECIDED");
    assert_eq!(m.pending(&m.moderator).await.data(), json!([]));
    assert_eq!(m.member.reads(m.channel).await, json!([]));
}

#[actix_web::test]
async fn concurrent_decisions_apply_once() {
    let world = World::new().await;
    let m = Moderated::new(&world, false).await;
    for _ in 0..4 {
        let waiting = m.member.says(m.channel, "får jag?").await;
        let (approve, reject) = (
            m.decides(&m.moderator, waiting, "approve", json!({})),
            m.decides(&m.org.owner, waiting, "reject", json!({})),
        );
        let (a, b) = futures_util::join!(approve, reject);
        let mut statuses = [a.status, b.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{} {}", a.text(), b.text());
        let seen = ids(&m.follower.reads(m.channel).await).contains(&waiting);
        assert_eq!(seen, a.status == 200);
    }
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn reply_needs_approval_too() {
    let world = World::new().await;
    let m = Moderated::new(&world, false).await;
    let first = m.moderator.says(m.channel, "vad tycker ni?").await;
    let reply = m.member.sends(m.channel, json!({"content": "bra", "parentMessageId": first})).await.data();
    assert_eq!((&reply["visible"], &reply["parentMessageId"]), (&json!(false), &json!(first)));
    let thread = async |person: &Person| {
        person.get(&format!("/api/v1/chat/messages/{first}/thread")).await.data()["replies"].take()
    };
    assert_eq!(thread(&m.follower).await, json!([]));
    assert_eq!(ids(&thread(&m.member).await), [id(&reply["id"])]);
    assert_eq!(m.follower.reads(m.channel).await[0]["replyCount"], 0);
    m.decides(&m.moderator, id(&reply["id"]), "approve", json!({})).await.data();
    assert_eq!(each(&thread(&m.follower).await, "content"), ["bra"]);
    assert_eq!(m.follower.reads(m.channel).await[0]["replyCount"], 1);
}

#[actix_web::test]
async fn edit_needs_approval_like_a_new_message() {
    let world = World::new().await;
    let m = Moderated::new(&world, true).await;
    let message = m.follower.says(m.channel, "ofarligt").await;
    m.decides(&m.moderator, message, "approve", json!({})).await.data();
    let (path, edits) = (format!("/api/v1/chat/messages/{message}"), ["olämpligt", "bättre"]);
    let shown = async |person: &Person| person.reads(m.channel).await[0].clone();
    let version = shown(&m.member).await["version"].clone();
    for (text, what) in edits.iter().zip(["reject", "approve"]) {
        let cursor =
            m.member.get(&format!("/api/v1/chat/channels/{}/messages", m.channel)).await.is(200)["cursor"]
                .clone();
        let edited = m.follower.put(&path, json!({"content": text})).await.data();
        assert_eq!((&edited["content"], &edited["visible"]), (&json!(text), &json!(false)));
        for person in [&m.member, &m.follower, &m.moderator] {
            let now = shown(person).await;
            assert_eq!((&now["content"], &now["visible"]), (&json!("ofarligt"), &json!(true)));
            let path = format!("/api/v1/chat/channels/{}/events?after={cursor}", m.channel);
            let told = person.get(&path).await.data()["events"].clone();
            let proposed: Vec<_> =
                told.as_array().unwrap().iter().filter(|e| e["proposed"] == *text).collect();
            assert_eq!(proposed.len(), usize::from(person.id != m.member.id), "{told}");
            assert!(proposed.iter().all(|e| e["content"] == "ofarligt" && e["visible"] == true));
        }
        let waiting = m.pending(&m.moderator).await.data();
        assert_eq!(
            (each(&waiting, "id"), each(&waiting, "content")),
            (vec![&json!(message)], vec![&json!(text)])
        );
        m.decides(&m.moderator, message, what, json!({"reason": "Tonen."})).await.data();
        m.decides(&m.moderator, message, what, json!({})).await.refused(409, "ALREADY_DECIDED");
        assert_eq!(m.pending(&m.moderator).await.data(), json!([]));
    }
    let now = shown(&m.member).await;
    assert_eq!((&now["content"], &now["edited"]), (&json!("bättre"), &json!(true)));
    assert_eq!(now["version"], version.as_i64().unwrap() + 1);
    assert_eq!(each(&m.follower.bell(1).await, "type"), ["MESSAGE_REJECTED"]);
    // If a person's messages need no approval, their edits need none either.
    let own = m.member.says(m.channel, "mitt").await;
    let edited =
        m.member.put(&format!("/api/v1/chat/messages/{own}"), json!({"content": "ändrat"})).await.data();
    assert_eq!(edited["visible"], true);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

#[actix_web::test]
async fn rejections_are_recovered_by_those_who_saw_the_message() {
    let world = World::new().await;
    let m = Moderated::new(&world, true).await;
    let waiting = m.follower.says(m.channel, "olämpligt").await;
    m.decides(&m.moderator, waiting, "reject", json!({"reason": "Tonen."})).await.data();
    for (person, sees) in [(&m.follower, true), (&m.moderator, true), (&m.member, false)] {
        let path = format!("/api/v1/chat/channels/{}/events?after=0", m.channel);
        let told = person.get(&path).await.data()["events"].clone();
        let told = told.as_array().unwrap();
        assert_eq!(!told.is_empty(), sees);
        for event in told {
            assert_eq!((&event["type"], &event["visible"]), (&json!("MESSAGE_DELETE"), &json!(false)));
            assert_eq!((&event["messageId"], &event["reason"]), (&json!(waiting), &json!("Tonen.")));
        }
    }
}

#[actix_web::test]
async fn switching_moderation_off_needs_a_choice_for_pending() {
    let world = World::new().await;
    let m = Moderated::new(&world, true).await;
    let settings = format!("/api/v1/chat/channels/{}", m.channel);
    let off = json!({"requireModeration": false});
    for (word, left) in [("APPROVE", 1), ("REJECT", 0)] {
        let waiting = m.follower.says(m.channel, "får jag?").await;
        let asked = m.org.owner.put(&settings, off.clone()).await.refused(409, "MESSAGES_WAIT");
        assert!(asked["message"].as_str().unwrap().starts_with("1 "), "{asked}");
        assert_eq!(ids(&m.pending(&m.moderator).await.data()), [waiting], "nothing has changed");
        let said = json!({"requireModeration": false, "waiting": word});
        assert_eq!(m.org.owner.put(&settings, said).await.data()["requireModeration"], false);
        assert_eq!(m.pending(&m.moderator).await.data(), json!([]));
        let seen = ids(&m.member.reads(m.channel).await).contains(&waiting);
        assert_eq!(usize::from(seen), left);
        m.org.owner.put(&settings, json!({"requireModeration": true})).await.data();
    }
    assert_eq!(each(&m.follower.bell(1).await, "type"), ["MESSAGE_REJECTED"]);
    assert_eq!(m.org.owner.put(&settings, off).await.status, 200, "nothing waits: nothing to ask");
}

#[actix_web::test]
async fn deleting_a_pending_message_notifies_its_author() {
    let world = World::new().await;
    let m = Moderated::new(&world, true).await;
    let waiting = m.follower.says(m.channel, "olämpligt").await;
    m.moderator.delete(&format!("/api/v1/chat/messages/{waiting}")).await.data();
    let bell = m.follower.bell(1).await;
    assert_eq!((&bell[0]["type"], &bell[0]["actorId"]), (&json!("MESSAGE_REJECTED"), &json!(m.moderator.id)));
}
