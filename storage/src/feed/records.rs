//! Stored records of posts, comments, likes and timelines.

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

/// The person or organisation in whose name something is published, and whom others follow.
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

/// A picture of a post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostPicture {
    pub id: MediaId,
    /// The picture's version.
    pub image: String,
    /// Pixels.
    pub width: i64,
    /// Pixels.
    pub height: i64,
    /// Alternative text.
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
        /// Its id in addresses; cannot be guessed.
        post_uuid: String => text,
        /// Who wrote it; none: an organisation's post whose author is erased.
        author_id: Option<UserId> => bigint,
        /// The organisation in whose name it is; none: its author's own.
        entity_id: Option<EntityId> => bigint,
        audience: Audience => text,
        /// The text as written, with `@{id}` for mentions.
        content: String => text,
        /// Mentioned people.
        mentions: Vec<UserId> => text,
        /// Mentioned organisations.
        entities: Vec<EntityId> => text,
        /// Topics, folded, without `#`.
        topics: Json<Vec<String>> => text,
        media: Json<Vec<PostPicture>> => text,
        /// The reposted post; never a repost itself.
        original_id: Option<PostId> => bigint,
        /// Since when a moderator has hidden it.
        hidden: Option<Moment> => timestamp,
        edited: bool => boolean,
        created: Moment => timestamp,
        updated: Moment => timestamp,
        /// Raised by every change.
        version: i64 => bigint,
    }
}

impl Post {
    /// The author or organisation in whose name it is; none: its author is erased.
    pub fn source(&self) -> Option<Source> {
        self.entity_id.map(Source::Entity).or_else(|| self.author_id.map(Source::User))
    }
}

record! {
    /// The post with the unguessable part of an address.
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
    /// A post in a list: of its author or organisation, of all, of its topics.
    pub struct ListedPost;
    pub(crate) static FEED_LISTED: "feed_listed", Descending;
    partition {
        /// The list.
        place: String => text,
        /// The month of the post's id, in months since year 0 (UTC).
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
    /// A month in which a list has had posts.
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
    /// A post in a reader's timeline. A pointer: what is shown depends on the post and the relationship of the two.
    pub struct TimelinePost;
    pub(crate) static TIMELINES: "feed_timelines", Descending;
    partition {
        /// The reader.
        user_id: UserId => bigint,
    }
    clustering {
        post_id: PostId => bigint,
    }
    columns {
        /// The source because of which it is there.
        source: Source => text,
    }
}

record! {
    /// A timeline entry by source.
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
    /// A source with too many readers to fan out its posts into timelines: merged in at read time.
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
    /// A source of that kind that a reader follows.
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
    /// Somebody's like of a post, a comment or an organisation.
    pub struct Like;
    pub(crate) static LIKES: "feed_likes", Ascending has LIKE_COUNTS;
    partition {
        /// The post, comment or organisation; their ids never collide.
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
    /// The number of likes.
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
        /// The post.
        post_id: PostId => bigint,
    }
    clustering {
        /// The comment that it replies to; 0: none.
        parent_id: CommentId => bigint,
        comment_id: CommentId => bigint,
    }
    columns {
        state: CommentState => text,
        /// The author; none: the account is erased.
        author_id: Option<UserId> => bigint,
        /// The organisation in whose name it is; none: the author's own.
        entity_id: Option<EntityId> => bigint,
        /// As in a post.
        content: String => text,
        mentions: Vec<UserId> => text,
        entities: Vec<EntityId> => text,
        /// Number of active replies.
        replies: i64 => bigint,
        edited: bool => boolean,
        created: Moment => timestamp,
        updated: Moment => timestamp,
        /// Raised by every change except of `replies`.
        version: i64 => bigint,
    }
}

record! {
    /// The number of a post's active comments, including replies.
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
    /// The location of a comment.
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
    /// A repost of a post in somebody's name.
    pub struct Repost;
    pub(crate) static REPOSTS: "feed_reposts", Ascending has REPOST_COUNTS;
    partition {
        original_id: PostId => bigint,
    }
    clustering {
        /// The person or organisation that reposted.
        actor: Source => text,
    }
    columns {
        /// The post that represents the repost.
        post_id: PostId => bigint,
    }
}

record! {
    /// The number of reposts.
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
    /// A trace of a person's content in the feed, for export and erasure.
    pub struct Trace;
    pub(crate) static TRACES: "feed_traces", Descending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        kind: TraceKind => text,
        /// The id of the post, comment, liked thing or picture.
        id: i64 => bigint,
    }
    columns {
        created: i64 => timestamp,
    }
}

record! {
    /// A picture uploaded for a post.
    pub struct Media;
    pub(crate) static MEDIA: "feed_media", Ascending;
    partition {
        media_id: MediaId => bigint,
    }
    clustering {}
    columns {
        /// The picture's version.
        image: String => text,
        /// Who uploaded it; none: an organisation's picture whose uploader is erased.
        user_id: Option<UserId> => bigint,
        /// Pixels.
        width: i64 => int,
        /// Pixels.
        height: i64 => int,
        /// The post that has it; none: not used yet.
        post_id: Option<PostId> => bigint,
        created: i64 => timestamp,
    }
}
