//! Who is notified of a message, and how notifications follow changes of the message. Contract §3.7; whether one is due
//! is decided by `storage::chat::counting`.
//!
//! People who are mentioned, and participants of the thread, are found before the message is written, and their
//! notifications are written with it. Everybody (`@channel`) and those who chose `all` may be many: their notifications
//! follow in chunks, in the background, and by a job in the same write in case this process dies first ([`TELLING`]).
//! Recipients of `@channel` are stored with the message; counts of mentions use that record and not the notifications.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use storage::chat::counting::{self, Marks, Why};
use storage::chat::{Channel, ChannelType, MESSAGE, Message, NotifyLevel, Reader, TELL_JOB, THREAD, Telling};
use storage::ids::{EventId, MessageId, NotificationId, UserId};
use storage::notifications::Notification;
use tokio::sync::{Mutex, MutexGuard};

use super::bells::{ACK_REQUESTED, MENTION, about, kind};
use super::facts::found;
use crate::Platform;
use crate::notifications::{announce, jobs, publish_unread};
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::{self, Class, Failure, JobKind};

/// Most participants of a thread who are notified of a reply.
const THREAD_TOLD: usize = 200;
/// Notifications per write.
const CHUNK: usize = 200;
/// People whose rights are read concurrently.
const AT_ONCE: usize = 16;

/// The recipients of `@channel`: everybody who may read the channel now, except its sender.
pub async fn readers(platform: &Platform, channel: &Channel, author: UserId) -> Result<Vec<UserId>> {
    let people = super::everybody(platform, channel).await?;
    let apart = platform.storage.contacts.apart_from(author).await?;
    let people = people.into_iter().map(|(user_id, ..)| user_id);
    Ok(people.filter(|user_id| *user_id != author && !apart.contains(user_id)).collect())
}

/// The recipients whose notifications are written with the message, and why: those it mentions, then participants of
/// its thread, if they may read it and have not chosen otherwise. Those in `everybody` are notified with everybody and
/// not twice.
pub async fn audience_of(
    platform: &Platform,
    channel: &Channel,
    author: UserId,
    mentions: &[UserId],
    parent: Option<Message>,
    everybody: &[UserId],
) -> Result<Vec<(UserId, Why)>> {
    let mut seen: HashSet<UserId> = HashSet::from([author]);
    let mut notified: Vec<(UserId, Why)> = Vec::new();
    let named = mentions.iter().map(|id| (*id, Why::Mention));
    notified.extend(named.filter(|(id, _)| seen.insert(*id)));
    seen.extend(everybody);
    if let Some(parent) = parent {
        let mut part: Vec<UserId> = vec![parent.user_id];
        if parent.threaded {
            let (replies, _) = platform.storage.chat.thread(parent.message_id, None, THREAD_TOLD).await?;
            part.extend(replies.iter().map(|reply| reply.user_id));
        }
        if let Some(subject) = channel.subject() {
            let on_comments = super::comments::on(platform, subject.kind)?;
            part.extend((on_comments.concerned)(platform, subject.id).await?);
        }
        notified.extend(part.into_iter().filter(|id| seen.insert(*id)).map(|id| (id, Why::Reply)));
    }
    let wanted = wanted(platform, channel, author, notified).await?;
    still_reading(platform, channel, wanted).await
}

/// Those who want a notification. Between two people with a block there is none.
async fn wanted(
    platform: &Platform,
    channel: &Channel,
    author: UserId,
    mut people: Vec<(UserId, Why)>,
) -> Result<Vec<(UserId, Why)>> {
    if people.is_empty() {
        return Ok(people);
    }
    let ids: Vec<UserId> = people.iter().map(|(id, _)| *id).collect();
    let apart = platform.storage.contacts.blocked_among(author, &ids).await?;
    people.retain(|(id, _)| !apart.contains(id));
    let readers = chosen(platform, channel, people.iter().map(|(id, _)| *id)).await?;
    let is_direct = channel.channel_type == ChannelType::Direct;
    let rings = |(id, why): &(UserId, Why)| {
        let (level, muted) =
            readers.get(id).map_or((NotifyLevel::Default, false), |r| (r.notify_level, r.muted));
        counting::rings(level, muted, is_direct, *why)
    };
    Ok(people.into_iter().filter(rings).collect())
}

async fn chosen(
    platform: &Platform,
    channel: &Channel,
    people: impl Iterator<Item = UserId>,
) -> Result<HashMap<UserId, Reader>> {
    let people: Vec<UserId> = people.collect();
    Ok(platform.storage.chat.readers_among(&people, channel.workspace_id, channel.channel_id).await?)
}

