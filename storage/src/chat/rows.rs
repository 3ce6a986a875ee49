//! Conversion between rows and records, and all rows of a message. Sending, approving and importing build their rows
//! here.

use super::counting::Call;
use super::direct::scope;
use super::following::Moved;
use super::tables::{
    CHANNEL_EVENTS, CHANNEL_HEADS, CHANNEL_MENTIONS, CLIENT_MESSAGE_TTL, CLIENT_MESSAGES, EVENT_TTL,
    LATE_MESSAGES, MENTION_TTL, MENTIONS, MESSAGE_BUCKETS, MESSAGE_LOCATIONS, MESSAGES, REACTIONS,
    THREAD_MESSAGES, THREAD_READERS, bucket, event_bucket,
};
use super::{Append, EventKind, EventRow, Message, Reaction, Reader, Telling};
use crate::chat::inbox;
use crate::files;
use crate::notifications;
use crate::platform::changes;
use crate::platform::engine::{Guard, Key, Write};
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, EventId, MessageId, UserId, WorkspaceId};
use crate::platform::record::{Record, Stored};
use crate::platform::value::Cell;
use crate::platform::value::{Row, Value};
use crate::push;

/// The columns that an edit may change.
pub(super) fn text_columns(message: &Message) -> [(&'static str, Value); 6] {
    [
        ("content", (&message.content).into()),
        ("formatted", message.formatted.as_ref().into()),
        ("mentions", message.mentions.to_value()),
        ("mention_all", message.mention_all.into()),
        ("updated", message.updated.into()),
        ("edited", message.edited.into()),
    ]
}

/// The key of a published message: by its channel's week, or by its thread.
pub(crate) fn message_key(channel_id: ChannelId, parent_id: Option<MessageId>, id: MessageId) -> Key {
    match parent_id {
        None => MESSAGES.at([channel_id.into(), bucket(id).into(), id.into()]),
        Some(parent) => THREAD_MESSAGES.at([parent.into(), id.into()]),
    }
}

pub(super) fn key_of(message: &Message) -> Key {
    message_key(message.channel_id, message.parent_id, message.message_id)
}

fn message_row(message: &Message) -> Row {
    match message.parent_id {
        None => message.row_in(&MESSAGES).with([("bucket", bucket(message.message_id).into())]),
        Some(_) => message.row_in(&THREAD_MESSAGES),
    }
}

pub(crate) fn location_row(message: &Message) -> Row {
    MESSAGE_LOCATIONS.row([
        ("message_id", message.message_id.into()),
        ("channel_id", message.channel_id.into()),
        ("parent_id", message.parent_id.into()),
    ])
}

pub(super) fn event_row(event: &EventRow) -> Write {
    let bucket = event_bucket(event.event_id).into();
    event.row_in(&CHANNEL_EVENTS).with([("bucket", bucket)]).insert_for(EVENT_TTL)
}

/// An event about a message's text.
pub(super) fn text_event(message: &Message, kind: EventKind, by: UserId, event_id: EventId) -> Write {
    event_row(&EventRow {
        channel_id: message.channel_id,
        event_id,
        kind,
        message_id: message.message_id,
        user_id: by,
        emoji: None,
        added: false,
        at: event_id.millis(),
    })
}

/// The claim of a client's idempotency key.
pub(super) fn client_message(message: &Message) -> Option<Guard> {
    let mark = message.client_message_id.as_ref()?;
    let row = CLIENT_MESSAGES.row([
        ("user_id", message.user_id.into()),
        ("client_message_id", mark.into()),
        ("message_id", message.message_id.into()),
        ("channel_id", message.channel_id.into()),
        ("parent_id", message.parent_id.into()),
    ]);
    Some(row.if_absent_for(CLIENT_MESSAGE_TTL))
}

/// The message and its location without events or notifications: all that imported history needs. For a reply also the
/// rows of `moved` in the participants' thread lists.
pub(crate) fn stored(message: &Message, moved: &Moved) -> Vec<Write> {
    let mut writes = vec![message_row(message).insert(), location_row(message).insert()];
    writes.extend(files::used(&message.attachments, message.message_id));
    if let Some(parent) = message.parent_id {
        writes.push(message_key(message.channel_id, None, parent).update([("threaded", true.into())]));
        writes.extend(moved.rows(message));
    }
    writes
}

pub(crate) fn head(message: &Message, workspace_id: WorkspaceId, shown: EventId) -> Write {
    CHANNEL_HEADS
        .at([scope(workspace_id, message.channel_id).into(), message.channel_id.into()])
        .raise([("message_id", message.message_id.0), ("shown", shown.0)])
}

/// An approved message: its id does not tell when it became visible.
fn late_row(message: &Message, shown: EventId) -> Write {
    LATE_MESSAGES
        .row([
            ("channel_id", message.channel_id.into()),
            ("shown", shown.into()),
            ("message_id", message.message_id.into()),
        ])
        .insert_for(MENTION_TTL)
}

pub(super) fn thread_mark_key(user_id: UserId, parent_id: MessageId) -> Key {
    THREAD_READERS.at([user_id.into(), parent_id.into()])
}

/// A person's read mark in a thread; only grows.
pub(super) fn thread_mark(user_id: UserId, parent_id: MessageId, message_id: MessageId) -> Write {
    thread_mark_key(user_id, parent_id).raise([("last_read", message_id.0)])
}

/// A stored mention, from either table.
pub(super) fn call(mut row: Row) -> Result<(ChannelId, Call)> {
    let message_id: MessageId = row.take("message_id")?;
    let sender = if std::ptr::eq(row.table(), &raw const MENTIONS) { "sender_id" } else { "user_id" };
    let call = Call {
        message_id,
        sender_id: row.take(sender)?,
        parent_id: row.take("parent_id")?,
        // Rows from before the column existed.
        since: row.take_or("since", EventId(message_id.0))?,
    };
    Ok((row.take("channel_id")?, call))
}

pub(crate) fn bucket_row(channel_id: ChannelId, bucket: i64) -> Write {
    MESSAGE_BUCKETS.row([("channel_id", channel_id.into()), ("bucket", bucket.into())]).insert()
}

pub(super) fn mention_key(message: &Message, workspace_id: WorkspaceId, user_id: UserId) -> Key {
    MENTIONS.at([user_id.into(), workspace_id.into(), message.channel_id.into(), message.message_id.into()])
}

pub(super) fn mention_row(
    message: &Message,
    workspace_id: WorkspaceId,
    user_id: UserId,
    since: EventId,
) -> Write {
    MENTIONS
        .row([
            ("user_id", user_id.into()),
            ("workspace_id", workspace_id.into()),
            ("channel_id", message.channel_id.into()),
            ("message_id", message.message_id.into()),
            ("sender_id", message.user_id.into()),
            ("parent_id", message.parent_id.into()),
            ("since", since.into()),
        ])
        .insert_for(MENTION_TTL)
}

pub(super) fn channel_mention_row(message: &Message, workspace_id: WorkspaceId, since: EventId) -> Write {
    CHANNEL_MENTIONS
        .row([
            ("workspace_id", scope(workspace_id, message.channel_id).into()),
            ("channel_id", message.channel_id.into()),
            ("message_id", message.message_id.into()),
            ("user_id", message.user_id.into()),
            ("parent_id", message.parent_id.into()),
            ("since", since.into()),
        ])
        .insert_for(MENTION_TTL)
}

pub(super) fn channel_mention_key(message: &Message, workspace_id: WorkspaceId) -> Key {
    let scope = scope(workspace_id, message.channel_id);
    CHANNEL_MENTIONS.at([scope.into(), message.channel_id.into(), message.message_id.into()])
}

/// The people for whom a mention is stored: not the author.
pub(super) fn mentioned(message: &Message) -> impl Iterator<Item = UserId> {
    message.mentions.iter().copied().filter(|user_id| *user_id != message.user_id)
}

/// All rows of a published message except its week's entry in `message_buckets`.
pub(super) fn published(append: &Append, kind: EventKind, by: UserId, moved: &Moved) -> Vec<Write> {
    let (message, workspace_id) = (&append.message, append.workspace_id);
    let mut writes = stored(message, moved);
    writes.push(text_event(message, kind, by, append.event_id));
    writes.push(changes::message(message.message_id));
    if message.parent_id.is_none() {
        writes.push(head(message, workspace_id, append.event_id));
        writes.extend(inbox::moved(message, &append.inboxes));
        if kind == EventKind::Approve {
            writes.push(late_row(message, append.event_id));
        }
    }
    // An approved message was posted earlier.
    if kind == EventKind::Create {
        writes.push(posted_mark(message, workspace_id));
    }
    let since = append.event_id;
    writes.extend(mentioned(message).map(|user_id| mention_row(message, workspace_id, user_id, since)));
    if message.mention_all {
        writes.push(channel_mention_row(message, workspace_id, since));
    }
    writes.extend(rung(append));
    if append.tells {
        writes.push(Telling::new(message.message_id, since).job().insert());
    }
    writes
}

/// The notifications of a message, and the job that pushes them.
pub(super) fn rung(append: &Append) -> impl Iterator<Item = Write> {
    let job = append.pushes.and_then(|id| push::job(id, &append.notifications));
    let entries = append.notifications.iter().flat_map(notifications::inserts);
    entries.chain(job.map(|job| job.insert()))
}

/// Posting marks the channel or thread read up to the message.
pub(super) fn posted_mark(message: &Message, workspace_id: WorkspaceId) -> Write {
    let Message { user_id, channel_id, message_id, created, .. } = *message;
    match message.parent_id {
        None => read_mark(user_id, workspace_id, channel_id, message_id, created),
        Some(parent_id) => thread_mark(user_id, parent_id, message_id),
    }
}

pub(crate) fn reaction_row(channel_id: ChannelId, reaction: &Reaction) -> Row {
    let place = [("channel_id", channel_id.into()), ("bucket", bucket(reaction.message_id).into())];
    reaction.row_in(&REACTIONS).with(place)
}

/// A person's read mark; only grows.
pub(crate) fn read_mark(
    user_id: UserId,
    workspace_id: WorkspaceId,
    channel_id: ChannelId,
    message_id: MessageId,
    at: i64,
) -> Write {
    Reader::at(user_id, workspace_id, channel_id).raise([("last_read", message_id.0), ("last_read_at", at)])
}
