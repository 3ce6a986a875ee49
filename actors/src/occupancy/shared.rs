//! Facts by which several requests are judged together, read once.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OnceCell;

use crate::platform::error::{Refusal, Result};

/// What was read for an attempt at a decision, by its type and an id. It lives as long as the attempt: another one reads
/// anew.
#[derive(Default)]
pub struct Shared(Mutex<HashMap<(TypeId, i64), Arc<dyn Any + Send + Sync>>>);

impl Shared {
    /// The fact of a type with an id; of concurrent callers one reads it. A failed read is tried again by the next.
    pub async fn once<T: Clone + Send + Sync + 'static>(
        &self,
        id: i64,
        read: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let cell = {
            let mut cells = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let blank = || Arc::new(OnceCell::<T>::new()) as Arc<dyn Any + Send + Sync>;
            Arc::clone(cells.entry((TypeId::of::<T>(), id)).or_insert_with(blank))
        };
        let cell = cell.downcast::<OnceCell<T>>().map_err(|_| Refusal::internal())?;
        cell.get_or_try_init(|| read).await.cloned()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;

    use super::*;

    #[actix_rt::test]
    async fn concurrent_callers_read_a_fact_once_and_a_failed_read_again() {
        let (shared, reads) = (Shared::default(), AtomicUsize::new(0));
        let read = async |answer: Result<&'static str>| {
            reads.fetch_add(1, Ordering::SeqCst);
            tokio::task::yield_now().await;
            answer
        };
        assert!(shared.once(1, read(Err(Refusal::busy()))).await.is_err());
        let all = join_all((0..3).map(|_| shared.once(1, read(Ok("a"))))).await;
        assert!(all.into_iter().all(|one| one.ok() == Some("a")));
        assert_eq!(shared.once(2, read(Ok("b"))).await.ok(), Some("b"), "another id");
        assert_eq!(shared.once(1, async { Ok(7_u8) }).await.ok(), Some(7), "another type");
        assert_eq!(reads.load(Ordering::SeqCst), 3);
    }
}
