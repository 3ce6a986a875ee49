//! The rules of tasks: pure, with the time passed in.

pub mod content;
pub mod dates;
pub mod history;
pub mod opening;
pub mod order;
pub mod repeat;
pub mod rights;
pub mod ringing;
pub mod room;
pub mod status;
pub mod tree;
pub mod weeks;

pub use dates::Due;
