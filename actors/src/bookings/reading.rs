//! Bookings as they are shown: one, a person's, an organisation's; and a person's data export and erasure.

use storage::accounts::User;
use storage::bookings::{Booking, Bookings};
use storage::ids::EntityId;
use storage::occupancy::{OccupationId, Window};
use storage::record::Stored;

use super::facts::{Names, terms_of_booking, zone};
use super::occupying::window;
use super::rights;
use super::rules::state;
use super::view::{BookingAbility, BookingView, BookingsView};
use super::waitlist::vacate;
use super::{holding, of_record, time_of_booking};
use crate::Platform;
use crate::accounts::Who;
use crate::area::{File, file};
use crate::entities::{existing, relation};
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{Moment, now};

/// Most bookings in a data export.
const COPIED: usize = 10_000;
/// Bookings that are erased at once.
const PORTION: usize = 100;

/// 404, as the specification says it.
pub(super) fn no_booking(id: OccupationId) -> Refusal {
    let mut refusal = Refusal::not_found("Bokningen finns inte.");
    refusal.detail = Some(format!("Booking with ID {id} not found").into());
    refusal
}

/// A booking by its id. 404.
pub(super) async fn existing_booking(platform: &Platform, id: OccupationId) -> Result<Booking> {
    Bookings::of(&platform.storage).booking(id).await?.ok_or_else(|| no_booking(id))
}

/// Bookings as the caller sees them, in their order.
async fn views(platform: &Platform, who: &Who, all: Vec<Booking>) -> Result<Vec<BookingView>> {
    let names = Names::load(platform, &all).await?;
    let people = platform.people.all(all.iter().map(|one| one.user_id)).await?;
    let entity_ids: Vec<EntityId> = names.entities.keys().copied().collect();
    let relations = platform.storage.entities.relations_to(who.user_id, &entity_ids).await?;
    let at = now();
    let zone = zone()?;
    let view = |one: Booking| -> Result<BookingView> {
        let (bookable, entity) = (names.bookables.get(&one.bookable_id), names.entities.get(&one.entity_id));
        let stands = of_record(&one);
        let check_in = bookable.is_some_and(|bookable| bookable.settings.0.enable_check_in);
        let manages = rights::manages(relations.get(&one.entity_id).copied());
        let may = rights::of_booking(&stands, (one.user_id == who.user_id, manages, check_in), at);
        let relation = relations.get(&one.entity_id).copied();
        let moves = bookable.is_some_and(|bookable| manages || rights::book(bookable, relation).is_ok());
        let terms = terms_of_booking(platform, &one, &zone);
        let price = one.price.0;
        Ok(BookingView {
            id_reservation_exclusive: one.booking_id,
            fl_status: state::current(&stands, at).number(),
            status_text: state::label(&stands, at).to_owned(),
            id_bookable: one.bookable_id,
            bookable_name: bookable.map(|bookable| bookable.name.clone()).unwrap_or_default(),
            id_entity: one.entity_id,
            entity_name: entity.map(|entity| entity.entity_name.clone()).unwrap_or_default(),
            entity_slug: entity.map(|entity| entity.entity_slug.clone()).unwrap_or_default(),
            id_user: one.user_id,
            user_name: people.get(&one.user_id).map(|user| user.display_name.clone()).unwrap_or_default(),
            id_customer_entity: one.customer_id,
            start: one.starts,
            end: one.ends,
            participants: one.participants,
            answers: one.answers.0,
            note: one.note,
            price: price.price,
            vat: price.vat,
            lines: price.lines,
            fee: one.fee,
            terms,
            reason: one.reason,
            created: one.created,
            version: one.version,
            abilities: may.into_iter().filter(|may| moves || *may != BookingAbility::Move).collect(),
        })
    };
    all.into_iter().map(view).collect()
}

async fn view(platform: &Platform, who: &Who, booking: Booking) -> Result<BookingView> {
    views(platform, who, vec![booking]).await?.pop().ok_or_else(Refusal::internal)
}

/// A booking that the caller has changed, as they see it. 404.
pub(super) async fn view_of(platform: &Platform, who: &Who, id: OccupationId) -> Result<BookingView> {
    let booking = existing_booking(platform, id).await?;
    view(platform, who, booking).await
}

