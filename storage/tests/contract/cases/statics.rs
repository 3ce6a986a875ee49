//! Static columns.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use storage::engine::cql::Cql;
use storage::engine::sqlite::Sqlite;
use storage::engine::{Is, Key, Outcome, Range};
use storage::table::{Order, Statics, Table, bigint, int, text};
use storage::value::{Row, Value};
use storage::{CqlSettings, Db, Error};

use super::verbs::THINGS;
use crate::World;

pub static SEATED: Table = Table {
    name: "test_seated",
    partition: &[bigint("course")],
    clustering: &[bigint("person")],
    columns: &[text("name")],
    ttl: false,
    page_order: Order::Descending,
    statics: Statics::In(&SEATS),
};

pub static SEATS: Table = Table {
    name: "test_seats",
    partition: &[bigint("course")],
    clustering: &[],
    columns: &[int("seats_left"), text("title"), bigint("seen")],
    ttl: false,
    page_order: Order::Ascending,
    statics: Statics::Of(&SEATED),
};

pub static TABLES: &[&Table] = &[&SEATED, &SEATS];

const SEATS_AT_FIRST: i64 = 5;
/// A person's receipt, in another partition than their seat.
const RECEIPT: i64 = 1_000;

fn seats(course: i64, left: i64) -> Row {
    SEATS.row([("course", course.into()), ("seats_left", left.into())])
}

fn at(course: i64) -> Key {
    SEATS.at([course.into()])
}

fn seat(course: i64, person: i64) -> Row {
    SEATED.row([("course", course.into()), ("person", person.into()), ("name", "n".into())])
}

fn seated(course: i64) -> Range {
    SEATED.span([course.into()]).ascending(999)
}

async fn all_of(db: &Db, table: &'static Table) -> Vec<Vec<Value>> {
    let (mut keys, mut after) = (Vec::new(), None);
    loop {
        let rows = db.scan(table, after, 2).await.unwrap();
        let Some(last) = rows.last() else { break };
        after = Some(last.key().to_vec());
        keys.extend(rows.iter().map(|row| row.key().to_vec()));
    }
    keys.sort_by_key(|key| format!("{key:?}"));
    keys
}

/// A partition without statics, and one without rows, for every kind of read.
pub async fn statics_are_read_and_written_beside_rows(world: &World) {
    let db = &world.engine;
    db.write(vec![seats(1, 3).insert(), seat(2, 7).insert(), seats(3, 1).insert(), seat(3, 8).insert()])
        .await
        .unwrap();
    let found = db.get_many(vec![at(1), at(2), at(3), at(4)]).await.unwrap();
    assert_eq!(found, [Some(seats(1, 3)), None, Some(seats(3, 1)), None]);
    let ranges = db.range_many((1..=4).map(seated).collect()).await.unwrap();
    assert_eq!(ranges, [vec![], vec![seat(2, 7)], vec![seat(3, 8)], vec![]]);
    assert_eq!(db.range(SEATS.span([1.into()]).descending(9)).await.unwrap(), [seats(1, 3)]);
    assert_eq!(all_of(db, &SEATS).await, [[Value::Int(1)], [Value::Int(3)]]);
    assert_eq!(all_of(db, &SEATED).await, [[Value::Int(2), 7.into()], [Value::Int(3), 8.into()]]);
    // Without their first column they do not exist; other columns appear once it is set.
    db.write(vec![at(4).update([("title", "t".into())])]).await.unwrap();
    assert_eq!(db.get(at(4)).await.unwrap(), None);
    db.write(vec![at(4).update([("seats_left", 2.into())]), at(4).raise([("seen", 9)])]).await.unwrap();
    db.write(vec![at(4).raise([("seen", 4)])]).await.unwrap();
    let whole = seats(4, 2).with([("title", "t".into()), ("seen", 9.into())]);
    assert_eq!(db.get(at(4)).await.unwrap(), Some(whole));
    assert_eq!(db.range(seated(4)).await.unwrap(), []);
}

pub async fn rows_and_statics_are_deleted_separately(world: &World) {
    let db = &world.engine;
    for course in 1..=5 {
        db.write(vec![seats(course, 3).insert(), seat(course, i64::MIN).insert(), seat(course, 8).insert()])
            .await
            .unwrap();
    }
    let gone = vec![
        SEATED.span([1.into()]).delete(),
        SEATED.span([2.into()]).forget(),
        at(3).delete(),
        SEATS.span([4.into()]).delete(),
        SEATED.at([5.into(), 8.into()]).delete(),
    ];
    db.write(gone).await.unwrap();
    for (course, has_statics, rows) in
        [(1, true, 0), (2, true, 0), (3, false, 2), (4, false, 2), (5, true, 1)]
    {
        assert_eq!(db.get(at(course)).await.unwrap().is_some(), has_statics, "{course}");
        assert_eq!(db.range(seated(course)).await.unwrap().len(), rows, "{course}");
    }
    // Guarded like a row.
    let again = async |row: Row| db.decide(row.if_absent(), vec![]).await.unwrap();
    assert!(again(seats(3, 4)).await && !again(seats(3, 5)).await && again(seats(6, 1)).await);
    assert!(!db.decide(at(3).delete_if([("seats_left", 5.into())]), vec![]).await.unwrap());
    assert!(db.decide(at(3).delete_if([("seats_left", Is::above(3))]), vec![]).await.unwrap());
    assert!(!db.decide(at(3).update_if([("title", "t".into())], []), vec![]).await.unwrap());
    assert_eq!(db.get(at(3)).await.unwrap(), None);
    assert_eq!(db.range(seated(3)).await.unwrap().len(), 2);
}

