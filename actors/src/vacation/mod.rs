//! Vacation: who is employed, who is away when, who decides about it. Contract §8.4.
//!
//! Every change of a person's plan is decided by its version ([`deciding`]); rules say what may be reserved, and what is
//! odd about it although it may.

mod absences;
mod bells;
mod calendar;
mod deciding;
mod demo;
mod facts;
mod personal;
mod reading;
mod reserving;
pub mod rules;
mod staffing;
mod table;
pub mod view;

pub use absences::{create as note_absence, remove as remove_absence};
pub use reading::{Wanted, applications, mine, plan};
pub use reserving::{act, change, check, create, view_of as one};
pub use staffing::{dismiss, employ, employees, save_settings, settings};
pub use table::export;

use crate::area::{Area, Hooks};

/// The area's declaration.
pub static AREA: Area = Area {
    bells: &[bells::BELLS],
    demo: Some(|platform, cast, at| Box::pin(demo::make(platform, cast, at))),
    on: Hooks {
        calendar: Some(|platform, user_id, from| Box::pin(calendar::entries(platform, user_id, from))),
        ..Hooks::NONE
    },
    export: Some(|platform, who| Box::pin(personal::files(platform, who))),
    erase: Some(|platform, user| Box::pin(personal::erase(platform, user))),
    ..Area::named("vacation")
};
