//! Notifications, node leases, idempotency keys, imports, `check`.

use storage::chat::Pin;
use storage::guides::{GuideState, GuideStatus, Guides};
use storage::nodes::IMPORT_NODE;
use storage::{
    Begin, EventId, HistoryItem, Ids, ImportRef, Message, MessageId, NotificationId, Page, Reaction,
};

use crate::World;
use crate::make::{ANNA, BO, ENTITY, WORKSPACE, append_of, message_at, notification, now, room};

pub async fn bells(world: &World) {
    let bells = &world.storage.notifications;
    let all: Vec<_> = (0..5).map(|_| notification(ANNA)).collect();
    bells.add(&all).await.unwrap();
    bells.add(&all[..1]).await.unwrap();
    bells.add(&[notification(BO)]).await.unwrap();
    let newest = bells.list(ANNA, None, 2).await.unwrap();
    assert_eq!(newest, [all[4].clone(), all[3].clone()]);
    let older = bells.list(ANNA, Some(newest[1].notification_id), 10).await.unwrap();
    assert_eq!(older.len(), 3);
    assert_eq!((bells.unread(ANNA, 100).await.unwrap(), bells.unread(ANNA, 2).await.unwrap()), (5, 2));
    let of_bo = bells.list(BO, None, 1).await.unwrap()[0].notification_id;
    bells.mark_read(ANNA, &[all[2].notification_id, NotificationId(1), of_bo]).await.unwrap();
    assert_eq!((bells.unread(ANNA, 100).await.unwrap(), bells.unread(BO, 100).await.unwrap()), (4, 1));
    assert_eq!(bells.list(ANNA, None, 100).await.unwrap().len(), 5);
    let about = |message: i64, parent: Option<i64>, kind: &str| storage::Notification {
        notification_id: NotificationId(message),
        subject_id: message,
        scope_kind: parent.map_or(storage::chat::CHANNEL, |_| storage::chat::THREAD).to_owned(),
        scope_id: parent.unwrap_or(5),
        calls: kind != "OTHER",
        kind: kind.to_owned(),
        ..notification(ANNA)
    };
    let in_channel = [
        about(7, None, "MENTION"),
        about(8, Some(7), "REPLY"),
        about(9, None, "OTHER"),
        about(10, None, "MENTION"),
    ];
    bells.add(&in_channel).await.unwrap();
    let read = |up_to: i64| bells.mark_scope_read(ANNA, storage::chat::CHANNEL, 5, NotificationId(up_to));
    assert!(!read(6).await.unwrap());
    assert!(read(9).await.unwrap());
    assert!(!read(9).await.unwrap());
    assert_eq!(bells.unread(ANNA, 100).await.unwrap(), 7);
    assert!(read(11).await.unwrap() && !read(11).await.unwrap());
    assert_eq!(bells.unread(ANNA, 100).await.unwrap(), 6);
    // There is one notification that calls to a message per message.
    let later = storage::Notification { notification_id: NotificationId(12), ..about(7, None, "MENTION") };
    bells.add(std::slice::from_ref(&later)).await.unwrap();
    assert_eq!(bells.about(storage::chat::MESSAGE, 7).await.unwrap(), std::slice::from_ref(&later));
    assert_eq!(bells.unread(ANNA, 100).await.unwrap(), 7);
    assert_eq!(bells.withdraw(&[later]).await.unwrap(), [ANNA]);
    assert_eq!(bells.about(storage::chat::MESSAGE, 7).await.unwrap(), []);
    assert_eq!(bells.unread(ANNA, 100).await.unwrap(), 6);
    bells.mark_all_read(ANNA).await.unwrap();
    assert_eq!((bells.unread(ANNA, 100).await.unwrap(), bells.unread(BO, 100).await.unwrap()), (0, 1));
}

pub async fn guides(world: &World) {
    let guides = &Guides::of(&world.storage);
    let status = |guide: &str, state: GuideState, reason: Option<&str>| GuideStatus {
        user_id: ANNA,
        guide_id: guide.to_owned(),
        state,
        since: now(),
        reason: reason.map(str::to_owned),
    };
    assert_eq!(guides.status(ANNA, "menu").await.unwrap(), None);
    let begun = status("menu", GuideState::Started, None);
    assert!(guides.put(&begun, None).await.unwrap());
    assert!(!guides.put(&begun, None).await.unwrap(), "another tab was first");
    let skipped = status("menu", GuideState::Skipped, Some("senare"));
    assert!(!guides.put(&skipped, Some(GuideState::Completed)).await.unwrap());
    assert!(guides.put(&skipped, Some(GuideState::Started)).await.unwrap());
    assert_eq!(guides.status(ANNA, "menu").await.unwrap(), Some(skipped.clone()));
    let done = status("calendar", GuideState::Completed, None);
    assert!(guides.put(&done, None).await.unwrap());
    assert!(guides.put(&GuideStatus { user_id: BO, ..begun.clone() }, None).await.unwrap());
    assert_eq!(guides.statuses(ANNA, 9).await.unwrap(), [done.clone(), skipped]);
    assert_eq!(guides.statuses(ANNA, 1).await.unwrap(), [done]);
    assert!(guides.reset(ANNA, "menu").await.unwrap());
    assert!(!guides.reset(ANNA, "menu").await.unwrap());
    guides.forget(ANNA).await.unwrap();
    assert!(guides.statuses(ANNA, 9).await.unwrap().is_empty());
    assert_eq!(guides.statuses(BO, 9).await.unwrap().len(), 1);
}

