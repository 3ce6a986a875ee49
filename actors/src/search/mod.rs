//! The global search: people who allow it, organisations, public events, municipalities, localities, and days of the
//! almanac (contract §4); and the index of messages, used by chat (contract §3.3).
//!
//! An index is a projection: each node's own, or one on a search server that all nodes share and one of them at a time
//! writes. It follows the store's change feed from the cursor stored with it, so nothing is missed while a node or the
//! server is down; announcements only make it read at once. Entries of people and events are only pointers: whether
//! they may be found is read from the store for each response.

mod dates;
mod entries;
mod events;
mod follow;
pub mod local;
mod messages;
mod mine;
mod names;
pub mod rules;
pub mod view;

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use jiff::ToSpan;
use storage::accounts::User;
use storage::ids::{EntityId, UserId};
use storage::infopoints::{InfopointId, Infopoints};
use storage::search::messages::MessageIndex;
use storage::search::{Entry, Found, Search, SearchIndex, Server};
use tokio::sync::Notify;

use crate::Platform;
use crate::accounts::Who;
use crate::accounts::profile::is_public;
use crate::area::Area;
use crate::calendar::{begins, day};
use crate::platform::error::{Refusal, Result};
use crate::platform::index_engine::{answered, written};
use crate::platform::people::avatar;
use crate::platform::time::{Moment, ZONE, now};
use rules::Group;
use view::{Suggestion, SuggestionGroup, Suggestions};

/// The area's declaration. Announcements only make the index read the change feed at once.
pub static AREA: Area = Area {
    follows: &[
        (crate::platform::people::CHANGED, |platform, _| platform.search.wake()),
        (crate::entities::CHANGED, |platform, _| platform.search.wake()),
    ],
    ..Area::named("search")
};

/// Where the indexes are.
#[derive(Debug, Clone)]
pub enum Place {
    /// This node's own, in a folder.
    Folder(PathBuf),
    /// On a server that all nodes share.
    Server(Server),
}

/// The node's indexes; closed until `serve` opens them, so that commands beside a running server do not touch them.
#[derive(Default)]
pub struct Searching {
    names: OnceLock<SearchIndex>,
    messages: OnceLock<MessageIndex>,
    server: OnceLock<Server>,
    woken: Notify,
    said: Notify,
}

impl Searching {
    /// Opens the indexes. For a folder this blocks on the disk; a server is not contacted yet.
    pub fn open(&self, place: &Place) -> Result<()> {
        let (names, messages) = match place {
            Place::Folder(folder) => (SearchIndex::open(folder)?, MessageIndex::open(folder)?),
            Place::Server(server) => {
                let _ = self.server.set(server.clone());
                (SearchIndex::on(server), MessageIndex::on(server))
            }
        };
        let (_, _) = (self.names.set(names), self.messages.set(messages));
        Ok(())
    }

    /// Whether the indexes are on a server that does not answer.
    pub async fn is_away(&self) -> bool {
        match self.server.get() {
            Some(server) => server.is_away().await,
            None => false,
        }
    }

    /// Hands the turn to write shared indexes to another node.
    pub async fn end(&self) {
        let names = self.index().map(SearchIndex::index);
        for index in names.into_iter().chain(self.messages().map(MessageIndex::index)) {
            index.end_turn().await;
        }
    }

    /// The index of names, if open.
    pub fn index(&self) -> Option<&SearchIndex> {
        self.names.get()
    }

    /// The index of messages, if open.
    pub fn messages(&self) -> Option<&MessageIndex> {
        self.messages.get()
    }

    /// Something found by name may have changed: read the change feed now.
    pub fn wake(&self) {
        self.woken.notify_one();
    }

    /// The same for messages.
    pub fn wake_messages(&self) {
        self.said.notify_one();
    }
}

/// Searches the index of names.
async fn find(index: &SearchIndex, search: Search) -> Result<Found> {
    answered(index.find(search).await)
}

/// Requests a rebuild of every index of this installation, during which searches continue.
pub async fn rebuild(platform: &Platform) -> Result<()> {
    Ok(platform.storage.changes.make_anew().await?)
}

