//! Groups of bookables of which any is as good ('valfri ledig sal'). Contract §8.1.

use super::Bookings;
use crate::occupancy::{BookableGroupId, BookableId};
use crate::platform::engine::Write;
use crate::platform::error::Result;
use crate::platform::ids::EntityId;
use crate::platform::record::{Stored, record};
use crate::platform::value::Json;

/// Most groups of an organisation.
pub const MOST_GROUPS: usize = 100;

record! {
    /// Bookables of an organisation, in the order in which they are tried.
    pub struct BookableGroup;
    pub(crate) static BOOKABLE_GROUPS: "bookable_groups", Ascending;
    partition {
        group_id: BookableGroupId => bigint,
    }
    clustering {}
    columns {
        /// Raised by every change.
        version: i64 => bigint,
        entity_id: EntityId => bigint,
        name: String => text,
        bookables: Json<Vec<BookableId>> => text,
    }
}

record! {
    /// A group of an organisation.
    pub(crate) struct EntityBookableGroup;
    pub(crate) static ENTITY_BOOKABLE_GROUPS: "entity_bookable_groups", Ascending;
    partition {
        entity_id: EntityId => bigint,
    }
    clustering {
        group_id: BookableGroupId => bigint,
    }
    columns {}
}

impl BookableGroup {
    fn listed(&self) -> EntityBookableGroup {
        EntityBookableGroup { entity_id: self.entity_id, group_id: self.group_id }
    }
}

impl Bookings {
    /// A group; none: there is no such.
    pub async fn group(&self, id: BookableGroupId) -> Result<Option<BookableGroup>> {
        self.db.find(BookableGroup::at(id)).await
    }

    /// The groups of an organisation, by age.
    pub async fn groups_of(&self, entity_id: EntityId) -> Result<Vec<BookableGroup>> {
        let rows: Vec<EntityBookableGroup> =
            self.db.list(EntityBookableGroup::of(entity_id).ascending(MOST_GROUPS)).await?;
        self.db.find_all(rows.iter().map(|row| BookableGroup::at(row.group_id)).collect()).await
    }

    /// Stores a new group.
    pub async fn create_group(&self, group: &BookableGroup, mut then: Vec<Write>) -> Result<()> {
        then.extend([group.insert(), group.listed().insert()]);
        self.db.write(then).await
    }

    /// Changes a group if it still has the version of `old`, and what follows; answers whether it had. Raises the version.
    pub async fn change_group(
        &self,
        old: &BookableGroup,
        new: &BookableGroup,
        then: Vec<Write>,
    ) -> Result<bool> {
        let new = BookableGroup { version: old.version + 1, ..new.clone() };
        self.db.decide(old.change_version_to(&new), then).await
    }

    /// Deletes a group if it still has that version; answers whether it had. Its bookables stay.
    pub async fn remove_group(&self, group: &BookableGroup, mut then: Vec<Write>) -> Result<bool> {
        let guard = group.key().delete_if([("version", group.version.into())]);
        then.push(group.listed().key().delete());
        self.db.decide(guard, then).await
    }
}
