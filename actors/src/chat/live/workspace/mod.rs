//! The live workspace: presence, and the topics that span all its channels.
//!
//! **Presence over nodes.** Each node publishes when its first connection of a person to a workspace begins and when
//! its last one ends; every node tracks, per person, its own connections and the set of nodes that report the person,
//! and computes presence itself: online from the first report, offline 15 s after the last one ended. Nothing else has
//! to be agreed on, so it works
//! - under kill -9: a node that has not been heard for 15 s reports nobody any more (`live/redis/peers.rs`), and the
//!   next process with its number begins with nobody;
//! - under partitions: a partitioned node receives nothing, and after 15 s shows only its own people;
//! - on rejoin, on start and after any loss: a node reports everybody it has and asks the others to do the same; a
//!   report replaces what was known of that node.
//!
//! Each node also publishes whether any of the person's pages there is looked at: a person who is online but looks at
//! none is notified as if they were away ([`Whereabouts::Hidden`]), and stays online for others.

mod actor;
mod digest;
mod internal;
mod kind;
mod messages;
mod notifications;
mod people;
pub mod state;

pub use actor::WorkspaceActor;
pub use internal::InternalMessage;
pub use kind::{NOTIFICATIONS, WorkspaceKind};
pub use messages::{ChannelEvents, Join, Leave, Online, WhereIs};
pub use notifications::fell_behind;
pub use people::Whereabouts;

use actix::Addr;
use storage::ids::WorkspaceId;

use crate::Platform;
use crate::live::bus::{Name, Topic};

/// The kind's name between nodes.
const NAME: &str = "workspace";
const SCOPE: Name = Name::new("w");

/// The topic of a workspace and all its channels.
pub fn topic(id: WorkspaceId) -> Topic {
    Topic::Scope(SCOPE, id.0)
}

/// The workspace of a topic.
pub fn of(topic: Topic) -> Option<WorkspaceId> {
    match topic {
        Topic::Scope(name, id) if name == SCOPE => Some(WorkspaceId(id)),
        _ => None,
    }
}

/// The workspace's actor, if it runs on this node.
pub fn running(platform: &Platform, id: WorkspaceId) -> Option<Addr<WorkspaceActor>> {
    platform.registry.running(NAME, id.0)
}

/// The workspace's actor, started if it does not run.
pub fn open(platform: &Platform, id: WorkspaceId) -> Addr<WorkspaceActor> {
    if let Some(live) = running(platform, id) {
        return live;
    }
    let live = platform.registry.start(NAME, id.0, topic(id), || WorkspaceActor::new(platform.clone(), id));
    // Noted at once, even if the confirmation takes time.
    drop(platform.bus.follow(topic(id)));
    live
}

/// The actor that knows who is online in a workspace; None: nobody is.
pub fn with_presence(platform: &Platform, id: WorkspaceId) -> Option<Addr<WorkspaceActor>> {
    match running(platform, id) {
        // People may be connected to other nodes; a started actor asks them.
        None if platform.bus.spans_nodes() => Some(open(platform, id)),
        live => live,
    }
}

/// Passes a channel's events to subscribers of the whole workspace, if there are any. If the actor is behind, its
/// subscribers are asked to fetch what they missed.
pub fn publish(platform: &Platform, id: WorkspaceId, events: ChannelEvents) {
    if let Some(live) = running(platform, id)
        && live.try_send(events).is_err()
    {
        fell_behind(&live);
    }
}
