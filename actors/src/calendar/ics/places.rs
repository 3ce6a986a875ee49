//! A person's enrolments in their calendar file.

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};
use storage::calendar::CalendarEvent;
use storage::ids::{CalendarEventId, UserId};
use storage::seats::{EnrollmentStatus, SeatSubject};
use storage::time::Moment;

use crate::Platform;
use crate::calendar::enrollment;
use crate::calendar::events::rule_of;
use crate::platform::error::Result;
use crate::platform::recurrence::Rule;

/// By the key of the places: the event, or the series and the occurrence.
#[derive(Default)]
pub struct Places {
    /// Whether it is still open if they get a place.
    held: BTreeMap<(CalendarEventId, Moment), bool>,
    /// Series of which only these occurrences are visible.
    parts: BTreeSet<CalendarEventId>,
}

impl Places {
    /// The enrolments of a person.
    pub async fn of(platform: &Platform, user_id: UserId) -> Result<Self> {
        use EnrollmentStatus::{Attended, Confirmed, Offered, Pending, Waitlisted};
        let seats = enrollment::of_person(platform, user_id).await?;
        let held = seats.iter().filter(|seat| seat.subject_kind == SeatSubject::Event).filter_map(|seat| {
            let is_open = match seat.status {
                Confirmed | Attended => false,
                Pending | Offered | Waitlisted => true,
                _ => return None,
            };
            Some(((CalendarEventId(seat.subject_id), seat.occurrence), is_open))
        });
        Ok(Self { held: held.collect(), parts: BTreeSet::new() })
    }

    /// Their events that are not in the file anyway; everything that affects the file goes into `hash`.
    pub async fn elsewhere(
        &mut self,
        platform: &Platform,
        listed: &BTreeSet<CalendarEventId>,
        hash: &mut Sha256,
    ) -> Result<Vec<CalendarEvent>> {
        for ((id, at), is_open) in &self.held {
            hash.update(id.0.to_be_bytes());
            hash.update(at.0.to_be_bytes());
            hash.update([u8::from(*is_open)]);
        }
        let calendars = &platform.storage.calendars;
        let ids: BTreeSet<CalendarEventId> = self.held.keys().map(|(id, _)| *id).collect();
        let ids: Vec<CalendarEventId> = ids.difference(listed).copied().collect();
        let found = calendars.events(&ids).await?;
        for series in found.iter().filter(|event| event.rrule.is_some()) {
            self.parts.insert(series.event_id);
            for own in calendars.exceptions(series.event_id, Moment(0)).await? {
                hash.update(own.event_id.0.to_be_bytes());
                hash.update(own.version.to_be_bytes());
            }
        }
        Ok(found)
    }

    fn key(event: &CalendarEvent) -> (CalendarEventId, Moment) {
        let own = event.series_id.zip(event.recurrence_id);
        own.unwrap_or((event.event_id, Moment(0)))
    }

    /// Whether the whole series is in the file.
    pub fn is_whole(&self, id: CalendarEventId) -> bool {
        !self.parts.contains(&id)
    }

    /// Whether they are enrolled in an event, or wait for a place.
    pub fn has(&self, event: &CalendarEvent) -> bool {
        self.held.contains_key(&Self::key(event))
    }

    /// Whether it is still open if they get a place.
    pub fn is_open(&self, event: &CalendarEvent) -> bool {
        self.held.get(&Self::key(event)) == Some(&true)
    }

    /// The occurrences of a series that are written separately: all with an enrolment if the series is not in the file,
    /// otherwise the open ones. `own`: the exceptions.
    pub fn instances(&self, series: &CalendarEvent, own: &[CalendarEvent]) -> Vec<CalendarEvent> {
        let (Some(rule), id) = (rule_of(series), series.event_id) else { return Vec::new() };
        let held = self.held.range((id, Moment(i64::MIN))..=(id, Moment(i64::MAX)));
        let written = held.filter(|(_, is_open)| **is_open || !self.is_whole(id)).map(|((_, at), _)| *at);
        let stays = |at: &Moment| {
            !series.exdates.0.contains(at) && own.iter().all(|own| own.recurrence_id != Some(*at))
        };
        let instance = |at: Moment| as_one(series, &rule, at);
        written.filter(stays).filter_map(instance).collect()
    }
}

/// An occurrence as a single event.
pub fn as_one(series: &CalendarEvent, rule: &Rule, at: Moment) -> Option<CalendarEvent> {
    let one = rule.at(at)?;
    Some(CalendarEvent {
        starts: one.starts,
        ends: one.ends,
        rrule: None,
        series_id: Some(series.event_id),
        recurrence_id: Some(at),
        ..series.clone()
    })
}
