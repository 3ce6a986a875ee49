//! Conversations between people on the wire.

use serde::{Deserialize, Serialize};
use storage::accounts::User;
use storage::chat::Message;
use storage::ids::{ChannelId, EventId, MessageId, UserId};
use utoipa::ToSchema;

use crate::accounts::availability::quiet_until;
use crate::chat::{Known, in_brief};
use crate::platform::people::avatar;
use crate::platform::time::{Moment, now};

/// Somebody to write to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Correspondent {
    pub user_id: UserId,
    pub display_name: String,
    /// The name to write after `@`.
    pub username: String,
    pub slug: String,
    pub avatar: Option<String>,
    /// Connected now, as far as I may see it: through an organisation that we both belong to.
    pub online: bool,
    /// Left alone until then: nothing rings for them before; the bell keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet_until: Option<Moment>,
    /// In conversations of two, where both of us allow it: how far they have read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_read_message_id: Option<MessageId>,
}

impl Correspondent {
    pub fn new(user: &User, online: bool) -> Self {
        Self {
            user_id: user.user_id,
            display_name: user.display_name.clone(),
            username: user.user_name.clone(),
            slug: user.user_name.clone(),
            avatar: avatar(user),
            online,
            quiet_until: user.quiet.as_ref().and_then(|quiet| quiet_until(quiet, now())).map(Moment),
            last_read_message_id: None,
        }
    }
}

/// What was said, in one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LastMessage {
    pub message_id: MessageId,
    pub user_id: UserId,
    /// The first 120 characters of the text, on one line.
    pub preview: String,
    pub created: Moment,
}

impl LastMessage {
    pub fn of(message: &Message, people: &Known) -> Self {
        Self {
            message_id: message.message_id,
            user_id: message.user_id,
            preview: in_brief(message, people),
            created: Moment(message.created),
        }
    }
}

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Change {
    Create,
    Update,
    Delete,
}

/// Something was said, or changed, in a conversation of mine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DirectMessage {
    pub channel_id: ChannelId,
    pub change: Change,
    /// Grows within the conversation.
    pub cursor: EventId,
    /// The message's version.
    pub version: i64,
    /// The message as it is now; where its id is that of the conversation's `lastMessage`, or larger, this takes its place. One
    /// of somebody else's that is new makes the conversation unread.
    pub message: LastMessage,
    /// A reply: it is in its thread alone, and moves nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_message_id: Option<MessageId>,
    /// CREATE: everybody in the conversation, me too (`online` is not told here).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<Correspondent>,
}
