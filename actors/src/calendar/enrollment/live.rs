//! The live room with an event's places: publishes how many are left.

use serde::Serialize;
use storage::calendar::{Calendar, CalendarEvent};
use storage::ids::{CalendarEventId, UserId};
use storage::seats::SeatCounts;
use utoipa::ToSchema;

use super::EventPlaces;
use crate::Platform;
use crate::calendar::events::placed;
use crate::calendar::live::topic;
use crate::calendar::rules::{self, Asker};
use crate::live::bus::Topic;
use crate::live::room::{Room, RoomEvent};
use crate::platform::error::Result;
use crate::platform::time::{Moment, now};

/// The destination.
pub const SEATS: &str = "/topic/event/{id}";

/// An event as a live room.
#[derive(Clone)]
pub struct EventSeats {
    topic: Topic,
}

impl Room for EventSeats {
    const NAME: &'static str = "event-seats";
    const PLACE: &'static str = SEATS;
    type Facts = ();
    type Audience = ();
    type Live = ();

    async fn load(platform: &Platform, id: i64) -> Result<Option<Self>> {
        let calendars = &platform.storage.calendars;
        let Some(event) = calendars.event(CalendarEventId(id)).await? else { return Ok(None) };
        let calendar = calendars.calendar(event.calendar_id).await?;
        Ok(calendar.map(|calendar| Self { topic: topic(&calendar) }))
    }

    /// People who may see the event by its id may listen.
    async fn facts(platform: &Platform, id: i64, user_id: UserId) -> Result<Option<()>> {
        let found = placed(platform, CalendarEventId(id), Some(user_id)).await?;
        let sees = |(calendar, event, asker): &(Calendar, CalendarEvent, Asker)| {
            rules::sees_event(calendar, event.visibility, *asker, false)
        };
        Ok(found.filter(sees).map(drop))
    }

    fn topic(&self, _: i64) -> Topic {
        self.topic
    }
}

/// What whoever looks at an event is told when its places change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type")]
#[schema(as = EventSeats)]
pub enum SeatsEvent {
    #[serde(rename = "EVENT_SEATS", rename_all = "camelCase")]
    Seats {
        id_calendar_event: CalendarEventId,
        /// Which of a series; null: it is none.
        recurrence_id: Option<Moment>,
        taken: i64,
        /// Null: there is no limit.
        seats_left: Option<i64>,
        waiting: i64,
        /// Grows with every change: whoever folds keeps the highest of an occurrence.
        version: i64,
    },
}

impl RoomEvent for SeatsEvent {
    fn cursor(&self) -> Option<i64> {
        None
    }

    fn at(&self) -> i64 {
        now()
    }
}

/// Publishes the counts.
pub(super) fn publish(places: &EventPlaces, counts: &SeatCounts) {
    let event = SeatsEvent::Seats {
        id_calendar_event: places.event_id,
        recurrence_id: places.recurrence_id,
        taken: counts.taken,
        seats_left: counts.left(),
        waiting: counts.waiting,
        version: counts.version,
    };
    // Without a calendar there are no subscribers.
    let Some(topic) = places.topic else { return };
    let room = EventSeats { topic };
    places.platform.publish_in(places.event_id.0, &room, &event, &());
}
