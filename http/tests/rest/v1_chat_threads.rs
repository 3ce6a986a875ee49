//! A person's list of threads: contract §3.7.

use crate::harness::{Person, Value, World, each, id, json};

async fn threads(person: &Person, query: &str) -> Value {
    person.get(&format!("/api/v1/chat/threads{query}")).await.data()
}

/// The first messages of a page's threads.
fn firsts(page: &Value) -> Vec<i64> {
    page["content"].as_array().unwrap().iter().map(|thread| id(&thread["message"]["id"])).collect()
}

async fn read(person: &Person, thread: i64, body: Value) -> Value {
    person.post(&format!("/api/v1/chat/messages/{thread}/thread/read"), body).await.data()
}

#[actix_web::test]
async fn threads_one_follows_are_listed_by_newest_reply() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo, cia) = (org.with("MEMBER").await, org.with("MEMBER").await, org.with("MEMBER").await);
    let mine = anna.says(org.general, "min fråga").await;
    let called = org.owner.says(org.general, &format!("vad tycker @{}", anna.name)).await;
    let others = org.owner.says(org.general, "något annat").await;
    assert_eq!(
        threads(&anna, "").await,
        json!({"content": [], "cursor": null, "hasMore": false, "next": null}),
        "no reply yet"
    );
    let first = bo.replies(org.general, mine, "ett").await;
    bo.replies(org.general, called, "så här").await;
    bo.replies(org.general, others, "jaha").await;
    assert_eq!(firsts(&threads(&anna, "").await), [called, mine]);
    let second = bo.replies(org.general, mine, "två").await;
    let third = cia.replies(org.general, mine, "tre").await;
    let page = threads(&anna, "").await;
    assert_eq!(firsts(&page), [mine, called], "what was answered last stands first");
    let thread = &page["content"][0];
    assert_eq!((&thread["channelId"], &thread["workspaceId"]), (&json!(org.general), &json!(org.workspace)));
    assert_eq!((&thread["unreadCount"], &thread["lastReadMessageId"]), (&json!(3), &Value::Null));
    assert_eq!(each(&thread["replies"], "id"), [second, third], "the last two");
    assert_eq!(thread["lastReplyAt"], thread["replies"][1]["created"]);
    assert_eq!(thread["message"]["replyCount"], 3);
    // Participants: those who reply, who are mentioned in a reply, and who are mentioned by an edit.
    assert_eq!(firsts(&threads(&cia, "").await), [mine]);
    assert_eq!(firsts(&threads(&bo, "").await), [mine, others, called]);
    org.owner.replies(org.general, others, &format!("@{}", cia.name)).await;
    assert_eq!(firsts(&threads(&cia, "").await), [others, mine]);
    let edited = json!({"content": format!("tre @{}", org.owner.name)});
    cia.put(&format!("/api/v1/chat/messages/{third}"), edited).await.data();
    assert_eq!(firsts(&threads(&org.owner, "").await), [others, mine, called]);
    // Reading; and posting, which also marks as read.
    read(&anna, mine, json!({"lastReadMessageId": first})).await;
    let thread = threads(&anna, "").await["content"][0].take();
    assert_eq!((&thread["unreadCount"], &thread["lastReadMessageId"]), (&json!(2), &json!(first)));
    bo.delete(&format!("/api/v1/chat/messages/{second}")).await.data();
    assert_eq!(threads(&anna, "").await["content"][0]["unreadCount"], 1, "what is deleted is not unread");
    anna.replies(org.general, mine, "fyra").await;
    assert_eq!(threads(&anna, "").await["content"][0]["unreadCount"], 0);
    assert_eq!(firsts(&threads(&anna, "?filter=unread").await), [called]);
    assert_eq!(firsts(&threads(&anna, "?filter=all").await), [mine, called]);
    anna.get("/api/v1/chat/threads?filter=other").await.refused(422, "INVALID");
}

#[actix_web::test]
async fn pages_of_threads_leave_nothing_out() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let (anna, bo) = (org.with("MEMBER").await, org.with("MEMBER").await);
    let mut all = Vec::new();
    for n in 0..7 {
        let thread = anna.says(org.general, &n.to_string()).await;
        bo.replies(org.general, thread, "svar").await;
        all.insert(0, thread);
        if n % 2 == 0 {
            read(&anna, thread, json!({})).await;
        }
    }
    for (filter, expected) in [("all", all.clone()), ("unread", vec![all[1], all[3], all[5]])] {
        let (mut seen, mut query) = (Vec::new(), format!("?filter={filter}&limit=2"));
        loop {
            let page = threads(&anna, &query).await;
            assert!(firsts(&page).len() <= 2);
            seen.extend(firsts(&page));
            if page["hasMore"] == false {
                break;
            }
            query = format!("?filter={filter}&limit=2&before={}", page["next"]);
        }
        assert_eq!(seen, expected, "{filter}");
    }
}

#[actix_web::test]
async fn unreadable_threads_are_not_listed() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let dold = org.channel("dold", json!({"channelType": "PRIVATE"})).await;
    let member = format!("/api/v1/chat/channels/{dold}/members/{}", anna.id);
    org.owner.put(&member, json!({})).await.data();
    let thread = anna.says(dold, "hemligt").await;
    let reply = org.owner.replies(dold, thread, "svar").await;
    assert_eq!(firsts(&threads(&anna, "").await), [thread]);
    let talk = json!({"userIds": [anna.id], "idType": 1});
    let talk = id(&org.owner.post("/api/v1/messages/conversations", talk).await.is(201)["data"]["id"]);
    let between = anna.says(talk, "oss emellan").await;
    org.owner.replies(talk, between, "ja").await;
    let page = threads(&anna, "").await;
    assert_eq!((firsts(&page), &page["content"][0]["workspaceId"]), (vec![between, thread], &json!(0)));
    org.owner.delete(&member).await.data();
    assert_eq!(firsts(&threads(&anna, "").await), [between]);
    org.owner.put(&member, json!({})).await.data();
    assert_eq!(firsts(&threads(&anna, "").await), [between, thread], "it was not forgotten");
    org.owner.delete(&format!("/api/v1/chat/messages/{reply}")).await.data();
    assert_eq!(firsts(&threads(&anna, "").await), [between], "a thread without a reply is none");
}
