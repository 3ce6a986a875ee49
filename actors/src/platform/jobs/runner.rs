//! Carries out jobs on a node: leases shards, looks for due jobs, runs a bounded number at once.
//!
//! Due jobs wait in memory, a bounded number of each class, and `fair` decides which is begun when there is room. What
//! does not fit stays in the store and is found by a later look.
//!
//! Each second the newest minutes are read, and every 15 s all from the shard's floor on, which finds jobs that were
//! stored late. The floor is raised to a minute before which nothing was left for [`SETTLED_MS`].

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use storage::ids::JobId;
use storage::jobs::{Job, JobShard, SETTLED_MS, minute_of};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::fair::{Class, Fair, Share};
use super::{Failure, JobKind, Next, next, pause};
use crate::Platform;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

/// Interval of looks at the newest minutes.
const TICK: Duration = Duration::from_secs(1);
/// Interval of looks from the floor on.
const DEEP: Duration = Duration::from_secs(15);
/// Duration of a shard's lease, and how often it is renewed.
const LEASE_MS: i64 = 30_000;
const RENEW: Duration = Duration::from_secs(8);
/// The longest pause after a look that took long.
const BREATH: Duration = Duration::from_millis(500);
/// Jobs per read.
const PAGE: usize = 256;
/// Minutes before now that every look covers.
const RECENT: i64 = 1;
/// How long shutdown waits for running jobs.
const PATIENCE: Duration = Duration::from_secs(3);

/// Looks for due jobs and runs them, until [`super::Jobs::end`]. Once per process, on a thread with a local task set.
pub async fn run(platform: Platform) {
    let runner = Rc::new(Runner {
        owner: platform.node.to_string(),
        platform,
        held: RefCell::default(),
        begun: RefCell::default(),
        looks: Cell::new(0),
        waiting: RefCell::new(Class::ALL.map(|class| Fair::new(class.limits()))),
        turns: Arc::new(Semaphore::new(at_once())),
        clean: RefCell::default(),
        is_over: Cell::new(false),
    });
    runner.lease().await;
    runner.plan_the_night().await;
    runner.report_dead_letters().await;
    tokio::select! {
        () = runner.keep_looking() => {}
        () = runner.keep_leased() => {}
        () = runner.platform.jobs.ending.notified() => {}
    }
    runner.is_over.set(true);
    let everything = u32::try_from(at_once()).unwrap_or(u32::MAX);
    let _ = timeout(PATIENCE, runner.turns.acquire_many(everything)).await;
    runner.give_back().await;
}

/// Most concurrent jobs, of all classes.
fn at_once() -> usize {
    Class::ALL.map(|class| class.limits().slots).into_iter().sum()
}

struct Runner {
    platform: Platform,
    /// This process in leases: its node number, which is unique. A restarted process with the same number continues at
    /// once.
    owner: String,
    held: RefCell<Vec<JobShard>>,
    /// Jobs that wait for a slot, by class.
    waiting: RefCell<[Fair<Job>; Class::ALL.len()]>,
    /// Jobs that wait or were begun, and since which look they are over: a look that had read such a job before must
    /// not begin it again.
    begun: RefCell<HashMap<JobId, Option<u64>>>,
    looks: Cell<u64>,
    turns: Arc<Semaphore>,
    /// For each shard: when nothing was left before which minute.
    clean: RefCell<HashMap<i64, VecDeque<(Instant, i64)>>>,
    is_over: Cell<bool>,
}

impl Runner {
    async fn keep_looking(self: &Rc<Self>) {
        let mut looked_deep = None::<Instant>;
        loop {
            let is_deep = looked_deep.is_none_or(|at| at.elapsed() >= DEEP);
            if is_deep {
                looked_deep = Some(Instant::now());
            }
            let began = Instant::now();
            self.start_due(is_deep).await;
            // With very many due jobs a look takes long, and each new job asks for one.
            sleep(began.elapsed().min(BREATH)).await;
            tokio::select! {
                () = sleep(TICK) => {}
                () = self.platform.jobs.wake.notified() => {}
            }
        }
    }

    async fn keep_leased(&self) {
        loop {
            sleep(RENEW).await;
            self.lease().await;
        }
    }

