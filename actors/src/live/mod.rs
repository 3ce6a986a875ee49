//! The live engine: rooms, sessions, the bus between nodes, fan-out, the writer to sockets, and repair after losses. It
//! carries what areas announce and knows none of them.

pub mod body;
pub mod bus;
pub mod ended;
pub mod fanout;
pub mod redis;
pub mod registry;
pub mod repair;
pub mod room;
pub mod session;
pub(crate) mod unread;
pub mod who;
pub mod wire;
pub mod writer;
