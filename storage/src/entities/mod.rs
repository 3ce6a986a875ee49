//! Organisations, relations, applications.
//!
//! A relation is decided in the organisation's partition (`relations`) by compare and set; the person's own list
//! (`user_relations`) is derived from it.

mod applications;
mod check;
mod invitations;
mod names;
pub(crate) mod records;
mod relations;
pub(crate) mod tables;

pub(crate) use names::{LISTINGS, Listing};
pub use names::{People, RELIST_JOB, folded, listed_as, place_of};
pub use records::{
    Application, ApplicationState, Entity, EntityType, Invitation, MembershipMode, Relation, RelationType,
};

use self::records::{ENTITIES, RelationRow};
use self::tables::USER_RELATIONS;
use crate::platform::changes;
use crate::platform::engine::{Db, Write};
use crate::platform::error::Result;
use crate::platform::ids::EntityId;
use crate::platform::record::{Record, Stored};
use crate::platform::slugs::{Bearer, Owner, Slugs};
use crate::platform::value::Cell;

/// Organisations own their slugs.
pub(crate) const BEARER: Bearer = Bearer {
    key: |owner| match owner {
        Owner::Entity(id) => Some(Entity::at(id)),
        Owner::User(_) => None,
    },
    column: "entity_slug",
};

/// The repository of organisations.
#[derive(Clone)]
pub struct Entities {
    db: Db,
    slugs: Slugs,
}

impl Entities {
    pub(crate) fn new(db: Db, slugs: Slugs) -> Self {
        Self { db, slugs }
    }

    /// Stores an organisation with its owner's relation and the writes `first`. False: the slug is taken.
    pub async fn create_entity(&self, entity: &Entity, first: Vec<Write>) -> Result<bool> {
        let owner = Relation {
            entity_id: entity.entity_id,
            user_id: entity.owner,
            relation_type: RelationType::Owner,
            since: entity.created,
        };
        let row = RelationRow::new(&owner, self.listed_now(entity.owner).await?);
        let mut then = vec![entity.insert(), row.insert(), owner.row_in(&USER_RELATIONS).insert()];
        then.extend(row.moved_from(None));
        then.push(changes::entity(entity.entity_id));
        then.extend(first);
        self.slugs.claim(&entity.entity_slug, Owner::Entity(entity.entity_id), then).await
    }

    /// An organisation.
    pub async fn entity(&self, entity_id: EntityId) -> Result<Option<Entity>> {
        self.db.find(Entity::at(entity_id)).await
    }

    /// Reads organisations; missing ones are left out.
    pub async fn entities(&self, entity_ids: &[EntityId]) -> Result<Vec<Entity>> {
        let keys = entity_ids.iter().map(|id| Entity::at(*id)).collect();
        self.db.find_all(keys).await
    }

    /// Organisations in the store's own order after one, at most `limit`. For maintenance only.
    pub async fn scan(&self, after: Option<EntityId>, limit: usize) -> Result<Vec<Entity>> {
        let rows = self.db.scan(&ENTITIES, after.map(|id| vec![id.into()]), limit).await?;
        rows.into_iter().map(Entity::read).collect()
    }

    /// The organisation with a slug.
    pub async fn entity_by_slug(&self, slug: &str) -> Result<Option<Entity>> {
        match self.slugs.find(slug).await? {
            Some(Owner::Entity(id)) => self.entity(id).await,
            _ => Ok(None),
        }
    }

    /// Writes the columns in which `new` differs from `old`; concurrent changes of other columns stay. False: no such
    /// organisation.
    pub async fn update_entity(&self, old: &Entity, new: &Entity) -> Result<bool> {
        self.update_entity_with(old, new, Vec::new()).await
    }

    /// The same, together with the writes `then`, if anything differs.
    pub async fn update_entity_with(&self, old: &Entity, new: &Entity, mut then: Vec<Write>) -> Result<bool> {
        let Some(guard) = old.change_to(new) else { return Ok(true) };
        then.push(changes::entity(old.entity_id));
        self.db.decide(guard, then).await
    }

    /// Writes the picture's version; answers the previous one. None: there was none, or no such organisation.
    pub async fn set_image(&self, entity_id: EntityId, version: &str) -> Result<Option<String>> {
        let old = self
            .db
            .swap(Entity::at(entity_id), "image", version.into(), vec![changes::entity(entity_id)])
            .await?;
        Ok(old.and_then(String::from_value))
    }

    /// Whether a person or an organisation owns the slug.
    pub async fn slug_taken(&self, slug: &str) -> Result<bool> {
        Ok(self.slugs.find(slug).await?.is_some())
    }
}
