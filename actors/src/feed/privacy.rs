//! The feed's part of data export and erasure.

use serde_json::json;
use storage::accounts::User;
use storage::feed::{Comment, CommentState, Post, Trace, TraceKind};
use storage::ids::{CommentId, MediaId, PostId, UserId};

use super::view::address;
use super::{comments, live, media, posting};
use crate::Platform;
use crate::accounts::Who;
use crate::accounts::export::picture;
use crate::area::{File, file};
use crate::platform::archive::Archive;
use crate::platform::error::{Refusal, Result};
use crate::platform::pictures::PictureKind;
use crate::platform::time::{Moment, now};

/// Traces per read.
const SLICE: usize = 200;

/// All traces of a kind that a person has left, newest first.
async fn all(platform: &Platform, me: UserId, kind: TraceKind) -> Result<Vec<Trace>> {
    let (mut found, mut before) = (Vec::new(), None);
    loop {
        let some = platform.storage.feed.traces(me, kind, before, SLICE).await?;
        before = some.last().map(|trace| trace.id);
        let is_over = some.len() < SLICE;
        found.extend(some);
        if is_over {
            return Ok(found);
        }
    }
}

pub(super) async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let (feed, me) = (&platform.storage.feed, who.user_id);
    let (mut posts, mut comments) = (Vec::new(), Vec::new());
    for trace in all(platform, me, TraceKind::Post).await? {
        posts.extend(feed.post(PostId(trace.id)).await?.map(|post| given(&post)));
    }
    for trace in all(platform, me, TraceKind::Media).await? {
        // Unclaimed pictures; the others are listed with their posts.
        let media = feed.media(MediaId(trace.id)).await?.filter(|media| media.post_id.is_none());
        posts.extend(media.map(|media| json!({ "picture": address(media.media_id, &media.image), "created": Moment(media.created) })));
    }
    for trace in all(platform, me, TraceKind::Comment).await? {
        comments.extend(feed.comment_of(CommentId(trace.id)).await?.map(|comment| given_comment(&comment)));
    }
    let likes = all(platform, me, TraceKind::Like).await?;
    let likes = likes.iter().map(|like| json!({ "id": like.id, "created": Moment(like.created) }));
    Ok(vec![
        file("posts.json", posts)?,
        file("comments.json", comments)?,
        file("likes.json", likes.collect::<Vec<_>>())?,
    ])
}

/// The pictures that the person uploaded, claimed by posts or not.
pub(super) async fn archive(platform: &Platform, who: &Who, archive: &mut Archive) -> Result<()> {
    for trace in all(platform, who.user_id, TraceKind::Media).await? {
        if let Some(media) = platform.storage.feed.media(MediaId(trace.id)).await? {
            picture(platform, archive, PictureKind::Post, trace.id, &media.image).await?;
        }
    }
    Ok(())
}

fn given(post: &Post) -> serde_json::Value {
    let pictures =
        post.media.0.iter().map(|one| json!({ "url": address(one.id, &one.image), "alt": one.alt }));
    json!({
        "uuid": post.post_uuid, "idFeedPost": post.post_id, "txMessage": post.content, "idEntity": post.entity_id,
        "audience": post.audience, "media": pictures.collect::<Vec<_>>(), "reposts": post.original_id,
        "daCreated": post.created, "daUpdated": post.updated,
    })
}

fn given_comment(comment: &Comment) -> serde_json::Value {
    json!({
        "idFeedComment": comment.comment_id, "idFeedPost": comment.post_id, "txMessage": comment.content,
        "idEntity": comment.entity_id, "daCreated": comment.created, "daUpdated": comment.updated,
    })
}

/// Erases what the person wrote, liked and read. What they wrote for an organisation stays, without their name. May be
/// repeated.
pub(super) async fn erase(platform: &Platform, user: &User) -> Result<()> {
    let (feed, me) = (&platform.storage.feed, user.user_id);
    for trace in all(platform, me, TraceKind::Like).await? {
        feed.set_liked(trace.id, me, false, now()).await?;
        live::changed(platform, PostId(trace.id));
    }
    for trace in all(platform, me, TraceKind::Comment).await? {
        if let Some(comment) = feed.comment_of(CommentId(trace.id)).await? {
            comment_of_nobody(platform, &comment).await?;
        }
    }
    for trace in all(platform, me, TraceKind::Post).await? {
        if let Some(post) = feed.post(PostId(trace.id)).await? {
            post_of_nobody(platform, &post).await?;
        }
    }
    for trace in all(platform, me, TraceKind::Media).await? {
        if let Some(sent) = feed.media(MediaId(trace.id)).await? {
            let post = match sent.post_id {
                Some(id) => feed.post(id).await?,
                None => None,
            };
            match post {
                Some(_) => feed.disown_media(&sent).await?,
                None => media::discard(platform, sent.media_id).await?,
            }
        }
    }
    feed.forget_timeline(me).await?;
    Ok(feed.forget_traces(me).await?)
}

async fn comment_of_nobody(platform: &Platform, comment: &Comment) -> Result<()> {
    if comment.entity_id.is_none() || comment.state != CommentState::Active {
        return comments::erased(platform, comment).await?.then_some(()).ok_or_else(Refusal::busy);
    }
    let new = Comment { author_id: None, version: comment.version + 1, ..comment.clone() };
    let then = comment.untraced().into_iter().collect();
    let done = platform.storage.feed.change_comment(comment, &new, then).await?;
    done.then_some(()).ok_or_else(Refusal::busy)
}

async fn post_of_nobody(platform: &Platform, post: &Post) -> Result<()> {
    let done = if post.entity_id.is_some() {
        let new = Post { author_id: None, version: post.version + 1, ..post.clone() };
        platform.storage.feed.change(post, &new, Vec::new()).await?
    } else {
        posting::delete_post(platform, post).await?
    };
    done.then_some(()).ok_or_else(Refusal::busy)
}
