//! STOMP over WebSocket: the listener, its inlet, the connection.

pub(crate) mod listen;
pub mod stomp;
