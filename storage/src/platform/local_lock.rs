//! One change of a thing at a time in this process: what it would lose against itself need not be tried.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use futures_util::lock::{Mutex, MutexGuard};

/// Things that share one turn by their hash wait for each other, nothing else.
const TURNS: usize = 256;

/// Turns of things by their ids.
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