    async fn lease(&self) {
        let jobs = &self.platform.storage.jobs;
        let leased = async {
            jobs.begin(now()).await?;
            jobs.lease(&self.owner, self.platform.node, now(), LEASE_MS).await
        };
        match leased.await {
            Ok(held) => {
                self.clean.borrow_mut().retain(|shard, _| held.iter().any(|one| one.shard == *shard));
                self.held.replace(held);
            }
            Err(error) => {
                tracing::warn!(%error, "shards of jobs are not leased");
                // Nobody else takes them before the lease expires; a job that runs twice has one effect.
                self.held.borrow_mut().retain(|one| one.until > now());
            }
        }
    }

    /// Stores the jobs of the coming night; whoever did it already stored the same.
    async fn plan_the_night(&self) {
        let kinds = self.platform.areas().flat_map(|area| area.nightly);
        let planned: Result<Vec<Job>> = kinds.map(|kind| super::nightly(kind, now())).collect();
        let stored = async { Ok::<_, Refusal>(self.platform.storage.jobs.put(&planned?).await?) };
        if let Err(error) = stored.await {
            tracing::warn!(%error, "jobs of the night are planned when a node starts again");
        }
    }

    async fn give_back(&self) {
        // A lease that expires at once, to give the shards back.
        if let Err(error) = self.platform.storage.jobs.lease(&self.owner, self.platform.node, now(), 0).await
        {
            tracing::info!(%error, "shards of jobs are not given back");
        }
    }

    /// Starts everything that is due, one page of each shard in turn so that no shard waits for another's many.
    async fn start_due(self: &Rc<Self>, is_deep: bool) {
        if self.platform.term.is_over() {
            return;
        }
        let look = self.looks.get() + 1;
        self.looks.set(look);
        // Jobs that ended before this look have left the store, or are due again.
        self.begun.borrow_mut().retain(|_, over| over.is_none_or(|over| over >= look));
        let mut shards: Vec<(JobShard, Option<Job>)> =
            self.held.borrow().iter().map(|shard| (shard.clone(), None)).collect();
        let mut is_clean: HashSet<i64> = shards.iter().map(|(shard, _)| shard.shard).collect();
        let before = minute_of(now()) - 1;
        while !shards.is_empty() {
            let mut more = Vec::new();
            for (shard, after) in shards {
                let from = if is_deep { shard.floor } else { shard.floor.max(minute_of(now()) - RECENT) };
                let jobs =
                    self.platform.storage.jobs.due(shard.shard, from, after.as_ref(), now(), PAGE).await;
                let jobs = match jobs {
                    Ok(jobs) => jobs,
                    Err(error) => {
                        tracing::warn!(%error, shard = shard.shard, "due jobs are not read");
                        is_clean.remove(&shard.shard);
                        continue;
                    }
                };
                if jobs.iter().any(|job| job.minute <= before) {
                    is_clean.remove(&shard.shard);
                }
                let last = jobs.last().cloned().filter(|_| jobs.len() == PAGE);
                for job in jobs {
                    self.admit(job);
                }
                self.begin();
                if let Some(last) = last {
                    more.push((shard, Some(last)));
                }
            }
            shards = more;
        }
        if is_deep {
            self.raise_floors(&is_clean, before).await;
        }
    }

    /// Queues a job unless it already waits or was begun.
    fn admit(&self, job: Job) {
        if self.begun.borrow().contains_key(&job.job_id) {
            return;
        }
        // A job of an unknown kind (made by a newer node) is postponed when it is its turn.
        let kind = self.kind(&job.kind);
        let (class, share) =
            kind.map_or((Class::Bulk, Share::default()), |kind| (kind.class, (kind.share)(&job)));
        let share = share.or_of(&job.kind);
        self.begun.borrow_mut().insert(job.job_id, None);
        let left = self.waiting.borrow_mut()[class as usize].push(share, job);
        if let Some(left) = left {
            self.begun.borrow_mut().remove(&left.job_id);
        }
    }

    /// Begins jobs while there are slots.
    fn begin(self: &Rc<Self>) {
        for class in Class::ALL {
            while !self.is_over.get() && !self.platform.term.is_over() {
                let Ok(turn) = Arc::clone(&self.turns).try_acquire_owned() else { return };
                let next = self.waiting.borrow_mut()[class as usize].next();
                let Some((share, job)) = next else { break };
                let runner = Rc::clone(self);
                actix_rt::spawn(async move {
                    let id = job.job_id;
                    runner.carry_out(job).await;
                    runner.begun.borrow_mut().insert(id, Some(runner.looks.get()));
                    runner.waiting.borrow_mut()[class as usize].done(&share);
                    drop(turn);
                    runner.begin();
                });
            }
        }
    }

