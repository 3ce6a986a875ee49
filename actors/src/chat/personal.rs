//! Events that this area publishes on `/user/queue/notifications`, to all connections of one person.

use serde::{Deserialize, Serialize};
use storage::ids::{ChannelId, MessageId, UserId, WorkspaceId};
use utoipa::ToSchema;

use super::direct::DirectMessage;
use super::everyday::{DraftView, Sidebar};
use super::live;
use crate::live::bus::{Personal, ToPerson};

/// `/user/queue/notifications`: what concerns one person, on all their connections.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PersonalEvent {
    #[serde(rename_all = "camelCase")]
    ChannelRead { workspace_id: WorkspaceId, channel_id: ChannelId, last_read_message_id: MessageId },
    /// A channel was marked unread from this message on, until it is read next.
    #[serde(rename_all = "camelCase")]
    ChannelUnread { workspace_id: WorkspaceId, channel_id: ChannelId, unread_from: MessageId },
    /// A thread was read this far on another connection.
    #[serde(rename_all = "camelCase")]
    ThreadRead {
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        parent_message_id: MessageId,
        last_read_message_id: MessageId,
    },
    /// I have confirmed a message on another connection.
    #[serde(rename_all = "camelCase")]
    MessageAcked { workspace_id: WorkspaceId, channel_id: ChannelId, message_id: MessageId },
    /// I have voted on another connection: what I have chosen now.
    #[serde(rename_all = "camelCase")]
    PollVoted { workspace_id: WorkspaceId, channel_id: ChannelId, message_id: MessageId, options: Vec<i64> },
    /// What I have begun to write in a channel was changed on another connection; none: there is nothing any more.
    #[serde(rename_all = "camelCase")]
    DraftChanged { channel_id: ChannelId, draft: Option<DraftView> },
    /// My list of channels was arranged on another connection.
    SidebarChanged { sidebar: Sidebar },
    /// Something was said, or changed, in a conversation of mine.
    DirectMessage(Box<DirectMessage>),
}

impl ToPerson for PersonalEvent {
    /// A read mark is also sent to the person's subscriptions to the channel.
    fn to(&self, user_id: UserId) -> Personal {
        let echo = match *self {
            Self::ChannelRead { workspace_id, channel_id, last_read_message_id } => {
                Some(live::read_echo(workspace_id, channel_id, last_read_message_id))
            }
            _ => None,
        };
        Personal { echo, ..Personal::of(user_id, self) }
    }
}