/// Those who may read the channel now.
async fn still_reading(
    platform: &Platform,
    channel: &Channel,
    people: Vec<(UserId, Why)>,
) -> Result<Vec<(UserId, Why)>> {
    let asking = people.into_iter().map(|(user_id, why)| async move {
        let facts = found(platform, channel.channel_id, user_id).await?;
        let reads = facts.is_some_and(|facts| super::Facts::judge(facts).is_ok());
        Ok::<_, Refusal>(reads.then_some((user_id, why)))
    });
    let found: Vec<_> = stream::iter(asking).buffered(AT_ONCE).try_collect().await?;
    Ok(found.into_iter().flatten().collect())
}

/// Whether a new message has recipients besides its [`audience_of`]: `everybody` it mentions, the other side of a
/// conversation, or those who chose `all` (`is_listened`: there are some).
pub fn tells_others(channel: &Channel, everybody: &[UserId], is_listened: bool) -> bool {
    !everybody.is_empty() || channel.channel_type == ChannelType::Direct || is_listened
}

/// Resumes notifications that a crashed process left unsent after writing or changing a message.
pub const TELLING: JobKind = JobKind {
    name: TELL_JOB,
    class: Class::OnTime,
    share: jobs::of_kind,
    within: Duration::from_secs(300),
    work: |platform, job| {
        Box::pin(async move {
            let left = Telling::of(&job).ok_or_else(|| Failure::Final("unreadable".to_owned()))?;
            Ok(catch_up(&platform, left).await?)
        })
    },
};

async fn catch_up(platform: &Platform, left: Telling) -> Result<()> {
    let _turn = turn_of(left.message_id).await;
    let Some(located) = platform.storage.chat.locate(left.message_id).await? else { return Ok(()) };
    // The current message: later changes have a job of their own.
    let message = located.message;
    let Some(channel) = platform.storage.chat.channel(message.channel_id).await? else { return Ok(()) };
    if let Some((mentions, mention_all)) = left.before {
        let old = Message { mentions, mention_all, ..message.clone() };
        return follow(platform, &channel, &old, &message, left.since).await;
    }
    let standing = platform.storage.notifications.about(MESSAGE, message.message_id.0).await?;
    let notified = standing.into_iter().map(|entry| entry.user_id).chain([message.user_id]).collect();
    notify_others(platform, &channel, &message, left.since, notified).await
}

/// Notifications of one message are sent in the order of its changes. Messages that share a lock wait for each other,
/// which is harmless.
static TURNS: LazyLock<Vec<Mutex<()>>> = LazyLock::new(|| (0..64).map(|_| Mutex::new(())).collect());

async fn turn_of(message_id: MessageId) -> MutexGuard<'static, ()> {
    TURNS[message_id.0 as usize % TURNS.len()].lock().await
}

/// A message is published, since a cursor, and those in `notified` were notified with its write. The others (everybody it
/// mentions, those who chose every message) are notified in the background.
pub fn sent(
    platform: &Platform,
    channel: &Channel,
    message: &Message,
    since: EventId,
    notified: Vec<UserId>,
) {
    let (platform, channel, message) = (platform.clone(), channel.clone(), message.clone());
    actix_rt::spawn(async move {
        let _turn = turn_of(message.message_id).await;
        let mut notified: HashSet<UserId> = notified.into_iter().collect();
        notified.insert(message.user_id);
        let notified = notify_others(&platform, &channel, &message, since, notified).await;
        done(&platform, notified, Some(Telling::new(message.message_id, since))).await;
    });
}

async fn notify_others(
    platform: &Platform,
    channel: &Channel,
    message: &Message,
    since: EventId,
    mut notified: HashSet<UserId>,
) -> Result<()> {
    let chat = &platform.storage.chat;
    if message.mention_all {
        let called = chat.called(message.message_id).await?;
        // Those mentioned by name are notified already.
        let called = called.into_iter().filter(|id| notified.insert(*id)).collect();
        notify(platform, channel, message, since, Why::Mention, called).await?;
    }
    if message.asked.is_some() {
        ask(platform, channel, message, since, &mut notified).await?;
    }
    if channel.channel_type == ChannelType::Direct {
        let members = chat.members(channel.channel_id).await?;
        let others = members.into_iter().map(|member| member.user_id).filter(|id| notified.insert(*id));
        return notify(platform, channel, message, since, Why::Message, others.collect()).await;
    }
    let mut after = None;
    loop {
        let listeners = chat.listeners(channel.channel_id, after, CHUNK).await?;
        after = listeners.last().copied();
        let is_last = listeners.len() < CHUNK;
        let others = listeners.into_iter().filter(|id| notified.insert(*id)).collect();
        notify(platform, channel, message, since, Why::Message, others).await?;
        if is_last {
            return Ok(());
        }
    }
}

