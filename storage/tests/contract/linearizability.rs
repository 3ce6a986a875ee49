//! Checks histories of compare and set operations for linearizability.
//!
//! The algorithm is that of Wing and Gong with the cache that Lowe added: it searches for an order of the operations
//! that respects time and explains every answer. Keys are checked separately. An unanswered operation may take effect
//! at any time after its start, or never.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use storage::Db;
use storage::engine::{Key, Outcome};
use storage::table::{Order, Statics, Table, bigint};
use storage::value::Row;

/// A register is a row; each decision about it is also written to a second row and to static columns of the partition,
/// in the same decision. So any of the three can be read.
static REGISTERS: Table = Table {
    name: "test_registers",
    partition: &[bigint("id")],
    clustering: &[bigint("place")],
    columns: &[bigint("value")],
    ttl: false,
    page_order: Order::Ascending,
    statics: Statics::In(&MIRRORS),
};

static MIRRORS: Table = Table {
    name: "test_mirrors",
    partition: &[bigint("id")],
    clustering: &[],
    columns: &[bigint("mirrored")],
    ttl: false,
    page_order: Order::Ascending,
    statics: Statics::Of(&REGISTERS),
};

pub static TABLES: &[&Table] = &[&REGISTERS, &MIRRORS];

/// A register's value; none if it is missing.
type State = Option<i64>;

/// An operation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Call {
    Read,
    InsertIfAbsent(i64),
    UpdateIf { from: i64, to: i64 },
    DeleteIf(i64),
}

/// An answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Answer {
    Value(State),
    Applied,
    Refused,
}

/// An operation with its times; without an answer its effect is unknown.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    pub call: Call,
    pub answer: Option<Answer>,
    pub begun: u64,
    pub ended: u64,
}

/// The state after a call, and its answer.
fn step(state: State, call: Call) -> (State, Answer) {
    let decided =
        |holds: bool, to: State| if holds { (to, Answer::Applied) } else { (state, Answer::Refused) };
    match call {
        Call::Read => (state, Answer::Value(state)),
        Call::InsertIfAbsent(to) => decided(state.is_none(), Some(to)),
        Call::UpdateIf { from, to } => decided(state == Some(from), Some(to)),
        Call::DeleteIf(from) => decided(state == Some(from), None),
    }
}

/// Whether some order of the operations explains all answers. At most 128 operations.
pub fn is_linearizable(history: &[Operation]) -> bool {
    assert!(history.len() <= 128, "{} operations", history.len());
    search(history, 0, None, &mut HashSet::new())
}

fn search(history: &[Operation], done: u128, state: State, met: &mut HashSet<(u128, State)>) -> bool {
    if !met.insert((done, state)) {
        return false;
    }
    let left = || history.iter().enumerate().filter(|(at, _)| done & (1 << at) == 0);
    let first_end = left()
        .filter(|(_, operation)| operation.answer.is_some())
        .map(|(_, operation)| operation.ended)
        .min();
    // Only unanswered ones are left, and they need not have happened.
    let Some(first_end) = first_end else { return true };
    left().filter(|(_, operation)| operation.begun < first_end).any(|(at, operation)| {
        let (next, answer) = step(state, operation.call);
        operation.answer.is_none_or(|given| given == answer) && search(history, done | (1 << at), next, met)
    })
}

/// Concurrent reads and compare and set operations through both engines on a few keys; `each` of them in each of six
/// tasks.
pub async fn histories(engines: [Db; 2], each: u64) -> BTreeMap<i64, Vec<Operation>> {
    static ROUND: AtomicU64 = AtomicU64::new(0);
    let first_key = ROUND.fetch_add(1, Ordering::Relaxed) as i64 * 10;
    let time = Arc::new(AtomicU64::new(0));
    let tasks: Vec<_> = (0..6_u64)
        .map(|task| {
            let (engine, time) = (Arc::clone(&engines[task as usize % 2]), Arc::clone(&time));
            tokio::spawn(async move {
                let mut done = Vec::new();
                for n in 0..each {
                    // Mixed, but equal in every run.
                    let dice = (task * 7 + n * 13 + n * n * 3) % 16;
                    let key = first_key + ((task + n * 5 + n / 3) % 4) as i64;
                    let (a, b) = ((dice % 3) as i64, ((dice / 3 + 1) % 3) as i64);
                    let call = match dice % 5 {
                        0 => Call::Read,
                        1 => Call::InsertIfAbsent(a),
                        2 | 3 => Call::UpdateIf { from: a, to: b },
                        _ => Call::DeleteIf(a),
                    };
                    let begun = time.fetch_add(1, Ordering::SeqCst);
                    let answer = carry_out(&engine, key, call, n % 3).await;
                    let ended = time.fetch_add(1, Ordering::SeqCst);
                    done.push((key, Operation { call, answer, begun, ended }));
                }
                done
            })
        })
        .collect();
    let mut histories: BTreeMap<i64, Vec<Operation>> = BTreeMap::new();
    for task in tasks {
        for (key, operation) in task.await.unwrap() {
            histories.entry(key).or_default().push(operation);
        }
    }
    histories
}

