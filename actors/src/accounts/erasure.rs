//! Erasure of an account: requested, cancelled within 14 days, or carried out. Contract §2.
//!
//! Decisions: messages in organisations' channels belong to their history and stay, with an author without a name;
//! messages that wait for a moderator are deleted, and others' messages no longer mention the person. Everything else
//! of the account is deleted: name, address, password, picture, sessions, and what each area stores
//! ([`crate::area::Area::erase`]). The owner of an organisation has to transfer it first.

use std::time::Duration;
use storage::accounts::User;
use storage::entities::RelationType;
use storage::ids::UserId;
use storage::record::Stored;

use super::{Who, journal, me};
use crate::Platform;
use crate::live::bus::Announcement;
use crate::platform::error::{Refusal, Result, ensure_applied};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::mail;
use crate::platform::pictures::PictureKind;
use crate::platform::time::now;

/// Time from the request to the erasure (ms).
pub const PATIENCE: i64 = 14 * 86_400_000;

/// What remains of an erased account, and why; for the mail. The page has its own text.
const STAYS: &str = "Ditt namn, din adress, dina kontakter, kalendrar, inlägg och inställningar raderas. Det du har skrivit och\n\
    skickat i organisationers kanaler och i samtal finns kvar utan ditt namn, eftersom det också är de andras historik.\n\
    Säkerhetskopior skrivs över med tiden, och en återställd kopia raderar dig igen.";

/// May a person with these relations be erased?
pub fn may_ask(relations: &[RelationType]) -> Result<()> {
    if relations.contains(&RelationType::Owner) {
        return Err(Refusal::conflict("OWNER_STAYS", "Du äger en organisation. Överlåt ägarskapet först."));
    }
    Ok(())
}

/// Requests the erasure of my account after 14 days. A repeated request keeps the first moment.
pub async fn ask(platform: &Platform, who: &Who) -> Result<User> {
    let relations = platform.storage.entities.relations_of(who.user_id).await?;
    may_ask(&relations.iter().map(|relation| relation.relation_type).collect::<Vec<_>>())?;
    let due = now() + PATIENCE;
    let user = me(platform, who).await?;
    let mut follow = vec![jobs::job(platform, ERASURE.name, due, &who.user_id)?.insert()];
    if let Some(email) = &user.email {
        let text = format!(
            "Hej {name}!\n\nDitt konto raderas om 14 dagar. Vill du behålla det loggar du in och ångrar dig under \
             Inställningar:\n\n{url}/settings\n\n{STAYS}\n\nHar du inte bett om det? Byt lösenord: {url}/reset\n",
            name = crate::platform::text::in_mail(&user.first_name),
            url = platform.settings.public_url
        );
        follow.push(mail::job(platform, email, "Ditt konto raderas", text)?.insert());
    }
    if platform.storage.accounts.ask_for_erasure(who.user_id, due, follow).await? {
        platform.jobs.wake();
    }
    platform.announce(Announcement::changed(crate::platform::people::CHANGED, who.user_id.0));
    me(platform, who).await
}

/// Cancels the erasure of my account.
pub async fn cancel(platform: &Platform, who: &Who) -> Result<User> {
    let user = me(platform, who).await?;
    if !platform.storage.accounts.cancel_erasure(&user).await? {
        return Err(Refusal::not_found("Kontot ska inte raderas."));
    }
    platform.announce(Announcement::changed(crate::platform::people::CHANGED, who.user_id.0));
    me(platform, who).await
}

/// The job that erases an account at its moment.
pub const ERASURE: JobKind = JobKind {
    name: storage::accounts::ERASURE_JOB,
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(600),
    work: |platform, job| {
        Box::pin(async move {
            let user_id: UserId = serde_json::from_str(&job.payload)?;
            erase_due(&platform, user_id, now()).await?;
            Ok(())
        })
    },
};

/// Erases an account at the operator's request: as soon as a server runs.
pub async fn hasten(platform: &Platform, user: &User) -> Result<()> {
    let relations = platform.storage.entities.relations_of(user.user_id).await?;
    may_ask(&relations.iter().map(|relation| relation.relation_type).collect::<Vec<_>>())?;
    if user.erase_at.is_some() {
        platform.storage.accounts.cancel_erasure(user).await?;
    }
    let due = now();
    let job = jobs::job(platform, ERASURE.name, due, &user.user_id)?;
    ensure_applied(platform.storage.accounts.ask_for_erasure(user.user_id, due, vec![job.insert()]).await?)?;
    platform.announce(Announcement::changed(crate::platform::people::CHANGED, user.user_id.0));
    Ok(())
}

/// After a backup was restored and before it is used: erases the accounts again that were erased since the backup.
/// Returns their number.
pub async fn replay(platform: &Platform) -> Result<usize> {
    let undone = journal::undone(&platform.storage, platform.files.store()).await?;
    for user in &undone {
        erase(platform, user).await?;
    }
    Ok(undone.len())
}

/// Erases an account that is due at `at` (epoch milliseconds). False: it was cancelled, postponed, or done before.
pub async fn erase_due(platform: &Platform, user_id: UserId, at: i64) -> Result<bool> {
    let user = platform.storage.accounts.user(user_id).await?;
    let Some(user) = user.filter(|user| user.erase_at.is_some_and(|due| due <= at)) else { return Ok(false) };
    erase(platform, &user).await?;
    Ok(true)
}

/// Erases every area's data, then the account except its id; the account's own row last, so that an interrupted attempt
/// is repeated.
async fn erase(platform: &Platform, user: &User) -> Result<()> {
    let (storage, user_id) = (&platform.storage, user.user_id);
    // First, so that the erasure is repeated whatever backup is restored from here on.
    journal::note(platform.files.store(), user_id, now()).await?;
    let sessions = storage.accounts.end_sessions_but(user_id, None).await?;
    platform.announce(Announcement::SessionsEnded { user_id, sessions });
    for erase in platform.areas().filter_map(|area| area.erase) {
        erase(platform, user).await?;
    }
    storage.idempotency.forget(user_id).await?;
    platform.pictures.remove(PictureKind::User, user_id.0).await?;
    storage.accounts.erase(user).await?;
    platform.announce(Announcement::changed(crate::platform::people::CHANGED, user_id.0));
    tracing::info!(%user_id, "an account was erased");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_hand_over_first() {
        assert!(may_ask(&[]).is_ok());
        assert!(may_ask(&[RelationType::Administrator, RelationType::Follower]).is_ok());
        let owner = may_ask(&[RelationType::Member, RelationType::Owner]).unwrap_err();
        assert_eq!(owner.code, "OWNER_STAYS");
    }
}
