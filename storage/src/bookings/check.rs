//! Checks that the bookings of a space are what its occupied time says: no minute is lost, and none is taken by what has
//! ended.

use super::records::{BOOKINGS, Booking};
use crate::occupancy::{Occupation, OccupationStatus};
use crate::platform::check::Check;
use crate::platform::engine::Key;
use crate::platform::error::Result;
use crate::platform::record::Record;
use crate::platform::time::Moment;
use crate::platform::walk::Walk;

/// `flStatus` of bookings that stand: booked, pending, checked in.
const STANDS: [i64; 3] = [1, 3, 5];
/// Of those that are over before their end: completed, no-show.
const ENDED: [i64; 2] = [6, 7];

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

impl Check<'_> {
    /// Every booking, beside what its space says of it.
    pub(crate) async fn bookings(&mut self) -> Result<()> {
        let mut walk = Walk::over(&BOOKINGS);
        while let Some(rows) = walk.next(self.db).await? {
            let all = rows.into_iter().map(Booking::read).collect::<Result<Vec<_>>>()?;
            let found = self.db.get_many(all.iter().map(Booking::occupation).collect()).await?;
            for (booking, row) in all.iter().zip(found) {
                let row = row.map(Occupation::read).transpose()?;
                if !booking.agrees(row.as_ref()) && !self.agree_now(booking).await? {
                    let (id, space_id) = (booking.booking_id, booking.space_id);
                    self.say(format!("booking {id} takes another time of space {space_id} than it says"));
                }
            }
        }
        Ok(())
    }

    /// Whether they agree when both are read anew: they are read one after the other while people book.
    async fn agree_now(&self, booking: &Booking) -> Result<bool> {
        let Some(booking) = self.db.find::<Booking>(Booking::at(booking.booking_id)).await? else {
            return Ok(true);
        };
        let row: Option<Occupation> = self.db.find(booking.occupation()).await?;
        Ok(booking.agrees(row.as_ref()))
    }
}
