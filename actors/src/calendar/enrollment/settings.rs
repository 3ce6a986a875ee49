//! The effects of changing or deleting an event on its places.
//!
//! The places store their capacity themselves, so that nobody decides by an outdated one. A lower capacity is set
//! before the event is written, and only if no more places are taken; a higher one after it, by a job that moves up the
//! waitlist.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use storage::accounts::User;
use storage::calendar::{Calendar, CalendarEvent, EnrollmentSettings};
use storage::ids::{CalendarEventId, CalendarId, UserId};
use storage::seats::{Seat, SeatSubject, Subject};
use storage::time::Moment;
use storage::value::Json;

use super::super::events::rule_of;
use super::notifying::News;
use super::view::NewEnrollmentSettings;
use super::{EventPlaces, begins, rules, subject};
use crate::Platform;
use crate::platform::error::{Refusal, RefusalKind, Result};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::time::now;
use crate::seats::rules::Act;
use crate::seats::{NOBODY, act, resize};

/// How long after a change its places are checked again (ms), because the process may die before doing so.
const LATER_MS: i64 = 5_000;
/// How long after a change of a series an exception may still be missing (ms): it is written after the decision,
/// perhaps by another node.
const UNSETTLED_MS: i64 = 60_000;
/// People per read.
const SLICE: usize = 200;

#[allow(clippy::option_option, reason = "absent, null and given are three things in a body")]
/// The settings of a draft; absent ones stay unchanged.
pub fn of_draft(
    said: Option<Option<NewEnrollmentSettings>>,
    old: Json<Option<EnrollmentSettings>>,
) -> Result<Json<Option<EnrollmentSettings>>> {
    match said {
        None => Ok(old),
        Some(None) => Ok(Json(None)),
        Some(Some(new)) => Ok(Json(Some(rules::settings(new.into())?))),
    }
}

/// The settings of a series for an exception that begins then.
pub fn shifted(event: &CalendarEvent, at: Moment) -> Json<Option<EnrollmentSettings>> {
    let later = |settings: EnrollmentSettings| {
        let deadline = settings.deadline.map(|_| rules::deadline(event, &settings, at));
        EnrollmentSettings { deadline, ..settings }
    };
    Json(event.enrollment.0.clone().map(later))
}

/// Capacities that were lowered for a change of an event, which may still fail.
#[derive(Default)]
pub struct Lowered {
    done: Vec<Subject>,
    old: Option<i64>,
    settings: i64,
}

impl Lowered {
    /// The change failed: restores the capacities.
    pub async fn undo(self, platform: &Platform) -> Result<()> {
        for subject in self.done {
            resize(platform, subject, self.old, self.settings).await?;
        }
        Ok(())
    }
}

/// The capacity of settings; the outer none: no limit.
fn limit(settings: &Json<Option<EnrollmentSettings>>) -> Option<i64> {
    settings.0.as_ref().map_or(Some(0), |settings| settings.capacity)
}

fn is_less(new: Option<i64>, old: Option<i64>) -> bool {
    new.is_some_and(|new| old.is_none_or(|old| new < old))
}

/// The future occurrences of an event with places, without exceptions.
async fn coming(platform: &Platform, event: &CalendarEvent, at: i64) -> Result<Vec<Subject>> {
    if event.rrule.is_none() {
        return Ok(vec![subject(event, None)]);
    }
    let all = platform.storage.seats.occurrences(SeatSubject::Event, event.event_id.0, Moment(at)).await?;
    Ok(all.into_iter().filter(|one| !event.exdates.0.contains(&one.occurrence)).collect())
}

async fn has_people(platform: &Platform, subject: Subject) -> Result<bool> {
    let counts = platform.storage.seats.counts(subject).await?;
    Ok(counts.is_some_and(|counts| counts.taken + counts.waiting > 0))
}

/// Whether somebody is enrolled in or waits for an event.
pub async fn is_attended(platform: &Platform, event: &CalendarEvent) -> Result<bool> {
    has_people(platform, subject(event, None)).await
}

/// Lowers capacities as a change of an event requires. 409 CAPACITY_TAKEN: more are taken; ENROLLED: somebody is
/// enrolled in an occurrence that would disappear. Nothing is changed then.
pub async fn make_room(
    platform: &Platform,
    old: &CalendarEvent,
    new: &CalendarEvent,
    more: &[CalendarEvent],
) -> Result<Lowered> {
    if old.enrollment.0.is_none() {
        return Ok(Lowered::default());
    }
    let all = coming(platform, old, now()).await?;
    if (&old.rrule, old.starts, &old.exdates) != (&new.rrule, new.starts, &new.exdates) {
        stays(platform, (old, new), more, &all).await?;
    }
    let (was, is) = (limit(&old.enrollment), limit(&new.enrollment));
    if !is_less(is, was) {
        return Ok(Lowered::default());
    }
    let mut lowered = Lowered { done: Vec::new(), old: was, settings: new.updated.0 };
    for subject in all {
        let waits = new.enrollment.0.is_none() && has_people(platform, subject).await?;
        let outcome = if waits { Err(taken()) } else { resize(platform, subject, is, new.updated.0).await };
        if let Err(refusal) = outcome {
            lowered.undo(platform).await?;
            return Err(refusal);
        }
        lowered.done.push(subject);
    }
    Ok(lowered)
}

