//! Chat: workspaces, channels, messages.
//!
//! Invariants: a published message is in exactly one table (its channel's week, or its thread) and `message_locations`
//! says which; a week with messages is in `message_buckets`; heads and read marks only grow; what is written for one
//! message is written in one batch. A message's version is raised by compare and set with every change (`versions`).

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

/// What a bell's entry is about: a message.
pub const MESSAGE: &str = "message";
/// Where it is: a channel …
pub const CHANNEL: &str = "channel";
/// … or the thread below a channel's message.
pub const THREAD: &str = "thread";
/// Entries of each memory of what never changes.
const REMEMBERED: u64 = 100_000;

/// The repository of chat. Clones share their memory.
#[derive(Clone)]
pub struct Chat {
    db: Db,
    /// Where a channel belongs; it never moves.
    homes: Cache<ChannelId, Home>,
    /// Whose a workspace is; it never changes.
    owners: Cache<WorkspaceId, EntityId>,
    /// Weeks known to be in `message_buckets`; they never leave it.
    buckets: Cache<(ChannelId, i64), ()>,
    /// Changes of one message by this process go one after the other.
    turns: crate::platform::local_lock::Turns,
}

/// Where a channel belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Home {
    workspace_id: WorkspaceId,
    entity_id: EntityId,
    /// Of a conversation: its people, who never change.
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

    /// Where a channel belongs; none when there is no such channel.
    async fn home(&self, channel_id: ChannelId) -> Result<Option<Home>> {
        if let Some(home) = self.homes.get(&channel_id) {
            return Ok(Some(home));
        }
        Ok(self.channel(channel_id).await?.map(|channel| self.remember(&channel)))
    }

    fn remember(&self, channel: &Channel) -> Home {
        let (workspace_id, entity_id) = (channel.workspace_id, channel.entity_id);
        let home = Home { workspace_id, entity_id, people: channel.people().into() };
        // Met again and again with every look at a workspace: to find it is less work than to put it there.
        if self.homes.get(&channel.channel_id).as_ref() != Some(&home) {
            self.homes.insert(channel.channel_id, home.clone());
        }
        home
    }
}
