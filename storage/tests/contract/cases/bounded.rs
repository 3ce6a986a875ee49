//! Bounded reads: the cost of an operation does not grow with unrelated data.

use std::sync::Arc;
use std::time::Duration;

use storage::areas;
use storage::chat::{CHANNEL, THREAD};
use storage::record::Stored;
use storage::table::Table;
use storage::value::Row;
use storage::{
    ChannelId, Db, Message, MessageId, Notification, NotificationId, Reaction, Storage, UserId, migrations,
};

use crate::World;
use crate::counting::Counting;
use crate::dying::Dying;
use crate::make::{
    ANNA, BO, IDS, WORKSPACE, append_of, calling, event_id, message, message_at, notification, now, room,
    send,
};

/// Replies are counted in portions of fifty; a reply reads one portion, and its thread's first message.
const A_REPLY: usize = 60;
/// Rows written at once.
const BATCH: usize = 200;

pub fn table(name: &str) -> &'static Table {
    storage::areas::tables(&[]).into_iter().find(|table| table.name == name).unwrap()
}

/// A reply with its own millisecond, as written by a program that did not count threads.
fn old_reply(parent: &Message, n: i64) -> [Row; 2] {
    let at = parent.created + n;
    let reply = message_at(parent.channel_id, BO, "svar", at);
    let (id, parent_id, channel_id) =
        (reply.message_id.into(), parent.message_id.into(), parent.channel_id.into());
    let row = table("thread_messages").row([
        ("parent_id", parent_id),
        ("message_id", id),
        ("user_id", BO.into()),
        ("content", "svar".into()),
        ("mention_all", false.into()),
        ("created", at.into()),
        ("updated", at.into()),
        ("edited", false.into()),
        ("deleted", false.into()),
        ("threaded", false.into()),
        ("version", 1.into()),
        ("channel_id", channel_id),
    ]);
    let location = table("message_locations").row([
        ("message_id", reply.message_id.into()),
        ("channel_id", parent.channel_id.into()),
        ("parent_id", parent.message_id.into()),
    ]);
    [row, location]
}

/// A message with that many old replies, long enough ago that no two threads share an id.
async fn old_thread(world: &World, channel_id: ChannelId, replies: i64) -> Message {
    let parent = message_at(channel_id, ANNA, "Fråga", now() - 60_000 - 10 * replies);
    let parent = send(&world.storage, parent).await;
    let numbers: Vec<i64> = (1..=replies).collect();
    for some in numbers.chunks(BATCH) {
        let rows = some.iter().flat_map(|n| old_reply(&parent, *n)).map(Row::insert);
        world.engine.write(rows.collect()).await.unwrap();
    }
    let week = parent.message_id.millis().div_euclid(7 * 86_400_000);
    let key = table("messages").at([channel_id.into(), week.into(), parent.message_id.into()]);
    world.engine.write(vec![key.update([("threaded", true.into())])]).await.unwrap();
    parent
}

