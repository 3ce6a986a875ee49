//! Suggested people: of common organisations, and contacts' contacts, if they allow it.
//!
//! The number of people read is bounded, however large the organisations are; others can be found by name.

use std::collections::{HashMap, HashSet};

use storage::contacts::{BondState, Pair, TieKind};
use storage::entities::RelationType;
use storage::ids::{EntityId, UserId};

use super::card::in_common;
use super::rules;
use super::view::{Reasons, SuggestedPerson};
use crate::Platform;
use crate::accounts::{Who, profile};
use crate::platform::error::Result;
use crate::platform::time::now;

/// Organisations read, and people of each.
const ORGANISATIONS: usize = 10;
const PEOPLE_OF_EACH: usize = 60;
/// Contacts whose contacts are read, and how many of each.
const CONTACTS: usize = 50;
const CONTACTS_OF_EACH: usize = 50;
/// Candidates checked for each suggestion.
const SPARE: usize = 4;

/// Why a person is suggested.
#[derive(Debug, Default)]
struct Why {
    entities: Vec<EntityId>,
    mutual: usize,
}

/// Suggested people, those with the most in common first; at most `limit`.
pub async fn suggestions(platform: &Platform, who: &Who, limit: usize) -> Result<Vec<SuggestedPerson>> {
    let me = who.user_id;
    let mut found: HashMap<UserId, Why> = HashMap::new();
    of_organisations(platform, me, &mut found).await?;
    of_contacts(platform, me, &mut found).await?;
    found.remove(&me);
    let mut order: Vec<(UserId, Why)> = found.into_iter().collect();
    order.sort_by_key(|(id, why)| (std::cmp::Reverse(2 * why.mutual + why.entities.len()), *id));
    let mut shown = Vec::new();
    for some in order.chunks(limit * SPARE) {
        let ids: Vec<UserId> = some.iter().map(|(id, _)| *id).collect();
        let dismissed = platform.storage.contacts.dismissed_among(me, &ids).await?;
        let pairs = platform.storage.contacts.pairs(me, &ids).await?;
        let fit =
            pairs.into_iter().zip(some).filter(|(pair, _)| !dismissed.contains(&pair.other) && fits(pair));
        for (pair, (_, why)) in fit.take(limit - shown.len()) {
            let Some(user) = &pair.user else { continue };
            let entities = in_common(platform, &why.entities).await?.into_iter().map(Into::into).collect();
            let reasons = Reasons { entities, mutual_contacts: why.mutual };
            shown.push(SuggestedPerson { user: user.into(), reasons });
        }
        if shown.len() >= limit {
            break;
        }
    }
    Ok(shown)
}

/// Whether a person may be suggested: they allow it, and there is neither a block nor a request between us.
fn fits(pair: &Pair) -> bool {
    let allows = pair.user.as_ref().is_some_and(|user| user.discoverable && user.erase_at.is_none());
    let is_reached = rules::can_request(pair, now()).0;
    allows && is_reached && pair.bond.state == BondState::None
}

async fn of_organisations(platform: &Platform, me: UserId, found: &mut HashMap<UserId, Why>) -> Result<()> {
    let types: Vec<RelationType> =
        RelationType::ALL.iter().copied().filter(|relation| relation.belongs()).collect();
    for entity_id in profile::organisations_of(platform, me).await?.into_iter().take(ORGANISATIONS) {
        let mut walk = platform.storage.entities.people(entity_id, &types, "");
        for (relation, _) in walk.take(PEOPLE_OF_EACH).await? {
            found.entry(relation.user_id).or_default().entities.push(entity_id);
        }
    }
    Ok(())
}

async fn of_contacts(platform: &Platform, me: UserId, found: &mut HashMap<UserId, Why>) -> Result<()> {
    let contacts = &platform.storage.contacts;
    let mine = contacts.tied_with(me, TieKind::Contact, CONTACTS).await?;
    let lists = contacts.tied_with_each(&mine, TieKind::Contact, CONTACTS_OF_EACH).await?;
    for list in lists {
        for id in list.into_iter().collect::<HashSet<_>>() {
            found.entry(id).or_default().mutual += 1;
        }
    }
    Ok(())
}

/// Dismisses a suggestion for good. 404: nobody I may know of.
pub async fn dismiss(platform: &Platform, who: &Who, other: UserId) -> Result<()> {
    let pair = platform.storage.contacts.pair(who.user_id, other).await?;
    if !profile::may_know(platform, &pair).await? {
        return Err(rules::unknown());
    }
    Ok(platform.storage.contacts.dismiss(who.user_id, other, now()).await?)
}
