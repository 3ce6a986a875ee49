//! The head of a ledger: numbers without gaps by year, the balance.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::records::{Entry, Ledger, YearCount};
use crate::platform::ids::EntityId;
use crate::platform::time::Moment;
use crate::platform::value::Json;

/// The time zone of years and days.
const ZONE: &str = "Europe/Stockholm";

/// The year of a time, in Sweden.
pub fn year_of(at: Moment) -> i64 {
    let zone = TimeZone::get(ZONE).unwrap_or(TimeZone::UTC);
    Timestamp::from_millisecond(at.0).unwrap_or_default().to_zoned(zone).year().into()
}

impl Ledger {
    /// The head before anything is stored.
    pub fn none(entity_id: EntityId) -> Self {
        Self {
            entity_id,
            version: 0,
            year: 0,
            next_number: 1,
            next_voucher: 1,
            past: Json(Vec::new()),
            last_at: Moment(0),
            open_sum: 0,
            paid_sum: 0,
            entry_count: 0,
        }
    }

    /// The head of a change at a time: never before the last one. A new year begins at number 1.
    #[must_use]
    pub fn at_time(&self, now: i64) -> Self {
        let mut new = self.clone();
        new.last_at = Moment(now.max(self.last_at.0));
        let year = year_of(new.last_at);
        if year > self.year {
            new.past.0.extend(self.counted());
            (new.year, new.next_number, new.next_voucher) = (year, 1, 1);
        }
        new
    }

    /// The count of the head's own year, if it has any.
    fn counted(&self) -> Option<YearCount> {
        let (entries, vouchers) = (self.next_number - 1, self.next_voucher - 1);
        (entries + vouchers > 0).then_some(YearCount { year: self.year, entries, vouchers })
    }

    /// All years with numbers, newest first.
    pub fn years(&self) -> Vec<YearCount> {
        self.counted().into_iter().chain(self.past.0.iter().rev().copied()).collect()
    }

    /// Takes the next entry's number.
    pub fn take_number(&mut self) -> i64 {
        self.next_number += 1;
        self.entry_count += 1;
        self.next_number - 1
    }

    /// Takes the next voucher's number.
    pub fn take_voucher(&mut self) -> i64 {
        self.next_voucher += 1;
        self.next_voucher - 1
    }

    /// Counts a changed entry in the balance.
    pub fn weigh(&mut self, old: Option<&Entry>, new: &Entry) {
        self.open_sum += new.open_amount() - old.map_or(0, Entry::open_amount);
        self.paid_sum += new.paid_amount() - old.map_or(0, Entry::paid_amount);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

    use super::*;

    fn at(time: &str) -> i64 {
        time.parse::<Timestamp>().unwrap().as_millisecond()
    }

    #[test]
    fn a_year_begins_at_swedish_midnight() {
        assert_eq!(year_of(Moment(at("2026-12-31T22:59:59.999Z"))), 2026);
        assert_eq!(year_of(Moment(at("2026-12-31T23:00:00Z"))), 2027);
    }

    #[test]
    fn numbers_begin_anew_each_year() {
        let mut head = Ledger::none(EntityId(1)).at_time(at("2026-12-31T22:59:00Z"));
        assert_eq!((head.year, head.take_number(), head.take_number()), (2026, 1, 2));
        assert_eq!(head.take_voucher(), 1);
        let mut head = head.at_time(at("2026-12-31T23:00:00Z"));
        assert_eq!((head.year, head.take_number(), head.take_voucher()), (2027, 1, 1));
        let years: Vec<_> = head.years().iter().map(|one| (one.year, one.entries, one.vouchers)).collect();
        assert_eq!(years, [(2027, 1, 1), (2026, 2, 1)]);
        assert_eq!(head.entry_count, 3);
    }

    #[test]
    fn a_clock_that_is_behind_reopens_no_year() {
        let head = Ledger::none(EntityId(1)).at_time(at("2027-01-01T00:00:00Z"));
        let later = head.at_time(at("2026-12-31T12:00:00Z"));
        assert_eq!((later.year, later.last_at), (2027, head.last_at));
    }
}
