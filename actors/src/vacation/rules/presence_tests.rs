use jiff::civil::{Date, date};
use proptest::prelude::*;

use super::*;

fn july(first: i8, last: i8) -> Days {
    Days { first: date(2026, 7, first), last: date(2026, 7, last) }
}

#[test]
fn runs_of_too_few_are_told_with_the_fewest() {
    let always = Some(Days { first: date(2020, 1, 1), last: date(2030, 1, 1) });
    let members = [
        Member { employed: always, away: vec![july(6, 12), july(10, 15)] },
        Member { employed: always, away: vec![july(12, 13), july(20, 20)] },
        // Employed until the 24th, and away beyond that.
        Member { employed: Some(july(1, 24)), away: vec![july(24, 31)] },
    ];
    let run = |first, last, present| Below { days: july(first, last), present };
    let window = july(1, 31);
    assert_eq!(below(window, 0, &members), []);
    assert_eq!(below(window, 1, &members), []);
    assert_eq!(below(window, 2, &members), [run(12, 13, 1)]);
    assert_eq!(below(window, 3, &members), [run(6, 15, 1), run(20, 20, 2), run(24, 31, 2)]);
    assert_eq!(below(july(13, 14), 3, &members), [run(13, 14, 1)], "within the window alone");
    assert_eq!(below(window, 1, &[]), [run(1, 31, 0)]);
}

fn some_days() -> impl Strategy<Value = Days> {
    (0i64..40, 0i64..15).prop_map(|(from, length)| {
        let first = date(2026, 6, 25).saturating_add(from.days());
        Days { first, last: first.saturating_add(length.days()) }
    })
}

fn member() -> impl Strategy<Value = Member> {
    let employed = proptest::option::weighted(0.9, some_days());
    (employed, proptest::collection::vec(some_days(), 0..4))
        .prop_map(|(employed, away)| Member { employed, away })
}

proptest! {
    #[test]
    fn runs_are_those_of_counting_day_by_day(members in proptest::collection::vec(member(), 0..6), minimum in 0i64..5) {
        let window = july(1, 31);
        let present = |day: Date| {
            let is_there = |one: &&Member| {
                one.employed.is_some_and(|days| days.contains(day)) && !one.away.iter().any(|days| days.contains(day))
            };
            members.iter().filter(is_there).count() as i64
        };
        let found = below(window, minimum, &members);
        let mut told = Vec::new();
        for run in &found {
            prop_assert_eq!(run.present, run.days.each().map(present).min().unwrap());
            told.extend(run.days.each());
            // A run ends where enough are present, or the window does.
            let next = run.days.last.tomorrow().unwrap();
            prop_assert!(!window.contains(next) || present(next) >= minimum);
        }
        let expected: Vec<Date> = window.each().filter(|day| present(*day) < minimum).collect();
        prop_assert_eq!(told, expected);
    }
}
