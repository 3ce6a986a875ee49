//! People's relations to an organisation.

use storage::entities::{ApplicationState, Relation, RelationType};
use storage::ids::{EntityId, UserId};

use super::following::Following;
use super::invitations::{invite, offer_ownership, withdraw_invitation};
use super::view::RelationView;
use super::{known, rules};
use crate::Platform;
use crate::accounts::Who;
use crate::area::{RelationChange, Way};
use crate::live::ended::{EndReason, EndedBy};
use crate::platform::error::{Refusal, Result, ensure_applied};
use crate::platform::time::now;

/// People of earlier pages that are skipped per read.
const PASSED: usize = 500;

/// A page of the people of an organisation whose name, a word of it or whose user name begins with `q`, by name; and
/// whether there are more.
pub async fn relations(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    q: &str,
    page: usize,
    size: usize,
) -> Result<(Vec<RelationView>, bool)> {
    let (_, relation) = known(platform, id, who.user_id).await?;
    rules::require_member(relation)?;
    people(platform, id, RelationType::ALL, q, page, size).await
}

/// A page of those who follow an organisation, as [`relations`]. Left out is whom a block parts from the reader; those
/// who manage the organisation see all, because they may end and bar what they see.
pub async fn followers(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    q: &str,
    page: usize,
    size: usize,
) -> Result<(Vec<RelationView>, bool)> {
    let (_, relation) = known(platform, id, who.user_id).await?;
    rules::require_member(relation)?;
    let (mut found, more) = people(platform, id, &[RelationType::Follower], q, page, size).await?;
    if !rules::manages(relation) {
        let ids: Vec<UserId> = found.iter().map(|one| one.user_id).collect();
        let apart = platform.storage.contacts.blocked_among(who.user_id, &ids).await?;
        found.retain(|one| !apart.contains(&one.user_id));
    }
    Ok((found, more))
}

/// A page of the people of an organisation with one of these relations, by name; and whether there are more.
async fn people(
    platform: &Platform,
    id: EntityId,
    types: &[RelationType],
    q: &str,
    page: usize,
    size: usize,
) -> Result<(Vec<RelationView>, bool)> {
    let mut walk = platform.storage.entities.people(id, types, q);
    let mut before = page.saturating_mul(size);
    while before > 0 {
        let passed = walk.take(before.min(PASSED)).await?.len();
        if passed == 0 {
            return Ok((Vec::new(), false));
        }
        before -= passed;
    }
    let mut found = walk.take(size + 1).await?;
    let more = found.len() > size;
    found.truncate(size);
    let people = platform.people.all(found.iter().map(|(relation, _)| relation.user_id)).await?;
    let shown = |(relation, _): &(Relation, String)| {
        Some(RelationView::new(relation, people.get(&relation.user_id)?))
    };
    Ok((found.iter().filter_map(shown).collect(), more))
}

/// Writes a relation that its person has requested or accepted, or that an operator gives. Refuses banned people, even
/// if the ban came concurrently. `(by, way)`: who lets them in, and how; none: an operator.
pub(crate) async fn enter(
    platform: &Platform,
    id: EntityId,
    user_id: UserId,
    was: Option<RelationType>,
    new: RelationType,
    (by, way): (Option<UserId>, Way),
) -> Result<Relation> {
    let entities = &platform.storage.entities;
    let state = async || Ok::<_, Refusal>(entities.application(id, user_id).await?.map(|a| a.state));
    rules::not_banned(state().await?)?;
    let relation = Relation { entity_id: id, user_id, relation_type: new, since: now() };
    let change = RelationChange { entity_id: id, user_id, was, relation: Some(new), by, way };
    let mut follows = Following::of(platform, change).await?;
    ensure_applied(entities.put_relation_with(&relation, was, follows.writes()).await?)?;
    if let Err(banned) = rules::not_banned(state().await?) {
        let change = RelationChange { was: Some(new), relation: None, by: None, way: Way::Role, ..change };
        let mut follows = Following::of(platform, change).await?;
        entities.remove_relation(id, user_id, new, follows.writes()).await?;
        platform.jobs.wake();
        return Err(banned);
    }
    follows.announce(platform, None);
    follows.then().await;
    Ok(relation)
}

/// Relates a person who has none yet, with all effects; an existing relation is kept. `who`: as in [`enter`].
pub async fn admit(
    platform: &Platform,
    id: EntityId,
    user_id: UserId,
    new: RelationType,
    who: (Option<UserId>, Way),
) -> Result<()> {
    unless_moved_on(enter(platform, id, user_id, None, new, who).await.map(drop))
}

/// A concurrent change of the relation is kept, and that is not a failure.
fn unless_moved_on(done: Result<()>) -> Result<()> {
    match done {
        Err(refusal) if refusal.code == "MOVED_ON" => Ok(()),
        other => other,
    }
}

