//! Pages of messages, and events after a cursor.

use actors::platform::time::now;
use storage::ids::Ids;

use crate::harness::{Answer, Org, Person, Value, World, each, id, ids, json};

/// A channel with twelve messages of the owner: the organisation and the messages' ids.
async fn twelve(world: &World) -> (Org, Vec<i64>) {
    let org = world.org("Skolan").await;
    let mut sent = Vec::new();
    for n in 0..12 {
        sent.push(org.owner.says(org.general, &format!("nummer {n}")).await);
    }
    (org, sent)
}

async fn page(org: &Org, query: &str) -> Value {
    let path = format!("/api/v1/chat/channels/{}/messages{query}", org.general);
    let page = org.owner.get(&path).await.is(200);
    assert_eq!(page["success"], true);
    page
}

#[actix_web::test]
async fn every_page_ascends() {
    let world = World::new().await;
    let (org, sent) = twelve(&world).await;
    let (m3, m6, m11) = (sent[3], sent[6], sent[11]);
    let elsewhere = org.channel("annan", json!({})).await;
    let foreign = org.owner.says(elsewhere, "annan kanal").await;
    // Query; the slice of the twelve; whether there are older and newer ones.
    let cases = [
        (String::new(), 0..12, false, false),
        ("?limit=5".to_owned(), 7..12, true, false),
        ("?limit=5&offset=5".to_owned(), 2..7, true, true),
        ("?limit=5&offset=10".to_owned(), 0..2, false, true),
        ("?limit=5&offset=12".to_owned(), 0..0, false, true),
        ("?limit=100&offset=10000".to_owned(), 0..0, false, true),
        (format!("?before={m6}&limit=3"), 3..6, true, true),
        (format!("?before={m3}"), 0..3, false, true),
        (format!("?before={}", sent[0]), 0..0, false, true),
        (format!("?after={m6}&limit=3"), 7..10, true, true),
        (format!("?after={m6}"), 7..12, true, false),
        (format!("?after={m11}"), 0..0, true, false),
        (format!("?around={m6}&limit=4"), 4..8, true, true),
        (format!("?around={m6}&limit=1"), 6..7, true, true),
        (format!("?around={m11}&limit=4"), 9..12, true, false),
        ("?before=0".to_owned(), 0..0, false, true),
        ("?after=0&limit=3".to_owned(), 0..3, true, true),
        // The id of another channel's message is a valid position in time.
        (format!("?before={foreign}&limit=3"), 9..12, true, true),
    ];
    for (query, slice, older, newer) in cases {
        let page = page(&org, &query).await;
        assert_eq!(ids(&page["data"]), sent[slice], "{query}");
        assert_eq!((&page["hasOlder"], &page["hasNewer"]), (&json!(older), &json!(newer)), "{query}");
    }
    let first = page(&org, "?limit=5").await;
    assert_eq!((&first["hasMore"], &first["cursor"]), (&json!(true), &json!(m11)));
    assert_eq!(page(&org, &format!("?after={m6}")).await["hasMore"], false);
}

#[actix_web::test]
async fn invalid_page_parameters_are_refused() {
    let world = World::new().await;
    let (org, _) = twelve(&world).await;
    let path = format!("/api/v1/chat/channels/{}/messages", org.general);
    for (query, field, code) in [
        ("limit=0", "limit", "RANGE"),
        ("limit=101", "limit", "RANGE"),
        ("limit=-1", "limit", "TYPE"),
        ("limit=x", "limit", "TYPE"),
        ("limit=", "limit", "TYPE"),
        ("offset=-1", "offset", "TYPE"),
        ("offset=10001", "offset", "RANGE"),
        ("before=x", "before", "TYPE"),
        ("around=1e5", "around", "TYPE"),
        ("after=99999999999999999999", "after", "TYPE"),
    ] {
        org.owner.get(&format!("{path}?{query}")).await.wrong_field(field, code);
    }
    for query in ["limit=100", "limit=1", "offset=10000", "unknown=1"] {
        org.owner.get(&format!("{path}?{query}")).await.data();
    }
}

async fn events(person: &Person, channel: i64, query: &str) -> Answer {
    person.get(&format!("/api/v1/chat/channels/{channel}/events?{query}")).await
}

