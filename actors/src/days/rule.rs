//! Rules for the dates of days, as written in the data files.
//!
//! `01-06` every year; `2024-06-09` once; `easter-2`, `easter`, `easter+39`; `last sunday of may`,
//! `2nd sunday of november`; `saturday from 06-20`: the first one on or after that date.

use jiff::civil::{Date, Weekday};

/// A rule with at most one date per year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// The same date every year.
    Fixed { month: i8, day: i8 },
    /// Days after Easter Sunday, negative for before.
    Easter(i32),
    /// The `n`th weekday of a month; -1: the last.
    Nth { n: i8, weekday: Weekday, month: i8 },
    /// The first weekday on or after a date.
    From { weekday: Weekday, month: i8, day: i8 },
    /// Only on this date.
    Once(Date),
}

impl Rule {
    /// Parses a rule; none if it is invalid.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(offset) = text.strip_prefix("easter") {
            let offset = offset.strip_prefix('+').unwrap_or(offset);
            return if offset.is_empty() {
                Some(Self::Easter(0))
            } else {
                offset.parse().ok().map(Self::Easter)
            };
        }
        if let Some((weekday, date)) = text.split_once(" from ") {
            let (weekday, (month, day)) = (weekday_of(weekday)?, month_day(date)?);
            return Some(Self::From { weekday, month, day });
        }
        if let Some((which, month)) = text.split_once(" of ") {
            let (n, weekday) = which.split_once(' ')?;
            return Some(Self::Nth {
                n: ordinal(n)?,
                weekday: weekday_of(weekday)?,
                month: month_of(month)?,
            });
        }
        match month_day(text) {
            Some((month, day)) => Some(Self::Fixed { month, day }),
            None => text.parse().ok().map(Self::Once),
        }
    }

    /// The date in a year; none if there is none.
    pub fn in_year(self, year: i16) -> Option<Date> {
        match self {
            Self::Fixed { month, day } => Date::new(year, month, day).ok(),
            Self::Easter(offset) => easter(year)?.checked_add(jiff::Span::new().days(offset)).ok(),
            Self::Nth { n, weekday, month } => {
                Date::new(year, month, 1).ok()?.nth_weekday_of_month(n, weekday).ok()
            }
            Self::From { weekday, month, day } => {
                // The next weekday after the day before is the first one on or after the day.
                Date::new(year, month, day).ok()?.yesterday().ok()?.nth_weekday(1, weekday).ok()
            }
            Self::Once(date) => (date.year() == year).then_some(date),
        }
    }
}

/// Easter Sunday of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher.
#[expect(clippy::many_single_char_names, reason = "the letters of the published algorithm")]
pub fn easter(year: i16) -> Option<Date> {
    let y = i32::from(year);
    let (a, b, c) = (y % 19, y / 100, y % 100);
    let (d, e) = (b / 4, b % 4);
    let g = (8 * b + 13) / 25;
    let h = (19 * a + b - d - g + 15) % 30;
    let (i, k) = (c / 4, c % 4);
    let l = (32 + 2 * e + 2 * i - h - k) % 7;
    let m = (a + 11 * h + 19 * l) / 433;
    let month = (h + l - 7 * m + 90) / 25;
    let day = (h + l - 7 * m + 33 * month + 19) % 32;
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

fn month_day(text: &str) -> Option<(i8, i8)> {
    let (month, day) = text.split_once('-')?;
    let (month, day) = (month.parse().ok()?, day.parse().ok()?);
    // Every possible date exists in a leap year.
    Date::new(2000, month, day).ok().map(|_| (month, day))
}

fn ordinal(text: &str) -> Option<i8> {
    ["1st", "2nd", "3rd", "4th"]
        .iter()
        .position(|known| *known == text)
        .map(|at| at as i8 + 1)
        .or_else(|| (text == "last").then_some(-1))
}

fn weekday_of(text: &str) -> Option<Weekday> {
    let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let at = days.iter().position(|known| *known == text)?;
    Weekday::from_monday_zero_offset(at as i8).ok()
}

fn month_of(text: &str) -> Option<i8> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    MONTHS.iter().position(|known| *known == text).map(|at| at as i8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_by_rule() {
        let cases = [
            ("01-06", 2026, Some("2026-01-06")),
            ("02-29", 2024, Some("2024-02-29")),
            ("02-29", 2026, None),
            ("easter", 1818, Some("1818-03-22")),
            ("easter", 2038, Some("2038-04-25")),
            ("easter-2", 2026, Some("2026-04-03")),
            ("easter+39", 2026, Some("2026-05-14")),
            ("last sunday of may", 2026, Some("2026-05-31")),
            ("2nd sunday of november", 2026, Some("2026-11-08")),
            ("1st monday of october", 2029, Some("2029-10-01")),
            ("saturday from 06-20", 2026, Some("2026-06-20")),
            ("saturday from 06-20", 2027, Some("2027-06-26")),
            ("sunday from 11-27", 2022, Some("2022-11-27")),
            ("sunday from 11-27", 2023, Some("2023-12-03")),
            ("2024-06-09", 2024, Some("2024-06-09")),
            ("2024-06-09", 2025, None),
        ];
        for (text, year, expected) in cases {
            let date = Rule::parse(text).unwrap().in_year(year).map(|date| date.to_string());
            assert_eq!(date.as_deref(), expected, "{text} in {year}");
        }
    }

    #[test]
    fn invalid_rules_are_refused() {
        for text in [
            "",
            "easter2x",
            "13-01",
            "02-30",
            "02",
            "sunday",
            "5th sunday of may",
            "last noday of may",
            "last sunday of smarch",
            "sunday from 13-01",
            "2024-13-01",
        ] {
            assert_eq!(Rule::parse(text), None, "{text:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn easter_is_a_sunday_between_its_bounds(year in 1583i16..9999) {
            let easter = easter(year).unwrap();
            proptest::prop_assert_eq!(easter.weekday(), Weekday::Sunday);
            let (first, last) = (Date::new(year, 3, 22).unwrap(), Date::new(year, 4, 25).unwrap());
            proptest::prop_assert!(first <= easter && easter <= last);
        }
    }
}
