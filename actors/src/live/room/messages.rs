//! What a room's actor is told, besides changes.

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

/// What the store is to be asked after a [`Touch`]: two changes can be told in another order than they were written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recheck {
    Nothing,
    /// The room itself.
    Room,
    /// One person's facts as well.
    Person(UserId),
}

/// A change of what is known here, brought by the room's feature.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Touch<R: Room>(pub Box<dyn FnOnce(&mut Running<R>) -> Recheck + Send>);

/// Rights and settings are to be read anew. `resync`: events may have been missed since (epoch ms).
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
