//! Tables only grow, so that neighbouring versions can run side by side and a copy of any earlier version can be
//! upgraded: no table or column of a release is removed or changes its type or its position in a key; new ones are
//! added.
//!
//! `releases/VERSION.txt`: the tables of a release. A release adds its own: `KALENDER_TABLES=FILE cargo test -p
//! kalender-storage --test contract tables_of_every_release` writes the current ones.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use storage::engine::cql::Cql;
use storage::engine::sqlite::Sqlite;
use storage::table::{Column, Order, Statics, Table, bigint, text};
use storage::value::Value;
use storage::{Db, areas};

use crate::pool::Keyspace;

fn columns(of: &[Column]) -> Vec<String> {
    of.iter().map(|column| format!("{} {:?}", column.name, column.kind)).collect()
}

/// One line per table: its name, partition, clustering and columns.
fn written() -> String {
    let mut tables = areas::tables(&[]);
    tables.sort_by_key(|table| table.name);
    tables.iter().fold(String::new(), |mut text, table| {
        let parts = [table.partition, table.clustering, table.columns].map(|part| columns(part).join(", "));
        let line = format!("{} | {}", table.name, parts.join(" | "));
        let _ = writeln!(text, "{}", line.trim_end());
        text
    })
}

/// Parses the format of [`written`].
fn read(text: &str) -> BTreeMap<&str, [Vec<&str>; 3]> {
    let table = |line| {
        let mut parts = str::split(line, '|').map(str::trim);
        let name = parts.next().unwrap();
        let mut part =
            || parts.next().unwrap_or_default().split(", ").filter(|one| !one.is_empty()).collect();
        (name, [part(), part(), part()])
    };
    text.lines().map(table).collect()
}

#[test]
fn tables_of_every_release_are_unchanged() {
    let now = written();
    if let Some(file) = std::env::var_os("KALENDER_TABLES") {
        std::fs::write(file, &now).unwrap();
    }
    let now = read(&now);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/contract/releases");
    let releases: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!releases.is_empty());
    for release in releases {
        let text = std::fs::read_to_string(&release).unwrap();
        let then = read(&text);
        assert!(then.len() > 50, "{}", release.display());
        for (name, [partition, clustering, columns]) in then {
            let who = format!("{name} of {}", release.display());
            let [now_partition, now_clustering, now_columns] =
                now.get(name).unwrap_or_else(|| panic!("{who} is gone"));
            assert_eq!((&partition, &clustering), (now_partition, now_clustering), "the key of {who}");
            for column in columns {
                assert!(now_columns.contains(&column), "{who} had {column}, and has {now_columns:?}");
            }
        }
    }
}

#[test]
fn engines_add_tables_and_columns_and_drop_none() {
    for engine in ["sqlite", "cql"] {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/platform/engine/{engine}/schema.rs"));
        let source = std::fs::read_to_string(file).unwrap().to_uppercase();
        for word in ["DROP ", "RENAME ", "ALTER COLUMN", " TYPE "] {
            assert!(!source.contains(word), "{engine}'s schema has {word}");
        }
    }
}

const SHAPE: Table = Table {
    name: "of_two_versions",
    partition: &[bigint("id")],
    clustering: &[],
    columns: &[text("name")],
    ttl: false,
    page_order: Order::Ascending,
    statics: Statics::None,
};
static OLD: Table = SHAPE;
static NEW: Table = Table { columns: &[text("name"), text("added")], ..SHAPE };

/// A program of the previous version and one of the next share rows.
async fn side_by_side(old: Db, new: Db) {
    old.write(vec![OLD.row([("id", 1.into()), ("name", "of old".into())]).insert()]).await.unwrap();
    let both = [("id", 2.into()), ("name", "of new".into()), ("added", "more".into())];
    new.write(vec![NEW.row(both).insert()]).await.unwrap();

    let mut row = new.get(NEW.at([1.into()])).await.unwrap().unwrap();
    assert_eq!(row.take::<String>("name").unwrap(), "of old");
    assert_eq!(row.take::<Option<String>>("added").unwrap(), None, "nothing, where the older one wrote");
    let row = old.get(OLD.at([2.into()])).await.unwrap().unwrap();
    assert_eq!(row.values(), [Value::Int(2), Value::Text("of new".to_owned())]);

    // Changes by the older one leave unknown columns alone.
    old.write(vec![OLD.at([2.into()]).update([("name", "of old again".into())])]).await.unwrap();
    let mut row = new.get(NEW.at([2.into()])).await.unwrap().unwrap();
    assert_eq!(row.take::<String>("name").unwrap(), "of old again");
    assert_eq!(row.take::<Option<String>>("added").unwrap().as_deref(), Some("more"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_and_a_newer_program_share_a_table_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kalender.sqlite");
    let open = |table: &'static Table| -> Db { Arc::new(Sqlite::open(&path, vec![table], 1).unwrap()) };
    let old = open(&OLD);
    side_by_side(old, open(&NEW)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_and_a_newer_program_share_a_table_on_cassandra() {
    let keyspace = Keyspace::take(crate::tables(), areas::SCHEMA_VERSION).await;
    let version = areas::SCHEMA_VERSION;
    let old: Db = Arc::new(Cql::open(&keyspace.settings(), vec![&OLD], version).await.unwrap());
    let new: Db = Arc::new(Cql::open(&keyspace.settings(), vec![&NEW], version).await.unwrap());
    side_by_side(old, new).await;
}
