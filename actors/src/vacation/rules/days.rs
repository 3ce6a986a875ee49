//! Days of a period, and which of them count as days of vacation (semesterlagen 9 §).

use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

/// Days from a first to a last one, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Days {
    pub first: Date,
    pub last: Date,
}

impl Days {
    /// None: the last day is before the first.
    pub fn new(first: Date, last: Date) -> Option<Self> {
        (first <= last).then_some(Self { first, last })
    }

    /// How many days they are.
    pub fn count(self) -> i64 {
        i64::from((self.last - self.first).get_days()) + 1
    }

    pub fn contains(self, date: Date) -> bool {
        self.first <= date && date <= self.last
    }

    pub fn touches(self, other: Self) -> bool {
        self.first <= other.last && other.first <= self.last
    }

    /// The days that are in both; none: there are no such.
    pub fn intersection(self, other: Self) -> Option<Self> {
        Self::new(self.first.max(other.first), self.last.min(other.last))
    }

    /// The smallest one that holds both.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self { first: self.first.min(other.first), last: self.last.max(other.last) }
    }

    /// Each day, in order.
    pub fn each(self) -> impl Iterator<Item = Date> {
        self.first.series(1.day()).take_while(move |date| *date <= self.last)
    }

    /// Mondays to Fridays.
    fn weekdays(self) -> i64 {
        let (weeks, rest) = (self.count() / 7, self.count() % 7);
        let first = i64::from(self.first.weekday().to_monday_zero_offset());
        weeks * 5 + (first..first + rest).filter(|day| day % 7 < 5).count() as i64
    }
}

/// Days on which nobody has to work, by name: public holidays, and the eves that are equal to them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Closed(BTreeMap<Date, String>);

impl Closed {
    pub fn new(days: impl IntoIterator<Item = (Date, String)>) -> Self {
        Self(days.into_iter().collect())
    }

    /// Those of some days, in order.
    pub fn within(&self, days: Days) -> impl Iterator<Item = (Date, &str)> {
        self.0.range(days.first..=days.last).map(|(date, name)| (*date, name.as_str()))
    }

    /// Whether a day of vacation counts: Monday to Friday, and not closed.
    pub fn counts(&self, date: Date) -> bool {
        !is_weekend(date) && !self.0.contains_key(&date)
    }

    /// How many of some days count.
    pub fn count(&self, days: Days) -> i64 {
        days.weekdays() - self.within(days).filter(|(date, _)| !is_weekend(*date)).count() as i64
    }
}

fn is_weekend(date: Date) -> bool {
    matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday)
}

#[cfg(test)]
#[path = "days_tests.rs"]
mod tests;
