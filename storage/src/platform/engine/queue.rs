//! A bounded queue between async callers and an engine's threads. A full queue refuses at once (load shedding), so that
//! memory stays bounded.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::platform::error::{Error, Result};

/// Many producers, many consumers.
pub struct Queue<T> {
    state: Mutex<State<T>>,
    ready: Condvar,
    capacity: usize,
}

struct State<T> {
    items: VecDeque<T>,
    closed: bool,
}

/// Result of [`Queue::pop`].
pub enum Popped<T> {
    /// At least one item.
    Some(Vec<T>),
    /// Nothing came in time.
    Idle,
    /// Closed and empty.
    Closed,
}

impl<T> Queue<T> {
    /// An empty queue for `capacity` items.
    pub fn new(capacity: usize) -> Self {
        Self {
            state: Mutex::new(State { items: VecDeque::new(), closed: false }),
            ready: Condvar::new(),
            capacity,
        }
    }

    /// Queues an item; answers how many wait. [`Error::Busy`] when full, [`Error::Unavailable`] when closed.
    pub fn push(&self, item: T) -> Result<usize> {
        let mut state = self.lock();
        if state.closed {
            return Err(Error::Unavailable("the store is closed".into()));
        }
        if state.items.len() >= self.capacity {
            return Err(Error::Busy);
        }
        state.items.push_back(item);
        let depth = state.items.len();
        drop(state);
        self.ready.notify_one();
        Ok(depth)
    }

    /// Waits until `until` for the first item and takes up to `max` of those present. Items that were queued before the
    /// close are still handed out.
    pub fn pop(&self, max: usize, until: Option<Instant>) -> Popped<T> {
        let mut state = self.lock();
        while state.items.is_empty() {
            if state.closed {
                return Popped::Closed;
            }
            let Some(until) = until else {
                state = self.ready.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let left = until.saturating_duration_since(Instant::now());
            if left == Duration::ZERO {
                return Popped::Idle;
            }
            state = self.ready.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        let taken = state.items.len().min(max);
        Popped::Some(state.items.drain(..taken).collect())
    }

    /// Refuses further pushes and wakes the waiting consumers.
    pub fn close(&self) {
        self.lock().closed = true;
        self.ready.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_queue_refuses_and_closed_queue_drains() {
        let queue = Queue::new(2);
        assert_eq!(queue.push(1), Ok(1));
        assert_eq!(queue.push(2), Ok(2));
        assert_eq!(queue.push(3), Err(Error::Busy));
        queue.close();
        assert!(matches!(queue.push(4), Err(Error::Unavailable(_))));
        assert!(matches!(queue.pop(10, None), Popped::Some(items) if items == [1, 2]));
        assert!(matches!(queue.pop(10, None), Popped::Closed));
    }

    #[test]
    fn idle_wait_times_out() {
        let queue: Queue<()> = Queue::new(1);
        assert!(matches!(queue.pop(1, Some(Instant::now() + Duration::from_millis(5))), Popped::Idle));
    }
}
