//! Infopoints: one pin a place, the map as a plain look at every place, counts as a recount.

use futures_util::future::join_all;
use storage::feed::Source;
use storage::ids::{EntityId, UserId};
use storage::infopoints::grid::{Area, Cell, Point};
use storage::infopoints::{
    CELL, Found, Infopoint, InfopointConnection, InfopointConnectionId, InfopointId, InfopointType,
    Infopoints, recounted,
};
use storage::time::Moment;
use storage::value::Json;

use crate::World;

const ANNA: UserId = UserId(71);
const BO: UserId = UserId(72);
const DEGREE: i64 = 1_000_000;

/// A place at millionths of a degree.
fn place(id: i64, longitude: i64, latitude: i64) -> Infopoint {
    let point = Point::of(longitude, latitude).unwrap();
    Infopoint {
        infopoint_id: InfopointId(id),
        name: format!("Plats {id}"),
        longitude: point.longitude,
        latitude: point.latitude,
        infopoint_type: InfopointType::Playground,
        description: String::new(),
        address: None,
        link: None,
        hours: None,
        pictures: Json(Vec::new()),
        author_id: Some(ANNA),
        entity_id: None,
        municipality: Some(580),
        hidden: None,
        created: Moment(1),
        updated: Moment(1),
        version: 1,
    }
}

async fn create(world: &World, place: &Infopoint) {
    let infopoints = Infopoints::of(&world.storage);
    assert!(infopoints.create(place, Vec::new()).await.unwrap());
    for cell in recounted(None, Some(place)) {
        infopoints.recount(&cell).await.unwrap();
    }
}

/// The places of a rectangle as the map reads them; none: it answers counts.
async fn on_map(world: &World, area: &Area) -> Option<Vec<i64>> {
    let infopoints = Infopoints::of(&world.storage);
    let Found::Cells(cells) = infopoints.within(area, 1_000).await.unwrap() else { return None };
    let (pins, has_more) = infopoints.pins(area, &cells, |_| true, 1_000).await.unwrap();
    assert!(!has_more);
    let mut ids: Vec<i64> = pins.into_iter().map(|pin| pin.infopoint_id.0).collect();
    ids.sort_unstable();
    Some(ids)
}

async fn sound(world: &World) {
    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
}

pub async fn a_move_leaves_exactly_one_pin(world: &World) {
    let infopoints = &Infopoints::of(&world.storage);
    let first = place(1, 15_600_000, 58_400_000);
    create(world, &first).await;
    assert!(!infopoints.create(&first, Vec::new()).await.unwrap(), "its id is taken");
    // Eight move it at once, each elsewhere: one does.
    let tries = (1..=8).map(|n| {
        let (old, new) = (first.clone(), place(1, 15_600_000 + n * DEGREE, 58_400_000));
        async move { infopoints.change(&old, &new, Vec::new()).await.unwrap() }
    });
    let done = join_all(tries).await;
    assert_eq!(done.iter().filter(|done| **done).count(), 1);
    let stands = infopoints.infopoint(InfopointId(1)).await.unwrap().unwrap();
    assert_eq!(stands.version, 2);
    for cell in recounted(Some(&first), Some(&stands)) {
        infopoints.recount(&cell).await.unwrap();
    }
    sound(world).await;
    // Hidden it has none, and another name within its cell moves nothing.
    let hidden = Infopoint { hidden: Some(Moment(2)), ..stands.clone() };
    assert!(infopoints.change(&stands, &hidden, Vec::new()).await.unwrap());
    for cell in recounted(Some(&stands), Some(&hidden)) {
        infopoints.recount(&cell).await.unwrap();
    }
    sound(world).await;
    let point = stands.point().unwrap();
    let area = Area::around(point, 10.0);
    assert_eq!(on_map(world, &area).await, Some(vec![]));
    let hidden = Infopoint { version: 3, ..hidden };
    let shown = Infopoint { hidden: None, name: "Åter".to_owned(), ..hidden.clone() };
    assert!(infopoints.change(&hidden, &shown, Vec::new()).await.unwrap());
    infopoints.recount(&Cell::at(point, CELL).hash()).await.unwrap();
    assert_eq!(on_map(world, &area).await, Some(vec![1]));
    sound(world).await;
    // A stale copy takes nothing away.
    assert!(!infopoints.remove(&first, Vec::new()).await.unwrap());
    let shown = Infopoint { version: 4, ..shown };
    assert!(infopoints.remove(&shown, Vec::new()).await.unwrap());
    infopoints.recount(&Cell::at(point, CELL).hash()).await.unwrap();
    assert_eq!(on_map(world, &area).await, Some(vec![]));
    sound(world).await;
}

