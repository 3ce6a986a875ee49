//! The bus: what one node announces, the others apply to the subscriptions they serve.
//!
//! The bus is a hint, the store is the truth. Announcements may be lost (a link is cut, a queue is full, a node dies
//! between its commit and its announcement). A loss that can be detected is repaired by [`crate::live::repair`]: rights
//! and sessions are read again from the store, and subscribers receive RESYNC and recover by cursor.

mod local;
mod outages;
mod topic;

pub use local::Local;
pub use outages::Outages;
pub use topic::{Name, Topic};

use std::borrow::Cow;

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use storage::ids::{SessionId, UserId};

use crate::Platform;
use crate::live::body::Body;

/// A write without an answer may still become visible for this long (ms): a cluster completes a batch that it has
/// begun.
pub const SETTLES: i64 = 70_000;

/// Everything that nodes announce to each other. Payloads of areas are bodies that only the area reads.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Announcement {
    Event(Event),
    /// The name is the one that nodes of earlier versions know.
    #[serde(rename = "Word")]
    RoomMessage(RoomMessage),
    /// A person's rights in the rooms of a topic may have changed: each room reads them from the store.
    Rights {
        topic: Topic,
        user_id: UserId,
    },
    /// A write had no answer: it may be stored without having been announced.
    Uncertain {
        topic: Topic,
        /// Epoch milliseconds.
        since: i64,
    },
    Personal(Personal),
    /// A person's count has changed. The node that holds their connections reads it, so that the last published value
    /// is the last one read.
    Count {
        user_id: UserId,
        /// The name of the count ([`crate::area::Area::counts`]).
        of: Cow<'static, str>,
    },
    /// These sessions have ended: their sockets are closed now.
    SessionsEnded {
        user_id: UserId,
        sessions: Vec<SessionId>,
    },
    /// Something that is cached or indexed was created or changed; its followers are listed in [`crate::area`].
    Changed {
        kind: Cow<'static, str>,
        id: i64,
    },
}

/// An event of a room, already written and ordered.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Event {
    pub topic: Topic,
    /// The room's kind and id.
    pub kind: Cow<'static, str>,
    pub id: i64,
    /// The body that subscribers receive.
    pub body: Body,
    /// The audience, as the kind of room serializes it.
    pub to: Body,
    /// Its cursor in the room's order, if it has one.
    pub cursor: Option<i64>,
    /// Epoch milliseconds.
    pub at: i64,
}

/// An internal message of a room to its actors on other nodes: rights, settings, presence.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RoomMessage {
    pub topic: Topic,
    /// The room's kind and id.
    pub kind: Cow<'static, str>,
    pub id: i64,
    /// Serialized by the kind of room. The name is the one that nodes of earlier versions know.
    #[serde(rename = "word")]
    pub body: Body,
    /// The loss need not be repaired: the content is outdated within seconds.
    #[serde(default)]
    pub may_be_lost: bool,
}

/// An event for all connections of one person.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Personal {
    pub user_id: UserId,
    /// The body for `/user/queue/notifications`.
    pub body: Body,
    /// The person's rooms may have changed: each connection reads them again.
    #[serde(default)]
    pub settle: bool,
    /// Also sent to the person's own subscriptions to some rooms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub echo: Option<Echo>,
}

/// An event for one person's own subscriptions only.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Echo {
    pub body: Body,
    /// Destinations as clients write them.
    pub at: Vec<String>,
}

impl Personal {
    /// An event for all connections of a person.
    pub fn of(user_id: UserId, event: &impl Serialize) -> Self {
        Self { user_id, body: Body::of(event), settle: false, echo: None }
    }

    /// Events may have been lost: the person's pages fetch again what they show.
    pub fn resync(user_id: UserId) -> Self {
        Self::of(user_id, &serde_json::json!({ "type": "RESYNC" }))
    }
}

