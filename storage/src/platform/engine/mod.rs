//! The verbs. Every repository is written over these alone, and every engine offers exactly these, so that what works
//! on one machine works on twenty.
//!
//! What the verbs promise, on every engine:
//! - An insert is an upsert of the whole row: columns that are not named become null.
//! - An update is an upsert of the named columns: where there is no row it makes one. A repository that must not do
//!   that updates by a guard.
//! - [`Engine::write`] is all or nothing.
//! - [`Engine::write_if`] decides its guards by compare-and-set; they are of **one partition of one table**, and of what
//!   that partition has once ([`crate::platform::table::Statics`]). What of `then` is of the same partition is **decided with them**,
//!   as long as it is inserts, updates and deletes of rows that are named once, a hundred at most and 15 KiB. The rest follows
//!   as an all-or-nothing batch: on the embedded engine all is one transaction; on CQL it is seen a moment later, and where a
//!   process dies before it the engine of any other finishes it, within a minute. Who asks again before that and meets the
//!   guard's row writes it once more, so as not to answer before it is there. It is as of the moment of the call: what others
//!   decide or write later stands. Only what followed from a row that was removed meanwhile is not written any more.
//! - Deleting rows, also all of a partition, leaves what it has once, and the other way round.
//! - A guard asks of a row that is there ([`Is`]): equal, smaller, larger, one of several. A column without a value is
//!   equal to null and to nothing else. What one engine could not ask is refused by all.
//! - A read sees every write that was answered before the read was asked for. Of a range some columns may be chosen; the
//!   key comes always.
//! - No partition has an empty text or no bytes as its key: a read there finds nothing, a write is refused.
//! - A row written with a time to live is gone after it. An update of such a row never lengthens its life.

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

/// A row's address: the whole primary key, partition first.
#[derive(Debug, Clone)]
pub struct Key {
    /// The table of that address.
    pub table: &'static Table,
    /// Partition, then clustering values.
    pub values: Vec<Value>,
}

/// Some rows of one partition that lie next to each other.
#[derive(Debug, Clone)]
pub struct Span {
    /// The table of those rows.
    pub table: &'static Table,
    /// All partition values.
    pub partition: Vec<Value>,
    /// The first clustering values; may be empty.
    pub prefix: Vec<Value>,
    /// Lower bound of the clustering columns after the prefix, of one or of several together: by the first, of equal ones by
    /// the second …
    pub from: Bound<Vec<Value>>,
    /// Upper bound of the same columns; not necessarily of as many.
    pub to: Bound<Vec<Value>>,
}

/// A read of a [`Span`].
#[derive(Debug, Clone)]
pub struct Range {
    /// Which rows.
    pub span: Span,
    /// Smallest or largest first, whatever the table's own order.
    pub order: Order,
    /// At most so many rows.
    pub limit: usize,
    /// What is read of each: these columns and the key. The others are null in what is answered. None: everything.
    pub columns: Chosen,
}

/// Names of columns outside the key.
pub type Chosen = Option<&'static [&'static str]>;

/// A change that is made whatever the store holds.
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
    /// Sets integer columns to the larger of what they are and what is given: registers that only grow. A column that
    /// is raised is never written in another way (CQL orders the writes by the value itself).
    Raise {
        /// The row's address.
        key: Key,
        /// Columns outside the key.
        set: Vec<(&'static str, i64)>,
    },
    /// Removes a row; no matter whether it is there.
    Delete {
        /// The row's address.
        key: Key,
    },
    /// Removes the rows of a span.
    DeleteRange {
        /// The rows' addresses.
        span: Span,
    },
    /// Removes the rows of a span for good, raised columns as well: nothing may be written under these keys again (on CQL it
    /// would stay invisible).
    Forget {
        /// The rows' addresses.
        span: Span,
    },
}

/// A change that is made only when the store agrees.
#[derive(Debug, Clone)]
pub enum Guard {
    /// Writes the row when there is none with its key.
    InsertIfAbsent {
        /// The row.
        row: Row,
        /// Seconds to live; none = for ever.
        ttl: Option<u32>,
    },
    /// Sets columns when the row is there and every condition holds.
    UpdateIf {
        /// The row's address.
        key: Key,
        /// Columns outside the key.
        set: Vec<(&'static str, Value)>,
        /// What columns are to be; none at all: the row is there.
        conditions: Vec<(&'static str, Is)>,
        /// What is left of the row's life in seconds, for rows that have one.
        ttl: Option<u32>,
    },
    /// Removes the row when it is there and every condition holds.
    DeleteIf {
        /// The row's address.
        key: Key,
        /// As for `UpdateIf`.
        conditions: Vec<(&'static str, Is)>,
    },
}

/// What became of a guarded write.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The guards held; everything is written.
    Applied,
    /// A guard did not hold; nothing is written. The rows of the guards as they stand, in the guards' order.
    Refused(Vec<Option<Row>>),
}

impl Outcome {
    /// Whether everything was written.
    pub fn applied(&self) -> bool {
        matches!(self, Self::Applied)
    }

    /// The row that stood against a single guard: `None` when applied, `Some(None)` when there is no row.
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

    /// Reads many rows, of any tables, in one hop; answers in the order asked.
    async fn get_many(&self, keys: Vec<Key>) -> Result<Vec<Option<Row>>>;

    /// Reads rows of one partition that lie next to each other.
    async fn range(&self, range: Range) -> Result<Vec<Row>>;

    /// Many ranges in one hop; answers in the order asked.
    async fn range_many(&self, ranges: Vec<Range>) -> Result<Vec<Vec<Row>>>;

    /// Rows and ranges in one hop; answers each in the order asked.
    async fn look(&self, keys: Vec<Key>, ranges: Vec<Range>) -> Result<(Vec<Option<Row>>, Vec<Vec<Row>>)> {
        futures_util::try_join!(self.get_many(keys), self.range_many(ranges))
    }

    /// Writes all or nothing; durable when it answers.
    async fn write(&self, writes: Vec<Write>) -> Result<()>;

    /// Writes when the guards hold; durable when it answers.
    async fn write_if(&self, guards: Vec<Guard>, then: Vec<Write>) -> Result<Outcome>;

    /// Whether what one write holds is seen as a whole: never a part of it before the rest.
    fn writes_at_once(&self) -> bool;

    /// For maintenance alone (`check`): rows of a whole table in the engine's own order, after the key given.
    async fn scan(&self, table: &'static Table, after: Option<Vec<Value>>, limit: usize) -> Result<Vec<Row>>;

    /// Makes the tables, adds new columns, and refuses a store of a newer version.
    async fn migrate(&self) -> Result<()>;

    /// Whether reads and writes are served: a write is tried.
    async fn ping(&self) -> Result<()>;

    /// What is damaged in what this machine keeps, a line each; none when all is sound. Reads everything there is. An
    /// engine that keeps nothing here leaves this to its store's own tools.
    async fn verify(&self) -> Result<Vec<String>>;

    /// A consistent copy of everything into one new file, while the store is in use.
    async fn backup(&self, path: &Path) -> Result<()>;

    /// Bytes on disk.
    async fn size(&self) -> Result<u64>;
}

/// How long a verb took, whatever came of it.
fn observe(verb: &'static str, started: Instant) {
    metrics::histogram!("storage_verb_seconds", "verb" => verb).record(started.elapsed().as_secs_f64());
}
