//! The embedded engine: one SQLite file, one writer thread with group commit, and a few reader threads.
//!
//! Several processes may have the file open (the command line beside the server). Async callers never block: their
//! requests go to the threads through bounded queues, and the answers come back through oneshot channels.

mod connection;
mod purge;
mod schema;
mod sql;
mod whole;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use async_trait::async_trait;
use tokio::sync::oneshot;

use self::connection::Connection;
use super::queue::{Popped, Queue};
use super::{Engine, Guard, Key, Outcome, Range, Write, observe, verify};
use crate::platform::error::{Error, Result};
use crate::platform::table::Table;
use crate::platform::value::{Row, Value};

/// Capacity of each queue, reads and writes.
const WAITING: usize = 8_192;

type ReadJob = Box<dyn FnOnce(&mut Connection) + Send>;

/// An open SQLite store.
pub struct Sqlite {
    path: PathBuf,
    tables: Arc<[&'static Table]>,
    version: i64,
    reads: Arc<Queue<ReadJob>>,
    writes: Arc<Queue<writer::Job>>,
    readers: Vec<JoinHandle<()>>,
    /// None: opened read-only.
    writer: Option<JoinHandle<()>>,
    /// Opened read-only.
    reads_only: bool,
    /// The first damage that any request met.
    damage: Mutex<Option<String>>,
}

/// Closes a queue when its thread ends for whatever reason, so that callers fail instead of waiting for ever.
struct CloseOnExit<T>(Arc<Queue<T>>);

impl<T> Drop for CloseOnExit<T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Sqlite {
    /// Opens the file, creating it and its folder if missing, and brings `tables` up to date. Blocks while the disk
    /// works.
    pub fn open(path: &Path, tables: Vec<&'static Table>, version: i64) -> Result<Self> {
        verify::tables(&tables)?;
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| {
                Error::Unavailable(format!("{} cannot be made: {error}", folder.display()))
            })?;
        }
        let connection = Connection::open(path)?;
        schema::migrate(&connection, &tables, version)?;
        let tables: Arc<[&'static Table]> = tables.into();
        let (reads, writes) = (Arc::new(Queue::new(WAITING)), Arc::new(Queue::new(WAITING)));
        let mut store = Self {
            path: path.to_owned(),
            tables: Arc::clone(&tables),
            version,
            reads: Arc::clone(&reads),
            writes: Arc::clone(&writes),
            readers: Vec::new(),
            writer: None,
            reads_only: false,
            damage: Mutex::new(None),
        };
        let guard = CloseOnExit(Arc::clone(&writes));
        store.writer = Some(spawn("store-write", move || {
            writer::run(connection, &guard.0, &tables);
        })?);
        let readers = std::thread::available_parallelism().map_or(2, usize::from).clamp(2, 4);
        for _ in 0..readers {
            store.spawn_reader(Connection::open(path)?)?;
        }
        Ok(store)
    }

    /// Opens an existing file read-only: nothing is created, migrated or written, so that it works on a full disk and
    /// beside a server.
    pub fn open_to_read(path: &Path, tables: Vec<&'static Table>, version: i64) -> Result<Self> {
        let connection = Connection::open_to_read(path)?;
        let writes = Arc::new(Queue::new(1));
        writes.close();
        let mut store = Self {
            path: path.to_owned(),
            tables: tables.into(),
            version,
            reads: Arc::new(Queue::new(WAITING)),
            writes,
            readers: Vec::new(),
            writer: None,
            reads_only: true,
            damage: Mutex::new(None),
        };
        store.spawn_reader(connection)?;
        Ok(store)
    }

    fn spawn_reader(&mut self, mut connection: Connection) -> Result<()> {
        let guard = CloseOnExit(Arc::clone(&self.reads));
        self.readers.push(spawn("store-read", move || {
            // One job at a time: jobs taken together would wait for a long read although another reader is free.
            while let Popped::Some(jobs) = guard.0.pop(1, None) {
                for job in jobs {
                    job(&mut connection);
                }
            }
        })?);
        Ok(())
    }

