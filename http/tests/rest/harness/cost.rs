//! What an act costs the store: how often it is asked, for how many rows, and how often it is written to. Counted is what
//! a request itself waits for; jobs and what goes out after the answer are not.

use std::cell::Cell;
use std::path::Path;

use async_trait::async_trait;
use storage::engine::{Guard, Key, Outcome, Range, Write};
use storage::table::Table;
use storage::value::{Row, Value};
use storage::{Db, Engine, Result};

/// The requests to the store within [`cost_of`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// Round trips that read.
    pub reads: usize,
    /// Rows that were read.
    pub rows: usize,
    /// Writes, each whole or not at all.
    pub writes: usize,
}

tokio::task_local! {
    static COST: Cell<Cost>;
}

/// Awaits an act; answers what it answered and what it cost.
pub async fn cost_of<T>(act: impl Future<Output = T>) -> (T, Cost) {
    let counted = async {
        let answer = act.await;
        (answer, COST.with(Cell::get))
    };
    COST.scope(Cell::default(), counted).await
}

fn add(more: Cost) {
    // Outside of `cost_of` nothing is counted.
    let _ = COST.try_with(|cost| {
        let Cost { reads, rows, writes } = cost.get();
        cost.set(Cost { reads: reads + more.reads, rows: rows + more.rows, writes: writes + more.writes });
    });
}

fn read(rows: usize) {
    add(Cost { reads: 1, rows, writes: 0 });
}

/// An engine whose use is counted.
pub struct Counted(pub Db);

#[async_trait]
impl Engine for Counted {
    async fn get(&self, key: Key) -> Result<Option<Row>> {
        let found = self.0.get(key).await?;
        read(usize::from(found.is_some()));
        Ok(found)
    }

    async fn get_settled(&self, key: Key) -> Result<Option<Row>> {
        let found = self.0.get_settled(key).await?;
        read(usize::from(found.is_some()));
        Ok(found)
    }

    async fn get_many(&self, keys: Vec<Key>) -> Result<Vec<Option<Row>>> {
        let found = self.0.get_many(keys).await?;
        read(found.iter().flatten().count());
        Ok(found)
    }

    async fn range(&self, range: Range) -> Result<Vec<Row>> {
        let found = self.0.range(range).await?;
        read(found.len());
        Ok(found)
    }

    async fn range_many(&self, ranges: Vec<Range>) -> Result<Vec<Vec<Row>>> {
        let found = self.0.range_many(ranges).await?;
        read(found.iter().map(Vec::len).sum());
        Ok(found)
    }

    async fn read(&self, keys: Vec<Key>, ranges: Vec<Range>) -> Result<(Vec<Option<Row>>, Vec<Vec<Row>>)> {
        let found = self.0.read(keys, ranges).await?;
        read(found.0.iter().flatten().count() + found.1.iter().map(Vec::len).sum::<usize>());
        Ok(found)
    }

    async fn write(&self, writes: Vec<Write>) -> Result<()> {
        add(Cost { writes: 1, ..Cost::default() });
        self.0.write(writes).await
    }

    async fn write_if(&self, guards: Vec<Guard>, then: Vec<Write>) -> Result<Outcome> {
        add(Cost { writes: 1, ..Cost::default() });
        self.0.write_if(guards, then).await
    }

    fn writes_at_once(&self) -> bool {
        self.0.writes_at_once()
    }

    async fn scan(&self, table: &'static Table, after: Option<Vec<Value>>, limit: usize) -> Result<Vec<Row>> {
        self.0.scan(table, after, limit).await
    }

    async fn migrate(&self) -> Result<()> {
        self.0.migrate().await
    }

    async fn ping(&self) -> Result<()> {
        self.0.ping().await
    }

    async fn verify(&self) -> Result<Vec<String>> {
        self.0.verify().await
    }

    async fn backup(&self, path: &Path) -> Result<()> {
        self.0.backup(path).await
    }

    async fn size(&self) -> Result<u64> {
        self.0.size().await
    }
}
