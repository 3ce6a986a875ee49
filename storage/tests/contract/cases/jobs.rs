//! Jobs: found when they are due by the owner of their shard, until they are done.

use std::collections::BTreeSet;

use storage::engine::Key;
use storage::ids::{Ids, JobId};
use storage::jobs::{Job, JobShard, SHARDS, minute_of};
use storage::notifications::Notification;
use storage::record::Stored;
use storage::{Jobs, UserId};

use crate::World;
use crate::make::{ANNA, notification, now};

const MINUTE: i64 = 60_000;

fn job(ids: &Ids, due: i64, payload: &str) -> Job {
    Job::new(JobId(ids.next(now())), due, "prov", payload.to_owned())
}

/// Everything due at a time, of all shards, from a minute on.
async fn due(jobs: &Jobs, from: i64, at: i64) -> Vec<Job> {
    let mut found = Vec::new();
    for shard in 0..SHARDS {
        found.extend(jobs.due(shard, minute_of(from), None, at, 1_000).await.unwrap());
    }
    found
}

fn payloads(found: &[Job]) -> BTreeSet<&str> {
    found.iter().map(|job| job.payload.as_str()).collect()
}

pub async fn a_job_is_found_when_it_is_due(world: &World) {
    let (jobs, ids, at) = (&world.storage.jobs, Ids::new(1), now());
    let (past, soon, later) = (
        job(&ids, at - 3 * MINUTE, "nyss"),
        job(&ids, at + 200, "snart"),
        job(&ids, at + 90 * MINUTE, "senare"),
    );
    jobs.put(&[past.clone(), soon.clone(), later.clone()]).await.unwrap();
    assert_eq!(
        payloads(&due(jobs, at, at).await),
        BTreeSet::from(["nyss"]),
        "whatever the floor says, ten minutes back"
    );
    assert_eq!(payloads(&due(jobs, at, at + 200).await), BTreeSet::from(["nyss", "snart"]));
    assert_eq!(
        payloads(&due(jobs, at, at + 91 * MINUTE).await),
        BTreeSet::from(["snart", "senare"]),
        "from the floor on"
    );
    assert_eq!(due(jobs, at - 4 * MINUTE, at + 91 * MINUTE).await.len(), 3);

    jobs.done(&past).await.unwrap();
    jobs.done(&past).await.unwrap();
    assert_eq!(payloads(&due(jobs, at, at).await), BTreeSet::new());
    let again = soon.again(at + 5 * MINUTE, "brevlådan svarar inte".to_owned());
    jobs.put_off(&soon, &again).await.unwrap();
    assert_eq!(due(jobs, at, at + 4 * MINUTE).await, []);
    let found = due(jobs, at, at + 5 * MINUTE).await;
    assert_eq!(found, std::slice::from_ref(&again));
    assert_eq!((found[0].tries, found[0].error.as_deref()), (1, Some("brevlådan svarar inte")));
    // Postponed within its minute, it stays one job.
    let sooner = again.again(again.due + 1, "än".to_owned());
    if sooner.minute == again.minute {
        jobs.put_off(&again, &sooner).await.unwrap();
        assert_eq!(due(jobs, at, at + 6 * MINUTE).await, [sooner]);
    }
}

pub async fn pages_of_jobs_leave_nothing_out(world: &World) {
    let (jobs, ids, at) = (&world.storage.jobs, Ids::new(1), now());
    let all: Vec<Job> = (0..300).map(|n| job(&ids, at - i64::from(n % 4) * MINUTE, &n.to_string())).collect();
    jobs.put(&all).await.unwrap();
    let mut found = BTreeSet::new();
    for shard in 0..SHARDS {
        let mut after: Option<Job> = None;
        loop {
            let page = jobs.due(shard, minute_of(at) - 5, after.as_ref(), at, 7).await.unwrap();
            assert!(page.len() <= 7);
            let is_last = page.len() < 7;
            after = page.last().cloned().or(after);
            for job in page {
                assert!(found.insert(job.payload.clone()), "{} twice", job.payload);
            }
            if is_last {
                break;
            }
        }
    }
    assert_eq!(found.len(), 300);
}

pub async fn a_job_joins_the_write_it_belongs_to(world: &World) {
    let (storage, ids, at) = (&world.storage, Ids::new(1), now());
    let one = job(&ids, at, "med");
    storage.notifications.add_with(&[notification(ANNA)], vec![one.insert()]).await.unwrap();
    assert_eq!(storage.notifications.unread(ANNA, 9).await.unwrap(), 1);
    assert_eq!(payloads(&due(&storage.jobs, at, at).await), BTreeSet::from(["med"]));
    // A guard that fails writes neither.
    let other = job(&ids, at, "utan");
    let guard = storage::guides::GuideStatus {
        user_id: UserId(1),
        guide_id: "menu".to_owned(),
        state: storage::guides::GuideState::Started,
        since: at,
        reason: None,
    };
    assert!(world.engine.decide(guard.if_absent(), vec![]).await.unwrap());
    assert!(!world.engine.decide(guard.if_absent(), vec![other.insert()]).await.unwrap());
    assert_eq!(payloads(&due(&storage.jobs, at, at).await), BTreeSet::from(["med"]));
    world.engine.write(vec![Job::cancel(one.job_id, one.due)]).await.unwrap();
    assert_eq!(due(&storage.jobs, at, at).await, []);
}

/// How many of the rows that were written with a job are not there when it is found.
async fn missing_beside(world: &World, job: &Job, rows: &[Key]) -> usize {
    while world.engine.get(job.key()).await.unwrap().is_none() {}
    let found = world.engine.get_many(rows.to_vec()).await.unwrap();
    found.iter().filter(|row| row.is_none()).count()
}

