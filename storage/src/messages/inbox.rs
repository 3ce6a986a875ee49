//! Reads inboxes: see [`crate::chat::inbox`] for how they are stored.

use std::collections::{HashMap, HashSet};

use super::Messages;
use crate::chat::Reader;
use crate::chat::direct::{BETWEEN_PEOPLE, scope};
use crate::chat::inbox::{Activity, hour_of};
use crate::chat::tables::{CHANNEL_HEADS, MANY, MENTIONS};
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, MessageId, UserId};
use crate::platform::record::Record;

/// Rows read at once.
const AT_ONCE: usize = 100;

/// A conversation in an inbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub channel_id: ChannelId,
    /// The newest message, or the conversation's own id; the sort key, descending.
    pub last: MessageId,
}

impl Messages {
    /// A page of a person's inbox before `before`, newest first; answers whether there is more.
    pub async fn inbox(
        &self,
        user_id: UserId,
        before: Option<MessageId>,
        limit: usize,
    ) -> Result<(Vec<Place>, bool)> {
        let (mut page, mut gone) = (Vec::new(), Vec::new());
        // The hour at which the last read ended may have more rows.
        let (mut held, mut seen): (Vec<Activity>, HashSet<ChannelId>) = (Vec::new(), HashSet::new());
        let mut from: Option<(i64, ChannelId)> = None;
        while page.len() <= limit {
            let span = Activity::of(user_id);
            let span = match (from, before) {
                (Some((hour, channel)), _) => span.before_all([hour.into(), channel.into()]),
                (None, Some(before)) => span.up_to(hour_of(before)),
                (None, None) => span,
            };
            let rows: Vec<Activity> = self.db.list(span.descending(AT_ONCE)).await?;
            let is_over = rows.len() < AT_ONCE;
            from = rows.last().map(|row| (row.hour, row.channel_id)).or(from);
            held.extend(rows);
            let cut = held.last().map_or(0, |last| held.partition_point(|row| row.hour > last.hour));
            let rest = held.split_off(if is_over { held.len() } else { cut });
            let whole = std::mem::replace(&mut held, rest);
            self.place(whole, before, &mut seen, &mut page, &mut gone).await?;
            if is_over {
                break;
            }
        }
        self.remove(gone).await;
        let has_more = page.len() > limit;
        page.truncate(limit);
        Ok((page, has_more))
    }

    /// Sorts the conversations of complete hours into the page; outdated rows go to `gone`.
    async fn place(
        &self,
        rows: Vec<Activity>,
        before: Option<MessageId>,
        seen: &mut HashSet<ChannelId>,
        page: &mut Vec<Place>,
        gone: &mut Vec<Activity>,
    ) -> Result<()> {
        let heads = self.heads(&rows).await?;
        let from = page.len();
        for row in rows {
            let head = heads.get(&row.channel_id).copied();
            if !seen.insert(row.channel_id) || head.is_some_and(|head| hour_of(head) > row.hour) {
                gone.push(row);
                continue;
            }
            // Row and head are written together but may become visible separately.
            let last = head.map_or(row.last, |head| head.max(row.last));
            if before.is_none_or(|before| last < before) {
                page.push(Place { channel_id: row.channel_id, last });
            }
        }
        page[from..].sort_unstable_by_key(|place| std::cmp::Reverse(place.last));
        Ok(())
    }

    async fn heads(&self, rows: &[Activity]) -> Result<HashMap<ChannelId, MessageId>> {
        let key = |id: ChannelId| CHANNEL_HEADS.at([scope(BETWEEN_PEOPLE, id).into(), id.into()]);
        let found = self.db.get_many(rows.iter().map(|row| key(row.channel_id)).collect()).await?;
        let heads = found.into_iter().flatten();
        heads.map(|mut row| Ok((row.take("channel_id")?, row.take("message_id")?))).collect()
    }

    /// Deletes outdated rows. Best effort: rows that stay are met again.
    async fn remove(&self, gone: Vec<Activity>) {
        if gone.is_empty() {
            return;
        }
        let row = |row: &Activity| {
            Activity::of(row.user_id).prefix([row.hour.into(), row.channel_id.into()]).forget()
        };
        if let Err(error) = self.db.write(gone.iter().map(row).collect()).await {
            tracing::debug!(%error, "older places of conversations stay in an inbox");
        }
    }

    /// All conversations of a person that have messages or that they opened.
    pub async fn all(&self, user_id: UserId) -> Result<Vec<ChannelId>> {
        let rows: Vec<Activity> = self.db.list(Activity::of(user_id).descending(MANY)).await?;
        let mut seen = HashSet::new();
        Ok(rows.into_iter().map(|row| row.channel_id).filter(|id| seen.insert(*id)).collect())
    }

    /// Possibly unread conversations, newest first: those with a message after the read mark or with a stored mention,
    /// except muted ones. One round trip.
    pub async fn perhaps_unread(&self, user_id: UserId) -> Result<Vec<ChannelId>> {
        let ranges = vec![
            Activity::of(user_id).ascending(MANY),
            Reader::of(user_id, BETWEEN_PEOPLE).ascending(MANY),
            MENTIONS.span([user_id.into(), BETWEEN_PEOPLE.into()]).ascending(MANY),
        ];
        let mut found = self.db.range_many(ranges).await?.into_iter();
        let mut newest: HashMap<ChannelId, MessageId> = HashMap::new();
        for row in found.next().unwrap_or_default() {
            let row = Activity::read(row)?;
            // A conversation without messages.
            if row.last.0 != row.channel_id.0 {
                let last = newest.entry(row.channel_id).or_insert(row.last);
                *last = row.last.max(*last);
            }
        }
        let mut muted = HashSet::new();
        for row in found.next().unwrap_or_default() {
            let reader = Reader::read(row)?;
            if reader.muted {
                muted.insert(reader.channel_id);
            }
            if newest.get(&reader.channel_id).is_some_and(|newest| reader.mark() >= Some(*newest)) {
                newest.remove(&reader.channel_id);
            }
        }
        for mut row in found.next().unwrap_or_default() {
            let (channel_id, message_id) = (row.take("channel_id")?, row.take("message_id")?);
            newest.entry(channel_id).or_insert(message_id);
        }
        let mut all: Vec<_> = newest.into_iter().filter(|(id, _)| !muted.contains(id)).collect();
        all.sort_unstable_by_key(|(_, newest)| std::cmp::Reverse(*newest));
        Ok(all.into_iter().map(|(channel_id, _)| channel_id).collect())
    }
}
