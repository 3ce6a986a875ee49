use proptest::prelude::*;
use storage::bookings::settings::QuotaScope;

use super::super::samples::{at, near_a_change, zone};
use super::*;
use crate::platform::hours::MINUTE_MS;

fn quota(unit: QuotaUnit, per: QuotaPeriod, limit: i64) -> Quota {
    Quota { holder: QuotaHolder::Person, scope: QuotaScope::Bookable, unit, per, limit, relation: None }
}

fn time(start: &str, end: &str) -> Interval {
    Interval::new(at(start), at(end))
}

#[test]
fn periods_are_those_of_the_local_calendar() {
    use QuotaPeriod::{Day, Month, Week, Year};
    for (per, moment, name, start, end) in [
        (Day, "2026-11-27T00:00", "2026-11-27", "2026-11-27T00:00", "2026-11-28T00:00"),
        (Day, "2026-10-25T23:59", "2026-10-25", "2026-10-25T00:00", "2026-10-26T00:00"),
        (Week, "2026-11-29T23:59", "2026-W48", "2026-11-23T00:00", "2026-11-30T00:00"),
        (Week, "2026-11-30T00:00", "2026-W49", "2026-11-30T00:00", "2026-12-07T00:00"),
        // A year of 53 weeks.
        (Week, "2026-12-31T12:00", "2026-W53", "2026-12-28T00:00", "2027-01-04T00:00"),
        (Week, "2027-01-03T12:00", "2026-W53", "2026-12-28T00:00", "2027-01-04T00:00"),
        (Week, "2027-01-04T00:00", "2027-W01", "2027-01-04T00:00", "2027-01-11T00:00"),
        (Month, "2026-02-28T23:59", "2026-02", "2026-02-01T00:00", "2026-03-01T00:00"),
        (Month, "2026-12-31T23:59", "2026-12", "2026-12-01T00:00", "2027-01-01T00:00"),
        (Year, "2026-12-31T23:59", "2026", "2026-01-01T00:00", "2027-01-01T00:00"),
    ] {
        let expected = Period { time: time(start, end), name: name.to_owned() };
        assert_eq!(period_at(per, at(moment), &zone()), expected, "{moment}");
    }
    let week = period_at(Week, at("2026-03-29T12:00"), &zone()).time.minutes();
    assert_eq!(week, 7 * 1_440 - 60, "with an hour less");
}

#[test]
fn booked_time_is_split_at_the_edge_of_the_week() {
    // Sunday 22:00 to Monday 01:00.
    let night = time("2026-11-29T22:00", "2026-11-30T01:00");
    let periods = periods_of(QuotaPeriod::Week, night, &zone());
    let hours: Vec<_> =
        periods.iter().map(|one| (one.name.as_str(), used(QuotaUnit::Hours, one.time, &[night]))).collect();
    assert_eq!(hours, [("2026-W48", 120), ("2026-W49", 60)]);
    let count: Vec<_> = periods.iter().map(|one| used(QuotaUnit::Reservations, one.time, &[night])).collect();
    assert_eq!(count, [1, 0], "one reservation, where it begins");
    let week = quota(QuotaUnit::Hours, QuotaPeriod::Week, 4);
    let others = [time("2026-11-23T10:00", "2026-11-23T12:00"), time("2026-12-01T10:00", "2026-12-01T13:00")];
    assert!(judge(&week, night, None, &others, &zone()).is_ok(), "both weeks are just full");
    for more in [time("2026-11-24T10:00", "2026-11-24T10:15"), time("2026-12-02T10:00", "2026-12-02T10:15")] {
        let others = [&others[..], &[more]].concat();
        assert_eq!(judge(&week, night, None, &others, &zone()).unwrap_err().code, "QUOTA");
    }
}

#[test]
fn a_booking_up_to_the_limit_passes() {
    let taken = time("2026-11-24T10:00", "2026-11-24T12:00");
    for (unit, limit, new, passes) in [
        (QuotaUnit::Hours, 3, time("2026-11-25T10:00", "2026-11-25T11:00"), true),
        (QuotaUnit::Hours, 3, time("2026-11-25T10:00", "2026-11-25T11:01"), false),
        (QuotaUnit::Hours, 3, time("2026-12-02T10:00", "2026-12-02T13:00"), true),
        (QuotaUnit::Reservations, 2, time("2026-11-25T10:00", "2026-11-25T20:00"), true),
        (QuotaUnit::Reservations, 1, time("2026-11-25T10:00", "2026-11-25T10:15"), false),
    ] {
        let judged = judge(&quota(unit, QuotaPeriod::Week, limit), new, None, &[taken], &zone());
        assert_eq!(judged.is_ok(), passes, "{unit} {limit} {new:?}");
    }
}

