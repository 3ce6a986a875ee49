//! People without an account who book. Contract §8.2, 'Guests'.
//!
//! A guest is known by their mail address: its keyed hash, a negative number, stands where the id of an account stands, so
//! that holds, quotas and bookings treat them like everybody else. Name and address lie in a row of their own, which is
//! erased a while after the booking. The mailed link holds a secret of which the hash is kept.

use std::collections::HashMap;
use std::time::Duration;

use futures_util::try_join;
use serde::{Deserialize, Serialize};
use storage::bookings::settings::PUBLIC;
use storage::bookings::{Bookable, Booking, Bookings, GuestBooking};
use storage::engine::Write;
use storage::ids::{SessionId, UserId};
use storage::occupancy::OccupationId;
use storage::record::Stored;

use super::rules::state::Status;
use crate::Platform;
use crate::accounts::Who;
use crate::accounts::secrets::token_hash;
use crate::calendar::when::in_words;
use crate::platform::error::{Refusal, Result};
use crate::platform::hash::hex;
use crate::platform::hours::DAY_MS;
use crate::platform::jobs::{self, Class, Failure, JobKind};
use crate::platform::mail;
use crate::platform::money::kronor;
use crate::platform::text::in_mail;
use crate::platform::time::{ZONE, now};

/// How long guests are known after the end of their booking, and their link is valid.
const KEPT_MS: i64 = 30 * DAY_MS;
/// How long somebody is known who never confirmed; anybody could have written their address.
const UNCONFIRMED_MS: i64 = DAY_MS;
/// What the numbers of guests are made for.
const IDS: &str = "guest";
/// What the secrets of links are made for.
const LINKS: &str = "guest-booking";

/// Whether this is a guest's number and no account's.
pub(super) fn is_guest(user_id: UserId) -> bool {
    user_id.0 < 0
}

/// The number of whoever has a mail address.
pub(super) fn id_of(platform: &Platform, email: &str) -> UserId {
    let mark = platform.secrets.mark(IDS, email.as_bytes());
    let number = mark.iter().take(7).fold(0_i64, |number, byte| number << 8 | i64::from(*byte)) >> 4;
    UserId(-1 - number)
}

/// A guest as a caller.
pub(super) fn who(user_id: UserId) -> Who {
    Who { user_id, session_id: SessionId(0), expires: 0, scopes: None }
}

/// A bookable as guests may book it: `guests` decides in the place of `whoMayBook`.
pub(super) fn for_guests(mut bookable: Bookable) -> Bookable {
    let settings = &mut bookable.settings.0;
    settings.who_may_book = if settings.guests { vec![PUBLIC.to_owned()] } else { Vec::new() };
    bookable
}

/// How a guest is called in lists; none: they are erased.
pub(super) fn called(guest: Option<&GuestBooking>) -> String {
    guest.map_or_else(|| "Gäst".to_owned(), |guest| format!("Gäst: {}", guest.name))
}

/// The guests among those who booked.
pub(super) async fn of_all(
    platform: &Platform,
    all: &[Booking],
) -> Result<HashMap<OccupationId, GuestBooking>> {
    let ids: Vec<OccupationId> =
        all.iter().filter(|one| is_guest(one.user_id)).map(|one| one.booking_id).collect();
    by_booking(platform, &ids).await
}

/// Some guests, by their bookings.
pub(super) async fn by_booking(
    platform: &Platform,
    ids: &[OccupationId],
) -> Result<HashMap<OccupationId, GuestBooking>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let found = Bookings::of(&platform.storage).guests(ids).await?;
    Ok(found.into_iter().map(|guest| (guest.booking_id, guest)).collect())
}

/// The secret of the link of a booking that was asked for at a moment: made anew for each mail, never stored.
pub(super) fn secret(platform: &Platform, id: OccupationId, asked: i64) -> String {
    hex(&platform.secrets.mark(LINKS, format!("{id} {asked}").as_bytes()))
}

/// The address of a guest's page.
pub(super) fn link(platform: &Platform, guest: &GuestBooking) -> String {
    let secret = secret(platform, guest.booking_id, guest.created.0);
    format!("{}/boka/{}-{secret}", platform.settings.public_url, guest.booking_id)
}

/// When a guest is erased: a while after the end of their booking, or of asking for one that they did not confirm.
fn erased_at(guest: &GuestBooking, booking: Option<&Booking>) -> i64 {
    booking.map_or(guest.created.0 + UNCONFIRMED_MS, |booking| booking.ends.0 + KEPT_MS)
}

/// 404: no link is valid that is like this.
pub(super) fn no_link() -> Refusal {
    Refusal::not_found("Länken gäller inte.")
}

/// The guest whose link it is, and their booking once it is confirmed. 404: it is none, or not valid any more.
pub(super) async fn by_token(platform: &Platform, token: &str) -> Result<(GuestBooking, Option<Booking>)> {
    let (id, secret) = token.split_once('-').ok_or_else(no_link)?;
    let id = OccupationId(id.parse().map_err(|_| no_link())?);
    let bookings = Bookings::of(&platform.storage);
    let (guest, booking) = try_join!(bookings.guest(id), bookings.booking(id))?;
    let guest = guest.filter(|guest| guest.token_hash == token_hash(secret)).ok_or_else(no_link)?;
    if erased_at(&guest, booking.as_ref()) <= now() {
        return Err(no_link());
    }
    Ok((guest, booking))
}

