//! Many sockets read by one thread: WebSocket frames are taken apart just far enough to see that each message comes
//! exactly once and in order, and how long it was under way.

use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use memchr::memmem::Finder;
use tokio::io::AsyncReadExt as _;

use crate::table::Latencies;
use crate::{Failure, Result};

/// What comes before a message's number in its JSON.
pub const BEFORE_NUMBER: &[u8] = b"\"content\":\"";
/// Digits of the number.
pub const DIGITS: usize = 8;
/// Messages of one case at most.
const MOST: usize = 1 << 20;

/// What arrived so far, seen from the sending and the receiving side.
pub struct Arrivals {
    began: Instant,
    receivers: u32,
    /// Each numbers its messages by itself: its own in steps of how many there are.
    senders: usize,
    /// Nanoseconds after `began` at which each message was sent.
    sent: Vec<AtomicU64>,
    /// How many have each message.
    have: Vec<AtomicU32>,
    /// Messages that everybody has.
    complete: AtomicU64,
    changed: tokio::sync::Notify,
}

impl Arrivals {
    pub fn new(receivers: usize, senders: usize) -> Arc<Self> {
        Self::at_most(receivers, senders, MOST)
    }

    /// For at most so many messages.
    pub fn at_most(receivers: usize, senders: usize, most: usize) -> Arc<Self> {
        Arc::new(Self {
            began: Instant::now(),
            receivers: receivers as u32,
            senders,
            sent: (0..most).map(|_| AtomicU64::new(0)).collect(),
            have: (0..most).map(|_| AtomicU32::new(0)).collect(),
            complete: AtomicU64::new(0),
            changed: tokio::sync::Notify::new(),
        })
    }

    /// Notes that a message goes out now.
    pub fn sent(&self, number: u64) {
        self.due(number, Instant::now());
    }

    /// Notes when a message was to go out: it is under way from then on, however late its sender is.
    pub fn due(&self, number: u64, at: Instant) {
        let at = at.saturating_duration_since(self.began).as_nanos() as u64;
        self.sent[number as usize].store(at, Ordering::Release);
    }

    /// Messages that everybody has.
    pub fn complete(&self) -> u64 {
        self.complete.load(Ordering::Acquire)
    }

    /// Done when the next message is one that everybody has; counts from when it is first polled or enabled.
    pub fn next(&self) -> tokio::sync::futures::Notified<'_> {
        self.changed.notified()
    }

    fn arrived(&self, number: u64, at: Duration) -> Duration {
        if self.have[number as usize].fetch_add(1, Ordering::Relaxed) + 1 == self.receivers {
            self.complete.fetch_add(1, Ordering::Release);
            self.changed.notify_waiters();
        }
        at.saturating_sub(Duration::from_nanos(self.sent[number as usize].load(Ordering::Acquire)))
    }
}

/// The reading thread.
pub struct Receivers {
    thread: JoinHandle<Vec<Received>>,
    failed: Arc<Failed>,
    asks: mpsc::Sender<Ask>,
}

/// What the reading thread is asked for.
enum Ask {
    /// The latencies since it was asked last.
    Latencies(mpsc::Sender<Latencies>),
    Stop,
}

#[derive(Default)]
struct Failed {
    any: AtomicBool,
    why: Mutex<Option<Failure>>,
}

impl Failed {
    fn note(&self, why: Failure) {
        self.why.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
        self.any.store(true, Ordering::Release);
    }
}

#[derive(Default)]
struct Received {
    /// Of each sender.
    next: Vec<u64>,
    latencies: Latencies,
}

impl Receivers {
    /// All of them get the same messages.
    pub fn start(streams: Vec<TcpStream>, arrivals: &Arc<Arrivals>) -> Result<Self> {
        Self::start_each(streams.into_iter().map(|stream| (stream, Arc::clone(arrivals))).collect())
    }

