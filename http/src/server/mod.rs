//! The program: its command line, the node, and all routes put together.

pub(crate) mod api_page;
pub mod app;
pub mod cli;
pub(crate) mod documents;
pub(crate) mod fallback;
pub mod node;
pub mod routes;
pub mod serve;
