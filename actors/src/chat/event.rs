//! Chat's live events: what subscribers are told.

use serde::{Deserialize, Serialize};
use storage::chat::{Card, Channel, ChannelRole};
use storage::ids::{ChannelId, EventId, Ids, MessageId, UserId, WorkspaceId};
use utoipa::ToSchema;

use super::rules::OwnRow;
use super::view::{
    ChannelSettings, MentionName, MessageType, ParentState, PollView, Priority, ReactionCount,
};
use crate::files::view::AttachmentView;
use crate::room::Happening;
use crate::time::Moment;

/// The kinds of live notification on `/topic/chat/channel/{id}` and `/topic/workspace/{id}/notifications`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum LiveType {
    MessageCreate,
    MessageUpdate,
    MessageDelete,
    MessageApproved,
    /// A message waits for a moderator; told to moderators and its author only.
    MessagePending,
    MessageReaction,
    ChannelCreated,
    ChannelUpdated,
    ChannelArchived,
    /// The reader's own other connections have read this far.
    ChannelRead,
    MemberChanged,
    /// Somebody types in a conversation, or no longer (`userId`, `senderName`, `isTyping`). In a workspace that is told on its own topic.
    Typing,
    /// The workspace has a new name.
    WorkspaceUpdated,
    /// Something may have been missed: fetch what came after the cursor.
    Resync,
}

/// The live notification of the specification; the fields from `formattedContent` on are set where the type has them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiveNotification {
    #[serde(rename = "type")]
    pub kind: LiveType,
    pub workspace_id: Option<WorkspaceId>,
    pub channel_id: Option<ChannelId>,
    pub message_id: Option<MessageId>,
    pub sender_id: Option<UserId>,
    pub sender_name: Option<String>,
    pub sender_slug: Option<String>,
    pub sender_avatar: Option<String>,
    /// The first 120 characters of the text, on one line.
    pub preview: Option<String>,
    pub content: Option<String>,
    /// When the message was created.
    pub created: Option<Moment>,
    /// When this happened, epoch milliseconds.
    pub timestamp: i64,
    /// The thread's first message; as `parentMessageId`.
    pub thread_id: Option<MessageId>,
    pub parent_message_id: Option<MessageId>,
    #[serde(default)]
    pub mentions: Vec<UserId>,
    /// What those are called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mention_names: Vec<MentionName>,
    #[serde(default)]
    pub has_attachments: bool,
    /// The message's files; of a deleted one none.
    #[serde(default)]
    pub attachments: Vec<AttachmentView>,
    pub visible: bool,
    /// Grows within a channel; the place to recover from.
    pub cursor: Option<EventId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formatted_content: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edited: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated: Option<Moment>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_message_id: Option<String>,
    /// Absolute: of the message itself, or, on events about a reply, of its thread's first message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply_count: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_reply_at: Option<Moment>,
    /// MESSAGE_REACTION: the emoji, its count now, who and whether added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub emoji: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub added: Option<bool>,
    /// MESSAGE_REACTION: who reacted; MEMBER_CHANGED: whose role changed; TYPING: who types.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_id: Option<UserId>,
    /// MEMBER_CHANGED: the role now; absent for NONE.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<ChannelRole>,
    /// TYPING: true at its beginning, false at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_typing: Option<bool>,
    /// CHANNEL_*: the channel as it is now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel: Option<Box<ChannelSettings>>,
    /// WORKSPACE_UPDATED: the new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workspace_name: Option<String>,
    /// CHANNEL_READ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_read_message_id: Option<MessageId>,
    /// After a rejection: the moderator's reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The message's version that this event tells, with all that belongs to it. Whoever knows a higher one drops the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
    /// Every reaction to the message at that version; absent on a new message: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reactions: Option<Vec<ReactionCount>>,
    /// The message is pinned at that version; absent on a new message: it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pinned: Option<bool>,
    /// Of a message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
    /// The message asks those who read it to confirm it; absent: it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requested_ack: Option<bool>,
    /// With `requestedAck`: how many have, at that version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ack_count: Option<i64>,
    /// Of a message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_type: Option<MessageType>,
    /// Of a `POLL`, at that version; without what anybody has chosen where it is anonymous.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poll: Option<PollView>,
    /// Of a `CARD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// On events about a reply: the thread's first message, with its own version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<Box<ParentState>>,
    /// MESSAGE_PENDING about a message that is published: the new text of it that waits; the message keeps its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposed: Option<String>,
}

