use jiff::tz::TimeZone;
use proptest::prelude::*;
use storage::bookings::settings::{Availability, Closure, OpenPeriod, WallClock};

use super::super::samples::{DAILY, at, clock, day, local, near_a_change, opening, zone};
use super::*;

/// A bookable with its own opening hours alone.
struct World {
    zone: TimeZone,
    settings: BookableSettings,
    own: Availability,
    organisation: Availability,
}

fn world(settings: BookableSettings, periods: Vec<OpenPeriod>) -> World {
    let own = Availability { periods, ..Availability::default() };
    World { zone: zone(), settings, own, organisation: Availability::default() }
}

impl World {
    fn times(&self) -> Times<'_> {
        let hours = Hours {
            zone: &self.zone,
            own: &self.own,
            organisation: &self.organisation,
            red_days: &[],
            school_breaks: &[],
        };
        Times { settings: &self.settings, hours }
    }

    /// The code of the refusal, or `OK`.
    fn judged(&self, start: &str, end: &str, now: &str) -> &'static str {
        code(judge(Interval::new(at(start), at(end)), &self.times(), at(now)))
    }

    /// `DD HH:MM-HH:MM…HH:MM`: start, earliest and latest end.
    fn offered(&self, from: &str, to: &str, now: &str) -> Vec<String> {
        let slots = offered(Interval::new(at(from), at(to)), &self.times(), at(now)).unwrap();
        let text = |slot: Slot| {
            let name = slot.name.map(|name| format!(" {name}")).unwrap_or_default();
            format!("{}-{}…{}{name}", local(slot.start), &local(slot.end)[3..], &local(slot.latest)[3..])
        };
        slots.into_iter().map(text).collect()
    }
}

fn code(judged: Result<()>) -> &'static str {
    judged.err().map_or("OK", |refusal| refusal.fields[0].code)
}

fn steps(step: i64, offset: Option<i64>, min: i64, max: i64) -> BookableSettings {
    BookableSettings {
        slot_step: step,
        slot_offset: offset,
        min_length: min,
        max_length: max,
        ..BookableSettings::default()
    }
}

fn lessons(all: &[(&str, &str, &str)]) -> BookableSettings {
    let period = |(name, start, end): &(&str, &str, &str)| LessonPeriod {
        name: (*name).to_owned(),
        start: clock(start),
        end: clock(end),
    };
    BookableSettings {
        slot_mode: SlotMode::Periods,
        periods: all.iter().map(period).collect(),
        ..BookableSettings::default()
    }
}

const BEFORE: &str = "2026-11-01T00:00";

#[test]
fn each_rule_refuses_with_its_own_code() {
    let settings = BookableSettings { min_notice: 120, max_notice: 7 * 1_440, ..steps(30, Some(0), 60, 120) };
    let world = world(settings, vec![opening(&DAILY, "08:00", "16:00")]);
    // 2026-11-27, asked at 08:00.
    for (start, end, expected) in [
        ("27T07:30", "27T08:30", "PAST"),
        ("27T09:30", "27T10:30", "NOTICE"),
        ("27T10:00", "27T11:00", "OK"),
        ("27T10:00", "27T12:00", "OK"),
        ("27T10:00", "27T11:30", "OK"),
        ("27T10:00", "27T10:30", "LENGTH"),
        ("27T10:00", "27T12:30", "LENGTH"),
        ("27T11:00", "27T11:00", "LENGTH"),
        ("27T12:00", "27T11:00", "LENGTH"),
        ("27T10:15", "27T11:15", "NOT_ALIGNED"),
        ("27T10:00", "27T11:15", "NOT_ALIGNED"),
        ("27T10:00:30", "27T11:00:30", "NOT_ALIGNED"),
        ("27T15:00", "27T16:00", "OK"),
        ("27T15:30", "27T16:30", "CLOSED"),
        ("28T07:30", "28T08:30", "CLOSED"),
        ("28T20:00", "28T21:00", "CLOSED"),
    ] {
        let (start, end) = (format!("2026-11-{start}"), format!("2026-11-{end}"));
        assert_eq!(world.judged(&start, &end, "2026-11-27T08:00"), expected, "{start} {end}");
    }
    assert_eq!(world.judged("2026-12-04T08:00", "2026-12-04T09:00", "2026-11-27T08:00"), "OK");
    assert_eq!(world.judged("2026-12-04T08:30", "2026-12-04T09:30", "2026-11-27T08:00"), "HORIZON");
}

