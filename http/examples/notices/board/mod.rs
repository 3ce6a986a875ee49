//! The notice board, a file for each part of the product.

pub mod actors;
pub mod http;
pub mod rules;
pub mod storage;
