//! Organisations, relations, applications.
//!
//! A relation is decided in the organisation's partition (`relations`) by compare-and-set; the person's own list
//! (`user_relations`) follows it.

mod applications;
mod invitations;
mod records;
mod relations;
pub(crate) mod tables;

pub use records::{
    Application, ApplicationState, Entity, EntityType, Invitation, MembershipMode, Relation, RelationType,
};

use self::tables::ENTITIES;
use crate::engine::Db;
use crate::error::Result;
use crate::ids::EntityId;
use crate::slugs::{self, Owner};

/// The repository of organisations.
#[derive(Clone)]
pub struct Entities {
    db: Db,
}

impl Entities {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Stores an organisation with its owner's relation. False: the slug is taken.
    pub async fn create_entity(&self, entity: &Entity) -> Result<bool> {
        let owner = Relation {
            entity_id: entity.entity_id,
            user_id: entity.owner,
            relation_type: RelationType::Owner,
            since: entity.created,
        };
        let then = vec![
            tables::entity_row(entity).insert(),
            tables::relation_row(&owner).insert(),
            tables::user_relation_row(&owner).insert(),
        ];
        slugs::claim(&self.db, &entity.entity_slug, Owner::Entity(entity.entity_id), then).await
    }

    /// An organisation.
    pub async fn entity(&self, entity_id: EntityId) -> Result<Option<Entity>> {
        self.db.get(ENTITIES.at([entity_id.into()])).await?.map(tables::entity).transpose()
    }

    /// Organisations; those that are not there are left out.
    pub async fn entities(&self, entity_ids: &[EntityId]) -> Result<Vec<Entity>> {
        let keys = entity_ids.iter().map(|id| ENTITIES.at([(*id).into()])).collect();
        self.db.get_many(keys).await?.into_iter().flatten().map(tables::entity).collect()
    }

    /// For maintenance alone: organisations in the store's own order, after one, at most `limit`.
    pub async fn scan(&self, after: Option<EntityId>, limit: usize) -> Result<Vec<Entity>> {
        let rows = self.db.scan(&ENTITIES, after.map(|id| vec![id.into()]), limit).await?;
        rows.into_iter().map(tables::entity).collect()
    }

    /// The organisation with a slug.
    pub async fn entity_by_slug(&self, slug: &str) -> Result<Option<Entity>> {
        match slugs::find(&self.db, slug).await? {
            Some(Owner::Entity(id)) => self.entity(id).await,
            _ => Ok(None),
        }
    }

    /// Writes name, type, mode and image. False: no such organisation.
    pub async fn update_entity(&self, entity: &Entity) -> Result<bool> {
        let set = [
            ("entity_name", (&entity.entity_name).into()),
            ("entity_type", entity.entity_type.into()),
            ("membership_mode", entity.membership_mode.into()),
            ("image", entity.image.as_ref().into()),
        ];
        let guard = ENTITIES.at([entity.entity_id.into()]).update_if(set, []);
        Ok(self.db.write_if(vec![guard], Vec::new()).await?.applied())
    }

    /// Whether a person or an organisation has the slug.
    pub async fn slug_taken(&self, slug: &str) -> Result<bool> {
        Ok(slugs::find(&self.db, slug).await?.is_some())
    }
}
