//! Positions on the earth and the cells of the geohash grid that they lie in. Pure.
//!
//! A coordinate is a whole number of millionths of a degree (WGS 84), so that a position is in the same cell on every
//! machine. Longitude 180 is stored as -180: it is the same meridian.

/// Millionths of a degree.
pub const DEGREE: i64 = 1_000_000;
const NORTH: i64 = 90 * DEGREE;
const EAST: i64 = 180 * DEGREE;
/// The mean radius of the earth, in metres.
const RADIUS: f64 = 6_371_008.8;
/// The alphabet of geohashes.
const LETTERS: &[u8; 32] = b"0123456789bcdefghjkmnpqrstuvwxyz";
/// Letters of the hash by which pins of a cell are sorted: about a metre.
pub const WHOLE: usize = 10;

/// A position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    pub longitude: i64,
    pub latitude: i64,
}

impl Point {
    /// A position in millionths of a degree; none: there is no such one.
    pub fn of(longitude: i64, latitude: i64) -> Option<Self> {
        let is_one = (-EAST..=EAST).contains(&longitude) && (-NORTH..=NORTH).contains(&latitude);
        is_one.then_some(Self { longitude: if longitude == EAST { -EAST } else { longitude }, latitude })
    }

    /// Metres between two positions, on a sphere.
    #[allow(clippy::cast_precision_loss, reason = "coordinates are below 2^28")]
    pub fn metres_to(self, other: Self) -> f64 {
        let radians = |micro: i64| (micro as f64 / DEGREE as f64).to_radians();
        let (from, to) = (radians(self.latitude), radians(other.latitude));
        let (north, east) = ((to - from) / 2.0, radians(other.longitude - self.longitude) / 2.0);
        let half = north.sin().powi(2) + from.cos() * to.cos() * east.sin().powi(2);
        2.0 * RADIUS * half.sqrt().min(1.0).asin()
    }
}

/// A rectangle of the grid: columns from west to east and rows from south to north, at a number of letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    letters: usize,
    column: u64,
    row: u64,
}

/// Bits of the column and of the row in so many letters. Longitude has the first bit.
const fn bits(letters: usize) -> (u32, u32) {
    let all = letters as u32 * 5;
    (all.div_ceil(2), all / 2)
}

/// Which of `2^bits` equal parts of a range a coordinate is in; the upper end belongs to the last part.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..2^bits")]
fn part(coordinate: i64, half: i64, bits: u32) -> u64 {
    let parts = 1_i128 << bits;
    let part = (i128::from(coordinate) + i128::from(half)) * parts / (2 * i128::from(half));
    part.clamp(0, parts - 1) as u64
}

/// The middle of a part.
#[allow(clippy::cast_possible_truncation, reason = "within the range")]
fn middle(part: u64, half: i64, bits: u32) -> i64 {
    let parts = 1_i128 << bits;
    ((2 * i128::from(part) + 1) * i128::from(half) / parts) as i64 - half
}

impl Cell {
    /// The cell that a position lies in.
    pub fn at(point: Point, letters: usize) -> Self {
        let (columns, rows) = bits(letters);
        Self { letters, column: part(point.longitude, EAST, columns), row: part(point.latitude, NORTH, rows) }
    }

    /// Letters of its geohash.
    pub const fn letters(self) -> usize {
        self.letters
    }

    /// Its geohash.
    pub fn hash(self) -> String {
        let (columns, rows) = bits(self.letters);
        let (mut columns, mut rows, mut hash) = (columns, rows, String::with_capacity(self.letters));
        let mut takes_column = true;
        for _ in 0..self.letters {
            let mut letter = 0;
            for _ in 0..5 {
                let bit = if takes_column {
                    columns -= 1;
                    self.column >> columns
                } else {
                    rows -= 1;
                    self.row >> rows
                };
                letter = letter << 1 | (bit & 1) as usize;
                takes_column = !takes_column;
            }
            hash.push(char::from(LETTERS[letter]));
        }
        hash
    }

    /// The cell of a geohash; none: it is not one.
    pub fn of(hash: &str) -> Option<Self> {
        let (mut column, mut row, mut takes_column) = (0, 0, true);
        for byte in hash.bytes() {
            let letter = LETTERS.iter().position(|one| *one == byte)?;
            for place in (0..5).rev() {
                let bit = (letter >> place & 1) as u64;
                let axis = if takes_column { &mut column } else { &mut row };
                *axis = *axis << 1 | bit;
                takes_column = !takes_column;
            }
        }
        (!hash.is_empty() && hash.len() <= WHOLE).then_some(Self { letters: hash.len(), column, row })
    }

    /// The middle of the cell.
    pub fn middle(self) -> Point {
        let (columns, rows) = bits(self.letters);
        Point { longitude: middle(self.column, EAST, columns), latitude: middle(self.row, NORTH, rows) }
    }
}

