//! Repair of what may have been missed.
//!
//! Announcements between nodes can be lost. What depends on them is then read again from the store, which is the truth:
//! - rights: each subscriber's facts, and the settings of the room. Nothing is delivered until they are read, so nobody
//!   keeps receiving what they may no longer read;
//! - sessions: one that is no longer in the store has its sockets closed;
//! - presence: nodes announce to each other who is connected;
//! - events: subscribers receive RESYNC and recover by cursor. The outage is remembered, here and in the store, so that
//!   recovery reads from its beginning ([`crate::live::bus::Outages`]), even when all nodes have restarted.
//!
//! While the bus is away, rights and sessions are read again every few seconds, without a RESYNC.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::{StreamExt, TryStreamExt, stream};
use storage::ids::UserId;
use tokio::sync::Semaphore;

use crate::Platform;
use crate::live::bus::{Outages, SETTLES, Topic};
use crate::live::session::Verify;
use crate::platform::error::Result;
use crate::platform::time::now;

/// Most facts read concurrently, over all actors, so that people's own requests come first.
const AT_ONCE: usize = 32;
/// Sessions are looked up in chunks of this size, with a pause between.
const CHUNK: usize = 256;
const BREATH: Duration = Duration::from_millis(20);

/// An ongoing outage is stored again after this long (ms). Outages closer together than their settling time are merged
/// (`bus::outages`).
const WRITTEN_EVERY: i64 = 10_000;
/// The stored outages are read again after this long; other nodes also publish theirs.
const READ_EVERY: Duration = Duration::from_secs(5);

/// Where announcements may have been missed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Everything,
    Topic(Topic),
}

/// State of the repair.
pub struct Repair {
    pub outages: Outages,
    permits: Semaphore,
    /// Whether sessions are being checked.
    rounds: AtomicBool,
    /// When a write last had no answer, epoch milliseconds.
    uncertain: AtomicI64,
    /// The outage that was last stored: its beginning, and until when.
    written: Mutex<(i64, i64)>,
    /// When the stored outages were last read.
    read: tokio::sync::Mutex<Option<Instant>>,
}

impl Default for Repair {
    fn default() -> Self {
        Self {
            outages: Outages::default(),
            permits: Semaphore::new(AT_ONCE),
            rounds: AtomicBool::new(false),
            uncertain: AtomicI64::new(i64::MIN / 2),
            written: Mutex::default(),
            read: tokio::sync::Mutex::default(),
        }
    }
}

impl Repair {
    pub(crate) fn note_uncertain(&self) {
        self.uncertain.store(now(), Ordering::Relaxed);
    }

    /// Whether the store may already contain events that nobody was sent.
    pub(crate) fn is_uncertain(&self) -> bool {
        now() - self.uncertain.load(Ordering::Relaxed) < SETTLES + 60_000
    }

    /// Runs `read` for each of `people`, a bounded number at a time; fails with the first failure.
    pub(crate) async fn of_each<T, F>(
        &self,
        people: Vec<UserId>,
        read: impl Fn(UserId) -> F,
    ) -> Result<HashMap<UserId, T>>
    where
        F: Future<Output = Result<T>>,
    {
        let one = |user_id| {
            let reading = read(user_id);
            async move {
                // The semaphore is never closed, so this always gets a permit.
                let _permit = self.permits.acquire().await;
                reading.await.map(|read| (user_id, read))
            }
        };
        stream::iter(people).map(one).buffer_unordered(AT_ONCE).try_collect().await
    }
}

impl Platform {
    /// Streams were incomplete from `since` until now. Stored as well, repeatedly while it lasts: all nodes may restart
    /// before clients have caught up.
    pub(crate) fn note_outage(&self, since: i64) {
        let at = now();
        self.repair.outages.note(since, at);
        if !self.bus.spans_nodes() {
            return;
        }
        {
            let mut written = self.repair.written.lock().unwrap_or_else(PoisonError::into_inner);
            if written.0 == since && at - written.1 < WRITTEN_EVERY {
                return;
            }
            *written = (since, at);
        }
        let platform = self.clone();
        actix_rt::spawn(async move {
            if let Err(error) = platform.storage.outages.note(platform.node, since, at).await {
                tracing::warn!(%error, "an outage could not be written down");
                *platform.repair.written.lock().unwrap_or_else(PoisonError::into_inner) = (0, 0);
            }
        });
    }

    /// From when a recovery has to read for a cursor from `at`, by all outages that any node knows of or has stored.
    pub(crate) async fn resume_from(&self, at: i64, margin: i64) -> Result<i64> {
        let mut read = self.repair.read.lock().await;
        if read.is_none_or(|read| read.elapsed() > READ_EVERY) {
            for (began, ended) in self.storage.outages.all().await? {
                self.repair.outages.note(began, ended);
            }
            *read = Some(Instant::now());
        }
        Ok(self.repair.outages.resume_from(at, margin))
    }

    /// Announcements since `since` (epoch ms) may have been missed. To be called on a thread with a local task set.
    pub fn missed(&self, scope: Scope, since: i64) {
        self.note_outage(since);
        let resync = Some(since);
        match scope {
            Scope::Everything => {
                tracing::info!(since, "something may have been missed: everybody is told to catch up");
                self.people.forget_everybody();
                self.verify_topics(resync);
                self.verify_sessions(true);
            }
            Scope::Topic(Topic::All) => self.people.forget_everybody(),
            Scope::Topic(Topic::Person(user_id)) => {
                for session in self.connections.of(user_id) {
                    session.do_send(Verify { tell: true });
                }
            }
            Scope::Topic(topic @ Topic::Scope(..)) => {
                for live in self.registry.rooms(Some(topic)) {
                    live.verify(resync);
                }
            }
        }
    }

    /// A node has ended or is no longer heard: nobody counts as present there.
    pub fn node_gone(&self, node: u8) {
        for live in self.registry.rooms(None) {
            live.node_gone(node);
        }
    }

    /// Whether this node has subscribers for `topic`.
    pub fn needs(&self, topic: Topic) -> bool {
        match topic {
            Topic::All => true,
            Topic::Scope(..) => self.registry.serves(topic),
            Topic::Person(id) => self.connections.count(id) > 0,
        }
    }

    fn verify_topics(&self, resync: Option<i64>) {
        for live in self.registry.rooms(None) {
            live.verify(resync);
        }
    }

    fn verify_sessions(&self, tell: bool) {
        // A run that sends RESYNC is never skipped; a mere check can wait for the next time.
        if !tell && self.repair.rounds.swap(true, Ordering::Relaxed) {
            return;
        }
        let platform = self.clone();
        actix_rt::spawn(async move {
            for chunk in platform.connections.all().chunks(CHUNK) {
                for session in chunk {
                    session.do_send(Verify { tell });
                }
                tokio::time::sleep(BREATH).await;
            }
            if !tell {
                platform.repair.rounds.store(false, Ordering::Relaxed);
            }
        });
    }
}

/// The bus is away: everything this node serves is compared with the store.
pub fn verify_everything(platform: &Platform) {
    metrics::counter!("live_verifications_total").increment(1);
    platform.verify_topics(None);
    platform.verify_sessions(false);
}
