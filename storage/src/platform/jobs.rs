//! Jobs: durable work at a moment, stored until it is done.
//!
//! Jobs are stored by shard and minute. Nodes lease shards; a lease's owner polls the shard's minutes. A shard's floor
//! says from where: everything before it is done. It is raised only past minutes that were empty for a while, because a
//! write that was begun in a minute may become visible later ([`SETTLED_MS`]).

use std::collections::{BTreeSet, HashSet};

use crate::platform::area::Area;
use crate::platform::engine::{Db, Guard, Write};
use crate::platform::error::Result;
use crate::platform::ids::JobId;
use crate::platform::record::{Record, Stored, record};
use crate::platform::walk::Walk;

/// Number of shards; each is polled by one node at a time.
pub const SHARDS: i64 = 8;
/// Milliseconds after which no write that adds a job to a minute can still be in progress: the engine's retries and the
/// completion of a dead process's writes are over by then.
pub const SETTLED_MS: i64 = 5 * 60_000;
/// Minutes read at once.
const MINUTES_AT_ONCE: i64 = 120;
/// Minutes before now that are always polled, whatever the floor: a clock that was ahead may have raised it.
const BACK: i64 = 10;
/// Most dead letters in a list.
const SHOWN: usize = 1_000;
/// One partition: shards and dead letters are few.
const PART: i64 = 0;
/// Second partition: participating nodes, with or without a shard, by node number.
const SEATS: i64 = 1;
/// Most participating processes.
const MOST_SEATS: usize = 64;

record! {
    /// Something to be done.
    pub struct Job;
    pub(crate) static JOBS: "jobs", Ascending;
    partition {
        /// Selects the node that runs it.
        shard: i64 => int,
        /// When it is due, in whole minutes of the unix epoch.
        minute: i64 => bigint,
    }
    clustering {
        /// The job's id, its own or that of a thing with a single job: unique within a minute, across kinds.
        job_id: JobId => bigint,
    }
    columns {
        /// A stable name: which area runs it.
        kind: String => text,
        /// Epoch milliseconds at which it is due.
        due: i64 => timestamp,
        /// The area's parameters, in its own format.
        payload: String => text,
        /// Number of attempts so far.
        tries: i64 => int,
        /// Why the last attempt failed.
        error: Option<String> => text,
    }
}

record! {
    /// A dead letter: a job that was given up.
    pub struct FailedJob;
    pub(crate) static FAILED_JOBS: "failed_jobs", Descending;
    partition {
        /// Always the same.
        part: i64 => int,
    }
    clustering {
        /// The job's id; unique among jobs of the same moment.
        job_id: JobId => bigint,
    }
    columns {
        /// As in the job.
        kind: String => text,
        /// As in the job.
        due: i64 => timestamp,
        /// As in the job.
        payload: String => text,
        /// Number of attempts.
        tries: i64 => int,
        /// Why the last attempt failed.
        error: Option<String> => text,
        /// Epoch milliseconds at which it was given up.
        failed: i64 => timestamp,
    }
}

record! {
    /// The lease of a shard and its floor; or a participating node.
    pub struct JobShard;
    pub(crate) static JOB_SHARDS: "job_shards", Ascending;
    partition {
        /// Shards or participating nodes.
        part: i64 => int,
    }
    clustering {
        /// The shard's number; of a participating node, the node number.
        shard: i64 => int,
    }
    columns {
        /// The owning process; empty: none.
        owner: String => text,
        /// Epoch milliseconds, by the owner's clock, at which the lease ends.
        until: i64 => timestamp,
        /// The first minute that may hold jobs.
        floor: i64 => bigint,
    }
}

impl From<FailedJob> for Job {
    /// The job that was given up.
    fn from(failed: FailedJob) -> Self {
        let FailedJob { job_id, kind, due, payload, tries, error, .. } = failed;
        Self { tries, error, ..Self::new(job_id, due, &kind, payload) }
    }
}

fn shard_of(id: JobId) -> i64 {
    ((id.0 >> 12) ^ id.0).rem_euclid(SHARDS)
}

/// The minute of a time (epoch milliseconds).
pub const fn minute_of(at: i64) -> i64 {
    at.div_euclid(60_000)
}

