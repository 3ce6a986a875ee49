//! The weeks of a period. Pure.

use jiff::civil::{Date, ISOWeekDate};
use storage::time::Day;

use crate::platform::error::{Refusal, Result};

/// Most days of a period.
pub const MOST_DAYS: i32 = 400;

/// Refuses periods that end before they begin or are too long. 422.
pub fn checked(from: Day, to: Day) -> Result<()> {
    match (to.0 - from.0).get_days() {
        0..MOST_DAYS => Ok(()),
        ..0 => Err(Refusal::field("to", "TIME", "Perioden slutar innan den börjar.")),
        _ => Err(Refusal::field("to", "TOO_LONG", "Välj en period på högst 400 dagar.")),
    }
}

/// A week's name by ISO 8601: '2026-W48'.
pub fn name(day: Date) -> String {
    let week = day.iso_week_date();
    format!("{}-W{:02}", week.year(), week.week())
}

/// The Monday of a day's week; of the first days of time the first there is.
pub fn monday(day: Date) -> Date {
    day.iso_week_date().first_of_week().map_or(day, ISOWeekDate::date)
}

/// The Mondays of the weeks that have a day of a period.
pub fn of_period(from: Day, to: Day) -> impl Iterator<Item = Date> {
    monday(from.0).series(jiff::Span::new().weeks(1)).take_while(move |first| *first <= to.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        Day(text.parse().unwrap())
    }

    #[test]
    fn weeks_of_a_period_have_names_by_iso_8601() {
        let weeks = |from, to| -> Vec<String> { of_period(day(from), day(to)).map(name).collect() };
        assert_eq!(weeks("2026-11-25", "2026-12-01"), ["2026-W48", "2026-W49"]);
        assert_eq!(weeks("2026-11-23", "2026-11-29"), ["2026-W48"]);
        // 2026 has 53 weeks; the last one ends in 2027.
        assert_eq!(weeks("2026-12-31", "2027-01-04"), ["2026-W53", "2027-W01"]);
        assert_eq!(monday(day("2027-01-03").0), day("2026-12-28").0);
    }

    #[test]
    fn periods_have_one_to_four_hundred_days() {
        assert!(checked(day("2026-01-01"), day("2026-01-01")).is_ok());
        assert!(checked(day("2026-01-01"), day("2027-02-04")).is_ok());
        assert!(checked(day("2026-01-01"), day("2027-02-05")).is_err());
        assert!(checked(day("2026-01-02"), day("2026-01-01")).is_err());
    }
}
