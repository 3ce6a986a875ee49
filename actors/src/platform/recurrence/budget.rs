//! How much may be counted: what others write must not decide how long anything takes.
//!
//! The unit is a day that is looked at, or a period of the rule (its day, week, month or year) that is stepped over: some tens of
//! nanoseconds. One budget is shared by all series of a request. What a worker may count of one is [`Budget::on_worker`]; more is
//! counted beside the workers ([`Bench`]), and more than [`Budget::of_request`] is refused. A year of 500 daily series would
//! cost 366,000, and shows more than any answer holds.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::platform::error::{Refusal, Result};
use crate::platform::gate::Gate;

/// What a worker counts of one request: about a tenth of a millisecond.
const ON_WORKER: u32 = 4_000;
/// What is counted of one request at all: about twenty milliseconds of a thread beside the workers.
const OF_REQUEST: u32 = 400_000;
/// What one series costs at most by itself, counted out day by day to the last day that anything is counted to.
const OF_ONE: u32 = 200_000;
/// Requests that wait for that.
const WAITING: usize = 64;

/// There is nothing left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spent;

impl From<Spent> for Refusal {
    fn from(_: Spent) -> Self {
        Self::field("to", "RANGE", "Det är för mycket på en gång: välj färre dagar.")
    }
}

/// What may still be counted.
#[derive(Debug)]
pub struct Budget {
    units: u32,
    left: u32,
}

impl Budget {
    pub(super) fn new(units: u32) -> Self {
        Self { units, left: units }
    }

    /// Of a request, as long as it is on a worker.
    pub fn on_worker() -> Self {
        Self::new(ON_WORKER)
    }

    /// Of one series by itself.
    pub(super) fn of_one() -> Self {
        Self::new(OF_ONE)
    }

    /// Takes some of it.
    pub fn spend(&mut self, units: usize) -> std::result::Result<(), Spent> {
        let left = u32::try_from(units).ok().and_then(|units| self.left.checked_sub(units));
        self.left = left.unwrap_or(0);
        left.map(drop).ok_or(Spent)
    }

    /// What was counted.
    pub fn spent(&self) -> u64 {
        u64::from(self.units - self.left)
    }
}

/// Where is counted what takes longer than a worker may: the only place at which a whole request's budget is had.
pub struct Bench {
    gate: Gate,
    /// What was counted on workers, and beside them.
    on_workers: AtomicU64,
    beside: AtomicU64,
}

impl Bench {
    /// `at_once` beside the workers; strangers have a place of their own, and crowd out nobody else.
    pub fn new(name: &'static str, at_once: usize) -> Self {
        let gate = Gate::new(name, at_once, WAITING);
        Self { gate, on_workers: AtomicU64::new(0), beside: AtomicU64::new(0) }
    }

    /// Does work that counts: here, where a worker may do all of it, else beside the workers, from the beginning. 422 RANGE: it is
    /// too much; 503: too many wait.
    pub async fn count<T: Send + 'static>(
        &self,
        work: impl Fn(&mut Budget) -> std::result::Result<T, Spent> + Send + 'static,
    ) -> Result<T> {
        let mut budget = Budget::on_worker();
        let done = work(&mut budget);
        self.on_workers.fetch_add(budget.spent(), Ordering::Relaxed);
        if let Ok(done) = done {
            return Ok(done);
        }
        let (done, spent) = self
            .gate
            .run(move || {
                let mut budget = Budget::new(OF_REQUEST);
                (work(&mut budget), budget.spent())
            })
            .await?;
        self.beside.fetch_add(spent, Ordering::Relaxed);
        Ok(done?)
    }

    /// Units counted on workers and beside them since this process began.
    pub fn counted(&self) -> (u64, u64) {
        (self.on_workers.load(Ordering::Relaxed), self.beside.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_rt::test]
    async fn a_worker_counts_a_little_and_the_rest_is_counted_beside() {
        let bench = Bench::new("test", 1);
        let thread = std::thread::current().id();
        let on_this_thread = |units: usize| {
            move |budget: &mut Budget| {
                budget.spend(units)?;
                Ok(std::thread::current().id())
            }
        };
        assert_eq!(bench.count(on_this_thread(100)).await.unwrap(), thread);
        assert_eq!(bench.counted(), (100, 0));
        let large = usize::try_from(ON_WORKER).unwrap() + 1;
        assert_ne!(bench.count(on_this_thread(large)).await.unwrap(), thread);
        assert_eq!(bench.counted(), (100 + u64::from(ON_WORKER), u64::from(ON_WORKER) + 1));
        let refused =
            bench.count(on_this_thread(usize::try_from(OF_REQUEST).unwrap() + 1)).await.unwrap_err();
        assert_eq!(refused.fields.first().map(|broken| broken.code), Some("RANGE"));
    }
}
