//! When nodes did not hear each other: kept in the store, so that recovery looks back to it also after all of them have
//! started anew.

use crate::platform::engine::Db;
use crate::platform::error::Result;
use crate::platform::table::{Order, Statics, Table, bigint, int, timestamp};

/// Seconds that an outage is kept: as long as the log of changes.
const KEPT: u32 = 8 * 86_400;
/// Outages read, the newest of them.
const MOST: usize = 10_000;

pub(crate) static OUTAGES: Table = Table {
    name: "outages",
    partition: &[int("part")],
    clustering: &[bigint("began"), int("node")],
    columns: &[timestamp("ended")],
    ttl: true,
    page_order: Order::Descending,
    statics: Statics::None,
};

/// The repository of outages.
#[derive(Clone)]
pub struct Outages {
    db: Db,
}

impl Outages {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// A node heard nothing from `began` to `ended` (epoch milliseconds); told again while it lasts.
    pub async fn note(&self, node: u8, began: i64, ended: i64) -> Result<()> {
        let row = OUTAGES.row([
            ("part", 0_i64.into()),
            ("began", began.into()),
            ("node", i64::from(node).into()),
            ("ended", ended.into()),
        ]);
        self.db.write(vec![row.insert_for(KEPT)]).await
    }

    /// All that are kept, as (began, ended), newest first.
    pub async fn all(&self) -> Result<Vec<(i64, i64)>> {
        let found = self.db.range(OUTAGES.span([0_i64.into()]).descending(MOST)).await?;
        found.into_iter().map(|mut row| Ok((row.take("began")?, row.take("ended")?))).collect()
    }
}
