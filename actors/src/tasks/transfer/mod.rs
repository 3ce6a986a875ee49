//! Boards and tasks as files: exports, and imports from our own export, Trello, Planner and CSV. Contract §9.
//!
//! A file is read into one common form ([`form`]) by a reader of its kind (`own`, `trello`, `planner`, `sheet`), and the
//! form is taken in one way, by a durable job ([`taking`]). The import of an export is the same board; a repeat adds only
//! what is new in the file.

pub mod form;
mod own;
mod people;
mod planner;
pub mod reading;
mod sheet;
mod starting;
mod table;
mod taking;
mod tasks;
mod trello;
pub mod view;
mod words;
mod writing;

pub use starting::{begin, may_import, preview, progress};
pub use tasks::{TasksOut, tasks};
pub use writing::{Format, Outgoing, board};

pub(super) use taking::{TAKE, given_up};
