//! Recurrence rules (RFC 5545), expanded into occurrences between two moments. Pure.
//!
//! A rule is expanded in the local time of the event's time zone, and only then converted to moments, so nine o'clock
//! stays nine o'clock over changes of the clocks. A local time that a change skips is interpreted as if the change had
//! not happened, one that occurs twice is the first (RFC 5545 §3.3.5).
//!
//! The cost depends on the requested window, however long ago the series began (`pattern`), and is bounded by a budget
//! (`budget`), also for rules that hardly ever match a day.

mod budget;
mod days;
mod pattern;

use std::ops::ControlFlow;

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use storage::time::Moment;

pub use budget::{Bench, Budget, Spent};

use crate::platform::error::Refusal;
use days::{DayNumber, civil, number};
use pattern::{Pattern, day_of};

const DAY_MS: i64 = 86_400_000;
/// Most that the clocks of two time zones differ, in milliseconds, in either direction.
const SLACK_MS: i64 = 2 * DAY_MS;
/// Year in which expansion ends at the latest: events lie between 1970 and 2100.
const HORIZON: i64 = 2_200;

/// Why a rule is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// Not a rule of RFC 5545, or it does not fit the beginning.
    Unreadable,
    /// More than once a day.
    TooOften,
    /// No day matches it.
    Never,
    /// The time zone does not exist.
    Zone,
}

impl Wrong {
    /// The refusal of the field `rrule`.
    pub fn refusal(self) -> Refusal {
        let (code, message) = match self {
            Self::TooOften => ("TOO_OFTEN", "Något upprepas högst en gång om dagen."),
            Self::Never => ("NEVER", "Ingen dag passar upprepningen."),
            Self::Unreadable | Self::Zone => ("RRULE", "Upprepningen går inte att förstå (RFC 5545)."),
        };
        Refusal::field("rrule", code, message)
    }
}

/// An occurrence of a series, or a single event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instance {
    pub starts: Moment,
    pub ends: Moment,
}

/// A rule with the time and zone of its first occurrence.
#[derive(Debug, Clone)]
pub struct Rule {
    pattern: Pattern,
    /// The duration in the local time of `zone`, and that of the first occurrence in milliseconds.
    lasts: Span,
    lasts_ms: i64,
    /// The day of the first occurrence.
    first: DayNumber,
    zone: TimeZone,
}

/// The local time of a moment.
fn clock(at: Moment, zone: &TimeZone) -> Option<DateTime> {
    Some(Timestamp::from_millisecond(at.0).ok()?.to_zoned(zone.clone()).datetime())
}

/// The moment of a local time.
fn moment(at: DateTime, zone: &TimeZone) -> Option<Moment> {
    Some(Moment(at.to_zoned(zone.clone()).ok()?.timestamp().as_millisecond()))
}

/// UNTIL in the zone's local time; a date without a time includes the whole day.
fn until(value: &str, zone: &TimeZone) -> Option<DateTime> {
    let date = |text: &str| Date::strptime("%Y%m%d", text).ok();
    let time = |text: &str| Time::strptime("%H%M%S", text).ok();
    Some(match value.split_once('T') {
        None => date(value)?.to_datetime(Time::new(23, 59, 59, 0).ok()?),
        Some((day, clock_time)) => match clock_time.strip_suffix('Z') {
            Some(utc) => {
                let at = date(day)?.to_datetime(time(utc)?).to_zoned(TimeZone::UTC).ok()?;
                at.with_time_zone(zone.clone()).datetime()
            }
            None => date(day)?.to_datetime(time(clock_time)?),
        },
    })
}

