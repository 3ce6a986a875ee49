//! An operator's commands on accounts, only by the command line. It runs beside the servers and shares only the store
//! with them: what they have to do at once is a job.

use std::time::Duration;

use storage::accounts::{User, UserStatus};
use storage::ids::{SessionId, UserId};

use super::{rules, sessions};
use crate::Platform;
use crate::live::bus::Announcement;
use crate::platform::error::Result;
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::time::now;

/// Deactivates an account: nobody can sign in, and its sessions end. What the person wrote stays.
pub async fn deactivate(platform: &Platform, user: &User) -> Result<()> {
    platform.storage.accounts.set_status(user.user_id, UserStatus::Deactivated, None).await?;
    end_all(platform, user).await
}

/// Sets an account's password, activates it if it was deactivated or not yet taken over, and ends its sessions.
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

/// Ends sessions and access tokens, and their sockets on every node.
pub const END_SESSIONS: JobKind = JobKind {
    name: "sessions-end",
    class: Class::OnTime,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let (user_id, all): (UserId, Vec<SessionId>) = serde_json::from_str(&job.payload)?;
            for session_id in &all {
                platform.storage.accounts.end_session(user_id, *session_id).await?;
            }
            sessions::end_credentials(&platform, user_id).await?;
            platform.announce(Announcement::changed(crate::platform::people::CHANGED, user_id.0));
            sessions::ended(&platform, user_id, all).await;
            Ok(())
        })
    },
};

async fn end_all(platform: &Platform, user: &User) -> Result<()> {
    let (accounts, user_id) = (&platform.storage.accounts, user.user_id);
    let mut all: Vec<SessionId> =
        accounts.sessions(user_id).await?.iter().map(|one| one.session_id).collect();
    for credentials in platform.hooks().filter_map(|on| on.credentials.as_ref()) {
        all.extend((credentials.of)(platform, user_id).await?);
    }
    let job = jobs::job(platform, END_SESSIONS.name, now(), &(user_id, all))?;
    platform.storage.jobs.put(&[job]).await?;
    // Ended here as well, in case no server runs.
    let ended = accounts.end_sessions_but(user_id, None).await?;
    sessions::ended(platform, user_id, ended).await;
    sessions::end_credentials(platform, user_id).await
}