/// An event that an area publishes on `/user/queue/notifications`.
pub trait ToPerson: Serialize + Sized {
    /// The event, addressed to all connections of a person.
    fn to(&self, user_id: UserId) -> Personal {
        Personal::of(user_id, self)
    }
}

impl From<Event> for Announcement {
    fn from(event: Event) -> Self {
        Self::Event(event)
    }
}

impl From<RoomMessage> for Announcement {
    fn from(message: RoomMessage) -> Self {
        Self::RoomMessage(message)
    }
}

impl From<Personal> for Announcement {
    fn from(event: Personal) -> Self {
        Self::Personal(event)
    }
}

impl Announcement {
    /// Something that is cached or indexed was created or changed.
    pub fn changed(kind: &'static str, id: i64) -> Self {
        Self::Changed { kind: Cow::Borrowed(kind), id }
    }

    /// A person's count has changed.
    pub fn count(of: &'static str, user_id: UserId) -> Self {
        Self::Count { user_id, of: Cow::Borrowed(of) }
    }

    /// The topic it is published on.
    pub fn topic(&self) -> Topic {
        match self {
            Self::Event(Event { topic, .. })
            | Self::RoomMessage(RoomMessage { topic, .. })
            | Self::Rights { topic, .. }
            | Self::Uncertain { topic, .. } => *topic,
            Self::Personal(Personal { user_id, .. })
            | Self::Count { user_id, .. }
            | Self::SessionsEnded { user_id, .. } => Topic::Person(*user_id),
            Self::Changed { .. } => Topic::All,
        }
    }

    /// The loss need not be repaired: the content is outdated within seconds.
    pub fn may_be_lost(&self) -> bool {
        matches!(self, Self::RoomMessage(RoomMessage { may_be_lost: true, .. }))
    }
}

/// The state of the connection to the other nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BusState {
    /// There are no other nodes.
    Alone,
    /// Announcements are sent and received.
    Up,
    /// Not connected: this node serves only its own subscribers.
    Away,
}

/// A rate limit that all nodes share: a burst of `burst`, then one every `every_us` microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    pub every_us: u64,
    pub burst: u32,
}

impl Quota {
    /// Takes one by the generic cell rate algorithm. `earned`: the moment (microseconds) at which everything taken so
    /// far is paid off, 0 at first. Returns its new value, or how long to wait before the next try.
    pub fn take(self, earned: u64, now: u64) -> std::result::Result<u64, u64> {
        let earned = earned.max(now) + self.every_us;
        let wait = earned.saturating_sub(self.every_us * u64::from(self.burst) + now);
        if wait > 0 { Err(wait) } else { Ok(earned) }
    }
}

/// The answer of a shared limit: granted, or the microseconds until another try makes sense.
pub type Granted = Result<(), u64>;

/// Carries announcements to the other nodes.
pub trait Bus: Send + Sync + 'static {
    /// Never blocks; failures are not reported to the caller.
    fn publish(&self, announcement: Announcement);

    /// Whether there are other nodes, whose clocks differ and whose writes may be in flight.
    fn spans_nodes(&self) -> bool;

    /// This node has subscribers for `topic`. Completes when everything published from then on is received; at once
    /// while the bus is away, because all followed topics are repaired when it is back.
    fn follow(&self, topic: Topic) -> BoxFuture<'static, ()>;

    fn state(&self) -> BusState;

    /// Takes one unit of `key`'s shared limit. None: the other nodes cannot be reached.
    fn take<'a>(&'a self, key: &'a str, quota: Quota) -> BoxFuture<'a, Option<Granted>>;

    /// Gives one unit back to `key`'s limit. May be lost.
    fn give<'a>(&'a self, key: &'a str, quota: Quota) -> BoxFuture<'a, ()>;

    /// Starts carrying announcements; called once, when the platform is complete.
    fn start(&self, platform: &Platform);

    /// Signs off and stops. Queued announcements are sent first, for at most a second.
    fn stop(&self) -> BoxFuture<'static, ()>;
}
