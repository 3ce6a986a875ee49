//! Articles: longer texts of people and organisations, drafts until they are published. Contract §7.
//!
//! Whoever may write an article names the version that they have read: what one has written is never lost to another's stale
//! copy. A draft is for those who may write it, for others it is not there; what is published is for everybody.

mod demo;
mod privacy;
mod reading;
mod reported;
pub mod rules;
pub mod view;
mod writing;

pub use reading::{Asked, Open, Page, article, mine, open, picture, public};
pub use writing::{change, create, may_write, publish, remove, remove_cover, set_cover, unpublish};

use crate::area::Area;

/// The area as the product lists it.
pub static AREA: Area = Area {
    jobs: &[writing::CLEAR],
    reports: &[reported::REPORTS],
    demo: Some(|platform, cast, at| Box::pin(demo::make(platform, cast, at))),
    export: Some(|platform, who| Box::pin(privacy::files(platform, who))),
    archive: Some(|platform, who, archive| Box::pin(privacy::archive(platform, who, archive))),
    erase: Some(|platform, user| Box::pin(privacy::erase(platform, user))),
    ..Area::named("articles")
};
