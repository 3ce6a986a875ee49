//! The rules of vacation planning: pure, with days and times passed in. Contract §8.4; semesterlagen (1977:480).

pub mod balance;
pub mod days;
pub mod presence;
pub mod reservation;
pub mod settings;
pub mod state;
pub mod summer;

pub use days::{Closed, Days};
