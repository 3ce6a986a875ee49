//! When a reminder rings. Pure.

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use storage::tasks::{RelativeTo, Task, TaskReminder};
use storage::time::Moment;

use crate::platform::hours::DAY_MS;
use crate::platform::recurrence::Rule;
use crate::platform::time::ZONE;

/// How a reminder stands.
pub mod standing {
    pub const SCHEDULED: i64 = 0;
    pub const FIRED: i64 = 1;
    pub const ACKNOWLEDGED: i64 = 2;
}

/// When a day without a time is counted from, in Sweden: nobody is woken by it.
const MORNING: i8 = 9;
/// Milliseconds by which a reminder is too late to be more than an entry of the bell.
const LATE_MS: i64 = DAY_MS;

/// The moment from which a day without a time is counted.
fn morning(day: Date, zone: &TimeZone) -> Option<Moment> {
    let at = day.to_datetime(Time::new(MORNING, 0, 0, 0).ok()?);
    Some(Moment(at.to_zoned(zone.clone()).ok()?.timestamp().as_millisecond()))
}

/// The date of a task that a reminder is relative to; none: the task has none.
fn date_of(task: &Task, relative_to: RelativeTo) -> Option<Moment> {
    let zone = TimeZone::get(ZONE).ok()?;
    match relative_to {
        RelativeTo::DueDate => task.due_at.or_else(|| morning(task.due_date?.0, &zone)),
        RelativeTo::StartDate => morning(task.start_date?.0, &zone),
    }
}

/// The moment of a reminder that has never rung; none: its task has no such date.
pub fn first(reminder: &TaskReminder, task: &Task) -> Option<Moment> {
    let relative = || {
        let date = date_of(task, reminder.relative_to?)?;
        Some(Moment(date.0.saturating_add(reminder.seconds.unwrap_or_default().saturating_mul(1_000))))
    };
    reminder.at.or_else(relative)
}

/// When a reminder rings next; none: not any more, or its task has no such date.
pub fn next(reminder: &TaskReminder, task: &Task) -> Option<Moment> {
    if let Some(snoozed) = reminder.snoozed {
        return Some(snoozed);
    }
    let first = first(reminder, task)?;
    match (&reminder.rrule, reminder.fired) {
        (None, _) => (reminder.status == standing::SCHEDULED).then_some(first),
        (Some(_), None) => Some(first),
        (Some(rrule), Some(fired)) => {
            Rule::read(rrule, first, first, ZONE).ok()?.after(Moment(fired.0)).map(|one| one.starts)
        }
    }
}

/// Whether a reminder for a moment is too late to be more than an entry of the bell.
pub fn is_late(ring: Moment, now: i64) -> bool {
    now - ring.0 > LATE_MS
}
