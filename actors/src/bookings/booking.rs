//! Holding, booking, moving, deciding: every way in which time of a space is taken and given back. Contract §8.2.

use futures_util::future::BoxFuture;
use serde_json::json;
use storage::bookings::{Booking, Bookings, PersonHold, Price};
use storage::ids::UserId;
use storage::occupancy::{BookableId, Change, Occupation, OccupationId, OccupationStatus, Window};
use storage::record::Stored;
use storage::value::Json;

use super::bookables::seen;
use super::facts::{self, Facts};
use super::reading::{existing_booking, view_of};
use super::rights;
use super::rules::state::{self, Act, Status};
use super::rules::{cancel, slots};
use super::times::nearest;
use super::view::{BookingDraft, BookingView, HoldDraft, HoldView, MoveDraft};
use super::{DUE, of_record, quotas, taken, time_of, time_of_booking};
use crate::Platform;
use crate::accounts::Who;
use crate::calendar::enrollment::rules::answers as valid_answers;
use crate::entities::{not_barred, relation};
use crate::occupancy::rules::View;
use crate::occupancy::{self, Decided, Judge, Request};
use crate::platform::error::{Refusal, Result, ensure_applied};
use crate::platform::hours::Interval;
use crate::platform::jobs;
use crate::platform::text::prose;
use crate::platform::time::{Moment, now};

/// How long a hold lasts, in milliseconds.
const HOLD_MS: i64 = 5 * 60_000;
/// Holds that a person may have at once.
const HOLDS: usize = 3;
/// Free times that are offered where one is taken.
const NEAREST: usize = 2;

/// 409 OVERLAP, with the times in the way.
fn overlap(conflicts: &[&Occupation]) -> Refusal {
    let times: Vec<_> = conflicts.iter().map(|row| json!({ "start": row.starts, "end": row.ends })).collect();
    Refusal::conflict("OVERLAP", "Tiden är upptagen.").with("conflicts", times).with("canSkip", false)
}

fn hold_expired() -> Refusal {
    Refusal::conflict("HOLD_EXPIRED", "Tiden hölls inte längre och har blivit bokad av någon annan.")
}

/// The occupation of a booking or a hold.
fn occupation(
    facts: &Facts,
    id: OccupationId,
    user_id: UserId,
    time: Interval,
    status: OccupationStatus,
) -> Occupation {
    let (bookable, settings) = (&facts.bookable, &facts.bookable.settings.0);
    Occupation {
        space_id: bookable.space_id,
        list: storage::occupancy::OccupationList::Short,
        place: 0,
        occupation_id: id,
        status,
        starts: Moment(time.start),
        ends: Moment(time.end),
        units: bookable.units,
        most: settings.max_concurrent,
        buffer: settings.buffer_time,
        bookable_id: bookable.bookable_id,
        user_id,
        // Nobody answers a request any more once its time has begun.
        expires: (status == OccupationStatus::Pending).then_some(Moment(time.start)),
        price: None,
        revision: 1,
    }
}

/// The window of rows by which a time is judged.
fn window(time: Interval) -> Window {
    Window { from: time.start, to: time.end }
}

/// Refuses what cannot be a time before anything is read: 422 LENGTH (`end`).
fn bounded(start: Moment, end: Moment) -> Result<Interval> {
    let time = Interval::new(start.0, end.0);
    if time_of(time) == time {
        return Ok(time);
    }
    Err(Refusal::field("end", "LENGTH", "Sluttiden ska ligga efter starttiden, högst 31 dagar."))
}

struct Hold {
    platform: Platform,
    user_id: UserId,
    bookable_id: BookableId,
    time: Interval,
    hold_id: OccupationId,
}

impl Request for Hold {
    fn window(&self) -> Window {
        window(self.time)
    }

