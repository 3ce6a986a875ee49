//! The platform as an organisation (entity 1): it decides about what stands in no organisation's name or place. Who does that is
//! named by the command line, since nobody signs in as its owner.

use storage::Storage;
use storage::accounts::UserStatus;
use storage::entities::RelationType;
use storage::ids::UserId;

use super::PLATFORM;
use crate::Platform;
use crate::entities::rules::{managers, manages};
use crate::entities::{end_relation, enter};
use crate::platform::error::{Refusal, Result};

/// What the operator is told where nobody would read what is reported.
pub const NOBODY: &str = "nobody administers the platform, so what is reported outside organisations is read by nobody: name somebody \
                          with kalender user grant-platform --email EMAIL";
/// Administrators that are looked at.
const MANY: usize = 200;

/// Who decides for the platform and can sign in.
pub async fn administrators(storage: &Storage) -> Result<Vec<UserId>> {
    let found = storage.entities.people(PLATFORM, &managers(), "").take(MANY).await?;
    let ids: Vec<UserId> = found.into_iter().map(|(relation, _)| relation.user_id).collect();
    let users = storage.accounts.users(&ids).await?;
    Ok(users.iter().filter(|user| user.status == UserStatus::Active).map(|user| user.user_id).collect())
}

/// Somebody administers the platform, whose organisation is there. False: they did already.
pub async fn grant(platform: &Platform, user_id: UserId) -> Result<bool> {
    let was = crate::entities::relation(platform, PLATFORM, user_id).await?;
    if manages(was) {
        return Ok(false);
    }
    enter(platform, PLATFORM, user_id, was, RelationType::Administrator).await?;
    Ok(true)
}

/// Somebody administers the platform no more. 404: they did not.
pub async fn revoke(platform: &Platform, user_id: UserId) -> Result<()> {
    let was = crate::entities::relation(platform, PLATFORM, user_id).await?;
    if was != Some(RelationType::Administrator) {
        return Err(Refusal::not_found("Personen administrerar inte plattformen."));
    }
    end_relation(platform, PLATFORM, user_id, RelationType::Administrator, None).await
}
