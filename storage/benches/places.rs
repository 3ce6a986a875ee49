//! The map beside `SQLite`'s R*Tree: the places of a rectangle, at most a hundred, by the repository on its own store and by
//! an R*Tree over the same places joined with a table of what they say; the same rectangles for both. Prints a table; the
//! aim is at most 3 times the R*Tree's time.
//!
//! `PLACES` (100000), most of them around 400 towns; `ASKED` (1000) rectangles of each size.

#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on should say where")]

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::stream::{StreamExt, iter};
use rusqlite::{Connection, params};
use storage::engine::sqlite::Sqlite;
use storage::infopoints::grid::{Area, Point};
use storage::infopoints::{Found, Infopoint, InfopointId, InfopointType, Infopoints, recounted};
use storage::time::Moment;
use storage::value::Json;
use storage::{Storage, UserId, areas};

/// Most places of an answer.
const MOST: i64 = 100;
const TOWNS: i64 = 400;
/// Writes at once.
const AT_ONCE: usize = 64;

/// Numbers that are the same in each run (xorshift).
struct Dice(u64);

impl Dice {
    /// Below `sides`.
    fn roll(&mut self, sides: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 1).cast_signed() % sides
    }
}

fn number(name: &str, otherwise: i64) -> i64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
}

/// Places around towns, denser towards the middle of each.
fn places(count: i64, dice: &mut Dice) -> Vec<Infopoint> {
    let towns: Vec<(i64, i64)> =
        (0..TOWNS).map(|_| (11_500_000 + dice.roll(6_000_000), 55_500_000 + dice.roll(8_000_000))).collect();
    let mut one = |id| {
        let (east, north) = towns[usize::try_from(dice.roll(TOWNS)).unwrap()];
        let wide = 1 + dice.roll(60_000);
        let point = Point::of(east + dice.roll(2 * wide) - wide, north + dice.roll(wide) - wide / 2).unwrap();
        Infopoint {
            infopoint_id: InfopointId(id),
            name: format!("Plats {id}"),
            longitude: point.longitude,
            latitude: point.latitude,
            infopoint_type: InfopointType::Park,
            description: "Gungor, klätternät och sandlåda. Skugga mitt på dagen.".to_owned(),
            address: Some("Parkgatan 1".to_owned()),
            link: None,
            hours: None,
            pictures: Json(Vec::new()),
            author_id: Some(UserId(1 + id % 1_000)),
            entity_id: None,
            municipality: Some(580),
            hidden: None,
            created: Moment(1),
            updated: Moment(1),
            version: 1,
        }
    };
    (1..=count).map(&mut one).collect()
}

async fn fill(infopoints: &Infopoints, places: &[Infopoint]) {
    let writes = iter(places).map(|one| infopoints.create(one, Vec::new()));
    assert!(writes.buffer_unordered(AT_ONCE).all(|done| async move { done.unwrap() }).await);
    let cells: BTreeSet<String> = places.iter().flat_map(|one| recounted(None, Some(one))).collect();
    for cell in &cells {
        infopoints.recount(cell).await.unwrap();
    }
}

/// How many whole places the repository finds; none: it answers counts.
async fn ours(infopoints: &Infopoints, area: &Area) -> Option<usize> {
    let Found::Cells(cells) = infopoints.within(area, MOST).await.unwrap() else { return None };
    let most = usize::try_from(MOST).unwrap();
    let (pins, _) = infopoints.pins(area, &cells, |_| true, most).await.unwrap();
    let ids: Vec<InfopointId> = pins.iter().take(most).map(|pin| pin.infopoint_id).collect();
    Some(infopoints.infopoints(&ids).await.unwrap().len())
}

