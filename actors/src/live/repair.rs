//! Making good what may have been missed.
//!
//! Announcements between nodes can be lost. What hangs on them is then read anew from the store, which is the truth:
//! - rights: each subscriber's facts, and the settings of the room. Nothing is delivered between the notice and the reading,
//!   so nobody keeps receiving what they may no longer read;
//! - sessions: one that is no longer in the store takes its sockets with it;
//! - presence: nodes tell each other who is with them;
//! - events: whoever listens is told RESYNC, and recovers by cursor. The outage is remembered, here and in the store, so
//!   that recovery looks back to its beginning ([`crate::live::bus::Outages`]), also when all nodes have started anew.
//!
//! While the bus is away, rights and sessions are read anew every few seconds, without a RESYNC.

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

/// Facts that are read anew at the same time, over all actors: people's own requests come first.
const AT_ONCE: usize = 32;
/// Sessions are looked up this many at a time, with a breath between.
const CHUNK: usize = 256;
const BREATH: Duration = Duration::from_millis(20);

/// An outage that lasts is written down anew after this long (ms). What lies closer together is one (`bus::outages`).
const WRITTEN_EVERY: i64 = 10_000;
/// The store's outages are read anew after this long: what other nodes have noticed they also tell.
const READ_EVERY: Duration = Duration::from_secs(5);

/// Where something may have been missed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Everything,
    Topic(Topic),
}

/// What repairing keeps in mind.
pub struct Repair {
    pub outages: Outages,
    permits: Semaphore,
    /// A round through the sessions is under way.
    rounds: AtomicBool,
    /// When a write last had no answer, epoch milliseconds.
    uncertain: AtomicI64,
    /// The outage that was last written down: its beginning, and up to when.
    written: Mutex<(i64, i64)>,
    /// When the store's outages were last read.
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

    /// What is in the store already may have been told to nobody.
    pub(crate) fn is_uncertain(&self) -> bool {
        now() - self.uncertain.load(Ordering::Relaxed) < SETTLES + 60_000
    }

    /// What `read` answers for each of `people`, some at a time; fails with the first failure.
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
                // Never closed: the permit is there in the end.
                let _permit = self.permits.acquire().await;
                reading.await.map(|read| (user_id, read))
            }
        };
        stream::iter(people).map(one).buffer_unordered(AT_ONCE).try_collect().await
    }
}

impl Platform {
    /// Streams were incomplete from `since` until now. Written down as well, again and again while it lasts: the nodes may all
    /// start anew before anybody has caught up.
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

    /// From when on a reader must look whose cursor is from `at`, by all outages that any node knows or has known.
    pub(crate) async fn look_back(&self, at: i64, margin: i64) -> Result<i64> {
        let mut read = self.repair.read.lock().await;
        if read.is_none_or(|read| read.elapsed() > READ_EVERY) {
            for (began, ended) in self.storage.outages.all().await? {
                self.repair.outages.note(began, ended);
            }
            *read = Some(Instant::now());
        }
        Ok(self.repair.outages.look_back(at, margin))
    }

    /// Something said since `since` (epoch ms) may not have been heard here. Called on a thread that has tasks of its own.
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

    /// A node has ended or is no longer heard: nobody is present there as far as this node knows.
    pub fn node_gone(&self, node: u8) {
        for live in self.registry.rooms(None) {
            live.node_gone(node);
        }
    }

    /// Has this node anybody for `topic`?
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
        // To tell is not left out; to look can wait for the next time.
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

/// Nobody is heard: what this node serves is held against the store.
pub fn verify_everything(platform: &Platform) {
    metrics::counter!("live_verifications_total").increment(1);
    platform.verify_topics(None);
    platform.verify_sessions(false);
}
