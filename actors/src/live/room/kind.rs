//! A kind of room without its type parameter: used in lists of kinds, by sessions and by the HTTP layer.

use std::marker::PhantomData;
use std::sync::Arc;

use actix::Recipient;
use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, ready};
use serde::de::DeserializeOwned;
use storage::ids::UserId;
use uuid::Uuid;

use super::messages::{Attach, Detach, Recheck, Touch};
use super::{Room, open, publish};
use crate::Platform;
use crate::live::body::Body;
use crate::live::bus::Event;
use crate::live::ended::SubscriptionEnded;
use crate::live::fanout::{Subscriber, SubscriptionKey};
use crate::live::who::Who;
use crate::live::writer::Writer;
use crate::platform::error::{Refusal, RefusalKind, Result};

/// A request to subscribe to a room.
pub struct SubscribeRequest {
    pub key: SubscriptionKey,
    pub user_id: UserId,
    /// False: a program listens with the person's rights, which makes nobody present.
    pub is_person: bool,
    pub writer: Arc<Writer>,
    pub on_end: Recipient<SubscriptionEnded>,
}

impl SubscribeRequest {
    pub fn with<F>(self, facts: F) -> (SubscriptionKey, Subscriber<F>) {
        let Self { key, user_id, is_person, writer, on_end } = self;
        let digest = key.form.digest;
        (key, Subscriber { user_id, is_person, facts, digest, writer, on_end })
    }
}

/// A kind of room.
pub trait RoomKind: Send + Sync {
    /// The name between nodes.
    fn name(&self) -> &'static str;
    /// Destinations to subscribe to, with `{id}` or `{uuid}` in place of the id.
    fn places(&self) -> &'static [&'static str];
    /// Destinations to send to.
    fn commands(&self) -> &'static [Command] {
        &[]
    }
    /// The id of the room with that uuid, for destinations with `{uuid}`.
    fn find(&self, _: Platform, _: Uuid) -> LocalBoxFuture<'static, Result<Option<i64>>> {
        ready(Ok(None)).boxed_local()
    }
    /// Adds a subscription to one of the destinations, or refuses. True: the person counts as present there.
    fn attach(
        &self,
        platform: Platform,
        place: &'static str,
        id: i64,
        request: SubscribeRequest,
    ) -> LocalBoxFuture<'static, Result<bool>>;
    /// Handles an announced event; fails if this version cannot read it.
    fn receive_event(&self, platform: &Platform, event: &Event) -> serde_json::Result<()>;
    /// Handles an internal message from another node; most kinds have none.
    fn receive_message(&self, _: &Platform, id: i64, _: &Body) -> serde_json::Result<()> {
        Err(serde::de::Error::custom(format_args!("no message that {} {id} knows", self.name())))
    }
    /// For kinds of rooms that track presence.
    fn attendance(&self) -> Option<&'static dyn Attendance> {
        None
    }
}

/// Presence in a kind of room: everyone who belongs to one is present with each connection, subscribed or not.
pub trait Attendance: Send + Sync {
    /// The rooms that a person belongs to.
    fn rooms_of(&self, platform: Platform, user_id: UserId) -> LocalBoxFuture<'static, Result<Vec<i64>>>;
    /// A connection of a person is present from now on. False: the room's mailbox is full.
    fn join(&self, platform: &Platform, id: i64, user_id: UserId) -> bool;
    /// A connection of a person is no longer present; `looking` is its last known state.
    fn leave(&self, platform: &Platform, id: i64, user_id: UserId, looking: bool);
    /// A page of the person is looked at again, or has been hidden for a while.
    fn set_looking(&self, platform: &Platform, id: i64, user_id: UserId, looking: bool);
}

/// A destination that clients may send to, and its handler.
pub struct Command {
    /// `/app/…`, perhaps with `{id}` in it.
    pub place: &'static str,
    /// `id` is 0 if the destination has none.
    pub run: fn(Platform, Who, i64, Bytes) -> LocalBoxFuture<'static, Answer>,
}

/// The result of a [`Command`].
pub struct Answer {
    /// The client's id for its message.
    pub client_message_id: Option<String>,
    /// None: the STOMP receipt is the whole answer.
    pub result: Result<Option<serde_json::Value>>,
}

/// Parses what a client has sent; a malformed body is refused and does not end the connection.
pub fn read_body<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    serde_json::from_slice(body).map_err(|error| {
        let code = if error.is_data() { "INVALID" } else { "UNREADABLE" };
        Refusal::new(RefusalKind::Invalid, code, "Innehållet går inte att läsa.")
    })
}

/// The [`RoomKind`] of a [`Room`].
pub struct Of<R>(PhantomData<fn() -> R>);

impl<R: Room> Of<R> {
    pub const KIND: Self = Self(PhantomData);
    const PLACES: &'static [&'static str] = &[R::PLACE];
}

/// A right can be lost between reading the facts and attaching, after its announcement has passed. So the facts are
/// read once more after attaching: either the announcement reached the subscriber, or the second read sees the change.
async fn attach<R: Room>(platform: Platform, id: i64, request: SubscribeRequest) -> Result<bool> {
    let (key, user_id) = (request.key.clone(), request.user_id);
    // An absent room and a forbidden one are refused alike.
    let (room, facts) = enter::<R>(&platform, id, user_id).await?.ok_or_else(Refusal::access_denied)?;
    let live = open(&platform, id, &room).await?;
    let (key_there, subscriber) = request.with(facts.clone());
    if !live.send(Attach::<R> { key: key_there, subscriber }).await? {
        return Err(Refusal::access_denied());
    }
    match enter::<R>(&platform, id, user_id).await {
        Ok(Some((_, again))) if again == facts => Ok(false),
        // The facts have changed: the room reads them itself, after all it has been sent until then.
        Ok(Some(_)) => {
            live.do_send(Touch::<R>(Box::new(move |_| Recheck::Person(user_id))));
            Ok(false)
        }
        gone => {
            live.do_send(Detach(key));
            gone.and_then(|_| Err(Refusal::access_denied()))
        }
    }
}

/// None: no such room, or the person may not enter.
async fn enter<R: Room>(platform: &Platform, id: i64, user_id: UserId) -> Result<Option<(R, R::Facts)>> {
    Ok(R::enter(platform, id, user_id).await?.filter(|(room, facts)| room.may_listen(facts)))
}

impl<R: Room> RoomKind for Of<R> {
    fn name(&self) -> &'static str {
        R::NAME
    }

    fn places(&self) -> &'static [&'static str] {
        Self::PLACES
    }

    fn commands(&self) -> &'static [Command] {
        R::COMMANDS
    }

    fn find(&self, platform: Platform, uuid: Uuid) -> LocalBoxFuture<'static, Result<Option<i64>>> {
        async move { R::find(&platform, uuid).await }.boxed_local()
    }

    fn attach(
        &self,
        platform: Platform,
        _: &'static str,
        id: i64,
        request: SubscribeRequest,
    ) -> LocalBoxFuture<'static, Result<bool>> {
        attach::<R>(platform, id, request).boxed_local()
    }

    fn receive_event(&self, platform: &Platform, event: &Event) -> serde_json::Result<()> {
        publish::receive_event::<R>(platform, event)
    }

    fn receive_message(&self, platform: &Platform, id: i64, message: &Body) -> serde_json::Result<()> {
        publish::receive_message::<R>(platform, id, message)
    }
}