pub async fn places_are_listed_by_whose_they_are(world: &World) {
    let infopoints = &Infopoints::of(&world.storage);
    let (school, club) = (EntityId(81), EntityId(82));
    let of = |id: i64, entity_id| Infopoint { entity_id, ..place(id, 15_600_000 + id, 58_400_000) };
    let all = [(1, Some(school)), (2, None), (3, Some(school)), (4, Some(club)), (5, Some(school))];
    for (id, entity_id) in all {
        create(world, &of(id, entity_id)).await;
    }
    let ids = async |source, before: Option<i64>, limit| -> Vec<i64> {
        let found = infopoints.of_source(source, before.map(InfopointId), limit).await.unwrap();
        found.into_iter().map(|id| id.0).collect()
    };
    assert_eq!(ids(Source::Entity(school), None, 2).await, [5, 3]);
    assert_eq!(ids(Source::Entity(school), Some(3), 2).await, [1]);
    assert_eq!(ids(Source::Entity(club), None, 2).await, [4]);
    // An organisation's are not its author's own.
    assert_eq!(ids(Source::User(ANNA), None, 9).await, [2]);
    let gone = of(5, Some(school));
    assert!(infopoints.remove(&gone, Vec::new()).await.unwrap());
    for cell in recounted(Some(&gone), None) {
        infopoints.recount(&cell).await.unwrap();
    }
    assert_eq!(ids(Source::Entity(school), None, 9).await, [3, 1]);
}

