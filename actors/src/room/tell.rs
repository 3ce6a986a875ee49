//! Announcing: to the subscriptions of this node, and to the other nodes.

use serde::Serialize;
use storage::ids::UserId;

use super::messages::{Relay, Verify};
use super::{Body, Happening, Room, running};
use crate::Platform;
use crate::bus::{Announcement, Event};
use crate::time::now;

impl Platform {
    /// Tells whoever listens to a room of which the store says nothing that matters here.
    pub fn tell<R>(&self, id: i64, event: &impl Serialize)
    where
        R: Room + Default,
        R::Audience: Default,
    {
        let (room, to) = (R::default(), R::Audience::default());
        let (topic, kind, body, to) = (room.topic(id), R::NAME.into(), Body::of(event), room.address(&to));
        self.announce(Event { topic, kind, id, body, to, cursor: None, at: now() });
    }

    /// Tells those of a room's listeners whom an event is for. It has its place in the room's order already, or none.
    pub fn tell_in<R: Room>(&self, id: i64, room: &R, event: &impl Happening, to: &R::Audience) {
        let (topic, kind, body, to) = (room.topic(id), R::NAME.into(), Body::of(event), room.address(to));
        self.announce(Event { topic, kind, id, body, to, cursor: event.cursor(), at: event.at() });
    }

    /// What a person may do in a room may have changed: every node asks the store.
    pub fn rights_moved<R: Room + Default>(&self, id: i64, user_id: UserId) {
        self.announce(Announcement::Rights { topic: R::default().topic(id), user_id });
    }
}

/// Hands an announced event to the room's actor, if it runs here.
pub(super) fn hear<R: Room>(platform: &Platform, event: &Event) -> serde_json::Result<()> {
    let Some(live) = running::<R>(platform, event.id) else { return R::passed(platform, event) };
    let relay = Relay::<R> { body: event.body.clone(), to: R::addressed(&event.to)?, cursor: event.cursor };
    if live.try_send(relay).is_err() {
        metrics::counter!("live_rooms_behind_total").increment(1);
        live.do_send(Verify { resync: Some(event.at) });
        R::fell_behind(platform, event);
    }
    Ok(())
}
