//! Turns writes and guards into statements with values.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Bound;

use super::cells::Cell;
use super::text::{Condition, Marks, Shape};
use super::unfinished::NoteId;
use crate::platform::engine::within::Within;
use crate::platform::engine::{Guard, Is, Key, Span, Write};
use crate::platform::table::{Column, Table};
use crate::platform::value::Value;

/// The timestamp of [`Write::Forget`]: larger than every id (the timestamp of raised columns) and every time.
const FOR_GOOD: i64 = 1 << 53;

/// A statement with its values.
#[derive(Debug, Clone)]
pub struct Statement {
    pub table: &'static Table,
    pub shape: Shape,
    pub cells: Vec<Cell>,
}

impl Statement {
    /// Approximately the size that the store counts.
    pub fn size(&self) -> usize {
        self.cells.iter().map(|cell| cell.size() + 8).sum()
    }

    /// For a note: a timestamp becomes relative to the decision's time instead of `stamp`.
    fn after_decision(mut self, stamp: i64) -> Self {
        let time = match self.shape {
            Shape::Insert => self.cells.last_mut(),
            Shape::Update(_) | Shape::Delete | Shape::DeleteRange(_) => self.cells.first_mut(),
            _ => None,
        };
        if let Some(cell) = time
            && let Cell::Long(time) = *cell
            && time != FOR_GOOD
        {
            *cell = Cell::After(time - stamp + 1);
        }
        self
    }
}

/// A partition's address as a hash, stable within this process.
pub fn partition(table: &'static Table, values: &[Value]) -> u64 {
    let mut hasher = DefaultHasher::new();
    table.home().name.hash(&mut hasher);
    values.iter().take(table.partition.len()).for_each(|value| value.hash(&mut hasher));
    hasher.finish()
}

/// The address of a write: the key of its row, or the partition of its rows.
pub fn place_of(write: &Write) -> (&'static Table, &[Value]) {
    match write {
        Write::Insert { row, .. } => (row.table(), row.key()),
        Write::Update { key, .. } | Write::Raise { key, .. } | Write::Delete { key } => {
            (key.table, &key.values)
        }
        Write::DeleteRange { span } | Write::Forget { span } => (span.table, &span.partition),
    }
}

/// The partition that a write changes.
pub fn partition_of(write: &Write) -> u64 {
    let (table, values) = place_of(write);
    partition(table, values)
}

pub fn key_cells(key: &Key) -> Vec<Cell> {
    Cell::all(key.table.key(), &key.values)
}

/// The values of a span, in the order of [`Within`]'s text.
pub fn span_cells(span: &Span) -> Vec<Cell> {
    let table = span.table;
    let mut cells = Cell::all(table.partition.iter(), &span.partition);
    let prefix = Cell::all(table.clustering.iter(), &span.prefix);
    let is_part_of_bounds = Within::from(span).has_tuple();
    if !is_part_of_bounds {
        cells.extend(prefix.clone());
    }
    for bound in [&span.from, &span.to] {
        if is_part_of_bounds {
            cells.extend(prefix.clone());
        }
        if let Bound::Included(values) | Bound::Excluded(values) = bound {
            cells.extend(Cell::all(table.clustering.iter().skip(prefix.len()), values));
        }
    }
    cells
}

fn named<'a>(
    table: &'static Table,
    set: impl IntoIterator<Item = &'a (&'static str, Value)>,
) -> impl Iterator<Item = (&'static Column, &'a Value)> {
    set.into_iter().filter_map(|(name, value)| table.regular(name).map(|column| (column, value)))
}

/// The statements of a write with timestamps. Later writes of a call get later ones, so that they take effect in their
/// order, even on the same row.
pub fn plain(write: &Write, stamp: i64) -> Vec<Statement> {
    let life = |table: &Table, ttl: Option<u32>| table.ttl.then(|| Cell::ttl(ttl));
    match write {
        Write::Insert { row, ttl } => {
            let table = row.table();
            let mut cells = Cell::all(table.all(), row.values());
            cells.extend(life(table, *ttl));
            cells.push(Cell::Long(stamp));
            vec![Statement { table, shape: Shape::Insert, cells }]
        }
        Write::Update { key, set } => {
            let mut cells: Vec<Cell> = life(key.table, None).into_iter().collect();
            cells.push(Cell::Long(stamp));
            cells.extend(named(key.table, set).map(|(column, value)| Cell::of(column, value)));
            cells.extend(key_cells(key));
            let shape = Shape::Update(set.iter().map(|(name, _)| *name).collect());
            vec![Statement { table: key.table, shape, cells }]
        }
        // Timestamped with the value itself: the largest wins, in whatever order they arrive.
        Write::Raise { key, set } => set
            .iter()
            .filter_map(|(name, value)| {
                let column = key.table.regular(name)?;
                let mut cells = vec![Cell::Long(*value), Cell::of(column, &Value::Int(*value))];
                cells.extend(key_cells(key));
                Some(Statement { table: key.table, shape: Shape::Raise(name), cells })
            })
            .collect(),
        Write::Delete { key } => {
            let mut cells = vec![Cell::Long(stamp)];
            cells.extend(key_cells(key));
            vec![Statement { table: key.table, shape: Shape::Delete, cells }]
        }
        Write::DeleteRange { span } => vec![delete_span(span, stamp)],
        Write::Forget { span } => vec![delete_span(span, FOR_GOOD)],
    }
}

