//! Notifications of bookings: to managers, that somebody asks; to whoever booked, what a manager did with it, and a
//! reminder.

use storage::accounts::NotificationType;
use storage::bookings::{Booking, Bookings};
use storage::ids::{EntityId, NotificationId, UserId};
use storage::notifications::Notification;
use storage::occupancy::{BookableId, Occupation, OccupationId};

use super::guests;
use super::rights;
use super::rules::state::Status;
use crate::Platform;
use crate::calendar::when::in_words;
use crate::entities::{related, relation};
use crate::notifications::{self, Kinds, NotificationText};
use crate::platform::error::Result;
use crate::platform::time::{Moment, ZONE};

const REQUESTED: &str = "BOOKING_REQUESTED";
const CONFIRMED: &str = "BOOKING_CONFIRMED";
const DECLINED: &str = "BOOKING_DECLINED";
const CANCELLED: &str = "BOOKING_CANCELLED";
const MOVED: &str = "BOOKING_MOVED";
const OFFERED: &str = "BOOKING_OFFERED";
const REMINDED: &str = "BOOKING_REMINDER";

/// The subject of notifications; of an offer the bookable, with its start as the scope.
const BOOKING: &str = "booking";
const BOOKABLE: &str = "bookable";
const START: &str = "start";
/// Most managers who are notified of a request.
const MANAGERS: usize = 20;

/// The kinds of notifications about bookings. What a manager does with a booking is mailed as well.
pub const BELLS: Kinds = Kinds {
    types: &[(
        NotificationType::Booking,
        &[REQUESTED, CONFIRMED, DECLINED, CANCELLED, MOVED, OFFERED, REMINDED],
    )],
    always: &[],
    mailed: &[CONFIRMED, DECLINED, CANCELLED, MOVED, OFFERED, REMINDED],
    missed: &[],
    say: |platform, entry, who| Box::pin(say(platform, entry, who)),
};

/// The people who answer requests for an organisation's bookables.
pub(super) async fn managers(platform: &Platform, entity_id: EntityId) -> Result<Vec<UserId>> {
    related(platform, entity_id, |relation| rights::manages(Some(relation)), MANAGERS).await
}

fn entry(
    platform: &Platform,
    kind: &str,
    (to, by): (UserId, Option<UserId>),
    booking: &Booking,
    at: i64,
) -> Result<Notification> {
    let id = NotificationId(platform.ids.next(at)?);
    let row = notifications::about(to, id, kind, (BOOKING, booking.booking_id.0), at);
    Ok(Notification { actor_id: by, entity_id: Some(booking.entity_id), ..row })
}

/// The notifications of a new booking: of a request to those who answer it.
pub(super) fn of_request(
    platform: &Platform,
    booking: &Booking,
    managers: &[UserId],
    at: i64,
) -> Result<Vec<Notification>> {
    if booking.status != Status::Pending.number() {
        return Ok(Vec::new());
    }
    let by = Some(booking.user_id).filter(|by| !guests::is_guest(*by));
    let to = managers.iter().filter(|to| **to != booking.user_id);
    to.map(|to| entry(platform, REQUESTED, (*to, by), booking, at)).collect()
}

/// The notification of a changed booking to whoever it is for, unless they changed it themselves.
pub(super) fn of_change(
    platform: &Platform,
    (old, new): (&Booking, &Booking),
    by: Option<UserId>,
    at: i64,
) -> Result<Vec<Notification>> {
    // A guest is told by mail.
    if by == Some(new.user_id) || guests::is_guest(new.user_id) {
        return Ok(Vec::new());
    }
    let kind = match Status::from_number(new.status) {
        _ if (old.bookable_id, old.starts, old.ends) != (new.bookable_id, new.starts, new.ends) => MOVED,
        Some(Status::Booked) => CONFIRMED,
        Some(Status::Declined) => DECLINED,
        Some(Status::Cancelled) => CANCELLED,
        _ => return Ok(Vec::new()),
    };
    Ok(vec![entry(platform, kind, (new.user_id, by), new, at)?])
}