fn tree(path: &Path, places: &[Infopoint]) -> Connection {
    let mut tree = Connection::open(path).unwrap();
    tree.execute_batch(
        "PRAGMA journal_mode = WAL;
         CREATE VIRTUAL TABLE tree USING rtree_i32(id, west, east, south, north);
         CREATE TABLE places (id INTEGER PRIMARY KEY, name TEXT, text TEXT, address TEXT);",
    )
    .unwrap();
    let turn = tree.transaction().unwrap();
    for Infopoint { infopoint_id, longitude, latitude, name, description, address, .. } in places {
        let at = params![infopoint_id.0, longitude, longitude, latitude, latitude];
        turn.prepare_cached("INSERT INTO tree VALUES (?, ?, ?, ?, ?)").unwrap().execute(at).unwrap();
        let said = params![infopoint_id.0, name, description, address];
        turn.prepare_cached("INSERT INTO places VALUES (?, ?, ?, ?)").unwrap().execute(said).unwrap();
    }
    turn.commit().unwrap();
    tree
}

/// How many the R*Tree finds, each with what it says.
fn theirs(tree: &Connection, area: &Area) -> usize {
    let sql = "SELECT p.id, p.name, p.text, p.address FROM tree t JOIN places p ON p.id = t.id
               WHERE t.west >= ? AND t.east <= ? AND t.south >= ? AND t.north <= ? LIMIT ?";
    let mut asked = tree.prepare_cached(sql).unwrap();
    let of = params![area.west, area.east, area.south, area.north, MOST];
    let said = |row: &rusqlite::Row<'_>| {
        Ok((
            row.get::<_, i64>(0)?,
            row.get::<_, String>(1)?,
            row.get::<_, String>(2)?,
            row.get::<_, String>(3)?,
        ))
    };
    let rows: Vec<_> = asked.query_map(of, said).unwrap().map(Result::unwrap).collect();
    std::hint::black_box(rows).len()
}

/// p50 and p95 in milliseconds.
fn at(times: &mut [Duration]) -> (f64, f64) {
    times.sort_unstable();
    let at = |part: usize| times[times.len() * part / 100].as_secs_f64() * 1e3;
    (at(50), at(95))
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kalender.sqlite");
    let engine = Sqlite::open(&path, areas::tables(&[]), areas::SCHEMA_VERSION).unwrap();
    let infopoints = Infopoints::of(&Storage::new(Arc::new(engine)));
    let (count, asked, mut dice) = (number("PLACES", 100_000), number("ASKED", 1_000), Dice(7));
    let all = places(count, &mut dice);
    runtime.block_on(fill(&infopoints, &all));
    let tree = tree(&folder.path().join("tree.sqlite"), &all);
    println!("{count} places; {asked} rectangles of each size");
    println!(
        "| a rectangle of | p50 ms | p95 ms | R*Tree p50 | p95 | times p50 | p95 | places | by counts |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (what, metres) in [("300 m", 300.0), ("2 km", 2_000.0), ("15 km", 15_000.0)] {
        let (mut our, mut their, mut found, mut counted) = (Vec::new(), Vec::new(), 0, 0);
        for _ in 0..asked {
            let middle = &all[usize::try_from(dice.roll(count)).unwrap()];
            let area = Area::around(middle.point().unwrap(), metres / 2.0);
            let begun = Instant::now();
            let mine = runtime.block_on(ours(&infopoints, &area));
            let ours_took = begun.elapsed();
            let begun = Instant::now();
            let known = theirs(&tree, &area);
            // What is answered by counts is another answer.
            let Some(mine) = mine else {
                counted += 1;
                continue;
            };
            our.push(ours_took);
            their.push(begun.elapsed());
            assert_eq!(mine, known, "{what}: both find the same");
            found += mine;
        }
        if our.is_empty() {
            println!("| {what} | | | | | | | | {counted} |");
            continue;
        }
        let (many, (p50, p95), (tree50, tree95)) = (our.len(), at(&mut our), at(&mut their));
        println!(
            "| {what} | {p50:.3} | {p95:.3} | {tree50:.3} | {tree95:.3} | {:.1} | {:.1} | {:.1} | {counted} |",
            p50 / tree50,
            p95 / tree95,
            found as f64 / many as f64
        );
    }
}
