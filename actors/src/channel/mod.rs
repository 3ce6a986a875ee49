//! One live channel: the order of its changes, its subscribers, its typing.
//!
//! Every change of a channel goes through its actor: one write is in flight, new messages gather meanwhile and leave
//! together, and what is announced is announced in the order of the cursor. The actor knows nothing about what a change
//! is; the commands bring it as a closure.

mod actor;
pub mod state;

pub use actor::{
    AGAIN, AccessChanged, Attach, Change, ChannelActor, Detach, Outcome, Pace, Relay, RightsChanged, Stamp,
    TypingSign, Verify, fell_behind,
};
