//! Locks per thing within this process, to avoid compare and set conflicts of the process with itself.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use futures_util::lock::{Mutex, MutexGuard};

/// Number of locks, selected by hash: things that share a lock only wait for each other.
const TURNS: usize = 256;

/// The locks.
#[derive(Clone)]
pub(crate) struct Turns(Arc<[Mutex<()>]>);

impl Default for Turns {
    fn default() -> Self {
        Self((0..TURNS).map(|_| Mutex::new(())).collect())
    }
}

impl Turns {
    pub(crate) async fn of(&self, id: impl Hash) -> MutexGuard<'_, ()> {
        let mut hasher = DefaultHasher::new();
        id.hash(&mut hasher);
        self.0[hasher.finish() as usize % TURNS].lock().await
    }
}
