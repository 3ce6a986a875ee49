//! Enrolment in events: places and waitlists. Contract §7. The engine is [`crate::seats`].
//!
//! Enrolment is for one occurrence: a single event, or one of a series. An exception keeps the places that it had as an
//! occurrence of the series.

mod answers;
mod checkin;
mod invite;
mod live;
mod mailed;
mod manage;
mod notifying;
pub mod rules;
mod settings;
mod unanswered;
pub mod view;

use std::collections::BTreeMap;

use futures_util::future::{BoxFuture, try_join_all};
use storage::accounts::UserStatus;
use storage::calendar::{Calendar, CalendarEvent, EnrollmentSettings};
use storage::ids::{CalendarEventId, EntityId, UserId};
use storage::jobs::Job;
use storage::notifications::Notification;
use storage::seats::{Seat, SeatCounts, SeatSubject, Subject};
use storage::time::Moment;

use super::events::{find, instance, rule_of};
use super::rules::{Asker, no_event, sees_event, write};
use crate::Platform;
use crate::accounts::Who;
use crate::live::bus::Topic;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;
use crate::seats::rules::{Act, Next, Plan, Wish};
use crate::seats::{self, Places, Stands};
pub use answers::{keep_answered, poll};
pub use checkin::{by_ticket, table, ticket};
pub use invite::invite;
pub use live::{EventSeats, SEATS, SeatsEvent};
pub use mailed::{MAILING, enclosed};
pub use manage::{check_in_many, enrolled, manage};
pub use notifying::{BELLS, OFFERS};
pub(super) use notifying::{entry, path_of, seen_by};
pub use settings::SETTLING;
pub(super) use settings::{
    Lowered, at_once, concerned, forget, gone, is_attended, make_room, of_draft, of_person, settle,
    settle_others, shifted,
};
pub use unanswered::ASKING;
use view::{Enrolling, EnrollmentView, Known, WaitlistLeft, WaitlistView};

/// An occurrence of an event with enrolment.
pub(super) struct Occasion {
    pub calendar: Calendar,
    pub event: CalendarEvent,
    pub asker: Asker,
    pub settings: EnrollmentSettings,
    pub subject: Subject,
    pub starts: Moment,
    pub recurrence_id: Option<Moment>,
}

/// The key of an event's places: for an exception that of its occurrence in the series.
pub(super) fn subject(event: &CalendarEvent, recurrence_id: Option<Moment>) -> Subject {
    let (id, occurrence) = match (event.series_id, event.recurrence_id) {
        (Some(series), Some(at)) => (series, at),
        _ => (event.event_id, recurrence_id.unwrap_or(Moment(0))),
    };
    Subject { kind: SeatSubject::Event, id: id.0, occurrence }
}

/// When an event or an occurrence of a series begins: 422 if there is no such occurrence.
fn begins(event: &CalendarEvent, recurrence_id: Option<Moment>) -> Result<(Moment, Option<Moment>)> {
    let Some(rule) = rule_of(event) else { return Ok((event.starts, event.recurrence_id)) };
    let starts = instance(event, &rule, recurrence_id)?.starts;
    Ok((starts, Some(starts)))
}

/// An occurrence with enrolment that the person may see.
async fn occasion(
    platform: &Platform,
    who: &Who,
    name: &str,
    recurrence_id: Option<Moment>,
) -> Result<Occasion> {
    let (calendar, event, asker) = find(platform, name, Some(who.user_id)).await?;
    let settings = event.enrollment.0.clone().ok_or_else(not_open)?;
    let (starts, recurrence_id) = begins(&event, recurrence_id)?;
    let subject = subject(&event, recurrence_id);
    Ok(Occasion { calendar, event, asker, settings, subject, starts, recurrence_id })
}

/// The same, for managers of the event.
async fn run_by(
    platform: &Platform,
    who: &Who,
    name: &str,
    recurrence_id: Option<Moment>,
) -> Result<Occasion> {
    let occasion = occasion(platform, who, name, recurrence_id).await?;
    write(&occasion.calendar, occasion.asker)?;
    Ok(occasion)
}

fn not_open() -> Refusal {
    Refusal::conflict("CLOSED", "Händelsen har ingen anmälan.")
}

