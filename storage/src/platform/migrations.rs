//! Changes of what is stored already: each is done once in a store's life, by one process of those that start.
//!
//! A migration is done in portions. Its row in `migrations` says how far it has come, so that it goes on from there after a
//! kill. One process does it under a lease, and the others wait; but a lease may run out under a process that is slow, so
//! a portion is written such that doing it twice, late, or beside another comes to the same.

use std::fmt::Write as _;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;

use crate::platform::clock;
use crate::platform::engine::Db;
use crate::platform::error::{Error, Result};
use crate::platform::record::{Stored, record};
use crate::platform::table::Table;
use crate::platform::value::{Row, Value};

/// How long a process is waited for after its last portion.
pub const LEASE: Duration = Duration::from_secs(60);
/// Between looks at what another process is doing.
const POLL: Duration = Duration::from_millis(100);
/// Between lines of progress.
const TELL: Duration = Duration::from_secs(5);
/// Rows of a table in one portion.
const SLICE: usize = 500;
/// One partition: migrations are few.
const PART: i64 = 0;
/// More than there will ever be.
const MOST: usize = 10_000;

/// A change of what is stored.
#[derive(Clone, Copy)]
pub struct Migration {
    /// Its place in the order; from 1.
    pub version: i64,
    /// What the operator reads.
    pub name: &'static str,
    /// Does one portion, from the mark that the last one left. May be done again, and beside another process that does it.
    pub portion: for<'a> fn(&'a Db, Option<String>) -> BoxFuture<'a, Result<Portion>>,
}

/// What a portion came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Portion {
    /// Rows that were looked at.
    pub read: usize,
    /// Rows that were written or removed.
    pub written: usize,
    /// Where the next portion begins; none: there is no more to do.
    pub mark: Option<String>,
}

record! {
    /// How far a migration has come.
    pub struct Progress;
    pub(crate) static MIGRATIONS: "migrations", Ascending;
    partition {
        /// Always the same.
        part: i64 => int,
    }
    clustering {
        /// Which migration.
        version: i64 => bigint,
    }
    columns {
        /// What the operator reads.
        name: String => text,
        /// The process that does it, or did it last.
        owner: String => text,
        /// Epoch milliseconds, by the owner's clock, at which its lease is over.
        until: i64 => timestamp,
        /// Where it goes on; none: at the beginning.
        mark: Option<String> => text,
        /// Rows that were looked at.
        seen: i64 => bigint,
        /// Rows that were written or removed.
        written: i64 => bigint,
        /// Epoch milliseconds at which it was over; none: it is not.
        done: Option<i64> => timestamp,
    }
}

/// Does what has not been done of `known`, and waits for what other processes do of it. `lease`: how long this process is
/// waited for after its last portion. A store on which a newer program has begun a migration is refused
/// ([`Error::Newer`]): this one would read what it does not understand, and write what the newer one no longer expects.
pub async fn run(db: &Db, known: &[Migration], lease: Duration) -> Result<()> {
    let owner = format!("{}-{:x}", std::process::id(), RandomState::new().build_hasher().finish());
    let begun = list(db).await?;
    let newest = known.last().map_or(0, |migration| migration.version);
    if let Some(newer) = begun.iter().find(|progress| progress.version > newest) {
        return Err(Error::Newer(newer.name.clone()));
    }
    let is_done = |version| begun.iter().any(|one| one.version == version && one.done.is_some());
    for migration in known.iter().filter(|migration| !is_done(migration.version)) {
        let (mut told, waited) = (Instant::now(), Instant::now());
        loop {
            match enter(db, migration, &owner, lease).await? {
                Entered::Done => break,
                Entered::Own(progress) => {
                    if carry_out(db, migration, progress, lease).await? {
                        break;
                    }
                }
                Entered::Others(progress) => {
                    if told.elapsed() > TELL {
                        told = Instant::now();
                        let (by, waited) = (&progress.owner, waited.elapsed().as_secs());
                        tracing::info!(
                            name = migration.name,
                            by,
                            waited,
                            "another process migrates the data"
                        );
                    }
                    tokio::time::sleep(POLL).await;
                }
            }
        }
    }
    Ok(())
}

/// How far every migration has come that was begun, by version.
pub async fn list(db: &Db) -> Result<Vec<Progress>> {
    db.list(Progress::of(PART).ascending(MOST)).await
}

enum Entered {
    Done,
    Own(Progress),
    Others(Progress),
}

/// Takes the lease where it can be had.
async fn enter(db: &Db, migration: &Migration, owner: &str, lease: Duration) -> Result<Entered> {
    let now = clock::now();
    let current: Option<Progress> = db.find(Progress::at(PART, migration.version)).await?;
    let next = Progress {
        part: PART,
        version: migration.version,
        name: migration.name.to_owned(),
        owner: owner.to_owned(),
        until: now + lease.as_millis() as i64,
        mark: current.as_ref().and_then(|progress| progress.mark.clone()),
        seen: current.as_ref().map_or(0, |progress| progress.seen),
        written: current.as_ref().map_or(0, |progress| progress.written),
        done: None,
    };
    let guard = match current {
        Some(current) if current.done.is_some() => return Ok(Entered::Done),
        Some(current) if current.owner != owner && current.until > now => {
            return Ok(Entered::Others(current));
        }
        Some(current) => current.change_whole_to(&next),
        None => Some(next.if_absent()),
    };
    let taken = match guard {
        Some(guard) => db.decide(guard, Vec::new()).await?,
        None => true,
    };
    Ok(if taken { Entered::Own(next) } else { Entered::Others(next) })
}

