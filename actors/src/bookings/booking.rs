//! Booking a time, or what is held. Contract §8.2.

use futures_util::future::BoxFuture;
use storage::bookings::{Booking, Bookings, PersonHold, Price, waiting_key};
use storage::ids::UserId;
use storage::occupancy::{BookableId, Change, Occupation, OccupationId, OccupationStatus, Window};
use storage::record::Stored;
use storage::value::Json;

use super::bells;
use super::bookables::seen;
use super::facts::{self, Facts};
use super::occupying::{
    bounded, due_job, hold_expired, occupation, occupied_as, overlap, window, with_nearest,
};
use super::reading::view_of;
use super::rights;
use super::rules::slots;
use super::rules::state::{self, Status};
use super::view::{BookingDraft, BookingView};
use super::{quotas, taken};
use crate::Platform;
use crate::accounts::Who;
use crate::calendar::enrollment::rules::answers as valid_answers;
use crate::occupancy::rules::View;
use crate::occupancy::{self, Decided, Judge, Request};
use crate::platform::error::{Refusal, Result};
use crate::platform::hours::Interval;
use crate::platform::text::prose;
use crate::platform::time::{Moment, now};

/// What others have to do with a booking.
struct Others {
    /// What counts for quotas.
    counted: quotas::Counted,
    /// Who answers a request.
    managers: Vec<UserId>,
}

struct Book {
    platform: Platform,
    who: Who,
    draft: BookingDraft,
    /// For whom.
    user_id: UserId,
    bookable_id: BookableId,
    time: Interval,
    id: OccupationId,
    hold: Option<PersonHold>,
}

impl Book {
    /// The row of the hold or offer that becomes a booking; none: there is none of exactly this time.
    fn held<'a>(&self, view: &'a View, facts: &Facts) -> Option<&'a Occupation> {
        let wanted = taken(&facts.bookable, self.time);
        let held = self.hold.as_ref().and_then(|hold| view.row(hold.hold_id)).filter(|row| {
            (row.user_id, row.bookable_id) == (self.who.user_id, self.bookable_id)
                && (row.starts.0, row.ends.0) == (self.time.start, self.time.end)
        });
        held.or_else(|| view.offer_to(self.user_id, self.bookable_id, &wanted))
    }

    /// Whether somebody books for themselves: what they hold has their price.
    fn is_own(&self) -> bool {
        self.user_id == self.who.user_id && self.draft.id_entity.is_none()
    }

    fn judged(&self, view: &View, facts: &Facts, price: Price, others: &Others) -> Result<Decided> {
        let (time, settings) = (self.time, &facts.bookable.settings.0);
        rights::book(&facts.bookable, facts.relation)?;
        let held = self.held(view, facts);
        // A hold was judged when it was made; once it has run out its time is judged like any other.
        if !held.is_some_and(|row| row.is_live(view.now)) {
            slots::judge(time, &facts.times(), view.now)?;
        }
        let without: Vec<OccupationId> = held.map(|row| row.occupation_id).into_iter().collect();
        let conflicts = view.conflicts_with_waitlist(&taken(&facts.bookable, time), &without);
        if !conflicts.is_empty() {
            return Err(if self.draft.hold_id.is_some() { hold_expired() } else { overlap(&conflicts) });
        }
        let price = match (&self.hold, held) {
            // It was held at the person's own price.
            (Some(hold), Some(row)) if row.is_live(view.now) && self.is_own() => hold.price.0.clone(),
            _ => price,
        };
        if self.draft.expected_price.is_some_and(|expected| expected != price.price) {
            let message = "Priset har ändrats. Kontrollera det nya priset och boka igen.";
            return Err(Refusal::conflict("PRICE_CHANGED", message).with("price", price.price));
        }
        others.counted.judge(facts, time, None)?;
        let manages = rights::manages(facts.relation);
        let status = if settings.requires_approval && !manages { Status::Pending } else { Status::Booked };
        let booking = Booking {
            booking_id: self.id,
            version: 1,
            status: status.number(),
            bookable_id: facts.bookable.bookable_id,
            space_id: facts.bookable.space_id,
            entity_id: facts.bookable.entity_id,
            user_id: self.user_id,
            customer_id: self.draft.id_entity,
            starts: Moment(time.start),
            ends: Moment(time.end),
            participants: participants(self.draft.participants, settings.max_participants)?,
            answers: Json(valid_answers(&settings.questions, self.draft.answers.clone())?),
            note: prose("note", &self.draft.note)?,
            fee: price.price,
            price: Json(price),
            cancellation: Json(settings.cancellation.clone()),
            release_after: state::release_after(settings.enable_check_in, settings.auto_release_minutes),
            ended: None,
            reason: None,
            created: Moment(view.now),
            changed: Moment(view.now),
        };
        let row = occupation(facts, self.id, self.user_id, time, occupied_as(status));
        let mut then = booking.writes(None);
        then.extend(self.hold.as_ref().map(|hold| hold.key().delete()));
        let offer = held.filter(|row| row.status == OccupationStatus::Offer);
        then.extend(offer.map(|row| waiting_key(row.user_id, row.occupation_id).delete()));
        then.extend(due_job(&self.platform, &booking)?);
        let changes = held.cloned().map(Change::delete).into_iter().chain([Change::insert(row)]).collect();
        let notifications = bells::of_request(&self.platform, &booking, &others.managers, view.now)?;
        Ok(Decided { changes, then, notifications, alone: facts.counts() })
    }
}

