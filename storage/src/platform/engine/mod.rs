//! The store's verbs. Repositories use these alone, and every engine implements exactly these, so that what works on
//! one machine works on a cluster.
//!
//! Guarantees on every engine:
//! - An insert is an upsert of the whole row: columns that are not named become null.
//! - An update is an upsert of the named columns: it creates a missing row. A repository that must not create one
//!   updates by a guard.
//! - [`Engine::write`] is atomic.
//! - [`Engine::write_if`] decides its guards by compare and set. They are of **one partition of one table**, including
//!   its static columns ([`crate::platform::table::Statics`]). Writes in `then` to the same partition are **decided
//!   with the guards** if they are inserts, updates and deletes of distinct rows, at most a hundred and 15 KiB. The
//!   others follow as an atomic batch: in the same transaction on SQLite; on CQL they become visible a moment later,
//!   and if the process dies before, another process's engine writes them within a minute. A call that meets the
//!   guard's row before that writes them first, so that its answer never precedes them. They take effect as of the
//!   moment of the call: later decisions and writes win. They are dropped only if the guard's row was deleted
//!   meanwhile.
//! - Of a write in several tables, a row of [`crate::platform::table::WRITTEN_LAST`] is read only once the others can
//!   be, if it is due soon: whoever finds a job that is due finds what it is about.
//! - Deleting rows, even all of a partition, leaves its static columns, and the other way round.
//! - A guard tests an existing row ([`Is`]): equal, smaller, larger, one of several. A null column equals null and
//!   nothing else. All engines refuse what one of them cannot test.
//! - A read sees every write that was answered before the read began. A range may select columns; the key is always
//!   included.
//! - No partition key is an empty text or empty bytes: a read there finds nothing, a write is refused.
//! - A row with a time to live disappears after it. An update never prolongs its life.

mod build;
mod condition;
pub mod cql;
mod queue;
pub mod sqlite;
mod verify;
mod within;

use std::ops::Bound;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;

pub use self::condition::Is;
use crate::platform::error::Result;
use crate::platform::table::{Order, Table};
use crate::platform::value::{Row, Value};

/// A shared engine.
pub type Db = Arc<dyn Engine>;

/// A row's address: the whole primary key, partition columns first.
#[derive(Debug, Clone)]
pub struct Key {
    /// The table of that address.
    pub table: &'static Table,
    /// Partition, then clustering values.
    pub values: Vec<Value>,
}

/// Adjacent rows of one partition.
#[derive(Debug, Clone)]
pub struct Span {
    /// The table of those rows.
    pub table: &'static Table,
    /// All partition values.
    pub partition: Vec<Value>,
    /// The first clustering values; may be empty.
    pub prefix: Vec<Value>,
    /// Lower bound of the clustering columns after the prefix. Several columns are compared as a tuple.
    pub from: Bound<Vec<Value>>,
    /// Upper bound of the same columns; may have another number of them.
    pub to: Bound<Vec<Value>>,
}

/// A read of a [`Span`].
#[derive(Debug, Clone)]
pub struct Range {
    /// Which rows.
    pub span: Span,
    /// Ascending or descending, independent of the table's own order.
    pub order: Order,
    /// At most so many rows.
    pub limit: usize,
    /// Selected columns beside the key; the others are null in the answer. None: all columns.
    pub columns: Chosen,
}

/// Names of columns outside the key.
pub type Chosen = Option<&'static [&'static str]>;

