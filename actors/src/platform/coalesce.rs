//! Coalesces background work: one run at a time per key; requested again while it runs, it runs once more. So the last
//! run saw everything before it, and a burst of requests costs no more than consecutive runs.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Runs in progress; true: requested again.
#[derive(Default)]
pub struct Latest(Mutex<HashMap<(&'static str, i64), bool>>);

impl Latest {
    fn all(&self) -> MutexGuard<'_, HashMap<(&'static str, i64), bool>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True: the caller runs it. False: the current runner will run it once more.
    pub fn begin(&self, what: &'static str, id: i64) -> bool {
        let mut all = self.all();
        let is_running = all.contains_key(&(what, id));
        all.insert((what, id), is_running);
        !is_running
    }

    /// Whether to run once more; if not, the key is released.
    pub fn again(&self, what: &'static str, id: i64) -> bool {
        let mut all = self.all();
        let again = all.insert((what, id), false).unwrap_or(false);
        if !again {
            all.remove(&(what, id));
        }
        again
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_during_a_run_cause_one_more_run() {
        let latest = Latest::default();
        assert!(latest.begin("count", 1));
        assert!(latest.begin("count", 2), "another thing");
        assert!(!latest.begin("count", 1));
        assert!(!latest.begin("count", 1));
        assert!(latest.again("count", 1));
        assert!(!latest.again("count", 1));
        assert!(latest.begin("count", 1), "it is over");
    }
}
