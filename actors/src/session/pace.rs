//! How fast a connection may subscribe. Each subscription reads what its person may hear and tells a room: who asks for one after
//! the other without a pause would take that from everybody else.

use std::time::{Duration, Instant};

/// So many at once: what a connection may hold (contract §3.6), twice over, as when it comes back and opens everything anew.
const AT_ONCE: u32 = 400;
/// From then on one after each.
const APART: Duration = Duration::from_millis(20);

/// What one connection has asked for, by the generic cell rate algorithm.
#[derive(Debug, Default)]
pub struct Pace {
    /// When all that was taken will have been earned.
    earned: Option<Instant>,
}

impl Pace {
    /// Takes one, or says how long it has to wait for that.
    pub fn take(&mut self, now: Instant) -> Result<(), Duration> {
        let earned = self.earned.map_or(now, |earned| earned.max(now)) + APART;
        let wait = earned.saturating_duration_since(now + APART * AT_ONCE);
        if !wait.is_zero() {
            return Err(wait);
        }
        self.earned = Some(earned);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_one_may_hold_twice_at_once_then_one_by_one() {
        let (mut pace, now) = (Pace::default(), Instant::now());
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
