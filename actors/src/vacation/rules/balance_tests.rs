use jiff::ToSpan;
use proptest::prelude::*;

use super::*;

fn terms(from: Date, until: Option<Date>, days_per_year: i64) -> Terms {
    Terms { from, until, days_per_year, saved: Vec::new() }
}

fn april(begins: i16) -> Year {
    Year::new(HolidayYear::April, begins)
}

fn calendar(begins: i16) -> Year {
    Year::new(HolidayYear::Calendar, begins)
}

#[test]
fn holiday_years_begin_in_april_or_january() {
    assert_eq!(april(2026).days, Days { first: date(2026, 4, 1), last: date(2027, 3, 31) });
    assert_eq!(calendar(2026).days, Days { first: date(2026, 1, 1), last: date(2026, 12, 31) });
    for (day, in_april, in_calendar) in [
        (date(2026, 3, 31), 2025, 2026),
        (date(2026, 4, 1), 2026, 2026),
        (date(2026, 12, 31), 2026, 2026),
        (date(2027, 1, 1), 2026, 2027),
    ] {
        assert_eq!(Year::of(HolidayYear::April, day).begins, in_april, "{day}");
        assert_eq!(Year::of(HolidayYear::Calendar, day).begins, in_calendar, "{day}");
    }
    let easter = Days { first: date(2026, 3, 30), last: date(2026, 4, 6) };
    let touched = |kind| Year::touched(kind, easter).map(|year| year.begins).collect::<Vec<_>>();
    assert_eq!(touched(HolidayYear::April), [2025, 2026]);
    assert_eq!(touched(HolidayYear::Calendar), [2026]);
}

#[test]
fn paid_days_are_the_employed_share_rounded_up() {
    let until = |year, month, day| Some(date(year, month, day));
    for (from, until, per_year, year, paid) in [
        (date(2020, 1, 1), None, 25, april(2026), 25),
        // The last day alone: 25 ÷ 365.
        (date(2027, 3, 31), None, 25, april(2026), 1),
        (date(2027, 4, 1), None, 25, april(2026), 0),
        // 73 of 365 days are a fifth, and one more day a day more.
        (date(2026, 4, 1), until(2026, 6, 12), 25, april(2026), 5),
        (date(2026, 4, 1), until(2026, 6, 13), 25, april(2026), 6),
        // From 1 August: 243 of 365 days, 16.64.
        (date(2026, 8, 1), None, 25, april(2026), 17),
        (date(2026, 8, 1), None, 30, april(2026), 20),
        // 366 days: 183 are a half.
        (date(2028, 1, 1), until(2028, 7, 1), 26, calendar(2028), 13),
        (date(2020, 1, 1), until(2025, 3, 31), 25, april(2026), 0),
    ] {
        assert_eq!(terms(from, until, per_year).paid(year), paid, "{from}");
    }
}

#[test]
fn saved_days_last_five_years() {
    let saved = [(2020, 3), (2021, 5), (2025, 2), (2026, 4)];
    let saved = saved.map(|(year, days)| SavedDays { year, days }).to_vec();
    let terms = Terms { saved, ..terms(date(2015, 1, 1), None, 25) };
    let of = |year| balance(&terms, HolidayYear::April, year, &Closed::default(), &[]);
    let years = |year| of(year).saved.iter().map(|one| (one.year, one.days)).collect::<Vec<_>>();
    // What is saved in 2026 is taken later.
    assert_eq!(years(april(2026)), [(2021, 5), (2025, 2)]);
    assert_eq!(years(april(2027)), [(2025, 2), (2026, 4)]);
    assert_eq!(of(april(2026)).left, 25 + 7);
    let expires: Vec<Day> = of(april(2026)).saved.iter().map(|one| one.expires).collect();
    assert_eq!(expires, [Day(date(2027, 3, 31)), Day(date(2031, 3, 31))]);
}

#[test]
fn balance_counts_what_is_taken_and_applied_for() {
    use ReservationStatus::{Applied, Approved, Cancelled, Draft, Rejected};
    let days = |first, last| Days { first, last };
    let july = days(date(2026, 7, 6), date(2026, 7, 31));
    let reservations = [
        (Approved, july),
        (Applied, days(date(2026, 10, 26), date(2026, 10, 30))),
        (Draft, days(date(2026, 11, 2), date(2026, 11, 6))),
        (Rejected, days(date(2026, 11, 9), date(2026, 11, 13))),
        (Cancelled, days(date(2026, 11, 9), date(2026, 11, 13))),
        // Of two weeks over the turn of the year three days lie in it.
        (Approved, days(date(2027, 3, 29), date(2027, 4, 9))),
    ];
    let of = |per_year| {
        let terms = terms(date(2020, 1, 1), None, per_year);
        balance(&terms, HolidayYear::April, april(2026), &Closed::default(), &reservations)
    };
    let found = of(32);
    assert_eq!((found.paid, found.unpaid), (32, 0));
    assert_eq!((found.taken, found.applied, found.left), (20 + 3, 5, 32 - 28));
    assert_eq!(found.can_save, 4, "what is left");
    assert_eq!((of(25).left, of(25).can_save), (-3, 0));
    let first_year =
        balance(&terms(date(2026, 8, 1), None, 25), HolidayYear::April, april(2026), &Closed::default(), &[]);
    assert_eq!((first_year.paid, first_year.unpaid, first_year.can_save), (17, 8, 0));
    let untouched =
        balance(&terms(date(2020, 1, 1), None, 25), HolidayYear::April, april(2026), &Closed::default(), &[]);
    assert_eq!((untouched.left, untouched.can_save), (25, 5), "only those over 20");
}

proptest! {
    #[test]
    fn paid_days_cover_the_share_and_no_more(
        start in -400i64..500, length in 0i64..900, per_year in 25i64..=60, begins in 2024i16..2033, in_april: bool,
    ) {
        let year = if in_april { april(begins) } else { calendar(begins) };
        let from = year.days.first.saturating_add(start.days());
        let until = from.saturating_add(length.days());
        let paid = terms(from, Some(until), per_year).paid(year);
        let employed = year.days.each().filter(|day| from <= *day && *day <= until).count() as i64;
        let all = year.days.each().count() as i64;
        // The smallest whole number that is not below the share.
        prop_assert!(paid * all >= per_year * employed);
        prop_assert!((paid - 1) * all < per_year * employed || paid == 0);
        prop_assert!((0..=per_year).contains(&paid));
    }
}