pub async fn node_leases(world: &World) {
    let nodes = &world.storage.nodes;
    let tasks: Vec<_> = (0..70)
        .map(|n| {
            let nodes = nodes.clone();
            tokio::spawn(async move { nodes.lease(&format!("owner-{n}"), 1_000, 500).await.unwrap() })
        })
        .collect();
    let mut leased = Vec::new();
    for task in tasks {
        leased.extend(task.await.unwrap());
    }
    leased.sort_unstable();
    assert_eq!(leased, (0..IMPORT_NODE).collect::<Vec<_>>());
    let listed = nodes.list().await.unwrap();
    assert!(listed.iter().map(|lease| lease.node).eq(0..IMPORT_NODE));
    assert!(listed.iter().all(|lease| lease.owner.starts_with("owner-") && lease.until == 1_500));
    assert_eq!(nodes.lease("late", 1_400, 500).await.unwrap(), None);
    let node = nodes.lease("late", 1_500, 500).await.unwrap().unwrap();
    // The same owner keeps its number.
    assert_eq!(nodes.lease("late", 1_600, 500).await.unwrap(), Some(node));
    assert!(nodes.renew(node, "late", 1_700, 500).await.unwrap());
    assert!(!nodes.renew(node, "other", 1_700, 500).await.unwrap());
    assert!(!nodes.release(node, "other", 1_800).await.unwrap());
    assert!(nodes.release(node, "late", 1_800).await.unwrap());
    assert!(nodes.list().await.unwrap().iter().all(|lease| lease.node != node));
    // The rest are leased at 1,799; the released one is not free for a slow clock.
    for n in 1..IMPORT_NODE {
        assert!(
            nodes.lease(&format!("again-{n}"), 1_799, 500).await.unwrap().is_some_and(|other| other != node)
        );
    }
    assert_eq!(nodes.lease("next", 1_799, 500).await.unwrap(), None);
    assert_eq!(nodes.lease("next", 1_800, 500).await.unwrap(), Some(node));
}

pub async fn idempotent_calls(world: &World) {
    let calls = &world.storage.idempotency;
    let begin = |key: &'static str, scope: &'static str, at| calls.begin(ANNA, key, scope, at);
    assert_eq!(begin("k", "POST /x", 1_000).await.unwrap(), Begin::First);
    assert_eq!(begin("k", "POST /x", 2_000).await.unwrap(), Begin::Running);
    assert_eq!(begin("k", "POST /y", 2_000).await.unwrap(), Begin::OtherScope);
    assert_eq!(calls.begin(BO, "k", "POST /x", 2_000).await.unwrap(), Begin::First);
    calls.abandon(ANNA, "k").await.unwrap();
    assert_eq!(begin("k", "POST /x", 3_000).await.unwrap(), Begin::First);
    // The first caller counts as dead after a minute.
    assert_eq!(begin("k", "POST /x", 64_000).await.unwrap(), Begin::First);
    assert_eq!(begin("k", "POST /x", 64_001).await.unwrap(), Begin::Running);
    calls.finish(ANNA, "k", 201, "{\"a\":1}").await.unwrap();
    calls.finish(ANNA, "k", 500, "late").await.unwrap();
    calls.abandon(ANNA, "k").await.unwrap();
    let done = Begin::Done { status: 201, body: "{\"a\":1}".to_owned() };
    assert_eq!(begin("k", "POST /x", 900_000).await.unwrap(), done);
    assert_eq!(begin("big", "POST /x", 1).await.unwrap(), Begin::First);
    calls.finish(ANNA, "big", 200, &"x".repeat(70_000)).await.unwrap();
    assert_eq!(begin("big", "POST /x", 2).await.unwrap(), Begin::First);
}

