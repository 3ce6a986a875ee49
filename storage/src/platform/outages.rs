//! Times in which nodes could not reach each other: stored, so that recovery covers them even after all nodes
//! restarted.

use crate::platform::engine::Db;
use crate::platform::error::Result;
use crate::platform::table::{Order, Statics, Table, bigint, int, timestamp};

/// Seconds for which an outage is stored: as long as the event log.
const KEPT: u32 = 8 * 86_400;
/// Most outages read, the newest first.
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

    /// Records that a node received nothing from others from `began` to `ended` (epoch milliseconds); repeated while it lasts.
    pub async fn note(&self, node: u8, began: i64, ended: i64) -> Result<()> {
        let row = OUTAGES.row([
            ("part", 0_i64.into()),
            ("began", began.into()),
            ("node", i64::from(node).into()),
            ("ended", ended.into()),
        ]);
        self.db.write(vec![row.insert_for(KEPT)]).await
    }

    /// All stored outages as (began, ended), newest first.
    pub async fn all(&self) -> Result<Vec<(i64, i64)>> {
        let found = self.db.range(OUTAGES.span([0_i64.into()]).descending(MOST)).await?;
        found.into_iter().map(|mut row| Ok((row.take("began")?, row.take("ended")?))).collect()
    }
}
