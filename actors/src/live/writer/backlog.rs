//! The bound on the bytes that wait for all sockets of a node.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::{BYTES_IN_ALL, Phase, Writer};

/// The bytes that wait for all sockets of a node together.
pub struct Backlog {
    most: usize,
    pub(super) bytes: AtomicUsize,
    /// Writers with waiting bytes, by address.
    writers: Mutex<HashMap<usize, Weak<Writer>>>,
}

impl Default for Backlog {
    fn default() -> Self {
        Self::of(BYTES_IN_ALL)
    }
}

impl Backlog {
    /// A bound of this many bytes.
    pub fn of(most: usize) -> Self {
        Self { most, bytes: AtomicUsize::new(0), writers: Mutex::default() }
    }

    /// The number of waiting bytes.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, HashMap<usize, Weak<Writer>>> {
        self.writers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, writer: &Arc<Writer>) {
        self.lock().insert(Arc::as_ptr(writer).addr(), Arc::downgrade(writer));
    }

    pub(super) fn remove(&self, writer: &Writer) {
        self.lock().remove(&std::ptr::from_ref(writer).addr());
    }

    /// Cuts the writers with the most waiting bytes until the bound holds.
    pub(super) fn bound(&self) {
        while self.bytes() > self.most {
            let writers: Vec<_> = self.lock().values().filter_map(Weak::upgrade).collect();
            let largest = writers.iter().max_by_key(|writer| writer.waiting.load(Ordering::Relaxed));
            let Some(largest) = largest else { return };
            let mut state = largest.lock();
            if state.phase != Phase::Over {
                largest.too_slow(&mut state);
            }
        }
    }
}
