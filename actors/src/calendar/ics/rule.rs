//! Translates an imported rule into one that is supported here, with the same occurrences. Pure.

use calcard::common::{CalendarScale, PartialDateTime};
use calcard::icalendar::{ICalendarFrequency, ICalendarMonth, ICalendarRecurrenceRule, ICalendarSkip};
use jiff::civil::{DateTime, Time};
use jiff::tz::TimeZone;
use rrule::{RRule, RRuleSet, Tz, Unvalidated};
use storage::time::Moment;

use super::read::Why;
use super::zones::{Zones, local};
use crate::platform::recurrence::Rule;

/// Most occurrences of a rule with several per day, which become exceptions.
const MOST_SINGLE: u16 = 200;
/// An end later than this counts as none.
const LAST_YEAR: u16 = 2100;

/// A translated rule.
pub struct WriteOptions {
    /// None: all occurrences are in `singles`.
    pub rule: Option<String>,
    /// The time of day of the occurrences, if it differs from the beginning's.
    pub clock: Option<Time>,
    /// In local time.
    pub singles: Vec<DateTime>,
}

impl WriteOptions {
    fn rule(rule: &ICalendarRecurrenceRule) -> Self {
        Self { rule: Some(rule.to_string()), clock: None, singles: Vec::new() }
    }
}

/// A local time as the parser represents it.
pub fn partial(at: DateTime, is_day: bool) -> Option<PartialDateTime> {
    let part = |value: i8| u8::try_from(value).ok();
    let mut read = PartialDateTime {
        year: u16::try_from(at.year()).ok(),
        month: part(at.month()),
        day: part(at.day()),
        ..PartialDateTime::default()
    };
    if !is_day {
        (read.hour, read.minute, read.second) = (part(at.hour()), part(at.minute()), part(at.second()));
    }
    read.year.map(|_| read)
}

/// Translates a rule for an event that begins at the local time `first` (`days`: it lasts whole days). What cannot be
/// translated is reported in `partly`.
pub fn translate(
    rule: &ICalendarRecurrenceRule,
    (first, days): (DateTime, bool),
    zones: &Zones,
    partly: &mut Vec<Why>,
) -> Result<WriteOptions, Why> {
    let mut rule = rule.clone();
    match rule.rscale.take() {
        None | Some(CalendarScale::Gregorian) => {}
        Some(_) => return Err(Why("RSCALE", "Upprepningen följer en annan kalender än vår.")),
    }
    if rule.until.as_ref().is_some_and(|until| until.year.is_none_or(|year| year > LAST_YEAR)) {
        rule.until = None;
    }
    if days {
        rule.until = rule.until.as_ref().and_then(|until| last_day(until, zones));
        (rule.byhour, rule.byminute, rule.bysecond) = Default::default();
    }
    skipped(&mut rule, first, partly);
    every_day(&mut rule);
    let once = |all: &[u8]| all.len() <= 1;
    if rule.freq <= ICalendarFrequency::Daily
        && once(&rule.byhour)
        && once(&rule.byminute)
        && once(&rule.bysecond)
    {
        return Ok(at_its_hour(rule, first));
    }
    match singles(&rule, first, zones) {
        Some(singles) => Ok(WriteOptions { rule: None, clock: None, singles }),
        None => Ok(WriteOptions::rule(&rule)),
    }
}

/// A rule of whole days ends on the day it names. Outlook writes the midnight at which that day begins, in UTC (22 or
/// 23 o'clock of the day before in Sweden), Google its last second.
fn last_day(until: &PartialDateTime, zones: &Zones) -> Option<PartialDateTime> {
    let at = local(until)?;
    let is_utc = until.tz_hour.is_some() && until.hour.is_some();
    let moment = at.to_zoned(TimeZone::UTC).ok().map(|at| Moment(at.timestamp().as_millisecond()));
    let begins = moment.filter(|_| is_utc).and_then(|at| zones.day_that_begins(at));
    partial(begins.unwrap_or(at.date()).to_datetime(Time::midnight()), true)
}

/// An hourly rule for whole days means every day.
fn every_day(rule: &mut ICalendarRecurrenceRule) {
    let in_a_day = match rule.freq {
        ICalendarFrequency::Hourly => 24,
        ICalendarFrequency::Minutely => 24 * 60,
        _ => return,
    };
    let interval = rule.interval.unwrap_or(1);
    let once = rule.byhour.len() <= 1 && rule.byminute.len() <= 1;
    if interval.is_multiple_of(in_a_day) && once {
        (rule.freq, rule.interval) = (ICalendarFrequency::Daily, Some(interval / in_a_day));
    }
}