#[test]
fn a_closure_is_named_in_the_refusal() {
    let mut world = world(steps(60, Some(0), 60, 0), Vec::new());
    world.own.closures = vec![Closure {
        id: 0,
        name: "Jullov".to_owned(),
        from: day("2026-12-21"),
        to: day("2027-01-08"),
        start: None,
        end: None,
    }];
    let time = Interval::new(at("2026-12-21T10:00"), at("2026-12-21T11:00"));
    let refusal = judge(time, &world.times(), at(BEFORE)).unwrap_err();
    assert_eq!((refusal.fields[0].code, refusal.message.as_ref()), ("CLOSED", "Det är stängt då: Jullov."));
    assert_eq!(world.judged("2026-12-20T23:00", "2026-12-21T00:00", BEFORE), "OK");
}

#[test]
fn steps_count_from_midnight_or_from_the_opening() {
    let open = || vec![opening(&DAILY, "08:20", "10:40")];
    let from = |offset| world(steps(60, offset, 60, 60), open());
    let day = |world: &World| world.offered("2026-11-27T00:00", "2026-11-28T00:00", BEFORE);
    assert_eq!(day(&from(Some(0))), ["27 09:00-10:00…10:00"]);
    assert_eq!(day(&from(Some(30))), ["27 08:30-09:30…09:30", "27 09:30-10:30…10:30"]);
    assert_eq!(day(&from(None)), ["27 08:20-09:20…09:20", "27 09:20-10:20…10:20"]);
    let always = world(steps(420, None, 420, 420), Vec::new());
    let starts = ["27 00:00-07:00…07:00", "27 07:00-14:00…14:00", "27 14:00-21:00…21:00"];
    assert_eq!(day(&always), starts, "none over midnight");
}

#[test]
fn lengths_are_the_shortest_or_whole_steps() {
    for (step, min, max, expected) in [
        (60, 0, 180, vec![60, 120, 180]),
        (60, 30, 120, vec![30, 60, 120]),
        (60, 90, 200, vec![90, 120, 180]),
        (30, 45, 45, vec![45]),
        (15, 60, 90, vec![60, 75, 90]),
    ] {
        let world = world(steps(step, Some(0), min, max), Vec::new());
        let window = Interval::new(at("2026-11-27T10:00"), at("2026-11-27T10:01"));
        let slots = offered(window, &world.times(), at(BEFORE)).unwrap();
        let ends = world.times().ends(&slots[0]);
        let lengths: Vec<i64> = ends.iter().map(|end| (end - slots[0].start) / MINUTE_MS).collect();
        assert_eq!(lengths, expected, "{step} {min} {max}");
    }
}

#[test]
fn lesson_periods_are_booked_by_name_and_in_a_row() {
    let periods = [("L1", "08:20", "09:20"), ("L2", "09:30", "10:30"), ("Kväll", "20:00", "24:00")];
    let world =
        world(lessons(&periods), vec![opening(&DAILY, "08:00", "16:00"), opening(&[5], "18:00", "24:00")]);
    assert_eq!(
        world.offered("2026-11-27T00:00", "2026-11-29T00:00", BEFORE),
        [
            "27 08:20-09:20…10:30 L1",
            "27 09:30-10:30…10:30 L2",
            "27 20:00-00:00…00:00 Kväll",
            "28 08:20-09:20…10:30 L1",
            "28 09:30-10:30…10:30 L2",
        ]
    );
    for (start, end, expected) in [
        ("08:20", "09:20", "OK"),
        ("08:20", "10:30", "OK"),
        ("08:20", "10:00", "NOT_ALIGNED"),
        ("08:30", "09:20", "NOT_ALIGNED"),
        ("09:20", "10:30", "NOT_ALIGNED"),
        ("08:20", "23:00", "CLOSED"),
    ] {
        let (start, end) = (format!("2026-11-27T{start}"), format!("2026-11-27T{end}"));
        assert_eq!(world.judged(&start, &end, BEFORE), expected, "{start} {end}");
    }
}

