//! Authentication: reading and writing the session's token.

pub mod cookie;
pub mod scopes;
pub mod who;
