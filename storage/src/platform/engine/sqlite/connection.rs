//! One connection, with the verbs as SQL statements. Used by one thread at a time; everything here blocks.

use std::ops::Bound;
use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::types::{ToSql, ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, ErrorCode, OpenFlags};

use super::sql::{Shape, Texts};
use crate::platform::clock;
use crate::platform::engine::{Chosen, Guard, Key, Outcome, Range, Span, Write};
use crate::platform::error::{Error, Result};
use crate::platform::table::{ColumnKind, Table};
use crate::platform::value::{Row, Value};

/// How long to wait for a lock that another process holds.
pub const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Page cache per connection, in KiB. The operating system caches pages too, so more does not help; and SQLite scans
/// the whole cache after a commit that reordered pages: 3.7 ms for 32 MiB, at every tenth group of a busy chat.
const CACHE_KIB: i64 = 4 * 1_024;
/// Capacity of the prepared statement cache; a few per table.
const PREPARED: usize = 512;

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged(error.to_string()),
            _ => Self::Unavailable(error.to_string()),
        }
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Int(n) => ValueRef::Integer(*n),
            Self::Bool(b) => ValueRef::Integer(i64::from(*b)),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Blob(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

/// Selects the key and no other column (but the first one where it must tell whether the row exists).
pub const KEY_ALONE: Chosen = Some(&[]);

/// An open file with its prepared statements.
pub struct Connection {
    pub sqlite: rusqlite::Connection,
    texts: Texts,
}

/// Binds parameters one after the other.
struct Call<'c> {
    statement: CachedStatement<'c>,
    bound: usize,
}

impl Call<'_> {
    fn bind(&mut self, value: impl ToSql) -> Result<()> {
        self.bound += 1;
        Ok(self.statement.raw_bind_parameter(self.bound, value)?)
    }

    fn bind_all(&mut self, values: &[Value]) -> Result<()> {
        values.iter().try_for_each(|value| self.bind(value))
    }

    fn bind_bound(&mut self, bound: &Bound<Vec<Value>>) -> Result<()> {
        match bound {
            Bound::Unbounded => Ok(()),
            Bound::Included(values) | Bound::Excluded(values) => self.bind_all(values),
        }
    }

    /// The current time, against which times to live are compared.
    fn bind_alive(&mut self, table: &Table) -> Result<()> {
        if table.ttl { self.bind(clock::now()) } else { Ok(()) }
    }

    fn bind_span(&mut self, span: &Span) -> Result<()> {
        self.bind_all(&span.partition)?;
        self.bind_all(&span.prefix)?;
        self.bind_bound(&span.from)?;
        self.bind_bound(&span.to)
    }

    fn execute(mut self) -> Result<usize> {
        Ok(self.statement.raw_execute()?)
    }

    fn rows(mut self, table: &'static Table, columns: Chosen) -> Result<Vec<Row>> {
        let mut found = Vec::new();
        let mut rows = self.statement.raw_query();
        while let Some(row) = rows.next()? {
            let mut values = vec![Value::Null; table.width()];
            for (read, (at, column)) in table.chosen(columns).enumerate() {
                values[at] = match (row.get_ref(read)?, column.kind) {
                    (ValueRef::Null, _) => Value::Null,
                    (ValueRef::Integer(n), ColumnKind::Boolean) => Value::Bool(n != 0),
                    (ValueRef::Integer(n), _) => Value::Int(n),
                    (ValueRef::Text(text), _) => Value::Text(
                        std::str::from_utf8(text)
                            .map_err(|_| {
                                Error::Corrupt(format!("{}.{} is not UTF-8", table.name, column.name))
                            })?
                            .to_owned(),
                    ),
                    (ValueRef::Blob(bytes), _) => Value::Blob(bytes.to_vec()),
                    (ValueRef::Real(_), _) => {
                        return Err(Error::Corrupt(format!("{}.{} is a fraction", table.name, column.name)));
                    }
                };
            }
            found.push(Row::read(table, values));
        }
        Ok(found)
    }
}

