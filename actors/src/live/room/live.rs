//! A live actor as the registry and repair see it, and how a room's actor is found or started.

use std::any::Any;

use actix::Addr;
use storage::ids::UserId;

use super::messages::{Detach, Recheck, Touch, Verify};
use super::{Room, RoomActor};
use crate::Platform;
use crate::live::fanout::SubscriptionKey;
use crate::platform::error::Result;

/// A live actor of any kind. These calls do not wait for room in its mailbox: they are rare and must not be lost.
pub trait LiveRoom: Any + Send + Sync {
    /// False: it has ended or panicked.
    fn runs(&self) -> bool;
    /// Removes a subscription to `place`.
    fn detach(&self, place: &'static str, key: SubscriptionKey);
    /// Rights have to be read again. `resync`: events may have been missed since (epoch ms).
    fn verify(&self, resync: Option<i64>);
    /// One person's facts have to be read again.
    fn doubt(&self, user_id: UserId);
    /// A node has ended or is no longer heard.
    fn node_gone(&self, _: u8) {}
}

impl<R: Room> LiveRoom for Addr<RoomActor<R>> {
    fn runs(&self) -> bool {
        self.connected()
    }

    fn detach(&self, _: &'static str, key: SubscriptionKey) {
        self.do_send(Detach(key));
    }

    fn verify(&self, resync: Option<i64>) {
        self.do_send(Verify { resync });
    }

    fn doubt(&self, user_id: UserId) {
        self.do_send(Touch::<R>(Box::new(move |_| Recheck::Person(user_id))));
    }

    fn node_gone(&self, node: u8) {
        self.do_send(Touch::<R>(Box::new(move |running| {
            R::node_gone(running, node);
            Recheck::Nothing
        })));
    }
}

/// The room's actor, if it runs on this node.
pub fn running<R: Room>(platform: &Platform, id: i64) -> Option<Addr<RoomActor<R>>> {
    platform.registry.running(R::NAME, id)
}

/// The room's actor, started if it does not run. `room` is as the store has it.
pub async fn open<R: Room>(platform: &Platform, id: i64, room: &R) -> Result<Addr<RoomActor<R>>> {
    if let Some(addr) = running(platform, id) {
        return Ok(addr);
    }
    let topic = room.topic(id);
    // The topic is followed before the room is read, so that every later write is either read or announced.
    platform.bus.follow(topic).await;
    let floor = R::newest(platform, id).await?;
    let make = || RoomActor::new(platform.clone(), id, room.clone(), floor);
    Ok(platform.registry.start(R::NAME, id, topic, make))
}
