//! Search results: people who let themselves be found, in the index of names.

use std::collections::BTreeSet;
use std::sync::Arc;

use storage::accounts::User;
use storage::changes::{Change, ChangeKind};
use storage::ids::UserId;

use super::profile::is_public;
use crate::Platform;
use crate::area::found::{Entry, Group, Indexed, NameIndex, SLICE, Suggestion};
use crate::platform::error::Result;
use crate::platform::people::avatar;

/// Their type.
pub const PERSON: &str = "person";

pub(super) static PEOPLE: Indexed = Indexed {
    types: &[(PERSON, Group::People)],
    follow: |platform, changes, index| Box::pin(follow(platform, changes, index)),
    fill: |platform, index| Box::pin(fill(platform, index)),
    results: Some(|platform, viewer, entries, _| Box::pin(results(platform, viewer, entries))),
};

fn key(id: UserId) -> String {
    format!("user:{id}")
}

/// A person; what is displayed is read when they are found.
fn entry(user: &User) -> Entry {
    Entry {
        key: key(user.user_id),
        group: Group::People as u8,
        kind: PERSON.to_owned(),
        name: user.display_name.clone(),
        also: format!("{} {}", user.first_name, user.last_name),
        slug: user.user_name.clone(),
        ..Entry::default()
    }
}

fn entries(users: &[User]) -> Vec<Entry> {
    users.iter().filter(|user| is_public(user)).map(entry).collect()
}

async fn follow(platform: &Platform, changes: &[Change], index: &dyn NameIndex) -> Result<bool> {
    let changed = changes.iter().filter(|change| change.kind == ChangeKind::User);
    let ids: BTreeSet<UserId> = changed.map(|change| UserId(change.subject)).collect();
    if ids.is_empty() {
        return Ok(false);
    }
    let ids: Vec<UserId> = ids.into_iter().collect();
    let users = platform.storage.accounts.users(&ids).await?;
    index.replace(ids.into_iter().map(key).collect(), entries(&users)).await?;
    Ok(true)
}

async fn fill(platform: &Platform, index: &dyn NameIndex) -> Result<()> {
    let mut after = None;
    loop {
        let users = platform.storage.accounts.scan(after, SLICE).await?;
        index.put(entries(&users)).await?;
        match users.last().filter(|_| users.len() == SLICE) {
            Some(last) => after = Some(last.user_id),
            None => return Ok(()),
        }
    }
}

/// The people of these entries who are findable now, whatever the index contains.
pub(crate) async fn public_of(platform: &Platform, entries: &[Entry]) -> Result<Vec<Arc<User>>> {
    let id_of = |entry: &Entry| entry.key.strip_prefix("user:")?.parse().ok().map(UserId);
    let ids: Vec<UserId> = entries.iter().filter_map(id_of).collect();
    let people = platform.people.all(ids.iter().copied()).await?;
    let public = ids.iter().filter_map(|id| people.get(id)).filter(|user| is_public(user));
    Ok(public.cloned().collect())
}

/// People in their current state; none whom a block parts from the viewer.
async fn results(
    platform: &Platform,
    viewer: Option<UserId>,
    entries: Vec<Entry>,
) -> Result<Vec<(String, Suggestion)>> {
    let mut public = public_of(platform, &entries).await?;
    if let Some(viewer) = viewer {
        let found: Vec<UserId> = public.iter().map(|user| user.user_id).collect();
        let apart = platform.storage.contacts.blocked_among(viewer, &found).await?;
        public.retain(|user| !apart.contains(&user.user_id));
    }
    let result = |user: &Arc<User>| {
        let current = Suggestion::of(Group::People, entry(user));
        let (location, img_url) = (shown_municipality(platform, user), avatar(user));
        (key(user.user_id), Suggestion { location, img_url, ..current })
    };
    Ok(public.iter().map(result).collect())
}

/// The municipality of a person who shows it.
fn shown_municipality(platform: &Platform, user: &User) -> Option<String> {
    let municipality = platform.places.municipality(user.municipality).filter(|_| user.show_municipality);
    municipality.map(|one| one.name.clone())
}
