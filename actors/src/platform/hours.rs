//! Opening hours: from declared periods and closures to open intervals of time. Contract §8.1.
//!
//! A moment is open when the clock on the wall shows a time within a period of its date and within no closure. So a
//! day on which the clocks change needs no rule of its own: an hour that is skipped is in no period, and an hour that
//! comes twice is open twice or not at all. Everything that reads wall clock (opening hours, prices, possible starts)
//! goes over [`day_parts`], within which wall clock and elapsed time run alike.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::{Offset, TimeZone};
use storage::bookings::settings::{Availability, OpenPeriod, WallClock};

use crate::platform::error::{Refusal, Result};
use crate::platform::time::ZONE;

/// Milliseconds of a minute.
pub const MINUTE_MS: i64 = 60_000;
/// Milliseconds of a day of 24 hours.
pub const DAY_MS: i64 = 1_440 * MINUTE_MS;
/// Most days of opening hours read at once.
pub const MOST_DAYS: i64 = 62;

/// A half-open interval `[start, end)` in epoch milliseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Interval {
    pub start: i64,
    /// Exclusive.
    pub end: i64,
}

impl Interval {
    pub const fn new(start: i64, end: i64) -> Self {
        Self { start, end }
    }

    /// The smallest one that holds both.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Elapsed milliseconds; 0: it is empty.
    pub fn millis(self) -> i64 {
        self.end.saturating_sub(self.start).max(0)
    }

    /// Whole elapsed minutes.
    pub fn minutes(self) -> i64 {
        self.millis() / MINUTE_MS
    }

    /// Whether a moment lies within.
    pub fn contains(self, at: i64) -> bool {
        self.start <= at && at < self.end
    }

    /// Whether it holds all of `other`.
    pub fn covers(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// What it has in common with `other`; none: nothing.
    pub fn intersection(self, other: Self) -> Option<Self> {
        let both = Self::new(self.start.max(other.start), self.end.min(other.end));
        (both.start < both.end).then_some(both)
    }
}

/// A part of a local day during which the offset from UTC does not change: the whole day, but for days on which the
/// clocks change and the edges of what was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayPart {
    pub date: Date,
    /// 1 is Monday, 7 Sunday.
    pub weekday: i8,
    pub time: Interval,
    /// When the clock would have shown 00:00 with this part's offset (epoch milliseconds); may lie outside of `time`.
    zero: i64,
}

impl DayPart {
    /// Whole minutes since 00:00 that the clock shows at a moment of this part.
    pub fn minute_of(&self, at: i64) -> i64 {
        (at - self.zero).div_euclid(MINUTE_MS)
    }

    /// The moment at which the clock shows `minute` (since 00:00) in this part; none: it does not.
    pub fn moment_at(&self, minute: i64) -> Option<i64> {
        Some(self.zero + minute * MINUTE_MS).filter(|at| self.time.contains(*at))
    }

    /// What of `[start, end)` in minutes since 00:00 lies in this part.
    pub fn clip(&self, (start, end): (i64, i64)) -> Option<Interval> {
        let whole = Interval::new(self.zero + start * MINUTE_MS, self.zero + end * MINUTE_MS);
        whole.intersection(self.time)
    }
}

fn timestamp(at: i64) -> Timestamp {
    let beyond = if at < 0 { Timestamp::MIN } else { Timestamp::MAX };
    Timestamp::from_millisecond(at).unwrap_or(beyond)
}

/// The time zone of opening hours, prices, quotas and days: that of all organisations.
pub fn zone() -> Result<TimeZone> {
    TimeZone::get(ZONE).map_err(|_| Refusal::internal())
}

/// The local date of a moment.
pub fn date_of(zone: &TimeZone, at: i64) -> Date {
    zone.to_datetime(timestamp(at)).date()
}

