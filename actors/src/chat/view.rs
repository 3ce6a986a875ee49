//! Chat on the wire, in both directions. Field names are the specification's.

use garde::Validate;
use serde::{Deserialize, Serialize};
pub use storage::chat::Priority;
use storage::chat::direct::stands_alone;
use storage::chat::{Card, Channel, ChannelRole, ChannelType, Message, NotifyLevel};
use storage::entities::RelationType;
use storage::ids::{AttachmentId, ChannelId, EntityId, EventId, MessageId, UserId, WorkspaceId};
use utoipa::ToSchema;

use super::live_notification::LiveNotification;
pub use super::polls::{PollInput, PollOption, PollView, VoteInput};
use super::rules::Permission;
use crate::files::view::AttachmentView;
use crate::platform::time::Moment;

/// A workspace that I may enter.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Workspace)]
pub struct WorkspaceView {
    pub workspace_id: WorkspaceId,
    pub workspace_name: String,
    pub entity_id: EntityId,
    pub entity_slug: String,
    pub entity_name: String,
    /// My role in it.
    pub role: ChannelRole,
}

/// A channel's settings, the same for everybody.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChannelSettings {
    pub id: ChannelId,
    pub workspace_id: WorkspaceId,
    /// 2–80 lower-case letters (å ä ö included), digits, `-` and `_`; unique in the workspace.
    pub name: String,
    pub display_name: String,
    pub description: String,
    pub channel_type: ChannelType,
    pub topic: String,
    pub archived: bool,
    pub general: bool,
    pub read_only: bool,
    pub allow_followers: bool,
    pub visible_to_guests: bool,
    pub created_by: UserId,
    pub require_moderation: bool,
    /// Messages of members need no approval (under `requireModeration`).
    pub auto_approve_members: bool,
    /// Private channels: holders of these relations to the organisation always belong.
    pub relation_types: Vec<RelationType>,
    pub created: Moment,
}

impl From<&Channel> for ChannelSettings {
    fn from(channel: &Channel) -> Self {
        Self {
            id: channel.channel_id,
            workspace_id: channel.workspace_id,
            name: channel.name.clone(),
            display_name: channel.display_name.clone(),
            description: channel.description.clone(),
            channel_type: channel.channel_type,
            topic: channel.topic.clone(),
            archived: channel.archived,
            general: channel.general,
            read_only: channel.read_only,
            allow_followers: channel.allow_followers,
            visible_to_guests: channel.visible_to_guests,
            created_by: channel.created_by,
            require_moderation: channel.require_moderation,
            auto_approve_members: channel.auto_approve_members,
            relation_types: channel.relation_types.clone(),
            created: Moment(channel.created),
        }
    }
}

/// What I have read in a channel and how it may call for me.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChannelMemberState {
    pub last_read_message_id: Option<MessageId>,
    pub mention_count: usize,
    pub notify_level: NotifyLevel,
    pub muted: bool,
    /// From which message on I have marked it unread, until I read it next; `lastReadMessageId` stays.
    pub unread_from: Option<MessageId>,
}

/// The type of conversations between people.
pub const PERSON: i64 = 1;
/// The type of an organisation's channels.
const ORGANISATION: i64 = 114;

/// The type of a channel's conversation; none: it is about something of another kind.
pub(super) fn type_of(channel: &Channel) -> Option<i64> {
    if channel.is_direct() {
        return Some(PERSON);
    }
    (!stands_alone(channel.workspace_id)).then_some(ORGANISATION)
}

/// A channel as I see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Channel)]
pub struct ChannelView {
    #[serde(flatten)]
    pub settings: ChannelSettings,
    /// 1: a conversation between people; 114: a channel of an organisation; null: comments on something.
    pub id_type: Option<i64>,
    pub role: ChannelRole,
    pub permissions: Vec<Permission>,
    pub member: ChannelMemberState,
}

/// My role in a channel.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RoleView {
    pub role: ChannelRole,
    pub permissions: Vec<Permission>,
}

