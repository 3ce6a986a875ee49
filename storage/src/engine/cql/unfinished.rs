//! Writes that are too large for one batch of the store, and still all or nothing.
//!
//! What is to be written is put into one row of `unfinished_writes` first. From then on it will be done: by the one who
//! noted it, or, when that process dies, by any process that finds the note later. Every statement carries its own time,
//! so doing it late, twice or by two at once comes to the same.

use std::time::Duration;

use futures_util::stream::{self, StreamExt, TryStreamExt};
use scylla::statement::batch::BatchType;

use super::AT_ONCE;
use super::cells::Cell;
use super::fault::Fault;
use super::plan::{self, Statement};
use super::session::Store;
use super::text::text;
use crate::engine::Write;
use crate::error::{Error, Result};
use crate::table::{Order, Statics, Table, bigint, blob, int};
use crate::value::Value;

/// Notes are spread over so many partitions.
const SHARDS: i64 = 8;
/// Notes read at once of each.
const SLICE: usize = 4;
/// After this long whoever noted a write is taken for dead.
pub const LEFT_AFTER: Duration = Duration::from_secs(30);
/// Bytes of one note: half of what the store takes as one change.
const MOST: usize = 8 * 1_024 * 1_024;

/// The notes.
pub static UNFINISHED_WRITES: Table = Table {
    name: "unfinished_writes",
    partition: &[int("shard")],
    clustering: &[bigint("stamp"), bigint("salt")],
    columns: &[blob("statements")],
    ttl: false,
    page_order: Order::Ascending,
    statics: Statics::None,
};

/// The statement that notes some others, and the one that takes the note away.
pub fn note(statements: &[Statement], stamp: i64) -> Result<(Statement, Statement)> {
    let bytes = encode(statements);
    if bytes.len() > MOST {
        return Err(Error::Corrupt(format!("{} bytes are too many for one write", bytes.len())));
    }
    // Two processes may draw one stamp.
    let salt = i64::from(std::process::id()) << 32 | stamp & 0xffff_ffff;
    let key = [Value::Int(stamp.rem_euclid(SHARDS)), Value::Int(stamp), Value::Int(salt)];
    let row = UNFINISHED_WRITES.row([
        ("shard", key[0].clone()),
        ("stamp", key[1].clone()),
        ("salt", key[2].clone()),
        ("statements", Value::Blob(bytes)),
    ]);
    let one = |write: Write, stamp| plan::plain(&write, stamp).into_iter().next();
    match (one(row.insert(), stamp), one(UNFINISHED_WRITES.at(key).delete(), stamp + 1)) {
        (Some(note), Some(done)) => Ok((note, done)),
        _ => Err(Error::Corrupt("a note without a statement".into())),
    }
}

impl Store {
    /// Finishes what processes that died left behind that long ago; answers how many notes there were.
    pub async fn finish_what_was_left(&self, age: Duration) -> Result<usize> {
        let before = self.clock.now() - age.as_micros() as i64;
        let mut finished = 0;
        for shard in 0..SHARDS {
            let old = UNFINISHED_WRITES.span([shard.into()]).before(before);
            loop {
                let notes = self.range(&old.clone().ascending(SLICE)).await?;
                for mut row in notes.iter().cloned() {
                    let (key, statements): (_, Value) = (row.key().to_vec(), row.peek("statements").clone());
                    let stamp: i64 = row.take("stamp")?;
                    let Value::Blob(bytes) = statements else { continue };
                    self.redo(&decode(&bytes)?).await?;
                    let done =
                        Write::Delete { key: crate::engine::Key { table: &UNFINISHED_WRITES, values: key } };
                    self.apply(BatchType::Unlogged, &plan::plain(&done, stamp + 1)).await?;
                    finished += 1;
                }
                if notes.len() < SLICE {
                    break;
                }
            }
        }
        Ok(finished)
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
        let done = self.session.query_unpaged(text, cells).await;
        done.map(drop).map_err(|error| Fault::from(error).error)
    }
}

/// Number of statements; of each its text and its values, all with their lengths.
fn encode(statements: &[Statement]) -> Vec<u8> {
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
fn decode(bytes: &[u8]) -> Result<Vec<(String, Vec<Cell>)>> {
    let mut rest = bytes;
    let wrong = || Error::Corrupt("a note of an unfinished write cannot be read".into());
    let count = take_count(&mut rest).ok_or_else(wrong)?;
    let mut statements = Vec::new();
    for _ in 0..count {
        let text = take_bytes(&mut rest).and_then(|text| String::from_utf8(text).ok()).ok_or_else(wrong)?;
        let width = take_count(&mut rest).ok_or_else(wrong)?;
        let cells: Option<Vec<Cell>> = (0..width).map(|_| take_cell(&mut rest)).collect();
        statements.push((text, cells.ok_or_else(wrong)?));
    }
    if rest.is_empty() { Ok(statements) } else { Err(wrong()) }
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
        _ => return None,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_read_as_it_was_written() {
        let (note, done) = note(&[], 7).unwrap();
        let wide = Statement {
            cells: vec![
                Cell::Null,
                Cell::Unset,
                Cell::Long(-1),
                Cell::Int(3),
                Cell::Flag(true),
                Cell::Bytes(vec![0, 9]),
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
}
