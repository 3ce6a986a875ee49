//! Comments and replies. Contract §6.

use storage::feed::{Comment, CommentState, Post, Source};
use storage::ids::{CommentId, UserId};
use storage::record::Stored;

use super::bells::{self, Tell};
use super::facts::ReaderFacts;
use super::posting::{Stamp, source};
use super::reading::load;
use super::rules::{self, CommentAbility};
use super::seeing::{facts_of, see_comments};
use super::view::{ChangeComment, CommentView, NewComment};
use super::{live, mentions};
use crate::Platform;
use crate::accounts::Who;
use crate::entities::not_barred_by;
use crate::entities::view::Liked;
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs;
use crate::platform::time::{Moment, now};

/// Rounds of reading comments for one page, and attempts at a concurrently changed one.
const ROUNDS: usize = 4;
/// The parent of a comment that is not a reply.
const NO_PARENT: CommentId = CommentId(0);

/// A page of a post's comments, or of the replies to one, oldest first; whether there are more, and the cursor to
/// continue.
pub async fn comments(
    platform: &Platform,
    who: Option<&Who>,
    uuid: &str,
    parent: Option<CommentId>,
    after: Option<CommentId>,
    limit: usize,
) -> Result<(Vec<CommentView>, Option<CommentId>)> {
    let me = who.map(|who| who.user_id);
    let (post, _) = load(platform, me, uuid).await?;
    let (mut seen, mut after, mut is_over): (Vec<Comment>, _, _) = (Vec::new(), after, false);
    let mut known = ReaderFacts::of_none(me);
    for _ in 0..ROUNDS {
        let found = platform.storage.feed.comments(post.post_id, parent, after, limit + 1).await?;
        is_over = found.len() <= limit;
        after = found.last().map(|comment| comment.comment_id).or(after);
        let facts = facts_of(platform, me, &post, &found).await?;
        seen.extend(found.into_iter().filter(|comment| is_shown(&facts, comment)));
        known.extend(facts);
        if is_over || seen.len() > limit {
            break;
        }
    }
    let has_more = !is_over || seen.len() > limit;
    let is_full = seen.len() >= limit;
    seen.truncate(limit);
    let last = if is_full { seen.last().map(|comment| comment.comment_id) } else { after };
    Ok((see_comments(platform, &known, &post, &seen).await?, last.filter(|_| has_more)))
}

/// A deleted comment is shown if it has replies; one hidden by a moderator also to its author.
fn is_shown(facts: &ReaderFacts, comment: &Comment) -> bool {
    match comment.state {
        CommentState::Active => facts.hears(comment),
        CommentState::Hidden if facts.wrote(comment) => true,
        _ => comment.replies > 0,
    }
}

/// A comment on a post that the person may read; a hidden one only for its author.
pub(super) async fn find(
    platform: &Platform,
    me: UserId,
    id: CommentId,
) -> Result<(Post, Comment, ReaderFacts)> {
    let feed = &platform.storage.feed;
    let comment = feed.comment_of(id).await?.ok_or_else(rules::no_comment)?;
    let post = feed.post(comment.post_id).await?.ok_or_else(rules::no_comment)?;
    let facts = facts_of(platform, Some(me), &post, std::slice::from_ref(&comment)).await?;
    let is_there = match comment.state {
        CommentState::Active => facts.hears(&comment),
        CommentState::Hidden => facts.wrote(&comment),
        CommentState::Deleted | CommentState::Pending => false,
    };
    (facts.reads(&post) && is_there).then_some((post, comment, facts)).ok_or_else(rules::no_comment)
}

async fn seen(
    platform: &Platform,
    facts: &ReaderFacts,
    post: &Post,
    comment: Comment,
) -> Result<CommentView> {
    see_comments(platform, facts, post, &[comment]).await?.pop().ok_or_else(Refusal::internal)
}

/// The top-level comment that a reply joins.
async fn joined(
    platform: &Platform,
    me: UserId,
    post: &Post,
    parent: Option<CommentId>,
) -> Result<CommentId> {
    let Some(id) = parent else { return Ok(NO_PARENT) };
    let wrong = || Refusal::field("idParent", "PARENT", "Kommentaren finns inte vid det här inlägget.");
    let found = find(platform, me, id).await;
    let (_, comment, _) =
        found.map_err(|refusal| if refusal.code == "NOT_FOUND" { wrong() } else { refusal })?;
    if comment.post_id != post.post_id || comment.state != CommentState::Active {
        return Err(wrong());
    }
    not_barred_by(platform, [comment.entity_id], me).await?;
    Ok(comment.parent().unwrap_or(comment.comment_id))
}

/// Comments on a post, or replies to a comment.
pub async fn comment(platform: &Platform, who: &Who, uuid: &str, new: NewComment) -> Result<CommentView> {
    comment_at(platform, who, uuid, new, Stamp::now(platform)?).await
}

