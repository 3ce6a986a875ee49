//! What a guest sees and does by their mailed link. Looking changes nothing.

use std::sync::Arc;

use futures_util::try_join;
use jiff::civil::Date;
use storage::bookings::{Booking, Bookings, GuestBooking, PersonHold};
use storage::time::Moment;

use super::booking::book_for_guest;
use super::changing::{Move, Step};
use super::facts::{Facts, terms_of_booking, zone};
use super::guests::{self, by_token};
use super::guests_billing::bills;
use super::holding::give_back;
use super::occupying::{bounded, with_nearest};
use super::public::{free_on, is_open};
use super::rules::state::{self, Act, Status};
use super::steps::{self, step};
use super::times::{Ignored, nearest};
use super::view::{GuestPage, GuestState, TimeView};
use super::{of_record, rights, time_of_booking};
use crate::Platform;
use crate::platform::error::{Refusal, Result};
use crate::platform::hours::{Interval, date_of};
use crate::platform::time::now;

/// Free times that are shown where the one that was asked for is gone.
const NEAREST: usize = 2;

/// What a guest does.
#[derive(Debug, Clone, Copy)]
pub enum GuestAct {
    /// At another time, where the one that they asked for is gone; for the price that they were shown, in öre.
    Confirm { to: Option<(Moment, Moment)>, price: i64 },
    /// A booking, or what is not confirmed yet.
    Cancel,
    Move {
        start: Moment,
        end: Moment,
        version: i64,
        /// That they were shown, in öre.
        price: i64,
    },
}

/// The hold of the time that a guest asked for; none: it is not held any more.
async fn held(platform: &Platform, guest: &GuestBooking) -> Result<Option<PersonHold>> {
    let holds = Bookings::of(&platform.storage).holds(guests::id_of(platform, &guest.email)).await?;
    Ok(holds.into_iter().find(|hold| hold.hold_id == guest.hold_id && now() < hold.expires.0))
}

/// The page of a mailed link, with the free times of a day. 404: the link is not valid.
pub async fn page(platform: &Platform, token: &str, day: Option<Date>) -> Result<GuestPage> {
    let (guest, booking) = by_token(platform, token).await?;
    let (at, zone) = (now(), zone()?);
    let (start, end) = booking.as_ref().map_or((guest.starts, guest.ends), |one| (one.starts, one.ends));
    let time = Interval::new(start.0, end.0);
    let user_id = guests::id_of(platform, &guest.email);
    let found = Bookings::of(&platform.storage).bookable(guest.bookable_id).await?;
    let Some(bookable) = found else { return Err(rights::absent()) };
    let facts = Facts::about(platform, bookable.clone(), user_id, time);
    let entity = async { Ok(platform.storage.entities.entity(bookable.entity_id).await?) };
    let (facts, entity) = try_join!(facts, entity)?;
    let stands = booking.as_ref().map(of_record);
    let hold = match &stands {
        Some(_) => None,
        None => held(platform, &guest).await?,
    };
    let state = match &stands {
        Some(stands) => GuestState::Booked(state::label(stands, at)),
        None => GuestState::Asked(hold.as_ref().map(|hold| hold.expires)),
    };
    let may_book = rights::book(&facts.bookable, None).is_ok();
    let confirms = booking.is_none() && may_book && at < start.0;
    let cancels = match &stands {
        Some(stands) => state::act(stands, Act::Cancel, at).is_ok(),
        None => true,
    };
    let moves = may_book && stands.as_ref().is_some_and(|stands| state::movable(stands, at).is_ok());
    let (is_free, nearest) = match state {
        GuestState::Asked(None) if confirms => others(platform, &guest, time).await?,
        _ => (true, Vec::new()),
    };
    let day = day.unwrap_or_else(|| date_of(&zone, start.0.max(at)));
    let mut free = Vec::new();
    if moves {
        let except = booking.as_ref().map(|one| one.booking_id);
        let ignored = Ignored { user_id, except, manages: false };
        free = free_on(platform, Arc::unwrap_or_clone(Arc::clone(&facts.bookable)), &ignored, day).await?.0;
    }
    let settings = &facts.bookable.settings.0;
    let (price, terms) = if let Some(booking) = &booking {
        (booking.price.0.price, terms_of_booking(platform, booking, &zone))
    } else {
        let frozen = hold.map(|hold| hold.price.0.price);
        (frozen.unwrap_or_else(|| facts.price(time, None).price), facts.terms(start.0))
    };
    let bills = bills(platform, booking.as_ref()).await?;
    Ok(GuestPage {
        state,
        name: guest.name,
        bookable_name: bookable.name.clone(),
        place: bookable.place.clone(),
        entity_name: entity.as_ref().map(|one| one.entity_name.clone()).unwrap_or_default(),
        entity_slug: entity.map(|one| one.entity_slug).unwrap_or_default(),
        slug: is_open(&bookable).then(|| bookable.slug.clone()),
        start,
        end,
        participants: guest.participants,
        note: guest.note,
        reason: booking.as_ref().and_then(|one| one.reason.clone()).filter(|one| one != super::EXPIRED),
        price,
        bills,
        terms,
        requires_approval: settings.requires_approval,
        is_free,
        nearest,
        confirms,
        cancels,
        moves,
        version: booking.map_or(0, |one| one.version),
        day,
        free,
    })
}