/// The reminder of a booking, for whoever it is for.
pub(super) fn of_reminder(booking: &Booking, id: NotificationId, at: i64) -> Notification {
    let row = notifications::about(booking.user_id, id, REMINDED, (BOOKING, booking.booking_id.0), at);
    Notification { entity_id: Some(booking.entity_id), ..row }
}

/// The notification of somebody on the waitlist that their time is offered to them.
pub(super) fn of_offer(
    platform: &Platform,
    entity_id: EntityId,
    offer: &Occupation,
    at: i64,
) -> Result<Notification> {
    let id = NotificationId(platform.ids.next(at)?);
    let row = notifications::about(offer.user_id, id, OFFERED, (BOOKABLE, offer.bookable_id.0), at);
    let (scope_kind, scope_id) = (START.to_owned(), offer.starts.0);
    Ok(Notification { scope_kind, scope_id, entity_id: Some(entity_id), ..row })
}

async fn say_offer(platform: &Platform, entry: &Notification, id: i64) -> Result<NotificationText> {
    let bookable = Bookings::of(&platform.storage).bookable(BookableId(id)).await?;
    let name = bookable.map_or_else(|| "det du väntar på".to_owned(), |bookable| bookable.name);
    let when = in_words(Moment(entry.scope_id), ZONE);
    let entity = match entry.entity_id {
        Some(id) => platform.storage.entities.entity(id).await?,
        None => None,
    };
    let path = entity.map_or_else(
        || "/bookings".to_owned(),
        |entity| format!("/{}/boka?bookable={id}&start={}", entity.entity_slug, entry.scope_id),
    );
    Ok(NotificationText::of(format!("{name} är ledig för dig, {when}"), path, None))
}

/// What is said of a booking that is gone, or not the recipient's to see any more.
fn gone() -> NotificationText {
    NotificationText {
        aloud: false,
        ..NotificationText::of("En bokning som inte finns längre".to_owned(), "/bookings".to_owned(), None)
    }
}

async fn say(platform: &Platform, entry: &Notification, who: &str) -> Result<NotificationText> {
    if let Some(id) = entry.about(BOOKABLE) {
        return say_offer(platform, entry, id).await;
    }
    let bookings = Bookings::of(&platform.storage);
    let booking = match entry.about(BOOKING) {
        Some(id) => bookings.booking(OccupationId(id)).await?,
        None => None,
    };
    let Some(booking) = booking else { return Ok(gone()) };
    let bookable = bookings.bookable(booking.bookable_id).await?;
    let name = bookable.map_or_else(|| "det du bokade".to_owned(), |bookable| bookable.name);
    let when = in_words(booking.starts, ZONE);
    let mut guest = None;
    if guests::is_guest(booking.user_id) {
        guest = Some(guests::called(bookings.guest(booking.booking_id).await?.as_ref()));
    }
    let who = guest.as_deref().unwrap_or(who);
    let title = match entry.kind.as_str() {
        REQUESTED => format!("{who} vill boka {name}, {when}"),
        CONFIRMED => format!("Din bokning av {name} är bekräftad, {when}"),
        DECLINED => format!("Din förfrågan om {name} kunde inte godkännas, {when}"),
        MOVED => format!("Din bokning av {name} är flyttad till {when}"),
        REMINDED => format!("Påminnelse: {name}, {when}"),
        _ => format!("Din bokning av {name} är avbokad, {when}"),
    };
    let (mut path, mut aloud) = ("/bookings".to_owned(), true);
    if entry.kind == REQUESTED
        && let Some(entity) = platform.storage.entities.entity(booking.entity_id).await?
    {
        // Whoever manages the bookables no more learns nothing of who asks for them.
        if !rights::manages(relation(platform, booking.entity_id, entry.user_id).await?) {
            return Ok(gone());
        }
        path = format!("/{}/bokningar", entity.entity_slug);
        aloud = booking.status == Status::Pending.number();
    }
    Ok(NotificationText {
        tag: format!("booking-{}", booking.booking_id),
        aloud,
        ..NotificationText::of(title, path, booking.reason.filter(|reason| reason != super::EXPIRED))
    })
}
