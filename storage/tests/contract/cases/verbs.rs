//! The engine's verbs.

use std::sync::Arc;
use std::time::Duration;

use storage::Error;
use storage::engine::{Guard, Outcome};
use storage::table::{Order, Statics, Table, bigint, blob, boolean, int, text, timestamp};
use storage::value::{Row, Value};

use crate::World;
use crate::linearizability;

pub static THINGS: Table = Table {
    name: "test_things",
    partition: &[text("shelf")],
    clustering: &[bigint("place"), text("label")],
    columns: &[text("content"), bigint("count"), boolean("flag"), blob("raw"), int("small"), timestamp("at")],
    ttl: false,
    page_order: Order::Ascending,
    statics: Statics::None,
};

pub static PASSING: Table = Table {
    name: "test_passing",
    partition: &[text("shelf")],
    clustering: &[bigint("place")],
    columns: &[text("content"), boolean("flag")],
    ttl: true,
    page_order: Order::Descending,
    statics: Statics::None,
};

pub static TABLES: &[&Table] = &[&THINGS, &PASSING];

pub fn thing(shelf: &str, place: i64, label: &str, content: &str) -> Row {
    THINGS.row([
        ("shelf", shelf.into()),
        ("place", place.into()),
        ("label", label.into()),
        ("content", content.into()),
    ])
}

pub fn passing(place: i64) -> Row {
    PASSING.row([("shelf", "a".into()), ("place", place.into()), ("content", "x".into())])
}

pub fn key(shelf: &str, place: i64, label: &str) -> storage::engine::Key {
    THINGS.at([shelf.into(), place.into(), label.into()])
}

fn labels(rows: Vec<Row>) -> Vec<String> {
    rows.into_iter().map(|mut row| row.take("label").unwrap()).collect()
}

pub async fn insert_is_an_upsert_of_the_whole_row(world: &World) {
    let full = thing("a", 1, "x", "Räksmörgås 🍤").with([
        ("count", i64::MIN.into()),
        ("flag", true.into()),
        ("raw", Value::Blob(vec![0, 255, 7])),
        ("small", 12.into()),
        ("at", 1_790_000_000_000.into()),
    ]);
    world.engine.write(vec![full.clone().insert()]).await.unwrap();
    assert_eq!(world.engine.get(key("a", 1, "x")).await.unwrap(), Some(full));
    let bare = thing("a", 1, "x", "new");
    world.engine.write(vec![bare.clone().insert()]).await.unwrap();
    assert_eq!(world.engine.get(key("a", 1, "x")).await.unwrap(), Some(bare.clone()));
    let many =
        world.engine.get_many(vec![key("a", 2, "x"), key("a", 1, "x"), key("b", 1, "x")]).await.unwrap();
    assert_eq!(many, [None, Some(bare), None]);
}

pub async fn update_and_raise_make_rows(world: &World) {
    let engine = &world.engine;
    engine.write(vec![key("a", 1, "x").update([("content", "made".into())])]).await.unwrap();
    engine.write(vec![key("a", 1, "x").update([("flag", false.into())])]).await.unwrap();
    for count in [5, 3, 9, 7] {
        engine.write(vec![key("a", 1, "x").raise([("count", count)])]).await.unwrap();
    }
    let mut row = engine.get(key("a", 1, "x")).await.unwrap().unwrap();
    assert_eq!(row.take::<String>("content").unwrap(), "made");
    assert_eq!(row.take::<Option<bool>>("flag").unwrap(), Some(false));
    assert_eq!(row.take::<i64>("count").unwrap(), 9);
    assert!(matches!(row.take::<i64>("nothing"), Err(Error::Corrupt(_))));
    assert!(matches!(row.take::<i64>("label"), Err(Error::Corrupt(_))));
}

