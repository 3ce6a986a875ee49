//! Live connections: STOMP over WebSocket, and the stream that it shares with the HTTP server.

pub mod stomp;
pub mod stream;
