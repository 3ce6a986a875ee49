//! When a task is due and when it starts. A day without a time is the same day wherever it is read; a moment has the
//! zone in which it was said.

use std::ops::RangeInclusive;

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use storage::tasks::Task;
use storage::time::{Day, Moment};

use crate::platform::error::{Refusal, Result};
use crate::platform::time::ZONE;

/// Years in which a task may start and be due.
const YEARS: RangeInclusive<i16> = 1970..=2100;

/// When a task is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Due {
    Day(Day),
    At {
        at: Moment,
        /// A zone's name that exists.
        zone: String,
    },
}

impl Due {
    /// When a stored task is due; none: it has no date.
    pub fn of(task: &Task) -> Option<Self> {
        match (task.due_at, task.due_date) {
            (Some(at), _) => {
                Some(Self::At { at, zone: task.time_zone.clone().unwrap_or_else(|| ZONE.to_owned()) })
            }
            (None, Some(day)) => Some(Self::Day(day)),
            (None, None) => None,
        }
    }

    /// The fields of a task: its date, its moment, the moment's zone.
    pub fn fields(&self) -> (Option<Day>, Option<Moment>, Option<String>) {
        match self {
            Self::Day(day) => (Some(*day), None, None),
            Self::At { at, zone } => (None, Some(*at), Some(zone.clone())),
        }
    }

    /// The day on which it is due, where it was said. None: a stored zone no longer exists.
    pub fn day(&self) -> Option<Day> {
        match self {
            Self::Day(day) => Some(*day),
            Self::At { at, zone } => Some(Day(local(*at, zone)?.0)),
        }
    }

    /// The time of the clock at which it is due, where it was said; none: it is due by day.
    pub fn time(&self) -> Option<Time> {
        match self {
            Self::Day(_) => None,
            Self::At { at, zone } => Some(local(*at, zone)?.1),
        }
    }

    /// The day on which it is due for somebody in a zone: a day is the same everywhere, a moment is not.
    pub fn day_in(&self, zone: &str) -> Option<Day> {
        match self {
            Self::Day(day) => Some(*day),
            Self::At { at, .. } => Some(Day(local(*at, zone)?.0)),
        }
    }
}

/// Day and time of a moment on the clocks of a zone.
pub(super) fn local(at: Moment, zone: &str) -> Option<(Date, Time)> {
    let zone = TimeZone::get(zone).ok()?;
    let at = Timestamp::from_millisecond(at.0).ok()?.to_zoned(zone);
    Some((at.date(), at.time()))
}

fn within(field: &'static str, day: Date) -> Result<()> {
    if YEARS.contains(&day.year()) {
        return Ok(());
    }
    Err(Refusal::field(field, "RANGE", "Välj en dag mellan 1970 och 2100."))
}

/// When a task is due, as it was sent; a moment without a zone was said in Sweden. 422: TIME, both day and moment;
/// UNKNOWN_ZONE; RANGE, before 1970 or after 2100.
pub fn due(day: Option<Day>, at: Option<Moment>, zone: Option<&str>) -> Result<Option<Due>> {
    match (day, at) {
        (Some(_), Some(_)) => {
            Err(Refusal::field("dueAt", "TIME", "Ange antingen en dag eller en tid, inte båda."))
        }
        (Some(day), None) => {
            within("dueDate", day.0)?;
            Ok(Some(Due::Day(day)))
        }
        (None, Some(at)) => {
            let unknown = || Refusal::field("timeZone", "UNKNOWN_ZONE", "Det finns ingen sådan tidszon.");
            let zone = TimeZone::get(zone.unwrap_or(ZONE)).map_err(|_| unknown())?;
            // The name as the database spells it.
            let zone = zone.iana_name().ok_or_else(unknown)?.to_owned();
            let out_of_range = || Refusal::field("dueAt", "RANGE", "Välj en tid mellan 1970 och 2100.");
            let (day, _) = local(at, &zone).ok_or_else(out_of_range)?;
            within("dueAt", day)?;
            Ok(Some(Due::At { at, zone }))
        }
        (None, None) => Ok(None),
    }
}

/// Refuses a start after the due day. 422 (`startDate`): DUE_BEFORE_START; RANGE, before 1970 or after 2100.
pub fn starts(start: Option<Day>, due: Option<&Due>) -> Result<()> {
    let Some(start) = start else { return Ok(()) };
    within("startDate", start.0)?;
    if due.and_then(Due::day).is_some_and(|due| due < start) {
        return Err(Refusal::field("startDate", "DUE_BEFORE_START", "Startdagen ligger efter slutdagen."));
    }
    Ok(())
}

#[cfg(test)]
#[path = "dates_tests.rs"]
mod tests;
