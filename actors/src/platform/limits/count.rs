//! A node's own count of a rate limit: the generic cell rate algorithm, like the shared one. Units can be given back,
//! which the sign-in needs: only failures count there, and they are known afterwards.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::live::bus::{Granted, Quota};

/// With more keys than this, those that have fully recovered are dropped.
const KEPT: usize = 100_000;

/// By key: the moment (µs) at which everything taken is paid off.
#[derive(Debug, Default)]
pub struct Count(Mutex<HashMap<String, u64>>);

impl Count {
    /// Takes one; otherwise the microseconds to wait.
    pub fn take(&self, key: &str, quota: Quota, now: u64) -> Granted {
        let mut earned = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if earned.len() > KEPT {
            earned.retain(|_, at| *at > now);
        }
        let anew = quota.take(earned.get(key).copied().unwrap_or(0), now)?;
        earned.insert(key.to_owned(), anew);
        Ok(())
    }

    /// How many more may be taken now, and the microseconds until everything taken is paid off.
    pub fn left(&self, key: &str, quota: Quota, now: u64) -> (u32, u64) {
        let earned = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = earned.get(key).map_or(0, |at| at.saturating_sub(now));
        let taken = wait.div_ceil(quota.every_us.max(1));
        (quota.burst.saturating_sub(u32::try_from(taken).unwrap_or(u32::MAX)), wait)
    }

    /// Gives one back.
    pub fn give(&self, key: &str, quota: Quota) {
        let mut earned = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = earned.get_mut(key) {
            *at = at.saturating_sub(quota.every_us);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUOTA: Quota = Quota { every_us: 1_000, burst: 3 };

    #[test]
    fn burst_then_steady_rate() {
        let count = Count::default();
        for _ in 0..3 {
            assert_eq!(count.take("a", QUOTA, 50_000), Ok(()));
        }
        assert_eq!(count.take("a", QUOTA, 50_000), Err(1_000));
        assert_eq!(count.take("b", QUOTA, 50_000), Ok(()), "each key by itself");
        assert_eq!(count.take("a", QUOTA, 50_400), Err(600));
        assert_eq!(count.take("a", QUOTA, 51_000), Ok(()));
        assert_eq!(count.take("a", QUOTA, 51_000), Err(1_000));
        assert_eq!(count.take("a", QUOTA, 90_000), Ok(()));
    }

    #[test]
    fn quota_refills_one_by_one() {
        let count = Count::default();
        assert_eq!(count.left("a", QUOTA, 50_000), (3, 0));
        count.take("a", QUOTA, 50_000).unwrap();
        assert_eq!(count.left("a", QUOTA, 50_000), (2, 1_000));
        count.take("a", QUOTA, 50_000).unwrap();
        count.take("a", QUOTA, 50_000).unwrap();
        assert_eq!(count.left("a", QUOTA, 50_000), (0, 3_000));
        assert_eq!(count.left("a", QUOTA, 51_500), (1, 1_500));
        assert_eq!(count.left("a", QUOTA, 60_000), (3, 0));
    }

    #[test]
    fn returned_quota_is_available_again() {
        let count = Count::default();
        for _ in 0..100 {
            assert_eq!(count.take("a", QUOTA, 50_000), Ok(()));
            count.give("a", QUOTA);
        }
        count.give("never", QUOTA);
        assert_eq!(count.take("never", QUOTA, 50_000), Ok(()));
    }
}
