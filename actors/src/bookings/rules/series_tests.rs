use proptest::prelude::*;

use super::super::samples::{at, near_a_change, wall, zone};
use super::*;

const HOUR_MS: i64 = 3_600_000;

fn time(text: &str, hours: i64) -> Interval {
    Interval::new(at(text), at(text) + hours * HOUR_MS)
}

fn code(result: Result<Vec<Interval>>) -> &'static str {
    let refusal = result.unwrap_err();
    assert_eq!(refusal.fields[0].field, "rrule");
    refusal.fields[0].code
}

#[test]
fn weekly_series_keeps_the_wall_clock_over_a_change() {
    let times = occurrences("FREQ=WEEKLY;COUNT=3", time("2026-10-20T18:00", 2)).unwrap();
    let expected = ["2026-10-20T18:00", "2026-10-27T18:00", "2026-11-03T18:00"];
    assert_eq!(times, expected.map(|start| time(start, 2)));
}

#[test]
fn series_of_sixty_passes_and_of_sixty_one_is_too_long() {
    let first = time("2026-01-07T08:00", 1);
    assert_eq!(occurrences("FREQ=DAILY;COUNT=60", first).unwrap().len(), 60);
    assert_eq!(code(occurrences("FREQ=DAILY;COUNT=61", first)), "SERIES_TOO_LONG");
    assert_eq!(code(occurrences("FREQ=WEEKLY", first)), "SERIES_TOO_LONG", "without an end");
    assert_eq!(code(occurrences("FREQ=YEARLY;COUNT=3", first)), "SERIES_TOO_LONG", "over 400 days");
    assert_eq!(occurrences("FREQ=YEARLY;COUNT=2", first).unwrap().len(), 2);
}

#[test]
fn series_longer_than_its_interval_is_refused() {
    let day_and_more = time("2026-01-07T08:00", 25);
    assert_eq!(code(occurrences("FREQ=DAILY;COUNT=3", day_and_more)), "SERIES_OVERLAP");
    let whole_days = time("2026-01-07T08:00", 24);
    assert_eq!(occurrences("FREQ=DAILY;COUNT=3", whole_days).unwrap().len(), 3, "they meet");
}

#[test]
fn rule_that_does_not_begin_with_the_time_is_refused() {
    // A Wednesday.
    let first = time("2026-01-07T08:00", 1);
    assert_eq!(code(occurrences("FREQ=WEEKLY;BYDAY=TH;COUNT=3", first)), "RRULE");
    assert_eq!(code(occurrences("varje vecka", first)), "RRULE");
}

#[test]
fn only_passing_reasons_are_skipped() {
    for code in ["OVERLAP", "QUOTA"] {
        assert_eq!(skipped_for(&Refusal::conflict(code, "")), Some(code));
    }
    for code in ["CLOSED", "NOTICE", "HORIZON"] {
        assert_eq!(skipped_for(&Refusal::field("start", code, "")), Some(code));
    }
    for code in ["PAST", "LENGTH", "NOT_ALIGNED"] {
        assert_eq!(skipped_for(&Refusal::field("start", code, "")), None);
    }
    for code in ["UNAVAILABLE", "HOLD_EXPIRED", "PRICE_CHANGED"] {
        assert_eq!(skipped_for(&Refusal::conflict(code, "")), None);
    }
}

#[test]
fn series_moves_by_wall_clock_days_and_minutes() {
    let (from, to) = (time("2026-10-20T18:00", 2), time("2026-10-21T19:30", 1));
    assert_eq!(shifted(from, (from, to), &zone()), to);
    let later = time("2026-10-27T18:00", 2);
    assert_eq!(shifted(later, (from, to), &zone()), time("2026-10-28T19:30", 1));
}

proptest! {
    /// Whatever the series and the move: every booking has the new length, and starts as much later on the wall clock.
    #[test]
    fn moved_series_keeps_its_rhythm(start in near_a_change(), days in 0i64..3, later in 1i64..8, hours in 1i64..4) {
        let from = Interval::new(start, start + HOUR_MS);
        let to = Interval::new(start + days * DAY_MS, start + days * DAY_MS + hours * HOUR_MS);
        let other = Interval::new(start + later * 7 * DAY_MS, start + later * 7 * DAY_MS + HOUR_MS);
        let moved = shifted(other, (from, to), &zone());
        prop_assert_eq!(moved.millis(), hours * HOUR_MS);
        let minutes = |at: i64| {
            let (date, _, minute) = wall(at);
            i64::from(date.day_of_year()) * 1_440 + minute
        };
        let by = minutes(to.start) - minutes(from.start);
        let is = minutes(moved.start) - minutes(other.start);
        // A wall clock time that the change skips does not exist.
        prop_assert!(is == by || (is - by).abs() == 60, "{is} instead of {by}");
    }
}
