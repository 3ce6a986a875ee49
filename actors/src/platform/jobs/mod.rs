//! Durable jobs: work at a moment, or now but not within the answer.
//!
//! An area declares its kinds ([`JobKind`]) and makes jobs with [`job`]; a job's `insert()` joins the write that it belongs
//! to, so that both are stored or neither. Any node that leases the job's shard carries it out (`runner`).
//!
//! Guarantees: at least once and never before its moment, even if the node that made or began it dies. So running a job
//! twice must have one effect. A failed job is retried with growing pauses; one that cannot succeed, or has failed
//! [`TRIES`] times, becomes a dead letter, shown by `kalender jobs list`; the areas' hooks (`Hooks::dead_letter`) are
//! called before. A job that panics or hangs has failed.
//!
//! One silent receiver, or an owner with very many jobs, does not slow down others: each kind declares when it is wanted
//! ([`Class`]) and on whose account a job runs ([`Share`]); `fair` chooses by that.

mod fair;
mod runner;

use std::time::Duration;

use futures_util::future::LocalBoxFuture;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use storage::ids::JobId;
use storage::jobs::Job;
use tokio::sync::Notify;

pub use self::fair::{BY_HOST, Class, Share};
pub use self::runner::run;
use crate::Platform;
use crate::platform::error::{Refusal, Result};
use crate::platform::hours;
use crate::platform::time::now;

/// Attempts before a job becomes a dead letter: about fifteen hours.
pub const TRIES: i64 = 24;
const FIRST_PAUSE_MS: i64 = 5_000;
const LONGEST_PAUSE_MS: i64 = 3_600_000;
/// Milliseconds after midnight at which nightly jobs run.
const NIGHT_MS: i64 = 190 * 60_000;

/// A kind of job.
pub struct JobKind {
    /// A stable name; it is stored with each job.
    pub name: &'static str,
    /// When it is wanted, which decides the slots it may use.
    pub class: Class,
    /// On whose account one of its jobs runs ([`of_kind`], [`of_subject`]).
    pub share: fn(&Job) -> Share,
    /// Time limit of one attempt.
    pub within: Duration,
    /// The work. May be called again for the same job, even after it succeeded.
    pub work: fn(Platform, Job) -> LocalBoxFuture<'static, Result<(), Failure>>,
}

/// All jobs of a kind run on one account: together they get the share of one owner.
pub fn of_kind(_: &Job) -> Share {
    Share::default()
}

/// A job runs on the account of the first number in its payload: a person's or a calendar's.
pub fn of_subject(job: &Job) -> Share {
    let payload: Option<Value> = serde_json::from_str(&job.payload).ok();
    let first = payload.as_ref().and_then(|payload| payload.as_i64().or_else(|| payload.get(0)?.as_i64()));
    first.map(Share::of).unwrap_or_default()
}

/// Why an attempt failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// May succeed later.
    Passing(String),
    /// May succeed later, but not before this long.
    After(Duration, String),
    /// Its moment has not come, whatever it was stored with: it is rescheduled to this moment (epoch milliseconds), and
    /// this does not count as an attempt.
    NotYet(i64),
    /// Will never succeed.
    Final(String),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Passing(refusal.to_string())
    }
}

impl From<storage::Error> for Failure {
    fn from(error: storage::Error) -> Self {
        Self::Passing(error.to_string())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Final(error.to_string())
    }
}

/// The platform's handle to the job runner.
#[derive(Default)]
pub struct Jobs {
    wake: Notify,
    ending: Notify,
}

impl Jobs {
    /// To be called after a write with a job that is due at once, so that it does not wait for the next look.
    pub fn wake(&self) {
        self.wake.notify_one();
    }

    /// Begins no more jobs; running ones are waited for briefly.
    pub fn end(&self) {
        self.ending.notify_one();
    }
}

/// A job of a kind, due at a moment (epoch milliseconds; a past moment means now), with its payload.
pub fn job(platform: &Platform, kind: &'static str, due: i64, payload: &impl Serialize) -> Result<Job> {
    let at = now();
    let id = JobId(platform.ids.next(at)?);
    let payload = serde_json::to_string(payload).map_err(|_| Refusal::internal())?;
    Ok(Job::new(id, due.max(at), kind, payload))
}

/// When the jobs of the night run that follows a moment (epoch milliseconds): at 03:10 in Sweden.
pub fn next_night(at: i64) -> Result<i64> {
    let zone = hours::zone()?;
    let today = hours::midnight(&zone, hours::date_of(&zone, at)) + NIGHT_MS;
    Ok(if at < today { today } else { hours::next_midnight(&zone, at) + NIGHT_MS })
}

