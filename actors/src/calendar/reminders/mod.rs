//! Reminders of events: settings, and the chain of jobs that sends them. Contract §7, social §3.
//!
//! An event has one job at a time: for the next moment at which anybody may want to be reminded of it or of an
//! occurrence. The job then reads who comes and their settings, and makes the next job. A change of the event's time
//! begins a new chain in the same write; the old one notices that the times are newer, and ends. Other changes do not
//! affect it. The ids of a job's notifications and of the next job are fixed when it is made, so that running it twice
//! notifies once.

mod rules;
pub mod view;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use storage::accounts::NotificationType;
use storage::calendar::{Calendar, CalendarEvent, EventStatus, ReminderSettings, USUAL};
use storage::engine::Write;
use storage::ids::{CalendarEventId, JobId, NotificationId, UserId};
use storage::jobs::Job;
use storage::notifications::Notification;
use storage::record::Stored;
use storage::seats::EnrollmentStatus;
use storage::time::Moment;

use super::enrollment::{self, entry, path_of, seen_by};
use super::events::find;
use super::when::in_words;
use crate::Platform;
use crate::accounts::Who;
use crate::notifications::{self, Kinds, NotificationText};
use crate::platform::error::Result;
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::time::now;
pub(super) use rules::goes_on;
use rules::{MINUTES, Times};
use view::{EventReminders, Moments};

pub const REMINDER: &str = "EVENT_REMINDER";

/// People per read.
const CHUNK: usize = 200;

/// The kind of notifications that remind.
pub const BELLS: Kinds = Kinds {
    types: &[(NotificationType::Event, &[REMINDER])],
    always: &[],
    mailed: &[REMINDER],
    missed: &[],
    say: |platform, entry, _| Box::pin(say(platform, entry)),
};

/// A job of the chain.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Link {
    event_id: CalendarEventId,
    /// The version since which the event has its current times; other times have a chain of their own.
    version: i64,
    /// When people are reminded (epoch milliseconds).
    due: i64,
    /// The ids of the notifications, one for each time before the beginning.
    bells: [NotificationId; MINUTES.len()],
    /// The id of the next job.
    next: JobId,
}

/// The job that reminds people, and makes the next.
pub const REMINDING: JobKind = JobKind {
    name: "event-reminder",
    class: Class::OnTime,
    share: jobs::of_kind,
    within: Duration::from_secs(300),
    work: |platform, job| {
        Box::pin(async move {
            let link: Link = serde_json::from_str(&job.payload)?;
            Ok(remind(&platform, &link).await?)
        })
    },
};

/// The job for the next moment after one; none: there are no more reminders.
fn link(platform: &Platform, event: &CalendarEvent, after: i64, id: JobId) -> Result<Option<(JobId, Link)>> {
    let Some(due) = Times::of(event).and_then(|times| times.next_after(after)) else { return Ok(None) };
    let at = now();
    let mut bells = [NotificationId(0); MINUTES.len()];
    for bell in &mut bells {
        *bell = NotificationId(platform.ids.next(at)?);
    }
    let next = JobId(platform.ids.next(at)?);
    Ok(Some((id, Link { event_id: event.event_id, version: event.timed(), due, bells, next })))
}

/// The beginning of an event's chain, to join the event's write.
pub(super) struct Begun(JobId, Link);

impl Begun {
    /// For the event that is written with it, whose id may differ.
    pub fn of(&self, event_id: CalendarEventId) -> Write {
        job(self.0, &Link { event_id, ..self.1.clone() }).insert()
    }
}

fn job(id: JobId, link: &Link) -> Job {
    Job::new(id, link.due, REMINDING.name, json!(link).to_string())
}

/// Begins an event's chain; none: there are no reminders.
pub(super) fn begun(platform: &Platform, event: &CalendarEvent) -> Result<Option<Begun>> {
    if event.event_status == EventStatus::Cancelled {
        return Ok(None);
    }
    let at = now();
    let first = link(platform, event, at, JobId(platform.ids.next(at)?))?;
    Ok(first.map(|(id, link)| Begun(id, link)))
}

async fn remind(platform: &Platform, done: &Link) -> Result<()> {
    let calendars = &platform.storage.calendars;
    let event = calendars.event(done.event_id).await?.filter(|event| event.timed() == done.version);
    let Some(event) = event else { return Ok(()) };
    let Some(calendar) = calendars.calendar(event.calendar_id).await? else { return Ok(()) };
    let Some(times) = Times::of(&event) else { return Ok(()) };
    for (minutes, bell) in MINUTES.into_iter().zip(done.bells) {
        let starts = Moment(done.due + minutes * 60_000);
        if times.begins(starts) && !rules::is_late(starts, now()) {
            notify(platform, (&calendar, &event), starts, minutes, (bell, done.due)).await?;
        }
    }
    if let Some((id, link)) = link(platform, &event, done.due, done.next)? {
        platform.storage.jobs.put(&[job(id, &link)]).await?;
    }
    Ok(())
}

