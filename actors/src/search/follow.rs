//! Keeping the index true to the store: it follows the feed of changes from the place that is kept with it.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use storage::Error;
use storage::changes::{Change, ChangeKind, Cursor, Follower};
use storage::ids::{EntityId, UserId};
use storage::search::{Entry, SearchIndex};

use super::entries;
use crate::Platform;
use crate::accounts::profile::is_public;
use crate::error::Result;
use crate::time::now;

/// How often the feed is looked at where nobody says that there is something new.
const LOOK: Duration = Duration::from_secs(5);
/// Changes applied in one go.
const AT_ONCE: usize = 200;
/// How often the place in the feed is kept where nothing has changed.
const KEEP: Duration = Duration::from_secs(600);
/// How often the index is held to the whole store: for what a node that died had not noted yet.
const EVERY: Duration = Duration::from_secs(24 * 3_600);
/// People or organisations read at once, and the rest between: it is nobody's hurry.
const SLICE: usize = 500;
const REST: Duration = Duration::from_millis(5);

fn generation() -> u64 {
    now().unsigned_abs()
}

/// Follows the store for as long as the node serves.
pub async fn keep_true(platform: Platform) {
    let Some(index) = platform.search.index() else { return };
    loop {
        if let Err(refusal) = follow(&platform, index).await {
            tracing::warn!(%refusal, "the search index does not follow the store; it is tried again");
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Goes on from the kept place, or makes the index anew where there is none or the feed no longer reaches back to it. Ends
/// when something fails: what was not done is then behind the kept place.
async fn follow(platform: &Platform, index: &SearchIndex) -> Result<()> {
    let kept = index.kept()?.and_then(|kept| kept.parse::<Cursor>().ok());
    let mut follower = match kept.filter(|cursor| cursor.is_covered(now())) {
        Some(cursor) => {
            // They change with the program, which may be a newer one.
            put(index, entries::of_the_almanac(platform), generation()).await?;
            platform.storage.changes.after(cursor)
        }
        None => make_anew(platform, index).await?,
    };
    let (mut compared, mut kept) = (Instant::now(), Instant::now());
    loop {
        let is_changed = catch_up(platform, index, &mut follower).await?;
        if compared.elapsed() > EVERY {
            follower = make_anew(platform, index).await?;
            compared = Instant::now();
        } else if is_changed || kept.elapsed() > KEEP {
            index.keep(follower.cursor().to_string())?;
            kept = Instant::now();
        }
        // Woken or not: it is looked again.
        let _ = tokio::time::timeout(LOOK, platform.search.woken.notified()).await;
    }
}

/// Applies what the feed has; whether it had anything.
async fn catch_up(platform: &Platform, index: &SearchIndex, follower: &mut Follower) -> Result<bool> {
    let mut is_changed = false;
    loop {
        let changes = follower.next(now(), AT_ONCE).await?;
        if changes.is_empty() {
            return Ok(is_changed);
        }
        apply(platform, index, &changes).await?;
        is_changed = true;
    }
}

/// Reads anew what has changed, and puts it in or takes it out.
async fn apply(platform: &Platform, index: &SearchIndex, changes: &[Change]) -> Result<()> {
    let of = |kind| changes.iter().filter(move |change| change.kind == kind).map(|change| change.subject);
    let users: BTreeSet<UserId> = of(ChangeKind::User).map(UserId).collect();
    let entities: BTreeSet<EntityId> = of(ChangeKind::Entity).map(EntityId).collect();
    let found = platform.storage.accounts.users(&users.iter().copied().collect::<Vec<_>>()).await?;
    let mut all: Vec<Entry> = found.iter().filter(|user| is_public(user)).map(entries::of_user).collect();
    let found = platform.storage.entities.entities(&entities.iter().copied().collect::<Vec<_>>()).await?;
    all.extend(found.iter().map(entries::of_entity));
    let keys = users.into_iter().map(entries::user_key).chain(entities.into_iter().map(entries::entity_key));
    let gone: Vec<String> = keys.filter(|key| all.iter().all(|entry| entry.key != *key)).collect();
    put(index, all, generation()).await?;
    patiently(|| index.remove(gone.clone())).await
}

/// Goes through the store and puts in what can be found; what was not met is forgotten at the end. From then on the feed is
/// followed from where this began.
async fn make_anew(platform: &Platform, index: &SearchIndex) -> Result<Follower> {
    let (started, cursor) = (Instant::now(), Cursor::from(now()));
    compare(platform, index).await?;
    index.keep(cursor.to_string())?;
    let took = started.elapsed().as_secs();
    tracing::info!(entries = index.len(), took, "the search index is held to the store");
    Ok(platform.storage.changes.after(cursor))
}

async fn compare(platform: &Platform, index: &SearchIndex) -> Result<()> {
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

async fn put(index: &SearchIndex, entries: Vec<Entry>, generation: u64) -> Result<()> {
    patiently(|| index.put(entries.clone(), generation)).await
}

/// Waits where the index has too much to write.
async fn patiently(send: impl Fn() -> storage::Result<()>) -> Result<()> {
    loop {
        match send() {
            Err(Error::Busy) => tokio::time::sleep(REST * 20).await,
            done => return Ok(done?),
        }
    }
}
