//! A change to carry out in a room's order: what to write, what to announce afterwards, and whom to answer.

use std::sync::{Arc, Mutex, PoisonError};

use actix::prelude::*;
use futures_util::future::BoxFuture;
use storage::ids::EventId;
use tokio::sync::oneshot;

use super::{Room, RoomEvent};
use crate::live::body::Body;
use crate::platform::error::{Refusal, Result};

/// What the actor assigns to a change: its cursor in the room's order and the time.
#[derive(Debug, Clone, Copy)]
pub struct Stamp {
    /// Larger than every one before it in this room.
    pub event_id: EventId,
    /// Epoch milliseconds.
    pub now: i64,
}

/// Whether a change may be written together with its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// Changes nothing that exists (a new message).
    Together,
    /// Changes what exists: written alone, so that the last write is also the last one announced.
    Alone,
}

/// An event to publish, with its audience.
pub struct Published<R: Room> {
    pub body: Body,
    pub to: R::Audience,
    /// Its cursor in the room's order.
    pub cursor: Option<i64>,
    /// Epoch milliseconds.
    pub at: i64,
}

/// What remains to do after a change: publish, then answer.
pub(super) struct Outcome<R: Room> {
    pub events: Vec<Published<R>>,
    /// It is unknown whether the store carried it out.
    pub uncertain: bool,
    /// Wakes the caller; run after the events are published.
    pub answer: Box<dyn FnOnce() + Send>,
}

type Write<R> = Box<dyn FnOnce(Stamp) -> BoxFuture<'static, Outcome<R>> + Send>;

/// A change to carry out in this room's order.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Change<R: Room> {
    pub(super) pace: Pace,
    pub(super) write: Write<R>,
    pub(super) refuse: Box<dyn FnOnce(Refusal) + Send>,
}

fn published<R: Room>((event, to): (impl RoomEvent, R::Audience)) -> Published<R> {
    Published { body: Body::of(&event), to, cursor: event.cursor(), at: event.at() }
}

impl<R: Room> Change<R> {
    /// `write` does the one write and returns what to announce; the receiver gets its answer once that is announced.
    pub fn new<T, E, F>(
        pace: Pace,
        write: impl FnOnce(Stamp) -> F + Send + 'static,
    ) -> (Self, oneshot::Receiver<Result<T>>)
    where
        T: Send + 'static,
        E: RoomEvent,
        F: Future<Output = Result<(T, Vec<(E, R::Audience)>)>> + Send + 'static,
    {
        let (tx, rx) = oneshot::channel::<Result<T>>();
        // Either the write or the refusal answers, never both: they share the one sender.
        let slot = Arc::new(Mutex::new(Some(tx)));
        let other = Arc::clone(&slot);
        let take = |slot: &Mutex<Option<oneshot::Sender<Result<T>>>>| {
            slot.lock().unwrap_or_else(PoisonError::into_inner).take()
        };
        let write: Write<R> = Box::new(move |stamp| {
            let done = write(stamp);
            Box::pin(async move {
                let done = done.await;
                let uncertain = done.as_ref().is_err_and(|refusal| refusal.code == Refusal::UNANSWERED);
                let (result, events) = match done {
                    Ok((value, events)) => (Ok(value), events.into_iter().map(published).collect()),
                    Err(refusal) => (Err(refusal), Vec::new()),
                };
                let answer = Box::new(move || {
                    if let Some(tx) = take(&slot) {
                        let _ = tx.send(result);
                    }
                });
                Outcome { events, uncertain, answer }
            })
        });
        let refuse = Box::new(move |refusal| {
            if let Some(tx) = take(&other) {
                let _ = tx.send(Err(refusal));
            }
        });
        (Self { pace, write, refuse }, rx)
    }
}
