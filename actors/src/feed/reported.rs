//! Posts and comments for moderators: finding reported ones, showing, hiding and deleting them. Contract §6.

use storage::feed::{Comment, CommentState, Post};
use storage::ids::{CommentId, PostId, UserId};
use storage::moderation::ReportTarget;

use super::mentions::Names;
use super::{comments, live, posting, reading, rules};
use crate::Platform;
use crate::area::{Reportable, Reported, Shown, TargetId};
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{Moment, now};

/// Attempts at a concurrent change.
const TRIES: usize = 8;

/// Posts as a kind of thing that can be reported: by their uuid or their id.
pub(super) const POSTS: Reportable = Reportable {
    kind: ReportTarget::Post,
    find: |platform, me, name| {
        Box::pin(async move {
            match name {
                TargetId::Uuid(uuid) => readable_post(platform, me, uuid).await,
                TargetId::Number(id) => {
                    let post = platform.storage.feed.post(PostId(*id)).await?.ok_or_else(rules::no_post)?;
                    readable_post(platform, me, &post.post_uuid).await
                }
            }
        })
    },
    shown: |platform, id| Box::pin(shown_post(platform, PostId(id))),
    hide: Some(|platform, id, hidden| Box::pin(hide_post(platform, PostId(id), hidden))),
    remove: Some(|platform, _, id| Box::pin(remove_post(platform, PostId(id)))),
};

/// Comments as a kind of thing that can be reported.
pub(super) const COMMENTS: Reportable = Reportable {
    kind: ReportTarget::Comment,
    find: |platform, me, name| {
        Box::pin(async move { readable_comment(platform, me, CommentId(name.number()?)).await })
    },
    shown: |platform, id| Box::pin(shown_comment(platform, CommentId(id))),
    hide: Some(|platform, id, hidden| Box::pin(hide_comment(platform, CommentId(id), hidden))),
    remove: Some(|platform, _, id| Box::pin(remove_comment(platform, CommentId(id)))),
};

/// A post that the person may read. 404: there is none.
async fn readable_post(platform: &Platform, me: UserId, uuid: &str) -> Result<Reported> {
    let (post, _) = reading::load(platform, Some(me), uuid).await?;
    Ok(Reported { id: post.post_id.0, author_id: post.author_id, entity_id: post.entity_id })
}

/// A comment that the person may read. 404: there is none.
async fn readable_comment(platform: &Platform, me: UserId, id: CommentId) -> Result<Reported> {
    let (post, comment, _) = comments::find(platform, me, id).await?;
    // Comments on an organisation's post are its cases, whoever wrote them; others belong to the commenting
    // organisation, if any.
    let entity_id = post.entity_id.or(comment.entity_id);
    Ok(Reported { id: id.0, author_id: comment.author_id, entity_id })
}

async fn shown(platform: &Platform, post: &Post, comment: Option<&Comment>) -> Result<Shown> {
    let (content, people, entities) = comment.map_or((&post.content, &post.mentions, &post.entities), |it| {
        (&it.content, &it.mentions, &it.entities)
    });
    let is_gone = comment.is_some_and(|comment| comment.state == CommentState::Deleted);
    let names = Names::of(platform, people, entities).await?;
    let text = names.show(content, people, entities).0;
    Ok(Shown {
        content: (!is_gone).then_some(text),
        path: Some(format!("/inlagg/{}", post.post_uuid)),
        // A comment is identified by its id.
        uuid: comment.is_none().then(|| post.post_uuid.clone()),
    })
}

/// The current post, without a check of rights.
async fn shown_post(platform: &Platform, id: PostId) -> Result<Shown> {
    match platform.storage.feed.post(id).await? {
        Some(post) => shown(platform, &post, None).await,
        None => Ok(Shown::default()),
    }
}

/// The current comment, without a check of rights.
async fn shown_comment(platform: &Platform, id: CommentId) -> Result<Shown> {
    let feed = &platform.storage.feed;
    let Some(comment) = feed.comment_of(id).await? else { return Ok(Shown::default()) };
    match feed.post(comment.post_id).await? {
        Some(post) => shown(platform, &post, Some(&comment)).await,
        None => Ok(Shown::default()),
    }
}

/// Hides a post, or shows it again; idempotent.
async fn hide_post(platform: &Platform, id: PostId, hidden: bool) -> Result<()> {
    for _ in 0..TRIES {
        let Some(old) = platform.storage.feed.post(id).await? else { return Ok(()) };
        if old.hidden.is_some() == hidden {
            return Ok(());
        }
        let since = hidden.then(|| Moment(now()));
        let new = Post { hidden: since, version: old.version + 1, ..old.clone() };
        if platform.storage.feed.change(&old, &new, Vec::new()).await? {
            live::moved(platform, &new);
            live::changed(platform, id);
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

/// The same for a comment.
async fn hide_comment(platform: &Platform, id: CommentId, hidden: bool) -> Result<()> {
    let (from, to) = if hidden {
        (CommentState::Active, CommentState::Hidden)
    } else {
        (CommentState::Hidden, CommentState::Active)
    };
    for _ in 0..TRIES {
        let found = platform.storage.feed.comment_of(id).await?;
        let Some(old) = found.filter(|comment| comment.state == from) else { return Ok(()) };
        let new = Comment { state: to, version: old.version + 1, ..old.clone() };
        if platform.storage.feed.change_comment(&old, &new, Vec::new()).await? {
            live::changed(platform, old.post_id);
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

/// Deletes a post; does nothing if it is gone.
async fn remove_post(platform: &Platform, id: PostId) -> Result<()> {
    for _ in 0..TRIES {
        let Some(post) = platform.storage.feed.post(id).await? else { return Ok(()) };
        if posting::delete_post(platform, &post).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

/// The same for a comment.
async fn remove_comment(platform: &Platform, id: CommentId) -> Result<()> {
    for _ in 0..TRIES {
        let found = platform.storage.feed.comment_of(id).await?;
        let Some(comment) = found.filter(|comment| comment.state != CommentState::Deleted) else {
            return Ok(());
        };
        if comments::erased(platform, &comment).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}