/// Keeps the open indexes up to date while the node runs.
pub async fn keep_true(platform: Platform) {
    let (Some(names), Some(messages)) = (platform.search.index(), platform.search.messages()) else { return };
    let (names, messages) = (names::Names(names.clone()), messages::Messages(messages.clone()));
    let both = (follow::keep_true(platform.clone(), names), follow::keep_true(platform, messages));
    futures_util::future::join(both.0, both.1).await;
}

/// Additional events read, because some are over, and the soonest come first.
const SPARE: usize = 20;
/// Events of requested days that are read, before the soonest of them are shown.
const DATED: usize = 200;

/// Suggestions for a query, at most `limit` per group: a signed-in person's own, then public ones. 10 a second; `asks`:
/// the person or address for the rate limit; `who`: the person, who does not find people with a block in between.
pub async fn suggest(
    platform: &Platform,
    asks: &str,
    who: Option<&Who>,
    text: &str,
    types: &str,
    limit: usize,
) -> Result<Suggestions> {
    platform.limits.search(platform.bus.as_ref(), asks).await?;
    let wanted = rules::wanted(types)?;
    let own = match who {
        Some(who) => mine::mine(platform, who, &wanted, text, limit).await?,
        None => Vec::new(),
    };
    let public = public(platform, who.map(|who| who.user_id), &wanted, text, limit).await?;
    // People and things among one's own are not repeated.
    let known: HashSet<&str> =
        own.iter().flat_map(|group| &group.content).map(|one| one.slug.as_str()).collect();
    let others = public.into_iter().filter_map(|mut group| {
        group.content.retain(|one| !known.contains(one.slug.as_str()));
        (!group.content.is_empty()).then_some(group)
    });
    let others: Vec<SuggestionGroup> = others.collect();
    Ok(Suggestions { groups: own.into_iter().chain(others).collect() })
}

/// The results of the index of names.
async fn public(
    platform: &Platform,
    viewer: Option<UserId>,
    wanted: &rules::Wanted,
    text: &str,
    limit: usize,
) -> Result<Vec<SuggestionGroup>> {
    let groups = wanted.groups();
    let Some(index) = platform.search.index().filter(|_| !groups.is_empty()) else { return Ok(Vec::new()) };
    let spare = if groups.contains(&Group::Events) { SPARE } else { 0 };
    let search = Search {
        text: text.to_owned(),
        groups: groups.iter().map(|group| *group as u8).collect(),
        kinds: wanted.kinds().to_vec(),
        limit: limit + spare,
        ..Search::default()
    };
    let mut found: BTreeMap<u8, Vec<Suggestion>> = BTreeMap::new();
    for (number, entries) in find(index, search).await? {
        let Some(group) = Group::of(number) else { continue };
        let content = match group {
            Group::People => people(platform, viewer, &entries).await?,
            Group::Events => events::shown(platform, viewer, &entries, limit, None).await?,
            Group::Places => places(platform, entries).await?,
            _ => entries.into_iter().map(|entry| shown(group, entry)).collect(),
        };
        found.insert(number, content);
    }
    if groups.contains(&Group::Events) {
        // Before events found by words only.
        let dated = dated(platform, index, viewer, text, limit).await?;
        let named = found.entry(Group::Events as u8).or_default();
        named.retain(|one| dated.iter().all(|other| other.slug != one.slug));
        named.splice(0..0, dated);
    }
    let answer = found.into_iter().filter_map(|(number, mut content)| {
        content.truncate(limit);
        Some(SuggestionGroup { group: Group::of(number)?.label(), content })
    });
    Ok(answer.filter(|group| !group.content.is_empty()).collect())
}

/// Events on the days that a query names, soonest first.
async fn dated(
    platform: &Platform,
    index: &SearchIndex,
    viewer: Option<UserId>,
    text: &str,
    limit: usize,
) -> Result<Vec<Suggestion>> {
    let today = day(Moment(now()), ZONE);
    let Some(said) = today.and_then(|today| dates::read(text, today)) else { return Ok(Vec::new()) };
    let after = said.last.tomorrow().ok().and_then(|day| begins(day, ZONE));
    let Some(within) = begins(said.first, ZONE).zip(after) else { return Ok(Vec::new()) };
    let days = said.first.series(1.day()).take_while(|day| *day <= said.last);
    let search = Search {
        text: said.rest,
        any_of: days.map(entries::mark).collect(),
        groups: vec![Group::Events as u8],
        kinds: Vec::new(),
        limit: DATED,
    };
    let found: Vec<Entry> = find(index, search).await?.into_iter().flat_map(|(_, entries)| entries).collect();
    events::shown(platform, viewer, &found, limit, Some(within)).await
}

