//! Calendars and events on the wire, in both directions. Contract §7.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::calendar::{Calendar, CalendarEvent, EventStatus, Link, ListedEvent, Place, Visibility};
use storage::entities::RelationType;
use storage::ids::{CalendarEventId, CalendarId, EntityId, UserId};
use storage::time::Day;
use utoipa::ToSchema;

use super::engagement::EngagementView;
use super::enrollment::view::{EnrollmentView, NewEnrollmentSettings};
use super::rules::Ability;
use super::subscriptions::SourceState;
use crate::platform::recurrence::Instance;
use crate::platform::time::Moment;

/// A calendar as one person sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Calendar)]
pub struct CalendarView {
    pub id_calendar: CalendarId,
    #[serde(rename = "calendarUUID")]
    pub calendar_uuid: String,
    pub name: String,
    /// The organisation's whose it is; null: the person's own.
    pub id_entity: Option<EntityId>,
    /// Another person whose it is; null: nobody else's.
    pub id_user: Option<UserId>,
    /// I see when its person is busy, and nothing else of it.
    pub busy_only: bool,
    pub visibility: Visibility,
    /// RESTRICTED to holders of these relations to the organisation, beside OWNER and ADMINISTRATOR; empty: to all who belong to it.
    pub relation_types: Vec<RelationType>,
    /// `#rrggbb`
    pub color: Option<String>,
    /// Its events are fetched from an address outside, and nobody changes them here.
    pub subscribed: bool,
    /// That address, for who may change the calendar: whoever has it may read what is there. Null: there is none, or it is not for me.
    pub source: Option<String>,
    /// How it stands with that, for the same people.
    pub source_state: Option<SourceState>,
    pub created: Moment,
    pub version: i64,
    pub abilities: &'static [Ability],
}

/// The title of events that are visible only as busy.
pub const BUSY: &str = "Upptagen";

impl CalendarView {
    pub fn new(calendar: &Calendar, abilities: &'static [Ability]) -> Self {
        Self {
            id_calendar: calendar.calendar_id,
            calendar_uuid: calendar.calendar_uuid.clone(),
            name: calendar.calendar_name.clone(),
            id_entity: calendar.entity_id(),
            id_user: None,
            busy_only: false,
            visibility: calendar.visibility,
            relation_types: calendar.relation_types.clone(),
            color: calendar.color.clone(),
            subscribed: calendar.subscribed.is_some(),
            source: None,
            source_state: None,
            created: calendar.created,
            version: calendar.version,
            abilities,
        }
    }

    /// For readers who may only see when its person is busy.
    #[must_use]
    pub fn busy(self) -> Self {
        Self {
            name: BUSY.to_owned(),
            busy_only: true,
            visibility: Visibility::Private,
            relation_types: Vec::new(),
            color: None,
            subscribed: false,
            version: 1,
            ..self
        }
    }
}

/// A calendar to make.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewCalendar {
    #[garde(length(chars, min = 1, max = 100))]
    #[schema(min_length = 1, max_length = 100)]
    pub name: String,
    /// Absent: one's own.
    #[garde(skip)]
    pub id_entity: Option<EntityId>,
    #[garde(skip)]
    pub visibility: Visibility,
    /// Of an organisation's RESTRICTED one: only for holders of these relations to it, beside OWNER and ADMINISTRATOR; absent or
    /// empty: for all who belong to it.
    #[garde(length(max = 22))]
    #[schema(max_items = 22)]
    pub relation_types: Option<Vec<RelationType>>,
    /// `#rrggbb`
    #[garde(inner(length(chars, max = 7), pattern("^#[0-9a-fA-F]{6}$")))]
    #[schema(max_length = 7, pattern = "^#[0-9a-fA-F]{6}$")]
    pub color: Option<String>,
    /// Where its events are fetched, every few hours: `https://…` or `webcal://…` of a calendar file (RFC 5545). Absent: they are
    /// put in here.
    #[garde(inner(length(bytes, max = 2000)))]
    #[schema(max_length = 2000)]
    pub source: Option<String>,
}

