//! Search results: places of the guide, in the index of names.

use std::collections::BTreeSet;

use storage::changes::{Change, ChangeKind};
use storage::infopoints::{Infopoint, InfopointId, Infopoints};

use crate::Platform;
use crate::area::found::{Entry, Group, Indexed, NameIndex, SLICE, Suggestion};
use crate::platform::error::Result;

/// Their type.
const INFOPOINT: &str = "infopoint";

pub(super) static INFOPOINTS: Indexed = Indexed {
    types: &[(INFOPOINT, Group::Places)],
    follow: |platform, changes, index| Box::pin(follow(platform, changes, index)),
    fill: |platform, index| Box::pin(fill(platform, index)),
    results: Some(|platform, _, entries, _| Box::pin(results(platform, entries))),
};

fn key(id: InfopointId) -> String {
    format!("{INFOPOINT}:{id}")
}

fn id_of(key: &str) -> Option<InfopointId> {
    key.strip_prefix(INFOPOINT)?.strip_prefix(':')?.parse().ok().map(InfopointId)
}

/// A place, also found by its address and municipality.
fn entry(platform: &Platform, infopoint: &Infopoint) -> Entry {
    let municipality = infopoint.municipality.and_then(|id| platform.places.municipality(id));
    let municipality = municipality.map(|one| one.name.clone());
    let words = [infopoint.address.clone(), municipality.clone()];
    Entry {
        key: key(infopoint.infopoint_id),
        group: Group::Places as u8,
        kind: INFOPOINT.to_owned(),
        name: infopoint.name.clone(),
        also: words.into_iter().flatten().collect::<Vec<_>>().join(" "),
        slug: format!("{INFOPOINT}/{}", infopoint.infopoint_id),
        location: municipality,
        ..Entry::default()
    }
}

fn entries(platform: &Platform, infopoints: &[Infopoint]) -> Vec<Entry> {
    infopoints.iter().filter(|one| one.hidden.is_none()).map(|one| entry(platform, one)).collect()
}

async fn follow(platform: &Platform, changes: &[Change], index: &dyn NameIndex) -> Result<bool> {
    let changed = changes.iter().filter(|change| change.kind == ChangeKind::Infopoint);
    let ids: BTreeSet<InfopointId> = changed.map(|change| InfopointId(change.subject)).collect();
    if ids.is_empty() {
        return Ok(false);
    }
    let ids: Vec<InfopointId> = ids.into_iter().collect();
    let infopoints = Infopoints::of(&platform.storage).infopoints(&ids).await?;
    index.replace(ids.into_iter().map(key).collect(), entries(platform, &infopoints)).await?;
    Ok(true)
}

async fn fill(platform: &Platform, index: &dyn NameIndex) -> Result<()> {
    let mut after = None;
    loop {
        let some = Infopoints::of(&platform.storage).scan(after, SLICE).await?;
        index.put(entries(platform, &some)).await?;
        match some.last().filter(|_| some.len() == SLICE) {
            Some(last) => after = Some(last.infopoint_id),
            None => return Ok(()),
        }
    }
}

/// Those that are neither gone nor hidden by now.
async fn results(platform: &Platform, found: Vec<Entry>) -> Result<Vec<(String, Suggestion)>> {
    let ids: Vec<InfopointId> = found.iter().filter_map(|entry| id_of(&entry.key)).collect();
    let infopoints = Infopoints::of(&platform.storage).infopoints(&ids).await?;
    let shown = infopoints.iter().filter(|one| one.hidden.is_none()).map(|one| key(one.infopoint_id));
    let shown: BTreeSet<String> = shown.collect();
    let stands = found.into_iter().filter(|entry| shown.contains(&entry.key));
    Ok(stands.map(|entry| (entry.key.clone(), Suggestion::of(Group::Places, entry))).collect())
}

/// Places of the guide by the query, best first, at most `limit`. 503 while the search is unavailable.
pub(super) async fn named(platform: &Platform, text: &str, limit: usize) -> Result<Vec<InfopointId>> {
    let found = crate::search::entries_named(platform, (Group::Places, Some(INFOPOINT)), text, limit).await?;
    Ok(found.into_iter().filter_map(|entry| id_of(&entry.key)).collect())
}
