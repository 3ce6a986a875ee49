use jiff::Zoned;
use proptest::prelude::*;
use storage::bookings::settings::Closure;
use storage::time::Day;

use super::*;

fn zone() -> TimeZone {
    TimeZone::get("Europe/Stockholm").unwrap()
}

fn at(text: &str) -> i64 {
    format!("{text}[Europe/Stockholm]").parse::<Zoned>().unwrap().timestamp().as_millisecond()
}

fn clock(text: &str) -> WallClock {
    WallClock::parse(text).unwrap()
}

fn day(text: &str) -> Day {
    Day(text.parse().unwrap())
}

fn period(dates: Option<(&str, &str)>, weekdays: &[i8], start: &str, end: &str) -> OpenPeriod {
    OpenPeriod {
        id: 1,
        from: dates.map(|(from, _)| day(from)),
        to: dates.map(|(_, to)| day(to)),
        weekdays: weekdays.to_vec(),
        start: clock(start),
        end: clock(end),
    }
}

fn closure(name: &str, from: &str, to: &str, hours: Option<(&str, &str)>) -> Closure {
    Closure {
        id: 1,
        name: name.to_owned(),
        from: day(from),
        to: day(to),
        start: hours.map(|(start, _)| clock(start)),
        end: hours.map(|(_, end)| clock(end)),
    }
}

const DAILY: &[i8] = &[1, 2, 3, 4, 5, 6, 7];
const WORKDAYS: &[i8] = &[1, 2, 3, 4, 5];

#[derive(Default)]
struct World {
    own: Availability,
    organisation: Availability,
    red_days: Vec<NamedDays>,
    school: Vec<NamedDays>,
}

