use storage::bookings::settings::{QuotaPeriod, QuotaUnit};

use super::*;

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;
/// A Thursday.
const START: i64 = 20_000 * DAY;

fn hour(n: i64) -> Interval {
    Interval::new(START + n * HOUR, START + (n + 1) * HOUR)
}

fn quota(scope: QuotaScope, limit: i64) -> Quota {
    Quota {
        holder: QuotaHolder::Person,
        scope,
        unit: QuotaUnit::Reservations,
        per: QuotaPeriod::Week,
        limit,
        relation: None,
    }
}

/// Bookable 1, in a group with 2.
fn counts(scope: QuotaScope) -> Counts {
    Counts { scope, bookable_id: BookableId(1), beside: [1, 2].map(BookableId).into() }
}

fn tallies(scope: QuotaScope, limit: i64, booked: &[i64], claimed: &[i64]) -> Tallies {
    let times = |hours: &[i64]| hours.iter().map(|n| hour(*n)).collect();
    let (booked, claimed) = (times(booked), times(claimed));
    let tally = Tally { quota: quota(scope, limit), counts: counts(scope), booked, claimed };
    Tallies { all: vec![tally], zone: TimeZone::UTC, last_claim: 0 }
}

#[test]
fn what_is_moved_is_new_where_it_did_not_count() {
    // (scope, the bookable that it moves from, whether it passes at a limit that is used up)
    let table = [
        (QuotaScope::Bookable, 1, true),
        (QuotaScope::Bookable, 2, false),
        (QuotaScope::Group, 2, true),
        (QuotaScope::Group, 3, false),
        (QuotaScope::Entity, 3, true),
    ];
    for (scope, from, passes) in table {
        let old = Some((BookableId(from), hour(3)));
        let judged = tallies(scope, 2, &[1, 2], &[]).judge(hour(4), old, true);
        assert_eq!(judged.is_ok(), passes, "{scope:?} from {from}");
    }
}

#[test]
fn claimed_time_counts_until_it_is_booked_and_then_once() {
    let claim = |booking: i64, bookable: i64, n: i64| QuotaClaim {
        entity_id: EntityId(1),
        holder: Holder::Person(UserId(1)).name(),
        claim_id: 1,
        occupation_id: OccupationId(booking),
        expires: Moment(START),
        bookable_id: BookableId(bookable),
        starts: Moment(hour(n).start),
        ends: Moment(hour(n).end),
    };
    let is_there = HashSet::from([(OccupationId(1), hour(1).start, hour(1).end)]);
    // Booked; booked at another time; of two requests for one time; of a bookable that does not count.
    let claims = [claim(1, 1, 1), claim(1, 1, 2), claim(2, 2, 3), claim(2, 2, 3), claim(3, 3, 4)];
    let mut found = not_booked(&claims, &counts(QuotaScope::Group), &is_there);
    found.sort_unstable();
    assert_eq!(found, [hour(2), hour(3)]);
}

#[test]
fn wanted_times_are_permitted_up_to_the_limit_and_wait_only_for_claims() {
    let wanted: Vec<Wanted> =
        (10..14).map(|n| Wanted { id: OccupationId(n), time: hour(n), old: None }).collect();
    // (booked, claimed, how many are permitted at a limit of 3, whether somebody waits)
    let table: [(&[i64], &[i64], usize, bool); 5] = [
        (&[], &[], 3, false),
        (&[1, 2], &[], 1, false),
        (&[1, 2, 3], &[], 0, false),
        (&[1], &[2], 1, true),
        (&[1, 2, 3], &[4], 0, false),
    ];
    for (booked, claimed, permitted, waits) in table {
        let judged = tallies(QuotaScope::Entity, 3, booked, claimed).judged(&wanted);
        let found: Vec<Wanted> = judged.permitted;
        assert_eq!(found, wanted[..permitted], "{booked:?} {claimed:?}");
        assert_eq!(judged.refused.len(), wanted.len() - permitted);
        assert_eq!(judged.waits, waits, "{booked:?} {claimed:?}");
    }
}
