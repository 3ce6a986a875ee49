//! Keeps an index up to date: follows the change feed from the cursor stored with the index.

use std::time::{Duration, Instant};

use storage::Error;
use storage::changes::{Change, ChangeKind, Cursor, Follower};
use storage::search::Index;
use tokio::sync::Notify;

use super::written;
use crate::Platform;
use crate::platform::error::Result;
use crate::platform::time::now;

/// Pause after a failure.
const AGAIN: Duration = Duration::from_secs(5);
/// Changes applied per batch.
const AT_ONCE: usize = 200;
/// How often the cursor is stored without changes.
const KEEP: Duration = Duration::from_secs(600);
/// Rows per read, and the pause between reads, because there is no hurry.
pub const SLICE: usize = 500;
pub const REST: Duration = Duration::from_millis(5);

/// An index that follows the store.
pub trait Mirror {
    /// Its name in the log.
    const NAME: &'static str;
    /// How often it is compared with the whole store, for changes that are not in the feed; none: all are.
    const EVERY: Option<Duration>;
    /// How long changes are collected before they are read.
    const GATHER: Duration;

    fn index(&self) -> Index;
    /// Notified when there may be changes.
    fn woken<'a>(&self, platform: &'a Platform) -> &'a Notify;
    /// Adds entries that come with the program.
    async fn begin(&self, platform: &Platform) -> Result<()>;
    /// Reads what has changed, and adds or removes entries. Returns whether any change concerned this index; only then
    /// the cursor is stored.
    async fn apply(&self, platform: &Platform, changes: &[Change]) -> Result<bool>;
    /// Adds everything.
    async fn fill(&self, platform: &Platform, generation: u64) -> Result<()>;
}

pub fn generation() -> u64 {
    now().unsigned_abs()
}

/// Follows the store while the node runs; for a shared index, while this node holds the turn.
pub async fn keep_true(platform: Platform, mirror: impl Mirror) {
    loop {
        if let Err(refusal) = in_turn(&platform, &mirror).await {
            tracing::warn!(%refusal, index = name(&mirror), "the search index does not follow the store; it is tried again");
        }
        tokio::time::sleep(AGAIN).await;
    }
}

fn name<M: Mirror>(_: &M) -> &'static str {
    M::NAME
}

async fn in_turn(platform: &Platform, mirror: &impl Mirror) -> Result<()> {
    let index = mirror.index();
    written(index.take_turn().await)?;
    let ended = tokio::select! {
        done = follow(platform, mirror) => done,
        lost = index.hold_turn() => written(Err(lost)),
    };
    // Another node may succeed, so it gets the turn.
    index.end_turn().await;
    ended
}

/// The changes that were applied.
#[derive(Default)]
struct Caught {
    /// Whether any of them concerned the index.
    is_changed: bool,
    /// Epoch milliseconds of the latest request for a rebuild.
    anew: Option<i64>,
}

/// Continues from the stored cursor, or rebuilds the index if there is none or the feed no longer reaches back to it.
/// Ends on a failure: unapplied changes are then after the stored cursor.
async fn follow<M: Mirror>(platform: &Platform, mirror: &M) -> Result<()> {
    let index = mirror.index();
    let kept = written(index.kept().await)?.and_then(|kept| kept.parse::<Cursor>().ok());
    // Time of the rebuild: requests before it are done, and repeated once after they have settled.
    let (mut follower, mut made) = if let Some(cursor) = kept.filter(|cursor| cursor.is_covered(now())) {
        // These entries may have changed with the program.
        mirror.begin(platform).await?;
        (platform.storage.changes.after(cursor), i64::MIN)
    } else {
        let began = now();
        (make_anew(platform, mirror).await?, began)
    };
    let (mut compared, mut kept) = (Instant::now(), Instant::now());
    loop {
        let Caught { is_changed, anew } = catch_up(platform, mirror, &mut follower).await?;
        let is_asked = anew.is_some_and(|asked| asked > made);
        if is_asked || M::EVERY.is_some_and(|every| compared.elapsed() > every) {
            made = now().max(anew.unwrap_or_default());
            follower = make_anew(platform, mirror).await?;
            compared = Instant::now();
        } else if is_changed || kept.elapsed() > KEEP {
            patiently(async || index.keep(follower.cursor().to_string()).await).await?;
            kept = Instant::now();
        }
        // Reads on after a timeout as well.
        let _ = tokio::time::timeout(index.poll_interval(), mirror.woken(platform).notified()).await;
        tokio::time::sleep(M::GATHER).await;
    }
}

/// Applies the changes in the feed.
async fn catch_up(platform: &Platform, mirror: &impl Mirror, follower: &mut Follower) -> Result<Caught> {
    let mut caught = Caught::default();
    loop {
        let changes = follower.next(now(), AT_ONCE).await?;
        if changes.is_empty() {
            return Ok(caught);
        }
        // Entries of earlier versions do not say which history was imported.
        let asks = |kind| matches!(kind, ChangeKind::Everything | ChangeKind::Channel);
        let asked = changes.iter().filter(|change| asks(change.kind));
        caught.anew = caught.anew.max(asked.map(|change| change.at).max());
        caught.is_changed |= mirror.apply(platform, &changes).await?;
    }
}

/// Rebuilds: reads the store and adds everything; entries that were not met are removed at the end, so that everything
/// stays findable meanwhile. Then the feed is followed from the beginning of the rebuild.
async fn make_anew<M: Mirror>(platform: &Platform, mirror: &M) -> Result<Follower> {
    let (started, cursor, generation) = (Instant::now(), Cursor::from(now()), generation());
    let index = mirror.index();
    mirror.fill(platform, generation).await?;
    patiently(async || index.forget_before(generation).await).await?;
    patiently(async || index.flush().await).await?;
    patiently(async || index.keep(cursor.to_string()).await).await?;
    let (entries, took) = (written(index.len().await)?, started.elapsed().as_secs());
    tracing::info!(entries, took, index = M::NAME, "the search index is held to the store");
    Ok(platform.storage.changes.after(cursor))
}

/// Retries while the index is busy.
pub async fn patiently(send: impl AsyncFn() -> storage::Result<()>) -> Result<()> {
    loop {
        match send().await {
            Err(Error::Busy) => tokio::time::sleep(REST * 20).await,
            done => return written(done),
        }
    }
}
