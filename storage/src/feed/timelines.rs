//! Timelines: which posts are before whom.

use std::collections::HashSet;

use super::Feed;
use super::records::{Source, TIMELINES, TimelinePost, TimelineSource, WideRead, WideSource};
use crate::platform::error::Result;
use crate::platform::ids::{PostId, UserId};
use crate::platform::record::{Record, Stored};
use crate::platform::walk::Walk;

/// Rows taken out at once.
const SLICE: usize = 200;
/// Sources of one reader that are merged in when read.
pub const WIDE_READ: usize = 100;

/// A walk over everybody's timelines, for maintenance alone: those of one person come one after the other.
pub struct Pointers(Walk);

impl Default for Pointers {
    fn default() -> Self {
        Self(Walk::over(&TIMELINES))
    }
}

impl Feed {
    /// For maintenance alone: the next rows of a walk, a thousand at most; none: that was all.
    pub async fn pointers(&self, walk: &mut Pointers) -> Result<Option<Vec<TimelinePost>>> {
        let Some(rows) = walk.0.next(&self.db).await? else { return Ok(None) };
        Ok(Some(rows.into_iter().map(TimelinePost::read).collect::<Result<_>>()?))
    }

    /// Which of these posts are before a reader.
    pub async fn before(&self, user_id: UserId, posts: &[PostId]) -> Result<HashSet<PostId>> {
        let keys = posts.iter().map(|post_id| TimelinePost::at(user_id, *post_id)).collect();
        let found: Vec<TimelinePost> = self.db.find_all(keys).await?;
        Ok(found.into_iter().map(|row| row.post_id).collect())
    }

    /// A post is before some readers. May be repeated.
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

    /// A post is before these readers no more.
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

    /// A pointer at a post that is no more goes.
    pub async fn forget_pointer(&self, user_id: UserId, post_id: PostId) -> Result<()> {
        let key = TimelinePost::at(user_id, post_id);
        let Some(row) = self.db.find::<TimelinePost>(key.clone()).await? else { return Ok(()) };
        self.db.write(vec![key.delete(), TimelineSource::at(user_id, row.source, post_id).delete()]).await
    }

    /// Nothing of a source is before a reader any more.
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

    /// A reader's timeline as it is written, newest first, before a post.
    pub async fn timeline(
        &self,
        user_id: UserId,
        before: Option<PostId>,
        limit: usize,
    ) -> Result<Vec<TimelinePost>> {
        self.db.list(TimelinePost::of(user_id).before_any(before).descending(limit)).await
    }

    /// Those whom a reader reads whose posts are merged in when read.
    pub async fn wide_reads(&self, user_id: UserId) -> Result<Vec<Source>> {
        let rows: Vec<WideRead> = self.db.list(WideRead::of(user_id).ascending(WIDE_READ)).await?;
        Ok(rows.into_iter().map(|row| row.source).collect())
    }

    /// Whether a source's posts are merged in when read.
    pub async fn is_wide(&self, source: Source) -> Result<bool> {
        Ok(self.db.get(WideSource::at(source)).await?.is_some())
    }

    /// From now on a source's posts are merged in when read.
    pub async fn widen(&self, source: Source, now: i64) -> Result<()> {
        self.db.write(vec![WideSource { source, since: now }.insert()]).await
    }

    /// These readers read a source whose posts are merged in.
    pub async fn read_wide(&self, readers: &[UserId], source: Source, now: i64) -> Result<()> {
        for some in readers.chunks(SLICE) {
            let rows = some.iter().map(|user_id| WideRead { user_id: *user_id, source, since: now }.insert());
            self.db.write(rows.collect()).await?;
        }
        Ok(())
    }

    /// Forgets a reader's timeline. May be repeated.
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
