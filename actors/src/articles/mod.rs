//! Articles: longer texts of people and organisations, drafts until they are published. Contract §7.
//!
//! Changes name the version that was read, so that a stale copy cannot overwrite somebody else's text. A draft is
//! visible to those who may write it, and absent for others; a published article is public.

mod demo;
mod privacy;
mod reading;
mod reported;
pub mod rules;
pub mod view;
mod writing;

pub use reading::{Open, article, mine, open, picture, public};
pub use writing::{change, create, may_write, publish, remove, remove_cover, set_cover, unpublish};

use crate::area::Area;
use crate::platform::pictures::PictureKind;
use crate::platform::quotas::QuotaKind;
use storage::ids::ArticleId;

/// A person's unpublished articles, as any author.
pub const DRAFTS: QuotaKind =
    QuotaKind::number("drafts", "max-drafts-per-user", "Articles of a person that are not published", 100);

/// The area's declaration.
pub static AREA: Area = Area {
    jobs: &[writing::CLEAR],
    activity: &[&writing::PUBLISHED],
    quotas: &[DRAFTS],
    pictures: &[(PictureKind::Article, |platform, who, id, _| {
        Box::pin(picture(platform, who, ArticleId(id)))
    })],
    reports: &[reported::REPORTS],
    demo: Some(|platform, cast, at| Box::pin(demo::make(platform, cast, at))),
    export: Some(|platform, who| Box::pin(privacy::files(platform, who))),
    archive: Some(|platform, who, archive| Box::pin(privacy::archive(platform, who, archive))),
    erase: Some(|platform, user| Box::pin(privacy::erase(platform, user))),
    ..Area::named("articles")
};
