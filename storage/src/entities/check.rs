//! Checks organisations against their owners and slugs, relations against their reverse table, and people against the
//! names that they are listed by.

use crate::accounts::User;
use crate::entities::records::ENTITIES;
use crate::entities::records::{RELATIONS, RelationRow};
use crate::entities::tables::USER_RELATIONS;
use crate::entities::{Entity, RelationType};
use crate::entities::{LISTINGS, Listing, Relation, listed_as};
use crate::platform::check::{Check, Invariant};
use crate::platform::error::Result;
use crate::platform::record::{Record, Stored};
use crate::platform::slugs::Owner;
use crate::platform::table::Table;
use crate::platform::value::Value;
use crate::platform::walk::Walk;

pub(super) const INVARIANTS: &[Invariant] = &[
    |check| Box::pin(check.entities()),
    |check| Box::pin(check.relations(&RELATIONS, &USER_RELATIONS)),
    |check| Box::pin(check.relations(&USER_RELATIONS, &RELATIONS)),
    |check| Box::pin(check.names()),
];

impl Check<'_> {
    pub(crate) async fn entities(&mut self) -> Result<()> {
        let mut walk = Walk::over(&ENTITIES);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let entity = Entity::read(row)?;
                let (id, owner) = (entity.entity_id, entity.owner);
                if self.slugs.find(&entity.entity_slug).await? != Some(Owner::Entity(id)) {
                    self.say(format!("organisation {id} has no claim on the slug {}", entity.entity_slug));
                }
                let relation = self.db.get(Relation::at(id, owner)).await?;
                let relation = relation.map(Relation::read).transpose()?;
                if relation.is_none_or(|relation| relation.relation_type != RelationType::Owner) {
                    self.say(format!("organisation {id}: its owner {owner} has no relation OWNER"));
                }
            }
        }
        Ok(())
    }

    /// Every row of one table is also in the other.
    pub(crate) async fn relations(&mut self, table: &'static Table, other: &'static Table) -> Result<()> {
        let mut walk = Walk::over(table);
        while let Some(rows) = walk.next(self.db).await? {
            let relations = rows.into_iter().map(Relation::read).collect::<Result<Vec<_>>>()?;
            let keys = relations.iter().flat_map(|relation| {
                let (entity, user) = (relation.entity_id, relation.user_id);
                let by_entity = [Value::from(entity), user.into()];
                let by_user = [Value::from(user), entity.into()];
                let is_by_entity = std::ptr::eq(other, &raw const RELATIONS);
                [other.at(if is_by_entity { by_entity } else { by_user }), Entity::at(entity)]
            });
            let found = self.db.get_many(keys.collect()).await?;
            for (relation, pair) in relations.iter().zip(found.chunks(2)) {
                let (entity, user, what) = (relation.entity_id, relation.user_id, relation.relation_type);
                let mirrored = pair.first().and_then(Option::as_ref);
                if mirrored.is_none_or(|row| *row.peek("relation_type") != what.into()) {
                    self.say(format!(
                        "{}: {what} of {user} to {entity} is not in {}",
                        table.name, other.name
                    ));
                }
                let owner = pair.last().and_then(Option::as_ref).map(|row| row.peek("owner"));
                if what == RelationType::Owner && owner != Some(&user.into()) {
                    self.say(format!("{}: {user} is OWNER of {entity}, which has another owner", table.name));
                }
            }
        }
        Ok(())
    }

    /// Every relation is listed by its person's names, and every list entry belongs to a relation.
    pub(crate) async fn names(&mut self) -> Result<()> {
        let mut walk = Walk::over(&RELATIONS);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let relation = RelationRow::read(row)?;
                let user: Option<User> = self.db.find(User::at(relation.user_id)).await?;
                let listed = user.map(|user| listed_as(&user.display_name, &user.user_name));
                let keys = relation.listings().map(|listing| listing.key()).collect();
                let found = self.db.get_many(keys).await?;
                if listed != relation.listed || found.iter().any(Option::is_none) {
                    let (user, entity) = (relation.user_id, relation.entity_id);
                    self.say(format!("{user} is not listed by name among the people of {entity}"));
                }
            }
        }
        let mut walk = Walk::over(&LISTINGS);
        while let Some(rows) = walk.next(self.db).await? {
            let listings = rows.into_iter().map(Listing::read).collect::<Result<Vec<_>>>()?;
            let keys = listings.iter().map(|one| Relation::at(one.entity_id, one.user_id)).collect();
            for (listing, row) in listings.iter().zip(self.db.get_many(keys).await?) {
                let relation = row.map(RelationRow::read).transpose()?;
                if !relation.is_some_and(|relation| relation.listings().any(|one| one == *listing)) {
                    let Listing { entity_id, user_id, name, .. } = listing;
                    self.say(format!(
                        "{user_id} is listed as {name} among the people of {entity_id}, and is not"
                    ));
                }
            }
        }
        Ok(())
    }
}
