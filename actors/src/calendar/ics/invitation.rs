//! An event as it is sent to one person (iTIP, RFC 5546), by the writer of the files that are read from addresses: the same `UID`
//! and numbers, so that a calendar that has both shows it once. Pure.

use serde::{Deserialize, Serialize};
use storage::calendar::CalendarEvent;
use storage::ids::{CalendarEventId, CalendarId, UserId};
use storage::time::Moment;
use storage::value::Json;

use super::extra::For;
use super::write::{self, Sent, Told};
use crate::platform::mail::Method;

/// What must be known of an event to call it off once it is gone. Nothing of what it says: nobody can be asked any more who may
/// read that.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    pub uid: String,
    /// The number of its last state.
    pub sequence: i64,
    pub starts: Moment,
    pub ends: Moment,
    pub all_day: bool,
    pub time_zone: String,
    /// Which of a series; none: it happens once.
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

    /// Of one of a series: when that one is.
    pub fn at(&self, recurrence_id: Option<Moment>) -> Self {
        let lasts = self.ends.0 - self.starts.0;
        let when = recurrence_id.filter(|_| self.recurrence_id.is_none());
        let span = when.map_or((self.starts, self.ends), |at| (at, Moment(at.0 + lasts)));
        Self { starts: span.0, ends: span.1, recurrence_id, ..self.clone() }
    }

    /// An event that says no more.
    pub fn event(&self) -> CalendarEvent {
        CalendarEvent {
            uid: Some(self.uid.clone()),
            starts: self.starts,
            // Of whole days the first is enough.
            ends: if self.all_day { self.starts } else { self.ends },
            all_day: self.all_day,
            time_zone: self.time_zone.clone(),
            recurrence_id: self.recurrence_id,
            ..CalendarEvent::blank(CalendarEventId(0), CalendarId(0), UserId(0), self.starts)
        }
    }
}

/// What an event that is called off still says: what it was and when.
pub fn called_off(event: &CalendarEvent) -> CalendarEvent {
    CalendarEvent {
        description: String::new(),
        place: Json(None),
        links: Json(Vec::new()),
        ics_extra: None,
        ..event.clone()
    }
}

/// The file. `series`: that of which the event is one; `is_open`: they have no place in it yet, but may get one.
pub fn file(
    event: &CalendarEvent,
    series: Option<&CalendarEvent>,
    sent: Sent<'_>,
    is_open: bool,
    public_url: &str,
) -> String {
    let method = if sent.is_off { Method::Cancel } else { Method::Request };
    let mut text = write::begun(method.word());
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
    let told = Told {
        series,
        exceptions: &[],
        public_url,
        zone_is_known,
        is_open,
        whom: For::Anybody,
        alarms: &[],
        sent: Some(sent),
    };
    text.push_str(&write::event(event, &told));
    text + write::TAIL
}
