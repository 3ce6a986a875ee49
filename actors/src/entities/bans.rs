//! Bans: a ban ends every relation and prevents following, applying and being invited. Contract §2.

use storage::audit::AuditKind;
use storage::entities::ApplicationState;
use storage::ids::{EntityId, UserId};

use super::invitations::withdraw_invitation;
use super::relations::end_relation;
use super::view::ApplicationView;
use super::{known, rules};
use crate::Platform;
use crate::accounts::Who;
use crate::area::Way;
use crate::audit::{self, Act};
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

/// Bans a person who has or had a relation to the organisation; for anybody else the answer does not reveal whether
/// they exist.
pub async fn ban(platform: &Platform, who: &Who, id: EntityId, user_id: UserId) -> Result<()> {
    let (_, mine) = known(platform, id, who.user_id).await?;
    let entities = &platform.storage.entities;
    let theirs = entities.relation(id, user_id).await?.map(|r| r.relation_type);
    rules::ban(who.user_id, mine, user_id, theirs)?;
    let state = entities.application(id, user_id).await?.map(|a| a.state);
    if theirs.is_none() && state.is_none() {
        return Err(Refusal::not_found("Personen hör inte till organisationen."));
    }
    if state == Some(ApplicationState::Banned) && theirs.is_none() {
        return Err(Refusal::conflict("ALREADY_DECIDED", "Personen är redan avstängd."));
    }
    bar(platform, who.user_id, id, user_id, Some(who.user_id)).await
}

/// Whether the caller may ban a person who has or had a relation to the organisation.
pub async fn may_bar(platform: &Platform, who: &Who, id: EntityId, user_id: UserId) -> Result<bool> {
    let entities = &platform.storage.entities;
    let mine = entities.relation(id, who.user_id).await?.map(|r| r.relation_type);
    let theirs = entities.relation(id, user_id).await?.map(|r| r.relation_type);
    let state = entities.application(id, user_id).await?.map(|a| a.state);
    let is_there = theirs.is_some() || state.is_some_and(|state| state != ApplicationState::Banned);
    Ok(is_there && rules::ban(who.user_id, mine, user_id, theirs).is_ok())
}

/// Bans a person; the caller has checked the right. May be repeated. `named`: who did it, if the person learns it.
pub async fn bar(
    platform: &Platform,
    by: UserId,
    id: EntityId,
    user_id: UserId,
    named: Option<UserId>,
) -> Result<()> {
    let entities = &platform.storage.entities;
    let stood = entities.application(id, user_id).await?.map(|application| application.state);
    let recorded = if stood == Some(ApplicationState::Banned) {
        // Repeated after an interruption: the ban is in the log.
        Vec::new()
    } else {
        audit::writes(platform, id, Some(by), Act::of(AuditKind::MemberBanned).person(user_id))?
    };
    // The ban is written first: somebody who joins at the same moment reads it afterwards and is removed.
    entities.ban_with(id, user_id, by, now(), recorded).await?;
    withdraw_invitation(platform, id, user_id, Some(by)).await?;
    let who = (Some(by), Way::Ban);
    match entities.relation(id, user_id).await? {
        Some(relation) => end_relation(platform, id, user_id, relation.relation_type, who, named).await,
        None => Ok(()),
    }
}

/// Lifts a ban: the person may apply again, and has no relation until then.
pub async fn unban(platform: &Platform, who: &Who, id: EntityId, user_id: UserId) -> Result<()> {
    let (_, mine) = known(platform, id, who.user_id).await?;
    rules::require_manager(mine)?;
    let step = (ApplicationState::Banned, ApplicationState::Left);
    let recorded =
        audit::writes(platform, id, Some(who.user_id), Act::of(AuditKind::BanLifted).person(user_id))?;
    let entities = &platform.storage.entities;
    if !entities.decide_with(id, user_id, step, who.user_id, now(), recorded).await? {
        return Err(Refusal::not_found("Personen är inte avstängd."));
    }
    Ok(())
}

/// The banned people, last banned first.
pub async fn bans(platform: &Platform, who: &Who, id: EntityId) -> Result<Vec<ApplicationView>> {
    let (_, mine) = known(platform, id, who.user_id).await?;
    rules::require_manager(mine)?;
    let mut banned = platform.storage.entities.applications(id).await?;
    banned.retain(|a| a.state == ApplicationState::Banned);
    banned.sort_by_key(|a| std::cmp::Reverse((a.decided, a.user_id)));
    let people = platform.people.all(banned.iter().map(|a| a.user_id)).await?;
    Ok(banned.iter().filter_map(|a| Some(ApplicationView::new(a, people.get(&a.user_id)?))).collect())
}