pub async fn writes_of_one_partition_are_decided_together(world: &World) {
    let db = &world.engine;
    db.write(vec![seats(1, 1).insert(), seats(2, 1).insert()]).await.unwrap();
    let take = |course: i64, from: i64| {
        at(course).update_if([("seats_left", (from - 1).into())], [("seats_left", from.into())])
    };
    let elsewhere =
        || THINGS.row([("shelf", "a".into()), ("place", 1.into()), ("label", "x".into())]).insert();
    // Refused: neither the rows of the partition nor those elsewhere are written.
    let refused = db.write_if(vec![take(1, 2)], vec![seat(1, 7).insert(), elsewhere()]).await.unwrap();
    assert_eq!(refused, Outcome::Refused(vec![Some(seats(1, 1))]));
    assert_eq!(db.range(seated(1)).await.unwrap(), []);
    assert_eq!(db.range(THINGS.span(["a".into()]).ascending(9)).await.unwrap(), []);
    let both = vec![take(1, 1), seat(1, 7).if_absent()];
    assert!(db.write_if(both, vec![seat(1, 8).insert(), elsewhere()]).await.unwrap().applied());
    assert_eq!(db.range(seated(1)).await.unwrap(), [seat(1, 7), seat(1, 8)]);
    assert_eq!(db.range(THINGS.span(["a".into()]).ascending(9)).await.unwrap().len(), 1);
    // The row exists: the seats stay unchanged. Both rows are answered.
    let refused = db.write_if(vec![take(1, 0), seat(1, 7).if_absent()], vec![]).await.unwrap();
    assert_eq!(refused, Outcome::Refused(vec![Some(seats(1, 0)), Some(seat(1, 7))]));
    // A guard on a row followed by a static write; also deletes and updates.
    let left = SEATED.at([1.into(), 7.into()]).delete_if([]);
    let then = vec![
        at(1).update([("seats_left", 1.into()), ("title", "t".into())]),
        SEATED.at([1.into(), 8.into()]).delete(),
        SEATED.at([1.into(), 9.into()]).update([("name", "n".into())]),
    ];
    assert!(db.write_if(vec![left.clone()], then.clone()).await.unwrap().applied());
    assert!(!db.write_if(vec![left], then).await.unwrap().applied());
    assert_eq!(db.get(at(1)).await.unwrap(), Some(seats(1, 1).with([("title", "t".into())])));
    assert_eq!(db.range(seated(1)).await.unwrap(), [seat(1, 9)]);
    for guards in [vec![take(1, 1), take(2, 1)], vec![take(1, 1), seat(2, 7).if_absent()]] {
        assert!(matches!(db.write_if(guards, vec![]).await, Err(Error::Corrupt(_))));
    }
}

