//! Publishing to the subscribers on this node and on the others.

use serde::Serialize;
use storage::ids::UserId;

use super::messages::{Recheck, Relay, Touch, Verify};
use super::{Room, RoomEvent, running};
use crate::Platform;
use crate::live::body::Body;
use crate::live::bus::{Announcement, Event, RoomMessage};
use crate::platform::time::now;

impl Platform {
    /// Publishes an event to all subscribers of a room whose value does not matter.
    pub fn publish<R>(&self, id: i64, event: &impl Serialize)
    where
        R: Room + Default,
        R::Audience: Default,
    {
        let (room, to) = (R::default(), R::Audience::default());
        let (topic, kind, body, to) = (room.topic(id), R::NAME.into(), Body::of(event), room.address(&to));
        self.announce(Event { topic, kind, id, body, to, cursor: None, at: now() });
    }

    /// Publishes an event to its audience in a room. It already has its cursor in the room's order, or none.
    pub fn publish_in<R: Room>(&self, id: i64, room: &R, event: &impl RoomEvent, to: &R::Audience) {
        let (topic, kind, body, to) = (room.topic(id), R::NAME.into(), Body::of(event), room.address(to));
        self.announce(Event { topic, kind, id, body, to, cursor: event.cursor(), at: event.at() });
    }

    /// A person's rights in a room may have changed: every node reads them from the store.
    pub fn rights_moved<R: Room + Default>(&self, id: i64, user_id: UserId) {
        self.announce(Announcement::Rights { topic: R::default().topic(id), user_id });
    }

    /// Who may listen may have changed with the room itself: every node reads it again. `room`: as it was or is.
    pub fn room_moved<R: Room>(&self, id: i64, room: &R) {
        let (topic, kind, body) = (room.topic(id), R::NAME.into(), Body::of(&REFETCH));
        self.announce(RoomMessage { topic, kind, id, body, may_be_lost: false });
    }
}

/// The internal message of rooms that have none of their own, by the name that nodes of earlier versions know.
const REFETCH: &str = "look-anew";

/// An internal message: reads a room again, if its actor runs here, or it is one of the kind's own.
pub(super) fn receive_message<R: Room>(
    platform: &Platform,
    id: i64,
    message: &Body,
) -> serde_json::Result<()> {
    if message.read::<String>().ok().as_deref() != Some(REFETCH) {
        return R::receive_message(platform, id, message);
    }
    if let Some(live) = running::<R>(platform, id) {
        live.do_send(Touch::<R>(Box::new(|_| Recheck::Room)));
    }
    Ok(())
}

/// Hands an announced event to the room's actor, if it runs here.
pub(super) fn receive_event<R: Room>(platform: &Platform, event: &Event) -> serde_json::Result<()> {
    let Some(live) = running::<R>(platform, event.id) else { return R::passed(platform, event) };
    let relay = Relay::<R> { body: event.body.clone(), to: R::addressed(&event.to)?, cursor: event.cursor };
    if live.try_send(relay).is_err() {
        metrics::counter!("live_rooms_behind_total").increment(1);
        live.do_send(Verify { resync: Some(event.at) });
        R::fell_behind(platform, event);
    }
    Ok(())
}
