//! When a repeating task comes next.
//!
//! Rules are RFC 5545's ([`crate::platform::recurrence`]) but for the end of months: what comes each month on the 31st,
//! or each year on 29 February, comes on the last day where there is no such day, and again on its own day after that.
//! Each date is therefore counted from the first one, never from the one before.

use jiff::civil::{Date, Time, time};
use jiff::tz::TimeZone;
use storage::tasks::{RepeatFrom, TaskRepeat};
use storage::time::{Day, Moment};

use super::Due;
use super::dates::local;
use crate::platform::error::{Refusal, Result};
use crate::platform::recurrence::{self, Rule, Wrong};
use crate::platform::time::ZONE;

/// The zone in which days are counted. They have none of their own; in this one no midnight is skipped.
const OF_DAYS: &str = "UTC";
/// The last day that all months have.
const SHORTEST: i8 = 28;
/// The last second of a day.
const END_OF_DAY: Time = time(23, 59, 59, 0);

/// The next occurrence of a repeating task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Next {
    pub due: Due,
    /// As far before the due day as it was.
    pub start: Option<Day>,
    /// How it repeats from there on.
    pub repeat: TaskRepeat,
}

fn wrong(message: &'static str) -> Refusal {
    Refusal::field("repeat", "REPEAT", message)
}

/// How a task repeats, as it was sent, with what is stored of it before: the same rule for the same date keeps its
/// first day. 422 (`repeat`) REPEAT: it cannot be read, comes more than once a day or never, or there is no date.
pub fn read(
    rrule: &str,
    from: RepeatFrom,
    due: Option<&Due>,
    old: Option<(&TaskRepeat, &Due)>,
) -> Result<TaskRepeat> {
    let unreadable = || wrong("Upprepningen går inte att förstå (RFC 5545).");
    let due = due.ok_or_else(|| wrong("Det som upprepas behöver ett datum."))?;
    let rrule = recurrence::in_one_way(rrule).ok_or_else(unreadable)?;
    if let Some((old, old_due)) = old
        && (old.rrule.as_str(), old.from, old_due) == (rrule.as_str(), from, due)
    {
        return Ok(old.clone());
    }
    let (anchor, time) = (due.day().ok_or_else(unreadable)?, due.time());
    expanded(&rrule, anchor.0, time, due).map_err(|why| match why {
        Wrong::TooOften => wrong("Något upprepas högst en gång om dagen."),
        Wrong::Never => wrong("Ingen dag passar upprepningen."),
        Wrong::Unreadable | Wrong::Zone => unreadable(),
    })?;
    Ok(TaskRepeat { rrule, from, anchor, time })
}

/// When a task comes next that was due then, and done at a moment. None: it was the last one.
///
/// SCHEDULE: by the rule from its first day, after now and after the old date; what was missed meanwhile is left out.
/// COMPLETION: by the rule from the day on which it was done. A day comes after now when it lies after today, in
/// Sweden.
pub fn next(
    repeat: &TaskRepeat,
    due: &Due,
    start: Option<Day>,
    completed: Moment,
    now: Moment,
) -> Option<Next> {
    let zone = zone_of(due);
    let time = repeat.time.or_else(|| due.time());
    let (anchor, rrule, kept) = match repeat.from {
        RepeatFrom::Schedule => (repeat.anchor.0, repeat.rrule.clone(), repeat.rrule.clone()),
        RepeatFrom::Completion => {
            let (plain, left) = counted(&repeat.rrule)?;
            (local(completed, zone)?.0, plain, left)
        }
    };
    let after = match repeat.from {
        RepeatFrom::Schedule => place(due)?,
        RepeatFrom::Completion => place(&due_on(anchor, END_OF_DAY, due)?)?,
    };
    let after = after.max(match due {
        Due::Day(_) => midnight(local(now, zone)?.0)?,
        Due::At { .. } => now,
    });
    let found = expanded(&rrule, anchor, time, due).ok()?.after(after)?.starts;
    let due_next = match due {
        Due::Day(_) => Due::Day(Day(local(found, OF_DAYS)?.0)),
        Due::At { zone, .. } => Due::At { at: found, zone: zone.clone() },
    };
    let (was, will_be) = (due.day()?.0, due_next.day()?.0);
    let start = start.map(|day| day.0.checked_add(will_be - was).map(Day)).transpose().ok()?;
    let anchor = match repeat.from {
        RepeatFrom::Schedule => repeat.anchor,
        RepeatFrom::Completion => Day(will_be),
    };
    Some(Next { due: due_next, start, repeat: TaskRepeat { rrule: kept, from: repeat.from, anchor, time } })
}

/// The zone in which a task's days are counted.
fn zone_of(due: &Due) -> &str {
    match due {
        Due::Day(_) => ZONE,
        Due::At { zone, .. } => zone,
    }
}

/// A date as the moment that stands for it while a rule is expanded.
fn place(due: &Due) -> Option<Moment> {
    match due {
        Due::Day(day) => midnight(day.0),
        Due::At { at, .. } => Some(*at),
    }
}

