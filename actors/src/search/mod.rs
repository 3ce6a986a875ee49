//! Global search: people who allow it, organisations, public events, municipalities, localities, and days of the
//! almanac (contract §4); and the index of messages, used by chat (contract §3.3).
//!
//! An index is a projection: each node's own, or one on a search server that all nodes share and one of them at a time
//! writes. It follows the store's change feed from the cursor stored with it, so nothing is missed while a node or the
//! server is down; announcements only make it read at once. Entries of people and events are only pointers: whether
//! they may be found is read from the store for each response.

mod almanac;
mod dates;
mod follow;
pub mod local;
mod messages;
mod names;
pub mod rules;
pub mod view;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use futures_util::future::try_join_all;
use jiff::ToSpan;
use storage::accounts::User;
use storage::entities::folded;
use storage::ids::{EntityId, UserId};
use storage::search::messages::MessageIndex;
use storage::search::{Entry, Found, Search, SearchIndex, Server};
use tokio::sync::Notify;

use crate::Platform;
use crate::accounts::Who;
use crate::accounts::found::public_of;
use crate::area::Area;
use crate::area::found::{Group, Indexed, OwnResults, Sought};
use crate::calendar::{begins, day, indexed as indexed_events};
use crate::entities::found::entity_of;
use crate::platform::error::{Refusal, Result};
use crate::platform::index_engine::{answered, written};
use crate::platform::time::{Moment, ZONE, now};
use rules::{Types, Wanted};
use view::{Suggestion, SuggestionGroup, Suggestions};

/// The area's declaration. Announcements only make the index read the change feed at once.
pub static AREA: Area = Area {
    indexed: &[&almanac::ALMANAC],
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
    let known_types = Types::of(platform.areas());
    let wanted = known_types.wanted(types)?;
    let own = match who {
        Some(who) => own(platform, who, &wanted, text, limit).await?,
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

/// The index entries that areas declare.
fn indexed(platform: &Platform) -> impl Iterator<Item = &'static Indexed> {
    platform.areas().flat_map(|area| area.indexed).copied()
}

/// A signed-in person's own results, at most `limit` per group, the groups in order; empty ones are left out.
async fn own(
    platform: &Platform,
    who: &Who,
    wanted: &Wanted<'_>,
    text: &str,
    limit: usize,
) -> Result<Vec<SuggestionGroup>> {
    let folded = folded(text);
    if folded.is_empty() {
        return Ok(Vec::new());
    }
    let sought = Sought { text, folded: &folded };
    let groups = platform.areas().flat_map(|area| area.own_results).filter(|group| wanted.has(group.kind));
    let mut groups: Vec<&'static OwnResults> = groups.copied().collect();
    groups.sort_by_key(|group| group.place);
    let found = try_join_all(groups.into_iter().map(async |group: &'static OwnResults| {
        let mut content = (group.find)(platform, who, sought, limit).await?;
        content.truncate(limit);
        Ok::<_, Refusal>(SuggestionGroup { group: group.label, content })
    }));
    Ok(found.await?.into_iter().filter(|group| !group.content.is_empty()).collect())
}

/// The results of a group's entries as things are now; of several areas' in the order of the entries.
async fn results(
    platform: &Platform,
    viewer: Option<UserId>,
    group: Group,
    mut entries: Vec<Entry>,
    limit: usize,
) -> Result<Vec<Suggestion>> {
    let places: HashMap<String, usize> = entries.iter().map(|one| one.key.clone()).zip(0..).collect();
    let (mut found, mut areas) = (Vec::new(), 0);
    for kind in indexed(platform) {
        let is_its = |entry: &Entry| kind.types.iter().any(|(name, _)| *name == entry.kind);
        let (its, others): (Vec<Entry>, Vec<Entry>) = entries.into_iter().partition(is_its);
        entries = others;
        if its.is_empty() {
            continue;
        }
        areas += 1;
        match kind.results {
            Some(results) => found.extend(results(platform, viewer, its, limit).await?),
            None => found.extend(its.into_iter().map(|one| (one.key.clone(), Suggestion::of(group, one)))),
        }
    }
    if areas > 1 {
        found.sort_by_key(|(key, _)| places.get(key).copied());
    }
    Ok(found.into_iter().map(|(_, one)| one).collect())
}

/// The results of the index of names.
async fn public(
    platform: &Platform,
    viewer: Option<UserId>,
    wanted: &Wanted<'_>,
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
        let content = results(platform, viewer, group, entries, limit).await?;
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
        any_of: days.map(indexed_events::mark).collect(),
        groups: vec![Group::Events as u8],
        limit: DATED,
        ..Search::default()
    };
    let found: Vec<Entry> = find(index, search).await?.into_iter().flat_map(|(_, entries)| entries).collect();
    let shown = indexed_events::shown(platform, viewer, &found, limit, Some(within)).await?;
    Ok(shown.into_iter().map(|(_, one)| one).collect())
}

/// Entries of a group, or of one type in it, by the query, best first, at most `limit`. 503 while the search is
/// unavailable.
pub async fn entries_named(
    platform: &Platform,
    (group, kind): (Group, Option<&str>),
    text: &str,
    limit: usize,
) -> Result<Vec<Entry>> {
    let Some(index) = platform.search.index() else { return Ok(Vec::new()) };
    let search = Search {
        text: text.to_owned(),
        groups: vec![group as u8],
        kinds: kind.map(str::to_owned).into_iter().collect(),
        limit,
        ..Search::default()
    };
    Ok(find(index, search).await?.into_iter().flat_map(|(_, entries)| entries).collect())
}

/// Findable people by the query, at most `limit`; none while the search is unavailable, because people one knows are
/// found without it.
pub async fn people_named(platform: &Platform, text: &str, limit: usize) -> Result<Vec<Arc<User>>> {
    let found = match entries_named(platform, (Group::People, None), text, limit).await {
        Err(refusal) if refusal.code == Refusal::SEARCH_AWAY => Vec::new(),
        found => found?,
    };
    public_of(platform, &found).await
}

/// Organisations by the query, best first, at most `limit`; families are not among them. 503 while the search is
/// unavailable.
pub async fn entities_named(platform: &Platform, text: &str, limit: usize) -> Result<Vec<EntityId>> {
    let found = entries_named(platform, (Group::Organisations, None), text, limit).await?;
    Ok(found.into_iter().filter_map(|entry| entity_of(&entry.key)).collect())
}
