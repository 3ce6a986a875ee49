//! Times and settings for the tests of the rules.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use proptest::prelude::*;
use storage::bookings::settings::{OpenPeriod, PriceClass, WallClock};
use storage::time::Day;

/// Every day of the week.
pub const DAILY: [i8; 7] = [1, 2, 3, 4, 5, 6, 7];

pub fn zone() -> TimeZone {
    TimeZone::get("Europe/Stockholm").unwrap()
}

/// A local time in Sweden (`2026-11-27T10:00`, with `+02:00` where it comes twice), in epoch milliseconds.
pub fn at(text: &str) -> i64 {
    format!("{text}[Europe/Stockholm]").parse::<Zoned>().unwrap().timestamp().as_millisecond()
}

/// `DD HH:MM` in Sweden.
pub fn local(at: i64) -> String {
    zone().to_datetime(Timestamp::from_millisecond(at).unwrap()).strftime("%d %H:%M").to_string()
}

/// What calendar and clock on a wall in Sweden show: date, weekday from 1, minutes since 00:00.
pub fn wall(at: i64) -> (Date, i8, i64) {
    let shown = zone().to_datetime(Timestamp::from_millisecond(at).unwrap());
    let minute = i64::from(shown.hour()) * 60 + i64::from(shown.minute());
    (shown.date(), shown.weekday().to_monday_one_offset(), minute)
}

pub fn day(text: &str) -> Day {
    Day(text.parse().unwrap())
}

pub fn clock(text: &str) -> WallClock {
    WallClock::parse(text).unwrap()
}

pub fn opening(weekdays: &[i8], start: &str, end: &str) -> OpenPeriod {
    OpenPeriod {
        id: 0,
        from: None,
        to: None,
        weekdays: weekdays.to_vec(),
        start: clock(start),
        end: clock(end),
    }
}

/// A class for everybody, with a base price alone.
pub fn class(name: &str, base: i64) -> PriceClass {
    PriceClass {
        name: name.to_owned(),
        relation_types: Vec::new(),
        entity_types: Vec::new(),
        vat_rate: 25,
        base,
        days: Vec::new(),
        schedules: Vec::new(),
        hours: Vec::new(),
    }
}

/// A minute shortly before, on or after a change of the clocks in 2026, in epoch milliseconds.
pub fn near_a_change() -> impl Strategy<Value = i64> {
    let firsts = prop::sample::select(vec!["2026-03-28T00:00", "2026-10-24T00:00"]);
    (firsts, 0i64..3 * 1_440).prop_map(|(first, minute)| at(first) + minute * 60_000)
}

/// Two times of a day on quarters of an hour, the first before the second.
pub fn any_clocks() -> impl Strategy<Value = (WallClock, WallClock)> {
    (0i64..96, 1i64..=96).prop_map(|(start, length)| {
        let clock = |quarter: i64| WallClock::from_minutes(quarter * 15).unwrap();
        (clock(start), clock((start + length).min(96)))
    })
}
