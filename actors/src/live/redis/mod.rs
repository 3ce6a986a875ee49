//! The bus over Redis pub/sub.
//!
//! Two connections and a thread of their own (`link.rs`): one publishes, one receives. Nothing waits for Redis except
//! [`Bus::follow`] and [`Bus::take`], each for a bounded time.
//!
//! Pub/sub guarantees no delivery, so losses are detected:
//! - What this node cannot publish (queue full, connection cut, no answer) is noted by topic, and the next heartbeat
//!   that gets through names the topics to repair.
//! - Messages of a process on a topic are numbered without gaps: a node that receives 7 after 5 has missed one.
//! - Each node receives its own heartbeats. When they stay away for [`link::ECHO`], its connection is dead even if it
//!   looks open (a stopped Redis, a cut cable): it reconnects, and everything this node serves is repaired.
//! - A node that falls silent without signing off may have written events without announcing them: everything is
//!   repaired then, too.
//!
//! Channel names contain a hash of the installation's secret, so that installations can share a Redis without receiving
//! each other's messages.

mod envelope;
mod link;
mod listener;
mod peers;
mod quota;
mod speaker;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use redis::aio::MultiplexedConnection;
use sha2::{Digest, Sha256};
use tokio::sync::{mpsc, oneshot};

use crate::Platform;
use crate::live::bus::{Announcement, Bus, BusState, Granted, Quota, Topic};
use crate::platform::time::now;
use envelope::Lost;

/// Most announcements that wait to be sent.
const QUEUE: usize = 8_192;
/// Announcements that may be lost are dropped when this many wait.
const CROWDED: usize = QUEUE / 2;

/// The address of the Redis is invalid.
#[derive(Debug, thiserror::Error)]
#[error("this is no address of a Redis")]
pub struct OpenError;

/// Orders to the link's thread.
enum Order {
    Follow { topic: Topic, done: oneshot::Sender<()> },
    Stop { done: oneshot::Sender<()> },
}

struct Shared {
    client: redis::Client,
    prefix: String,
    node: u8,
    /// Distinguishes this process from an earlier one with the same node number.
    boot: u32,
    up: AtomicBool,
    /// The connection for queries (limits); present while the bus is up.
    questions: Mutex<Option<MultiplexedConnection>>,
    /// What could not be published, until a heartbeat has reported it.
    lost: Mutex<Lost>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn is_up(&self) -> bool {
        self.up.load(Ordering::Acquire)
    }

    fn note_lost(&self, topic: Topic) {
        metrics::counter!("bus_dropped_total").increment(1);
        lock(&self.lost).add(topic, now());
    }
}

/// The channel ends that move to the link's thread.
struct Ends {
    queue: mpsc::Receiver<Announcement>,
    orders: mpsc::UnboundedReceiver<Order>,
}

pub struct RedisBus {
    shared: Arc<Shared>,
    queue: mpsc::Sender<Announcement>,
    orders: mpsc::UnboundedSender<Order>,
    ends: Mutex<Option<Ends>>,
}

impl RedisBus {
    /// `url`: `redis://` or `rediss://`. Does not connect yet. `secret` is the installation's, `node` this process's
    /// leased number.
    pub fn open(url: &str, secret: &[u8], node: u8) -> Result<Self, OpenError> {
        let client = redis::Client::open(url).map_err(|_| OpenError)?;
        let hash = Sha256::new_with_prefix(b"the bus of ").chain_update(secret).finalize();
        let name = hash.iter().take(4).fold(0_u32, |name, byte| name << 8 | u32::from(*byte));
        let (queue, waiting) = mpsc::channel(QUEUE);
        let (orders, given) = mpsc::unbounded_channel();
        metrics::gauge!("bus_up").set(0.0);
        Ok(Self {
            shared: Arc::new(Shared {
                client,
                prefix: format!("kalender:{name:08x}"),
                node,
                boot: rand::random(),
                up: AtomicBool::new(false),
                questions: Mutex::new(None),
                lost: Mutex::new(Lost::default()),
            }),
            queue,
            orders,
            ends: Mutex::new(Some(Ends { queue: waiting, orders: given })),
        })
    }
}

impl Bus for RedisBus {
    fn publish(&self, announcement: Announcement) {
        if announcement.may_be_lost() && (!self.shared.is_up() || self.queue.capacity() < QUEUE - CROWDED) {
            return;
        }
        let topic = announcement.topic();
        if !self.shared.is_up() || self.queue.try_send(announcement).is_err() {
            self.shared.note_lost(topic);
        }
    }

    fn spans_nodes(&self) -> bool {
        true
    }

    fn follow(&self, topic: Topic) -> BoxFuture<'static, ()> {
        let (done, followed) = oneshot::channel();
        let sent = self.orders.send(Order::Follow { topic, done });
        if sent.is_err() || !self.shared.is_up() {
            return ready(()).boxed();
        }
        // Without an answer the connection is cut, and everything is repaired later.
        followed.map(drop).boxed()
    }

    fn state(&self) -> BusState {
        if self.shared.is_up() { BusState::Up } else { BusState::Away }
    }

    fn take<'a>(&'a self, key: &'a str, quota: Quota) -> BoxFuture<'a, Option<Granted>> {
        let Some(connection) = lock(&self.shared.questions).clone() else { return ready(None).boxed() };
        let key = format!("{}:limit:{key}", self.shared.prefix);
        async move {
            let granted = quota::take(connection, key, quota).await;
            if granted.is_none() {
                metrics::counter!("bus_limits_alone_total").increment(1);
            }
            granted
        }
        .boxed()
    }

    fn give<'a>(&'a self, key: &'a str, quota: Quota) -> BoxFuture<'a, ()> {
        let Some(connection) = lock(&self.shared.questions).clone() else { return ready(()).boxed() };
        let key = format!("{}:limit:{key}", self.shared.prefix);
        quota::give(connection, key, quota).boxed()
    }

    fn start(&self, platform: &Platform) {
        if let Some(ends) = lock(&self.ends).take() {
            link::start(Arc::clone(&self.shared), platform.clone(), ends.queue, ends.orders);
        }
    }

    fn stop(&self) -> BoxFuture<'static, ()> {
        let (done, stopped) = oneshot::channel();
        let sent = self.orders.send(Order::Stop { done });
        if sent.is_err() || lock(&self.ends).is_some() {
            return ready(()).boxed();
        }
        async move {
            let _ = tokio::time::timeout(link::FAREWELL, stopped).await;
        }
        .boxed()
    }
}
