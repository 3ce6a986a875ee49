//! Migrations of stored data: each runs once in a store's life, by one of the processes that start.
//!
//! A migration runs in portions. Its row in `migrations` records the progress, so that it continues after a kill. One
//! process runs it under a lease while the others wait; but the lease of a slow process may expire, so a portion must
//! be idempotent: it may run twice, late, or concurrently.

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

/// How long other processes wait after a process's last portion.
pub const LEASE: Duration = Duration::from_secs(60);
/// Interval between looks at another process's progress.
const POLL: Duration = Duration::from_millis(100);
/// Interval between progress messages.
const REPORT_EVERY: Duration = Duration::from_secs(5);
/// Rows of a table in one portion.
const SLICE: usize = 500;
/// One partition: migrations are few.
const PART: i64 = 0;
/// More migrations than there will ever be.
const MOST: usize = 10_000;

/// A migration of stored data.
#[derive(Clone, Copy)]
pub struct Migration {
    /// Its position in the order, starting at 1.
    pub version: i64,
    /// Its name for the operator.
    pub name: &'static str,
    /// Runs one portion, from the mark of the previous one. May run again, and concurrently with another process.
    pub portion: for<'a> fn(&'a Db, Option<String>) -> BoxFuture<'a, Result<Portion>>,
}

/// Result of a portion.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Portion {
    /// Rows read.
    pub read: usize,
    /// Rows written or deleted.
    pub written: usize,
    /// Where the next portion starts; none: the migration is complete.
    pub mark: Option<String>,
}

record! {
    /// Progress of a migration.
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
        /// Its name for the operator.
        name: String => text,
        /// The process that runs it, or ran it last.
        owner: String => text,
        /// Epoch milliseconds, by the owner's clock, at which its lease ends.
        until: i64 => timestamp,
        /// Where to continue; none: at the start.
        mark: Option<String> => text,
        /// Rows read.
        seen: i64 => bigint,
        /// Rows written or deleted.
        written: i64 => bigint,
        /// Epoch milliseconds of completion; none: not complete.
        done: Option<i64> => timestamp,
    }
}

/// Runs the pending migrations of `known` and waits for those that other processes run. `lease`: how long others wait
/// after this process's last portion. Refuses a store on which a newer program has begun a migration
/// ([`Error::Newer`]): this program would misread its data and write what the newer one no longer expects.
pub async fn run(db: &Db, known: &[Migration], lease: Duration) -> Result<()> {
    let owner = format!("{}-{:x}", std::process::id(), RandomState::new().build_hasher().finish());
    let begun = list(db).await?;
    let newest = known.last().map_or(0, |migration| migration.version);
    if let Some(newer) = begun.iter().find(|progress| progress.version > newest) {
        return Err(Error::Newer(newer.name.clone()));
    }
    let is_done = |version| begun.iter().any(|one| one.version == version && one.done.is_some());
    for migration in known.iter().filter(|migration| !is_done(migration.version)) {
        let (mut reported, waited) = (Instant::now(), Instant::now());
        loop {
            match enter(db, migration, &owner, lease).await? {
                Entered::Done => break,
                Entered::Own(progress) => {
                    if carry_out(db, migration, progress, lease).await? {
                        break;
                    }
                }
                Entered::Others(progress) => {
                    if reported.elapsed() > REPORT_EVERY {
                        reported = Instant::now();
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

/// Progress of all begun migrations, by version.
pub async fn list(db: &Db) -> Result<Vec<Progress>> {
    db.list(Progress::of(PART).ascending(MOST)).await
}

enum Entered {
    Done,
    Own(Progress),
    Others(Progress),
}

/// Takes the lease if it is free.
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

/// Runs portion after portion and records each. False: another process has taken over the lease.
async fn carry_out(db: &Db, migration: &Migration, mut at: Progress, lease: Duration) -> Result<bool> {
    let mut reported = Instant::now();
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
        if reported.elapsed() > REPORT_EVERY || at.done.is_some() {
            reported = Instant::now();
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

/// The rows of a table after a mark, and the mark after them; for portions that walk through a whole table. The mark is
/// none at the table's end.
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

/// Encodes a key as a mark: its values, each prefixed with its length, since a text may contain anything.
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

/// Parses the first value of a mark; answers the rest as well.
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
    fn mark_round_trips_to_its_key() {
        let text = |text: &str| Value::Text(text.to_owned());
        let key =
            vec![text("å:1t2:"), Value::Int(-7), Value::Bool(true), Value::Blob(vec![0, 255]), text("")];
        assert_eq!(key_of(&KEYED, &mark_of(&key)).unwrap(), key);
        for mark in ["", "t9:x", "n1:x", "q1:x", "t1:å", "x1:0", "n1:7", "77"] {
            assert!(key_of(&KEYED, mark).is_err(), "{mark}");
        }
    }
}
