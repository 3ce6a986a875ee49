//! The change feed (change data capture). Derived data such as the search index follow it instead of live events, which
//! may be lost.
//!
//! A change is recorded in the write that makes it and says only what has changed; a follower reads the thing itself.
//! Where a change may be visible before the data it is about (on a cluster), followers get it twice: when it first
//! appears, and once it is so old that no write of its time can still be in progress. Changes may also appear late
//! because clocks differ. Following is therefore idempotent by design.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::platform::clock;
use crate::platform::engine::{Db, Write};
use crate::platform::error::Result;
use crate::platform::ids::{CalendarEventId, CalendarId, ChannelId, EntityId, MessageId, UserId};
use crate::platform::record::{Record, Stored, record};
use crate::platform::text_enum::text_enum;

/// Number of partitions per hour over which changes are spread.
pub const SHARDS: i64 = 4;
/// Milliseconds after which a write of that time is complete: the engine's retries are over, and clocks differ by less.
pub const SETTLES: i64 = 70_000;
/// Seconds for which a change is stored.
const KEPT: u32 = 30 * 86_400;
/// Milliseconds after which a cursor is too old to continue from.
const FOLLOWED: i64 = 29 * 86_400_000;
const HOUR: i64 = 3_600_000;
/// Interval in milliseconds between sweeps over all unsettled changes.
pub const SWEEP: i64 = 10_000;
/// Overlap in milliseconds of reads of the newest changes: about the duration of a write plus the clock difference.
const NEAR: i64 = 1_000;
/// Hours read at once.
const HOURS_AT_ONCE: i64 = 24;
/// Changes of an hour read at once.
const SLICE: usize = 500;

text_enum! {
    /// What kind of thing has changed.
    ChangeKind {
        /// A person: whether and how they are found.
        User = "USER",
        /// An organisation: likewise.
        Entity = "ENTITY",
        /// A message: what it says, or whether it is there.
        Message = "MESSAGE",
        /// A channel: history came in, nothing says which. As earlier versions noted it.
        Channel = "CHANNEL",
        /// Messages of a channel's past came in: from the subject to [`Change::last`], or, without a channel, one reply.
        History = "HISTORY",
        /// An event that is for everybody, or was: what it is called, when and where it is, whether it is there.
        Event = "EVENT",
        /// A calendar that is for everybody, or was: so are its events.
        Calendar = "CALENDAR",
        /// A place of the guide: what it is called, whether it is there.
        Infopoint = "INFOPOINT",
        /// Nothing in the store: what is derived from it is to be made anew.
        Everything = "EVERYTHING",
    }
}

/// By their stored strings.
impl Ord for ChangeKind {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl PartialOrd for ChangeKind {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

record! {
    /// Something has changed.
    #[derive(PartialOrd, Ord, Copy)]
    pub struct Change;
    pub(crate) static CHANGES: "changes", Ascending, ttl;
    partition {
        /// Spreads what happens at once.
        shard: i64 => int,
        /// The hour of the unix epoch.
        hour: i64 => bigint,
    }
    clustering {
        /// Epoch milliseconds, by the clock of the node that noted it.
        at: i64 => timestamp,
        /// Of what kind.
        kind: ChangeKind => text,
        /// The id of what has changed.
        subject: i64 => bigint,
    }
    columns {
        /// The id of the last that has changed: of [`ChangeKind::History`] another one than `subject`.
        last: i64 => bigint = 0,
        /// Of [`ChangeKind::History`]: the channel of what is not a reply.
        channel: Option<ChannelId> => bigint,
    }
}

impl Change {
    /// A change at a moment (epoch milliseconds).
    pub fn new(kind: ChangeKind, subject: i64, at: i64) -> Self {
        let shard = ((subject >> 12) ^ subject).rem_euclid(SHARDS);
        Self { shard, hour: at.div_euclid(HOUR), at, kind, subject, last: subject, channel: None }
    }