/// Handles days that a month does not have (RFC 7529 §4.1).
fn skipped(rule: &mut ICalendarRecurrenceRule, first: DateTime, partly: &mut Vec<Why>) {
    let skip = rule.skip.take();
    let day = match rule.bymonthday.as_slice() {
        [] if rule.byday.is_empty() && rule.byyearday.is_empty() && rule.byweekno.is_empty() => first.day(),
        [day] if rule.byday.is_empty() => *day,
        _ => 0,
    };
    let (is_monthly, is_leap_day) = (
        rule.freq == ICalendarFrequency::Monthly,
        rule.freq == ICalendarFrequency::Yearly && (first.month(), day) == (2, 29),
    );
    match skip {
        None | Some(ICalendarSkip::Omit) => {}
        Some(_) if day < 29 && day > 0 => {}
        Some(ICalendarSkip::Backward) if (is_monthly || is_leap_day) && rule.bysetpos.is_empty() => {
            rule.bymonthday = (28..=day).collect();
            rule.bysetpos = vec![-1];
            if is_leap_day && rule.bymonth.is_empty() {
                rule.bymonth = vec![ICalendarMonth::new(2, false)];
            }
        }
        Some(ICalendarSkip::Forward) if is_leap_day && rule.bysetpos.is_empty() => {
            (rule.bymonth, rule.bymonthday) = Default::default();
            rule.byyearday = vec![60];
        }
        Some(_) => partly.push(Why("SKIP", "I månader som saknar dagen har tillfället inte tagits med.")),
    }
}

/// A rule with one occurrence per day, at an hour given in the rule.
fn at_its_hour(mut rule: ICalendarRecurrenceRule, first: DateTime) -> WriteOptions {
    let part = |all: &[u8], own: i8| all.first().map_or(Some(own), |value| i8::try_from(*value).ok());
    let (hour, minute) = (part(&rule.byhour, first.hour()), part(&rule.byminute, first.minute()));
    let second = part(&rule.bysecond, first.second()).map(|second| second.min(59));
    let clock = (|| Time::new(hour?, minute?, second?, 0).ok())();
    (rule.byhour, rule.byminute, rule.bysecond) = Default::default();
    WriteOptions { clock: clock.filter(|clock| *clock != first.time()), ..WriteOptions::rule(&rule) }
}

/// All occurrences of a rule with several per day; none: too many, or without end.
fn singles(rule: &ICalendarRecurrenceRule, first: DateTime, zones: &Zones) -> Option<Vec<DateTime>> {
    let mut rule = rule.clone();
    if let Some(until) = &rule.until {
        let at = local(until)?;
        let utc = until.tz_hour.is_some();
        let moment = Moment(at.to_zoned(TimeZone::UTC).ok()?.timestamp().as_millisecond());
        let at = if utc { zones.home.local(moment)? } else { at };
        let at =
            if until.hour.is_none() { at.date().to_datetime(Time::new(23, 59, 59, 0).ok()?) } else { at };
        rule.until = Some(PartialDateTime { tz_hour: Some(0), tz_minute: Some(0), ..partial(at, false)? });
    } else if rule.count.is_none_or(|count| count > u32::from(MOST_SINGLE)) {
        return None;
    }
    let seconds = first.to_zoned(TimeZone::UTC).ok()?.timestamp().as_second();
    let begin = chrono::DateTime::from_timestamp(seconds, 0)?.with_timezone(&Tz::UTC);
    let counted: RRule<Unvalidated> = rule.to_string().parse().ok()?;
    let found = RRuleSet::new(begin).rrule(counted.validate(begin).ok()?).all(MOST_SINGLE + 1);
    if found.dates.len() > usize::from(MOST_SINGLE) {
        return None;
    }
    let landed = found.dates.iter().map(|at| {
        let at = jiff::Timestamp::from_second(at.timestamp()).ok()?;
        Some(at.to_zoned(TimeZone::UTC).datetime())
    });
    landed.collect()
}

/// Whether the rule of an event has an occurrence at a moment.
pub fn makes(rule: &str, (starts, ends): (Moment, Moment), zone: &str, at: Moment) -> bool {
    Rule::read(rule, starts, ends, zone).is_ok_and(|rule| rule.at(at).is_some())
}