impl Rule {
    fn bound(text: &str, starts: Moment, ends: Moment, zone: &str) -> Result<Self, Wrong> {
        let zone = TimeZone::get(zone).map_err(|_| Wrong::Zone)?;
        let text = text.strip_prefix("RRULE:").unwrap_or(text).to_ascii_uppercase();
        let first = clock(starts, &zone).ok_or(Wrong::Unreadable)?;
        let lasts = clock(ends, &zone).and_then(|end| end.since(first).ok()).ok_or(Wrong::Unreadable)?;
        // Rules have a resolution of one second.
        let begin = first.with().subsec_nanosecond(0).build().map_err(|_| Wrong::Unreadable)?;
        let pattern = Pattern::read(&text, begin, |value| until(value, &zone))?;
        let lasts_ms = ends.0.saturating_sub(starts.0).max(0);
        Ok(Self { pattern, lasts, lasts_ms, first: day_of(begin), zone })
    }

    /// Parses a rule (`FREQ=…`, with or without `RRULE:`) for an event whose first occurrence lasts from `starts` to
    /// `ends` in a time zone.
    pub fn read(text: &str, starts: Moment, ends: Moment, zone: &str) -> Result<Self, Wrong> {
        let read = Self::bound(text, starts, ends, zone)?;
        let mut found = false;
        let any = read.pattern.walk(read.first, horizon(), &mut Budget::of_one(), &mut |_| {
            found = true;
            ControlFlow::Break(())
        });
        if found && any.is_ok() { Ok(read) } else { Err(Wrong::Never) }
    }

    /// The rule of a stored series; `last` is the result of [`Rule::last`] when it was stored, so that COUNT does not
    /// have to be counted from the beginning.
    pub fn stored(
        text: &str,
        (starts, ends): (Moment, Moment),
        zone: &str,
        last: Option<Moment>,
    ) -> Result<Self, Wrong> {
        let mut read = Self::bound(text, starts, ends, zone)?;
        if let Some(last) = last.and_then(|last| clock(last, &read.zone)) {
            read.pattern.count = None;
            read.pattern.until = Some(read.pattern.until.map_or(last, |until| until.min(last)));
        }
        Ok(read)
    }

    fn instance(&self, day: DayNumber) -> Option<Instance> {
        let (year, month, of_month) = civil(day);
        let date =
            Date::new(year.try_into().ok()?, month.try_into().ok()?, of_month.try_into().ok()?).ok()?;
        let begins = date.to_datetime(self.pattern.time);
        let starts = moment(begins, &self.zone)?;
        let ends = if self.lasts_ms == 0 {
            starts
        } else {
            // An occurrence that begins at a skipped local time begins later, and ends as much later.
            let from = clock(starts, &self.zone).filter(|is| *is > begins).unwrap_or(begins);
            moment(from.checked_add(self.lasts).ok()?, &self.zone)?
        };
        Some(Instance { starts, ends: ends.max(starts) })
    }

    /// The local day of a moment; far in the past or future if it has none.
    fn day(&self, at: i64) -> DayNumber {
        clock(Moment(at), &self.zone).map_or(if at < 0 { i64::MIN / 2 } else { horizon() }, day_of)
    }

    /// The occurrences that begin from one day to another, in order.
    fn scan(
        &self,
        (from, to): (DayNumber, DayNumber),
        budget: &mut Budget,
        each: &mut dyn FnMut(Instance) -> ControlFlow<()>,
    ) -> Result<(), Spent> {
        let from = from.max(self.first);
        self.pattern.walk(from, to, budget, &mut |day| {
            self.instance(day).map_or(ControlFlow::Continue(()), &mut *each)
        })
    }

    /// The occurrences that overlap the time between two moments (the second excluded), except those that begin at one
    /// of `but`, in order, until `each` breaks.
    pub fn each_between(
        &self,
        (from, to): (Moment, Moment),
        but: &[Moment],
        budget: &mut Budget,
        mut each: impl FnMut(Instance) -> ControlFlow<()>,
    ) -> Result<(), Spent> {
        let first = self.day(from.0.saturating_sub(self.lasts_ms).saturating_sub(SLACK_MS));
        let last = self.day(to.0.saturating_add(SLACK_MS));
        let touches = |one: &Instance| one.starts < to && (one.ends > from || one.starts >= from);
        self.scan((first, last), budget, &mut |one| {
            if touches(&one) && !but.contains(&one.starts) { each(one) } else { ControlFlow::Continue(()) }
        })
    }