impl Connection {
    /// Opens the file with a write-ahead log; a commit is on disk before it is answered.
    pub fn open(path: &Path) -> Result<Self> {
        let sqlite = rusqlite::Connection::open(path)?;
        sqlite.busy_timeout(BUSY_TIMEOUT)?;
        sqlite.set_prepared_statement_cache_capacity(PREPARED);
        sqlite.pragma_update(None, "journal_mode", "wal")?;
        sqlite.pragma_update(None, "synchronous", "full")?;
        sqlite.pragma_update(None, "foreign_keys", "off")?;
        // Deleted data are overwritten: a withdrawn text is gone from the file as well.
        sqlite.pragma_update(None, "secure_delete", true)?;
        sqlite.pragma_update(None, "temp_store", "memory")?;
        sqlite.pragma_update(None, "wal_autocheckpoint", 4_000)?;
        sqlite.pragma_update(None, "cache_size", -CACHE_KIB)?;
        // Changed pages of a group are written once, at commit, however many they are.
        sqlite.pragma_update(None, "cache_spill", false)?;
        // Plan a statement once, not again for each bound value.
        sqlite.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        Ok(Self { sqlite, texts: Texts::default() })
    }

    /// Opens the file read-only: creates and writes nothing, so that it works on a full disk.
    pub fn open_to_read(path: &Path) -> Result<Self> {
        if !path.exists() {
            return Err(Error::Unavailable(format!("there is no store in {}", path.display())));
        }
        let beside = Self::looking(path, OpenFlags::SQLITE_OPEN_READ_ONLY, false);
        match beside {
            Err(Error::Unavailable(_)) => {
                // The log's index is a file too, and there may be no room for it. If nobody else has the store open it
                // can be kept in memory; if somebody has, the index exists and this is not reached.
                Self::looking(path, OpenFlags::SQLITE_OPEN_READ_WRITE, true)
            }
            opened => opened,
        }
    }

    /// Opens a copy that nobody else uses; creates no files beside it.
    pub fn open_copy(path: &Path) -> Result<Self> {
        Self::looking(path, OpenFlags::SQLITE_OPEN_READ_WRITE, true)
    }

    fn looking(path: &Path, flags: OpenFlags, alone: bool) -> Result<Self> {
        let sqlite = rusqlite::Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        sqlite.busy_timeout(BUSY_TIMEOUT)?;
        sqlite.set_prepared_statement_cache_capacity(PREPARED);
        sqlite.pragma_update(None, "temp_store", "memory")?;
        if alone {
            sqlite.pragma_update(None, "locking_mode", "exclusive")?;
        }
        sqlite.pragma_update(None, "query_only", true)?;
        // Leaves the contents of the log where they are.
        sqlite.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        sqlite.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
        Ok(Self { sqlite, texts: Texts::default() })
    }

    /// Runs a statement without a table (`BEGIN`, `COMMIT` …).
    pub fn run(&self, sql: &str) -> Result<()> {
        self.sqlite.prepare_cached(sql)?.raw_execute()?;
        Ok(())
    }

