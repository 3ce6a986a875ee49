//! To whom somebody may write.

use std::collections::HashSet;

use futures_util::future::try_join_all;
use storage::accounts::{User, UserStatus};
use storage::ids::{EntityId, UserId};

use super::rules::{self, Toward};
use super::view::Correspondent;
use crate::Platform;
use crate::accounts::{Who, profile};
use crate::error::Result;

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

/// Whether we belong to an organisation together; none: I may not know of the person at all.
async fn seen_through(platform: &Platform, mine: &HashSet<EntityId>, user: &User) -> Result<Option<bool>> {
    if !matches!(user.status, UserStatus::Active | UserStatus::Imported) {
        return Ok(None);
    }
    let theirs = profile::organisations_of(platform, user.user_id).await?;
    let shares = !mine.is_disjoint(&theirs);
    Ok((shares || profile::is_public(user)).then_some(shares))
}

/// People I may write to whose name begins with (or has a word that begins with) `q`.
pub async fn people(_: &Platform, _: &Who, _: &str, _: usize) -> Result<Vec<Correspondent>> {
    Ok(Vec::new())
}
