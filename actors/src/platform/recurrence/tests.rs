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

/// The days that match a rule between two days, both included.
fn dates(rule: &Rule, from: DayNumber, to: DayNumber, budget: &mut Budget) -> Vec<DayNumber> {
    let mut days = Vec::new();
    let counted = rule.pattern.walk(from, to, budget, &mut |day| {
        days.push(day);
        ControlFlow::Continue(())
    });
    assert_eq!(counted, Ok(()));
    days
}

fn written(day: DayNumber) -> String {
    let (year, month, day) = civil(day);
    format!("{year:04}{month:02}{day:02}")
}

/// The lines of `rules.csv`: a rule for an event of one hour, and its text.
fn listed() -> impl Iterator<Item = (Rule, &'static str)> {
    include_str!("../../../tests/recurrence/rules.csv").lines().map(|line| {
        let mut words = line.split(' ');
        let starts = DateTime::strptime("%Y%m%dT%H%M", words.next().unwrap()).unwrap();
        let starts = moment(starts, &TimeZone::UTC).unwrap();
        (Rule::read(words.next().unwrap(), starts, Moment(starts.0 + HOUR), "UTC").unwrap(), line)
    })
}

/// Two thousand rules as another implementation expands them (`actors/tests/recurrence/make.py`).
#[test]
fn another_implementation_counts_the_same() {
    let end: DateTime = "2031-01-01T00:00:00".parse().unwrap();
    for line in include_str!("../../../tests/recurrence/rules.csv").lines() {
        let mut words = line.split(' ');
        let starts = DateTime::strptime("%Y%m%dT%H%M", words.next().unwrap()).unwrap();
        let (text, count) = (words.next().unwrap(), words.next().unwrap().parse::<usize>().unwrap());
        let starts = moment(starts, &TimeZone::UTC).unwrap();
        let rule = Rule::read(text, starts, Moment(starts.0 + HOUR), "UTC").unwrap();
        let mut dates = dates(&rule, rule.first, day_of(end) - 1, &mut Budget::of_one());
        dates.truncate(1_500);
        assert_eq!(dates.len(), count, "{line}");
        let shown = [0, 1.min(count - 1), count / 2, count - 1].map(|index| written(dates[index]));
        assert_eq!(shown.iter().map(String::as_str).collect::<Vec<_>>(), words.collect::<Vec<_>>(), "{line}");
    }
}

/// A window far from the beginning shows the same as expanding from the beginning.
#[test]
fn a_jump_to_a_window_skips_nothing_and_costs_the_window() {
    let windows = [(2_035, 1, 1, 400), (2_048, 2, 28, 2), (2_099, 6, 1, 31), (2_100, 12, 30, 5)];
    for (rule, line) in listed() {
        let all = dates(&rule, rule.first, number(2_102, 1, 1), &mut Budget::new(u32::MAX));
        let last = rule.last().map_or(i64::MAX, |last| day_of(clock(last, &TimeZone::UTC).unwrap()));
        let mut stored = rule.clone();
        // As for a stored series whose last occurrence is known.
        stored.pattern.count = None;
        for (year, month, day, length) in windows {
            let from = number(year, month, day);
            let to = from + length - 1;
            let mut budget = Budget::of_one();
            let found = dates(&stored, from, to.min(last), &mut budget);
            let expected: Vec<_> = all.iter().copied().filter(|day| (from..=to).contains(day)).collect();
            assert_eq!(found, expected, "{line} from {year}");
            // With BYSETPOS a whole year is tested.
            assert!(
                budget.spent() <= 2 * u64::try_from(length).unwrap() + 2 * 366 + 40,
                "{line}: {}",
                budget.spent()
            );
        }
    }
}

