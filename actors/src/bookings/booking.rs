//! Booking a time, or what is held. Contract §8.2.

use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::BoxFuture;
use futures_util::try_join;
use storage::bookings::{Bookable, Booking, Bookings, GuestBooking, PersonHold, waiting_key};
use storage::engine::Write;
use storage::entities::Entity;
use storage::ids::UserId;
use storage::occupancy::{BookableId, Change, Occupation, OccupationId, OccupationStatus, Window};
use storage::record::Stored;
use storage::value::Json;

use super::bells;
use super::bookables::asked_for;
use super::claims::{self, Asking, Claimed};
use super::facts::{self, Asker, Facts};
use super::occupying::{
    bounded, hold_expired, occupation, occupied_as, overlap, price_changed, window, with_nearest, written,
};
use super::quotas::{self, Booker, Wanted};
use super::reading::{Known, view_of, views_knowing};
use super::rights;
use super::rules::series::{self, Skipped, clashes};
use super::rules::slots;
use super::rules::state::{self, Status};
use super::view::{BookedView, BookingDraft, BookingView, SeriesView, SkippedView};
use super::{guests, holding, taken};
use crate::Platform;
use crate::accounts::Who;
use crate::area::activity::ActivityKind;
use crate::calendar::enrollment::rules::answers as valid_answers;
use crate::ledger;
use crate::occupancy::rules::View;
use crate::occupancy::{self, Decided, Judge, Request, Shared};
use crate::platform::error::{Refusal, Result};
use crate::platform::hours::Interval;
use crate::platform::text::prose;
use crate::platform::time::{Moment, now};

/// Bookings of an organisation's bookables, each occurrence of a series.
pub(super) static CREATED: ActivityKind = ActivityKind::named("BOOKINGS_CREATED");

/// What a booking is judged by besides the bookable and its opening hours.
struct Others {
    /// What counts for quotas.
    counted: quotas::Counted,
    /// Who answers a request.
    managers: Vec<UserId>,
    /// The organisation that it is booked for.
    customer: Option<Entity>,
    /// Whoever is to pay owes what is past its date, and the organisation lets nobody book then.
    is_overdue: bool,
}

/// What became of a request, for its answer.
#[derive(Default)]
struct Outcome {
    booked: Vec<Booking>,
    /// What a series leaves out.
    skipped: Vec<Skipped>,
}

/// What one time becomes.
struct Placed {
    booking: Booking,
    changes: Vec<Change>,
    then: Vec<Write>,
}

#[derive(Clone)]
struct Book {
    platform: Platform,
    who: Who,
    asker: Asker,
    draft: BookingDraft,
    /// For whom.
    user_id: UserId,
    /// One, or those of a series by start.
    times: Vec<(OccupationId, Interval)>,
    hold: Option<PersonHold>,
    /// What was claimed of quotas that it shares with other spaces.
    claimed: Option<Arc<Claimed>>,
    /// As it was judged last.
    outcome: Arc<Mutex<Outcome>>,
}

impl Book {
    fn is_series(&self) -> bool {
        self.draft.rrule.is_some()
    }

    /// From the first booking's start to the last one's end.
    fn span(&self) -> Interval {
        self.times.iter().map(|(_, time)| *time).reduce(Interval::with).unwrap_or_default()
    }

