//! Posts and comments as one reader sees them.

use std::collections::{HashMap, HashSet};

use storage::accounts::User;
use storage::entities::Entity;
use storage::feed::{Comment, CommentState, Counts, Post, Source};
use storage::ids::{EntityId, PostId, UserId};

use super::facts::{ReaderFacts, source_of};
use super::mentions::Names;
use super::rules;
use super::view::{CommentView, Gone, MediaView, Original, PostView, Speaker, Writer};
use crate::Platform;
use crate::platform::error::Result;

/// Authors of posts and comments.
#[derive(Default)]
pub(crate) struct Speakers {
    people: HashMap<UserId, std::sync::Arc<User>>,
    entities: HashMap<EntityId, Entity>,
}

impl Speakers {
    pub async fn of(
        platform: &Platform,
        people: impl IntoIterator<Item = UserId>,
        entities: impl IntoIterator<Item = EntityId>,
    ) -> Result<Self> {
        let mut ids: Vec<EntityId> = entities.into_iter().collect();
        ids.sort_unstable();
        ids.dedup();
        let entities = platform.storage.entities.entities(&ids).await?;
        let entities = entities.into_iter().map(|entity| (entity.entity_id, entity)).collect();
        Ok(Self { people: platform.people.all(people).await?, entities })
    }

    /// The author shown for a person and, if given, an organisation.
    pub fn speaker(&self, author: Option<UserId>, entity: Option<EntityId>) -> Speaker {
        let found = match entity {
            Some(id) => self.entities.get(&id).map(Speaker::from),
            None => author.and_then(|id| self.people.get(&id)).map(|user| Speaker::from(&**user)),
        };
        found.unwrap_or_else(|| Speaker::gone(entity))
    }

    pub fn writer(&self, author: Option<UserId>) -> Option<Writer> {
        Some(Writer::from(&**self.people.get(&author?)?))
    }
}

/// Data read for many posts at once.
struct Around {
    counts: HashMap<PostId, Counts>,
    liked: HashSet<i64>,
    reposted: HashSet<PostId>,
    speakers: Speakers,
    names: Names,
}

impl Around {
    async fn of(platform: &Platform, me: Option<UserId>, posts: &[&Post]) -> Result<Self> {
        let ids: Vec<PostId> = posts.iter().map(|post| post.post_id).collect();
        let targets: Vec<i64> = ids.iter().map(|id| id.0).collect();
        let feed = &platform.storage.feed;
        let mine = async {
            let Some(me) = me else { return Ok(Default::default()) };
            let (liked, reposted) = futures_util::try_join!(
                feed.liked_among(me, &targets),
                feed.reposted_among(Source::User(me), &ids)
            )?;
            Ok((liked, reposted))
        };
        let people: Vec<UserId> = posts.iter().flat_map(|post| post.mentions.clone()).collect();
        let entities: Vec<EntityId> = posts.iter().flat_map(|post| post.entities.clone()).collect();
        let authors = posts.iter().filter_map(|post| post.author_id);
        let counts = async { Ok(feed.counts(&ids).await?) };
        let (counts, (liked, reposted), speakers, names) = futures_util::try_join!(
            counts,
            mine,
            Speakers::of(platform, authors, posts.iter().filter_map(|post| post.entity_id)),
            Names::of(platform, &people, &entities)
        )?;
        Ok(Self { counts, liked, reposted, speakers, names })
    }

    fn view(&self, post: &Post, facts: &ReaderFacts) -> PostView {
        let counts = self.counts.get(&post.post_id).copied().unwrap_or_default();
        let (tx_message, mentions) = self.names.show(&post.content, &post.mentions, &post.entities);
        let reader = facts.reader(post, None);
        let writer = post.entity_id.filter(|_| rules::sees_writer(reader.relation));
        PostView {
            uuid: post.post_uuid.clone(),
            tx_uuid: post.post_uuid.clone(),
            id_feed_post: post.post_id,
            tx_message,
            id_entity: post.entity_id,
            nr_likes: counts.likes,
            nr_comments: counts.comments,
            nr_reposts: counts.reposts,
            liked: self.liked.contains(&post.post_id.0),
            reposted: self.reposted.contains(&post.post_id),
            audience: post.audience,
            author: self.speakers.speaker(post.author_id, post.entity_id),
            written_by: writer.and_then(|_| self.speakers.writer(post.author_id)),
            media: post.media.0.iter().map(MediaView::from).collect(),
            mentions,
            topics: post.topics.0.clone(),
            edited: post.edited,
            hidden: post.hidden.is_some(),
            da_created: post.created,
            da_updated: post.updated,
            original: None,
            abilities: rules::post_abilities(post, &reader),
            version: post.version,
        }
    }
}