/// Gives a person a relation to the organisation. A person who does not belong yet is invited: nothing changes until
/// they accept (`me/invitations`).
pub async fn put_relation(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    user_id: UserId,
    new: RelationType,
) -> Result<RelationView> {
    let (entity, mine) = known(platform, id, who.user_id).await?;
    user_id.can_be().then_some(()).ok_or_else(|| Refusal::not_found("Personen finns inte."))?;
    let current = platform.storage.entities.relation(id, user_id).await?;
    let was = current.as_ref().map(|r| r.relation_type);
    rules::grant(who.user_id, mine, user_id, was, new)?;
    let user = platform.people.get(user_id).await?;
    let (Some(current), Some(user)) = (current.filter(|_| rules::has_consented(was)), &user) else {
        return invite(platform, who, &entity, user_id, user.as_deref(), new).await;
    };
    let relation = Relation { relation_type: new, ..current };
    let by = EndedBy::of(platform, who.user_id, EndReason::Role).await?;
    let change = RelationChange {
        entity_id: id,
        user_id,
        was,
        relation: Some(new),
        by: Some(who.user_id),
        way: Way::Role,
    };
    let mut follows = Following::of(platform, change).await?;
    ensure_applied(platform.storage.entities.put_relation_with(&relation, was, follows.writes()).await?)?;
    follows.announce(platform, by.as_ref());
    follows.then().await;
    Ok(RelationView::new(&relation, user))
}

/// Ends a person's relation, or withdraws their unanswered invitation.
pub async fn remove_relation(platform: &Platform, who: &Who, id: EntityId, user_id: UserId) -> Result<()> {
    let (_, mine) = known(platform, id, who.user_id).await?;
    // People who may not manage relations learn nothing about those of others.
    if who.user_id != user_id {
        rules::require_manager(mine)?;
    }
    let entities = &platform.storage.entities;
    let current = entities.relation(id, user_id).await?.map(|r| r.relation_type);
    if let Some(current) = current {
        rules::remove(who.user_id, mine, user_id, current)?;
    }
    let withdrawn = withdraw_invitation(platform, id, user_id, Some(who.user_id)).await?;
    let Some(current) = current else {
        let absent = || Refusal::not_found("Personen hör inte till organisationen.");
        return if withdrawn { Ok(()) } else { Err(absent()) };
    };
    let way = if who.user_id == user_id { Way::Own } else { Way::Role };
    end_relation(platform, id, user_id, current, (Some(who.user_id), way), Some(who.user_id)).await?;
    let (from, to) = (ApplicationState::Active, ApplicationState::Left);
    entities.decide(id, user_id, from, to, who.user_id, now()).await?;
    Ok(())
}

/// Ends a relation, with everything in other areas that depends on it and open subscriptions. `who`: as in [`enter`];
/// `named`: who is said to have ended it to those who look on; none: nobody.
pub(crate) async fn end_relation(
    platform: &Platform,
    id: EntityId,
    user_id: UserId,
    current: RelationType,
    who: (Option<UserId>, Way),
    named: Option<UserId>,
) -> Result<()> {
    let named = match named {
        Some(by) => EndedBy::of(platform, by, EndReason::Expelled).await?,
        None => None,
    };
    let (by, way) = who;
    let change = RelationChange { entity_id: id, user_id, was: Some(current), relation: None, by, way };
    let mut follows = Following::of(platform, change).await?;
    ensure_applied(platform.storage.entities.remove_relation(id, user_id, current, follows.writes()).await?)?;
    follows.announce(platform, named.as_ref());
    follows.then().await;
    Ok(())
}

/// Offers ownership to a member; it is transferred once they accept (`me/invitations`, within 7 days).
pub async fn transfer(platform: &Platform, who: &Who, id: EntityId, to: UserId) -> Result<()> {
    let (entity, mine) = known(platform, id, who.user_id).await?;
    let theirs = platform.storage.entities.relation(id, to).await?.map(|r| r.relation_type);
    rules::transfer(mine, theirs)?;
    offer_ownership(platform, who, &entity, to).await
}

/// Follows an organisation; an existing relation is kept.
pub async fn follow(platform: &Platform, who: &Who, id: EntityId) -> Result<()> {
    let (_, mine) = known(platform, id, who.user_id).await?;
    if mine.is_some() {
        return Ok(());
    }
    admit(platform, id, who.user_id, RelationType::Follower, (Some(who.user_id), Way::Own)).await
}

/// Unfollows; other relations are ended by leaving.
pub async fn unfollow(platform: &Platform, who: &Who, id: EntityId) -> Result<()> {
    let (_, mine) = known(platform, id, who.user_id).await?;
    if mine != Some(RelationType::Follower) {
        return Ok(());
    }
    let own = (Some(who.user_id), Way::Own);
    unless_moved_on(end_relation(platform, id, who.user_id, RelationType::Follower, own, None).await)
}

/// Mails an imported person of the organisation a link to take over their account.
pub async fn invite_imported(platform: &Platform, who: &Who, id: EntityId, user_id: UserId) -> Result<()> {
    let (_, mine) = known(platform, id, who.user_id).await?;
    rules::require_manager(mine)?;
    let absent = || Refusal::not_found("Personen hör inte till organisationen.");
    platform.storage.entities.relation(id, user_id).await?.ok_or_else(absent)?;
    let user = platform.storage.accounts.user(user_id).await?.ok_or_else(absent)?;
    platform.limits.invite(&*platform.bus, who.user_id).await?;
    crate::accounts::invite(platform, &user).await
}
