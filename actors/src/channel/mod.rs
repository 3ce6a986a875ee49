//! One live channel: the order of its changes, its subscribers, its typing.
//!
//! Every change of a channel goes through its actor: one write is in flight, new messages gather meanwhile and leave
//! together, and what is announced is announced in the order of the cursor. The actor knows nothing about what a change
//! is; the commands bring it as a closure.

mod actor;
mod change;
mod messages;
pub mod state;

pub use actor::{AGAIN, ChannelActor, fell_behind};
pub use change::{Change, Outcome, Pace, Stamp};
pub use messages::{AccessChanged, Attach, Detach, Relay, RightsChanged, TypingSign, Verify};
