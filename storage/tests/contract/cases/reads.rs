//! Partial reads of a partition: bounds of several columns, selected columns.

use storage::Error;
use storage::record::Record;
use storage::table::{Order, Statics, Table, bigint, int, text, timestamp};
use storage::value::{Row, Value};

use super::verbs::{PASSING, THINGS, key, passing, thing};
use crate::World;

/// Keyed like a calendar: by time, then by id.
pub static TIMED: Table = Table {
    name: "test_timed",
    partition: &[int("month")],
    clustering: &[text("room"), timestamp("at"), bigint("id")],
    columns: &[text("content")],
    ttl: false,
    page_order: Order::Descending,
    statics: Statics::None,
};

/// The next page continues after the last row, even if several rows have the same time; both directions, both table
/// orders.
pub async fn bounds_of_several_columns(world: &World) {
    let engine = &world.engine;
    let mut writes = Vec::new();
    for (at, id) in [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 1)] {
        for room in ["a", "b", "c"] {
            let key = [("month", 1.into()), ("room", room.into()), ("at", at.into()), ("id", id.into())];
            writes.push(TIMED.row(key).with([("content", format!("{room}{at}{id}").into())]).insert());
        }
        writes.push(thing("s", at, &format!("{at}{id}"), &format!("{at}{id}")).insert());
    }
    engine.write(writes).await.unwrap();
    let b = || TIMED.span([1.into()]).prefix(["b".into()]);
    let all = || TIMED.span([1.into()]);
    let s = || THINGS.span(["s".into()]);
    let cases = [
        (b().after_all([2.into(), 1.into()]).ascending(9), "b22 b23 b31"),
        (b().from_all([2.into(), 1.into()]).ascending(2), "b21 b22"),
        (b().before_all([2.into(), 2.into()]).descending(9), "b21 b12 b11"),
        (b().up_to_all([2.into(), 2.into()]).descending(2), "b22 b21"),
        (b().after_all([1.into(), 2.into()]).before_all([2.into(), 3.into()]).descending(9), "b22 b21"),
        (b().after_all([1.into(), 1.into()]).up_to(2).ascending(9), "b12 b21 b22 b23"),
        (b().after(1).before_all([2.into(), 2.into()]).ascending(9), "b21"),
        (b().after_all([9.into(), 9.into()]).ascending(9), ""),
        (b().after_all([1.into(), i64::MAX.into()]).ascending(1), "b21"),
        (all().after_all(["b".into(), 2.into(), 3.into()]).ascending(3), "b31 c11 c12"),
        (all().before_all(["b".into(), 2.into()]).descending(3), "b12 b11 a31"),
        (all().up_to_all(["b".into(), 1.into()]).descending(2), "b12 b11"),
        (
            all().from_all(["b".into(), 2.into()]).up_to_all(["b".into(), 2.into()]).ascending(9),
            "b21 b22 b23",
        ),
        (s().after_all([2.into(), "22".into()]).ascending(9), "23 31"),
        (s().up_to_all([2.into(), "22".into()]).descending(9), "22 21 12 11"),
    ];
    let contents = |rows: Vec<Row>| {
        let all = rows.into_iter().map(|mut row| row.take::<String>("content").unwrap());
        all.collect::<Vec<_>>().join(" ")
    };
    for (range, expected) in cases {
        assert_eq!(contents(engine.range(range.clone()).await.unwrap()), expected, "{range:?}");
    }
    // Pages of two, forward and backward, cover each row once.
    for order in [Order::Ascending, Order::Descending] {
        let (mut seen, mut span) = (Vec::new(), b());
        loop {
            let page = match order {
                Order::Ascending => span.clone().ascending(2),
                Order::Descending => span.clone().descending(2),
            };
            let page = engine.range(page).await.unwrap();
            let Some(last) = page.last() else { break };
            let place = [last.peek("at").clone(), last.peek("id").clone()];
            span = if order == Order::Ascending { b().after_all(place) } else { b().before_all(place) };
            seen.push(contents(page));
        }
        let forth = "b11 b12|b21 b22|b23 b31";
        let back = "b31 b23|b22 b21|b12 b11";
        assert_eq!(seen.join("|"), if order == Order::Ascending { forth } else { back });
    }
    let gone = vec![
        b().after_all([2.into(), 1.into()]).up_to(2).delete(),
        all().before_all(["a".into(), 2.into()]).delete(),
        s().from_all([2.into(), "22".into()]).delete(),
    ];
    engine.write(gone).await.unwrap();
    let left = contents(engine.range(all().before("c").ascending(99)).await.unwrap());
    assert_eq!(left, "a21 a22 a23 a31 b11 b12 b21 b31");
    assert_eq!(contents(engine.range(s().ascending(99)).await.unwrap()), "11 12 21");
    for misfit in [
        b().after_all([1.into(), "text".into()]),
        b().after_all([1.into(), Value::Null]),
        b().after_all([1.into(), 1.into(), 1.into()]),
        b().after_all([]),
    ] {
        assert!(
            matches!(engine.range(misfit.clone().ascending(1)).await, Err(Error::Corrupt(_))),
            "{misfit:?}"
        );
        assert!(matches!(engine.write(vec![misfit.delete()]).await, Err(Error::Corrupt(_))));
    }
}