#[test]
fn a_change_at_the_limit_passes() {
    let (old, other) =
        (time("2026-11-24T10:00", "2026-11-24T12:00"), time("2026-11-26T10:00", "2026-11-26T12:00"));
    let week = |limit| quota(QuotaUnit::Hours, QuotaPeriod::Week, limit);
    let later = time("2026-11-25T10:00", "2026-11-25T12:00");
    for (limit, new, passes) in [
        (4, later, true),
        (4, time("2026-11-25T10:00", "2026-11-25T13:00"), false),
        // The limit was lowered below what is booked.
        (2, later, true),
        (2, time("2026-11-25T10:00", "2026-11-25T11:00"), true),
        (2, time("2026-11-25T10:00", "2026-11-25T12:15"), false),
    ] {
        assert_eq!(judge(&week(limit), new, Some(old), &[other], &zone()).is_ok(), passes, "{limit} {new:?}");
    }
    let once = quota(QuotaUnit::Reservations, QuotaPeriod::Week, 1);
    assert!(judge(&once, later, Some(old), &[], &zone()).is_ok(), "it does not count against itself");
    let next_week = time("2026-12-01T10:00", "2026-12-01T12:00");
    assert!(judge(&once, next_week, Some(old), &[next_week], &zone()).is_err(), "another week is full");
}

#[test]
fn quotas_apply_by_holder_and_relation() {
    let leader = Some(RelationType::Leader);
    for (holder, relation, who, for_organisation, expected) in [
        (QuotaHolder::Person, None, None, false, true),
        (QuotaHolder::Person, leader, leader, false, true),
        (QuotaHolder::Person, leader, Some(RelationType::Member), false, false),
        (QuotaHolder::Organisation, None, None, true, true),
        (QuotaHolder::Organisation, None, leader, false, false),
        (QuotaHolder::Relation, leader, leader, false, true),
        (QuotaHolder::Relation, leader, None, false, false),
        (QuotaHolder::Relation, None, None, false, false),
    ] {
        let quota = Quota { holder, relation, ..quota(QuotaUnit::Hours, QuotaPeriod::Day, 1) };
        assert_eq!(applies(&quota, who, for_organisation), expected, "{holder} {relation:?} {who:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn minutes_used_are_those_counted_one_by_one(
        per in prop::sample::select(QuotaPeriod::ALL.to_vec()),
        bookings in prop::collection::vec((near_a_change(), 1i64..2_000), 1..4),
    ) {
        let all: Vec<Interval> =
            bookings.iter().map(|(start, length)| Interval::new(*start, start + length * MINUTE_MS)).collect();
        for one in &all {
            let periods = periods_of(per, *one, &zone());
            prop_assert!(periods.windows(2).all(|two| two[0].time.end == two[1].time.start));
            let split: i64 = periods.iter().map(|period| used(QuotaUnit::Hours, period.time, &[*one])).sum();
            prop_assert_eq!(split, one.minutes(), "nothing is lost or counted twice");
        }
        let period = period_at(per, all[0].start, &zone());
        let minutes = |one: &Interval| (one.start..one.end).step_by(60_000);
        let is_counted = |at: &i64| period_at(per, *at, &zone()).name == period.name;
        let counted = all.iter().flat_map(minutes).filter(is_counted).count();
        prop_assert_eq!(used(QuotaUnit::Hours, period.time, &all), counted as i64);
    }

    #[test]
    fn a_quota_refuses_exactly_what_exceeds_it(
        limit in 1i64..6,
        taken in 0i64..300,
        length in 1i64..300,
        is_change in any::<bool>(),
    ) {
        // All on one day.
        let start = at("2026-11-27T00:00");
        let of = |minutes: i64| Interval::new(start, start + minutes * MINUTE_MS);
        let quota = quota(QuotaUnit::Hours, QuotaPeriod::Day, limit);
        let old = is_change.then(|| of(length));
        let judged = judge(&quota, of(length), old, &[of(taken)], &zone());
        prop_assert_eq!(judged.is_ok(), is_change || taken + length <= limit * 60);
    }
}
