//! The calendar's part of data export and erasure.

use serde_json::json;
use storage::UserId;
use storage::accounts::User;
use storage::calendar::{Calendar, CalendarOwner, Engaged};
use storage::seats::Seat;
use storage::time::Moment;

use super::cover::own_version;
use super::engagement::EngagementView;
use super::rules::{Asker, abilities};
use super::view::{CalendarView, EventView};
use super::{cleanup, enrollment, reminders};
use crate::Platform;
use crate::accounts::Who;
use crate::accounts::export::picture;
use crate::area::{File, file};
use crate::platform::archive::Archive;
use crate::platform::error::{Refusal, Result};
use crate::platform::pictures::PictureKind;

async fn own(platform: &Platform, id: UserId) -> Result<Vec<Calendar>> {
    Ok(platform.storage.calendars.of(&[(CalendarOwner::User, id.0)]).await?)
}

/// Most engagements in a data export.
const MOST_SIGNS: usize = 100_000;

fn sign(one: &Engaged) -> serde_json::Value {
    let emoji = Some(&one.emoji).filter(|emoji| !emoji.is_empty());
    let created = Moment(one.engagement_id.millis());
    json!({ "kind": one.kind, "idCalendarEvent": one.event_id, "emoji": emoji, "created": created })
}

/// My own calendars with their events; my engagement with events, and my calendar filters.
pub async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let asker = Asker { user_id: Some(who.user_id), ..Asker::default() };
    let (mut calendars, mut events) = (Vec::new(), Vec::new());
    for calendar in own(platform, who.user_id).await? {
        let found = platform.storage.calendars.all(calendar.calendar_id).await?;
        let abilities = abilities(&calendar, asker);
        let ids: Vec<_> = found.iter().map(|event| event.event_id).collect();
        let counts = platform.storage.calendars.counts(&ids).await?;
        events.extend(found.into_iter().map(|event| {
            let engagement = counts.get(&event.event_id).map(|counts| EngagementView::new(counts, &[]));
            let view = EventView::new(&calendar, event, abilities);
            EventView { engagement: engagement.unwrap_or_default(), ..view }
        }));
        calendars.push(CalendarView::new(&calendar, abilities));
    }
    let calendars = super::subscriptions::all_shown(platform, calendars).await?;
    let signs = platform.storage.calendars.all_engaged(who.user_id, MOST_SIGNS).await?;
    let signs: Vec<_> = signs.iter().map(sign).collect();
    let enrolled = enrollment::of_person(platform, who.user_id).await?;
    let enrolled: Vec<_> = enrolled.iter().map(one).collect();
    Ok(vec![
        file("calendars.json", calendars)?,
        file("events.json", events)?,
        file("enrollments.json", enrolled)?,
        file("event-signs.json", signs)?,
        file("event-filters.json", super::filters::filters(platform, who).await?)?,
        file("reminders.json", reminders::copied(platform, who).await?)?,
    ])
}

/// The cover pictures of events in my own calendars.
pub async fn archive(platform: &Platform, who: &Who, archive: &mut Archive) -> Result<()> {
    for calendar in own(platform, who.user_id).await? {
        for event in platform.storage.calendars.all(calendar.calendar_id).await? {
            if let Some(version) = own_version(&event) {
                picture(platform, archive, PictureKind::Event, event.event_id.0, version).await?;
            }
        }
    }
    Ok(())
}

/// A current or past enrolment.
fn one(seat: &Seat) -> serde_json::Value {
    let recurrence_id = seat.subject().recurrence_id();
    json!({
        "idEnrollment": seat.enrollment_id, "idCalendarEvent": seat.subject_id, "recurrenceId": recurrence_id,
        "status": seat.status, "guests": seat.guests, "answers": seat.answers.0, "created": seat.created,
        "changed": seat.changed, "checkedInAt": seat.checked_in,
    })
}

/// Deletes a person's own calendars with everything in them. May be repeated.
pub async fn erase(platform: &Platform, user: &User) -> Result<()> {
    let calendars = &platform.storage.calendars;
    enrollment::forget(platform, user).await?;
    calendars.forget_reminders(user.user_id).await?;
    for calendar in own(platform, user.user_id).await? {
        enrollment::gone(platform, calendar.calendar_id).await?;
        cleanup::gone(platform, calendar.calendar_id).await?;
        while calendars.clear(calendar.calendar_id).await? {}
        if !calendars.remove(&calendar, Vec::new()).await? {
            // A concurrent request changed it: the repetition finds it again.
            return Err(Refusal::moved_on());
        }
        // Events of a concurrent request.
        while calendars.clear(calendar.calendar_id).await? {}
    }
    Ok(calendars.forget(user.user_id).await?)
}
