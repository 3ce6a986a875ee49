//! Mails of enrolment, with the event attached for calendar programs (RFC 5546) and the person's status at the time of
//! sending. Contract §7.

use std::time::Duration;

use futures_util::future::LocalBoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use storage::accounts::{NotificationChannel, NotificationType, User};
use storage::calendar::{CalendarEvent, EventStatus};
use storage::ids::{CalendarEventId, UserId};
use storage::jobs::Job;
use storage::notifications::Notification;
use storage::seats::{EnrollmentStatus, SeatSubject, Subject};
use storage::time::Moment;

use super::notifying::{BELLS, path_of, seen_by, seen_one};
use super::{EventPlaces, settings, subject};
use crate::Platform;
use crate::accounts::availability::is_left_alone;
use crate::calendar::events::rule_of;
use crate::calendar::ics::invitation::{self, Trace};
use crate::calendar::ics::places::as_one;
use crate::calendar::ics::write::Sent;
use crate::calendar::when::in_words;
use crate::notifications::judging::{address, explanation, related, takes_mails};
use crate::platform::error::Result;
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::mail::{self, Enclosed, Method};
use crate::platform::time::now;
use crate::seats::rules::Next;

/// Delay of mails about one's own actions (ms), so that an action undone meanwhile leads to one mail.
const PATIENCE: i64 = 60_000;

/// The payload: a person's own action.
#[derive(Debug, Serialize, Deserialize)]
struct Own {
    id: CalendarEventId,
    occurrence: Moment,
    user_id: UserId,
    /// When they acted; later actions have a mail of their own.
    changed: Moment,
}

/// The job that mails a person about their own action: there is no notification of it, but their calendar program has
/// to be updated.
pub const MAILING: JobKind = JobKind {
    name: "event-mail",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let own: Own = serde_json::from_str(&job.payload)?;
            Ok(deliver(&platform, &own).await?)
        })
    },
};

/// The job for the person's own action in a decision, in the same write.
pub(super) fn job(places: &EventPlaces, next: &Next) -> Result<Option<Job>> {
    use EnrollmentStatus::{Cancelled, Confirmed, None as Nothing, Pending, Waitlisted};
    let Some((old, new)) =
        next.own.as_ref().and_then(|moved| Some((moved.old.as_ref(), moved.new.as_ref()?)))
    else {
        return Ok(None);
    };
    let was = old.map_or(Nothing, |seat| seat.status);
    let is_told = match new.status {
        Confirmed | Pending | Waitlisted => true,
        Cancelled => was.concerns(),
        _ => false,
    };
    if places.actor != Some(new.user_id) || was == new.status || !is_told {
        return Ok(None);
    }
    let (id, occurrence) = (CalendarEventId(new.subject_id), new.occurrence);
    let own = Own { id, occurrence, user_id: new.user_id, changed: new.changed };
    jobs::job(&places.platform, MAILING.name, new.changed.0 + PATIENCE, &own).map(Some)
}

async fn deliver(platform: &Platform, own: &Own) -> Result<()> {
    let subject = Subject { kind: SeatSubject::Event, id: own.id.0, occurrence: own.occurrence };
    let seat = platform.storage.seats.seat(subject, own.user_id).await?;
    let Some(seat) = seat.filter(|seat| seat.changed == own.changed) else { return Ok(()) };
    let Some(user) = platform.people.get(own.user_id).await? else { return Ok(()) };
    let Some(to) = user.email.clone() else { return Ok(()) };
    // A deletion is notified separately.
    let Some(event) = settings::home(platform, subject).await? else { return Ok(()) };
    if let Some(until) = is_left_alone(platform, own.user_id).await? {
        let later = jobs::job(platform, MAILING.name, until, own)?;
        return Ok(platform.storage.jobs.put(&[later]).await?);
    }
    let of = platform.storage.calendars.calendar(event.calendar_id).await?.and_then(|it| it.entity_id());
    let is_wanted = takes_mails(&user, NotificationType::Enrollment, of);
    if !is_wanted || seen_one(platform, event.event_id, own.user_id).await?.is_none() {
        return Ok(());
    }
    let sentence = match seat.status {
        EnrollmentStatus::Confirmed => "Du är anmäld",
        EnrollmentStatus::Pending => "Din anmälan väntar på godkännande",
        EnrollmentStatus::Waitlisted => "Du står i kö",
        _ => "Du är avanmäld",
    };
    let starts = if event.rrule.is_some() { own.occurrence } else { event.starts };
    let title = crate::platform::text::in_mail(&event.title);
    let (when, path) = (in_words(starts, &event.time_zone), path_of(&event, own.occurrence));
    let of = related(platform, of, own.user_id).await?;
    let url = &platform.settings.public_url;
    let why = explanation(url, [address(of, NotificationType::Enrollment, NotificationChannel::Email)]);
    let text = format!("{sentence}\n\n{title}, {when}\n\n{url}{path}\n{why}");
    let enclosed = of_seen(platform, &user, &event, subject, None).await?;
    mail::send_with(platform, &to, &format!("{sentence}: {title}"), text, Some(enclosed)).await
}