#[test]
fn only_multiday_bookings_reach_beyond_midnight() {
    let over = |allow_multiday| {
        let settings = BookableSettings { allow_multiday, ..steps(60, Some(0), 60, 0) };
        world(settings, vec![opening(&DAILY, "00:00", "24:00")])
    };
    for (start, end, once, multiday) in [
        ("2026-11-27T23:00", "2026-11-28T00:00", "OK", "OK"),
        ("2026-11-27T23:00", "2026-11-28T01:00", "LENGTH", "OK"),
        ("2026-11-27T12:00", "2026-12-28T12:00", "LENGTH", "OK"),
        ("2026-11-27T12:00", "2026-12-28T13:00", "LENGTH", "LENGTH"),
    ] {
        assert_eq!(over(false).judged(start, end, BEFORE), once, "{start} {end}");
        assert_eq!(over(true).judged(start, end, BEFORE), multiday, "{start} {end}");
    }
}

#[test]
fn lengths_are_elapsed_where_the_clocks_change() {
    let world = world(steps(60, Some(0), 60, 120), Vec::new());
    assert_eq!(
        world.offered("2026-03-29T01:00", "2026-03-29T04:00", BEFORE.replace("11", "01").as_str()),
        ["29 01:00-03:00…04:00", "29 03:00-04:00…05:00"]
    );
    assert_eq!(
        world.offered("2026-10-25T01:00", "2026-10-25T04:00", "2026-10-01T00:00"),
        ["25 01:00-02:00…02:00", "25 02:00-02:00…03:00", "25 02:00-03:00…04:00", "25 03:00-04:00…05:00"]
    );
}

#[test]
fn more_than_62_days_of_slots_are_refused() {
    let world = world(steps(60, Some(0), 60, 60), Vec::new());
    let asked = |to: &str| {
        let answer = offered(Interval::new(at("2026-11-01T00:00"), at(to)), &world.times(), at(BEFORE));
        answer.map(|slots| slots.len()).map_err(|refusal| refusal.fields[0].code)
    };
    assert_eq!(asked("2027-01-02T00:00"), Ok(62 * 24));
    assert_eq!(asked("2027-01-03T00:00"), Err("RANGE"));
    assert_eq!(asked("2026-11-01T00:00"), Err("RANGE"));
}

prop_compose! {
    fn any_settings()(
        is_step in any::<bool>(),
        step in prop::sample::select(vec![15i64, 20, 30, 50, 60, 90, 420]),
        offset in prop::option::of(0i64..90),
        min in prop::sample::select(vec![0i64, 15, 30, 45, 60, 90]),
        more in prop::sample::select(vec![0i64, 30, 75, 240]),
        has_limit in any::<bool>(),
        notice in prop::sample::select(vec![0i64, 45, 600]),
        horizon in prop::sample::select(vec![0i64, 1_500, 4_000]),
        allow_multiday in any::<bool>(),
        cuts in prop::collection::btree_set(0i64..=96, 6..50),
    ) -> BookableSettings {
        let cuts: Vec<i64> = cuts.into_iter().collect();
        let clock = |quarter: i64| WallClock::from_minutes(quarter * 15).unwrap();
        let period = |two: &[i64]| {
            LessonPeriod { name: two[0].to_string(), start: clock(two[0]), end: clock(two[1]) }
        };
        BookableSettings {
            slot_mode: if is_step { SlotMode::Step } else { SlotMode::Periods },
            periods: cuts.windows(2).step_by(1 + cuts.len() % 2).map(period).collect(),
            min_notice: notice,
            max_notice: horizon,
            allow_multiday,
            ..steps(step, offset, min, if has_limit { min.max(step) + more } else { 0 })
        }
    }
}

