//! What an act costs the store: how often it is asked, for how many rows, and how often it is written to. Counted is what
//! a request itself waits for, on demand with the decision that is made for several requests at once; jobs and what goes
//! out after the answer are not.

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

thread_local! {
    /// Requests by other tasks of the test's thread than those of an act or of jobs.
    static BESIDE: Cell<Cost> = const { Cell::new(Cost { reads: 0, rows: 0, writes: 0 }) };
}

/// Awaits an act; answers what it answered and what it cost.
pub async fn cost_of<T>(act: impl Future<Output = T>) -> (T, Cost) {
    let counted = async {
        let answer = act.await;
        (answer, COST.with(Cell::get))
    };
    COST.scope(Cell::default(), counted).await
}

/// As [`cost_of`], with the decision that a task of its own makes for all requests that wait for it.
pub async fn cost_with_decision<T>(act: impl Future<Output = T>) -> (T, Cost) {
    let before = BESIDE.get();
    let (answer, own) = cost_of(act).await;
    let after = BESIDE.get();
    let beside = Cost {
        reads: after.reads - before.reads,
        rows: after.rows - before.rows,
        writes: after.writes - before.writes,
    };
    (answer, own.with(beside))
}

/// Runs something that no act waits for.
pub async fn uncounted(work: impl Future<Output = ()>) {
    cost_of(work).await;
}

impl Cost {
    fn with(self, more: Self) -> Self {
        Self {
            reads: self.reads + more.reads,
            rows: self.rows + more.rows,
            writes: self.writes + more.writes,
        }
    }
}

fn add(more: Cost) {
    if COST.try_with(|cost| cost.set(cost.get().with(more))).is_err() {
        BESIDE.set(BESIDE.get().with(more));
    }
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
