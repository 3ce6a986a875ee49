//! Day numbers since 1970-01-01 in the proleptic Gregorian calendar, in which rules are expanded.

/// A day by its number.
pub type DayNumber = i64;

/// The day number of a date. A `month` outside 1–12 is carried into the year.
pub fn number(year: i64, month: i64, day: i64) -> DayNumber {
    let (year, month) = (year + (month - 1).div_euclid(12), (month - 1).rem_euclid(12) + 1);
    // Years begin in March here, so that the leap day is the last day.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Year, month and day of the month.
pub fn civil(day: DayNumber) -> (i64, i64, i64) {
    let day = day + 719_468;
    let (era, of_era) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    (year, month, of_year - (153 * shifted + 2) / 5 + 1)
}

/// 0: Monday.
pub fn weekday(day: DayNumber) -> i64 {
    (day + 3).rem_euclid(7)
}

/// The first day of the week that contains a day, where weeks begin on `first`.
pub fn week_of(day: DayNumber, first: i64) -> DayNumber {
    day - (weekday(day) - first).rem_euclid(7)
}

/// The first day of a year's week 1: the first week with four days in the year (RFC 5545 §3.3.10).
fn week_one(year: i64, first: i64) -> DayNumber {
    week_of(number(year, 1, 4), first)
}

/// The week number of a day, counted from the beginning of its year and (negative) from its end.
pub fn week_numbers(day: DayNumber, first: i64) -> (i64, i64) {
    let week = week_of(day, first);
    let (year, ..) = civil(week + 3);
    let (begin, end) = (week_one(year, first), week_one(year + 1, first));
    ((week - begin) / 7 + 1, (week - end) / 7)
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;
    use jiff::civil::{Date, date};

    use super::*;

    #[test]
    fn days_are_numbered_as_the_calendar_has_them() {
        let mut day: Date = date(1899, 12, 31);
        let mut at = number(1899, 12, 31);
        assert_eq!(number(1970, 1, 1), 0);
        while day.year() < 2105 {
            assert_eq!(civil(at), (day.year().into(), day.month().into(), day.day().into()));
            assert_eq!(number(day.year().into(), day.month().into(), day.day().into()), at);
            assert_eq!(weekday(at), i64::from(day.weekday().to_monday_zero_offset()));
            let iso = day.iso_week_date();
            let numbers = week_numbers(at, 0);
            assert_eq!(numbers.0, i64::from(iso.week()), "{day}");
            assert_eq!(numbers.1, numbers.0 - i64::from(iso.weeks_in_year()) - 1, "{day}");
            day = day.checked_add(1.day()).unwrap();
            at += 1;
        }
        assert_eq!(number(2025, 14, 1), number(2026, 2, 1));
        assert_eq!(number(2025, 0, 1), number(2024, 12, 1));
    }
}