    /// Each gets the messages of a topic.
    pub fn start_each(streams: Vec<(TcpStream, Arc<Arrivals>)>) -> Result<Self> {
        let (asks, asked) = mpsc::channel::<Ask>();
        let failed = Arc::new(Failed::default());
        let noted = Arc::clone(&failed);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let body = move || {
            let tasks = tokio::task::LocalSet::new();
            let all: Vec<_> = streams
                .into_iter()
                .map(|(stream, arrivals)| {
                    let received = std::rc::Rc::new(std::cell::RefCell::new(Received {
                        next: vec![0; arrivals.senders],
                        ..Received::default()
                    }));
                    let (to, noted) = (received.clone(), Arc::clone(&noted));
                    tasks.spawn_local(async move {
                        if let Err(why) = receive(stream, &arrivals, &to).await {
                            noted.note(why);
                        }
                    });
                    received
                })
                .collect();
            tasks.block_on(&runtime, async {
                loop {
                    match asked.try_recv() {
                        Ok(Ask::Latencies(to)) => {
                            let mut latencies = Latencies::default();
                            for received in &all {
                                latencies.append(std::mem::take(&mut received.borrow_mut().latencies));
                            }
                            let _ = to.send(latencies);
                        }
                        Err(mpsc::TryRecvError::Empty) => {
                            tokio::time::sleep(Duration::from_millis(20)).await;
                        }
                        Ok(Ask::Stop) | Err(mpsc::TryRecvError::Disconnected) => break,
                    }
                }
            });
            all.into_iter().map(|received| received.take()).collect()
        };
        let thread = std::thread::Builder::new().name("receivers".to_owned()).spawn(body)?;
        Ok(Self { thread, failed, asks })
    }

    /// Fails when a message was missing, doubled or out of order, or a connection ended.
    pub fn check(&self) -> Result<()> {
        if !self.failed.any.load(Ordering::Acquire) {
            return Ok(());
        }
        let why = self.failed.why.lock().unwrap_or_else(PoisonError::into_inner).take();
        Err(why.unwrap_or_else(|| "a receiver has failed".into()))
    }

    /// Latencies of what came since this was asked last. Blocks for a moment.
    pub fn latencies(&self) -> Result<Latencies> {
        let (to, answer) = mpsc::channel();
        self.asks.send(Ask::Latencies(to)).map_err(|_| "the receivers have ended")?;
        Ok(answer.recv()?)
    }

    /// Ends the reading: everybody must have had exactly `sent` messages.
    pub fn finish(self, sent: u64) -> Result<Latencies> {
        // A message too many would come late.
        std::thread::sleep(Duration::from_millis(200));
        self.check()?;
        let _ = self.asks.send(Ask::Stop);
        let received = self.thread.join().map_err(|_| "the receivers have panicked")?;
        let mut latencies = Latencies::default();
        for Received { next, latencies: own } in received {
            let had: u64 = next.iter().sum();
            if had != sent {
                return Err(format!("a subscriber had {had} messages of {sent}").into());
            }
            latencies.append(own);
        }
        Ok(latencies)
    }
}

async fn receive(
    stream: TcpStream,
    arrivals: &Arrivals,
    received: &std::cell::RefCell<Received>,
) -> Result<()> {
    stream.set_nonblocking(true)?;
    let mut stream = tokio::net::TcpStream::from_std(stream)?;
    let number = Finder::new(BEFORE_NUMBER);
    let mut buffer = Vec::with_capacity(16 * 1024);
    loop {
        if stream.read_buf(&mut buffer).await? == 0 {
            return Err("the server has ended a subscriber's connection".into());
        }
        let at = arrivals.began.elapsed();
        let mut done = 0;
        while let Some((payload, end)) = frame(&buffer[done..]) {
            let payload = &buffer[done + payload..done + end];
            done += end;
            // Some servers put several messages into a frame.
            for found in number.find_iter(payload) {
                let digits = payload.get(found + BEFORE_NUMBER.len()..).and_then(|rest| rest.get(..DIGITS));
                let digits = std::str::from_utf8(digits.ok_or("a message without its number")?)?;
                let Ok(seen) = digits.parse::<u64>() else {
                    return Err(format!("a message without its number: {digits}").into());
                };
                let mut received = received.borrow_mut();
                let next = &mut received.next[seen as usize % arrivals.senders];
                if seen / arrivals.senders as u64 != *next {
                    return Err(format!("a sender's message {next} was due, {seen} came").into());
                }
                *next += 1;
                received.latencies.add(arrivals.arrived(seen, at));
            }
        }
        buffer.drain(..done);
        buffer.reserve(4 * 1024);
    }
}

/// The first whole WebSocket frame of a server: where its payload begins and ends.
pub fn frame(bytes: &[u8]) -> Option<(usize, usize)> {
    let (start, length) = match *bytes.get(1)? & 0x7f {
        126 => (4, usize::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?))),
        127 => (10, usize::try_from(u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?)).ok()?),
        short => (2, usize::from(short)),
    };
    let end = start + length;
    (bytes.len() >= end).then_some((start, end))
}
