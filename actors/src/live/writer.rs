//! The only way to send to a peer: every thread that sends to a connection does so through its [`Writer`].
//!
//! A frame goes straight from the sending thread into the socket. What the socket does not take at once is queued here,
//! and a task that lives only while something is queued writes it as the peer reads.
//!
//! States:
//! - *held*: the handshake's response is not sent yet, and another part writes it. Everything is queued until
//!   [`Writer::open`].
//! - *open*.
//! - *closing*: the last frame is queued ([`Writer::close`]) and no more are accepted. What is queued is written, then the
//!   writing side is shut down. A peer that does not take it within [`CLOSING`] is cut.
//! - *over*: everything is written and shut down, or the connection was [cut](Writer::cut). Nothing is queued, its bytes
//!   no longer count, and [`Writer::ended`] completes.
//!
//! Invariants:
//! - All writing is done under the lock of the state, and only by a sender that finds the queue empty, or by the task that
//!   writes the queue. So frames are never interleaved, and those of one sender arrive in order.
//! - No call waits for the peer.
//! - At most [`BYTES_IN_FLIGHT`] are queued for one peer and [`BYTES_IN_ALL`] for all of a node (backpressure): a peer that
//!   is too slow is cut, reconnects, and recovers by cursor.
//! - Lock order: the [`Backlog`] may be locked while a writer's state is held, never the other way round.

mod backlog;
mod waiting;

use std::io::{self, ErrorKind, IoSlice};
use std::net::Shutdown;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use tokio::runtime::Handle;
use tokio::sync::Notify;

pub use self::backlog::Backlog;
use self::waiting::Waiting;

/// Most bytes that wait for one socket before it counts as too slow.
pub const BYTES_IN_FLIGHT: usize = 1024 * 1024;
/// Most bytes that wait for all sockets of a node; beyond it the one with the most is cut. A frame that waits for many
/// counts for each, though it is in memory once.
pub const BYTES_IN_ALL: usize = 256 * 1024 * 1024;
/// Frames that may be lost are dropped for a peer with this many bytes waiting (bytes).
const BUSY: usize = 64 * 1024;
/// How long a peer may take to read what waits when its connection is closed.
const CLOSING: Duration = Duration::from_secs(5);
/// Frames handed to the socket in one call.
const AT_ONCE: usize = 64;

/// The socket that is written to.
pub trait Sink: Send + Sync + 'static {
    /// Writes as much of the beginning of `parts` as there is room for; none is [`ErrorKind::WouldBlock`]. Never waits.
    fn take(&self, parts: &[IoSlice<'_>]) -> io::Result<usize>;
    /// Completes when there may be room again.
    fn room(&self) -> BoxFuture<'_, io::Result<()>>;
    fn shut(&self, how: Shutdown);
}

/// The peer is too slow, or gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slow;

/// A subscription that the server has ended: its id and serial.
pub type Ended = (Arc<str>, u64);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Open,
    Closing,
    Over,
}

struct State {
    phase: Phase,
    held: bool,
    waiting: Waiting,
    /// Whether a task is writing what waits.
    draining: bool,
    ended: Vec<Ended>,
}

/// The sink is stored inline, which saves a pointer dereference per delivery.
pub struct Writer<S: Sink + ?Sized = dyn Sink> {
    backlog: Arc<Backlog>,
    /// The runtime that knows the socket's readiness.
    tasks: Handle,
    state: Mutex<State>,
    /// Bytes that wait, readable without the lock.
    waiting: AtomicUsize,
    /// Epoch milliseconds of the last bytes from the peer.
    heard: AtomicI64,
    over: Notify,
    sink: S,
}

impl Writer {
    /// Held at first. To be called within the socket's runtime.
    pub fn new(sink: impl Sink, backlog: Arc<Backlog>, now: i64) -> Arc<Self> {
        let (waiting, ended) = (Waiting::default(), Vec::new());
        Arc::new(Writer {
            backlog,
            tasks: Handle::current(),
            state: Mutex::new(State { phase: Phase::Open, held: true, waiting, draining: false, ended }),
            waiting: AtomicUsize::new(0),
            heard: AtomicI64::new(now),
            over: Notify::new(),
            sink,
        })
    }

    /// The handshake has been answered: frames sent since then follow it.
    pub fn open(self: &Arc<Self>) {
        let mut state = self.lock();
        if std::mem::take(&mut state.held) && !state.waiting.is_empty() {
            self.go_on(&mut state);
        }
    }

    /// Sends whole frames in one piece. A peer that is too slow to take them is cut.
    pub fn send(self: &Arc<Self>, frames: &Bytes) -> Result<(), Slow> {
        let mut state = self.lock();
        if state.phase != Phase::Open {
            return Err(Slow);
        }
        let sent = if state.held || !state.waiting.is_empty() {
            0
        } else {
            self.take(&[IoSlice::new(frames)]).map_err(|_| self.end(&mut state))?
        };
        let rest = frames.len() - sent;
        if rest == 0 {
            return Ok(());
        }
        if state.waiting.bytes + rest > BYTES_IN_FLIGHT {
            return Err(self.too_slow(&mut state));
        }
        self.wait(&mut state, frames.slice(sent..));
        drop(state);
        self.backlog.bound();
        Ok(())
    }

