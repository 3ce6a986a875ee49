//! The feed: posts, comments, likes, reposts and timelines. Contract §6.
//!
//! A post is written together with its list entries; the fan-out into timelines is a job of the same write. A timeline
//! is never trusted: the reader's relation to each author is read with every page, so a lost right takes effect at
//! once.

mod bells;
mod comments;
mod facts;
mod live;
mod media;
pub mod mentions;
pub mod open;
pub mod personal;
mod posting;
mod privacy;
mod reading;
mod recount;
pub mod reported;
pub mod rules;
mod seeing;
mod timelines;
pub mod view;

pub(crate) use comments::comment_at;
pub use comments::{change_comment, comment, comments, like_comment, remove_comment};
pub(crate) use facts::ReaderFacts;
pub use live::{POST, PostEvent, parted};
pub use media::{picture, send_media};
pub(crate) use posting::{Stamp, create_at, repost_at};
pub use posting::{change, create, like, remove, repost};
pub use reading::{Asked, Page, home, is_seen, mine, of_entity, of_person, of_topic, post, public};
pub use recount::{Recount, recount};
pub(crate) use seeing::Speakers;
pub use timelines::tied;

use storage::chat::CardType;
use storage::ids::MediaId;

use crate::area::{Area, Hooks};
use crate::live::room::Of;
use crate::platform::pictures::PictureKind;
use crate::platform::quotas::QuotaKind;

/// Readers into whose timelines a post is written; beyond that it is merged in when they read.
pub const TIMELINES: QuotaKind = QuotaKind {
    range: (0, 1_000_000),
    ..QuotaKind::number(
        "timelines",
        "max-timelines",
        "Readers into whose timelines a post is written; where there are more it is merged in when they read",
        10_000,
    )
};

/// The area's declaration.
pub static AREA: Area = Area {
    jobs: &[
        timelines::DELIVER,
        timelines::REDELIVER,
        timelines::RECONCILE,
        bells::TELL,
        posting::CLEAR,
        media::UNUSED,
        media::GONE,
    ],
    rooms: &[&Of::<live::LivePost>::KIND],
    follows: &[(crate::platform::people::CHANGED, live::author_changed)],
    bells: &[bells::BELLS],
    activity: &[&posting::PUBLISHED],
    quotas: &[TIMELINES],
    pictures: &[(PictureKind::Post, |platform, who, id, _| Box::pin(picture(platform, who, MediaId(id))))],
    reports: &[reported::POSTS, reported::COMMENTS],
    on: Hooks { relation: Some(timelines::on_relation), ..Hooks::NONE },
    cards: &[(CardType::Post, |platform, user_id, uuid| Box::pin(is_seen(platform, user_id, uuid)))],
    export: Some(|platform, who| Box::pin(privacy::files(platform, who))),
    archive: Some(|platform, who, archive| Box::pin(privacy::archive(platform, who, archive))),
    erase: Some(|platform, user| Box::pin(privacy::erase(platform, user))),
    ..Area::named("feed")
};