fn taken() -> Refusal {
    Refusal::conflict("CAPACITY_TAKEN", "Fler platser än så är redan tagna.")
}

async fn stays(
    platform: &Platform,
    (old, new): (&CalendarEvent, &CalendarEvent),
    more: &[CalendarEvent],
    all: &[Subject],
) -> Result<()> {
    let gone = || Refusal::conflict("ENROLLED", "Någon är anmäld till ett tillfälle som skulle försvinna.");
    for one in all {
        let is_there = match (&old.rrule, &new.rrule) {
            (None, None) => true,
            (Some(_), Some(_)) => {
                let at = Some(one.occurrence);
                more.iter().any(|own| own.recurrence_id == at) || begins(new, at).is_ok()
            }
            _ => false,
        };
        if !is_there && has_people(platform, *one).await? {
            return Err(gone());
        }
    }
    Ok(())
}

/// Whether a change may concern enrolled people.
pub fn concerned(
    old: &CalendarEvent,
    new: &CalendarEvent,
    gone: &[CalendarEvent],
    more: &[CalendarEvent],
) -> bool {
    let concerning = |event: &CalendarEvent| {
        let times = (event.starts, event.ends, event.rrule.clone(), event.exdates.clone());
        (times, event.event_status, event.enrollment.clone(), event.calendar_id)
    };
    concerning(old) != concerning(new) || !gone.is_empty() || !more.is_empty()
}

/// The payload: all places under an event's id.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Settling {
    id: CalendarEventId,
    /// The change that people are notified of.
    news: News,
}

/// The job that updates places to their event, or deletes them with it, and notifies enrolled people.
pub const SETTLING: JobKind = JobKind {
    name: "event-places",
    class: Class::OnTime,
    share: jobs::of_kind,
    within: Duration::from_secs(300),
    work: |platform, job| {
        Box::pin(async move {
            let settling: Settling = serde_json::from_str(&job.payload)?;
            if !follow(&platform, &settling).await? {
                let again = jobs::job(&platform, SETTLING.name, now() + UNSETTLED_MS, &settling)?;
                platform.storage.jobs.put(&[again]).await?;
            }
            Ok(())
        })
    },
};

/// To be called before the write of a change: stores a job that applies its effects some seconds later, even if this
/// process dies. `only`: a single occurrence is changed. None: there are no effects.
pub async fn settle(
    platform: &Platform,
    (calendar, event): (&Calendar, &CalendarEvent),
    only: Option<Moment>,
    actor: UserId,
) -> Result<Option<Settling>> {
    if event.enrollment.0.is_none() {
        return Ok(None);
    }
    let (at, kept) = (now(), subject(event, None));
    let (only, span) = match only.filter(|_| event.rrule.is_some()) {
        Some(moment) => {
            let one = rule_of(event).and_then(|rule| rule.at(moment));
            (Some(moment), one.map_or((moment, moment), |one| (one.starts, one.ends)))
        }
        None => (event.rrule.is_none().then_some(kept.occurrence), (event.starts, event.ends)),
    };
    let series = match event.series_id {
        Some(id) => platform.storage.calendars.event(id).await?,
        None => None,
    };
    let news = News::of(platform, (event, series.as_ref()), only, span, actor, calendar.entity_id(), at)?;
    let settling = Settling { id: CalendarEventId(kept.id), news };
    let job = jobs::job(platform, SETTLING.name, at + LATER_MS, &settling)?;
    platform.storage.jobs.put(&[job]).await?;
    Ok(Some(settling))
}

/// As [`settle`], for occurrences of a series that a change makes exceptions or moves.
pub async fn settle_others(
    platform: &Platform,
    (calendar, old): (&Calendar, &CalendarEvent),
    new: &CalendarEvent,
    (gone, more): (&[CalendarEvent], &[CalendarEvent]),
    actor: UserId,
) -> Result<Vec<Settling>> {
    let mut all = Vec::new();
    if old.enrollment.0.is_none() || gone.is_empty() && more.is_empty() {
        return Ok(all);
    }
    let span = |event: &CalendarEvent, own: &[CalendarEvent], at: Moment| {
        if let Some(own) = own.iter().find(|one| one.recurrence_id == Some(at)) {
            return Some((own.starts, own.ends, own.event_status));
        }
        let one = rule_of(event).and_then(|rule| rule.at(at)).filter(|_| !event.exdates.0.contains(&at))?;
        Some((one.starts, one.ends, event.event_status))
    };
    let kind = SeatSubject::Event;
    for Subject { occurrence: at, .. } in
        platform.storage.seats.occurrences(kind, old.event_id.0, Moment(0)).await?
    {
        let (was, is) = (span(old, gone, at), span(new, more, at));
        // Occurrences that no longer exist are notified with the series.
        if was == is || is.is_none() {
            continue;
        }
        all.extend(match gone.iter().find(|one| one.recurrence_id == Some(at)) {
            Some(own) => settle(platform, (calendar, own), None, actor).await?,
            None => settle(platform, (calendar, old), Some(at), actor).await?,
        });
    }
    Ok(all)
}

