//! Deciding, cancelling, moving, checking in and out, of a booking or of those of its series. Contract §8.2.

use std::sync::Arc;

use futures_util::try_join;
use storage::RelationType;
use storage::bookings::{Bookable, Booking, Bookings};
use storage::occupancy::{BookableId, OccupationId, Window};

use super::changing::{Changing, Move, Step};
use super::claims::{self, Asking};
use super::facts::zone;
use super::occupying::{bounded, window, with_nearest};
use super::quotas::{Booker, Wanted};
use super::reading::{view_knowing, view_of, visible, visible_to};
use super::rules::series::{self, Scope};
use super::rules::state::{self, Act};
use super::view::{BookingView, MoveDraft, ReasonDraft};
use super::{of_record, relocating, rights, time_of_booking};
use crate::Platform;
use crate::accounts::Who;
use crate::entities::not_barred;
use crate::occupancy;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

/// The request for a step of bookings of one space, the named one first.
fn changing(
    platform: &Platform,
    who: Option<&Who>,
    bookings: &[Booking],
    step: Step,
    reason: String,
) -> Result<Changing> {
    let zone = zone()?;
    let reach = |booking: &Booking| {
        let time = time_of_booking(booking);
        match step {
            Step::Move(step) => window(time).with(window(series::shifted(time, (step.from, step.to), &zone))),
            _ => window(time),
        }
    };
    let window = bookings.iter().map(reach).reduce(Window::with).ok_or_else(Refusal::internal)?;
    let ids = bookings.iter().map(|one| one.booking_id).collect();
    let (platform, who) = (platform.clone(), who.cloned());
    Ok(Changing { platform, who, ids, step, reason, window, relation: None, claimed: None, far: None })
}

/// Carries out a step of bookings of one space, the named one first; not a move.
pub(super) async fn step(
    platform: &Platform,
    who: Option<&Who>,
    bookings: &[Booking],
    step: Step,
    reason: String,
) -> Result<()> {
    let named = bookings.first().ok_or_else(Refusal::internal)?;
    let request = changing(platform, who, bookings, step, reason)?;
    occupancy::decide(platform, named.space_id, request).await.map(drop)
}

/// Moves bookings of one space to a bookable of the same organisation, the named one first, within what quotas allow.
/// `relation`: what whoever moves them is to the organisation.
pub(super) async fn shift(
    platform: &Platform,
    (who, relation): (&Who, Option<RelationType>),
    bookings: &[Booking],
    step: Move,
    to: &Bookable,
) -> Result<()> {
    let named = bookings.first().ok_or_else(Refusal::internal)?;
    let (zone, at, from) = (zone()?, now(), named.space_id);
    let far = from != to.space_id;
    let wanted = |one: &Booking| {
        let time = time_of_booking(one);
        let to = series::shifted(time, (step.from, step.to), &zone);
        Wanted { id: one.booking_id, time: to, old: Some((one.bookable_id, time)) }
    };
    let movable = bookings.iter().filter(|one| state::movable(&of_record(one), at).is_ok());
    let (user_id, customer_id) = (named.user_id, named.customer_id);
    let asking = Asking {
        bookable: Arc::new(to.clone()),
        booker: Booker { user_id, customer_id, relation },
        wanted: movable.map(wanted).collect(),
        far,
    };
    let request = changing(platform, Some(who), bookings, Step::Move(step), String::new())?;
    let request = Changing { relation, ..request };
    let (own, to) = (platform.clone(), to.clone());
    claims::within(platform, asking, async move |claimed| {
        let request = Changing { claimed, ..request.clone() };
        if far {
            return relocating::relocate(&own, request, &to, from).await;
        }
        occupancy::decide(&own, from, request).await.map(drop)
    })
    .await
}

/// The bookings of a scope, the named one first: of its series those with the same bookable. One that was moved to
/// another bookable by itself does not follow its series any more, and keeps bookable and time, whatever becomes of the
/// others; one that was moved in time alone still follows, by as much as the named one moves.
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

/// The bookable that a booking moves to. 404: its own is gone; 422 (`idBookable`): it is not one of the organisation's.
async fn destination(platform: &Platform, booking: &Booking, id: Option<BookableId>) -> Result<Bookable> {
    let id = id.unwrap_or(booking.bookable_id);
    let found = Bookings::of(&platform.storage).bookable(id).await?;
    if let Some(bookable) = found.filter(|one| one.entity_id == booking.entity_id) {
        return Ok(bookable);
    }
    if id == booking.bookable_id {
        return Err(rights::absent());
    }
    let message = "Bokningen kan bara flyttas till något annat hos samma organisation.";
    Err(Refusal::field("idBookable", "UNKNOWN", message))
}

/// Moves a booking to another time or another bookable of its organisation in one step, and those of its series with it:
/// all or none. 403; 404; 409 MOVED_ON, NOT_ACTIVE, OVERLAP, QUOTA, UNAVAILABLE, of a series with all that clashes
/// (`conflicts`); 422 as for a booking.
pub async fn change(
    platform: &Platform,
    who: &Who,
    id: OccupationId,
    draft: MoveDraft,
) -> Result<BookingView> {
    let to = bounded(draft.start, draft.end)?;
    let (booking, relation) = visible_to(platform, who.user_id, id).await?;
    let barred = not_barred(platform, booking.entity_id, who.user_id);
    let ((), bookable) = try_join!(barred, destination(platform, &booking, draft.id_bookable))?;
    let (from, bookable_id) = (time_of_booking(&booking), bookable.bookable_id);
    let bookings = scoped(platform, booking, draft.scope).await?;
    let moving = Move { from, to, bookable_id, version: draft.version, expected_price: None };
    match shift(platform, (who, relation), &bookings, moving, &bookable).await {
        Ok(()) => view_knowing(platform, who, id, (bookable, relation)).await,
        Err(refusal) if bookings.len() > 1 => Err(refusal),
        Err(refusal) => Err(with_nearest(platform, who, bookable_id, to, refusal).await),
    }
}

/// Carries out what has happened to a booking by itself; may be repeated.
pub(super) async fn due(platform: &Platform, id: OccupationId) -> Result<()> {
    match Bookings::of(&platform.storage).booking(id).await? {
        Some(booking) => step(platform, None, &[booking], Step::Due, String::new()).await,
        None => Ok(()),
    }
}
