//! The live events of a channel, and of a whole workspace.

use serde::{Serialize, Serializer};
use storage::chat::{Card, Channel, ChannelRole};
use storage::ids::{ChannelId, EventId, Ids, MessageId, UserId, WorkspaceId};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::view::{
    ChannelSettings, MentionName, MessageType, ParentState, PollView, Priority, ReactionCount,
};
use crate::files::view::AttachmentView;
use crate::live::room::RoomEvent;
use crate::platform::time::Moment;

/// The live notification of the specification, on `/topic/chat/channel/{id}` and `/topic/workspace/{id}/notifications`: each kind
/// with the fields that it has. Those that the specification names are there in every one: what it has nothing to say of is `null`,
/// or empty.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum LiveNotification {
    MessageCreate(Box<MessageEvent>),
    MessageUpdate(Box<MessageEvent>),
    MessageDelete(Box<MessageEvent>),
    MessageApproved(Box<MessageEvent>),
    /// A message waits for a moderator; told to moderators and its author only.
    MessagePending(Box<PendingEvent>),
    MessageReaction(Box<ReactionEvent>),
    ChannelCreated(ChannelEvent),
    ChannelUpdated(ChannelEvent),
    ChannelArchived(ChannelEvent),
    /// The reader's own other connections have read this far.
    ChannelRead(ReadEvent),
    MemberChanged(MemberEvent),
    /// Somebody types in a conversation, or no longer. In a workspace that is told on its own topic.
    Typing(TypingEvent),
    /// The workspace has a new name.
    WorkspaceUpdated(WorkspaceEvent),
    /// What happened in a channel within a second, for those who subscribe to the workspace with `mode:digest`.
    ChannelDigest(DigestEvent),
    /// Something may have been missed: fetch what came after the cursor.
    Resync(ResyncEvent),
}

/// A message, at a version and with all that belongs to it there.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageEvent {
    pub workspace_id: WorkspaceId,
    pub channel_id: ChannelId,
    pub message_id: MessageId,
    pub sender_id: UserId,
    /// `null` where the account is no more; so are the next two.
    pub sender_name: Option<String>,
    pub sender_slug: Option<String>,
    pub sender_avatar: Option<String>,
    /// A program wrote it, no person.
    #[serde(default)]
    pub is_bot: bool,
    /// The first 120 characters of the text, on one line.
    pub preview: String,
    pub content: String,
    /// When the message was created.
    pub created: Moment,
    /// When this happened, epoch milliseconds.
    pub timestamp: i64,
    /// The thread's first message; as `parentMessageId`.
    pub thread_id: Option<MessageId>,
    pub parent_message_id: Option<MessageId>,
    pub mentions: Vec<UserId>,
    /// What those are called.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mention_names: Vec<MentionName>,
    pub has_attachments: bool,
    /// The message's files; of a deleted one none.
    pub attachments: Vec<AttachmentView>,
    pub visible: bool,
    /// Grows within a channel; the place to recover from.
    pub cursor: EventId,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formatted_content: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edited: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted: Option<bool>,
    pub updated: Moment,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_message_id: Option<String>,
    /// Absolute: of the message itself, or, on events about a reply, of its thread's first message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply_count: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_reply_at: Option<Moment>,
    /// The message's version that this event tells, with all that belongs to it. Whoever knows a higher one drops the event.
    pub version: i64,
    /// Every reaction to the message at that version; absent on a new message: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reactions: Option<Vec<ReactionCount>>,
    /// The message is pinned at that version; absent on a new message: it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pinned: Option<bool>,
    pub priority: Priority,
    /// The message asks those who read it to confirm it; absent: it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requested_ack: Option<bool>,
    /// With `requestedAck`: how many have, at that version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ack_count: Option<i64>,
    pub message_type: MessageType,
    /// Of a `POLL`, at that version; without what anybody has chosen where it is anonymous.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub poll: Option<PollView>,
    /// Of a `CARD`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// On events about a reply: the thread's first message, with its own version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<Box<ParentState>>,
    /// After a rejection: the moderator's reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A message that waits, or whose new text does.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct PendingEvent {
    #[serde(flatten)]
    pub message: MessageEvent,
    /// Of a message that is published: the new text of it that waits; the message keeps its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposed: Option<String>,
}

/// The message, and what was done to it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReactionEvent {
    #[serde(flatten)]
    pub message: MessageEvent,
    pub emoji: String,
    /// How many have it now.
    pub count: u32,
    /// Whether who reacted has it now.
    pub added: bool,
    /// Who reacted.
    pub user_id: UserId,
}

/// Defines an event that is not about a message: its own fields, and those that the specification requires besides.
macro_rules! about_no_message {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $kind,)*
            /// When this happened, epoch milliseconds.
            pub timestamp: i64,
            #[serde(flatten)]
            pub unsaid: Unsaid,
        }
    };
}

about_no_message! {
    /// A channel as it is now.
    ChannelEvent {
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        channel: Box<ChannelSettings>,
        /// Of CHANNEL_ARCHIVED: who archived it; absent where a block keeps them apart from one of its readers.
        #[serde(skip_serializing_if = "Option::is_none")]
        by_user_id: Option<UserId>,
        /// What they are called.
        #[serde(skip_serializing_if = "Option::is_none")]
        by_name: Option<String>,
        /// Grows within a channel; the place to recover from.
        cursor: EventId,
        sender_name: Null,
    }
}