    /// Notes it, for a month.
    pub fn note(&self) -> Write {
        self.row().insert_for(KEPT)
    }
}

/// Records that a person has changed; part of the write that changes them.
pub(crate) fn user(id: UserId) -> Write {
    Change::new(ChangeKind::User, id.0, clock::now()).note()
}

/// As [`user`], for an organisation.
pub(crate) fn entity(id: EntityId) -> Write {
    Change::new(ChangeKind::Entity, id.0, clock::now()).note()
}

/// As [`user`], for a message.
pub(crate) fn message(id: MessageId) -> Write {
    Change::new(ChangeKind::Message, id.0, clock::now()).note()
}

/// As [`user`], for imported messages of a channel: all from the first to the last, inclusive.
pub(crate) fn history(channel: ChannelId, (first, last): (MessageId, MessageId)) -> Write {
    let change = Change::new(ChangeKind::History, first.0, clock::now());
    Change { last: last.0, channel: Some(channel), ..change }.note()
}

/// As [`history`], for one reply. Outgoing webhooks, which report current messages, ignore it.
pub(crate) fn history_of_thread(reply: MessageId) -> Write {
    Change::new(ChangeKind::History, reply.0, clock::now()).note()
}

/// As [`user`], for an event.
pub(crate) fn event(id: CalendarEventId) -> Write {
    Change::new(ChangeKind::Event, id.0, clock::now()).note()
}

/// As [`user`], for a calendar.
pub(crate) fn calendar(id: CalendarId) -> Write {
    Change::new(ChangeKind::Calendar, id.0, clock::now()).note()
}

/// A position in the feed, stored with the derived data: per shard, the time before which every change was delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor(Vec<i64>);

impl Cursor {
    /// A cursor at a time (epoch milliseconds): for a follower that just read everything, starting then.
    pub fn from(at: i64) -> Self {
        Self(vec![at - SETTLES; SHARDS as usize])
    }

    /// Whether the feed still holds every change after the cursor.
    pub fn is_covered(&self, now: i64) -> bool {
        self.0.iter().all(|from| now - from < FOLLOWED)
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places: Vec<String> = self.0.iter().map(i64::to_string).collect();
        f.write_str(&places.join(" "))
    }
}

/// A stored text is not a cursor of this feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoCursor;

impl FromStr for Cursor {
    type Err = NoCursor;

    fn from_str(text: &str) -> Result<Self, NoCursor> {
        let places: Vec<i64> =
            text.split(' ').map(str::parse).collect::<Result<_, _>>().map_err(|_| NoCursor)?;
        if places.len() == SHARDS as usize { Ok(Self(places)) } else { Err(NoCursor) }
    }
}

/// The repository of changes.
#[derive(Clone)]
pub struct Changes {
    db: Db,
}

impl Changes {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Asks all followers to rebuild their derived data.
    pub async fn make_anew(&self) -> Result<()> {
        let note = Change::new(ChangeKind::Everything, 0, clock::now()).note();
        self.db.write(vec![note]).await
    }