    fn call(&mut self, table: &'static Table, shape: Shape) -> Result<Call<'_>> {
        let text = self.texts.of(table, shape);
        Ok(Call { statement: self.sqlite.prepare_cached(&text)?, bound: 0 })
    }

    pub fn get(&mut self, key: &Key) -> Result<Option<Row>> {
        let mut call = self.call(key.table, Shape::Get)?;
        call.bind_all(&key.values)?;
        call.bind_alive(key.table)?;
        Ok(call.rows(key.table, None)?.into_iter().next())
    }

    pub fn range(&mut self, range: &Range) -> Result<Vec<Row>> {
        let span = &range.span;
        let shape = Shape::Range { within: span.into(), order: range.order, columns: range.columns };
        let mut call = self.call(span.table, shape)?;
        call.bind_span(span)?;
        call.bind_alive(span.table)?;
        call.bind(i64::try_from(range.limit).unwrap_or(i64::MAX))?;
        call.rows(span.table, range.columns)
    }

    pub fn scan(&mut self, table: &'static Table, after: Option<&[Value]>, limit: usize) -> Result<Vec<Row>> {
        let shape = if after.is_some() { Shape::ScanAfter } else { Shape::ScanFirst };
        let mut call = self.call(table, shape)?;
        call.bind_all(after.unwrap_or_default())?;
        call.bind_alive(table)?;
        call.bind(i64::try_from(limit).unwrap_or(i64::MAX))?;
        call.rows(table, None)
    }

    /// Decides the guards and writes, within the caller's transaction.
    pub fn apply(&mut self, guards: &[Guard], then: &[Write]) -> Result<Outcome> {
        let mut current = Vec::with_capacity(guards.len());
        let mut held = true;
        for guard in guards {
            let row = self.get(&guard.key())?;
            held &= guard.holds(row.as_ref());
            current.push(row);
        }
        if !held {
            return Ok(Outcome::Refused(current));
        }
        for guard in guards {
            match guard {
                Guard::InsertIfAbsent { row, ttl } => self.insert(row, *ttl)?,
                Guard::UpdateIf { key, set, .. } => self.upsert(key, set)?,
                Guard::DeleteIf { key, .. } => self.delete(key)?,
            }
        }
        for write in then {
            match write {
                Write::Insert { row, ttl } => self.insert(row, *ttl)?,
                Write::Update { key, set } => self.upsert(key, set)?,
                Write::Raise { key, set } => self.raise(key, set)?,
                Write::Delete { key } => self.delete(key)?,
                Write::DeleteRange { span } | Write::Forget { span } => self.delete_range(span)?,
            }
        }
        Ok(Outcome::Applied)
    }

    /// Deletes expired rows among the next `slice` rows after a key, or among the first ones. Answers the key of the
    /// last examined row; none: the table ends there.
    pub fn purge(
        &mut self,
        table: &'static Table,
        after: Option<&[Value]>,
        slice: usize,
    ) -> Result<Option<Vec<Value>>> {
        let end = self.key_after(table, after, slice)?;
        let mut call =
            self.call(table, Shape::Purge { is_first: after.is_none(), is_last: end.is_none() })?;
        call.bind(clock::now())?;
        for key in [after, end.as_deref()].into_iter().flatten() {
            call.bind_all(key)?;
        }
        call.execute()?;
        Ok(end)
    }

    /// The key of the row that is `rows` rows after a key, or from the start; none: there are fewer.
    fn key_after(
        &mut self,
        table: &'static Table,
        after: Option<&[Value]>,
        rows: usize,
    ) -> Result<Option<Vec<Value>>> {
        let mut call = self.call(table, Shape::Skip { is_first: after.is_none() })?;
        call.bind_all(after.unwrap_or_default())?;
        call.bind(rows.saturating_sub(1) as i64)?;
        Ok(call.rows(table, KEY_ALONE)?.first().map(|row| row.key().to_vec()))
    }

    fn insert(&mut self, row: &Row, ttl: Option<u32>) -> Result<()> {
        let table = row.table();
        let mut call = self.call(table, Shape::Insert)?;
        call.bind_all(row.values())?;
        if table.ttl {
            call.bind(ttl.map(|seconds| clock::now() + i64::from(seconds) * 1_000))?;
        }
        call.execute().map(drop)
    }

    fn upsert(&mut self, key: &Key, set: &[(&'static str, Value)]) -> Result<()> {
        let mut call = self.call(key.table, Shape::Upsert(set.iter().map(|(name, _)| *name).collect()))?;
        call.bind_all(&key.values)?;
        for (_, value) in set {
            call.bind(value)?;
        }
        call.execute().map(drop)
    }

    fn raise(&mut self, key: &Key, set: &[(&'static str, i64)]) -> Result<()> {
        let mut call = self.call(key.table, Shape::Raise(set.iter().map(|(name, _)| *name).collect()))?;
        call.bind_all(&key.values)?;
        for (_, value) in set {
            call.bind(value)?;
        }
        call.execute().map(drop)
    }

    fn delete(&mut self, key: &Key) -> Result<()> {
        let mut call = self.call(key.table, Shape::Delete)?;
        call.bind_all(&key.values)?;
        call.execute().map(drop)
    }

    fn delete_range(&mut self, span: &Span) -> Result<()> {
        let mut call = self.call(span.table, Shape::DeleteRange(span.into()))?;
        call.bind_span(span)?;
        call.execute().map(drop)
    }
}
