//! Jobs: each runs at its time, independent of the others, and also after the node that started it is gone.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use crate::platform;

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use actors::Platform;
use actors::area::Area;
use actors::platform::jobs::{Class, Failure, JobKind, job, of_kind, run};
use actors::platform::time::now;
use storage::jobs::{SHARDS, minute_of};

/// How often each job has run, and when first.
static DONE: LazyLock<Mutex<BTreeMap<String, (u32, i64)>>> = LazyLock::new(Mutex::default);

fn note(payload: String) {
    let mut done = DONE.lock().unwrap_or_else(PoisonError::into_inner);
    done.entry(payload).or_insert((0, now())).0 += 1;
}

/// The jobs run by one test, by payload without the test's name.
fn done(test: &str) -> BTreeMap<String, (u32, i64)> {
    let all = DONE.lock().unwrap_or_else(PoisonError::into_inner);
    all.iter().filter_map(|(name, what)| Some((name.strip_prefix(test)?.to_owned(), *what))).collect()
}

static AREA: Area = Area { jobs: KINDS, ..Area::named("jobs under test") };

const KINDS: &[JobKind] = &[
    JobKind {
        name: "note",
        class: Class::OnTime,
        share: of_kind,
        within: Duration::from_secs(5),
        work: |_, job| {
            Box::pin(async move {
                note(serde_json::from_str(&job.payload)?);
                Ok(())
            })
        },
    },
    JobKind {
        name: "panic",
        class: Class::OnTime,
        share: of_kind,
        within: Duration::from_secs(5),
        work: |_, _| Box::pin(async { panic!("as asked for") }),
    },
    JobKind {
        name: "hang",
        class: Class::OnTime,
        share: of_kind,
        within: Duration::from_millis(300),
        work: |_, _| Box::pin(std::future::pending()),
    },
    JobKind {
        name: "poison",
        class: Class::OnTime,
        share: of_kind,
        within: Duration::from_secs(5),
        work: |_, _| Box::pin(async { Err(Failure::Final("vill inte".to_owned())) }),
    },
    JobKind {
        name: "once more",
        class: Class::OnTime,
        share: of_kind,
        within: Duration::from_secs(5),
        work: |_, job| {
            Box::pin(async move {
                if job.tries == 0 {
                    return Err(Failure::Passing("inte än".to_owned()));
                }
                note(serde_json::from_str(&job.payload)?);
                Ok(())
            })
        },
    },
];

async fn put(platform: &Platform, kind: &'static str, due: i64, payload: &str) {
    let job = job(platform, kind, due, &payload).unwrap();
    platform.storage.jobs.put(&[job]).await.unwrap();
    platform.jobs.wake();
}

async fn until(what: &str, holds: impl AsyncFn() -> bool) {
    for _ in 0..600 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("waited for {what}");
}

/// All pending jobs that are due within the next hour, without the nightly ones, which every runner plans: between two and
/// three at night they are among them.
async fn waiting(platform: &Platform) -> Vec<storage::Job> {
    let mut found = Vec::new();
    for shard in 0..SHARDS {
        found.extend(
            platform
                .storage
                .jobs
                .due(shard, minute_of(now()) - 70, None, now() + 3_600_000, 1_000)
                .await
                .unwrap(),
        );
    }
    let nightly: Vec<&str> = platform.areas().flat_map(|area| area.nightly).copied().collect();
    found.retain(|job| !nightly.contains(&job.kind.as_str()));
    found
}

#[actix::test]
async fn a_job_is_done_once_and_not_before_its_moment() {
    let test = platform::with(vec![&AREA]);
    let at = now();
    put(&test.platform, "note", at + 1_500, "moment: senare").await;
    put(&test.platform, "note", at - 3_600_000, "moment: förr").await;
    actix_rt::spawn(run(test.platform.clone()));
    put(&test.platform, "note", at, "moment: nu").await;
    until("three jobs", async || done("moment: ").len() == 3).await;
    until("nothing to wait", async || waiting(&test.platform).await.is_empty()).await;
    let done = done("moment: ");
    assert!(done["senare"].1 >= at + 1_500, "{done:?}");
    assert!(done.values().all(|(times, _)| *times == 1), "{done:?}");
}