    /// The messages that were noted in an hour of the unix epoch, some of them more than once: for counting when the hour is
    /// long over.
    pub async fn messages_of_hour(&self, hour: i64) -> Result<Vec<MessageId>> {
        let mut found = Vec::new();
        for shard in 0..SHARDS {
            let mut after: Option<Change> = None;
            loop {
                let span = Change::of(shard, hour);
                let span = match after {
                    Some(met) => span.after_all([met.at.into(), met.kind.into(), met.subject.into()]),
                    None => span,
                };
                let some: Vec<Change> = self.db.list(span.ascending(SLICE)).await?;
                after = some.last().copied();
                let is_last = some.len() < SLICE;
                let messages = some.into_iter().filter(|one| one.kind == ChangeKind::Message);
                found.extend(messages.map(|one| MessageId(one.subject)));
                if is_last {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// Follows the feed from a cursor.
    pub fn after(&self, cursor: Cursor) -> Follower {
        let shards = (0..).zip(cursor.0).map(|(number, from)| Shard { number, from, ..Shard::default() });
        Follower { db: Arc::clone(&self.db), shards: shards.collect() }
    }
}

/// A reader of the feed.
pub struct Follower {
    db: Db,
    shards: Vec<Shard>,
}

/// What was delivered of a shard.
#[derive(Default)]
struct Shard {
    number: i64,
    /// Everything before this time was delivered and had settled.
    from: i64,
    /// Delivered but unsettled changes; they will be delivered again.
    delivered: BTreeSet<Change>,
    /// Settled changes that are to be delivered again.
    again: Vec<Change>,
    /// When everything after `from` was last swept, and when the newest changes were last read.
    swept: i64,
    seen: i64,
    /// An unfinished walk.
    walk: Option<Walk>,
}

/// A walk through the changes of a shard, in their order.
#[derive(Clone, Copy)]
struct Walk {
    /// When it began, if it sweeps all unsettled changes.
    sweeps: Option<i64>,
    since: i64,
    hour: i64,
    after: Option<Change>,
}

impl Follower {
    /// New changes at `now` (epoch milliseconds), and those that have settled since they were delivered; at most
    /// `limit`. Empty: nothing more for now. Changes of one subject may come in any order.
    pub async fn next(&mut self, now: i64, limit: usize) -> Result<Vec<Change>> {
        let mut found = Vec::new();
        for shard in &mut self.shards {
            if found.len() < limit {
                found.extend(shard.next(&self.db, now, limit - found.len()).await?);
            }
        }
        Ok(found)
    }

    /// The cursor up to which everything was delivered: to be stored when all delivered changes are processed and none
    /// is left.
    pub fn cursor(&self) -> Cursor {
        Cursor(self.shards.iter().map(|shard| shard.from).collect())
    }
}

impl Shard {
    async fn next(&mut self, db: &Db, now: i64, limit: usize) -> Result<Vec<Change>> {
        let mut walk = self.walk.take().unwrap_or_else(|| self.begin(now));
        let mut found = Vec::new();
        // Another node's clock may be ahead.
        let last = (now + SETTLES).div_euclid(HOUR);
        while walk.hour <= last && found.len() < limit {
            let end = last.min(walk.hour + HOURS_AT_ONCE - 1);
            let spans = (walk.hour..=end).map(|hour| {
                let span = Change::of(self.number, hour);
                match walk.after.filter(|_| hour == walk.hour) {
                    Some(met) => span.after_all([met.at.into(), met.kind.into(), met.subject.into()]),
                    None => span.from(walk.since),
                }
            });
            let pages = db.range_many(spans.map(|span| span.ascending(SLICE)).collect()).await?;
            for page in pages {
                let is_whole = page.len() < SLICE;
                for row in page {
                    let change = Change::read(row)?;
                    walk.after = Some(change);
                    // A change this old has settled when it is first seen and is not delivered again.
                    let is_settled = walk.sweeps.is_some_and(|began| change.at < began - SETTLES);
                    if is_settled && !self.delivered.contains(&change)
                        || !is_settled && self.delivered.insert(change)
                    {
                        found.push(change);
                    }
                    if found.len() >= limit {
                        break;
                    }
                }
                if !is_whole || found.len() >= limit {
                    break;
                }
                (walk.hour, walk.after) = (walk.hour + 1, None);
            }
        }
        let is_over = walk.hour > last;
        if let Some(began) = walk.sweeps {
            let reached = walk.after.filter(|_| !is_over).map_or(walk.since, |met| met.at);
            self.settle((began - SETTLES).min(if is_over { began } else { reached }), db.writes_at_once());
        }
        if is_over {
            self.seen = now;
        } else {
            self.walk = Some(walk);
        }
        let left = limit.saturating_sub(found.len()).min(self.again.len());
        found.extend(self.again.drain(..left));
        Ok(found)
    }

    /// Usually only the newest changes are read; every few seconds all unsettled ones, for late arrivals.
    fn begin(&mut self, now: i64) -> Walk {
        let sweeps = (now - self.swept >= SWEEP || now < self.swept).then_some(now);
        self.swept = sweeps.unwrap_or(self.swept);
        let since = if sweeps.is_some() { self.from } else { self.from.max(self.seen - NEAR) };
        Walk { sweeps, since, hour: since.div_euclid(HOUR), after: None }
    }

    /// `is_done`: changes were visible together with their data and need not be delivered again.
    fn settle(&mut self, before: i64, is_done: bool) {
        self.from = self.from.max(before);
        while let Some(change) = self.delivered.first().copied().filter(|change| change.at < self.from) {
            self.delivered.remove(&change);
            if !is_done {
                self.again.push(change);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_kept_as_text() {
        let cursor = Cursor::from(1_790_000_000_000);
        assert_eq!(cursor.to_string().parse(), Ok(cursor.clone()));
        for text in ["", "1", "1 2 3 x", "1 2 3 4 5"] {
            assert_eq!(text.parse::<Cursor>(), Err(NoCursor), "{text}");
        }
        assert!(cursor.is_covered(1_790_000_000_000 + 28 * 86_400_000));
        assert!(!cursor.is_covered(1_790_000_000_000 + 30 * 86_400_000));
    }
}
