use proptest::prelude::*;

use super::super::samples::{at, day, local, near_a_change, zone};
use super::*;

/// Christmas 2026.
fn is_red(date: Date) -> bool {
    ["2026-12-25", "2026-12-26", "2027-01-01"].iter().any(|red| day(red).0 == date)
}

fn hours(n: i64) -> Cancellation {
    Cancellation { free_hours: Some(n), share: 50, ..Cancellation::default() }
}

fn days(n: i64) -> Cancellation {
    Cancellation { free_days: Some(n), share: 50, ..Cancellation::default() }
}

fn working_days(n: i64) -> Cancellation {
    Cancellation { free_working_days: Some(n), share: 50, ..Cancellation::default() }
}

#[test]
fn free_hours_and_days_are_counted_backwards() {
    for (terms, start, expected) in [
        (hours(24), "2026-11-27T10:00", Some("26 10:00")),
        // The night of a clock change: hours elapse, days keep the wall clock.
        (hours(24), "2026-10-25T10:00", Some("24 11:00")),
        (days(1), "2026-10-25T10:00", Some("24 10:00")),
        (days(0), "2026-11-27T10:00", Some("27 10:00")),
        (days(7), "2026-11-03T10:00", Some("27 10:00")),
        // 2026-11-30 is a Monday.
        (working_days(1), "2026-11-30T10:00", Some("27 10:00")),
        (working_days(1), "2026-11-29T10:00", Some("27 10:00")),
        (working_days(2), "2026-12-01T10:00", Some("27 10:00")),
        (working_days(5), "2026-12-04T10:00", Some("27 10:00")),
        (working_days(0), "2026-11-29T10:00", Some("29 10:00")),
        // Over Christmas: Friday 25 is red, 26 and 27 are a weekend.
        (working_days(2), "2026-12-28T09:00", Some("23 09:00")),
        (Cancellation::default(), "2026-11-27T10:00", None),
    ] {
        let until = free_until(&terms, at(start), &zone(), is_red).map(local);
        assert_eq!(until.as_deref(), expected, "{terms:?} {start}");
    }
}

#[test]
fn a_share_is_owed_after_the_last_free_moment() {
    let start = at("2026-11-27T10:00");
    let fee = |terms: Option<&Cancellation>, price: i64, now: i64| {
        cancelled(terms, price, (start, now), &zone(), is_red).fee
    };
    let day = 24 * HOUR_MS;
    assert_eq!(fee(None, 10_000, start + day), 0, "no terms");
    assert_eq!(fee(Some(&hours(24)), 10_000, start - day - 1), 0);
    assert_eq!(fee(Some(&hours(24)), 10_000, start - day), 0, "the last moment is free");
    assert_eq!(fee(Some(&hours(24)), 10_000, start - day + 1), 5_000);
    assert_eq!(fee(Some(&hours(24)), 10_001, start), 5_001, "half up");
    let always = Cancellation { share: 100, ..Cancellation::default() };
    assert_eq!(fee(Some(&always), 10_000, start - 365 * day), 10_000, "never free");
}

#[test]
fn a_no_show_owes_share_sum_or_the_whole_price() {
    let terms = |no_show| Cancellation { no_show, ..hours(24) };
    for (terms, price, refund, fee) in [
        (None, 10_000, 0, 10_000),
        (Some(terms(None)), 10_000, 0, 10_000),
        (Some(terms(Some(NoShowFee::Share(50)))), 10_001, 5_000, 5_001),
        (Some(terms(Some(NoShowFee::Share(0)))), 10_000, 10_000, 0),
        (Some(terms(Some(NoShowFee::Sum(2_000)))), 10_000, 8_000, 2_000),
        (Some(terms(Some(NoShowFee::Sum(2_000)))), 1_500, 0, 1_500),
        (Some(terms(Some(NoShowFee::Sum(2_000)))), 0, 0, 0),
    ] {
        assert_eq!(no_show(terms.as_ref(), price), Settlement { refund, fee }, "{terms:?} {price}");
    }
}

proptest! {
    #[test]
    fn refund_and_fee_are_the_price_to_the_ore(
        price in 0i64..100_000_000,
        share in 0i64..=100,
        sum in 0i64..200_000,
        free in prop::option::of(0i64..60),
        which in 0..3,
        start in near_a_change(),
        before in -100i64..2_000,
    ) {
        let free = |one: i32| free.filter(|_| one == which);
        let terms = Cancellation {
            free_hours: free(0),
            free_days: free(1),
            free_working_days: free(2),
            share,
            no_show: Some(if which == 0 { NoShowFee::Sum(sum) } else { NoShowFee::Share(share) }),
        };
        let settled = cancelled(Some(&terms), price, (start, start - before * HOUR_MS), &zone(), |_| false);
        for Settlement { refund, fee } in [settled, no_show(Some(&terms), price), no_show(None, price)] {
            prop_assert_eq!(refund + fee, price);
            prop_assert!(refund >= 0 && fee >= 0);
        }
        prop_assert!(settled.fee == 0 || 2 * (settled.fee * 100 - price * share).abs() <= 100);
    }
}