prop_compose! {
    fn any_opening()(
        weekdays in prop::sample::subsequence(DAILY.to_vec(), 4..=7),
        start in 0i64..48,
        length in 12i64..96,
    ) -> OpenPeriod {
        let clock = |quarter: i64| WallClock::from_minutes(quarter.min(96) * 15).unwrap();
        OpenPeriod { id: 0, from: None, to: None, weekdays, start: clock(start), end: clock(start + length) }
    }
}

fn any_openings() -> impl Strategy<Value = Vec<OpenPeriod>> {
    prop::collection::vec(any_opening(), 0..3)
}

/// All starts with all ends that are offered in a window.
fn all_offered(world: &World, window: Interval, now: i64) -> Vec<Interval> {
    let slots = offered(window, &world.times(), now).unwrap();
    let ends = |slot: &Slot| {
        let ends = world.times().ends(slot);
        assert_eq!((ends.first(), ends.last()), (Some(&slot.end), Some(&slot.latest)));
        ends.into_iter().map(|end| Interval::new(slot.start, end)).collect::<Vec<_>>()
    };
    slots.iter().flat_map(ends).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(384))]

    #[test]
    fn exactly_what_is_offered_is_accepted(
        settings in any_settings(),
        openings in any_openings(),
        start in near_a_change(),
        length in 1i64..1_000,
        since in -100i64..1_400,
        tries in prop::collection::vec((0i64..1_000, 1i64..30, any::<bool>()), 40),
    ) {
        let world = world(settings, openings);
        let window = Interval::new(start, start + length * MINUTE_MS);
        let now = start - since * MINUTE_MS;
        let offered = all_offered(&world, window, now);
        for time in offered.iter().step_by(1 + offered.len() / 60) {
            prop_assert!(window.contains(time.start));
            prop_assert_eq!(code(judge(*time, &world.times(), now)), "OK", "offered {:?}", time);
        }
        for (minute, quarters, is_near) in tries {
            let from = match offered.get(usize::try_from(minute).unwrap() % offered.len().max(1)) {
                Some(time) if is_near => time.start,
                _ => window.start.div_euclid(900_000) * 900_000 + minute * 5 * MINUTE_MS,
            };
            let time = Interval::new(from, from + quarters * 15 * MINUTE_MS);
            let is_accepted = judge(time, &world.times(), now).is_ok();
            let is_offered = offered.contains(&time);
            prop_assert_eq!(is_accepted && window.contains(time.start), is_offered, "{:?}", time);
        }
    }

    #[test]
    fn every_start_of_a_window_is_offered_if_accepted(
        settings in any_settings(),
        openings in any_openings(),
        start in near_a_change(),
    ) {
        // All minutes of five hours, by their shortest ends.
        let world = world(settings, openings);
        let window = Interval::new(start, start + 300 * MINUTE_MS);
        let now = start - 700 * MINUTE_MS;
        let offered = offered(window, &world.times(), now).unwrap();
        for minute in 0..300 {
            let at = start + minute * MINUTE_MS;
            let Some(slot) = offered.iter().find(|slot| slot.start == at) else {
                let shortest = Interval::new(at, at + world.times().shortest().max(15) * MINUTE_MS);
                prop_assert!(judge(shortest, &world.times(), now).is_err(), "{}", local(at));
                continue;
            };
            prop_assert!(judge(Interval::new(at, slot.end), &world.times(), now).is_ok(), "{}", local(at));
        }
    }

    #[test]
    fn a_window_is_the_sum_of_its_halves(
        settings in any_settings(),
        openings in any_openings(),
        start in near_a_change(),
        halves in (1i64..800, 1i64..800),
    ) {
        let world = world(settings, openings);
        let (middle, end) = (start + halves.0 * MINUTE_MS, start + (halves.0 + halves.1) * MINUTE_MS);
        let slots = |from, to| offered(Interval::new(from, to), &world.times(), start - 700 * MINUTE_MS).unwrap();
        let both: Vec<Slot> = slots(start, middle).into_iter().chain(slots(middle, end)).collect();
        prop_assert_eq!(slots(start, end), both);
    }
}
