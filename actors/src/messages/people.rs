//! To whom somebody may write.

use std::collections::HashSet;
use std::sync::Arc;

use futures_util::future::try_join_all;
use storage::accounts::{User, UserStatus};
use storage::ids::{EntityId, UserId};

use super::rules::{self, Toward};
use super::view::Correspondent;
use crate::Platform;
use crate::accounts::{Who, profile};
use crate::chat::{fold, is_named};
use crate::entities::rules::belongs;
use crate::error::Result;
use crate::search;

/// Relations are looked through in pages of this size, and at most this many of them.
const PAGE: usize = 500;
const LOOKED_THROUGH: usize = 20_000;

/// May `me` open the conversation of these people? `stands`: they have it already; then only a block between two is asked for.
pub(super) async fn may_open(platform: &Platform, me: UserId, people: &[UserId], stands: bool) -> Result<()> {
    let others: Vec<UserId> = people.iter().copied().filter(|id| *id != me).collect();
    let blocked = platform.storage.contacts.blocked_among(me, &others).await?;
    if stands {
        return rules::not_barred(others.len() == 1 && !blocked.is_empty());
    }
    let users = platform.storage.accounts.users(&others).await?;
    let mine = profile::organisations_of(platform, me).await?;
    let known = try_join_all(users.iter().map(|user| seen_through(platform, &mine, user))).await?;
    if users.len() < others.len() || known.iter().any(Option::is_none) {
        return Err(rules::unknown());
    }
    for (user, shares) in users.iter().zip(known) {
        rules::may_begin(Toward {
            takes: user.who_may_message,
            shares_organisation: shares.unwrap_or(false),
            // There are no contacts yet.
            is_contact: false,
            is_blocked: blocked.contains(&user.user_id),
        })?;
    }
    Ok(())
}

/// Somebody who reads, or will once they take over what was imported for them.
fn is_reached(user: &User) -> bool {
    matches!(user.status, UserStatus::Active | UserStatus::Imported)
}

/// Whether we belong to an organisation together; none: I may not know of the person at all.
async fn seen_through(platform: &Platform, mine: &HashSet<EntityId>, user: &User) -> Result<Option<bool>> {
    if !is_reached(user) {
        return Ok(None);
    }
    let theirs = profile::organisations_of(platform, user.user_id).await?;
    let shares = !mine.is_disjoint(&theirs);
    Ok((shares || profile::is_public(user)).then_some(shares))
}

/// People I may write to whose name begins with (or has a word that begins with) `q`: of my organisations first, by name, then
/// others who may be found. 10 a second.
pub async fn people(platform: &Platform, who: &Who, q: &str, limit: usize) -> Result<Vec<Correspondent>> {
    let me = who.user_id;
    platform.limits.search(platform.bus.as_ref(), &me.to_string()).await?;
    let mut found = of_my_organisations(platform, me, &fold(q), limit).await?;
    found.sort_by_cached_key(|user| (fold(&user.display_name), user.user_id));
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

/// The first of them that are found; who types more letters sees others.
async fn of_my_organisations(
    platform: &Platform,
    me: UserId,
    sought: &str,
    limit: usize,
) -> Result<Vec<Arc<User>>> {
    let (mut found, mut seen) = (Vec::new(), HashSet::from([me]));
    let mut looked_through = 0;
    for entity_id in profile::organisations_of(platform, me).await? {
        let mut after = None;
        while found.len() < limit && looked_through < LOOKED_THROUGH {
            let page = platform.storage.entities.relations(entity_id, after, PAGE).await?;
            looked_through += page.len();
            after = page.last().map(|relation| relation.user_id);
            let is_last = page.len() < PAGE;
            let inside = page.into_iter().filter(|relation| belongs(Some(relation.relation_type)));
            let ids: Vec<UserId> =
                inside.map(|relation| relation.user_id).filter(|id| seen.insert(*id)).collect();
            let mut people = platform.people.all(ids.iter().copied()).await?;
            let named = ids.iter().filter_map(|id| people.remove(id)).filter(|user| is_named(user, sought));
            found.extend(reachable(platform, me, named.collect(), true).await?);
            if is_last {
                break;
            }
        }
    }
    found.truncate(limit);
    Ok(found)
}

/// Those of these people whom `me` may write to.
async fn reachable(
    platform: &Platform,
    me: UserId,
    mut people: Vec<Arc<User>>,
    shares_organisation: bool,
) -> Result<Vec<Arc<User>>> {
    let ids: Vec<UserId> = people.iter().map(|user| user.user_id).collect();
    let blocked = platform.storage.contacts.blocked_among(me, &ids).await?;
    people.retain(|user| {
        let is_blocked = blocked.contains(&user.user_id);
        let toward =
            Toward { takes: user.who_may_message, shares_organisation, is_contact: false, is_blocked };
        is_reached(user) && rules::may_begin(toward).is_ok()
    });
    Ok(people)
}