/// `read_from`: which of the three copies is read.
async fn carry_out(engine: &Db, key: i64, call: Call, read_from: u64) -> Option<Answer> {
    let at = |place: i64| -> Key { REGISTERS.at([key.into(), place.into()]) };
    let mirror = || MIRRORS.at([key.into()]);
    let row = |place: i64, value: i64| {
        REGISTERS.row([("id", key.into()), ("place", place.into()), ("value", value.into())])
    };
    let mirrored =
        |to: i64| vec![mirror().update([("mirrored", to.into())]), at(1).update([("value", to.into())])];
    let (guard, then) = match call {
        Call::Read => {
            let (from, column) = match read_from {
                0 => (at(0), "value"),
                1 => (at(1), "value"),
                _ => (mirror(), "mirrored"),
            };
            let row: Option<Row> = engine.get(from).await.ok()?;
            return Some(Answer::Value(row.and_then(|mut row| row.take(column).ok())));
        }
        Call::InsertIfAbsent(to) => (row(0, to).if_absent(), mirrored(to)),
        Call::UpdateIf { from, to } => {
            (at(0).update_if([("value", to.into())], [("value", from.into())]), mirrored(to))
        }
        Call::DeleteIf(from) => {
            (at(0).delete_if([("value", from.into())]), vec![mirror().delete(), at(1).delete()])
        }
    };
    Some(match engine.write_if(vec![guard], then).await.ok()? {
        Outcome::Applied => Answer::Applied,
        Outcome::Refused(_) => Answer::Refused,
    })
}

fn operation(begun: u64, ended: u64, call: Call, answer: Option<Answer>) -> Operation {
    Operation { call, answer, begun, ended }
}

#[test]
fn a_stale_read_is_rejected() {
    let insert = operation(0, 1, Call::InsertIfAbsent(1), Some(Answer::Applied));
    let update = operation(2, 5, Call::UpdateIf { from: 1, to: 2 }, Some(Answer::Applied));
    let read = |begun, ended, state| operation(begun, ended, Call::Read, Some(Answer::Value(state)));
    // During the update both values may be read, but not the old one after the new one.
    assert!(is_linearizable(&[insert, update, read(3, 4, Some(1))]));
    assert!(is_linearizable(&[insert, update, read(3, 4, Some(2))]));
    assert!(!is_linearizable(&[insert, update, read(6, 7, Some(1))]));
    assert!(!is_linearizable(&[insert, update, read(3, 4, Some(2)), read(5, 6, Some(1))]));
}

#[test]
fn two_winners_are_rejected() {
    let insert =
        |begun, ended, value, answer| operation(begun, ended, Call::InsertIfAbsent(value), Some(answer));
    assert!(is_linearizable(&[insert(0, 3, 1, Answer::Applied), insert(1, 2, 2, Answer::Refused)]));
    assert!(!is_linearizable(&[insert(0, 3, 1, Answer::Applied), insert(1, 2, 2, Answer::Applied)]));
    assert!(!is_linearizable(&[insert(0, 1, 1, Answer::Refused)]));
}

#[test]
fn unanswered_operation_may_apply_any_time_or_never() {
    let lost = operation(0, 1, Call::InsertIfAbsent(7), None);
    let read = |at, state| operation(at, at + 1, Call::Read, Some(Answer::Value(state)));
    assert!(is_linearizable(&[lost, read(2, None), read(4, None)]));
    assert!(is_linearizable(&[lost, read(2, None), read(4, Some(7))]));
    assert!(!is_linearizable(&[lost, read(2, Some(7)), read(4, None)]));
    assert!(!is_linearizable(&[read(2, Some(7)), operation(4, 5, Call::InsertIfAbsent(7), None)]));
}