/// A calendar as it shall be.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeCalendar {
    #[garde(length(chars, min = 1, max = 100))]
    #[schema(min_length = 1, max_length = 100)]
    pub name: String,
    #[garde(skip)]
    pub visibility: Visibility,
    /// As when it is made; absent: as it was, and none where it is not RESTRICTED any more.
    #[garde(length(max = 22))]
    #[schema(max_items = 22)]
    pub relation_types: Option<Vec<RelationType>>,
    /// `#rrggbb`
    #[garde(inner(length(chars, max = 7), pattern("^#[0-9a-fA-F]{6}$")))]
    #[schema(max_length = 7, pattern = "^#[0-9a-fA-F]{6}$")]
    pub color: Option<String>,
    /// Of one that is fetched from elsewhere: from where from now on. Absent: as it was.
    #[garde(inner(length(bytes, max = 2000)))]
    #[schema(max_length = 2000)]
    pub source: Option<String>,
}

/// What a view of days shows of an event, or of one of a series.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ListedEvent)]
pub struct ListedView {
    pub id_calendar_event: CalendarEventId,
    /// The same.
    pub id: CalendarEventId,
    #[serde(rename = "eventUUID")]
    pub event_uuid: String,
    pub id_calendar: CalendarId,
    #[serde(rename = "calendarUUID")]
    pub calendar_uuid: String,
    pub title: String,
    pub start: Moment,
    pub end: Moment,
    pub all_day: bool,
    /// The first day of what lasts all day.
    pub start_date: Option<Day>,
    /// Its last day.
    pub end_date: Option<Day>,
    pub time_zone: String,
    pub visibility: Visibility,
    pub event_status: EventStatus,
    pub place: Option<Place>,
    /// A time at which somebody is busy; of what it is no more is told, and nothing can be asked for by its id.
    pub busy: bool,
    /// It is one of a series: `id` is the series' and `recurrenceId` says which.
    pub is_recurring: bool,
    /// When it begins, or would begin, as one of its series; null: it is of none.
    pub recurrence_id: Option<Moment>,
    /// The series that it was taken out of.
    pub id_series: Option<CalendarEventId>,
    pub version: i64,
}

impl ListedView {
    pub fn once(calendar: &Calendar, event: ListedEvent) -> Self {
        Self {
            id_calendar_event: event.event_id,
            id: event.event_id,
            event_uuid: event.event_uuid,
            id_calendar: calendar.calendar_id,
            calendar_uuid: calendar.calendar_uuid.clone(),
            title: event.title,
            start: event.starts,
            end: event.ends,
            all_day: event.all_day,
            start_date: event.start_date,
            end_date: event.end_date,
            time_zone: event.time_zone,
            visibility: event.visibility,
            event_status: event.event_status,
            place: event.place.0,
            busy: false,
            is_recurring: false,
            recurrence_id: event.recurrence_id,
            id_series: event.series_id,
            version: event.version,
        }
    }

    /// An occurrence of a series; `days`: first and last day if all-day.
    pub fn of_series(
        calendar: &Calendar,
        series: &CalendarEvent,
        one: Instance,
        days: Option<(Day, Day)>,
    ) -> Self {
        Self {
            id_calendar_event: series.event_id,
            id: series.event_id,
            event_uuid: series.event_uuid.clone(),
            id_calendar: calendar.calendar_id,
            calendar_uuid: calendar.calendar_uuid.clone(),
            title: series.title.clone(),
            start: one.starts,
            end: one.ends,
            all_day: series.all_day,
            start_date: days.map(|days| days.0),
            end_date: days.map(|days| days.1),
            time_zone: series.time_zone.clone(),
            visibility: series.visibility,
            event_status: series.event_status,
            place: series.place.0.clone(),
            busy: false,
            is_recurring: true,
            recurrence_id: Some(one.starts),
            id_series: None,
            version: series.version,
        }
    }

    /// A single event; for a series its first occurrence.
    pub fn whole(calendar: &Calendar, event: &CalendarEvent) -> Self {
        let first = Instance { starts: event.starts, ends: event.ends };
        let view = Self::of_series(calendar, event, first, event.start_date.zip(event.end_date));
        match event.rrule {
            Some(_) => view,
            None => Self {
                is_recurring: false,
                recurrence_id: event.recurrence_id,
                id_series: event.series_id,
                ..view
            },
        }
    }

