//! Bounded concurrency towards the store. A bounded number of calls wait a bounded time for a permit; beyond that a
//! call is refused ([`Error::Busy`]) before anything was sent.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::platform::error::{Error, Result};

/// Concurrent calls. Each has at most [`super::AT_ONCE`] statements in flight.
const CALLS: usize = 256;
/// Most waiting calls.
const WAITING: usize = 8_192;
/// Longest wait.
const PATIENCE: Duration = Duration::from_secs(3);

/// Limits the concurrent calls.
pub struct Gate {
    turns: Semaphore,
    present: AtomicUsize,
    most: usize,
    patience: Duration,
}

/// A permit to call the store.
pub struct Turn<'a> {
    gate: &'a Gate,
    _permit: SemaphorePermit<'a>,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.gate.left();
    }
}

impl Gate {
    pub fn new() -> Self {
        Self::with(CALLS, WAITING, PATIENCE)
    }

    fn with(calls: usize, waiting: usize, patience: Duration) -> Self {
        Self { turns: Semaphore::new(calls), present: AtomicUsize::new(0), most: calls + waiting, patience }
    }

    /// Waits for a permit.
    pub async fn enter(&self) -> Result<Turn<'_>> {
        let present = self.present.fetch_add(1, Ordering::AcqRel) + 1;
        metrics::gauge!("storage_queue_depth", "queue" => "cql").set(present as f64);
        // Decrements the count however the wait ends, also when the caller is cancelled.
        let waiting = Leaving(self);
        if present > self.most {
            return Err(Error::Busy);
        }
        let permit = tokio::time::timeout(self.patience, self.turns.acquire()).await;
        let permit = permit.map_err(|_| Error::Busy)?.map_err(|_| Error::Busy)?;
        std::mem::forget(waiting);
        Ok(Turn { gate: self, _permit: permit })
    }

    fn left(&self) {
        let present = self.present.fetch_sub(1, Ordering::AcqRel) - 1;
        metrics::gauge!("storage_queue_depth", "queue" => "cql").set(present as f64);
    }
}

struct Leaving<'a>(&'a Gate);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.left();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]
mod tests {
    use super::*;

    #[tokio::test]
    async fn excess_and_timed_out_calls_are_refused() {
        let gate = Gate::with(1, 1, Duration::from_millis(20));
        let first = gate.enter().await.unwrap();
        // One waits in vain; for the other the queue is full already.
        let (second, third) = tokio::join!(gate.enter(), gate.enter());
        assert!(matches!(second, Err(Error::Busy)) && matches!(third, Err(Error::Busy)));
        drop(first);
        assert!(gate.enter().await.is_ok());
        assert_eq!(gate.present.load(Ordering::Relaxed), 0);
    }
}