    async fn read<T: Send + 'static>(
        &self,
        verb: &'static str,
        work: impl FnOnce(&mut Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let started = Instant::now();
        let (answer, answered) = oneshot::channel();
        let depth = self.reads.push(Box::new(move |connection| {
            let _ = answer.send(work(connection));
        }))?;
        metrics::gauge!("storage_queue_depth", "queue" => "read").set(depth as f64);
        let result = answered.await.unwrap_or_else(|_| Err(stopped()));
        observe(verb, started);
        self.noting(result)
    }

    async fn submit(&self, verb: &'static str, guards: Vec<Guard>, then: Vec<Write>) -> Result<Outcome> {
        self.submit_job(verb, |answer| writer::Job { guards, then, is_probe: false, answer }).await
    }

    async fn submit_job(
        &self,
        verb: &'static str,
        job: impl FnOnce(oneshot::Sender<Result<Outcome>>) -> writer::Job,
    ) -> Result<Outcome> {
        let started = Instant::now();
        let (answer, answered) = oneshot::channel();
        self.writes.push(job(answer))?;
        let result = answered.await.unwrap_or_else(|_| Err(stopped()));
        observe(verb, started);
        self.noting(result)
    }

    /// Runs long work on a thread and a connection of its own.
    async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        if self.reads_only {
            // On a full disk a second connection may not be possible.
            return self.read("aside", work).await;
        }
        let (answer, answered) = oneshot::channel();
        let path = self.path.clone();
        spawn("store-aside", move || {
            let _ = answer.send(Connection::open(&path).and_then(|mut connection| work(&mut connection)));
        })?;
        self.noting(answered.await.unwrap_or_else(|_| Err(stopped())))
    }

    /// Remembers damage that a request met: readiness fails with it until the store is verified as sound.
    fn noting<T>(&self, result: Result<T>) -> Result<T> {
        if let Err(Error::Damaged(why)) = &result {
            self.note_damage(Some(why.clone()));
        }
        result
    }

    fn note_damage(&self, found: Option<String>) {
        let mut damage = self.damage.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(why) = found.as_ref().filter(|_| damage.is_none()) {
            tracing::error!(%why, "the store is damaged");
        }
        metrics::gauge!("storage_damaged").set(if found.is_some() { 1.0 } else { 0.0 });
        *damage = found;
    }
}

impl Drop for Sqlite {
    /// Queued requests are still carried out. Then the connections are closed one after the other: the last one
    /// checkpoints the log, and two that close at the same time would each take the other for one that stays open.
    fn drop(&mut self) {
        self.reads.close();
        self.readers.drain(..).for_each(ended);
        self.writes.close();
        self.writer.take().into_iter().for_each(ended);
    }
}

fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>> {
    let thread = std::thread::Builder::new().name(name.to_owned()).spawn(body);
    thread.map_err(|error| Error::Unavailable(format!("no thread: {error}")))
}

fn ended(thread: JoinHandle<()>) {
    if thread.join().is_err() {
        tracing::error!("a thread of the store had panicked");
    }
}

fn stopped() -> Error {
    Error::Unavailable("the store's thread has stopped".into())
}

/// Reads several things in one transaction: one snapshot, and one look at the log instead of one each.
fn at_once<T>(connection: &mut Connection, read: impl FnOnce(&mut Connection) -> Result<T>) -> Result<T> {
    connection.run("BEGIN")?;
    let result = read(connection);
    connection.run("ROLLBACK")?;
    result
}

#[async_trait]
impl Engine for Sqlite {
    async fn get(&self, key: Key) -> Result<Option<Row>> {
        verify::key(&key)?;
        self.read("get", move |connection| connection.get(&key)).await
    }