/// Applies the effects in the background after the write, without waiting for the job.
pub fn at_once(platform: &Platform, settling: impl IntoIterator<Item = Settling>) {
    let all: Vec<Settling> = settling.into_iter().collect();
    if all.is_empty() {
        return;
    }
    let platform = platform.clone();
    actix_rt::spawn(async move {
        for settling in all {
            if let Err(refusal) = follow(&platform, &settling).await {
                tracing::warn!(%refusal, "the places of an event follow by their job");
            }
        }
    });
}

/// The event that has these places: the event itself, or the exception.
pub async fn home(platform: &Platform, subject: Subject) -> Result<Option<CalendarEvent>> {
    let (id, at) = (CalendarEventId(subject.id), subject.recurrence_id());
    let calendars = &platform.storage.calendars;
    if let Some(at) = at {
        let taken_out = calendars.exceptions(id, at).await?;
        if let Some(own) = taken_out.into_iter().find(|one| one.recurrence_id == Some(at)) {
            return Ok(Some(own));
        }
    }
    let event = calendars.event(id).await?.filter(|event| event.rrule.is_some() == at.is_some());
    Ok(event.filter(|event| begins(event, at).is_ok()))
}

/// Updates all places under an event's id to its current state. False: for some it is too early to tell whether they
/// are gone.
async fn follow(platform: &Platform, Settling { id, news }: &Settling) -> Result<bool> {
    let seats = &platform.storage.seats;
    let event = platform.storage.calendars.event(*id).await?;
    let is_fresh = event.is_some_and(|event| event.updated.0 + UNSETTLED_MS > now());
    let mut is_settled = true;
    for subject in seats.occurrences(SeatSubject::Event, id.0, Moment(0)).await? {
        let home = home(platform, subject).await?;
        if home.is_none() && is_fresh {
            is_settled = false;
            continue;
        }
        news.notify(platform, *id, subject, home.as_ref()).await?;
        match home {
            Some(home) => expire(platform, &home, subject, NOBODY).await?,
            None => seats.clear(subject).await?,
        }
    }
    Ok(is_settled)
}

/// Ends a person's offer if it has expired, and moves up the waitlist.
pub async fn expire(
    platform: &Platform,
    event: &CalendarEvent,
    subject: Subject,
    user_id: UserId,
) -> Result<()> {
    let places = EventPlaces::by_itself(platform, event, subject.recurrence_id()).await?;
    match act(platform, places, subject, user_id, Act::Expire).await {
        // The seat is gone meanwhile; its removal handles the rest.
        Err(refusal) if matches!(refusal.kind, RefusalKind::Conflict | RefusalKind::NotFound) => Ok(()),
        other => other.map(drop),
    }
}

/// Deletes the places of all events of a calendar that is being deleted, before they are.
pub async fn gone(platform: &Platform, id: CalendarId) -> Result<()> {
    let all = platform.storage.calendars.all(id).await?;
    for event in all.iter().filter(|event| event.enrollment.0.is_some()) {
        let id = subject(event, None).id;
        for subject in platform.storage.seats.occurrences(SeatSubject::Event, id, Moment(0)).await? {
            platform.storage.seats.clear(subject).await?;
        }
    }
    Ok(())
}

/// A person's current and past enrolments.
pub async fn of_person(platform: &Platform, user_id: UserId) -> Result<Vec<Seat>> {
    let seats = &platform.storage.seats;
    let mut found = Vec::new();
    for some in seats.of_person(user_id).await?.chunks(SLICE) {
        found.extend(seats.seats_of(user_id, some).await?);
    }
    Ok(found)
}

/// Removes a person from all events and gives their places to the next. May be repeated.
pub async fn forget(platform: &Platform, user: &User) -> Result<()> {
    let seats = &platform.storage.seats;
    for subject in seats.of_person(user.user_id).await? {
        match home(platform, subject).await? {
            Some(event) => {
                let places = EventPlaces::by_itself(platform, &event, subject.recurrence_id()).await?;
                act(platform, places, subject, user.user_id, Act::Forget).await?;
            }
            None => seats.clear(subject).await?,
        }
        seats.forget(user.user_id, subject).await?;
    }
    Ok(())
}
