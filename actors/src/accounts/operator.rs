//! What an operator does to an account, by the command line alone.

use storage::accounts::{User, UserStatus};

use super::{rules, sessions};
use crate::Platform;
use crate::bus::Announcement;
use crate::error::Result;
use crate::time::now;

/// Closes an account: nobody signs in with it any more, and what was signed in ends. What they wrote stays.
pub async fn deactivate(platform: &Platform, user: &User) -> Result<()> {
    platform.storage.accounts.set_status(user.user_id, UserStatus::Deactivated, None).await?;
    end_all(platform, user).await
}

/// Gives an account a password, opens it where it was closed or not yet taken over, and ends what was signed in.
pub async fn set_password(platform: &Platform, user: &User, password: &str) -> Result<()> {
    let email = user.email.as_deref().unwrap_or_default();
    rules::password(password, &[&user.first_name, &user.last_name, email])?;
    let hash = platform.secrets.hash_password(password).await?;
    platform.storage.accounts.set_password(user.user_id, &hash).await?;
    if user.status != UserStatus::Active {
        let verified = user.verified.is_none().then(now);
        platform.storage.accounts.set_status(user.user_id, UserStatus::Active, verified).await?;
    }
    end_all(platform, user).await
}

async fn end_all(platform: &Platform, user: &User) -> Result<()> {
    let ended = platform.storage.accounts.end_sessions_but(user.user_id, None).await?;
    platform.announce(Announcement::changed(crate::people::CHANGED, user.user_id.0));
    sessions::ended(platform, user.user_id, ended).await;
    Ok(())
}
