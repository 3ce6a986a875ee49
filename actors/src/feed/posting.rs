//! Writing, changing, reposting, liking and deleting posts.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use storage::engine::Write;
use storage::feed::{Audience, Post, Source};
use storage::ids::{EntityId, PostId, UserId};
use storage::record::Stored;
use storage::value::Json;

use super::bells::{self, Tell};
use super::facts::ReaderFacts;
use super::mentions::{self, Words};
use super::reading::{load, one};
use super::rules::{self, PostAbility};
use super::view::{ChangePost, MediaChoice, NewPost, NewRepost, PostView, Reposted};
use super::{live, media, timelines};
use crate::Platform;
use crate::accounts::Who;
use crate::area::activity::ActivityKind;
use crate::entities::not_barred_by;
use crate::entities::view::Liked;
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::time::{Moment, now};

/// Posts in an organisation's name, shared ones as well.
pub(super) static PUBLISHED: ActivityKind = ActivityKind::named("POSTS_PUBLISHED");

/// Attempts at a concurrently changed post.
const TRIES: usize = 8;

/// A deleted post: the ids needed to find what people left on it.
#[derive(Debug, Serialize, Deserialize)]
struct GonePost {
    post_id: PostId,
    original_id: Option<PostId>,
    source: Option<Source>,
}

/// Deletes what people left on a deleted post.
pub(super) const CLEAR: JobKind = JobKind {
    name: "feed-clear",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(300),
    work: |platform, job| {
        Box::pin(async move {
            let gone: GonePost = serde_json::from_str(&job.payload)?;
            if let (Some(original), Some(actor)) = (gone.original_id, gone.source) {
                platform.storage.feed.unrepost(original, actor, gone.post_id).await?;
                live::changed(&platform, original);
            }
            platform.storage.feed.clear(gone.post_id).await?;
            bells::withdraw(&platform, gone.post_id).await?;
            Ok(())
        })
    },
};

/// The author as whom a person writes. 404: no such organisation; 403: they may not act for it.
pub(super) async fn source(platform: &Platform, who: &Who, entity: Option<EntityId>) -> Result<Source> {
    let Some(id) = entity else { return Ok(Source::User(who.user_id)) };
    crate::entities::publishing(platform, id).await?;
    rules::speak_as(crate::entities::relation(platform, id, who.user_id).await?)?;
    Ok(Source::Entity(id))
}

/// The uuid of a post with a client's id: the same for the same id of the same person.
fn named(me: UserId, name: &str) -> String {
    let hash = Sha256::digest(format!("post:{me}:{name}"));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    uuid::Builder::from_random_bytes(bytes).into_uuid().to_string()
}

/// The moment and id of a write.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stamp {
    /// Epoch milliseconds.
    pub at: i64,
    /// A unique id of that moment.
    pub id: i64,
}

impl Stamp {
    pub fn now(platform: &Platform) -> Result<Self> {
        let at = now();
        Ok(Self { at, id: platform.ids.next(at)? })
    }
}

fn blank(stamp: Stamp, me: UserId, source: Source, uuid: String, words: Words) -> Post {
    let at = stamp.at;
    Post {
        post_id: PostId(stamp.id),
        post_uuid: uuid,
        author_id: Some(me),
        entity_id: if let Source::Entity(id) = source { Some(id) } else { None },
        audience: Audience::Public,
        content: words.content,
        mentions: words.people,
        entities: words.entities,
        topics: Json(words.topics),
        media: Json(Vec::new()),
        original_id: None,
        hidden: None,
        edited: false,
        created: Moment(at),
        updated: Moment(at),
        version: 1,
    }
}

/// What joins the write of a post: its jobs, and that it counts.
fn following(platform: &Platform, post: &Post, called: Vec<UserId>, by: UserId) -> Result<Vec<Write>> {
    let deliver = if post.version == 1 { timelines::DELIVER } else { timelines::REDELIVER };
    let tell = Tell { post_id: post.post_id, comment_id: None, by, called };
    let mut writes = vec![
        jobs::job(platform, deliver.name, 0, &post.post_id)?.insert(),
        jobs::job(platform, bells::TELL.name, 0, &tell)?.insert(),
    ];
    if post.version == 1 {
        writes.extend(PUBLISHED.mark_of(post.entity_id, post.post_id.0, post.created.0)?);
    }
    Ok(writes)
}

/// Writes a post. Repeating a `clientPostId` answers the first one.
pub async fn create(platform: &Platform, who: &Who, new: NewPost) -> Result<PostView> {
    create_at(platform, who, new, Stamp::now(platform)?).await
}

