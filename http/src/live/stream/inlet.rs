//! Bounds how much of a client's input is read, and how long it may take. The server's own buffers have no useful bound
//! (128 KiB for a head, as much again for an unread body) and a deadline only for a connection's first head.
//!
//! The stream asks here before each read. The middleware [`watch`], which every request passes first, and the body that
//! it hands on tell which part of a request comes next: more is read when everything received was consumed.

use std::cell::{Cell, RefCell};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::http::StatusCode;
use actix_web::http::header::UPGRADE;
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use actix_web::{Error, HttpMessage as _};
use futures_util::{FutureExt as _, Stream};
use tokio::time::{Sleep, sleep};

use super::Shared;
use crate::platform::announced::Announced;

/// Largest head of a request, in bytes (contract §1).
pub const HEAD: usize = 32 * 1024;
/// Bytes of a body that are read ahead of its handler.
const WINDOW: usize = 4 * 1024;
/// Bytes of a head, or of drained input, that are read before the server processes them, so that its buffer need not
/// grow.
const STEP: usize = 4 * 1024;

/// The part of a request that comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// A head, or nothing.
    Head,
    /// A body that its handler reads; also all input of a live connection.
    Body,
    /// The rest of a body whose request is answered: drained.
    Rest,
}

/// What a read may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// Read at most this many bytes.
    Read(usize),
    /// Nothing for now; the task will be woken.
    Wait,
    /// The head is too long, or input came too slowly: stop reading.
    End(Reason),
}

/// Why a connection is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    TooLong,
    TooSlow,
    /// No further request came.
    Idle,
}

/// One per connection.
pub struct Inlet {
    part: Cell<Part>,
    /// Bytes of this part that may still be read.
    left: Cell<usize>,
    /// Bytes until the server must process what came.
    step: Cell<usize>,
    /// The head's bound is reached: the server gets one more look before it counts as too long.
    is_full: Cell<bool>,
    /// Number of requests so far.
    requests: Cell<u64>,
    waiting: RefCell<Option<Waker>>,
    end: RefCell<Option<Pin<Box<Sleep>>>>,
    patience: Patience,
}

/// Deadlines.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For a head, from its first byte.
    pub head: Duration,
    /// For draining the rest of a body.
    pub rest: Duration,
    /// Between two requests. Longer than the server's own keep-alive, which ends half a head that came with the
    /// previous request.
    pub idle: Duration,
}

impl Inlet {
    pub fn new(patience: Patience) -> Self {
        Self {
            part: Cell::new(Part::Head),
            left: Cell::new(HEAD),
            step: Cell::new(STEP),
            is_full: Cell::default(),
            requests: Cell::default(),
            waiting: RefCell::default(),
            end: RefCell::default(),
            patience,
        }
    }

    /// Whether a complete request has come; until then nothing was answered.
    pub fn has_served(&self) -> bool {
        self.requests.get() > 0
    }

    /// Called before each read.
    pub fn leave(&self, cx: &mut Context<'_>) -> Leave {
        match self.part.get() {
            Part::Body if self.left.get() > 0 => return Leave::Read(self.left.get()),
            Part::Body => *self.waiting.borrow_mut() = Some(cx.waker().clone()),
            Part::Head if self.left.get() == 0 && self.is_full.replace(true) => {
                return Leave::End(Reason::TooLong);
            }
            Part::Head | Part::Rest if self.step.get() > 0 && self.left.get() > 0 => {
                return Leave::Read(self.step.get().min(self.left.get()));
            }
            // The server processes its buffer when told that nothing more is available.
            Part::Head | Part::Rest => {
                self.step.set(STEP);
                cx.waker().wake_by_ref();
            }
        }
        Leave::Wait
    }

    /// Records that bytes were read.
    pub fn took(&self, bytes: usize) {
        if self.part.get() == Part::Head && self.left.get() == HEAD {
            // The head's deadline starts.
            self.end.take();
        }
        if self.part.get() != Part::Rest {
            self.left.set(self.left.get().saturating_sub(bytes));
        }
        self.step.set(self.step.get().saturating_sub(bytes));
    }

    /// Called when nothing can be read: why the connection ends, if a deadline has passed.
    pub fn over(&self, cx: &mut Context<'_>) -> Option<Reason> {
        let (patience, why) = match self.part.get() {
            Part::Head if self.left.get() < HEAD => (self.patience.head, Reason::TooSlow),
            Part::Head if self.has_served() => (self.patience.idle, Reason::Idle),
            Part::Rest => (self.patience.rest, Reason::TooSlow),
            // The server has its own deadline for the first byte; a body has its pace.
            Part::Head | Part::Body => return None,
        };
        let mut end = self.end.borrow_mut();
        let end = end.get_or_insert_with(|| Box::pin(sleep(patience)));
        end.poll_unpin(cx).is_ready().then_some(why)
    }

    fn turn(&self, part: Part, left: usize) {
        self.part.set(part);
        self.left.set(left);
        self.step.set(STEP);
        self.is_full.set(false);
        self.end.take();
        if let Some(waiting) = self.waiting.take() {
            waiting.wake();
        }
    }

    /// A head is complete. Nothing is read ahead of a request without a body.
    fn began(&self, has_body: bool) {
        self.requests.set(self.requests.get() + 1);
        self.turn(Part::Body, if has_body { WINDOW } else { 0 });
    }

