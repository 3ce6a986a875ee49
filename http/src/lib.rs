//! How Kalender is reached: REST, STOMP over WebSocket, static files, the command line.

pub mod auth;
pub mod config;
pub mod error;
pub mod extract;
pub mod operator;
pub mod origin;
pub mod request;
pub mod security;
pub mod stomp;
pub mod texts;
pub mod web_app;
