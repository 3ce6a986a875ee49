//! Messages to a room's actor, besides changes.

use actix::prelude::*;
use storage::ids::UserId;

use super::{Room, Running};
use crate::live::body::Body;
use crate::live::fanout::{Subscriber, SubscriptionKey};

/// Adds a subscription; the caller has checked the right to listen with the same facts. False: the right is gone.
#[derive(Message)]
#[rtype(result = "bool")]
pub struct Attach<R: Room> {
    pub key: SubscriptionKey,
    pub subscriber: Subscriber<R::Facts>,
}

#[derive(Message)]
#[rtype(result = "()")]
pub struct Detach(pub SubscriptionKey);

/// What to read from the store after a [`Touch`], because two changes can be announced in another order than they were
/// written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recheck {
    Nothing,
    /// The room itself.
    Room,
    /// One person's facts as well.
    Person(UserId),
}

/// An update of the actor's state, sent by the room's area.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Touch<R: Room>(pub Box<dyn FnOnce(&mut Running<R>) -> Recheck + Send>);

/// Rights and settings have to be read again. `resync`: events may have been missed since (epoch ms).
#[derive(Message)]
#[rtype(result = "()")]
pub struct Verify {
    pub resync: Option<i64>,
}

/// An event that is already ordered and written.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Relay<R: Room> {
    pub body: Body,
    pub to: R::Audience,
    pub cursor: Option<i64>,
}