pub async fn history_import_can_be_repeated(world: &World) {
    let (chat, imports) = (&world.storage.chat, &world.storage.imports);
    let channel_id = room(&world.storage).await;
    let ids = Ids::new(IMPORT_NODE);
    let start = now() - 400 * 86_400_000;
    let item = |n: i64| {
        let at = start + n * 3_600_000;
        let parent_id = (n % 10 == 5).then(|| MessageId(ids.at(at - 5 * 3_600_000, 63)));
        let message_id = MessageId(ids.at(at, 63));
        let message = message_at(channel_id, BO, &n.to_string(), at);
        HistoryItem {
            message: Message {
                message_id,
                parent_id,
                client_message_id: Some(format!("slack:{n}")),
                ..message
            },
            workspace_id: WORKSPACE,
            reactions: vec![Reaction { message_id, emoji: "👍".to_owned(), user_id: ANNA, created: at }],
            // Assigned the message's own id and channel.
            pin: (n == 10).then_some(Pin { channel_id, message_id, pinned_by: ANNA, pinned: at }),
        }
    };
    let items: Vec<HistoryItem> = (0..600).map(item).collect();
    assert_eq!(imports.append_history(&items).await.unwrap(), []);
    // Repeated, as after a broken run, and in other slices.
    for slice in items.chunks(250) {
        assert_eq!(imports.append_history(slice).await.unwrap(), []);
    }
    let pins = chat.pins(channel_id).await.unwrap();
    assert_eq!(pins.iter().map(|pin| pin.message_id).collect::<Vec<_>>(), [items[10].message.message_id]);
    let mut found = 0;
    let mut page = chat.page(channel_id, Page::Newest { offset: 0 }, 100).await.unwrap();
    assert_eq!(chat.heads(WORKSPACE).await.unwrap()[&channel_id], page.messages[99].message_id);
    while !page.messages.is_empty() {
        found += page.messages.len();
        assert!(page.messages.iter().all(|m| m.threaded == (m.content.ends_with('0'))));
        page = chat.page(channel_id, Page::Before(page.messages[0].message_id), 100).await.unwrap();
    }
    assert_eq!(found, 540);
    assert_eq!(chat.thread(items[0].message.message_id, None, 9).await.unwrap().0.len(), 1);
    let first = [items[0].message.message_id];
    // A counted thread is recounted when more of its history is imported.
    let replies = async || chat.thread_summaries(channel_id, &first).await.unwrap()[&first[0]];
    assert_eq!(replies().await, (1, items[5].message.created));
    let mut more = item(7);
    more.message.parent_id = Some(first[0]);
    more.message.message_id = MessageId(ids.at(more.message.created, 62));
    more.message.client_message_id = Some("slack:more".to_owned());
    more.reactions.clear();
    assert_eq!(imports.append_history(std::slice::from_ref(&more)).await.unwrap(), []);
    assert_eq!(replies().await, (2, more.message.created));
    assert_eq!(chat.reactions(channel_id, &first).await.unwrap()[&first[0]].len(), 1);
    assert!(chat.events(channel_id, EventId(0), 9).await.unwrap().is_empty());
    // An id that another message has.
    let mut other = item(0);
    other.message.client_message_id = Some("slack:other".to_owned());
    assert_eq!(imports.append_history(&[other]).await.unwrap(), first);
    assert_eq!(chat.locate(first[0]).await.unwrap().unwrap().message.content, "0");

    let known = ImportRef { external_id: "U1".to_owned(), kind: "user".to_owned(), id: 7 };
    imports.put_refs(ENTITY, "slack", std::slice::from_ref(&known)).await.unwrap();
    let asked = ["U2".to_owned(), "U1".to_owned()];
    assert_eq!(imports.refs(ENTITY, "slack", &asked).await.unwrap(), [None, Some(known)]);
    assert_eq!(imports.refs(ENTITY, "teams", &asked).await.unwrap(), [None, None]);
}

pub async fn check_finds_violations(world: &World) {
    let table = |name: &str| *storage::areas::tables(&[]).iter().find(|table| table.name == name).unwrap();
    let channel_id = room(&world.storage).await;
    let sent = message_at(channel_id, ANNA, "x", now());
    world.storage.chat.append(&append_of(sent.clone())).await.unwrap();
    assert!(world.storage.check().await.unwrap().is_empty());
    let lost = table("message_locations").row([("message_id", 5.into()), ("channel_id", channel_id.into())]);
    let slug = table("slugs").row([("slug", "x".into()), ("kind", "USER".into()), ("id", 5.into())]);
    let relation = table("relations").row([
        ("entity_id", ENTITY.into()),
        ("user_id", ANNA.into()),
        ("relation_type", "MEMBER".into()),
        ("since", 1.into()),
    ]);
    // A mention that its message does not make, and a head that is no message.
    let call = table("mentions").row([
        ("user_id", BO.into()),
        ("workspace_id", WORKSPACE.into()),
        ("channel_id", channel_id.into()),
        ("message_id", sent.message_id.into()),
        ("sender_id", ANNA.into()),
        ("since", 1.into()),
    ]);
    let head = table("channel_heads").row([
        ("workspace_id", WORKSPACE.into()),
        ("channel_id", 5.into()),
        ("message_id", 5.into()),
    ]);
    let listing = table("relation_names").row([
        ("entity_id", ENTITY.into()),
        ("relation_type", "MEMBER".into()),
        ("place", 0.into()),
        ("name", "anna".into()),
        ("user_id", BO.into()),
        ("listed", "anna\nanna".into()),
    ]);
    let undo = [&lost, &slug, &relation, &call, &head, &listing]
        .map(|row| storage::engine::Key { table: row.table(), values: row.key().to_vec() }.delete());
    let wrong = [lost, slug, relation, call, head, listing].map(storage::value::Row::insert);
    world.engine.write(wrong.into()).await.unwrap();
    assert_eq!(world.storage.check().await.unwrap().len(), 6);
    world.engine.write(undo.into()).await.unwrap();
}
