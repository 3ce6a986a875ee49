//! Courses (Klyftig): their outlines and lessons, and who is how far in them. Contract §10.1; quizzes ([`quiz`]) and
//! certificates §10.2.
//!
//! Every change of a course, its modules and its lessons is decided by the course's version ([`deciding`]), and names the
//! version that its writer has seen, so that a stale copy overwrites nobody's text. What a learner does is decided by
//! their own progress row ([`learning`]).

mod arranging;
mod bells;
mod certificates;
mod deciding;
mod demo;
mod demo_quiz;
mod demo_texts;
mod facts;
mod learning;
mod lessons;
mod making;
mod personal;
pub mod quiz;
mod reading;
pub mod rules;
pub mod view;

pub use arranging::{add_module, arrange, change_module, modules, remove_module};
pub use certificates::{CertificateView, by_code, certificate, pdf};
pub use learning::{enrol, learners, leave, set_done, set_position, standing};
pub use lessons::{add_lesson, change_lesson, lesson, open, remove_lesson};
pub use making::{change, copy, create, remove, turn};
pub use reading::{Asked, course, enrolled, list, mine};

use storage::ids::EntityId;

use crate::area::Area;

/// The organisation whose courses are shown where none is named; social §7.
pub const KLYFTIG: EntityId = EntityId(112);

/// The area's declaration.
pub static AREA: Area = Area {
    jobs: &[making::CLEAR, quiz::CLEAR, quiz::DEADLINE, quiz::PASSED, quiz::REGRADE],
    bells: &[bells::BELLS],
    demo: Some(|platform, cast, at| Box::pin(demo::make(platform, cast, at))),
    archive: Some(|platform, who, archive| Box::pin(personal::archive(platform, who, archive))),
    erase: Some(|platform, user| Box::pin(personal::erase(platform, user))),
    ..Area::named("courses")
};