pub async fn guards_decide(world: &World) {
    let engine = &world.engine;
    let other = || vec![thing("other", 1, "y", "then").insert()];
    let was_written = || async { engine.get(key("other", 1, "y")).await.unwrap().is_some() };

    // Missing row: neither update nor delete holds, whatever their conditions.
    for conditions in [vec![], vec![("count", Value::Null.into())]] {
        let update = Guard::UpdateIf {
            key: key("a", 1, "x"),
            set: vec![("count", 1.into())],
            conditions: conditions.clone(),
            ttl: None,
        };
        assert_eq!(engine.write_if(vec![update], other()).await.unwrap(), Outcome::Refused(vec![None]));
        let delete = Guard::DeleteIf { key: key("a", 1, "x"), conditions };
        assert_eq!(engine.write_if(vec![delete], other()).await.unwrap(), Outcome::Refused(vec![None]));
    }
    assert!(!was_written().await);

    let row = thing("a", 1, "x", "one");
    assert_eq!(engine.write_if(vec![row.clone().if_absent()], vec![]).await.unwrap(), Outcome::Applied);
    let refused = engine.write_if(vec![thing("a", 1, "x", "two").if_absent()], other()).await.unwrap();
    assert_eq!(refused, Outcome::Refused(vec![Some(row.clone())]));
    assert!(!was_written().await);

    // One of two guards fails: nothing of either is written.
    let two = vec![
        thing("a", 2, "x", "two").if_absent(),
        key("a", 1, "x").update_if([("content", "changed".into())], [("content", "wrong".into())]),
    ];
    assert_eq!(engine.write_if(two, other()).await.unwrap(), Outcome::Refused(vec![None, Some(row)]));
    assert!(engine.get(key("a", 2, "x")).await.unwrap().is_none());
    assert!(!was_written().await);

    let both = vec![
        thing("a", 2, "x", "two").if_absent(),
        key("a", 1, "x")
            .update_if([("flag", true.into())], [("content", "one".into()), ("flag", Value::Null.into())]),
    ];
    assert!(engine.write_if(both, other()).await.unwrap().applied());
    assert!(was_written().await);
    let gone = key("a", 1, "x").delete_if([("flag", true.into())]);
    assert!(engine.write_if(vec![gone.clone()], vec![]).await.unwrap().applied());
    assert!(!engine.write_if(vec![gone], vec![]).await.unwrap().applied());
}

pub async fn guards_are_of_one_partition(world: &World) {
    for guards in [
        vec![],
        vec![thing("a", 1, "x", "").if_absent(), thing("b", 1, "x", "").if_absent()],
        vec![thing("a", 1, "x", "").if_absent(), passing(1).if_absent()],
    ] {
        assert!(matches!(world.engine.write_if(guards, vec![]).await, Err(Error::Corrupt(_))));
    }
}

pub async fn ranges(world: &World) {
    let engine = &world.engine;
    let mut writes = Vec::new();
    for place in 1..=5 {
        for label in ["a", "b", "c"] {
            writes.push(thing("s", place, &format!("{place}{label}"), "").insert());
        }
    }
    writes.push(thing("t", 3, "other", "").insert());
    engine.write(writes).await.unwrap();
    let span = || THINGS.span(["s".into()]);
    let cases = [
        (span().ascending(4), vec!["1a", "1b", "1c", "2a"]),
        (span().descending(2), vec!["5c", "5b"]),
        (span().prefix([3.into()]).ascending(9), vec!["3a", "3b", "3c"]),
        (span().prefix([3.into()]).descending(1), vec!["3c"]),
        (span().prefix([3.into()]).after("3a").ascending(9), vec!["3b", "3c"]),
        (span().prefix([3.into()]).before("3c").descending(9), vec!["3b", "3a"]),
        (span().after(4).ascending(9), vec!["5a", "5b", "5c"]),
        (span().from(5).ascending(9), vec!["5a", "5b", "5c"]),
        (span().before(2).descending(9), vec!["1c", "1b", "1a"]),
        (span().from(2).up_to(2).ascending(9), vec!["2a", "2b", "2c"]),
        (span().after(2).before(3).ascending(9), vec![]),
        (span().prefix([3.into(), "3b".into()]).ascending(9), vec!["3b"]),
        (span().ascending(0), vec![]),
        (THINGS.span(["nowhere".into()]).ascending(9), vec![]),
    ];
    let all = engine.range_many(cases.iter().map(|(range, _)| range.clone()).collect()).await.unwrap();
    for ((range, expected), found) in cases.into_iter().zip(all) {
        assert_eq!(labels(engine.range(range.clone()).await.unwrap()), expected, "{range:?}");
        assert_eq!(labels(found), expected, "{range:?}");
    }
    engine
        .write(vec![span().prefix([3.into()]).up_to("3b").delete(), span().from(5).delete()])
        .await
        .unwrap();
    let left = labels(engine.range(span().from(3).ascending(9)).await.unwrap());
    assert_eq!(left, ["3c", "4a", "4b", "4c"]);
    assert_eq!(engine.range(THINGS.span(["t".into()]).ascending(9)).await.unwrap().len(), 1);
}