/// Expands with the `rrule` crate, from the beginning.
fn as_the_crate_counts(text: &str, first: DateTime, to: DateTime) -> Option<Vec<String>> {
    use rrule::{RRule, RRuleSet, Tz, Unvalidated};
    let utc = |at: DateTime| {
        let at = at.to_zoned(TimeZone::UTC).unwrap().timestamp().as_second();
        chrono::DateTime::from_timestamp(at, 0).unwrap().with_timezone(&Tz::UTC)
    };
    let rule: RRule<Unvalidated> = text.parse().ok()?;
    let set = RRuleSet::new(utc(first)).rrule(rule.validate(utc(first)).ok()?).before(utc(to));
    Some(set.all(u16::MAX).dates.iter().map(|at| at.format("%Y%m%d").to_string()).collect())
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
    // Half past two: skipped on 2026-03-29 (as if the clocks had not changed: 03:30 summer time), twice on 2026-10-25
    // (the first).
    let skipped = read("FREQ=DAILY", "2026-03-28T01:30:00Z", 1, "Europe/Stockholm").unwrap();
    let days = begin(&skipped, "2026-03-28T00:00:00Z", "2026-03-31T00:00:00Z");
    assert_eq!(days, ["2026-03-28T01:30", "2026-03-29T01:30", "2026-03-30T00:30"]);
    // A skipped occurrence keeps its duration.
    let minutes = |rule: &Rule, day: &str| {
        let one = rule.between(at(&format!("{day}T00:00:00Z")), at(&format!("{day}T03:00:00Z")), &[]);
        one.iter().map(|one| (one.ends.0 - one.starts.0) / 60_000).collect::<Vec<_>>()
    };
    assert_eq!(minutes(&skipped, "2026-03-28"), [60]);
    assert_eq!(minutes(&skipped, "2026-03-29"), [60]);
    let twice = begin(&skipped, "2026-10-24T00:00:00Z", "2026-10-27T00:00:00Z");
    assert_eq!(twice, ["2026-10-24T00:30", "2026-10-25T00:30", "2026-10-26T01:30"]);
    // From ten in the evening to six in the morning, local time: seven and nine hours.
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
        ["FREQ=HOURLY", "FREQ=SECONDLY;COUNT=1000000", "FREQ=DAILY;BYHOUR=1,2,3", "FREQ=DAILY;BYSECOND=1,2"]
    {
        assert_eq!(wrong(text), Some(Wrong::TooOften), "{text}");
    }
    for text in [
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31",
        "FREQ=DAILY;INTERVAL=0",
        "FREQ=DAILY;COUNT=0",
        "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=20",
    ] {
        assert_eq!(wrong(text), Some(Wrong::Never), "{text}");
    }
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
    // Thursday the first is one of them.
    assert_eq!(last("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH,SU;COUNT=5"), Some(at("2026-01-18T09:00:00Z")));
    assert_eq!(last("FREQ=DAILY;BYMONTH=1;COUNT=32"), Some(at("2027-01-01T09:00:00Z")));
    for text in ["FREQ=DAILY;COUNT=70000", "FREQ=WEEKLY;COUNT=4000000000", "FREQ=DAILY;COUNT=70000;BYMONTH=1"]
    {
        assert_eq!(last(text), Some(at("2200-01-01T09:00:00Z")), "{text}");
    }
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

/// Cases in which the crate used before differed from RFC 5545.
#[test]
fn weekdays_with_and_without_numbers() {
    for (text, days) in [
        ("FREQ=MONTHLY;BYDAY=MO,2TU", vec!["05", "12", "13", "19", "26"]),
        ("FREQ=MONTHLY;BYDAY=-5MO", vec![]),
        ("FREQ=MONTHLY;BYDAY=-5TH", vec!["01"]),
        ("FREQ=WEEKLY;BYDAY=2TU", vec!["06", "13", "20", "27"]),
        ("FREQ=WEEKLY;BYHOUR=20;BYMINUTE=30;BYSECOND=0", vec!["01", "08", "15", "22", "29"]),
        ("FREQ=WEEKLY;BYHOUR=8", vec!["08", "15", "22", "29"]),
    ] {
        let rule = read(text, "2026-01-01T09:00:00Z", 1, "UTC").unwrap();
        let found = begin(&rule, "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z");
        assert_eq!(found.iter().map(|day| &day[8..10]).collect::<Vec<_>>(), days, "{text}");
    }
    let evening =
        read("FREQ=DAILY;BYHOUR=20;BYMINUTE=30", "2026-07-01T06:00:00Z", 1, "Europe/Stockholm").unwrap();
    assert_eq!(begin(&evening, "2026-07-01T00:00:00Z", "2026-07-02T00:00:00Z"), ["2026-07-01T18:30"]);
}

/// The cost of any rule is bounded, in a window and up to the horizon.
#[test]
fn rules_that_hardly_meet_a_day_cost_a_window() {
    for text in [
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO",
        "FREQ=WEEKLY;BYDAY=MO;BYMONTH=2",
        "FREQ=MONTHLY;BYMONTHDAY=31;BYDAY=MO;BYSETPOS=1",
        "FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU;BYMONTH=1",
        "FREQ=YEARLY;BYYEARDAY=366;BYDAY=SA",
        "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=366",
        "FREQ=DAILY;INTERVAL=65535",
    ] {
        let rule = read(text, "1970-01-01T09:00:00Z", 1, "Europe/Stockholm").unwrap();
        for (from, to) in [
            ("2099-01-01T00:00:00Z", "2100-02-05T00:00:00Z"),
            ("2099-01-01T00:00:00Z", "2099-01-02T00:00:00Z"),
        ] {
            let mut budget = Budget::new(2_000);
            let counted =
                rule.each_between((at(from), at(to)), &[], &mut budget, |_| ControlFlow::Continue(()));
            assert_eq!(counted, Ok(()), "{text}");
        }
        let _ = (
            rule.after(at("2150-01-01T00:00:00Z")),
            rule.last(),
            rule.count_before(at("2100-01-01T00:00:00Z")),
        );
    }
}

#[test]
fn five_hundred_daily_series_cost_what_a_month_shows() {
    let mut budget = Budget::on_worker();
    let series = |n: i64| {
        let starts = at("1970-01-01T09:00:00Z");
        Rule::stored("FREQ=DAILY", (starts, Moment(starts.0 + n)), "Europe/Stockholm", None).unwrap()
    };
    let mut shown = 0;
    for n in 0..500 {
        let window = (at("2099-06-01T00:00:00Z"), at("2099-06-02T00:00:00Z"));
        let counted = series(n).each_between(window, &[], &mut budget, |_| {
            shown += 1;
            ControlFlow::Continue(())
        });
        assert!(counted.is_ok() || n > 300, "{n}");
    }
    let mut budget = Budget::new(50_000);
    shown = 0;
    for n in 0..500 {
        let window = (at("2099-06-01T00:00:00Z"), at("2099-07-01T00:00:00Z"));
        let counted = series(n).each_between(window, &[], &mut budget, |_| {
            shown += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(counted, Ok(()));
    }
    assert_eq!(shown, 15_000);
    // Two units per day shown, and a few days on either side.
    assert!(budget.spent() <= 500 * 2 * 40, "{}", budget.spent());
}

/// A stored series ends where it was computed to end when it was stored.
#[test]
fn a_stored_series_is_not_counted_from_its_beginning() {
    let (starts, ends) = (at("1970-01-05T09:00:00Z"), at("1970-01-05T10:00:00Z"));
    let text = "FREQ=DAILY;COUNT=20000;BYDAY=MO,TU,WE,TH,FR";
    let last = Rule::read(text, starts, ends, "UTC").unwrap().last();
    assert_eq!(last, Some(at("2046-08-31T09:00:00Z")));
    let stored = Rule::stored(text, (starts, ends), "UTC", last).unwrap();
    let (mut budget, mut found) = (Budget::new(100), Vec::new());
    let window = (at("2046-08-29T00:00:00Z"), at("2046-09-10T00:00:00Z"));
    let counted = stored.each_between(window, &[], &mut budget, |one| {
        found.push(one.starts);
        ControlFlow::Continue(())
    });
    assert_eq!(counted, Ok(()));
    assert_eq!((found.len(), found.last().copied()), (3, last));
}

/// Rules as people and programs write them, except those that the crate expands differently from RFC 5545.
fn rules() -> impl Strategy<Value = String> {
    let list = |values: &'static [&'static str]| {
        proptest::sample::subsequence(values, 1..=3.min(values.len())).prop_map(|some| some.join(","))
    };
    let part = |name: &'static str, values| list(values).prop_map(move |some| format!(";{name}={some}"));
    let maybe = |strategy: BoxedStrategy<String>| prop_oneof![Just(String::new()).boxed(), strategy];
    let months = maybe(part("BYMONTH", &["1", "2", "3", "6", "11", "12"]).boxed());
    let plain = part("BYDAY", &["MO", "TU", "WE", "FR", "SA", "SU"]).boxed();
    let nth = part("BYDAY", &["1MO", "-1FR", "2SU", "3WE", "-2TH", "5TU"]).boxed();
    let days = part("BYMONTHDAY", &["1", "13", "28", "29", "30", "31", "-1", "-3", "-30"]).boxed();
    let year_days = part("BYYEARDAY", &["1", "59", "60", "200", "365", "366", "-1", "-366"]).boxed();
    let weeks = part("BYWEEKNO", &["2", "10", "20", "51"]).boxed();
    let positions = maybe(part("BYSETPOS", &["1", "2", "-1", "-2", "4"]).boxed());
    let of_month = prop_oneof![
        plain.clone(),
        nth.clone(),
        days.clone(),
        (days.clone(), plain.clone()).prop_map(|(a, b)| a + &b)
    ];
    let of_year = prop_oneof![
        plain.clone(),
        nth,
        days.clone(),
        year_days.clone(),
        weeks.clone(),
        (weeks, plain.clone()).prop_map(|(a, b)| a + &b),
        (days.clone(), plain.clone()).prop_map(|(a, b)| a + &b),
        (year_days, plain.clone()).prop_map(|(a, b)| a + &b),
    ];
    let kinds = prop_oneof![
        (maybe(plain.clone()), maybe(days)).prop_map(|(a, b)| format!("FREQ=DAILY{a}{b}")).boxed(),
        (maybe(plain), positions.clone(), prop_oneof!["", ";WKST=SU", ";WKST=WE"])
            .prop_map(|(a, b, c)| format!(
                "FREQ=WEEKLY{a}{}{c}",
                if a.is_empty() { String::new() } else { b }
            ))
            .boxed(),
        (maybe(of_month.boxed()), positions.clone()).prop_map(|(a, b)| format!("FREQ=MONTHLY{a}{b}")).boxed(),
        (maybe(of_year.boxed()), positions).prop_map(|(a, b)| format!("FREQ=YEARLY{a}{b}")).boxed(),
    ];
    let ends = prop_oneof![Just(String::new()), (1..60_u32).prop_map(|n| format!(";COUNT={n}"))];
    (kinds, months, 1..14_u32, ends)
        .prop_map(|(kind, months, interval, end)| format!("{kind}{months};INTERVAL={interval}{end}"))
}

proptest! {
    /// Compares with the crate used before, from the beginning.
    #[test]
    fn the_crate_counts_the_same(text in rules(), year in 1_970..2_030_i16, day in 1..366_i64) {
        let begin = number(year.into(), 1, 1);
        let (of_year, month, of_month) = civil(begin + day - 1);
        let first = Date::new(of_year.try_into().unwrap(), month.try_into().unwrap(), of_month.try_into().unwrap()).unwrap();
        let (first, to) = (first.at(9, 0, 0, 0), Date::new(year + 15, 1, 1).unwrap().at(0, 0, 0, 0));
        let starts = moment(first, &TimeZone::UTC).unwrap();
        let crates = as_the_crate_counts(&text, first, to);
        match Rule::read(&text, starts, starts, "UTC") {
            Ok(rule) => {
                let found = dates(&rule, rule.first, day_of(to) - 1, &mut Budget::of_one());
                if let Some(last) = rule.last().filter(|last| *last < moment(to, &TimeZone::UTC).unwrap()) {
                    let last = day_of(clock(last, &TimeZone::UTC).unwrap());
                    prop_assert_eq!(found.last(), Some(&last));
                }
                prop_assert_eq!(Some(found.into_iter().map(written).collect::<Vec<_>>()), crates);
            }
            Err(wrong) => prop_assert!(crates.is_none_or(|all| all.is_empty()), "{:?}", wrong),
        }
    }

    /// Any text is parsed or refused, without a panic and in bounded time.
    #[test]
    fn any_text_is_read_or_refused(text in "(FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY);)?[A-Z]{2,10}=[-+0-9A-Z,]{0,12}(;[A-Z]{2,10}=[-+0-9A-Z,]{0,12}){0,4}") {
        if let Ok(rule) = read(&text, "2026-01-01T09:00:00Z", 1, "Europe/Stockholm") {
            let found = rule.between(at("2027-01-01T00:00:00Z"), at("2028-02-01T00:00:00Z"), &[]);
            prop_assert!(found.len() <= 400);
        }
    }

    /// A window split in two shows each occurrence once, by its beginning.
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