/// Portion after portion, each noted when it is done. False: the lease is another's by now.
async fn carry_out(db: &Db, migration: &Migration, mut at: Progress, lease: Duration) -> Result<bool> {
    let mut told = Instant::now();
    tracing::info!(name = migration.name, seen = at.seen, written = at.written, "the data are migrated");
    while at.done.is_none() {
        let portion = (migration.portion)(db, at.mark.clone()).await?;
        let next = Progress {
            until: clock::now() + lease.as_millis() as i64,
            seen: at.seen + portion.read as i64,
            written: at.written + portion.written as i64,
            done: portion.mark.is_none().then(clock::now),
            mark: portion.mark,
            ..at.clone()
        };
        if let Some(guard) = at.change_whole_to(&next)
            && !db.decide(guard, Vec::new()).await?
        {
            return Ok(false);
        }
        at = next;
        if told.elapsed() > TELL || at.done.is_some() {
            told = Instant::now();
            let is_done = at.done.is_some();
            tracing::info!(
                name = migration.name,
                seen = at.seen,
                written = at.written,
                is_done,
                "the data are migrated"
            );
        }
    }
    Ok(true)
}

/// The rows of a table after a mark, and the mark after them: for portions that go through a whole table. The mark is none
/// at the table's end.
pub(crate) async fn rows_after(
    db: &Db,
    table: &'static Table,
    mark: Option<String>,
) -> Result<(Vec<Row>, Option<String>)> {
    let after = mark.map(|mark| key_of(table, &mark)).transpose()?;
    let rows = db.scan(table, after, SLICE).await?;
    let next = rows.last().filter(|_| rows.len() == SLICE).map(|row| mark_of(row.key()));
    Ok((rows, next))
}

/// A key as a mark: its values one after the other, each with its length, for a text may hold anything.
fn mark_of(key: &[Value]) -> String {
    let mut mark = String::new();
    for value in key {
        let (kind, text) = match value {
            Value::Text(text) => ('t', text.clone()),
            Value::Int(n) => ('n', n.to_string()),
            Value::Bool(flag) => ('b', u8::from(*flag).to_string()),
            Value::Blob(bytes) => ('x', hex(bytes)),
            Value::Null => continue,
        };
        let _ = write!(mark, "{kind}{}:{text}", text.len());
    }
    mark
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn key_of(table: &Table, mark: &str) -> Result<Vec<Value>> {
    let wrong = || Error::Corrupt(format!("{}: {mark} is no mark of it", table.name));
    let (mut key, mut rest) = (Vec::new(), mark);
    while !rest.is_empty() {
        let (value, left) = first_of(rest).ok_or_else(wrong)?;
        key.push(value);
        rest = left;
    }
    if key.len() == table.key_width() { Ok(key) } else { Err(wrong()) }
}

/// The first value of a mark, and what comes after it.
fn first_of(mark: &str) -> Option<(Value, &str)> {
    let (head, rest) = mark.split_once(':')?;
    let (kind, length) = head.split_at_checked(1)?;
    let (text, left) = rest.split_at_checked(length.parse().ok()?)?;
    let byte = |at: usize| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
    let value = match kind {
        "t" => Value::Text(text.to_owned()),
        "n" => Value::Int(text.parse().ok()?),
        "b" => Value::Bool(text == "1"),
        "x" => Value::Blob((0..text.len()).step_by(2).map(byte).collect::<Option<_>>()?),
        _ => return None,
    };
    Some((value, left))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]
mod tests {
    use super::*;
    use crate::platform::table::{Order, Statics, bigint, blob, boolean, text};

    static KEYED: Table = Table {
        name: "keyed",
        partition: &[text("a"), bigint("b")],
        clustering: &[boolean("c"), blob("d"), text("e")],
        columns: &[],
        ttl: false,
        page_order: Order::Ascending,
        statics: Statics::None,
    };

    #[test]
    fn a_mark_is_read_as_the_key_it_was_made_of() {
        let text = |text: &str| Value::Text(text.to_owned());
        let key =
            vec![text("å:1t2:"), Value::Int(-7), Value::Bool(true), Value::Blob(vec![0, 255]), text("")];
        assert_eq!(key_of(&KEYED, &mark_of(&key)).unwrap(), key);
        for mark in ["", "t9:x", "n1:x", "q1:x", "t1:å", "x1:0", "n1:7", "77"] {
            assert!(key_of(&KEYED, mark).is_err(), "{mark}");
        }
    }
}
