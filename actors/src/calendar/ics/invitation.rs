//! An event as it is sent to one person (iTIP, RFC 5546), written like the exported files: with the same `UID` and
//! numbers, so that a calendar that has both shows it once. Pure.

use serde::{Deserialize, Serialize};
use storage::calendar::CalendarEvent;
use storage::ids::{CalendarEventId, CalendarId, UserId};
use storage::time::Moment;
use storage::value::Json;

use super::extra::For;
use super::write::{self, Sent, WriteOptions};
use crate::platform::mail::Method;

/// What is needed to cancel an event after its deletion. Nothing of its content, because the rights to it can no longer
/// be checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    pub uid: String,
    /// The SEQUENCE of its last state.
    pub sequence: i64,
    pub starts: Moment,
    pub ends: Moment,
    pub all_day: bool,
    pub time_zone: String,
    /// The occurrence of a series; none: a single event.
    pub recurrence_id: Option<Moment>,
}

impl Trace {
    pub fn of(event: &CalendarEvent, series: Option<&CalendarEvent>) -> Self {
        Self {
            uid: write::uid(series.unwrap_or(event)).to_owned(),
            sequence: write::sequence(event, series),
            starts: event.starts,
            ends: event.ends,
            all_day: event.all_day,
            time_zone: event.time_zone.clone(),
            recurrence_id: event.recurrence_id,
        }
    }

    /// For an occurrence: at its own time.
    pub fn at(&self, recurrence_id: Option<Moment>) -> Self {
        let lasts = self.ends.0 - self.starts.0;
        let when = recurrence_id.filter(|_| self.recurrence_id.is_none());
        let span = when.map_or((self.starts, self.ends), |at| (at, Moment(at.0 + lasts)));
        Self { starts: span.0, ends: span.1, recurrence_id, ..self.clone() }
    }

    /// An event with only these fields.
    pub fn event(&self) -> CalendarEvent {
        CalendarEvent {
            uid: Some(self.uid.clone()),
            starts: self.starts,
            // For whole days the first is enough.
            ends: if self.all_day { self.starts } else { self.ends },
            all_day: self.all_day,
            time_zone: self.time_zone.clone(),
            recurrence_id: self.recurrence_id,
            ..CalendarEvent::blank(CalendarEventId(0), CalendarId(0), UserId(0), self.starts)
        }
    }
}

/// The fields of an event that a cancellation still contains: what it was and when.
pub fn called_off(event: &CalendarEvent) -> CalendarEvent {
    CalendarEvent {
        description: String::new(),
        place: Json(None),
        links: Json(Vec::new()),
        ics_extra: None,
        ..event.clone()
    }
}

/// The file. `series`: the series that the event belongs to; `is_open`: they have no place yet, but may get one.
pub fn file(
    event: &CalendarEvent,
    series: Option<&CalendarEvent>,
    sent: Sent<'_>,
    is_open: bool,
    public_url: &str,
) -> String {
    let method = if sent.is_off { Method::Cancel } else { Method::Request };
    let mut text = write::begun(method.value());
    let mut zone_is_known = true;
    let mut zones: Vec<&str> =
        std::iter::once(event).chain(series).map(|one| one.time_zone.as_str()).collect();
    zones.dedup();
    for zone in zones {
        match write::zone(zone, sent.at.0) {
            Some(described) => text.push_str(&described),
            None => zone_is_known = false,
        }
    }
    let options = WriteOptions {
        series,
        exceptions: &[],
        public_url,
        zone_is_known,
        is_open,
        whom: For::Anybody,
        alarms: &[],
        sent: Some(sent),
    };
    text.push_str(&write::event(event, &options));
    text + write::TAIL
}