    /// The row of the hold or offer that becomes a booking; none: there is none of exactly this time.
    fn held<'a>(&self, view: &'a View, facts: &Facts, time: Interval) -> Option<&'a Occupation> {
        let wanted = taken(&facts.bookable, time);
        let held = self.hold.as_ref().and_then(|hold| view.row(hold.hold_id)).filter(|row| {
            (row.user_id, row.bookable_id) == (self.who.user_id, self.asker.bookable_id)
                && (row.starts.0, row.ends.0) == (time.start, time.end)
        });
        held.or_else(|| view.offer_to(self.user_id, self.asker.bookable_id, &wanted))
    }

    fn booker(&self) -> Booker {
        let (customer_id, relation) = (self.draft.id_entity, self.asker.relation);
        Booker { user_id: self.user_id, customer_id, relation }
    }

    /// Whether somebody books for themselves: what they hold has their price.
    fn is_own(&self) -> bool {
        self.user_id == self.who.user_id && self.draft.id_entity.is_none()
    }

    /// Judges one time.
    fn placed(
        &self,
        view: &View,
        facts: &Facts,
        others: &Others,
        (id, time): (OccupationId, Interval),
    ) -> Result<Placed> {
        let settings = &facts.bookable.settings.0;
        rights::book(&facts.bookable, facts.relation)?;
        let held = self.held(view, facts, time);
        // A hold was judged when it was made; once it has run out its time is judged like any other.
        if !held.is_some_and(|row| row.is_live(view.now)) {
            slots::judge(time, &facts.times(), view.now)?;
        }
        let without: Vec<OccupationId> = held.map(|row| row.occupation_id).into_iter().collect();
        let conflicts = view.conflicts_with_waitlist(&taken(&facts.bookable, time), &without);
        if !conflicts.is_empty() {
            // Of a series only the first time was held; what clashes can be left out.
            let was_held = self.draft.hold_id.is_some() && !self.is_series();
            return Err(if was_held { hold_expired() } else { overlap(&conflicts) });
        }
        others.counted.judge(Wanted { id, time, old: None }, view.now)?;
        let price = match (&self.hold, held) {
            // It was held at the person's own price.
            (Some(hold), Some(row)) if row.is_live(view.now) && self.is_own() => hold.price.0.clone(),
            _ => facts.price(time, others.customer.as_ref()),
        };
        let manages = rights::manages(facts.relation);
        let status = if settings.requires_approval && !manages { Status::Pending } else { Status::Booked };
        let booking = Booking {
            booking_id: id,
            version: 1,
            status: status.number(),
            bookable_id: facts.bookable.bookable_id,
            space_id: facts.bookable.space_id,
            entity_id: facts.bookable.entity_id,
            user_id: self.user_id,
            customer_id: self.draft.id_entity,
            series_id: self.times.first().filter(|_| self.is_series()).map(|(id, _)| *id),
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
        let row = occupation(facts, id, self.user_id, time, occupied_as(status));
        let offer = held.filter(|row| row.status == OccupationStatus::Offer);
        let mut then = written(&self.platform, None, &booking, &facts.bookable.name)?;
        then.extend(offer.map(|row| waiting_key(row.user_id, row.occupation_id).delete()));
        then.push(CREATED.mark(booking.entity_id, id.0, view.now)?);
        let changes = held.cloned().map(Change::delete).into_iter().chain([Change::insert(row)]).collect();
        Ok(Placed { booking, changes, then })
    }

    fn judged(&self, view: &View, facts: &Facts, others: Others) -> Result<Decided> {
        if let Some(row) = self.times.first().and_then(|(id, _)| view.row(*id)) {
            // Asked twice, as guests may: it is booked.
            return Ok(Decided { changes: vec![Change::keep(row)], ..Decided::default() });
        }
        let (mut view, mut others) = (view.clone(), others);
        if others.is_overdue && !rights::manages(facts.relation) {
            let message = "Du har obetalda underlag. Betala dem först, sedan går det att boka igen.";
            return Err(Refusal::conflict("OVERDUE", message));
        }
        let (mut placed, mut skipped) = (Vec::new(), Vec::new());
        let mut first_refusal = None;
        for (id, time) in &self.times {
            match self.placed(&view, facts, &others, (*id, *time)) {
                Ok(one) => {
                    view.apply(one.changes.clone());
                    others.counted.add(*time);
                    placed.push(one);
                }
                Err(refusal) => {
                    let code = series::skipped_for(&refusal).filter(|_| self.is_series());
                    let Some(code) = code else { return Err(refusal) };
                    skipped.push(Skipped { time: *time, code });
                    first_refusal.get_or_insert(refusal);
                }
            }
        }
        if let Some(refusal) = first_refusal
            && (placed.is_empty() || !self.draft.skip_conflicts)
        {
            return Err(clashes(refusal, &skipped, !placed.is_empty()));
        }
        let price: i64 = placed.iter().map(|one| one.booking.price.0.price).sum();
        if self.draft.expected_price.is_some_and(|expected| expected != price) {
            return Err(price_changed(price));
        }
        let booked = placed.iter().map(|one| one.booking.clone()).collect();
        *self.outcome.lock().unwrap_or_else(PoisonError::into_inner) = Outcome { booked, skipped };
        let mut decided = Decided { alone: facts.counts() || self.is_series(), ..Decided::default() };
        // Whoever answers is notified once of a series.
        if let Some(first) = placed.first() {
            decided.notifications =
                bells::of_request(&self.platform, &first.booking, &others.managers, view.now)?;
        }
        decided.then.extend(self.hold.as_ref().map(|hold| hold.key().delete()));
        for one in placed {
            decided.changes.extend(one.changes);
            decided.then.extend(one.then);
        }
        Ok(decided)
    }
}

