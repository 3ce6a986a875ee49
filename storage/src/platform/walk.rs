//! Walks through whole tables in slices: for checks and migrations.

use crate::platform::engine::Db;
use crate::platform::error::Result;
use crate::platform::table::Table;
use crate::platform::value::{Row, Value};

/// Rows read at once.
const SLICE: usize = 1_000;

/// A walk through a whole table.
pub struct Walk {
    table: &'static Table,
    after: Option<Vec<Value>>,
    is_over: bool,
}

impl Walk {
    pub fn over(table: &'static Table) -> Self {
        Self { table, after: None, is_over: false }
    }

    /// The next rows, at most a thousand; none: the walk is complete.
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
