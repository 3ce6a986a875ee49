//! Timelines: fan-out on write of posts to their readers.

use std::collections::HashSet;

use super::Feed;
use super::records::{Source, TIMELINES, TimelinePost, TimelineSource, WideRead, WideSource};
use crate::platform::error::Result;
use crate::platform::ids::{PostId, UserId};
use crate::platform::record::{Record, Stored};
use crate::platform::walk::Walk;

/// Rows deleted at once.
const SLICE: usize = 200;
/// Most sources of one reader that are merged in at read time.
pub const WIDE_READ: usize = 100;

/// A walk over all timelines, reader by reader. For maintenance only.
pub struct Pointers(Walk);

impl Default for Pointers {
    fn default() -> Self {
        Self(Walk::over(&TIMELINES))
    }
}

impl Feed {
    /// The next rows of a walk, at most a thousand; none: the walk is complete. For maintenance only.
    pub async fn pointers(&self, walk: &mut Pointers) -> Result<Option<Vec<TimelinePost>>> {
        let Some(rows) = walk.0.next(&self.db).await? else { return Ok(None) };
        Ok(Some(rows.into_iter().map(TimelinePost::read).collect::<Result<_>>()?))
    }

    /// Those of the posts that are in a reader's timeline.
    pub async fn before(&self, user_id: UserId, posts: &[PostId]) -> Result<HashSet<PostId>> {
        let keys = posts.iter().map(|post_id| TimelinePost::at(user_id, *post_id)).collect();
        let found: Vec<TimelinePost> = self.db.find_all(keys).await?;
        Ok(found.into_iter().map(|row| row.post_id).collect())
    }

    /// Adds posts to readers' timelines. May be repeated.
    pub async fn put_before(&self, readers: &[UserId], source: Source, posts: &[PostId]) -> Result<()> {
        let rows = |user_id: UserId| {
            posts.iter().flat_map(move |post_id| {
                let post_id = *post_id;
                [
                    TimelinePost { user_id, post_id, source }.insert(),
                    TimelineSource { user_id, source, post_id }.insert(),
                ]
            })
        };
        for some in readers.chunks(SLICE / 2) {
            self.db.write(some.iter().copied().flat_map(rows).collect()).await?;
        }
        Ok(())
    }

    /// Removes a post from readers' timelines.
    pub async fn take_from(&self, readers: &[UserId], source: Source, post_id: PostId) -> Result<()> {
        let rows = |user_id: &UserId| {
            [
                TimelinePost::at(*user_id, post_id).delete(),
                TimelineSource::at(*user_id, source, post_id).delete(),
            ]
        };
        for some in readers.chunks(SLICE / 2) {
            self.db.write(some.iter().flat_map(rows).collect()).await?;
        }
        Ok(())
    }

    /// Removes the entry of a deleted post.
    pub async fn forget_pointer(&self, user_id: UserId, post_id: PostId) -> Result<()> {
        let key = TimelinePost::at(user_id, post_id);
        let Some(row) = self.db.find::<TimelinePost>(key.clone()).await? else { return Ok(()) };
        self.db.write(vec![key.delete(), TimelineSource::at(user_id, row.source, post_id).delete()]).await
    }

    /// Removes all posts of a source from a reader's timeline.
    pub async fn take_out(&self, user_id: UserId, source: Source) -> Result<()> {
        loop {
            let rows: Vec<TimelineSource> =
                self.db.list(TimelineSource::of(user_id, source).descending(SLICE)).await?;
            let gone = rows
                .iter()
                .flat_map(|row| [TimelinePost::at(user_id, row.post_id).delete(), row.key().delete()]);
            self.db.write(gone.collect()).await?;
            if rows.len() < SLICE {
                break;
            }
        }
        self.db.write(vec![WideRead::at(user_id, source).delete()]).await
    }

    /// A reader's stored timeline, newest first before a post.
    pub async fn timeline(
        &self,
        user_id: UserId,
        before: Option<PostId>,
        limit: usize,
    ) -> Result<Vec<TimelinePost>> {
        self.db.list(TimelinePost::of(user_id).before_any(before).descending(limit)).await
    }

    /// The wide sources that a reader follows; their posts are merged in at read time.
    pub async fn wide_reads(&self, user_id: UserId) -> Result<Vec<Source>> {
        let rows: Vec<WideRead> = self.db.list(WideRead::of(user_id).ascending(WIDE_READ)).await?;
        Ok(rows.into_iter().map(|row| row.source).collect())
    }

    /// Whether a source's posts are merged in at read time.
    pub async fn is_wide(&self, source: Source) -> Result<bool> {
        Ok(self.db.get(WideSource::at(source)).await?.is_some())
    }

    /// From now on a source's posts are merged in at read time.
    pub async fn widen(&self, source: Source, now: i64) -> Result<()> {
        self.db.write(vec![WideSource { source, since: now }.insert()]).await
    }

    /// Records readers of a wide source.
    pub async fn read_wide(&self, readers: &[UserId], source: Source, now: i64) -> Result<()> {
        for some in readers.chunks(SLICE) {
            let rows = some.iter().map(|user_id| WideRead { user_id: *user_id, source, since: now }.insert());
            self.db.write(rows.collect()).await?;
        }
        Ok(())
    }

    /// Deletes a reader's timeline. May be repeated.
    pub async fn forget_timeline(&self, user_id: UserId) -> Result<()> {
        loop {
            let rows = self.timeline(user_id, None, SLICE).await?;
            let gone = rows.iter().flat_map(|row| {
                [row.key().delete(), TimelineSource::at(user_id, row.source, row.post_id).delete()]
            });
            self.db.write(gone.collect()).await?;
            if rows.len() < SLICE {
                break;
            }
        }
        self.db.write(vec![WideRead::of(user_id).delete()]).await
    }
}