/// What a guest is told of their booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum News {
    Asked,
    Confirmed,
    Declined,
    Cancelled,
    Moved,
    Soon,
}

/// Mails a guest what has become of their booking.
pub(super) const TELL: JobKind = JobKind {
    name: "booking-guest-mail",
    class: Class::OnTime,
    share: jobs::of_subject,
    within: Duration::from_secs(30),
    work: |platform, job| {
        Box::pin(async move {
            let (id, news): (OccupationId, News) = serde_json::from_str(&job.payload)?;
            match Bookings::of(&platform.storage).booking(id).await? {
                Some(booking) => Ok(mail(&platform, &booking, news).await?),
                None => Ok(()),
            }
        })
    },
};

/// What is new in a changed booking for whoever booked; none: nothing that they need to know.
fn news(old: Option<&Booking>, new: &Booking) -> Option<News> {
    let place = |one: &Booking| (one.bookable_id, one.starts, one.ends);
    if old.is_some_and(|old| place(old) != place(new)) {
        return Some(News::Moved);
    }
    if old.is_some_and(|old| old.status == new.status) {
        return None;
    }
    match Status::from_number(new.status)? {
        Status::Pending => Some(News::Asked),
        Status::Booked => Some(News::Confirmed),
        Status::Declined => Some(News::Declined),
        Status::Cancelled => Some(News::Cancelled),
        Status::CheckedIn | Status::Completed | Status::NoShow => None,
    }
}

/// The job that tells a guest of their new or changed booking; none: it is nobody's who is told by mail.
pub(super) fn telling(platform: &Platform, old: Option<&Booking>, new: &Booking) -> Result<Option<Write>> {
    let Some(news) = news(old, new).filter(|_| is_guest(new.user_id)) else { return Ok(None) };
    Ok(Some(jobs::job(platform, TELL.name, now(), &(new.booking_id, news))?.insert()))
}

/// Reminds a guest of their booking.
pub(super) async fn remind(platform: &Platform, booking: &Booking) -> Result<()> {
    mail(platform, booking, News::Soon).await
}

async fn mail(platform: &Platform, booking: &Booking, news: News) -> Result<()> {
    let bookings = Bookings::of(&platform.storage);
    let (guest, bookable) =
        try_join!(bookings.guest(booking.booking_id), bookings.bookable(booking.bookable_id))?;
    let Some(guest) = guest else { return Ok(()) };
    let what = bookable.map_or_else(|| "Det du bokade".to_owned(), |bookable| in_mail(&bookable.name));
    let when = in_words(booking.starts, ZONE);
    let waits = booking.status == Status::Pending.number();
    let (subject, said) = match news {
        News::Asked => {
            ("Din bokning väntar på svar", "Din bokning väntar på svar. Du får ett mejl när den är besvarad.")
        }
        News::Confirmed => ("Din bokning är klar", "Din bokning är klar."),
        News::Declined => ("Din bokning kunde inte godkännas", "Din bokning kunde inte godkännas."),
        News::Cancelled => ("Din bokning är avbokad", "Din bokning är avbokad."),
        News::Moved if waits => ("Din bokning är flyttad", "Din bokning är flyttad och väntar på svar."),
        News::Moved => ("Din bokning är flyttad", "Din bokning är flyttad."),
        News::Soon => ("Påminnelse om din bokning", "Din bokning börjar snart."),
    };
    let reason = booking.reason.as_deref().filter(|reason| *reason != super::EXPIRED).map(in_mail);
    let reason = reason.map_or_else(String::new, |reason| format!("\n\n{reason}"));
    let price = match (news, booking.price.0.price) {
        (News::Confirmed | News::Moved | News::Asked, price) if price > 0 => format!("\n{}", kronor(price)),
        _ => String::new(),
    };
    let text = format!(
        "Hej {name}!\n\n{said}\n\n{what}\n{when}{price}{reason}\n\nSe bokningen, flytta eller avboka:\n\n{link}\n",
        name = in_mail(&guest.name),
        link = link(platform, &guest),
    );
    mail::send(platform, &guest.email, subject, text).await
}

/// Erases a guest when it is time.
pub(super) const ERASE: JobKind = JobKind {
    name: "booking-guest-erasure",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(30),
    work: |platform, job| {
        Box::pin(async move { erase(&platform, serde_json::from_str(&job.payload)?).await })
    },
};

/// The job that erases whoever asks for a booking.
pub(super) fn erasing(platform: &Platform, guest: &GuestBooking) -> Result<Write> {
    let due = erased_at(guest, None);
    Ok(jobs::job(platform, ERASE.name, due, &guest.booking_id)?.insert())
}

async fn erase(platform: &Platform, id: OccupationId) -> Result<(), Failure> {
    let bookings = Bookings::of(&platform.storage);
    let (guest, booking) = try_join!(bookings.guest(id), bookings.booking(id))?;
    let Some(guest) = guest else { return Ok(()) };
    let due = erased_at(&guest, booking.as_ref());
    if now() < due {
        return Err(Failure::NotYet(due));
    }
    Ok(bookings.erase_guest(&guest, booking.as_ref()).await?)
}

#[cfg(test)]
#[path = "guests_tests.rs"]
mod tests;