/// The nightly job of a kind. Every node makes it when it starts: id and moment are the same, so it is one.
fn nightly(kind: &str, at: i64) -> Result<Job> {
    let digest = Sha256::digest(kind);
    let id = digest.iter().take(6).fold(1_i64, |id, byte| id << 4 | i64::from(*byte & 15));
    Ok(Job::new(JobId(id), next_night(at)?, kind, "null".to_owned()))
}

/// The pause after the `tries`-th failure (ms): doubled each time, up to an hour.
pub fn pause(tries: i64) -> i64 {
    let doublings = u32::try_from(tries.clamp(0, 20)).unwrap_or(0);
    FIRST_PAUSE_MS.saturating_mul(1 << doublings).min(LONGEST_PAUSE_MS)
}

/// What happens to a job whose attempt failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Retry at this moment (epoch milliseconds).
    Again(i64, String),
    /// Wait until this moment.
    Wait(i64),
    /// Becomes a dead letter.
    Aside(String),
}

/// Decides about a failed job that had been tried `tries` times before.
pub fn next(failure: Failure, tries: i64, now: i64) -> Next {
    match failure {
        Failure::NotYet(due) => Next::Wait(due.max(now)),
        Failure::Passing(why) if tries + 1 < TRIES => Next::Again(now + pause(tries), why),
        Failure::After(asked, why) if tries + 1 < TRIES => {
            let asked = i64::try_from(asked.as_millis()).unwrap_or(LONGEST_PAUSE_MS);
            Next::Again(now + pause(tries).max(asked), why)
        }
        Failure::Passing(why) | Failure::After(_, why) | Failure::Final(why) => Next::Aside(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn job_is_attributed_to_the_first_id_of_its_payload() {
        let of = |payload: &str| of_subject(&Job::new(JobId(1), 0, "note", payload.to_owned()));
        assert_eq!(of("17"), Share::of(17));
        assert_eq!(of("[17,4,\"x\"]"), Share::of(17));
        for none in ["", "{}", "[]", "\"17\""] {
            assert_eq!(of(none), Share::default(), "{none}");
        }
    }

    #[test]
    fn pauses_double_to_an_hour() {
        assert_eq!([0, 1, 2, 3].map(pause), [5_000, 10_000, 20_000, 40_000]);
        assert_eq!([9, 10, 11, 1_000].map(pause), [2_560_000, 3_600_000, 3_600_000, 3_600_000]);
        let all: i64 = (0..TRIES - 1).map(pause).sum();
        assert!((14 * 3_600_000..18 * 3_600_000).contains(&all), "{all}");
    }

    #[test]
    fn nightly_jobs_run_at_ten_past_three_in_sweden() {
        let at = |text: &str| text.parse::<jiff::Timestamp>().unwrap().as_millisecond();
        for (now, due) in [
            ("2026-11-29T01:00:00Z", "2026-11-29T02:10:00Z"),
            ("2026-11-29T02:10:00Z", "2026-11-30T02:10:00Z"),
            ("2026-07-01T12:00:00Z", "2026-07-02T01:10:00Z"),
        ] {
            assert_eq!(next_night(at(now)).unwrap(), at(due), "{now}");
        }
        let (one, again) =
            (nightly("a", at("2026-11-29T03:00:00Z")), nightly("a", at("2026-11-29T20:00:00Z")));
        assert_eq!(one.unwrap(), again.unwrap(), "of all nodes one");
    }

    #[test]
    fn passing_failures_are_retried_and_final_ones_set_aside() {
        let passing = || Failure::Passing("borta".to_owned());
        assert_eq!(next(passing(), 0, 1_000), Next::Again(6_000, "borta".to_owned()));
        assert_eq!(next(passing(), TRIES - 2, 0), Next::Again(3_600_000, "borta".to_owned()));
        assert_eq!(next(passing(), TRIES - 1, 0), Next::Aside("borta".to_owned()));
        assert_eq!(next(Failure::Final("ogiltig".to_owned()), 0, 0), Next::Aside("ogiltig".to_owned()));
        let after = |seconds| Failure::After(Duration::from_secs(seconds), "upptagen".to_owned());
        assert_eq!(next(after(30), 0, 1_000), Next::Again(31_000, "upptagen".to_owned()));
        assert_eq!(
            next(after(1), 0, 1_000),
            Next::Again(6_000, "upptagen".to_owned()),
            "sooner than others: no"
        );
        assert_eq!(next(after(30), TRIES - 1, 0), Next::Aside("upptagen".to_owned()));
    }

    #[test]
    fn job_not_yet_due_waits_without_counting_a_try() {
        assert_eq!(next(Failure::NotYet(9_000), TRIES, 1_000), Next::Wait(9_000));
        assert_eq!(next(Failure::NotYet(0), 0, 1_000), Next::Wait(1_000));
    }
}
