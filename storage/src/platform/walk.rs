//! Whole tables, a slice at a time: for checks, migrations and what goes over everything.

use crate::platform::engine::Db;
use crate::platform::error::Result;
use crate::platform::table::Table;
use crate::platform::value::{Row, Value};

/// Rows looked at in one go.
const SLICE: usize = 1_000;

/// Walks over a whole table.
pub struct Walk {
    table: &'static Table,
    after: Option<Vec<Value>>,
    is_over: bool,
}

impl Walk {
    pub fn over(table: &'static Table) -> Self {
        Self { table, after: None, is_over: false }
    }

    /// The rows that come next, at most a thousand; none: that was all.
    pub async fn next(&mut self, db: &Db) -> Result<Option<Vec<Row>>> {
        if self.is_over {
            return Ok(None);
        }
        let rows = db.scan(self.table, self.after.take(), SLICE).await?;
        self.is_over = rows.len() < SLICE;
        self.after = rows.last().map(|row| row.key().to_vec());
        Ok(Some(rows))
    }
}