/// Wrong declarations are refused when the store is opened.
#[tokio::test]
async fn wrong_static_declarations_are_refused() {
    static ALONE: Table = Table { name: "alone", ..SEATS_SHAPE };
    static CLASHING: Table = Table {
        name: "clashing",
        clustering: &[bigint("person")],
        columns: &[text("title")],
        statics: Statics::In(&CLASHING_ONCE),
        ..SEATS_SHAPE
    };
    static CLASHING_ONCE: Table = Table { statics: Statics::Of(&CLASHING), ..SEATS_SHAPE };
    static UNORDERED: Table =
        Table { columns: &[text("name")], statics: Statics::In(&UNORDERED_ONCE), ..SEATS_SHAPE };
    static UNORDERED_ONCE: Table = Table { statics: Statics::Of(&UNORDERED), ..SEATS_SHAPE };
    const SEATS_SHAPE: Table = Table {
        name: "once",
        partition: &[bigint("course")],
        clustering: &[],
        columns: &[int("seats_left"), text("title")],
        ttl: false,
        page_order: Order::Ascending,
        statics: Statics::Of(&SEATED),
    };
    let folder = tempfile::tempdir().unwrap();
    let wrong: [&[&'static Table]; 5] = [
        &[&SEATED],
        &[&SEATS],
        &[&ALONE, &SEATED],
        &[&CLASHING, &CLASHING_ONCE],
        &[&UNORDERED, &UNORDERED_ONCE],
    ];
    for tables in wrong {
        let opened = Sqlite::open(&folder.path().join("kalender.sqlite"), tables.to_vec(), 1);
        assert!(matches!(opened, Err(Error::Corrupt(_))), "{tables:?}");
        let opened = Cql::open(&CqlSettings::default(), tables.to_vec(), 1).await;
        assert!(matches!(opened, Err(Error::Corrupt(_))), "{tables:?}");
    }
    drop(Sqlite::open(&folder.path().join("kalender.sqlite"), TABLES.to_vec(), 1).unwrap());
}

/// Creates the course with that many seats.
pub async fn make_seats(db: &Db, count: i64) {
    db.write(vec![seats(1, count).insert()]).await.unwrap();
}

/// Seats left, and who has one.
pub async fn seats_and_people(db: &Db) -> (i64, Vec<i64>) {
    let left = db.get(at(1)).await.unwrap().unwrap().take("seats_left").unwrap();
    let rows = db.range(SEATED.span([1.into()]).ascending(100_000)).await.unwrap();
    (left, rows.into_iter().map(|mut row| row.take("person").unwrap()).collect())
}

/// Takes a seat by compare and set; answers whether there was one.
pub async fn take_seat(db: &Db, person: i64) -> storage::Result<bool> {
    let mut current = db.get(at(1)).await?.unwrap();
    loop {
        let left: i64 = current.take("seats_left")?;
        if left == 0 {
            return Ok(false);
        }
        let fewer = at(1).update_if([("seats_left", (left - 1).into())], [("seats_left", left.into())]);
        match db.write_if(vec![fewer], vec![seat(1, person).insert()]).await? {
            Outcome::Applied => return Ok(true),
            Outcome::Refused(rows) => current = rows.into_iter().flatten().next().unwrap(),
        }
    }
}

/// Takes a seat for somebody without one and writes a receipt; answers whether they have one. Retries if the answer is
/// lost; somebody with a seat does not get another.
async fn enrol(db: &Db, person: i64) -> bool {
    for _ in 0..50 {
        let Ok(current) = db.get(at(1)).await else { continue };
        let mut current = current.unwrap();
        loop {
            let left: i64 = current.take("seats_left").unwrap();
            let mine = SEATED.at([1.into(), person.into()]);
            if left == 0 {
                return db.get(mine).await.unwrap().is_some();
            }
            let fewer = at(1).update_if(
                [("seats_left", (left - 1).into())],
                [("seats_left", left.into()), ("seats_left", Is::above(0))],
            );
            let guards = vec![fewer, seat(1, person).if_absent()];
            match db.write_if(guards, vec![seat(1, person + RECEIPT).insert()]).await {
                Ok(Outcome::Applied) => return true,
                Ok(Outcome::Refused(rows)) => match <[Option<Row>; 2]>::try_from(rows).unwrap() {
                    [_, Some(_)] => return true,
                    [now, None] => current = now.unwrap(),
                },
                Err(_) => break,
            }
        }
    }
    panic!("the store answered none of fifty times");
}

/// Two processes, two hundred people, five seats; concurrent readers always see counts and rows agree.
pub async fn five_seats_for_two_hundred(world: &World) {
    let db = &world.engine;
    make_seats(db, SEATS_AT_FIRST).await;
    let other = (world.open)();
    let over = Arc::new(AtomicBool::new(false));
    let looking = tokio::spawn({
        let (db, over) = (Arc::clone(db), Arc::clone(&over));
        async move {
            let taken = async || db.range(seated(1)).await.unwrap().len() as i64;
            while !over.load(Ordering::Relaxed) {
                let before = taken().await;
                let left: i64 = db.get(at(1)).await.unwrap().unwrap().take("seats_left").unwrap();
                let after = taken().await;
                let whole = before + 2 * left <= 2 * SEATS_AT_FIRST && 2 * SEATS_AT_FIRST <= 2 * left + after;
                assert!(whole, "{before} rows, then {left} seats left, then {after} rows");
            }
        }
    });
    let tasks: Vec<_> = (0..200)
        .map(|person| {
            let db = Arc::clone(if person % 2 == 0 { db } else { &other });
            tokio::spawn(async move { enrol(&db, person).await.then_some(person) })
        })
        .collect();
    let mut won = Vec::new();
    for task in tasks {
        won.extend(task.await.unwrap());
    }
    over.store(true, Ordering::Relaxed);
    looking.await.unwrap();
    assert_eq!(won.len() as i64, SEATS_AT_FIRST);
    won.extend(won.clone().iter().map(|person| person + RECEIPT));
    assert_eq!(seats_and_people(db).await, (0, won));
}
