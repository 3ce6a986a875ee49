//! When a person is reminded of an event: pure, the time passed in. Contract §7, social §3.

use storage::calendar::{CalendarEvent, EventStatus, ReminderSettings};
use storage::time::Moment;

use crate::calendar::events::rule_of;
use crate::platform::recurrence::Rule;

/// The possible reminders, in minutes before the beginning.
pub const MINUTES: [i64; 8] = [0, 5, 15, 30, 60, 120, 1_440, 10_080];
/// The default: an hour before.
pub const USUALLY: &[i64] = &[60];
/// How long after the beginning a reminder still makes sense (ms).
const LATE_MS: i64 = 5 * 60_000;
/// How far ahead the next occurrence is looked for (ms): a year and the longest reminder.
const AHEAD_MS: i64 = 375 * 86_400_000;

/// Whether a person wants a reminder this many minutes before: disabled, then the event's settings, then the general
/// ones.
pub fn wants([own, usual]: &[Option<ReminderSettings>; 2], minutes: i64) -> bool {
    if own.as_ref().is_some_and(|own| own.disabled) {
        return false;
    }
    match own.as_ref().filter(|own| own.custom).or(usual.as_ref()) {
        Some(settings) => settings.minutes.contains(&minutes),
        None => USUALLY.contains(&minutes),
    }
}

/// Whether nothing changed that affects the times of reminders. New exdates are checked when their moment comes.
pub fn goes_on(old: &CalendarEvent, new: &CalendarEvent) -> bool {
    let counted = |event: &CalendarEvent| {
        let is_off = event.event_status == EventStatus::Cancelled;
        let rule = (event.rrule.clone(), event.time_zone.clone());
        (event.starts, rule, is_off, event.enrollment.0.is_some(), event.calendar_id)
    };
    counted(old) == counted(new) && old.exdates.0.iter().all(|at| new.exdates.0.contains(at))
}

/// Whether it is too late to remind of something that begins at `starts`.
pub fn is_late(starts: Moment, now: i64) -> bool {
    now > starts.0 + LATE_MS
}

/// The times of an event.
pub enum Times<'a> {
    Once(&'a CalendarEvent),
    Series(&'a CalendarEvent, Box<Rule>),
}

impl<'a> Times<'a> {
    /// None: the rule cannot be expanded.
    pub fn of(event: &'a CalendarEvent) -> Option<Self> {
        match &event.rrule {
            None => Some(Self::Once(event)),
            Some(_) => rule_of(event).map(|rule| Self::Series(event, Box::new(rule))),
        }
    }

    /// Whether it, or an occurrence, begins at a moment.
    pub fn begins(&self, at: Moment) -> bool {
        match self {
            Self::Once(event) => event.starts == at,
            Self::Series(event, rule) => !event.exdates.0.contains(&at) && rule.at(at).is_some(),
        }
    }

    /// Beginnings from a moment on, until the first whose earliest reminder is later than it.
    fn from(&self, at: Moment) -> Vec<Moment> {
        match self {
            Self::Once(event) => vec![event.starts],
            Self::Series(event, rule) => {
                let longest = MINUTES.iter().max().map_or(0, |minutes| minutes * 60_000);
                let mut begins = Vec::new();
                rule.find((at, Moment(at.0 + AHEAD_MS)), &event.exdates.0, |one| {
                    begins.push(one.starts);
                    one.starts.0 > at.0 + longest
                });
                begins
            }
        }
    }

    /// The first moment after one at which somebody may have to be reminded.
    pub fn next_after(&self, at: i64) -> Option<i64> {
        let begins = self.from(Moment(at));
        let first = |minutes: &i64| {
            let before = minutes * 60_000;
            begins.iter().map(|starts| starts.0 - before).filter(|due| *due > at).min()
        };
        MINUTES.iter().filter_map(first).min()
    }
}

#[cfg(test)]
mod tests;
