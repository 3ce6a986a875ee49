//! Live rooms: what people subscribe to. A feature says what its room is, who may listen and who hears what ([`Room`]); all the
//! rest is here and knows no feature:
//!
//! - one actor per room and node ([`RoomActor`]): one write is in flight, what gathers meanwhile leaves together, and what is
//!   announced is announced in the order of its cursors ([`Change`]);
//! - a right that is lost ends the subscription at once; what may have been missed is read anew from the store, and
//!   whoever listens is told to fetch it (`RESYNC`);
//! - other nodes hear the same, as JSON that is written once ([`Body`]).
//!
//! A new kind of room is one implementation and one line in its area ([`crate::area::Area::rooms`]). A room that has readers and no order of its own is small:
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
//!     /// Whoever has a relation to the organisation may listen.
//!     async fn facts(platform: &Platform, id: i64, user_id: UserId) -> Result<Option<()>> {
//!         Ok(platform.storage.entities.relation(EntityId(id), user_id).await?.map(|_| ()))
//!     }
//!
//!     /// Told there when a relation changes: whoever has left no longer listens. Rooms whose rights hang on something else leave
//!     /// this out and call `platform.rights_moved::<Notices>(id, user_id)` after such a change.
//!     fn topic(&self, id: i64) -> Topic {
//!         entities::topic(EntityId(id))
//!     }
//! }
//!
//! // In the area:
//! const ROOMS: &[&dyn actors::live::room::RoomKind] = &[&Of::<Notices>::KIND];
//!
//! fn after_a_notice_is_written(platform: &Platform, organisation: i64) {
//!     platform.tell::<Notices>(organisation, &serde_json::json!({ "type": "NOTICE_CREATED", "title": "Hej" }));
//! }
//! ```

mod actor;
mod change;
mod kind;
mod live;
mod messages;
mod places;
mod tell;

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

/// Something that happened in a room, as its subscribers are told.
pub trait RoomEvent: Serialize {
    /// Its place in the room's order.
    fn cursor(&self) -> Option<i64>;
    /// Epoch milliseconds.
    fn at(&self) -> i64;
}

/// A kind of room. A value is one room as the store has it: what decides, with a subscriber's facts, who may listen.
pub trait Room: Clone + Send + Sync + Unpin + 'static {
    /// Between nodes; 1–15 small letters and hyphens.
    const NAME: &'static str;
    /// What clients subscribe to, `{id}` in place of the id; or `{uuid}`, then [`Room::find`] and [`Room::place`] say which.
    const PLACE: &'static str;
    /// What clients may send to it.
    const COMMANDS: &'static [Command] = &[];

    /// What decides one person's rights in the room.
    type Facts: Clone + PartialEq + Send + Unpin + 'static;
    /// Which of those who listen an event is for.
    type Audience: Clone + Serialize + DeserializeOwned + Send + Sync + Unpin + 'static;
    /// What lives with the room and is in no store.
    type Live: Default + Send + Unpin + 'static;

    /// The room as it is now; None: there is none.
    fn load(platform: &Platform, id: i64) -> impl Future<Output = Result<Option<Self>>> + Send;

    /// The id of the room that clients call that.
    fn find(_: &Platform, _: Uuid) -> impl Future<Output = Result<Option<i64>>> + Send {
        async { Ok(None) }
    }

    /// What clients subscribe to.
    fn place(&self, id: i64) -> Place {
        Place::of(Self::PLACE, id)
    }

    /// A person's facts as they are now; None: nobody here.
    fn facts(
        platform: &Platform,
        id: i64,
        user_id: UserId,
    ) -> impl Future<Output = Result<Option<Self::Facts>>> + Send;

    /// Both at once, where the store has them together.
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

    /// The largest cursor in the store: the next one is larger.
    fn newest(_: &Platform, _: i64) -> impl Future<Output = Result<i64>> + Send {
        async { Ok(0) }
    }

    /// Where the nodes tell each other of it. Rooms that are followed together share one, and hear there of whoever's rights
    /// may have changed.
    fn topic(&self, id: i64) -> Topic {
        Topic::Scope(const { Name::new(Self::NAME) }, id)
    }

    fn may_listen(&self, _: &Self::Facts) -> bool {
        true
    }

    /// Is an event for `to` meant for this subscriber?
    fn hears(&self, _: UserId, _: &Self::Facts, _: &Self::Audience) -> bool {
        true
    }

    /// A full body for those who want it lean ([`Form::lean`]): without what says nothing. None: as it is.
    fn lean(_: &str) -> Option<String> {
        None
    }

    /// What other nodes are told of whom an event is for.
    fn address(&self, to: &Self::Audience) -> Body {
        Body::of(to)
    }

    /// What [`Room::address`] has written.
    fn addressed(to: &Body) -> serde_json::Result<Self::Audience> {
        to.read()
    }

    /// Told when events since `since` may have been missed. Times are epoch milliseconds.
    fn resync(&self, _: i64, _since: i64, at: i64) -> Body {
        Body::of(&serde_json::json!({ "type": "RESYNC", "timestamp": at }))
    }

    /// After events were handed to this node's subscribers, for those who listen elsewhere.
    fn delivered(&self, _: &Platform, _: i64, _: Vec<(Body, Self::Audience)>) {}

    /// An event of a room that does not run here, for those who listen elsewhere.
    fn passed(_: &Platform, _: &Event) -> serde_json::Result<()> {
        Ok(())
    }

    /// The room here is too far behind to take an event. Its own subscribers will be told.
    fn fell_behind(_: &Platform, _: &Event) {}

    /// Is there anything that ends by time?
    fn is_restless(_: &Self::Live) -> bool {
        false
    }

    /// Called every second while the room is restless.
    fn sweep(_: &mut Running<Self>) {}
}