    /// For readers who may only see when somebody is busy.
    #[must_use]
    pub fn busy(self) -> Self {
        Self {
            event_uuid: String::new(),
            title: BUSY.to_owned(),
            visibility: Visibility::Private,
            event_status: EventStatus::Confirmed,
            place: None,
            busy: true,
            is_recurring: false,
            recurrence_id: None,
            id_series: None,
            version: 1,
            ..self
        }
    }
}

/// An event, or a series of them, whole.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CalendarEvent)]
pub struct EventView {
    pub id_calendar_event: CalendarEventId,
    /// The same.
    pub id: CalendarEventId,
    #[serde(rename = "eventUUID")]
    pub event_uuid: String,
    pub id_calendar: CalendarId,
    #[serde(rename = "calendarUUID")]
    pub calendar_uuid: String,
    pub title: String,
    pub description: String,
    /// Of a series: the first one's.
    pub start: Moment,
    pub end: Moment,
    pub all_day: bool,
    pub start_date: Option<Day>,
    /// The last day, itself included.
    pub end_date: Option<Day>,
    pub time_zone: String,
    pub visibility: Visibility,
    pub event_status: EventStatus,
    pub rrule: Option<String>,
    pub exdates: Vec<Moment>,
    pub place: Option<Place>,
    pub cover_image: Option<String>,
    /// What the picture shows, for who does not see it.
    pub cover_alt: Option<String>,
    pub links: Vec<Link>,
    /// Null: one does not enrol.
    pub enrollment: Option<EnrollmentView>,
    pub id_series: Option<CalendarEventId>,
    pub recurrence_id: Option<Moment>,
    /// The `eventUUID` of the event that it is a copy of.
    pub saved_from: Option<String>,
    /// Its organisation shows it to everybody.
    pub promoted: bool,
    #[serde(flatten)]
    pub engagement: EngagementView,
    pub created: Moment,
    pub updated: Moment,
    pub version: i64,
    pub abilities: &'static [Ability],
}

impl EventView {
    pub fn new(calendar: &Calendar, event: CalendarEvent, abilities: &'static [Ability]) -> Self {
        Self {
            id_calendar_event: event.event_id,
            id: event.event_id,
            event_uuid: event.event_uuid,
            id_calendar: calendar.calendar_id,
            calendar_uuid: calendar.calendar_uuid.clone(),
            title: event.title,
            description: event.description,
            start: event.starts,
            end: event.ends,
            all_day: event.all_day,
            start_date: event.start_date,
            end_date: event.end_date,
            time_zone: event.time_zone,
            visibility: event.visibility,
            event_status: event.event_status,
            rrule: event.rrule,
            exdates: event.exdates.0,
            place: event.place.0,
            cover_image: event.cover_image,
            cover_alt: event.cover_alt,
            links: event.links.0,
            enrollment: None,
            id_series: event.series_id,
            recurrence_id: event.recurrence_id,
            saved_from: event.saved_from,
            promoted: event.promoted.is_some(),
            engagement: EngagementView::default(),
            created: event.created,
            updated: event.updated,
            version: event.version,
            abilities,
        }
    }
}

