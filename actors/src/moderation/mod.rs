//! Moderation: reports by people, and decisions of moderators. Contract §3.4, §6.
//!
//! A case is closed by compare and set, with its log entry and the job that carries the decision out; the reported
//! thing is deleted, hidden or its author banned by functions of its own area. The job notifies everybody concerned.

mod bells;
mod deciding;
mod live;
mod log;
mod objecting;
pub mod platform;
mod privacy;
mod queue;
mod reporting;
pub mod rules;
mod targets;
pub mod view;

pub use deciding::{Decided, decide};
pub use log::{log, table};
pub use objecting::{mine, object};
pub use queue::{Asked, Page, cases, open};
pub use reporting::report;

use crate::area::Area;

/// The area's declaration.
pub static AREA: Area = Area {
    jobs: &[deciding::CARRY_OUT],
    bells: &[bells::BELLS],
    export: Some(|platform, who| Box::pin(privacy::files(platform, who))),
    erase: Some(|platform, user| {
        Box::pin(async move { Ok(platform.storage.moderation.forget(user.user_id).await?) })
    }),
    ..Area::named("moderation")
};