impl LiveNotification {
    /// An event of `kind` with nothing but its time.
    pub fn bare(kind: LiveType, at: i64) -> Self {
        Self {
            kind,
            workspace_id: None,
            channel_id: None,
            message_id: None,
            sender_id: None,
            sender_name: None,
            sender_slug: None,
            sender_avatar: None,
            preview: None,
            content: None,
            created: None,
            timestamp: at,
            thread_id: None,
            parent_message_id: None,
            mentions: Vec::new(),
            mention_names: Vec::new(),
            has_attachments: false,
            attachments: Vec::new(),
            visible: true,
            cursor: None,
            formatted_content: None,
            edited: None,
            deleted: None,
            updated: None,
            client_message_id: None,
            reply_count: None,
            last_reply_at: None,
            emoji: None,
            count: None,
            added: None,
            user_id: None,
            role: None,
            is_typing: None,
            channel: None,
            workspace_name: None,
            last_read_message_id: None,
            reason: None,
            version: None,
            reactions: None,
            pinned: None,
            priority: None,
            requested_ack: None,
            ack_count: None,
            message_type: None,
            poll: None,
            card: None,
            parent: None,
            proposed: None,
        }
    }

    /// Something may have been missed since `since` (epoch ms): the cursor says where to begin.
    pub fn resync(since: i64, at: i64) -> Self {
        let from = Ids::first_at(since - super::MARGIN);
        Self { cursor: Some(EventId(from)), ..Self::bare(LiveType::Resync, at) }
    }

    /// An event about a channel as a whole.
    pub fn about_channel(kind: LiveType, channel: &Channel, at: i64, cursor: EventId) -> Self {
        Self {
            workspace_id: Some(channel.workspace_id),
            channel_id: Some(channel.channel_id),
            channel: Some(Box::new(ChannelSettings::from(channel))),
            cursor: Some(cursor),
            ..Self::bare(kind, at)
        }
    }
}

impl Happening for LiveNotification {
    fn cursor(&self) -> Option<i64> {
        self.cursor.map(|cursor| cursor.0)
    }

    fn at(&self) -> i64 {
        self.timestamp
    }
}

/// Which of a channel's readers an event is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Audience {
    Readers,
    /// Moderators and the one person it is about.
    Moderators {
        and: UserId,
    },
}

/// `/topic/workspace/{id}/typing`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Typing {
    pub channel_id: ChannelId,
    pub user_id: UserId,
    pub user_name: String,
    pub is_typing: bool,
    pub timestamp: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_message_id: Option<MessageId>,
}

/// `online` or `offline`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PresenceStatus {
    Online,
    Offline,
}

/// One person's presence in a workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Presence {
    pub user_id: UserId,
    pub status: PresenceStatus,
    pub timestamp: i64,
    /// In the list of who is online: what they say of themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status_text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status_emoji: Option<String>,
}

impl Presence {
    /// Somebody came, or went.
    pub fn new(user_id: UserId, status: PresenceStatus, timestamp: i64) -> Self {
        Self { user_id, status, timestamp, status_text: None, status_emoji: None }
    }
}

/// Somebody says something else of themselves: `{type:"STATUS_CHANGED",userId,text,emoji}`; both `null`: nothing any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusChanged {
    #[serde(rename = "type")]
    pub kind: StatusChangedType,
    pub user_id: UserId,
    pub text: Option<String>,
    pub emoji: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum StatusChangedType {
    #[serde(rename = "STATUS_CHANGED")]
    StatusChanged,
}

/// Many presences at once: `{type:"PRESENCE_BATCH",changes}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PresenceBatch {
    #[serde(rename = "type")]
    pub kind: PresenceBatchType,
    pub changes: Vec<Presence>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum PresenceBatchType {
    #[serde(rename = "PRESENCE_BATCH")]
    PresenceBatch,
}

/// What a change of rights was; every node applies it to the subscriptions it serves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum RightsChange {
    /// A person's row in one channel.
    Row { channel_id: ChannelId, user_id: UserId, row: OwnRow },
    /// A person's relation to the workspace's organisation.
    Relation { user_id: UserId, relation: Option<storage::entities::RelationType> },
}
