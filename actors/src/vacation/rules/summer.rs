//! Four connected weeks of vacation in June, July and August (semesterlagen 12 §).

use super::{Closed, Days};

/// Four weeks, in days.
const FOUR_WEEKS: i64 = 28;

/// Whether vacation has four connected weeks within a summer: 28 days of which each that counts is vacation, so that
/// weekends and holidays bridge.
pub fn has_four_weeks(summer: Days, closed: &Closed, vacation: &[Days]) -> bool {
    let vacation: Vec<&Days> = vacation.iter().filter(|days| days.touches(summer)).collect();
    let mut run = 0;
    for date in summer.each() {
        let is_free = !closed.counts(date) || vacation.iter().any(|days| days.contains(date));
        run = if is_free { run + 1 } else { 0 };
        if run >= FOUR_WEEKS {
            return true;
        }
    }
    false
}

/// Whether somebody with that employment can have four weeks within a summer at all.
pub fn can_have_four_weeks(employed: Option<Days>) -> bool {
    employed.is_some_and(|days| days.count() >= FOUR_WEEKS)
}

#[cfg(test)]
#[path = "summer_tests.rs"]
mod tests;
