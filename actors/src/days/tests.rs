//! The almanac against what others say of it.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde::Deserialize;

use super::*;

/// Made by `actors/tests/days/expected.mjs` with the npm package `date-holidays`.
const EXPECTED: &str = include_str!("../../tests/days/date-holidays-se.json");

#[derive(Deserialize)]
struct Expected {
    years: BTreeMap<i16, Vec<(String, String, String)>>,
}

fn days() -> Days {
    Days::read().unwrap()
}

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

fn year(days: &Days, year: i16, kind: DayType) -> Vec<DayView> {
    days.between(Date::new(year, 1, 1).unwrap(), Date::new(year, 12, 31).unwrap(), &[kind]).unwrap()
}

fn dated(views: &[DayView]) -> BTreeSet<(String, String)> {
    views.iter().map(|day| (day.date.to_string(), day.name.to_lowercase())).collect()
}

/// What we call a day of the package: the law has a longer name for one.
fn ours(name: &str) -> String {
    if name == "nationaldagen" { "sveriges nationaldag".to_owned() } else { name.to_lowercase() }
}

#[test]
fn public_holidays_and_eves_are_those_of_date_holidays() {
    let expected: Expected = serde_json::from_str(EXPECTED).unwrap();
    assert_eq!(expected.years.keys().copied().collect::<Vec<_>>(), (2020..=2030).collect::<Vec<_>>());
    let days = days();
    let eves: HashSet<&str> =
        days.0.iter().filter(|d| d.kind == DayType::Eve).map(|d| d.name.as_str()).collect();
    for (&of, found) in &expected.years {
        let theirs = |wanted: &dyn Fn(&str, &str) -> bool| -> BTreeSet<(String, String)> {
            let wanted = found.iter().filter(|(_, name, kind)| wanted(name, kind));
            wanted.map(|(date, name, _)| (date.clone(), ours(name))).collect()
        };
        let holidays = theirs(&|_, kind| kind == "public");
        assert_eq!(dated(&year(&days, of, DayType::Holiday)), holidays, "holidays of {of}");
        let known = theirs(&|name, _| eves.iter().any(|eve| eve.to_lowercase() == name.to_lowercase()));
        assert_eq!(dated(&year(&days, of, DayType::Eve)), known, "eves of {of}");
        let mothers = theirs(&|name, _| name.eq_ignore_ascii_case("Mors dag"));
        let themes = dated(&year(&days, of, DayType::Theme));
        assert!(!mothers.is_empty() && mothers.is_subset(&themes), "Mother's Day of {of}");
    }
}

#[test]
fn the_name_list_has_as_many_names_as_its_keepers_say() {
    let days = days();
    // The Academy counts 627 names from 2022 on; seven were new then, and six come in 2027.
    for (of, count) in [(2020, 620), (2021, 620), (2022, 627), (2026, 627), (2027, 633), (2030, 633)] {
        assert_eq!(year(&days, of, DayType::Name).len(), count, "{of}");
    }
    // The days that have no name by tradition.
    let dated: HashSet<String> =
        year(&days, 2024, DayType::Name).iter().map(|day| day.date.strftime("%m-%d").to_string()).collect();
    let mut without: Vec<String> = Vec::new();
    let mut day = date("2024-01-01");
    while day.year() == 2024 {
        let key = day.strftime("%m-%d").to_string();
        if !dated.contains(&key) {
            without.push(key);
        }
        day = day.tomorrow().unwrap();
    }
    assert_eq!(without, ["01-01", "02-02", "02-29", "03-25", "06-24", "11-01", "12-25"]);
}

#[test]
fn days_that_are_known() {
    let days = days();
    let cases = [
        ("2022-09-11", DayType::Flag, "Val till riksdagen", true),
        ("2026-09-13", DayType::Flag, "Val till riksdagen", true),
        ("2025-09-14", DayType::Flag, "Val till riksdagen", false),
        ("2017-05-29", DayType::Flag, "Veterandagen", false),
        ("2018-05-29", DayType::Flag, "Veterandagen", true),
        ("2024-06-09", DayType::Flag, "Val till Europaparlamentet", true),
        ("2025-11-09", DayType::Theme, "Fars dag", true),
        ("2026-02-17", DayType::Theme, "Fettisdagen", true),
        ("2026-11-29", DayType::Theme, "Första advent", true),
        ("2026-10-24", DayType::Un, "FN-dagen", true),
        ("2021-02-28", DayType::Name, "Maja", false),
        ("2022-02-28", DayType::Name, "Maja", true),
        ("2027-06-05", DayType::Name, "Mio", true),
        ("2004-06-06", DayType::Holiday, "Sveriges nationaldag", false),
    ];
    for (on, kind, name, expected) in cases {
        let found = days.between(date(on), date(on), &[kind]).unwrap();
        assert_eq!(found.iter().any(|day| day.name == name), expected, "{name} on {on}");
    }
}

#[test]
fn every_day_has_a_page_of_its_own_and_a_source() {
    let all = data::read().unwrap();
    for ((kind, name), count) in data::names_by_type(&all) {
        assert_eq!(count, 1, "{kind:?} {name} stands twice");
    }
    let slugs: HashSet<String> = all.iter().map(|day| slug_of(day.kind, &day.name)).collect();
    // Marit and Märit, Marta and Märta fold to one word: they share a page.
    assert_eq!(all.len() - slugs.len(), 2, "names that share pages");
    assert!(all.iter().all(|day| day.source.len() > 3 && !day.name.is_empty()));
}

#[test]
fn spans_are_bounded_and_kinds_are_known() {
    let days = days();
    let code =
        |from, to| days.between(date(from), date(to), &[]).err().map(|r| r.fields[0].field.to_string());
    assert_eq!(code("2024-01-01", "2024-12-31"), None);
    assert_eq!(code("2024-01-01", "2025-01-01").as_deref(), Some("to"));
    assert_eq!(code("2024-01-02", "2024-01-01").as_deref(), Some("to"));
    assert_eq!(code("2000-12-31", "2001-01-01").as_deref(), Some("from"));
    assert_eq!(code("2100-12-31", "2101-01-01").as_deref(), Some("to"));
    let both = days.between(date("2025-12-20"), date("2026-01-10"), &[DayType::Holiday]).unwrap();
    let names: Vec<&str> = both.iter().map(|day| day.name.as_str()).collect();
    assert_eq!(names, ["Juldagen", "Annandag jul", "Nyårsdagen", "Trettondedag jul"]);
    assert_eq!(kinds(" eves,1,,nameday").unwrap(), [DayType::Eve, DayType::Holiday, DayType::Name]);
    assert!(kinds("").unwrap().is_empty());
    assert_eq!(kinds("eves,fest").unwrap_err().fields[0].field, "types");
}
