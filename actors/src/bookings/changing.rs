//! Deciding, cancelling, moving, checking in and out: what becomes of a booking. Contract §8.2.

use futures_util::future::BoxFuture;
use storage::bookings::{Booking, Bookings};
use storage::entities::Entity;
use storage::notifications::Notification;
use storage::occupancy::{Change, Occupation, OccupationId, Window};
use storage::value::Json;

use super::bells;
use super::facts::Facts;
use super::occupying::{bounded, due_job, occupation, occupied_as, overlap, window, with_nearest};
use super::reading::{existing_booking, no_booking, view_of, visible};
use super::rights;
use super::rules::state::{self, Act, Status};
use super::rules::{cancel, slots};
use super::view::{BookingView, MoveDraft};
use super::{EXPIRED, of_record, quotas, taken, time_of_booking, waitlist};
use crate::Platform;
use crate::accounts::Who;
use crate::entities::not_barred;
use crate::occupancy::rules::View;
use crate::occupancy::{self, Decided, Judge, Request};
use crate::platform::error::{Refusal, Result, ensure_applied};
use crate::platform::hours::Interval;
use crate::platform::text::prose;
use crate::platform::time::Moment;

/// What changes a booking that exists.
#[derive(Clone, Copy)]
enum Step {
    Act(Act),
    Move(Interval, i64),
    /// What happens by itself.
    Due,
}

/// What a move is judged by besides.
struct Others {
    /// What counts for quotas.
    counted: quotas::Counted,
    /// The organisation that it is booked for.
    customer: Option<Entity>,
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
    vec![Change::update(row.clone(), new)]
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
        let reason = if expired { EXPIRED.to_owned() } else { prose("reason", &self.reason)? };
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
        then.extend(waitlist::offering(&self.platform, view, window(time_of_booking(old)))?);
        let notifications = self.notifications(old, &new, view.now)?;
        Ok(Decided { changes, then, notifications, alone: true })
    }

    /// A booking at another time of its space.
    fn moved(
        &self,
        view: &View,
        facts: &Facts,
        (old, time): (&Booking, Interval),
        others: Option<&Others>,
    ) -> Result<Decided> {
        let row = view.row(self.booking_id).ok_or_else(Refusal::moved_on)?;
        let manages = rights::manages(facts.relation);
        if !manages {
            rights::book(&facts.bookable, facts.relation)?;
        }
        slots::judge(time, &facts.times(), view.now)?;
        let wanted = taken(&facts.bookable, time);
        let conflicts = view.conflicts_with_waitlist(&wanted, &[self.booking_id]);
        if !conflicts.is_empty() {
            return Err(overlap(&conflicts));
        }
        let waits = facts.bookable.settings.0.requires_approval && !manages;
        let status =
            if waits { Status::Pending } else { Status::from_number(old.status).unwrap_or(Status::Booked) };
        let price = facts.price(time, others.and_then(|others| others.customer.as_ref()));
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
        let changes = vec![Change::update(row.clone(), moved)];
        then.extend(waitlist::offering(&self.platform, view, window(time_of_booking(old)))?);
        let notifications = self.notifications(old, &new, view.now)?;
        Ok(Decided { changes, then, notifications, alone: true })
    }

    fn notifications(&self, old: &Booking, new: &Booking, at: i64) -> Result<Vec<Notification>> {
        bells::of_change(&self.platform, (old, new), self.who.as_ref().map(|who| who.user_id), at)
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
            _ if !self.is_booker(booking) => Err(no_booking(self.booking_id)),
            Step::Act(act) if !rights::is_for_booker(act, check_in) => Err(rights::not_manager()),
            _ => Ok(()),
        }
    }

    fn judged(
        &self,
        view: &View,
        facts: &Facts,
        booking: &Booking,
        others: Option<&Others>,
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
                    others.counted.judge(facts, time, Some(time_of_booking(booking)))?;
                }
                self.moved(view, facts, (booking, time), others)
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
            let facts = match self.step {
                Step::Move(time, _) => Facts::load(platform, booking.bookable_id, who, time).await?,
                _ => Facts::of_booking(platform, &booking, who, time_of_booking(&booking)).await?,
            };
            let facts = facts.paid_by(platform, booking.user_id).await?;
            let others = match self.step {
                Step::Move(time, _) => {
                    let holder = (booking.user_id, booking.customer_id);
                    let own = Some(booking.booking_id);
                    let counted = quotas::Counted::load(platform, &facts, holder, time, own).await?;
                    let customer = match booking.customer_id {
                        Some(id) => platform.storage.entities.entity(id).await?,
                        None => None,
                    };
                    Some(Others { counted, customer })
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

/// Moves a booking to another time of its bookable in one step. 403; 404; 409 MOVED_ON, NOT_ACTIVE, OVERLAP, QUOTA,
/// UNAVAILABLE; 422 as for a booking.
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
