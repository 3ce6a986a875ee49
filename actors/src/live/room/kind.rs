//! A kind of room without its type: what lists of kinds hold, and what sessions and the way in work with.

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
use super::{Room, open, tell};
use crate::Platform;
use crate::live::body::Body;
use crate::live::bus::Event;
use crate::live::ended::SubscriptionEnded;
use crate::live::fanout::{Subscriber, SubscriptionKey};
use crate::live::who::Who;
use crate::live::writer::Writer;
use crate::platform::error::{Refusal, RefusalKind, Result};

/// One subscription on its way to its room.
pub struct SubscribeRequest {
    pub key: SubscriptionKey,
    pub user_id: UserId,
    pub writer: Arc<Writer>,
    pub on_end: Recipient<SubscriptionEnded>,
}

impl SubscribeRequest {
    pub fn with<F>(self, facts: F) -> (SubscriptionKey, Subscriber<F>) {
        let Self { key, user_id, writer, on_end } = self;
        let digest = key.form.digest;
        (key, Subscriber { user_id, facts, digest, writer, on_end })
    }
}

/// A kind of room.
pub trait RoomKind: Send + Sync {
    /// Between nodes.
    fn name(&self) -> &'static str;
    /// What clients subscribe to, `{id}` or `{uuid}` in place of the id.
    fn places(&self) -> &'static [&'static str];
    /// What clients may send to.
    fn commands(&self) -> &'static [Command] {
        &[]
    }
    /// The id of what clients call that, where a place has `{uuid}`.
    fn find(&self, _: Platform, _: Uuid) -> LocalBoxFuture<'static, Result<Option<i64>>> {
        ready(Ok(None)).boxed_local()
    }
    /// Adds a subscription to one of the places, or refuses. True: its person counts as present there.
    fn attach(
        &self,
        platform: Platform,
        place: &'static str,
        id: i64,
        request: SubscribeRequest,
    ) -> LocalBoxFuture<'static, Result<bool>>;
    /// An announced event; fails where this version cannot read it.
    fn hear_event(&self, platform: &Platform, event: &Event) -> serde_json::Result<()>;
    /// Another node's word on one room; most kinds say nothing of their own.
    fn hear_word(&self, _: &Platform, id: i64, _: &Body) -> serde_json::Result<()> {
        Err(serde::de::Error::custom(format_args!("no word that {} {id} knows", self.name())))
    }
    /// Of rooms that know who is present.
    fn attendance(&self) -> Option<&'static dyn Attendance> {
        None
    }
}

/// Who is present in a kind of room: everybody who belongs to one, with each connection, listening or not.
pub trait Attendance: Send + Sync {
    /// The rooms that a person belongs to.
    fn rooms_of(&self, platform: Platform, user_id: UserId) -> LocalBoxFuture<'static, Result<Vec<i64>>>;
    /// A connection of a person is present from now on. False: the room has no time to note it.
    fn join(&self, platform: &Platform, id: i64, user_id: UserId) -> bool;
    /// A connection of a person is no longer present; `looking` as it was last.
    fn leave(&self, platform: &Platform, id: i64, user_id: UserId, looking: bool);
    /// Somebody looks at a page of a person's again, or has not for long.
    fn look(&self, platform: &Platform, id: i64, user_id: UserId, looking: bool);
}

/// What clients may send, and what is done about it.
pub struct Command {
    /// `/app/…`, perhaps with `{id}` in it.
    pub place: &'static str,
    /// `id` is 0 where the place has none.
    pub run: fn(Platform, Who, i64, Bytes) -> LocalBoxFuture<'static, Answer>,
}

/// How a [`Command`] ended.
pub struct Answer {
    /// As the client called it.
    pub client_message_id: Option<String>,
    /// None: the receipt is all the answer there is.
    pub result: Result<Option<serde_json::Value>>,
}

/// Reads what a client has sent; what cannot be read is refused, not a breach of the protocol.
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

/// A right can be lost between reading the facts and attaching, its announcement already past. So the facts are read once more
/// after attaching: either the announcement reached the subscriber, or the second reading sees the change.
async fn attach<R: Room>(platform: Platform, id: i64, request: SubscribeRequest) -> Result<bool> {
    let (key, user_id) = (request.key.clone(), request.user_id);
    // An absent room and a closed one look alike.
    let (room, facts) = enter::<R>(&platform, id, user_id).await?.ok_or_else(Refusal::access_denied)?;
    let live = open(&platform, id, &room).await?;
    let (key_there, subscriber) = request.with(facts.clone());
    if !live.send(Attach::<R> { key: key_there, subscriber }).await? {
        return Err(Refusal::access_denied());
    }
    match enter::<R>(&platform, id, user_id).await {
        Ok(Some((_, again))) if again == facts => Ok(false),
        // They are moving: the room asks by itself, behind everything that it has been told by then.
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

/// None: no such room, or not for this person.
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

    fn hear_event(&self, platform: &Platform, event: &Event) -> serde_json::Result<()> {
        tell::hear::<R>(platform, event)
    }

    fn hear_word(&self, platform: &Platform, id: i64, word: &Body) -> serde_json::Result<()> {
        tell::look_anew::<R>(platform, id, word)
    }
}
