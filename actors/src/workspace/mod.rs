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

mod actor;
mod messages;
pub mod state;

pub use actor::{WorkspaceActor, fell_behind};
pub use messages::{
    AccessChanged, Attach, ChannelEvent, Detach, Elsewhere, Join, Leave, NodeGone, Online, Present, Renamed,
    RightsChanged, TypingChanged, Verify, WhereIs,
};
pub use state::{Kind, Whereabouts};
