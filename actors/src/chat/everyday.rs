//! Pins, reactions and personal data (saved messages, drafts) on the wire. Contract §3.8.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::ids::{ChannelId, JobId, MessageId, UserId, WorkspaceId};
use utoipa::ToSchema;

use super::view::MessageView;
use crate::platform::time::Moment;

/// What is to be read.
#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadAll {
    /// Only this workspace; without: all of them.
    #[serde(default)]
    #[garde(skip)]
    pub workspace_id: Option<WorkspaceId>,
}

/// A message that is pinned.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Pin)]
pub struct PinView {
    pub message: MessageView,
    pub pinned_by: UserId,
    pub pinned: Moment,
}

/// Who put one emoji under a message, in the order in which they did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Reactors)]
pub struct ReactorsView {
    pub emoji: String,
    pub people: Vec<ReactorView>,
}

/// Somebody who reacted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Reactor)]
pub struct ReactorView {
    pub user_id: UserId,
    pub display_name: String,
    pub slug: String,
    pub avatar: Option<String>,
}

/// I have confirmed a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Acked)]
pub struct AckedView {
    /// Always `true`.
    pub acked: bool,
    /// How many have.
    pub ack_count: i64,
}

/// Somebody whom a message asks to confirm it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReceiptPerson)]
pub struct ReceiptView {
    pub user_id: UserId,
    pub display_name: String,
    pub slug: String,
    pub avatar: Option<String>,
    /// When they confirmed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Moment>,
}

/// Who has read and confirmed a message: a page of those whom it asks, by ascending id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Receipts)]
pub struct ReceiptsView {
    /// How many are asked in all.
    pub audience: i64,
    /// How many of all have confirmed.
    pub ack_count: i64,
    /// Of this page: who has read the channel that far; who does not show how far they read is not among them.
    pub read: Vec<ReceiptView>,
    /// Of this page: who has confirmed.
    pub acked: Vec<ReceiptView>,
    /// Of this page: who has not.
    pub waiting: Vec<ReceiptView>,
    pub has_more: bool,
    /// With `hasMore`: ask on with `after` of this.
    pub next: Option<UserId>,
    /// The same as `next`.
    pub cursor: Option<UserId>,
    /// When somebody last had those reminded who have not.
    pub reminded: Option<Moment>,
}

/// Those who have not confirmed are rung for once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Reminded)]
pub struct RemindedView {
    /// How many have not confirmed.
    pub reminded: i64,
}

/// Which of my threads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ThreadFilter {
    /// Those with replies that I have not read.
    Unread,
    #[default]
    All,
}

/// A thread in which I wrote, or which names me.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyThread {
    /// Its first message.
    pub message: MessageView,
    pub channel_id: ChannelId,
    /// 0 for a conversation.
    pub workspace_id: WorkspaceId,
    /// The channel's name as people read it.
    pub channel_name: String,
    /// Replies of others that I have not read, up to 100.
    pub unread_count: usize,
    pub last_read_message_id: Option<MessageId>,
    pub last_reply_at: Moment,
    /// The last two that are not deleted, ascending.
    pub replies: Vec<MessageView>,
}

/// Some of my threads, newest reply first.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyThreads {
    /// May be fewer than asked for though there are more: of those that are read there may be many between.
    pub content: Vec<MyThread>,
    pub has_more: bool,
    /// With `hasMore`: ask on with `before` of this.
    pub next: Option<MessageId>,
    /// The same as `next`.
    pub cursor: Option<MessageId>,
}

/// A message to be kept.
#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SaveMessage {
    /// When I want to be reminded of it, within a year; without: not.
    #[serde(default)]
    #[garde(skip)]
    pub remind_at: Option<Moment>,
}

/// A message that I keep.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedMessage)]
pub struct SavedView {
    pub message: MessageView,
    pub workspace_id: WorkspaceId,
    /// The channel's name as people read it.
    pub channel_name: String,
    pub saved: Moment,
    /// When I am reminded of it; none: not, or I was.
    pub remind_at: Option<Moment>,
}

/// What I have begun to write in a channel.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct DraftInput {
    /// Empty: there is none any more.
    #[garde(length(chars, max = 4000))]
    #[schema(max_length = 4000)]
    pub content: String,
}

/// What I have begun to write in a channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChannelDraft)]
pub struct DraftView {
    pub channel_id: ChannelId,
    pub content: String,
    pub updated: Moment,
}

/// A message that is sent later.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleInput {
    /// 1–4,000 characters after trimming.
    #[garde(skip)]
    #[schema(min_length = 1, max_length = 4000)]
    pub content: String,
    /// Later than now, within a year.
    #[garde(skip)]
    pub send_at: Moment,
    /// How it is repeated (RFC 5545, at most once a day), counted from `sendAt` in Swedish time; absent: it is sent once.
    #[garde(inner(length(bytes, max = 500)))]
    #[schema(max_length = 500)]
    pub rrule: Option<String>,
}

/// A message of mine that is sent later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ScheduledMessage)]
pub struct ScheduledView {
    pub id: JobId,
    pub channel_id: ChannelId,
    pub content: String,
    pub send_at: Moment,
    /// How it is repeated after `sendAt`; null: it is not.
    pub rrule: Option<String>,
    /// The code of the refusal, when it could not be sent; it is kept until I change it or take it away.
    pub refused: Option<String>,
}

/// How my list of channels is arranged. Channels that are not there any more are left as they are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Sidebar {
    /// Channels that stand first, in this order.
    #[garde(length(max = 200))]
    #[schema(max_items = 200)]
    pub favourites: Vec<ChannelId>,
    /// Groups of my own, in this order.
    #[garde(length(max = 30), dive)]
    #[schema(max_items = 30)]
    pub groups: Vec<SidebarGroup>,
    /// Keys of parts that are folded, as the client names them.
    #[garde(length(max = 100), inner(length(chars, min = 1, max = 64)))]
    #[schema(max_items = 100)]
    pub collapsed: Vec<String>,
}

/// A group of channels that I have made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SidebarGroup {
    /// Made by the client; the same as long as the group is.
    #[garde(length(chars, min = 1, max = 64))]
    #[schema(min_length = 1, max_length = 64)]
    pub id: String,
    #[garde(length(chars, min = 1, max = 60))]
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    /// Its channels, in this order.
    #[garde(length(max = 200))]
    #[schema(max_items = 200)]
    pub channels: Vec<ChannelId>,
}
