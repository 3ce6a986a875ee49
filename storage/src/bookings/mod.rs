//! Bookables of organisations, their opening hours, and bookings. Contract §8.
//!
//! A booking's time is an occupation of its space ([`crate::occupancy`]); the booking's row and its list entries are
//! written in the same decision. Lists only point: a booking is shown as its row says. Bookables and opening hours are
//! changed by compare and set on the version that was read.

mod around;
mod check;
mod claims;
mod groups;
mod lists;
mod records;
pub mod settings;

use std::sync::Arc;

pub use around::Surroundings;
use claims::QUOTA_CLAIMS;
pub use claims::{CLAIM_MS, Holder, QuotaClaim};
use groups::{BOOKABLE_GROUPS, ENTITY_BOOKABLE_GROUPS};
pub use groups::{BookableGroup, MOST_GROUPS};
use records::{
    BOOKABLE_ADDRESSES, BOOKABLES, BOOKINGS, BookableAddress, CUSTOMER_BOOKINGS, ENTITY_BOOKABLES,
    ENTITY_BOOKINGS, EntityBookable, EntityBooking, GUEST_BOOKINGS, OPENING_HOURS, PERSON_BOOKINGS,
    PERSON_HOLDS, PERSON_WAITING, PersonBooking, SERIES_BOOKINGS, SeriesBooking,
};
pub use records::{
    Bookable, BookableKind, BookablePicture, Booking, GuestBooking, HoursOf, OpeningHours, PersonHold,
    PersonWaiting, Price, PriceLine, PriceRule,
};

use crate::Storage;
use crate::occupancy::{BookableId, Occupation, OccupationId};
use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::Nothing;
use crate::platform::area::{Area, people};
use crate::platform::engine::{Db, Key, Span, Write};
use crate::platform::error::Result;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::{Record as _, Stored};
use crate::platform::time::{Moment, month_of};
use crate::platform::value::Json;

/// Most bookables of an organisation.
pub const MOST_BOOKABLES: usize = 500;
/// Most pictures of a bookable.
pub const MOST_PICTURES: usize = 8;
/// Most bookings of a series.
pub const MOST_IN_SERIES: usize = 60;
/// Most months of an organisation's bookings that are read at once.
const MONTHS: i64 = 15;

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[
        &BOOKABLES,
        &ENTITY_BOOKABLES,
        &BOOKABLE_ADDRESSES,
        &OPENING_HOURS,
        &BOOKABLE_GROUPS,
        &ENTITY_BOOKABLE_GROUPS,
        &BOOKINGS,
        &PERSON_BOOKINGS,
        &ENTITY_BOOKINGS,
        &CUSTOMER_BOOKINGS,
        &SERIES_BOOKINGS,
        &PERSON_HOLDS,
        &PERSON_WAITING,
        &GUEST_BOOKINGS,
        &QUOTA_CLAIMS,
    ],
    people: &[
        people("bookings", In("bookings.json"), Nothing),
        people("person_bookings", Not("the index of bookings.json"), Nothing),
        people("person_holds", Not("disappears within a day"), Nothing),
        people("person_waiting", Not("the index of the queues for a time"), Nothing),
    ],
    checks: &[|check| Box::pin(check.bookings()), |check| Box::pin(check.booked_time())],
    migrations: &[lists::CUSTOMERS_ARE_LISTED],
    ..Area::named("bookings")
};

impl Bookable {
    /// The numbers of its units, from 1.
    pub fn unit_numbers(&self) -> Vec<i64> {
        (0..63).filter(|bit| self.units >> bit & 1 == 1).map(|bit| bit + 1).collect()
    }

    fn address(&self) -> BookableAddress {
        BookableAddress { slug: self.slug.clone(), bookable_id: self.bookable_id }
    }

    fn listed(&self) -> EntityBookable {
        EntityBookable { entity_id: self.entity_id, bookable_id: self.bookable_id }
    }
}

impl Booking {
    fn listed(&self) -> Vec<Write> {
        let (starts, booking_id) = (self.starts, self.booking_id);
        let more = [
            self.series_id.map(|series_id| SeriesBooking { series_id, starts, booking_id }.insert()),
            self.of_customer().map(|one| one.insert()),
        ];
        let listed = [
            PersonBooking { user_id: self.user_id, starts, booking_id }.insert(),
            EntityBooking { entity_id: self.entity_id, month: month_of(starts), starts, booking_id }.insert(),
        ];
        listed.into_iter().chain(more.into_iter().flatten()).collect()
    }

    /// The deletes of its row and its list entries.
    pub fn deletes(&self) -> Vec<Write> {
        self.listings().into_iter().chain([self.key()]).map(Key::delete).collect()
    }

    /// The writes of a new booking, or of a changed one.
    pub fn writes(&self, old: Option<&Self>) -> Vec<Write> {
        let mut writes = vec![self.insert()];
        if old.is_some_and(|old| old.starts == self.starts) {
            return writes;
        }
        writes.extend(old.into_iter().flat_map(Self::listings).map(Key::delete));
        writes.extend(self.listed());
        writes
    }
}

