//! The feed of changes: what others keep of the store (the search's index) is brought up to it by following this, not by
//! announcements, which may be lost.
//!
//! A change is noted in the write that makes it, and says only what has changed: whoever follows reads that anew. Where a note
//! may be seen before what it is about, as on a cluster, it is told twice: when it is first seen, and once it is so old that no
//! write of its time can still be under way. Notes come late, too, by clocks that differ. So following is repeatable by nature.

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

/// Notes are spread over so many partitions of each hour.
pub const SHARDS: i64 = 4;
/// Milliseconds after which what was noted then is there: the engine's own attempts are over, and clocks differ by less.
pub const SETTLES: i64 = 70_000;
/// Seconds that a note is kept.
const KEPT: u32 = 30 * 86_400;
/// Milliseconds after which a place in the feed is too old to go on from.
const FOLLOWED: i64 = 29 * 86_400_000;
const HOUR: i64 = 3_600_000;
/// Milliseconds after which all that has not settled is looked at again.
pub const SWEEP: i64 = 10_000;
/// Milliseconds by which a look at the newest goes back: about what a write takes, and well-kept clocks differ.
const NEAR: i64 = 1_000;
/// Hours looked at in one go.
const HOURS_AT_ONCE: i64 = 24;
/// Notes of an hour read in one go.
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
        /// Messages of a channel's past came in: from the one that is told of to [`Change::last`], or, without a channel, one reply.
        History = "HISTORY",
        /// An event that is for everybody, or was: what it is called, when and where it is, whether it is there.
        Event = "EVENT",
        /// A calendar that is for everybody, or was: so are its events.
        Calendar = "CALENDAR",
        /// Nothing in the store: what is derived from it is to be made anew.
        Everything = "EVERYTHING",
    }
}

/// As they lie in the store.
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

/// Notes that a person has changed; a part of the write that changes them.
pub(crate) fn user(id: UserId) -> Write {
    Change::new(ChangeKind::User, id.0, clock::now()).note()
}

/// As [`user`], of an organisation.
pub(crate) fn entity(id: EntityId) -> Write {
    Change::new(ChangeKind::Entity, id.0, clock::now()).note()
}

/// As [`user`], of a message.
pub(crate) fn message(id: MessageId) -> Write {
    Change::new(ChangeKind::Message, id.0, clock::now()).note()
}

/// As [`user`], of messages of a channel's past: all between two and the two themselves.
pub(crate) fn history(channel: ChannelId, (first, last): (MessageId, MessageId)) -> Write {
    let change = Change::new(ChangeKind::History, first.0, clock::now());
    Change { last: last.0, channel: Some(channel), ..change }.note()
}

/// As [`history`], of one reply. Who tells others of what is said now is not told of either.
pub(crate) fn history_of_thread(reply: MessageId) -> Write {
    Change::new(ChangeKind::History, reply.0, clock::now()).note()
}

/// As [`user`], of an event.
pub(crate) fn event(id: CalendarEventId) -> Write {
    Change::new(ChangeKind::Event, id.0, clock::now()).note()
}

/// As [`user`], of a calendar.
pub(crate) fn calendar(id: CalendarId) -> Write {
    Change::new(ChangeKind::Calendar, id.0, clock::now()).note()
}

/// A place in the feed, to be kept with what follows it: of each shard the moment before which everything was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor(Vec<i64>);

impl Cursor {
    /// From a moment on (epoch milliseconds): for who has just read everything, and began then.
    pub fn from(at: i64) -> Self {
        Self(vec![at - SETTLES; SHARDS as usize])
    }

    /// Whether the feed still has everything that came after it.
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

/// What was kept is no cursor of this feed.
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

    /// Asks whoever follows to make anew what they keep of the store.
    pub async fn make_anew(&self) -> Result<()> {
        let note = Change::new(ChangeKind::Everything, 0, clock::now()).note();
        self.db.write(vec![note]).await
    }

    /// Follows the feed from a place on.
    pub fn after(&self, cursor: Cursor) -> Follower {
        let shards = (0..).zip(cursor.0).map(|(number, from)| Shard { number, from, ..Shard::default() });
        Follower { db: Arc::clone(&self.db), shards: shards.collect() }
    }
}

/// Somebody who follows the feed.
pub struct Follower {
    db: Db,
    shards: Vec<Shard>,
}

/// What was told of a shard.
#[derive(Default)]
struct Shard {
    number: i64,
    /// Everything before this moment was told, and was settled then.
    from: i64,
    /// What was told and had not settled; it will be told again.
    told: BTreeSet<Change>,
    /// What has settled and is to be told again.
    again: Vec<Change>,
    /// When everything from `from` on was looked through last, and when the newest was.
    swept: i64,
    seen: i64,
    /// A look that was not finished.
    walk: Option<Walk>,
}

/// A look through the notes of a shard, in their order.
#[derive(Clone, Copy)]
struct Walk {
    /// The moment at which it began, if it looks at everything that has not settled.
    sweeps: Option<i64>,
    since: i64,
    hour: i64,
    after: Option<Change>,
}

impl Follower {
    /// What is new at `now` (epoch milliseconds), and what has settled since it was told; at most `limit` of it. None: there is
    /// nothing more for now. Changes of one subject may come in any order.
    pub async fn next(&mut self, now: i64, limit: usize) -> Result<Vec<Change>> {
        let mut found = Vec::new();
        for shard in &mut self.shards {
            if found.len() < limit {
                found.extend(shard.next(&self.db, now, limit - found.len()).await?);
            }
        }
        Ok(found)
    }

    /// The place up to which everything was told: to be kept when all that was told is done, and there was nothing more.
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
                    // What is as old as that is settled when it is first met, and need not be met again.
                    let is_settled = walk.sweeps.is_some_and(|began| change.at < began - SETTLES);
                    if is_settled && !self.told.contains(&change) || !is_settled && self.told.insert(change) {
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

    /// Mostly the newest is looked at; every few seconds all that has not settled, for what came late.
    fn begin(&mut self, now: i64) -> Walk {
        let sweeps = (now - self.swept >= SWEEP || now < self.swept).then_some(now);
        self.swept = sweeps.unwrap_or(self.swept);
        let since = if sweeps.is_some() { self.from } else { self.from.max(self.seen - NEAR) };
        Walk { sweeps, since, hour: since.div_euclid(HOUR), after: None }
    }

    /// `is_done`: what is noted was there when it was told, and need not be told again.
    fn settle(&mut self, before: i64, is_done: bool) {
        self.from = self.from.max(before);
        while let Some(change) = self.told.first().copied().filter(|change| change.at < self.from) {
            self.told.remove(&change);
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
