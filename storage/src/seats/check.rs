//! Checks that the counts of taken seats match people's rows and the capacity.

use crate::platform::check::Check;
use crate::platform::error::Result;
use crate::platform::record::Record;
use crate::platform::walk::Walk;
use crate::seats::{EnrollmentStatus, Place, SEAT_COUNTS, SeatCounts};

impl Check<'_> {
    /// The counts of every subject match its people's rows.
    pub(crate) async fn seats(&mut self) -> Result<()> {
        let mut walk = Walk::over(&SEAT_COUNTS);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let counts = SeatCounts::read(row)?;
                let (mut taken, mut waiting) = (0, 0);
                for place in Place::all(self.db, counts.subject()).await? {
                    taken += if place.status.holds() { 1 + place.guests } else { 0 };
                    waiting += i64::from(place.status == EnrollmentStatus::Waitlisted);
                }
                let (kind, id) = (counts.subject_kind, counts.subject_id);
                if (taken, waiting) != (counts.taken, counts.waiting) {
                    let (counted, waited) = (counts.taken, counts.waiting);
                    self.say(format!(
                        "{kind} {id} has {taken} places taken and {waiting} waiting, and counts {counted} and {waited}"
                    ));
                }
                if counts.capacity.is_some_and(|capacity| counts.taken > capacity) {
                    self.say(format!("{kind} {id} has more places taken than there are"));
                }
            }
        }
        Ok(())
    }
}
