//! Occupancy of spaces: which units are taken, when and by whom; and who waits for them. Contract §8.
//!
//! All rows of a space lie in one partition and are changed in one decision, guarded by the version of the space: of
//! concurrent requests, on any node, each is judged after the previous one. The rules by which they are judged may lie
//! elsewhere, if whoever changes them raises the version afterwards. Rows that occupy nothing any more are deleted.

mod check;
mod records;
pub mod sweep;

use std::sync::Arc;

pub(crate) use records::SPACES;
pub use records::{
    BookableGroupId, BookableId, Occupation, OccupationId, OccupationList, OccupationStatus, Space, SpaceId,
};
use records::{ENTITY_SPACES, EntitySpace, OCCUPATIONS};

use crate::Storage;
use crate::platform::area::Given::Not;
use crate::platform::area::Left::Nothing;
use crate::platform::area::{Area, people};
use crate::platform::engine::{Db, Range, Write};
use crate::platform::error::Result;
use crate::platform::ids::EntityId;
use crate::platform::record::Stored;
use crate::platform::time::Moment;
use sweep::Taken;

/// Milliseconds of a minute.
const MINUTE_MS: i64 = 60_000;
/// Longest interval of [`OccupationList::Short`], in milliseconds.
pub const SHORT_MS: i64 = 86_400_000;
/// Longest interval, in milliseconds.
pub const LONGEST_MS: i64 = 366 * 86_400_000;
/// The longest buffer of an occupation, in minutes.
pub const LONGEST_BUFFER: i64 = 1_440;
/// Most rows of a window that are read.
const MANY: usize = 20_000;
/// Most who wait for a space.
pub const MOST_WAITING: i64 = 1_000;
/// Most spaces of an organisation.
pub const MOST_SPACES: usize = 1_000;

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[&OCCUPATIONS, &SPACES, &ENTITY_SPACES],
    people: &[people("occupations", Not("the occupied time of bookings.json"), Nothing)],
    checks: &[|check| Box::pin(check.occupancy())],
    ..Area::named("occupancy")
};

impl Space {
    /// A space before it is stored; version 0 is never stored.
    pub fn new(space_id: SpaceId, entity_id: EntityId, name: &str, unit_count: i64) -> Self {
        let (version, longest_buffer, waiting, last_queued) = (0, 0, 0, 0);
        Self {
            space_id,
            version,
            entity_id,
            name: name.to_owned(),
            unit_count,
            longest_buffer,
            waiting,
            last_queued,
        }
    }

    /// The bits of all its units.
    pub fn all_units(&self) -> u64 {
        u64::MAX >> (64 - self.unit_count.clamp(1, 63))
    }
}

impl Occupation {
    /// What it takes of the space, for [`sweep`].
    pub fn taken(&self) -> Taken {
        Taken {
            starts: self.starts.0,
            ends: self.ends.0,
            units: self.units.cast_unsigned(),
            most: self.most,
            buffer: self.buffer * MINUTE_MS,
        }
    }

    /// Whether it occupies its units at a moment: it does not wait, and no hold or offer that has expired.
    pub fn is_live(&self, now: i64) -> bool {
        self.status != OccupationStatus::Waiting && self.expires.is_none_or(|expires| expires.0 > now)
    }

    /// Sets its place in the partition, which follows from status and times; `queued`: its number on the waitlist.
    #[must_use]
    pub fn placed(mut self, queued: i64) -> Self {
        (self.list, self.place) = match self.status {
            OccupationStatus::Waiting => (OccupationList::Waitlist, queued),
            _ => (Self::list_of(self.starts, self.ends), self.starts.0),
        };
        self
    }

    /// The list in which an interval lies that occupies something.
    pub(crate) fn list_of(starts: Moment, ends: Moment) -> OccupationList {
        if ends.0 - starts.0 <= SHORT_MS { OccupationList::Short } else { OccupationList::Long }
    }
}

/// A change of a row; none: there was or will be none.
#[derive(Debug, Clone)]
pub struct Change {
    pub old: Option<Occupation>,
    pub new: Option<Occupation>,
}

impl Change {
    /// A new row.
    pub fn insert(new: Occupation) -> Self {
        Self { old: None, new: Some(new) }
    }

    /// A row in another's place: of the same id.
    pub fn update(old: Occupation, new: Occupation) -> Self {
        Self { old: Some(old), new: Some(new) }
    }

    /// A row that stays as it is, for an answer that shows it.
    pub fn keep(row: &Occupation) -> Self {
        Self::update(row.clone(), row.clone())
    }

    /// A row that goes.
    pub fn delete(old: Occupation) -> Self {
        Self { old: Some(old), new: None }
    }

    fn writes(&self) -> Vec<Write> {
        let (old, new) = (self.old.as_ref(), self.new.as_ref());
        let moved = old.filter(|old| new.is_none_or(|new| new.key().values != old.key().values));
        moved.map(|old| old.key().delete()).into_iter().chain(new.map(Stored::insert)).collect()
    }
}

/// A part of a space's time, in epoch milliseconds, half-open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub from: i64,
    pub to: i64,
}

