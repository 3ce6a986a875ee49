//! Cells and rectangles against a plain look at every position.

use proptest::prelude::*;

use super::*;

fn point(longitude: f64, latitude: f64) -> Point {
    let micro = |degrees: f64| (degrees * 1e6).round() as i64;
    Point::of(micro(longitude), micro(latitude)).unwrap()
}

#[test]
fn hashes_are_those_of_others() {
    // From geohash.org and the Wikipedia article.
    assert_eq!(Cell::at(point(10.40744, 57.64911), 11).hash(), "u4pruydqqvj");
    assert_eq!(Cell::at(point(-5.6, 42.6), 5).hash(), "ezs42");
    assert_eq!(Cell::at(point(-180.0, -90.0), 5).hash(), "00000");
    assert_eq!(Cell::at(point(179.999_999, 90.0), 5).hash(), "zzzzz");
}

#[test]
fn distances_are_known_ones() {
    // Stockholm to Gothenburg, about 397 km; a degree of latitude, 111.195 km.
    let between = point(18.0686, 59.3293).metres_to(point(11.9746, 57.7089));
    assert!((396_000.0..399_000.0).contains(&between), "{between}");
    let degree = point(15.0, 58.0).metres_to(point(15.0, 59.0));
    assert!((degree - 111_195.0).abs() < 1.0, "{degree}");
    // Across 180°, and at a pole, where all meridians meet.
    assert!(point(179.9999, 0.0).metres_to(point(-179.9999, 0.0)) < 25.0);
    assert!(point(0.0, 90.0).metres_to(point(120.0, 90.0)) < 0.001);
}

#[test]
fn the_meridian_of_180_degrees_is_one() {
    let at = point(180.0, 0.0);
    assert_eq!(at, point(-180.0, 0.0));
    let area = |west, east| Area { west: west * DEGREE, east: east * DEGREE, south: -DEGREE, north: DEGREE };
    for (west, east, inside) in
        [(170, 180, true), (-180, -170, true), (170, -170, true), (180, -170, true), (170, 179, false)]
    {
        assert_eq!(area(west, east).has(at), inside, "{west}..{east}");
    }
    assert!(area(180, 180).has(at) && !area(180, 180).has(point(0.0, 0.0)));
    assert!(!area(170, -170).has(point(0.0, 0.0)));
}

#[test]
fn a_world_is_all_cells() {
    let world = Area { west: -EAST, east: EAST, south: -NORTH, north: NORTH };
    assert_eq!((world.cells_touched(1), world.cells_touched(3)), (32, 32_768));
    assert_eq!(world.cells(1).len(), 32);
}

/// Coordinates, with the edges of cells, the poles and 180° among them.
fn longitudes() -> impl Strategy<Value = i64> {
    // 360/2^13 of a degree is a column of five letters: 43_945.3125 millionths.
    let edge = (-4096_i64..=4096).prop_flat_map(|n| (Just(n * 439_453_125 / 10_000), -1_i64..=1));
    prop_oneof![
        4 => -EAST..=EAST,
        2 => edge.prop_map(|(edge, more)| (edge + more).clamp(-EAST, EAST)),
        1 => prop_oneof![Just(-EAST), Just(EAST), Just(EAST - 1), Just(0)],
    ]
}

fn latitudes() -> impl Strategy<Value = i64> {
    let edge = (-2048_i64..=2048).prop_flat_map(|n| (Just(n * 439_453_125 / 10_000), -1_i64..=1));
    prop_oneof![
        4 => -NORTH..=NORTH,
        2 => edge.prop_map(|(edge, more)| (edge + more).clamp(-NORTH, NORTH)),
        1 => prop_oneof![Just(-NORTH), Just(NORTH), Just(0)],
    ]
}

/// A few kilometres around a coordinate, so that many positions are near an edge.
fn close(to: i64, half: i64) -> impl Strategy<Value = i64> {
    prop_oneof![(-200_000_i64..=200_000).prop_map(move |more| (to + more).clamp(-half, half)), -half..=half]
}

