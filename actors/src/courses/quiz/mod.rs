//! Quizzes: questions with a key of their own, attempts, grading, results. Contract §10.2.
//!
//! A quiz is a lesson of kind QUIZ and has its number. Every save of the questions is a revision, and an attempt answers
//! the one that it began with ([`making`]). All that becomes of somebody's attempts is decided by their head, one after
//! the other ([`attempting`], [`ending`]); what they are worth follows from revision, answers, what was decided about
//! grading again, and what teachers gave, and from nothing else ([`rules::grading`]). The key leaves the server to those
//! who write the course, and to a learner when [`rules::shows_key`] says so.

mod attempting;
mod clearing;
mod ending;
pub mod exchange;
mod facts;
mod making;
mod personal;
mod results;
pub mod rules;
mod teaching;
pub mod view;
mod waiting;

pub use attempting::{attempt, save, start, submit};
pub(super) use clearing::{CLEAR, clear_of};
pub(super) use ending::{DEADLINE, PASSED};
pub(super) use making::copy;
pub use making::{change, quiz};
pub(super) use personal::{archive, erase};
pub use results::{results, table};
pub(super) use teaching::REGRADE;
pub use teaching::{give_time, grade, regrade};
pub(super) use waiting::WAITING;
