//! Marks of what was done in organisations, by day: one row an act, part of the act's own write, counted in the night
//! after it. A mark says which organisation and of what kind, and names nobody.

use std::collections::BTreeMap;

use crate::platform::engine::{Db, Write};
use crate::platform::error::Result;
use crate::platform::ids::EntityId;
use crate::platform::record::{Stored, record};
use crate::platform::time::Day;
use crate::platform::value::Cell as _;

/// How long a mark is kept, in seconds: a little longer than days are counted that were not.
const KEPT: u32 = 31 * 86_400;
/// Partitions of a day, so that all that happens at once does not meet in one.
const SHARDS: i64 = 16;
/// Marks read at once.
const SLICE: usize = 500;

record! {
    /// That something was done in an organisation.
    pub struct ActivityMark;
    pub(crate) static ACTIVITY_MARKS: "activity_marks", Ascending, ttl;
    partition {
        /// The date in Sweden.
        day: Day => text,
        shard: i64 => int,
    }
    clustering {
        kind: String => text,
        /// The id of the thing, or of the act: the same act marked again is the same row.
        subject: i64 => bigint,
    }
    columns {
        entity_id: EntityId => bigint,
    }
}

impl ActivityMark {
    /// The mark of an act; its write joins the act's.
    pub fn new(day: Day, entity_id: EntityId, kind: &str, subject: i64) -> Self {
        let shard = ((subject >> 12) ^ subject).rem_euclid(SHARDS);
        Self { day, shard, kind: kind.to_owned(), subject, entity_id }
    }

    /// Stores it, for as long as it is needed.
    pub fn note(&self) -> Write {
        self.row().insert_for(KEPT)
    }
}

/// How many acts of each kind were marked on a day, by organisation. Reads as many rows as there were acts.
pub async fn tally(db: &Db, day: Day) -> Result<BTreeMap<EntityId, BTreeMap<String, i64>>> {
    let mut found: BTreeMap<EntityId, BTreeMap<String, i64>> = BTreeMap::new();
    for shard in 0..SHARDS {
        let mut after: Option<ActivityMark> = None;
        loop {
            let span = ActivityMark::of(day.to_value(), shard);
            let span = match &after {
                Some(met) => span.after_all([met.kind.as_str().into(), met.subject.into()]),
                None => span,
            };
            let some: Vec<ActivityMark> = db.list(span.ascending(SLICE)).await?;
            let is_last = some.len() < SLICE;
            for mark in &some {
                *found.entry(mark.entity_id).or_default().entry(mark.kind.clone()).or_default() += 1;
            }
            after = some.into_iter().next_back();
            if is_last {
                break;
            }
        }
    }
    Ok(found)
}
