//! The one way out to a peer: whoever has something to say to a connection, from whatever thread, says it to its [`Writer`].
//!
//! A frame goes straight from the thread that says it into the socket. What the socket does not take at once waits here, and
//! a task that lives only as long as something waits hands it over as the peer reads.
//!
//! States:
//! - *held*: the answer to the handshake is not out yet, and it is not ours to write. Everything waits until [`Writer::open`].
//! - *open*.
//! - *closing*: the last words are said ([`Writer::close`]) and nothing more is taken in. What waits goes out, then the writing
//!   side is shut. A peer that does not take it within [`CLOSING`] is cut.
//! - *over*: everything is out and shut, or the connection was [cut](Writer::cut). Nothing waits, its bytes are given back, and
//!   whoever waits for [`Writer::ended`] goes on.
//!
//! Laws:
//! - All writing is done under the lock of the state, and only by who finds nothing waiting, or by the task for what waits: so
//!   frames are never mixed, and those of one speaker arrive in its order.
//! - No call waits for the peer.
//! - At most [`BYTES_IN_FLIGHT`] wait for one peer and [`BYTES_IN_ALL`] for all of a node: who does not take what is sent is cut,
//!   comes back, and recovers by cursor.
//! - Locks: a writer's state may be held when the [`Backlog`] is taken, never the other way round.

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
/// Most bytes that wait for all sockets of a node; beyond it the one for which most wait is cut. A frame that waits for many
/// counts for each, though it lies in memory once.
pub const BYTES_IN_ALL: usize = 256 * 1024 * 1024;
/// What may be lost is not said to a peer for which this much waits.
const BUSY: usize = 64 * 1024;
/// How long a peer may take for what waits when its connection is closed.
const CLOSING: Duration = Duration::from_secs(5);
/// Frames handed to the socket at once.
const AT_ONCE: usize = 64;

/// What is written to.
pub trait Sink: Send + Sync + 'static {
    /// Takes as much of the beginning of `parts` as there is room for; none is [`ErrorKind::WouldBlock`]. Never waits.
    fn take(&self, parts: &[IoSlice<'_>]) -> io::Result<usize>;
    /// Done when there may be room again.
    fn room(&self) -> BoxFuture<'_, io::Result<()>>;
    fn shut(&self, how: Shutdown);
}

/// The peer does not take what is sent, or is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slow;

/// A subscription that has ended from this side: its id and serial.
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
    /// A task hands over what waits.
    draining: bool,
    ended: Vec<Ended>,
}

/// Its sink lies within it: a delivery follows one pointer less.
pub struct Writer<S: Sink + ?Sized = dyn Sink> {
    backlog: Arc<Backlog>,
    /// Where the socket's readiness is known.
    tasks: Handle,
    state: Mutex<State>,
    /// Bytes that wait, to be read without the lock.
    waiting: AtomicUsize,
    /// Epoch milliseconds of the last bytes from the peer.
    heard: AtomicI64,
    over: Notify,
    sink: S,
}

impl Writer {
    /// Held at first. Called where the socket lives: within its runtime.
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

    /// The answer to the handshake is out: what was said since goes after it.
    pub fn open(self: &Arc<Self>) {
        let mut state = self.lock();
        if std::mem::take(&mut state.held) && !state.waiting.is_empty() {
            self.go_on(&mut state);
        }
    }

    /// Says whole frames, in one piece. A peer that is too slow to take them is cut.
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

    /// Like [`Writer::send`] for what may be lost (typing, heart-beats): not said to a peer that is behind.
    pub fn offer(self: &Arc<Self>, frames: &Bytes) {
        if self.waiting.load(Ordering::Relaxed) < BUSY {
            let _ = self.send(frames);
        }
    }

    /// Ends the connection in order, with these last words.
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

    /// The peer has gone by itself. What it may still read goes out if the last words are said already.
    pub fn left(&self) {
        let mut state = self.lock();
        if state.phase == Phase::Open {
            self.end(&mut state);
        }
    }

    /// Done when the connection is over.
    pub async fn ended(&self) {
        self.over.notified().await;
    }

    /// Whether anything more can be said.
    pub fn is_open(&self) -> bool {
        self.lock().phase == Phase::Open
    }

    /// Notes that a subscription has ended from this side; to be called before the peer is told.
    pub fn subscription_over(&self, id: &Arc<str>, serial: u64) {
        self.lock().ended.push((Arc::clone(id), serial));
    }

    /// The subscriptions that have ended since this was last asked; to be asked before the peer's next frame is looked at.
    pub fn subscriptions_over(&self) -> Vec<Ended> {
        std::mem::take(&mut self.lock().ended)
    }

    /// The peer sent something.
    pub fn heard(&self, now: i64) {
        self.heard.store(now, Ordering::Relaxed);
    }

    /// Epoch milliseconds of the last bytes from the peer.
    pub fn last_heard(&self) -> i64 {
        self.heard.load(Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How much the socket took; an error is the connection's end.
    fn take(&self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        loop {
            match self.sink.take(parts) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(0),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                taken => return taken,
            }
        }
    }

    /// Keeps `frames` until there is room.
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

    /// Hands over what waits, now and by a task when there is room.
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

    /// Hands over what there is room for. True: something waits on.
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

    /// So many bytes no longer wait.
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
