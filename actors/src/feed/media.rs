//! Pictures of posts: uploaded before the post, claimed when it is written, deleted with it.

use std::collections::HashMap;
use std::time::Duration;

use storage::engine::Write;
use storage::feed::{Media, PostPicture};
use storage::ids::{MediaId, PostId, UserId};
use storage::record::Stored;

use super::facts::ReaderFacts;
use super::view::{MediaChoice, SentMedia, address};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::pictures::PictureKind;
use crate::platform::time::now;

/// How long a picture waits to be claimed (ms).
const UNUSED_AFTER: i64 = 24 * 3_600_000;

/// Deletes a picture that no post has claimed.
pub(super) const UNUSED: JobKind = JobKind {
    name: "feed-media-unused",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let id: MediaId = serde_json::from_str(&job.payload)?;
            if !is_used(&platform, id).await? {
                discard(&platform, id).await?;
            }
            Ok(())
        })
    },
};

/// Deletes pictures that were removed from their post.
pub(super) const GONE: JobKind = JobKind {
    name: "feed-media-gone",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(120),
    work: |platform, job| {
        Box::pin(async move {
            let ids: Vec<MediaId> = serde_json::from_str(&job.payload)?;
            for id in ids {
                discard(&platform, id).await?;
            }
            Ok(())
        })
    },
};

async fn is_used(platform: &Platform, id: MediaId) -> Result<bool> {
    let feed = &platform.storage.feed;
    let Some(media) = feed.media(id).await? else { return Ok(false) };
    let Some(post) = media.post_id else { return Ok(false) };
    let post = feed.post(post).await?;
    Ok(post.is_some_and(|post| post.media.0.iter().any(|one| one.id == id)))
}

/// Deletes a picture: its files, then its row.
pub(super) async fn discard(platform: &Platform, id: MediaId) -> Result<()> {
    platform.pictures.remove(PictureKind::Post, id.0).await?;
    if let Some(media) = platform.storage.feed.media(id).await? {
        platform.storage.feed.forget_media(&media).await?;
    }
    Ok(())
}

/// Stores a picture for a post of mine; it is deleted unless claimed within a day.
pub async fn send_media(platform: &Platform, who: &Who, upload: Vec<u8>) -> Result<SentMedia> {
    let at = now();
    let id = MediaId(platform.ids.next(at)?);
    // The job is stored before the file, so that the file is deleted whatever happens in between.
    platform.storage.jobs.put(&[jobs::job(platform, UNUSED.name, at + UNUSED_AFTER, &id)?]).await?;
    let kept = platform.pictures.put_measured(PictureKind::Post, id.0, upload).await?;
    let media = Media {
        media_id: id,
        image: kept.version,
        user_id: Some(who.user_id),
        width: i64::from(kept.width),
        height: i64::from(kept.height),
        post_id: None,
        created: at,
    };
    platform.storage.feed.keep_media(&media, Vec::new()).await?;
    let url = address(id, &media.image);
    Ok(SentMedia { id, url, width: media.width, height: media.height })
}

/// The pictures of a new version of a post: its own, and unclaimed ones of its author. Otherwise 422.
pub(super) async fn claimed(
    platform: &Platform,
    me: UserId,
    post: PostId,
    old: &[PostPicture],
    chosen: &[MediaChoice],
) -> Result<Vec<PostPicture>> {
    let wrong = || Refusal::field("media", "MEDIA", "Bilden finns inte, eller hör till ett annat inlägg.");
    let ids: Vec<MediaId> = chosen.iter().map(|one| one.id).collect();
    let found = platform.storage.feed.media_of(&ids).await?;
    let found: HashMap<MediaId, Media> = found.into_iter().map(|media| (media.media_id, media)).collect();
    let mut pictures: Vec<PostPicture> = Vec::new();
    for one in chosen {
        let media = found.get(&one.id).ok_or_else(wrong)?;
        let is_there = old.iter().any(|old| old.id == one.id);
        let is_twice = pictures.iter().any(|taken| taken.id == one.id);
        let is_mine = media.user_id == Some(me) && media.post_id.is_none_or(|of| of == post);
        if is_twice || !is_there && !is_mine {
            return Err(wrong());
        }
        pictures.push(PostPicture {
            id: one.id,
            image: media.image.clone(),
            width: media.width,
            height: media.height,
            alt: one.alt.trim().to_owned(),
        });
    }
    for one in &pictures {
        if !platform.storage.feed.claim_media(one.id, post).await? {
            return Err(wrong());
        }
    }
    Ok(pictures)
}

/// The write that deletes pictures removed from a post.
pub(super) fn dropped(
    platform: &Platform,
    old: &[PostPicture],
    new: &[PostPicture],
) -> Result<Option<Write>> {
    let gone: Vec<MediaId> =
        old.iter().map(|one| one.id).filter(|id| !new.iter().any(|new| new.id == *id)).collect();
    if gone.is_empty() {
        return Ok(None);
    }
    Ok(Some(jobs::job(platform, GONE.name, 0, &gone)?.insert()))
}

/// The version of a picture that the person may see, and whether everybody may: of a post that they may read, or their
/// own unclaimed one.
pub async fn picture(platform: &Platform, who: Option<&Who>, id: MediaId) -> Result<Option<(String, bool)>> {
    let (feed, me) = (&platform.storage.feed, who.map(|who| who.user_id));
    let Some(media) = feed.media(id).await? else { return Ok(None) };
    let post = match media.post_id {
        Some(id) => feed.post(id).await?,
        None => None,
    };
    let Some(post) = post.filter(|post| post.media.0.iter().any(|one| one.id == id)) else {
        let is_mine = me.is_some() && media.user_id == me;
        return Ok(is_mine.then_some((media.image, false)));
    };
    let facts = ReaderFacts::load(platform, me, post.source()).await?;
    let is_public = post.audience == storage::feed::Audience::Public;
    Ok(facts.reads(&post).then_some((media.image, is_public && me.is_none())))
}
