//! What is done beside answers, once at a time for each thing: asked for again while it runs, it is done once more. So what is
//! done last saw all that came before, and a storm costs no more than one after the other.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is being done; true: it was asked for again.
#[derive(Default)]
pub struct Latest(Mutex<HashMap<(&'static str, i64), bool>>);

impl Latest {
    fn all(&self) -> MutexGuard<'_, HashMap<(&'static str, i64), bool>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True: whoever asks begins. False: whoever is at it does it once more.
    pub fn begin(&self, what: &'static str, id: i64) -> bool {
        let mut all = self.all();
        let is_running = all.contains_key(&(what, id));
        all.insert((what, id), is_running);
        !is_running
    }

    /// Whether it is to be done once more; if not, it is over.
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
    fn what_is_asked_for_meanwhile_is_done_once_more() {
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
