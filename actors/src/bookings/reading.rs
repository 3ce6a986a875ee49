//! Bookings as they are shown: one, a person's, an organisation's; and a person's data export and erasure.

use std::sync::Arc;

use futures_util::try_join;
use storage::RelationType;
use storage::accounts::User;
use storage::bookings::{Bookable, Booking, Bookings};
use storage::engine::Write;
use storage::ids::{EntityId, UserId};
use storage::occupancy::{BookableId, OccupationId, Window};
use storage::record::Stored;

use super::billing::billing;
use super::bookables::seen;
use super::facts::{Names, terms_of_booking, zone};
use super::occupying::window;
use super::rights;
use super::rules::state;
use super::view::{BookingAbility, BookingView, BookingsView, GuestView};
use super::waitlist::vacate;
use super::{guests, holding, of_record, sharing, time_of_booking};
use crate::Platform;
use crate::accounts::Who;
use crate::area::{File, file};
use crate::calendar::guide::shown_places;
use crate::entities::{existing, relation};
use crate::platform::error::{Refusal, Result};
use crate::platform::hours::{Interval, check_range};
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

/// What was read already about whatever all of some bookings are of.
#[derive(Default)]
pub(super) struct Known {
    pub bookable: Option<Arc<Bookable>>,
    /// What the caller is to its organisation.
    pub relation: Option<RelationType>,
}

/// Bookings as the caller sees them, in their order.
pub(super) async fn views(platform: &Platform, who: &Who, all: Vec<Booking>) -> Result<Vec<BookingView>> {
    views_knowing(platform, who, all, &Known::default()).await
}

