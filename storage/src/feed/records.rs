//! Posts, comments, likes and timelines, as they are stored.

use serde::{Deserialize, Serialize};

use crate::platform::ids::{CommentId, EntityId, MediaId, PostId, UserId};
use crate::platform::record::record;
use crate::platform::text_enum::text_enum;
use crate::platform::time::Moment;
use crate::platform::value::{Cell, Json, Value};

text_enum! {
    /// Whom a post is for.
    Audience {
        /// Everybody, signed in or not.
        Public = "PUBLIC",
        /// Those who follow its author, and contacts; of an organisation's: those who follow or belong to it.
        Followers = "FOLLOWERS",
        /// A person's contacts.
        Contacts = "CONTACTS",
        /// Those who belong to the organisation.
        EntityMembers = "ENTITY_MEMBERS",
    }
}

text_enum! {
    /// What became of a comment.
    CommentState {
        Active = "ACTIVE",
        /// Its text is gone.
        Deleted = "DELETED",
        /// Waits for a moderator.
        Pending = "PENDING",
        /// A moderator took it out of sight.
        Hidden = "HIDDEN",
    }
}

text_enum! {
    /// What somebody left in the feed.
    TraceKind {
        Post = "POST",
        Comment = "COMMENT",
        Like = "LIKE",
        /// A picture that was sent.
        Media = "MEDIA",
    }
}

/// In whose name something stands; whose posts people follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// A person's own.
    User(UserId),
    /// An organisation's.
    Entity(EntityId),
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::User(id) => write!(f, "user:{id}"),
            Self::Entity(id) => write!(f, "entity:{id}"),
        }
    }
}

impl From<Source> for Value {
    fn from(source: Source) -> Self {
        source.to_string().into()
    }
}

impl Cell for Source {
    type Key<'a> = Self;

    fn to_value(&self) -> Value {
        (*self).into()
    }

    fn from_value(value: Value) -> Option<Self> {
        let text = String::from_value(value)?;
        let (kind, id) = text.split_once(':')?;
        let id = id.parse().ok()?;
        match kind {
            "user" => Some(Self::User(UserId(id))),
            "entity" => Some(Self::Entity(EntityId(id))),
            _ => None,
        }
    }
}

/// A picture in its post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostPicture {
    pub id: MediaId,
    /// The picture's version.
    pub image: String,
    /// Pixels.
    pub width: i64,
    /// Pixels.
    pub height: i64,
    /// What is to be seen on it, for those who do not see it.
    pub alt: String,
}

record! {
    /// A post, or a repost of one.
    pub struct Post;
    pub(crate) static POSTS: "feed_posts", Ascending;
    partition {
        post_id: PostId => bigint,
    }
    clustering {}
    columns {
        /// What it is called in addresses; cannot be guessed.
        post_uuid: String => text,
        /// Who wrote it; none: an organisation's whose writer is erased.
        author_id: Option<UserId> => bigint,
        /// In whose name; none: its author's own.
        entity_id: Option<EntityId> => bigint,
        audience: Audience => text,
        /// As it was written, with `@{id}` for whom it mentions.
        content: String => text,
        /// People whom it mentions.
        mentions: Vec<UserId> => text,
        /// Organisations that it mentions.
        entities: Vec<EntityId> => text,
        /// Topics, folded, without `#`.
        topics: Json<Vec<String>> => text,
        media: Json<Vec<PostPicture>> => text,
        /// What it reposts; never a repost itself.
        original_id: Option<PostId> => bigint,
        /// Since when a moderator keeps it out of sight.
        hidden: Option<Moment> => timestamp,
        edited: bool => boolean,
        created: Moment => timestamp,
        updated: Moment => timestamp,
        /// Grows with every change.
        version: i64 => bigint,
    }
}

impl Post {
    /// In whose name it stands; none: nobody is left who wrote it.
    pub fn source(&self) -> Option<Source> {
        self.entity_id.map(Source::Entity).or_else(|| self.author_id.map(Source::User))
    }
}

record! {
    /// What lies behind the part of an address that cannot be guessed.
    pub struct PostAddress;
    pub(crate) static POST_ADDRESSES: "feed_addresses", Ascending;
    partition {
        uuid: String => text,
    }
    clustering {}
    columns {
        post_id: PostId => bigint,
    }
}

record! {
    /// A post where it is listed: with whose it is, with everybody's, with its topics.
    pub struct ListedPost;
    pub(crate) static FEED_LISTED: "feed_listed", Descending;
    partition {
        /// The list.
        place: String => text,
        /// Months since the year 0, in UTC, of the post's id.
        month: i64 => int,
    }
    clustering {
        post_id: PostId => bigint,
    }
    columns {
        audience: Audience => text,
    }
}

record! {
    /// A month in which a list has ever had a post.
    pub struct ListedMonth;
    pub(crate) static FEED_MONTHS: "feed_months", Descending;
    partition {
        place: String => text,
    }
    clustering {
        month: i64 => int,
    }
    columns {}
}

