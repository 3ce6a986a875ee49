//! Whether one more interval fits among others: pure. Contract §8.1.
//!
//! Intervals are half-open. On each unit, at each moment, no more of them overlap than the smallest `most` among the
//! overlapping ones allows. Between two neighbours lies at least the larger of their two buffers: seen from one of
//! them, an interval lasts until its end and its own buffer, and the others are extended by what their buffer exceeds
//! it by, at both ends.

/// An interval and what it takes of a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    /// Epoch milliseconds.
    pub starts: i64,
    /// Epoch milliseconds, exclusive.
    pub ends: i64,
    /// The units, one bit each.
    pub units: u64,
    /// The most intervals on one of its units at once, this one included (`maxConcurrent`).
    pub most: i64,
    /// Milliseconds to both neighbours.
    pub buffer: i64,
}

impl Taken {
    /// Start and end of `other` as seen from this one.
    fn seen(&self, other: &Self) -> (i64, i64) {
        let larger = self.buffer.max(other.buffer);
        (other.starts - (larger - self.buffer), other.ends + larger)
    }

    /// Whether the two cannot stand beside each other where one at a time is allowed.
    pub fn touches(&self, other: &Self) -> bool {
        let (starts, ends) = self.seen(other);
        self.units & other.units != 0 && self.starts < ends && starts < self.ends + self.buffer
    }
}

/// The bits of a mask, one mask each.
fn bits(mask: u64) -> impl Iterator<Item = u64> {
    let rest = |left: &u64| Some(left & (left - 1)).filter(|left| *left != 0);
    std::iter::successors(Some(mask).filter(|mask| *mask != 0), rest).map(|left| left & left.wrapping_neg())
}

/// The indexes of those among `others` that are there while there is one too many, seen from `wanted`; ascending.
fn crowded(wanted: &Taken, others: &[(usize, Taken)]) -> Vec<usize> {
    let mut found = Vec::new();
    for unit in bits(wanted.units) {
        let on_unit = || others.iter().filter(move |(_, other)| other.units & unit != 0);
        // The number of overlapping intervals changes for the worse only where one of them starts.
        for at in on_unit().map(|(_, other)| wanted.seen(other).0.max(wanted.starts)) {
            let there = || {
                on_unit().filter(move |(_, other)| {
                    let (starts, ends) = wanted.seen(other);
                    starts <= at && at < ends
                })
            };
            let most = there().map(|(_, other)| other.most).fold(wanted.most, i64::min);
            if there().count() as i64 + 1 > most {
                found.extend(there().map(|(index, _)| *index));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The indexes of those that `wanted` cannot stand beside, ascending; none: it fits.
pub fn conflicts(wanted: &Taken, others: &[Taken]) -> Vec<usize> {
    let near: Vec<(usize, Taken)> =
        others.iter().copied().enumerate().filter(|(_, other)| wanted.touches(other)).collect();
    let mut found = crowded(wanted, &near);
    // With another buffer, a neighbour sees the same intervals extended differently.
    for (index, neighbour) in near.iter().filter(|(_, near)| near.buffer != wanted.buffer) {
        let theirs: Vec<(usize, Taken)> = others
            .iter()
            .copied()
            .enumerate()
            .filter(|(other, taken)| other != index && neighbour.touches(taken))
            .chain([(*index, *wanted)])
            .collect();
        if !crowded(neighbour, &theirs).is_empty() {
            found.push(*index);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether `wanted` fits among the others.
pub fn fits(wanted: &Taken, others: &[Taken]) -> bool {
    let mut is_alone = true;
    for other in others.iter().filter(|other| wanted.touches(other)) {
        // Where one at a time is allowed, whatever it touches is in its way.
        if wanted.most.min(other.most) <= 1 {
            return false;
        }
        is_alone = false;
    }
    is_alone || conflicts(wanted, others).is_empty()
}

/// How far an interval can reach among others, seen from its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// It fits exactly if it ends then or before.
    Until(i64),
    /// Some are in its way only together: each end is to be tried.
    Crowded,
}

/// How far an interval can reach from its start, at most to its end.
pub fn reach(longest: &Taken, others: &[Taken]) -> Reach {
    let mut until = longest.ends;
    for other in others.iter().filter(|other| longest.touches(other)) {
        if longest.most.min(other.most) > 1 {
            return Reach::Crowded;
        }
        // Where one at a time is allowed, whatever it touches is in its way.
        until = until.min(other.starts - longest.buffer.max(other.buffer));
    }
    Reach::Until(until)
}

/// Taken intervals in order, of which the few around another are found without looking at all of them.
#[derive(Debug, Clone, Default)]
pub struct Timeline {
    /// By start.
    all: Vec<Taken>,
    /// The latest end of each and those before it.
    ends: Vec<i64>,
    /// The largest buffer.
    buffer: i64,
}

impl Timeline {
    /// Of intervals in any order.
    pub fn of(mut all: Vec<Taken>) -> Self {
        all.sort_unstable_by_key(|one| one.starts);
        let latest = all.iter().scan(i64::MIN, |latest, one| {
            *latest = one.ends.max(*latest);
            Some(*latest)
        });
        let (ends, buffer) = (latest.collect(), all.iter().map(|one| one.buffer).fold(0, i64::max));
        Self { all, ends, buffer }
    }

    /// All intervals, by start.
    pub fn all(&self) -> &[Taken] {
        &self.all
    }

    /// Neighbouring intervals by start, among them all that `wanted` touches.
    pub fn around(&self, wanted: &Taken) -> &[Taken] {
        let buffer = self.buffer.max(wanted.buffer);
        let first = self.ends.partition_point(|ends| ends + buffer <= wanted.starts);
        let until = self.all.partition_point(|one| one.starts < wanted.ends + buffer);
        self.all.get(first..until).unwrap_or_default()
    }
}

#[cfg(test)]
#[path = "sweep_tests.rs"]
mod tests;
