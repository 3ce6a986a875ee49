//! What one person is sent on `/user/queue/notifications`, by all areas.

use serde::{Deserialize, Serialize};
use storage::ids::{ChannelId, EntityId, MessageId, UserId, WorkspaceId};
use utoipa::ToSchema;

use crate::chat::everyday::{DraftView, Sidebar};
use crate::chat::live;
use crate::live::body::Body;
use crate::live::bus::Personal;
use crate::messages::view::DirectMessage;
use crate::notifications::view::NotificationView;

/// `/user/queue/notifications`: what concerns one person, on all their connections.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PersonalEvent {
    Notification {
        notification: Box<NotificationView>,
    },
    /// What is unread has changed: the number that is named.
    Unread {
        /// The bell, up to 100.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        notifications: Option<usize>,
        /// Conversations with something unread that are not muted, up to 100.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        messages: Option<usize>,
    },
    #[serde(rename_all = "camelCase")]
    ChannelRead {
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        last_read_message_id: MessageId,
    },
    /// A channel was marked unread from this message on, until it is read next.
    #[serde(rename_all = "camelCase")]
    ChannelUnread {
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        unread_from: MessageId,
    },
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
    MessageAcked {
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        message_id: MessageId,
    },
    /// I have voted on another connection: what I have chosen now.
    #[serde(rename_all = "camelCase")]
    PollVoted {
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        message_id: MessageId,
        options: Vec<i64>,
    },
    /// What I have begun to write in a channel was changed on another connection; none: there is nothing any more.
    #[serde(rename_all = "camelCase")]
    DraftChanged {
        channel_id: ChannelId,
        draft: Option<DraftView>,
    },
    /// My list of channels was arranged on another connection.
    SidebarChanged {
        sidebar: Sidebar,
    },
    /// A relation to an organisation began, changed or ended: fetch workspaces and memberships anew.
    #[serde(rename_all = "camelCase")]
    MembershipChanged {
        entity_id: EntityId,
    },
    /// Something of my contacts, requests, blocks or follows has changed: fetch anew what of them is shown.
    #[serde(rename_all = "camelCase")]
    ContactsChanged {
        /// Requests that wait for my answer, up to 100.
        count: usize,
        /// The other person, where it concerns one.
        user_id: Option<UserId>,
    },
    /// What is reported or waits where I moderate has changed: fetch anew what of it is shown.
    #[serde(rename_all = "camelCase")]
    ModerationChanged {
        entity_id: EntityId,
    },
    /// A post has come into my timeline.
    FeedPost {
        uuid: String,
    },
    /// Something was said, or changed, in a conversation of mine.
    DirectMessage(Box<DirectMessage>),
    Resync,
}

impl PersonalEvent {
    /// Ready to be announced to one person.
    pub fn to(&self, user_id: UserId) -> Personal {
        let settle = matches!(self, Self::MembershipChanged { .. });
        let echo = match *self {
            Self::ChannelRead { workspace_id, channel_id, last_read_message_id } => {
                Some(live::read_echo(workspace_id, channel_id, last_read_message_id))
            }
            _ => None,
        };
        Personal { user_id, body: Body::of(self), settle, echo }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_say_resync_as_it_is_specified() {
        assert_eq!(Body::of(&PersonalEvent::Resync).as_str(), crate::live::session::RESYNC);
    }
}