/// An event to make, or as it shall be.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventDraft {
    /// In which calendar.
    #[serde(rename = "calendarUUID")]
    #[garde(length(bytes, max = 36))]
    #[schema(max_length = 36)]
    pub calendar_uuid: String,
    #[garde(length(chars, min = 1, max = 200))]
    #[schema(min_length = 1, max_length = 200)]
    pub title: String,
    #[serde(default)]
    #[garde(length(chars, max = 10000))]
    #[schema(max_length = 10000)]
    pub description: String,
    /// Unless it lasts all day.
    #[garde(skip)]
    pub start: Option<Moment>,
    /// Unless it lasts all day; at most 366 days later.
    #[garde(skip)]
    pub end: Option<Moment>,
    #[serde(default)]
    #[garde(skip)]
    pub all_day: bool,
    /// The first day of what lasts all day.
    #[garde(skip)]
    pub start_date: Option<Day>,
    /// Its last day, itself included; absent: the first.
    #[garde(skip)]
    pub end_date: Option<Day>,
    /// IANA name; absent: Europe/Stockholm.
    #[garde(inner(length(bytes, max = 60)))]
    #[schema(max_length = 60)]
    pub time_zone: Option<String>,
    /// Absent: as the calendar.
    #[garde(skip)]
    pub visibility: Option<Visibility>,
    /// Absent: CONFIRMED.
    #[garde(skip)]
    pub event_status: Option<EventStatus>,
    /// RFC 5545, from YEARLY to DAILY.
    #[garde(inner(length(bytes, max = 500)))]
    #[schema(max_length = 500)]
    pub rrule: Option<String>,
    /// Beginnings that the rule would make and that are none.
    #[serde(default)]
    #[garde(length(max = 500))]
    #[schema(max_items = 500)]
    pub exdates: Vec<Moment>,
    #[garde(dive)]
    pub place: Option<NewPlace>,
    /// The address of a picture of this installation; `PUT …/cover` brings one.
    #[garde(inner(length(chars, max = 500), prefix("/img/")))]
    #[schema(max_length = 500, pattern = "^/img/")]
    pub cover_image: Option<String>,
    /// What the picture shows, in a line, for who does not see it; nothing without a picture.
    #[garde(inner(length(chars, max = 300)))]
    #[schema(max_length = 300)]
    pub cover_alt: Option<String>,
    #[serde(default)]
    #[garde(length(max = 20), dive)]
    #[schema(max_items = 20)]
    pub links: Vec<NewLink>,
    /// How one enrols; null: one does not. Absent: as it was.
    #[allow(clippy::option_option, reason = "absent, null and given are three things in a body")]
    #[serde(default, deserialize_with = "present")]
    #[garde(dive)]
    #[schema(value_type = Option<NewEnrollmentSettings>)]
    pub enrollment: Option<Option<NewEnrollmentSettings>>,
    /// The version that was looked at: where the event has moved on since, nothing is changed (409).
    #[garde(skip)]
    pub version: Option<i64>,
}

/// A field that is present, even if null.
fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// Where something takes place.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPlace {
    #[garde(length(chars, min = 1, max = 200))]
    #[schema(min_length = 1, max_length = 200)]
    pub name: String,
    #[garde(inner(length(chars, max = 300)))]
    #[schema(max_length = 300)]
    pub address: Option<String>,
    #[garde(inner(range(min = 0, max = 99_999)))]
    #[schema(minimum = 0, maximum = 99999)]
    pub id_tatort: Option<i64>,
    /// A place of the guide; the event's page leads to it. Name, address and position are the event's own.
    #[garde(inner(range(min = 0, max = 9_007_199_254_740_991)))]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub id_infopoint: Option<i64>,
    #[garde(inner(range(min = -90.0, max = 90.0)))]
    #[schema(minimum = -90, maximum = 90)]
    pub latitude: Option<f64>,
    #[garde(inner(range(min = -180.0, max = 180.0)))]
    #[schema(minimum = -180, maximum = 180)]
    pub longitude: Option<f64>,
    #[garde(inner(length(bytes, max = 2000), pattern("^https?://")))]
    #[schema(max_length = 2000, pattern = "^https?://")]
    pub link: Option<String>,
}

impl From<NewPlace> for Place {
    fn from(new: NewPlace) -> Self {
        Self {
            name: new.name,
            address: new.address,
            id_tatort: new.id_tatort,
            id_infopoint: new.id_infopoint,
            latitude: new.latitude,
            longitude: new.longitude,
            link: new.link,
        }
    }
}

/// An address that belongs to an event.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewLink {
    #[garde(length(bytes, max = 2000), pattern("^https?://"))]
    #[schema(max_length = 2000, pattern = "^https?://")]
    pub url: String,
    #[garde(inner(length(chars, max = 200)))]
    #[schema(max_length = 200)]
    pub title: Option<String>,
}

impl From<NewLink> for Link {
    fn from(new: NewLink) -> Self {
        Self { url: new.url, title: new.title }
    }
}

/// How much of a series is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// The one at `recurrenceId`.
    This,
    /// That one and all after it.
    Future,
    #[default]
    All,
}
