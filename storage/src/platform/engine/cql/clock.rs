//! The store's time, and the timestamps that order writes.
//!
//! In CQL the cell with the largest timestamp wins. Plain writes are stamped here, guarded ones by the store (Paxos
//! ballot). Three things would let a later write silently lose against an earlier one:
//!
//! 1. *This machine's clock is wrong.* It is not used: the store's time is read, and the machine's monotonic clock
//!    continues from there. A wrong or adjusted system clock has no effect.
//! 2. *Two writes of this process get the same time.* Timestamps strictly increase.
//! 3. *A guard and a plain write meet in one row within the clock error* (ballots are truncated to milliseconds, and
//!    the store's nodes differ by a few). For a partition that this process wrote just before, a plain write after a
//!    guard is stamped [`MARGIN_US`] ahead, and a guard after a plain write waits for that long. Two processes that do
//!    this to one row within the margin are not ordered: the store's nodes need synchronized clocks, and people are
//!    slower than ten milliseconds.
//!
//! What follows decisions of one row is ordered over all processes, however close: [`Clock::observe`].

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

/// Largest clock difference between the store's nodes, in microseconds.
pub const MARGIN_US: i64 = 10_000;
/// Number of remembered partitions, by hash: a collision only costs a wait of the margin.
const SLOTS: usize = 1 << 15;
/// Corrections below this (microseconds) are measurement noise.
const NOISE_US: i64 = 2_000;

/// The store's time.
pub struct Clock {
    origin: Instant,
    /// The store's time at `origin`, in microseconds since the Unix epoch.
    base: AtomicI64,
    /// The last issued timestamp.
    last: AtomicI64,
    plain: Slots,
    guarded: Slots,
}

/// When a partition was last written, by the hash of its address.
struct Slots(Box<[AtomicI64]>);

impl Slots {
    fn new() -> Self {
        Self((0..SLOTS).map(|_| AtomicI64::new(i64::MIN)).collect())
    }

    fn slot(&self, partition: u64) -> &AtomicI64 {
        &self.0[partition as usize % SLOTS]
    }

    fn get(&self, partition: u64) -> i64 {
        self.slot(partition).load(Ordering::Acquire)
    }

    fn raise(&self, partition: u64, to: i64) {
        self.slot(partition).fetch_max(to, Ordering::AcqRel);
    }
}

/// One reading of the store's clock in milliseconds, with this machine's monotonic time before and after the request,
/// in microseconds since the origin.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    pub asked: i64,
    pub answered: i64,
    pub store_ms: i64,
}

impl Look {
    /// The store's time at the origin: the middle of the interval that the reading allows.
    fn base(self) -> i64 {
        self.store_ms * 1_000 + 500 - i64::midpoint(self.asked, self.answered)
    }
}

impl Clock {
    pub fn new() -> Self {
        Self {
            origin: Instant::now(),
            base: AtomicI64::new(0),
            last: AtomicI64::new(0),
            plain: Slots::new(),
            guarded: Slots::new(),
        }
    }

    /// Microseconds since this clock was created.
    pub fn ticks(&self) -> i64 {
        self.origin.elapsed().as_micros() as i64
    }

    /// Adopts the store's time from the reading with the shortest round trip.
    pub fn set(&self, looks: &[Look]) {
        let Some(best) = looks.iter().min_by_key(|look| look.answered - look.asked) else { return };
        let base = best.base();
        if (base - self.base.load(Ordering::Acquire)).abs() > NOISE_US {
            self.base.store(base, Ordering::Release);
        }
    }

    /// The store's time in microseconds since the Unix epoch.
    pub fn now(&self) -> i64 {
        self.base.load(Ordering::Acquire) + self.ticks()
    }

