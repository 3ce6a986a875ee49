//! Atomic writes in several steps: writes that are too large for one batch, and writes that follow a decision into
//! other partitions ([`super::decision`]).
//!
//! The statements are first written as one note (an intent record). From then on they will be applied: by the process
//! that wrote the note, or, if it dies, by any process that finds the note later; those of a decision only if it was
//! made. Every statement carries its own timestamp, so applying it late, twice or concurrently gives the same result.

use std::time::Duration;

use futures_util::stream::{self, StreamExt, TryStreamExt};
use scylla::statement::batch::BatchType;

use super::AT_ONCE;
use super::cells::Cell;
use super::decision::UNFINISHED_DECISIONS;
use super::fault::Fault;
use super::plan::{self, Statement};
use super::session::Store;
use super::text::{inserting, text};
use crate::platform::engine::{Key, Write};
use crate::platform::error::{Error, Result};
use crate::platform::table::{Order, Statics, Table, WRITTEN_LAST, bigint, blob, int};
use crate::platform::value::{Row, Value};

/// Number of partitions over which notes are spread.
const SHARDS: i64 = 8;
/// Notes read at once per partition.
const SLICE: usize = 4;
/// Age at which a note's author is taken for dead.
pub const LEFT_AFTER: Duration = Duration::from_secs(30);
/// Most bytes of one note: half of the store's limit for one mutation.
const MOST: usize = 8 * 1_024 * 1_024;

/// The tables of notes.
pub const NOTES: [&Table; 2] = [&UNFINISHED_WRITES, &UNFINISHED_DECISIONS];

/// Notes of writes that are too large for one batch.
static UNFINISHED_WRITES: Table = Table {
    name: "unfinished_writes",
    partition: &[int("shard")],
    clustering: &[bigint("stamp"), bigint("salt")],
    columns: &[blob("statements")],
    ttl: false,
    page_order: Order::Ascending,
    statics: Statics::None,
};

/// Identifies a note: the timestamp of its last statement, and its process's salt, since two processes may draw the same
/// timestamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NoteId {
    pub stamp: i64,
    pub salt: i64,
}

impl NoteId {
    /// The note's key.
    pub fn key(self, table: &'static Table) -> Key {
        let values = vec![self.stamp.rem_euclid(SHARDS).into(), self.stamp.into(), self.salt.into()];
        Key { table, values }
    }

    /// The note's row, without its statements.
    pub fn row(self, table: &'static Table) -> Row {
        let shard = self.stamp.rem_euclid(SHARDS);
        table.row([("shard", shard.into()), ("stamp", self.stamp.into()), ("salt", self.salt.into())])
    }

    fn of(row: &Row) -> Option<Self> {
        match (row.peek("stamp"), row.peek("salt")) {
            (Value::Int(stamp), Value::Int(salt)) => Some(Self { stamp: *stamp, salt: *salt }),
            _ => None,
        }
    }

    /// The id as a mark.
    pub fn bytes(self) -> Vec<u8> {
        [self.stamp.to_be_bytes(), self.salt.to_be_bytes()].concat()
    }

    /// Parses a mark.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes;
        let (stamp, salt) = (take(&mut rest)?, take(&mut rest)?);
        Some(Self { stamp: i64::from_be_bytes(stamp), salt: i64::from_be_bytes(salt) })
    }
}

/// The statement that writes the note of some statements, and the one that deletes it.
pub fn note(statements: &[Statement], id: NoteId) -> Result<(Statement, Statement)> {
    noted(id.row(&UNFINISHED_WRITES), id, statements)
}

/// As [`note`], with a row that holds the other columns of the note.
pub fn noted(row: Row, id: NoteId, statements: &[Statement]) -> Result<(Statement, Statement)> {
    let bytes = encode(statements);
    if bytes.len() > MOST {
        return Err(Error::Corrupt(format!("{} bytes are too many for one write", bytes.len())));
    }
    let done = id.key(row.table()).delete();
    let row = row.with([("statements", Value::Blob(bytes))]);
    let one = |write: Write, stamp| plan::plain(&write, stamp).into_iter().next();
    match (one(row.insert(), id.stamp), one(done, id.stamp + 1)) {
        (Some(note), Some(done)) => Ok((note, done)),
        _ => Err(Error::Corrupt("a note without a statement".into())),
    }
}