/// 422 (`participants`): more than allowed.
pub(super) fn participants(given: Option<i64>, most: i64) -> Result<Option<i64>> {
    if most > 0 && given.is_some_and(|given| given > most) {
        return Err(Refusal::field("participants", "TOO_MANY", format!("Högst {most} deltagare.")));
    }
    Ok(given)
}

impl Request for Book {
    fn window(&self) -> Window {
        window(self.span())
    }

    fn facts<'a>(&'a self, shared: &'a Shared) -> BoxFuture<'a, Result<Judge>> {
        Box::pin(async {
            let (platform, span, asker) = (&self.platform, self.span(), self.asker);
            let entity_id = asker.entity_id;
            let facts = async {
                let facts = Facts::load(platform, shared, asker, span).await?;
                facts.paid_by(platform, self.user_id, asker.user_id).await
            };
            let is_overdue = async {
                let stops = ledger::stops_overdue(platform, entity_id);
                Ok(shared.once(entity_id.0, stops).await?.0
                    && ledger::owes_overdue(platform, entity_id, self.user_id, self.draft.id_entity).await?)
            };
            let customer = facts::customer(platform, self.draft.id_entity, asker.user_id);
            let (facts, is_overdue, customer) = try_join!(facts, is_overdue, customer)?;
            let managers = async {
                if !facts.bookable.settings.0.requires_approval {
                    return Ok(Vec::new());
                }
                bells::managers(platform, entity_id).await
            };
            let own: Vec<OccupationId> = self.times.iter().map(|(id, _)| *id).collect();
            let claimed = self.claimed.clone();
            let counted = quotas::Counted::load(platform, &facts, self.booker(), span, &own, claimed);
            let (counted, managers) = try_join!(counted, managers)?;
            let others = Others { counted, managers, customer, is_overdue };
            let request = self.clone();
            Ok(Box::new(move |view: &View| request.judged(view, &facts, others)) as Judge)
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

/// When it is booked: one time, or those of a series. 422 as [`series::occurrences`].
fn times(
    platform: &Platform,
    draft: &BookingDraft,
    first: Interval,
) -> Result<Vec<(OccupationId, Interval)>> {
    let times = match &draft.rrule {
        Some(rrule) => series::occurrences(rrule, first)?,
        None => vec![first],
    };
    let at = now();
    times.into_iter().map(|time| Ok((OccupationId(platform.ids.next(at)?), time))).collect()
}

/// The answer to a booked series.
fn series_of(series_id: OccupationId, booked: Vec<BookingView>, skipped: &[Skipped]) -> SeriesView {
    let shown = |one: &Skipped| SkippedView {
        start: Moment(one.time.start),
        end: Moment(one.time.end),
        code: one.code.to_owned(),
    };
    SeriesView { id_series: series_id, booked, skipped: skipped.iter().map(shown).collect() }
}

/// Decides a request, within what it may use of quotas.
async fn decided(platform: &Platform, bookable: &Bookable, request: Book) -> Result<()> {
    let asking = Asking {
        bookable: Arc::new(bookable.clone()),
        booker: request.booker(),
        wanted: request.times.iter().map(|(id, time)| Wanted { id: *id, time: *time, old: None }).collect(),
        far: false,
    };
    let (own, space_id) = (platform.clone(), bookable.space_id);
    claims::within(platform, asking, async move |claimed| {
        let request = Book { claimed, ..request.clone() };
        occupancy::decide(&own, space_id, request).await.map(drop)
    })
    .await
}

/// Books one time, or a series. 403 MAY_NOT_BOOK, NOT_MEMBER, ROLE_TOO_LOW; 404; 409 HOLD_EXPIRED, OVERLAP, PRICE_CHANGED,
/// QUOTA, UNAVAILABLE; 422 CLOSED, HORIZON, LENGTH, NOTICE, NOT_ALIGNED, PAST, SERIES_OVERLAP, SERIES_TOO_LONG.
pub async fn book(platform: &Platform, who: &Who, draft: BookingDraft) -> Result<BookedView> {
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
    let (bookable, relation) = asked_for(platform, who, bookable_id).await?;
    let user_id = booker(platform, who, &draft, rights::manages(relation)).await?;
    let times = times(platform, &draft, time)?;
    let id = times.first().map(|(id, _)| *id).ok_or_else(Refusal::internal)?;
    let (is_series, outcome) = (draft.rrule.is_some(), Arc::default());
    let request = Book {
        platform: platform.clone(),
        who: who.clone(),
        asker: Asker::of(&bookable, who.user_id, relation),
        draft,
        user_id,
        times,
        hold,
        claimed: None,
        outcome: Arc::clone(&outcome),
    };
    if let Err(refusal) = decided(platform, &bookable, request).await {
        if is_series {
            return Err(refusal);
        }
        return Err(with_nearest(platform, who, bookable_id, time, refusal).await);
    }
    let Outcome { booked, skipped } =
        std::mem::take(&mut *outcome.lock().unwrap_or_else(PoisonError::into_inner));
    let known = Known { bookable: Some(Arc::new(bookable)), relation };
    let mut booked = views_knowing(platform, who, booked, &known).await?;
    if is_series {
        return Ok(BookedView::Series(series_of(id, booked, &skipped)));
    }
    let one = match booked.pop() {
        Some(one) => one,
        None => view_of(platform, who, id).await?,
    };
    Ok(BookedView::One(Box::new(one)))
}

/// Books what a guest asked for, at that time or another; what they asked for was held. `expected_price`: the one that
/// they were shown, in öre. Refusals as [`book`].
pub(super) async fn book_for_guest(
    platform: &Platform,
    guest: &GuestBooking,
    time: Interval,
    expected_price: i64,
) -> Result<()> {
    let who = guests::who(guests::id_of(platform, &guest.email));
    let holds = Bookings::of(&platform.storage).holds(who.user_id).await?;
    let was_held = (guest.starts.0, guest.ends.0) == (time.start, time.end);
    let hold = holds.into_iter().find(|hold| hold.hold_id == guest.hold_id);
    let bookable = Bookings::of(&platform.storage).bookable(guest.bookable_id).await?;
    let bookable = bookable.ok_or_else(rights::absent)?;
    let draft = BookingDraft {
        hold_id: was_held.then_some(guest.hold_id),
        participants: guest.participants,
        answers: guest.answers.0.clone(),
        note: guest.note.clone(),
        expected_price: Some(expected_price),
        ..BookingDraft::default()
    };
    let request = Book {
        platform: platform.clone(),
        user_id: who.user_id,
        who: who.clone(),
        asker: Asker::of(&bookable, who.user_id, None),
        draft,
        times: vec![(guest.booking_id, time)],
        hold: hold.clone().filter(|_| was_held),
        claimed: None,
        outcome: Arc::default(),
    };
    if let Err(refusal) = decided(platform, &bookable, request).await {
        return Err(with_nearest(platform, &who, guest.bookable_id, time, refusal).await);
    }
    match hold.filter(|_| !was_held) {
        Some(hold) => holding::give_back(platform, &hold).await,
        None => Ok(()),
    }
}
