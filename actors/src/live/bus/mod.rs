//! Between nodes: what one node announces, the others apply to the subscriptions they serve.
//!
//! The bus is a hint, the store is the truth. Announcements may be lost (a link is cut, a queue is full, a node dies
//! between its commit and its word); a loss that can be noticed is made good by [`crate::live::repair`]: rights and sessions are
//! read anew from the store, and whoever listens is told RESYNC and recovers by cursor.

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

/// A write without an answer may still become visible for this long (ms): a cluster finishes a batch that it had begun.
pub const SETTLES: i64 = 70_000;

/// Everything that nodes tell each other. What features say is in bodies that they alone read.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Announcement {
    Event(Event),
    Word(Word),
    /// What somebody may do in the rooms of a topic may have changed: each asks the store.
    Rights {
        topic: Topic,
        user_id: UserId,
    },
    /// A write had no answer: it may be in the store, and nobody was told of it.
    Uncertain {
        topic: Topic,
        /// Epoch milliseconds.
        since: i64,
    },
    Personal(Personal),
    /// A number of a person's has changed: who holds their connections reads it, so that what is told last was read last.
    Count {
        user_id: UserId,
        /// What is counted ([`crate::area::Area::counts`]).
        of: Cow<'static, str>,
    },
    /// These sessions are over: their sockets end now.
    SessionsEnded {
        user_id: UserId,
        sessions: Vec<SessionId>,
    },
    /// Something that is copied or indexed is new or changed; who follows its kind is listed in [`crate::area`].
    Changed {
        kind: Cow<'static, str>,
        id: i64,
    },
}

/// An event of a room, written and ordered.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Event {
    pub topic: Topic,
    /// The room's kind and id.
    pub kind: Cow<'static, str>,
    pub id: i64,
    /// What subscribers are told.
    pub body: Body,
    /// Whom it is for, in the kind's own words.
    pub to: Body,
    /// Its place in the room's order, where there is one.
    pub cursor: Option<i64>,
    /// Epoch milliseconds.
    pub at: i64,
}

/// What a room says to itself on the other nodes: rights, settings, presence.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Word {
    pub topic: Topic,
    /// The room's kind and id.
    pub kind: Cow<'static, str>,
    pub id: i64,
    /// In the kind's own words.
    pub word: Body,
    /// Nobody misses it: it is over in seconds anyway.
    #[serde(default)]
    pub may_be_lost: bool,
}

/// An event for all connections of one person.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Personal {
    pub user_id: UserId,
    /// What their `/user/queue/notifications` is told.
    pub body: Body,
    /// Where they belong has changed: each connection looks it up anew.
    #[serde(default)]
    pub settle: bool,
    /// What their own subscriptions to some rooms are told as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub echo: Option<Echo>,
}

/// Told to one person's own subscriptions only.
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

    /// Something may have been missed: the person's pages fetch anew what they show.
    pub fn resync(user_id: UserId) -> Self {
        Self::of(user_id, &serde_json::json!({ "type": "RESYNC" }))
    }
}

/// What an area publishes on `/user/queue/notifications`.
pub trait ToPerson: Serialize + Sized {
    /// Ready to be announced to all connections of a person.
    fn to(&self, user_id: UserId) -> Personal {
        Personal::of(user_id, self)
    }
}

impl From<Event> for Announcement {
    fn from(event: Event) -> Self {
        Self::Event(event)
    }
}

impl From<Word> for Announcement {
    fn from(word: Word) -> Self {
        Self::Word(word)
    }
}

impl From<Personal> for Announcement {
    fn from(event: Personal) -> Self {
        Self::Personal(event)
    }
}

impl Announcement {
    /// Something that is copied or indexed is new or changed.
    pub fn changed(kind: &'static str, id: i64) -> Self {
        Self::Changed { kind: Cow::Borrowed(kind), id }
    }

    /// A number of a person's has changed.
    pub fn count(of: &'static str, user_id: UserId) -> Self {
        Self::Count { user_id, of: Cow::Borrowed(of) }
    }

    /// The topic it is told on.
    pub fn topic(&self) -> Topic {
        match self {
            Self::Event(Event { topic, .. })
            | Self::Word(Word { topic, .. })
            | Self::Rights { topic, .. }
            | Self::Uncertain { topic, .. } => *topic,
            Self::Personal(Personal { user_id, .. })
            | Self::Count { user_id, .. }
            | Self::SessionsEnded { user_id, .. } => Topic::Person(*user_id),
            Self::Changed { .. } => Topic::All,
        }
    }

    /// Nobody misses it: it is over in seconds anyway.
    pub fn may_be_lost(&self) -> bool {
        matches!(self, Self::Word(Word { may_be_lost: true, .. }))
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

impl Quota {
    /// Takes one by the generic cell rate algorithm. `earned`: when all that was taken before will have been earned, in
    /// microseconds (0: nothing was); answers that anew, or how long another try has to wait.
    pub fn take(self, earned: u64, now: u64) -> std::result::Result<u64, u64> {
        let earned = earned.max(now) + self.every_us;
        let wait = earned.saturating_sub(self.every_us * u64::from(self.burst) + now);
        if wait > 0 { Err(wait) } else { Ok(earned) }
    }
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
