//! Measures the map: places of a rectangle through the repository, beside `SQLite`'s own R*Tree over the same places in a
//! file of its own. Prints one table; nothing is judged.
//!
//! `PLACES` (100000) places, most of them around 400 towns; `PLACES_ASKED` (1000) rectangles of each size. Both answer at
//! most a hundred whole places.

#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on should say where")]

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::stream::{StreamExt, iter};
use rusqlite::{Connection, params};
use storage::engine::sqlite::Sqlite;
use storage::infopoints::grid::Area;
use storage::infopoints::{CELL, Found, Infopoint, InfopointId, InfopointType, Infopoints, recounted};
use storage::time::Moment;
use storage::value::Json;
use storage::{Storage, UserId, areas};

/// Places of an answer.
const MOST: usize = 100;
/// Writes at once.
const TOGETHER: usize = 64;

/// The next of a sequence that is the same each time (xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides.unsigned_abs().max(1)) as i64
    }
}

fn number(name: &str, default: i64) -> i64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

fn places(count: i64, dice: &mut Dice) -> Vec<Infopoint> {
    let towns: Vec<(i64, i64)> =
        (0..400).map(|_| (11_500_000 + dice.roll(6_000_000), 55_500_000 + dice.roll(8_000_000))).collect();
    let one = |id| {
        let (longitude, latitude) = towns[dice.roll(400) as usize];
        // Denser towards the middle of a town.
        let wide = 1 + dice.roll(60_000);
        Infopoint {
            infopoint_id: InfopointId(id),
            name: format!("Plats {id}"),
            longitude: longitude + dice.roll(2 * wide) - wide,
            latitude: latitude + dice.roll(wide) - wide / 2,
            infopoint_type: InfopointType::Park,
            description: "Gungor, klätternät och sandlåda. Skugga mitt på dagen, bord att fika vid."
                .to_owned(),
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
    (1..=count).map(one).collect()
}

/// A rectangle around a place, so many metres wide.
fn around(place: &Infopoint, metres: f64) -> Area {
    Area::around(place.point().unwrap(), metres / 2.0)
}

/// Whole places of a rectangle; none: it was answered by counts.
async fn ours(infopoints: &Infopoints, area: &Area) -> Option<usize> {
    let Found::Cells(cells) = infopoints.within(area, MOST as i64).await.unwrap() else { return None };
    let (pins, _) = infopoints.pins(area, &cells, |_| true, MOST).await.unwrap();
    let ids: Vec<InfopointId> = pins.iter().take(MOST).map(|pin| pin.infopoint_id).collect();
    Some(infopoints.infopoints(&ids).await.unwrap().len())
}

/// The same places in an R*Tree, and their contents in a table.
fn tree(path: &std::path::Path, places: &[Infopoint]) -> Connection {
    let mut tree = Connection::open(path).unwrap();
    tree.execute_batch(
        "PRAGMA journal_mode = WAL;
         CREATE VIRTUAL TABLE tree USING rtree_i32(id, west, east, south, north);
         CREATE TABLE places (id INTEGER PRIMARY KEY, name TEXT, longitude INTEGER, latitude INTEGER, text TEXT, address TEXT);",
    )
    .unwrap();
    let turn = tree.transaction().unwrap();
    for one in places {
        let (id, longitude, latitude) = (one.infopoint_id.0, one.longitude, one.latitude);
        turn.prepare_cached("INSERT INTO tree VALUES (?, ?, ?, ?, ?)")
            .unwrap()
            .execute(params![id, longitude, longitude, latitude, latitude])
            .unwrap();
        turn.prepare_cached("INSERT INTO places VALUES (?, ?, ?, ?, ?, ?)")
            .unwrap()
            .execute(params![id, one.name, longitude, latitude, one.description, one.address])
            .unwrap();
    }
    turn.commit().unwrap();
    tree
}

fn theirs(tree: &Connection, area: &Area) -> usize {
    let mut asked = tree
        .prepare_cached(
            "SELECT p.name, p.longitude, p.latitude, p.text, p.address FROM tree t JOIN places p ON p.id = t.id
             WHERE t.west >= ? AND t.east <= ? AND t.south >= ? AND t.north <= ? LIMIT 100",
        )
        .unwrap();
    let mut rows = asked.query(params![area.west, area.east, area.south, area.north]).unwrap();
    let mut found = 0;
    while let Some(row) = rows.next().unwrap() {
        std::hint::black_box((row.get::<_, String>(0).unwrap(), row.get::<_, String>(3).unwrap()));
        found += 1;
    }
    found
}

fn row(what: &str, times: &mut [Duration], found: &str) {
    times.sort_unstable();
    let at =
        |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default().as_secs_f64() * 1e3;
    println!("| {what} | {:.3} | {:.3} | {:.3} | {found} |", at(50), at(95), at(99));
}

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kalender.sqlite");
    let engine = Arc::new(Sqlite::open(&path, areas::tables(&[]), areas::SCHEMA_VERSION).unwrap());
    let infopoints = Infopoints::of(&Storage::new(engine));
    let mut dice = Dice(7);
    let (count, asked) = (number("PLACES", 100_000), number("PLACES_ASKED", 1_000));
    let all = places(count, &mut dice);
    let begun = Instant::now();
    runtime.block_on(async {
        let writes = iter(&all).map(|one| infopoints.create(one, Vec::new()));
        assert!(writes.buffer_unordered(TOGETHER).all(|done| async move { done.unwrap() }).await);
        let cells: BTreeSet<String> = all.iter().flat_map(|one| recounted(None, Some(one))).collect();
        for cell in &cells {
            assert_eq!(cell.len(), CELL);
            infopoints.recount(cell).await.unwrap();
        }
        println!(
            "{count} places in {} cells, written and counted in {:.1} s",
            cells.len(),
            begun.elapsed().as_secs_f64()
        );
    });
    let tree = tree(&folder.path().join("tree.sqlite"), &all);
    println!(
        "| a rectangle of | p50 ms | p95 ms | p99 ms | places on average; answered by counts |\n|---|--:|--:|--:|--:|"
    );
    for (what, metres) in [("300 m", 300.0), ("2 km", 2_000.0), ("15 km", 15_000.0), ("200 km", 200_000.0)] {
        let areas: Vec<Area> = (0..asked).map(|_| around(&all[dice.roll(count) as usize], metres)).collect();
        let (mut times, mut found, mut counted) = (Vec::new(), 0, 0);
        for area in &areas {
            let begun = Instant::now();
            match runtime.block_on(ours(&infopoints, area)) {
                Some(places) => found += places,
                None => counted += 1,
            }
            times.push(begun.elapsed());
        }
        row(
            what,
            &mut times,
            &format!("{:.1}; {counted} of {asked}", found as f64 / (asked - counted).max(1) as f64),
        );
        let (mut times, mut found) = (Vec::new(), 0);
        for area in &areas {
            let begun = Instant::now();
            found += theirs(&tree, area);
            times.push(begun.elapsed());
        }
        row(&format!("{what}, R*Tree"), &mut times, &format!("{:.1}", found as f64 / asked as f64));
    }
}