pub async fn rows_expire_after_their_ttl(world: &World) {
    let engine = &world.engine;
    let key = || PASSING.at(["a".into(), 1.into()]);
    engine
        .write(vec![passing(1).insert_for(2), passing(2).insert_for(60), passing(3).insert()])
        .await
        .unwrap();
    let update =
        Guard::UpdateIf { key: key(), set: vec![("flag", true.into())], conditions: vec![], ttl: Some(2) };
    assert!(engine.write_if(vec![update.clone()], vec![]).await.unwrap().applied());
    assert!(engine.get(key()).await.unwrap().is_some());
    assert!(!engine.write_if(vec![passing(1).if_absent()], vec![]).await.unwrap().applied());
    tokio::time::sleep(Duration::from_millis(3_100)).await;
    assert!(engine.get(key()).await.unwrap().is_none());
    let left = engine.range(PASSING.span(["a".into()]).descending(9)).await.unwrap();
    assert_eq!(left.iter().map(|row| row.peek("place").clone()).collect::<Vec<_>>(), [3.into(), 2.into()]);
    assert_eq!(engine.write_if(vec![update], vec![]).await.unwrap(), Outcome::Refused(vec![None]));
    assert!(engine.write_if(vec![passing(1).if_absent()], vec![]).await.unwrap().applied());
    assert!(engine.get(key()).await.unwrap().is_some_and(|row| *row.peek("flag") == Value::Null));
}

pub async fn batches_are_atomic(world: &World) {
    let engine = &world.engine;
    let good = thing("a", 1, "x", "good").insert();
    let keyless = THINGS.row([("shelf", "a".into()), ("content", "no key".into())]).insert();
    assert!(matches!(engine.write(vec![good.clone(), keyless]).await, Err(Error::Corrupt(_))));
    assert!(engine.get(key("a", 1, "x")).await.unwrap().is_none());
    // Concurrent readers always see all or none of three.
    let writer = Arc::clone(engine);
    let writing = tokio::spawn(async move {
        for round in 0..100 {
            let rows = (0..3).map(|label| thing("r", round, &label.to_string(), "").insert());
            writer.write(rows.collect()).await.unwrap();
        }
    });
    while !writing.is_finished() {
        assert_eq!(engine.range(THINGS.span(["r".into()]).ascending(1_000)).await.unwrap().len() % 3, 0);
    }
    writing.await.unwrap();
}

pub async fn one_of_many_wins(world: &World) {
    world.engine.write(vec![thing("a", 1, "x", "0").insert()]).await.unwrap();
    for round in 0..10 {
        let tasks: Vec<_> = (0..50)
            .map(|task| {
                let engine = Arc::clone(&world.engine);
                tokio::spawn(async move {
                    let row = thing("wins", round, "claim", &task.to_string());
                    let claimed = engine.write_if(vec![row.if_absent()], vec![]).await.unwrap().applied();
                    let (from, to) = (round.to_string(), (round + 1).to_string());
                    let guard =
                        key("a", 1, "x").update_if([("content", to.into())], [("content", from.into())]);
                    let then = vec![thing("moved", round, &task.to_string(), "").insert()];
                    (claimed, engine.write_if(vec![guard], then).await.unwrap().applied())
                })
            })
            .collect();
        let (mut claims, mut moves) = (0, 0);
        for task in tasks {
            let (claimed, moved) = task.await.unwrap();
            claims += usize::from(claimed);
            moves += usize::from(moved);
        }
        assert_eq!((claims, moves), (1, 1), "round {round}");
    }
    assert_eq!(world.engine.range(THINGS.span(["moved".into()]).ascending(99)).await.unwrap().len(), 10);
}

pub async fn compare_and_set_is_linearizable(world: &World) {
    for _ in 0..4 {
        // Two engines, as in two processes.
        let histories = linearizability::histories([Arc::clone(&world.engine), (world.open)()], 60).await;
        for (key, history) in histories {
            let unknown = history.iter().filter(|operation| operation.answer.is_none()).count();
            assert!(unknown < history.len() / 2, "{unknown} of {}", history.len());
            assert!(linearizability::is_linearizable(&history), "key {key}: {history:#?}");
        }
    }
}