    fn facts(&self) -> BoxFuture<'_, Result<Judge>> {
        Box::pin(async {
            let (user_id, time, hold_id) = (self.user_id, self.time, self.hold_id);
            let facts = Facts::load(&self.platform, self.bookable_id, user_id, time).await?;
            let held = Bookings::of(&self.platform.storage).holds(user_id).await?;
            Ok(Box::new(move |view: &View| {
                rights::book(&facts.bookable, facts.relation)?;
                slots::judge(time, &facts.times(), view.now)?;
                if held.iter().filter(|hold| hold.expires.0 > view.now).count() >= HOLDS {
                    return Err(Refusal::conflict("TOO_MANY_HOLDS", "Du håller redan tre tider."));
                }
                let conflicts = view.conflicts_with_waitlist(&taken(&facts.bookable, time), &[]);
                if !conflicts.is_empty() {
                    return Err(overlap(&conflicts));
                }
                let (price, expires) = (facts.price(time, None), Moment(view.now + HOLD_MS));
                let row = occupation(&facts, hold_id, user_id, time, OccupationStatus::Hold);
                let row = Occupation { expires: Some(expires), price: Some(price.price), ..row };
                let (bookable_id, space_id) = (row.bookable_id, row.space_id);
                let (starts, ends, price) = (row.starts, row.ends, Json(price));
                let kept =
                    PersonHold { user_id, hold_id, space_id, bookable_id, starts, ends, expires, price };
                Ok(Decided {
                    changes: vec![Change::insert(row)],
                    then: vec![kept.kept()],
                    ..Decided::default()
                })
            }) as Judge)
        })
    }
}

/// Adds the nearest free times to a refusal because of others' bookings.
async fn with_nearest(
    platform: &Platform,
    who: &Who,
    bookable_id: BookableId,
    time: Interval,
    refusal: Refusal,
) -> Refusal {
    if !matches!(refusal.code, "OVERLAP" | "HOLD_EXPIRED") {
        return refusal;
    }
    let free = nearest(platform, who, bookable_id, time, NEAREST).await.unwrap_or_default();
    refusal.with("nearest", serde_json::to_value(free).unwrap_or_default())
}

/// Holds a time for five minutes at its price. 403 MAY_NOT_BOOK; 404; 409 OVERLAP, TOO_MANY_HOLDS, UNAVAILABLE; 422 CLOSED,
/// HORIZON, LENGTH, NOTICE, NOT_ALIGNED, PAST.
pub async fn hold(platform: &Platform, who: &Who, id: BookableId, draft: HoldDraft) -> Result<HoldView> {
    let time = bounded(draft.start, draft.end)?;
    let (bookable, _) = seen(platform, who, id).await?;
    let hold_id = OccupationId(platform.ids.next(now())?);
    let request = Hold { platform: platform.clone(), user_id: who.user_id, bookable_id: id, time, hold_id };
    let decided = occupancy::decide(platform, bookable.space_id, request).await;
    let changes = match decided {
        Ok(changes) => changes,
        Err(refusal) => return Err(with_nearest(platform, who, id, time, refusal).await),
    };
    let row = changes.into_iter().find_map(|change| change.new).ok_or_else(Refusal::internal)?;
    let expires_at = row.expires.ok_or_else(Refusal::internal)?;
    Ok(HoldView { hold_id, expires_at, price: row.price.unwrap_or_default() })
}

struct Release {
    user_id: UserId,
    hold_id: OccupationId,
    at: Window,
}

impl Request for Release {
    fn window(&self) -> Window {
        self.at
    }

    fn facts(&self) -> BoxFuture<'_, Result<Judge>> {
        let (user_id, hold_id) = (self.user_id, self.hold_id);
        Box::pin(std::future::ready(Ok(Box::new(move |view: &View| {
            let row = view.row(hold_id).filter(|row| row.status == OccupationStatus::Hold);
            let gone = storage::bookings::hold_key(user_id, hold_id).delete();
            let changes = row.cloned().map(Change::delete).into_iter().collect();
            Ok(Decided { changes, then: vec![gone], ..Decided::default() })
        }) as Judge)))
    }
}

/// Gives a hold back; one that is gone already is no error.
pub async fn release(platform: &Platform, who: &Who, hold_id: OccupationId) -> Result<()> {
    let holds = Bookings::of(&platform.storage).holds(who.user_id).await?;
    let Some(hold) = holds.into_iter().find(|hold| hold.hold_id == hold_id) else { return Ok(()) };
    forget_hold(platform, &hold).await
}