/// Findable people by the query, at most `limit`; none while the search is unavailable, because people one knows are
/// found without it.
pub async fn people_named(platform: &Platform, text: &str, limit: usize) -> Result<Vec<Arc<User>>> {
    let Some(index) = platform.search.index() else { return Ok(Vec::new()) };
    let search =
        Search { text: text.to_owned(), groups: vec![Group::People as u8], limit, ..Search::default() };
    let found = match find(index, search).await {
        Err(refusal) if refusal.code == Refusal::SEARCH_AWAY => Found::default(),
        found => found?,
    };
    let found = found.into_iter().flat_map(|(_, entries)| entries);
    public_of(platform, &found.collect::<Vec<_>>()).await
}

/// Organisations by the query, best first, at most `limit`; families are not among them. 503 while the search is
/// unavailable.
pub async fn entities_named(platform: &Platform, text: &str, limit: usize) -> Result<Vec<EntityId>> {
    let Some(index) = platform.search.index() else { return Ok(Vec::new()) };
    let groups = vec![Group::Organisations as u8];
    let search = Search { text: text.to_owned(), groups, limit, ..Search::default() };
    let found = find(index, search).await?.into_iter().flat_map(|(_, entries)| entries);
    Ok(found.filter_map(|entry| entries::entity_of(&entry.key)).collect())
}

/// Places of the guide by the query, best first, at most `limit`. 503 while the search is unavailable.
pub async fn infopoints_named(platform: &Platform, text: &str, limit: usize) -> Result<Vec<InfopointId>> {
    let Some(index) = platform.search.index() else { return Ok(Vec::new()) };
    let search = Search {
        text: text.to_owned(),
        groups: vec![Group::Places as u8],
        kinds: vec![rules::INFOPOINT.to_owned()],
        limit,
        ..Search::default()
    };
    let found = find(index, search).await?.into_iter().flat_map(|(_, entries)| entries);
    Ok(found.filter_map(|entry| entries::infopoint_of(&entry.key)).collect())
}

/// The suggestions of places, those of the guide that are gone or hidden by now left out.
async fn places(platform: &Platform, entries: Vec<Entry>) -> Result<Vec<Suggestion>> {
    let ids: Vec<InfopointId> =
        entries.iter().filter_map(|entry| entries::infopoint_of(&entry.key)).collect();
    let found = Infopoints::of(&platform.storage).infopoints(&ids).await?;
    let stands = |id| found.iter().any(|one| one.infopoint_id == id && one.hidden.is_none());
    let shown_now = entries.into_iter().filter(|one| entries::infopoint_of(&one.key).is_none_or(stands));
    Ok(shown_now.map(|entry| shown(Group::Places, entry)).collect())
}

/// The people of these entries who are findable now, whatever the index contains.
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
        start: None,
        start_date: None,
        group: group.label(),
    }
}

/// People in their current state.
async fn people(platform: &Platform, viewer: Option<UserId>, entries: &[Entry]) -> Result<Vec<Suggestion>> {
    let mut public = public_of(platform, entries).await?;
    if let Some(viewer) = viewer {
        let found: Vec<UserId> = public.iter().map(|user| user.user_id).collect();
        let apart = platform.storage.contacts.blocked_among(viewer, &found).await?;
        public.retain(|user| !apart.contains(&user.user_id));
    }
    Ok(public
        .iter()
        .map(|user| Suggestion {
            slug: user.user_name.clone(),
            name: user.display_name.clone(),
            kind: rules::PERSON.to_owned(),
            location: entries::shown_municipality(platform, user),
            img_url: avatar(user),
            start: None,
            start_date: None,
            group: Group::People.label(),
        })
        .collect())
}