impl Window {
    /// The smallest one that holds both.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self { from: self.from.min(other.from), to: self.to.max(other.to) }
    }

    /// The rows that can touch it: short ones from a day before, long ones from a year before.
    fn ranges(self, space_id: SpaceId, longest_buffer: i64) -> [Range; 2] {
        let buffer = longest_buffer * MINUTE_MS;
        let (from, to) = (self.from - buffer, self.to + buffer);
        let list = |list: OccupationList, longest: i64| {
            let span = Occupation::of(space_id).prefix([list.into()]);
            span.from(from - longest).before(to).ascending(MANY)
        };
        [list(OccupationList::Short, SHORT_MS), list(OccupationList::Long, LONGEST_MS)]
    }

    /// As [`Self::ranges`], whatever the longest buffer of the space is: to be read beside it.
    pub(crate) fn ranges_beside(self, space_id: SpaceId) -> [Range; 2] {
        self.ranges(space_id, LONGEST_BUFFER)
    }

    /// Those among rows of its ranges that touch it, by start.
    pub(crate) fn touching(self, rows: impl Iterator<Item = Occupation>, space: &Space) -> Vec<Occupation> {
        let mut rows: Vec<Occupation> = rows.filter(|one| self.holds(one, space.longest_buffer)).collect();
        rows.sort_by_key(|one| (one.starts, one.occupation_id));
        rows
    }

    /// Whether an interval with its buffer reaches into it.
    fn holds(self, one: &Occupation, longest_buffer: i64) -> bool {
        let buffer = longest_buffer.max(one.buffer) * MINUTE_MS;
        one.starts.0 < self.to + buffer && self.from < one.ends.0 + buffer
    }
}

/// The repository of spaces and their occupations.
#[derive(Clone)]
pub struct Occupancy {
    db: Db,
}

impl Occupancy {
    /// The repository over a store.
    pub fn of(storage: &Storage) -> Self {
        Self { db: Arc::clone(storage.engine()) }
    }

    /// A space; none: there is no such.
    pub async fn space(&self, space_id: SpaceId) -> Result<Option<Space>> {
        self.db.find(Space::at(space_id)).await
    }

    /// As [`Self::space`], for a decision: what followed from earlier ones, such as bookings, is there.
    pub async fn settled_space(&self, space_id: SpaceId) -> Result<Option<Space>> {
        self.db.find_settled(Space::at(space_id)).await
    }

    /// Some spaces; those that do not exist are left out.
    pub async fn spaces(&self, ids: &[SpaceId]) -> Result<Vec<Space>> {
        self.db.find_all(ids.iter().map(|id| Space::at(*id)).collect()).await
    }

    /// The spaces of an organisation, by age.
    pub async fn of_entity(&self, entity_id: EntityId) -> Result<Vec<Space>> {
        let rows: Vec<EntitySpace> = self.db.list(EntitySpace::of(entity_id).ascending(MOST_SPACES)).await?;
        self.spaces(&rows.iter().map(|row| row.space_id).collect::<Vec<_>>()).await
    }

    /// Stores a new space; answers whether there was none of that id.
    pub async fn create(&self, space: &Space) -> Result<bool> {
        let space = Space { version: 1, ..space.clone() };
        let listed = EntitySpace { entity_id: space.entity_id, space_id: space.space_id };
        self.db.decide(space.if_absent(), vec![listed.insert()]).await
    }

    /// The rows of a space that touch a window, expired ones included, by start. For a decision, read them after the
    /// space, whose version guards them.
    pub async fn window(&self, space: &Space, window: Window) -> Result<Vec<Occupation>> {
        let mut found = self.windows(std::slice::from_ref(space), window).await?;
        Ok(found.pop().unwrap_or_default())
    }

    /// As [`Self::window`], for many spaces in one round trip; in their order.
    pub async fn windows(&self, spaces: &[Space], window: Window) -> Result<Vec<Vec<Occupation>>> {
        let ranges =
            spaces.iter().flat_map(|space| window.ranges(space.space_id, space.longest_buffer)).collect();
        let lists: Vec<Vec<Occupation>> = self.db.list_many(ranges).await?;
        let mut lists = lists.into_iter();
        let of_space = |space: &Space| window.touching(lists.by_ref().take(2).flatten(), space);
        Ok(spaces.iter().map(of_space).collect())
    }

    /// The head of the waitlist, in order. For a decision, read it after the space.
    pub async fn waitlist(&self, space_id: SpaceId, limit: usize) -> Result<Vec<Occupation>> {
        let list = Occupation::of(space_id).prefix([OccupationList::Waitlist.into()]);
        self.db.list(list.ascending(limit)).await
    }

    /// Decides changes of a space: if its version was raised since it was read, nothing is written; answers whether they
    /// were applied. At most 90 rows. `then` follows.
    pub async fn decide(
        &self,
        old: &Space,
        new: &Space,
        changes: &[Change],
        then: Vec<Write>,
    ) -> Result<bool> {
        let waits = |one: &Option<Occupation>| {
            i64::from(one.as_ref().is_some_and(|one| one.status == OccupationStatus::Waiting))
        };
        let buffers = changes.iter().filter_map(|change| change.new.as_ref()).map(|new| new.buffer);
        let new = Space {
            version: old.version + 1,
            longest_buffer: buffers.fold(new.longest_buffer, i64::max),
            waiting: changes.iter().fold(old.waiting, |sum, one| sum + waits(&one.new) - waits(&one.old)),
            ..new.clone()
        };
        let writes = changes.iter().flat_map(Change::writes).chain(then).collect();
        self.db.decide(old.change_version_to(&new), writes).await
    }
}