#[actix_web::test]
async fn events_after_a_cursor_come_in_order() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let anna = org.with("MEMBER").await;
    let first = anna.says(org.general, "ett").await;
    let cursor = id(&page(&org, "").await["cursor"]);
    assert_eq!(cursor, first);
    let second = anna.says(org.general, "två").await;
    let reply = anna.replies(org.general, first, "svar").await;
    let message = |id: i64| format!("/api/v1/chat/messages/{id}");
    anna.put(&message(first), json!({"content": "ett!"})).await.data();
    org.owner.put(&format!("{}/reactions/%F0%9F%91%8D", message(second)), json!({})).await.data();
    anna.delete(&message(second)).await.data();

    let missed = events(&anna, org.general, &format!("after={cursor}")).await.data();
    let seen: Vec<_> =
        missed["events"].as_array().unwrap().iter().map(|e| (&e["type"], id(&e["messageId"]))).collect();
    let expected = [
        ("MESSAGE_CREATE", second),
        ("MESSAGE_CREATE", reply),
        ("MESSAGE_UPDATE", first),
        ("MESSAGE_REACTION", second),
        ("MESSAGE_DELETE", second),
    ];
    let expected_values: Vec<_> = expected.iter().map(|(kind, id)| (json!(kind), *id)).collect();
    assert!(seen.iter().zip(&expected_values).all(|(a, b)| a.0 == &b.0 && a.1 == b.1), "{missed}");
    assert_eq!(seen.len(), 5);
    assert_eq!((&missed["reset"], &missed["hasMore"]), (&json!(false), &json!(false)));
    let cursors: Vec<i64> = each(&missed["events"], "cursor").into_iter().map(id).collect();
    assert!(cursors.is_sorted_by(|a, b| a < b) && cursors[0] > cursor);
    assert_eq!(id(&missed["cursor"]), cursors[4]);
    assert_eq!(
        (&missed["events"][1]["replyCount"], &missed["events"][1]["parentMessageId"]),
        (&json!(1), &json!(first))
    );
    assert_eq!(missed["events"][2]["content"], "ett!");
    assert!(!missed.to_string().contains("\"två\""), "what is deleted is not told again");

    // In smaller pages it is the same sequence, without gaps.
    let (mut at, mut collected) = (cursor, Vec::new());
    loop {
        let some = events(&anna, org.general, &format!("after={at}&limit=2")).await.data();
        collected.extend(each(&some["events"], "cursor").into_iter().map(id));
        at = id(&some["cursor"]);
        if some["hasMore"] == false {
            break;
        }
    }
    assert_eq!(collected, cursors);
    let nothing = events(&anna, org.general, &format!("after={at}")).await.data();
    assert_eq!((&nothing["events"], &nothing["cursor"]), (&json!([]), &json!(at)));
}

#[actix_web::test]
async fn too_large_a_gap_demands_a_resync() {
    let world = World::new().await;
    let (org, sent) = twelve(&world).await;
    let week = 7 * 24 * 3_600_000;
    let old = Ids::first_at(now() - week - 60_000);
    let reset = events(&org.owner, org.general, &format!("after={old}")).await.data();
    assert_eq!(
        (&reset["reset"], &reset["events"], &reset["cursor"]),
        (&json!(true), &json!([]), &json!(sent[11]))
    );
    let young = Ids::first_at(now() - week + 60_000);
    let all = events(&org.owner, org.general, &format!("after={young}")).await.data();
    assert_eq!((&all["reset"], all["events"].as_array().unwrap().len()), (&json!(false), 12));
    // A client that starts from nothing gets everything, in pages of the size that it asks for: the log of a new
    // channel is complete.
    let all = events(&org.owner, org.general, "after=0").await.data();
    assert_eq!(all["events"].as_array().unwrap().len(), 12);
    let some = events(&org.owner, org.general, "after=0&limit=5").await.data();
    assert_eq!(
        (&some["reset"], &some["hasMore"], &some["cursor"]),
        (&json!(false), &json!(true), &json!(sent[4]))
    );
    assert_eq!((each(&some["events"], "messageId").len(), id(&some["events"][0]["messageId"])), (5, sent[0]));
}

#[actix_web::test]
async fn a_thousand_events_are_the_most() {
    let world = World::new().await;
    let org = world.org("Skolan").await;
    let first = org.owner.says(org.general, "början").await;
    let second = org.owner.says(org.general, "andra").await;
    let sends = (0..999).map(|n| org.owner.sends(org.general, json!({"content": format!("{n}")})));
    for answer in futures_util::future::join_all(sends).await {
        answer.data();
    }
    let all = events(&org.owner, org.general, &format!("after={first}")).await.data();
    assert_eq!((&all["reset"], all["events"].as_array().unwrap().len()), (&json!(false), 1000));
    assert_eq!(all["events"][0]["messageId"], second);
    let last = org.owner.says(org.general, "en för mycket").await;
    let reset = events(&org.owner, org.general, &format!("after={first}")).await.data();
    assert_eq!((&reset["reset"], &reset["cursor"]), (&json!(true), &json!(last)));
}

#[actix_web::test]
async fn invalid_event_parameters_are_refused() {
    let world = World::new().await;
    let (org, _) = twelve(&world).await;
    for (query, field, code) in [
        ("limit=5", "after", "REQUIRED"),
        ("after=x", "after", "TYPE"),
        ("after=0&limit=0", "limit", "RANGE"),
        ("after=0&limit=1001", "limit", "RANGE"),
    ] {
        events(&org.owner, org.general, query).await.wrong_field(field, code);
    }
    for after in ["-1", "9007199254740992", "9223372036854775807", "-9223372036854775808"] {
        let answer = events(&org.owner, org.general, &format!("after={after}")).await;
        assert!(matches!(answer.status, 200 | 422), "{after}: {}", answer.text());
    }
}

#[actix_web::test]
async fn invented_cursor_does_not_advance_ids() {
    let world = World::new().await;
    let (org, _) = twelve(&world).await;
    let ahead = Ids::first_at(now() + 50_000);
    let path = format!("/api/v1/chat/channels/{}/events?after={ahead}", org.general);
    org.owner.get(&path).await.data();
    let next = org.owner.says(org.general, "strax efter").await;
    assert!(next < ahead, "{next} was made after the cursor that somebody wrote");
}