/// Notifies those whom a message asks for an acknowledgement, have not given it, and are not notified yet.
async fn ask(
    platform: &Platform,
    channel: &Channel,
    message: &Message,
    since: EventId,
    notified: &mut HashSet<UserId>,
) -> Result<()> {
    let (chat, id) = (&platform.storage.chat, message.message_id);
    let mut after = None;
    loop {
        let mut asked = chat.asked(id, after, CHUNK).await?;
        let is_last = asked.len() < CHUNK;
        after = asked.last().copied();
        let done = chat.acks_among(id, &asked).await?;
        asked.retain(|user_id| !done.contains_key(user_id) && notified.insert(*user_id));
        notify(platform, channel, message, since, Why::Asked, asked).await?;
        if is_last {
            return Ok(());
        }
    }
}

/// Notifies again those who have not acknowledged a message, since a cursor. Those notified since then are left out, so
/// it may be repeated.
pub(super) async fn ask_again(platform: &Platform, message: &Message, since: EventId) -> Result<()> {
    let _turn = turn_of(message.message_id).await;
    let Some(channel) = platform.storage.chat.channel(message.channel_id).await? else { return Ok(()) };
    let standing = platform.storage.notifications.about(MESSAGE, message.message_id.0).await?;
    let notified = standing.into_iter().filter(|entry| entry.notification_id.0 >= since.0);
    let mut notified = notified.map(|entry| entry.user_id).chain([message.user_id]).collect();
    ask(platform, &channel, message, since, &mut notified).await
}

/// Notifies people, in chunks, if they want it and may read the channel.
async fn notify(
    platform: &Platform,
    channel: &Channel,
    message: &Message,
    since: EventId,
    why: Why,
    people: Vec<UserId>,
) -> Result<()> {
    for some in people.chunks(CHUNK) {
        let wanted =
            wanted(platform, channel, message.user_id, some.iter().map(|id| (*id, why)).collect()).await?;
        let wanted = still_reading(platform, channel, wanted).await?;
        let rows = wanted.into_iter().map(|(id, why)| about(channel, message, id, kind(why), since));
        notify_late(platform, channel, message, rows.collect()).await?;
    }
    Ok(())
}

/// Stores and announces notifications about an existing message. Those that are outdated because it was read or deleted
/// meanwhile are marked so at once.
async fn notify_late(
    platform: &Platform,
    channel: &Channel,
    message: &Message,
    rows: Vec<Notification>,
) -> Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let storage = &platform.storage;
    storage.notifications.add_with(&rows, jobs(platform, &rows)?).await?;
    // Read after the write: anyone who reads or deletes later finds the notifications.
    let now = storage.chat.locate(message.message_id).await?.map(|located| located.message);
    let stands = |row: &Notification| {
        now.as_ref().is_some_and(|now| {
            let calls = now.mention_all || now.mentions.contains(&row.user_id);
            !now.deleted && (calls || row.kind != MENTION)
        })
    };
    let (rows, gone): (Vec<_>, Vec<_>) = rows.into_iter().partition(stands);
    storage.notifications.withdraw(&gone).await?;
    let mut news = Vec::with_capacity(rows.len());
    let people: Vec<UserId> =
        rows.iter().filter(|row| row.kind == ACK_REQUESTED).map(|row| row.user_id).collect();
    let confirmed = storage.chat.acks_among(message.message_id, &people).await?;
    for row in rows {
        let is_done = row.kind == ACK_REQUESTED && confirmed.contains_key(&row.user_id);
        let is_news = !is_done && is_news(platform, channel, &row).await?;
        if is_news {
            news.push(row);
        } else {
            storage.notifications.mark_read(row.user_id, &[row.notification_id]).await?;
        }
    }
    announce(platform, &news);
    Ok(())
}

/// Whether the person has not read the message of a notification.
async fn is_news(platform: &Platform, channel: &Channel, row: &Notification) -> Result<bool> {
    let (workspace, id) = (channel.workspace_id, channel.channel_id);
    let thread = row.within(THREAD).map(MessageId);
    let mark = platform.storage.chat.mark(row.user_id, workspace, id, thread).await?;
    let marks = Marks { channel: mark, thread: mark };
    Ok(counting::is_news(EventId(row.notification_id.0), thread, marks))
}

