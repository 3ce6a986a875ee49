//! Asking for a booking without an account: its time is held, and a link is mailed by which it is confirmed.
//!
//! The answer tells nothing about whoever has the mail address: what depends on them (how much they hold or have booked)
//! is said in the mail, or when they confirm.

use storage::bookings::{Bookable, Bookings, GuestBooking};
use storage::occupancy::OccupationId;
use storage::record::Stored;
use storage::value::Json;

use super::booking::participants;
use super::facts::Asker;
use super::guests::{self, erasing, id_of, link, secret};
use super::holding::{TOO_MANY, Terms, hold_for};
use super::occupying::{bounded, with_nearest};
use super::rights::{HIDDEN, absent};
use super::view::GuestDraft;
use crate::Platform;
use crate::accounts::rules::email;
use crate::accounts::secrets::token_hash;
use crate::calendar::enrollment::rules::answers;
use crate::calendar::when::in_words;
use crate::platform::error::{Refusal, Result};
use crate::platform::hours::MINUTE_MS;
use crate::platform::mail;
use crate::platform::text::{display_name, in_mail, prose};
use crate::platform::time::{Moment, ZONE, now};

/// How long a time is held for a guest, in milliseconds.
const HOLD_MS: i64 = 15 * MINUTE_MS;
/// Times that are held for a guest at once.
const HOLDS: usize = 2;

/// A bookable that guests may book. 404: there is no such, or they may not; 422 REQUIRED.
async fn wanted(platform: &Platform, draft: &GuestDraft) -> Result<Bookable> {
    let bookings = Bookings::of(&platform.storage);
    let found = match (draft.id_bookable, &draft.slug) {
        (Some(id), _) => bookings.bookable(id).await?,
        (None, Some(slug)) => bookings.by_slug(slug).await?,
        (None, None) => return Err(Refusal::field("idBookable", "REQUIRED", "Fältet måste fyllas i.")),
    };
    let is_meant = |one: &Bookable| one.status != HIDDEN && one.settings.0.guests;
    found.filter(is_meant).ok_or_else(absent)
}

/// Holds a time for a guest, and mails them the link by which they confirm. The same answer whoever has the address. 404:
/// there is no such bookable for guests; 409 OVERLAP, UNAVAILABLE; 422 as for a booking; 429.
pub async fn ask(platform: &Platform, draft: GuestDraft, address: &str) -> Result<()> {
    platform.limits.guest_booking(&*platform.bus, address).await?;
    let email = email(&draft.email)?;
    let name = display_name("name", &draft.name, 1, 80)?;
    let note = prose("note", &draft.note)?;
    let time = bounded(draft.start, draft.end)?;
    let bookable = wanted(platform, &draft).await?;
    let settings = &bookable.settings.0;
    let participants = participants(draft.participants, settings.max_participants)?;
    let answers = answers(&settings.questions, draft.answers)?;
    // After what a person may have to repeat; from here on each attempt sends a mail.
    platform.limits.guest_booking_email(&*platform.bus, &email).await?;
    let at = now();
    let booking_id = OccupationId(platform.ids.next(at)?);
    let guest = GuestBooking {
        booking_id,
        token_hash: token_hash(&secret(platform, booking_id, at)),
        name,
        email,
        bookable_id: bookable.bookable_id,
        hold_id: OccupationId(platform.ids.next(at)?),
        starts: draft.start,
        ends: draft.end,
        participants,
        answers: Json(answers),
        note,
        created: Moment(at),
    };
    let user_id = id_of(platform, &guest.email);
    let mail =
        mail::job(platform, &guest.email, "Bekräfta din bokning", letter(platform, &guest, &bookable))?;
    let then = vec![guest.insert(), erasing(platform, &guest)?, mail.insert()];
    let terms = Terms { lasts: HOLD_MS, most: HOLDS, then };
    let asker = Asker::of(&bookable, user_id, None);
    match hold_for(platform, asker, bookable.space_id, time, guest.hold_id, terms).await {
        Ok(_) => Ok(()),
        // Only their own mails tell what somebody holds.
        Err(refusal) if refusal.code == TOO_MANY => {
            let text = format!(
                "Hej {name}!\n\nDu har redan {HOLDS} tider som väntar på att du bekräftar dem, så den här hålls inte för dig:\n\n\
                 {bookable}\n{when}\n\nBekräfta eller ta bort någon av dem med länkarna i de mejl du redan har fått, och boka \
                 sedan igen.\n",
                name = in_mail(&guest.name),
                bookable = in_mail(&bookable.name),
                when = in_words(guest.starts, ZONE),
            );
            mail::send(platform, &guest.email, "Tiden hålls inte för dig", text).await
        }
        Err(refusal) => {
            Err(with_nearest(platform, &guests::who(user_id), bookable.bookable_id, time, refusal).await)
        }
    }
}

fn letter(platform: &Platform, guest: &GuestBooking, bookable: &Bookable) -> String {
    format!(
        "Hej {name}!\n\nBekräfta din bokning:\n\n{bookable}\n{when}\n\n{link}\n\nTiden hålls för dig i 15 minuter. Har du \
         inte bokat något behöver du inte göra något.\n",
        name = in_mail(&guest.name),
        bookable = in_mail(&bookable.name),
        when = in_words(guest.starts, ZONE),
        link = link(platform, guest),
    )
}
