//! Boards: tasks in lists that several people move. Contract §9.2.
//!
//! A card is a task's place on a board. Every change of a board, its lists and its cards is decided by the board's
//! version, so that whoever comes later is judged by what stands; changes are logged by version for recovery, and
//! published to whoever looks at the board.

mod cards;
pub(super) mod facts;
mod lists;
pub mod live;
mod moving;
mod reading;
pub(super) mod settings;
pub mod templates;
pub mod view;
mod viewers;

pub use cards::{copy, create as add_card, take_off};
pub use lists::{change as change_list, create as add_list, remove as remove_list};
pub use moving::{bulk, shift};
pub use reading::{changes, list, one};
pub use settings::{archive, change, create, delete, watch};

pub(super) use cards::RELEASE;
pub(super) use settings::CLEAR;
pub(super) use viewers::parted;
