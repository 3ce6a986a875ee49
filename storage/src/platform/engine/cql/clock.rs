//! The store's time, and the order of writes that it decides.
//!
//! CQL settles what a cell is by the largest time stamped on it. Writes without a guard are stamped here, guarded ones by
//! the store (the Paxos ballot). Three things would let a later write lose against an earlier one, silently:
//!
//! 1. *This machine's clock is wrong.* So it is not used: the store is asked for its time, and from there on the machine's
//!    monotonic clock counts. A clock that is seconds off, or is set, changes nothing.
//! 2. *Two writes of this process get the same time.* Stamps strictly grow.
//! 3. *A guard and a plain write meet in one row within the error of the two clocks* (ballots are cut to the millisecond,
//!    the store's nodes differ by a few). For a partition that this process wrote a moment ago, a plain write after a guard
//!    is stamped [`MARGIN_US`] ahead, and a guard after a plain write waits until that much has passed. Two processes that
//!    do this to one row within the margin are not kept apart: the store's nodes need synchronized clocks, and people are
//!    slower than ten milliseconds.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

/// By how much the clocks of the store's nodes may differ, in microseconds.
pub const MARGIN_US: i64 = 10_000;
/// Partitions that are remembered, by hash: a collision costs a wait of the margin, nothing else.
const SLOTS: usize = 1 << 15;
/// A correction smaller than this (microseconds) is the noise of the measurement.
const NOISE_US: i64 = 2_000;

/// The store's time.
pub struct Clock {
    origin: Instant,
    /// The store's time at `origin`, microseconds of the unix epoch.
    base: AtomicI64,
    /// The last stamp given out.
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

/// One look at the store's clock: what it said (milliseconds), and when it was asked and answered by this machine's
/// monotonic clock, as microseconds since the origin.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    pub asked: i64,
    pub answered: i64,
    pub store_ms: i64,
}

impl Look {
    /// The store's time at the origin, in the middle of what the look allows.
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

    /// Microseconds since this clock was made.
    pub fn ticks(&self) -> i64 {
        self.origin.elapsed().as_micros() as i64
    }

    /// Takes over the store's time from the quickest of some looks.
    pub fn set(&self, looks: &[Look]) {
        let Some(best) = looks.iter().min_by_key(|look| look.answered - look.asked) else { return };
        let base = best.base();
        if (base - self.base.load(Ordering::Acquire)).abs() > NOISE_US {
            self.base.store(base, Ordering::Release);
        }
    }

    /// The store's time in microseconds of the unix epoch.
    pub fn now(&self) -> i64 {
        self.base.load(Ordering::Acquire) + self.ticks()
    }

    /// The first of `count` stamps for plain writes to these partitions: larger than every stamp given before, and than
    /// every guard that this process had answered on one of them.
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

    /// How long a guard on the partition waits, so that the store's time is past every plain write of this process to it.
    /// Never long: a store whose clock was set back is not waited for.
    pub fn until_past_plain(&self, partition: u64) -> Duration {
        let past = self.plain.get(partition).saturating_add(MARGIN_US).saturating_sub(self.now());
        Duration::from_micros(past.clamp(0, 3 * MARGIN_US).unsigned_abs())
    }

    /// To be called when a guard on the partition was answered, whatever the answer.
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
    fn the_quickest_look_counts_and_noise_does_not() {
        let clock = Clock::new();
        let look = |asked, answered, store_ms| Look { asked, answered, store_ms };
        clock.set(&[look(0, 90_000, 5_000), look(1_000, 1_200, 7_000)]);
        let base = clock.base.load(Ordering::Relaxed);
        assert_eq!(base, 7_000_500 - 1_100);
        clock.set(&[look(1_000, 1_200, 7_001)]);
        assert_eq!(clock.base.load(Ordering::Relaxed), base);
        // Set back by an hour: followed, and stamps still grow.
        let before = clock.stamp(std::iter::empty(), 1);
        clock.set(&[look(1_000, 1_200, 7_000 - 3_600_000)]);
        assert!(clock.now() < base);
        assert!(clock.stamp(std::iter::empty(), 1) > before);
    }

    #[test]
    fn stamps_grow_and_are_reserved_together() {
        let clock = clock();
        let first = clock.stamp(std::iter::once(1), 500);
        let second = clock.stamp(std::iter::once(2), 1);
        assert!(second >= first + 500);
    }

    #[test]
    fn a_plain_write_comes_after_an_answered_guard() {
        let clock = clock();
        clock.guard_answered(7);
        let answered = clock.now();
        assert!(clock.stamp([3, 7].into_iter(), 1) >= answered + MARGIN_US - 1_000);
    }

    #[test]
    fn a_guard_waits_for_a_plain_write_of_its_partition_alone() {
        let clock = clock();
        assert_eq!(clock.until_past_plain(7), Duration::ZERO);
        let stamp = clock.stamp(std::iter::once(7), 1);
        let wait = clock.until_past_plain(7).as_micros() as i64;
        assert!(wait > 0 && clock.now() + wait >= stamp + MARGIN_US);
        assert_eq!(clock.until_past_plain(8), Duration::ZERO);
    }
}
