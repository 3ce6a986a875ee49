//! Proposes a school year for a municipality, to be edited by the school. Pure.
//!
//! No date is fixed for the whole country: a school year begins in August and ends in June, and each school authority
//! decides on the days (skolförordningen 2011:185, chapter 3). The proposal is what most municipalities have had:
//!
//! - winter break (sportlov): the week of the county if all its municipalities had the same in Skolporten's list of
//!   municipal school years 2020/2021; where they had several, and where one differs from its county, the
//!   municipality's own, from its pages about 2026/2027 (Trollhättan: 2023/2024). For all others nothing is proposed,
//!   and the week has to be entered;
//! - autumn break: week 44, which all counties of that list had;
//! - terms: from the third Tuesday of August (11–26 August in that list) to the last weekday up to 20 December (17–22
//!   December), and from the first weekday after 7 January (7–13 January) to the second Thursday of June (4–18 June);
//! - Easter break: the rest of the week after Easter, or for a late Easter the days before it, as in the same list and
//!   the pages of Göteborg, Skövde, Södertälje, Trollhättan and Kristianstad; the Friday after Ascension Day, as in
//!   most of these;
//! - study days: two, at about the time of year at which Trollhättan had them; they differ everywhere.

use jiff::ToSpan;
use jiff::civil::{Date, ISOWeekDate, Weekday};
use serde::{Deserialize, Serialize};
use storage::calendar::{SchoolDay, SchoolDayKind};
use storage::time::Day;
use utoipa::ToSchema;

use crate::days::rule::{Rule, easter};

/// The weeks in which municipalities have their winter break, each one week.
pub const SPORTLOV: (i8, i8) = (7, 10);

/// The week of the winter break where all municipalities of a county had the same: the county's official code, the
/// week.
const COUNTIES: &[(i64, i8)] = &[
    (1, 9),   // Stockholm
    (4, 8),   // Södermanland
    (6, 7),   // Jönköping
    (7, 8),   // Kronoberg
    (8, 8),   // Kalmar
    (9, 9),   // Gotland
    (10, 8),  // Blekinge
    (12, 8),  // Skåne
    (17, 9),  // Värmland
    (18, 8),  // Örebro
    (19, 9),  // Västmanland
    (20, 9),  // Dalarna
    (22, 10), // Västernorrland
    (23, 10), // Jämtland
    (24, 10), // Västerbotten
    (25, 10), // Norrbotten
];

/// The same for municipalities whose county had several, or another: official code, week.
const MUNICIPALITIES: &[(i64, i8)] = &[
    (380, 8),   // Uppsala
    (580, 8),   // Linköping
    (581, 8),   // Norrköping
    (1380, 8),  // Halmstad
    (1383, 8),  // Varberg
    (1480, 7),  // Göteborg
    (1485, 8),  // Uddevalla
    (1488, 8),  // Trollhättan
    (1490, 7),  // Borås
    (1496, 7),  // Skövde
    (2180, 9),  // Gävle
    (2182, 10), // Söderhamn
    (2184, 10), // Hudiksvall
    (2580, 9),  // Luleå
];

/// The latest Easter Sunday followed by a free week: day of April.
const LATE_EASTER: i8 = 14;

/// Which days around Easter are free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum EasterBreak {
    /// Monday to Thursday before it.
    Before,
    /// Tuesday to Friday after it.
    After,
}

/// The usual week of a municipality's winter break; none: unknown.
pub fn sports_week(municipality: i64) -> Option<i8> {
    let of = |all: &[(i64, i8)], code| all.iter().find(|one| one.0 == code).map(|one| one.1);
    of(MUNICIPALITIES, municipality).or_else(|| of(COUNTIES, municipality / 100))
}

/// The days around a year's Easter that are usually free.
pub fn easter_break(year: i16) -> EasterBreak {
    match easter(year) {
        Some(day) if day.month() == 4 && day.day() > LATE_EASTER => EasterBreak::Before,
        _ => EasterBreak::After,
    }
}

/// The days of the school year that begins in a year. `week`: of the winter break, if known.
pub fn proposed(year: i16, week: Option<i8>, around: EasterBreak) -> Vec<SchoolDay> {
    use SchoolDayKind::{Break, StudyDay, TermEnd, TermStart};
    let next = year + 1;
    let day = |kind, key: &str, title: &str, span: Option<(Date, Date)>| {
        let (first, last) = span?;
        let (start_date, end_date) = (Day(first), Day(last));
        Some(SchoolDay { key: key.to_owned(), kind, title: title.to_owned(), start_date, end_date })
    };
    let one = |date: Option<Date>| date.map(|date| (date, date));
    let rule = |text: &str, year| Rule::parse(text).and_then(|rule| rule.in_year(year));
    let autumn_end = Date::new(year, 12, 20).ok().and_then(|date| weekday(date, -1));
    let spring_start = Date::new(next, 1, 8).ok().and_then(|date| weekday(date, 1));
    let christmas = autumn_end
        .zip(spring_start)
        .and_then(|(last, first)| Some((last.tomorrow().ok()?, first.yesterday().ok()?)));
    let easter_days = match around {
        EasterBreak::Before => rule("easter-6", next).zip(rule("easter-3", next)),
        EasterBreak::After => rule("easter+2", next).zip(rule("easter+5", next)),
    };
    let mut all: Vec<SchoolDay> = [
        day(TermStart, "AUTUMN_START", "Höstterminen börjar", one(rule("tuesday from 08-15", year))),
        day(StudyDay, "STUDY_DAY_AUTUMN", "Studiedag", one(in_week(year, 39, Weekday::Thursday))),
        day(Break, "AUTUMN_BREAK", "Höstlov", working_week(year, 44)),
        day(TermEnd, "AUTUMN_END", "Höstterminen slutar", one(autumn_end)),
        day(Break, "CHRISTMAS_BREAK", "Jullov", christmas),
        day(TermStart, "SPRING_START", "Vårterminen börjar", one(spring_start)),
        day(Break, "SPORTS_BREAK", "Sportlov", week.and_then(|week| working_week(next, week))),
        day(StudyDay, "STUDY_DAY_SPRING", "Studiedag", one(in_week(next, 11, Weekday::Wednesday))),
        day(Break, "EASTER_BREAK", "Påsklov", easter_days),
        day(Break, "ASCENSION_FRIDAY", "Lovdag", one(rule("easter+40", next))),
        day(TermEnd, "SPRING_END", "Vårterminen slutar", one(rule("thursday from 06-07", next))),
    ]
    .into_iter()
    .flatten()
    .collect();
    all.sort_by_key(|day| day.start_date);
    all
}