/// The attachment of a notification's mail. `gone`: the trace of the event as it was when the notification was made.
pub fn enclosed<'a>(
    platform: &'a Platform,
    entry: &'a Notification,
    gone: Option<&'a Value>,
) -> LocalBoxFuture<'a, Result<Option<Enclosed>>> {
    Box::pin(async move {
        if BELLS.type_of(&entry.kind).is_none() {
            return Ok(None);
        }
        let Some(user) = platform.people.get(entry.user_id).await? else { return Ok(None) };
        let trace = gone.and_then(|gone| serde_json::from_value::<Trace>(gone.clone()).ok());
        match seen_by(platform, entry).await? {
            Some(event) => {
                let at = event.rrule.is_some().then_some(Moment(entry.scope_id));
                let subject = subject(&event, at);
                of_seen(platform, &user, &event, subject, trace.as_ref()).await.map(Some)
            }
            None => Ok(trace.map(|trace| of_gone(platform, &user, &trace))),
        }
    })
}

/// The recipient and the sender.
struct Parties<'a> {
    user: &'a User,
    organizer: (String, String),
    /// The address for replies.
    reply_to: Option<String>,
}

impl Parties<'_> {
    fn sent(&self, status: EnrollmentStatus, is_off: bool, trace: Option<&Trace>) -> Sent<'_> {
        use EnrollmentStatus as S;
        let answer = match status {
            S::Confirmed | S::Attended | S::NoShow => "ACCEPTED",
            S::Pending | S::Waitlisted => "TENTATIVE",
            S::Declined | S::Cancelled => "DECLINED",
            _ => "NEEDS-ACTION",
        };
        Sent {
            at: Moment(now()),
            // An update must have a higher SEQUENCE than what was sent before.
            sequence: trace.map_or(0, |trace| trace.sequence + 1),
            is_off,
            organizer: (&self.organizer.0, &self.organizer.1),
            attendee: (&self.user.display_name, self.user.email.as_deref().unwrap_or_default()),
            answer,
            is_asked: !is_off && self.reply_to.is_some() && answer == "NEEDS-ACTION",
        }
    }

    fn enclosed(self, text: String, is_off: bool) -> Enclosed {
        let method = if is_off { Method::Cancel } else { Method::Request };
        Enclosed { method, text, reply_to: self.reply_to }
    }
}

/// The cancellation of an event that is deleted or no longer visible, without its content.
fn of_gone(platform: &Platform, user: &User, trace: &Trace) -> Enclosed {
    let organizer = (platform.mail.name().to_owned(), platform.mail.sender().to_owned());
    let parties = Parties { user, organizer, reply_to: None };
    let event = trace.event();
    let sent = parties.sent(EnrollmentStatus::None, true, Some(trace));
    let series = trace.recurrence_id.map(|_| &event);
    let text = invitation::file(&event, series, sent, false, &platform.settings.public_url);
    parties.enclosed(text, true)
}

/// The current event, for a person who may see it.
async fn of_seen(
    platform: &Platform,
    user: &User,
    event: &CalendarEvent,
    subject: Subject,
    trace: Option<&Trace>,
) -> Result<Enclosed> {
    let calendars = &platform.storage.calendars;
    let status = platform.storage.seats.seat(subject, user.user_id).await?;
    let status = status.map_or(EnrollmentStatus::None, |seat| seat.status);
    let series = match event.series_id {
        Some(id) => calendars.event(id).await?,
        None => event.rrule.is_some().then(|| event.clone()),
    };
    let home = settings::home(platform, subject).await?;
    let is_off =
        !status.concerns() || home.as_ref().is_none_or(|home| home.event_status == EventStatus::Cancelled);
    // An enrolled person gets the state of their place; others get what they were notified of.
    let mut one = home.filter(|_| status.concerns()).unwrap_or_else(|| event.clone());
    if let Some(rule) = rule_of(&one) {
        let at = subject.occurrence;
        let gone = || CalendarEvent {
            starts: at,
            ends: Moment(at.0 + one.ends.0 - one.starts.0),
            rrule: None,
            recurrence_id: Some(at),
            ..one.clone()
        };
        one = as_one(&one, &rule, at).unwrap_or_else(gone);
    }
    if is_off {
        one = invitation::called_off(&one);
    }
    let reply_to = super::answers::address(platform, subject, user.user_id);
    let (name, from) = organizer(platform, &one).await?;
    let organizer = (name, reply_to.clone().unwrap_or(from));
    let parties = Parties { user, organizer, reply_to };
    let sent = parties.sent(status, is_off, trace);
    let is_open = matches!(
        status,
        EnrollmentStatus::Pending | EnrollmentStatus::Offered | EnrollmentStatus::Waitlisted
    );
    let text = invitation::file(&one, series.as_ref(), sent, is_open, &platform.settings.public_url);
    Ok(parties.enclosed(text, is_off))
}

/// The organizer of a sent event: the name of its organisation, with the address that mails come from.
async fn organizer(platform: &Platform, event: &CalendarEvent) -> Result<(String, String)> {
    let calendar = platform.storage.calendars.calendar(event.calendar_id).await?;
    let name = match calendar.and_then(|calendar| calendar.entity_id()) {
        Some(id) => platform.storage.entities.entity(id).await?.map(|entity| entity.entity_name),
        None => None,
    };
    let name = name.unwrap_or_else(|| platform.mail.name().to_owned());
    Ok((crate::platform::text::in_mail(&name), platform.mail.sender().to_owned()))
}
