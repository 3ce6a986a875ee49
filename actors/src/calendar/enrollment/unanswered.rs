//! Outings: who is asked to consent and has not answered is reminded before the last day to answer.
//!
//! Whoever is invited gets a job of their own in the decision that invites them. It looks once a day at most, because the
//! last day may be moved, and reminds at set times before it ([`rules::ask`]). Its notification's id and that of the
//! next job are fixed when it is made, so that running it twice reminds once.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;
use storage::calendar::{Calendar, CalendarEvent, EventStatus};
use storage::ids::{CalendarEventId, JobId, NotificationId, UserId};
use storage::jobs::Job;
use storage::notifications::Notification;
use storage::seats::{EnrollmentStatus, Seat, SeatSubject, Subject};
use storage::time::Moment;

use super::notifying::{UNANSWERED, entry};
use super::{EventPlaces, begins, coming, rules, settings};
use crate::Platform;
use crate::entities::relation;
use crate::notifications;
use crate::platform::error::Result;
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::time::now;
use crate::seats::rules::Next;

/// Somebody who is asked.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Asked {
    id: CalendarEventId,
    occurrence: Moment,
    user_id: UserId,
    /// When they were asked or reminded last (epoch milliseconds).
    since: i64,
    /// The id of the reminder, if it is time for it.
    bell: NotificationId,
    /// The id of the next job.
    next: JobId,
}

impl Asked {
    fn subject(&self) -> Subject {
        Subject { kind: SeatSubject::Event, id: self.id.0, occurrence: self.occurrence }
    }

    fn job(&self, platform: &Platform, id: JobId, due: i64, since: i64) -> Result<Job> {
        let at = now();
        let (bell, next) = (NotificationId(platform.ids.next(at)?), JobId(platform.ids.next(at)?));
        let payload = json!(Self { since, bell, next, ..self.clone() }).to_string();
        Ok(Job::new(id, due, ASKING.name, payload))
    }
}

/// The job that reminds somebody who has not answered, and makes the next.
pub const ASKING: JobKind = JobKind {
    name: "outing-unanswered",
    class: Class::OnTime,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let asked: Asked = serde_json::from_str(&job.payload)?;
            Ok(remind(&platform, &asked).await?)
        })
    },
};

/// The jobs of those whom a decision invites.
pub(super) fn asked(places: &EventPlaces, next: &Next) -> Result<Vec<Job>> {
    let Some(deadline) = places.consent_by else { return Ok(Vec::new()) };
    let at = now();
    let Some((_, due)) = rules::ask(deadline, at, at) else { return Ok(Vec::new()) };
    let is_invited = |seat: Option<&Seat>| seat.is_some_and(|seat| seat.status == EnrollmentStatus::Invited);
    let fresh = next.own.iter().filter(|moved| !is_invited(moved.old.as_ref()));
    let seats = fresh.filter_map(|moved| moved.new.as_ref()).filter(|seat| is_invited(Some(seat)));
    let job = |seat: &Seat| {
        let platform = &places.platform;
        let asked = Asked {
            id: CalendarEventId(seat.subject_id),
            occurrence: seat.occurrence,
            user_id: seat.user_id,
            since: at,
            bell: NotificationId(0),
            next: JobId(0),
        };
        asked.job(platform, JobId(platform.ids.next(at)?), due, at)
    };
    seats.map(job).collect()
}

/// When somebody is to have answered an outing at the latest; none: the event asks nobody to consent.
pub(super) fn consent_by(event: &CalendarEvent, starts: Moment) -> Option<Moment> {
    let settings = event.enrollment.0.as_ref().filter(|settings| rules::asks_consent(settings))?;
    Some(rules::deadline(event, settings, starts))
}

async fn remind(platform: &Platform, asked: &Asked) -> Result<()> {
    let (at, subject) = (now(), asked.subject());
    let Some(seat) = platform.storage.seats.seat(subject, asked.user_id).await? else { return Ok(()) };
    let Some(event) = settings::home(platform, subject).await? else { return Ok(()) };
    let is_off = event.event_status == EventStatus::Cancelled;
    if seat.status != EnrollmentStatus::Invited || is_off {
        return Ok(());
    }
    let Ok((starts, _)) = begins(&event, subject.recurrence_id()) else { return Ok(()) };
    let Some(deadline) = consent_by(&event, starts) else { return Ok(()) };
    let Some((is_time, due)) = rules::ask(deadline, asked.since, at) else { return Ok(()) };
    let Some(calendar) = platform.storage.calendars.calendar(event.calendar_id).await? else { return Ok(()) };
    if is_time && is_concerned(platform, &calendar, &event, &seat).await? {
        let row = entry(UNANSWERED, asked.bell, asked.user_id, event.event_id, subject.occurrence, at);
        let row = Notification { entity_id: calendar.entity_id(), ..row };
        notifications::notify_missing(platform, vec![row]).await?;
    }
    let since = if is_time { at } else { asked.since };
    let next = asked.job(platform, asked.next, due, since)?;
    Ok(platform.storage.jobs.put(&[next]).await?)
}

/// Whether it is still asked of somebody: they have an account, are not barred, and belong to the organisation in some
/// way.
async fn is_concerned(
    platform: &Platform,
    calendar: &Calendar,
    event: &CalendarEvent,
    seat: &Seat,
) -> Result<bool> {
    let is_related = match calendar.entity_id() {
        Some(id) => relation(platform, id, seat.user_id).await?.is_some(),
        None => true,
    };
    Ok(is_related && coming(platform, calendar, event, seat).await?.may())
}
