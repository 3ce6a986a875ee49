use jiff::ToSpan;
use jiff::civil::{Weekday, date};

use super::*;

const SWEDEN: &str = "Europe/Stockholm";

fn day(text: &str) -> Day {
    Day(text.parse().unwrap())
}

fn on(text: &str) -> Due {
    Due::Day(day(text))
}

/// A moment on the clocks of a zone: `2026-03-29T09:00`.
fn clock(text: &str, zone: &str) -> Due {
    let at = text.parse::<jiff::civil::DateTime>().unwrap().to_zoned(TimeZone::get(zone).unwrap()).unwrap();
    Due::At { at: Moment(at.timestamp().as_millisecond()), zone: zone.to_owned() }
}

fn noon(day: &str) -> Moment {
    format!("{day}T11:00:00Z").parse().unwrap()
}

fn rule(rrule: &str, from: RepeatFrom, due: &Due) -> TaskRepeat {
    read(rrule, from, Some(due), None).unwrap()
}

fn text(due: &Due) -> String {
    let day = due.day().unwrap().0;
    due.time().map_or(day.to_string(), |time| format!("{day}T{:02}:{:02}", time.hour(), time.minute()))
}

/// The next dates, each done on the day on which it is due.
fn dates(rrule: &str, first: &Due, count: usize) -> Vec<String> {
    let (mut repeat, mut due) = (rule(rrule, RepeatFrom::Schedule, first), first.clone());
    let mut found = Vec::new();
    for _ in 0..count {
        let now = match &due {
            Due::Day(day) => noon(&day.0.to_string()),
            Due::At { at, .. } => *at,
        };
        let Some(next) = next(&repeat, &due, None, now, now) else { break };
        (repeat, due) = (next.repeat, next.due);
        found.push(text(&due));
    }
    found
}

#[test]
fn the_day_of_the_month_is_kept() {
    for (rrule, first, expected) in [
        ("FREQ=MONTHLY", "2026-01-31", "2026-02-28 2026-03-31 2026-04-30 2026-05-31"),
        ("FREQ=MONTHLY;BYMONTHDAY=31", "2026-01-31", "2026-02-28 2026-03-31 2026-04-30 2026-05-31"),
        ("FREQ=MONTHLY", "2028-01-30", "2028-02-29 2028-03-30 2028-04-30 2028-05-30"),
        ("FREQ=MONTHLY;INTERVAL=2", "2026-12-31", "2027-02-28 2027-04-30 2027-06-30 2027-08-31"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "2026-01-31", "2026-02-28 2026-03-31 2026-04-30 2026-05-31"),
        ("FREQ=MONTHLY", "2026-01-15", "2026-02-15 2026-03-15 2026-04-15 2026-05-15"),
        ("FREQ=YEARLY", "2028-02-29", "2029-02-28 2030-02-28 2031-02-28 2032-02-29"),
        ("FREQ=YEARLY;INTERVAL=4", "2096-02-29", "2100-02-28 2104-02-29 2108-02-29 2112-02-29"),
        ("FREQ=YEARLY;BYMONTH=2,8", "2027-08-31", "2028-02-29 2028-08-31 2029-02-28 2029-08-31"),
        ("FREQ=YEARLY", "2026-12-31", "2027-12-31 2028-12-31 2029-12-31 2030-12-31"),
        ("FREQ=DAILY", "2026-12-30", "2026-12-31 2027-01-01 2027-01-02 2027-01-03"),
        ("FREQ=MONTHLY;BYDAY=-1FR", "2026-01-30", "2026-02-27 2026-03-27 2026-04-24 2026-05-29"),
        // In a rule that names days in another way the RFC decides.
        ("FREQ=MONTHLY;BYMONTHDAY=15,31", "2026-01-31", "2026-02-15 2026-03-15 2026-03-31 2026-04-15"),
    ] {
        assert_eq!(dates(rrule, &on(first), 4).join(" "), expected, "{rrule} from {first}");
    }
}