/// The same with a given moment.
pub(crate) async fn create_at(
    platform: &Platform,
    who: &Who,
    new: NewPost,
    stamp: Stamp,
) -> Result<PostView> {
    let me = who.user_id;
    let source = source(platform, who, new.id_entity).await?;
    let audience = new.audience.unwrap_or(rules::usual_audience(new.id_entity.is_some()));
    rules::audience(audience, new.id_entity.is_some())?;
    let plain = |ids: Vec<_>| ids.into_iter().map(|id| MediaChoice { id, alt: String::new() }).collect();
    let pictures: Vec<MediaChoice> = new.media.unwrap_or_else(|| plain(new.media_ids));
    let text = mentions::trimmed("txMessage", &new.tx_message, !pictures.is_empty())?;
    let uuid = match &new.client_post_id {
        Some(name) => named(me, name),
        None => uuid::Uuid::new_v4().to_string(),
    };
    if new.client_post_id.is_some() && platform.storage.feed.by_uuid(&uuid).await?.is_some() {
        return again(platform, me, &uuid).await;
    }
    platform.limits.post(&*platform.bus, me).await?;
    let words = mentions::read(platform, me, source, audience, &text).await?;
    let mut post = Post { audience, ..blank(stamp, me, source, uuid, words) };
    post.media = Json(media::claimed(platform, me, post.post_id, &[], &pictures).await?);
    let then = following(platform, &post, post.mentions.clone(), me)?;
    if !platform.storage.feed.create(&post, then).await? {
        return again(platform, me, &post.post_uuid).await;
    }
    platform.jobs.wake();
    let facts = ReaderFacts::load(platform, Some(me), [source]).await?;
    one(platform, &facts, post).await
}

async fn again(platform: &Platform, me: UserId, uuid: &str) -> Result<PostView> {
    let (post, facts) = load(platform, Some(me), uuid).await?;
    one(platform, &facts, post).await
}

async fn require(
    platform: &Platform,
    who: &Who,
    uuid: &str,
    ability: PostAbility,
) -> Result<(Post, ReaderFacts)> {
    let (post, facts) = load(platform, Some(who.user_id), uuid).await?;
    let may = rules::post_abilities(&post, &facts.reader(&post, None)).contains(&ability);
    rules::require(may, post.entity_id.is_some())?;
    Ok((post, facts))
}

/// Edits a post. 409 MOVED_ON: it has changed meanwhile.
pub async fn change(platform: &Platform, who: &Who, uuid: &str, input: ChangePost) -> Result<PostView> {
    let (old, facts) = require(platform, who, uuid, PostAbility::Edit).await?;
    if input.version.is_some_and(|version| version != old.version) {
        return Err(Refusal::moved_on());
    }
    let audience = input.audience.unwrap_or(old.audience);
    rules::audience(audience, old.entity_id.is_some())?;
    if old.original_id.is_some() && audience != Audience::Public {
        return Err(Refusal::field("audience", "AUDIENCE", "En ompublicering är för alla."));
    }
    let source = old.source().ok_or_else(rules::no_post)?;
    let mut new = Post { audience, updated: Moment(now()), version: old.version + 1, ..old.clone() };
    if let Some(pictures) = &input.media {
        new.media = Json(media::claimed(platform, who.user_id, old.post_id, &old.media.0, pictures).await?);
    }
    let may_be_empty = !new.media.0.is_empty() || old.original_id.is_some();
    let words = match &input.tx_message {
        Some(text) => {
            let text = mentions::trimmed("txMessage", text, may_be_empty)?;
            mentions::read(platform, who.user_id, source, audience, &text).await?
        }
        None if old.content.is_empty() && !may_be_empty => {
            return Err(Refusal::field("txMessage", "REQUIRED", "Skriv något först."));
        }
        None => Words {
            content: old.content.clone(),
            people: old.mentions.clone(),
            entities: old.entities.clone(),
            topics: old.topics.0.clone(),
        },
    };
    new.content = words.content;
    new.mentions = words.people;
    new.entities = words.entities;
    new.topics = Json(words.topics);
    new.edited = old.edited || new.content != old.content || new.media != old.media;
    let called = new.mentions.iter().filter(|id| !old.mentions.contains(id)).copied().collect();
    let mut then = following(platform, &new, called, who.user_id)?;
    then.extend(media::dropped(platform, &old.media.0, &new.media.0)?);
    if !platform.storage.feed.change(&old, &new, then).await? {
        return Err(Refusal::moved_on());
    }
    platform.jobs.wake();
    if new.audience != old.audience {
        live::moved(platform, &new);
    }
    live::changed(platform, new.post_id);
    one(platform, &facts, new).await
}