about_no_message! {
    /// How far I have read.
    ReadEvent {
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        last_read_message_id: MessageId,
        /// A mark is a cursor.
        cursor: EventId,
        sender_name: Null,
    }
}

about_no_message! {
    /// What somebody may do in a channel has changed.
    MemberEvent {
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        user_id: UserId,
        /// The role now; absent for NONE.
        #[serde(skip_serializing_if = "Option::is_none")]
        role: Option<ChannelRole>,
        /// Grows within a channel; the place to recover from.
        cursor: EventId,
        sender_name: Null,
    }
}

about_no_message! {
    /// A sign of typing.
    TypingEvent {
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        user_id: UserId,
        /// What they are called.
        sender_name: String,
        /// True at its beginning, false at its end.
        is_typing: bool,
        cursor: Null,
    }
}

about_no_message! {
    /// A workspace as it is called now.
    WorkspaceEvent {
        workspace_id: WorkspaceId,
        channel_id: Null,
        workspace_name: String,
        cursor: Null,
        sender_name: Null,
    }
}

about_no_message! {
    /// What may have been missed, in a channel or in all of a workspace.
    ResyncEvent {
        workspace_id: WorkspaceId,
        /// `null`: all that the reader may read.
        channel_id: Option<ChannelId>,
        /// Where to begin.
        cursor: EventId,
        sender_name: Null,
    }
}

about_no_message! {
    /// What happened in a channel that was told with nothing else.
    DigestEvent {
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        /// New messages, and new replies in threads.
        message_count: u32,
        /// The newest that is no reply; `null`: none of them.
        last_message_id: Option<MessageId>,
        /// The threads that have new replies, by their first messages.
        parent_message_ids: Vec<MessageId>,
        /// Who wrote them.
        sender_ids: Vec<UserId>,
        /// Messages that were edited or deleted.
        changed_count: u32,
        /// Of the newest.
        cursor: EventId,
        sender_name: Null,
    }
}

/// What the specification names and an event about no message has nothing to say of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Unsaid {
    message_id: Null,
    sender_id: Null,
    sender_slug: Null,
    sender_avatar: Null,
    preview: Null,
    content: Null,
    created: Null,
    thread_id: Null,
    parent_message_id: Null,
    #[schema(max_items = 0)]
    mentions: Vec<UserId>,
    has_attachments: bool,
    #[schema(max_items = 0)]
    attachments: Vec<AttachmentView>,
    visible: bool,
}

impl Default for Unsaid {
    fn default() -> Self {
        Self {
            message_id: Null,
            sender_id: Null,
            sender_slug: Null,
            sender_avatar: Null,
            preview: Null,
            content: Null,
            created: Null,
            thread_id: Null,
            parent_message_id: Null,
            mentions: Vec::new(),
            has_attachments: false,
            attachments: Vec::new(),
            visible: true,
        }
    }
}

/// Always `null`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Null;

impl Serialize for Null {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

impl PartialSchema for Null {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::Null).into()
    }
}

impl ToSchema for Null {}

impl ResyncEvent {
    /// Events may have been missed since `since` (epoch ms).
    pub fn new(workspace_id: WorkspaceId, channel_id: Option<ChannelId>, since: i64, at: i64) -> Self {
        let cursor = EventId(Ids::first_at(since - super::MARGIN));
        Self { workspace_id, channel_id, cursor, sender_name: Null, timestamp: at, unsaid: Unsaid::default() }
    }
}

impl ChannelEvent {
    /// The event about the channel's current settings.
    pub fn new(channel: &Channel, at: i64, cursor: EventId) -> Self {
        Self {
            workspace_id: channel.workspace_id,
            channel_id: channel.channel_id,
            channel: Box::new(ChannelSettings::from(channel)),
            by_user_id: None,
            by_name: None,
            cursor,
            sender_name: Null,
            timestamp: at,
            unsaid: Unsaid::default(),
        }
    }
}

impl RoomEvent for LiveNotification {
    fn cursor(&self) -> Option<i64> {
        self.order().0.map(|cursor| cursor.0)
    }

    fn at(&self) -> i64 {
        self.order().1
    }
}

impl LiveNotification {
    /// Its cursor, if it has one, and its time.
    fn order(&self) -> (Option<EventId>, i64) {
        match self {
            Self::MessageCreate(it)
            | Self::MessageUpdate(it)
            | Self::MessageDelete(it)
            | Self::MessageApproved(it) => (Some(it.cursor), it.timestamp),
            Self::MessagePending(it) => (Some(it.message.cursor), it.message.timestamp),
            Self::MessageReaction(it) => (Some(it.message.cursor), it.message.timestamp),
            Self::ChannelCreated(it) | Self::ChannelUpdated(it) | Self::ChannelArchived(it) => {
                (Some(it.cursor), it.timestamp)
            }
            Self::ChannelRead(it) => (Some(it.cursor), it.timestamp),
            Self::MemberChanged(it) => (Some(it.cursor), it.timestamp),
            Self::Resync(it) => (Some(it.cursor), it.timestamp),
            Self::ChannelDigest(it) => (Some(it.cursor), it.timestamp),
            Self::Typing(it) => (None, it.timestamp),
            Self::WorkspaceUpdated(it) => (None, it.timestamp),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]
mod tests;