/// Guarded and plain changes of one row in quick succession: each takes effect.
pub async fn changes_of_a_row_keep_their_order(world: &World) {
    let engine = &world.engine;
    let count = async || engine.get(key("a", 1, "x")).await.unwrap().map(|row| row.peek("count").clone());
    for round in 0..40 {
        let plain = thing("a", 1, "x", "plain").with([("count", round.into())]).insert();
        engine.write(vec![plain]).await.unwrap();
        let raised =
            key("a", 1, "x").update_if([("count", (round + 1_000).into())], [("count", round.into())]);
        assert!(engine.write_if(vec![raised], vec![]).await.unwrap().applied(), "round {round}");
        assert_eq!(count().await, Some((round + 1_000).into()), "round {round}");
        engine.write(vec![key("a", 1, "x").update([("count", round.into())])]).await.unwrap();
        assert_eq!(count().await, Some(round.into()), "round {round}");
        // A write that follows a guard may change the guard's own row.
        let guard = key("a", 1, "x").update_if([("flag", true.into())], []);
        let then =
            if round % 2 == 0 { key("a", 1, "x").delete() } else { thing("a", 1, "x", "then").insert() };
        assert!(engine.write_if(vec![guard], vec![then]).await.unwrap().applied());
        assert_eq!(count().await, (round % 2 == 1).then_some(Value::Null), "round {round}");
        let gone = key("a", 1, "x").delete_if([]);
        assert_eq!(engine.write_if(vec![gone], vec![]).await.unwrap().applied(), round % 2 == 1);
        assert_eq!(count().await, None, "round {round}");
        let back = thing("a", 1, "x", "back").with([("count", 7.into())]);
        assert!(engine.write_if(vec![back.if_absent()], vec![]).await.unwrap().applied());
        engine.write(vec![key("a", 1, "x").delete()]).await.unwrap();
        assert_eq!(count().await, None, "round {round}");
        // Within one call the later one wins.
        let twice = vec![
            thing("a", 1, "x", "first").insert(),
            key("a", 1, "x").delete(),
            thing("a", 1, "x", "last").insert(),
        ];
        engine.write(twice).await.unwrap();
        assert_eq!(*engine.get(key("a", 1, "x")).await.unwrap().unwrap().peek("content"), "last".into());
    }
}

pub async fn requests_that_misfit_the_table_are_refused(world: &World) {
    let engine = &world.engine;
    let misfit = |row: Row| vec![row.insert()];
    for writes in [
        misfit(thing("a", 1, "x", "").with([("nothing", 1.into())])),
        misfit(thing("a", 1, "x", "").with([("flag", 1.into())])),
        misfit(thing("a", 1, "x", "").with([("small", (1_i64 << 40).into())])),
        vec![thing("a", 1, "x", "").insert_for(9)],
        // CQL would not find it again.
        misfit(PASSING.row([("shelf", "a".into()), ("place", 1.into()), ("flag", true.into())])),
        vec![PASSING.at(["a".into(), 1.into()]).update([("flag", true.into())])],
        vec![key("a", 1, "x").update([("label", "y".into())])],
        vec![key("a", 1, "x").raise([("content", 1)])],
        vec![THINGS.at(["a".into()]).delete()],
        vec![THINGS.at(["a".into(), "one".into(), "x".into()]).delete()],
        vec![THINGS.span([]).delete()],
    ] {
        assert!(matches!(engine.write(writes.clone()).await, Err(Error::Corrupt(_))), "{writes:?}");
    }
    assert!(engine.get(THINGS.at(["a".into()])).await.is_err());
    assert!(engine.range(THINGS.span(["a".into()]).after("text").ascending(1)).await.is_err());
    engine.write(vec![]).await.unwrap();
    engine.ping().await.unwrap();
}

pub async fn scan_meets_every_row(world: &World) {
    let rows = (0..25).map(|n| thing(&format!("s{}", n % 4), n, "x", "").insert());
    world.engine.write(rows.collect()).await.unwrap();
    let (mut seen, mut after) = (Vec::new(), None);
    loop {
        let rows = world.engine.scan(&THINGS, after, 7).await.unwrap();
        let Some(last) = rows.last() else { break };
        after = Some(last.key().to_vec());
        seen.extend(rows.iter().map(|row| row.key().to_vec()));
    }
    seen.dedup();
    assert_eq!(seen.len(), 25);
}

pub async fn a_read_sees_answered_writes(world: &World) {
    for place in 0..300 {
        world.engine.write(vec![thing("a", place, "x", "").insert()]).await.unwrap();
        assert!(world.engine.get(key("a", place, "x")).await.unwrap().is_some());
    }
}
