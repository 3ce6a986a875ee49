//! Activity of organisations by day: how much was written, and by how many; what else was done.
//!
//! The numbers of a day are counted once when it is over, from what the change feed noted of it and from the marks of acts,
//! and written as a whole, so that counting a day again has the same effect. They name nobody.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use crate::Storage;
use crate::platform::activity::tally;
use crate::platform::area::Area;
use crate::platform::engine::{Db, Write};
use crate::platform::error::Result;
use crate::platform::ids::EntityId;
use crate::platform::record::{Stored, record};
use crate::platform::time::Day;
use crate::platform::value::Json;

/// How long the numbers of a day are kept, in seconds: longer than they are shown.
const KEPT: u32 = 100 * 86_400;
/// Most days read at once.
const MOST: usize = 120;
/// Rows written at once.
const AT_ONCE: usize = 100;
/// All counted days are one partition: they are few.
const PART: i64 = 0;

record! {
    /// What an organisation did on a day; without a row nothing.
    pub struct ActivityDay;
    pub(crate) static ACTIVITY_DAYS: "activity_days", Descending, ttl;
    partition {
        entity_id: EntityId => bigint,
    }
    clustering {
        /// The date in Sweden.
        day: Day => text,
    }
    columns {
        /// Messages written in its channels.
        messages: i64 => bigint,
        /// People who wrote some of them.
        active_members: i64 => bigint,
        /// How often something else was done, by kind.
        counts: Json<BTreeMap<String, i64>> => text,
    }
}

record! {
    /// A day that was counted.
    pub(crate) struct CountedDay;
    pub(crate) static COUNTED_DAYS: "counted_days", Descending, ttl;
    partition {
        /// Always the same.
        part: i64 => int,
    }
    clustering {
        day: Day => text,
    }
    columns {
        /// Number of organisations with activity.
        entities: i64 => bigint,
    }
}

/// Declares the area to the store.
pub static AREA: Area = Area { tables: &[&ACTIVITY_DAYS, &COUNTED_DAYS], ..Area::named("administration") };

/// The repository of activity.
#[derive(Clone)]
pub struct Activity {
    db: Db,
}

impl Activity {
    /// The repository over a store.
    pub fn of(storage: &Storage) -> Self {
        Self { db: Arc::clone(storage.engine()) }
    }

    /// What an organisation did from a day on, newest first; days without activity are left out.
    pub async fn since(&self, entity_id: EntityId, from: Day) -> Result<Vec<ActivityDay>> {
        self.db.list(ActivityDay::of(entity_id).from(from.0.to_string()).descending(MOST)).await
    }

    /// The days that were counted.
    pub async fn counted(&self) -> Result<HashSet<Day>> {
        let days: Vec<CountedDay> = self.db.list(CountedDay::of(PART).descending(MOST)).await?;
        Ok(days.into_iter().map(|one| one.day).collect())
    }

    /// How many acts of each kind were marked on a day, by organisation.
    pub async fn marked(&self, day: Day) -> Result<BTreeMap<EntityId, BTreeMap<String, i64>>> {
        tally(&self.db, day).await
    }

    /// Stores the numbers of a day, and that it was counted. May be repeated.
    pub async fn put(&self, day: Day, rows: &[ActivityDay]) -> Result<()> {
        for some in rows.chunks(AT_ONCE) {
            let writes: Vec<Write> = some.iter().map(|one| one.row().insert_for(KEPT)).collect();
            self.db.write(writes).await?;
        }
        let counted = CountedDay { part: PART, day, entities: rows.len() as i64 };
        self.db.write(vec![counted.row().insert_for(KEPT)]).await
    }
}
