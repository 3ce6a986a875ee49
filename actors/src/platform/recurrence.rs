//! What happens again and again: RFC 5545's rules, counted out between two moments. Pure.
//!
//! A rule is counted in the clock of the event's own place, and only then put on the time line: so nine o'clock stays nine
//! o'clock when the clocks change. A time that a change skips is taken as if it had not happened, one that comes twice is the first
//! (RFC 5545 §3.3.5).
//!
//! What is counted costs what lies in the window that is asked for, however long ago the series began (`pattern`), and within a
//! budget (`budget`): also where a rule hardly ever meets a day.

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
/// Milliseconds by which the clocks of two places differ at most, on either side.
const SLACK_MS: i64 = 2 * DAY_MS;
/// Where counting ends that has no other end: events lie between 1970 and 2100.
const HORIZON: i64 = 2_200;

/// Why a rule cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// It is no rule of RFC 5545, or does not fit the beginning.
    Unreadable,
    /// It would happen more than once a day.
    TooOften,
    /// No day keeps it.
    Never,
    /// There is no such time zone.
    Zone,
}

impl Wrong {
    /// What is said of the field `rrule`.
    pub fn refusal(self) -> Refusal {
        let (code, message) = match self {
            Self::TooOften => ("TOO_OFTEN", "Något upprepas högst en gång om dagen."),
            Self::Never => ("NEVER", "Ingen dag passar upprepningen."),
            Self::Unreadable | Self::Zone => ("RRULE", "Upprepningen går inte att förstå (RFC 5545)."),
        };
        Refusal::field("rrule", code, message)
    }
}

/// One of a series, or what happens once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instance {
    pub starts: Moment,
    pub ends: Moment,
}

/// A rule, bound to when and where its first one begins.
#[derive(Debug, Clone)]
pub struct Rule {
    pattern: Pattern,
    /// How long one lasts in the clock of `zone`, and how long the first one does in milliseconds.
    lasts: Span,
    lasts_ms: i64,
    /// The day on which the first one begins.
    first: DayNumber,
    zone: TimeZone,
}

/// The clock's time of a moment.
fn clock(at: Moment, zone: &TimeZone) -> Option<DateTime> {
    Some(Timestamp::from_millisecond(at.0).ok()?.to_zoned(zone.clone()).datetime())
}

/// The moment of a clock's time.
fn moment(at: DateTime, zone: &TimeZone) -> Option<Moment> {
    Some(Moment(at.to_zoned(zone.clone()).ok()?.timestamp().as_millisecond()))
}

/// An UNTIL by the clock of the zone: the last day whole, where only a day is given.
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
        // Rules count by the second.
        let begin = first.with().subsec_nanosecond(0).build().map_err(|_| Wrong::Unreadable)?;
        let pattern = Pattern::read(&text, begin, |value| until(value, &zone))?;
        let lasts_ms = ends.0.saturating_sub(starts.0).max(0);
        Ok(Self { pattern, lasts, lasts_ms, first: day_of(begin), zone })
    }

    /// Reads a rule (`FREQ=…`, with or without `RRULE:`) for something that first lasts from `starts` to `ends` in a time zone.
    pub fn read(text: &str, starts: Moment, ends: Moment, zone: &str) -> Result<Self, Wrong> {
        let read = Self::bound(text, starts, ends, zone)?;
        let mut found = false;
        let any = read.pattern.walk(read.first, horizon(), &mut Budget::of_one(), &mut |_| {
            found = true;
            ControlFlow::Break(())
        });
        if found && any.is_ok() { Ok(read) } else { Err(Wrong::Never) }
    }

    /// The rule of a series that was read when it was written; `last`: what [`Rule::last`] said then. With it nothing has to be
    /// counted from the beginning: how many there are, is said by when the last one is.
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
            // What begins at a time that a change of the clocks skips begins later, and ends as much later.
            let from = clock(starts, &self.zone).filter(|is| *is > begins).unwrap_or(begins);
            moment(from.checked_add(self.lasts).ok()?, &self.zone)?
        };
        Some(Instance { starts, ends: ends.max(starts) })
    }

    /// The day of a moment, by the clock of the place; far beyond where there is none.
    fn day(&self, at: i64) -> DayNumber {
        clock(Moment(at), &self.zone).map_or(if at < 0 { i64::MIN / 2 } else { horizon() }, day_of)
    }

    /// Those that begin from one day to another, in their order.
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

    /// Those that touch the time between two moments (the second not included), without those that begin at one of `but`, in
    /// their order, until `each` breaks off.
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

    /// The same as a list, of one series by itself.
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

    /// The first of them that `is_meant`: no more is counted than until then.
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

    /// The one that begins at a moment.
    pub fn at(&self, starts: Moment) -> Option<Instance> {
        let day = self.day(starts.0);
        let mut found = None;
        // A clock that skips hours may have put it on the next day.
        let _ = self.scan((day - 2, day + 1), &mut Budget::of_one(), &mut |one| {
            if one.starts == starts {
                found = Some(one);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }

    /// The first that begins after a moment; none: there is no more before everything ends.
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

    /// How many begin before a moment.
    pub fn count_before(&self, at: Moment) -> usize {
        let mut count = 0;
        let _ = self.scan((self.first, self.day(at.0) + 1), &mut Budget::of_one(), &mut |one| {
            count += usize::from(one.starts < at);
            ControlFlow::Continue(())
        });
        count
    }

    /// When the last one begins; none: there is no last. Counting ends at a day in any case: a series that goes on past it ends there.
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

/// A rule's text as it is kept; none: there is none.
pub fn in_one_way(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_uppercase();
    Some(text.trim_start_matches("RRULE:").to_owned()).filter(|text| !text.is_empty())
}

/// The text of a rule that ends before a moment, of one that goes on past it.
pub fn ended_before(text: &str, at: Moment) -> String {
    let kept = text.split(';').filter(|part| !part.starts_with("COUNT=") && !part.starts_with("UNTIL="));
    let last = Timestamp::from_millisecond(at.0 - 1_000).unwrap_or_default();
    let until = last.strftime("%Y%m%dT%H%M%SZ").to_string();
    kept.chain([format!("UNTIL={until}").as_str()]).collect::<Vec<_>>().join(";")
}

/// The text of a rule for the rest of a series, of which `done` are over.
pub fn continued(text: &str, done: usize) -> String {
    let left = |part: &str| match part.strip_prefix("COUNT=").and_then(|count| count.parse::<usize>().ok()) {
        Some(count) => format!("COUNT={}", count.saturating_sub(done).max(1)),
        None => part.to_owned(),
    };
    text.split(';').map(left).collect::<Vec<_>>().join(";")
}

#[cfg(test)]
mod tests;