    /// Reserves `count` timestamps for plain writes to these partitions and answers the first: larger than every
    /// earlier timestamp, and than every answered guard of this process on these partitions.
    pub fn stamp(&self, partitions: impl Iterator<Item = u64> + Clone, count: usize) -> i64 {
        let guarded = partitions.clone().map(|partition| self.guarded.get(partition)).max();
        let at_least = self.now().max(guarded.unwrap_or(i64::MIN).saturating_add(MARGIN_US));
        let count = count.max(1) as i64;
        let first = |last: i64| at_least.max(last + 1);
        let last =
            self.last.fetch_update(Ordering::AcqRel, Ordering::Acquire, |last| Some(first(last) + count - 1));
        let first = first(last.unwrap_or_else(|same| same));
        for partition in partitions {
            self.plain.raise(partition, first + count - 1);
        }
        first
    }

    /// Makes every later timestamp of this process larger than one of another process.
    pub fn observe(&self, stamp: i64) {
        self.last.fetch_max(stamp, Ordering::AcqRel);
    }

    /// To be called for plain writes to the partition up to that timestamp, where [`Clock::stamp`] did not draw it.
    pub fn wrote(&self, partition: u64, stamp: i64) {
        self.plain.raise(partition, stamp);
    }

    /// How long a guard on the partition must wait until the store's time is past every plain write of this process to
    /// it. Bounded, in case the store's clock was set back.
    pub fn until_past_plain(&self, partition: u64) -> Duration {
        let past = self.plain.get(partition).saturating_add(MARGIN_US).saturating_sub(self.now());
        Duration::from_micros(past.clamp(0, 3 * MARGIN_US).unsigned_abs())
    }

    /// To be called after every answer to a guard on the partition.
    pub fn guard_answered(&self, partition: u64) {
        self.guarded.raise(partition, self.now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock() -> Clock {
        let clock = Clock::new();
        let ticks = clock.ticks();
        clock.set(&[Look { asked: ticks, answered: ticks, store_ms: 1_790_000_000_000 }]);
        clock
    }

    #[test]
    fn quickest_clock_reading_counts_and_noise_is_ignored() {
        let clock = Clock::new();
        let look = |asked, answered, store_ms| Look { asked, answered, store_ms };
        clock.set(&[look(0, 90_000, 5_000), look(1_000, 1_200, 7_000)]);
        let base = clock.base.load(Ordering::Relaxed);
        assert_eq!(base, 7_000_500 - 1_100);
        clock.set(&[look(1_000, 1_200, 7_001)]);
        assert_eq!(clock.base.load(Ordering::Relaxed), base);
        // Set back by an hour: followed, and timestamps still increase.
        let before = clock.stamp(std::iter::empty(), 1);
        clock.set(&[look(1_000, 1_200, 7_000 - 3_600_000)]);
        assert!(clock.now() < base);
        assert!(clock.stamp(std::iter::empty(), 1) > before);
    }

    #[test]
    fn timestamps_increase_and_are_reserved_together() {
        let clock = clock();
        let first = clock.stamp(std::iter::once(1), 500);
        let second = clock.stamp(std::iter::once(2), 1);
        assert!(second >= first + 500);
    }

    #[test]
    fn timestamps_are_later_than_an_observed_one() {
        let clock = clock();
        let ahead = clock.now() + 60_000_000;
        clock.observe(ahead);
        clock.observe(ahead - 1);
        assert_eq!(clock.stamp(std::iter::empty(), 1), ahead + 1);
    }

    #[test]
    fn plain_write_is_newer_than_a_completed_guard() {
        let clock = clock();
        clock.guard_answered(7);
        let answered = clock.now();
        assert!(clock.stamp([3, 7].into_iter(), 1) >= answered + MARGIN_US - 1_000);
    }

    #[test]
    fn guard_waits_for_plain_writes_of_its_partition_only() {
        let clock = clock();
        assert_eq!(clock.until_past_plain(7), Duration::ZERO);
        let stamp = clock.stamp(std::iter::once(7), 1);
        let wait = clock.until_past_plain(7).as_micros() as i64;
        assert!(wait > 0 && clock.now() + wait >= stamp + MARGIN_US);
        assert_eq!(clock.until_past_plain(8), Duration::ZERO);
    }
}