/// An empty key, which a client may send, is looked up without a result; nothing can be written under it.
pub async fn nothing_lies_under_an_empty_key(world: &World) {
    let engine = &world.engine;
    assert_eq!(engine.get(key("", 1, "x")).await.unwrap(), None);
    assert_eq!(engine.get_many(vec![key("", 1, "x")]).await.unwrap(), vec![None]);
    let range = || THINGS.span(["".into()]).ascending(9);
    assert_eq!(engine.range(range()).await.unwrap(), Vec::new());
    assert_eq!(engine.range_many(vec![range()]).await.unwrap(), vec![Vec::new()]);
    let row = || thing("", 1, "x", "");
    for write in [row().insert(), key("", 1, "x").delete(), THINGS.span(["".into()]).delete()] {
        assert!(matches!(engine.write(vec![write.clone()]).await, Err(Error::Corrupt(_))), "{write:?}");
    }
    let guarded = engine.write_if(vec![row().if_absent()], Vec::new()).await;
    assert!(matches!(guarded, Err(Error::Corrupt(_))));
}

/// Unselected columns are null even if the store has them; the key is always included.
pub async fn selected_columns_are_read(world: &World) {
    let engine = &world.engine;
    let full = |place: i64| {
        thing("a", place, "x", "long").with([
            ("count", place.into()),
            ("flag", true.into()),
            ("raw", Value::Blob(vec![1; 64])),
            ("small", 3.into()),
        ])
    };
    engine.write((1..=3).map(|place| full(place).insert()).collect()).await.unwrap();
    let bare =
        |place: i64| THINGS.row([("shelf", "a".into()), ("place", place.into()), ("label", "x".into())]);
    let some = |place: i64| bare(place).with([("count", place.into()), ("small", 3.into())]);
    let range = || THINGS.span(["a".into()]).descending(2);
    // In any order of the names.
    let found = engine.range(range().columns(&["small", "count"])).await.unwrap();
    assert_eq!(found, [some(3), some(2)]);
    assert_eq!(engine.range(range().columns(&[])).await.unwrap(), [bare(3), bare(2)]);
    assert_eq!(engine.range(range().columns(&["label"])).await.unwrap(), [bare(3), bare(2)]);
    let one = key("a", 1, "x").columns(&["count", "small"]);
    let many = vec![one.clone(), range().columns(&[]), key("a", 9, "x").columns(&[]), range()];
    let many = engine.range_many(many).await.unwrap();
    assert_eq!(many, [vec![some(1)], vec![bare(3), bare(2)], vec![], vec![full(3), full(2)]]);
    assert_eq!(engine.range(one).await.unwrap(), [some(1)]);
    // In tables with a time to live, the column that tells whether the row exists is included.
    engine.write(vec![passing(1).with([("flag", true.into())]).insert_for(60)]).await.unwrap();
    let found = engine.range(PASSING.span(["a".into()]).ascending(9).columns(&[])).await.unwrap();
    assert_eq!(found, [passing(1)]);
    let wrong = range().columns(&["count", "nothing"]);
    assert!(matches!(engine.range(wrong.clone()).await, Err(Error::Corrupt(_))));
    assert!(matches!(engine.range_many(vec![range(), wrong]).await, Err(Error::Corrupt(_))));
    let part: Option<CountOf> = engine.pick(key("a", 2, "x")).await.unwrap();
    assert_eq!(part, Some(CountOf { place: 2, count: Some(2) }));
    let parts: Vec<CountOf> = engine.pick_all(range()).await.unwrap();
    assert_eq!(parts, [CountOf { place: 3, count: Some(3) }, CountOf { place: 2, count: Some(2) }]);
}

/// A record of some of the columns.
#[derive(Debug, PartialEq)]
struct CountOf {
    place: i64,
    count: Option<i64>,
}

impl Record for CountOf {
    const FIELDS: &'static [&'static str] = &["place", "count"];

    fn values(&self) -> Vec<Value> {
        vec![self.place.into(), self.count.into()]
    }

    fn take(row: &mut Row) -> storage::Result<Self> {
        Ok(Self { place: row.take("place")?, count: row.take("count")? })
    }
}