/// The first moment of a local date, in epoch milliseconds.
pub fn midnight(zone: &TimeZone, date: Date) -> i64 {
    // Where the clocks skip midnight, this is the moment after.
    let at = zone.to_timestamp(date.at(0, 0, 0, 0));
    at.unwrap_or(if date.year() < 0 { Timestamp::MIN } else { Timestamp::MAX }).as_millisecond()
}

/// The first moment after the local date of `at`.
pub fn next_midnight(zone: &TimeZone, at: i64) -> i64 {
    date_of(zone, at).tomorrow().map_or(i64::MAX, |next| midnight(zone, next))
}

/// An interval as parts of local days, in order, without gaps. The caller bounds its length.
pub fn day_parts(zone: &TimeZone, time: Interval) -> Vec<DayPart> {
    let (first, last) = (Timestamp::MIN.as_millisecond(), Timestamp::MAX.as_millisecond());
    let time = Interval::new(time.start.clamp(first, last), time.end.clamp(first, last));
    let mut parts = Vec::new();
    let mut changes = zone.following(timestamp(time.start));
    let mut at = time.start;
    while at < time.end {
        let change = changes.next().map_or(time.end, |change| change.timestamp().as_millisecond());
        let until = change.min(time.end);
        let offset = i64::from(zone.to_offset(timestamp(at)).seconds()) * 1_000;
        while at < until {
            let day = (at + offset).div_euclid(DAY_MS);
            let zero = day * DAY_MS - offset;
            let end = (zero + DAY_MS).min(until);
            let date = Offset::UTC.to_datetime(timestamp(day * DAY_MS)).date();
            let weekday = date.weekday().to_monday_one_offset();
            parts.push(DayPart { date, weekday, time: Interval::new(at, end), zero });
            at = end;
        }
    }
    parts
}

/// Dates with a name on which it is closed: a public holiday, a school holiday.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedDays {
    pub name: String,
    /// The first date.
    pub from: Date,
    /// The last date.
    pub to: Date,
}

impl NamedDays {
    /// Whether a date is one of them.
    pub fn contains(&self, date: Date) -> bool {
        self.from <= date && date <= self.to
    }
}

/// What decides the opening hours of a bookable.
///
/// Closures of all layers hold over all periods. On dates that one of the bookable's own periods covers (`from` to
/// `to`) its own periods alone decide, so a weekday that they leave out is closed; on other dates those of the
/// organisation do. Where neither has any period, it is always open.
#[derive(Debug, Clone, Copy)]
pub struct Hours<'a> {
    /// The organisation's time zone.
    pub zone: &'a TimeZone,
    /// The bookable's.
    pub own: &'a Availability,
    /// Its organisation's, for all bookables.
    pub organisation: &'a Availability,
    /// Public holidays; they count where one of the two layers is closed on them.
    pub red_days: &'a [NamedDays],
    /// Breaks of the school year; they count where one of the two layers is closed on them.
    pub school_breaks: &'a [NamedDays],
}

/// Minutes of a day, `[start, end)`.
type Minutes = (i64, i64);
const WHOLE_DAY: Minutes = (0, WallClock::END_OF_DAY.minutes());

fn covers(period: &OpenPeriod, date: Date) -> bool {
    period.from.is_none_or(|from| from.0 <= date) && period.to.is_none_or(|to| date <= to.0)
}

/// Sorted, with those that touch or overlap as one.
fn united(mut all: Vec<Minutes>) -> Vec<Minutes> {
    all.sort_unstable();
    let mut kept: Vec<Minutes> = Vec::with_capacity(all.len());
    for (start, end) in all.into_iter().filter(|(start, end)| start < end) {
        match kept.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => kept.push((start, end)),
        }
    }
    kept
}

/// `from` without what lies in `without`.
fn less(from: Vec<Minutes>, without: &[Minutes]) -> Vec<Minutes> {
    without.iter().fold(from, |left, (start, end)| {
        let cut = |one: Minutes| [(one.0, one.1.min(*start)), (one.0.max(*end), one.1)];
        left.into_iter().flat_map(cut).filter(|(start, end)| start < end).collect()
    })
}

