//! Live events of calendars, and rechecks of rights in them.

use serde::Serialize;
use storage::calendar::{Calendar, CalendarEvent, Visibility};
use storage::chat::comments::SubjectKind;
use storage::ids::{CalendarId, UserId};
use utoipa::ToSchema;

use super::enrollment::EventSeats;
use super::rules;
use super::{asker, enrollment};
use crate::Platform;
use crate::accounts;
use crate::chat::comments;
use crate::chat::live::LiveChannel;
use crate::live::bus::{Announcement, Topic};
use crate::live::room::{LiveRoom, Room, RoomActor, RoomEvent, running};
use crate::platform::error::Result;
use crate::platform::time::now;

/// The destination.
pub const CALENDAR: &str = "/topic/calendar/{id}";

/// Who sees an event may have changed, or it was deleted ([`Announcement::Changed`]).
pub const EVENT_RIGHTS: &str = "event-rights";
/// The same for a calendar and everything in it.
pub const CALENDAR_RIGHTS: &str = "calendar-rights";

/// The topic of a calendar's rooms. It also carries changes of rights: of the organisation's members, or of the
/// person's contacts.
pub(super) fn topic(calendar: &Calendar) -> Topic {
    match calendar.entity_id() {
        Some(id) => crate::entities::topic(id),
        None => accounts::topic(UserId(calendar.owner_id)),
    }
}

/// A calendar as a live room.
#[derive(Clone)]
pub struct LiveCalendar {
    topic: Topic,
}

impl Room for LiveCalendar {
    const NAME: &'static str = "calendar";
    const PLACE: &'static str = CALENDAR;
    type Facts = ();
    type Audience = ();
    type Live = ();

    async fn load(platform: &Platform, id: i64) -> Result<Option<Self>> {
        let calendar = platform.storage.calendars.calendar(CalendarId(id)).await?;
        Ok(calendar.map(|calendar| Self { topic: topic(&calendar) }))
    }

    /// People who may see the calendar by its id may listen, even if only as busy times.
    async fn facts(platform: &Platform, id: i64, user_id: UserId) -> Result<Option<()>> {
        let Some(calendar) = platform.storage.calendars.calendar(CalendarId(id)).await? else {
            return Ok(None);
        };
        let asker = asker(platform, &calendar, Some(user_id)).await?;
        let sees = rules::sees(&calendar, calendar.visibility, asker, false);
        Ok((sees || rules::sees_busy(&calendar, asker)).then_some(()))
    }

    fn topic(&self, _: i64) -> Topic {
        self.topic
    }
}

/// What whoever looks at a calendar is told when something in it is new, changed or gone: what is shown of it is asked for anew.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type")]
#[schema(as = CalendarChanged)]
pub enum CalendarEvents {
    #[serde(rename = "CALENDAR_CHANGED", rename_all = "camelCase")]
    Changed {
        id_calendar: CalendarId,
        /// The event, where everybody who sees the calendar sees it; null: some event, many, or the calendar itself.
        #[serde(rename = "eventUUID")]
        event_uuid: Option<String>,
        /// Of the event, one more once it is gone; where none is meant, of the calendar.
        version: i64,
    },
}

impl RoomEvent for CalendarEvents {
    fn cursor(&self) -> Option<i64> {
        None
    }

    fn at(&self) -> i64 {
        now()
    }
}

fn publish(platform: &Platform, calendar: &Calendar, event_uuid: Option<String>, version: i64) {
    let id_calendar = calendar.calendar_id;
    let event = CalendarEvents::Changed { id_calendar, event_uuid, version };
    // Public events are indexed as they are now; deleted ones are filtered from results in any case.
    if calendar.visibility == Visibility::Public {
        platform.search.wake();
    }
    let room = LiveCalendar { topic: topic(calendar) };
    platform.publish_in(id_calendar.0, &room, &event, &());
}

/// An event of a calendar was created, changed or, with its next version, deleted.
pub(super) fn event_changed(platform: &Platform, calendar: &Calendar, event: &CalendarEvent, version: i64) {
    let is_for_all = match event.visibility {
        Visibility::Public => true,
        Visibility::Unlisted => false,
        other => other == calendar.visibility,
    };
    publish(platform, calendar, is_for_all.then(|| event.event_uuid.clone()), version);
}

/// Many events of a calendar, or the calendar itself, have changed.
pub(super) fn calendar_changed(platform: &Platform, calendar: &Calendar) {
    publish(platform, calendar, None, calendar.version);
}

/// Who sees an event may have changed: the rights of its subscribers are read again, on every node.
pub(super) fn event_rights_moved(platform: &Platform, event: &CalendarEvent) {
    platform.announce(Announcement::changed(EVENT_RIGHTS, event.event_id.0));
}

/// The same for a calendar.
pub(super) fn calendar_rights_moved(platform: &Platform, calendar: &Calendar) {
    platform.announce(Announcement::changed(CALENDAR_RIGHTS, calendar.calendar_id.0));
}

/// Rechecks an event's subscribers on this node.
pub fn verify_event(platform: &Platform, id: i64) {
    if let Some(live) = running::<EventSeats>(platform, id) {
        live.verify(None);
    }
    comments::verify(platform, SubjectKind::Event.of(id));
}

/// Rechecks the subscribers of a calendar and of its owner's events on this node.
pub fn verify_calendar(platform: &Platform, id: i64) {
    if let Some(live) = running::<LiveCalendar>(platform, id) {
        live.verify(None);
    }
    let platform = platform.clone();
    actix_rt::spawn(async move {
        match platform.storage.calendars.calendar(CalendarId(id)).await {
            Ok(Some(calendar)) => {
                let name = <enrollment::EventSeats as Room>::NAME;
                let of = topic(&calendar);
                for live in platform.registry.running_in::<RoomActor<EventSeats>>(name, of) {
                    live.verify(None);
                }
                let name = <LiveChannel as Room>::NAME;
                for live in platform.registry.running_in::<RoomActor<LiveChannel>>(name, of) {
                    live.verify(None);
                }
            }
            // Its events are deleted with it, and nothing is published about them any more.
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "who listens to a calendar's events is asked about later"),
        }
    });
}
