//! Checks that the bookings of a space are what its occupied time says: no minute is lost, and none is taken by what has
//! ended.

use std::collections::HashMap;

use super::records::{BOOKINGS, Booking};
use crate::occupancy::{Occupation, OccupationId, OccupationStatus, SPACES, Space};
use crate::platform::check::Check;
use crate::platform::engine::Key;
use crate::platform::error::Result;
use crate::platform::record::{Record, Stored as _};
use crate::platform::time::Moment;
use crate::platform::walk::Walk;

/// `flStatus` of bookings that stand: booked, pending, checked in.
const STANDS: [i64; 3] = [1, 3, 5];
/// Of those that are over before their end: completed, no-show.
const ENDED: [i64; 2] = [6, 7];
/// Most rows of one space that are read.
const MANY: usize = 1_000_000;
/// Bookings that are read at once.
const PORTION: usize = 500;

impl Booking {
    /// The end of the time that it takes of its space; none: it takes none.
    fn taken_until(&self) -> Option<Moment> {
        match self.status {
            status if STANDS.contains(&status) => Some(self.ends),
            status if ENDED.contains(&status) => {
                let ended = self.ended.map_or(self.ends, |ended| ended.min(self.ends));
                Some(ended).filter(|ended| self.starts < *ended)
            }
            _ => None,
        }
    }

    /// The key of its occupation.
    fn occupation(&self) -> Key {
        let until = self.taken_until().unwrap_or(self.ends);
        let list = Occupation::list_of(self.starts, until);
        Occupation::at(self.space_id, list, self.starts.0, self.booking_id)
    }

    /// Whether a row of its space is as it says.
    fn agrees(&self, row: Option<&Occupation>) -> bool {
        let is_own = |row: &Occupation| row.status != OccupationStatus::Waiting;
        row.filter(|row| is_own(row)).map(|row| row.ends) == self.taken_until()
    }
}

/// Whether a time is taken by a booking, not by a hold or an offer.
fn is_booked(row: &Occupation) -> bool {
    matches!(row.status, OccupationStatus::Booked | OccupationStatus::Pending | OccupationStatus::CheckedIn)
}

impl Check<'_> {
    /// Every booking, beside what its space says of it and the lists that it is in.
    pub(crate) async fn bookings(&mut self) -> Result<()> {
        let mut walk = Walk::over(&BOOKINGS);
        while let Some(rows) = walk.next(self.db).await? {
            let all = rows.into_iter().map(Booking::read).collect::<Result<Vec<_>>>()?;
            let found = self.db.get_many(all.iter().map(Booking::occupation).collect()).await?;
            for (booking, row) in all.iter().zip(found) {
                let row = row.map(Occupation::read).transpose()?;
                if !booking.agrees(row.as_ref()) && !self.agree_now(booking.booking_id).await? {
                    let (id, space_id) = (booking.booking_id, booking.space_id);
                    self.say(format!("booking {id} takes another time of space {space_id} than it says"));
                }
            }
            self.lists_of(&all).await?;
        }
        Ok(())
    }

    /// That bookings are in their lists.
    async fn lists_of(&mut self, all: &[Booking]) -> Result<()> {
        let keys: Vec<(OccupationId, Key)> =
            all.iter().flat_map(|one| one.listings().into_iter().map(|key| (one.booking_id, key))).collect();
        let found = self.db.get_many(keys.iter().map(|(_, key)| key.clone()).collect()).await?;
        for ((id, key), row) in keys.into_iter().zip(found) {
            if row.is_some() {
                continue;
            }
            // Moved or erased since it was read.
            let now: Option<Booking> = self.db.find(Booking::at(id)).await?;
            let mut listings = now.iter().flat_map(Booking::listings);
            if listings.any(|listed| listed.table.name == key.table.name && listed.values == key.values) {
                self.listed(key, &format!("booking {id}")).await?;
            }
        }
        Ok(())
    }

    /// That no time is taken by a booking that stands elsewhere.
    pub(crate) async fn booked_time(&mut self) -> Result<()> {
        let mut walk = Walk::over(&SPACES);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let space_id = Space::read(row)?.space_id;
                let mut booked: Vec<Occupation> =
                    self.db.list(Occupation::of(space_id).ascending(MANY)).await?;
                booked.retain(is_booked);
                for some in booked.chunks(PORTION) {
                    self.booked(some).await?;
                }
            }
        }
        Ok(())
    }

    async fn booked(&mut self, rows: &[Occupation]) -> Result<()> {
        let keys = rows.iter().map(|row| Booking::at(row.occupation_id)).collect();
        let bookings: Vec<Booking> = self.db.find_all(keys).await?;
        let bookings: HashMap<OccupationId, Booking> =
            bookings.into_iter().map(|one| (one.booking_id, one)).collect();
        for row in rows {
            let is_elsewhere = |booking: &Booking| booking.occupation().values != row.key().values;
            let Some(booking) = bookings.get(&row.occupation_id).filter(|one| is_elsewhere(one)) else {
                continue;
            };
            // Moved since it was read?
            let id = booking.booking_id;
            let (now, stands) = (
                self.db.find::<Occupation>(row.key()).await?,
                self.db.find::<Booking>(Booking::at(id)).await?,
            );
            if now.is_some() && stands.is_some_and(|one| is_elsewhere(&one)) {
                self.say(format!("space {} is taken by booking {id}, which stands elsewhere", row.space_id));
            }
        }
        Ok(())
    }

    /// Whether a booking and its space agree when both are read anew: they are read one after the other while people
    /// book.
    async fn agree_now(&self, id: OccupationId) -> Result<bool> {
        let Some(booking) = self.db.find::<Booking>(Booking::at(id)).await? else { return Ok(true) };
        let row: Option<Occupation> = self.db.find(booking.occupation()).await?;
        Ok(booking.agrees(row.as_ref()) || self.arrives(&booking).await?)
    }

    /// Whether a booking has just come from another space, and its time is not its own yet.
    async fn arrives(&self, booking: &Booking) -> Result<bool> {
        let Some(until) = booking.taken_until() else { return Ok(false) };
        let list = Occupation::list_of(booking.starts, until);
        let at = Occupation::of(booking.space_id).prefix([list.into(), booking.starts.0.into()]);
        let rows: Vec<Occupation> = self.db.list(at.ascending(MANY)).await?;
        Ok(rows.iter().any(|row| row.arriving == Some(booking.booking_id) && row.ends == until))
    }
}