impl<'a> Hours<'a> {
    /// The periods of a date, ignoring closures.
    fn periods(&self, date: Date, weekday: i8) -> Vec<Minutes> {
        let (own, organisation) = (&self.own.periods, &self.organisation.periods);
        let of = |periods: &[OpenPeriod]| -> Vec<Minutes> {
            let apply = periods.iter().filter(|one| covers(one, date) && one.weekdays.contains(&weekday));
            apply.map(|one| (one.start.minutes(), one.end.minutes())).collect()
        };
        if own.iter().any(|one| covers(one, date)) {
            of(own)
        } else if own.is_empty() && organisation.is_empty() {
            vec![WHOLE_DAY]
        } else {
            of(organisation)
        }
    }

    /// The closures of a date with their names, the bookable's own first.
    fn closures(&self, date: Date) -> impl Iterator<Item = (&'a str, Minutes)> {
        let declared = self.own.closures.iter().chain(&self.organisation.closures);
        let declared = declared.filter(move |one| one.from.0 <= date && date <= one.to.0).map(|one| {
            let start = one.start.unwrap_or(WallClock::MIDNIGHT);
            let end = one.end.unwrap_or(WallClock::END_OF_DAY);
            (one.name.as_str(), (start.minutes(), end.minutes()))
        });
        let is_red = self.own.closed_on_red_days || self.organisation.closed_on_red_days;
        let red_days = self.red_days.iter().filter(move |_| is_red);
        let is_break = self.own.closed_on_school_breaks || self.organisation.closed_on_school_breaks;
        let school_breaks = self.school_breaks.iter().filter(move |_| is_break);
        let named = school_breaks.chain(red_days);
        let named = named.filter(move |one| one.contains(date));
        declared.chain(named.map(|one| (one.name.as_str(), WHOLE_DAY)))
    }

    /// The open intervals between two moments, in order; those that touch are one. 422 RANGE (`to`): more than
    /// [`MOST_DAYS`] days, or the end is not after the start.
    pub fn open(&self, time: Interval) -> Result<Vec<Interval>> {
        check_range(time)?;
        Ok(self.intervals(time))
    }

    /// [`Self::open`] for callers that have bounded the interval.
    pub fn intervals(&self, time: Interval) -> Vec<Interval> {
        let mut open: Vec<Interval> = Vec::new();
        for part in day_parts(self.zone, time) {
            let closures = united(self.closures(part.date).map(|(_, minutes)| minutes).collect());
            let minutes = less(united(self.periods(part.date, part.weekday)), &closures);
            for one in minutes.into_iter().filter_map(|one| part.clip(one)) {
                match open.last_mut() {
                    Some(last) if last.end == one.start => last.end = one.end,
                    _ => open.push(one),
                }
            }
        }
        open
    }

    /// The name of the closure in which a moment lies, the bookable's own first; none: in no closure, though it may lie
    /// outside of the periods.
    pub fn closed_by(&self, at: i64) -> Option<&'a str> {
        let part = day_parts(self.zone, Interval::new(at, at.saturating_add(1))).into_iter().next()?;
        let minute = part.minute_of(at);
        self.closures(part.date)
            .find(|(_, (start, end))| (*start..*end).contains(&minute))
            .map(|(name, _)| name)
    }
}

/// Refuses an interval that is empty or longer than [`MOST_DAYS`] days: 422 RANGE (`to`).
pub fn check_range(time: Interval) -> Result<()> {
    // One day of them may have 25 hours.
    let most = MOST_DAYS * DAY_MS + 60 * MINUTE_MS;
    if time.end <= time.start || time.end.saturating_sub(time.start) > most {
        return Err(Refusal::field("to", "RANGE", "Välj 1 till 62 dagar."));
    }
    Ok(())
}

#[cfg(test)]
#[path = "hours_tests.rs"]
mod tests;
