//! Notifications of enrolment, and expiring offers.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use storage::accounts::NotificationType;
use storage::calendar::{CalendarEvent, EventStatus};
use storage::ids::{CalendarEventId, EntityId, NotificationId, UserId};
use storage::jobs::Job;
use storage::notifications::Notification;
use storage::seats::{EnrollmentStatus, Seat, SeatSubject, Subject};
use storage::time::Moment;

use super::{EventPlaces, settings, unanswered};
use crate::Platform;
use crate::calendar::events::{placed, rule_of};
use crate::calendar::ics::invitation::Trace;
use crate::calendar::rules;
use crate::calendar::when::in_words;
use crate::notifications::{self, Kinds, NotificationText};
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::{self, Class, JobKind};
use crate::seats::rules::{Act, Next};

const OFFERED: &str = "EVENT_OFFERED";
const OFFER_EXPIRED: &str = "EVENT_OFFER_EXPIRED";
const CONFIRMED: &str = "EVENT_CONFIRMED";
const APPROVED: &str = "EVENT_APPROVED";
const REJECTED: &str = "EVENT_REJECTED";
const INVITED: &str = "EVENT_INVITED";
const REMOVED: &str = "EVENT_REMOVED";
const CANCELLED: &str = "EVENT_CANCELLED";
const MOVED: &str = "EVENT_MOVED";
pub(super) const UNANSWERED: &str = "EVENT_UNANSWERED";

/// The subject and scope of notifications: an event, and the beginning of the occurrence (0: not of a series).
const EVENT: &str = "event";
const OCCURRENCE: &str = "occurrence";

/// People notified per write.
const CHUNK: usize = 200;

/// The kinds of notifications about enrolment.
pub const BELLS: Kinds = Kinds {
    types: &[
        (NotificationType::Enrollment, &[OFFERED, OFFER_EXPIRED, CONFIRMED, APPROVED, REJECTED, REMOVED]),
        (NotificationType::Event, &[INVITED, UNANSWERED, CANCELLED, MOVED]),
    ],
    always: &[],
    mailed: &[
        OFFERED,
        OFFER_EXPIRED,
        CONFIRMED,
        APPROVED,
        REJECTED,
        INVITED,
        UNANSWERED,
        REMOVED,
        CANCELLED,
        MOVED,
    ],
    missed: &[],
    say: |platform, entry, who| Box::pin(say(platform, entry, who)),
};

/// A notification about an event or an occurrence.
pub fn entry(
    kind: &str,
    id: NotificationId,
    to: UserId,
    event_id: CalendarEventId,
    occurrence: Moment,
    at: i64,
) -> Notification {
    Notification {
        scope_kind: OCCURRENCE.to_owned(),
        scope_id: occurrence.0,
        ..notifications::about(to, id, kind, (EVENT, event_id.0), at)
    }
}

/// The kind for a person who moves up.
fn kind_of(status: EnrollmentStatus) -> &'static str {
    if status == EnrollmentStatus::Offered { OFFERED } else { CONFIRMED }
}

/// The kind for the person an act concerns; none: they did it themselves.
fn own_kind(act: &Act, status: EnrollmentStatus) -> Option<&'static str> {
    match act {
        Act::Approve => Some(APPROVED),
        Act::Reject => Some(REJECTED),
        Act::Promote | Act::Add(_) if status == EnrollmentStatus::Confirmed => Some(CONFIRMED),
        Act::Invite => Some(INVITED),
        Act::Remove => Some(REMOVED),
        Act::Expire if status == EnrollmentStatus::OfferExpired => Some(OFFER_EXPIRED),
        _ => None,
    }
}

/// The notifications of an act.
pub(super) fn bells(places: &EventPlaces, next: &Next, act: &Act, at: i64) -> Result<Vec<Notification>> {
    let platform = &places.platform;
    let own = next.own.iter().filter_map(|moved| {
        let seat = moved.new.as_ref()?;
        Some((own_kind(act, seat.status)?, seat, places.actor))
    });
    let up = next.up.iter().filter_map(|moved| {
        let seat = moved.new.as_ref()?;
        Some((kind_of(seat.status), seat, None))
    });
    let notified = own.chain(up).filter(|(_, seat, actor)| *actor != Some(seat.user_id));
    let one = |(kind, seat, actor_id): (&str, &Seat, Option<UserId>)| {
        let id = NotificationId(platform.ids.next(at)?);
        let row = entry(kind, id, seat.user_id, places.event_id, seat.occurrence, at);
        Ok(Notification { actor_id, entity_id: places.entity_id, ..row })
    };
    notified.map(one).collect()
}

