//! Courses (Klyftig): their outlines and lessons, and who is how far in them. Contract §10.1; quizzes ([`quiz`]) and
//! certificates §10.2.
//!
//! Every change of a course, its modules and its lessons is decided by the course's version ([`deciding`]), and names the
//! version that its writer has seen, so that a stale copy overwrites nobody's text. What a learner does is decided by
//! their own progress row ([`learning`]).

mod arranging;
mod bells;
mod certificates;
mod channel;
pub mod comments;
mod deciding;
mod demo;
mod demo_quiz;
mod demo_texts;
mod facts;
mod inviting;
mod learning;
mod leaving;
mod lessons;
mod making;
mod personal;
mod pictures;
pub mod quiz;
mod reading;
pub mod rules;
mod teachers;
pub mod view;

pub use arranging::{add_module, arrange, change_module, modules, remove_module};
pub use certificates::{CertificateView, by_code, certificate, pdf};
pub use channel::CourseChannelView;
pub use inviting::invite_address;
pub use learning::{enrol, learners, leave, set_done, set_position, standing};
pub use lessons::{add_lesson, change_lesson, lesson, open, remove_lesson};
pub use making::{change, copy, create, remove, turn};
pub use pictures::{add_picture, may_picture, picture};
pub use reading::{Asked, course, enrolled, list, mine};

use storage::chat::CardType;
use storage::ids::EntityId;

use crate::area::{Area, Hooks};

/// The organisation whose courses are shown where none is named; social §7.
pub const KLYFTIG: EntityId = EntityId(112);

/// The area's declaration.
pub static AREA: Area = Area {
    jobs: &[
        comments::CLEARING,
        inviting::INVITE,
        inviting::WELCOME,
        making::CLEAR,
        pictures::SWEEP,
        quiz::CLEAR,
        quiz::DEADLINE,
        quiz::PASSED,
        quiz::REGRADE,
        quiz::WAITING,
    ],
    follows: &[(comments::RIGHTS, comments::verify), (comments::COURSE_RIGHTS, comments::verify_course)],
    bells: &[bells::BELLS],
    activity: &[&learning::COMPLETED],
    cards: &[(CardType::Lesson, |platform, user_id, id| Box::pin(comments::is_seen(platform, user_id, id)))],
    on: Hooks {
        comments: Some(&comments::COMMENTS),
        relation: Some(|platform, change| Box::pin(inviting::came_in(platform, change))),
        subject_files: Some(&pictures::FILES),
        ..Hooks::NONE
    },
    demo: Some(|platform, cast, at| Box::pin(demo::make(platform, cast, at))),
    archive: Some(|platform, who, archive| Box::pin(personal::archive(platform, who, archive))),
    erase: Some(|platform, user| Box::pin(personal::erase(platform, user))),
    ..Area::named("courses")
};
