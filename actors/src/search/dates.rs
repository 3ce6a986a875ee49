//! Parses time expressions in queries: 'i helgen', 'v 12', 'mars'. Pure; the day is passed in.

use jiff::ToSpan;
use jiff::civil::{Date, ISOWeekDate, Weekday};

use crate::calendar::{MONTHS, SPORTLOV};

/// A query for certain days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dated {
    /// The rest of the query; may be empty.
    pub rest: String,
    pub first: Date,
    /// Included.
    pub last: Date,
}

/// The first time expression in a query, and the rest. None: there is none.
pub fn read(text: &str, today: Date) -> Option<Dated> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    for at in 0..words.len() {
        // Longer expressions take precedence over their beginnings.
        for many in (1..=3).rev() {
            let Some(said) = words.get(at..at + many) else { continue };
            if let Some((first, last)) = meant(said, today) {
                let rest = words.iter().take(at).chain(words.iter().skip(at + many));
                let rest = rest.copied().collect::<Vec<_>>().join(" ");
                return Some(Dated { rest, first, last });
            }
        }
    }
    None
}

fn meant(said: &[&str], today: Date) -> Option<(Date, Date)> {
    match *said {
        ["idag"] | ["i", "dag"] => Some((today, today)),
        ["imorgon" | "imorn"] | ["i", "morgon"] => on(today, 1),
        ["övermorgon"] | ["i", "övermorgon"] => on(today, 2),
        ["helgen"] | ["i", "helgen"] => weekend(today),
        ["nästa", "helg"] => weekend(today.checked_add(1.week()).ok()?),
        ["i", "veckan"] | ["denna", "vecka"] | ["den", "här", "veckan"] => week_of(today),
        ["nästa", "vecka"] => week_of(today.checked_add(1.week()).ok()?),
        ["sportlov" | "sportlovet"] | ["på", "sportlovet"] => weeks(SPORTLOV.0, SPORTLOV.1, today),
        ["v" | "v." | "vecka", number] => number.parse().ok().and_then(|week| weeks(week, week, today)),
        ["i", month] | [month] => numbered(month)
            .and_then(|week| weeks(week, week, today))
            .or_else(|| MONTHS.iter().position(|name| *name == month).and_then(|at| whole_month(at, today))),
        _ => None,
    }
}

/// `v12`, `v.12`.
fn numbered(word: &str) -> Option<i8> {
    let number = word.strip_prefix('v')?;
    number.strip_prefix('.').unwrap_or(number).parse().ok()
}

fn on(today: Date, days: i64) -> Option<(Date, Date)> {
    let day = today.checked_add(days.days()).ok()?;
    Some((day, day))
}

fn week_of(day: Date) -> Option<(Date, Date)> {
    let monday = day.checked_sub(i64::from(day.weekday().to_monday_zero_offset()).days()).ok()?;
    Some((monday, monday.checked_add(6.days()).ok()?))
}

fn weekend(day: Date) -> Option<(Date, Date)> {
    let (_, sunday) = week_of(day)?;
    Some((sunday.checked_sub(1.day()).ok()?, sunday))
}

/// A range of weeks of this year, or of the next once they are over.
fn weeks(first: i8, last: i8, today: Date) -> Option<(Date, Date)> {
    let year = today.iso_week_date().year();
    let of = |year| {
        let monday = ISOWeekDate::new(year, first, Weekday::Monday).ok()?.date();
        let sunday = ISOWeekDate::new(year, last, Weekday::Sunday).ok()?.date();
        Some((monday, sunday))
    };
    of(year).filter(|(_, sunday)| *sunday >= today).or_else(|| of(year + 1))
}

/// A month of this year, or of the next once it is over.
fn whole_month(at: usize, today: Date) -> Option<(Date, Date)> {
    let month = i8::try_from(at + 1).ok()?;
    let year = if month < today.month() { today.year().checked_add(1)? } else { today.year() };
    let first = Date::new(year, month, 1).ok()?;
    Some((first, first.last_of_month()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    /// A Wednesday of week 10.
    const TODAY: &str = "2026-03-04";

    #[test]
    fn relative_dates_in_swedish() {
        let table = [
            ("idag", "", "2026-03-04", "2026-03-04"),
            ("I dag", "", "2026-03-04", "2026-03-04"),
            ("imorgon", "", "2026-03-05", "2026-03-05"),
            ("konsert i morgon", "konsert", "2026-03-05", "2026-03-05"),
            ("i övermorgon", "", "2026-03-06", "2026-03-06"),
            ("i helgen", "", "2026-03-07", "2026-03-08"),
            ("loppis i helgen i Umeå", "loppis i umeå", "2026-03-07", "2026-03-08"),
            ("nästa helg", "", "2026-03-14", "2026-03-15"),
            ("i veckan", "", "2026-03-02", "2026-03-08"),
            ("nästa vecka", "", "2026-03-09", "2026-03-15"),
            ("v 12", "", "2026-03-16", "2026-03-22"),
            ("v12 match", "match", "2026-03-16", "2026-03-22"),
            ("v.12", "", "2026-03-16", "2026-03-22"),
            ("vecka 12", "", "2026-03-16", "2026-03-22"),
            // Over: next year's. 2026 has a week 53.
            ("v 2", "", "2027-01-11", "2027-01-17"),
            ("v 53", "", "2026-12-28", "2027-01-03"),
            ("sportlov", "", "2026-02-09", "2026-03-08"),
            ("läger på sportlovet", "läger", "2026-02-09", "2026-03-08"),
            ("mars", "", "2026-03-01", "2026-03-31"),
            ("marknad i maj", "marknad", "2026-05-01", "2026-05-31"),
            ("februari", "", "2027-02-01", "2027-02-28"),
        ];
        for (typed, rest, first, last) in table {
            let expected = Dated { rest: rest.to_owned(), first: day(first), last: day(last) };
            assert_eq!(read(typed, day(TODAY)), Some(expected), "{typed}");
        }
        for typed in ["", "konsert", "i", "v", "v 0", "v 54", "v 12a", "vecka", "marsipan", "nästa", "12"] {
            assert_eq!(read(typed, day(TODAY)), None, "{typed}");
        }
    }

    #[test]
    fn the_turn_of_weeks_and_years() {
        let table = [
            // On a Sunday the current weekend is meant.
            ("i helgen", "2026-03-08", "2026-03-07", "2026-03-08"),
            ("nästa vecka", "2026-12-31", "2027-01-04", "2027-01-10"),
            ("imorgon", "2026-12-31", "2027-01-01", "2027-01-01"),
            ("sportlov", "2026-03-09", "2027-02-15", "2027-03-14"),
            // The first of January 2027 is in week 53 of 2026.
            ("v 53", "2027-01-01", "2026-12-28", "2027-01-03"),
            ("februari", "2028-01-01", "2028-02-01", "2028-02-29"),
        ];
        for (typed, today, first, last) in table {
            let found = read(typed, day(today)).map(|dated| (dated.first, dated.last));
            assert_eq!(found, Some((day(first), day(last))), "{typed} {today}");
        }
    }
}