/// The places of one occurrence, for the engine.
pub(super) struct EventPlaces {
    pub platform: Platform,
    pub event_id: CalendarEventId,
    pub recurrence_id: Option<Moment>,
    /// The organisation of its calendar.
    pub entity_id: Option<EntityId>,
    /// The topic to publish on.
    pub topic: Option<Topic>,
    /// The person who acts; none: a deadline.
    pub actor: Option<UserId>,
    /// Of an outing: when who is asked is to have answered at the latest.
    pub consent_by: Option<Moment>,
}

impl EventPlaces {
    fn of(platform: &Platform, occasion: &Occasion) -> Self {
        Self {
            platform: platform.clone(),
            event_id: occasion.event.event_id,
            recurrence_id: occasion.recurrence_id,
            entity_id: occasion.calendar.entity_id(),
            topic: Some(super::live::topic(&occasion.calendar)),
            actor: occasion.asker.user_id,
            consent_by: unanswered::consent_by(&occasion.event, occasion.starts),
        }
    }

    /// The places of an event without an acting person.
    async fn by_itself(
        platform: &Platform,
        event: &CalendarEvent,
        recurrence_id: Option<Moment>,
    ) -> Result<Self> {
        let calendar = platform.storage.calendars.calendar(event.calendar_id).await?;
        let topic = calendar.as_ref().map(super::live::topic);
        let entity_id = calendar.and_then(|calendar| calendar.entity_id());
        let platform = platform.clone();
        let event_id = event.event_id;
        Ok(Self { platform, event_id, recurrence_id, entity_id, topic, actor: None, consent_by: None })
    }
}

impl Places for EventPlaces {
    fn plan(&self, now: i64) -> BoxFuture<'_, Result<Plan>> {
        Box::pin(async move {
            let event = self.platform.storage.calendars.event(self.event_id).await?.ok_or_else(no_event)?;
            let settings = event.enrollment.0.as_ref().ok_or_else(not_open)?;
            let (starts, _) = begins(&event, self.recurrence_id)?;
            Ok(rules::plan(&event, settings, starts, now))
        })
    }

    fn gone<'a>(&'a self, turns: &'a [&'a Seat]) -> BoxFuture<'a, Result<Vec<UserId>>> {
        Box::pin(async move {
            let Some((calendar, event)) = super::events::kept(&self.platform, self.event_id).await? else {
                return Ok(Vec::new());
            };
            let ask = |seat: &'a Seat| coming(&self.platform, &calendar, &event, seat);
            let may = try_join_all(turns.iter().map(|seat| ask(seat))).await?;
            let gone = turns.iter().zip(may).filter(|(_, coming)| !coming.may());
            Ok(gone.map(|(seat, _)| seat.user_id).collect())
        })
    }

    fn later(&self, next: &Next) -> Result<Vec<Job>> {
        Ok([notifying::offers(self, next)?, unanswered::asked(self, next)?].concat())
    }

    fn bells(&self, next: &Next, act: &Act, at: i64) -> Result<Vec<Notification>> {
        notifying::bells(self, next, act, at)
    }

    fn mails(&self, next: &Next) -> Result<Vec<Job>> {
        Ok(mailed::job(self, next)?.into_iter().collect())
    }

    fn publish_counts(&self, counts: &SeatCounts) {
        live::publish(self, counts);
    }
}

/// Carries out an act on a person's place, and returns their status.
async fn act(platform: &Platform, occasion: &Occasion, user_id: UserId, act: Act) -> Result<Stands> {
    let places = EventPlaces::of(platform, occasion);
    let stands = seats::act(platform, places, occasion.subject, user_id, act).await?;
    if occasion.asker.user_id == Some(user_id) {
        notifying::answered(platform, user_id, occasion.event.event_id, occasion.subject.occurrence);
    }
    Ok(stands)
}

/// The places of one occurrence for the person of `seat`.
async fn shown(
    platform: &Platform,
    event: &CalendarEvent,
    settings: EnrollmentSettings,
    (starts, recurrence_id): (Moment, Option<Moment>),
    (counts, seat): (Option<&SeatCounts>, Option<&Seat>),
) -> Result<EnrollmentView> {
    let position = match seat {
        Some(seat) => platform.storage.seats.position(seat).await?,
        None => None,
    };
    let closed = rules::plan(event, &settings, starts, now()).is_closed;
    let known = Known { counts, seat, position, closed };
    Ok(EnrollmentView::new(event.event_id, recurrence_id, settings, &known))
}

