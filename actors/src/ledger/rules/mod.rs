//! The rules of ledgers: pure, with the time passed in.

pub mod books;
pub mod claim;
pub mod refund;
#[cfg(test)]
pub(super) mod samples;
pub mod settings;
