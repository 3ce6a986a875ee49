//! Rows to records and back, and the rows that make up a message. Every way in (sending, approving, importing) builds
//! them here.

use super::counting::Call;
use super::tables::{
    CHANNEL_EVENTS, CHANNEL_HEADS, CHANNEL_MEMBERS, CHANNEL_MENTIONS, CHANNELS, CLIENT_MESSAGE_TTL,
    CLIENT_MESSAGES, EVENT_TTL, LATE_MESSAGES, MENTION_TTL, MENTIONS, MESSAGE_BUCKETS, MESSAGE_LOCATIONS,
    MESSAGES, PENDING_MESSAGES, REACTIONS, READERS, THREAD_MESSAGES, THREAD_READERS, WORKSPACES, bucket,
    event_bucket,
};
use super::{Append, Channel, EventKind, EventRow, Member, Message, Reaction, Reader, Workspace};
use crate::engine::{Guard, Key, Write};
use crate::entities::RelationType;
use crate::error::{Error, Result};
use crate::ids::{ChannelId, EventId, MessageId, UserId, WorkspaceId};
use crate::notifications;
use crate::value::{Row, Value};

pub(super) fn workspace_row(workspace: &Workspace) -> Row {
    WORKSPACES.row([
        ("workspace_id", workspace.workspace_id.into()),
        ("entity_id", workspace.entity_id.into()),
        ("workspace_name", (&workspace.workspace_name).into()),
        ("created", workspace.created.into()),
    ])
}

pub(super) fn workspace(mut row: Row) -> Result<Workspace> {
    Ok(Workspace {
        workspace_id: row.take("workspace_id")?,
        entity_id: row.take("entity_id")?,
        workspace_name: row.take("workspace_name")?,
        created: row.take("created")?,
    })
}

