//! What is written in several steps, and still all or nothing: writes that are too large for one batch of the store, and
//! what follows a decision in other partitions ([`super::decision`]).
//!
//! What is to be written is noted in one row first. From then on it will be done: by the one who noted it, or, when that
//! process dies, by any process that finds the note later; what follows a decision only if that was made. Every statement
//! carries its own time, so doing it late, twice or by two at once comes to the same.

use std::time::Duration;

use futures_util::stream::{self, StreamExt, TryStreamExt};
use scylla::statement::batch::BatchType;

use super::AT_ONCE;
use super::cells::Cell;
use super::decision::UNFINISHED_DECISIONS;
use super::fault::Fault;
use super::plan::{self, Statement};
use super::session::Store;
use super::text::text;
use crate::platform::engine::{Key, Write};
use crate::platform::error::{Error, Result};
use crate::platform::table::{Order, Statics, Table, bigint, blob, int};
use crate::platform::value::{Row, Value};

/// Notes are spread over so many partitions.
const SHARDS: i64 = 8;
/// Notes read at once of each.
const SLICE: usize = 4;
/// After this long whoever noted a write is taken for dead.
pub const LEFT_AFTER: Duration = Duration::from_secs(30);
/// Bytes of one note: half of what the store takes as one change.
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

/// Which note: the time of its first statement, and whose, since two processes may draw one time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoteId {
    pub stamp: i64,
    pub salt: i64,
}

impl NoteId {
    /// Where it lies.
    pub fn key(self, table: &'static Table) -> Key {
        let values = vec![self.stamp.rem_euclid(SHARDS).into(), self.stamp.into(), self.salt.into()];
        Key { table, values }
    }

    /// The note's row, without what is to be done.
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

    /// As a mark.
    pub fn bytes(self) -> Vec<u8> {
        [self.stamp.to_be_bytes(), self.salt.to_be_bytes()].concat()
    }

    /// The other way.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes;
        let (stamp, salt) = (take(&mut rest)?, take(&mut rest)?);
        Some(Self { stamp: i64::from_be_bytes(stamp), salt: i64::from_be_bytes(salt) })
    }
}

/// The statement that notes some others, and the one that takes the note away.
pub fn note(statements: &[Statement], id: NoteId) -> Result<(Statement, Statement)> {
    noted(id.row(&UNFINISHED_WRITES), id, statements)
}

/// As [`note`]; the row says the rest of the note.
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
    /// Finishes what processes that died left behind that long ago; answers how many notes led to something. One that
    /// cannot be finished keeps no other from it; the first such failure is told in the end.
    pub async fn finish_what_was_left(&self, age: Duration) -> Result<usize> {
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

    /// Does what a note says, if that is due, and takes the note away; answers whether it was.
    async fn finish_note(&self, note: &Row) -> Result<bool> {
        let id = NoteId::of(note).ok_or_else(unreadable)?;
        let is_decision = std::ptr::eq(note.table(), &raw const UNFINISHED_DECISIONS);
        let at = if is_decision { self.decided_at(id, note).await? } else { Some(id.stamp) };
        let Some(at) = at else {
            return self.remove_note(id, note.table()).await.map(|()| false);
        };
        self.do_noted(id, note, at).await.map(|()| true)
    }

    /// Does what a note says, and takes it away. `at`: when what it follows was decided.
    pub async fn do_noted(&self, id: NoteId, note: &Row, at: i64) -> Result<()> {
        let Value::Blob(bytes) = note.peek("statements") else { return Err(unreadable()) };
        let mut statements = decode(bytes)?;
        for cell in statements.iter_mut().flat_map(|(_, cells)| cells) {
            if let Cell::After(after) = *cell {
                *cell = Cell::Long(at + after);
            }
        }
        self.redo(&statements).await?;
        self.remove_note(id, note.table()).await
    }

    async fn remove_note(&self, id: NoteId, table: &'static Table) -> Result<()> {
        self.apply(BatchType::Unlogged, &plan::plain(&id.key(table).delete(), id.stamp + 1)).await
    }

    /// Each by itself, several at once.
    pub async fn apply_each(&self, statements: &[Statement]) -> Result<()> {
        let writes: Vec<_> = statements
            .iter()
            .map(|statement| self.apply(BatchType::Unlogged, std::slice::from_ref(statement)))
            .collect();
        stream::iter(writes).buffer_unordered(AT_ONCE).try_collect().await
    }

    async fn redo(&self, statements: &[(String, Vec<Cell>)]) -> Result<()> {
        let writes: Vec<_> = statements.iter().map(|(text, cells)| self.redo_one(text, cells)).collect();
        stream::iter(writes).buffer_unordered(AT_ONCE).try_collect().await
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

/// Number of statements; of each its text and its values, all with their lengths.
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

/// The other way.
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
    fn a_note_is_read_as_it_was_written() {
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
    fn a_mark_names_its_note() {
        let id = NoteId { stamp: 1_790_000_000_000_001, salt: i64::MIN };
        assert_eq!(NoteId::read(&id.bytes()), Some(id));
        assert_eq!(NoteId::read(&id.bytes()[1..]), None);
        assert_eq!(NoteId::of(&id.row(&UNFINISHED_WRITES)), Some(id));
        assert_eq!(id.key(&UNFINISHED_WRITES).values, id.row(&UNFINISHED_WRITES).key());
    }
}