#[test]
fn weekdays_are_those_that_are_named() {
    for (rrule, first, expected) in [
        // 2026-06-17 is a Wednesday.
        ("FREQ=WEEKLY", "2026-06-17", "2026-06-24 2026-07-01 2026-07-08"),
        ("FREQ=WEEKLY;BYDAY=MO,WE", "2026-06-17", "2026-06-22 2026-06-24 2026-06-29"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR", "2026-06-17", "2026-06-19 2026-06-29 2026-07-03"),
        ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "2026-06-18", "2026-06-19 2026-06-22 2026-06-23"),
        // Over the end of a year with 53 weeks.
        ("FREQ=WEEKLY;INTERVAL=2", "2026-12-24", "2027-01-07 2027-01-21 2027-02-04"),
    ] {
        assert_eq!(dates(rrule, &on(first), 3).join(" "), expected, "{rrule} from {first}");
    }
}

#[test]
fn the_clock_stays_over_both_changes() {
    for (zone, rrule, first, expected) in [
        (SWEDEN, "FREQ=DAILY", "2026-03-28T09:00", "2026-03-29T09:00 2026-03-30T09:00"),
        (SWEDEN, "FREQ=DAILY", "2026-10-24T09:00", "2026-10-25T09:00 2026-10-26T09:00"),
        // Skipped in the night of the change, and back on its time after that.
        (SWEDEN, "FREQ=DAILY", "2026-03-28T02:30", "2026-03-29T03:30 2026-03-30T02:30"),
        (SWEDEN, "FREQ=DAILY", "2026-10-24T02:30", "2026-10-25T02:30 2026-10-26T02:30"),
        ("America/New_York", "FREQ=WEEKLY", "2026-03-02T18:00", "2026-03-09T18:00 2026-03-16T18:00"),
        (SWEDEN, "FREQ=MONTHLY", "2026-01-31T23:30", "2026-02-28T23:30 2026-03-31T23:30"),
    ] {
        let due = clock(first, zone);
        assert_eq!(dates(rrule, &due, 2).join(" "), expected, "{rrule} from {first} in {zone}");
    }
    // Done in the night in which its time is skipped.
    let due = clock("2026-03-27T02:30", SWEDEN);
    let repeat = rule("FREQ=DAILY", RepeatFrom::Completion, &due);
    let done = noon("2026-03-29");
    assert_eq!(text(&next(&repeat, &due, None, done, done).unwrap().due), "2026-03-30T02:30");
}

#[test]
fn a_schedule_goes_on_after_now_and_after_its_date() {
    for (rrule, due, now, expected) in [
        // Weeks late: what was missed is left out.
        ("FREQ=WEEKLY", "2026-06-01", "2026-06-24", "2026-06-29"),
        // On the very day of a later one: that day is no longer to come.
        ("FREQ=WEEKLY", "2026-06-01", "2026-06-15", "2026-06-22"),
        ("FREQ=DAILY", "2026-06-01", "2026-06-02", "2026-06-03"),
        // Early: never the same one again.
        ("FREQ=WEEKLY", "2026-06-15", "2026-06-03", "2026-06-22"),
        ("FREQ=DAILY;INTERVAL=3", "2026-06-01", "2026-06-05", "2026-06-07"),
        ("FREQ=MONTHLY", "2026-01-31", "2026-03-30", "2026-03-31"),
    ] {
        let repeat = rule(rrule, RepeatFrom::Schedule, &on(due));
        let found = next(&repeat, &on(due), None, noon(now), noon(now)).unwrap();
        assert_eq!(text(&found.due), expected, "{rrule} of {due}, done {now}");
        assert_eq!(found.repeat, repeat);
    }
    // Moments by the minute: nine o'clock of the same day is to come at eight.
    let due = clock("2026-06-01T09:00", SWEDEN);
    let repeat = rule("FREQ=DAILY", RepeatFrom::Schedule, &due);
    for (now, expected) in
        [("2026-06-03T06:00:00Z", "2026-06-03T09:00"), ("2026-06-03T07:00:00Z", "2026-06-04T09:00")]
    {
        let now = now.parse().unwrap();
        assert_eq!(text(&next(&repeat, &due, None, now, now).unwrap().due), expected);
    }
}

#[test]
fn a_day_is_over_when_it_is_over_in_sweden() {
    let repeat = rule("FREQ=DAILY", RepeatFrom::Schedule, &on("2026-06-01"));
    // Half past midnight of the 3rd in Sweden.
    let now = "2026-06-02T22:30:00Z".parse().unwrap();
    assert_eq!(text(&next(&repeat, &on("2026-06-01"), None, now, now).unwrap().due), "2026-06-04");
}

