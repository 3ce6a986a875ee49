//! Moderation: what people report, and what moderators do about it. Contract §3.4, §6.
//!
//! A case is closed by compare and set, with its step in the log and the job that carries the decision out; what is decided about
//! is taken away, hidden or barred by its own feature's functions. The job tells everybody concerned.

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

use storage::ids::EntityId;

use crate::area::Area;

/// The platform itself: it decides about what is no organisation's.
pub const PLATFORM: EntityId = EntityId(1);

/// The area as the product lists it.
pub static AREA: Area = Area {
    jobs: &[deciding::CARRY_OUT],
    bells: &[bells::BELLS],
    export: Some(|platform, who| Box::pin(privacy::files(platform, who))),
    erase: Some(|platform, user| {
        Box::pin(async move { Ok(platform.storage.moderation.forget(user.user_id).await?) })
    }),
    ..Area::named("moderation")
};