/// Deletes a post, with everything that people left on it.
pub async fn remove(platform: &Platform, who: &Who, uuid: &str) -> Result<()> {
    for _ in 0..TRIES {
        let (post, _) = require(platform, who, uuid, PostAbility::Delete).await?;
        if delete_post(platform, &post).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

/// Deletes the post at once and the rest by a job; false: it has changed meanwhile.
pub(super) async fn delete_post(platform: &Platform, post: &Post) -> Result<bool> {
    let gone = GonePost { post_id: post.post_id, original_id: post.original_id, source: post.source() };
    let mut then = vec![jobs::job(platform, CLEAR.name, 0, &gone)?.insert()];
    then.extend(media::dropped(platform, &post.media.0, &[])?);
    if !platform.storage.feed.remove(post, then).await? {
        return Ok(false);
    }
    platform.jobs.wake();
    live::removed(platform, post);
    if let (Some(original), Some(actor)) = (post.original_id, post.source()) {
        // If this fails the job does it later.
        if let Err(error) = platform.storage.feed.unrepost(original, actor, post.post_id).await {
            tracing::warn!(%error, "a repost that is gone is counted a while longer");
        }
        live::changed(platform, original);
    }
    Ok(true)
}

/// Likes a post, or unlikes it.
pub async fn like(platform: &Platform, who: &Who, uuid: &str, liked: bool) -> Result<Liked> {
    platform.limits.message(&*platform.bus, who.user_id).await?;
    let (post, _) = load(platform, Some(who.user_id), uuid).await?;
    if liked {
        not_barred_by(platform, [post.entity_id], who.user_id).await?;
    }
    let feed = &platform.storage.feed;
    let nr_likes = feed.set_liked(post.post_id.0, who.user_id, liked, now()).await?;
    if liked && feed.post(post.post_id).await?.is_none() {
        // The post was deleted meanwhile, with its likes: this one came too late.
        feed.clear_likes(post.post_id.0).await?;
        return Err(rules::no_post());
    }
    live::changed(platform, post.post_id);
    Ok(Liked { liked, nr_likes })
}

/// Reposts a public post; for a repost, its original. 409 ALREADY_REPOSTED: the same author has reposted it.
pub async fn repost(platform: &Platform, who: &Who, uuid: &str, new: NewRepost) -> Result<Reposted> {
    repost_at(platform, who, uuid, new, Stamp::now(platform)?).await
}

/// The same with a given moment.
pub(crate) async fn repost_at(
    platform: &Platform,
    who: &Who,
    uuid: &str,
    new: NewRepost,
    stamp: Stamp,
) -> Result<Reposted> {
    let me = who.user_id;
    let source = source(platform, who, new.entity_id).await?;
    let (mut original, _) = load(platform, Some(me), uuid).await?;
    if let Some(first) = original.original_id {
        original = platform.storage.feed.post(first).await?.ok_or_else(rules::no_post)?;
        let facts = ReaderFacts::load(platform, Some(me), original.source()).await?;
        if !facts.reads(&original) {
            return Err(rules::no_post());
        }
    }
    not_barred_by(platform, [original.entity_id], me).await?;
    if original.audience != Audience::Public {
        return Err(Refusal::forbidden("NOT_PUBLIC", "Bara det som är för alla kan ompubliceras."));
    }
    let feed = &platform.storage.feed;
    let already = || Refusal::conflict("ALREADY_REPOSTED", "Du har redan ompublicerat detta inlägg");
    if feed.reposted_as(original.post_id, source).await?.is_some() {
        return Err(already());
    }
    platform.limits.post(&*platform.bus, me).await?;
    let text = mentions::trimmed("comment", &new.comment, true)?;
    let words = mentions::read(platform, me, source, Audience::Public, &text).await?;
    let fresh = blank(stamp, me, source, uuid::Uuid::new_v4().to_string(), words);
    let post = Post { original_id: Some(original.post_id), ..fresh };
    let then = following(platform, &post, post.mentions.clone(), me)?;
    if !feed.repost(&post, then).await? {
        return Err(already());
    }
    platform.jobs.wake();
    live::changed(platform, original.post_id);
    Ok(Reposted { uuid: post.post_uuid, original_uuid: original.post_uuid })
}