/// Somebody who may read a channel.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Member)]
pub struct MemberView {
    pub user_id: UserId,
    /// The name to write after `@`.
    pub username: String,
    pub slug: String,
    pub display_name: String,
    pub avatar: Option<String>,
    /// A program.
    pub is_bot: bool,
    pub role: ChannelRole,
    pub online: bool,
    /// What they say of themselves now.
    pub status_text: Option<String>,
    pub status_emoji: Option<String>,
    /// Has a row of their own in the channel (can be removed from it).
    pub explicit: bool,
}

/// How often one emoji stands under a message, and whether I am among them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Reaction)]
pub struct ReactionView {
    pub emoji: String,
    pub count: u32,
    pub me: bool,
}

/// What somebody is called whom a message names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MentionName {
    pub user_id: UserId,
    pub display_name: String,
}

/// A chat message.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Message)]
pub struct MessageView {
    pub id: MessageId,
    pub channel_id: ChannelId,
    pub user_id: UserId,
    /// The author's display name.
    pub user_name: String,
    pub user_slug: String,
    pub user_avatar: Option<String>,
    /// A program wrote it, no person.
    #[serde(default)]
    pub is_bot: bool,
    pub message_type: MessageType,
    /// Mentions as `@{numeric user id}`.
    pub content: String,
    /// Mentions as they were typed.
    pub formatted_content: String,
    pub edited: bool,
    pub deleted: bool,
    /// False while it waits for a moderator.
    pub visible: bool,
    pub created: Moment,
    pub updated: Moment,
    pub parent_message_id: Option<MessageId>,
    /// Replies in its thread that are not deleted.
    pub reply_count: u32,
    pub last_reply_at: Option<Moment>,
    pub reactions: Vec<ReactionView>,
    pub attachments: Vec<AttachmentView>,
    pub pinned: bool,
    pub priority: Priority,
    /// It asks those who read it to confirm it.
    pub requested_ack: bool,
    /// I have confirmed it.
    pub my_ack: bool,
    /// With `requestedAck`: how many have.
    pub ack_count: Option<i64>,
    /// Of a `POLL`.
    pub poll: Option<PollView>,
    /// Of a `CARD`: what it points at. It is shown as it is now, read by its own call.
    pub card: Option<Card>,
    pub client_message_id: Option<String>,
    pub mentions: Vec<UserId>,
    /// What those are called: shown in place of the names as they were typed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mention_names: Vec<MentionName>,
    /// Raised with every change of the message, its reactions and its thread: of two states the higher one holds.
    pub version: i64,
}

/// How often one emoji stands under a message, as everybody is told it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReactionCount {
    pub emoji: String,
    pub count: u32,
}

/// A thread's first message as it stands, told with what happens in the thread.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParentState {
    pub message_id: MessageId,
    pub version: i64,
    pub content: String,
    pub formatted_content: String,
    pub mentions: Vec<UserId>,
    /// What those are called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mention_names: Vec<MentionName>,
    pub edited: bool,
    pub deleted: bool,
    pub updated: Moment,
    pub reply_count: u32,
    pub last_reply_at: Option<Moment>,
    pub reactions: Vec<ReactionCount>,
    #[serde(default)]
    pub attachments: Vec<AttachmentView>,
    #[serde(default)]
    pub pinned: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
    #[serde(default)]
    pub requested_ack: bool,
    /// With `requestedAck`: how many have confirmed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ack_count: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_type: Option<MessageType>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poll: Option<PollView>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum MessageType {
    Text,
    /// Its text is the question.
    Poll,
    /// It points at something; its text, which may be empty, stands beside it.
    Card,
}

impl MessageType {
    /// The type of a message.
    pub fn of(message: &Message) -> Self {
        match message {
            Message { poll: Some(_), .. } => Self::Poll,
            Message { card: Some(_), .. } => Self::Card,
            _ => Self::Text,
        }
    }
}

/// A page of a channel, ascending by id.
#[derive(Debug, Clone)]
pub struct MessagesPage {
    pub messages: Vec<MessageView>,
    pub has_more: bool,
    pub has_older: bool,
    pub has_newer: bool,
    /// The cursor for recovery: read before the page.
    pub cursor: EventId,
}