/// The same with a given moment.
pub(crate) async fn comment_at(
    platform: &Platform,
    who: &Who,
    uuid: &str,
    new: NewComment,
    stamp: Stamp,
) -> Result<CommentView> {
    let me = who.user_id;
    platform.limits.message(&*platform.bus, me).await?;
    let (post, _) = load(platform, Some(me), uuid).await?;
    let speaker = source(platform, who, new.id_entity).await?;
    not_barred_by(platform, [post.entity_id], me).await?;
    let text = mentions::trimmed("txMessage", &new.tx_message, false)?;
    let of = post.source().ok_or_else(rules::no_post)?;
    let words = mentions::read(platform, me, of, post.audience, &text).await?;
    let parent_id = joined(platform, me, &post, new.id_parent).await?;
    let at = stamp.at;
    let comment = Comment {
        post_id: post.post_id,
        parent_id,
        comment_id: CommentId(stamp.id),
        state: CommentState::Active,
        author_id: Some(me),
        entity_id: if let Source::Entity(id) = speaker { Some(id) } else { None },
        content: words.content,
        mentions: words.people,
        entities: words.entities,
        replies: 0,
        edited: false,
        created: Moment(at),
        updated: Moment(at),
        version: 1,
    };
    let called = comment.mentions.clone();
    let tell = Tell { post_id: post.post_id, comment_id: Some(comment.comment_id), by: me, called };
    let then = [jobs::job(platform, bells::TELL.name, 0, &tell)?.insert()];
    let feed = &platform.storage.feed;
    if !feed.comment(&comment, &then).await? {
        return Err(Refusal::field("idParent", "PARENT", "Kommentaren finns inte vid det här inlägget."));
    }
    if feed.post(post.post_id).await?.is_none() {
        // The post was deleted meanwhile: this comment came too late.
        feed.clear_comments(post.post_id).await?;
        return Err(rules::no_post());
    }
    platform.jobs.wake();
    live::changed(platform, post.post_id);
    let facts = facts_of(platform, Some(me), &post, std::slice::from_ref(&comment)).await?;
    seen(platform, &facts, &post, comment).await
}

async fn require(
    platform: &Platform,
    who: &Who,
    id: CommentId,
    ability: CommentAbility,
) -> Result<(Post, Comment, ReaderFacts)> {
    let (post, comment, facts) = find(platform, who.user_id, id).await?;
    let reader = facts.reader(&post, Some(&comment));
    let may = rules::comment_abilities(&post, &comment, &reader).contains(&ability);
    rules::require(may, comment.entity_id.is_some())?;
    Ok((post, comment, facts))
}

/// Edits a comment. 409 MOVED_ON: it has changed meanwhile.
pub async fn change_comment(
    platform: &Platform,
    who: &Who,
    id: CommentId,
    input: ChangeComment,
) -> Result<CommentView> {
    let (post, old, facts) = require(platform, who, id, CommentAbility::Edit).await?;
    not_barred_by(platform, [post.entity_id], who.user_id).await?;
    if input.version.is_some_and(|version| version != old.version) {
        return Err(Refusal::moved_on());
    }
    let text = mentions::trimmed("txMessage", &input.tx_message, false)?;
    let of = post.source().ok_or_else(rules::no_comment)?;
    let words = mentions::read(platform, who.user_id, of, post.audience, &text).await?;
    let new = Comment {
        edited: old.edited || words.content != old.content,
        content: words.content,
        mentions: words.people,
        entities: words.entities,
        updated: Moment(now()),
        version: old.version + 1,
        ..old.clone()
    };
    let called: Vec<UserId> = new.mentions.iter().filter(|id| !old.mentions.contains(id)).copied().collect();
    let tell = Tell { post_id: post.post_id, comment_id: Some(id), by: who.user_id, called };
    let then = vec![jobs::job(platform, bells::TELL.name, 0, &tell)?.insert()];
    if !platform.storage.feed.change_comment(&old, &new, then).await? {
        return Err(Refusal::moved_on());
    }
    platform.jobs.wake();
    live::changed(platform, post.post_id);
    seen(platform, &facts, &post, new).await
}

/// Deletes a comment: its text is removed from the store. For its author and the post's owner.
pub async fn remove_comment(platform: &Platform, who: &Who, id: CommentId) -> Result<()> {
    for _ in 0..ROUNDS {
        let (_, old, _) = require(platform, who, id, CommentAbility::Delete).await?;
        if erased(platform, &old).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

/// Removes a comment's text from the store; false: it has changed meanwhile.
pub(super) async fn erased(platform: &Platform, old: &Comment) -> Result<bool> {
    let new = Comment {
        state: CommentState::Deleted,
        author_id: None,
        content: String::new(),
        mentions: Vec::new(),
        entities: Vec::new(),
        updated: Moment(now()),
        version: old.version + 1,
        ..old.clone()
    };
    let then = old.untraced().into_iter().collect();
    if !platform.storage.feed.change_comment(old, &new, then).await? {
        return Ok(false);
    }
    live::changed(platform, old.post_id);
    platform.storage.feed.clear_likes(old.comment_id.0).await?;
    bells::withdraw_comment(platform, old).await?;
    Ok(true)
}

/// Likes a comment, or unlikes it.
pub async fn like_comment(platform: &Platform, who: &Who, id: CommentId, liked: bool) -> Result<Liked> {
    platform.limits.message(&*platform.bus, who.user_id).await?;
    let (post, comment, _) = find(platform, who.user_id, id).await?;
    if comment.state != CommentState::Active {
        return Err(rules::no_comment());
    }
    if liked {
        not_barred_by(platform, [post.entity_id, comment.entity_id], who.user_id).await?;
    }
    let feed = &platform.storage.feed;
    let nr_likes = feed.set_liked(id.0, who.user_id, liked, now()).await?;
    let stands = feed.comment_of(id).await?.is_some_and(|comment| comment.state == CommentState::Active);
    if liked && !stands {
        feed.clear_likes(id.0).await?;
        return Err(rules::no_comment());
    }
    Ok(Liked { liked, nr_likes })
}
