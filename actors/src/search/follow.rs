//! Keeping an index true to the store: it follows the feed of changes from the place that is kept with it.

use std::time::{Duration, Instant};

use storage::Error;
use storage::changes::{Change, ChangeKind, Cursor, Follower};
use storage::search::Index;
use tokio::sync::Notify;

use super::written;
use crate::Platform;
use crate::platform::error::Result;
use crate::platform::time::now;

/// After so long it is tried again.
const AGAIN: Duration = Duration::from_secs(5);
/// Changes applied in one go.
const AT_ONCE: usize = 200;
/// How often the place in the feed is kept where nothing has changed.
const KEEP: Duration = Duration::from_secs(600);
/// What is read from the store at once, and the rest between: it is nobody's hurry.
pub const SLICE: usize = 500;
pub const REST: Duration = Duration::from_millis(5);

/// An index that follows the store.
pub trait Mirror {
    /// What it is called in the log.
    const NAME: &'static str;
    /// How often it is held to the whole store, for what was changed without being noted; none: everything is noted.
    const EVERY: Option<Duration>;
    /// How long changes gather before they are looked at.
    const GATHER: Duration;

    fn index(&self) -> Index;
    /// Says that there may be something new.
    fn woken<'a>(&self, platform: &'a Platform) -> &'a Notify;
    /// What the program itself brings.
    async fn begin(&self, platform: &Platform) -> Result<()>;
    /// Reads anew what has changed, and puts it in or takes it out. Answers whether any of it was this index's: the place in
    /// the feed is kept after that, not after every change of anything.
    async fn apply(&self, platform: &Platform, changes: &[Change]) -> Result<bool>;
    /// Puts in everything there is.
    async fn fill(&self, platform: &Platform, generation: u64) -> Result<()>;
}

pub fn generation() -> u64 {
    now().unsigned_abs()
}

/// Follows the store for as long as the node serves; of an index that nodes share while it is this one's turn.
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
    // What fails here may go well on another node: it is asked first.
    index.end_turn().await;
    ended
}

/// What the feed had.
#[derive(Default)]
struct Caught {
    /// Whether any of it was the index's.
    is_changed: bool,
    /// Epoch milliseconds at which somebody asked for the index to be made anew, the latest.
    anew: Option<i64>,
}

/// Goes on from the kept place, or makes the index anew where there is none or the feed no longer reaches back to it. Ends
/// when something fails: what was not done is then behind the kept place.
async fn follow<M: Mirror>(platform: &Platform, mirror: &M) -> Result<()> {
    let index = mirror.index();
    let kept = written(index.kept().await)?.and_then(|kept| kept.parse::<Cursor>().ok());
    // When it was made: what was asked for before is done, and told once more when it has settled.
    let (mut follower, mut made) = if let Some(cursor) = kept.filter(|cursor| cursor.is_covered(now())) {
        // It may have changed with the program.
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
        // Woken or not: it is looked again.
        let _ = tokio::time::timeout(index.look(), mirror.woken(platform).notified()).await;
        tokio::time::sleep(M::GATHER).await;
    }
}

/// Applies what the feed has.
async fn catch_up(platform: &Platform, mirror: &impl Mirror, follower: &mut Follower) -> Result<Caught> {
    let mut caught = Caught::default();
    loop {
        let changes = follower.next(now(), AT_ONCE).await?;
        if changes.is_empty() {
            return Ok(caught);
        }
        // Which history came in, a note of an earlier version does not say.
        let asks = |kind| matches!(kind, ChangeKind::Everything | ChangeKind::Channel);
        let asked = changes.iter().filter(|change| asks(change.kind));
        caught.anew = caught.anew.max(asked.map(|change| change.at).max());
        caught.is_changed |= mirror.apply(platform, &changes).await?;
    }
}

/// Goes through the store and puts in what can be found; what was not met is forgotten at the end, so that meanwhile all is
/// found that was. From then on the feed is followed from where this began.
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

/// Waits where the index has too much to write.
pub async fn patiently(send: impl AsyncFn() -> storage::Result<()>) -> Result<()> {
    loop {
        match send().await {
            Err(Error::Busy) => tokio::time::sleep(REST * 20).await,
            done => return written(done),
        }
    }
}