pub async fn the_map_has_what_a_plain_look_has(world: &World) {
    // At a town, a cell's edge, both sides of 180°, and the poles.
    let points = [
        (15_600_000, 58_400_000),
        (15_600_001, 58_400_000),
        (15_644_531, 58_403_320),
        (15_644_532, 58_403_321),
        (179_999_999, 0),
        (180_000_000, 0),
        (-179_999_999, 1),
        (0, 90_000_000),
        (120_000_000, 89_999_999),
        (0, -90_000_000),
    ];
    let places: Vec<Infopoint> =
        (1..).zip(points).map(|(id, (longitude, latitude))| place(id, longitude, latitude)).collect();
    for one in &places {
        create(world, one).await;
    }
    let area = |west: f64, south: f64, east: f64, north: f64| {
        let micro = |degrees: f64| (degrees * 1e6).round() as i64;
        Area { west: micro(west), south: micro(south), east: micro(east), north: micro(north) }
    };
    let questions = [
        (area(15.6, 58.4, 15.6, 58.4), vec![1]),
        (area(15.5, 58.3, 15.644_531, 58.403_32), vec![1, 2, 3]),
        (area(15.644_532, 58.403_321, 15.7, 58.5), vec![4]),
        (area(179.9, -0.1, -179.9, 0.1), vec![5, 6, 7]),
        (area(179.9, -0.1, 180.0, 0.1), vec![5, 6]),
        (area(-180.0, -0.1, -179.9, 0.1), vec![6, 7]),
        (area(-1.0, 89.99, 1.0, 90.0), vec![8]),
        (area(-1.0, -90.0, 1.0, -89.99), vec![10]),
        // Larger than sixty-four cells, but with few that hold something.
        (area(-180.0, -90.0, 180.0, 90.0), vec![1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        (area(10.0, 55.0, 25.0, 70.0), vec![1, 2, 3, 4]),
    ];
    for (area, expected) in questions {
        assert_eq!(on_map(world, &area).await, Some(expected), "{area:?}");
    }
    // Near: the cells of the nearest, by distance.
    let infopoints = Infopoints::of(&world.storage);
    let point = Point::of(180_000_000, 0).unwrap();
    let around = Area::around(point, 1_000.0);
    let (cells, has_more) = infopoints.nearest_cells(point, &around).await.unwrap();
    let (pins, _) = infopoints.pins(&around, &cells, |_| true, 100).await.unwrap();
    assert_eq!((pins.len(), has_more), (3, false));
    // Narrowed to a stretch of its cell, the rest is not read: of one pin more than is wanted, the answer says so.
    let town = area(15.5, 58.3, 15.7, 58.5);
    let (pins, _) = infopoints.pins(&town, &town.cells(CELL), |_| true, 1).await.unwrap();
    assert!(pins.len() > 1, "more than one is there");
}

pub async fn counts_are_a_recount(world: &World) {
    let infopoints = &Infopoints::of(&world.storage);
    // Two hundred places in as many cells, written and counted at once.
    let many: Vec<Infopoint> = (0..200)
        .map(|n| place(n + 1, 14_000_000 + n % 20 * 100_000, 57_000_000 + n / 20 * 100_000))
        .collect();
    for some in many.chunks(8) {
        join_all(some.iter().map(|one| create(world, one))).await;
    }
    let sweden = Area { west: 10 * DEGREE, south: 55 * DEGREE, east: 25 * DEGREE, north: 70 * DEGREE };
    let Found::Counts(counts) = infopoints.within(&sweden, 1_000).await.unwrap() else {
        panic!("more cells hold places than are read");
    };
    assert_eq!(counts.iter().map(|(_, count)| count).sum::<i64>(), 200);
    assert!(counts.len() <= 100, "{}", counts.len());
    let is_there = |point: &Point| (13_900_000..16_000_000).contains(&point.longitude);
    assert!(counts.iter().all(|(point, _)| is_there(point)), "{counts:?}");
    // In the same cell, many at once: whoever counts last has counted all.
    let same: Vec<Infopoint> = (0..8).map(|n| place(1_000 + n, 18_000_000 + n, 60_000_000)).collect();
    join_all(same.iter().map(|one| create(world, one))).await;
    sound(world).await;
    // A count that is missing is found by the check, and repeated.
    let silent = place(5_000, 20_000_000, 65_000_000);
    assert!(infopoints.create(&silent, Vec::new()).await.unwrap());
    assert_eq!(world.storage.check().await.unwrap().len(), 2, "its cell, and the larger one");
    infopoints.recount(&Cell::at(silent.point().unwrap(), CELL).hash()).await.unwrap();
    sound(world).await;
}

pub async fn connections_and_their_lists_agree(world: &World) {
    let infopoints = &Infopoints::of(&world.storage);
    let theirs = Infopoint { entity_id: Some(EntityId(9)), ..place(1, 15_600_000, 58_400_000) };
    create(world, &theirs).await;
    let connection = |user_id, favorite, notify| InfopointConnection {
        user_id,
        infopoint_id: InfopointId(1),
        connection_id: InfopointConnectionId(user_id.0 * 10),
        favorite,
        notify,
    };
    let first = connection(ANNA, true, false);
    assert!(infopoints.connect(None, &first).await.unwrap());
    assert!(!infopoints.connect(None, &first).await.unwrap(), "there is one");
    let followed = connection(ANNA, true, true);
    assert!(infopoints.connect(Some(&first), &followed).await.unwrap());
    assert!(
        !infopoints.connect(Some(&first), &connection(ANNA, false, false)).await.unwrap(),
        "it has changed"
    );
    assert!(infopoints.connect(None, &connection(BO, true, false)).await.unwrap());
    let followers = infopoints.followers(InfopointId(1), None, 10).await.unwrap();
    assert_eq!(
        followers.iter().map(|one| (one.user_id, one.notify)).collect::<Vec<_>>(),
        [(ANNA, true), (BO, false)]
    );
    infopoints.watch(ANNA, 580, true).await.unwrap();
    infopoints.watch(ANNA, 180, true).await.unwrap();
    infopoints.watch(ANNA, 180, false).await.unwrap();
    assert_eq!(infopoints.watches(ANNA).await.unwrap(), [580]);
    assert_eq!(infopoints.watchers(580, None, 10).await.unwrap(), [ANNA]);
    sound(world).await;
    assert!(infopoints.disconnect(&followed).await.unwrap());
    assert_eq!(infopoints.followers(InfopointId(1), Some(UserId(1)), 10).await.unwrap().len(), 1);
    sound(world).await;
}
