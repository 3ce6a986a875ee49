//! Cases for clusters only: killed servers, processes that start at once, batches larger than the store accepts.

use std::collections::{HashMap, HashSet};
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use storage::engine::cql::Cql;
use storage::table::{Column, Order, Table, bigint, text};
use storage::value::Value;
use storage::{Appended, Db, Engine as _, Error, Message, Page, Storage, areas};

use crate::cases::statics::{make_seats, seats_and_people, take_seat};
use crate::cases::verbs::THINGS;
use crate::linearizability;
use crate::make::{ANNA, append_of, message, notification, room};
use crate::pool::{self, Keyspace, Server, settings_of};
use crate::tables;

/// More seats than the test takes.
const MANY_SEATS: i64 = 1_000_000;

fn marked(channel: storage::ChannelId, mark: &str) -> Message {
    Message { client_message_id: Some(mark.to_owned()), ..message(channel, ANNA, mark) }
}

/// Waits until the store answers again.
async fn back(storage: &Storage) {
    let give_up = Instant::now() + Duration::from_secs(120);
    while let Err(error) = storage.ping().await {
        assert!(Instant::now() < give_up, "{error}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_writes_survive_a_killed_server() {
    let folder = tempfile::tempdir().unwrap();
    let port = pool::free_port();
    let mut server = Server::start(folder.path(), port, false);
    let settings = settings_of(&server.address(), "kalender");
    let (one, two) = (open(&settings).await, open(&settings).await);
    let storage = Storage::new(Arc::clone(&one));
    let channel = room(&storage).await;

    let over = Arc::new(AtomicBool::new(false));
    let answered = Arc::new(AtomicUsize::new(0));
    let writers: Vec<_> = (0..6)
        .map(|task| {
            let storage = Storage::new(Arc::clone(if task % 2 == 0 { &one } else { &two }));
            let (over, answered) = (Arc::clone(&over), Arc::clone(&answered));
            tokio::spawn(async move {
                let mut sent = HashMap::new();
                for n in 0.. {
                    if over.load(Ordering::Relaxed) {
                        break;
                    }
                    let mark = format!("{task}-{n}");
                    let outcome = storage.chat.append(&append_of(marked(channel, &mark))).await;
                    answered.fetch_add(usize::from(outcome.is_ok()), Ordering::Relaxed);
                    sent.insert(mark, outcome.is_ok());
                }
                sent
            })
        })
        .collect();
    // Seats are taken meanwhile: each count changes with its row, even if the answer was lost.
    make_seats(&one, MANY_SEATS).await;
    let takers: Vec<_> = (0..2)
        .map(|task| {
            let (db, over) = (Arc::clone(if task % 2 == 0 { &one } else { &two }), Arc::clone(&over));
            tokio::spawn(async move {
                let (mut taken, mut person) = (Vec::new(), task);
                while !over.load(Ordering::Relaxed) {
                    if take_seat(&db, person).await == Ok(true) {
                        taken.push(person);
                    }
                    person += 2;
                }
                taken
            })
        })
        .collect();
    // Compare and set continues meanwhile; the outcome of operations interrupted by the kill is unknown.
    let histories = tokio::spawn(linearizability::histories([Arc::clone(&one), Arc::clone(&two)], 60));
    let reached = |count: usize| {
        let answered = Arc::clone(&answered);
        async move {
            while answered.load(Ordering::Relaxed) < count {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    };
    reached(100).await;
    for _ in 0..2 {
        server.kill();
        drop(server);
        server = Server::start(folder.path(), port, false);
        back(&storage).await;
        let before = answered.load(Ordering::Relaxed);
        reached(before + 50).await;
    }
    over.store(true, Ordering::Relaxed);
    let mut sent = HashMap::new();
    for writer in writers {
        sent.extend(writer.await.unwrap());
    }
    for (key, history) in histories.await.unwrap() {
        assert!(linearizability::is_linearizable(&history), "key {key}: {history:#?}");
    }

    let mut taken = Vec::new();
    for taker in takers {
        taken.extend(taker.await.unwrap());
    }
    let (left, people) = seats_and_people(&one).await;
    assert_eq!(left + people.len() as i64, MANY_SEATS);
    assert!(!taken.is_empty() && taken.iter().all(|person| people.contains(person)));

    let stored = |storage: Storage| async move {
        let page = storage.chat.page(channel, Page::Newest { offset: 0 }, 1_000_000).await.unwrap();
        page.messages.into_iter().map(|message| message.content).collect::<Vec<_>>()
    };
    let first = stored(storage.clone()).await;
    let there: HashSet<&String> = first.iter().collect();
    let missing: Vec<_> = sent.iter().filter(|(mark, ok)| **ok && !there.contains(mark)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    // The clients repeat unanswered sends: in the end every message is there once.
    for (mark, _) in sent.iter().filter(|(_, ok)| !**ok) {
        storage.chat.append(&append_of(marked(channel, mark))).await.unwrap();
    }
    let last = stored(storage.clone()).await;
    let there: HashSet<&String> = last.iter().collect();
    assert_eq!((there.len(), last.len()), (sent.len(), sent.len()));
    assert_eq!(storage.check().await.unwrap(), Vec::<String>::new());
}

async fn open(settings: &storage::CqlSettings) -> Db {
    Arc::new(Cql::open(settings, tables(), areas::SCHEMA_VERSION).await.unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_processes_create_one_schema() {
    static TABLES: [Table; 3] = [table("first"), table("second"), table("third")];
    static GROWN: Table = Table { columns: &[text("name"), text("added")], ..table("second") };
    const ID: &[Column] = &[bigint("id")];
    const NAME: &[Column] = &[text("name")];
    const fn table(name: &'static str) -> Table {
        let page_order = Order::Ascending;
        Table {
            name,
            partition: ID,
            clustering: &[],
            columns: NAME,
            ttl: false,
            page_order,
            statics: storage::table::Statics::None,
        }
    }
    let settings = settings_of(pool::address(), &pool::name());
    let open = |tables: Vec<&'static Table>, version| {
        let settings = settings.clone();
        tokio::spawn(async move { Cql::open(&settings, tables, version).await })
    };
    let opened: Vec<_> = (0..6).map(|_| open(TABLES.iter().collect(), 1)).collect();
    for engine in opened {
        let engine: Db = Arc::new(engine.await.unwrap().unwrap());
        let row = TABLES[2].row([("id", 1.into()), ("name", "n".into())]);
        engine.write(vec![row.clone().insert()]).await.unwrap();
        assert_eq!(engine.get(TABLES[2].at([1.into()])).await.unwrap(), Some(row));
    }
    // A newer program adds a column, twice at once; an older one no longer starts.
    let newer: Vec<_> = (0..2).map(|_| open(vec![&TABLES[0], &GROWN, &TABLES[2]], 2)).collect();
    for engine in newer {
        let engine: Db = Arc::new(engine.await.unwrap().unwrap());
        let row = GROWN.row([("id", 1.into()), ("name", "n".into()), ("added", "a".into())]);
        engine.write(vec![row.clone().insert()]).await.unwrap();
        assert_eq!(engine.get(GROWN.at([1.into()])).await.unwrap(), Some(row));
        engine.migrate().await.unwrap();
    }
    let refused = open(TABLES.iter().collect(), 1).await.unwrap().map(drop);
    assert!(matches!(refused, Err(Error::Unavailable(why)) if why.contains("newer program")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_batch_larger_than_the_store_takes_is_written_whole() {
    let keyspace = Keyspace::take(tables(), areas::SCHEMA_VERSION).await;
    let storage = Storage::new(keyspace.engine());
    let channel = room(&storage).await;
    // Like a mention of the whole channel in a large organisation.
    let mut append = append_of(marked(channel, "all"));
    append.notifications = (1_000..3_000).map(|id| notification(storage::UserId(id))).collect();
    assert_eq!(storage.chat.append(&append).await.unwrap(), Appended::New);
    for id in [1_000, 1_999, 2_999] {
        assert_eq!(storage.notifications.unread(storage::UserId(id), 10).await.unwrap(), 1);
    }
    assert_eq!(storage.check().await.unwrap(), Vec::<String>::new());
    assert_eq!(keyspace.engine().complete_unfinished(Duration::ZERO).await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cluster_cannot_be_copied_into_a_file() {
    let keyspace = Keyspace::take(tables(), areas::SCHEMA_VERSION).await;
    let storage = Storage::new(keyspace.engine());
    let refused = storage.backup("anywhere".as_ref()).await;
    assert!(matches!(refused, Err(Error::Unavailable(why)) if why.contains("snapshot")));
    let nowhere = settings_of("127.0.0.1:1", "kalender");
    assert!(matches!(Storage::open_cql(&nowhere, &[]).await.map(drop), Err(Error::Unavailable(_))));
    let nameless = settings_of(pool::address(), "not a name; drop");
    assert!(matches!(Storage::open_cql(&nameless, &[]).await.map(drop), Err(Error::Unavailable(_))));
}

const KEYSPACE: &str = "KALENDER_TEST_KEYSPACE";
const ROUND: &str = "KALENDER_TEST_ROUND";
/// Rows of one large write, spread over as many partitions.
const ROWS: usize = 400;
const SHELVES: usize = 8;

fn shelf(round: &str, n: usize, at: usize) -> Value {
    format!("{round}-{n}-{}", at % SHELVES).into()
}

/// Not a test by itself: the process that is killed. Makes large writes for ever.
#[test]
fn child() {
    let (Ok(keyspace), Ok(round)) = (std::env::var(KEYSPACE), std::env::var(ROUND)) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let engine = open(&settings_of(pool::address(), &keyspace)).await;
        for n in 0.. {
            let row = |at: usize| {
                THINGS.row([
                    ("shelf", shelf(&round, n, at)),
                    ("place", (at as i64).into()),
                    ("label", "x".into()),
                    ("content", "y".repeat(200).into()),
                ])
            };
            engine.write((0..ROWS).map(|at| row(at).insert()).collect()).await.unwrap();
            println!("written {n}");
        }
    });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_batch_of_a_killed_process_is_finished_by_another() {
    let keyspace = pool::name();
    let engine = Arc::new(
        Cql::open(&settings_of(pool::address(), &keyspace), tables(), areas::SCHEMA_VERSION).await.unwrap(),
    );
    let mut finished = 0;
    for round in 0..10 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "cluster::child", "--nocapture"])
            .env("KALENDER_TEST_CQL", pool::address())
            .env(KEYSPACE, &keyspace)
            .env(ROUND, round.to_string())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let written = lines.by_ref().filter(|line| line.starts_with("written ")).take(3).count();
        // Somewhere in the middle of the next write.
        tokio::time::sleep(Duration::from_millis(round * 7)).await;
        child.kill().unwrap();
        child.wait().unwrap();
        finished += engine.complete_unfinished(Duration::ZERO).await.unwrap();
        let written = written + lines.filter(|line| line.starts_with("written ")).count();
        for n in 0..written + 2 {
            let shelves =
                (0..SHELVES).map(|at| THINGS.span([shelf(&round.to_string(), n, at)]).ascending(ROWS));
            let found: usize = engine.range_many(shelves.collect()).await.unwrap().iter().map(Vec::len).sum();
            assert!(
                found == ROWS || (found == 0 && n >= written),
                "{found} rows of write {n} in round {round}"
            );
        }
        if finished >= 2 {
            return;
        }
    }
    panic!("no process was killed in the middle of a write");
}