    /// Like [`Writer::send`] for frames that may be lost (typing, heart-beats): skipped for a peer that is behind.
    pub fn offer(self: &Arc<Self>, frames: &Bytes) {
        if self.waiting.load(Ordering::Relaxed) < BUSY {
            let _ = self.send(frames);
        }
    }

    /// Ends the connection in order, with this last frame.
    pub fn close(self: &Arc<Self>, last: &Bytes) {
        let mut state = self.lock();
        if state.phase != Phase::Open {
            return;
        }
        state.phase = Phase::Closing;
        self.wait(&mut state, last.clone());
        if state.phase == Phase::Closing {
            let writer = Arc::downgrade(self);
            self.tasks.spawn(async move {
                tokio::time::sleep(CLOSING).await;
                if let Some(writer) = writer.upgrade() {
                    writer.cut();
                }
            });
        }
    }

    /// Ends the connection at once. What waits is lost.
    pub fn cut(&self) {
        let mut state = self.lock();
        if state.phase != Phase::Over {
            metrics::counter!("live_connections_cut_total").increment(1);
            self.end(&mut state);
        }
    }

    /// The peer has closed its side. If the last frame was already sent, the peer may still read it.
    pub fn left(&self) {
        let mut state = self.lock();
        if state.phase == Phase::Open {
            self.end(&mut state);
        }
    }

    /// Completes when the connection is over.
    pub async fn ended(&self) {
        self.over.notified().await;
    }

    /// Whether more frames can be sent.
    pub fn is_open(&self) -> bool {
        self.lock().phase == Phase::Open
    }

    /// Notes that the server has ended a subscription; to be called before the peer is notified.
    pub fn subscription_over(&self, id: &Arc<str>, serial: u64) {
        self.lock().ended.push((Arc::clone(id), serial));
    }

    /// The subscriptions ended since the last call; to be called before the peer's next frame is handled.
    pub fn subscriptions_over(&self) -> Vec<Ended> {
        std::mem::take(&mut self.lock().ended)
    }

    /// The peer sent something.
    pub fn record_activity(&self, now: i64) {
        self.heard.store(now, Ordering::Relaxed);
    }

    /// Epoch milliseconds of the last bytes from the peer.
    pub fn last_heard(&self) -> i64 {
        self.heard.load(Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of bytes the socket took; an error ends the connection.
    fn take(&self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        loop {
            match self.sink.take(parts) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(0),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                taken => return taken,
            }
        }
    }

    /// Queues `frames` until there is room.
    fn wait(self: &Arc<Self>, state: &mut State, frames: Bytes) {
        if state.waiting.is_empty() {
            self.backlog.add(self);
        }
        self.backlog.bytes.fetch_add(frames.len(), Ordering::Relaxed);
        state.waiting.push(frames);
        self.waiting.store(state.waiting.bytes, Ordering::Relaxed);
        if !state.held && !state.draining {
            self.go_on(state);
        }
    }

    /// Writes what waits, now and by a task when there is room.
    fn go_on(self: &Arc<Self>, state: &mut State) {
        if self.hand_over(state) {
            state.draining = true;
            self.tasks.spawn(Arc::clone(self).drain());
        }
    }

    async fn drain(self: Arc<Self>) {
        while self.sink.room().await.is_ok() {
            let mut state = self.lock();
            if !self.hand_over(&mut state) {
                state.draining = false;
                return;
            }
        }
        self.end(&mut self.lock());
    }

    /// Writes what there is room for. True: something still waits.
    fn hand_over(&self, state: &mut State) -> bool {
        while !state.waiting.is_empty() {
            match state.waiting.with_parts(|parts| self.take(parts)) {
                Ok(0) => return true,
                Ok(taken) => self.given(state, taken),
                Err(_) => {
                    self.end(state);
                    return false;
                }
            }
        }
        if state.phase == Phase::Closing {
            state.phase = Phase::Over;
            self.sink.shut(Shutdown::Write);
            self.over.notify_one();
        }
        false
    }

    /// This many bytes no longer wait.
    fn given(&self, state: &mut State, bytes: usize) {
        state.waiting.taken(bytes);
        self.waiting.store(state.waiting.bytes, Ordering::Relaxed);
        self.backlog.bytes.fetch_sub(bytes, Ordering::Relaxed);
        if state.waiting.is_empty() {
            self.backlog.remove(self);
        }
    }

    fn too_slow(&self, state: &mut State) -> Slow {
        metrics::counter!("live_slow_peers_total").increment(1);
        metrics::counter!("live_connections_cut_total").increment(1);
        self.end(state)
    }

    fn end(&self, state: &mut State) -> Slow {
        if state.phase != Phase::Over {
            state.phase = Phase::Over;
            self.given(state, state.waiting.bytes);
            self.sink.shut(Shutdown::Both);
            self.over.notify_one();
        }
        Slow
    }
}

#[cfg(test)]
mod tests;