/// A poll that read a job while it was running does not start it again afterwards.
#[actix::test]
async fn running_job_is_not_started_again() {
    let test = platform::with(vec![&AREA]);
    actix_rt::spawn(run(test.platform.clone()));
    for n in 0..400 {
        put(&test.platform, "note", now(), &format!("often: {n}")).await;
    }
    until("all of them", async || done("often: ").len() == 400).await;
    until("nothing to wait", async || waiting(&test.platform).await.is_empty()).await;
    let twice: Vec<_> = done("often: ").into_iter().filter(|(_, (times, _))| *times > 1).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[actix::test]
async fn failing_job_delays_no_other() {
    let test = platform::with(vec![&AREA]);
    for n in 0..20 {
        for kind in ["panic", "hang", "poison"] {
            put(&test.platform, kind, now(), &format!("{kind} {n}")).await;
        }
        put(&test.platform, "note", now(), &format!("fails: {n}")).await;
    }
    put(&test.platform, "once more", now(), "fails: igen").await;
    put(&test.platform, "nobody's", now(), "of a newer version").await;
    actix_rt::spawn(run(test.platform.clone()));
    until("the others", async || done("fails: ").len() == 21).await;
    until("what cannot be done to be set aside", async || {
        test.platform.storage.jobs.failed().await.unwrap().len() == 20
    })
    .await;
    let failed = test.platform.storage.jobs.failed().await.unwrap();
    assert!(failed.iter().all(|job| job.kind == "poison" && job.error.as_deref() == Some("vill inte")));
    // The delay grows with each retry.
    until("all failures to be known", async || {
        let waiting = waiting(&test.platform).await;
        waiting.len() == 41 && waiting.iter().all(|job| job.tries >= 1)
    })
    .await;
    for job in waiting(&test.platform).await {
        let why = job.error.unwrap();
        let expected = match job.kind.as_str() {
            "panic" => "it panicked",
            "hang" => "it took longer than 0 s",
            _ => "no such kind of job",
        };
        assert_eq!(why, expected, "{}", job.kind);
        assert!(job.due > now() - 1_000, "{} is put off", job.kind);
    }
}

#[actix::test]
async fn many_due_at_once_are_each_done_once() {
    let test = platform::with(vec![&AREA]);
    let jobs: Vec<_> =
        (0..5_000).map(|n| job(&test.platform, "note", 0, &format!("many: {n}")).unwrap()).collect();
    test.platform.storage.jobs.put(&jobs).await.unwrap();
    actix_rt::spawn(run(test.platform.clone()));
    until("all of them", async || done("many: ").len() == 5_000).await;
    until("nothing to wait", async || waiting(&test.platform).await.is_empty()).await;
    assert!(done("many: ").values().all(|(times, _)| *times == 1));
}

/// The process is killed while running jobs and restarts under the same node number.
#[actix::test]
async fn jobs_of_a_killed_runner_are_taken_over() {
    let test = platform::with(vec![&AREA]);
    let jobs: Vec<_> =
        (0..10_000).map(|n| job(&test.platform, "note", 0, &format!("left: {n}")).unwrap()).collect();
    test.platform.storage.jobs.put(&jobs).await.unwrap();
    let first = actix_rt::spawn(run(test.platform.clone()));
    until("some of them", async || done("left: ").len() > 100).await;
    first.abort();
    let _ = first.await;
    assert!(done("left: ").len() < 10_000, "some are left");
    let second = actix_rt::spawn(run(test.platform.clone()));
    until("all of them", async || done("left: ").len() == 10_000).await;
    until("nothing to wait", async || waiting(&test.platform).await.is_empty()).await;
    test.platform.jobs.end();
    second.await.unwrap();
    let shards = test.platform.storage.jobs.shards().await.unwrap();
    assert!(
        shards.iter().all(|shard| shard.until <= now()),
        "an orderly end leaves them to others: {shards:?}"
    );
}
