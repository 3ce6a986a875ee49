//! Measures jobs: how many that are due at once a node that does nothing else runs per second, against the rate at
//! which the store alone removes as many rows one by one; and how late jobs are during a flood (`late`). Prints tables;
//! nothing is asserted.
//!
//! `JOBS` (100000); `KALENDER_TEST_CQL` (`host:port`): the same on that Cassandra, in a keyspace of its own.

#[path = "../ground/mod.rs"]
mod ground;
mod late;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use actors::Platform;
use actors::area::Area;
use actors::platform::jobs::{Class, JobKind, job, of_kind, run};
use futures_util::stream::{self, StreamExt, TryStreamExt};
use storage::{Job, Storage};

use self::ground::stores::{number, on_both};
use self::ground::{Failure, platform};

static DONE: AtomicUsize = AtomicUsize::new(0);

static AREA: Area = Area { jobs: KINDS, ..Area::named("bench") };
const KINDS: &[JobKind] = &[JobKind {
    name: "nothing",
    class: Class::OnTime,
    share: of_kind,
    within: Duration::from_secs(5),
    work: |_, _| {
        Box::pin(async {
            DONE.fetch_add(1, Ordering::Relaxed);
            Ok(())
        })
    },
}];

/// Jobs stored in one write, and rows removed concurrently.
const AT_ONCE: usize = 64;

async fn stored(platform: &Platform, count: usize) -> Result<Vec<Job>, Failure> {
    let jobs: Vec<Job> = (0..count).map(|n| job(platform, "nothing", 0, &n)).collect::<Result<_, _>>()?;
    let writes = jobs.chunks(AT_ONCE).map(|some| platform.storage.jobs.put(some));
    stream::iter(writes).buffer_unordered(AT_ONCE).try_collect::<Vec<()>>().await?;
    Ok(jobs)
}

async fn measure(store: &'static str, storage: Storage, count: usize) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let platform = platform(storage, folder.path(), vec![&AREA])?;
    let jobs = stored(&platform, count).await?;
    let began = Instant::now();
    let removals = jobs.iter().map(|job| platform.storage.jobs.done(job));
    stream::iter(removals).buffer_unordered(AT_ONCE).try_collect::<Vec<()>>().await?;
    let bare = count as f64 / began.elapsed().as_secs_f64();

    stored(&platform, count).await?;
    DONE.store(0, Ordering::Relaxed);
    let began = Instant::now();
    let running = actix_rt::spawn(run(platform.clone()));
    while DONE.load(Ordering::Relaxed) < count {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let done = count as f64 / began.elapsed().as_secs_f64();
    platform.jobs.end();
    running.await?;
    println!(
        "| {count} jobs due at once, {store} | {done:.0} | {:.2} × {bare:.0} rows removed one by one | 278: a million an hour |",
        done / bare
    );
    Ok(())
}

#[actix_rt::main]
async fn main() -> Result<(), Failure> {
    let count = number("JOBS", 100_000)?;
    println!("| case | per second | against | aim |\n|---|--:|---|---|");
    on_both("jobs", async |store, storage| measure(store, storage, count).await).await?;
    let folders = [tempfile::tempdir()?, tempfile::tempdir()?];
    let mut unused = folders.iter();
    late::measure("SQLite", async || {
        let folder = unused.next().ok_or("two stores are opened")?;
        Ok(Storage::open_sqlite(&folder.path().join("store.db"), &[])?)
    })
    .await?;
    Ok(())
}
