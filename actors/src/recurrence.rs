//! What happens again and again: RFC 5545's rules, counted out between two moments. Pure.
//!
//! A rule is counted in the clock of the event's own place, and only then put on the time line: so nine o'clock stays nine
//! o'clock when the clocks change. A time that a change skips is taken as if it had not happened, one that comes twice is the first
//! (RFC 5545 §3.3.5).

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use rrule::{Frequency, RRule, RRuleSet, Tz, Unvalidated, Validated};
use storage::calendar::LONGEST_MS;
use storage::time::Moment;

use crate::error::Refusal;

/// Most that one series has in one answer: a day holds one of it at most.
const MOST: u16 = 800;
/// Of which the first one after a moment is certainly one.
const NEAR: u16 = 8;
/// Days by which the clocks of two places differ at most, on either side.
const SLACK_DAYS: i64 = 2;

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
pub struct Rule {
    counted: RRule<Validated>,
    /// In the clock of `zone`.
    first: DateTime,
    /// How long one lasts in that clock.
    lasts: Span,
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

/// A clock's time as the counting library takes it: as if the clock were UTC's.
fn afloat(at: DateTime) -> Option<chrono::DateTime<Tz>> {
    let seconds = at.to_zoned(TimeZone::UTC).ok()?.timestamp().as_second();
    Some(chrono::DateTime::from_timestamp(seconds, 0)?.with_timezone(&Tz::UTC))
}

fn landed(at: chrono::DateTime<Tz>) -> Option<DateTime> {
    Some(Timestamp::from_second(at.timestamp()).ok()?.to_zoned(TimeZone::UTC).datetime())
}

/// An UNTIL in the clock of the zone, written as if that were UTC: the last day whole, where only a day is given.
fn until_afloat(value: &str, zone: &TimeZone) -> Option<String> {
    let date = |text: &str| Date::strptime("%Y%m%d", text).ok();
    let time = |text: &str| Time::strptime("%H%M%S", text).ok();
    let at = match value.split_once('T') {
        None => date(value)?.to_datetime(Time::new(23, 59, 59, 0).ok()?),
        Some((day, clock_time)) => match clock_time.strip_suffix('Z') {
            Some(utc) => {
                let at = date(day)?.to_datetime(time(utc)?).to_zoned(TimeZone::UTC).ok()?;
                at.with_time_zone(zone.clone()).datetime()
            }
            None => date(day)?.to_datetime(time(clock_time)?),
        },
    };
    Some(at.strftime("%Y%m%dT%H%M%SZ").to_string())
}

impl Rule {
    /// Reads a rule (`FREQ=…`, with or without `RRULE:`) for something that first lasts from `starts` to `ends` in a time zone.
    pub fn read(text: &str, starts: Moment, ends: Moment, zone: &str) -> Result<Self, Wrong> {
        let zone = TimeZone::get(zone).map_err(|_| Wrong::Zone)?;
        let text = text.strip_prefix("RRULE:").unwrap_or(text).to_ascii_uppercase();
        let mut parts = Vec::new();
        for part in text.split(';') {
            parts.push(match part.split_once('=').ok_or(Wrong::Unreadable)? {
                ("UNTIL", value) => format!("UNTIL={}", until_afloat(value, &zone).ok_or(Wrong::Unreadable)?),
                ("BYHOUR" | "BYMINUTE" | "BYSECOND", _) => return Err(Wrong::TooOften),
                _ => part.to_owned(),
            });
        }
        let rule: RRule<Unvalidated> = parts.join(";").parse().map_err(|_| Wrong::Unreadable)?;
        if matches!(rule.get_freq(), Frequency::Hourly | Frequency::Minutely | Frequency::Secondly) {
            return Err(Wrong::TooOften);
        }
        let first = clock(starts, &zone).ok_or(Wrong::Unreadable)?;
        let lasts = clock(ends, &zone).and_then(|end| end.since(first).ok()).ok_or(Wrong::Unreadable)?;
        let begin = afloat(first).ok_or(Wrong::Unreadable)?;
        let rule = rule.validate(begin).map_err(|_| Wrong::Unreadable)?;
        let read = Self { counted: rule, first, lasts, zone };
        if read.dates(None, None, 1).is_empty() { Err(Wrong::Never) } else { Ok(read) }
    }

    fn dates(&self, from: Option<DateTime>, to: Option<DateTime>, most: u16) -> Vec<DateTime> {
        let Some(begin) = afloat(self.first) else { return Vec::new() };
        let mut set = RRuleSet::new(begin).rrule(self.counted.clone());
        if let Some(from) = from.and_then(afloat) {
            set = set.after(from);
        }
        if let Some(to) = to.and_then(afloat) {
            set = set.before(to);
        }
        set.all(most).dates.into_iter().filter_map(landed).collect()
    }

    fn instance(&self, begins: DateTime) -> Option<Instance> {
        let starts = moment(begins, &self.zone)?;
        let ends = moment(begins.checked_add(self.lasts).ok()?, &self.zone)?;
        Some(Instance { starts, ends: ends.max(starts) })
    }

    /// Those that touch the time between two moments (the second not included), without those that begin at one of `but`.
    pub fn between(&self, from: Moment, to: Moment, but: &[Moment]) -> Vec<Instance> {
        let padded = |at: i64, days: i64| clock(Moment(at.saturating_add(days * 86_400_000)), &self.zone);
        let (first, last) = (padded(from.0 - LONGEST_MS, -SLACK_DAYS), padded(to.0, SLACK_DAYS));
        let dates = self.dates(first, last, MOST).into_iter();
        let touches = |one: &Instance| one.starts < to && (one.ends > from || one.starts >= from);
        dates
            .filter_map(|date| self.instance(date))
            .filter(|one| touches(one) && !but.contains(&one.starts))
            .collect()
    }

    /// The one that begins at a moment.
    pub fn at(&self, starts: Moment) -> Option<Instance> {
        self.between(starts, Moment(starts.0 + 1), &[]).into_iter().find(|one| one.starts == starts)
    }

    /// The first that begins after a moment; none: there is no more, or not before the library gives up.
    pub fn after(&self, at: Moment) -> Option<Instance> {
        let from = clock(Moment(at.0.saturating_sub(SLACK_DAYS * 86_400_000)), &self.zone);
        let dates = self.dates(from, None, NEAR).into_iter();
        dates.filter_map(|date| self.instance(date)).find(|one| one.starts > at)
    }

    /// How many begin before a moment.
    pub fn count_before(&self, at: Moment) -> usize {
        let dates = self.dates(None, clock(at, &self.zone), u16::MAX).into_iter();
        dates.filter_map(|date| moment(date, &self.zone)).filter(|starts| *starts < at).count()
    }

    /// When the last one begins; none: there is no last, or it lies past all that is counted.
    pub fn last(&self) -> Option<Moment> {
        if let Some(until) = self.counted.get_until() {
            return landed(*until).and_then(|until| moment(until, &self.zone));
        }
        let count = u16::try_from(self.counted.get_count()?).ok()?;
        let dates = self.dates(None, None, count);
        dates.last().and_then(|date| moment(*date, &self.zone))
    }
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
