//! How fast a connection may subscribe. Each subscription reads what its person may hear and tells a room: who asks for one after
//! the other without a pause would take that from everybody else.

use std::time::{Duration, Instant};

use crate::live::bus::Quota;

/// At once what a connection may hold (contract §3.6), twice over, as when it comes back and opens everything anew; then one after
/// each 20 ms.
const QUOTA: Quota = Quota { every_us: 20_000, burst: 400 };

/// What one connection has asked for.
#[derive(Debug)]
pub struct Pace {
    began: Instant,
    /// When all that was taken will have been earned, in microseconds since it began.
    earned: u64,
}

impl Pace {
    pub fn new(now: Instant) -> Self {
        Self { began: now, earned: 0 }
    }

    /// Takes one, or says how long it has to wait for that.
    pub fn take(&mut self, now: Instant) -> Result<(), Duration> {
        let now = now.duration_since(self.began).as_micros() as u64;
        self.earned = QUOTA.take(self.earned, now).map_err(Duration::from_micros)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_one_may_hold_twice_at_once_then_one_by_one() {
        let now = Instant::now();
        let mut pace = Pace::new(now);
        for _ in 0..400 {
            pace.take(now).unwrap();
        }
        assert_eq!(pace.take(now), Err(Duration::from_millis(20)));
        let (almost, then) = (now + Duration::from_millis(19), now + Duration::from_millis(20));
        assert_eq!(pace.take(almost), Err(Duration::from_millis(1)));
        pace.take(then).unwrap();
        assert_eq!(pace.take(then), Err(Duration::from_millis(20)));
        // Who was quiet for long enough has all of it again, and not more.
        let later = now + Duration::from_secs(60);
        for _ in 0..400 {
            pace.take(later).unwrap();
        }
        pace.take(later).unwrap_err();
    }
}
