//! One connection: its subscriptions, its rights, its heart-beat; and the list of all connections of this node.

mod actor;
mod connections;
mod messages;
mod subscribe;

pub use actor::SessionActor;
pub use connections::Connections;
pub use messages::{
    ClientCommand, Closed, Command, Heartbeat, Personal, SubscriptionEnded, Terminate, Verify,
};

use storage::ids::{ChannelId, WorkspaceId};

/// What a connection can subscribe to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Destination {
    WorkspaceNotifications(WorkspaceId),
    WorkspaceTyping(WorkspaceId),
    WorkspacePresence(WorkspaceId),
    Channel(ChannelId),
    /// Bell, direct messages, contact requests, unread counts.
    UserNotifications,
    /// Answers to SEND.
    UserReply,
}

impl std::fmt::Display for Destination {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::WorkspaceNotifications(id) => write!(f, "/topic/workspace/{id}/notifications"),
            Self::WorkspaceTyping(id) => write!(f, "/topic/workspace/{id}/typing"),
            Self::WorkspacePresence(id) => write!(f, "/topic/workspace/{id}/presence"),
            Self::Channel(id) => write!(f, "/topic/chat/channel/{id}"),
            Self::UserNotifications => f.write_str("/user/queue/notifications"),
            Self::UserReply => f.write_str("/user/queue/reply"),
        }
    }
}
