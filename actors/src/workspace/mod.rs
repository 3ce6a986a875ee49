//! One live workspace: presence, and the topics that span all its channels.

mod actor;
pub mod state;

pub use actor::{
    AccessChanged, Attach, ChannelEvent, Detach, Join, Leave, Online, RightsChanged, TypingChanged,
    WorkspaceActor, fell_behind,
};
pub use state::Kind;