/// Notifies those who come and want to be reminded then: the calendar's owner, enrolled people, attendees.
async fn notify(
    platform: &Platform,
    (calendar, event): (&Calendar, &CalendarEvent),
    starts: Moment,
    minutes: i64,
    (bell, due): (NotificationId, i64),
) -> Result<()> {
    let recurrence_id = event.rrule.is_some().then_some(starts);
    let occurrence = recurrence_id.unwrap_or(Moment(0));
    let notify = async |people: Vec<UserId>| -> Result<()> {
        let wishes = platform.storage.calendars.reminders_of(&people, event.event_id).await?;
        let wanted = people.into_iter().zip(wishes).filter(|(_, wishes)| rules::wants(wishes, minutes));
        let mut rows = Vec::new();
        for (user_id, _) in wanted {
            let row = Notification {
                entity_id: calendar.entity_id(),
                ..entry(REMINDER, bell, user_id, event.event_id, occurrence, due)
            };
            // People who may no longer see the event are not reminded.
            if seen_by(platform, &row).await?.is_some() {
                rows.push(row);
            }
        }
        notifications::notify_missing(platform, rows).await
    };
    notify(calendar.user_id().into_iter().collect()).await?;
    let (subject, mut after) = (enrollment::subject(event, recurrence_id), None);
    loop {
        let confirmed = Some(EnrollmentStatus::Confirmed);
        let (page, more) = platform.storage.seats.page(subject, confirmed, after, CHUNK).await?;
        after = page.last().map(|seat| seat.user_id);
        notify(page.into_iter().map(|seat| seat.user_id).collect()).await?;
        if !more {
            break;
        }
    }
    let mut after = None;
    loop {
        let (page, more) = platform.storage.calendars.attending(event.event_id, after, CHUNK).await?;
        after = page.last().copied();
        notify(page).await?;
        if !more {
            return Ok(());
        }
    }
}

async fn say(platform: &Platform, entry: &Notification) -> Result<NotificationText> {
    let Some(event) = seen_by(platform, entry).await? else {
        let title = "Påminnelse om en händelse".to_owned();
        return Ok(NotificationText {
            aloud: false,
            ..NotificationText::of(title, "/notifications".to_owned(), None)
        });
    };
    let starts = if event.rrule.is_some() { Moment(entry.scope_id) } else { event.starts };
    let (title, when) = (format!("Påminnelse: {}", event.title), in_words(starts, &event.time_zone));
    let aloud = event.event_status != EventStatus::Cancelled;
    let path = path_of(&event, Moment(entry.scope_id));
    Ok(NotificationText { aloud, ..NotificationText::of(title, path, Some(format!("Börjar {when}"))) })
}

/// Minutes before the beginning at which a person is reminded; `wishes`: their settings for the event, then their
/// general ones.
pub(super) fn minutes_of(wishes: &[Option<ReminderSettings>; 2]) -> Vec<i64> {
    MINUTES.into_iter().filter(|minutes| rules::wants(wishes, *minutes)).collect()
}

/// My reminders of an event.
pub async fn of_event(platform: &Platform, who: &Who, name: &str) -> Result<EventReminders> {
    let (_, event, _) = find(platform, name, Some(who.user_id)).await?;
    let [own, _] = platform.storage.calendars.reminders(who.user_id, event.event_id).await?;
    Ok(EventReminders::of(own.as_ref()))
}

/// Sets them; all false: the general settings apply.
pub async fn set_of_event(
    platform: &Platform,
    who: &Who,
    name: &str,
    new: EventReminders,
) -> Result<EventReminders> {
    let (_, event, _) = find(platform, name, Some(who.user_id)).await?;
    let calendars = &platform.storage.calendars;
    if new == EventReminders::default() {
        calendars.unset_reminders(who.user_id, event.event_id).await?;
    } else {
        calendars.set_reminders(&new.stored(who.user_id, event.event_id)).await?;
    }
    Ok(new)
}

/// My reminders of events without settings of their own.
pub async fn usual(platform: &Platform, who: &Who) -> Result<Moments> {
    let [_, usual] = platform.storage.calendars.reminders(who.user_id, USUAL).await?;
    Ok(Moments::of(usual.as_ref().map_or(rules::USUALLY, |usual| &usual.minutes)))
}

/// Sets them.
pub async fn set_usual(platform: &Platform, who: &Who, new: Moments) -> Result<Moments> {
    let (user_id, minutes) = (who.user_id, new.minutes());
    let settings = ReminderSettings { user_id, event_id: USUAL, custom: true, disabled: false, minutes };
    platform.storage.calendars.set_reminders(&settings).await?;
    Ok(new)
}

/// All my settings, for the data export.
pub(super) async fn copied(platform: &Platform, who: &Who) -> Result<Vec<Value>> {
    let all = platform.storage.calendars.all_reminders(who.user_id).await?;
    let one = |one: &ReminderSettings| {
        let event_id = Some(one.event_id).filter(|id| *id != USUAL);
        json!({ "idCalendarEvent": event_id, "reminders": EventReminders::of(Some(one)) })
    };
    Ok(all.iter().map(one).collect())
}
