//! Budgets for expanding rules, so that what people write cannot decide how long a request takes.
//!
//! The unit is a day that is tested, or a period of the rule (its day, week, month or year) that is stepped over: some
//! tens of nanoseconds. All series of a request share one budget. Up to [`Budget::on_worker`] is spent on the worker;
//! more is done beside the workers ([`Bench`]), and more than [`Budget::of_request`] is refused. A year of 500 daily
//! series would cost 366,000, which is more than any response shows.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::platform::error::{Refusal, Result};
use crate::platform::gate::Gate;

/// A request's budget on a worker: about a tenth of a millisecond.
const ON_WORKER: u32 = 4_000;
/// A request's whole budget: about twenty milliseconds of a thread beside the workers.
const OF_REQUEST: u32 = 400_000;
/// The most that a single series can cost, expanded day by day to the horizon.
const OF_ONE: u32 = 200_000;
/// Most requests that wait for that.
const WAITING: usize = 64;

/// The budget is exhausted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spent;

impl From<Spent> for Refusal {
    fn from(_: Spent) -> Self {
        Self::field("to", "RANGE", "Det är för mycket på en gång: välj färre dagar.")
    }
}

/// The remaining budget.
#[derive(Debug)]
pub struct Budget {
    units: u32,
    left: u32,
}

impl Budget {
    pub(super) fn new(units: u32) -> Self {
        Self { units, left: units }
    }

    /// The budget of a request on a worker.
    pub fn on_worker() -> Self {
        Self::new(ON_WORKER)
    }

    /// The budget of a single series.
    pub(super) fn of_one() -> Self {
        Self::new(OF_ONE)
    }

    /// Spends some units.
    pub fn spend(&mut self, units: usize) -> std::result::Result<(), Spent> {
        let left = u32::try_from(units).ok().and_then(|units| self.left.checked_sub(units));
        self.left = left.unwrap_or(0);
        left.map(drop).ok_or(Spent)
    }

    /// The units spent.
    pub fn spent(&self) -> u64 {
        u64::from(self.units - self.left)
    }
}

/// Runs expansions that take longer than a worker may; only here a request gets its whole budget.
pub struct Bench {
    gate: Gate,
    /// Units spent on workers, and beside them.
    on_workers: AtomicU64,
    beside: AtomicU64,
}

impl Bench {
    /// `at_once` expansions beside the workers; anonymous requests have a bench of their own, so that they cannot crowd
    /// out others.
    pub fn new(name: &'static str, at_once: usize) -> Self {
        let gate = Gate::new(name, at_once, WAITING);
        Self { gate, on_workers: AtomicU64::new(0), beside: AtomicU64::new(0) }
    }

    /// Runs an expansion on the worker if its budget suffices, otherwise beside the workers, from the beginning. 422
    /// RANGE: it is too much; 503: too many wait.
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

    /// Units spent on workers and beside them since this process began.
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