/// The maximum of rows read by one reply, edit, reaction, read or deletion in a thread of that length.
async fn most_read(world: &World, channel_id: ChannelId, replies: i64) -> usize {
    let counting = Counting::over(&world.engine);
    let chat = Storage::new(Arc::<Counting>::clone(&counting)).chat;
    let parent = old_thread(world, channel_id, replies).await;
    let id = parent.message_id;
    let state = async || chat.state(channel_id, None, id).await.unwrap().unwrap();
    // The thread is counted once, and the count is stored.
    let (live, last) = state().await.replies.unwrap();
    assert_eq!((i64::from(live), last), (replies, parent.created + replies));
    assert!(counting.take().rows as i64 > replies);
    let mut most = 0;
    let mut done = |what: &str, expected: Option<(u32, i64)>, found: Option<(u32, i64)>| {
        assert_eq!(found, expected, "{what} beside {replies}");
        most = most.max(counting.take().rows);
    };
    done("a look", Some((live, last)), state().await.replies);
    let mut sent = Vec::new();
    // More than one portion of them.
    for n in 1..=70 {
        let reply = Message { parent_id: Some(id), ..message(channel_id, BO, "svar") };
        chat.append(&append_of(reply.clone())).await.unwrap();
        done("a reply", Some((live + n, reply.created)), state().await.replies);
        sent.push(reply);
    }
    let newest = sent.pop().unwrap();
    let now_there = Some((live + 70, newest.created));
    let edited = Message { content: "Frågan".to_owned(), edited: true, ..parent.clone() };
    chat.edit(&edited, event_id()).await.unwrap().unwrap();
    done("an edit", now_there, state().await.replies);
    let reaction = Reaction { message_id: id, emoji: "👍".to_owned(), user_id: BO, created: now() };
    assert!(chat.react(&reaction, true, event_id()).await.unwrap());
    done("a reaction", now_there, state().await.replies);
    let shown = chat.thread_summaries(channel_id, &[id]).await.unwrap();
    done("a page", now_there, shown.get(&id).copied());
    chat.remove(&newest, BO, event_id(), "-").await.unwrap().unwrap();
    done("a removal", Some((live + 69, sent.last().unwrap().created)), state().await.replies);
    let first = MessageId(IDS.at(parent.created + 1, 1));
    let first = chat.locate(first).await.unwrap().unwrap().message;
    chat.remove(&first, BO, event_id(), "-").await.unwrap().unwrap();
    done("the removal of the oldest", Some((live + 68, sent.last().unwrap().created)), state().await.replies);
    most
}