/// Seconds for which a hold's row is kept after it is made.
const HOLD_TTL: u32 = 86_400;
/// Most times for which a person waits that are read at once.
const WAITING: usize = 500;
/// Most holds of a person that are read.
const HOLDS: usize = 200;

impl PersonHold {
    /// Writes the hold; it disappears by itself.
    pub fn kept(&self) -> Write {
        Write::Insert { row: self.row(), ttl: Some(HOLD_TTL) }
    }
}

/// The key of a time that a person waits for.
pub fn waiting_key(user_id: UserId, waiting_id: OccupationId) -> Key {
    PersonWaiting::at(user_id, waiting_id)
}

/// The repository of bookables and bookings.
#[derive(Clone)]
pub struct Bookings {
    db: Db,
}

impl Bookings {
    /// The repository over a store.
    pub fn of(storage: &Storage) -> Self {
        Self { db: Arc::clone(storage.engine()) }
    }

    /// A bookable; none: there is no such.
    pub async fn bookable(&self, id: BookableId) -> Result<Option<Bookable>> {
        self.db.find(Bookable::at(id)).await
    }

    /// The bookable that an address names; none: there is no such.
    pub async fn by_slug(&self, slug: &str) -> Result<Option<Bookable>> {
        let found: Option<BookableAddress> = self.db.find(BookableAddress::at(slug)).await?;
        match found {
            Some(address) => self.bookable(address.bookable_id).await,
            None => Ok(None),
        }
    }

    /// Some bookables; those that do not exist are left out.
    pub async fn bookables(&self, ids: &[BookableId]) -> Result<Vec<Bookable>> {
        self.db.find_all(ids.iter().map(|id| Bookable::at(*id)).collect()).await
    }

    /// The bookables of an organisation, by age.
    pub async fn of_entity(&self, entity_id: EntityId) -> Result<Vec<Bookable>> {
        let rows: Vec<EntityBookable> =
            self.db.list(EntityBookable::of(entity_id).ascending(MOST_BOOKABLES)).await?;
        self.bookables(&rows.iter().map(|row| row.bookable_id).collect::<Vec<_>>()).await
    }

    /// Stores a new bookable. False: its slug is taken.
    pub async fn create(&self, bookable: &Bookable, mut then: Vec<Write>) -> Result<bool> {
        then.extend([bookable.insert(), bookable.listed().insert()]);
        self.db.decide(bookable.address().if_absent(), then).await
    }

    /// Changes a bookable if it still has the version of `old`, and what follows; answers whether it had. Raises the
    /// version.
    pub async fn change(&self, old: &Bookable, new: &Bookable, then: Vec<Write>) -> Result<bool> {
        let new = Bookable { version: old.version + 1, ..new.clone() };
        self.db.decide(old.change_version_to(&new), then).await
    }

    /// Deletes a bookable if it still has that version, and what follows; answers whether it had. Its bookings stay.
    pub async fn remove(&self, bookable: &Bookable, mut then: Vec<Write>) -> Result<bool> {
        let guard = bookable.key().delete_if([("version", bookable.version.into())]);
        let hours = OpeningHours::at(HoursOf::Bookable, bookable.bookable_id.0);
        let gone = [bookable.address().key(), bookable.listed().key(), hours];
        then.extend(gone.map(Key::delete));
        self.db.decide(guard, then).await
    }

    /// Opening hours; version 0: there are none.
    pub async fn hours(&self, hours_of: HoursOf, owner_id: i64) -> Result<OpeningHours> {
        let found = self.db.find(OpeningHours::at(hours_of, owner_id)).await?;
        Ok(found.unwrap_or_else(|| OpeningHours::none(hours_of, owner_id)))
    }

    /// Opening hours of many bookables, in their order.
    pub async fn hours_of_all(&self, ids: &[BookableId]) -> Result<Vec<OpeningHours>> {
        let keys = ids.iter().map(|id| OpeningHours::at(HoursOf::Bookable, id.0)).collect();
        let found: Vec<OpeningHours> = self.db.find_all(keys).await?;
        let mut found: std::collections::HashMap<i64, OpeningHours> =
            found.into_iter().map(|hours| (hours.owner_id, hours)).collect();
        let of = |id: &BookableId| {
            found.remove(&id.0).unwrap_or_else(|| OpeningHours::none(HoursOf::Bookable, id.0))
        };
        Ok(ids.iter().map(of).collect())
    }

    /// Replaces opening hours if they still have the version of `old`, and what follows; answers whether they had. Raises
    /// the version.
    pub async fn save_hours(&self, old: &OpeningHours, new: &OpeningHours, then: Vec<Write>) -> Result<bool> {
        let new = OpeningHours { version: old.version + 1, ..new.clone() };
        let guard = if old.version == 0 { new.if_absent() } else { old.change_version_to(&new) };
        self.db.decide(guard, then).await
    }

    /// A booking; none: there is no such.
    pub async fn booking(&self, id: OccupationId) -> Result<Option<Booking>> {
        self.db.find(Booking::at(id)).await
    }

