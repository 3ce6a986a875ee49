//! Public events as everybody can find them: pure.

use std::collections::BTreeSet;

use jiff::ToSpan;
use jiff::civil::Date;
use storage::calendar::{Calendar, CalendarEvent, EventStatus, LONGEST_MS, Visibility};
use storage::time::{Day, Moment};

use super::events::rule_of;
use super::when;
use crate::places::{Places, Said};

/// How far ahead the next occurrence is looked for (ms): more than a year, for yearly events.
pub const AHEAD: i64 = 400 * 86_400_000;
/// Most days of one event: none is longer than a year and a day.
const MOST_DAYS: usize = 367;

/// Whether an event can be found by everybody: it and its calendar are public, and it is not cancelled.
pub fn is_findable(calendar: &Calendar, event: &CalendarEvent) -> bool {
    calendar.visibility == Visibility::Public
        && event.visibility == Visibility::Public
        && event.event_status != EventStatus::Cancelled
}

/// Whether an event is not over at a moment; for a series whether it may not be, without expanding it.
pub fn may_come(event: &CalendarEvent, from: Moment) -> bool {
    if event.rrule.is_some() {
        return event.until.is_none_or(|until| until.0 >= from.0 - LONGEST_MS);
    }
    event.ends >= from
}

/// The pages of the local areas that a public event names or is in.
pub fn areas<'a>(
    places: &'a Places,
    event: &CalendarEvent,
    calendar: &Calendar,
    organiser: Option<&str>,
) -> BTreeSet<&'a str> {
    let place = event.place.0.as_ref();
    let address = place.and_then(|place| place.address.as_deref());
    let names = [place.map(|place| place.name.as_str()), address, organiser];
    places.areas(&Said {
        titles: vec![&event.title, &calendar.calendar_name],
        names: names.into_iter().flatten().collect(),
        code: place.and_then(|place| place.id_tatort),
        position: place.and_then(|place| place.latitude.zip(place.longitude)),
    })
}

/// Whether a series may have occurrences after the days that [`days`] looks at.
pub fn goes_on(event: &CalendarEvent, from: Moment) -> bool {
    event.rrule.is_some() && event.until.is_none_or(|until| until.0 >= from.0 + AHEAD)
}

/// The local days of an event from a moment on; for a series of the occurrences that begin within [`AHEAD`].
pub fn days(event: &CalendarEvent, from: Moment) -> BTreeSet<Date> {
    let times = match rule_of(event) {
        Some(rule) => {
            let all = rule.between(from, Moment(from.0 + AHEAD), &event.exdates.0);
            all.into_iter().map(|one| (one.starts, one.ends)).collect()
        }
        None => vec![(event.starts, event.ends)],
    };
    let day = |at: i64| when::day(Moment(at), &event.time_zone);
    let mut days = BTreeSet::new();
    for (starts, ends) in times {
        // An event that ends at midnight does not include that day; one without duration is on its day.
        let (Some(first), Some(last)) = (day(starts.0), day(starts.0.max(ends.0 - 1))) else { continue };
        days.extend(first.series(1.day()).take_while(|day| *day <= last).take(MOST_DAYS));
    }
    days
}

/// The time of an event that is not over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coming {
    pub starts: Moment,
    /// For all-day events.
    pub first_day: Option<Day>,
}

/// When an event that is not over at a moment begins; for a series its next occurrence. None: it is over.
pub fn coming(event: &CalendarEvent, from: Moment) -> Option<Coming> {
    let Some(rule) = rule_of(event) else {
        return (event.ends >= from).then_some(Coming { starts: event.starts, first_day: event.start_date });
    };
    let begins = from.max(event.starts);
    let one = rule.find((begins, Moment(begins.0 + AHEAD)), &event.exdates.0, |_| true)?;
    let days = event.start_date.zip(event.end_date);
    let days = days.and_then(|days| when::days_of(one, days, &event.time_zone));
    Some(Coming { starts: one.starts, first_day: days.map(|(first, _)| first) })
}
