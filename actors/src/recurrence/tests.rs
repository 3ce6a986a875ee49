#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use proptest::prelude::*;

use super::*;

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

fn at(text: &str) -> Moment {
    Moment(text.parse::<Timestamp>().unwrap().as_millisecond())
}

fn read(text: &str, starts: &str, hours: i64, zone: &str) -> Result<Rule, Wrong> {
    let starts = at(starts);
    Rule::read(text, starts, Moment(starts.0 + hours * HOUR), zone)
}

fn begin(rule: &Rule, from: &str, to: &str) -> Vec<String> {
    rule.between(at(from), at(to), &[]).iter().map(|one| one.starts.to_string()[..16].to_owned()).collect()
}

/// Two thousand rules as another implementation counts them (`actors/tests/recurrence/make.py`).
#[test]
fn another_implementation_counts_the_same() {
    let end: DateTime = "2031-01-01T00:00:00".parse().unwrap();
    for line in include_str!("../../tests/recurrence/rules.csv").lines() {
        let mut words = line.split(' ');
        let starts = DateTime::strptime("%Y%m%dT%H%M", words.next().unwrap()).unwrap();
        let (text, count) = (words.next().unwrap(), words.next().unwrap().parse::<usize>().unwrap());
        let starts = moment(starts, &TimeZone::UTC).unwrap();
        let rule = Rule::read(text, starts, Moment(starts.0 + HOUR), "UTC").unwrap();
        let dates = rule.dates(None, Some(end), 1_500);
        assert_eq!(dates.len(), count, "{line}");
        let shown = [0, 1.min(count - 1), count / 2, count - 1]
            .map(|index| dates[index].strftime("%Y%m%d").to_string());
        assert_eq!(shown.iter().map(String::as_str).collect::<Vec<_>>(), words.collect::<Vec<_>>(), "{line}");
    }
}

/// The last Sundays of March and October, in Sweden: 2026-03-29 and 2026-10-25.
#[test]
fn nine_o_clock_stays_nine_o_clock() {
    let daily = read("FREQ=DAILY", "2026-03-27T08:00:00Z", 1, "Europe/Stockholm").unwrap();
    assert_eq!(
        begin(&daily, "2026-03-28T00:00:00Z", "2026-03-31T00:00:00Z"),
        ["2026-03-28T08:00", "2026-03-29T07:00", "2026-03-30T07:00"]
    );
    assert_eq!(
        begin(&daily, "2026-10-24T00:00:00Z", "2026-10-27T00:00:00Z"),
        ["2026-10-24T07:00", "2026-10-25T08:00", "2026-10-26T08:00"]
    );
}

#[test]
fn an_hour_that_is_skipped_or_comes_twice() {
    // Half past two: skipped on 2026-03-29 (as if the clocks had not changed: 03:30 summer time), twice on 2026-10-25 (the first).
    let skipped = read("FREQ=DAILY", "2026-03-28T01:30:00Z", 1, "Europe/Stockholm").unwrap();
    let days = begin(&skipped, "2026-03-28T00:00:00Z", "2026-03-31T00:00:00Z");
    assert_eq!(days, ["2026-03-28T01:30", "2026-03-29T01:30", "2026-03-30T00:30"]);
    let twice = begin(&skipped, "2026-10-24T00:00:00Z", "2026-10-27T00:00:00Z");
    assert_eq!(twice, ["2026-10-24T00:30", "2026-10-25T00:30", "2026-10-26T01:30"]);
    // From ten in the evening to six in the morning, by the clock: seven and nine hours.
    let night = read("FREQ=DAILY", "2026-03-27T21:00:00Z", 8, "Europe/Stockholm").unwrap();
    let lasts = |from, to| {
        let nights = night.between(at(from), at(to), &[]);
        nights.iter().map(|one| (one.ends.0 - one.starts.0) / HOUR).collect::<Vec<_>>()
    };
    assert_eq!(lasts("2026-03-28T20:00:00Z", "2026-03-30T00:00:00Z"), [7, 8]);
    assert_eq!(lasts("2026-10-24T19:00:00Z", "2026-10-26T00:00:00Z"), [9, 8]);
}

#[test]
fn what_touches_the_time_and_nothing_else() {
    let weekly = read("FREQ=WEEKLY;BYDAY=SA", "2026-01-03T09:00:00Z", 30, "UTC").unwrap();
    // Saturday nine o'clock to Sunday three in the afternoon.
    let looked = |from, to| begin(&weekly, from, to);
    assert_eq!(looked("2026-01-11T14:59:59Z", "2026-01-12T00:00:00Z"), ["2026-01-10T09:00"]);
    assert!(looked("2026-01-11T15:00:00Z", "2026-01-17T09:00:00Z").is_empty());
    assert_eq!(looked("2026-01-11T15:00:00Z", "2026-01-17T09:00:01Z"), ["2026-01-17T09:00"]);
    let but = [at("2026-01-10T09:00:00Z")];
    let all = weekly.between(at("2026-01-01T00:00:00Z"), at("2026-02-01T00:00:00Z"), &but);
    assert_eq!(all.len(), 4, "five Saturdays, one of them taken out");
    assert_eq!(weekly.at(but[0]).unwrap().ends, at("2026-01-11T15:00:00Z"));
    assert_eq!(weekly.at(at("2026-01-10T10:00:00Z")), None);
}

#[test]
fn until_is_a_moment_or_a_whole_day() {
    let last = |until: &str| {
        let text = format!("FREQ=DAILY;UNTIL={until}");
        let rule = read(&text, "2026-06-01T20:00:00Z", 1, "Europe/Stockholm").unwrap();
        begin(&rule, "2026-06-01T00:00:00Z", "2026-07-01T00:00:00Z").len()
    };
    // Ten in the evening in Sweden.
    assert_eq!(last("20260603"), 3);
    assert_eq!(last("20260603T215900"), 2);
    assert_eq!(last("20260603T220000"), 3);
    assert_eq!(last("20260603T200000Z"), 3);
    assert_eq!(last("20260603T195959Z"), 2);
}

