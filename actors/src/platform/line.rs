//! Concurrent requests for the same thing on this node queue up, and one task serves them together: in one decision of
//! the store instead of one after the other, each judged anew because another was faster.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::platform::error::{Refusal, Result};

/// Longest queue for one thing.
const LONGEST: usize = 2_000;

/// The queues of this node, by key. A queue exists while it is served.
pub struct Lines<K, R>(Arc<Mutex<HashMap<K, VecDeque<R>>>>);

impl<K, R> Default for Lines<K, R> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K, R> Clone for Lines<K, R> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K: Copy + Eq + Hash, R> Lines<K, R> {
    fn all(&self) -> MutexGuard<'_, HashMap<K, VecDeque<R>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a request. The first one has to serve the queue (true). 503: it is too long.
    pub fn join(&self, key: K, request: R) -> Result<bool> {
        match self.all().entry(key) {
            Entry::Occupied(line) if line.get().len() >= LONGEST => Err(Refusal::busy()),
            Entry::Occupied(mut line) => {
                line.get_mut().push_back(request);
                Ok(false)
            }
            Entry::Vacant(line) => {
                line.insert(VecDeque::from([request]));
                Ok(true)
            }
        }
    }

    /// The queue, for the task that serves it.
    pub fn serving(&self, key: K) -> Serving<K, R> {
        Serving { lines: self.clone(), key, is_over: false }
    }
}

/// A queue that is being served. If serving ends early, the requests are dropped, and with them the senders of their
/// answers: whoever waits is asked to try again.
pub struct Serving<K: Copy + Eq + Hash, R> {
    lines: Lines<K, R>,
    key: K,
    is_over: bool,
}

impl<K: Copy + Eq + Hash, R> Serving<K, R> {
    /// The next requests; none: the queue is empty and removed. `together`: how many from its head can be served
    /// together, at least one of a queue that is not empty.
    pub fn next(&mut self, together: impl FnOnce(&VecDeque<R>) -> usize) -> Option<Vec<R>> {
        let mut lines = self.lines.all();
        let line = lines.get_mut(&self.key)?;
        if line.is_empty() {
            lines.remove(&self.key);
            self.is_over = true;
            return None;
        }
        let count = together(line).clamp(1, line.len());
        Some(line.drain(..count).collect())
    }
}

impl<K: Copy + Eq + Hash, R> Drop for Serving<K, R> {
    fn drop(&mut self) {
        if !self.is_over {
            self.lines.all().remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    #[test]
    fn first_request_serves_those_that_follow() {
        let lines = Lines::default();
        assert_eq!(lines.join(1, 'a').ok(), Some(true));
        assert_eq!(lines.join(1, 'b').ok(), Some(false));
        assert_eq!(lines.join(2, 'c').ok(), Some(true), "another thing has a queue of its own");
        let mut serving = lines.serving(1);
        assert_eq!(serving.next(|_| 1), Some(vec!['a']));
        assert_eq!(lines.join(1, 'd').ok(), Some(false), "it is still served");
        assert_eq!(serving.next(VecDeque::len), Some(vec!['b', 'd']));
        assert_eq!(serving.next(VecDeque::len), None);
        assert_eq!(lines.join(1, 'e').ok(), Some(true));
    }

    #[test]
    fn waiting_requests_get_an_answer_when_serving_ends() {
        let lines = Lines::default();
        let (first, _kept) = oneshot::channel::<()>();
        let (second, mut left) = oneshot::channel::<()>();
        assert_eq!(lines.join(1, first).ok(), Some(true));
        assert_eq!(lines.join(1, second).ok(), Some(false));
        let mut serving = lines.serving(1);
        assert_eq!(serving.next(|_| 1).map(|some| some.len()), Some(1));
        drop(serving);
        assert!(matches!(left.try_recv(), Err(oneshot::error::TryRecvError::Closed)));
        let (third, _kept) = oneshot::channel();
        assert_eq!(lines.join(1, third).ok(), Some(true), "the line begins anew");
    }

    #[test]
    fn a_queue_is_bounded() {
        let lines = Lines::default();
        for n in 0..LONGEST {
            assert!(lines.join(1, n).is_ok());
        }
        assert!(lines.join(1, LONGEST).is_err());
    }
}
