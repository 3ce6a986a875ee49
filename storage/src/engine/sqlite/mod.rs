//! The embedded engine: one SQLite file, one thread that writes with group commit, a few that read.
//!
//! More than one process may have the file open (the command line beside the server). Callers never block: their
//! requests go through bounded queues to the threads and come back by a oneshot.

mod connection;
mod schema;
mod sql;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Instant;

use async_trait::async_trait;
use tokio::sync::oneshot;

use self::connection::Connection;
use super::queue::{Popped, Queue};
use super::{Engine, Guard, Key, Outcome, Range, Write, observe, verify};
use crate::error::{Error, Result};
use crate::table::Table;
use crate::value::{Row, Value};

/// Requests that may wait, for each of reading and writing.
const WAITING: usize = 8_192;

type ReadJob = Box<dyn FnOnce(&mut Connection) + Send>;

/// An open SQLite store.
pub struct Sqlite {
    path: PathBuf,
    tables: Arc<[&'static Table]>,
    version: i64,
    reads: Arc<Queue<ReadJob>>,
    writes: Arc<Queue<writer::Job>>,
    threads: Vec<JoinHandle<()>>,
}

/// Closes a queue when its thread ends, for whatever reason: callers are told instead of waiting for ever.
struct CloseOnExit<T>(Arc<Queue<T>>);

impl<T> Drop for CloseOnExit<T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Sqlite {
    /// Opens or makes the file (and its folder) and brings `tables` up to date. Blocks for the time the disk takes.
    pub fn open(path: &Path, tables: Vec<&'static Table>, version: i64) -> Result<Self> {
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
            threads: Vec::new(),
        };
        let guard = CloseOnExit(Arc::clone(&writes));
        store.spawn("store-write", move || {
            writer::run(connection, &guard.0, &tables);
        })?;
        let readers = std::thread::available_parallelism().map_or(2, usize::from).clamp(2, 4);
        for _ in 0..readers {
            let mut connection = Connection::open(path)?;
            let guard = CloseOnExit(Arc::clone(&reads));
            store.spawn("store-read", move || {
                // One at a time: a long read of one thread must not keep others' reads from its neighbours.
                while let Popped::Some(jobs) = guard.0.pop(1, None) {
                    for job in jobs {
                        job(&mut connection);
                    }
                }
            })?;
        }
        Ok(store)
    }

    fn spawn(&mut self, name: &str, body: impl FnOnce() + Send + 'static) -> Result<()> {
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn(body);
        self.threads.push(thread.map_err(|error| Error::Unavailable(format!("no thread: {error}")))?);
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
        result
    }

    async fn submit(&self, verb: &'static str, guards: Vec<Guard>, then: Vec<Write>) -> Result<Outcome> {
        let started = Instant::now();
        let (answer, answered) = oneshot::channel();
        self.writes.push(writer::Job { guards, then, answer })?;
        let result = answered.await.unwrap_or_else(|_| Err(stopped()));
        observe(verb, started);
        result
    }

    /// Work that takes long, on a thread and a connection of its own.
    async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce(Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (answer, answered) = oneshot::channel();
        let path = self.path.clone();
        std::thread::Builder::new()
            .name("store-aside".to_owned())
            .spawn(move || {
                let _ = answer.send(Connection::open(&path).and_then(work));
            })
            .map_err(|error| Error::Unavailable(format!("no thread: {error}")))?;
        answered.await.unwrap_or_else(|_| Err(stopped()))
    }
}

impl Drop for Sqlite {
    /// What is queued is still done; afterwards the file is closed in order.
    fn drop(&mut self) {
        self.reads.close();
        self.writes.close();
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a thread of the store had panicked");
            }
        }
    }
}

fn stopped() -> Error {
    Error::Unavailable("the store's thread has stopped".into())
}

/// Reads of one hop see one moment, and cost one look at the log instead of one each.
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
        verify::span(&range.span)?;
        self.read("range", move |connection| connection.range(&range)).await
    }

    async fn range_many(&self, ranges: Vec<Range>) -> Result<Vec<Vec<Row>>> {
        ranges.iter().try_for_each(|range| verify::span(&range.span))?;
        if ranges.is_empty() {
            return Ok(Vec::new());
        }
        self.read("range_many", move |connection| {
            at_once(connection, |connection| ranges.iter().map(|range| connection.range(range)).collect())
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

    async fn scan(&self, table: &'static Table, after: Option<Vec<Value>>, limit: usize) -> Result<Vec<Row>> {
        self.read("scan", move |connection| connection.scan(table, after.as_deref(), limit)).await
    }

    async fn migrate(&self) -> Result<()> {
        let (tables, version) = (Arc::clone(&self.tables), self.version);
        self.aside(move |connection| schema::migrate(&connection, &tables, version)).await
    }

    async fn ping(&self) -> Result<()> {
        self.read("ping", |connection| Ok(connection.sqlite.query_row("SELECT 1", [], |_| Ok(()))?)).await?;
        // An empty transaction: the writer is alive and may write, nothing goes to the disk.
        self.submit("ping", Vec::new(), Vec::new()).await.map(drop)
    }

    async fn backup(&self, path: &Path) -> Result<()> {
        let target = path.to_owned();
        self.aside(move |connection| {
            let copy = |error: std::io::Error| Error::Unavailable(format!("{}: {error}", target.display()));
            // A half-made copy never bears the name that was asked for.
            let mut partial = target.clone().into_os_string();
            partial.push(".partial");
            let partial = PathBuf::from(partial);
            if partial.exists() {
                std::fs::remove_file(&partial).map_err(copy)?;
            }
            let mut copied = rusqlite::Connection::open(&partial)?;
            // In one step: it reads one moment of the log, and writers are not held up. Smaller steps would begin anew
            // with every write.
            let step = rusqlite::backup::Backup::new(&connection.sqlite, &mut copied)?.step(-1)?;
            drop(copied);
            if step != rusqlite::backup::StepResult::Done {
                return Err(Error::Busy);
            }
            std::fs::File::open(&partial).and_then(|file| file.sync_all()).map_err(copy)?;
            std::fs::rename(&partial, &target).map_err(copy)
        })
        .await
    }

    async fn size(&self) -> Result<u64> {
        self.read("size", |connection| {
            let pages = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()";
            Ok(connection.sqlite.query_row(pages, [], |row| row.get::<_, i64>(0))?.unsigned_abs())
        })
        .await
    }
}
