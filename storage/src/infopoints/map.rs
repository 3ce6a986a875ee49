//! Reading the map: which places stand in a rectangle, or how many where.

use std::collections::BTreeMap;

use super::grid::{Area, Cell, Point};
use super::{CELL, COUNTED_BY, COUNTED_BY_AGAIN, Infopoints, Pin, Tally};
use crate::platform::error::Result;

/// Most cells whose places are read for one question.
pub const MOST_CELLS: usize = 64;
/// Most clusters of an answer, unless the coarsest cells are more.
const MOST_CLUSTERS: usize = 100;
/// Pins of a cell read at once: at first [`SHARE`] times its part of the answer, because places lie close together, within
/// these bounds; then twice as many each time. And how often at most.
const SHARE: usize = 8;
const FIRST: usize = 16;
const SLICE: usize = 250;
const ROUNDS: usize = 10;
/// Most counts of a cell that is counted by.
const COUNTS: usize = 1_024;

/// What stands in a rectangle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The cells that may hold places of it, to be read by [`Infopoints::pins`].
    Cells(Vec<Cell>),
    /// There are more cells than are read: how many places each of larger cells has, also beyond the rectangle's edge.
    Counts(Vec<(Point, i64)>),
}

/// How a rectangle is covered.
enum Covering {
    /// By few cells.
    Few(Vec<Cell>),
    /// By cells that hold so many places each, all of one size.
    Counts(Vec<(Cell, i64)>),
}

/// Counts of cells put together until they are few: each with the middle of its places' cells.
fn clusters(counts: &[(Cell, i64)]) -> Vec<(Point, i64)> {
    let deepest = counts.iter().map(|(cell, _)| cell.letters()).max().unwrap_or(1);
    let mut letters = deepest;
    loop {
        // The sums of counts, and of coordinates weighted by them.
        let mut sums: BTreeMap<String, (i64, i128, i128)> = BTreeMap::new();
        for (cell, count) in counts {
            let (middle, hash) = (cell.middle(), cell.hash());
            let sum = sums.entry(hash.chars().take(letters).collect()).or_default();
            sum.0 += count;
            sum.1 += i128::from(middle.longitude) * i128::from(*count);
            sum.2 += i128::from(middle.latitude) * i128::from(*count);
        }
        if sums.len() <= MOST_CLUSTERS || letters == 1 {
            let mean =
                |sum: i128, count: i64| i64::try_from(sum / i128::from(count.max(1))).unwrap_or_default();
            let point = |(count, longitude, latitude): (i64, i128, i128)| {
                let point = Point { longitude: mean(longitude, count), latitude: mean(latitude, count) };
                (point, count)
            };
            return sums.into_values().map(point).collect();
        }
        letters -= 1;
    }
}

impl Infopoints {
    /// The counts of cells within these, those without places left out.
    async fn counts(&self, within: &[Cell], area: &Area) -> Result<Vec<(Cell, i64)>> {
        let ranges = within.iter().map(|cell| Tally::of(&cell.hash()).ascending(COUNTS)).collect();
        let rows: Vec<Vec<Tally>> = self.db.list_many(ranges).await?;
        let counted = rows.into_iter().flatten().filter(|tally| tally.places > 0);
        let cells = counted.filter_map(|tally| Some((Cell::of(&tally.cell)?, tally.places)));
        Ok(cells.filter(|(cell, _)| area.touches(*cell)).collect())
    }

    /// The cells of a rectangle that may hold places, if they are few; otherwise counts.
    async fn covering(&self, area: &Area) -> Result<Covering> {
        let few = MOST_CELLS as u64;
        if area.cells_touched(CELL) <= few {
            return Ok(Covering::Few(area.cells(CELL)));
        }
        let larger = if area.cells_touched(COUNTED_BY) <= few {
            area.cells(COUNTED_BY)
        } else {
            let counts = self.counts(&area.cells(COUNTED_BY_AGAIN), area).await?;
            if counts.len() > MOST_CELLS {
                return Ok(Covering::Counts(counts));
            }
            counts.into_iter().map(|(cell, _)| cell).collect()
        };
        Ok(Covering::Counts(self.counts(&larger, area).await?))
    }

    /// What stands in a rectangle: the cells to read, or counts if they are more than [`MOST_CELLS`] or hold more than
    /// `most` places. Counts are brought up to date shortly after a change; what is read by few cells is exact at once.
    pub async fn within(&self, area: &Area, most: i64) -> Result<Found> {
        let counts = match self.covering(area).await? {
            Covering::Few(cells) => return Ok(Found::Cells(cells)),
            Covering::Counts(counts) => counts,
        };
        let sum: i64 = counts.iter().map(|(_, count)| count).sum();
        let is_coarse = counts.iter().any(|(cell, _)| cell.letters() < CELL);
        if is_coarse || counts.len() > MOST_CELLS || sum > most {
            return Ok(Found::Counts(clusters(&counts)));
        }
        Ok(Found::Cells(counts.into_iter().map(|(cell, _)| cell).collect()))
    }

    /// The cells around a position that may hold places of a rectangle, nearest first and at most [`MOST_CELLS`]; true:
    /// there are more.
    pub async fn nearest_cells(&self, point: Point, area: &Area) -> Result<(Vec<Cell>, bool)> {
        let mut cells = match self.covering(area).await? {
            Covering::Few(cells) => cells,
            // So near a position cells are counted one by one.
            Covering::Counts(counts) => counts.into_iter().map(|(cell, _)| cell).collect(),
        };
        cells.retain(|cell| cell.letters() == CELL);
        cells.sort_by(|one, other| point.metres_to(one.middle()).total_cmp(&point.metres_to(other.middle())));
        let has_more = cells.len() > MOST_CELLS;
        cells.truncate(MOST_CELLS);
        Ok((cells, has_more))
    }

    /// The wanted pins of a rectangle in these cells, until there are more than `most`; each cell's by hash. True: cells
    /// hold more than are read.
    pub async fn pins(
        &self,
        area: &Area,
        cells: &[Cell],
        wanted: impl Fn(&Pin) -> bool,
        most: usize,
    ) -> Result<(Vec<Pin>, bool)> {
        let (mut found, mut open) = (Vec::new(), Vec::with_capacity(cells.len()));
        for cell in cells {
            let (first, last) = area.hashes(*cell);
            open.push(Pin::of(&cell.hash()).from(first).up_to(last));
        }
        let mut slice = (SHARE * most / cells.len().max(1)).clamp(FIRST, SLICE);
        for _ in 0..ROUNDS {
            if open.is_empty() || found.len() > most {
                break;
            }
            let ranges = open.iter().cloned().map(|span| span.ascending(slice)).collect();
            let rows: Vec<Vec<Pin>> = self.db.list_many(ranges).await?;
            let before = std::mem::take(&mut open);
            for (span, pins) in before.into_iter().zip(rows) {
                let last = pins.last().filter(|_| pins.len() == slice);
                let after = last.map(|last| [last.hash.as_str().into(), last.infopoint_id.into()]);
                open.extend(after.map(|after| span.after_all(after)));
                let is_in = |pin: &Pin| pin.point().is_some_and(|point| area.has(point));
                found.extend(pins.into_iter().filter(|pin| is_in(pin) && wanted(pin)));
            }
            slice = (2 * slice).min(SLICE);
        }
        Ok((found, !open.is_empty()))
    }
}
