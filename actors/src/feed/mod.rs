//! The feed: posts, comments, likes, reposts and timelines. Contract §6.
//!
//! A post is written with where it is listed; into whose timelines it comes is a job of the same write. A timeline is never
//! believed: what a reader is to whose post it is, is read with every page, so a right that is lost is lost at once.

mod bells;
mod comments;
mod facts;
mod live;
mod media;
pub mod open;
mod posting;
mod reading;
mod recount;
pub mod reported;
pub mod rules;
mod seeing;
mod timelines;
mod traces;
pub mod view;
pub mod words;

pub(crate) use comments::comment_at;
pub use comments::{change_comment, comment, comments, like_comment, remove_comment};
pub(crate) use facts::ReaderFacts;
pub use live::{POST, PostEvent, parted};
pub use media::{picture, send_media};
pub(crate) use posting::{Stamp, create_at, repost_at};
pub use posting::{change, create, like, remove, repost};
pub use reading::{Asked, Page, home, mine, of_entity, of_person, of_topic, post, public};
pub use recount::{Recount, recount};
pub(crate) use seeing::Speakers;
pub use timelines::tied;

use crate::area::Area;
use crate::live::room::Of;

/// The area as the product lists it.
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
    export: Some(|platform, who| Box::pin(traces::files(platform, who))),
    archive: Some(|platform, who, archive| Box::pin(traces::archive(platform, who, archive))),
    erase: Some(|platform, user| Box::pin(traces::erase(platform, user))),
    ..Area::named("feed")
};