impl Job {
    /// A job that is due at a time (epoch milliseconds).
    pub fn new(job_id: JobId, due: i64, kind: &str, payload: String) -> Self {
        let (shard, minute) = (shard_of(job_id), minute_of(due));
        Self { shard, minute, job_id, kind: kind.to_owned(), due, payload, tries: 0, error: None }
    }

    /// Cancels a job that is due at that time; no effect if it is done or was moved.
    pub fn cancel(job_id: JobId, due: i64) -> Write {
        Self::at(shard_of(job_id), minute_of(due), job_id).delete()
    }

    /// The same job at another time, after a failed attempt.
    #[must_use]
    pub fn again(&self, due: i64, error: String) -> Self {
        Self { tries: self.tries + 1, error: Some(error), ..self.moved(due) }
    }

    /// The same job at another time.
    #[must_use]
    pub fn moved(&self, due: i64) -> Self {
        Self { minute: minute_of(due), due, ..self.clone() }
    }
}

/// Declares the area to the store.
pub static AREA: Area = Area { tables: &[&JOBS, &FAILED_JOBS, &JOB_SHARDS], ..Area::named("jobs") };

/// The repository of jobs.
#[derive(Clone)]
pub struct Jobs {
    db: Db,
}

impl Jobs {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Stores jobs by themselves. Usually a job's [`Stored::insert`] is part of another write.
    pub async fn put(&self, jobs: &[Job]) -> Result<()> {
        self.db.write(jobs.iter().map(Stored::insert).collect()).await
    }

    /// The payloads of all pending jobs of some kinds, whenever they are due. None: there are more than `most`. For
    /// maintenance only.
    pub async fn payloads(&self, kinds: &[&str], most: usize) -> Result<Option<HashSet<String>>> {
        let (mut walk, mut found) = (Walk::over(&JOBS), HashSet::new());
        while let Some(rows) = walk.next(&self.db).await? {
            let jobs = rows.into_iter().map(Job::read).collect::<Result<Vec<_>>>()?;
            let asked = jobs.into_iter().filter(|job| kinds.contains(&job.kind.as_str()));
            found.extend(asked.map(|job| job.payload));
            if found.len() > most {
                return Ok(None);
            }
        }
        Ok(Some(found))
    }

    /// Jobs of a shard that are due at `now`, starting at minute `from` and after the job `after` if given, in the
    /// order of their minutes; at most `limit`.
    pub async fn due(
        &self,
        shard: i64,
        from: i64,
        after: Option<&Job>,
        now: i64,
        limit: usize,
    ) -> Result<Vec<Job>> {
        let last = minute_of(now);
        let mut first = after.map_or(from.min(last - BACK), |job| job.minute);
        let mut found: Vec<Job> = Vec::new();
        while first <= last && found.len() < limit {
            let end = last.min(first + MINUTES_AT_ONCE - 1);
            let ranges = (first..=end).map(|minute| {
                let span = Job::of(shard, minute);
                let span = match after {
                    Some(job) if job.minute == minute => span.after(job.job_id),
                    _ => span,
                };
                span.ascending(limit)
            });
            let rows = self.db.range_many(ranges.collect()).await?.into_iter().flatten();
            for row in rows {
                let job = Job::read(row)?;
                if job.due <= now {
                    found.push(job);
                }
            }
            first = end + 1;
        }
        found.truncate(limit);
        Ok(found)
    }

    /// Deletes a job that is done.
    pub async fn done(&self, job: &Job) -> Result<()> {
        self.db.write(vec![job.key().delete()]).await
    }

    /// Replaces a job by `next`, at another time.
    pub async fn put_off(&self, job: &Job, next: &Job) -> Result<()> {
        let mut writes = vec![next.insert()];
        if next.minute != job.minute {
            writes.push(job.key().delete());
        }
        self.db.write(writes).await
    }

    /// Replaces a job atomically by others.
    pub async fn replace(&self, job: &Job, others: &[Job]) -> Result<()> {
        let writes = others.iter().map(Stored::insert).chain([job.key().delete()]);
        self.db.write(writes.collect()).await
    }

    /// Gives a job up: it becomes a dead letter for the operator.
    pub async fn set_aside(&self, job: &Job, error: String, now: i64) -> Result<()> {
        let failed = FailedJob {
            part: PART,
            job_id: job.job_id,
            kind: job.kind.clone(),
            due: job.due,
            payload: job.payload.clone(),
            tries: job.tries + 1,
            error: Some(error),
            failed: now,
        };
        self.db.write(vec![failed.insert(), job.key().delete()]).await
    }

