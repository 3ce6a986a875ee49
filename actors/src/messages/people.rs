//! Whom a person may write to.

use std::collections::HashSet;
use std::sync::Arc;

use futures_util::future::try_join_all;
use storage::accounts::{User, UserStatus};
use storage::contacts::{BondState, Pair};
use storage::entities::{RelationType, folded};
use storage::ids::{EntityId, UserId};

use super::rules;
use crate::Platform;
use crate::accounts::{Who, profile};
use crate::chat::direct::{Correspondent, Toward, may_begin, not_barred};
use crate::platform::error::Result;
use crate::search;

/// May `me` open the conversation of these people? `stands`: it exists already; then only a block between two is
/// checked.
pub(super) async fn may_open(platform: &Platform, me: UserId, people: &[UserId], stands: bool) -> Result<()> {
    let others: Vec<UserId> = people.iter().copied().filter(|id| *id != me).collect();
    let pairs = platform.storage.contacts.pairs(me, &others).await?;
    let is_blocked = |pair: &Pair| pair.block.is_some() || pair.is_blocked;
    if stands {
        return not_barred(others.len() == 1 && pairs.iter().any(is_blocked));
    }
    let mine = profile::organisations_of(platform, me).await?;
    let known = try_join_all(pairs.iter().map(|pair| seen_through(platform, &mine, pair))).await?;
    for (pair, shares) in pairs.iter().zip(known) {
        let (Some(user), Some(shares_organisation)) = (&pair.user, shares) else {
            return Err(rules::unknown());
        };
        may_begin(Toward {
            takes: user.who_may_message,
            shares_organisation,
            is_contact: is_contact(pair),
            is_blocked: is_blocked(pair),
        })?;
    }
    Ok(())
}

fn is_contact(pair: &Pair) -> bool {
    pair.bond.state == BondState::Contact
}

/// Whether the account is active, or imported and will be once it is taken over.
fn is_reached(user: &User) -> bool {
    matches!(user.status, UserStatus::Active | UserStatus::Imported)
}

/// Whether we share an organisation; none: I may not know of the person at all.
async fn seen_through(platform: &Platform, mine: &HashSet<EntityId>, pair: &Pair) -> Result<Option<bool>> {
    let Some(user) = pair.user.as_ref().filter(|user| is_reached(user)) else { return Ok(None) };
    let theirs = profile::organisations_of(platform, user.user_id).await?;
    let shares = !mine.is_disjoint(&theirs);
    Ok((shares || is_contact(pair) || profile::is_public(user)).then_some(shares))
}

/// People I may write to whose name or a word of it begins with `q`: my contacts and people of my organisations first,
/// by name, then others with a public page. 10 a second.
pub async fn people(platform: &Platform, who: &Who, q: &str, limit: usize) -> Result<Vec<Correspondent>> {
    let me = who.user_id;
    platform.limits.search(platform.bus.as_ref(), &me.to_string()).await?;
    let mut found = of_my_organisations(platform, me, q, limit).await?;
    let (contacts, _) = platform.storage.contacts.contacts(me, q, 0, limit).await?;
    let mut known: HashSet<UserId> = found.iter().map(|user| user.user_id).collect();
    let contacts =
        contacts.into_iter().filter_map(|pair| pair.user).filter(|user| known.insert(user.user_id));
    found.extend(reachable(platform, me, contacts.map(Arc::new).collect(), false).await?);
    found.sort_by_cached_key(|user| (folded(&user.display_name), user.user_id));
    if found.len() < limit && !q.trim().is_empty() {
        let mut seen: HashSet<UserId> = found.iter().map(|user| user.user_id).chain([me]).collect();
        let mut others = search::people_named(platform, q, limit).await?;
        others.retain(|user| seen.insert(user.user_id));
        found.extend(reachable(platform, me, others, false).await?);
        found.truncate(limit);
    }
    let online = crate::chat::online_to(platform, me).await?;
    Ok(found.iter().map(|user| Correspondent::new(user, online.contains(&user.user_id))).collect())
}

/// The first matches of each organisation; a longer query finds others.
async fn of_my_organisations(
    platform: &Platform,
    me: UserId,
    q: &str,
    limit: usize,
) -> Result<Vec<Arc<User>>> {
    let types: Vec<RelationType> =
        RelationType::ALL.iter().copied().filter(|relation| relation.belongs()).collect();
    let (mut found, mut seen) = (Vec::new(), HashSet::from([me]));
    for entity_id in profile::organisations_of(platform, me).await? {
        let mut walk = platform.storage.entities.people(entity_id, &types, q);
        while found.len() < limit {
            let some = walk.take(limit - found.len()).await?;
            if some.is_empty() {
                break;
            }
            let ids = some.into_iter().map(|(relation, _)| relation.user_id);
            let ids: Vec<UserId> = ids.filter(|id| seen.insert(*id)).collect();
            let mut people = platform.people.all(ids.iter().copied()).await?;
            let named = ids.iter().filter_map(|id| people.remove(id));
            found.extend(reachable(platform, me, named.collect(), true).await?);
        }
    }
    Ok(found)
}

/// Those whom `me` may write to.
async fn reachable(
    platform: &Platform,
    me: UserId,
    mut people: Vec<Arc<User>>,
    shares_organisation: bool,
) -> Result<Vec<Arc<User>>> {
    let ids: Vec<UserId> = people.iter().map(|user| user.user_id).collect();
    let pairs = platform.storage.contacts.pairs(me, &ids).await?;
    let mut pairs = pairs.iter();
    people.retain(|user| {
        let Some(pair) = pairs.next() else { return false };
        let toward = Toward {
            takes: user.who_may_message,
            shares_organisation,
            is_contact: is_contact(pair),
            is_blocked: pair.block.is_some() || pair.is_blocked,
        };
        is_reached(user) && may_begin(toward).is_ok()
    });
    Ok(people)
}
