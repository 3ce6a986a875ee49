//! Organisations, relations, applications.

mod records;

pub use records::{Application, ApplicationState, Entity, EntityType, MembershipMode, Relation, RelationType};

use crate::engine::Db;
use crate::error::Result;
use crate::ids::{EntityId, UserId};

/// The repository of organisations.
#[derive(Clone)]
pub struct Entities {
    db: Db,
}

#[allow(clippy::unused_async, unused_variables)]
impl Entities {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }
    pub async fn create_entity(&self, entity: &Entity) -> Result<bool> { todo!() }
    pub async fn entity(&self, entity_id: EntityId) -> Result<Option<Entity>> { todo!() }
    pub async fn entities(&self, entity_ids: &[EntityId]) -> Result<Vec<Entity>> { todo!() }
    pub async fn entity_by_slug(&self, slug: &str) -> Result<Option<Entity>> { todo!() }
    /// Writes name, type, mode and image; false: no such organisation.
    pub async fn update_entity(&self, entity: &Entity) -> Result<bool> { todo!() }
    pub async fn relation(&self, entity_id: EntityId, user_id: UserId) -> Result<Option<Relation>> { todo!() }
    pub async fn relations(&self, entity_id: EntityId, after: Option<UserId>, limit: usize) -> Result<Vec<Relation>> { todo!() }
    pub async fn relations_of(&self, user_id: UserId) -> Result<Vec<Relation>> { todo!() }
    pub async fn put_relation(&self, relation: &Relation, expected: Option<RelationType>) -> Result<bool> { todo!() }
    pub async fn remove_relation(&self, entity_id: EntityId, user_id: UserId, expected: RelationType) -> Result<bool> { todo!() }
    pub async fn transfer(&self, entity_id: EntityId, from: UserId, to: UserId, now: i64) -> Result<bool> { todo!() }
    pub async fn application(&self, entity_id: EntityId, user_id: UserId) -> Result<Option<Application>> { todo!() }
    pub async fn applications(&self, entity_id: EntityId) -> Result<Vec<Application>> { todo!() }
    pub async fn apply(&self, application: &Application) -> Result<bool> { todo!() }
    pub async fn decide(&self, entity_id: EntityId, user_id: UserId, from: ApplicationState, to: ApplicationState, by: UserId, now: i64) -> Result<bool> { todo!() }
    pub async fn slug_taken(&self, slug: &str) -> Result<bool> { todo!() }
}
