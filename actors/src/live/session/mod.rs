//! One connection: its subscriptions, its rights, its heart-beat; and the list of all connections of this node.

mod actor;
mod connections;
mod messages;
mod pace;
mod presence;
mod scopes;

pub use actor::SessionActor;
pub use connections::Connections;
pub use messages::{ClientCommand, Closed, Command, Heartbeat, Personal, Terminate, Verify};

/// Told on a person's own queue when something may have been missed.
pub const RESYNC: &str = r#"{"type":"RESYNC"}"#;
