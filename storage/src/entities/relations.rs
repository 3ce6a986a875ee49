//! Relations of people to organisations.

use std::collections::HashMap;

use super::records::RelationRow;
use super::tables::USER_RELATIONS;
use super::{Application, ApplicationState, Entities, Relation, RelationType};
use crate::entities::Entity;
use crate::platform::engine::Write;
use crate::platform::error::{Error, Result};
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::{Record, Stored};

/// Most organisations read of one person.
const RELATIONS_READ: usize = 5_000;
/// Most attempts at a relation whose list entries are changed concurrently.
const TRIES: usize = 16;

impl Entities {
    /// A person's relation to an organisation.
    pub async fn relation(&self, entity_id: EntityId, user_id: UserId) -> Result<Option<Relation>> {
        self.db.find(Relation::at(entity_id, user_id)).await
    }

    /// A person's relation to an organisation and the state of their application there, in one round trip.
    pub async fn standing(
        &self,
        entity_id: EntityId,
        user_id: UserId,
    ) -> Result<(Option<RelationType>, Option<ApplicationState>)> {
        let keys = vec![Relation::at(entity_id, user_id), Application::at(entity_id, user_id)];
        let mut found = self.db.get_many(keys).await?.into_iter();
        let relation = found.next().flatten().map(Relation::read).transpose()?;
        let application = found.next().flatten().map(Application::read).transpose()?;
        Ok((relation.map(|one| one.relation_type), application.map(|one| one.state)))
    }

    /// The relations of people to an organisation; people without one are left out.
    pub async fn relations_among(
        &self,
        entity_id: EntityId,
        user_ids: &[UserId],
    ) -> Result<HashMap<UserId, RelationType>> {
        let keys = user_ids.iter().map(|user_id| Relation::at(entity_id, *user_id)).collect();
        let found: Vec<Relation> = self.db.find_all(keys).await?;
        Ok(found.into_iter().map(|relation| (relation.user_id, relation.relation_type)).collect())
    }

    /// A person's relations to organisations; those without one are left out.
    pub async fn relations_to(
        &self,
        user_id: UserId,
        entity_ids: &[EntityId],
    ) -> Result<HashMap<EntityId, RelationType>> {
        let keys = entity_ids.iter().map(|entity_id| Relation::at(*entity_id, user_id)).collect();
        let found: Vec<Relation> = self.db.find_all(keys).await?;
        Ok(found.into_iter().map(|relation| (relation.entity_id, relation.relation_type)).collect())
    }

    /// An organisation's relations by ascending person after one, at most `limit`.
    pub async fn relations(
        &self,
        entity_id: EntityId,
        after: Option<UserId>,
        limit: usize,
    ) -> Result<Vec<Relation>> {
        let span = RelationRow::of(entity_id);
        let span = span.after_any(after);
        self.db.list(span.ascending(limit)).await
    }

    /// A person's relations by ascending organisation.
    pub async fn relations_of(&self, user_id: UserId) -> Result<Vec<Relation>> {
        self.db.list(USER_RELATIONS.span([user_id.into()]).ascending(RELATIONS_READ)).await
    }

    /// Writes a relation if the stored one is `expected` (none: there is none). False: it is another by now.
    pub async fn put_relation(&self, relation: &Relation, expected: Option<RelationType>) -> Result<bool> {
        self.put_relation_with(relation, expected, Vec::new()).await
    }

    /// The same, together with the writes `then`.
    pub async fn put_relation_with(
        &self,
        relation: &Relation,
        expected: Option<RelationType>,
        more: Vec<Write>,
    ) -> Result<bool> {
        let follow = relation.row_in(&USER_RELATIONS).insert();
        for _ in 0..TRIES {
            let new = RelationRow::new(relation, self.listed_now(relation.user_id).await?);
            let old = self.relation_row(relation.entity_id, relation.user_id).await?;
            if old.as_ref().map(|old| old.relation_type) != expected {
                // The relation exists already: its writer may have died before the derived rows.
                if let Some(old) = old.filter(|old| old.relation_type == relation.relation_type) {
                    let again = old.row_in(&USER_RELATIONS).insert();
                    self.db.write([old.moved_from(None), vec![again]].concat()).await?;
                }
                return Ok(false);
            }
            let then = [new.moved_from(old.as_ref()), vec![follow.clone()], more.clone()].concat();
            let guard = match &old {
                None => Some(new.if_absent()),
                Some(old) => old.change_whole_to(&new),
            };
            let Some(guard) = guard else { return self.db.write(then).await.map(|()| true) };
            if self.db.decide(guard, then).await? {
                return Ok(true);
            }
        }
        Err(Error::Busy)
    }

    /// Deletes a relation if it is `expected`, together with the writes `then`. False: it is another by now, or none.
    pub async fn remove_relation(
        &self,
        entity_id: EntityId,
        user_id: UserId,
        expected: RelationType,
        then: Vec<Write>,
    ) -> Result<bool> {
        let follow = USER_RELATIONS.at([user_id.into(), entity_id.into()]).delete();
        for _ in 0..TRIES {
            let Some(old) = self.relation_row(entity_id, user_id).await? else {
                return self.db.write(vec![follow]).await.map(|()| false);
            };
            if old.relation_type != expected {
                return Ok(false);
            }
            let guard = old
                .key()
                .delete_if([("relation_type", expected.into()), ("listed", old.listed.as_ref().into())]);
            let left = old.listings().map(|listing| listing.key().delete()).collect();
            if self.db.decide(guard, [vec![follow.clone()], left, then.clone()].concat()).await? {
                return Ok(true);
            }
        }
        Err(Error::Busy)
    }

    /// Transfers the organisation from its owner to another person; the old owner becomes an administrator. False:
    /// `from` is not the owner.
    pub async fn transfer(&self, entity_id: EntityId, from: UserId, to: UserId, now: i64) -> Result<bool> {
        self.transfer_with(entity_id, from, to, now, Vec::new()).await
    }

    /// The same, together with the writes `then`.
    pub async fn transfer_with(
        &self,
        entity_id: EntityId,
        from: UserId,
        to: UserId,
        now: i64,
        mut then: Vec<Write>,
    ) -> Result<bool> {
        if from == to {
            return Ok(self.entity(entity_id).await?.is_some_and(|entity| entity.owner == from));
        }
        let guard = Entity::at(entity_id).update_if([("owner", to.into())], [("owner", from.into())]);
        for (user_id, relation_type) in [(from, RelationType::Administrator), (to, RelationType::Owner)] {
            let old = self.relation_row(entity_id, user_id).await?;
            let relation = Relation { entity_id, user_id, relation_type, since: now };
            let new = RelationRow::new(&relation, self.listed_now(user_id).await?);
            then.extend(new.moved_from(old.as_ref()));
            then.extend([new.insert(), relation.row_in(&USER_RELATIONS).insert()]);
        }
        self.db.decide(guard, then).await
    }
}
