//! Ids are made under a lease, because two processes with the same node number would make the same ones.
//!
//! The lease's end is measured by this machine's boot-time clock, which neither steps nor stops while the process (or
//! the machine) is suspended: a process that wakes up after its lease has expired makes no more ids. Until a renewal
//! succeeds nothing is written; the store decides who holds the number.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use storage::ids::Ids;

use crate::platform::error::{Refusal, Result};

/// An id of another node is accepted up to this far ahead of the own clock (ms); more means a broken clock, and
/// following it would break this one too.
const AHEAD: i64 = 60_000;

/// Milliseconds since boot, including time asleep.
pub fn uptime() -> i64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
}

/// Until when a node may write. Clones share one value.
#[derive(Debug, Clone)]
pub struct Term(Arc<AtomicI64>);

impl Term {
    /// Without an end: for a number that no other process can have.
    pub fn endless() -> Self {
        Self(Arc::new(AtomicI64::new(i64::MAX)))
    }

    /// Ends the term at a moment of [`uptime`].
    pub fn end_at(&self, moment: i64) {
        self.0.store(moment, Ordering::Release);
    }

    pub fn is_over(&self) -> bool {
        uptime() >= self.0.load(Ordering::Acquire)
    }

    /// Refuses if nothing may be written any more.
    pub fn check(&self) -> Result<()> {
        if self.is_over() {
            metrics::counter!("node_writes_refused_total").increment(1);
            let mut refusal = Refusal::busy();
            refusal.code = "NODE_LEASE_OVER";
            refusal.retry_after = Some(5);
            return Err(refusal);
        }
        Ok(())
    }
}

/// Makes this node's ids while its lease lasts.
#[derive(Debug)]
pub struct LeasedIds {
    ids: Ids,
    /// The largest id of another node that this one has shown to anybody.
    seen: AtomicI64,
    term: Term,
}

impl LeasedIds {
    pub fn new(node: u8, term: Term) -> Self {
        Self { ids: Ids::new(node), seen: AtomicI64::new(0), term }
    }

    /// Every id is at or after this moment (epoch milliseconds), whatever the clock says: before it another process had
    /// the node's number.
    pub fn start_at(&self, ms: i64) {
        self.ids.start_at(ms);
    }

    /// A moment (epoch milliseconds) later than all ids made so far.
    pub fn end(&self) -> i64 {
        self.ids.end()
    }

    /// The next id: larger than all this node made or has seen.
    pub fn next(&self, now_ms: i64) -> Result<i64> {
        self.next_after(now_ms, 0)
    }

    /// As [`LeasedIds::next`], and larger than `floor`.
    pub fn next_after(&self, now_ms: i64, floor: i64) -> Result<i64> {
        self.term.check()?;
        Ok(self.ids.next_after(now_ms, floor.max(self.seen.load(Ordering::Relaxed))))
    }

    /// An id for an event that is not stored, or that accompanies a write whose id was checked just now.
    pub fn along(&self, now_ms: i64) -> i64 {
        self.ids.next_after(now_ms, self.seen.load(Ordering::Relaxed))
    }

    /// This id was shown to somebody here, so ids they cause must be larger.
    pub fn saw(&self, id: i64, now_ms: i64) {
        if id < Ids::first_at(now_ms + AHEAD) {
            self.seen.fetch_max(id, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_790_000_000_000;

    #[test]
    fn ids_stop_at_lease_expiry_and_resume_on_renewal() {
        let term = Term::endless();
        let ids = LeasedIds::new(3, term.clone());
        let first = ids.next(NOW).unwrap();
        term.end_at(uptime());
        assert_eq!(ids.next(NOW).unwrap_err().code, "NODE_LEASE_OVER");
        assert_eq!(ids.next_after(NOW, first).unwrap_err().retry_after, Some(5));
        term.end_at(uptime() + 60_000);
        assert!(ids.next(NOW).unwrap() > first);
    }

    #[test]
    fn ids_pass_a_seen_id_unless_it_is_far_ahead() {
        let ids = LeasedIds::new(3, Term::endless());
        let ahead = Ids::first_at(NOW + 5_000);
        ids.saw(ahead, NOW);
        assert!(ids.next(NOW).unwrap() > ahead);
        let absurd = Ids::first_at(NOW + 3_600_000);
        ids.saw(absurd, NOW);
        assert!(ids.next(NOW).unwrap() < absurd);
    }
}
