//! Killed processes, on every engine; and the embedded engine's file, shared by several processes.

use std::collections::HashSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::sync::Arc;

use storage::engine::sqlite::Sqlite;
use storage::{Appended, ChannelId, Error, Message, Page, Storage, areas};

use crate::make::{ANNA, append_of, message, room, send};
use crate::pool::{self, settings_of};

/// Environment variable: the path of a file, or `cql:` with the server's address and a keyspace.
const PLACE: &str = "KALENDER_TEST_PLACE";
const ROUND: &str = "KALENDER_TEST_ROUND";
const CHANNEL: ChannelId = ChannelId(100);

async fn open(place: &str) -> Storage {
    let cluster = place.strip_prefix("cql:").and_then(|place| place.split_once('/'));
    match cluster {
        Some((server, keyspace)) => Storage::open_cql(&settings_of(server, keyspace), &[]).await.unwrap(),
        None => Storage::open_sqlite(place.as_ref(), &[]).unwrap(),
    }
}

fn marked(mark: &str) -> Message {
    Message { client_message_id: Some(mark.to_owned()), ..message(CHANNEL, ANNA, mark) }
}

/// Not a test by itself: the process that is killed. Writes for ever and prints what was acknowledged.
#[test]
fn child() {
    let (Ok(place), Ok(round)) = (std::env::var(PLACE), std::env::var(ROUND)) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let storage = open(&place).await;
        let tasks: Vec<_> = (0..16)
            .map(|task| {
                let (storage, round) = (storage.clone(), round.clone());
                tokio::spawn(async move {
                    for n in 0.. {
                        let mark = format!("{round}-{task}-{n}");
                        storage.chat.append(&append_of(marked(&mark))).await.unwrap();
                        let mut out = std::io::stdout().lock();
                        writeln!(out, "acknowledged {mark}").unwrap();
                        out.flush().unwrap();
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
    });
}

#[tokio::test]
async fn acknowledged_writes_survive_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    survives(folder.path().join("kalender.sqlite").to_str().unwrap()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_writes_survive_a_kill_on_cassandra() {
    survives(&format!("cql:{}/{}", pool::address(), pool::name())).await;
}

/// Kills a writing process again and again.
async fn survives(place: &str) {
    room(&open(place).await).await;
    let mut acknowledged: HashSet<String> = HashSet::new();
    for round in 0..4 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "crash::child", "--nocapture"])
            .env(PLACE, place)
            .env(ROUND, round.to_string())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut lines = lines
            .map_while(Result::ok)
            .filter_map(|line| line.split_once("acknowledged ").map(|(_, mark)| mark.to_owned()));
        acknowledged.extend(lines.by_ref().take(150));
        child.kill().unwrap();
        child.wait().unwrap();
        // A line may be cut by the kill; those are not counted.
        acknowledged.extend(lines.filter(|mark| mark.split('-').count() == 3 && !mark.ends_with('-')));
        assert!(acknowledged.len() >= 150 * (usize::try_from(round).unwrap() + 1));

        let storage = open(place).await;
        // The client repeats unconfirmed sends: stored messages are answered, none is duplicated.
        for mark in acknowledged.iter().take(50) {
            assert!(matches!(
                storage.chat.append(&append_of(marked(mark))).await.unwrap(),
                Appended::Repeated(_)
            ));
        }
        let page = storage.chat.page(CHANNEL, Page::Newest { offset: 0 }, 1_000_000).await.unwrap();
        let stored: Vec<String> = page.messages.into_iter().map(|message| message.content).collect();
        let once: HashSet<&String> = stored.iter().collect();
        assert_eq!(once.len(), stored.len());
        // The last line of a killed process may be truncated to a key that was never sent.
        let missing: Vec<&String> = acknowledged.iter().filter(|mark| !once.contains(mark)).collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert_eq!(storage.check().await.unwrap(), Vec::<String>::new());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_write_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kalender.sqlite");
    let (one, two) = (Storage::open_sqlite(&path, &[]).unwrap(), Storage::open_sqlite(&path, &[]).unwrap());
    room(&one).await;
    let write = |storage: Storage| async move {
        for n in 0..100 {
            send(&storage, message(CHANNEL, ANNA, &n.to_string())).await;
        }
    };
    tokio::join!(write(one.clone()), write(two));
    let page = one.chat.page(CHANNEL, Page::Newest { offset: 0 }, 1_000).await.unwrap();
    assert_eq!(page.messages.len(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn backup_during_writes_is_consistent() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::open_sqlite(&folder.path().join("kalender.sqlite"), &[]).unwrap();
    room(&storage).await;
    send(&storage, message(CHANNEL, ANNA, "before")).await;
    let writer = storage.clone();
    let writing = tokio::spawn(async move {
        for n in 0..300 {
            send(&writer, message(CHANNEL, ANNA, &n.to_string())).await;
        }
    });
    let copy = folder.path().join("copy.sqlite");
    storage.backup(&copy).await.unwrap();
    storage.backup(&copy).await.unwrap();
    writing.await.unwrap();
    let copied = Storage::open_sqlite(&copy, &[]).unwrap();
    let page = copied.chat.page(CHANNEL, Page::Newest { offset: 0 }, 1_000).await.unwrap();
    assert_eq!(page.messages[0].content, "before");
    assert_eq!(copied.check().await.unwrap(), Vec::<String>::new());
    assert!(storage.backup(&folder.path().join("no/such/folder")).await.is_err());
}

#[test]
fn a_newer_store_is_refused_and_an_older_one_grows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kalender.sqlite");
    drop(Sqlite::open(&path, areas::tables(&[]), areas::SCHEMA_VERSION + 1).unwrap());
    let refused = Storage::open_sqlite(&path, &[]).map(drop);
    assert!(matches!(refused, Err(Error::Unavailable(why)) if why.contains("newer program")));

    use storage::table::{Order, Statics, Table, bigint, text};
    static OLD: Table = Table {
        name: "grows",
        partition: &[bigint("id")],
        clustering: &[],
        columns: &[text("name")],
        ttl: false,
        page_order: Order::Ascending,
        statics: Statics::None,
    };
    static NEW: Table = Table { columns: &[text("name"), text("added")], ..OLD_SHAPE };
    const OLD_SHAPE: Table = Table {
        name: "grows",
        partition: &[bigint("id")],
        clustering: &[],
        columns: &[],
        ttl: false,
        page_order: Order::Ascending,
        statics: Statics::None,
    };
    let path = folder.path().join("grows.sqlite");
    drop(Sqlite::open(&path, vec![&OLD], 1).unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let engine: storage::Db = Arc::new(Sqlite::open(&path, vec![&NEW], 2).unwrap());
        let row = NEW.row([("id", 1.into()), ("name", "n".into()), ("added", "a".into())]);
        engine.write(vec![row.clone().insert()]).await.unwrap();
        assert_eq!(engine.get(NEW.at([1.into()])).await.unwrap(), Some(row));
        engine.migrate().await.unwrap();
    });
}
