//! Direct messages on the wire, in both directions.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::chat::NotifyLevel;
use storage::ids::{ChannelId, MessageId, UserId};
use utoipa::ToSchema;

use crate::chat::direct::{Correspondent, LastMessage};
use crate::platform::time::Moment;

/// A conversation as I see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Conversation)]
pub struct ConversationView {
    pub id: ChannelId,
    /// The same: every call of a channel works with it.
    pub channel_id: ChannelId,
    /// Always 1: people.
    pub id_type: i64,
    /// The others.
    pub people: Vec<Correspondent>,
    pub last_message: Option<LastMessage>,
    /// When something was last said in it; before that, when it was opened.
    pub last_activity: Moment,
    pub has_unread: bool,
    pub mention_count: usize,
    pub last_read_message_id: Option<MessageId>,
    pub notify_level: NotifyLevel,
    pub muted: bool,
    /// False: what is written stays readable, and nothing can be added.
    pub can_post: bool,
}

/// Whom to write to.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewConversation {
    /// The people; one's own id may be among them or not. Two to eight people in all.
    #[garde(length(min = 1, max = 8))]
    #[schema(min_items = 1, max_items = 8)]
    pub user_ids: Vec<UserId>,
    /// 1: people. Nothing else is taken here.
    #[garde(skip)]
    pub id_type: i64,
}
