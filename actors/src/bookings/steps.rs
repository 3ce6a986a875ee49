//! Deciding, cancelling, moving, checking in and out, of a booking or of those of its series. Contract §8.2.

use storage::bookings::{Booking, Bookings};
use storage::occupancy::{BookableId, OccupationId, Window};

use super::changing::{Changing, Move, Step};
use super::facts::zone;
use super::occupying::{bounded, window, with_nearest};
use super::reading::{view_of, visible};
use super::rules::series::{self, Scope};
use super::rules::state::Act;
use super::time_of_booking;
use super::view::{BookingView, MoveDraft, ReasonDraft};
use crate::Platform;
use crate::accounts::Who;
use crate::entities::not_barred;
use crate::occupancy;
use crate::platform::error::{Refusal, Result};

/// Carries out a step of bookings of one space, the named one first.
pub(super) async fn step(
    platform: &Platform,
    who: Option<&Who>,
    bookings: &[Booking],
    step: Step,
    reason: String,
) -> Result<()> {
    let named = bookings.first().ok_or_else(Refusal::internal)?;
    let zone = zone()?;
    let reach = |booking: &Booking| {
        let time = time_of_booking(booking);
        match step {
            Step::Move(step) => window(time).with(window(series::shifted(time, (step.from, step.to), &zone))),
            _ => window(time),
        }
    };
    let at = bookings.iter().map(reach).reduce(Window::with).ok_or_else(Refusal::internal)?;
    let request = Changing {
        platform: platform.clone(),
        who: who.cloned(),
        ids: bookings.iter().map(|one| one.booking_id).collect(),
        step,
        reason,
        window: at,
    };
    occupancy::decide(platform, named.space_id, request).await.map(drop)
}

/// The bookings of a scope, the named one first: of its series those with the same bookable.
async fn scoped(platform: &Platform, named: Booking, scope: Scope) -> Result<Vec<Booking>> {
    let mut found = Vec::new();
    if let Some(series_id) = named.series_id.filter(|_| scope != Scope::This) {
        found = Bookings::of(&platform.storage).of_series(series_id).await?;
    }
    let is_in = |one: &Booking| {
        one.booking_id != named.booking_id
            && (one.space_id, one.bookable_id) == (named.space_id, named.bookable_id)
            && (scope == Scope::All || one.starts > named.starts)
    };
    found.retain(is_in);
    Ok([named].into_iter().chain(found).collect())
}

/// Confirms, declines, cancels, checks in or out, or notes that nobody came. 403 ROLE_TOO_LOW; 404; 409 NOT_ACTIVE,
/// WRONG_STATUS. The scope is for cancelling and answering.
pub async fn act(
    platform: &Platform,
    who: &Who,
    id: OccupationId,
    act: Act,
    draft: ReasonDraft,
) -> Result<BookingView> {
    let booking = visible(platform, who.user_id, id).await?;
    // Nobody comes to several at once.
    let is_for_many = matches!(act, Act::Cancel | Act::Confirm | Act::Decline);
    let scope = if is_for_many { draft.scope } else { Scope::This };
    let bookings = scoped(platform, booking, scope).await?;
    step(platform, Some(who), &bookings, Step::Act(act), draft.reason).await?;
    view_of(platform, who, id).await
}

/// The bookable that a booking moves to. 422 (`idBookable`): it is not one of the same space.
async fn destination(platform: &Platform, booking: &Booking, id: Option<BookableId>) -> Result<BookableId> {
    let Some(id) = id.filter(|id| *id != booking.bookable_id) else { return Ok(booking.bookable_id) };
    let bookable = Bookings::of(&platform.storage).bookable(id).await?;
    let is_near = bookable.is_some_and(|bookable| bookable.space_id == booking.space_id);
    let message = "En bokning kan bara flyttas inom samma utrymme.";
    if is_near { Ok(id) } else { Err(Refusal::field("idBookable", "OTHER_SPACE", message)) }
}

/// Moves a booking to another time or another bookable of its space in one step, and those of its series with it. 403;
/// 404; 409 MOVED_ON, NOT_ACTIVE, OVERLAP, QUOTA, UNAVAILABLE; 422 as for a booking.
pub async fn change(
    platform: &Platform,
    who: &Who,
    id: OccupationId,
    draft: MoveDraft,
) -> Result<BookingView> {
    let to = bounded(draft.start, draft.end)?;
    let booking = visible(platform, who.user_id, id).await?;
    not_barred(platform, booking.entity_id, who.user_id).await?;
    let bookable_id = destination(platform, &booking, draft.id_bookable).await?;
    let from = time_of_booking(&booking);
    let bookings = scoped(platform, booking, draft.scope).await?;
    let moving = Step::Move(Move { from, to, bookable_id, version: draft.version, expected_price: None });
    if let Err(refusal) = step(platform, Some(who), &bookings, moving, String::new()).await {
        return Err(with_nearest(platform, who, bookable_id, to, refusal).await);
    }
    view_of(platform, who, id).await
}

/// Carries out what has happened to a booking by itself; may be repeated.
pub(super) async fn due(platform: &Platform, id: OccupationId) -> Result<()> {
    match Bookings::of(&platform.storage).booking(id).await? {
        Some(booking) => step(platform, None, &[booking], Step::Due, String::new()).await,
        None => Ok(()),
    }
}