    /// What follows a decision is written in its transaction.
    async fn get_settled(&self, key: Key) -> Result<Option<Row>> {
        self.get(key).await
    }

    async fn get_many(&self, keys: Vec<Key>) -> Result<Vec<Option<Row>>> {
        keys.iter().try_for_each(verify::key)?;
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        self.read("get_many", move |connection| {
            at_once(connection, |connection| keys.iter().map(|key| connection.get(key)).collect())
        })
        .await
    }

    async fn range(&self, range: Range) -> Result<Vec<Row>> {
        verify::range(&range)?;
        self.read("range", move |connection| connection.range(&range)).await
    }

    async fn range_many(&self, ranges: Vec<Range>) -> Result<Vec<Vec<Row>>> {
        ranges.iter().try_for_each(verify::range)?;
        if ranges.is_empty() {
            return Ok(Vec::new());
        }
        self.read("range_many", move |connection| {
            at_once(connection, |connection| ranges.iter().map(|range| connection.range(range)).collect())
        })
        .await
    }

    async fn read(&self, keys: Vec<Key>, ranges: Vec<Range>) -> Result<(Vec<Option<Row>>, Vec<Vec<Row>>)> {
        keys.iter().try_for_each(verify::key)?;
        ranges.iter().try_for_each(verify::range)?;
        self.read("look", move |connection| {
            at_once(connection, |connection| {
                let rows = keys.iter().map(|key| connection.get(key)).collect::<Result<_>>()?;
                let ranges = ranges.iter().map(|range| connection.range(range)).collect::<Result<_>>()?;
                Ok((rows, ranges))
            })
        })
        .await
    }

    async fn write(&self, writes: Vec<Write>) -> Result<()> {
        writes.iter().try_for_each(verify::write)?;
        if writes.is_empty() {
            return Ok(());
        }
        self.submit("write", Vec::new(), writes).await.map(drop)
    }

    async fn write_if(&self, guards: Vec<Guard>, then: Vec<Write>) -> Result<Outcome> {
        verify::guards(&guards)?;
        then.iter().try_for_each(verify::write)?;
        self.submit("write_if", guards, then).await
    }

    fn writes_at_once(&self) -> bool {
        true
    }

    async fn scan(&self, table: &'static Table, after: Option<Vec<Value>>, limit: usize) -> Result<Vec<Row>> {
        self.read("scan", move |connection| connection.scan(table, after.as_deref(), limit)).await
    }

    async fn migrate(&self) -> Result<()> {
        let (tables, version) = (Arc::clone(&self.tables), self.version);
        self.aside(move |connection| schema::migrate(connection, &tables, version)).await
    }

    async fn ping(&self) -> Result<()> {
        let damage = self.damage.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(why) = damage {
            return Err(Error::Damaged(why));
        }
        self.read("ping", |connection| Ok(connection.sqlite.query_row("SELECT 1", [], |_| Ok(()))?)).await?;
        // Writes a row to disk, so that a full disk shows here before users notice it.
        let probe = |answer| writer::Job { guards: Vec::new(), then: Vec::new(), is_probe: true, answer };
        self.submit_job("ping", probe).await.map(drop)
    }

    async fn verify(&self) -> Result<Vec<String>> {
        let tables = Arc::clone(&self.tables);
        let found = self.aside(move |connection| connection.verify(&tables)).await?;
        self.note_damage(found.first().map(|line| line.replace('\n', " ")));
        Ok(found)
    }

    async fn backup(&self, path: &Path) -> Result<()> {
        let (tables, target) = (Arc::clone(&self.tables), path.to_owned());
        self.aside(move |connection| whole::copy(connection, &tables, &target)).await
    }

    async fn size(&self) -> Result<u64> {
        self.read("size", |connection| {
            let pages = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()";
            Ok(connection.sqlite.query_row(pages, [], |row| row.get::<_, i64>(0))?.unsigned_abs())
        })
        .await
    }
}
