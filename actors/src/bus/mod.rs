//! Between nodes: what one node announces, the others apply to the subscriptions they serve.
//!
//! The bus is a hint, the store is the truth. Announcements may be lost (a link is cut, a queue is full, a node dies
//! between its commit and its word); a loss that can be noticed is made good by [`crate::repair`]: rights and sessions are
//! read anew from the store, and whoever listens is told RESYNC and recovers by cursor.

mod local;
mod outages;
mod redis;

pub use self::redis::{OpenError, RedisBus};
pub use local::Local;
pub use outages::Outages;

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use storage::ids::{ChannelId, EntityId, SessionId, UserId, WorkspaceId};

use crate::Platform;
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
        entity_id: EntityId,
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        access: ChannelAccess,
    },
    /// A workspace has a new name.
    Renamed {
        workspace_id: WorkspaceId,
        name: String,
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
    /// Somebody's first connection to a workspace on the announcing node began, or the last one there has ended.
    Presence {
        workspace_id: WorkspaceId,
        user_id: UserId,
        status: PresenceStatus,
        node: u8,
    },
    /// Everybody who is connected to a workspace on the announcing node, in place of what was known of it.
    Present {
        workspace_id: WorkspaceId,
        node: u8,
        people: Vec<UserId>,
        /// The others shall say theirs.
        ask: bool,
    },
    /// A write had no answer: it may be in the store, and nobody was told of it.
    Uncertain {
        workspace_id: WorkspaceId,
        /// Epoch milliseconds.
        since: i64,
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

/// Where an announcement goes: a node hears the topics that it has somebody for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Topic {
    /// Every node hears this one.
    All,
    Workspace(WorkspaceId),
    Person(UserId),
}

impl Announcement {
    /// The topic it is told on.
    pub fn topic(&self) -> Topic {
        match self {
            Self::Channel { workspace_id, .. }
            | Self::Access { workspace_id, .. }
            | Self::Renamed { workspace_id, .. }
            | Self::Rights { workspace_id, .. }
            | Self::Typing { workspace_id, .. }
            | Self::Presence { workspace_id, .. }
            | Self::Present { workspace_id, .. }
            | Self::Uncertain { workspace_id, .. } => Topic::Workspace(*workspace_id),
            Self::Personal { user_id, .. } | Self::SessionsEnded { user_id, .. } => Topic::Person(*user_id),
            Self::ProfileChanged { .. } | Self::EntityChanged { .. } => Topic::All,
        }
    }

    /// Nobody misses it: it is over in seconds anyway.
    pub fn may_be_lost(&self) -> bool {
        matches!(self, Self::Typing { .. })
    }
}

/// How the way to the other nodes is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BusState {
    /// There are no other nodes.
    Alone,
    /// What this node says is heard, and it hears what is said.
    Up,
    /// This node serves its own people only.
    Away,
}

/// A rate limit that all nodes share: `burst` at once, then one every `every_us` microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    pub every_us: u64,
    pub burst: u32,
}

/// What a shared limit says: granted, or the microseconds until another try makes sense.
pub type Granted = Result<(), u64>;

/// Carries announcements to the other nodes.
pub trait Bus: Send + Sync + 'static {
    /// Never blocks and never fails towards the caller.
    fn publish(&self, announcement: Announcement);

    /// Are there other nodes, whose clocks differ and whose writes may be in flight?
    fn spans_nodes(&self) -> bool;

    /// This node has somebody for `topic`. Done when everything said from then on is heard; at once when the bus is away,
    /// because all that is followed is repaired when it is back.
    fn follow(&self, topic: Topic) -> BoxFuture<'static, ()>;

    fn state(&self) -> BusState;

    /// Takes one of what `key` may have. None: the other nodes cannot be asked.
    fn take<'a>(&'a self, key: &'a str, quota: Quota) -> BoxFuture<'a, Option<Granted>>;

    /// Gives one back that `key` has taken. May be lost.
    fn give<'a>(&'a self, key: &'a str, quota: Quota) -> BoxFuture<'a, ()>;

    /// Begins to carry; called once, when the platform stands.
    fn start(&self, platform: &Platform);

    /// Says goodbye and ends. Announcements that wait go out first, for at most a second.
    fn stop(&self) -> BoxFuture<'static, ()>;
}