#[test]
fn from_completion_counts_from_the_day_it_was_done() {
    for (rrule, due, done, expected) in [
        ("FREQ=DAILY;INTERVAL=10", "2026-06-01", "2026-06-04", "2026-06-14"),
        // Done early.
        ("FREQ=DAILY;INTERVAL=10", "2026-06-20", "2026-06-04", "2026-06-14"),
        ("FREQ=WEEKLY;INTERVAL=2", "2026-06-01", "2026-06-04", "2026-06-18"),
        ("FREQ=WEEKLY;BYDAY=MO", "2026-06-01", "2026-06-04", "2026-06-08"),
        ("FREQ=MONTHLY", "2026-01-15", "2026-01-31", "2026-02-28"),
        ("FREQ=YEARLY", "2028-01-15", "2028-02-29", "2029-02-28"),
    ] {
        let repeat = rule(rrule, RepeatFrom::Completion, &on(due));
        let found = next(&repeat, &on(due), None, noon(done), noon(done)).unwrap();
        assert_eq!(text(&found.due), expected, "{rrule} of {due}, done {done}");
        assert_eq!(found.repeat.anchor, day(expected));
    }
    // The day on which it was done is that of the task's own zone: still the 3rd in New York.
    let due = clock("2026-06-01T09:00", "America/New_York");
    let repeat = rule("FREQ=DAILY;INTERVAL=2", RepeatFrom::Completion, &due);
    let done = "2026-06-04T02:00:00Z".parse().unwrap();
    assert_eq!(text(&next(&repeat, &due, None, done, done).unwrap().due), "2026-06-05T09:00");
}

#[test]
fn until_and_count_end_it() {
    for (rrule, expected) in [
        ("FREQ=DAILY;COUNT=3", "2026-06-02 2026-06-03"),
        ("FREQ=DAILY;COUNT=1", ""),
        ("FREQ=DAILY;UNTIL=20260603", "2026-06-02 2026-06-03"),
        ("FREQ=DAILY;UNTIL=20260603T215959Z", "2026-06-02 2026-06-03"),
        ("FREQ=DAILY;UNTIL=20260601", ""),
    ] {
        assert_eq!(dates(rrule, &on("2026-06-01"), 5).join(" "), expected, "{rrule}");
        // From completion the same, each done on its day.
        let (mut repeat, mut due) =
            (rule(rrule, RepeatFrom::Completion, &on("2026-06-01")), on("2026-06-01"));
        let mut found = Vec::new();
        while let Some(next) = next(&repeat, &due, None, noon(&text(&due)), noon(&text(&due))) {
            (repeat, due) = (next.repeat, next.due);
            found.push(text(&due));
        }
        assert_eq!(found.join(" "), expected, "{rrule} from completion");
    }
    // In local time: half past eleven in the evening of the last day counts, though it is said in UTC.
    let due = clock("2026-06-01T23:30", SWEDEN);
    assert_eq!(dates("FREQ=DAILY;UNTIL=20260602T215959Z", &due, 5), ["2026-06-02T23:30"]);
    // What was missed has counted.
    let repeat = rule("FREQ=DAILY;COUNT=3", RepeatFrom::Schedule, &on("2026-06-01"));
    assert_eq!(next(&repeat, &on("2026-06-01"), None, noon("2026-06-03"), noon("2026-06-03")), None);
}

#[test]
fn the_start_moves_as_far_as_the_due_day() {
    for (rrule, due, start, expected) in [
        ("FREQ=WEEKLY", on("2026-06-15"), "2026-06-10", "2026-06-17"),
        ("FREQ=MONTHLY", on("2026-01-31"), "2026-01-30", "2026-02-27"),
        ("FREQ=DAILY", clock("2026-10-24T09:00", SWEDEN), "2026-10-24", "2026-10-25"),
    ] {
        let repeat = rule(rrule, RepeatFrom::Schedule, &due);
        let now = noon(&due.day().unwrap().0.to_string());
        let found = next(&repeat, &due, Some(day(start)), now, now).unwrap();
        assert_eq!(found.start, Some(day(expected)), "{rrule}");
    }
}

