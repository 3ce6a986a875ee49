//! Who is what to an organisation.

use super::tables::USER_RELATIONS;
use super::{Entities, Relation, RelationType};
use crate::engine::Write;
use crate::entities::Entity;
use crate::error::Result;
use crate::ids::{EntityId, UserId};
use crate::record::{Record, Stored};

/// Organisations of one person that are looked at.
const RELATIONS_READ: usize = 5_000;

impl Entities {
    /// What a person is to an organisation.
    pub async fn relation(&self, entity_id: EntityId, user_id: UserId) -> Result<Option<Relation>> {
        self.db.find(Relation::at(entity_id, user_id)).await
    }

    /// An organisation's relations by ascending person, after one, at most `limit`.
    pub async fn relations(
        &self,
        entity_id: EntityId,
        after: Option<UserId>,
        limit: usize,
    ) -> Result<Vec<Relation>> {
        let span = Relation::of(entity_id);
        let span = span.after_any(after);
        self.db.list(span.ascending(limit)).await
    }

    /// A person's relations by ascending organisation.
    pub async fn relations_of(&self, user_id: UserId) -> Result<Vec<Relation>> {
        self.db.list(USER_RELATIONS.span([user_id.into()]).ascending(RELATIONS_READ)).await
    }

    /// Writes a relation when the present one is `expected` (none: there is none). False: it is another by now.
    pub async fn put_relation(&self, relation: &Relation, expected: Option<RelationType>) -> Result<bool> {
        let guard = match expected {
            None => relation.if_absent(),
            Some(expected) => Relation::at(relation.entity_id, relation.user_id).update_if(
                [("relation_type", relation.relation_type.into()), ("since", relation.since.into())],
                [("relation_type", expected.into())],
            ),
        };
        let follow = relation.row_in(&USER_RELATIONS);
        let Some(current) = self.db.write_if(vec![guard], vec![follow.insert()]).await?.refused_by() else {
            return Ok(true);
        };
        // Met again: whoever wrote this relation may have died before the person's own list followed.
        if let Some(row) = current {
            let current = Relation::read(row)?;
            if current.relation_type == relation.relation_type {
                self.db.write(vec![current.row_in(&USER_RELATIONS).insert()]).await?;
            }
        }
        Ok(false)
    }

    /// Removes a relation when it is `expected`, and writes what follows from that. False: it is another by now, or none.
    pub async fn remove_relation(
        &self,
        entity_id: EntityId,
        user_id: UserId,
        expected: RelationType,
        then: Vec<Write>,
    ) -> Result<bool> {
        let guard = Relation::at(entity_id, user_id).delete_if([("relation_type", expected.into())]);
        let follow = USER_RELATIONS.at([user_id.into(), entity_id.into()]).delete();
        let Some(current) =
            self.db.write_if(vec![guard], [vec![follow.clone()], then].concat()).await?.refused_by()
        else {
            return Ok(true);
        };
        if current.is_none() {
            self.db.write(vec![follow]).await?;
        }
        Ok(false)
    }

    /// Hands the organisation from its owner to another person; the old owner becomes administrator.
    /// False: `from` is not the owner.
    pub async fn transfer(&self, entity_id: EntityId, from: UserId, to: UserId, now: i64) -> Result<bool> {
        if from == to {
            return Ok(self.entity(entity_id).await?.is_some_and(|entity| entity.owner == from));
        }
        let guard = Entity::at(entity_id).update_if([("owner", to.into())], [("owner", from.into())]);
        let relations = [(from, RelationType::Administrator), (to, RelationType::Owner)]
            .map(|(user_id, relation_type)| Relation { entity_id, user_id, relation_type, since: now });
        let then: Vec<_> = relations
            .iter()
            .flat_map(|relation| [relation.row(), relation.row_in(&USER_RELATIONS)])
            .map(crate::value::Row::insert)
            .collect();
        let Some(current) = self.db.write_if(vec![guard], then.clone()).await?.refused_by() else {
            return Ok(true);
        };
        // The same hand-over met again, its relations perhaps unwritten: only while the old owner's still says OWNER.
        if current.map(Entity::read).transpose()?.is_some_and(|entity| entity.owner == to)
            && self
                .relation(entity_id, from)
                .await?
                .is_some_and(|old| old.relation_type == RelationType::Owner)
        {
            self.db.write(then).await?;
        }
        Ok(false)
    }
}
