//! What fits into a space, and who of those that wait gets what is free: pure, the time passed in. Contract §8.

use storage::ids::UserId;
use storage::occupancy::sweep::{self, Taken};
use storage::occupancy::{BookableId, Change, Occupation, OccupationId, OccupationStatus, Space};

/// How long a hold that has expired is kept, in milliseconds: it still books if its time is free.
const EXPIRED_KEPT_MS: i64 = 86_400_000;

/// A space as it is at a moment: what occupies the window of the requests, and who waits.
#[derive(Clone)]
pub struct View {
    pub space: Space,
    /// Also holds and offers that have expired.
    rows: Vec<Occupation>,
    /// In order.
    waitlist: Vec<Occupation>,
    /// Epoch milliseconds.
    pub now: i64,
}

impl View {
    /// `rows`: those that touch the window; `waitlist`: its head, in order.
    pub fn new(space: Space, rows: Vec<Occupation>, waitlist: Vec<Occupation>, now: i64) -> Self {
        Self { space, rows, waitlist, now }
    }

    /// A row, expired or not.
    pub fn row(&self, id: OccupationId) -> Option<&Occupation> {
        self.rows.iter().chain(&self.waitlist).find(|row| row.occupation_id == id)
    }

    /// The rows that touch the window, also those that have expired.
    pub fn all(&self) -> impl Iterator<Item = &Occupation> {
        self.rows.iter()
    }

    /// What occupies the space.
    pub fn live(&self) -> impl Iterator<Item = &Occupation> {
        self.rows.iter().filter(|row| row.is_live(self.now))
    }

    /// What is offered to somebody, of a bookable at exactly this time.
    pub fn offer_to(&self, user_id: UserId, bookable_id: BookableId, wanted: &Taken) -> Option<&Occupation> {
        self.live().find(|row| {
            row.status == OccupationStatus::Offer
                && (row.user_id, row.bookable_id) == (user_id, bookable_id)
                && (row.starts.0, row.ends.0) == (wanted.starts, wanted.ends)
        })
    }

    /// The waitlist, in order.
    pub fn waitlist(&self) -> &[Occupation] {
        &self.waitlist
    }

    fn among(&self, without: &[OccupationId]) -> Vec<&Occupation> {
        self.live().filter(|row| !without.contains(&row.occupation_id)).collect()
    }

    /// Those that an interval cannot stand beside, `without` some rows, by start; none: it fits.
    pub fn conflicts(&self, wanted: &Taken, without: &[OccupationId]) -> Vec<&Occupation> {
        let rows = self.among(without);
        let taken: Vec<Taken> = rows.iter().map(|row| row.taken()).collect();
        sweep::conflicts(wanted, &taken).into_iter().filter_map(|at| rows.get(at).copied()).collect()
    }

    /// As [`Self::conflicts`], and besides those on the waitlist whose time fits now, while the rows `without` still
    /// stand: nobody else gets it first, and whoever holds a time has it before those who wait.
    pub fn conflicts_with_waitlist(&self, wanted: &Taken, without: &[OccupationId]) -> Vec<&Occupation> {
        let mut found = self.conflicts(wanted, without);
        let waits = self.waitlist.iter().filter(|row| !without.contains(&row.occupation_id));
        found.extend(
            waits.filter(|row| wanted.touches(&row.taken()) && self.conflicts(&row.taken(), &[]).is_empty()),
        );
        found
    }

    /// Those on the waitlist whose time is free, in order, each beside those before it. `until`: when an offer for an
    /// interval made now would end; none: it is too late for one.
    pub fn offers(&self, until: impl Fn(&Occupation) -> Option<i64>) -> Vec<Change> {
        let mut taken: Vec<Taken> = self.live().map(Occupation::taken).collect();
        let mut offers = Vec::new();
        for waiting in &self.waitlist {
            let Some(until) = until(waiting) else { continue };
            if sweep::fits(&waiting.taken(), &taken) {
                taken.push(waiting.taken());
                let new = Occupation {
                    status: OccupationStatus::Offer,
                    expires: Some(storage::time::Moment(until)),
                    revision: waiting.revision + 1,
                    ..waiting.clone()
                };
                offers.push(Change::update(waiting.clone(), new));
            }
        }
        offers
    }

    /// Applies changes, so that the next request is judged after them; answers them with the places of their rows.
    pub fn apply(&mut self, changes: Vec<Change>) -> Vec<Change> {
        changes
            .into_iter()
            .map(|Change { old, new }| {
                let new = new.map(|new| {
                    let was_waiting = old.as_ref().filter(|old| old.status == OccupationStatus::Waiting);
                    if new.status == OccupationStatus::Waiting && was_waiting.is_none() {
                        self.space.last_queued += 1;
                    }
                    let queued = was_waiting.map_or(self.space.last_queued, |old| old.place);
                    new.placed(queued)
                });
                let gone = old.as_ref().or(new.as_ref()).map(|row| row.occupation_id);
                self.rows.retain(|row| Some(row.occupation_id) != gone);
                self.waitlist.retain(|row| Some(row.occupation_id) != gone);
                if let Some(new) = &new {
                    let list = match new.status {
                        OccupationStatus::Waiting => &mut self.waitlist,
                        _ => &mut self.rows,
                    };
                    list.push(new.clone());
                    list.sort_by_key(|row| (row.place, row.occupation_id));
                }
                Change { old, new }
            })
            .collect()
    }

    /// Deletions of holds that expired long ago, at most `limit`.
    pub fn outdated(&self, limit: usize) -> Vec<Change> {
        let is_outdated = |row: &&Occupation| {
            row.status == OccupationStatus::Hold
                && row.expires.is_some_and(|expires| expires.0 + EXPIRED_KEPT_MS < self.now)
        };
        self.rows.iter().filter(is_outdated).take(limit).cloned().map(Change::delete).collect()
    }
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
