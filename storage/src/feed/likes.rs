//! Likes: a row per person and the count, in one decision.

use std::collections::{HashMap, HashSet};

use super::records::{CommentCount, Like, LikeCount, Repost, RepostCount, Source, Trace, TraceKind};
use super::{Feed, SLICE, TRIES};
use crate::platform::engine::Span;
use crate::platform::error::{Error, Result};
use crate::platform::ids::{PostId, UserId};
use crate::platform::record::{Record, Stored};

/// Counts of posts or comments.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    pub likes: i64,
    pub comments: i64,
    pub reposts: i64,
}

impl Feed {
    /// Sets whether somebody likes a post or comment; answers the number of likes. Idempotent.
    pub async fn set_liked(&self, target_id: i64, user_id: UserId, liked: bool, now: i64) -> Result<i64> {
        let trace = Trace { user_id, kind: TraceKind::Like, id: target_id, created: now };
        for _ in 0..TRIES {
            let keys = vec![Like::at(target_id, user_id), LikeCount::at(target_id)];
            let mut found = self.db.get_many(keys).await?.into_iter();
            let own = found.next().flatten().map(Like::read).transpose()?;
            let stood = found.next().flatten().map(LikeCount::read).transpose()?;
            let likes = stood.as_ref().map_or(0, |stood| stood.likes);
            if own.is_some() == liked {
                return Ok(likes);
            }
            let next = if liked { likes + 1 } else { (likes - 1).max(0) };
            let counted = match &stood {
                None => LikeCount { target_id, likes: next }.if_absent(),
                Some(_) => {
                    LikeCount::at(target_id).update_if([("likes", next.into())], [("likes", likes.into())])
                }
            };
            let (guard, then) = match own {
                None => (Like { target_id, user_id, created: now }.if_absent(), trace.insert()),
                Some(own) => (own.key().delete_if([("created", own.created.into())]), trace.key().delete()),
            };
            if self.db.write_if(vec![guard, counted], vec![then]).await?.applied() {
                return Ok(next);
            }
        }
        Err(Error::Busy)
    }

    /// The counts of some posts.
    pub async fn counts(&self, ids: &[PostId]) -> Result<HashMap<PostId, Counts>> {
        let keys =
            ids.iter().flat_map(|id| [LikeCount::at(id.0), CommentCount::at(*id), RepostCount::at(*id)]);
        let rows = self.db.get_many(keys.collect()).await?;
        let mut rows = rows.into_iter();
        let mut counts = HashMap::new();
        for id in ids {
            let mut next = || rows.next().flatten();
            let (likes, comments, reposts) = (next(), next(), next());
            let likes = likes.map(LikeCount::read).transpose()?.map_or(0, |row| row.likes);
            let comments = comments.map(CommentCount::read).transpose()?.map_or(0, |row| row.comments);
            let reposts = reposts.map(RepostCount::read).transpose()?.map_or(0, |row| row.reposts);
            counts.insert(*id, Counts { likes, comments, reposts });
        }
        Ok(counts)
    }

    /// The number of likes of some posts or comments.
    pub async fn like_counts(&self, targets: &[i64]) -> Result<HashMap<i64, i64>> {
        let found: Vec<LikeCount> =
            self.db.find_all(targets.iter().map(|id| LikeCount::at(*id)).collect()).await?;
        Ok(found.into_iter().map(|row| (row.target_id, row.likes)).collect())
    }

    /// Those of some posts or comments that a person likes.
    pub async fn liked_among(&self, user_id: UserId, targets: &[i64]) -> Result<HashSet<i64>> {
        let found: Vec<Like> =
            self.db.find_all(targets.iter().map(|id| Like::at(*id, user_id)).collect()).await?;
        Ok(found.into_iter().map(|like| like.target_id).collect())
    }

    /// Those of some posts that were reposted in somebody's name.
    pub async fn reposted_among(&self, actor: Source, ids: &[PostId]) -> Result<HashSet<PostId>> {
        let found: Vec<Repost> =
            self.db.find_all(ids.iter().map(|id| Repost::at(*id, actor)).collect()).await?;
        Ok(found.into_iter().map(|repost| repost.original_id).collect())
    }

    /// Deletes the likes of a deleted post or comment. May be repeated.
    pub async fn clear_likes(&self, target_id: i64) -> Result<()> {
        let mut after = None;
        loop {
            let rows: Vec<Like> = self.db.list(Like::of(target_id).after_any(after).ascending(SLICE)).await?;
            after = rows.last().map(|like| like.user_id);
            let traces = rows.iter().map(|like| Trace::at(like.user_id, TraceKind::Like, target_id).delete());
            self.db.write(traces.collect()).await?;
            if rows.len() < SLICE {
                break;
            }
        }
        let rest = vec![Span::delete(Like::of(target_id)), LikeCount::at(target_id).delete()];
        self.db.write(rest).await
    }
}