/// An unconditional change.
#[derive(Debug, Clone)]
pub enum Write {
    /// Writes the whole row. `ttl` in seconds, only in tables declared with it.
    Insert {
        /// The row.
        row: Row,
        /// Seconds to live; none = for ever.
        ttl: Option<u32>,
    },
    /// Sets columns; not in tables with a time to live.
    Update {
        /// The row's address.
        key: Key,
        /// Columns outside the key.
        set: Vec<(&'static str, Value)>,
    },
    /// Sets integer columns to the larger of the stored and the given value. A raised column is never written in
    /// another way (CQL orders these writes by the value itself).
    Raise {
        /// The row's address.
        key: Key,
        /// Columns outside the key.
        set: Vec<(&'static str, i64)>,
    },
    /// Removes a row if it exists.
    Delete {
        /// The row's address.
        key: Key,
    },
    /// Removes the rows of a span.
    DeleteRange {
        /// The rows' addresses.
        span: Span,
    },
    /// Removes the rows of a span for ever, including raised columns: nothing may be written under these keys again (on
    /// CQL it would stay invisible).
    Forget {
        /// The rows' addresses.
        span: Span,
    },
}

/// A change that is made only if the stored row allows it (compare and set).
#[derive(Debug, Clone)]
pub enum Guard {
    /// Writes the row if there is none with its key.
    InsertIfAbsent {
        /// The row.
        row: Row,
        /// Seconds to live; none = for ever.
        ttl: Option<u32>,
    },
    /// Sets columns if the row exists and every condition holds.
    UpdateIf {
        /// The row's address.
        key: Key,
        /// Columns outside the key.
        set: Vec<(&'static str, Value)>,
        /// Conditions on columns; empty: the row only has to exist.
        conditions: Vec<(&'static str, Is)>,
        /// Seconds left of the row's life, in tables with a time to live.
        ttl: Option<u32>,
    },
    /// Removes the row if it exists and every condition holds.
    DeleteIf {
        /// The row's address.
        key: Key,
        /// As for `UpdateIf`.
        conditions: Vec<(&'static str, Is)>,
    },
}

/// Result of a guarded write.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The guards held; everything is written.
    Applied,
    /// A guard did not hold; nothing is written. Holds the current rows of the guards, in the guards' order.
    Refused(Vec<Option<Row>>),
}

impl Outcome {
    /// Whether everything was written.
    pub fn applied(&self) -> bool {
        matches!(self, Self::Applied)
    }

    /// The row that refused a single guard: `None` if applied, `Some(None)` if there is no row.
    pub fn refused_by(self) -> Option<Option<Row>> {
        match self {
            Self::Applied => None,
            Self::Refused(rows) => Some(rows.into_iter().next().flatten()),
        }
    }
}

/// A store.
#[async_trait]
pub trait Engine: Send + Sync + 'static {
    /// Reads one row.
    async fn get(&self, key: Key) -> Result<Option<Row>>;

    /// Reads the row of a guard for a decision that depends on more than that row: what followed from earlier decisions
    /// about it is there. Read the rest after it; a later decision then fails the guard.
    async fn get_settled(&self, key: Key) -> Result<Option<Row>>;

    /// Reads many rows, of any tables, in one round trip; answers in the order of the keys.
    async fn get_many(&self, keys: Vec<Key>) -> Result<Vec<Option<Row>>>;

    /// Reads adjacent rows of one partition.
    async fn range(&self, range: Range) -> Result<Vec<Row>>;

    /// Reads many ranges in one round trip; answers in the order of the ranges.
    async fn range_many(&self, ranges: Vec<Range>) -> Result<Vec<Vec<Row>>>;

    /// Reads rows and ranges in one round trip; answers each in the order given.
    async fn read(&self, keys: Vec<Key>, ranges: Vec<Range>) -> Result<(Vec<Option<Row>>, Vec<Vec<Row>>)> {
        futures_util::try_join!(self.get_many(keys), self.range_many(ranges))
    }

    /// Writes all or nothing; durable once answered.
    async fn write(&self, writes: Vec<Write>) -> Result<()>;

    /// Writes if the guards hold; durable once answered.
    async fn write_if(&self, guards: Vec<Guard>, then: Vec<Write>) -> Result<Outcome>;

    /// Whether readers see a write as a whole, never a part of it before the rest.
    fn writes_at_once(&self) -> bool;

    /// Rows of a whole table in the engine's own order, after the given key. For maintenance (`check`) only.
    async fn scan(&self, table: &'static Table, after: Option<Vec<Value>>, limit: usize) -> Result<Vec<Row>>;

    /// Creates missing tables and columns; refuses a store of a newer version.
    async fn migrate(&self) -> Result<()>;

    /// Whether reads and writes are served; tries a write.
    async fn ping(&self) -> Result<()>;

    /// Reads everything that this machine stores and answers one line per damage; empty if sound. An engine that stores
    /// nothing here leaves this to its cluster's own tools.
    async fn verify(&self) -> Result<Vec<String>>;

    /// Copies everything consistently into one new file while the store is in use.
    async fn backup(&self, path: &Path) -> Result<()>;

    /// Bytes on disk.
    async fn size(&self) -> Result<u64>;
}

/// Records how long a verb took, whether it succeeded or not.
fn observe(verb: &'static str, started: Instant) {
    metrics::histogram!("storage_verb_seconds", "verb" => verb).record(started.elapsed().as_secs_f64());
}
