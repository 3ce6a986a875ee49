//! How Kalender is reached: REST, STOMP over WebSocket, static files, the command line.

pub mod accounts;
pub mod answer;
pub mod app;
pub mod auth;
pub mod chat;
pub mod cli;
pub mod config;
pub mod entities;
pub mod error;
pub mod extract;
pub mod fence;
pub mod idempotency;
pub mod node;
pub mod notifications;
pub mod operator;
pub mod origin;
pub mod pictures;
pub mod public;
mod refusal;
pub mod request;
pub mod routes;
pub mod security;
pub mod serve;
pub mod stomp;
pub mod texts;
mod upload;
pub mod web_app;
