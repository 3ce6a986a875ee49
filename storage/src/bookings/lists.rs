//! Lists of bookings that are read whole, whatever their length: what counts for quotas.

use futures_util::FutureExt as _;

use super::claims::Holder;
use super::records::{BOOKINGS, Booking, CustomerBooking, EntityBooking, PersonBooking};
use super::{Bookings, SeriesBooking};
use crate::occupancy::OccupationId;
use crate::platform::engine::{Db, Key, Span};
use crate::platform::error::Result;
use crate::platform::ids::EntityId;
use crate::platform::migrations::{Migration, Portion, rows_after};
use crate::platform::record::{Record, Stored as _};
use crate::platform::time::{Moment, month_of};

/// Rows that are read at once.
const PORTION: usize = 500;

/// All rows of a span, in portions; `after`: the same span after a row.
pub(super) async fn all_of<T: Record>(db: &Db, span: Span, after: impl Fn(&T) -> Span) -> Result<Vec<T>> {
    let (mut all, mut next) = (Vec::new(), Some(span));
    while let Some(span) = next.take() {
        let rows: Vec<T> = db.list(span.ascending(PORTION)).await?;
        next = rows.last().filter(|_| rows.len() == PORTION).map(&after);
        all.extend(rows);
    }
    Ok(all)
}

impl Bookings {
    /// All bookings of a holder at an organisation that start in `[from, to)`, however many; those of a relation are all
    /// bookings there, whoever made them.
    pub async fn of_holder(
        &self,
        entity_id: EntityId,
        holder: Holder,
        from: Moment,
        to: Moment,
    ) -> Result<Vec<Booking>> {
        let mut ids: Vec<OccupationId> = Vec::new();
        match holder {
            Holder::Person(user_id) => {
                let span = || PersonBooking::of(user_id).before(to);
                let after =
                    |last: &PersonBooking| span().after_all([last.starts.into(), last.booking_id.into()]);
                ids.extend(
                    all_of(&self.db, span().from(from), after).await?.iter().map(|row| row.booking_id),
                );
            }
            Holder::Organisation(customer_id) => {
                let span = || CustomerBooking::of(customer_id).prefix([entity_id.into()]).before(to);
                let after =
                    |last: &CustomerBooking| span().after_all([last.starts.into(), last.booking_id.into()]);
                ids.extend(
                    all_of(&self.db, span().from(from), after).await?.iter().map(|row| row.booking_id),
                );
            }
            Holder::Relation(_) => {
                for month in month_of(from)..=month_of(to) {
                    let span = || EntityBooking::of(entity_id, month).before(to);
                    let after =
                        |last: &EntityBooking| span().after_all([last.starts.into(), last.booking_id.into()]);
                    let rows = all_of(&self.db, span().from(from), after).await?;
                    ids.extend(rows.iter().map(|row| row.booking_id));
                }
            }
        }
        // Whoever moves or migrates meanwhile may leave two entries of one booking.
        ids.sort_unstable();
        ids.dedup();
        let mut found = Vec::with_capacity(ids.len());
        for some in ids.chunks(PORTION) {
            found.extend(self.bookings(some).await?);
        }
        found.retain(|one| one.entity_id == entity_id && from <= one.starts && one.starts < to);
        Ok(found)
    }
}

impl Booking {
    /// Its entry in the list of the organisation that it is booked for; none: it is a person's own.
    pub(super) fn of_customer(&self) -> Option<CustomerBooking> {
        let Self { entity_id, starts, booking_id, .. } = *self;
        self.customer_id.map(|customer_id| CustomerBooking { customer_id, entity_id, starts, booking_id })
    }

    /// The keys of its list entries.
    pub(super) fn listings(&self) -> Vec<Key> {
        let Self { user_id, entity_id, starts, booking_id, .. } = *self;
        let more = [
            self.series_id.map(|series_id| SeriesBooking::at(series_id, starts, booking_id)),
            self.of_customer().map(|one| one.key()),
        ];
        let listings = [
            PersonBooking::at(user_id, starts, booking_id),
            EntityBooking::at(entity_id, month_of(starts), starts, booking_id),
        ];
        listings.into_iter().chain(more.into_iter().flatten()).collect()
    }
}

/// Lists bookings from before there was a list of them by the organisation that they are booked for.
pub(super) const CUSTOMERS_ARE_LISTED: Migration = Migration {
    version: 6,
    name: "bookings are found by the organisation that they are booked for",
    portion: |db, mark| list_customers(db, mark).boxed(),
};

async fn list_customers(db: &Db, mark: Option<String>) -> Result<Portion> {
    let (rows, mark) = rows_after(db, &BOOKINGS, mark).await?;
    let bookings = rows.into_iter().map(Booking::read).collect::<Result<Vec<_>>>()?;
    let listed: Vec<_> = bookings.iter().filter_map(Booking::of_customer).map(|one| one.insert()).collect();
    let written = listed.len();
    db.write(listed).await?;
    Ok(Portion { read: bookings.len(), written, mark })
}