/// A message was edited or deleted: people newly mentioned are notified, notifications of those no longer mentioned are
/// withdrawn. In the background, like notifications of a new message.
pub fn changed(platform: &Platform, channel: &Channel, old: &Message, new: &Message, since: EventId) {
    let (platform, channel, old, new) = (platform.clone(), channel.clone(), old.clone(), new.clone());
    actix_rt::spawn(async move {
        let _turn = turn_of(new.message_id).await;
        let notified = follow(&platform, &channel, &old, &new, since).await;
        done(&platform, notified, Telling::change(&old, &new, since)).await;
    });
}

/// Removes the job of the write; if sending failed the job does it later.
async fn done(platform: &Platform, notified: Result<()>, left: Option<Telling>) {
    let taken_back = match (notified, left) {
        (Ok(()), None) => Ok(()),
        (Ok(()), Some(left)) => platform.storage.jobs.done(&left.job()).await.map_err(Refusal::from),
        (Err(refusal), _) => Err(refusal),
    };
    if let Err(refusal) = taken_back {
        tracing::warn!(%refusal, "a message is told of later");
    }
}

async fn follow(
    platform: &Platform,
    channel: &Channel,
    old: &Message,
    new: &Message,
    since: EventId,
) -> Result<()> {
    let standing = platform.storage.notifications.about(MESSAGE, new.message_id.0).await?;
    if new.deleted {
        return withdraw(platform, &standing).await;
    }
    let others = |id: &UserId| *id != new.user_id;
    let mut rung: Vec<UserId> = Vec::new();
    if new.mention_all && !old.mention_all {
        rung = platform.storage.chat.called(new.message_id).await?;
    }
    let named = new.mentions.iter().copied().filter(|id| !old.mentions.contains(id) && others(id));
    let mut seen: HashSet<UserId> = rung.iter().copied().collect();
    rung.extend(named.filter(|id| seen.insert(*id)));
    let kept = standing.into_iter().filter(|entry| !seen.contains(&entry.user_id));
    recall(platform, channel, new, kept.collect()).await?;
    notify(platform, channel, new, since, Why::Mention, rung).await
}

/// A notification of a mention stays as long as the message mentions the person, with the time since which it does.
async fn recall(
    platform: &Platform,
    channel: &Channel,
    message: &Message,
    standing: Vec<Notification>,
) -> Result<()> {
    let mentions = standing.into_iter().filter(|entry| entry.kind == MENTION);
    let mentions: Vec<Notification> = mentions.collect();
    if mentions.is_empty() {
        return Ok(());
    }
    let chat = &platform.storage.chat;
    let people: Vec<UserId> = mentions.iter().map(|entry| entry.user_id).collect();
    let (named, everybody) = chat.calls_of(message, channel.workspace_id, &people).await?;
    let called: HashSet<UserId> = match everybody {
        Some(_) => chat.called(message.message_id).await?.into_iter().collect(),
        None => HashSet::new(),
    };
    let (mut gone, mut earlier) = (Vec::new(), Vec::new());
    for entry in mentions {
        let is_named = message.mentions.contains(&entry.user_id);
        let with_all = everybody.filter(|_| called.contains(&entry.user_id));
        // A mention by name that was read is no longer stored: its notification is over.
        match named.get(&entry.user_id).copied().max(with_all) {
            Some(since) if since.0 == entry.notification_id.0 => {}
            Some(since) => {
                let (notification_id, created) = (NotificationId(since.0), since.millis());
                earlier.push(Notification { notification_id, created, ..entry });
            }
            None if is_named => {
                platform.storage.notifications.mark_read(entry.user_id, &[entry.notification_id]).await?;
                publish_unread(platform, entry.user_id);
            }
            None => gone.push(entry),
        }
    }
    withdraw(platform, &gone).await?;
    for entry in earlier {
        let entry = Notification { read: entry.read || !is_news(platform, channel, &entry).await?, ..entry };
        platform.storage.notifications.add(std::slice::from_ref(&entry)).await?;
        publish_unread(platform, entry.user_id);
    }
    Ok(())
}

async fn withdraw(platform: &Platform, entries: &[Notification]) -> Result<()> {
    for some in entries.chunks(CHUNK) {
        for user_id in platform.storage.notifications.withdraw(some).await? {
            publish_unread(platform, user_id);
        }
    }
    Ok(())
}
