//! A channel's event log: a returning client fetches it after its cursor.

use super::tables::{BUCKET_MS, CHANNEL_EVENTS, bucket_at, event_bucket};
use super::{Chat, EventRow};
use crate::platform::clock;
use crate::platform::engine::Span;
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, EventId};
use crate::platform::record::Record;

fn week(channel_id: ChannelId, bucket: i64) -> Span {
    CHANNEL_EVENTS.span([channel_id.into(), bucket.into()])
}

impl Chat {
    /// The events after a cursor, in order, at most `limit`. The log covers a week: after an older cursor the oldest
    /// events are missing, and the caller must make its client reload.
    pub async fn events(&self, channel_id: ChannelId, after: EventId, limit: usize) -> Result<Vec<EventRow>> {
        let oldest = bucket_at(clock::now() - BUCKET_MS);
        let first = event_bucket(after).max(oldest);
        let ranges =
            [first, first + 1].map(|bucket| week(channel_id, bucket).after(after).ascending(limit)).into();
        let found = self.db.range_many(ranges).await?;
        found.into_iter().flatten().take(limit).map(EventRow::read).collect()
    }

    /// The newest cursor; none if nothing happened for two to three weeks.
    pub async fn newest_event(&self, channel_id: ChannelId) -> Result<Option<EventId>> {
        // Includes the coming week: an id may be slightly ahead of the clock.
        let now = bucket_at(clock::now());
        let weeks = [now + 1, now, now - 1, now - 2];
        let ranges = weeks.map(|bucket| week(channel_id, bucket).descending(1)).into();
        let newest = self.db.range_many(ranges).await?.into_iter().flatten().next();
        newest.map(|mut row| row.take("event_id")).transpose()
    }
}
