//! Posts and comments before moderators: found by who may read them, shown, hidden and taken away. Contract §6.

use storage::feed::{Comment, CommentState, Post};
use storage::ids::{CommentId, PostId, UserId};
use storage::moderation::ReportTarget;

use super::mentions::Names;
use super::{comments, live, posting, reading, rules};
use crate::Platform;
use crate::area::{Reportable, Reported, Shown, TargetId};
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{Moment, now};

/// Attempts at what others change as well.
const TRIES: usize = 8;

/// Posts, as they are reported: by their address or their number.
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

/// Comments, as they are reported.
pub(super) const COMMENTS: Reportable = Reportable {
    kind: ReportTarget::Comment,
    find: |platform, me, name| {
        Box::pin(async move { readable_comment(platform, me, CommentId(name.number()?)).await })
    },
    shown: |platform, id| Box::pin(shown_comment(platform, CommentId(id))),
    hide: Some(|platform, id, hidden| Box::pin(hide_comment(platform, CommentId(id), hidden))),
    remove: Some(|platform, _, id| Box::pin(remove_comment(platform, CommentId(id)))),
};

/// A post that somebody may read. 404: there is none.
async fn readable_post(platform: &Platform, me: UserId, uuid: &str) -> Result<Reported> {
    let (post, _) = reading::load(platform, Some(me), uuid).await?;
    Ok(Reported { id: post.post_id.0, author_id: post.author_id, entity_id: post.entity_id })
}

/// A comment that somebody may read. 404: there is none.
async fn readable_comment(platform: &Platform, me: UserId, id: CommentId) -> Result<Reported> {
    let (post, comment, _) = comments::find(platform, me, id).await?;
    // What stands under an organisation's post is that organisation's case, whoever may read it; else that of who speaks.
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
        // A comment is named by its number.
        uuid: comment.is_none().then(|| post.post_uuid.clone()),
    })
}

/// A post as it is now, whoever asks.
async fn shown_post(platform: &Platform, id: PostId) -> Result<Shown> {
    match platform.storage.feed.post(id).await? {
        Some(post) => shown(platform, &post, None).await,
        None => Ok(Shown::default()),
    }
}

/// A comment as it is now, whoever asks.
async fn shown_comment(platform: &Platform, id: CommentId) -> Result<Shown> {
    let feed = &platform.storage.feed;
    let Some(comment) = feed.comment_of(id).await? else { return Ok(Shown::default()) };
    match feed.post(comment.post_id).await? {
        Some(post) => shown(platform, &post, Some(&comment)).await,
        None => Ok(Shown::default()),
    }
}

/// Takes a post out of sight, or lets it be seen again. Done again, it stays so.
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

/// The same of a comment.
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

/// Takes a post away; where it is gone that is all right.
async fn remove_post(platform: &Platform, id: PostId) -> Result<()> {
    for _ in 0..TRIES {
        let Some(post) = platform.storage.feed.post(id).await? else { return Ok(()) };
        if posting::take_away(platform, &post).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

/// The same of a comment.
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