record! {
    /// A post in the timeline of a reader. Only points: what is shown is asked of the post and of what the two are to each other.
    pub struct TimelinePost;
    pub(crate) static TIMELINES: "feed_timelines", Descending;
    partition {
        /// Whose timeline.
        user_id: UserId => bigint,
    }
    clustering {
        post_id: PostId => bigint,
    }
    columns {
        /// Because of whom it is there.
        source: Source => text,
    }
}

record! {
    /// The same, by whom it came from.
    pub struct TimelineSource;
    pub(crate) static TIMELINE_SOURCES: "feed_timeline_sources", Descending;
    partition {
        user_id: UserId => bigint,
        source: Source => text,
    }
    clustering {
        post_id: PostId => bigint,
    }
    columns {}
}

record! {
    /// Somebody whom too many read for writing their posts into timelines: they are merged in when read.
    pub struct WideSource;
    pub(crate) static WIDE_SOURCES: "feed_wide_sources", Ascending;
    partition {
        source: Source => text,
    }
    clustering {}
    columns {
        since: i64 => timestamp,
    }
}

record! {
    /// One of those whom a reader reads.
    pub struct WideRead;
    pub(crate) static WIDE_READS: "feed_wide_reads", Ascending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        source: Source => text,
    }
    columns {
        since: i64 => timestamp,
    }
}

record! {
    /// That somebody likes a post or a comment.
    pub struct Like;
    pub(crate) static LIKES: "feed_likes", Ascending has LIKE_COUNTS;
    partition {
        /// The post or comment: their ids are of one kind.
        target_id: i64 => bigint,
    }
    clustering {
        user_id: UserId => bigint,
    }
    columns {
        created: i64 => timestamp,
    }
}

record! {
    /// How many like it.
    pub struct LikeCount;
    pub(crate) static LIKE_COUNTS: "feed_like_counts" of LIKES;
    partition {
        target_id: i64 => bigint,
    }
    columns {
        likes: i64 => bigint,
    }
}

record! {
    /// A comment on a post, or a reply to one.
    pub struct Comment;
    pub(crate) static COMMENTS: "feed_comments", Ascending has COMMENT_COUNTS;
    partition {
        /// On which post.
        post_id: PostId => bigint,
    }
    clustering {
        /// The comment that it replies to; 0: none.
        parent_id: CommentId => bigint,
        comment_id: CommentId => bigint,
    }
    columns {
        state: CommentState => text,
        /// Who wrote it; none: their account is erased.
        author_id: Option<UserId> => bigint,
        /// In whose name; none: their own.
        entity_id: Option<EntityId> => bigint,
        /// As a post's.
        content: String => text,
        mentions: Vec<UserId> => text,
        entities: Vec<EntityId> => text,
        /// Replies that are active.
        replies: i64 => bigint,
        edited: bool => boolean,
        created: Moment => timestamp,
        updated: Moment => timestamp,
        /// Grows with every change but of `replies`.
        version: i64 => bigint,
    }
}

record! {
    /// How many comments a post has that are active, replies among them.
    pub struct CommentCount;
    pub(crate) static COMMENT_COUNTS: "feed_comment_counts" of COMMENTS;
    partition {
        post_id: PostId => bigint,
    }
    columns {
        comments: i64 => bigint,
    }
}

record! {
    /// Where a comment is.
    pub struct CommentPlace;
    pub(crate) static COMMENT_PLACES: "feed_comment_places", Ascending;
    partition {
        comment_id: CommentId => bigint,
    }
    clustering {}
    columns {
        post_id: PostId => bigint,
        parent_id: CommentId => bigint,
    }
}

record! {
    /// That a post was reposted in somebody's name.
    pub struct Repost;
    pub(crate) static REPOSTS: "feed_reposts", Ascending has REPOST_COUNTS;
    partition {
        original_id: PostId => bigint,
    }
    clustering {
        /// In whose.
        actor: Source => text,
    }
    columns {
        /// The post that it became.
        post_id: PostId => bigint,
    }
}

record! {
    /// How often.
    pub struct RepostCount;
    pub(crate) static REPOST_COUNTS: "feed_repost_counts" of REPOSTS;
    partition {
        original_id: PostId => bigint,
    }
    columns {
        reposts: i64 => bigint,
    }
}

record! {
    /// What somebody left in the feed, for the copy of their data and for their erasure.
    pub struct Trace;
    pub(crate) static TRACES: "feed_traces", Descending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        kind: TraceKind => text,
        /// The post, the comment, what is liked, the picture.
        id: i64 => bigint,
    }
    columns {
        created: i64 => timestamp,
    }
}

record! {
    /// A picture that was sent for a post.
    pub struct Media;
    pub(crate) static MEDIA: "feed_media", Ascending;
    partition {
        media_id: MediaId => bigint,
    }
    clustering {}
    columns {
        /// The picture's version.
        image: String => text,
        /// Who sent it; none: an organisation's, whose sender is erased.
        user_id: Option<UserId> => bigint,
        /// Pixels.
        width: i64 => int,
        /// Pixels.
        height: i64 => int,
        /// The post that has it; none: it waits for one.
        post_id: Option<PostId> => bigint,
        created: i64 => timestamp,
    }
}
