//! Managing the enrolments of an event.

use std::collections::HashMap;

use storage::ids::UserId;
use storage::seats::EnrollmentStatus;
use storage::time::Moment;

use super::super::rules::write;
use super::view::{CheckIn, CheckedIn, EnrolledView, Verb};
use super::{Occasion, act, run_by, welcome};
use crate::Platform;
use crate::accounts::{Who, profile};
use crate::platform::error::{Refusal, RefusalKind, Result};
use crate::platform::time::now;
use crate::seats::rules::Act;

/// Whether a manager may enrol this person: a member of the organisation, or somebody they may know of.
pub(super) async fn may_put_in(
    platform: &Platform,
    who: &Who,
    occasion: &Occasion,
    other: UserId,
) -> Result<()> {
    write(&occasion.calendar, occasion.asker)?;
    let pair = platform.storage.contacts.pair(who.user_id, other).await?;
    let absent = || Refusal::not_found("Personen finns inte.");
    if pair.is_blocked || pair.block.is_some() {
        return Err(absent());
    }
    if let Some(id) = occasion.calendar.entity_id()
        && crate::entities::relation(platform, id, other).await?.is_some()
    {
        return Ok(());
    }
    if profile::may_know(platform, &pair).await? { Ok(()) } else { Err(absent()) }
}

/// The people of an event with a status, in its order (the waitlist by position), or all; whether there are more. For
/// its managers.
pub async fn enrolled(
    platform: &Platform,
    who: &Who,
    name: &str,
    recurrence_id: Option<Moment>,
    status: Option<EnrollmentStatus>,
    after: Option<UserId>,
    limit: usize,
) -> Result<(Vec<EnrolledView>, bool)> {
    let occasion = run_by(platform, who, name, recurrence_id).await?;
    let seats = &platform.storage.seats;
    let (page, has_more) = seats.page(occasion.subject, status, after, limit).await?;
    let people = platform.people.all(page.iter().map(|seat| seat.user_id)).await?;
    let mut ranks = HashMap::new();
    if page.iter().any(|seat| seat.status == EnrollmentStatus::Waitlisted) {
        ranks = seats.ranks(occasion.subject).await?;
    }
    let seen = page.into_iter().map(|seat| {
        let (user, rank) = (people.get(&seat.user_id), ranks.get(&seat.user_id).copied());
        EnrolledView::new(seat, user.map(AsRef::as_ref), rank)
    });
    let seen = seen.collect();
    Ok((seen, has_more))
}

/// Changes a person's enrolment; for managers of the event. 409: EVENT_FULL, WRONG_STATUS; 404: not enrolled; 403: they
/// may not get a place any more.
pub async fn manage(
    platform: &Platform,
    who: &Who,
    name: &str,
    recurrence_id: Option<Moment>,
    user_id: UserId,
    verb: Verb,
) -> Result<EnrolledView> {
    let occasion = run_by(platform, who, name, recurrence_id).await?;
    // Giving a place checks the same rules as enrolling, so that people banned since stay out.
    if matches!(verb, Verb::Approve | Verb::Promote) {
        welcome(platform, &occasion.calendar, user_id).await?;
    }
    let doing = match verb {
        Verb::Approve => Act::Approve,
        Verb::Reject => Act::Reject,
        Verb::Promote => Act::Promote,
        Verb::Checkin => Act::CheckIn(Moment(now())),
        Verb::Noshow => Act::NoShow,
        Verb::Undo => Act::ClearAttendance,
        Verb::Remove => Act::Remove,
    };
    let stands = act(platform, &occasion, user_id, doing).await?;
    let seat = stands.seat.ok_or_else(Refusal::internal)?;
    let position = platform.storage.seats.position(&seat).await?;
    let user = platform.people.get(user_id).await?;
    Ok(EnrolledView::new(seat, user.as_deref(), position))
}

/// Checks in people who came while the phone was offline; a failure does not stop the others.
pub async fn check_in_many(
    platform: &Platform,
    who: &Who,
    name: &str,
    recurrence_id: Option<Moment>,
    rows: &[CheckIn],
) -> Result<Vec<CheckedIn>> {
    let occasion = run_by(platform, who, name, recurrence_id).await?;
    let mut seen = Vec::with_capacity(rows.len());
    for row in rows {
        seen.push(check_in(platform, &occasion, *row).await?);
    }
    Ok(seen)
}

pub(super) async fn check_in(platform: &Platform, occasion: &Occasion, row: CheckIn) -> Result<CheckedIn> {
    let (id_user, at) = (row.id_user, Moment(row.at.0.min(now())));
    match act(platform, occasion, id_user, Act::CheckIn(at)).await {
        Ok(stands) => {
            let status = stands.seat.map_or(EnrollmentStatus::None, |seat| seat.status);
            Ok(CheckedIn { id_user, status, code: None })
        }
        Err(refusal) if matches!(refusal.kind, RefusalKind::Conflict | RefusalKind::NotFound) => {
            let stored = platform.storage.seats.seat(occasion.subject, id_user).await?;
            let status = stored.map_or(EnrollmentStatus::None, |seat| seat.status);
            Ok(CheckedIn { id_user, status, code: Some(refusal.code) })
        }
        Err(refusal) => Err(refusal),
    }
}