/// Gives cells that are relative to a decision its time.
pub fn resolve<'a>(cells: impl Iterator<Item = &'a mut Cell>, decided_at: i64) {
    for cell in cells {
        if let Cell::After(after) = *cell {
            *cell = Cell::Long(decided_at + after);
        }
    }
}

/// The statements of several writes, the first with this timestamp.
pub fn stamped(writes: &[Write], stamp: i64) -> Vec<Statement> {
    writes.iter().zip(stamp..).flat_map(|(write, stamp)| plain(write, stamp)).collect()
}

/// As [`stamped`], for the note of a decision in the partition `decided`: statements there must not precede the
/// decision.
pub fn to_note(writes: &[Write], stamp: i64, decided: u64) -> Vec<Statement> {
    let statements = writes.iter().zip(stamp..).flat_map(|(write, at)| {
        let is_beside = partition_of(write) == decided;
        let by_decision = move |one: Statement| if is_beside { one.after_decision(stamp) } else { one };
        plain(write, at).into_iter().map(by_decision)
    });
    statements.collect()
}

fn delete_span(span: &Span, stamp: i64) -> Statement {
    let mut cells = vec![Cell::Long(stamp)];
    cells.extend(span_cells(span));
    Statement { table: span.table, shape: Shape::DeleteRange(Within::from(span)), cells }
}

/// The statement of a write that is decided together with guards, without its own timestamp. None: it cannot join.
pub fn joined(write: &Write) -> Option<Statement> {
    Some(match write {
        Write::Insert { row, ttl } => {
            let table = row.table();
            let mut cells = Cell::all(table.all(), row.values());
            cells.extend(table.ttl.then(|| Cell::ttl(*ttl)));
            Statement { table, shape: Shape::JoinedInsert, cells }
        }
        Write::Update { key, set } => {
            let mut cells: Vec<Cell> =
                named(key.table, set).map(|(column, value)| Cell::of(column, value)).collect();
            cells.extend(key_cells(key));
            let shape = Shape::JoinedUpdate(set.iter().map(|(name, _)| *name).collect());
            Statement { table: key.table, shape, cells }
        }
        Write::Delete { key } => {
            Statement { table: key.table, shape: Shape::JoinedDelete, cells: key_cells(key) }
        }
        Write::Raise { .. } | Write::DeleteRange { .. } | Write::Forget { .. } => return None,
    })
}

/// The mark that a guard writes, and the mark that it found.
#[derive(Debug, Clone, Copy)]
pub struct Marking {
    pub own: NoteId,
    pub before: Option<NoteId>,
}

/// The statement that reads a row's mark.
pub fn mark_of(key: &Key) -> Statement {
    Statement { table: key.table, shape: Shape::Mark, cells: key_cells(key) }
}

/// The statement of a guard.
pub fn guard(guard: &Guard, marking: Option<Marking>) -> Statement {
    let mark = |id: NoteId| Cell::Bytes(id.bytes());
    match guard {
        Guard::InsertIfAbsent { row, ttl } => {
            let table = row.table();
            // The row is new, so a null column needs no tombstone.
            let mut cells: Vec<Cell> = Cell::all(table.all(), row.values())
                .into_iter()
                .map(|cell| if cell == Cell::Null { Cell::Unset } else { cell })
                .collect();
            cells.extend(marking.map(|marking| mark(marking.own)));
            cells.extend(table.ttl.then(|| Cell::ttl(*ttl)));
            let marks = if marking.is_some() { Marks::Own } else { Marks::Not };
            Statement { table, shape: Shape::InsertIfAbsent(marks), cells }
        }
        Guard::UpdateIf { key, set, conditions, ttl } => {
            let table = key.table;
            let mut cells: Vec<Cell> = table.ttl.then(|| Cell::ttl(*ttl)).into_iter().collect();
            cells.extend(named(table, set).map(|(column, value)| Cell::of(column, value)));
            cells.extend(marking.map(|marking| mark(marking.own)));
            cells.extend(key_cells(key));
            cells.extend(tested(table, conditions));
            cells.extend(marking.and_then(|marking| marking.before).map(mark));
            let marks = match marking {
                None => Marks::Not,
                Some(Marking { before: None, .. }) => Marks::First,
                Some(_) => Marks::After,
            };
            let set = set.iter().map(|(name, _)| *name).collect();
            Statement {
                table,
                shape: Shape::UpdateIf { set, conditions: compared(conditions), marks },
                cells,
            }
        }
        Guard::DeleteIf { key, conditions } => {
            let mut cells = key_cells(key);
            cells.extend(tested(key.table, conditions));
            Statement { table: key.table, shape: Shape::DeleteIf(compared(conditions)), cells }
        }
    }
}

fn compared(conditions: &[(&'static str, Is)]) -> Vec<Condition> {
    conditions.iter().map(|(name, is)| (*name, is.into())).collect()
}

fn tested(table: &'static Table, conditions: &[(&'static str, Is)]) -> impl Iterator<Item = Cell> {
    let pairs = conditions.iter().filter_map(|(name, is)| table.regular(name).map(|column| (column, is)));
    let named = pairs.flat_map(|(column, is)| is.values().iter().map(move |value| (column, value)));
    named.filter(|(_, value)| **value != Value::Null).map(|(column, value)| Cell::of(column, value))
}
