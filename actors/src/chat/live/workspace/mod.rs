//! One live workspace: presence, and the topics that span all its channels.
//!
//! **Presence over nodes.** Each node says when its first connection of a person to a workspace begins and when its last one
//! ends; every node keeps, per person, its own connections and the set of nodes that claim the person, and reckons by itself:
//! online from the first claim, offline 15 s after the last one ended. That is all there is to agree on, so it holds
//! - under kill -9: a node that has not been heard for 15 s claims nobody any more (`bus/redis/hearing.rs`), and its number's next
//!   process begins with nobody;
//! - under partitions: whoever is cut off hears nobody, and after 15 s shows its own people only;
//! - on rejoin, on start and after any loss: a node names everybody it has and asks the others to do the same; a list replaces
//!   what was known of that node.
//!
//! Beside it each says whether anybody looks at one of the person's pages with it: who is online and looks at none is called as if
//! they were away ([`Whereabouts::Hidden`]), and stays online for others.

mod actor;
mod digest;
mod kind;
mod messages;
mod notifications;
mod people;
pub mod state;
mod words;

pub use actor::WorkspaceActor;
pub use kind::{NOTIFICATIONS, WorkspaceKind};
pub use messages::{ChannelEvents, Join, Leave, Online, WhereIs};
pub use notifications::fell_behind;
pub use people::Whereabouts;
pub use words::Word;

use actix::Addr;
use storage::ids::WorkspaceId;

use crate::Platform;
use crate::live::bus::{Name, Topic};

/// The kind's name between nodes.
const NAME: &str = "workspace";
const SCOPE: Name = Name::new("w");

/// Where nodes tell each other of a workspace and all its channels.
pub fn topic(id: WorkspaceId) -> Topic {
    Topic::Scope(SCOPE, id.0)
}

/// The workspace that a topic is of.
pub fn of(topic: Topic) -> Option<WorkspaceId> {
    match topic {
        Topic::Scope(name, id) if name == SCOPE => Some(WorkspaceId(id)),
        _ => None,
    }
}

/// The workspace's actor where one runs on this node.
pub fn running(platform: &Platform, id: WorkspaceId) -> Option<Addr<WorkspaceActor>> {
    platform.registry.running(NAME, id.0)
}

/// The workspace's actor, started if it does not run.
pub fn open(platform: &Platform, id: WorkspaceId) -> Addr<WorkspaceActor> {
    if let Some(live) = running(platform, id) {
        return live;
    }
    let live = platform.registry.start(NAME, id.0, topic(id), || WorkspaceActor::new(platform.clone(), id));
    // Noted at once, however long the actor waits to be sure.
    drop(platform.bus.follow(topic(id)));
    live
}

/// The actor that knows who is online in a workspace; None: nobody is.
pub fn with_presence(platform: &Platform, id: WorkspaceId) -> Option<Addr<WorkspaceActor>> {
    match running(platform, id) {
        // People may be connected to other nodes. Started, it asks them.
        None if platform.bus.spans_nodes() => Some(open(platform, id)),
        live => live,
    }
}

/// Passes a channel's events to those who listen to the whole workspace, if anybody does. A workspace that is behind
/// is told so: its subscribers fetch what they missed.
pub fn tell(platform: &Platform, id: WorkspaceId, events: ChannelEvents) {
    if let Some(live) = running(platform, id)
        && live.try_send(events).is_err()
    {
        fell_behind(&live);
    }
}
