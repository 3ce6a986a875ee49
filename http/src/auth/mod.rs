//! Who is calling: reading and writing the session's token.

pub mod cookie;
pub mod who;