/// A person has answered: removes the notification that asked them, in the background.
pub(super) fn answered(platform: &Platform, user_id: UserId, event_id: CalendarEventId, occurrence: Moment) {
    let platform = platform.clone();
    actix_rt::spawn(async move {
        let is_answered = |entry: &Notification| {
            [INVITED, UNANSWERED, OFFERED].contains(&entry.kind.as_str())
                && entry.about(EVENT) == Some(event_id.0)
                && entry.within(OCCURRENCE) == Some(occurrence.0)
        };
        if let Err(refusal) = notifications::take_back(&platform, user_id, is_answered).await {
            tracing::warn!(%refusal, "an invitation that was answered still rings");
        }
    });
}

/// The payload: an offer that may have expired.
#[derive(Debug, Serialize, Deserialize)]
struct Offer {
    id: CalendarEventId,
    occurrence: Moment,
    user_id: UserId,
}

/// The job that ends an offer if it is still open; the next on the waitlist gets an offer.
pub const OFFERS: JobKind = JobKind {
    name: "event-offer",
    class: Class::OnTime,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let offer: Offer = serde_json::from_str(&job.payload)?;
            Ok(run_out(&platform, &offer).await?)
        })
    },
};

/// The jobs of new offers.
pub(super) fn offers(places: &EventPlaces, next: &Next) -> Result<Vec<Job>> {
    let offered = next.up.iter().filter_map(|moved| moved.new.as_ref());
    let offered = offered.filter_map(|seat| Some((seat, seat.offered_until?)));
    let one = |(seat, until): (&Seat, Moment)| {
        let (id, occurrence) = (CalendarEventId(seat.subject_id), seat.occurrence);
        let offer = Offer { id, occurrence, user_id: seat.user_id };
        jobs::job(&places.platform, OFFERS.name, until.0, &offer)
    };
    offered.map(one).collect()
}

async fn run_out(platform: &Platform, offer: &Offer) -> Result<()> {
    let subject = Subject { kind: SeatSubject::Event, id: offer.id.0, occurrence: offer.occurrence };
    match settings::home(platform, subject).await? {
        Some(event) => settings::expire(platform, &event, subject, offer.user_id).await,
        None => Ok(()),
    }
}

/// A change of an event that enrolled people may have to be notified of; the kind is decided by the event afterwards,
/// so that a failed change notifies nobody.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct News {
    /// The id of each notification.
    bell: NotificationId,
    at: i64,
    actor: UserId,
    entity_id: Option<EntityId>,
    starts: Moment,
    ends: Moment,
    was_off: bool,
    /// A single occurrence or event (0) by the key of its places; none: the whole series.
    only: Option<Moment>,
    /// How calendar programs that received it identify it.
    #[serde(default)]
    trace: Option<Trace>,
}

impl News {
    /// Recorded before a change of an event or occurrence that takes place during `span`. `series`: the one an
    /// exception belongs to.
    pub(super) fn of(
        platform: &Platform,
        (event, series): (&CalendarEvent, Option<&CalendarEvent>),
        only: Option<Moment>,
        (starts, ends): (Moment, Moment),
        actor: UserId,
        entity_id: Option<EntityId>,
        at: i64,
    ) -> Result<Self> {
        let bell = NotificationId(platform.ids.next(at)?);
        let was_off = event.event_status == EventStatus::Cancelled;
        let trace = Some(Trace { starts, ends, ..Trace::of(event, series) });
        Ok(Self { bell, at, actor, entity_id, starts, ends, was_off, only, trace })
    }