    fn kind(&self, name: &str) -> Option<&'static JobKind> {
        self.platform.areas().flat_map(|area| area.jobs).find(|kind| kind.name == name)
    }

    async fn carry_out(&self, job: Job) {
        metrics::histogram!("jobs_late_seconds")
            .record(Duration::from_millis(u64::try_from(now() - job.due).unwrap_or(0)));
        let failure = match self.kind(&job.kind) {
            Some(kind) => attempt(&self.platform, kind, &job).await.err(),
            // A newer node made it; a node of that version will run it.
            None => Some(Failure::Passing("no such kind of job".to_owned())),
        };
        let jobs = &self.platform.storage.jobs;
        let next = failure.map(|failure| next(failure, job.tries, now()));
        let (outcome, written) = match self.report_dead(&job, next).await {
            None => ("done", jobs.done(&job).await),
            Some(Next::Again(due, why)) => {
                tracing::info!(job = %job.job_id, kind = job.kind, tries = job.tries + 1, %why, "a job is tried again later");
                ("again", jobs.put_off(&job, &job.again(due, why)).await)
            }
            Some(Next::Wait(due)) => ("wait", jobs.put_off(&job, &job.moved(due)).await),
            Some(Next::Aside(why)) => {
                tracing::error!(job = %job.job_id, kind = job.kind, tries = job.tries + 1, %why, "a job is set aside");
                ("aside", jobs.set_aside(&job, why, now()).await)
            }
        };
        metrics::counter!("jobs_total", "outcome" => outcome).increment(1);
        if let Err(error) = written {
            tracing::warn!(job = %job.job_id, %error, "what became of a job is not written: it is done once more");
        }
    }

    /// Calls the areas' hooks for dead letters: an older program may have made them without.
    async fn report_dead_letters(&self) {
        let reported = async {
            for failed in self.platform.storage.jobs.failed().await? {
                self.call_dead_letter_hooks(&failed.into()).await?;
            }
            Ok::<_, Refusal>(())
        };
        if let Err(error) = reported.await {
            tracing::warn!(%error, "dead letters are reported when a node starts again");
        }
    }

    /// Calls the areas' hooks for a job that is about to become a dead letter; where one fails, the job is tried again.
    async fn report_dead(&self, job: &Job, next: Option<Next>) -> Option<Next> {
        let Some(Next::Aside(why)) = next else { return next };
        match self.call_dead_letter_hooks(job).await {
            Ok(()) => Some(Next::Aside(why)),
            Err(refusal) => Some(Next::Again(now() + pause(job.tries), format!("{why}; then: {refusal}"))),
        }
    }

    async fn call_dead_letter_hooks(&self, job: &Job) -> Result<()> {
        for hook in self.platform.hooks().filter_map(|hooks| hooks.dead_letter) {
            hook(&self.platform, job).await?;
        }
        Ok(())
    }

    async fn raise_floors(&self, is_clean: &HashSet<i64>, before: i64) {
        let held = self.held.borrow().clone();
        for shard in held {
            let settled = {
                let mut clean = self.clean.borrow_mut();
                let seen = clean.entry(shard.shard).or_default();
                if is_clean.contains(&shard.shard) {
                    seen.push_back((Instant::now(), before));
                }
                let is_settled = |(at, _): &(Instant, i64)| at.elapsed().as_millis() >= SETTLED_MS as u128;
                let mut settled = None;
                while seen.front().is_some_and(is_settled) {
                    settled = seen.pop_front().map(|(_, minute)| minute);
                }
                settled
            };
            if let Some(floor) = settled
                && let Err(error) = self.platform.storage.jobs.raise_floor(&shard, floor).await
            {
                tracing::debug!(%error, shard = shard.shard, "the floor stays");
            }
        }
    }
}

/// One attempt, as a task of its own, so that a panic ends only the attempt.
async fn attempt(platform: &Platform, kind: &JobKind, job: &Job) -> Result<(), Failure> {
    let task = actix_rt::spawn((kind.work)(platform.clone(), job.clone()));
    let aborting = task.abort_handle();
    match timeout(kind.within, task).await {
        Ok(Ok(done)) => done,
        Ok(Err(_)) => Err(Failure::Passing("it panicked".to_owned())),
        Err(_) => {
            aborting.abort();
            Err(Failure::Passing(format!("it took longer than {} s", kind.within.as_secs())))
        }
    }
}
