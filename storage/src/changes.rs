//! The feed of changes: what others keep of the store (the search's index) is brought up to it by following this, not by
//! announcements, which may be lost.
//!
//! A change is noted in the write that makes it, and says only what has changed: whoever follows reads that anew. It is told
//! twice: when it is first seen, and once it is so old that no write of its time can still be under way. For on a cluster a note
//! may be seen before what it is about, and notes come late, by clocks that differ. So following is repeatable by nature.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::clock;
use crate::engine::{Db, Write};
use crate::error::Result;
use crate::ids::{EntityId, UserId};
use crate::record::{Stored, record};
use crate::text_enum::text_enum;

/// Notes are spread over so many partitions of each hour.
pub const SHARDS: i64 = 4;
/// Milliseconds after which what was noted then is there: the engine's own attempts are over, and clocks differ by less.
pub const SETTLES: i64 = 70_000;
/// Seconds that a note is kept.
const KEPT: u32 = 30 * 86_400;
/// Milliseconds after which a place in the feed is too old to go on from.
const FOLLOWED: i64 = 29 * 86_400_000;
const HOUR: i64 = 3_600_000;
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
    }
}

record! {
    /// Something has changed.
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
        /// Which.
        subject: i64 => bigint,
    }
    columns {}
}

impl Change {
    /// A change at a moment (epoch milliseconds).
    pub fn new(kind: ChangeKind, subject: i64, at: i64) -> Self {
        let shard = ((subject >> 12) ^ subject).rem_euclid(SHARDS);
        Self { shard, hour: at.div_euclid(HOUR), at, kind, subject }
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

    /// Follows the feed from a place on.
    pub fn after(&self, cursor: Cursor) -> Follower {
        let shards = (0..).zip(cursor.0).map(|(number, from)| Shard { number, from, told: BTreeSet::new() });
        Follower { db: Arc::clone(&self.db), shards: shards.collect() }
    }
}

/// Somebody who follows the feed.
pub struct Follower {
    db: Db,
    shards: Vec<Shard>,
}

/// What was told of a shard.
struct Shard {
    number: i64,
    /// Everything before this moment was told, and is settled.
    from: i64,
    /// What was told from there on, and will be again.
    told: BTreeSet<Place>,
}

type Place = (i64, &'static str, i64);

fn place(change: &Change) -> Place {
    (change.at, change.kind.as_str(), change.subject)
}

impl Follower {
    /// What is new at `now` (epoch milliseconds), and what has settled since it was told: about `limit` of it at most. None:
    /// there is nothing more for now. Changes of one subject may come in any order.
    pub async fn next(&mut self, now: i64, limit: usize) -> Result<Vec<Change>> {
        let mut found = Vec::new();
        for shard in &mut self.shards {
            if found.len() < limit {
                found.extend(shard.next(&self.db, now, limit - found.len()).await?);
            }
        }
        Ok(found)
    }

    /// The place up to which everything was told and is settled: to be kept once what was told has been done.
    pub fn cursor(&self) -> Cursor {
        Cursor(self.shards.iter().map(|shard| shard.from).collect())
    }
}

impl Shard {
    async fn next(&mut self, db: &Db, now: i64, limit: usize) -> Result<Vec<Change>> {
        let (mut found, mut reached) = (Vec::new(), now);
        // Another node's clock may be ahead.
        let (mut hour, last) = (self.from.div_euclid(HOUR), (now + SETTLES).div_euclid(HOUR));
        'hours: while hour <= last {
            let end = last.min(hour + HOURS_AT_ONCE - 1);
            let spans = (hour..=end).map(|hour| Change::of(self.number, hour).from(self.from));
            let pages = db.range_many(spans.map(|span| span.ascending(SLICE)).collect()).await?;
            for (hour, mut page) in (hour..=end).zip(pages) {
                loop {
                    let is_last = page.len() < SLICE;
                    let mut after = None;
                    for row in page {
                        let change = <Change as crate::record::Record>::read(row)?;
                        after = Some([change.at.into(), change.kind.into(), change.subject.into()]);
                        if self.told.insert(place(&change)) {
                            reached = change.at;
                            found.push(change);
                        }
                        if found.len() >= limit {
                            break 'hours;
                        }
                    }
                    let Some(after) = after.filter(|_| !is_last) else { break };
                    page = db.range(Change::of(self.number, hour).after_all(after).ascending(SLICE)).await?;
                }
            }
            hour = end + 1;
        }
        if found.len() < limit {
            reached = now;
        }
        let from = self.from.max(reached.min(now - SETTLES));
        let still = self.told.split_off(&(from, "", i64::MIN));
        let settled = std::mem::replace(&mut self.told, still);
        self.from = from;
        let new: BTreeSet<Place> = found.iter().map(place).collect();
        let again = settled.difference(&new).filter_map(|(at, kind, subject)| {
            ChangeKind::parse(kind).map(|kind| Change::new(kind, *subject, *at))
        });
        found.extend(again);
        Ok(found)
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
