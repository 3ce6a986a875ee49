//! An engine that counts the requests to the one behind it.

use std::path::Path;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use storage::engine::{Guard, Key, Outcome, Range, Write};
use storage::table::Table;
use storage::value::{Row, Value};
use storage::{Db, Engine, Result};

/// Counted requests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Asked {
    /// Ranges read.
    pub ranges: usize,
    /// Rows returned by all reads.
    pub rows: usize,
    /// Calls of the engine, reads and writes.
    pub hops: usize,
}

pub struct Counting {
    behind: Db,
    asked: Mutex<Asked>,
}

impl Counting {
    pub fn over(engine: &Db) -> Arc<Self> {
        Arc::new(Self { behind: Arc::clone(engine), asked: Mutex::default() })
    }

    /// The counts since the last call.
    pub fn take(&self) -> Asked {
        std::mem::take(&mut self.asked.lock().unwrap())
    }

    fn note(&self, ranges: usize, rows: usize) {
        let mut asked = self.asked.lock().unwrap();
        *asked = Asked { ranges: asked.ranges + ranges, rows: asked.rows + rows, hops: asked.hops + 1 };
    }
}

#[async_trait]
impl Engine for Counting {
    async fn get(&self, key: Key) -> Result<Option<Row>> {
        let found = self.behind.get(key).await?;
        self.note(0, usize::from(found.is_some()));
        Ok(found)
    }
    async fn get_settled(&self, key: Key) -> Result<Option<Row>> {
        let found = self.behind.get_settled(key).await?;
        self.note(0, usize::from(found.is_some()));
        Ok(found)
    }
    async fn get_many(&self, keys: Vec<Key>) -> Result<Vec<Option<Row>>> {
        let found = self.behind.get_many(keys).await?;
        self.note(0, found.iter().flatten().count());
        Ok(found)
    }
    async fn range(&self, range: Range) -> Result<Vec<Row>> {
        let found = self.behind.range(range).await?;
        self.note(1, found.len());
        Ok(found)
    }
    async fn range_many(&self, ranges: Vec<Range>) -> Result<Vec<Vec<Row>>> {
        let found = self.behind.range_many(ranges).await?;
        self.note(found.len(), found.iter().map(Vec::len).sum());
        Ok(found)
    }
    async fn write(&self, writes: Vec<Write>) -> Result<()> {
        self.note(0, 0);
        self.behind.write(writes).await
    }
    async fn write_if(&self, guards: Vec<Guard>, then: Vec<Write>) -> Result<Outcome> {
        self.note(0, 0);
        self.behind.write_if(guards, then).await
    }
    fn writes_at_once(&self) -> bool {
        self.behind.writes_at_once()
    }
    async fn scan(&self, table: &'static Table, after: Option<Vec<Value>>, limit: usize) -> Result<Vec<Row>> {
        self.behind.scan(table, after, limit).await
    }
    async fn migrate(&self) -> Result<()> {
        self.behind.migrate().await
    }
    async fn ping(&self) -> Result<()> {
        self.behind.ping().await
    }
    async fn verify(&self) -> Result<Vec<String>> {
        self.behind.verify().await
    }
    async fn backup(&self, path: &Path) -> Result<()> {
        self.behind.backup(path).await
    }
    async fn size(&self) -> Result<u64> {
        self.behind.size().await
    }
}
