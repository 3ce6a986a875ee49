//! Validates requests against the table declarations before an engine sees them, so that all engines refuse the same.

use std::ops::Bound;

use super::{Guard, Is, Key, Range, Span, Write};
use crate::platform::error::{Error, Result};
use crate::platform::table::{Column, Statics, Table};
use crate::platform::value::{Row, Value};

fn wrong(table: &Table, what: &str) -> Error {
    Error::Corrupt(format!("{}: {what}", table.name))
}

/// Static columns are declared as a table of their own with the same partition, beside a table with clustering columns;
/// both refer to each other and share no column names, because CQL stores them as one table.
pub fn tables(tables: &[&'static Table]) -> Result<()> {
    for table in tables {
        let (rows, once) = match table.statics {
            Statics::None => continue,
            Statics::In(once) => (*table, once),
            Statics::Of(rows) => (rows, *table),
        };
        let name_each_other = matches!((rows.statics, once.statics), (Statics::In(named), Statics::Of(home))
            if std::ptr::eq(named, once) && std::ptr::eq(home, rows));
        let are_known = [rows, once].iter().all(|one| tables.iter().any(|known| std::ptr::eq(*known, *one)));
        let is_declared = name_each_other
            && are_known
            && rows.partition == once.partition
            && once.clustering.is_empty()
            && !rows.clustering.is_empty()
            && !once.ttl
            && !once.columns.is_empty()
            && once.columns.iter().all(|column| rows.position(column.name).is_none());
        if !is_declared {
            return Err(wrong(table, "what its partitions have once is not declared as it must be"));
        }
    }
    Ok(())
}

/// The values are non-null and a whole prefix of the given columns.
fn columns_fit<'a>(table: &Table, columns: impl Iterator<Item = &'a Column>, values: &[Value]) -> Result<()> {
    let mut columns = columns;
    for value in values {
        match columns.next() {
            Some(column) if *value != Value::Null && value.fits(column.kind) => {}
            _ => return Err(wrong(table, "the key does not fit")),
        }
    }
    Ok(())
}

pub fn key(key: &Key) -> Result<()> {
    if key.values.len() != key.table.key_width() {
        return Err(wrong(key.table, "the key is not whole"));
    }
    columns_fit(key.table, key.table.key(), &key.values)
}

/// Whether the partition key is an empty text or empty bytes: no row can be there, and CQL refuses such a request.
pub fn is_nowhere(table: &Table, values: &[Value]) -> bool {
    let partition = values.get(..table.partition.len());
    match partition {
        Some([Value::Text(text)]) => text.is_empty(),
        Some([Value::Blob(bytes)]) => bytes.is_empty(),
        _ => false,
    }
}

fn written(at: &Key) -> Result<()> {
    key(at)?;
    somewhere(at.table, &at.values)
}

fn somewhere(table: &Table, values: &[Value]) -> Result<()> {
    if is_nowhere(table, values) { Err(wrong(table, "the partition's key is empty")) } else { Ok(()) }
}

pub fn span(span: &Span) -> Result<()> {
    let table = span.table;
    if span.partition.len() != table.partition.len() {
        return Err(wrong(table, "the partition is not whole"));
    }
    columns_fit(table, table.partition.iter(), &span.partition)?;
    columns_fit(table, table.clustering.iter(), &span.prefix)?;
    for bound in [&span.from, &span.to] {
        if let Bound::Included(values) | Bound::Excluded(values) = bound {
            if values.is_empty() {
                return Err(wrong(table, "a bound without a value"));
            }
            columns_fit(table, table.clustering.iter().skip(span.prefix.len()), values)?;
        }
    }
    Ok(())
}

pub fn range(range: &Range) -> Result<()> {
    span(&range.span)?;
    let table = range.span.table;
    match range.columns.unwrap_or_default().iter().find(|name| table.position(name).is_none()) {
        Some(name) => Err(wrong(table, &format!("there is no column {name}"))),
        None => Ok(()),
    }
}

