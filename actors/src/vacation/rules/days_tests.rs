use jiff::civil::{Date, date};
use proptest::prelude::*;

use super::*;

/// Public holidays and the three eves of 2024–2033, by rules of the law and not by the almanac's data: fixed dates, and
/// those that move with Easter and midsummer.
fn is_closed(day: Date) -> bool {
    let fixed = [(1, 1), (1, 6), (5, 1), (6, 6), (12, 24), (12, 25), (12, 26), (12, 31)];
    // From the tables of the Church of Sweden.
    let easter = match day.year() {
        2024 => date(2024, 3, 31),
        2025 => date(2025, 4, 20),
        2026 => date(2026, 4, 5),
        2027 => date(2027, 3, 28),
        2028 => date(2028, 4, 16),
        2029 => date(2029, 4, 1),
        2030 => date(2030, 4, 21),
        2031 => date(2031, 4, 13),
        2032 => date(2032, 3, 28),
        _ => date(2033, 4, 17),
    };
    let from_easter = (day - easter).get_days();
    let weekday = day.weekday().to_monday_one_offset();
    let (month, number) = (day.month(), day.day());
    let is_midsummers_eve = month == 6 && (19..=25).contains(&number) && weekday == 5;
    let is_midsummer = month == 6 && (20..=26).contains(&number) && weekday == 6;
    let is_all_saints = weekday == 6 && (month == 10 && number == 31 || month == 11 && number <= 6);
    // Good Friday, Easter Day, Easter Monday, Ascension Day, Whit Sunday.
    let moves = [-2, 0, 1, 39, 49].contains(&from_easter);
    fixed.contains(&(month, number)) || moves || is_midsummers_eve || is_midsummer || is_all_saints
}

/// The days as the product finds them in its almanac.
fn closed() -> Closed {
    let almanac = crate::days::Days::read().unwrap();
    crate::vacation::facts::closed(&almanac, Days { first: date(2024, 1, 1), last: date(2033, 12, 31) })
}

#[test]
fn closed_days_are_holidays_and_three_eves() {
    let (closed, all) = (closed(), Days { first: date(2024, 1, 1), last: date(2033, 12, 31) });
    for day in all.each() {
        let is_weekend = day.weekday().to_monday_one_offset() > 5;
        assert_eq!(closed.counts(day), !is_weekend && !is_closed(day), "{day}");
    }
    let names: Vec<&str> = closed
        .within(Days { first: date(2026, 6, 1), last: date(2026, 6, 30) })
        .map(|(_, name)| name)
        .collect();
    assert_eq!(names, ["Sveriges nationaldag", "Midsommarafton", "Midsommardagen"]);
}

#[test]
fn known_weeks_have_their_days() {
    let closed = closed();
    for (first, last, days) in [
        // A plain week, with and without its weekend.
        (date(2026, 7, 6), date(2026, 7, 12), 5),
        (date(2026, 7, 6), date(2026, 7, 10), 5),
        // A weekend alone.
        (date(2026, 7, 11), date(2026, 7, 12), 0),
        // Midsummer's Eve is a Friday.
        (date(2026, 6, 15), date(2026, 6, 21), 4),
        // Christmas Eve to New Year's Day, 2026: Mon 28, Tue 29, Wed 30.
        (date(2026, 12, 24), date(2027, 1, 1), 3),
        // Maundy Thursday to Easter Monday.
        (date(2026, 4, 2), date(2026, 4, 6), 1),
        // All of July 2026.
        (date(2026, 7, 1), date(2026, 7, 31), 23),
    ] {
        assert_eq!(closed.count(Days { first, last }), days, "{first}–{last}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn days_are_counted_as_one_by_one(start in 0i64..3_280, length in 0i64..366) {
        let first = date(2024, 1, 1).saturating_add(start.days());
        let days = Days { first, last: first.saturating_add(length.days()) };
        let closed = CLOSED.with(Clone::clone);
        let (mut one_by_one, mut at) = (0, first);
        for _ in 0..=length {
            let is_weekday = at.weekday().to_monday_one_offset() <= 5;
            one_by_one += i64::from(is_weekday && !is_closed(at));
            at = at.tomorrow().unwrap();
        }
        prop_assert_eq!(closed.count(days), one_by_one);
        prop_assert_eq!(days.count(), length + 1);
    }
}

thread_local! {
    static CLOSED: std::rc::Rc<Closed> = std::rc::Rc::new(closed());
}
