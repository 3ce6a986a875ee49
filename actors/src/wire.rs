//! How live events reach a connection: the encoder that the way in (STOMP) brings, and the outlet to one socket.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};

use actix::Recipient;
use bytestring::ByteString;

/// Turns events into frames. Called once per distinct subscription id and event, never per receiver.
pub trait Wire: Send + Sync + 'static {
    /// A message for a subscription; `message_id` is unique within a connection.
    fn message(&self, subscription: &str, destination: &str, message_id: u64, body: &str) -> ByteString;
    /// The answer to a frame that asked for one.
    fn receipt(&self, receipt: &str) -> ByteString;
    /// The last frame of a connection.
    fn error(&self, code: &str, why: &str, receipt: Option<&str>) -> ByteString;
    /// The shortest sign of life.
    fn heartbeat(&self) -> ByteString;
}

/// What a socket actor is told.
#[derive(Debug, Clone, actix::Message)]
#[rtype(result = "()")]
pub enum Outbound {
    Frame(ByteString),
    /// A subscription has ended from this side; the protocol's state forgets it.
    SubscriptionOver {
        id: Arc<str>,
        serial: u64,
    },
    /// Write this last frame, if any, then close.
    Close(Option<ByteString>),
}

/// The peer does not take what is sent, or is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slow;

/// Most bytes that wait for one socket before it counts as too slow.
pub const BYTES_IN_FLIGHT: usize = 1024 * 1024;

/// What the sides of one connection share: the socket counts in, fan-out counts up.
pub struct Line {
    waiting: AtomicUsize,
    /// Epoch milliseconds of the last bytes from the peer.
    heard: AtomicI64,
    broken: AtomicBool,
    /// Ends the socket even when its actor is not polled (a peer that does not read).
    breaker: Box<dyn Fn() + Send + Sync>,
}

impl Line {
    pub fn new(now: i64, breaker: impl Fn() + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self {
            waiting: AtomicUsize::new(0),
            heard: AtomicI64::new(now),
            broken: AtomicBool::new(false),
            breaker: Box::new(breaker),
        })
    }

    /// The peer sent something.
    pub fn heard(&self, now: i64) {
        self.heard.store(now, Ordering::Relaxed);
    }

    /// Epoch milliseconds of the last bytes from the peer.
    pub fn last_heard(&self) -> i64 {
        self.heard.load(Ordering::Relaxed)
    }

    /// The socket took `bytes` over.
    pub fn taken(&self, bytes: usize) {
        self.waiting.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Ends the connection from outside, once.
    pub fn cut(&self) {
        if !self.broken.swap(true, Ordering::Relaxed) {
            metrics::counter!("live_connections_cut_total").increment(1);
            (self.breaker)();
        }
    }
}

/// One subscription's way to its socket. Kept per subscription and never cloned per message: each clone of a recipient
/// has a slot of its own in the mailbox, so a fresh clone would never find it full.
pub struct Outlet {
    recipient: Recipient<Outbound>,
    line: Arc<Line>,
}

impl Clone for Outlet {
    fn clone(&self) -> Self {
        Self { recipient: self.recipient.clone(), line: Arc::clone(&self.line) }
    }
}

impl Outlet {
    pub fn new(recipient: Recipient<Outbound>, line: Arc<Line>) -> Self {
        Self { recipient, line }
    }

    pub fn line(&self) -> &Arc<Line> {
        &self.line
    }

    /// Hands a frame over, or cuts a peer that is too slow to take it: it comes back and recovers by cursor.
    pub fn send(&self, frame: ByteString) -> Result<(), Slow> {
        let bytes = frame.len();
        let waiting = self.line.waiting.fetch_add(bytes, Ordering::Relaxed);
        if waiting + bytes > BYTES_IN_FLIGHT {
            self.line.taken(bytes);
            return Err(self.slow());
        }
        if self.recipient.try_send(Outbound::Frame(frame)).is_err() {
            self.line.taken(bytes);
            return Err(self.slow());
        }
        Ok(())
    }

    /// Like [`Outlet::send`] for what may be lost (typing, heart-beats): a full mailbox drops it.
    pub fn offer(&self, frame: ByteString) {
        let bytes = frame.len();
        self.line.waiting.fetch_add(bytes, Ordering::Relaxed);
        if self.recipient.try_send(Outbound::Frame(frame)).is_err() {
            self.line.taken(bytes);
        }
    }

    /// Tells the socket that a subscription has ended.
    pub fn subscription_over(&self, id: &Arc<str>, serial: u64) {
        let over = Outbound::SubscriptionOver { id: Arc::clone(id), serial };
        if self.recipient.try_send(over).is_err() {
            self.slow();
        }
    }

    /// Ends the connection in order, perhaps with a last frame.
    pub fn close(&self, last: Option<ByteString>) {
        if self.recipient.try_send(Outbound::Close(last)).is_err() {
            self.slow();
        }
    }

    fn slow(&self) -> Slow {
        metrics::counter!("live_slow_peers_total").increment(1);
        self.line.cut();
        Slow
    }
}