    /// The dead letters, newest first, a thousand at most.
    pub async fn failed(&self) -> Result<Vec<FailedJob>> {
        self.db.list(FailedJob::of(PART).descending(SHOWN)).await
    }

    /// A dead letter.
    pub async fn failed_job(&self, job_id: JobId) -> Result<Option<FailedJob>> {
        self.db.find(FailedJob::at(PART, job_id)).await
    }

    /// Runs a dead letter again, at `now`, together with the writes `then`. False: it is gone; of concurrent callers one
    /// gets true.
    pub async fn retry(&self, failed: &FailedJob, now: i64, mut then: Vec<Write>) -> Result<bool> {
        then.push(Job::new(failed.job_id, now, &failed.kind, failed.payload.clone()).insert());
        self.db.decide(failed.key().delete_if([]), then).await
    }

    /// Deletes a dead letter. False: there is no such job.
    pub async fn forget_failed(&self, job_id: JobId) -> Result<bool> {
        self.db.decide(FailedJob::at(PART, job_id).delete_if([]), Vec::new()).await
    }

    /// Creates the shards if they are missing: jobs that are due from `now` on (epoch milliseconds) will be found. To
    /// be called before the first job by every process that may store some.
    pub async fn begin(&self, now: i64) -> Result<()> {
        if !self.shards().await?.is_empty() {
            return Ok(());
        }
        let floor = minute_of(now) - BACK;
        let blank = |shard| JobShard { part: PART, shard, owner: String::new(), until: 0, floor };
        let guards = (0..SHARDS).map(|shard| blank(shard).if_absent()).collect();
        // A refusal means that another process was faster.
        self.db.write_if(guards, Vec::new()).await.map(drop)
    }

    /// The shards with their leases.
    pub async fn shards(&self) -> Result<Vec<JobShard>> {
        self.db.list(JobShard::of(PART).ascending(SHARDS as usize)).await
    }

    /// Leases shards for `ttl_ms`: renews the owner's own, takes free ones up to a fair share among all participants,
    /// and gives back what exceeds it. Answers the shards that it holds then. `node` is the owner's node number.
    pub async fn lease(&self, owner: &str, node: u8, now: i64, ttl_ms: i64) -> Result<Vec<JobShard>> {
        let until = now + ttl_ms;
        let seat = JobShard { part: SEATS, shard: node.into(), owner: owner.to_owned(), until, floor: 0 };
        self.db.write(vec![seat.insert()]).await?;
        let known = self.shards().await?;
        let seats: Vec<JobShard> = self.db.list(JobShard::of(SEATS).ascending(MOST_SEATS)).await?;
        let is_free = |shard: &&JobShard| shard.owner.is_empty() || shard.until <= now;
        let present = known.iter().chain(&seats).filter(|one| !is_free(one));
        let owners: BTreeSet<&str> = present.map(|one| one.owner.as_str()).chain([owner]).collect();
        let share = (SHARDS as usize).div_ceil(owners.len());
        let mut held = Vec::new();
        for current in &known {
            let is_own = current.owner == owner;
            let kept = held.len() < share;
            if !is_own && (!kept || !is_free(&current)) {
                continue;
            }
            let owner = if kept { owner.to_owned() } else { String::new() };
            let next = JobShard { owner, until, ..current.clone() };
            let guard = current.change_whole_to(&next);
            let taken = match guard {
                Some(guard) => self.db.decide(guard, Vec::new()).await?,
                None => true,
            };
            if taken && kept {
                held.push(next);
            }
        }
        Ok(held)
    }

    /// Raises a shard's floor while the owner holds the lease; never lowers it.
    pub async fn raise_floor(&self, held: &JobShard, floor: i64) -> Result<()> {
        let next = JobShard { floor: floor.max(held.floor), ..held.clone() };
        let Some(guard) = held.change_to(&next) else { return Ok(()) };
        let Guard::UpdateIf { key, set, ttl, .. } = guard else { return Ok(()) };
        let conditions = vec![("owner", (&held.owner).into()), ("floor", held.floor.into())];
        self.db.decide(Guard::UpdateIf { key, set, conditions, ttl }, Vec::new()).await.map(drop)
    }
}
