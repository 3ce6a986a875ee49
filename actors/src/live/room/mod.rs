//! Live rooms: what people subscribe to. An area implements what its room is, who may listen and which events each
//! subscriber receives ([`Room`]); everything else is here and knows no area:
//!
//! - one actor per room and node ([`RoomActor`]): one write is in flight, changes that arrive meanwhile are written
//!   together, and events are announced in the order of their cursors ([`Change`]);
//! - the loss of a right ends the subscription at once; after possible losses of announcements the rights are read again
//!   from the store, and subscribers are asked to fetch what they missed (`RESYNC`);
//! - other nodes receive the same events, as JSON that is serialized once ([`Body`]).
//!
//! A new kind of room is one implementation and one line in its area ([`crate::area::Area::rooms`]). A room that has
//! readers and no order of its own is small:
//!
//! ```
//! use actors::platform::error::Result;
//! use actors::live::bus::Topic;
//! use actors::live::room::{Of, Room};
//! use actors::{Platform, entities};
//! use storage::ids::{EntityId, UserId};
//!
//! /// The notices of one organisation.
//! #[derive(Clone, Default)]
//! struct Notices;
//!
//! impl Room for Notices {
//!     const NAME: &'static str = "notices";
//!     const PLACE: &'static str = "/topic/organisation/{id}/notices";
//!     type Facts = ();
//!     type Audience = ();
//!     type Live = ();
//!
//!     async fn load(platform: &Platform, id: i64) -> Result<Option<Self>> {
//!         Ok(platform.storage.entities.entity(EntityId(id)).await?.map(|_| Self))
//!     }
//!
//!     /// Everyone with a relation to the organisation may listen.
//!     async fn facts(platform: &Platform, id: i64, user_id: UserId) -> Result<Option<()>> {
//!         Ok(platform.storage.entities.relation(EntityId(id), user_id).await?.map(|_| ()))
//!     }
//!
//!     /// Changes of relations are announced on this topic, which ends the subscriptions of those who have left. Rooms
//!     /// whose rights depend on something else omit this and call `platform.rights_moved::<Notices>(id, user_id)`.
//!     fn topic(&self, id: i64) -> Topic {
//!         entities::topic(EntityId(id))
//!     }
//! }
//!
//! // In the area:
//! const ROOMS: &[&dyn actors::live::room::RoomKind] = &[&Of::<Notices>::KIND];
//!
//! fn after_a_notice_is_written(platform: &Platform, organisation: i64) {
//!     platform.publish::<Notices>(organisation, &serde_json::json!({ "type": "NOTICE_CREATED", "title": "Hej" }));
//! }
//! ```

mod actor;
mod change;
mod kind;
mod live;
mod messages;
mod places;
mod publish;

pub use actor::{AGAIN, RoomActor, Running};
pub use change::{Change, Pace, Stamp};
pub use kind::{Answer, Attendance, Command, Of, RoomKind, SubscribeRequest, read_body};
pub use live::{LiveRoom, open, running};
pub use messages::{Recheck, Touch};
pub use places::{ATTENTION, Destination, Place, Rooms};

use serde::Serialize;
use serde::de::DeserializeOwned;
use storage::ids::UserId;
use uuid::Uuid;

use crate::Platform;
use crate::live::body::Body;
use crate::live::bus::{Event, Name, Topic};
use crate::platform::error::Result;

/// An event of a room, as its subscribers receive it.
pub trait RoomEvent: Serialize {
    /// Its cursor in the room's order.
    fn cursor(&self) -> Option<i64>;
    /// Epoch milliseconds.
    fn at(&self) -> i64;
}