/// A thread: its first message and its replies, ascending.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThreadView {
    pub parent: MessageView,
    pub replies: Vec<MessageView>,
    pub has_more: bool,
    /// With `hasMore`: ask on with this `cursor`.
    pub cursor: Option<MessageId>,
}

/// What happened after a cursor.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventsPage {
    pub events: Vec<LiveNotification>,
    /// Ask on from here. With `hasMore` it is only for the next page; without, it is a cursor like those of live events.
    pub cursor: EventId,
    /// The gap is too large: load the page of messages anew.
    pub reset: bool,
    pub has_more: bool,
}

/// A message that holds what was looked for.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundMessage {
    pub message: MessageView,
    /// The words of its text that are meant, as they stand in it.
    pub matches: Vec<String>,
    /// 0 for a conversation.
    pub workspace_id: WorkspaceId,
    pub channel_name: String,
    /// A conversation's other people, where it is one.
    pub channel_display_name: String,
}

/// What was found, newest first.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundMessages {
    pub content: Vec<FoundMessage>,
    pub has_more: bool,
    /// With `hasMore`: ask on with `before` of this.
    pub next: Option<MessageId>,
    /// The same as `next`.
    pub cursor: Option<MessageId>,
}

/// Unread state of one channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChannelUnread {
    pub channel_id: ChannelId,
    pub has_unread: bool,
    pub mention_count: usize,
    /// Epoch milliseconds; 0 when never read.
    pub last_read_timestamp: i64,
}

/// Unread state of a workspace.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WorkspaceUnread {
    pub channels: Vec<ChannelUnread>,
    /// Channels with something unread that are not muted.
    pub total: usize,
}

/// How far I have read.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadState {
    pub last_read_message_id: Option<MessageId>,
    pub mention_count: usize,
    /// From which message on it is marked unread.
    pub unread_from: Option<MessageId>,
}

/// How far I have read a thread.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThreadReadState {
    /// The thread's first message.
    pub parent_message_id: MessageId,
    pub last_read_message_id: Option<MessageId>,
    /// What still calls me in the channel and its threads.
    pub mention_count: usize,
}

/// A new message, by REST or by SEND.
#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewMessage {
    /// 1–4,000 characters after trimming; with files or a card it may be empty or left out, of a poll it is.
    #[serde(default)]
    #[garde(skip)]
    #[schema(max_length = 4000)]
    pub content: String,
    #[serde(default)]
    #[garde(skip)]
    pub parent_message_id: Option<MessageId>,
    /// The same one from the same person within 24 h answers the first message.
    #[serde(default)]
    #[garde(inner(length(chars, min = 1, max = 64)))]
    #[schema(min_length = 1, max_length = 64)]
    pub client_message_id: Option<String>,
    /// Files that I have brought to this channel and not sent yet; ten at most.
    #[serde(default)]
    #[garde(skip)]
    #[schema(max_items = 10)]
    pub attachment_ids: Option<Vec<AttachmentId>>,
    /// MODERATOR and above may say `IMPORTANT`; not in a thread.
    #[serde(default)]
    #[garde(skip)]
    pub priority: Option<Priority>,
    /// Ask everybody who can read the channel now to confirm that they have read it: it rings for them, and the author and
    /// moderators see who has. MODERATOR and above; not in a thread.
    #[serde(default)]
    #[garde(skip)]
    pub requested_ack: Option<bool>,
    /// A poll: its question becomes the text. It cannot be edited.
    #[serde(default)]
    #[garde(skip)]
    pub poll: Option<PollInput>,
    /// `CARD` where it is one; else it need not be said.
    #[serde(default)]
    #[garde(skip)]
    pub message_type: Option<MessageType>,
    /// An event or a post that I see (422 `card` NOT_FOUND), to be shown to each reader as they see it.
    #[serde(default)]
    #[garde(skip)]
    pub card: Option<Card>,
}

impl NewMessage {
    /// The priority; default: normal.
    pub fn priority(&self) -> Priority {
        self.priority.unwrap_or(Priority::Normal)
    }

