//! How Kalender is reached: REST, STOMP over WebSocket, static files, the command line.

pub mod auth;
pub mod stomp;