/// Posts that the reader may read, with the posts they repost.
pub(super) async fn see(platform: &Platform, facts: &ReaderFacts, posts: &[Post]) -> Result<Vec<PostView>> {
    let ids: Vec<PostId> = posts.iter().filter_map(|post| post.original_id).collect();
    let originals = platform.storage.feed.posts(&ids).await?;
    let theirs = ReaderFacts::load(platform, facts.me, originals.values().filter_map(Post::source)).await?;
    let shown: HashMap<PostId, &Post> =
        originals.iter().filter(|(_, post)| theirs.reads(post)).map(|(id, post)| (*id, post)).collect();
    let all: Vec<&Post> = posts.iter().chain(shown.values().copied()).collect();
    let around = Around::of(platform, facts.me, &all).await?;
    let view = |post: &Post| {
        let original = post.original_id.map(|id| match shown.get(&id) {
            Some(original) => Original::Post(Box::new(around.view(original, &theirs))),
            None => Original::Gone(Gone { gone: true }),
        });
        PostView { original, ..around.view(post, facts) }
    };
    Ok(posts.iter().map(view).collect())
}

/// `flStatus` of a comment.
const fn number(state: CommentState) -> u8 {
    match state {
        CommentState::Active => 1,
        CommentState::Deleted => 2,
        CommentState::Pending => 3,
        CommentState::Hidden => 4,
    }
}

/// Comments on a post for a reader who may read them.
pub(super) async fn see_comments(
    platform: &Platform,
    facts: &ReaderFacts,
    post: &Post,
    comments: &[Comment],
) -> Result<Vec<CommentView>> {
    let feed = &platform.storage.feed;
    let targets: Vec<i64> = comments.iter().map(|comment| comment.comment_id.0).collect();
    let people: Vec<UserId> = comments.iter().flat_map(|comment| comment.mentions.clone()).collect();
    let entities: Vec<EntityId> = comments.iter().flat_map(|comment| comment.entities.clone()).collect();
    let liked = async {
        match facts.me {
            Some(me) => feed.liked_among(me, &targets).await,
            None => Ok(HashSet::new()),
        }
    };
    let (likes, liked) = futures_util::try_join!(feed.like_counts(&targets), liked)?;
    let authors = comments.iter().filter_map(|comment| comment.author_id);
    let (speakers, names) = futures_util::try_join!(
        Speakers::of(platform, authors, comments.iter().filter_map(|comment| comment.entity_id)),
        Names::of(platform, &people, &entities)
    )?;
    let view = |comment: &Comment| {
        let reader = facts.reader(post, Some(comment));
        let is_open = match comment.state {
            CommentState::Hidden => facts.wrote(comment),
            state => state == CommentState::Active,
        };
        let (tx_message, mentions) = if is_open {
            names.show(&comment.content, &comment.mentions, &comment.entities)
        } else {
            (String::new(), Vec::new())
        };
        let speaker = speakers.speaker(comment.author_id, comment.entity_id);
        let sees_writer = comment.entity_id.is_none() || rules::sees_writer(reader.as_entity);
        CommentView {
            id_feed_comment: comment.comment_id,
            id_feed_post: comment.post_id,
            id_auth_user: comment.author_id.filter(|_| sees_writer),
            tx_message,
            tx_sender_username: speaker.user_name,
            tx_sender_name: speaker.display_name,
            tx_sender_profile_image: speaker.profile_image,
            fl_status: number(comment.state),
            da_created: comment.created,
            da_updated: comment.updated,
            id_entity: comment.entity_id,
            id_parent: comment.parent(),
            nr_replies: comment.replies,
            nr_likes: likes.get(&comment.comment_id.0).copied().unwrap_or(0),
            liked: liked.contains(&comment.comment_id.0),
            edited: comment.edited,
            mentions,
            abilities: rules::comment_abilities(post, comment, &reader),
            version: comment.version,
        }
    };
    Ok(comments.iter().map(view).collect())
}

/// The facts about the authors of comments and of their post.
pub(super) async fn facts_of(
    platform: &Platform,
    me: Option<UserId>,
    post: &Post,
    comments: &[Comment],
) -> Result<ReaderFacts> {
    let all = post.source().into_iter().chain(comments.iter().filter_map(source_of));
    ReaderFacts::load(platform, me, all).await
}