pub async fn replies_are_counted_where_they_are_shown(world: &World) {
    let channel_id = room(&world.storage).await;
    for replies in [10, 1_000] {
        let most = most_read(world, channel_id, replies).await;
        assert!(most <= A_REPLY, "{most} rows beside {replies} replies");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replies_to_a_thread_of_fifty_thousand() {
    let world = crate::sqlite();
    let channel_id = room(&world.storage).await;
    let most = most_read(&world, channel_id, 50_000).await;
    assert!(most <= A_REPLY, "{most} rows");
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// Two processes reply concurrently in an uncounted thread and delete some replies; a reply that a dead process left
/// uncounted is detected, and corrected by the sender's repeat.
pub async fn concurrent_and_uncounted_replies_are_counted(world: &World) {
    let channel_id = room(&world.storage).await;
    let parent = old_thread(world, channel_id, 60).await;
    let other = (world.reopen)();
    let tasks = (0..24).map(|n| {
        let chat = if n % 2 == 0 { world.storage.chat.clone() } else { other.chat.clone() };
        let reply = Message { parent_id: Some(parent.message_id), ..message(channel_id, BO, "svar") };
        tokio::spawn(async move {
            chat.append(&append_of(reply.clone())).await.unwrap();
            if n % 3 == 0 {
                chat.remove(&reply, BO, event_id(), "-").await.unwrap().unwrap();
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.unwrap();
    }
    let count = async || {
        let state = other.chat.state(channel_id, None, parent.message_id).await.unwrap().unwrap();
        state.replies.unwrap().0
    };
    assert_eq!(count().await, 60 + 16);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
    // Stored with its idempotency key, but not counted.
    let reply = Message { client_message_id: Some("m1".to_owned()), ..message(channel_id, BO, "svar") };
    let reply = Message { parent_id: Some(parent.message_id), ..reply };
    let mark = table("client_messages").row([
        ("user_id", BO.into()),
        ("client_message_id", "m1".into()),
        ("message_id", reply.message_id.into()),
        ("channel_id", channel_id.into()),
        ("parent_id", parent.message_id.into()),
    ]);
    let [row, location] = old_reply(&parent, reply.message_id.millis() - parent.created);
    let row = row.with([("message_id", reply.message_id.into())]);
    let location = location.with([("message_id", reply.message_id.into())]);
    world.engine.write([mark, row, location].map(Row::insert).into()).await.unwrap();
    assert_eq!(count().await, 60 + 16);
    let found = world.storage.check().await.unwrap();
    assert_eq!(found, [format!("message {} says other replies than its thread has", parent.message_id)]);
    let again = append_of(Message { message_id: MessageId(IDS.next(now())), ..reply.clone() });
    assert!(matches!(other.chat.append(&again).await.unwrap(), storage::Appended::Repeated(_)));
    assert_eq!(count().await, 60 + 17);
}

/// Cost of marking a channel read with that many unread notifications of other channels: rows and round trips.
async fn marking(world: &World, channel_id: ChannelId, reader: UserId, others: i64) -> (usize, usize) {
    let bells = &world.storage.notifications;
    let elsewhere = |n: i64| Notification {
        scope_id: 1_000_000 + n % 7,
        notification_id: NotificationId(IDS.at(now() - 1_000_000 + n, 2)),
        ..notification(reader)
    };
    let entries: Vec<Notification> = (0..others).map(elsewhere).collect();
    for some in entries.chunks(BATCH) {
        bells.add(some).await.unwrap();
    }
    let mut last = None;
    for _ in 0..3 {
        let sent = Message { mentions: vec![reader], ..message(channel_id, ANNA, "Hej") };
        let sent = send(&world.storage, sent).await;
        bells.add(&[calling(reader, &sent)]).await.unwrap();
        last = Some(sent.message_id);
    }
    let up_to = last.unwrap();
    let shown_as = usize::try_from(others).unwrap() + 3;
    let counting = Counting::over(&world.engine);
    let storage = Storage::new(Arc::<Counting>::clone(&counting));
    assert_eq!(storage.notifications.unread(reader, 100).await.unwrap(), shown_as.min(100));
    // No more than the bell shows.
    assert!(counting.take().rows <= 100);
    let marked = storage.chat.mark_read(reader, WORKSPACE, channel_id, up_to, now()).await.unwrap();
    assert_eq!(marked, Some(up_to));
    assert!(
        storage
            .notifications
            .mark_scope_read(reader, CHANNEL, channel_id.0, NotificationId(up_to.0))
            .await
            .unwrap()
    );
    let (mark, mentions) = storage.chat.mentions_in(reader, WORKSPACE, channel_id).await.unwrap();
    assert_eq!((mark, mentions.len()), (marked, 0));
    let cost = counting.take();
    assert_eq!(storage.notifications.unread(reader, 100).await.unwrap(), (shown_as - 3).min(100));
    (cost.rows, cost.hops)
}

pub async fn reading_a_channel_reads_only_its_notifications(world: &World) {
    let channel_id = room(&world.storage).await;
    let few = marking(world, channel_id, UserId(50), 10).await;
    let many = marking(world, channel_id, UserId(51), 1_000).await;
    assert_eq!(few, many);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reading_beside_fifty_thousand_entries() {
    let world = crate::sqlite();
    let channel_id = room(&world.storage).await;
    let few = marking(&world, channel_id, UserId(50), 10).await;
    let many = marking(&world, channel_id, UserId(51), 50_000).await;
    assert_eq!(few, many);
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

/// Migrates notifications from before subjects: they are listed, counted and marked seen like others, at whichever step
/// the migration was killed.
pub async fn notifications_from_before_subjects_are_migrated(world: &World) {
    let channel_id = room(&world.storage).await;
    let bells = &world.storage.notifications;
    let old = |entry: &Notification, parent: Option<MessageId>| {
        let row = table("notifications").row([
            ("user_id", entry.user_id.into()),
            ("notification_id", entry.notification_id.into()),
            ("kind", entry.kind.as_str().into()),
            ("actor_id", entry.actor_id.into()),
            ("read", entry.read.into()),
            ("created", entry.created.into()),
            ("workspace_id", WORKSPACE.into()),
            ("channel_id", channel_id.into()),
            ("message_id", entry.subject_id.into()),
            ("parent_id", parent.into()),
        ]);
        row.insert_for(1_000_000)
    };
    let (mut entries, mut writes, mut ids) = (Vec::new(), Vec::new(), Vec::new());
    for n in 0..3 {
        let calls = Message { mentions: vec![BO], ..message(channel_id, ANNA, "Hej") };
        let sent = send(&world.storage, calls).await;
        ids.push(sent.message_id);
        entries.push(Notification { read: n == 0, ..calling(BO, &sent) });
        writes.push(old(&entries[n], None));
    }
    // More than one portion.
    writes.extend((0..600).map(|_| old(&notification(UserId(60)), Some(ids[0]))));
    writes.push(table("migrations").span([0.into()]).delete());
    for some in writes.chunks(BATCH) {
        world.engine.write(some.to_vec()).await.unwrap();
    }
    assert_eq!(bells.unread(BO, 100).await.unwrap(), 0);
    for calls in 0.. {
        let dying: Db = Dying::after(&world.engine, calls);
        if migrations::run(&dying, &areas::migrations(&[]), Duration::ZERO).await.is_ok() {
            break;
        }
    }
    entries.reverse();
    assert_eq!(bells.list(BO, None, 9).await.unwrap(), entries);
    assert_eq!(
        (bells.unread(BO, 100).await.unwrap(), bells.unread(UserId(60), 1_000).await.unwrap()),
        (2, 600)
    );
    assert!(world.engine.scan(table("notifications"), None, 9).await.unwrap().is_empty());
    let of_a_thread = &bells.list(UserId(60), None, 1).await.unwrap()[0];
    assert_eq!(of_a_thread.within(THREAD), Some(ids[0].0));
    let other = (world.reopen)().notifications;
    let up_to = NotificationId(ids[2].0);
    assert!(other.mark_scope_read(BO, CHANNEL, channel_id.0, up_to).await.unwrap());
    world.storage.chat.mark_read(BO, WORKSPACE, channel_id, ids[2], now()).await.unwrap();
    assert_eq!(bells.unread(BO, 100).await.unwrap(), 0);
    assert!(bells.list(BO, None, 9).await.unwrap().iter().all(|entry| entry.read));
    bells.forget(UserId(60)).await.unwrap();
}

/// A digest is sent once: of two processes that read the same mark, one writes, with its mail.
pub async fn digest_mark_advances_once(world: &World) {
    let bells = &world.storage.notifications;
    let job = |id: i64| storage::jobs::Job::new(storage::ids::JobId(id), 60_000, "mail", String::new());
    let mailed = async |id: i64| {
        let job = job(id);
        let due = world.storage.jobs.due(job.shard, job.minute, None, job.due, 9).await.unwrap();
        due.iter().any(|one| one.job_id == job.job_id)
    };
    let moved =
        async |old, until, id| bells.mail_until(ANNA, old, until, vec![job(id).insert()]).await.unwrap();
    assert_eq!(bells.mailed_until(ANNA).await.unwrap(), None);
    assert!(moved(None, 1_000, 1).await);
    assert!(!moved(None, 2_000, 2).await, "another was faster");
    assert!(moved(Some(1_000), 3_000, 3).await);
    assert!(!moved(Some(1_000), 4_000, 4).await, "another was faster");
    assert_eq!(
        (bells.mailed_until(ANNA).await.unwrap(), bells.mailed_until(BO).await.unwrap()),
        (Some(3_000), None)
    );
    assert_eq!(
        [mailed(1).await, mailed(2).await, mailed(3).await, mailed(4).await],
        [true, false, true, false]
    );
    bells.forget(ANNA).await.unwrap();
    assert_eq!(bells.mailed_until(ANNA).await.unwrap(), None);
}