#[test]
fn what_cannot_be_used() {
    let wrong = |text: &str| read(text, "2026-01-31T09:00:00Z", 1, "Europe/Stockholm").err();
    for text in
        ["", "FREQ", "FREQ=", "FREQ=OFTEN", "INTERVAL=2", "FREQ=DAILY;COUNT=x", "FREQ=DAILY;UNTIL=20260230"]
    {
        assert_eq!(wrong(text), Some(Wrong::Unreadable), "{text}");
    }
    for text in
        ["FREQ=HOURLY", "FREQ=SECONDLY;COUNT=1000000", "FREQ=DAILY;BYHOUR=1,2,3", "FREQ=DAILY;BYSECOND=1"]
    {
        assert_eq!(wrong(text), Some(Wrong::TooOften), "{text}");
    }
    assert_eq!(wrong("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"), Some(Wrong::Never));
    assert_eq!(read("FREQ=DAILY", "2026-01-31T09:00:00Z", 1, "Sverige/Mora").err(), Some(Wrong::Zone));
    assert_eq!(wrong("RRULE:FREQ=DAILY"), None);
    assert_eq!(wrong("freq=daily"), None);
}

#[test]
fn the_last_one() {
    let last = |text: &str| read(text, "2026-01-01T09:00:00Z", 1, "UTC").unwrap().last();
    assert_eq!(last("FREQ=DAILY"), None);
    assert_eq!(last("FREQ=DAILY;COUNT=3"), Some(at("2026-01-03T09:00:00Z")));
    assert_eq!(last("FREQ=DAILY;UNTIL=20260105T090000Z"), Some(at("2026-01-05T09:00:00Z")));
    let daily = read("FREQ=DAILY;COUNT=2000", "2026-01-01T09:00:00Z", 1, "UTC").unwrap();
    assert_eq!(daily.count_before(at("2026-01-01T09:00:00Z")), 0);
    assert_eq!(daily.count_before(at("2029-01-01T09:00:00Z")), 1_096);
}

#[test]
fn the_next_one_after_a_moment() {
    // Nine o'clock in Stockholm, over the night in which the clocks go back; RFC 5545 counts the first one in.
    for (rule, after, next) in [
        ("FREQ=DAILY", "2026-10-24T06:59:59Z", Some("2026-10-24T07:00:00Z")),
        ("FREQ=DAILY", "2026-10-24T07:00:00Z", Some("2026-10-25T08:00:00Z")),
        ("FREQ=DAILY", "2026-12-01T00:00:00Z", Some("2026-12-01T08:00:00Z")),
        ("FREQ=DAILY;COUNT=2", "2026-10-24T07:00:00Z", Some("2026-10-25T08:00:00Z")),
        ("FREQ=DAILY;COUNT=2", "2026-10-25T08:00:00Z", None),
        ("FREQ=DAILY;UNTIL=20261025", "2026-10-25T08:00:00Z", None),
        ("FREQ=WEEKLY;BYDAY=MO,TH", "2026-10-26T08:00:00Z", Some("2026-10-29T08:00:00Z")),
        ("FREQ=YEARLY", "2030-10-24T07:00:00Z", Some("2031-10-24T07:00:00Z")),
    ] {
        let read = read(rule, "2026-10-24T07:00:00Z", 1, "Europe/Stockholm").unwrap();
        assert_eq!(read.after(at(after)).map(|one| one.starts), next.map(at), "{rule} after {after}");
    }
}

#[test]
fn a_series_is_cut_in_two() {
    let moment = at("2026-01-04T09:00:00Z");
    for (text, ended, rest) in [
        ("FREQ=DAILY", "FREQ=DAILY;UNTIL=20260104T085959Z", "FREQ=DAILY"),
        ("FREQ=DAILY;COUNT=10", "FREQ=DAILY;UNTIL=20260104T085959Z", "FREQ=DAILY;COUNT=7"),
    ] {
        assert_eq!(ended_before(text, moment), ended);
        assert_eq!(continued(text, 3), rest);
    }
}

proptest! {
    /// Any text: a rule or a refusal, never a panic, and soon.
    #[test]
    fn any_text_is_read_or_refused(text in "(FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY);)?[A-Z]{2,10}=[-+0-9A-Z,]{0,12}(;[A-Z]{2,10}=[-+0-9A-Z,]{0,12}){0,4}") {
        if let Ok(rule) = read(&text, "2026-01-01T09:00:00Z", 1, "Europe/Stockholm") {
            let found = rule.between(at("2027-01-01T00:00:00Z"), at("2028-02-01T00:00:00Z"), &[]);
            prop_assert!(found.len() <= 400);
        }
    }

    /// A time that is looked at in two halves shows each one once, by its beginning.
    #[test]
    fn halves_make_the_whole(interval in 1..20_i64, middle in 0..400_i64) {
        let rule = read(&format!("FREQ=DAILY;INTERVAL={interval}"), "2026-01-01T09:00:00Z", 1, "Europe/Stockholm").unwrap();
        let from = at("2026-01-01T00:00:00Z");
        let (cut, to) = (Moment(from.0 + middle * DAY), Moment(from.0 + 400 * DAY));
        let mut halves = if middle == 0 { Vec::new() } else { rule.between(from, cut, &[]) };
        halves.extend(rule.between(cut, to, &[]));
        prop_assert_eq!(halves, rule.between(from, to, &[]));
    }
}
