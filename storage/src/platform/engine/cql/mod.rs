//! The engine for clusters: ScyllaDB or Apache Cassandra 5 by the `scylla` driver, with only what both support.
//!
//! The driver runs on threads of its own. A call is a task there and continues if its caller is cancelled, so that a
//! closed connection never interrupts a write. How the verbs' guarantees are met:
//!
//! - **Reads and writes** use LOCAL_QUORUM: a read sees every write that was answered before it began.
//! - **[`Engine::write`]** is one mutation within one partition, else a logged batch; what is too large for a batch is
//!   noted first and completed by any process that finds the note ([`unfinished`]). Partitions may become visible at
//!   slightly different times. Every write carries its own timestamp and is retried if unanswered; a write that finally
//!   fails with [`Error::Unavailable`] may have happened.
//! - **Guards** are lightweight transactions with SERIAL: one decision over all data centres. Within one data centre it
//!   costs the same as LOCAL_SERIAL; over several, waiting is better than giving a name twice. A refusal holds the rows
//!   as of the decision or a moment later.
//! - **An unanswered guard** may have been applied. Inserts if absent are retried: an equal row is this call's own.
//!   Others are [`Error::Unavailable`] unless they left their mark.
//! - **`then`** in the guards' partition is decided with them, in one batch. The rest is noted before and written
//!   after; if the process dies in between, any other completes it ([`decision`]).
//! - **Static columns** belong to the table whose partitions they are in.
//! - **Order** within a row follows the store's time, never this machine's; [`clock`] says how, and what is not
//!   guaranteed.
//! - **Raise** uses the value as timestamp, so that the largest wins. A row with a raised column is therefore never
//!   written whole nor removed by a plain delete; [`Write::Forget`] removes it for ever, with a timestamp larger than
//!   every later value.
//! - **Time to live** counts whole seconds and may end up to one second early. Cells of an update may outlive their
//!   row; a row without the column that every row has does not exist.
//! - **Overload**: a call waits a bounded time and is then [`Error::Busy`], before anything was sent ([`gate`]).

mod again;
mod cells;
mod clock;
mod decision;
mod fault;
mod gate;
mod guard;
mod plan;
mod read;
mod schema;
mod session;
mod text;
mod unfinished;
mod write;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use tokio::runtime::Runtime;

use self::session::Store;
use self::unfinished::LEFT_AFTER;
use super::{Engine, Guard, Key, Outcome, Range, Write, observe, verify};
use crate::platform::error::{Error, Result};
use crate::platform::table::Table;
use crate::platform::value::{Row, Value};

/// Statements that one call may have in flight.
const AT_ONCE: usize = 32;
/// Interval between reads of the store's clock and searches for unfinished writes.
const TICK: Duration = Duration::from_secs(10);
/// Threads of the driver: it is bound by the network and shares the cores with the rest.
const THREADS: usize = 2;

/// Where the cluster is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CqlSettings {
    /// `host` or `host:port` (9042) of a few nodes of the cluster; the others are discovered.
    pub nodes: Vec<String>,
    /// Lower case letters, digits and `_`, at most 48. Created if missing.
    pub keyspace: String,
    /// Replicas of every row in each data centre, for a keyspace that is created here. Fewer than three only for
    /// trials.
    pub replication: u8,
    /// The data centre whose nodes are used; required if there are several.
    pub datacenter: Option<String>,
    /// User and password, if the store requires them.
    pub credentials: Option<(String, String)>,
}

impl Default for CqlSettings {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            keyspace: "kalender".to_owned(),
            replication: 3,
            datacenter: None,
            credentials: None,
        }
    }
}

impl CqlSettings {
    /// The name becomes part of a statement as it is.
    fn keyspace_is_a_name(&self) -> bool {
        let name = self.keyspace.as_bytes();
        name.first().is_some_and(u8::is_ascii_lowercase)
            && name.len() <= 48
            && name.iter().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || *c == b'_')
    }
}

/// An open CQL store.
pub struct Cql {
    store: Arc<Store>,
    threads: Threads,
    tables: Arc<[&'static Table]>,
    version: i64,
}

/// The driver's threads. Shut down without waiting: blocking is not allowed on the callers' runtime.
struct Threads(Option<Runtime>);

impl Drop for Threads {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl Threads {
    fn start() -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(THREADS)
            .thread_name("store-cql")
            .enable_all()
            .build();
        Ok(Self(Some(runtime.map_err(|error| Error::Unavailable(format!("no thread: {error}")))?)))
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T>> + Send + 'static,
    ) -> Result<T> {
        let runtime = self.0.as_ref().ok_or_else(stopped)?;
        runtime.spawn(work).await.unwrap_or_else(|_| Err(stopped()))
    }
}

fn stopped() -> Error {
    Error::Unavailable("the store's thread has stopped".into())
}

impl Cql {
    /// Connects, creates the keyspace and brings `tables` up to date.
    pub async fn open(settings: &CqlSettings, tables: Vec<&'static Table>, version: i64) -> Result<Self> {
        verify::tables(&tables)?;
        let threads = Threads::start()?;
        let owned = settings.clone();
        let opened = threads.run(async move {
            let store = Arc::new(session::connect(&owned).await?);
            store.read_clock().await?;
            schema::use_keyspace(&store, &owned).await?;
            Ok(store)
        });
        let store = opened.await?;
        let engine = Self { store, threads, tables: tables.into(), version };
        engine.migrate().await?;
        engine.keep_up();
        Ok(engine)
    }