/// Takes a hold out of its space; may be repeated.
pub(super) async fn forget_hold(platform: &Platform, hold: &PersonHold) -> Result<()> {
    let at = Window { from: hold.starts.0, to: hold.ends.0 };
    let request = Release { user_id: hold.user_id, hold_id: hold.hold_id, at };
    occupancy::decide(platform, hold.space_id, request).await.map(drop)
}

struct Book {
    platform: Platform,
    who: Who,
    draft: BookingDraft,
    /// For whom.
    user_id: UserId,
    time: Interval,
    id: OccupationId,
    hold: Option<PersonHold>,
}

impl Book {
    /// The occupied row of the hold or offer that becomes a booking. 409 HOLD_EXPIRED: it is another's, or for another
    /// time.
    fn held<'a>(&self, view: &'a View) -> Option<&'a Occupation> {
        let row = view.row(self.hold.as_ref()?.hold_id)?;
        let is_same = (row.starts.0, row.ends.0, row.bookable_id)
            == (self.time.start, self.time.end, self.draft.id_bookable);
        (is_same && row.user_id == self.who.user_id).then_some(row)
    }

    fn judged(&self, view: &View, facts: &Facts, price: Price, others: &quotas::Counted) -> Result<Decided> {
        let (time, settings) = (self.time, &facts.bookable.settings.0);
        rights::book(&facts.bookable, facts.relation)?;
        let held = self.held(view);
        // A hold was judged when it was made; only its notice has passed since.
        if held.is_none() {
            slots::judge(time, &facts.times(), view.now)?;
        }
        let without: Vec<OccupationId> = held.map(|row| row.occupation_id).into_iter().collect();
        let conflicts = view.conflicts_with_waitlist(&taken(&facts.bookable, time), &without);
        if !conflicts.is_empty() {
            return Err(if self.draft.hold_id.is_some() { hold_expired() } else { overlap(&conflicts) });
        }
        let price = match (&self.hold, held) {
            (Some(hold), Some(row)) if row.is_live(view.now) => hold.price.0.clone(),
            _ => price,
        };
        if self.draft.expected_price.is_some_and(|expected| expected != price.price) {
            let message = "Priset har ändrats. Kontrollera det nya priset och boka igen.";
            return Err(Refusal::conflict("PRICE_CHANGED", message).with("price", price.price));
        }
        others.judge(facts, time, None)?;
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
        then.extend(due_job(&self.platform, &booking)?);
        let changes = held.cloned().map(Change::delete).into_iter().chain([Change::insert(row)]).collect();
        Ok(Decided { changes, then, ..Decided::default() })
    }
}

/// How the space holds a booking with a status.
fn occupied_as(status: Status) -> OccupationStatus {
    match status {
        Status::Pending => OccupationStatus::Pending,
        Status::CheckedIn => OccupationStatus::CheckedIn,
        _ => OccupationStatus::Booked,
    }
}

/// 422 (`participants`): more than allowed.
fn participants(given: Option<i64>, most: i64) -> Result<Option<i64>> {
    if most > 0 && given.is_some_and(|given| given > most) {
        return Err(Refusal::field("participants", "TOO_MANY", format!("Högst {most} deltagare.")));
    }
    Ok(given)
}

/// The job that carries out what happens to a booking by itself.
fn due_job(platform: &Platform, booking: &Booking) -> Result<Option<storage::engine::Write>> {
    let Some((at, _)) = state::due(&of_record(booking)) else { return Ok(None) };
    Ok(Some(jobs::job(platform, DUE.name, at, &booking.booking_id)?.insert()))
}

impl Request for Book {
    fn window(&self) -> Window {
        window(self.time)
    }

