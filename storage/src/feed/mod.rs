//! The feed: posts, comments, likes, reposts, and timelines. Contract §6.
//!
//! A post's row is decisive; list entries are written with it. Timelines are pointers: an outdated entry shows nothing,
//! and writing one is idempotent. Counts of likes, comments and reposts are static columns beside the counted rows,
//! changed in one decision with them, so that they always match.

mod check;
mod comments;
mod likes;
mod media;
mod posts;
mod records;
mod timelines;

pub use likes::Counts;
pub use posts::{PUBLIC_PLACE, topic_place};
pub use records::{
    Audience, Comment, CommentState, Like, Media, Post, PostPicture, Repost, Source, TimelinePost, Trace,
    TraceKind,
};
use records::{
    COMMENT_COUNTS, COMMENT_PLACES, FEED_LISTED, FEED_MONTHS, LIKE_COUNTS, MEDIA, POST_ADDRESSES,
    REPOST_COUNTS, TRACES, WIDE_READS, WIDE_SOURCES,
};
pub(crate) use records::{
    COMMENTS, CommentCount, CommentPlace, LIKES, LikeCount, POSTS, REPOSTS, RepostCount, TIMELINE_SOURCES,
    TIMELINES, TimelineSource,
};
pub use timelines::{Pointers, WIDE_READ};

use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::{Elsewhere, Nothing};
use crate::platform::area::{Area, people};
use crate::platform::engine::Db;
use crate::platform::error::Result;
use crate::platform::ids::UserId;

/// Most attempts at a contended count.
const TRIES: usize = 64;
/// Rows processed at once.
const SLICE: usize = 200;

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[
        &POSTS,
        &POST_ADDRESSES,
        &FEED_LISTED,
        &FEED_MONTHS,
        &TIMELINES,
        &TIMELINE_SOURCES,
        &WIDE_SOURCES,
        &WIDE_READS,
        &LIKES,
        &LIKE_COUNTS,
        &COMMENTS,
        &COMMENT_COUNTS,
        &COMMENT_PLACES,
        &REPOSTS,
        &REPOST_COUNTS,
        &TRACES,
        &MEDIA,
    ],
    people: &[
        people(
            "feed_posts",
            In("posts.json"),
            Elsewhere("others' posts keep the number of whom they mention"),
        ),
        people(
            "feed_comments",
            In("comments.json"),
            Elsewhere("others' comments keep the number of whom they mention"),
        ),
        people("feed_likes", In("likes.json"), Nothing),
        people("feed_timelines", Not("points at posts of others"), Nothing),
        people("feed_timeline_sources", Not("points at posts of others"), Nothing),
        people("feed_wide_reads", Not("follows from contacts.json and organisations.json"), Nothing),
        people("feed_traces", Not("points at posts.json, comments.json and likes.json"), Nothing),
        people("feed_media", In("posts.json"), Nothing),
    ],
    checks: &[|check| Box::pin(check.feed()), |check| Box::pin(check.pointers())],
    ..Area::named("feed")
};

/// The repository of the feed.
#[derive(Clone)]
pub struct Feed {
    db: Db,
}

impl Feed {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// A person's traces of a kind, newest first before one.
    pub async fn traces(
        &self,
        user_id: UserId,
        kind: TraceKind,
        before: Option<i64>,
        limit: usize,
    ) -> Result<Vec<Trace>> {
        self.db.list(Trace::of(user_id).prefix([kind.into()]).before_any(before).descending(limit)).await
    }

    /// Deletes a person's traces, once their content is deleted.
    pub async fn forget_traces(&self, user_id: UserId) -> Result<()> {
        self.db.write(vec![Trace::of(user_id).delete()]).await
    }
}
