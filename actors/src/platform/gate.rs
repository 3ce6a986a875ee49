//! A gate before work that takes a core or much memory (password strength, argon2, pictures): a few run at once, off
//! the workers, a few more wait, and all others are shed at once (503 with Retry-After) instead of queueing without
//! end.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::platform::error::{Refusal, Result};

/// Seconds until another try makes sense.
const AGAIN: u32 = 2;

pub struct Gate {
    name: &'static str,
    /// Those inside and waiting.
    places: Arc<Semaphore>,
    /// Those inside.
    turns: Arc<Semaphore>,
}

/// A permit to be inside; returned when dropped.
#[derive(Debug)]
pub struct Turn {
    _place: OwnedSemaphorePermit,
    _turn: OwnedSemaphorePermit,
}

fn full() -> Refusal {
    Refusal { retry_after: Some(AGAIN), ..Refusal::busy() }
}

impl Gate {
    /// `at_once` inside, `waiting` more in the queue.
    pub fn new(name: &'static str, at_once: usize, waiting: usize) -> Self {
        let (places, turns) = (Semaphore::new(at_once + waiting), Semaphore::new(at_once));
        Self { name, places: Arc::new(places), turns: Arc::new(turns) }
    }

    /// Waits for a turn; refused at once if too many wait already.
    pub async fn enter(&self) -> Result<Turn> {
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            metrics::counter!("gate_shed_total", "gate" => self.name).increment(1);
            return Err(full());
        };
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(|_| full())?;
        Ok(Turn { _place: place, _turn: turn })
    }

    /// Sheds every caller while the returned permit lives.
    #[cfg(test)]
    pub fn fill(&self) -> std::result::Result<OwnedSemaphorePermit, tokio::sync::TryAcquireError> {
        let all = u32::try_from(self.places.available_permits()).unwrap_or(u32::MAX);
        Arc::clone(&self.places).try_acquire_many_owned(all)
    }

    /// Runs work on a blocking thread. The turn lasts as long as the work, even if the caller no longer waits.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let turn = self.enter().await?;
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        done.await.map_err(|_| Refusal::internal())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[actix_rt::test]
    async fn gate_admits_one_queues_one_refuses_the_third() {
        let gate = Arc::new(Gate::new("test", 1, 1));
        let (open, opened) = mpsc::channel::<()>();
        let first = actix_rt::spawn({
            let gate = Arc::clone(&gate);
            async move { gate.run(move || opened.recv().is_ok()).await }
        });
        while gate.turns.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let second = actix_rt::spawn({
            let gate = Arc::clone(&gate);
            async move { gate.run(|| true).await }
        });
        while gate.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let third = gate.run(|| true).await.unwrap_err();
        assert_eq!((third.code, third.retry_after), ("BUSY", Some(2)));
        // A caller that gives up while the work runs does not free its turn.
        first.abort();
        assert_eq!(gate.turns.available_permits(), 0);
        open.send(()).unwrap();
        assert!(second.await.unwrap().unwrap());
        assert!(gate.run(|| true).await.unwrap());
    }
}
