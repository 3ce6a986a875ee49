//! The program: command line, node, and all routes.

pub mod admission;
pub(crate) mod api_page;
pub mod app;
pub mod asyncapi;
pub mod cli;
pub(crate) mod documents;
pub(crate) mod fallback;
pub(crate) mod listen;
pub mod node;
pub mod openapi;
pub(crate) mod pages;
pub mod routes;
pub mod serve;
