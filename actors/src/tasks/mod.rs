//! Tasks: what somebody has to do, alone or for an organisation; their parts, stacks and reminders. Contract §9.1.
//!
//! Every change of a task is decided by the version of its home ([`deciding`]); history, notifications and the jobs of
//! reminders follow in the same write.

mod bells;
pub mod boards;
mod calendar;
mod changing;
pub mod comments;
mod creating;
mod deciding;
mod demo;
mod done;
mod facts;
mod parts;
pub mod personal;
mod privacy;
mod reading;
mod reminders;
pub mod rules;
mod stacks;
mod standing;
pub mod transfer;
pub mod view;

pub use changing::{change, delete, restore, set_status, tick};
pub use creating::create;
pub use done::{Whose, done};
pub use reading::{Part, Standing, Wanted, history, list, one};
pub use reminders::{acknowledge, create as remind, delete as forget_reminder, list as reminders, snooze};
pub use stacks::{
    add as add_to_stack, create as create_stack, delete as delete_stack, list as stacks, one as stack,
    remove as remove_from_stack, rename as rename_stack, shift as move_in_stack,
};

use storage::chat::CardType;

use crate::area::{Area, Hooks};
use crate::live::room::Of;

/// The area's declaration.
pub static AREA: Area = Area {
    jobs: &[
        changing::PURGE,
        comments::CLEARING,
        parts::SETTLE,
        reminders::RING,
        boards::RELEASE,
        boards::CLEAR,
        transfer::TAKE,
    ],
    rooms: &[&Of::<boards::live::LiveBoard>::KIND],
    follows: &[
        (comments::RIGHTS, comments::verify),
        (comments::BOARD_RIGHTS, comments::verify_board),
        (crate::contacts::PARTED, boards::parted),
    ],
    bells: &[bells::BELLS],
    activity: &[&deciding::COMPLETED],
    demo: Some(|platform, cast, at| Box::pin(demo::make(platform, cast, at))),
    cards: &[(CardType::Task, |platform, user_id, id| Box::pin(comments::is_seen(platform, user_id, id)))],
    on: Hooks {
        comments: Some(&comments::COMMENTS),
        calendar: Some(|platform, user_id, from| Box::pin(calendar::entries(platform, user_id, from))),
        dead_letter: Some(|platform, job| Box::pin(transfer::given_up(platform, job))),
        ..Hooks::NONE
    },
    export: Some(|platform, who| Box::pin(privacy::files(platform, who))),
    archive: Some(|platform, who, archive| Box::pin(privacy::archive(platform, who, archive))),
    erase: Some(|platform, user| Box::pin(privacy::erase(platform, user))),
    ..Area::named("tasks")
};
