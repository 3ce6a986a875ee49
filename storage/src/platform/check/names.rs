//! People are listed by the names that they have, and by no others.

use super::{Check, Walk};
use crate::accounts::User;
use crate::entities::records::{RELATIONS, RelationRow};
use crate::entities::{LISTINGS, Listing, Relation, listed_as};
use crate::platform::error::Result;
use crate::platform::record::{Record, Stored};

impl Check<'_> {
    /// Every relation is listed by its person's names, and every listing is of a relation.
    pub(super) async fn names(&mut self) -> Result<()> {
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
