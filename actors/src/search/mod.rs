//! The global search: people who allow it, organisations, municipalities, localities, and the days of the almanac.
//! Contract §4.
//!
//! The index is derived and each node's own. It follows the store's feed of changes from the place that is kept with it, so
//! that nothing is missed while a node is away; announcements only make it look at once.
//! A person's entry is only a pointer: whether they may be found is asked of the store with each answer.

mod entries;
mod follow;
pub mod rules;
pub mod view;

pub use follow::keep_true;

use std::path::Path;
use std::sync::{Arc, OnceLock};

use storage::accounts::User;
use storage::ids::UserId;
use storage::search::{Entry, Search, SearchIndex};
use tokio::sync::Notify;

use crate::Platform;
use crate::accounts::profile::is_public;
use crate::error::Result;
use crate::features::Area;
use crate::people::avatar;
use rules::Group;
use view::{Suggestion, SuggestionGroup, Suggestions};

/// The area as the product lists it. Announcements only make it look at once: it follows the feed of changes.
pub static AREA: Area = Area {
    follows: &[
        (crate::people::CHANGED, |platform, _| platform.search.wake()),
        (crate::entities::CHANGED, |platform, _| platform.search.wake()),
    ],
    ..Area::named("search")
};

/// The node's index; closed until `serve` opens it, so that commands beside a running server leave it alone.
#[derive(Default)]
pub struct Searching {
    index: OnceLock<SearchIndex>,
    woken: Notify,
}

impl Searching {
    /// Opens the index in a folder. Blocks for the time the disk takes.
    pub fn open(&self, folder: &Path) -> Result<()> {
        let index = SearchIndex::open(folder)?;
        let _ = self.index.set(index);
        Ok(())
    }

    /// The index, where it is open.
    pub fn index(&self) -> Option<&SearchIndex> {
        self.index.get()
    }

    /// Something that is found may have changed: the store is looked at now.
    pub fn wake(&self) {
        self.woken.notify_one();
    }
}

/// Suggestions for what is typed, at most `limit` of each group. 10 a second; `who`: the person or address that asks.
pub async fn suggest(
    platform: &Platform,
    who: &str,
    text: &str,
    types: &str,
    limit: usize,
) -> Result<Suggestions> {
    platform.limits.search(platform.bus.as_ref(), who).await?;
    let wanted = rules::wanted(types)?;
    let Some(index) = platform.search.index() else { return Ok(Suggestions::default()) };
    let groups = wanted.groups();
    let search = Search {
        text: text.to_owned(),
        groups: groups.iter().map(|group| *group as u8).collect(),
        kinds: wanted.kinds().to_vec(),
        limit,
    };
    let mut answer = Vec::new();
    for (number, entries) in index.find(search).await? {
        let Some(group) = Group::of(number) else { continue };
        let content = match group {
            Group::People => people(platform, &entries).await?,
            _ => entries.into_iter().map(|entry| shown(group, entry)).collect(),
        };
        if !content.is_empty() {
            answer.push(SuggestionGroup { group: group.label(), content });
        }
    }
    Ok(Suggestions { groups: answer })
}

/// People who allow to be found by these letters, at most `limit`.
pub async fn people_named(platform: &Platform, text: &str, limit: usize) -> Result<Vec<Arc<User>>> {
    let Some(index) = platform.search.index() else { return Ok(Vec::new()) };
    let search =
        Search { text: text.to_owned(), groups: vec![Group::People as u8], kinds: Vec::new(), limit };
    let found = index.find(search).await?.into_iter().flat_map(|(_, entries)| entries);
    public_of(platform, &found.collect::<Vec<_>>()).await
}

/// Those of these entries' people who are to be found now, whatever the index still says.
async fn public_of(platform: &Platform, entries: &[Entry]) -> Result<Vec<Arc<User>>> {
    let ids: Vec<UserId> = entries.iter().filter_map(|entry| entries::user_of(&entry.key)).collect();
    let people = platform.people.all(ids.iter().copied()).await?;
    let public = ids.iter().filter_map(|id| people.get(id)).filter(|user| is_public(user));
    Ok(public.cloned().collect())
}

fn shown(group: Group, entry: Entry) -> Suggestion {
    Suggestion {
        slug: entry.slug,
        name: entry.name,
        kind: entry.kind,
        location: entry.location,
        img_url: entry.image,
        group: group.label(),
    }
}

/// People as they are now.
async fn people(platform: &Platform, entries: &[Entry]) -> Result<Vec<Suggestion>> {
    let public = public_of(platform, entries).await?;
    Ok(public
        .iter()
        .map(|user| Suggestion {
            slug: user.user_name.clone(),
            name: user.display_name.clone(),
            kind: rules::PERSON.to_owned(),
            location: entries::shown_municipality(platform, user),
            img_url: avatar(user),
            group: Group::People.label(),
        })
        .collect())
}