#[test]
fn a_rule_is_refused_or_kept() {
    let refused = |rrule: &str, due: Option<&Due>| {
        let refusal = read(rrule, RepeatFrom::Schedule, due, None).unwrap_err();
        (refusal.fields[0].field.to_string(), refusal.fields[0].code)
    };
    let due = on("2026-01-31");
    for rrule in [
        "",
        "FREQ=HOURLY",
        "FREQ=NOW",
        "Monday",
        "FREQ=DAILY;FREQ=DAILY",
        "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30,31",
    ] {
        assert_eq!(refused(rrule, Some(&due)), ("repeat".to_owned(), "REPEAT"), "{rrule}");
    }
    assert_eq!(refused("FREQ=DAILY", None), ("repeat".to_owned(), "REPEAT"));
    let repeat = rule("rrule:freq=monthly", RepeatFrom::Schedule, &due);
    let expected = TaskRepeat {
        rrule: "FREQ=MONTHLY".to_owned(),
        from: RepeatFrom::Schedule,
        anchor: day("2026-01-31"),
        time: None,
    };
    assert_eq!(repeat, expected);
    // A later occurrence, saved again with the same rule and date, keeps the first day; with another date it begins anew.
    let february = on("2026-02-28");
    let again =
        |due: &Due, from| read("FREQ=MONTHLY", from, Some(due), Some((&repeat, &february))).unwrap().anchor;
    assert_eq!(again(&february, RepeatFrom::Schedule), day("2026-01-31"));
    assert_eq!(again(&on("2026-02-20"), RepeatFrom::Schedule), day("2026-02-20"));
    assert_eq!(again(&february, RepeatFrom::Completion), day("2026-02-28"));
    let at = clock("2026-06-01T09:30", SWEDEN);
    assert_eq!(rule("FREQ=DAILY", RepeatFrom::Schedule, &at).time, Some(time(9, 30, 0, 0)));
}

/// How often a rule of the reference comes.
#[derive(Debug, Clone, Copy)]
enum Every {
    Days(i64),
    /// On weekdays, by their number from Monday.
    Weeks(i64, &'static [i8]),
    /// On the first day's number, or on the last day of shorter months.
    Months(i64),
    /// On the nth of a weekday.
    Nth(i64, i8, Weekday),
    Years(i64),
}

impl Every {
    fn rrule(self) -> String {
        const NAMES: [&str; 7] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
        match self {
            Self::Days(every) => format!("FREQ=DAILY;INTERVAL={every}"),
            Self::Weeks(every, []) => format!("FREQ=WEEKLY;INTERVAL={every}"),
            Self::Weeks(every, days) => {
                let names: Vec<&str> = days.iter().map(|day| NAMES[*day as usize]).collect();
                format!("FREQ=WEEKLY;INTERVAL={every};BYDAY={}", names.join(","))
            }
            Self::Months(every) => format!("FREQ=MONTHLY;INTERVAL={every}"),
            Self::Nth(every, nth, day) => {
                let name = NAMES[day.to_monday_zero_offset() as usize];
                format!("FREQ=MONTHLY;INTERVAL={every};BYDAY={nth}{name}")
            }
            Self::Years(every) => format!("FREQ=YEARLY;INTERVAL={every}"),
        }
    }

    /// Whether it comes on a day, looked at by itself.
    fn is_on(self, first: Date, day: Date) -> bool {
        let monday = |of: Date| of - i64::from(of.weekday().to_monday_zero_offset()).days();
        let apart = |from: Date, to: Date| i64::from((to - from).get_days());
        let months = |of: Date| i64::from(of.year()) * 12 + i64::from(of.month());
        let is_last_or = |nr: i8| day.day() == nr.min(day.days_in_month());
        match self {
            Self::Days(every) => apart(first, day) % every == 0,
            Self::Weeks(every, days) => {
                let of_week = day.weekday().to_monday_zero_offset();
                let is_named = match days {
                    [] => day.weekday() == first.weekday(),
                    days => days.contains(&of_week),
                };
                is_named && apart(monday(first), monday(day)) / 7 % every == 0
            }
            Self::Months(every) => is_last_or(first.day()) && (months(day) - months(first)) % every == 0,
            Self::Nth(every, nth, weekday) => {
                let nr = if nth > 0 {
                    (day.day() - 1) / 7 + 1
                } else {
                    -((day.days_in_month() - day.day()) / 7 + 1)
                };
                day.weekday() == weekday && nr == nth && (months(day) - months(first)) % every == 0
            }
            Self::Years(every) => {
                let years = i64::from(day.year() - first.year());
                is_last_or(first.day()) && day.month() == first.month() && years % every == 0
            }
        }
    }