/// A rectangle between two parallels and two meridians, edges included; `west` > `east`: it crosses 180°.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    pub west: i64,
    pub south: i64,
    pub east: i64,
    pub north: i64,
}

/// The first and the last of adjacent coordinates.
type Stretch = (i64, i64);

impl Area {
    /// The smallest rectangle around everything within a distance of a position, a little larger.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "coordinates are below 2^28"
    )]
    pub fn around(point: Point, metres: f64) -> Self {
        let angle = metres / RADIUS;
        let up = (angle.to_degrees() * DEGREE as f64).ceil() as i64 + 1;
        let (south, north) = (point.latitude - up, point.latitude + up);
        if south <= -NORTH || north >= NORTH {
            // A pole is within the distance, and there every meridian is.
            return Self { west: -EAST, east: EAST, south: south.max(-NORTH), north: north.min(NORTH) };
        }
        let latitude = (point.latitude as f64 / DEGREE as f64).to_radians();
        let aside =
            ((angle.sin() / latitude.cos()).min(1.0).asin().to_degrees() * DEGREE as f64).ceil() as i64;
        let aside = aside + 1;
        if aside >= EAST {
            return Self { west: -EAST, east: EAST, south, north };
        }
        let wrapped = |longitude: i64| (longitude + EAST).rem_euclid(2 * EAST) - EAST;
        Self { west: wrapped(point.longitude - aside), east: wrapped(point.longitude + aside), south, north }
    }

    /// Its longitudes as they are stored, from -180° up to below 180°.
    fn stretches(&self) -> Vec<Stretch> {
        let last = EAST - 1;
        let west = if self.west == EAST && self.east != EAST { -EAST } else { self.west };
        let mut found = if west <= self.east {
            vec![(west, self.east.min(last))]
        } else {
            vec![(west, last), (-EAST, self.east)]
        };
        if self.east == EAST && west > -EAST {
            found.push((-EAST, -EAST));
        }
        found.retain(|(first, end)| first <= end);
        found
    }

    /// Whether a position lies in it.
    pub fn has(&self, point: Point) -> bool {
        (self.south..=self.north).contains(&point.latitude)
            && self.stretches().iter().any(|(first, end)| (*first..=*end).contains(&point.longitude))
    }

    /// Columns and rows of the cells that it touches, as ranges from the first to the last.
    fn parts(&self, letters: usize) -> (Vec<(u64, u64)>, (u64, u64)) {
        let (columns, rows) = bits(letters);
        let mut across: Vec<(u64, u64)> = Vec::new();
        let mut stretches = self.stretches();
        stretches.sort_unstable();
        for (first, end) in stretches {
            let (first, end) = (part(first, EAST, columns), part(end, EAST, columns));
            match across.last_mut() {
                Some(before) if first <= before.1 => before.1 = before.1.max(end),
                _ => across.push((first, end)),
            }
        }
        (across, (part(self.south, NORTH, rows), part(self.north, NORTH, rows)))
    }

    /// How many cells it touches.
    pub fn cells_touched(&self, letters: usize) -> u64 {
        let (across, (south, north)) = self.parts(letters);
        across.iter().map(|(first, end)| end - first + 1).sum::<u64>() * (north - south + 1)
    }

    /// The cells that it touches.
    pub fn cells(&self, letters: usize) -> Vec<Cell> {
        let (across, (south, north)) = self.parts(letters);
        let columns = across.into_iter().flat_map(|(first, end)| first..=end);
        columns.flat_map(|column| (south..=north).map(move |row| Cell { letters, column, row })).collect()
    }

    /// Whether it touches a cell.
    pub fn touches(&self, cell: Cell) -> bool {
        let (across, (south, north)) = self.parts(cell.letters);
        (south..=north).contains(&cell.row)
            && across.iter().any(|(first, end)| (*first..=*end).contains(&cell.column))
    }

    /// The first and the last whole hash that a position of it in a cell may have: hashes grow with both coordinates.
    pub fn hashes(&self, cell: Cell) -> (String, String) {
        let (columns, rows) = bits(WHOLE);
        let (fine, less) = (columns - bits(cell.letters).0, rows - bits(cell.letters).1);
        let (mut first, mut end) = (cell.column << fine, ((cell.column + 1) << fine) - 1);
        if let [(west, east)] = self.stretches()[..] {
            first = first.max(part(west, EAST, columns));
            end = end.min(part(east, EAST, columns));
        }
        let low = (cell.row << less).max(part(self.south, NORTH, rows));
        let high = (((cell.row + 1) << less) - 1).min(part(self.north, NORTH, rows));
        let hash = |column, row| Cell { letters: WHOLE, column, row }.hash();
        (hash(first, low), hash(end, high))
    }
}

#[cfg(test)]
#[path = "grid_tests.rs"]
mod tests;
