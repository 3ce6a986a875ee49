//! Between nodes: what one node announces, the others apply to the subscriptions they serve.
//!
//! With one node there is nothing to carry. The bus is a hint, the store is the truth: an announcement that is lost is
//! made good by recovery after the cursor.

use serde::{Deserialize, Serialize};
use storage::ids::{ChannelId, EntityId, SessionId, UserId, WorkspaceId};

use crate::chat::rules::ChannelAccess;
use crate::event::{Audience, LiveNotification, PersonalEvent, PresenceStatus, RightsChange, Typing};

/// Everything that nodes tell each other.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Announcement {
    /// An event of a channel, written and ordered.
    Channel {
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        access: ChannelAccess,
        event: Box<LiveNotification>,
        audience: Audience,
    },
    /// A channel's settings are now these.
    Access {
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        access: ChannelAccess,
    },
    /// Somebody's rights in a workspace or a channel of it.
    Rights {
        workspace_id: WorkspaceId,
        change: RightsChange,
    },
    Typing {
        workspace_id: WorkspaceId,
        access: ChannelAccess,
        typing: Typing,
    },
    /// Somebody's first connection to, or last one from, a workspace on the announcing node.
    Presence {
        workspace_id: WorkspaceId,
        user_id: UserId,
        status: PresenceStatus,
        node: u8,
    },
    /// For all connections of one person.
    Personal {
        user_id: UserId,
        event: PersonalEvent,
    },
    /// These sessions are over: their sockets end now.
    SessionsEnded {
        user_id: UserId,
        sessions: Vec<SessionId>,
    },
    /// A person's name or picture changed: cached copies are stale.
    ProfileChanged {
        user_id: UserId,
    },
    /// An organisation is new, or its name, kind or picture changed.
    EntityChanged {
        entity_id: EntityId,
    },
}

/// Carries announcements to the other nodes.
pub trait Bus: Send + Sync + 'static {
    /// Never blocks and never fails towards the caller.
    fn publish(&self, announcement: Announcement);

    /// Are there other nodes, whose clocks differ and whose writes may be in flight?
    fn spans_nodes(&self) -> bool;
}

/// One node: nobody else to tell.
pub struct Local;

impl Bus for Local {
    fn publish(&self, _: Announcement) {}

    fn spans_nodes(&self) -> bool {
        false
    }
}
