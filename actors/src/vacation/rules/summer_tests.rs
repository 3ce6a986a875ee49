use jiff::ToSpan;
use jiff::civil::{Date, date};
use proptest::prelude::*;

use super::*;

fn closed() -> Closed {
    let eves = [(date(2026, 6, 6), "Sveriges nationaldag"), (date(2026, 6, 19), "Midsommarafton")];
    Closed::new(eves.map(|(day, name)| (day, name.to_owned())))
}

fn summer() -> Days {
    Days { first: date(2026, 6, 1), last: date(2026, 8, 31) }
}

#[test]
fn four_weeks_are_bridged_by_weekends_and_holidays() {
    let days = |first: Date, last: Date| Days { first, last };
    for (what, vacation, has) in [
        ("nothing", vec![], false),
        ("Monday to Sunday", vec![days(date(2026, 7, 6), date(2026, 8, 2))], true),
        ("Monday to Friday: the weekend follows", vec![days(date(2026, 7, 6), date(2026, 7, 31))], true),
        ("a day too few", vec![days(date(2026, 7, 6), date(2026, 7, 30))], false),
        ("from Tuesday", vec![days(date(2026, 7, 7), date(2026, 7, 31))], false),
        (
            "four weeks one by one",
            vec![
                days(date(2026, 7, 6), date(2026, 7, 10)),
                days(date(2026, 7, 27), date(2026, 7, 31)),
                days(date(2026, 7, 13), date(2026, 7, 17)),
                days(date(2026, 7, 20), date(2026, 7, 24)),
            ],
            true,
        ),
        (
            "a Wednesday at work",
            vec![days(date(2026, 7, 6), date(2026, 7, 21)), days(date(2026, 7, 23), date(2026, 8, 7))],
            false,
        ),
        (
            "Midsummer's Eve between two periods",
            vec![days(date(2026, 6, 1), date(2026, 6, 18)), days(date(2026, 6, 22), date(2026, 6, 26))],
            true,
        ),
        ("four weeks from May", vec![days(date(2026, 5, 18), date(2026, 6, 14))], false),
        ("into September", vec![days(date(2026, 8, 10), date(2026, 9, 20))], false),
    ] {
        assert_eq!(has_four_weeks(summer(), &closed(), &vacation), has, "{what}");
    }
}

#[test]
fn who_is_employed_for_less_cannot_have_them() {
    let days = |last| Some(Days { first: date(2026, 6, 1), last });
    assert!(can_have_four_weeks(days(date(2026, 6, 28))));
    assert!(!can_have_four_weeks(days(date(2026, 6, 27))));
    assert!(!can_have_four_weeks(None));
}

proptest! {
    #[test]
    fn four_weeks_are_found_as_by_trying(periods in proptest::collection::vec((-20i64..95, 0i64..32), 0..5)) {
        let start = summer().first;
        let vacation: Vec<Days> = periods
            .iter()
            .map(|(from, length)| {
                let first = start.saturating_add(from.days());
                Days { first, last: first.saturating_add(length.days()) }
            })
            .collect();
        let is_free = |day: Date| {
            !closed().counts(day) || vacation.iter().any(|one| one.first <= day && day <= one.last)
        };
        // June to August have 92 days: 65 places for 28 of them.
        let tried = (0..=64).any(|at: i64| (0..28).all(|day: i64| is_free(start.saturating_add((at + day).days()))));
        prop_assert_eq!(has_four_weeks(summer(), &closed(), &vacation), tried);
    }
}