/// As [`views`], of bookings of one bookable where it is known.
pub(super) async fn views_knowing(
    platform: &Platform,
    who: &Who,
    all: Vec<Booking>,
    known: &Known,
) -> Result<Vec<BookingView>> {
    let relations = async {
        if let Some(bookable) = &known.bookable {
            return Ok(known.relation.map(|relation| (bookable.entity_id, relation)).into_iter().collect());
        }
        let mut entity_ids: Vec<EntityId> = all.iter().map(|one| one.entity_id).collect();
        entity_ids.sort_unstable();
        entity_ids.dedup();
        Ok(platform.storage.entities.relations_to(who.user_id, &entity_ids).await?)
    };
    let (names, people, guests, relations) = try_join!(
        Names::load(platform, &all, known.bookable.as_ref()),
        platform.people.all(all.iter().map(|one| one.user_id)),
        guests::of_all(platform, &all),
        relations
    )?;
    let places = names.bookables.values().filter_map(|one| one.infopoint_id);
    let places = shown_places(platform, places).await?;
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
        let guest = guests.get(&one.booking_id);
        let person = people.get(&one.user_id);
        let user_name = if guests::is_guest(one.user_id) {
            guests::called(guest)
        } else {
            person.map(|user| user.display_name.clone()).unwrap_or_default()
        };
        Ok(BookingView {
            id_reservation_exclusive: one.booking_id,
            fl_status: state::current(&stands, at).number(),
            status_text: state::label(&stands, at).to_owned(),
            id_bookable: one.bookable_id,
            bookable_name: bookable.map(|bookable| bookable.name.clone()).unwrap_or_default(),
            place: bookable.map(|bookable| bookable.place.clone()).unwrap_or_default(),
            id_infopoint: bookable.and_then(|one| one.infopoint_id).filter(|id| places.contains(id)),
            id_entity: one.entity_id,
            entity_name: entity.map(|entity| entity.entity_name.clone()).unwrap_or_default(),
            entity_slug: entity.map(|entity| entity.entity_slug.clone()).unwrap_or_default(),
            id_user: if guests::is_guest(one.user_id) { UserId(0) } else { one.user_id },
            user_name,
            guest: guest.map(GuestView::from),
            id_customer_entity: one.customer_id,
            id_series: one.series_id,
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
            share_id: sharing::share_id(platform, one.booking_id),
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

/// As [`view_of`], where its bookable is known as well, unless it has moved on since.
pub(super) async fn view_knowing(
    platform: &Platform,
    who: &Who,
    id: OccupationId,
    (bookable, relation): (Bookable, Option<RelationType>),
) -> Result<BookingView> {
    let booking = existing_booking(platform, id).await?;
    let bookable = Some(Arc::new(bookable)).filter(|one| one.bookable_id == booking.bookable_id);
    let shown = views_knowing(platform, who, vec![booking], &Known { bookable, relation }).await?;
    shown.into_iter().next().ok_or_else(Refusal::internal)
}

/// A booking that somebody may see: whoever it is for, and who manages the bookable. 404.
pub(super) async fn visible(platform: &Platform, user_id: UserId, id: OccupationId) -> Result<Booking> {
    Ok(visible_to(platform, user_id, id).await?.0)
}

/// As [`visible`], with what they are to the organisation.
pub(super) async fn visible_to(
    platform: &Platform,
    user_id: UserId,
    id: OccupationId,
) -> Result<(Booking, Option<RelationType>)> {
    let booking = existing_booking(platform, id).await?;
    let relation = relation(platform, booking.entity_id, user_id).await?;
    if booking.user_id != user_id && !rights::manages(relation) {
        return Err(no_booking(id));
    }
    Ok((booking, relation))
}

/// A booking, for whoever it is for and who manages the bookable. 404: there is no such, or the caller may not see it.
pub async fn one(platform: &Platform, who: &Who, id: OccupationId) -> Result<BookingView> {
    let booking = visible(platform, who.user_id, id).await?;
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

/// Those that stand so now; none: all.
fn with_status(mut all: Vec<BookingView>, status: Option<i64>) -> Vec<BookingView> {
    all.retain(|one| status.is_none_or(|status| one.fl_status == status));
    all
}

/// Which of the caller's bookings.
#[derive(Debug, Clone, Copy)]
pub struct Mine<'a> {
    /// Those that start from then on, by start; none: those that have begun, newest first.
    pub from: Option<Moment>,
    /// Where the page before ended.
    pub cursor: Option<&'a str>,
    /// Bookings that are read for a page.
    pub limit: usize,
    /// `flStatus` as it is now; a page then has fewer than were read.
    pub status: Option<i64>,
}

/// The caller's bookings by start, in pages.
pub async fn mine(platform: &Platform, who: &Who, wanted: Mine<'_>) -> Result<BookingsView> {
    let bookings = Bookings::of(&platform.storage);
    let Some(from) = wanted.from else {
        let past = bookings.past_of_person(who.user_id, Moment(now()), wanted.limit).await?;
        return Ok(page(with_status(views(platform, who, past).await?, wanted.status), false));
    };
    let after = wanted.cursor.map(parsed).transpose()?;
    let (found, has_more) = bookings.of_person(who.user_id, from, after, wanted.limit).await?;
    let BookingsView { content, has_more, cursor } = page(views(platform, who, found).await?, has_more);
    Ok(BookingsView { content: with_status(content, wanted.status), has_more, cursor })
}

/// The bookings of an organisation's bookables, or of one.
#[derive(Debug, Clone, Copy)]
pub enum Of {
    Entity(EntityId),
    Bookable(BookableId),
}

/// The bookings that start between two moments, by start, for who manages them; at most `limit` are read. 403
/// ROLE_TOO_LOW; 404; 422 RANGE.
pub async fn managed(
    platform: &Platform,
    who: &Who,
    of: Of,
    (from, to): (Moment, Moment),
    status: Option<i64>,
    limit: usize,
) -> Result<BookingsView> {
    check_range(Interval::new(from.0, to.0))?;
    let (entity_id, bookable_id) = match of {
        Of::Entity(id) => (id, None),
        Of::Bookable(id) => (seen(platform, who, id).await?.0.entity_id, Some(id)),
    };
    existing(platform, entity_id).await?;
    rights::manage(relation(platform, entity_id, who.user_id).await?)?;
    let mut found = Bookings::of(&platform.storage).at_entity(entity_id, from, to, limit).await?;
    found.retain(|one| bookable_id.is_none_or(|id| one.bookable_id == id));
    Ok(page(with_status(views(platform, who, found).await?, status), false))
}

/// A person's part of the data export.
pub(super) async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let (all, _) = Bookings::of(&platform.storage).of_person(who.user_id, Moment(0), None, COPIED).await?;
    Ok(vec![file("bookings.json", views(platform, who, all).await?)?])
}

/// The job by which nothing is owed for a booking that has not begun and is erased.
fn released(platform: &Platform, booking: &Booking) -> Result<Option<Write>> {
    let at = Moment(now());
    if booking.starts <= at {
        return Ok(None);
    }
    let status = state::Status::Declined.number();
    let new = Booking { status, version: booking.version + 1, changed: at, ..booking.clone() };
    billing(platform, Some(booking), &new, "")
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
            let then = one.deletes().into_iter().chain(released(platform, one)?).collect();
            vacate(platform, one.space_id, one.booking_id, at, then).await?;
        }
        if !has_more {
            return Ok(());
        }
    }
}
