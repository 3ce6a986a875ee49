//! Days on which too few of a group are present.

use jiff::ToSpan;

use super::Days;

/// A member of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// When they are employed; none: not in these days.
    pub employed: Option<Days>,
    /// Vacation that is approved or applied for, and absences; they may overlap.
    pub away: Vec<Days>,
}

/// Adjacent days on which fewer are present than must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Below {
    pub days: Days,
    /// The fewest on one of the days.
    pub present: i64,
}

/// Counts of adjacent days, as differences from the day before.
struct Counts {
    window: Days,
    steps: Vec<i64>,
}

impl Counts {
    fn new(window: Days) -> Self {
        Self { window, steps: vec![0; usize::try_from(window.count()).unwrap_or(0) + 1] }
    }

    /// Adds to each of some days, within the window.
    fn add(&mut self, days: Days, count: i64) {
        let Some(days) = days.intersection(self.window) else { return };
        let before = Days { first: self.window.first, last: days.first }.count() - 1;
        for (at, step) in [(before, count), (before + days.count(), -count)] {
            if let Some(sum) = usize::try_from(at).ok().and_then(|at| self.steps.get_mut(at)) {
                *sum += step;
            }
        }
    }
}

impl Member {
    /// When they are away although employed, without overlaps.
    fn missing(&self) -> Vec<Days> {
        let Some(employed) = self.employed else { return Vec::new() };
        let mut away: Vec<Days> = self.away.iter().filter_map(|days| days.intersection(employed)).collect();
        away.sort_unstable();
        let mut missing: Vec<Days> = Vec::with_capacity(away.len());
        for days in away {
            match missing.last_mut() {
                Some(last) if last.touches(days) => *last = last.with(days),
                _ => missing.push(days),
            }
        }
        missing
    }
}

/// The runs of days of a window on which fewer than `minimum` of the members are present.
pub fn below<'a>(window: Days, minimum: i64, members: impl IntoIterator<Item = &'a Member>) -> Vec<Below> {
    let mut counts = Counts::new(window);
    for member in members {
        if let Some(employed) = member.employed {
            counts.add(employed, 1);
        }
        for days in member.missing() {
            counts.add(days, -1);
        }
    }
    let (mut runs, mut present): (Vec<Below>, i64) = (Vec::new(), 0);
    for (date, step) in window.each().zip(&counts.steps) {
        present += step;
        if present >= minimum {
            continue;
        }
        match runs.last_mut() {
            Some(run) if run.days.last.saturating_add(1.day()) == date => {
                run.days.last = date;
                run.present = run.present.min(present);
            }
            _ => runs.push(Below { days: Days { first: date, last: date }, present }),
        }
    }
    runs
}

#[cfg(test)]
#[path = "presence_tests.rs"]
mod tests;