/// A kind of room. A value is one room as the store has it: together with a subscriber's facts it decides who may
/// listen.
pub trait Room: Clone + Send + Sync + Unpin + 'static {
    /// The name between nodes; 1–15 lowercase letters and hyphens.
    const NAME: &'static str;
    /// The destination to subscribe to, with `{id}` in place of the id; or with `{uuid}`, which [`Room::find`] and
    /// [`Room::place`] translate.
    const PLACE: &'static str;
    /// Destinations that clients may send to.
    const COMMANDS: &'static [Command] = &[];

    /// What decides one person's rights in the room.
    type Facts: Clone + PartialEq + Send + Unpin + 'static;
    /// Which of the subscribers an event is for.
    type Audience: Clone + Serialize + DeserializeOwned + Send + Sync + Unpin + 'static;
    /// State that lives with the actor and is not stored.
    type Live: Default + Send + Unpin + 'static;

    /// The room as it is now; None: it does not exist.
    fn load(platform: &Platform, id: i64) -> impl Future<Output = Result<Option<Self>>> + Send;

    /// The id of the room with that uuid.
    fn find(_: &Platform, _: Uuid) -> impl Future<Output = Result<Option<i64>>> + Send {
        async { Ok(None) }
    }

    /// The destination to subscribe to.
    fn place(&self, id: i64) -> Place {
        Place::of(Self::PLACE, id)
    }

    /// A person's facts as they are now; None: the person has no access.
    fn facts(
        platform: &Platform,
        id: i64,
        user_id: UserId,
    ) -> impl Future<Output = Result<Option<Self::Facts>>> + Send;

    /// Both at once, for rooms that store them together.
    fn enter(
        platform: &Platform,
        id: i64,
        user_id: UserId,
    ) -> impl Future<Output = Result<Option<(Self, Self::Facts)>>> + Send {
        async move {
            let (room, facts) =
                futures_util::try_join!(Self::load(platform, id), Self::facts(platform, id, user_id))?;
            Ok(room.zip(facts))
        }
    }

    /// The largest stored cursor: the next one is larger.
    fn newest(_: &Platform, _: i64) -> impl Future<Output = Result<i64>> + Send {
        async { Ok(0) }
    }

    /// The topic on which nodes announce its events. Rooms that are followed together share one, which also carries
    /// changes of people's rights.
    fn topic(&self, id: i64) -> Topic {
        Topic::Scope(const { Name::new(Self::NAME) }, id)
    }

    fn may_listen(&self, _: &Self::Facts) -> bool {
        true
    }

    /// Whether an event for `to` is meant for this subscriber.
    fn hears(&self, _: UserId, _: &Self::Facts, _: &Self::Audience) -> bool {
        true
    }

    /// The lean form of a full body ([`Form::lean`]), without empty fields. None: unchanged.
    fn lean(_: &str) -> Option<String> {
        None
    }

    /// The audience as other nodes receive it.
    fn address(&self, to: &Self::Audience) -> Body {
        Body::of(to)
    }

    /// Reads what [`Room::address`] has written.
    fn addressed(to: &Body) -> serde_json::Result<Self::Audience> {
        to.read()
    }

    /// The event that subscribers receive when events since `since` may have been missed. Times are epoch milliseconds.
    fn resync(&self, _: i64, _since: i64, at: i64) -> Body {
        Body::of(&serde_json::json!({ "type": "RESYNC", "timestamp": at }))
    }

    /// Called after events were delivered to this node's subscribers, to pass them to those of other rooms (a
    /// channel's workspace).
    fn delivered(&self, _: &Platform, _: i64, _: Vec<(Body, Self::Audience)>) {}

    /// Called for an event of a room that does not run here, to pass it to subscribers of other rooms.
    fn passed(_: &Platform, _: &Event) -> serde_json::Result<()> {
        Ok(())
    }

    /// The actor here is too far behind to take an event. Its own subscribers will be sent RESYNC.
    fn fell_behind(_: &Platform, _: &Event) {}

    /// Called when subscriptions were added or have ended, and when rights were read again; `missed`: messages of other
    /// nodes may have been missed before that.
    fn attended(_: &mut Running<Self>, _missed: bool) {}

    /// Handles an internal message of this room's actor on another node; fails if this version cannot read it. Most kinds
    /// have none.
    fn receive_message(_: &Platform, id: i64, _: &Body) -> serde_json::Result<()> {
        Err(serde::de::Error::custom(format_args!("no message that {} {id} knows", Self::NAME)))
    }

    /// A node has ended or is no longer heard.
    fn node_gone(_: &mut Running<Self>, _node: u8) {}

    /// Whether anything expires with time, or waits for the next second.
    fn is_restless(_: &Self::Live) -> bool {
        false
    }

    /// Called every second while the room is restless.
    fn sweep(_: &mut Running<Self>) {}
}