    /// The kind of notification for enrolled people; none: nothing changed for them. `event`: its current state.
    fn kind(&self, subject: Subject, event: Option<&CalendarEvent>) -> Option<&'static str> {
        let Some(event) = event else { return (!self.was_off).then_some(CANCELLED) };
        if self.only.is_some_and(|only| only != subject.occurrence) {
            return None;
        }
        let is_off = event.event_status == EventStatus::Cancelled;
        let span = match rule_of(event) {
            Some(rule) => rule.at(subject.occurrence).map(|one| (one.starts, one.ends)),
            None => Some((event.starts, event.ends)),
        };
        let is_moved = self.only.is_some() && span != Some((self.starts, self.ends));
        match (self.was_off, is_off) {
            (false, true) => Some(CANCELLED),
            (_, false) if is_moved => Some(MOVED),
            _ => None,
        }
    }

    /// Notifies people who are enrolled, waiting or invited; a repetition reaches those left out. `event`: its current
    /// state.
    pub(super) async fn notify(
        &self,
        platform: &Platform,
        id: CalendarEventId,
        subject: Subject,
        event: Option<&CalendarEvent>,
    ) -> Result<()> {
        let Some(kind) = self.kind(subject, event) else { return Ok(()) };
        let event_id = event.map_or(id, |event| event.event_id);
        let trace = self.trace.as_ref().map(|trace| trace.at(subject.recurrence_id()));
        let trace = serde_json::to_value(trace).map_err(|_| Refusal::internal())?;
        let mut after = None;
        loop {
            let (page, more) = platform.storage.seats.page(subject, None, after, CHUNK).await?;
            after = page.last().map(|seat| seat.user_id);
            let concerned = page.iter().filter(|seat| seat.status.concerns());
            let rows = concerned.filter(|seat| seat.user_id != self.actor).map(|seat| Notification {
                actor_id: Some(self.actor),
                entity_id: self.entity_id,
                ..entry(kind, self.bell, seat.user_id, event_id, subject.occurrence, self.at)
            });
            notifications::notify_missing_with(platform, rows.collect(), &trace).await?;
            if !more {
                return Ok(());
            }
        }
    }
}

/// The event of a notification, if its recipient may see it; enrolled and invited people see it as if they had its
/// address.
pub async fn seen_by(platform: &Platform, entry: &Notification) -> Result<Option<CalendarEvent>> {
    let Some(id) = entry.about(EVENT) else { return Err(Refusal::internal()) };
    seen_one(platform, CalendarEventId(id), entry.user_id).await
}

/// The same by the event's id.
pub(super) async fn seen_one(
    platform: &Platform,
    id: CalendarEventId,
    user_id: UserId,
) -> Result<Option<CalendarEvent>> {
    let found = placed(platform, id, Some(user_id)).await?;
    let Some((calendar, event, asker)) = found else { return Ok(None) };
    let sees = rules::sees_event(&calendar, event.visibility, asker, true)
        || super::concerns(platform, &event, Some(user_id)).await?;
    Ok(sees.then_some(event))
}

async fn say(platform: &Platform, entry: &Notification, who: &str) -> Result<NotificationText> {
    let sentence = match entry.kind.as_str() {
        OFFERED => "En plats är ledig för dig: svara innan erbjudandet går ut".to_owned(),
        OFFER_EXPIRED => "Erbjudandet om en plats har gått ut".to_owned(),
        CONFIRMED => "Du har fått en plats".to_owned(),
        APPROVED => "Din anmälan är godkänd".to_owned(),
        REJECTED => "Din anmälan har inte godkänts".to_owned(),
        INVITED => format!("{who} bjuder in dig till en händelse"),
        UNANSWERED => "Du har inte svarat än: godkänn eller säg nej".to_owned(),
        REMOVED => "Din anmälan har tagits bort".to_owned(),
        CANCELLED => "En händelse som du är anmäld till är inställd".to_owned(),
        _ => "En händelse som du är anmäld till har flyttats".to_owned(),
    };
    let Some(event) = seen_by(platform, entry).await? else {
        // Deleted or no longer visible: a cancellation is sent all the same.
        let aloud = entry.kind == CANCELLED;
        return Ok(NotificationText {
            aloud,
            ..NotificationText::of(sentence, "/notifications".to_owned(), None)
        });
    };
    let starts = if event.rrule.is_some() { Moment(entry.scope_id) } else { event.starts };
    let preview = format!("{}, {}", event.title, in_words(starts, &event.time_zone));
    let preview = match unanswered::consent_by(&event, starts).filter(|_| entry.kind == UNANSWERED) {
        Some(by) => format!("{preview}. Svara senast {}", in_words(by, &event.time_zone)),
        None => preview,
    };
    Ok(NotificationText::of(sentence, path_of(&event, Moment(entry.scope_id)), Some(preview)))
}

/// The page of an event or an occurrence.
pub fn path_of(event: &CalendarEvent, occurrence: Moment) -> String {
    let path = format!("/event/{}", event.event_uuid);
    if event.rrule.is_some() { format!("{path}?recurrenceId={occurrence}") } else { path }
}