    /// Some bookings; those that do not exist are left out.
    pub async fn bookings(&self, ids: &[OccupationId]) -> Result<Vec<Booking>> {
        self.db.find_all(ids.iter().map(|id| Booking::at(*id)).collect()).await
    }

    /// The bookings of a series, by start.
    pub async fn of_series(&self, series_id: OccupationId) -> Result<Vec<Booking>> {
        let rows: Vec<SeriesBooking> =
            self.db.list(SeriesBooking::of(series_id).ascending(MOST_IN_SERIES)).await?;
        self.bookings(&rows.into_iter().map(|row| row.booking_id).collect::<Vec<_>>()).await
    }

    /// A page of a person's bookings by start: from a moment on, or after the booking at which the page before ended.
    pub async fn of_person(
        &self,
        user_id: UserId,
        from: Moment,
        after: Option<(Moment, OccupationId)>,
        limit: usize,
    ) -> Result<(Vec<Booking>, bool)> {
        let span = PersonBooking::of(user_id);
        let span = match after {
            Some((starts, id)) => span.after_all([starts.into(), id.into()]),
            None => span.from(from),
        };
        let mut rows: Vec<PersonBooking> = self.db.list(span.ascending(limit + 1)).await?;
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let ids: Vec<OccupationId> = rows.into_iter().map(|row| row.booking_id).collect();
        Ok((self.bookings(&ids).await?, has_more))
    }

    /// The bookings of a person that end before a moment, newest first; for lists of what is over.
    pub async fn past_of_person(
        &self,
        user_id: UserId,
        before: Moment,
        limit: usize,
    ) -> Result<Vec<Booking>> {
        let rows: Vec<PersonBooking> =
            self.db.list(PersonBooking::of(user_id).before(before).descending(limit)).await?;
        self.bookings(&rows.into_iter().map(|row| row.booking_id).collect::<Vec<_>>()).await
    }

    /// The bookings at an organisation that start in `[from, to)`, by start; at most `limit`.
    pub async fn at_entity(
        &self,
        entity_id: EntityId,
        from: Moment,
        to: Moment,
        limit: usize,
    ) -> Result<Vec<Booking>> {
        let months = month_of(from)..=month_of(to).min(month_of(from) + MONTHS);
        let span = |month: i64| -> Span { EntityBooking::of(entity_id, month).from(from).before(to) };
        let ranges = months.map(|month| span(month).ascending(limit)).collect();
        let lists: Vec<Vec<EntityBooking>> = self.db.list_many(ranges).await?;
        let ids: Vec<OccupationId> =
            lists.into_iter().flatten().map(|row| row.booking_id).take(limit).collect();
        self.bookings(&ids).await
    }

    /// The holds of a person, also those that have expired, by age.
    pub async fn holds(&self, user_id: UserId) -> Result<Vec<PersonHold>> {
        self.db.list(PersonHold::of(user_id).ascending(HOLDS)).await
    }

    /// What somebody without an account asked for; none: there is no such, or it is erased.
    pub async fn guest(&self, id: OccupationId) -> Result<Option<GuestBooking>> {
        self.db.find(GuestBooking::at(id)).await
    }

    /// The guests of some bookings; those that are erased are left out.
    pub async fn guests(&self, ids: &[OccupationId]) -> Result<Vec<GuestBooking>> {
        self.db.find_all(ids.iter().map(|id| GuestBooking::at(*id)).collect()).await
    }

    /// Erases who a guest was, and what they wrote with their booking.
    pub async fn erase_guest(&self, guest: &GuestBooking, booking: Option<&Booking>) -> Result<()> {
        // Only these two columns: how the booking stands may be changed meanwhile.
        let blank = booking.map(|one| {
            let new = Booking { answers: Json::default(), note: String::new(), ..one.clone() };
            Write::Update { key: one.key(), set: one.changes_to(&new) }
        });
        let blank = blank.filter(|write| matches!(write, Write::Update { set, .. } if !set.is_empty()));
        self.db.write(blank.into_iter().chain([guest.key().delete()]).collect()).await
    }

    /// The times that a person waits for, or that are offered to them, by age.
    pub async fn waiting(&self, user_id: UserId) -> Result<Vec<PersonWaiting>> {
        self.db.list(PersonWaiting::of(user_id).ascending(WAITING)).await
    }

    /// What of times that people wait for is offered to them, expired or not, in their order; none: they wait.
    pub async fn offers(&self, of: &[PersonWaiting]) -> Result<Vec<Option<Occupation>>> {
        let key = |one: &PersonWaiting| {
            let list = Occupation::list_of(one.starts, one.ends);
            Occupation::at(one.space_id, list, one.starts.0, one.waiting_id)
        };
        let found = self.db.get_many(of.iter().map(key).collect()).await?;
        found.into_iter().map(|row| row.map(Occupation::read).transpose()).collect()
    }
}

impl OpeningHours {
    fn none(hours_of: HoursOf, owner_id: i64) -> Self {
        Self { hours_of, owner_id, version: 0, availability: Json::default() }
    }
}
