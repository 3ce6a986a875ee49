//! Finds the people of an address book who have accounts here. Nothing of the file is stored.
//!
//! Decision: an address leads to a person only if it is verified, the person allows it (`discoverable`), and the caller
//! may know of them anyway: as a contact, by a common organisation, or because of a public page. Others with accounts
//! look like people without, so a list of addresses does not reveal who is a member.

use std::collections::HashMap;

use futures_util::{StreamExt, TryStreamExt, stream};
use storage::accounts::{User, UserStatus};
use storage::contacts::Pair;
use storage::ids::UserId;

pub use super::files_read::ListFormat;
use super::files_read::{Named, read};
use super::view::{Imported, ImportedPerson};
use crate::Platform;
use crate::accounts::{self, Who, profile};
use crate::platform::error::{Refusal, Result};

/// Addresses looked up concurrently.
const AT_ONCE: usize = 16;

/// The people in the file who have accounts. 422: it cannot be read, or has too many people; 429.
pub async fn import(platform: &Platform, who: &Who, kind: ListFormat, file: Vec<u8>) -> Result<Imported> {
    platform.limits.file(&*platform.bus, who.user_id).await?;
    let unreadable = || Refusal::field("file", "UNREADABLE", "Filen går inte att läsa.");
    // Off the workers, so that a file on which the parser fails affects nothing else.
    let people = tokio::task::spawn_blocking(move || read(kind, &file)).await.map_err(|_| unreadable())??;
    let found = by_address(platform, &people).await?;
    let known = known(platform, who.user_id, found.values()).await?;
    let shown = people.into_iter().map(|person| {
        let id = person.email.as_ref().and_then(|email| found.get(email)).map(|user| user.user_id);
        let pair = id.and_then(|id| known.get(&id));
        ImportedPerson::new(person.name, person.email, person.phone, pair)
    });
    Ok(Imported { people: shown.collect() })
}

/// The people with these verified addresses who may be found by them.
async fn by_address(platform: &Platform, people: &[Named]) -> Result<HashMap<String, User>> {
    let addresses: Vec<&String> = people.iter().filter_map(|person| person.email.as_ref()).collect();
    let looking = addresses.into_iter().map(|email| async move {
        let user = platform.storage.accounts.user_by_email(email).await?;
        let is_found = |user: &User| {
            user.status == UserStatus::Active
                && user.verified.is_some()
                && user.discoverable
                && user.erase_at.is_none()
        };
        Ok::<_, Refusal>(user.filter(is_found).map(|user| (email.clone(), user)))
    });
    let found: Vec<_> = stream::iter(looking).buffered(AT_ONCE).try_collect().await?;
    Ok(found.into_iter().flatten().collect())
}

/// Those whom I may know of, without a block between us.
async fn known(
    platform: &Platform,
    me: UserId,
    users: impl Iterator<Item = &User>,
) -> Result<HashMap<UserId, Pair>> {
    let ids: Vec<UserId> = users.map(|user| user.user_id).collect();
    let mut known = HashMap::new();
    for pair in platform.storage.contacts.pairs(me, &ids).await? {
        let is_apart = pair.block.is_some() || pair.is_blocked;
        let Some(user) = pair.user.as_ref().filter(|_| !is_apart) else { continue };
        if me == pair.other || profile::is_known(platform, &pair, user).await? {
            known.insert(pair.other, pair);
        }
    }
    Ok(known)
}

/// The normalized address; none: it is invalid.
pub(super) fn address(text: &str) -> Option<String> {
    accounts::rules::email(text).ok()
}