/// 422 (`participants`): more than allowed.
fn participants(given: Option<i64>, most: i64) -> Result<Option<i64>> {
    if most > 0 && given.is_some_and(|given| given > most) {
        return Err(Refusal::field("participants", "TOO_MANY", format!("Högst {most} deltagare.")));
    }
    Ok(given)
}

impl Request for Book {
    fn window(&self) -> Window {
        window(self.time)
    }

    fn facts(&self) -> BoxFuture<'_, Result<Judge>> {
        Box::pin(async {
            let platform = &self.platform;
            let facts = Facts::load(platform, self.bookable_id, self.who.user_id, self.time).await?;
            let facts = facts.paid_by(platform, self.user_id).await?;
            let customer = facts::customer(platform, self.draft.id_entity, self.who.user_id).await?;
            let holder = (self.user_id, self.draft.id_entity);
            let counted = quotas::Counted::load(platform, &facts, holder, self.time, None).await?;
            let mut managers = Vec::new();
            if facts.bookable.settings.0.requires_approval {
                managers = bells::managers(platform, facts.bookable.entity_id).await?;
            }
            let others = Others { counted, managers };
            let price = facts.price(self.time, customer.as_ref());
            let request = Self {
                platform: platform.clone(),
                who: self.who.clone(),
                draft: self.draft.clone(),
                hold: self.hold.clone(),
                ..*self
            };
            Ok(Box::new(move |view: &View| request.judged(view, &facts, price, &others)) as Judge)
        })
    }
}

/// What is to be booked, where no hold says it. 409 HOLD_EXPIRED: one did; 422 REQUIRED.
fn wanted(draft: &BookingDraft) -> Result<(BookableId, Moment, Moment)> {
    let missing = |field: &'static str| match draft.hold_id {
        Some(_) => hold_expired(),
        None => Refusal::field(field, "REQUIRED", "Fältet måste fyllas i."),
    };
    let bookable_id = draft.id_bookable.ok_or_else(|| missing("idBookable"))?;
    let start = draft.start.ok_or_else(|| missing("start"))?;
    Ok((bookable_id, start, draft.end.ok_or_else(|| missing("end"))?))
}

/// For whom it is booked. 403 ROLE_TOO_LOW: only managers book for somebody else; 422 (`idUser`): there is no such.
async fn booker(platform: &Platform, who: &Who, draft: &BookingDraft, manages: bool) -> Result<UserId> {
    let Some(user_id) = draft.id_user.filter(|user_id| *user_id != who.user_id) else {
        return Ok(who.user_id);
    };
    if !manages {
        return Err(rights::not_manager());
    }
    let known = platform.people.get(user_id).await?;
    known.map(|_| user_id).ok_or_else(|| Refusal::field("idUser", "UNKNOWN", "Personen finns inte."))
}

/// Books. 403 MAY_NOT_BOOK, NOT_MEMBER, ROLE_TOO_LOW; 404; 409 HOLD_EXPIRED, OVERLAP, PRICE_CHANGED, QUOTA, UNAVAILABLE; 422
/// CLOSED, HORIZON, LENGTH, NOTICE, NOT_ALIGNED, PAST.
pub async fn book(platform: &Platform, who: &Who, draft: BookingDraft) -> Result<BookingView> {
    let hold = match draft.hold_id {
        None => None,
        Some(id) => {
            let holds = Bookings::of(&platform.storage).holds(who.user_id).await?;
            // None of one's own: perhaps an offer, which is found by its time.
            holds.into_iter().find(|hold| hold.hold_id == id)
        }
    };
    let (bookable_id, start, end) = match &hold {
        Some(hold) => (hold.bookable_id, hold.starts, hold.ends),
        None => wanted(&draft)?,
    };
    let time = bounded(start, end)?;
    let (bookable, abilities) = seen(platform, who, bookable_id).await?;
    let user_id = booker(platform, who, &draft, rights::is_managed(&abilities)).await?;
    let id = OccupationId(platform.ids.next(now())?);
    let request =
        Book { platform: platform.clone(), who: who.clone(), draft, user_id, bookable_id, time, id, hold };
    match occupancy::decide(platform, bookable.space_id, request).await {
        Ok(_) => view_of(platform, who, id).await,
        Err(refusal) => Err(with_nearest(platform, who, bookable_id, time, refusal).await),
    }
}
