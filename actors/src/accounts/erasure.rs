//! Erasing an account: asked for, taken back within 14 days, done. Contract §2.
//!
//! Decisions: what was written in organisations' channels belongs to their history and stays, its author a person without a
//! name; what waits for a moderator goes, and others' messages no longer name them. Everything else of the account goes: name,
//! address, password, picture, sessions, and what each area keeps ([`crate::area::Area::erase`]). Who owns an organisation
//! hands it over first.

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

/// From asking to erasing (ms).
pub const PATIENCE: i64 = 14 * 86_400_000;

/// What stays of an account that is erased, and why; the page says it in its own words.
const STAYS: &str = "Ditt namn, din adress, dina kontakter, kalendrar, inlägg och inställningar raderas. Det du har skrivit och\n\
    skickat i organisationers kanaler och i samtal finns kvar utan ditt namn, eftersom det också är de andras historik.\n\
    Säkerhetskopior skrivs över med tiden, och en återställd kopia raderar dig igen.";

/// May somebody of these relations be erased?
pub fn may_ask(relations: &[RelationType]) -> Result<()> {
    if relations.contains(&RelationType::Owner) {
        return Err(Refusal::conflict("OWNER_STAYS", "Du äger en organisation. Överlåt ägarskapet först."));
    }
    Ok(())
}

/// I want my account erased; it is after 14 days. Asked again, the first moment stands.
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

/// I keep my account.
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

/// At the operator's word: the account is erased now, by a node that serves, or by the next that starts.
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

/// A copy of the store was put back, and nobody uses it yet: who was erased after it was made is erased again. How many.
pub async fn replay(platform: &Platform) -> Result<usize> {
    let undone = journal::undone(&platform.storage, platform.files.store()).await?;
    for user in &undone {
        erase(platform, user).await?;
    }
    Ok(undone.len())
}

/// Erases an account that is due at `at` (epoch milliseconds). False: it was taken back, put off, or done before.
pub async fn erase_due(platform: &Platform, user_id: UserId, at: i64) -> Result<bool> {
    let user = platform.storage.accounts.user(user_id).await?;
    let Some(user) = user.filter(|user| user.erase_at.is_some_and(|due| due <= at)) else { return Ok(false) };
    erase(platform, &user).await?;
    Ok(true)
}

/// What each area keeps, then everything of the account but its number; the account's own row last, so that a broken attempt
/// is begun again.
async fn erase(platform: &Platform, user: &User) -> Result<()> {
    let (storage, user_id) = (&platform.storage, user.user_id);
    // First: from here on it is erased, whatever copy of the store comes back.
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
