//! Chat: workspaces, channels, messages.
//!
//! Invariants: a published message is in exactly one table (its channel's week, or its thread) and `message_locations`
//! tells which; a week with messages is in `message_buckets`; heads and read marks only grow; all rows of a message are
//! written in one batch. Every change raises a message's version by compare and set (`versions`).

mod acks;
mod append;
mod cards;
mod channels;
mod check;
pub mod comments;
pub mod counting;
pub mod direct;
mod edits;
mod events;
mod facts;
pub(crate) mod following;
mod found;
pub(crate) mod inbox;
mod own;
mod pages;
mod pending;
mod pins;
mod polls;
mod reactions;
mod reading;
pub(crate) mod records;
pub(crate) mod rows;
mod shown;
pub(crate) mod tables;
pub(crate) mod tally;
mod telling;
mod threads;
mod unread;
mod versions;
mod workspaces;

use std::sync::Arc;

pub use acks::{Ack, AckTotals};
pub use cards::{Card, CardType};
pub use following::{ThreadPlace, ThreadStanding, UNREAD_MAX};
pub use found::Kept;
use moka::sync::Cache;
pub use own::{Arrangement, Draft, SAVED_MAX, SCHEDULED_MAX, Saved, Scheduled};
pub use pins::{PINS_MAX, Pin};
pub use polls::{Poll, PollCounts, PollTime, Tallied, VOTERS_NAMED, Vote};
pub(crate) use reading::shown_by;
pub use records::{
    Append, Appended, Channel, ChannelFacts, ChannelRole, ChannelType, Decision, EventKind, EventRow,
    Located, Member, Message, MessagePage, MessageState, NotifyLevel, Page, Priority, Reaction, Reader,
    UpdateChannel, Workspace, WorkspaceFacts,
};
pub use telling::{TELL_JOB, Telling};

use crate::platform::engine::Db;
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, EntityId, UserId, WorkspaceId};

/// Subject kind of notifications about a message.
pub const MESSAGE: &str = "message";
/// Scope kind of such notifications: a channel …
pub const CHANNEL: &str = "channel";
/// … or the thread below a channel's message.
pub const THREAD: &str = "thread";
/// Capacity of each cache.
const REMEMBERED: u64 = 100_000;

/// The repository of chat. Clones share their caches.
#[derive(Clone)]
pub struct Chat {
    db: Db,
    /// A channel's home; it never changes.
    homes: Cache<ChannelId, Home>,
    /// A workspace's organisation; it never changes.
    owners: Cache<WorkspaceId, EntityId>,
    /// Weeks known to be in `message_buckets`; they are never removed.
    buckets: Cache<(ChannelId, i64), ()>,
    /// Serializes changes of one message within this process.
    turns: crate::platform::local_lock::Turns,
}

/// What a channel belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Home {
    workspace_id: WorkspaceId,
    entity_id: EntityId,
    /// The people of a conversation; they never change.
    people: Arc<[UserId]>,
}

impl Chat {
    pub(crate) fn new(db: Db) -> Self {
        Self {
            db,
            homes: Cache::new(REMEMBERED),
            owners: Cache::new(REMEMBERED),
            buckets: Cache::new(REMEMBERED),
            turns: crate::platform::local_lock::Turns::default(),
        }
    }

    /// A channel's home; none if there is no such channel.
    async fn home(&self, channel_id: ChannelId) -> Result<Option<Home>> {
        if let Some(home) = self.homes.get(&channel_id) {
            return Ok(Some(home));
        }
        Ok(self.channel(channel_id).await?.map(|channel| self.remember(&channel)))
    }

    fn remember(&self, channel: &Channel) -> Home {
        let (workspace_id, entity_id) = (channel.workspace_id, channel.entity_id);
        let home = Home { workspace_id, entity_id, people: channel.people().into() };
        // Repeated with every read of a workspace: looking it up is cheaper than inserting it again.
        if self.homes.get(&channel.channel_id).as_ref() != Some(&home) {
            self.homes.insert(channel.channel_id, home.clone());
        }
        home
    }
}