fn cases() -> impl Strategy<Value = (Area, Vec<Point>)> {
    (longitudes(), longitudes(), latitudes(), latitudes()).prop_flat_map(|(west, east, a, b)| {
        let area = Area { west, east, south: a.min(b), north: a.max(b) };
        let longitude = prop_oneof![close(west, EAST), close(east, EAST)];
        let latitude =
            prop_oneof![close(area.south, NORTH), close(area.north, NORTH), area.south..=area.north];
        let point =
            (longitude, latitude).prop_map(|(longitude, latitude)| Point::of(longitude, latitude).unwrap());
        (Just(area), proptest::collection::vec(point, 1..20))
    })
}

/// Whether a position is between the edges, on a circle of longitudes.
fn plainly(area: &Area, point: Point) -> bool {
    let turn = |longitude: i64| longitude.rem_euclid(2 * EAST);
    let wide = if area.west <= area.east { area.east - area.west } else { area.east - area.west + 2 * EAST };
    let aside = turn(point.longitude - area.west);
    point.latitude >= area.south && point.latitude <= area.north && (aside <= wide || wide == 2 * EAST)
}

proptest! {
    #[test]
    fn a_rectangle_has_what_a_plain_look_has((area, points) in cases()) {
        for point in points {
            prop_assert_eq!(area.has(point), plainly(&area, point), "{:?} {:?}", area, point);
        }
    }

    #[test]
    fn every_position_of_a_rectangle_is_in_a_cell_that_it_touches((area, points) in cases(), letters in 1_usize..=5) {
        for point in points.into_iter().filter(|point| area.has(*point)) {
            let cell = Cell::at(point, letters);
            prop_assert!(area.touches(cell), "{:?} {:?}", area, point);
            let (first, last) = area.hashes(cell);
            let hash = Cell::at(point, WHOLE).hash();
            prop_assert!(first <= hash && hash <= last, "{} in {}..{}", hash, first, last);
            prop_assert!(hash.starts_with(&cell.hash()));
        }
        if area.cells_touched(letters) <= 2_000 {
            let cells = area.cells(letters);
            prop_assert_eq!(cells.len() as u64, area.cells_touched(letters));
            prop_assert_eq!(cells.iter().collect::<std::collections::HashSet<_>>().len(), cells.len());
            prop_assert!(cells.iter().all(|cell| area.touches(*cell)));
        }
    }

    #[test]
    fn a_hash_reads_back(longitude in longitudes(), latitude in latitudes(), letters in 1_usize..=WHOLE) {
        let cell = Cell::at(Point::of(longitude, latitude).unwrap(), letters);
        prop_assert_eq!(Cell::of(&cell.hash()), Some(cell));
        prop_assert_eq!(Cell::at(cell.middle(), letters), cell);
    }

    #[test]
    fn what_is_near_is_in_the_rectangle_around(
        longitude in longitudes(),
        latitude in latitudes(),
        metres in 1_f64..60_000.0,
        east in -900_000_i64..900_000,
        north in -900_000_i64..900_000,
    ) {
        let point = Point::of(longitude, latitude).unwrap();
        let around = Area::around(point, metres);
        let turned = (longitude + east + EAST).rem_euclid(2 * EAST) - EAST;
        // Over a pole one comes down on the other side.
        let (turned, up) = match latitude + north {
            up if up > NORTH => ((turned + EAST + EAST).rem_euclid(2 * EAST) - EAST, 2 * NORTH - up),
            up if up < -NORTH => ((turned + EAST + EAST).rem_euclid(2 * EAST) - EAST, -2 * NORTH - up),
            up => (turned, up),
        };
        let other = Point::of(turned, up).unwrap();
        if point.metres_to(other) <= metres {
            prop_assert!(around.has(other), "{:?} {:?} {}", point, other, metres);
        }
    }
}
