//! Who is what to an organisation.

use super::tables::{self, ENTITIES, RELATIONS, USER_RELATIONS};
use super::{Entities, Relation, RelationType};
use crate::error::Result;
use crate::ids::{EntityId, UserId};

/// Organisations of one person that are looked at.
const RELATIONS_READ: usize = 5_000;

impl Entities {
    /// What a person is to an organisation.
    pub async fn relation(&self, entity_id: EntityId, user_id: UserId) -> Result<Option<Relation>> {
        let row = self.db.get(RELATIONS.at([entity_id.into(), user_id.into()])).await?;
        row.map(tables::relation).transpose()
    }

    /// An organisation's relations by ascending person, after one, at most `limit`.
    pub async fn relations(
        &self,
        entity_id: EntityId,
        after: Option<UserId>,
        limit: usize,
    ) -> Result<Vec<Relation>> {
        let span = RELATIONS.span([entity_id.into()]);
        let span = if let Some(after) = after { span.after(after) } else { span };
        self.db.range(span.ascending(limit)).await?.into_iter().map(tables::relation).collect()
    }

    /// A person's relations by ascending organisation.
    pub async fn relations_of(&self, user_id: UserId) -> Result<Vec<Relation>> {
        let rows = self.db.range(USER_RELATIONS.span([user_id.into()]).ascending(RELATIONS_READ)).await?;
        rows.into_iter().map(tables::relation).collect()
    }

    /// Writes a relation when the present one is `expected` (none: there is none). False: it is another by now.
    pub async fn put_relation(&self, relation: &Relation, expected: Option<RelationType>) -> Result<bool> {
        let guard = match expected {
            None => tables::relation_row(relation).if_absent(),
            Some(expected) => RELATIONS.at([relation.entity_id.into(), relation.user_id.into()]).update_if(
                [("relation_type", relation.relation_type.into()), ("since", relation.since.into())],
                [("relation_type", expected.into())],
            ),
        };
        let follow = tables::user_relation_row(relation);
        let Some(current) = self.db.write_if(vec![guard], vec![follow.insert()]).await?.refused_by() else {
            return Ok(true);
        };
        // Met again: whoever wrote this relation may have died before the person's own list followed.
        if let Some(row) = current {
            let current = tables::relation(row)?;
            if current.relation_type == relation.relation_type {
                self.db.write(vec![tables::user_relation_row(&current).insert()]).await?;
            }
        }
        Ok(false)
    }

    /// Removes a relation when it is `expected`. False: it is another by now, or none.
    pub async fn remove_relation(
        &self,
        entity_id: EntityId,
        user_id: UserId,
        expected: RelationType,
    ) -> Result<bool> {
        let guard =
            RELATIONS.at([entity_id.into(), user_id.into()]).delete_if([("relation_type", expected.into())]);
        let follow = USER_RELATIONS.at([user_id.into(), entity_id.into()]).delete();
        let Some(current) = self.db.write_if(vec![guard], vec![follow.clone()]).await?.refused_by() else {
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
        let guard =
            ENTITIES.at([entity_id.into()]).update_if([("owner", to.into())], [("owner", from.into())]);
        let relations = [(from, RelationType::Administrator), (to, RelationType::Owner)]
            .map(|(user_id, relation_type)| Relation { entity_id, user_id, relation_type, since: now });
        let then: Vec<_> = relations
            .iter()
            .flat_map(|relation| [tables::relation_row(relation), tables::user_relation_row(relation)])
            .map(crate::value::Row::insert)
            .collect();
        let Some(current) = self.db.write_if(vec![guard], then.clone()).await?.refused_by() else {
            return Ok(true);
        };
        // The same hand-over met again, its relations perhaps unwritten: only while the old owner's still says OWNER.
        if current.map(tables::entity).transpose()?.is_some_and(|entity| entity.owner == to)
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
