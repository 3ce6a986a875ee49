//! How Kalender is reached: REST, STOMP over WebSocket, static files, the command line.

pub mod auth;
pub mod config;
pub mod error;
pub mod extract;
pub mod request;
pub mod stomp;
pub mod texts;