    fn facts(&self) -> BoxFuture<'_, Result<Judge>> {
        Box::pin(async {
            let platform = &self.platform;
            let facts = Facts::load(platform, self.draft.id_bookable, self.who.user_id, self.time).await?;
            let customer = facts::customer(platform, self.draft.id_entity, self.who.user_id).await?;
            let holder = (self.user_id, self.draft.id_entity);
            let others = quotas::Counted::load(platform, &facts, holder, self.time, None).await?;
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

/// For whom it is booked. 403 ROLE_TOO_LOW: only managers book for somebody else; 422 (`idUser`): there is no such.
async fn booker(platform: &Platform, who: &Who, draft: &BookingDraft, manages: bool) -> Result<UserId> {
    let Some(user_id) = draft.id_user.filter(|user_id| *user_id != who.user_id) else {
        return Ok(who.user_id);
    };
    if !manages {
        rights::manage(None)?;
    }
    let known = platform.people.get(user_id).await?;
    known.map(|_| user_id).ok_or_else(|| Refusal::field("idUser", "UNKNOWN", "Personen finns inte."))
}

/// Books. 403 MAY_NOT_BOOK, NOT_MEMBER, ROLE_TOO_LOW; 404; 409 HOLD_EXPIRED, OVERLAP, PRICE_CHANGED, QUOTA, UNAVAILABLE; 422
/// CLOSED, HORIZON, LENGTH, NOTICE, NOT_ALIGNED, PAST.
pub async fn book(platform: &Platform, who: &Who, draft: BookingDraft) -> Result<BookingView> {
    let time = bounded(draft.start, draft.end)?;
    let (bookable, abilities) = seen(platform, who, draft.id_bookable).await?;
    let user_id = booker(platform, who, &draft, super::times::is_managed(&abilities)).await?;
    let hold = match draft.hold_id {
        None => None,
        Some(id) => {
            let holds = Bookings::of(&platform.storage).holds(who.user_id).await?;
            Some(holds.into_iter().find(|hold| hold.hold_id == id).ok_or_else(hold_expired)?)
        }
    };
    let id = OccupationId(platform.ids.next(now())?);
    let bookable_id = draft.id_bookable;
    let request = Book { platform: platform.clone(), who: who.clone(), draft, user_id, time, id, hold };
    match occupancy::decide(platform, bookable.space_id, request).await {
        Ok(_) => view_of(platform, who, id).await,
        Err(refusal) => Err(with_nearest(platform, who, bookable_id, time, refusal).await),
    }
}

/// What changes a booking that exists.
#[derive(Clone, Copy)]
enum Step {
    Act(Act),
    Move(Interval, i64),
    /// What happens by itself.
    Due,
}

struct Changing {
    platform: Platform,
    /// None: by nobody.
    who: Option<Who>,
    booking_id: OccupationId,
    step: Step,
    reason: String,
    window: Window,
}

/// The row of a booking after it got a status: shorter once it has ended, none where nothing of it is left.
fn remaining(row: Option<&Occupation>, status: Status, time: Interval, ended: Option<i64>) -> Vec<Change> {
    let Some(row) = row else { return Vec::new() };
    let Some(left) = state::blocked(status, time, ended) else { return vec![Change::delete(row.clone())] };
    let new = Occupation {
        status: occupied_as(status),
        ends: Moment(left.end),
        expires: if status == Status::Pending { row.expires } else { None },
        revision: row.revision + 1,
        ..row.clone()
    };
    vec![Change { old: Some(row.clone()), new: Some(new) }]
}

impl Changing {
    /// A booking with another status.
    fn with_status(&self, view: &View, facts: &Facts, old: &Booking, status: Status) -> Result<Decided> {
        let time = time_of_booking(old);
        let (terms, price) = (old.cancellation.0.as_ref(), old.price.0.price);
        let fee = match status {
            Status::Cancelled if self.is_booker(old) => {
                let when = (time.start, view.now);
                cancel::cancelled(terms, price, when, &facts.zone, facts.is_red_day()).fee
            }
            // Whoever lets, and takes back, takes nothing.
            Status::Cancelled | Status::Declined => 0,
            Status::NoShow => cancel::no_show(terms, price).fee,
            _ => old.fee,
        };
        let is_ended = matches!(status, Status::Completed | Status::NoShow);
        let expired = matches!(self.step, Step::Due) && status == Status::Declined;
        let reason = if expired { "EXPIRED".to_owned() } else { prose("reason", &self.reason)? };
        let new = Booking {
            status: status.number(),
            fee,
            ended: is_ended.then_some(Moment(view.now)).or(old.ended),
            reason: Some(reason).filter(|reason| !reason.is_empty()).or_else(|| old.reason.clone()),
            version: old.version + 1,
            changed: Moment(view.now),
            ..old.clone()
        };
        let ended = new.ended.map(|ended| ended.0);
        let changes = remaining(view.row(self.booking_id), status, time, ended);
        let mut then = new.writes(Some(old));
        then.extend(due_job(&self.platform, &new)?);
        Ok(Decided { changes, then, ..Decided::default() })
    }

    /// A booking at another time of its space.
    fn moved(&self, view: &View, facts: &Facts, old: &Booking, time: Interval) -> Result<Decided> {
        let row = view.row(self.booking_id).ok_or_else(Refusal::moved_on)?;
        slots::judge(time, &facts.times(), view.now)?;
        let wanted = taken(&facts.bookable, time);
        let conflicts = view.conflicts_with_waitlist(&wanted, &[self.booking_id]);
        if !conflicts.is_empty() {
            return Err(overlap(&conflicts));
        }
        let settings = &facts.bookable.settings.0;
        let manages = rights::manages(facts.relation);
        let waits = settings.requires_approval && !manages;
        let status =
            if waits { Status::Pending } else { Status::from_number(old.status).unwrap_or(Status::Booked) };
        let price = facts.price(time, None);
        let new = Booking {
            status: status.number(),
            starts: Moment(time.start),
            ends: Moment(time.end),
            fee: price.price,
            price: Json(price),
            version: old.version + 1,
            changed: Moment(view.now),
            ..old.clone()
        };
        let moved = Occupation {
            revision: row.revision + 1,
            ..occupation(facts, self.booking_id, old.user_id, time, occupied_as(status))
        };
        let mut then = new.writes(Some(old));
        then.extend(due_job(&self.platform, &new)?);
        let changes = vec![Change { old: Some(row.clone()), new: Some(moved) }];
        Ok(Decided { changes, then, ..Decided::default() })
    }

    fn is_booker(&self, booking: &Booking) -> bool {
        self.who.as_ref().is_some_and(|who| who.user_id == booking.user_id)
    }

    /// Refuses whoever may not take this step. 404: they may not see the booking; 403 ROLE_TOO_LOW.
    fn permitted(&self, facts: &Facts, booking: &Booking) -> Result<()> {
        if self.who.is_none() || rights::manages(facts.relation) {
            return Ok(());
        }
        let check_in = facts.bookable.settings.0.enable_check_in;
        match self.step {
            _ if !self.is_booker(booking) => Err(super::reading::no_booking(self.booking_id)),
            Step::Act(act) if !rights::is_for_booker(act, check_in) => rights::manage(None),
            _ => Ok(()),
        }
    }

    fn judged(
        &self,
        view: &View,
        facts: &Facts,
        booking: &Booking,
        others: Option<&quotas::Counted>,
    ) -> Result<Decided> {
        self.permitted(facts, booking)?;
        let stands = of_record(booking);
        match self.step {
            Step::Act(act) => {
                let status = state::act(&stands, act, view.now)?;
                self.with_status(view, facts, booking, status)
            }
            Step::Move(time, version) => {
                state::movable(&stands, view.now)?;
                ensure_applied(booking.version == version)?;
                if let Some(others) = others {
                    others.judge(facts, time, Some(time_of_booking(booking)))?;
                }
                self.moved(view, facts, booking, time)
            }
            Step::Due => match state::due(&stands).filter(|(at, _)| *at <= view.now) {
                Some((_, status)) => self.with_status(view, facts, booking, status),
                None => Ok(Decided::default()),
            },
        }
    }
}

impl Request for Changing {
    fn window(&self) -> Window {
        self.window
    }

    fn facts(&self) -> BoxFuture<'_, Result<Judge>> {
        Box::pin(async {
            let platform = &self.platform;
            let booking = existing_booking(platform, self.booking_id).await?;
            let who = self.who.as_ref().map_or(booking.user_id, |who| who.user_id);
            let around = match self.step {
                Step::Move(time, _) => time,
                _ => time_of_booking(&booking),
            };
            let facts = Facts::load(platform, booking.bookable_id, who, around).await?;
            let others = match self.step {
                Step::Move(time, _) => {
                    let holder = (booking.user_id, booking.customer_id);
                    let own = Some(booking.booking_id);
                    Some(quotas::Counted::load(platform, &facts, holder, time, own).await?)
                }
                _ => None,
            };
            let request = Self {
                platform: platform.clone(),
                who: self.who.clone(),
                reason: self.reason.clone(),
                ..*self
            };
            Ok(Box::new(move |view: &View| request.judged(view, &facts, &booking, others.as_ref())) as Judge)
        })
    }
}

/// Carries out a step of a booking.
async fn step(
    platform: &Platform,
    who: Option<&Who>,
    booking: &Booking,
    step: Step,
    reason: String,
) -> Result<()> {
    let own = window(time_of_booking(booking));
    let at = match step {
        Step::Move(time, _) => own.with(window(time)),
        _ => own,
    };
    let request = Changing {
        platform: platform.clone(),
        who: who.cloned(),
        booking_id: booking.booking_id,
        step,
        reason,
        window: at,
    };
    occupancy::decide(platform, booking.space_id, request).await.map(drop)
}

/// Refuses people who may not see a booking, before anything of its bookable is told. 404.
async fn visible(platform: &Platform, who: &Who, id: OccupationId) -> Result<Booking> {
    let booking = existing_booking(platform, id).await?;
    let relation = relation(platform, booking.entity_id, who.user_id).await?;
    if booking.user_id != who.user_id && !rights::manages(relation) {
        return Err(super::reading::no_booking(id));
    }
    Ok(booking)
}

/// Confirms, declines, cancels, checks in or out, or notes that nobody came. 403 ROLE_TOO_LOW; 404; 409 NOT_ACTIVE,
/// WRONG_STATUS.
pub async fn act(
    platform: &Platform,
    who: &Who,
    id: OccupationId,
    act: Act,
    reason: String,
) -> Result<BookingView> {
    let booking = visible(platform, who, id).await?;
    step(platform, Some(who), &booking, Step::Act(act), reason).await?;
    view_of(platform, who, id).await
}

/// Moves a booking to another time of its bookable in one step. 403; 404; 409 MOVED_ON, NOT_ACTIVE, OVERLAP, QUOTA; 422 as
/// for a booking.
pub async fn change(
    platform: &Platform,
    who: &Who,
    id: OccupationId,
    draft: MoveDraft,
) -> Result<BookingView> {
    let time = bounded(draft.start, draft.end)?;
    let booking = visible(platform, who, id).await?;
    not_barred(platform, booking.entity_id, who.user_id).await?;
    let moved = step(platform, Some(who), &booking, Step::Move(time, draft.version), String::new()).await;
    if let Err(refusal) = moved {
        return Err(with_nearest(platform, who, booking.bookable_id, time, refusal).await);
    }
    view_of(platform, who, id).await
}

/// Carries out what has happened to a booking by itself; may be repeated.
pub(super) async fn due(platform: &Platform, id: OccupationId) -> Result<()> {
    match Bookings::of(&platform.storage).booking(id).await? {
        Some(booking) => step(platform, None, &booking, Step::Due, String::new()).await,
        None => Ok(()),
    }
}

/// Takes a booking out of its space, for the erasure of its person; may be repeated.
pub(super) async fn forget(platform: &Platform, booking: &Booking) -> Result<()> {
    let at = window(time_of_booking(booking));
    occupancy::decide(platform, booking.space_id, Forget { id: booking.booking_id, at }).await?;
    Ok(Bookings::of(&platform.storage).forget(booking).await?)
}

struct Forget {
    id: OccupationId,
    at: Window,
}

impl Request for Forget {
    fn window(&self) -> Window {
        self.at
    }

    fn facts(&self) -> BoxFuture<'_, Result<Judge>> {
        let id = self.id;
        Box::pin(std::future::ready(Ok(Box::new(move |view: &View| {
            let changes = view.row(id).cloned().map(Change::delete).into_iter().collect();
            Ok(Decided { changes, ..Decided::default() })
        }) as Judge)))
    }
}