async fn seen(platform: &Platform, occasion: Occasion, stands: &Stands) -> Result<EnrollmentView> {
    let Occasion { event, settings, starts, recurrence_id, .. } = occasion;
    let stands = (Some(&stands.counts), stands.seat.as_ref());
    shown(platform, &event, settings, (starts, recurrence_id), stands).await
}

/// The enrolment of an event, for a viewer; none: it has none.
pub(super) async fn of_event(
    platform: &Platform,
    user_id: Option<UserId>,
    event: &CalendarEvent,
    recurrence_id: Option<Moment>,
) -> Result<Option<EnrollmentView>> {
    let Some(settings) = event.enrollment.0.clone() else { return Ok(None) };
    if event.rrule.is_some() && recurrence_id.is_none() {
        let known = Known { counts: None, seat: None, position: None, closed: true };
        return Ok(Some(EnrollmentView::new(event.event_id, None, settings, &known)));
    }
    let when = begins(event, recurrence_id)?;
    let (subject, seats) = (subject(event, when.1), &platform.storage.seats);
    let counts = seats.counts(subject).await?;
    let seat = match (user_id, &counts) {
        (Some(user_id), Some(_)) => seats.seat(subject, user_id).await?,
        _ => None,
    };
    shown(platform, event, settings, when, (counts.as_ref(), seat.as_ref())).await.map(Some)
}

/// Whether a person may get a place: not banned by the organisation, and without a block between them and the
/// calendar's person.
async fn welcome(platform: &Platform, calendar: &Calendar, user_id: UserId) -> Result<()> {
    if let Some(id) = calendar.entity_id() {
        return crate::entities::not_barred(platform, id, user_id).await;
    }
    let owner = calendar.user_id().unwrap_or(user_id);
    let apart = !platform.storage.contacts.blocked_among(owner, &[user_id]).await?.is_empty();
    if apart { Err(kept_away()) } else { Ok(()) }
}

/// As [`welcome`]; and a person who enrolled themselves must still see the event.
async fn may_take(platform: &Platform, occasion: &Occasion, user_id: UserId) -> Result<()> {
    welcome(platform, &occasion.calendar, user_id).await?;
    let Some(seat) = platform.storage.seats.seat(occasion.subject, user_id).await? else { return Ok(()) };
    let coming = coming(platform, &occasion.calendar, &occasion.event, &seat).await?;
    if coming.may() { Ok(()) } else { Err(kept_away()) }
}

fn kept_away() -> Refusal {
    Refusal::forbidden("ACCESS_DENIED", "Du kan inte anmäla dig här.")
}

/// The facts checked when a person's turn on the waitlist comes or they accept an offer: much may have changed since
/// they enrolled.
async fn coming(
    platform: &Platform,
    calendar: &Calendar,
    event: &CalendarEvent,
    seat: &Seat,
) -> Result<rules::Coming> {
    let (user_id, accounts) = (seat.user_id, &platform.storage.accounts);
    let (asker, user) = futures_util::try_join!(super::asker(platform, calendar, Some(user_id)), async {
        Ok(accounts.user(user_id).await?)
    })?;
    let is_barred = match calendar.entity_id() {
        Some(id) => crate::entities::is_barred(platform, id, user_id).await?,
        None => asker.is_barred,
    };
    Ok(rules::Coming {
        has_account: user.is_some_and(|user| user.status != UserStatus::Deactivated),
        is_barred,
        sees: sees_event(calendar, event.visibility, asker, true),
        invited: seat.invited,
    })
}

/// Whether a person is enrolled, waiting or invited: they may see the event, whatever its visibility.
pub(super) async fn concerns(
    platform: &Platform,
    event: &CalendarEvent,
    user_id: Option<UserId>,
) -> Result<bool> {
    let (Some(user_id), true) = (user_id, event.enrollment.0.is_some()) else { return Ok(false) };
    let Subject { kind, id, .. } = subject(event, None);
    let found = platform.storage.seats.of_person_in(user_id, kind, id).await?;
    Ok(found.iter().any(|seat| seat.status.concerns()))
}

fn wish(settings: &EnrollmentSettings, guests: i64, answers: BTreeMap<String, String>) -> Result<Wish> {
    Ok(Wish {
        guests: rules::guests(settings, guests)?,
        answers: rules::answers(&settings.questions, answers)?,
    })
}