    /// The same as a list, for a single series.
    pub fn between(&self, from: Moment, to: Moment, but: &[Moment]) -> Vec<Instance> {
        let mut found = Vec::new();
        let counted = self.each_between((from, to), but, &mut Budget::of_one(), |one| {
            found.push(one);
            ControlFlow::Continue(())
        });
        if counted.is_err() {
            tracing::warn!("a series is not counted out: its window is too long");
        }
        found
    }

    /// The first occurrence for which `is_meant` is true; expansion stops there.
    pub fn find(
        &self,
        (from, to): (Moment, Moment),
        but: &[Moment],
        mut is_meant: impl FnMut(&Instance) -> bool,
    ) -> Option<Instance> {
        let mut found = None;
        let _ = self.each_between((from, to), but, &mut Budget::of_one(), |one| {
            if is_meant(&one) {
                found = Some(one);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }

    /// The occurrence that begins at a moment.
    pub fn at(&self, starts: Moment) -> Option<Instance> {
        let day = self.day(starts.0);
        let mut found = None;
        // A skipped local time may have moved it to the next day.
        let _ = self.scan((day - 2, day + 1), &mut Budget::of_one(), &mut |one| {
            if one.starts == starts {
                found = Some(one);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }

    /// The first occurrence that begins after a moment; none: there is none before the horizon.
    pub fn after(&self, at: Moment) -> Option<Instance> {
        let (from, to) = (self.day(at.0.saturating_sub(SLACK_MS)), horizon());
        let mut found = None;
        let _ = self.scan((from, to), &mut Budget::of_one(), &mut |one| {
            if one.starts > at {
                found = Some(one);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }

    /// The number of occurrences that begin before a moment.
    pub fn count_before(&self, at: Moment) -> usize {
        let mut count = 0;
        let _ = self.scan((self.first, self.day(at.0) + 1), &mut Budget::of_one(), &mut |one| {
            count += usize::from(one.starts < at);
            ControlFlow::Continue(())
        });
        count
    }

    /// When the last occurrence begins; none: there is no last. A series that goes on past the horizon ends there.
    pub fn last(&self) -> Option<Moment> {
        if let Some(until) = self.pattern.until {
            return moment(until, &self.zone);
        }
        if let Some(day) = self.pattern.counted_out() {
            return self.instance(day.min(horizon())).map(|one| one.starts);
        }
        let (mut left, mut last) = (self.pattern.count?, None);
        let _ = self.pattern.walk(self.first, horizon(), &mut Budget::of_one(), &mut |day| {
            (left, last) = (left.saturating_sub(1), Some(day));
            ControlFlow::Continue(())
        });
        let last = if left == 0 { last? } else { horizon() };
        self.instance(last).map(|one| one.starts)
    }
}

fn horizon() -> DayNumber {
    number(HORIZON, 1, 1)
}

/// The normalized text of a rule as it is stored; none: it is empty.
pub fn in_one_way(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_uppercase();
    Some(text.trim_start_matches("RRULE:").to_owned()).filter(|text| !text.is_empty())
}

/// The rule's text, changed to end before a moment.
pub fn ended_before(text: &str, at: Moment) -> String {
    let kept = text.split(';').filter(|part| !part.starts_with("COUNT=") && !part.starts_with("UNTIL="));
    let last = Timestamp::from_millisecond(at.0 - 1_000).unwrap_or_default();
    let until = last.strftime("%Y%m%dT%H%M%SZ").to_string();
    kept.chain([format!("UNTIL={until}").as_str()]).collect::<Vec<_>>().join(";")
}

/// The rule's text for the rest of a series, of which `done` occurrences are over.
pub fn continued(text: &str, done: usize) -> String {
    let left = |part: &str| match part.strip_prefix("COUNT=").and_then(|count| count.parse::<usize>().ok()) {
        Some(count) => format!("COUNT={}", count.saturating_sub(done).max(1)),
        None => part.to_owned(),
    };
    text.split(';').map(left).collect::<Vec<_>>().join(";")
}

#[cfg(test)]
mod tests;