impl World {
    fn with<T>(&self, then: impl FnOnce(Hours<'_>) -> T) -> T {
        then(Hours {
            zone: &zone(),
            own: &self.own,
            organisation: &self.organisation,
            red_days: &self.red_days,
            school_breaks: &self.school,
        })
    }

    /// Open intervals as local text: `DD HH:MM-DD HH:MM`.
    fn open(&self, from: &str, to: &str) -> Vec<String> {
        let local = |at: i64| zone().to_datetime(timestamp(at)).strftime("%d %H:%M").to_string();
        let open = self.with(|hours| hours.open(Interval::new(at(from), at(to)))).unwrap();
        open.iter().map(|one| format!("{}-{}", local(one.start), local(one.end))).collect()
    }

    fn closed_by(&self, moment: &str) -> Option<String> {
        self.with(|hours| hours.closed_by(at(moment)).map(str::to_owned))
    }
}

fn periods(periods: Vec<OpenPeriod>) -> Availability {
    Availability { periods, ..Availability::default() }
}

#[test]
fn without_declarations_it_is_always_open() {
    let world = World::default();
    assert_eq!(world.open("2026-11-27T10:00", "2026-11-30T10:00"), ["27 10:00-30 10:00"]);
    assert_eq!(world.closed_by("2026-11-27T10:00"), None);
}

#[test]
fn own_periods_decide_on_the_dates_that_they_cover() {
    let organisation = periods(vec![period(None, DAILY, "08:00", "16:00")]);
    let summer = period(Some(("2026-06-01", "2026-06-05")), WORKDAYS, "17:00", "22:00");
    let world = World { own: periods(vec![summer]), organisation, ..World::default() };
    // 2026-06-05 is a Friday.
    assert_eq!(
        world.open("2026-06-04T00:00", "2026-06-07T00:00"),
        ["04 17:00-04 22:00", "05 17:00-05 22:00", "06 08:00-06 16:00"]
    );
    let weekdays_only = World {
        own: periods(vec![period(None, WORKDAYS, "17:00", "22:00")]),
        organisation: periods(vec![period(None, DAILY, "08:00", "16:00")]),
        ..World::default()
    };
    assert!(weekdays_only.open("2026-06-06T00:00", "2026-06-08T00:00").is_empty(), "a weekday left out");
    let season = period(Some(("2026-06-01", "2026-06-05")), WORKDAYS, "17:00", "22:00");
    let alone = World { own: periods(vec![season]), ..World::default() };
    assert!(alone.open("2026-06-06T00:00", "2026-06-20T00:00").is_empty(), "out of season");
}

#[test]
fn closures_lie_over_the_periods_of_both_layers() {
    let mut world = World {
        own: periods(vec![period(None, DAILY, "08:00", "22:00")]),
        red_days: vec![NamedDays {
            name: "Juldagen".to_owned(),
            from: day("2026-12-25").0,
            to: day("2026-12-25").0,
        }],
        school: vec![NamedDays {
            name: "Sportlov".to_owned(),
            from: day("2026-12-18").0,
            to: day("2026-12-18").0,
        }],
        ..World::default()
    };
    world.own.closures = vec![closure("Städning", "2026-12-14", "2026-12-16", Some(("12:00", "13:00")))];
    world.organisation.closures = vec![closure("Jullov", "2026-12-16", "2026-12-17", None)];
    assert_eq!(world.open("2026-12-18T00:00", "2026-12-19T00:00").len(), 1, "breaks are open unless said");
    world.own.closed_on_school_breaks = true;
    assert_eq!(
        world.open("2026-12-15T00:00", "2026-12-19T00:00"),
        ["15 08:00-15 12:00", "15 13:00-15 22:00"]
    );
    for (moment, name) in [
        ("2026-12-15T12:00", Some("Städning")),
        ("2026-12-15T13:00", None),
        ("2026-12-15T03:00", None),
        ("2026-12-16T12:30", Some("Städning")),
        ("2026-12-16T11:59", Some("Jullov")),
        ("2026-12-18T00:00", Some("Sportlov")),
        ("2026-12-25T10:00", None),
    ] {
        assert_eq!(world.closed_by(moment).as_deref(), name, "{moment}");
    }
    assert_eq!(world.open("2026-12-25T00:00", "2026-12-26T00:00").len(), 1, "red days are open unless said");
    world.organisation.closed_on_red_days = true;
    assert!(world.open("2026-12-25T00:00", "2026-12-26T00:00").is_empty());
    assert_eq!(world.closed_by("2026-12-25T10:00").as_deref(), Some("Juldagen"));
}

#[test]
fn a_period_to_midnight_joins_the_next_day() {
    let evening = period(None, &[5], "18:00", "24:00");
    let night = period(None, &[6], "00:00", "02:00");
    let world = World { own: periods(vec![evening, night]), ..World::default() };
    assert_eq!(world.open("2026-11-27T00:00", "2026-11-30T00:00"), ["27 18:00-28 02:00"]);
    let always = World { own: periods(vec![period(None, DAILY, "00:00", "24:00")]), ..World::default() };
    assert_eq!(always.open("2026-10-20T07:00", "2026-10-30T07:00"), ["20 07:00-30 07:00"]);
}

#[test]
fn days_of_23_and_25_hours_follow_the_wall_clock() {
    let hours_of = |start: &str, end: &str, date: &str| {
        let world = World { own: periods(vec![period(None, DAILY, start, end)]), ..World::default() };
        let (from, to) = (midnight(&zone(), day(date).0), midnight(&zone(), day(date).0.tomorrow().unwrap()));
        let open = world.with(|hours| hours.open(Interval::new(from, to))).unwrap();
        let minutes: i64 = open.iter().map(|one| one.minutes()).sum();
        (open.len(), minutes)
    };
    for (start, end, date, expected) in [
        ("00:00", "24:00", "2026-03-29", (1, 23 * 60)),
        ("00:00", "24:00", "2026-10-25", (1, 25 * 60)),
        ("01:00", "04:00", "2026-03-29", (1, 120)),
        ("01:00", "04:00", "2026-10-25", (1, 240)),
        ("02:00", "03:00", "2026-03-29", (0, 0)),
        ("02:00", "03:00", "2026-10-25", (1, 120)),
        // The first and the second half past two.
        ("02:30", "03:00", "2026-10-25", (2, 60)),
        ("08:00", "16:00", "2026-03-29", (1, 480)),
        ("08:00", "16:00", "2026-10-25", (1, 480)),
    ] {
        assert_eq!(hours_of(start, end, date), expected, "{start}-{end} on {date}");
    }
}

#[test]
fn more_than_62_days_are_refused() {
    let world = World::default();
    let asked = |from: &str, to: &str| {
        let answer = world.with(|hours| hours.open(Interval::new(at(from), at(to))));
        answer.err().map(|refusal| (refusal.fields[0].field.to_string(), refusal.fields[0].code))
    };
    assert_eq!(asked("2026-10-01T00:00", "2026-12-02T00:00"), None, "with an hour more in October");
    let refused = Some(("to".to_owned(), "RANGE"));
    assert_eq!(asked("2026-10-01T00:00", "2026-12-02T00:01"), refused);
    assert_eq!(asked("2026-10-01T00:00", "2026-10-01T00:00"), refused);
    assert_eq!(asked("2026-10-02T00:00", "2026-10-01T00:00"), refused);
}

#[test]
fn parts_of_days_join_without_gaps_in_any_zone() {
    for name in
        ["Europe/Stockholm", "America/St_Johns", "America/Havana", "Africa/Casablanca", "Asia/Kathmandu"]
    {
        let zone = TimeZone::get(name).unwrap();
        let (start, end) = (at("2026-01-01T05:07"), at("2026-12-31T07:01"));
        let parts = day_parts(&zone, Interval::new(start, end));
        assert_eq!((parts[0].time.start, parts[parts.len() - 1].time.end), (start, end));
        assert!(parts.windows(2).all(|two| two[0].time.end == two[1].time.start), "{name}");
        for part in parts {
            let local = zone.to_datetime(timestamp(part.time.start));
            assert_eq!(part.date, local.date(), "{name}");
            let minute = i64::from(local.hour()) * 60 + i64::from(local.minute());
            assert_eq!(part.minute_of(part.time.start), minute, "{name}");
        }
    }
}

/// Whether a moment is open, as somebody would decide who looks at the clock on the wall.
fn is_open(world: &World, moment: i64) -> bool {
    let local = zone().to_datetime(timestamp(moment));
    let (date, minute) = (Day(local.date()), i64::from(local.hour()) * 60 + i64::from(local.minute()));
    let within = |start: WallClock, end: WallClock| start.minutes() <= minute && minute < end.minutes();
    let applies =
        |one: &&OpenPeriod| one.from.is_none_or(|from| from <= date) && one.to.is_none_or(|to| date <= to);
    let opens = |one: &&OpenPeriod| {
        applies(one)
            && one.weekdays.contains(&local.weekday().to_monday_one_offset())
            && within(one.start, one.end)
    };
    let (own, organisation) = (&world.own.periods, &world.organisation.periods);
    let is_declared_open = if own.iter().any(|one| applies(&one)) {
        own.iter().any(|one| opens(&one))
    } else if own.is_empty() && organisation.is_empty() {
        true
    } else {
        organisation.iter().any(|one| opens(&one))
    };
    let closes = |one: &Closure| {
        let (start, end) = (one.start.unwrap_or(clock("00:00")), one.end.unwrap_or(clock("24:00")));
        one.from <= date && date <= one.to && within(start, end)
    };
    is_declared_open && !world.own.closures.iter().chain(&world.organisation.closures).any(closes)
}

prop_compose! {
    fn any_hours()(start in 0i64..96, length in 1i64..=96) -> (WallClock, WallClock) {
        let end = (start + length).min(96);
        (WallClock::from_minutes(start * 15).unwrap(), WallClock::from_minutes(end * 15).unwrap())
    }
}

prop_compose! {
    /// Dates around one of the clock changes: 0 is the day before.
    fn any_dates()(from in 0i64..4, days in 0i64..3) -> (i64, i64) {
        (from, from + days)
    }
}

prop_compose! {
    fn any_period()(
        dates in proptest::option::of(any_dates()),
        weekdays in proptest::collection::vec(1i8..=7, 1..7),
        hours in any_hours(),
    ) -> (Option<(i64, i64)>, Vec<i8>, (WallClock, WallClock)) {
        (dates, weekdays, hours)
    }
}

type AnyPeriods = Vec<(Option<(i64, i64)>, Vec<i8>, (WallClock, WallClock))>;
type AnyClosures = Vec<((i64, i64), Option<(WallClock, WallClock)>)>;

fn declared(first: Date, all: AnyPeriods, closures: AnyClosures) -> Availability {
    let date = |offset: i64| Day(first.saturating_add(jiff::Span::new().days(offset)));
    let period = |(dates, weekdays, (start, end)): (Option<(i64, i64)>, Vec<i8>, _)| OpenPeriod {
        id: 0,
        from: dates.map(|(from, _)| date(from)),
        to: dates.map(|(_, to)| date(to)),
        weekdays,
        start,
        end,
    };
    let closure = |((from, to), hours): ((i64, i64), Option<(WallClock, WallClock)>)| Closure {
        id: 0,
        name: "Stängt".to_owned(),
        from: date(from),
        to: date(to),
        start: hours.map(|(start, _)| start),
        end: hours.map(|(_, end)| end),
    };
    Availability {
        periods: all.into_iter().map(period).collect(),
        closures: closures.into_iter().map(closure).collect(),
        closed_on_red_days: false,
        closed_on_school_breaks: false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_minute_is_open_as_the_clock_on_the_wall_says(
        is_spring in any::<bool>(),
        own in proptest::collection::vec(any_period(), 0..3),
        organisation in proptest::collection::vec(any_period(), 0..3),
        closures in proptest::collection::vec((any_dates(), proptest::option::of(any_hours())), 0..3),
        minute in 0i64..1_440,
        length in 1i64..3_000,
    ) {
        let first: Date = if is_spring { "2026-03-28" } else { "2026-10-24" }.parse().unwrap();
        let world = World {
            own: declared(first, own, closures.clone()),
            organisation: declared(first, organisation, closures.into_iter().take(1).collect()),
            ..World::default()
        };
        let start = midnight(&zone(), first) + minute * MINUTE_MS;
        let time = Interval::new(start, start + length * MINUTE_MS);
        let open = world.with(|hours| hours.open(time)).unwrap();
        prop_assert!(open.iter().all(|one| one.start < one.end && time.covers(*one)));
        prop_assert!(open.windows(2).all(|two| two[0].end < two[1].start), "those that touch are one");
        for minute in 0..length {
            let moment = start + minute * MINUTE_MS;
            prop_assert_eq!(open.iter().any(|one| one.contains(moment)), is_open(&world, moment));
        }
    }
}
