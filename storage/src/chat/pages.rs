//! Reads pages of a channel: newest, before, after, around. Walks the weeks in order and skips empty ones.

use crate::platform::record::Record;
use futures_util::future::try_join;

use super::tables::{MANY, MESSAGE_BUCKETS, bucket, bucket_at, week};
use super::{Chat, Message, MessagePage, Page};
use crate::platform::clock;
use crate::platform::engine::{Range, Span};
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, MessageId};
use crate::platform::table::Order;
use crate::platform::value::Row;

/// Weeks read in one round trip after the first.
const WEEKS_AT_ONCE: usize = 4;

/// Start and direction of a walk.
#[derive(Clone, Copy)]
enum Walk {
    Newest,
    Before(MessageId),
    After(MessageId),
    From(MessageId),
}

impl Walk {
    fn order(self) -> Order {
        match self {
            Self::Newest | Self::Before(_) => Order::Descending,
            Self::After(_) | Self::From(_) => Order::Ascending,
        }
    }

    /// The week in which the walk most likely finds its messages.
    fn first_bucket(self) -> i64 {
        match self {
            Self::Newest => bucket_at(clock::now()),
            Self::Before(id) | Self::After(id) | Self::From(id) => bucket(id),
        }
    }

    fn range(self, channel_id: ChannelId, bucket: i64, limit: usize) -> Range {
        let span: Span = week(channel_id, bucket);
        let span = match self {
            Self::Newest => span,
            Self::Before(id) => span.before(id),
            Self::After(id) => span.after(id),
            Self::From(id) => span.from(id),
        };
        Range { span, order: self.order(), limit, columns: None }
    }
}

impl Chat {
    /// A page of a channel's top-level messages, at most `limit` of them.
    pub async fn page(&self, channel_id: ChannelId, page: Page, limit: usize) -> Result<MessagePage> {
        let limit = limit.max(1);
        match page {
            Page::Newest { offset } => {
                let mut found = self.walk(channel_id, Walk::Newest, offset.saturating_add(limit) + 1).await?;
                let newer = offset.min(found.len());
                found.drain(..newer);
                let has_older = cut(&mut found, limit);
                found.reverse();
                Ok(MessagePage { messages: found, has_more: has_older, has_older, has_newer: newer > 0 })
            }
            Page::Before(id) => {
                let mut found = self.walk(channel_id, Walk::Before(id), limit + 1).await?;
                let has_older = cut(&mut found, limit);
                found.reverse();
                Ok(MessagePage { messages: found, has_more: has_older, has_older, has_newer: true })
            }
            Page::After(id) => {
                let mut found = self.walk(channel_id, Walk::After(id), limit + 1).await?;
                let has_newer = cut(&mut found, limit);
                Ok(MessagePage { messages: found, has_more: has_newer, has_older: true, has_newer })
            }
            Page::Around(id) => {
                let before = limit / 2;
                let (mut older, mut newer) = try_join(
                    self.walk(channel_id, Walk::Before(id), before + 1),
                    self.walk(channel_id, Walk::From(id), limit - before + 1),
                )
                .await?;
                let (has_older, has_newer) = (cut(&mut older, before), cut(&mut newer, limit - before));
                older.reverse();
                older.append(&mut newer);
                Ok(MessagePage { messages: older, has_more: has_older || has_newer, has_older, has_newer })
            }
        }
    }

    /// The first `limit` messages of a walk, in its order. The first round trip reads the likeliest week together with
    /// the list of weeks, which usually suffices.
    async fn walk(&self, channel_id: ChannelId, walk: Walk, limit: usize) -> Result<Vec<Message>> {
        let first = walk.first_bucket();
        let weeks = MESSAGE_BUCKETS.span([channel_id.into()]);
        let weeks = match walk {
            Walk::Newest => weeks,
            Walk::Before(_) => weeks.before(first),
            Walk::After(_) | Walk::From(_) => weeks.after(first),
        };
        let weeks = Range { span: weeks, order: walk.order(), limit: MANY, columns: None };
        let hop = self.db.range_many(vec![walk.range(channel_id, first, limit), weeks]).await?;
        let mut hop = hop.into_iter();
        let (likely, weeks) = (hop.next().unwrap_or_default(), hop.next().unwrap_or_default());
        let weeks: Vec<i64> = weeks.into_iter().map(|mut row| row.take("bucket")).collect::<Result<_>>()?;
        // This node's clock is behind: there are weeks after the likeliest one. They come first.
        let is_ahead = matches!(walk, Walk::Newest) && weeks.first().is_some_and(|newest| *newest > first);
        let mut found = Vec::new();
        let mut rest = weeks.as_slice();
        if !is_ahead {
            collect(&mut found, likely, limit)?;
            rest = match rest.split_first() {
                Some((newest, older)) if *newest == first => older,
                _ => rest,
            };
        }
        for some in rest.chunks(WEEKS_AT_ONCE) {
            if found.len() >= limit {
                break;
            }
            let left = limit - found.len();
            let ranges = some.iter().map(|bucket| walk.range(channel_id, *bucket, left)).collect();
            for rows in self.db.range_many(ranges).await? {
                collect(&mut found, rows, limit)?;
            }
        }
        Ok(found)
    }
}

fn collect(found: &mut Vec<Message>, rows: Vec<Row>, limit: usize) -> Result<()> {
    for mut row in rows.into_iter().take(limit.saturating_sub(found.len())) {
        found.push(Message::take(&mut row)?);
    }
    Ok(())
}

/// Truncates to the limit; answers whether there was more.
pub(super) fn cut<T>(found: &mut Vec<T>, limit: usize) -> bool {
    let more = found.len() > limit;
    found.truncate(limit);
    more
}