    /// Completes writes that were noted at least `age` ago by processes that died since; answers how many. Runs by
    /// itself every few seconds for notes older than half a minute; to be called directly only if no other process is
    /// at work.
    pub async fn complete_unfinished(&self, age: Duration) -> Result<usize> {
        let store = Arc::clone(&self.store);
        self.threads.run(async move { store.complete_unfinished(age).await }).await
    }

    /// Number of requests (statements and batches) that the verbs have sent.
    pub fn requests(&self) -> u64 {
        self.store.requests()
    }

    /// Background task for the engine's lifetime: reads the store's time and completes unfinished writes of others.
    fn keep_up(&self) {
        let store = Arc::downgrade(&self.store);
        let Some(runtime) = &self.threads.0 else { return };
        runtime.spawn(async move {
            loop {
                tokio::time::sleep(TICK).await;
                let Some(store) = store.upgrade() else { return };
                if let Err(error) = store.read_clock().await {
                    tracing::warn!(%error, "the store's clock could not be read");
                }
                match store.complete_unfinished(LEFT_AFTER).await {
                    Ok(0) => {}
                    Ok(notes) => tracing::info!(notes, "writes that a dead process left were finished"),
                    Err(error) => tracing::warn!(%error, "unfinished writes could not be looked for"),
                }
            }
        });
    }

    /// Runs a verb as a task on the driver's threads, after the gate's permit.
    async fn verb<T, F>(
        &self,
        verb: &'static str,
        work: impl FnOnce(Arc<Store>) -> F + Send + 'static,
    ) -> Result<T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T>> + Send,
    {
        let (started, store) = (Instant::now(), Arc::clone(&self.store));
        let result = self.threads.run(async move {
            let _turn = store.gate.enter().await?;
            work(Arc::clone(&store)).await
        });
        let result = result.await;
        observe(verb, started);
        result
    }
}

#[async_trait]
impl Engine for Cql {
    async fn get(&self, key: Key) -> Result<Option<Row>> {
        verify::key(&key)?;
        self.verb("get", |store| async move { store.get(&key).await }).await
    }

    async fn get_settled(&self, key: Key) -> Result<Option<Row>> {
        verify::key(&key)?;
        self.verb("get_settled", |store| async move { store.get_settled(&key).await }).await
    }

    async fn get_many(&self, keys: Vec<Key>) -> Result<Vec<Option<Row>>> {
        keys.iter().try_for_each(verify::key)?;
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        self.verb("get_many", |store| async move { store.get_many(&keys).await }).await
    }

    async fn range(&self, range: Range) -> Result<Vec<Row>> {
        verify::range(&range)?;
        self.verb("range", |store| async move { store.range(&range).await }).await
    }

    async fn range_many(&self, ranges: Vec<Range>) -> Result<Vec<Vec<Row>>> {
        ranges.iter().try_for_each(verify::range)?;
        if ranges.is_empty() {
            return Ok(Vec::new());
        }
        self.verb("range_many", |store| async move { store.range_many(&ranges).await }).await
    }

    async fn write(&self, writes: Vec<Write>) -> Result<()> {
        writes.iter().try_for_each(verify::write)?;
        if writes.is_empty() {
            return Ok(());
        }
        self.verb("write", |store| async move { store.write(&writes).await }).await
    }

    async fn write_if(&self, guards: Vec<Guard>, then: Vec<Write>) -> Result<Outcome> {
        verify::guards(&guards)?;
        then.iter().try_for_each(verify::write)?;
        self.verb("write_if", |store| async move { store.write_if(&guards, then).await }).await
    }

    /// A batch is atomic within a partition; of several partitions one may become visible before another.
    fn writes_at_once(&self) -> bool {
        false
    }

    async fn scan(&self, table: &'static Table, after: Option<Vec<Value>>, limit: usize) -> Result<Vec<Row>> {
        self.verb("scan", move |store| async move { store.scan(table, after.as_deref(), limit).await }).await
    }

    async fn migrate(&self) -> Result<()> {
        let (store, tables, version) = (Arc::clone(&self.store), Arc::clone(&self.tables), self.version);
        self.threads.run(async move { schema::migrate(&store, &tables, version).await }).await
    }

    async fn ping(&self) -> Result<()> {
        self.verb("ping", |store| async move { schema::probe(&store).await }).await
    }

    async fn verify(&self) -> Result<Vec<String>> {
        Ok(Vec::new())
    }

    async fn backup(&self, _: &Path) -> Result<()> {
        Err(Error::Unavailable(
            "a cluster is not copied into one file: take a snapshot of every node with the store's own tool \
             (nodetool snapshot)"
                .into(),
        ))
    }

    async fn size(&self) -> Result<u64> {
        Err(Error::Unavailable("the nodes of the store know how much they hold (nodetool status)".into()))
    }
}
