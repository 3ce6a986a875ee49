//! The only thread that writes: it takes all queued jobs, commits them in one transaction, and answers after the
//! commit. Under load all waiting jobs share the cost of one durable commit.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::connection::Connection;
use super::purge::Purge;
use crate::platform::engine::queue::{Popped, Queue};
use crate::platform::engine::{Guard, Outcome, Write};
use crate::platform::error::{Error, Result};
use crate::platform::table::Table;

/// Most jobs in one transaction.
const GROUP: usize = 512;
/// Interval between walks that delete expired rows.
const PURGE_EVERY: Duration = Duration::from_secs(60);
/// Interval between slices of a walk.
const PURGE_NEXT: Duration = Duration::from_secs(1);
/// How long after a write the log is checkpointed and truncated: deleted or changed data are then in neither file.
const EMPTY_LOG_AFTER: Duration = Duration::from_secs(5);

/// A write and the channel for its answer.
pub struct Job {
    pub guards: Vec<Guard>,
    pub then: Vec<Write>,
    /// Only tests whether the disk accepts a write: one small row is written.
    pub is_probe: bool,
    pub answer: oneshot::Sender<Result<Outcome>>,
}

/// Runs until the queue is closed and empty.
pub fn run(mut connection: Connection, queue: &Arc<Queue<Job>>, tables: &[&'static Table]) {
    let mut purge = Purge::new(tables);
    let mut purge_at = Instant::now() + PURGE_NEXT;
    // Includes what an earlier process left in the log.
    let mut empty_at = Some(Instant::now() + EMPTY_LOG_AFTER);
    loop {
        let wake = empty_at.map_or(purge_at, |at| at.min(purge_at));
        match queue.pop(GROUP, Some(wake)) {
            Popped::Some(jobs) => {
                metrics::gauge!("storage_queue_depth", "queue" => "write").set(jobs.len() as f64);
                if jobs.iter().any(|job| !job.is_probe) {
                    empty_at = empty_at.or_else(|| Some(Instant::now() + EMPTY_LOG_AFTER));
                }
                commit(&mut connection, jobs);
            }
            Popped::Idle => {}
            Popped::Closed => return,
        }
        if empty_at.is_some_and(|at| Instant::now() >= at) {
            let is_empty = connection.empty_log().unwrap_or_else(|error| {
                tracing::warn!(%error, "the store's log was not carried over");
                false
            });
            empty_at = (!is_empty).then(|| Instant::now() + EMPTY_LOG_AFTER);
        }
        if Instant::now() >= purge_at {
            let goes_on = purge.step(&mut connection).unwrap_or_else(|error| {
                tracing::warn!(%error, "purging rows past their time failed");
                false
            });
            purge_at = Instant::now() + if goes_on { PURGE_NEXT } else { PURGE_EVERY };
        }
    }
}

fn commit(connection: &mut Connection, jobs: Vec<Job>) {
    let outcomes = match transaction(connection, &jobs) {
        Ok(outcomes) => outcomes,
        Err(error) => {
            tracing::error!(%error, jobs = jobs.len(), "a group of writes failed");
            // The transaction may have ended already; if not, it must end before the next group.
            if !connection.sqlite.is_autocommit()
                && let Err(error) = connection.run("ROLLBACK")
            {
                tracing::error!(%error, "the transaction could not be rolled back");
            }
            jobs.iter().map(|_| Err(error.clone())).collect()
        }
    };
    for (job, outcome) in jobs.into_iter().zip(outcomes) {
        // The caller may be gone.
        let _ = job.answer.send(outcome);
    }
}

/// Runs all jobs in one transaction, each in a savepoint, so that a failing job undoes only itself.
fn transaction(connection: &mut Connection, jobs: &[Job]) -> Result<Vec<Result<Outcome>>> {
    connection.run("BEGIN IMMEDIATE")?;
    let mut outcomes = Vec::with_capacity(jobs.len());
    for job in jobs {
        connection.run("SAVEPOINT job")?;
        let outcome = if job.is_probe {
            connection.probe().map(|()| Outcome::Applied)
        } else {
            connection.apply(&job.guards, &job.then)
        };
        if let Err(error) = &outcome {
            // Some failures (a full disk) end the whole transaction: nothing of the group is written.
            if connection.sqlite.is_autocommit() {
                return Err(error.clone());
            }
            connection.run("ROLLBACK TO job")?;
        }
        connection.run("RELEASE job")?;
        outcomes.push(outcome);
    }
    connection.run("COMMIT").map_err(|error| Error::Unavailable(format!("the commit failed: {error}")))?;
    Ok(outcomes)
}