/// The settings of a channel that may change.
pub(super) fn channel_settings(channel: &Channel) -> [(&'static str, Value); 12] {
    let relation_types: Vec<&str> = channel.relation_types.iter().map(|relation| relation.as_str()).collect();
    [
        ("name", (&channel.name).into()),
        ("display_name", (&channel.display_name).into()),
        ("description", (&channel.description).into()),
        ("topic", (&channel.topic).into()),
        ("channel_type", channel.channel_type.into()),
        ("archived", channel.archived.into()),
        ("read_only", channel.read_only.into()),
        ("allow_followers", channel.allow_followers.into()),
        ("visible_to_guests", channel.visible_to_guests.into()),
        ("require_moderation", channel.require_moderation.into()),
        ("auto_approve_members", channel.auto_approve_members.into()),
        ("relation_types", relation_types.join(" ").into()),
    ]
}

pub(super) fn channel_row(channel: &Channel) -> Row {
    CHANNELS
        .row([
            ("channel_id", channel.channel_id.into()),
            ("workspace_id", channel.workspace_id.into()),
            ("entity_id", channel.entity_id.into()),
            ("general", channel.general.into()),
            ("created_by", channel.created_by.into()),
            ("created", channel.created.into()),
        ])
        .with(channel_settings(channel))
}

pub(super) fn channel(mut row: Row) -> Result<Channel> {
    Ok(Channel {
        channel_id: row.take("channel_id")?,
        workspace_id: row.take("workspace_id")?,
        entity_id: row.take("entity_id")?,
        name: row.take("name")?,
        display_name: row.take("display_name")?,
        description: row.take("description")?,
        topic: row.take("topic")?,
        channel_type: row.take("channel_type")?,
        archived: row.take("archived")?,
        general: row.take("general")?,
        read_only: row.take("read_only")?,
        allow_followers: row.take("allow_followers")?,
        visible_to_guests: row.take("visible_to_guests")?,
        require_moderation: row.take("require_moderation")?,
        auto_approve_members: row.take("auto_approve_members")?,
        relation_types: row
            .take::<String>("relation_types")?
            .split_whitespace()
            .map(|text| {
                RelationType::parse(text).ok_or_else(|| Error::Corrupt(format!("no relation type {text}")))
            })
            .collect::<Result<_>>()?,
        created_by: row.take("created_by")?,
        created: row.take("created")?,
    })
}

pub(super) fn member_row(member: &Member) -> Row {
    CHANNEL_MEMBERS.row([
        ("channel_id", member.channel_id.into()),
        ("user_id", member.user_id.into()),
        ("added_by", member.added_by.into()),
        ("added", member.added.into()),
        ("role", member.role.into()),
    ])
}

pub(super) fn member(mut row: Row) -> Result<Member> {
    Ok(Member {
        channel_id: row.take("channel_id")?,
        user_id: row.take("user_id")?,
        added_by: row.take("added_by")?,
        added: row.take("added")?,
        role: row.take("role")?,
    })
}

/// People as text: ids with spaces between, null for nobody.
pub(super) fn people(user_ids: &[UserId]) -> Value {
    if user_ids.is_empty() {
        return Value::Null;
    }
    user_ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ").into()
}

fn people_in(text: Option<String>) -> Result<Vec<UserId>> {
    text.unwrap_or_default()
        .split_whitespace()
        .map(|id| id.parse().map_err(|_| Error::Corrupt(format!("no person's id: {id}"))))
        .collect()
}

/// What an edit may change.
pub(super) fn text_columns(message: &Message) -> [(&'static str, Value); 6] {
    [
        ("content", (&message.content).into()),
        ("formatted", message.formatted.as_ref().into()),
        ("mentions", people(&message.mentions)),
        ("mention_all", message.mention_all.into()),
        ("updated", message.updated.into()),
        ("edited", message.edited.into()),
    ]
}

/// The columns that all three tables of messages share.
fn body(row: Row, message: &Message) -> Row {
    row.with([
        ("user_id", message.user_id.into()),
        ("content", (&message.content).into()),
        ("formatted", message.formatted.as_ref().into()),
        ("mentions", people(&message.mentions)),
        ("mention_all", message.mention_all.into()),
        ("client_message_id", message.client_message_id.as_ref().into()),
        ("created", message.created.into()),
        ("updated", message.updated.into()),
        ("edited", message.edited.into()),
        ("deleted", message.deleted.into()),
        ("threaded", message.threaded.into()),
        ("version", message.version.into()),
    ])
}

/// Where a published message lies: with its channel's week, or with its parent.
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
    let id = message.message_id;
    let row = match message.parent_id {
        None => MESSAGES.row([
            ("channel_id", message.channel_id.into()),
            ("bucket", bucket(id).into()),
            ("message_id", id.into()),
        ]),
        Some(parent) => THREAD_MESSAGES.row([
            ("parent_id", parent.into()),
            ("message_id", id.into()),
            ("channel_id", message.channel_id.into()),
        ]),
    };
    body(row, message)
}

pub(super) fn pending_row(message: &Message) -> Row {
    let row = PENDING_MESSAGES.row([
        ("channel_id", message.channel_id.into()),
        ("message_id", message.message_id.into()),
        ("parent_id", message.parent_id.into()),
    ]);
    body(row, message)
}

/// Of any of the three tables.
pub(crate) fn message(row: &mut Row) -> Result<Message> {
    Ok(Message {
        message_id: row.take("message_id")?,
        user_id: row.take("user_id")?,
        content: row.take("content")?,
        formatted: row.take("formatted")?,
        mentions: people_in(row.take("mentions")?)?,
        mention_all: row.take("mention_all")?,
        client_message_id: row.take("client_message_id")?,
        created: row.take("created")?,
        updated: row.take("updated")?,
        edited: row.take("edited")?,
        deleted: row.take("deleted")?,
        threaded: row.take("threaded")?,
        // What was stored before there were versions is at its first.
        version: row.take_or("version", 1)?,
        channel_id: row.take("channel_id")?,
        parent_id: if std::ptr::eq(row.table(), &raw const MESSAGES) { None } else { row.take("parent_id")? },
    })
}

pub(crate) fn location_row(message: &Message) -> Row {
    MESSAGE_LOCATIONS.row([
        ("message_id", message.message_id.into()),
        ("channel_id", message.channel_id.into()),
        ("parent_id", message.parent_id.into()),
    ])
}

pub(super) fn event_row(event: &EventRow) -> Write {
    CHANNEL_EVENTS
        .row([
            ("channel_id", event.channel_id.into()),
            ("bucket", event_bucket(event.event_id).into()),
            ("event_id", event.event_id.into()),
            ("kind", event.kind.into()),
            ("message_id", event.message_id.into()),
            ("user_id", event.user_id.into()),
            ("emoji", event.emoji.as_ref().into()),
            ("added", event.added.into()),
            ("at", event.at.into()),
        ])
        .insert_for(EVENT_TTL)
}

/// An entry about a message's text.
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

pub(super) fn event(mut row: Row) -> Result<EventRow> {
    Ok(EventRow {
        channel_id: row.take("channel_id")?,
        event_id: row.take("event_id")?,
        kind: row.take("kind")?,
        message_id: row.take("message_id")?,
        user_id: row.take("user_id")?,
        emoji: row.take("emoji")?,
        added: row.take("added")?,
        at: row.take("at")?,
    })
}

/// The claim on a sender's own mark.
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

/// The message and where it lies, with nothing that tells anybody: all that history needs.
pub(crate) fn stored(message: &Message) -> Vec<Write> {
    let mut writes = vec![message_row(message).insert(), location_row(message).insert()];
    if let Some(parent) = message.parent_id {
        writes.push(message_key(message.channel_id, None, parent).update([("threaded", true.into())]));
    }
    writes
}

pub(crate) fn head(message: &Message, workspace_id: WorkspaceId, shown: EventId) -> Write {
    CHANNEL_HEADS
        .at([workspace_id.into(), message.channel_id.into()])
        .raise([("message_id", message.message_id.0), ("shown", shown.0)])
}

/// A message that was approved: where it lies says nothing about when it was first seen.
fn late_row(message: &Message, shown: EventId) -> Write {
    LATE_MESSAGES
        .row([
            ("channel_id", message.channel_id.into()),
            ("shown", shown.into()),
            ("message_id", message.message_id.into()),
        ])
        .insert_for(MENTION_TTL)
}

/// How far a person has read a thread; only grows.
pub(super) fn thread_mark(user_id: UserId, parent_id: MessageId, message_id: MessageId) -> Write {
    THREAD_READERS.at([user_id.into(), parent_id.into()]).raise([("last_read", message_id.0)])
}

/// A kept mention, of either table.
pub(super) fn call(mut row: Row) -> Result<(ChannelId, Call)> {
    let message_id: MessageId = row.take("message_id")?;
    let sender = if std::ptr::eq(row.table(), &raw const MENTIONS) { "sender_id" } else { "user_id" };
    let call = Call {
        message_id,
        sender_id: row.take(sender)?,
        parent_id: row.take("parent_id")?,
        // Stored before there was more to say.
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
            ("workspace_id", workspace_id.into()),
            ("channel_id", message.channel_id.into()),
            ("message_id", message.message_id.into()),
            ("user_id", message.user_id.into()),
            ("parent_id", message.parent_id.into()),
            ("since", since.into()),
        ])
        .insert_for(MENTION_TTL)
}

