//! The base of all routes, independent of areas: settings, authentication, answers and refusals, limits, documents.

pub mod announced;
pub mod answer;
pub mod area;
pub mod auth;
pub mod codes;
pub mod config;
pub mod current;
pub mod destinations;
pub mod drawn;
pub mod error;
pub mod extract;
pub mod fence;
pub mod folder;
pub mod idempotency;
pub(crate) mod metrics_list;
pub mod operator;
pub mod origin;
pub mod pace;
pub(crate) mod packet;
pub(crate) mod refusal;
pub mod request;
pub mod security;
pub mod start_error;
pub mod texts;
pub(crate) mod upload;
pub mod web_app;