/// Whether a time that is not held any more is free, and the free ones that are nearest to it.
async fn others(platform: &Platform, guest: &GuestBooking, time: Interval) -> Result<(bool, Vec<TimeView>)> {
    let who = guests::who(guests::id_of(platform, &guest.email));
    let mut found = nearest(platform, &who, guest.bookable_id, time, NEAREST + 1).await?;
    let asked = TimeView { start: guest.starts, end: guest.ends };
    if found.contains(&asked) {
        return Ok((true, Vec::new()));
    }
    found.truncate(NEAREST);
    Ok((false, found))
}

/// Confirms, cancels or moves by a mailed link. 404: it is not valid; refusals of a booking.
pub async fn act(platform: &Platform, token: &str, act: GuestAct) -> Result<()> {
    let (known, _) = by_token(platform, token).await?;
    // Pressed twice it is done once.
    let _turn = platform.turns.of(known.booking_id.0).await;
    let (guest, booking) = by_token(platform, token).await?;
    match (act, booking) {
        (GuestAct::Confirm { to, price }, None) => confirm(platform, &guest, to, price).await,
        (GuestAct::Move { start, end, price, .. }, None) => {
            confirm(platform, &guest, Some((start, end)), price).await
        }
        (GuestAct::Confirm { .. }, Some(booking)) => match state::current(&of_record(&booking), now()) {
            Status::Pending | Status::Booked | Status::CheckedIn => Ok(()),
            _ => Err(Refusal::conflict("NOT_ACTIVE", "Bokningen är inte aktiv längre.")),
        },
        (GuestAct::Cancel, None) => withdraw(platform, &guest).await,
        (GuestAct::Cancel, Some(booking)) => {
            let who = guests::who(booking.user_id);
            step(platform, Some(&who), &[booking], Step::Act(Act::Cancel), String::new()).await
        }
        (GuestAct::Move { start, end, version, price }, Some(booking)) => {
            shift(platform, booking, bounded(start, end)?, version, price).await
        }
    }
}

async fn confirm(
    platform: &Platform,
    guest: &GuestBooking,
    to: Option<(Moment, Moment)>,
    price: i64,
) -> Result<()> {
    let (start, end) = to.unwrap_or((guest.starts, guest.ends));
    book_for_guest(platform, guest, bounded(start, end)?, price).await
}

/// Gives the held time back and forgets who asked for it.
async fn withdraw(platform: &Platform, guest: &GuestBooking) -> Result<()> {
    let holds = Bookings::of(&platform.storage).holds(guests::id_of(platform, &guest.email)).await?;
    if let Some(hold) = holds.iter().find(|hold| hold.hold_id == guest.hold_id) {
        give_back(platform, hold).await?;
    }
    Ok(Bookings::of(&platform.storage).erase_guest(guest, None).await?)
}

async fn shift(platform: &Platform, booking: Booking, to: Interval, version: i64, price: i64) -> Result<()> {
    let who = guests::who(booking.user_id);
    let (from, bookable_id) = (time_of_booking(&booking), booking.bookable_id);
    let moving = Move { from, to, bookable_id, version, expected_price: Some(price) };
    let bookable = Bookings::of(&platform.storage).bookable(bookable_id).await?.ok_or_else(rights::absent)?;
    match steps::shift(platform, (&who, None), &[booking], moving, &bookable).await {
        Ok(()) => Ok(()),
        Err(refusal) => Err(with_nearest(platform, &who, bookable_id, to, refusal).await),
    }
}