pub(super) fn channel_mention_key(message: &Message, workspace_id: WorkspaceId) -> Key {
    CHANNEL_MENTIONS.at([workspace_id.into(), message.channel_id.into(), message.message_id.into()])
}

/// The people whose mention of a message is kept: not the sender.
pub(super) fn mentioned(message: &Message) -> impl Iterator<Item = UserId> {
    message.mentions.iter().copied().filter(|user_id| *user_id != message.user_id)
}

/// Everything a published message is, but its week's entry in `message_buckets`.
pub(super) fn published(append: &Append, kind: EventKind, by: UserId) -> Vec<Write> {
    let (message, workspace_id) = (&append.message, append.workspace_id);
    let mut writes = stored(message);
    writes.push(text_event(message, kind, by, append.event_id));
    if message.parent_id.is_none() {
        writes.push(head(message, workspace_id, append.event_id));
        if kind == EventKind::Approve {
            writes.push(late_row(message, append.event_id));
        }
    }
    // Approved, it was posted before.
    if kind == EventKind::Create {
        writes.push(posted_mark(message, workspace_id));
    }
    let since = append.event_id;
    writes.extend(mentioned(message).map(|user_id| mention_row(message, workspace_id, user_id, since)));
    if message.mention_all {
        writes.push(channel_mention_row(message, workspace_id, since));
    }
    writes.extend(append.notifications.iter().flat_map(notifications::inserts));
    writes
}

/// Who writes in a channel, or in a thread, has read it up to there.
pub(super) fn posted_mark(message: &Message, workspace_id: WorkspaceId) -> Write {
    let Message { user_id, channel_id, message_id, created, .. } = *message;
    match message.parent_id {
        None => read_mark(user_id, workspace_id, channel_id, message_id, created),
        Some(parent_id) => thread_mark(user_id, parent_id, message_id),
    }
}

pub(crate) fn reaction_row(channel_id: ChannelId, reaction: &Reaction) -> Row {
    REACTIONS.row([
        ("channel_id", channel_id.into()),
        ("bucket", bucket(reaction.message_id).into()),
        ("message_id", reaction.message_id.into()),
        ("emoji", (&reaction.emoji).into()),
        ("user_id", reaction.user_id.into()),
        ("created", reaction.created.into()),
    ])
}

pub(super) fn reaction(mut row: Row) -> Result<Reaction> {
    Ok(Reaction {
        message_id: row.take("message_id")?,
        emoji: row.take("emoji")?,
        user_id: row.take("user_id")?,
        created: row.take("created")?,
    })
}

/// How far a person has read; only grows.
pub(crate) fn read_mark(
    user_id: UserId,
    workspace_id: WorkspaceId,
    channel_id: ChannelId,
    message_id: MessageId,
    at: i64,
) -> Write {
    READERS
        .at([user_id.into(), workspace_id.into(), channel_id.into()])
        .raise([("last_read", message_id.0), ("last_read_at", at)])
}

pub(crate) fn reader(mut row: Row) -> Result<Reader> {
    Ok(Reader {
        user_id: row.take("user_id")?,
        workspace_id: row.take("workspace_id")?,
        channel_id: row.take("channel_id")?,
        last_read: row.take("last_read")?,
        last_read_at: row.take_or("last_read_at", 0)?,
        notify_level: row.take_or("notify_level", super::NotifyLevel::Default)?,
        muted: row.take_or("muted", false)?,
    })
}