/// The nearest weekday from a day on, forwards or backwards.
fn weekday(mut date: Date, step: i64) -> Option<Date> {
    while matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday) {
        date = date.checked_add(step.days()).ok()?;
    }
    Some(date)
}

fn in_week(year: i16, week: i8, weekday: Weekday) -> Option<Date> {
    Some(ISOWeekDate::new(year, week, weekday).ok()?.date())
}

/// Monday to Friday of a week.
fn working_week(year: i16, week: i8) -> Option<(Date, Date)> {
    in_week(year, week, Weekday::Monday).zip(in_week(year, week, Weekday::Friday))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a list: key, first day, last day.
    fn listed(year: i16, week: Option<i8>, around: EasterBreak) -> Vec<String> {
        let line = |day: &SchoolDay| {
            let end =
                if day.start_date == day.end_date { String::new() } else { format!(" {}", day.end_date.0) };
            format!("{} {}{end}", day.key, day.start_date.0)
        };
        proposed(year, week, around).iter().map(line).collect()
    }

    /// By a calendar of 2026 and 2027; Easter Sunday is 28 March 2027, Ascension Day 6 May.
    #[test]
    fn a_school_year() {
        assert_eq!(
            listed(2026, Some(9), EasterBreak::After),
            [
                "AUTUMN_START 2026-08-18",
                "STUDY_DAY_AUTUMN 2026-09-24",
                "AUTUMN_BREAK 2026-10-26 2026-10-30",
                "AUTUMN_END 2026-12-18",
                "CHRISTMAS_BREAK 2026-12-19 2027-01-07",
                "SPRING_START 2027-01-08",
                "SPORTS_BREAK 2027-03-01 2027-03-05",
                "STUDY_DAY_SPRING 2027-03-17",
                "EASTER_BREAK 2027-03-30 2027-04-02",
                "ASCENSION_FRIDAY 2027-05-07",
                "SPRING_END 2027-06-10",
            ]
        );
    }

    #[test]
    fn unknown_sports_break_is_not_proposed() {
        let days = listed(2026, None, EasterBreak::Before);
        assert!(days.iter().all(|day| !day.starts_with("SPORTS_BREAK")));
        assert!(days.contains(&"EASTER_BREAK 2027-03-22 2027-03-25".to_owned()), "Monday to Thursday before");
        // Västra Götaland has all four weeks.
        assert_eq!((sports_week(1480), sports_week(1485), sports_week(1499)), (Some(7), Some(8), None));
        assert_eq!((sports_week(180), sports_week(1280), sports_week(2480)), (Some(9), Some(8), Some(10)));
        assert_eq!((sports_week(2580), sports_week(2581), sports_week(1)), (Some(9), Some(10), None));
    }

    #[test]
    fn the_weeks_are_those_in_which_sportlov_is_looked_for() {
        let weeks: Vec<i8> = COUNTIES.iter().chain(MUNICIPALITIES).map(|one| one.1).collect();
        assert_eq!((weeks.iter().min(), weeks.iter().max()), (Some(&SPORTLOV.0), Some(&SPORTLOV.1)));
    }

    #[test]
    fn late_easters_are_preceded_by_their_break() {
        // 20 April 2025, 5 April 2026, 28 March 2027, 16 April 2028.
        let table = [(2025, EasterBreak::Before), (2026, EasterBreak::After), (2027, EasterBreak::After)];
        for (year, expected) in table.into_iter().chain([(2028, EasterBreak::Before)]) {
            assert_eq!(easter_break(year), expected, "{year}");
        }
    }

    /// In every year: on working days, in order, within the school year, never on the national day.
    #[test]
    fn every_year_has_one() {
        for year in 2020..=2099 {
            for around in [EasterBreak::Before, EasterBreak::After] {
                let days = proposed(year, Some(7), around);
                assert_eq!(days.len(), 11, "{year}");
                for day in days {
                    let (first, last) = (day.start_date.0, day.end_date.0);
                    assert!(first <= last && first >= Date::constant(year, 8, 1), "{year} {}", day.key);
                    assert!(last < Date::constant(year + 1, 7, 1), "{year} {}", day.key);
                    let is_free = day.key == "CHRISTMAS_BREAK";
                    let weekend = [Weekday::Saturday, Weekday::Sunday];
                    assert!(is_free || !weekend.contains(&first.weekday()), "{first}");
                    assert!((last.month(), last.day()) != (6, 6), "{year}");
                }
            }
        }
    }
}
