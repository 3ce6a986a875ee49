//! The platform as an organisation (entity 1), which decides about what belongs to no organisation. Its administrators
//! are appointed by the command line, because nobody signs in as its owner.

use storage::Storage;
use storage::accounts::UserStatus;
use storage::entities::RelationType;
use storage::ids::UserId;

use crate::Platform;
use crate::area::Way;
use crate::entities::PLATFORM;
use crate::entities::rules::{managers, manages};
use crate::entities::{end_relation, enter};
use crate::platform::error::{Refusal, Result};

/// Warning for the operator if the platform has no administrators.
pub const NOBODY: &str = "nobody administers the platform, so what is reported outside organisations is read by nobody: name somebody \
                          with kalender user grant-platform --email EMAIL";
/// Most administrators read.
const MANY: usize = 200;

/// The platform's administrators who can sign in.
pub async fn administrators(storage: &Storage) -> Result<Vec<UserId>> {
    let found = storage.entities.people(PLATFORM, &managers(), "").take(MANY).await?;
    let ids: Vec<UserId> = found.into_iter().map(|(relation, _)| relation.user_id).collect();
    let users = storage.accounts.users(&ids).await?;
    Ok(users.iter().filter(|user| user.status == UserStatus::Active).map(|user| user.user_id).collect())
}

/// Makes a person an administrator of the platform. False: they were one already.
pub async fn grant(platform: &Platform, user_id: UserId) -> Result<bool> {
    let was = crate::entities::relation(platform, PLATFORM, user_id).await?;
    if manages(was) {
        return Ok(false);
    }
    let operator = (None, Way::Operator);
    enter(platform, PLATFORM, user_id, was, RelationType::Administrator, operator).await?;
    Ok(true)
}

/// Removes a person as an administrator of the platform. 404: they were none.
pub async fn revoke(platform: &Platform, user_id: UserId) -> Result<()> {
    let was = crate::entities::relation(platform, PLATFORM, user_id).await?;
    if was != Some(RelationType::Administrator) {
        return Err(Refusal::not_found("Personen administrerar inte plattformen."));
    }
    let operator = (None, Way::Operator);
    end_relation(platform, PLATFORM, user_id, RelationType::Administrator, operator, None).await
}