fn named<'a>(table: &Table, columns: impl Iterator<Item = (&'static str, &'a Value)>) -> Result<()> {
    for (name, value) in columns {
        if !table.regular(name).is_some_and(|column| value.fits(column.kind)) {
            return Err(wrong(table, "no such column, or not its value"));
        }
    }
    Ok(())
}

fn pairs<'a>(columns: &'a [(&'static str, Value)]) -> impl Iterator<Item = (&'static str, &'a Value)> {
    columns.iter().map(|(name, value)| (*name, value))
}

fn tests(table: &Table, conditions: &[(&'static str, Is)]) -> Result<()> {
    for (name, is) in conditions {
        if !table.regular(name).is_some_and(|column| is.fits(column.kind)) {
            return Err(wrong(table, "no such column, or not what can be asked of it"));
        }
    }
    Ok(())
}

fn ttl(table: &Table, ttl: Option<u32>) -> Result<()> {
    if ttl.is_some() && !table.ttl { Err(wrong(table, "declared without time to live")) } else { Ok(()) }
}

/// CQL does not find a row again whose first column is null where that column tells whether it exists.
fn inserted(row: &Row, seconds: Option<u32>) -> Result<()> {
    row.verify()?;
    let table = row.table();
    if table.existence().is_some_and(|column| *row.peek(column.name) == Value::Null) {
        return Err(wrong(table, "a row without the column that tells whether it exists"));
    }
    ttl(table, seconds)
}

pub fn write(write: &Write) -> Result<()> {
    match write {
        Write::Insert { row, ttl: seconds } => {
            inserted(row, *seconds)?;
            somewhere(row.table(), row.key())
        }
        Write::Update { key: at, set } => {
            written(at)?;
            // Without a guard the row's remaining life is unknown, and CQL would keep only the updated cells.
            if at.table.ttl || set.is_empty() {
                return Err(wrong(at.table, "an update that cannot be made without a guard"));
            }
            named(at.table, pairs(set))
        }
        Write::Raise { key: at, set } => {
            written(at)?;
            if at.table.ttl || set.is_empty() {
                return Err(wrong(at.table, "a raise that cannot be made"));
            }
            for (name, value) in set {
                named(at.table, std::iter::once((*name, &Value::Int(*value))))?;
            }
            Ok(())
        }
        Write::Delete { key: at } => written(at),
        Write::DeleteRange { span: rows } | Write::Forget { span: rows } => {
            span(rows)?;
            somewhere(rows.table, &rows.partition)
        }
    }
}

impl Guard {
    /// The address of the guarded row.
    pub fn key(&self) -> Key {
        match self {
            Self::InsertIfAbsent { row, .. } => Key { table: row.table(), values: row.key().to_vec() },
            Self::UpdateIf { key, .. } | Self::DeleteIf { key, .. } => key.clone(),
        }
    }
}

pub fn guards(guards: &[Guard]) -> Result<()> {
    let mut first: Option<Key> = None;
    for guard in guards {
        match guard {
            Guard::InsertIfAbsent { row, ttl: seconds } => inserted(row, *seconds)?,
            Guard::UpdateIf { key: at, set, conditions, ttl: seconds } => {
                key(at)?;
                named(at.table, pairs(set))?;
                tests(at.table, conditions)?;
                ttl(at.table, *seconds)?;
                if set.is_empty() {
                    return Err(wrong(at.table, "an update of nothing"));
                }
            }
            Guard::DeleteIf { key: at, conditions } => {
                key(at)?;
                tests(at.table, conditions)?;
            }
        }
        let at = guard.key();
        somewhere(at.table, &at.values)?;
        let partition = at.table.partition.len();
        match &first {
            None => first = Some(at),
            Some(first)
                if std::ptr::eq(first.table.home(), at.table.home())
                    && first.values.get(..partition) == at.values.get(..partition) => {}
            Some(_) => return Err(wrong(at.table, "guards of more than one partition")),
        }
    }
    if guards.is_empty() { Err(Error::Corrupt("a guarded write without a guard".into())) } else { Ok(()) }
}