    /// The field that makes it an announcement; none: it is not one.
    pub fn announces(&self) -> Option<&'static str> {
        if self.priority() == Priority::Important {
            return Some("priority");
        }
        (self.requested_ack == Some(true)).then_some("requestedAck")
    }
}

/// A new text for a message.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct EditMessage {
    /// 1–4,000 characters after trimming; of a message with files or a card it may be empty.
    #[garde(skip)]
    #[schema(max_length = 4000)]
    pub content: String,
}

/// Why a message is not let through.
#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
pub struct RejectMessage {
    #[serde(default)]
    #[garde(inner(length(chars, max = 500)))]
    #[schema(max_length = 500)]
    pub reason: Option<String>,
}

/// How far I have read; without an id: everything. Or from where on it is to be unread again.
#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarkRead {
    #[serde(default)]
    #[garde(skip)]
    pub last_read_message_id: Option<MessageId>,
    /// Of a channel: it is unread from this message on, until it is read next. Not together with `lastReadMessageId`.
    #[serde(default)]
    #[garde(skip)]
    pub unread_from: Option<MessageId>,
}

/// A new workspace of an organisation.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewWorkspace {
    #[garde(skip)]
    pub entity_id: EntityId,
    #[garde(length(chars, min = 1, max = 80))]
    #[schema(min_length = 1, max_length = 80)]
    pub workspace_name: String,
}

/// A workspace's new name.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditWorkspace {
    #[garde(length(chars, min = 1, max = 80))]
    #[schema(min_length = 1, max_length = 80)]
    pub workspace_name: String,
}

/// A channel to make, or the settings to change: what is absent keeps its value (or takes the default).
/// `createdBy`, `archived` and `general` are accepted and not used: the server knows them better.
#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChannelInput {
    /// Lower-case letters, digits, - and _; unique in the workspace. Needed when a channel is made.
    #[garde(skip)]
    #[schema(min_length = 2, max_length = 80, pattern = "^[a-zåäö0-9_-]+$")]
    pub name: Option<String>,
    #[garde(inner(length(chars, max = 80)))]
    #[schema(max_length = 80)]
    pub display_name: Option<String>,
    #[garde(inner(length(chars, max = 500)))]
    #[schema(max_length = 500)]
    pub description: Option<String>,
    #[garde(skip)]
    pub channel_type: Option<ChannelType>,
    #[garde(inner(length(chars, max = 250)))]
    #[schema(max_length = 250)]
    pub topic: Option<String>,
    #[garde(skip)]
    pub read_only: Option<bool>,
    #[garde(skip)]
    pub allow_followers: Option<bool>,
    #[garde(skip)]
    pub visible_to_guests: Option<bool>,
    #[garde(skip)]
    pub require_moderation: Option<bool>,
    #[garde(skip)]
    pub auto_approve_members: Option<bool>,
    #[garde(length(max = 22))]
    #[schema(max_items = 22)]
    pub relation_types: Option<Vec<RelationType>>,
    /// A private channel that has messages becomes public only with `true`: everything said in it is shown from then on
    /// (else 409 `HISTORY_WOULD_SHOW`).
    #[garde(skip)]
    pub show_history: Option<bool>,
    /// When moderation is switched off while messages wait: what becomes of them (else 409 `MESSAGES_WAIT`).
    #[garde(skip)]
    pub waiting: Option<Waiting>,
}

/// What becomes of messages that wait when moderation is switched off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Waiting {
    /// They are published.
    Approve,
    /// They are turned down; their authors are told.
    Reject,
}

/// A member's own role in a channel; absent: a plain member.
#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
pub struct MemberInput {
    #[serde(default)]
    #[garde(skip)]
    pub role: Option<ChannelRole>,
}

/// How a channel may call for me.
#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ReaderInput {
    #[garde(skip)]
    pub notify_level: Option<NotifyLevel>,
    #[garde(skip)]
    pub muted: Option<bool>,
}

/// The text with mentions as they were typed.
pub fn formatted(message: &Message) -> &str {
    message.formatted.as_deref().unwrap_or(&message.content)
}
