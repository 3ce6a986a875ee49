//! How many places each cell holds. A count is never added to but made anew, so that a repeat, or a job that runs late,
//! repairs what a dead process left.

use super::{CELL, COUNTED_BY, COUNTED_BY_AGAIN, Infopoints, Pin, Tally};
use crate::platform::error::{Error, Result};
use crate::platform::record::Stored;

/// Attempts at a count that others make as well.
const TRIES: usize = 16;
/// Pins read at once.
const SLICE: usize = 2_000;
/// Cells counted by one cell.
const COUNTS: usize = 1_024;

impl Infopoints {
    /// Counts a cell anew, and the larger cell that it is counted by.
    pub async fn recount(&self, cell: &str) -> Result<()> {
        let (area, whole): (String, String) =
            (cell.chars().take(COUNTED_BY).collect(), cell.chars().take(COUNTED_BY_AGAIN).collect());
        debug_assert_eq!(cell.len(), CELL, "cells of pins are counted");
        self.settle(&area, cell).await?;
        self.settle(&whole, &area).await
    }

    /// Writes a cell's count, the same one as well. The old count is read before the places: whoever counts later has seen
    /// all that an earlier one has, and whoever is overtaken counts again.
    async fn settle(&self, area: &str, cell: &str) -> Result<()> {
        for _ in 0..TRIES {
            let old: Option<Tally> = self.db.find_settled(Tally::at(area, cell)).await?;
            let places = self.places_in(cell).await?;
            let new = |version| Tally { area: area.to_owned(), cell: cell.to_owned(), places, version };
            let guard = match &old {
                Some(old) => old.change_version_to(&new(old.version + 1)),
                None => new(1).if_absent(),
            };
            if self.db.decide(guard, Vec::new()).await? {
                return Ok(());
            }
        }
        Err(Error::Busy)
    }

    /// How many places a cell has: its pins, or of a larger one the sum of its counts.
    pub(super) async fn places_in(&self, cell: &str) -> Result<i64> {
        if cell.len() < CELL {
            let counts: Vec<Tally> = self.db.list(Tally::of(cell).ascending(COUNTS)).await?;
            return Ok(counts.iter().map(|tally| tally.places).sum());
        }
        let (mut count, mut after) = (0, None::<(String, super::InfopointId)>);
        loop {
            let span = match after.take() {
                Some((hash, id)) => Pin::of(cell).after_all([hash.into(), id.into()]),
                None => Pin::of(cell),
            };
            let pins: Vec<Pin> = self.db.list(span.ascending(SLICE)).await?;
            count += pins.len();
            match pins.last() {
                Some(last) if pins.len() == SLICE => after = Some((last.hash.clone(), last.infopoint_id)),
                _ => return Ok(i64::try_from(count).unwrap_or(i64::MAX)),
            }
        }
    }
}
