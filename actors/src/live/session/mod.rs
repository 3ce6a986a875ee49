//! One connection: its subscriptions, rights and heart-beat; and the list of all connections of this node.

mod actor;
mod connections;
mod messages;
mod pace;
mod presence;
mod scopes;

pub use actor::SessionActor;
pub use connections::Connections;
pub use messages::{ClientCommand, Closed, Command, Heartbeat, Personal, Terminate, Verify};

/// Sent on a person's own queue when events may have been missed.
pub const RESYNC: &str = r#"{"type":"RESYNC"}"#;