impl Store {
    /// Completes notes that are at least `age` old; answers how many had to be applied. A note that fails does not stop
    /// the others; the first failure is returned at the end.
    pub async fn complete_unfinished(&self, age: Duration) -> Result<usize> {
        let before = self.clock.now() - age.as_micros() as i64;
        let (mut finished, mut failed) = (0, None);
        for table in NOTES {
            for shard in 0..SHARDS {
                let mut old = table.span([shard.into()]).before(before);
                loop {
                    let notes = self.range(&old.clone().ascending(SLICE)).await?;
                    for note in &notes {
                        match self.finish_note(note).await {
                            Ok(was_due) => finished += usize::from(was_due),
                            Err(error) => failed = failed.or(Some(error)),
                        }
                    }
                    let Some(last) = notes.last().and_then(NoteId::of) else { break };
                    old = old.after_all([last.stamp.into(), last.salt.into()]);
                }
            }
        }
        failed.map_or(Ok(finished), Err)
    }

    /// Applies a note if it is due, and deletes it; answers whether it was due.
    async fn finish_note(&self, note: &Row) -> Result<bool> {
        let id = NoteId::of(note).ok_or_else(unreadable)?;
        let is_decision = std::ptr::eq(note.table(), &raw const UNFINISHED_DECISIONS);
        let at = if is_decision { self.decided_at(id, note).await? } else { Some(id.stamp) };
        let Some(at) = at else {
            return self.remove_note(id, note.table()).await.map(|()| false);
        };
        self.do_noted(id, note, at).await.map(|()| true)
    }

    /// Applies a note and deletes it. `at`: when the noted decision was made.
    pub async fn do_noted(&self, id: NoteId, note: &Row, at: i64) -> Result<()> {
        let Value::Blob(bytes) = note.peek("statements") else { return Err(unreadable()) };
        let mut statements = decode(bytes)?;
        plan::resolve(statements.iter_mut().flat_map(|(_, cells)| cells), at);
        self.redo(&statements).await?;
        self.remove_note(id, note.table()).await
    }

    async fn remove_note(&self, id: NoteId, table: &'static Table) -> Result<()> {
        self.apply(BatchType::Unlogged, &plan::plain(&id.key(table).delete(), id.stamp + 1)).await
    }

    /// Applies each statement by itself, several concurrently.
    pub async fn apply_each(&self, statements: &[Statement]) -> Result<()> {
        let writes: Vec<_> = statements
            .iter()
            .map(|statement| self.apply(BatchType::Unlogged, std::slice::from_ref(statement)))
            .collect();
        stream::iter(writes).buffer_unordered(AT_ONCE).try_collect().await
    }

    /// Applies the statements of a note, those of [`WRITTEN_LAST`] after the others.
    async fn redo(&self, statements: &[(String, Vec<Cell>)]) -> Result<()> {
        let is_last = |text: &str| WRITTEN_LAST.iter().any(|(table, _)| text.starts_with(&inserting(table)));
        for turn in [false, true] {
            let of_turn = statements.iter().filter(|(text, _)| is_last(text) == turn);
            let writes: Vec<_> = of_turn.map(|(text, cells)| self.redo_one(text, cells)).collect();
            stream::iter(writes).buffer_unordered(AT_ONCE).try_collect::<()>().await?;
        }
        Ok(())
    }

    async fn redo_one(&self, text: &str, cells: &[Cell]) -> Result<()> {
        self.count_request();
        let done = self.session.query_unpaged(text, cells).await;
        done.map(drop).map_err(|error| Fault::from(error).error)
    }
}

fn unreadable() -> Error {
    Error::Corrupt("a note of an unfinished write cannot be read".into())
}