    /// Everything received of a body was consumed.
    fn hungry(&self) {
        if self.part.get() == Part::Body {
            self.turn(Part::Body, WINDOW);
        }
    }

    /// The answer begins.
    fn answered(&self, is_read: bool) {
        if is_read { self.turn(Part::Head, HEAD) } else { self.turn(Part::Rest, WINDOW) }
    }
}

/// Outermost middleware, for `from_fn`.
pub async fn watch<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let Some(shared) = request.conn_data::<Rc<Shared>>().map(Rc::clone) else {
        return next.call(request).await;
    };
    let has_body =
        Announced::of(request.headers()) != Announced::Nothing || request.headers().contains_key(UPGRADE);
    let is_read = Rc::new(Cell::new(!has_body));
    if has_body {
        let body = Watched {
            body: request.take_payload(),
            shared: Rc::clone(&shared),
            is_read: Rc::clone(&is_read),
        };
        request.set_payload(Payload::Stream { payload: Box::pin(body) });
    }
    shared.inlet.began(has_body);
    let answer = next.call(request).await;
    // A live connection continues reading as the body of the request that opened it.
    let goes_live = answer.as_ref().is_ok_and(|answer| answer.status() == StatusCode::SWITCHING_PROTOCOLS);
    if !goes_live {
        shared.inlet.answered(is_read.get());
    }
    answer
}

/// A request body on its way to the handler.
struct Watched {
    body: Payload,
    shared: Rc<Shared>,
    is_read: Rc<Cell<bool>>,
}

impl Stream for Watched {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        let read = Pin::new(&mut this.body).poll_next(cx);
        match &read {
            Poll::Pending => this.shared.inlet.hungry(),
            Poll::Ready(None) => this.is_read.set(true),
            Poll::Ready(Some(_)) => {}
        }
        read
    }
}

#[cfg(test)]
mod tests {
    use std::task::Waker;

    use super::*;

    fn inlet() -> Inlet {
        let moment = Duration::from_millis(1);
        Inlet::new(Patience { head: moment, rest: moment, idle: moment })
    }

    fn ask(inlet: &Inlet) -> Leave {
        inlet.leave(&mut Context::from_waker(Waker::noop()))
    }

    #[test]
    fn a_head_ends_at_its_bound() {
        let inlet = inlet();
        for _ in 1..HEAD / STEP {
            assert_eq!(ask(&inlet), Leave::Read(STEP));
            inlet.took(STEP);
            assert_eq!(ask(&inlet), Leave::Wait, "what came may be a whole head");
        }
        inlet.took(STEP - 1);
        assert_eq!(ask(&inlet), Leave::Read(1));
        inlet.took(1);
        assert_eq!(ask(&inlet), Leave::Wait, "what came may be a whole head");
        assert_eq!(ask(&inlet), Leave::End(Reason::TooLong));
    }

    #[test]
    fn a_head_of_exactly_the_bound_is_served() {
        let inlet = inlet();
        inlet.took(HEAD);
        assert_eq!(ask(&inlet), Leave::Wait);
        inlet.began(false);
        inlet.answered(true);
        assert_eq!(ask(&inlet), Leave::Read(STEP), "the next one begins");
    }

    #[test]
    fn a_body_waits_for_its_reader() {
        let inlet = inlet();
        inlet.began(true);
        assert_eq!(ask(&inlet), Leave::Read(WINDOW));
        inlet.took(WINDOW);
        assert_eq!(ask(&inlet), Leave::Wait);
        assert_eq!(ask(&inlet), Leave::Wait, "however often it is asked");
        inlet.hungry();
        assert_eq!(ask(&inlet), Leave::Read(WINDOW));
    }

    #[test]
    fn nothing_is_read_ahead_of_a_request_without_body() {
        let inlet = inlet();
        inlet.began(false);
        assert_eq!(ask(&inlet), Leave::Wait);
        inlet.answered(true);
        assert_eq!(ask(&inlet), Leave::Read(STEP));
    }

    #[test]
    fn rest_of_a_body_is_drained_in_small_pieces() {
        let inlet = inlet();
        inlet.began(true);
        inlet.answered(false);
        for _ in 0..3 {
            assert_eq!(ask(&inlet), Leave::Read(STEP));
            inlet.took(STEP);
            assert_eq!(ask(&inlet), Leave::Wait, "the server forgets it first");
        }
    }

    async fn end_of(inlet: &Inlet) -> Reason {
        std::future::poll_fn(|cx| inlet.over(cx).map_or(Poll::Pending, Poll::Ready)).await
    }

    #[actix_web::test]
    async fn later_head_has_a_deadline_from_its_first_byte() {
        let inlet = inlet();
        inlet.began(false);
        inlet.answered(true);
        inlet.took(1);
        assert_eq!(end_of(&inlet).await, Reason::TooSlow);
    }

    #[actix_web::test]
    async fn pipelined_half_head_has_a_deadline() {
        let inlet = inlet();
        inlet.took(100);
        inlet.began(false);
        inlet.answered(true);
        assert_eq!(end_of(&inlet).await, Reason::Idle);
    }

    #[actix_web::test]
    async fn the_rest_of_a_body_has_a_deadline_and_a_body_its_pace() {
        let inlet = inlet();
        inlet.began(true);
        let never = inlet.over(&mut Context::from_waker(Waker::noop()));
        assert!(never.is_none() && inlet.end.borrow().is_none());
        inlet.answered(false);
        assert_eq!(end_of(&inlet).await, Reason::TooSlow);
    }
}