/// Enrols the caller, or, by a manager, somebody they may know of. If the event is full with a waitlist, or somebody
/// waits, the person joins its end. Refusals: 409 EVENT_FULL, ALREADY_ENROLLED, CLOSED; 403 for people kept away; 404
/// for a person one may not know of.
pub async fn enrol(
    platform: &Platform,
    who: &Who,
    name: &str,
    recurrence_id: Option<Moment>,
    new: Enrolling,
) -> Result<EnrollmentView> {
    let occasion = occasion(platform, who, name, recurrence_id).await?;
    let (user_id, is_other) = match new.id_user.filter(|id| *id != who.user_id) {
        Some(other) => {
            manage::may_put_in(platform, who, &occasion, other).await?;
            (other, true)
        }
        None => (who.user_id, false),
    };
    welcome(platform, &occasion.calendar, user_id).await?;
    let wish = wish(&occasion.settings, new.guests, new.answers)?;
    let doing = if is_other { Act::Add(wish) } else { Act::Enrol(wish) };
    let stands = act(platform, &occasion, user_id, doing).await?;
    seen(platform, occasion, &stands).await
}

/// Changes my guests or answers, until enrolment closes. 409: EVENT_FULL, CLOSED, WRONG_STATUS.
pub async fn change(
    platform: &Platform,
    who: &Who,
    name: &str,
    recurrence_id: Option<Moment>,
    new: Enrolling,
) -> Result<EnrollmentView> {
    let occasion = occasion(platform, who, name, recurrence_id).await?;
    welcome(platform, &occasion.calendar, who.user_id).await?;
    let wish = wish(&occasion.settings, new.guests, new.answers)?;
    let stands = act(platform, &occasion, who.user_id, Act::Change(wish)).await?;
    seen(platform, occasion, &stands).await
}

/// Actions on my own place without further input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Own {
    /// Cancel it.
    Cancel,
    /// Accept an offer.
    Accept,
    /// Decline an offer.
    Decline,
    /// Decline an invitation.
    DeclineInvitation,
}

/// Carries it out. 409: CLOSED, OFFER_EXPIRED, WRONG_STATUS; 404: I am not enrolled.
pub async fn own(
    platform: &Platform,
    who: &Who,
    name: &str,
    recurrence_id: Option<Moment>,
    own: Own,
) -> Result<EnrollmentView> {
    let occasion = occasion(platform, who, name, recurrence_id).await?;
    if own == Own::Accept {
        may_take(platform, &occasion, who.user_id).await?;
    }
    let doing = match own {
        Own::Cancel => Act::Cancel,
        Own::Accept => Act::Accept,
        Own::Decline => Act::Decline,
        Own::DeclineInvitation => Act::DeclineInvitation,
    };
    let stands = act(platform, &occasion, who.user_id, doing).await?;
    seen(platform, occasion, &stands).await
}

/// Joins the waitlist. 409: SEATS_LEFT, EVENT_FULL (there is no waitlist), ALREADY_ENROLLED, CLOSED. 422: a question
/// must be answered first.
pub async fn join_queue(
    platform: &Platform,
    who: &Who,
    name: &str,
    recurrence_id: Option<Moment>,
) -> Result<WaitlistView> {
    let occasion = occasion(platform, who, name, recurrence_id).await?;
    welcome(platform, &occasion.calendar, who.user_id).await?;
    wish(&occasion.settings, 0, BTreeMap::new())?;
    let stands = act(platform, &occasion, who.user_id, Act::Queue).await?;
    let seat = stands.seat.ok_or_else(Refusal::internal)?;
    let position = platform.storage.seats.position(&seat).await?.ok_or_else(Refusal::moved_on)?;
    Ok(WaitlistView { position, total_waiting: stands.counts.waiting.max(position) })
}

/// Leaves the waitlist; does nothing if I was not on it.
pub async fn leave_queue(
    platform: &Platform,
    who: &Who,
    name: &str,
    recurrence_id: Option<Moment>,
) -> Result<WaitlistLeft> {
    let occasion = occasion(platform, who, name, recurrence_id).await?;
    let stands = act(platform, &occasion, who.user_id, Act::Unqueue).await?;
    Ok(WaitlistLeft { total_waiting: stands.counts.waiting })
}
