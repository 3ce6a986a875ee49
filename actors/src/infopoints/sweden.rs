//! Whether a position is in Sweden, for a warning. The border is drawn to some kilometres, its waters included. Pure.

use storage::infopoints::grid::{DEGREE, Point};

/// Longitude and latitude in degrees of the border's corners: up the west coast, along Norway and Finland, down the Baltic.
const BORDER: &[(f64, f64)] = &[
    (12.80, 55.20),
    (12.68, 55.30),
    (12.83, 55.55),
    (12.83, 55.66),
    (12.78, 55.76),
    (12.655, 55.88),
    (12.655, 56.04),
    (12.55, 56.10),
    (12.30, 56.25),
    (11.95, 56.60),
    (11.60, 57.10),
    (11.20, 57.60),
    (10.90, 58.40),
    (10.70, 58.90),
    (10.95, 58.98),
    (11.15, 59.02),
    (11.28, 59.105),
    (11.44, 59.00),
    (11.46, 58.89),
    (11.65, 58.90),
    (11.79, 59.10),
    (11.82, 59.35),
    (11.70, 59.60),
    (11.93, 59.72),
    (11.90, 59.88),
    (12.24, 59.93),
    (12.52, 60.20),
    (12.60, 60.50),
    (12.30, 60.98),
    (12.88, 61.35),
    (12.12, 61.72),
    (12.30, 62.27),
    (12.05, 62.60),
    (12.20, 63.00),
    (11.97, 63.27),
    (12.15, 63.60),
    (12.68, 63.97),
    (13.97, 64.01),
    (14.11, 64.46),
    (13.65, 64.58),
    (14.50, 65.30),
    (14.52, 66.13),
    (15.47, 66.28),
    (16.38, 67.05),
    (16.10, 67.43),
    (16.70, 67.90),
    (17.30, 68.10),
    (17.90, 67.97),
    (18.13, 68.20),
    (18.10, 68.53),
    (19.92, 68.36),
    (20.20, 68.48),
    (20.33, 68.80),
    (20.06, 69.04),
    (20.56, 69.07),
    (20.90, 68.90),
    (22.00, 68.50),
    (22.80, 68.40),
    (23.40, 68.15),
    (23.67, 67.90),
    (23.45, 67.45),
    (23.75, 67.25),
    (23.65, 67.00),
    (23.99, 66.80),
    (23.66, 66.40),
    (23.90, 66.15),
    (24.14, 65.85),
    (24.15, 65.50),
    (23.00, 65.00),
    (21.05, 63.50),
    (20.30, 62.50),
    (19.30, 61.00),
    (19.12, 60.35),
    (19.20, 59.90),
    (19.90, 59.30),
    (20.00, 58.50),
    (19.60, 57.60),
    (18.90, 56.80),
    (16.90, 55.90),
    (15.50, 55.70),
    (14.40, 55.20),
];

/// Whether a position is within the border.
#[allow(clippy::cast_precision_loss, reason = "coordinates are below 2^28")]
pub fn is_swedish(point: Point) -> bool {
    let degrees = |micro: i64| micro as f64 / DEGREE as f64;
    let (east, north) = (degrees(point.longitude), degrees(point.latitude));
    let edges = BORDER.iter().zip(BORDER.iter().cycle().skip(1));
    // A line to the east crosses the border an odd number of times from within.
    let crossed = edges.filter(|((from_east, from_north), (to_east, to_north))| {
        (*from_north > north) != (*to_north > north)
            && east < from_east + (north - from_north) / (to_north - from_north) * (to_east - from_east)
    });
    crossed.count() % 2 == 1
}

/// The position with its coordinates exchanged, if that one is in Sweden and this one is not.
pub fn swapped(point: Point) -> Option<Point> {
    let other = Point::of(point.latitude, point.longitude)?;
    (!is_swedish(point) && is_swedish(other)).then_some(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::infopoints::rules::{Coordinate, point};

    fn at(longitude: f64, latitude: f64) -> Point {
        point(&Coordinate::Number(longitude), &Coordinate::Number(latitude)).unwrap()
    }

    #[test]
    fn places_on_both_sides_of_the_border() {
        let sweden = [
            ("Treriksröset", 20.5486, 69.0599),
            ("Smygehuk", 13.3594, 55.3372),
            ("Haparanda", 24.1350, 65.8350),
            ("Strömstad", 11.1712, 58.9395),
            ("Nordkoster", 11.0050, 58.9020),
            ("Helsingborg", 12.6945, 56.0465),
            ("Ven", 12.6960, 55.9080),
            ("Malmö", 12.9900, 55.6050),
            ("Gotska Sandön", 19.2500, 58.3700),
            ("Visby", 18.2948, 57.6348),
            ("Utklippan", 15.7050, 55.9530),
            ("Kiruna", 20.2253, 67.8558),
            ("Storlien", 12.1000, 63.3150),
            ("Töcksfors", 11.8420, 59.5120),
            ("Riksgränsen", 18.1240, 68.4270),
        ];
        for (name, longitude, latitude) in sweden {
            assert!(is_swedish(at(longitude, latitude)), "{name}");
        }
        let elsewhere = [
            ("Köpenhamn", 12.5683, 55.6761),
            ("Helsingör", 12.6136, 56.0360),
            ("Rönne", 14.7060, 55.1010),
            ("Anholt", 11.5600, 56.7080),
            ("Oslo", 10.7522, 59.9139),
            ("Halden", 11.3875, 59.1226),
            ("Kongsvinger", 11.9980, 60.1910),
            ("Narvik", 17.4270, 68.4385),
            ("Mariehamn", 19.9348, 60.0973),
            ("Kemi", 24.5630, 65.7360),
            ("Vasa", 21.6158, 63.0960),
            ("noll", 0.0, 0.0),
            ("nordpolen", 0.0, 90.0),
        ];
        for (name, longitude, latitude) in elsewhere {
            assert!(!is_swedish(at(longitude, latitude)), "{name}");
        }
    }

    #[test]
    fn exchanged_coordinates_are_recognised() {
        assert_eq!(swapped(at(57.7089, 11.9746)), Some(at(11.9746, 57.7089)));
        assert_eq!(swapped(at(11.9746, 57.7089)), None, "it is in Sweden as it is");
        assert_eq!(swapped(at(2.3522, 48.8566)), None, "neither is");
        assert_eq!(swapped(at(150.0, 58.0)), None, "there is no latitude 150");
    }
}
