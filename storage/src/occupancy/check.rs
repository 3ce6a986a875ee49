//! Checks that no unit of a space is occupied beyond its limit, and that the waiting are counted.

use crate::occupancy::sweep::{self, Taken};
use crate::occupancy::{MINUTE_MS, Occupation, OccupationList, SPACES, Space};
use crate::platform::check::Check;
use crate::platform::error::Result;
use crate::platform::record::Record;
use crate::platform::walk::Walk;

/// Most rows of one space that are read.
const MANY: usize = 1_000_000;

impl Check<'_> {
    /// The peak of each space's occupations, and its counts.
    pub(crate) async fn occupancy(&mut self) -> Result<()> {
        let mut walk = Walk::over(&SPACES);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let space = Space::read(row)?;
                let all: Vec<Occupation> =
                    self.db.list(Occupation::of(space.space_id).ascending(MANY)).await?;
                self.space(&space, all);
            }
        }
        Ok(())
    }

    fn space(&mut self, space: &Space, all: Vec<Occupation>) {
        let id = space.space_id;
        let (waiting, mut stands): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|one| one.list == OccupationList::Waitlist);
        if waiting.len() as i64 != space.waiting {
            let (found, counted) = (waiting.len(), space.waiting);
            self.say(format!("space {id} has {found} waiting, and counts {counted}"));
        }
        // A hold that has expired occupies nothing, and is in the way of nobody.
        stands.retain(|one| one.expires.is_none());
        stands.sort_by_key(|one| one.starts);
        let buffer = space.longest_buffer * MINUTE_MS;
        // Those before the current one that may still reach it; later ones are compared in their turn.
        let mut near: Vec<Taken> = Vec::new();
        for one in stands {
            let taken = one.taken();
            near.retain(|other| other.ends + buffer > taken.starts);
            if !sweep::fits(&taken, &near) {
                self.say(format!("space {id} is occupied beyond its limit by {}", one.occupation_id));
            }
            if one.units.cast_unsigned() & !space.all_units() != 0 {
                self.say(format!("occupation {} takes units that space {id} has not", one.occupation_id));
            }
            near.push(taken);
        }
    }
}
