//! The live room of a post: publishes its counts to those who view it. Only counts are sent; texts are fetched by
//! everybody with their own rights.

use std::time::Duration;

use serde::Serialize;
use storage::feed::{Audience, Post, Source};
use storage::ids::{PostId, UserId};
use utoipa::ToSchema;
use uuid::Uuid;

use super::facts::ReaderFacts;
use super::rules::{self, Standing};
use crate::Platform;
use crate::live::bus::{Announcement, Name, Topic};
use crate::live::room::{Room, RoomEvent, running};
use crate::platform::error::Result;
use crate::platform::time::now;

/// The destination.
pub const POST: &str = "/topic/post/{uuid}";
/// The topic name for posts of a person.
const OF_PERSON: Name = Name::new("feed");
/// Changes by other nodes within this time are covered by one recount.
const SETTLES: Duration = Duration::from_secs(1);

/// A post as a live room.
#[derive(Clone)]
pub struct LivePost {
    uuid: Uuid,
    source: Source,
    audience: Audience,
    /// Hidden by a moderator: only its author may listen.
    is_hidden: bool,
}

impl LivePost {
    fn of(post: &Post) -> Option<Self> {
        let uuid = Uuid::try_parse(&post.post_uuid).ok()?;
        Some(Self { uuid, source: post.source()?, audience: post.audience, is_hidden: post.hidden.is_some() })
    }
}

impl Room for LivePost {
    const NAME: &'static str = "post";
    const PLACE: &'static str = POST;
    type Facts = Standing;
    /// The post's audience at the time of the event.
    type Audience = Audience;
    type Live = ();

    async fn load(platform: &Platform, id: i64) -> Result<Option<Self>> {
        Ok(platform.storage.feed.post(PostId(id)).await?.as_ref().and_then(Self::of))
    }

    async fn find(platform: &Platform, uuid: Uuid) -> Result<Option<i64>> {
        let post = platform.storage.feed.by_uuid(&uuid.hyphenated().to_string()).await?;
        Ok(post.map(|post| post.post_id.0))
    }

    fn place(&self, id: i64) -> crate::live::room::Place {
        crate::live::room::Place::named(POST, id, self.uuid)
    }

    async fn facts(platform: &Platform, id: i64, user_id: UserId) -> Result<Option<Standing>> {
        Ok(Self::enter(platform, id, user_id).await?.map(|(_, standing)| standing))
    }

    async fn enter(platform: &Platform, id: i64, user_id: UserId) -> Result<Option<(Self, Standing)>> {
        let Some(room) = Self::load(platform, id).await? else { return Ok(None) };
        let facts = ReaderFacts::load(platform, Some(user_id), [room.source]).await?;
        let standing = facts.standing(Some(room.source));
        Ok(Some((room, standing)))
    }

    fn topic(&self, _: i64) -> Topic {
        topic(self.source)
    }

    fn may_listen(&self, standing: &Standing) -> bool {
        rules::may_read(self.audience, *standing) && (!self.is_hidden || *standing == Standing::Author)
    }

    fn hears(&self, _: UserId, standing: &Standing, to: &Audience) -> bool {
        rules::may_read(*to, *standing) && self.may_listen(standing)
    }
}

fn topic(source: Source) -> Topic {
    match source {
        Source::User(id) => Topic::Scope(OF_PERSON, id.0),
        Source::Entity(id) => crate::entities::topic(id),
    }
}

/// What whoever looks at a post is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type")]
#[schema(as = PostEvent)]
pub enum PostEvent {
    /// What is counted of it has changed, or it has itself.
    #[serde(rename = "POST_CHANGED", rename_all = "camelCase")]
    Changed {
        uuid: String,
        nr_likes: i64,
        /// Replies among them.
        nr_comments: i64,
        nr_reposts: i64,
        /// The post's own: grows when it is changed, not with what is counted.
        version: i64,
    },
    #[serde(rename = "POST_DELETED")]
    Deleted { uuid: String },
}

impl RoomEvent for PostEvent {
    fn cursor(&self) -> Option<i64> {
        None
    }

    fn at(&self) -> i64 {
        now()
    }
}

async fn current(platform: &Platform, id: PostId) -> Result<Option<(LivePost, PostEvent)>> {
    let feed = &platform.storage.feed;
    let ids = [id];
    let (post, counts) = futures_util::try_join!(feed.post(id), feed.counts(&ids))?;
    let Some((post, room)) = post.and_then(|post| LivePost::of(&post).map(|room| (post, room))) else {
        return Ok(None);
    };
    let counts = counts.get(&id).copied().unwrap_or_default();
    let event = PostEvent::Changed {
        uuid: post.post_uuid,
        nr_likes: counts.likes,
        nr_comments: counts.comments,
        nr_reposts: counts.reposts,
        version: post.version,
    };
    Ok(Some((room, event)))
}

/// A count of the post, or the post itself, has changed. The event is made and published in the background.
pub(super) fn changed(platform: &Platform, id: PostId) {
    let is_heard = platform.bus.spans_nodes() || running::<LivePost>(platform, id.0).is_some();
    if !is_heard || !platform.latest.begin(LivePost::NAME, id.0) {
        return;
    }
    let platform = platform.clone();
    actix_rt::spawn(async move {
        let mut published = None;
        loop {
            published = publish_counts(&platform, id, None).await.or(published);
            if platform.latest.again(LivePost::NAME, id.0) {
                continue;
            }
            if !platform.bus.spans_nodes() {
                return;
            }
            // Of two nodes that count concurrently the earlier count may be published last, so each counts once more.
            actix_rt::time::sleep(SETTLES).await;
            publish_counts(&platform, id, published.as_ref()).await;
            return;
        }
    });
}

/// Publishes the counts unless they are as published before.
async fn publish_counts(platform: &Platform, id: PostId, published: Option<&PostEvent>) -> Option<PostEvent> {
    match current(platform, id).await {
        Ok(Some((room, event))) => {
            if published != Some(&event) {
                platform.publish_in(id.0, &room, &event, &room.audience);
            }
            Some(event)
        }
        Ok(None) => None,
        Err(refusal) => {
            tracing::warn!(%refusal, "what is counted of a post is not told");
            None
        }
    }
}

/// A post's audience has changed: subscriptions of those who may no longer read it end.
pub(super) fn moved(platform: &Platform, post: &Post) {
    if let Some(room) = LivePost::of(post) {
        platform.room_moved(post.post_id.0, &room);
    }
}

/// A post was deleted.
pub(super) fn removed(platform: &Platform, post: &Post) {
    if let Some(room) = LivePost::of(post) {
        let event = PostEvent::Deleted { uuid: post.post_uuid.clone() };
        platform.publish_in(post.post_id.0, &room, &event, &room.audience);
        platform.room_moved(post.post_id.0, &room);
    }
}

/// The relation between two people has changed: subscriptions to posts that one may no longer read end.
pub fn parted(platform: &Platform, one: UserId, other: UserId) {
    for (author, user_id) in [(one, other), (other, one)] {
        platform.announce(Announcement::Rights { topic: topic(Source::User(author)), user_id });
    }
}

/// An account may have been deactivated or activated: nobody may read the posts of one that is gone.
pub(super) fn author_changed(platform: &Platform, id: i64) {
    for room in platform.registry.rooms(Some(topic(Source::User(UserId(id))))) {
        room.verify(None);
    }
}
