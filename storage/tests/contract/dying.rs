//! An engine that fails after a number of calls, like a process killed there.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use storage::engine::{Guard, Key, Outcome, Range, Write};
use storage::table::Table;
use storage::value::{Row, Value};
use storage::{Db, Engine, Error, Result};

pub struct Dying {
    behind: Db,
    left: AtomicUsize,
}

impl Dying {
    pub fn after(engine: &Db, calls: usize) -> Arc<Self> {
        Arc::new(Self { behind: Arc::clone(engine), left: AtomicUsize::new(calls) })
    }

    fn behind(&self) -> Result<&Db> {
        let left = self.left.fetch_update(Ordering::AcqRel, Ordering::Acquire, |left| left.checked_sub(1));
        left.map(|_| &self.behind).map_err(|_| Error::Unavailable("killed".to_owned()))
    }
}

#[async_trait]
impl Engine for Dying {
    async fn get(&self, key: Key) -> Result<Option<Row>> {
        self.behind()?.get(key).await
    }
    async fn get_settled(&self, key: Key) -> Result<Option<Row>> {
        self.behind()?.get_settled(key).await
    }
    async fn get_many(&self, keys: Vec<Key>) -> Result<Vec<Option<Row>>> {
        self.behind()?.get_many(keys).await
    }
    async fn range(&self, range: Range) -> Result<Vec<Row>> {
        self.behind()?.range(range).await
    }
    async fn range_many(&self, ranges: Vec<Range>) -> Result<Vec<Vec<Row>>> {
        self.behind()?.range_many(ranges).await
    }
    async fn write(&self, writes: Vec<Write>) -> Result<()> {
        self.behind()?.write(writes).await
    }
    async fn write_if(&self, guards: Vec<Guard>, then: Vec<Write>) -> Result<Outcome> {
        self.behind()?.write_if(guards, then).await
    }
    fn writes_at_once(&self) -> bool {
        self.behind.writes_at_once()
    }
    async fn scan(&self, table: &'static Table, after: Option<Vec<Value>>, limit: usize) -> Result<Vec<Row>> {
        self.behind()?.scan(table, after, limit).await
    }
    async fn migrate(&self) -> Result<()> {
        self.behind()?.migrate().await
    }
    async fn ping(&self) -> Result<()> {
        self.behind()?.ping().await
    }
    async fn verify(&self) -> Result<Vec<String>> {
        self.behind()?.verify().await
    }
    async fn backup(&self, path: &Path) -> Result<()> {
        self.behind()?.backup(path).await
    }
    async fn size(&self) -> Result<u64> {
        self.behind()?.size().await
    }
}
