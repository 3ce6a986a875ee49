//! How many places are left, told to whoever looks at an event.

use serde::Serialize;
use storage::calendar::{Calendar, CalendarEvent};
use storage::ids::{CalendarEventId, CalendarId, EntityId, UserId};
use storage::seats::SeatCounts;
use utoipa::ToSchema;

use super::EventPlaces;
use crate::Platform;
use crate::bus::{Name, Topic};
use crate::calendar::events::placed;
use crate::calendar::rules::{self, Asker};
use crate::error::Result;
use crate::room::{Happening, LiveRoom, Room, running};
use crate::time::{Moment, now};

/// Where it is told.
pub const SEATS: &str = "/topic/event/{id}";

/// An event as it is listened to.
#[derive(Clone)]
pub struct EventSeats {
    /// Whose calendar it is in: who loses their relation there may listen no more.
    entity_id: Option<EntityId>,
    calendar_id: CalendarId,
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
        Ok(calendar
            .map(|calendar| Self { entity_id: calendar.entity_id(), calendar_id: calendar.calendar_id }))
    }

    /// Whoever sees the event by its number.
    async fn facts(platform: &Platform, id: i64, user_id: UserId) -> Result<Option<()>> {
        let found = placed(platform, CalendarEventId(id), Some(user_id)).await?;
        let sees = |(calendar, event, asker): &(Calendar, CalendarEvent, Asker)| {
            rules::sees_event(calendar, event.visibility, *asker, false)
        };
        Ok(found.filter(sees).map(drop))
    }

    fn topic(&self, _: i64) -> Topic {
        topic(self.entity_id, self.calendar_id)
    }
}

/// Where nodes tell each other of what is in a calendar.
fn topic(entity_id: Option<EntityId>, calendar_id: CalendarId) -> Topic {
    match entity_id {
        Some(id) => crate::entities::topic(id),
        None => Topic::Scope(const { Name::new("calendar") }, calendar_id.0),
    }
}

/// Who sees an event may have changed, or it is gone ([`crate::bus::Announcement::Changed`]).
pub const EVENT: &str = "event";
/// The same of a calendar and all that is in it.
pub const CALENDAR: &str = "calendar";

/// Whoever listens to an event is asked about anew.
pub fn event_changed(platform: &Platform, id: i64) {
    if let Some(live) = running::<EventSeats>(platform, id) {
        live.verify(None);
    }
}

/// Whoever listens to anything of a calendar's owner is asked about anew. What a calendar is that is gone, each of its events
/// finds for itself.
pub fn calendar_changed(platform: &Platform, id: i64) {
    let platform = platform.clone();
    actix_rt::spawn(async move {
        let id = CalendarId(id);
        let calendar = match platform.storage.calendars.calendar(id).await {
            Ok(calendar) => calendar,
            Err(error) => return tracing::warn!(%error, "rights in a calendar are read anew with its events"),
        };
        let entity_id = calendar.and_then(|calendar| calendar.entity_id());
        for live in platform.registry.rooms(Some(topic(entity_id, id))) {
            live.verify(None);
        }
    });
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

impl Happening for SeatsEvent {
    fn cursor(&self) -> Option<i64> {
        None
    }

    fn at(&self) -> i64 {
        now()
    }
}

/// Tells it.
pub(super) fn tell(places: &EventPlaces<'_>, counts: &SeatCounts) {
    let event = SeatsEvent::Seats {
        id_calendar_event: places.event_id,
        recurrence_id: places.recurrence_id,
        taken: counts.taken,
        seats_left: counts.left(),
        waiting: counts.waiting,
        version: counts.version,
    };
    let (entity_id, calendar_id) = (places.entity_id, places.calendar_id);
    let room = EventSeats { entity_id, calendar_id };
    places.platform.tell_in(places.event_id.0, &room, &event, &());
}