/// Count of statements; of each its text and its values, all prefixed with their lengths.
pub fn encode(statements: &[Statement]) -> Vec<u8> {
    let mut out = Vec::new();
    put_count(&mut out, statements.len());
    for statement in statements {
        put_bytes(&mut out, text(statement.table.home().name, statement.table, &statement.shape).as_bytes());
        put_count(&mut out, statement.cells.len());
        for cell in &statement.cells {
            match cell {
                Cell::Null => out.push(0),
                Cell::Unset => out.push(1),
                Cell::Long(n) => {
                    out.push(2);
                    out.extend(n.to_be_bytes());
                }
                Cell::Int(n) => {
                    out.push(3);
                    out.extend(n.to_be_bytes());
                }
                Cell::Flag(flag) => out.extend([4, u8::from(*flag)]),
                Cell::Bytes(bytes) => {
                    out.push(5);
                    put_bytes(&mut out, bytes);
                }
                Cell::After(n) => {
                    out.push(6);
                    out.extend(n.to_be_bytes());
                }
            }
        }
    }
    out
}

fn put_count(out: &mut Vec<u8>, count: usize) {
    out.extend((count as u32).to_be_bytes());
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_count(out, bytes.len());
    out.extend(bytes);
}

/// The inverse of [`encode`].
pub fn decode(bytes: &[u8]) -> Result<Vec<(String, Vec<Cell>)>> {
    let mut rest = bytes;
    let count = take_count(&mut rest).ok_or_else(unreadable)?;
    let mut statements = Vec::new();
    for _ in 0..count {
        let text =
            take_bytes(&mut rest).and_then(|text| String::from_utf8(text).ok()).ok_or_else(unreadable)?;
        let width = take_count(&mut rest).ok_or_else(unreadable)?;
        let cells: Option<Vec<Cell>> = (0..width).map(|_| take_cell(&mut rest)).collect();
        statements.push((text, cells.ok_or_else(unreadable)?));
    }
    if rest.is_empty() { Ok(statements) } else { Err(unreadable()) }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, left) = rest.split_first_chunk::<N>()?;
    *rest = left;
    Some(*taken)
}

fn take_count(rest: &mut &[u8]) -> Option<usize> {
    take(rest).map(|bytes| u32::from_be_bytes(bytes) as usize)
}

fn take_bytes(rest: &mut &[u8]) -> Option<Vec<u8>> {
    let length = take_count(rest)?;
    let (taken, left) = rest.split_at_checked(length)?;
    *rest = left;
    Some(taken.to_vec())
}

fn take_cell(rest: &mut &[u8]) -> Option<Cell> {
    let [kind] = take(rest)?;
    Some(match kind {
        0 => Cell::Null,
        1 => Cell::Unset,
        2 => Cell::Long(i64::from_be_bytes(take(rest)?)),
        3 => Cell::Int(i32::from_be_bytes(take(rest)?)),
        4 => Cell::Flag(take::<1>(rest)? != [0]),
        5 => Cell::Bytes(take_bytes(rest)?),
        6 => Cell::After(i64::from_be_bytes(take(rest)?)),
        _ => return None,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]
mod tests {
    use super::*;

    #[test]
    fn note_round_trips() {
        let (note, done) = note(&[], NoteId { stamp: 7, salt: -1 }).unwrap();
        let wide = Statement {
            cells: vec![
                Cell::Null,
                Cell::Unset,
                Cell::Long(-1),
                Cell::Int(3),
                Cell::Flag(true),
                Cell::Bytes(vec![0, 9]),
                Cell::After(-2),
            ],
            ..done.clone()
        };
        let statements = [note, done, wide];
        let bytes = encode(&statements);
        let read = decode(&bytes).unwrap();
        for (statement, (words, cells)) in statements.iter().zip(&read) {
            assert_eq!(*words, text(statement.table.home().name, statement.table, &statement.shape));
            assert_eq!(*cells, statement.cells);
        }
        assert_eq!(read.len(), 3);
        for cut in 0..bytes.len() {
            assert!(decode(&bytes[..cut]).is_err());
        }
    }

    #[test]
    fn mark_round_trips_to_its_note_id() {
        let id = NoteId { stamp: 1_790_000_000_000_001, salt: i64::MIN };
        assert_eq!(NoteId::read(&id.bytes()), Some(id));
        assert_eq!(NoteId::read(&id.bytes()[1..]), None);
        assert_eq!(NoteId::of(&id.row(&UNFINISHED_WRITES)), Some(id));
        assert_eq!(id.key(&UNFINISHED_WRITES).values, id.row(&UNFINISHED_WRITES).key());
    }
}
