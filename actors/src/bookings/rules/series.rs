//! Series of bookings: when they are, and where they move to. Contract §8.2.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use serde_json::json;
use storage::bookings::MOST_IN_SERIES;

use crate::platform::error::{Refusal, Result};
use crate::platform::hours::{DAY_MS, Interval};
use crate::platform::recurrence::{Rule, Wrong};
use crate::platform::time::{Moment, ZONE};

/// The longest series, in milliseconds: a school year and the weeks around it.
const LONGEST_MS: i64 = 400 * DAY_MS;

/// Reasons for which an occurrence of a series may be left out.
const SKIPPED: [&str; 5] = ["OVERLAP", "CLOSED", "NOTICE", "HORIZON", "QUOTA"];

/// Which bookings of a series a change is about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = SeriesScope)]
pub enum Scope {
    /// The one that is named.
    #[default]
    This,
    /// It and those after it.
    Future,
    /// All of them.
    All,
}

/// The code for which an occurrence is left out; none: the refusal is one of the whole series.
pub fn skipped_for(refusal: &Refusal) -> Option<&'static str> {
    let mut codes = [refusal.code].into_iter().chain(refusal.fields.iter().map(|field| field.code));
    codes.find(|code| SKIPPED.contains(code))
}

/// An occurrence of a series that cannot be booked or moved, and why.
#[derive(Debug, Clone, Copy)]
pub struct Skipped {
    pub time: Interval,
    pub code: &'static str,
}

/// The refusal of a series, with all of it that clashes. `can_skip`: the others can be booked.
pub fn clashes(refusal: Refusal, skipped: &[Skipped], can_skip: bool) -> Refusal {
    let shown = |one: &Skipped| {
        let (start, end) = (Moment(one.time.start), Moment(one.time.end));
        json!({ "start": start, "end": end, "code": one.code })
    };
    let conflicts: Vec<_> = skipped.iter().map(shown).collect();
    refusal.with("conflicts", conflicts).with("canSkip", can_skip)
}

fn wrong(code: &'static str, message: impl Into<std::borrow::Cow<'static, str>>) -> Refusal {
    Refusal::field("rrule", code, message)
}

/// The times of a series whose first booking is at `first`, by start; the wall clock stays over changes of the clocks.
/// 422 (`rrule`): RRULE and others, it cannot be read or does not begin with `first`; SERIES_TOO_LONG, over sixty
/// bookings or 400 days; SERIES_OVERLAP, one of them overlaps the next.
pub fn occurrences(rrule: &str, first: Interval) -> Result<Vec<Interval>> {
    let (starts, ends) = (Moment(first.start), Moment(first.end));
    let rule = Rule::read(rrule, starts, ends, ZONE).map_err(Wrong::refusal)?;
    let until = Moment(first.start.saturating_add(LONGEST_MS));
    let found = rule.between(starts, until, &[]);
    let times: Vec<Interval> = found.iter().map(|one| Interval::new(one.starts.0, one.ends.0)).collect();
    let goes_on = times.last().is_some_and(|last| rule.after(Moment(last.start)).is_some());
    if times.len() > MOST_IN_SERIES || goes_on {
        let message = format!("Högst {MOST_IN_SERIES} bokningar i en serie, ett år framåt.");
        return Err(wrong("SERIES_TOO_LONG", message));
    }
    if times.first() != Some(&first) {
        return Err(wrong("RRULE", "Upprepningen börjar inte med den valda tiden."));
    }
    overlapping(&times)?;
    Ok(times)
}

/// 422 (`rrule`) SERIES_OVERLAP: a time overlaps the next one; `times` by start.
pub fn overlapping(times: &[Interval]) -> Result<()> {
    let overlaps = times.windows(2).any(|pair| matches!(pair, [one, next] if next.start < one.end));
    if overlaps {
        return Err(wrong("SERIES_OVERLAP", "Bokningarna i serien överlappar varandra."));
    }
    Ok(())
}

fn local(at: i64, zone: &TimeZone) -> Option<DateTime> {
    Some(zone.to_datetime(Timestamp::from_millisecond(at).ok()?))
}

fn moved(at: i64, by: Span, zone: &TimeZone) -> Option<i64> {
    let at = local(at, zone)?.checked_add(by).ok()?;
    Some(zone.to_timestamp(at).ok()?.as_millisecond())
}

/// Where a booking of a series moves when one of them moves from `from` to `to`: its start by as much wall clock time,
/// with the new length.
pub fn shifted(time: Interval, (from, to): (Interval, Interval), zone: &TimeZone) -> Interval {
    if time == from {
        return to;
    }
    let by = local(from.start, zone).zip(local(to.start, zone)).and_then(|(from, to)| to.since(from).ok());
    let start = by.and_then(|by| moved(time.start, by, zone));
    let start = start.unwrap_or_else(|| time.start.saturating_add(to.start - from.start));
    Interval::new(start, start.saturating_add(to.end - to.start))
}

#[cfg(test)]
#[path = "series_tests.rs"]
mod tests;
