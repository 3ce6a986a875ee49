//! Bounds a host's concurrent calls and applies its circuit breaker ([`super::breaker`]). Per node.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Unreached;
use super::breaker::Breaker;
use crate::platform::jobs::BY_HOST;
use crate::platform::time::now;

/// Most hosts with a known state.
const MOST: usize = 10_000;
/// When to try a host again that has reached its concurrent calls (ms).
const AGAIN: i64 = 1_000;

struct Host {
    turns: Arc<Semaphore>,
    breaker: Breaker,
}

impl Host {
    fn is_idle(&self) -> bool {
        self.turns.available_permits() == BY_HOST && Arc::strong_count(&self.turns) == 1
    }
}

/// All hosts with calls or an open breaker.
#[derive(Default)]
pub struct Gate(Mutex<HashMap<String, Host>>);

impl Gate {
    fn with<T>(&self, act: impl FnOnce(&mut HashMap<String, Host>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The earliest time to call a host; none: now.
    pub fn not_before(&self, host: &str, now: i64) -> Option<i64> {
        self.with(|hosts| {
            let host = hosts.get(host)?;
            let is_full = host.turns.available_permits() == 0;
            host.breaker.not_before(now).or_else(|| is_full.then_some(now + AGAIN))
        })
    }

    /// Waits for a turn at a host. `Silent`: its breaker is open.
    pub async fn enter(&self, name: &str) -> Result<Turn<'_>, Unreached> {
        let turns = self.with(|hosts| {
            if hosts.len() >= MOST {
                hosts.retain(|_, host| !host.is_idle() || host.breaker.not_before(now()).is_some());
            }
            if hosts.len() >= 2 * MOST {
                hosts.retain(|_, host| !host.is_idle());
            }
            let new = || Host { turns: Arc::new(Semaphore::new(BY_HOST)), breaker: Breaker::default() };
            Arc::clone(&hosts.entry(name.to_owned()).or_insert_with(new).turns)
        });
        let permit = turns.acquire_owned().await.map_err(|_| Unreached::Silent)?;
        let may = self.with(|hosts| hosts.get_mut(name).is_none_or(|host| host.breaker.begin(now())));
        let turn = Turn { gate: self, name: name.to_owned(), is_over: !may, _permit: permit };
        if may { Ok(turn) } else { Err(Unreached::Silent) }
    }
}

/// A call in progress. One that is dropped before it ended counts as unanswered.
pub struct Turn<'a> {
    gate: &'a Gate,
    name: String,
    is_over: bool,
    _permit: OwnedSemaphorePermit,
}

impl Turn<'_> {
    /// Records how the call ended.
    pub fn ended(&mut self, is_answered: bool) {
        if !std::mem::replace(&mut self.is_over, true) {
            self.gate.with(|hosts| {
                if let Some(host) = hosts.get_mut(&self.name) {
                    host.breaker.ended(is_answered, now());
                }
            });
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.ended(false);
        let name = &self.name;
        self.gate.with(|hosts| {
            // This turn is still held: no other turn is, and nobody waits.
            let is_last = |host: &Host| {
                host.turns.available_permits() + 1 == BY_HOST && Arc::strong_count(&host.turns) <= 2
            };
            if hosts.get(name).is_some_and(|host| host.breaker.is_new() && is_last(host)) {
                hosts.remove(name);
            }
        });
    }
}