/// A booking that the caller may see: whoever it is for, and who manages the bookable. 404.
pub(super) async fn visible(platform: &Platform, who: &Who, id: OccupationId) -> Result<Booking> {
    let booking = existing_booking(platform, id).await?;
    let relation = relation(platform, booking.entity_id, who.user_id).await?;
    if booking.user_id != who.user_id && !rights::manages(relation) {
        return Err(no_booking(id));
    }
    Ok(booking)
}

/// A booking, for whoever it is for and who manages the bookable. 404: there is no such, or the caller may not see it.
pub async fn one(platform: &Platform, who: &Who, id: OccupationId) -> Result<BookingView> {
    let booking = visible(platform, who, id).await?;
    view(platform, who, booking).await
}

/// The cursor of a list by start.
fn cursor_of(last: &BookingView) -> String {
    format!("{}-{}", last.start.0, last.id_reservation_exclusive)
}

/// 422 (`cursor`): it is none of ours.
fn parsed(cursor: &str) -> Result<(Moment, OccupationId)> {
    let parts = cursor
        .split_once('-')
        .and_then(|(start, id)| Some((Moment(start.parse().ok()?), OccupationId(id.parse().ok()?))));
    parts.ok_or_else(|| Refusal::field("cursor", "UNKNOWN", "Börja om från början av listan."))
}

fn page(content: Vec<BookingView>, has_more: bool) -> BookingsView {
    let cursor = content.last().filter(|_| has_more).map(cursor_of);
    BookingsView { content, has_more, cursor }
}

/// The caller's bookings by start: from a moment on, in pages; without one, those that have begun, newest first, at most
/// `limit`.
pub async fn mine(
    platform: &Platform,
    who: &Who,
    from: Option<Moment>,
    cursor: Option<&str>,
    limit: usize,
) -> Result<BookingsView> {
    let bookings = Bookings::of(&platform.storage);
    let Some(from) = from else {
        let past = bookings.past_of_person(who.user_id, Moment(now()), limit).await?;
        return Ok(page(views(platform, who, past).await?, false));
    };
    let after = cursor.map(parsed).transpose()?;
    let (found, has_more) = bookings.of_person(who.user_id, from, after, limit).await?;
    Ok(page(views(platform, who, found).await?, has_more))
}

/// The bookings at an organisation that start between two moments, by start, for who manages its bookables; at most
/// `limit`. 403 ROLE_TOO_LOW; 404.
pub async fn at_entity(
    platform: &Platform,
    who: &Who,
    entity_id: EntityId,
    (from, to): (Moment, Moment),
    limit: usize,
) -> Result<BookingsView> {
    existing(platform, entity_id).await?;
    rights::manage(relation(platform, entity_id, who.user_id).await?)?;
    let found = Bookings::of(&platform.storage).at_entity(entity_id, from, to, limit).await?;
    Ok(page(views(platform, who, found).await?, false))
}

/// A person's part of the data export.
pub(super) async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let (all, _) = Bookings::of(&platform.storage).of_person(who.user_id, Moment(0), None, COPIED).await?;
    Ok(vec![file("bookings.json", views(platform, who, all).await?)?])
}

/// Erases a person: their bookings, holds and places in queues, and the time that they take.
pub(super) async fn erase(platform: &Platform, user: &User) -> Result<()> {
    let bookings = Bookings::of(&platform.storage);
    for hold in bookings.holds(user.user_id).await? {
        holding::give_back(platform, &hold).await?;
    }
    loop {
        let waiting = bookings.waiting(user.user_id).await?;
        if waiting.is_empty() {
            break;
        }
        for one in waiting {
            let at = Window { from: one.starts.0, to: one.ends.0 };
            vacate(platform, one.space_id, one.waiting_id, at, vec![one.key().delete()]).await?;
        }
    }
    loop {
        let (some, has_more) = bookings.of_person(user.user_id, Moment(0), None, PORTION).await?;
        for one in &some {
            let at = window(time_of_booking(one));
            vacate(platform, one.space_id, one.booking_id, at, one.deletes()).await?;
        }
        if !has_more {
            return Ok(());
        }
    }
}
