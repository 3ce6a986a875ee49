//! Bounds a peer's input before anything buffers it.
//!
//! actix's WebSocket codec checks a frame's size only when its whole payload has arrived, and its stream buffers
//! everything that has arrived before it decodes a frame: a header announcing 2^40 bytes, or a flood of one-byte
//! frames, would exhaust memory. So the codec reads through this stream: frame headers are parsed as they arrive, an
//! oversized frame is refused at its header, and the next frame passes only after the previous one was handled. Besides
//! one frame, a connection buffers what the server reads at once (32 KiB); then the peer waits (backpressure).

use std::cell::{Cell, RefCell};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker, ready};

use actix_web::error::PayloadError;
use actix_web::web::Bytes;
use futures_util::Stream;

/// Longest frame header: two bytes, a length of eight, a mask of four.
const HEAD: usize = 14;
/// Largest payload of a ping, pong or close (RFC 6455 §5.5).
const CONTROL: u64 = 125;

/// An oversized frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

/// Tracks frame boundaries in bytes that arrive in any pieces. Pure.
#[derive(Debug, Default)]
pub struct Boundaries {
    head: [u8; HEAD],
    have: usize,
    /// Payload still to come; `None` while the header is read.
    left: Option<usize>,
}

/// How many bytes belong to the current frame, and whether it ends there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub len: usize,
    pub ends: bool,
}

impl Boundaries {
    /// Reads from `bytes` up to the end of the current frame. `bound`: largest payload in bytes.
    pub fn read(&mut self, bytes: &[u8], bound: usize) -> Result<Part, TooLong> {
        let mut len = 0;
        let left = loop {
            if let Some(left) = self.left {
                break left;
            }
            if let Some(payload) = self.payload(bound)? {
                self.left = Some(payload);
                continue;
            }
            let Some(byte) = bytes.get(len) else { return Ok(Part { len, ends: false }) };
            self.head[self.have] = *byte;
            self.have += 1;
            len += 1;
        };
        let taken = left.min(bytes.len() - len);
        if taken == left {
            *self = Self::default();
        } else {
            self.left = Some(left - taken);
        }
        Ok(Part { len: len + taken, ends: taken == left })
    }

    /// The payload's length once the header is complete. Refuses as soon as the length is known, before the mask.
    fn payload(&self, bound: usize) -> Result<Option<usize>, TooLong> {
        let head = &self.head[..self.have];
        let &[first, second, ref rest @ ..] = head else { return Ok(None) };
        let (length, width) = match second & 0x7f {
            126 => match rest.first_chunk::<2>() {
                Some(bytes) => (u64::from(u16::from_be_bytes(*bytes)), 2),
                None => return Ok(None),
            },
            127 => match rest.first_chunk::<8>() {
                Some(bytes) => (u64::from_be_bytes(*bytes), 8),
                None => return Ok(None),
            },
            short => (u64::from(short), 0),
        };
        let is_control = first & 0x08 != 0;
        let length = usize::try_from(length)
            .ok()
            .filter(|length| *length <= bound && !(is_control && *length as u64 > CONTROL))
            .ok_or(TooLong)?;
        let mask = if second & 0x80 == 0 { 0 } else { 4 };
        Ok((rest.len() == width + mask).then_some(length))
    }
}

/// State shared by the socket's actor and its stream.
#[derive(Debug)]
pub struct Gate {
    bound: Cell<usize>,
    /// A complete frame has passed and is not handled yet.
    shut: Cell<bool>,
    refused: Cell<bool>,
    waiting: RefCell<Option<Waker>>,
}

impl Gate {
    /// Lets frames with up to `bound` bytes of payload pass.
    pub fn new(bound: usize) -> Rc<Self> {
        Rc::new(Self {
            bound: Cell::new(bound),
            shut: Cell::new(false),
            refused: Cell::new(false),
            waiting: RefCell::new(None),
        })
    }

    /// Applies from the next frame on.
    pub fn set_bound(&self, bound: usize) {
        self.bound.set(bound);
    }

    /// Marks the last frame as handled: the next one may pass.
    pub fn open(&self) {
        self.shut.set(false);
        if let Some(waker) = self.waiting.take() {
            waker.wake();
        }
    }

    /// Whether a frame was over the bound; nothing passes after it.
    pub fn has_refused(&self) -> bool {
        self.refused.get()
    }
}

/// A connection's bytes, one frame at a time.
pub struct Inflow<S> {
    source: S,
    rest: Bytes,
    boundaries: Boundaries,
    gate: Rc<Gate>,
}

impl<S> Inflow<S> {
    pub fn new(source: S, gate: Rc<Gate>) -> Self {
        Self { source, rest: Bytes::new(), boundaries: Boundaries::default(), gate }
    }
}

impl<S: Stream<Item = Result<Bytes, PayloadError>> + Unpin> Stream for Inflow<S> {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        if this.gate.has_refused() {
            return Poll::Ready(None);
        }
        if this.gate.shut.get() {
            *this.gate.waiting.borrow_mut() = Some(cx.waker().clone());
            return Poll::Pending;
        }
        while this.rest.is_empty() {
            let next = ready!(Pin::new(&mut this.source).poll_next(cx));
            let Some(Ok(bytes)) = next else { return Poll::Ready(next) };
            this.rest = bytes;
        }
        let Ok(Part { len, ends }) = this.boundaries.read(&this.rest, this.gate.bound.get()) else {
            this.gate.refused.set(true);
            this.rest = Bytes::new();
            return Poll::Ready(Some(Err(PayloadError::Overflow)));
        };
        this.gate.shut.set(ends);
        Poll::Ready(Some(Ok(this.rest.split_to(len))))
    }
}

#[cfg(test)]
mod tests;
