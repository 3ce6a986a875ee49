//! What is live on a connection: STOMP over WebSocket, and the stream that it shares with the server.

pub mod stomp;
pub mod stream;
