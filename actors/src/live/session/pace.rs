//! Throttles how fast a connection may subscribe. Each subscription reads the person's rights and sends a message to a
//! room; a client that subscribes without pause would slow down everyone else.

use std::time::{Duration, Instant};

use crate::live::bus::Quota;

/// Burst: twice the subscriptions that a connection may hold (contract §3.6), as when it reconnects and opens all of
/// them again; then one every 20 ms.
const QUOTA: Quota = Quota { every_us: 20_000, burst: 400 };

/// The throttle of one connection.
#[derive(Debug)]
pub struct Pace {
    began: Instant,
    /// When everything taken so far is paid off, in microseconds since `began`.
    earned: u64,
}

impl Pace {
    pub fn new(now: Instant) -> Self {
        Self { began: now, earned: 0 }
    }

    /// Takes one, or returns how long to wait for it.
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
    fn burst_of_twice_the_maximum_then_one_by_one() {
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
        // After a long enough pause the whole burst is available again, and no more.
        let later = now + Duration::from_secs(60);
        for _ in 0..400 {
            pace.take(later).unwrap();
        }
        pace.take(later).unwrap_err();
    }
}