    /// The first day after another on which it comes.
    fn after(self, first: Date, day: Date) -> Date {
        let mut day = day;
        loop {
            day = day.tomorrow().unwrap();
            if self.is_on(first, day) {
                return day;
            }
        }
    }
}

fn all() -> Vec<Every> {
    let mut all = Vec::new();
    for every in [1, 2, 3, 5] {
        all.extend([Every::Days(every), Every::Months(every), Every::Years(every)]);
        let weekdays: [&[i8]; 4] = [&[], &[0], &[1, 3], &[0, 4, 6]];
        all.extend(weekdays.map(|days| Every::Weeks(every, days)));
        all.extend([Every::Nth(every, 1, Weekday::Monday), Every::Nth(every, -1, Weekday::Friday)]);
    }
    all
}

/// First days, some of them near the ends of months and years, leap days and changes of the clocks.
const FIRST: [Date; 10] = [
    date(2026, 1, 31),
    date(2026, 3, 28),
    date(2026, 6, 17),
    date(2026, 10, 24),
    date(2026, 12, 31),
    date(2027, 8, 30),
    date(2028, 1, 29),
    date(2028, 2, 29),
    date(2027, 2, 28),
    date(2099, 12, 30),
];

/// Days too late or early at which the occurrences are done, one after the other.
const LATE: [i64; 6] = [0, 1, -2, 9, 0, 45];

#[test]
fn days_are_those_that_a_walk_finds() {
    for every in all() {
        for first in FIRST {
            let mut due = Due::Day(Day(first));
            let mut repeat = rule(&every.rrule(), RepeatFrom::Schedule, &due);
            for late in LATE {
                let was = due.day().unwrap().0;
                let today = was + late.days();
                let now = noon(&today.to_string());
                let found = next(&repeat, &due, None, now, now).unwrap();
                let expected = every.after(first, was.max(today));
                assert_eq!(found.due, Due::Day(Day(expected)), "{} from {first}", every.rrule());
                (due, repeat) = (found.due, found.repeat);
            }
        }
    }
}

#[test]
fn moments_are_those_that_a_walk_finds() {
    for every in all() {
        for (first, (time, zone)) in FIRST.into_iter().zip(
            [
                ("09:00", SWEDEN),
                ("02:30", SWEDEN),
                ("23:45", "America/New_York"),
                ("00:00", "Australia/Lord_Howe"),
            ]
            .into_iter()
            .cycle(),
        ) {
            let of = |day: Date| clock(&format!("{day}T{time}"), zone);
            let mut due = of(first);
            let mut repeat = rule(&every.rrule(), RepeatFrom::Schedule, &due);
            for late in LATE {
                let was = due.day().unwrap().0;
                // A minute after its time, some days later or earlier.
                let Due::At { at, .. } = of(was + late.days()) else { unreachable!() };
                let now = Moment(at.0 + 60_000);
                let found = next(&repeat, &due, None, now, now).unwrap();
                let expected = every.after(first, was.max(was + late.days()));
                assert_eq!(found.due, of(expected), "{} from {first} {time} in {zone}", every.rrule());
                (due, repeat) = (found.due, found.repeat);
            }
        }
    }
}

#[test]
fn from_completion_a_walk_finds_the_same() {
    for every in all() {
        for first in FIRST {
            let due = Due::Day(Day(first));
            let repeat = rule(&every.rrule(), RepeatFrom::Completion, &due);
            for late in LATE {
                let done = first + late.days();
                let now = noon(&done.to_string());
                let found = next(&repeat, &due, None, now, now).unwrap();
                let expected = every.after(done, done);
                assert_eq!(found.due, Due::Day(Day(expected)), "{} done {done}", every.rrule());
            }
        }
    }
}