fn midnight(day: Date) -> Option<Moment> {
    Some(Moment(day.to_zoned(TimeZone::UTC).ok()?.timestamp().as_millisecond()))
}

/// A date of the same kind as another, on a day; a time for one that has a time.
fn due_on(day: Date, time: Time, like: &Due) -> Option<Due> {
    match like {
        Due::Day(_) => Some(Due::Day(Day(day))),
        Due::At { zone, .. } => {
            let at = day.to_datetime(time).to_zoned(TimeZone::get(zone).ok()?).ok()?;
            Some(Due::At { at: Moment(at.timestamp().as_millisecond()), zone: zone.clone() })
        }
    }
}

/// A rule that begins on a day at a time, as dates like `like` are counted.
fn expanded(rrule: &str, first: Date, time: Option<Time>, like: &Due) -> Result<Rule, Wrong> {
    let (zone, time) = match like {
        Due::Day(_) => (OF_DAYS, None),
        Due::At { zone, .. } => (zone.as_str(), Some(time.unwrap_or_default())),
    };
    let begins = due_on(first, time.unwrap_or_default(), like).ok_or(Wrong::Unreadable)?;
    let mut parts = Parts::read(rrule);
    match time {
        // A day has no hours.
        None => parts.0.retain(|(name, _)| !HOURS.contains(name)),
        // Clocks skip the time on the first day: the others still have it.
        Some(time) if begins.time() != Some(time) && HOURS.iter().all(|name| parts.get(name).is_none()) => {
            let of = [time.hour(), time.minute(), time.second()];
            parts.0.extend(HOURS.into_iter().zip(of.map(|part| part.to_string())));
        }
        Some(_) => {}
    }
    parts.clip(first);
    let begins = place(&begins).ok_or(Wrong::Unreadable)?;
    Rule::read(&parts.text(), begins, begins, zone)
}

/// Splits COUNT off a rule that is counted from each completion: the rest, and the rule for those after this one.
/// None: this one was the last.
fn counted(rrule: &str) -> Option<(String, String)> {
    let mut parts = Parts::read(rrule);
    match parts.get("COUNT").map(str::parse::<u32>) {
        Some(Ok(0 | 1) | Err(_)) => None,
        Some(Ok(_)) => {
            parts.0.retain(|(name, _)| *name != "COUNT");
            Some((parts.text(), recurrence::continued(rrule, 1)))
        }
        None => Some((rrule.to_owned(), rrule.to_owned())),
    }
}

const HOURS: [&str; 3] = ["BYHOUR", "BYMINUTE", "BYSECOND"];

/// A rule's parts by name.
struct Parts<'a>(Vec<(&'a str, String)>);

impl<'a> Parts<'a> {
    fn read(rrule: &'a str) -> Self {
        let part = |part: &'a str| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            (name, value.to_owned())
        };
        Self(rrule.split(';').map(part).collect())
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(one, _)| *one == name).map(|(_, value)| value.as_str())
    }

    fn set(&mut self, name: &'a str, value: String) {
        self.0.retain(|(one, _)| *one != name);
        self.0.push((name, value));
    }

    fn text(&self) -> String {
        let part = |(name, value): &(&str, String)| format!("{name}={value}");
        self.0.iter().map(part).collect::<Vec<_>>().join(";")
    }

    /// Makes a rule of months or years for one day of the month, which not all of them have, one for the last day on or
    /// before it. Rules that pick days in other ways stay as RFC 5545 has them.
    fn clip(&mut self, first: Date) {
        const OTHER_WAYS: [&str; 5] = ["BYDAY", "BYWEEKDAY", "BYWEEKNO", "BYYEARDAY", "BYSETPOS"];
        if OTHER_WAYS.iter().any(|name| self.get(name).is_some_and(|value| !value.is_empty())) {
            return;
        }
        let said = self.get("BYMONTHDAY").filter(|value| !value.is_empty());
        let Ok(day) = said.map_or(Ok(first.day()), str::parse::<i8>) else { return };
        if day <= SHORTEST || day > 31 {
            return;
        }
        let months = self.get("BYMONTH").filter(|value| !value.is_empty());
        match (self.get("FREQ"), months) {
            (Some("MONTHLY"), _) => {}
            (Some("YEARLY"), None) if said.is_none() => self.set("BYMONTH", first.month().to_string()),
            (Some("YEARLY"), Some(months)) if !months.contains(',') => {}
            // Of several months in each year one day each: the same as of every month that is named.
            (Some("YEARLY"), _) if self.get("INTERVAL").is_none_or(|every| every == "1") => {
                self.set("FREQ", "MONTHLY".to_owned());
            }
            _ => return,
        }
        let days = (SHORTEST..=day).map(|day| day.to_string()).collect::<Vec<_>>().join(",");
        self.set("BYMONTHDAY", days);
        self.set("BYSETPOS", "-1".to_owned());
    }
}

#[cfg(test)]
#[path = "repeat_tests.rs"]
mod tests;
