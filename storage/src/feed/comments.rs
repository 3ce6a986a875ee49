//! Comments and replies, with the number of active ones decided in the same write.

use super::records::{Comment, CommentCount, CommentPlace, CommentState, Trace, TraceKind};
use super::{Feed, SLICE, TRIES};
use crate::platform::engine::{Guard, Write};
use crate::platform::error::{Error, Result};
use crate::platform::ids::{CommentId, PostId};
use crate::platform::record::{Record, Stored};

/// The parent of a comment that is no reply.
const NONE: CommentId = CommentId(0);

impl Comment {
    /// The comment that it replies to.
    pub fn parent(&self) -> Option<CommentId> {
        (self.parent_id != NONE).then_some(self.parent_id)
    }

    /// Deletes its author's trace.
    pub fn untraced(&self) -> Option<Write> {
        let trace = |user_id| Trace::at(user_id, TraceKind::Comment, self.comment_id.0).delete();
        self.author_id.map(trace)
    }

    fn is_active(&self) -> bool {
        self.state == CommentState::Active
    }
}

impl Feed {
    /// Stores and counts a comment. False: the comment that it replies to is gone.
    pub async fn comment(&self, comment: &Comment, then: &[Write]) -> Result<bool> {
        let place = CommentPlace {
            comment_id: comment.comment_id,
            post_id: comment.post_id,
            parent_id: comment.parent_id,
        };
        let mut rows = vec![place.insert()];
        if let Some(user_id) = comment.author_id {
            let (id, created) = (comment.comment_id.0, comment.created.0);
            rows.push(Trace { user_id, kind: TraceKind::Comment, id, created }.insert());
        }
        rows.extend(then.iter().cloned());
        for _ in 0..TRIES {
            let mut guards = vec![comment.if_absent()];
            let Some(counted) = self.counted(comment, i64::from(comment.is_active())).await? else {
                return Ok(false);
            };
            guards.extend(counted);
            if self.db.write_if(guards, rows.clone()).await?.applied() {
                return Ok(true);
            }
        }
        Err(Error::Busy)
    }

    /// The guards that count a comment in or out; none: the comment that it replies to is gone.
    async fn counted(&self, comment: &Comment, by: i64) -> Result<Option<Vec<Guard>>> {
        let post_id = comment.post_id;
        let mut guards = Vec::new();
        if let Some(parent) = comment.parent() {
            let key = Comment::at(post_id, NONE, parent);
            let Some(parent) = self.db.find::<Comment>(key.clone()).await? else { return Ok(None) };
            if by > 0 && !parent.is_active() {
                return Ok(None);
            }
            let replies = (parent.replies + by).max(0);
            let mut conditions = vec![("replies", parent.replies.into())];
            if by > 0 {
                conditions.push(("state", CommentState::Active.into()));
            }
            guards.push(Guard::UpdateIf {
                key,
                set: vec![("replies", replies.into())],
                conditions,
                ttl: None,
            });
        }
        let stood = self.db.find::<CommentCount>(CommentCount::at(post_id)).await?;
        guards.push(match stood {
            None => CommentCount { post_id, comments: by.max(0) }.if_absent(),
            Some(stood) => CommentCount::at(post_id).update_if(
                [("comments", (stood.comments + by).max(0).into())],
                [("comments", stood.comments.into())],
            ),
        });
        Ok(Some(guards))
    }

    /// Changes a comment if it is unchanged since it was read, and counts it in or out; answers whether it was.
    pub async fn change_comment(&self, old: &Comment, new: &Comment, then: Vec<Write>) -> Result<bool> {
        let by = i64::from(new.is_active()) - i64::from(old.is_active());
        for _ in 0..TRIES {
            let set = old.changes_to(new);
            let conditions = vec![("version", old.version.into())];
            let mut guards = vec![Guard::UpdateIf { key: old.key(), set, conditions, ttl: None }];
            if by != 0 {
                let Some(counted) = self.counted(old, by).await? else { return Ok(false) };
                guards.extend(counted);
            }
            if self.db.write_if(guards, then.clone()).await?.applied() {
                return Ok(true);
            }
            let now = self.db.find::<Comment>(old.key()).await?;
            if now.is_none_or(|now| now.version != old.version) {
                return Ok(false);
            }
        }
        Err(Error::Busy)
    }

    /// A comment.
    pub async fn comment_of(&self, id: CommentId) -> Result<Option<Comment>> {
        let Some(place) = self.db.find::<CommentPlace>(CommentPlace::at(id)).await? else { return Ok(None) };
        self.db.find(Comment::at(place.post_id, place.parent_id, id)).await
    }

    /// The comments of a post, or the replies to one of them, oldest first after one.
    pub async fn comments(
        &self,
        post_id: PostId,
        parent: Option<CommentId>,
        after: Option<CommentId>,
        limit: usize,
    ) -> Result<Vec<Comment>> {
        let span = Comment::of(post_id).prefix([parent.unwrap_or(NONE).into()]).after_any(after);
        self.db.list(span.ascending(limit)).await
    }

    /// The same before one, newest first.
    pub async fn comments_before(
        &self,
        post_id: PostId,
        parent: Option<CommentId>,
        before: CommentId,
        limit: usize,
    ) -> Result<Vec<Comment>> {
        let span = Comment::of(post_id).prefix([parent.unwrap_or(NONE).into()]).before_any(Some(before));
        self.db.list(span.descending(limit)).await
    }

    /// Deletes the comments of a deleted post. May be repeated.
    pub async fn clear_comments(&self, post_id: PostId) -> Result<()> {
        loop {
            let some: Vec<Comment> = self.db.list(Comment::of(post_id).ascending(SLICE)).await?;
            for comment in &some {
                self.clear_likes(comment.comment_id.0).await?;
                let mut gone = vec![CommentPlace::at(comment.comment_id).delete(), comment.key().delete()];
                gone.extend(comment.untraced());
                self.db.write(gone).await?;
            }
            if some.len() < SLICE {
                break;
            }
        }
        self.db.write(vec![CommentCount::at(post_id).delete()]).await
    }
}