pub async fn job_is_found_only_with_the_rows_of_its_write(world: &World) {
    let (ids, at) = (Ids::new(1), now());
    for round in 0..30 {
        let rows: Vec<_> = (1..=200)
            .map(|n| Notification { read: true, ..notification(UserId(round * 1_000 + n)) })
            .collect();
        let (first, keys) = (&rows[0], rows.iter().map(Stored::key).collect::<Vec<_>>());
        let job = job(&ids, at, "rader");
        let job_first = [job.insert()].into_iter();
        let (missing, written) = if round % 2 == 0 {
            let writes = job_first.chain(rows.iter().map(Stored::insert)).collect();
            tokio::join!(missing_beside(world, &job, &keys), world.engine.write(writes))
        } else {
            let then = job_first.chain(rows[1..].iter().map(Stored::insert)).collect();
            let decided =
                async { world.engine.decide(first.if_absent(), then).await.map(|held| assert!(held)) };
            tokio::join!(missing_beside(world, &job, &keys), decided)
        };
        written.unwrap();
        assert_eq!(missing, 0, "in round {round}");
    }
}

pub async fn dead_letters_are_listed_and_retried(world: &World) {
    let (jobs, ids, at) = (&world.storage.jobs, Ids::new(1), now());
    let (one, other) = (job(&ids, at, "ett"), job(&ids, at, "två"));
    jobs.put(&[one.clone(), other.clone()]).await.unwrap();
    jobs.set_aside(&one, "adressen finns inte".to_owned(), at + 1).await.unwrap();
    jobs.set_aside(&other, "nej".to_owned(), at + 2).await.unwrap();
    assert_eq!(due(jobs, at, at).await, []);
    let failed = jobs.failed().await.unwrap();
    let seen: Vec<_> =
        failed.iter().map(|one| (one.payload.as_str(), one.tries, one.error.as_deref())).collect();
    assert_eq!(seen, [("två", 1, Some("nej")), ("ett", 1, Some("adressen finns inte"))]);
    let letter = jobs.failed_job(one.job_id).await.unwrap().unwrap();
    let retry = || jobs.retry(&letter, at + 3, Vec::new());
    let (first, second) = tokio::join!(retry(), retry());
    assert!(first.unwrap() != second.unwrap(), "once");
    assert!(!retry().await.unwrap());
    assert!(jobs.forget_failed(other.job_id).await.unwrap());
    assert!(!jobs.forget_failed(other.job_id).await.unwrap());
    assert_eq!(jobs.failed().await.unwrap(), []);
    let found = due(jobs, at, at + 3).await;
    assert_eq!((payloads(&found), found[0].tries), (BTreeSet::from(["ett"]), 0));
}

fn numbers(held: &[JobShard]) -> Vec<i64> {
    held.iter().map(|shard| shard.shard).collect()
}

pub async fn shards_are_shared_and_taken_over(world: &World) {
    let (jobs, at) = (&world.storage.jobs, now());
    assert_eq!(jobs.lease("a", 1, at, 1_000).await.unwrap(), [], "not before they are there");
    jobs.begin(at).await.unwrap();
    jobs.begin(at + 90 * MINUTE).await.unwrap();
    assert_eq!(jobs.shards().await.unwrap()[0].floor, minute_of(at) - 10, "the first beginning stands");
    let held = jobs.lease("a", 1, at, 1_000).await.unwrap();
    assert_eq!(numbers(&held), (0..SHARDS).collect::<Vec<_>>());
    // Another process waits until the first gives back what exceeds its share.
    assert_eq!(jobs.lease("b", 2, at, 1_000).await.unwrap(), []);
    assert_eq!(jobs.lease("a", 1, at + 100, 1_000).await.unwrap().len(), 4);
    assert_eq!(jobs.lease("b", 2, at + 200, 1_000).await.unwrap().len(), 4);
    // A dead owner's shards are free when its lease has expired.
    let taken = jobs.lease("b", 2, at + 1_200, 1_000).await.unwrap();
    assert_eq!(taken.len(), 8);
    // A former owner cannot raise a floor; the owner can, and never lowers it.
    jobs.raise_floor(&held[0], minute_of(at) + 5).await.unwrap();
    assert_eq!(jobs.shards().await.unwrap()[0].floor, minute_of(at) - 10);
    jobs.raise_floor(&taken[0], minute_of(at) - 3).await.unwrap();
    jobs.raise_floor(&taken[0], minute_of(at) - 20).await.unwrap();
    assert_eq!(jobs.shards().await.unwrap()[0].floor, minute_of(at) - 3);
}

pub async fn concurrent_leases_share_no_shard(world: &World) {
    let (jobs, at) = (&world.storage.jobs, now());
    jobs.begin(at).await.unwrap();
    let tasks: Vec<_> = [("a", 1), ("b", 2), ("c", 3)]
        .map(|(owner, node)| {
            let jobs = jobs.clone();
            tokio::spawn(async move { jobs.lease(owner, node, at, 60_000).await.unwrap() })
        })
        .into();
    let mut held = Vec::new();
    for task in tasks {
        held.extend(numbers(&task.await.unwrap()));
    }
    held.sort_unstable();
    assert_eq!(held, (0..SHARDS).collect::<Vec<_>>(), "each of exactly one");
    // Eventually each process has a fair share, and each shard an owner.
    for _ in 0..3 {
        for (owner, node) in [("a", 1), ("b", 2), ("c", 3)] {
            jobs.lease(owner, node, at + 1, 60_000).await.unwrap();
        }
    }
    let shards = jobs.shards().await.unwrap();
    for owner in ["a", "b", "c"] {
        let count = shards.iter().filter(|shard| shard.owner == owner).count();
        assert!((2..=3).contains(&count), "{owner} has {count}: {shards:?}");
    }
}
