//! Checks people against the claims of their user names and addresses.

use crate::accounts::records::USERS;
use crate::accounts::tables::USER_EMAILS;
use crate::platform::check::Check;
use crate::platform::error::Result;
use crate::platform::ids::UserId;
use crate::platform::slugs::Owner;
use crate::platform::walk::Walk;

impl Check<'_> {
    pub(crate) async fn people(&mut self) -> Result<()> {
        let mut walk = Walk::over(&USERS);
        while let Some(rows) = walk.next(self.db).await? {
            for mut row in rows {
                let (id, name): (UserId, String) = (row.take("user_id")?, row.take("user_name")?);
                if self.slugs.find(&name).await? != Some(Owner::User(id)) {
                    self.say(format!("person {id} has no claim on the name {name}"));
                }
                let Some(email) = row.take::<Option<String>>("email")? else { continue };
                let claim = self.db.get(USER_EMAILS.at([email.into()])).await?;
                if claim.is_none_or(|claim| *claim.peek("user_id") != id.into()) {
                    self.say(format!("person {id} has no claim on the address"));
                }
            }
        }
        Ok(())
    }
}
