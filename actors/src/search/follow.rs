//! Keeping the index true to the store.

use std::time::Duration;

use storage::Error;
use storage::ids::{EntityId, UserId};
use storage::search::{Entry, SearchIndex};

use super::entries;
use crate::Platform;
use crate::accounts::profile::is_public;
use crate::error::Result;
use crate::time::now;

/// How often the index is held to the whole store.
const EVERY: Duration = Duration::from_secs(6 * 3_600);
/// People or organisations read at once, and the rest between: it is nobody's hurry.
const SLICE: usize = 500;
const REST: Duration = Duration::from_millis(5);

fn generation() -> u64 {
    now().unsigned_abs()
}

/// A person's profile changed, here or on another node. Any thread with a runtime.
pub fn profile_changed(platform: &Platform, id: i64) {
    let id = UserId(id);
    let Some(index) = platform.search.index().cloned() else { return };
    let storage = platform.storage.clone();
    in_background(async move {
        let user = storage.accounts.user(id).await?;
        match user.filter(is_public) {
            Some(user) => index.put(vec![entries::of_user(&user)], generation()),
            None => index.remove(vec![entries::user_key(id)]),
        }
    });
}

/// An organisation is new or changed.
pub fn entity_changed(platform: &Platform, id: i64) {
    let id = EntityId(id);
    let Some(index) = platform.search.index().cloned() else { return };
    let storage = platform.storage.clone();
    in_background(async move {
        match storage.entities.entity(id).await? {
            Some(entity) => index.put(vec![entries::of_entity(&entity)], generation()),
            None => index.remove(vec![entries::entity_key(id)]),
        }
    });
}

/// What fails here is made good when the index is next held to the store.
fn in_background(work: impl Future<Output = storage::Result<()>> + Send + 'static) {
    let Ok(runtime) = tokio::runtime::Handle::try_current() else {
        tracing::warn!("the search index missed a change: no runtime on this thread");
        return;
    };
    runtime.spawn(async move {
        if let Err(error) = work.await {
            tracing::warn!(%error, "the search index missed a change");
        }
    });
}

/// Holds the index to the store now and every few hours, for as long as the node serves.
pub async fn keep_true(platform: Platform) {
    loop {
        if let Some(index) = platform.search.index() {
            let started = std::time::Instant::now();
            match compare(&platform, index).await {
                Ok(()) => {
                    let took = started.elapsed().as_secs();
                    tracing::info!(entries = index.len(), took, "the search index is held to the store");
                }
                Err(refusal) => tracing::warn!(%refusal, "the search index was not held to the store"),
            }
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Goes through the store and puts in what can be found; what was not met is forgotten at the end.
pub async fn compare(platform: &Platform, index: &SearchIndex) -> Result<()> {
    let generation = generation();
    put(index, entries::of_the_almanac(platform), generation).await?;
    let (mut after, mut is_over) = (None, false);
    while !is_over {
        let entities = platform.storage.entities.scan(after, SLICE).await?;
        (after, is_over) = (entities.last().map(|entity| entity.entity_id), entities.len() < SLICE);
        put(index, entities.iter().map(entries::of_entity).collect(), generation).await?;
        tokio::time::sleep(REST).await;
    }
    let (mut after, mut is_over) = (None, false);
    while !is_over {
        let users = platform.storage.accounts.scan(after, SLICE).await?;
        (after, is_over) = (users.last().map(|user| user.user_id), users.len() < SLICE);
        let public = users.iter().filter(|user| is_public(user)).map(entries::of_user).collect();
        put(index, public, generation).await?;
        tokio::time::sleep(REST).await;
    }
    index.forget_before(generation)?;
    index.flush().await?;
    Ok(())
}

/// Waits where the index has too much to write.
async fn put(index: &SearchIndex, entries: Vec<Entry>, generation: u64) -> Result<()> {
    loop {
        match index.put(entries.clone(), generation) {
            Err(Error::Busy) => tokio::time::sleep(REST * 20).await,
            done => return Ok(done?),
        }
    }
}
