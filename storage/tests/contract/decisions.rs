//! Writes that follow a decision into other partitions of a cluster, with processes killed in between.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use storage::engine::cql::Cql;
use storage::engine::{Guard, Outcome, Write};
use storage::table::{Order, Statics, Table, bigint, text};
use storage::value::{Row, Value};
use storage::{CqlSettings, Engine as _, Error};

use crate::cases::statics::{SEATED, SEATS};
use crate::cases::verbs::{THINGS, key, thing};
use crate::pool::{self, settings_of};

/// A table that does not exist until an engine that declares it is opened. Until then writes to it fail, as if the
/// process had died before them.
static LATER: Table = Table {
    name: "test_later",
    partition: &[bigint("id")],
    clustering: &[],
    columns: &[text("content")],
    ttl: false,
    page_order: Order::Ascending,
    statics: Statics::None,
};

fn later(id: i64, content: &str) -> Row {
    LATER.row([("id", id.into()), ("content", content.into())])
}

async fn open(settings: &CqlSettings, tables: &[&'static Table]) -> Cql {
    Cql::open(settings, [&[&THINGS, &SEATED, &SEATS], tables].concat(), 1).await.unwrap()
}

fn nowhere_yet() -> CqlSettings {
    settings_of(pool::address(), &pool::name())
}

/// Decides the guard and dies before the following writes.
async fn dies(engine: &Cql, guard: Guard, then: Vec<Write>) {
    let then = [vec![later(1, "follows").insert()], then].concat();
    let died = engine.write_if(vec![guard], then).await;
    assert!(matches!(died, Err(Error::Unavailable(_))), "{died:?}");
}

async fn content(engine: &Cql, shelf: &str, place: i64) -> Option<Value> {
    let row = engine.get(key(shelf, place, "x")).await.unwrap();
    row.map(|row| row.peek("content").clone())
}

async fn has_followed(engine: &Cql) -> bool {
    engine.get(LATER.at([1.into()])).await.unwrap().is_some()
}

async fn finish(engine: &Cql) -> usize {
    engine.complete_unfinished(Duration::ZERO).await.unwrap()
}

fn change(from: &str, to: &str) -> Guard {
    key("a", 1, "x").update_if([("content", to.into())], [("content", from.into())])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unfinished_writes_are_completed_and_keep_newer_data() {
    let settings = nowhere_yet();
    let one = open(&settings, &[]).await;
    let place = |place: i64| thing("b", place, "x", "follows");
    one.write(vec![place(4).insert()]).await.unwrap();
    let then = vec![place(1).insert(), place(2).insert(), place(3).insert(), key("b", 4, "x").delete()];
    dies(&one, thing("a", 1, "x", "decided").if_absent(), then).await;
    // All or nothing of it.
    assert_eq!((content(&one, "a", 1).await, content(&one, "b", 1).await), (Some("decided".into()), None));
    let two = open(&settings, &[&LATER]).await;
    two.write(vec![place(2).with([("content", "later".into())]).insert(), key("b", 3, "x").delete()])
        .await
        .unwrap();
    // Not that of a process that may be alive.
    assert_eq!(two.complete_unfinished(Duration::from_secs(600)).await.unwrap(), 0);
    assert!(!has_followed(&two).await);
    // By both concurrently.
    let (by_one, by_two) = tokio::join!(finish(&one), finish(&two));
    assert!(by_one + by_two > 0);
    for _ in 0..2 {
        assert!(has_followed(&two).await);
        let found = [1, 2, 3, 4].map(|place| content(&two, "b", place));
        let found = futures_util::future::join_all(found).await;
        assert_eq!(found, [Some("follows".into()), Some("later".into()), None, None]);
        assert_eq!(finish(&two).await, 0);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn next_decision_completes_the_previous_one_first() {
    let settings = nowhere_yet();
    let one = open(&settings, &[]).await;
    one.write(vec![thing("a", 1, "x", "first").insert()]).await.unwrap();
    dies(&one, change("first", "second"), vec![thing("b", 1, "x", "second").insert()]).await;
    let two = open(&settings, &[&LATER]).await;
    // Decisions without following writes leave the mark alone, and so do plain writes.
    assert!(two.write_if(vec![change("second", "third")], vec![]).await.unwrap().applied());
    two.write(vec![key("a", 1, "x").update([("content", "fourth".into())])]).await.unwrap();
    assert!(!has_followed(&two).await);
    let then = vec![thing("b", 1, "x", "fifth").insert()];
    assert!(two.write_if(vec![change("fourth", "fifth")], then).await.unwrap().applied());
    assert!(has_followed(&two).await);
    assert_eq!(content(&two, "b", 1).await, Some("fifth".into()));
    assert_eq!(finish(&two).await, 0);
}

/// The first process's timestamps are ahead by the margin that a plain write keeps after a guard: its decision and the
/// other's next one are closer than that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn close_decisions_of_two_processes_follow_in_their_order() {
    let settings = nowhere_yet();
    let one = open(&settings, &[&LATER]).await;
    let two = open(&settings, &[&LATER]).await;
    one.write(vec![thing("a", 1, "x", "0").insert()]).await.unwrap();
    for round in 0..20 {
        let [before, odd, even] = [2 * round, 2 * round + 1, 2 * round + 2].map(|n: i64| n.to_string());
        let own = later(10 + round, "guarded");
        assert!(one.write_if(vec![own.clone().if_absent()], vec![]).await.unwrap().applied());
        one.write(vec![own.insert()]).await.unwrap();
        let then = |content: &str| vec![thing("b", 1, "x", content).insert()];
        assert!(one.write_if(vec![change(&before, &odd)], then(&odd)).await.unwrap().applied());
        assert!(two.write_if(vec![change(&odd, &even)], then(&even)).await.unwrap().applied());
        assert_eq!(content(&two, "b", 1).await, Some(even.as_str().into()), "round {round}");
    }
    assert_eq!((finish(&one).await, finish(&two).await), (0, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_after_a_static_decision_are_completed() {
    let settings = nowhere_yet();
    let one = open(&settings, &[]).await;
    let seats = |left: i64| SEATS.row([("course", 1.into()), ("seats_left", left.into())]);
    let take = |from: i64| {
        SEATS.at([1.into()]).update_if([("seats_left", (from - 1).into())], [("seats_left", from.into())])
    };
    // A seat of the same partition is decided with it and visible.
    let seat = SEATED.row([("course", 1.into()), ("person", 7.into()), ("name", "n".into())]);
    one.write(vec![seats(3).insert()]).await.unwrap();
    dies(&one, take(3), vec![seat.clone().insert(), thing("b", 1, "x", "three").insert()]).await;
    assert_eq!(one.get(SEATED.at([1.into(), 7.into()])).await.unwrap(), Some(seat));
    let two = open(&settings, &[&LATER]).await;
    let then = |content: &str| vec![thing("b", 2, "x", content).insert()];
    assert!(two.write_if(vec![take(2)], then("two")).await.unwrap().applied());
    assert!(has_followed(&two).await && content(&two, "b", 1).await == Some("three".into()));
    // Deleting them deletes the mark; afterwards they are as new.
    assert!(two.write_if(vec![SEATS.at([1.into()]).delete_if([])], then("gone")).await.unwrap().applied());
    assert!(two.write_if(vec![seats(9).if_absent()], then("new")).await.unwrap().applied());
    assert_eq!((finish(&two).await, content(&two, "b", 2).await), (0, Some("new".into())));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deletion_is_completed_and_drops_dependent_writes() {
    let settings = nowhere_yet();
    let one = open(&settings, &[]).await;
    one.write(vec![thing("a", 1, "x", "first").insert(), thing("b", 1, "x", "first").insert()])
        .await
        .unwrap();
    dies(&one, key("a", 1, "x").delete_if([]), vec![key("b", 1, "x").delete()]).await;
    dies(&one, thing("a", 2, "x", "new").if_absent(), vec![thing("b", 2, "x", "new").insert()]).await;
    one.write(vec![key("a", 2, "x").delete()]).await.unwrap();
    let two = open(&settings, &[&LATER]).await;
    assert_eq!(finish(&two).await, 1);
    assert_eq!((content(&two, "b", 1).await, content(&two, "b", 2).await), (None, None));
}

/// A write that could not be decided with the guard still comes after it: here it deletes the guard's own row.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_to_the_decided_row_come_after_the_decision() {
    let settings = nowhere_yet();
    let one = open(&settings, &[]).await;
    one.write(vec![thing("a", 1, "x", "first").insert(), thing("a", 2, "x", "beside").insert()])
        .await
        .unwrap();
    let beside = THINGS.span(["a".into()]).prefix([2.into()]).delete();
    let then = vec![key("a", 1, "x").delete(), beside, thing("a", 3, "x", "new").insert()];
    dies(&one, change("first", "second"), then).await;
    let two = open(&settings, &[&LATER]).await;
    assert_eq!(finish(&two).await, 1);
    assert!(has_followed(&two).await);
    let left = two.range(THINGS.span(["a".into()]).ascending(9)).await.unwrap();
    assert_eq!(left, [thing("a", 3, "x", "new")]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refused_decision_leaves_nothing() {
    let settings = nowhere_yet();
    let one = open(&settings, &[]).await;
    // Dies before the decision: the guard's own table does not exist.
    let then = || vec![thing("b", 1, "x", "follows").insert()];
    let died = one.write_if(vec![later(7, "mine").if_absent()], then()).await;
    assert!(matches!(died, Err(Error::Unavailable(_))), "{died:?}");
    let two = open(&settings, &[&LATER]).await;
    // Another process makes the same change without following writes.
    assert!(two.write_if(vec![later(7, "mine").if_absent()], vec![]).await.unwrap().applied());
    assert_eq!((finish(&two).await, content(&two, "b", 1).await), (0, None));
    // Refused: answered at once, without leaving a note.
    let refused = two.write_if(vec![later(7, "other").if_absent()], then()).await.unwrap();
    assert_eq!(refused, Outcome::Refused(vec![Some(later(7, "mine"))]));
    assert_eq!(finish(&two).await, 0);
    assert_eq!(content(&two, "b", 1).await, None);
}

/// Requests of a call: the minimum of several, because the engine has background requests.
async fn requests(engine: &Cql, mut call: impl AsyncFnMut(i64)) -> u64 {
    let mut fewest = u64::MAX;
    for n in 0..6 {
        let before = engine.requests();
        call(n).await;
        fewest = fewest.min(engine.requests() - before);
    }
    fewest
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_writes_in_other_partitions_cost_a_note() {
    let engine = open(&nowhere_yet(), &[]).await;
    let decide = async |guard: Guard, then: Vec<Write>| {
        assert!(engine.write_if(vec![guard], then).await.unwrap().applied());
    };
    let new = |shelf: &'static str, n: i64| thing(shelf, n, "x", "new");
    let elsewhere = |n: i64| vec![new("e", n).insert(), new("f", n).insert()];
    assert_eq!(requests(&engine, async |n| decide(new("a", n).if_absent(), vec![]).await).await, 1);
    let beside = async |n: i64| decide(new("b", n).if_absent(), vec![new("b", n + 100).insert()]).await;
    assert_eq!(requests(&engine, beside).await, 1);
    // The note, the decision, the following writes with the note's deletion.
    assert_eq!(requests(&engine, async |n| decide(new("c", n).if_absent(), elsewhere(n)).await).await, 3);
    // An update also reads the previous mark; that its note is done is remembered by the process that did it.
    let changed = |n: i64| new("a", n).key().to_vec();
    let change = |n: i64, to: &'static str| Guard::UpdateIf {
        key: storage::engine::Key { table: &THINGS, values: changed(n) },
        set: vec![("content", to.into())],
        conditions: vec![],
        ttl: None,
    };
    assert_eq!(requests(&engine, async |n| decide(change(n, "once"), elsewhere(n)).await).await, 4);
    assert_eq!(requests(&engine, async |n| decide(change(n, "twice"), elsewhere(n)).await).await, 4);
    assert_eq!(requests(&engine, async |n| decide(change(n, "alone"), vec![]).await).await, 1);
}

const KEYSPACE: &str = "KALENDER_TEST_KEYSPACE";
const WHO: &str = "KALENDER_TEST_WHO";
const COUNTERS: i64 = 2;
const TASKS: i64 = 6;

fn counter(n: i64) -> storage::engine::Key {
    key("counters", n, "x")
}

/// Raises a counter by one and records the raiser elsewhere, by the new value, in two places.
async fn raise(engine: &Cql, n: i64, who: &str) -> Result<bool, Error> {
    let row = engine.get(counter(n)).await?;
    let Some(Value::Int(count)) = row.map(|row| row.peek("count").clone()) else { return Ok(false) };
    let note = |shelf: &str| thing(&format!("{shelf}-{n}-{}", count + 1), count + 1, who, "").insert();
    let guard = counter(n).update_if([("count", (count + 1).into())], [("count", count.into())]);
    Ok(engine.write_if(vec![guard], vec![note("by"), note("too")]).await?.applied())
}

async fn raise_for_ever(engine: &Arc<Cql>, who: &str, over: &Arc<AtomicBool>, says: bool) {
    let tasks = (0..TASKS).map(|task| {
        let (engine, over, who) = (Arc::clone(engine), Arc::clone(over), format!("{who}-{task}"));
        tokio::spawn(async move {
            while !over.load(Ordering::Relaxed) {
                if matches!(raise(&engine, task % COUNTERS, &who).await, Ok(true)) && says {
                    let mut out = std::io::stdout().lock();
                    writeln!(out, "raised").unwrap();
                    out.flush().unwrap();
                }
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.unwrap();
    }
}

/// Not a test by itself: the process that is killed.
#[test]
fn child() {
    let (Ok(keyspace), Ok(who)) = (std::env::var(KEYSPACE), std::env::var(WHO)) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let engine = Arc::new(open(&settings_of(pool::address(), &keyspace), &[]).await);
        raise_for_ever(&engine, &who, &Arc::new(AtomicBool::new(false)), true).await;
    });
}

/// Violations: each step of a counter was made by one raiser and has both records; steps that were not made have none.
async fn wrong(engine: &Cql) -> Vec<String> {
    let mut wrong = Vec::new();
    for n in 0..COUNTERS {
        let count = engine.get(counter(n)).await.unwrap().unwrap().peek("count").clone();
        let Value::Int(count) = count else { panic!("no count") };
        let spans = |shelf: &'static str| {
            (1..count + 5)
                .map(move |step| THINGS.span([format!("{shelf}-{n}-{step}").into()]).ascending(9))
                .collect::<Vec<_>>()
        };
        let (by, too) =
            (engine.range_many(spans("by")).await.unwrap(), engine.range_many(spans("too")).await.unwrap());
        for (step, (by, too)) in (1..).zip(by.iter().zip(&too)) {
            let who = |rows: &[Row]| rows.iter().map(|row| row.peek("label").clone()).collect::<Vec<_>>();
            if who(by) != who(too) || by.len() != usize::from(step <= count) {
                wrong.push(format!("counter {n}, step {step} of {count}: {:?}, {:?}", who(by), who(too)));
            }
        }
    }
    wrong
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_step_is_completed_after_any_kill() {
    let keyspace = pool::name();
    let settings = settings_of(pool::address(), &keyspace);
    let engine = Arc::new(open(&settings, &[]).await);
    let zero = |n: i64| thing("counters", n, "x", "").with([("count", 0.into())]).insert();
    engine.write((0..COUNTERS).map(zero).collect()).await.unwrap();
    let over = Arc::new(AtomicBool::new(false));
    let survivor = tokio::spawn({
        let (engine, over) = (Arc::clone(&engine), Arc::clone(&over));
        async move { raise_for_ever(&engine, "survivor", &over, false).await }
    });
    for round in 0..8 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "decisions::child", "--nocapture"])
            .env("KALENDER_TEST_CQL", pool::address())
            .env(KEYSPACE, &keyspace)
            .env(WHO, round.to_string())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let raised = tokio::task::block_in_place(|| {
            let raised = lines.filter(|line| line.contains("raised")).take(15).count();
            child.kill().unwrap();
            child.wait().unwrap();
            raised
        });
        assert_eq!(raised, 15);
    }
    over.store(true, Ordering::Relaxed);
    survivor.await.unwrap();
    let give_up = Instant::now() + Duration::from_secs(60);
    loop {
        // Requests that a dead process had sent are over after a few seconds.
        engine.complete_unfinished(Duration::from_secs(5)).await.unwrap();
        let wrong = wrong(&engine).await;
        if wrong.is_empty() {
            break;
        }
        assert!(Instant::now() < give_up, "{wrong:#?}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    engine.complete_unfinished(Duration::ZERO).await.unwrap();
    assert_eq!(wrong(&engine).await, Vec::<String>::new());
}
