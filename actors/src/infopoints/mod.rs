//! Infopoints: a guide to places on the map, made by people and organisations. Contract §11.1.
//!
//! Reading the map is open to everybody. A change names the version that was read; what follows from it (counts of the
//! map, notifications) are jobs of its write. Where a device is is never stored, and never part of a log.

mod demo;
mod following;
mod found;
mod mapping;
mod notifying;
mod pictures;
mod privacy;
mod reading;
mod reported;
pub mod rules;
mod sweden;
pub mod view;
mod writing;

pub use following::{connect, connected, disconnect, watch, watched};
pub use mapping::{Question, public};
pub use pictures::{add_picture, may_picture, picture, remove_picture};
pub use reading::{infopoint, mine, of_entity};
pub use writing::{change, create, draft, remove};

use crate::area::Area;
use crate::platform::pictures::PictureKind;
use storage::infopoints::InfopointId;

/// The area's declaration.
pub static AREA: Area = Area {
    jobs: &[notifying::TALLY, notifying::CHANGE, notifying::NEWS, notifying::CLEAR],
    follows: &[(notifying::CHANGED, |platform, _| platform.search.wake())],
    bells: &[notifying::BELLS],
    pictures: &[(PictureKind::Infopoint, |platform, who, id, named| {
        Box::pin(picture(platform, who, InfopointId(id), named))
    })],
    indexed: &[&found::INFOPOINTS],
    reports: &[reported::REPORTS],
    demo: Some(|platform, cast, at| Box::pin(demo::make(platform, cast, at))),
    export: Some(|platform, who| Box::pin(privacy::files(platform, who))),
    archive: Some(|platform, who, archive| Box::pin(privacy::archive(platform, who, archive))),
    erase: Some(|platform, user| Box::pin(privacy::erase(platform, user))),
    ..Area::named("infopoints")
};
