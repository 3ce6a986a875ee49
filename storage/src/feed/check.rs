//! Checks posts against their lists and counts.

use crate::feed::{
    COMMENTS, Comment, CommentCount, CommentPlace, CommentState, LIKES, Like, LikeCount, POSTS, Post,
    REPOSTS, Repost, RepostCount, TIMELINE_SOURCES, TIMELINES, TimelinePost, TimelineSource,
};
use crate::platform::check::Check;
use crate::platform::engine::Span;
use crate::platform::error::Result;
use crate::platform::ids::PostId;
use crate::platform::record::{Record, Stored};
use crate::platform::table::Table;
use crate::platform::value::Cell;
use crate::platform::walk::Walk;

/// Rows of one partition counted at once.
const SLICE: usize = 1_000;

impl Check<'_> {
    /// Every post is in its lists; counts of likes, comments, replies and reposts match their rows.
    pub(crate) async fn feed(&mut self) -> Result<()> {
        let mut walk = Walk::over(&POSTS);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                self.found(&Post::read(row)?).await?;
            }
        }
        for target in self.partitions(&LIKES).await? {
            let likes = self.rows(Like::of(target), |like: &Like| like.user_id.0).await?;
            let counted = self.db.find::<LikeCount>(LikeCount::at(target)).await?;
            self.same("likes", target, likes.len(), counted.map_or(0, |count| count.likes));
        }
        for target in self.partitions(&REPOSTS).await? {
            let id = PostId(target);
            let reposts: Vec<Repost> = self.db.list(Repost::of(id).ascending(SLICE)).await?;
            let counted = self.db.find::<RepostCount>(RepostCount::at(id)).await?;
            if reposts.len() < SLICE {
                self.same("reposts", target, reposts.len(), counted.map_or(0, |count| count.reposts));
            }
        }
        for target in self.partitions(&COMMENTS).await? {
            self.commented(PostId(target)).await?;
        }
        Ok(())
    }

    /// Every timeline entry exists twice: by time, and by source.
    pub(crate) async fn pointers(&mut self) -> Result<()> {
        let mut walk = Walk::over(&TIMELINES);
        while let Some(rows) = walk.next(self.db).await? {
            let rows = rows.into_iter().map(TimelinePost::read).collect::<Result<Vec<_>>>()?;
            let twins = rows.iter().map(|row| TimelineSource::at(row.user_id, row.source, row.post_id));
            for (row, twin) in rows.iter().zip(self.db.get_many(twins.collect()).await?) {
                if twin.is_none() {
                    let TimelinePost { user_id, post_id, source } = row;
                    self.say(format!("post {post_id} is before {user_id} and not among those of {source}"));
                }
            }
        }
        let mut walk = Walk::over(&TIMELINE_SOURCES);
        while let Some(rows) = walk.next(self.db).await? {
            let rows = rows.into_iter().map(TimelineSource::read).collect::<Result<Vec<_>>>()?;
            let twins = rows.iter().map(|row| TimelinePost::at(row.user_id, row.post_id));
            for (row, twin) in rows.iter().zip(self.db.get_many(twins.collect()).await?) {
                if twin.is_none() {
                    let TimelineSource { user_id, post_id, source } = row;
                    self.say(format!(
                        "post {post_id} of {source} is noted for {user_id} and not before them"
                    ));
                }
            }
        }
        Ok(())
    }

    async fn found(&mut self, post: &Post) -> Result<()> {
        let keys = post.found_by();
        let missing = self.db.get_many(keys).await?.iter().filter(|row| row.is_none()).count();
        if missing > 0 {
            self.say(format!("post {} is missing in {missing} places where it is looked for", post.post_id));
        }
        Ok(())
    }

    async fn commented(&mut self, id: PostId) -> Result<()> {
        let mut all: Vec<Comment> = Vec::new();
        loop {
            let span = match all.last() {
                Some(last) => Comment::of(id).after_all([last.parent_id.into(), last.comment_id.into()]),
                None => Comment::of(id),
            };
            let some: Vec<Comment> = self.db.list(span.ascending(SLICE)).await?;
            let is_over = some.len() < SLICE;
            all.extend(some);
            if is_over {
                break;
            }
        }
        let active = |comment: &&Comment| comment.state == CommentState::Active;
        let counted = self.db.find::<CommentCount>(CommentCount::at(id)).await?;
        let comments = all.iter().filter(active).count();
        self.same("comments", id.0, comments, counted.map_or(0, |count| count.comments));
        for comment in &all {
            let mine = |reply: &&Comment| reply.parent_id == comment.comment_id;
            let replies = all.iter().filter(active).filter(mine).count();
            self.same("replies", comment.comment_id.0, replies, comment.replies);
        }
        let places = all.iter().map(|comment| CommentPlace::at(comment.comment_id)).collect();
        for (comment, place) in all.iter().zip(self.db.get_many(places).await?) {
            if place.is_none_or(|place| *place.peek("parent_id") != comment.parent_id.into()) {
                self.say(format!("comment {} is not where its place says", comment.comment_id));
            }
        }
        Ok(())
    }

    fn same(&mut self, what: &str, of: i64, there: usize, counted: i64) {
        if i64::try_from(there).ok() != Some(counted) {
            self.say(format!("{of}: {there} {what}, and {counted} are counted"));
        }
    }

    /// The partitions of a table that have rows.
    async fn partitions(&mut self, table: &'static Table) -> Result<Vec<i64>> {
        let (mut walk, mut found) = (Walk::over(table), Vec::new());
        while let Some(rows) = walk.next(self.db).await? {
            found.extend(rows.iter().filter_map(|row| i64::from_value(row.key().first()?.clone())));
            found.dedup();
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// All rows of a partition whose rows are ordered by one number.
    async fn rows<T: Stored>(&self, span: Span, number: impl Fn(&T) -> i64) -> Result<Vec<T>> {
        let mut all: Vec<T> = Vec::new();
        loop {
            let after = all.last().map(&number);
            let some: Vec<T> = self.db.list(span.clone().after_any(after).ascending(SLICE)).await?;
            let is_over = some.len() < SLICE;
            all.extend(some);
            if is_over {
                return Ok(all);
            }
        }
    }
}
