//! Stored records of calendars and events.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::entities::RelationType;
use crate::platform::ids::{CalendarEventId, CalendarId, EntityId, UserId};
use crate::platform::record::record;
use crate::platform::text_enum::text_enum;
use crate::platform::time::{Day, Moment};
use crate::platform::value::Json;
use crate::seats::WaitlistMode;

text_enum! {
    /// Whose a calendar is.
    CalendarOwner {
        /// A person's.
        User = "user",
        /// An organisation's.
        Entity = "entity",
    }
}

text_enum! {
    /// Who may see something.
    Visibility {
        /// Everybody.
        Public = "PUBLIC",
        /// Whoever has its address.
        Unlisted = "UNLISTED",
        /// Those who belong to the organisation, or those of them whose relation the calendar names; of a person's: themselves and
        /// whom they let.
        Restricted = "RESTRICTED",
        /// Those who write in the calendar.
        Private = "PRIVATE",
    }
}

text_enum! {
    /// Whether an event takes place.
    EventStatus {
        Tentative = "TENTATIVE",
        Confirmed = "CONFIRMED",
        Cancelled = "CANCELLED",
    }
}

/// Where something takes place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub address: Option<String>,
    /// A municipality's or locality's official code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id_tatort: Option<i64>,
    /// The place of the guide (infopoint) that was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id_infopoint: Option<i64>,
    /// Degrees north.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub latitude: Option<f64>,
    /// Degrees east.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub longitude: Option<f64>,
    /// Of a meeting on the web.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub link: Option<String>,
}

// Coordinates come from parsed numbers, which are never NaN.
impl Eq for Place {}

/// An address that belongs to an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Link {
    pub url: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub title: Option<String>,
}

text_enum! {
    /// How a question is answered.
    QuestionKind {
        /// In words of one's own.
        Text = "TEXT",
        /// By one of the options.
        Choice = "CHOICE",
    }
}

/// What somebody is asked who enrols.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EnrollmentQuestion)]
pub struct Question {
    /// By which its answer is found.
    pub id: String,
    pub text: String,
    pub kind: QuestionKind,
    /// What may be chosen.
    #[serde(default)]
    pub options: Vec<String>,
    /// Nobody enrols without an answer.
    #[serde(default)]
    pub required: bool,
}

/// How one enrols in an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EnrollmentSettings)]
pub struct EnrollmentSettings {
    /// Places, guests counted; null: no limit.
    pub capacity: Option<i64>,
    /// Until when one enrols; of a series the first one's, and as long before each other. Null: until it begins.
    pub deadline: Option<Moment>,
    /// Who enrols waits for who runs the event.
    pub requires_approval: bool,
    /// Null: there is no queue.
    pub waitlist_mode: Option<WaitlistMode>,
    /// Whom one person may bring, at most.
    pub max_guests: i64,
    pub questions: Vec<Question>,
}

record! {
    /// A calendar.
    pub struct Calendar;
    pub(crate) static CALENDARS: "calendars", Ascending;
    partition {
        calendar_id: CalendarId => bigint,
    }
    clustering {}
    columns {
        /// Its id in addresses; cannot be guessed.
        calendar_uuid: String => text,
        /// Kind of the owner.
        owner_kind: CalendarOwner => text,
        /// The owner's id.
        owner_id: i64 => bigint,
        calendar_name: String => text,
        /// Who may see its events; an event may be more restricted.
        visibility: Visibility => text,
        /// RESTRICTED to holders of these relations, and those who manage it; empty: to all members of the
        /// organisation.
        relation_types: Vec<RelationType> => text,
        /// `#rrggbb`.
        color: Option<String> => text,
        /// Who created it.
        created_by: UserId => bigint,
        created: Moment => timestamp,
        /// Since when it is subscribed from elsewhere; none: its events are written here.
        subscribed: Option<Moment> => timestamp,
        /// Raised by every change.
        version: i64 => bigint,
    }
}

impl Calendar {
    /// The owning organisation; none: a person's calendar.
    pub fn entity_id(&self) -> Option<EntityId> {
        (self.owner_kind == CalendarOwner::Entity).then_some(EntityId(self.owner_id))
    }

    /// The owning person; none: an organisation's calendar.
    pub fn user_id(&self) -> Option<UserId> {
        (self.owner_kind == CalendarOwner::User).then_some(UserId(self.owner_id))
    }
}

record! {
    /// A calendar in the list of its owner.
    pub struct OwnedCalendar;
    pub(crate) static OWNED_CALENDARS: "owned_calendars", Ascending;
    partition {
        /// Kind of the owner.
        owner_kind: CalendarOwner => text,
        /// The owner's id.
        owner_id: i64 => bigint,
    }
    clustering {
        /// The calendar; ordered by creation.
        calendar_id: CalendarId => bigint,
    }
    columns {
        calendar_uuid: String => text,
    }
}

record! {
    /// A person's default calendar, created on first use.
    pub struct FirstCalendar;
    pub(crate) static FIRST_CALENDARS: "first_calendars", Ascending;
    partition {
        /// The person.
        user_id: UserId => bigint,
    }
    clustering {}
    columns {
        calendar_id: CalendarId => bigint,
    }
}

record! {
    /// The calendar or event with the unguessable part of an address.
    pub struct CalendarAddress;
    pub(crate) static CALENDAR_ADDRESSES: "calendar_addresses", Ascending;
    partition {
        uuid: String => text,
    }
    clustering {}
    columns {
        calendar_id: CalendarId => bigint,
        /// None: the address of the calendar itself.
        event_id: Option<CalendarEventId> => bigint,
    }
}

record! {
    /// An event, or a series of events.
    pub struct CalendarEvent;
    pub(crate) static CALENDAR_EVENTS: "calendar_events", Ascending;
    partition {
        event_id: CalendarEventId => bigint,
    }
    clustering {}
    columns {
        calendar_id: CalendarId => bigint,
        /// Its id in addresses; cannot be guessed.
        event_uuid: String => text,
        title: String => text,
        description: String => text,
        /// Start; for a series of its first occurrence. All day: start of the first day in its zone.
        starts: Moment => timestamp,
        /// End, not before the start. All day: end of the last day.
        ends: Moment => timestamp,
        all_day: bool => boolean,
        /// First day of an all-day event.
        start_date: Option<Day> => text,
        /// Last day of an all-day event.
        end_date: Option<Day> => text,
        /// IANA name of the zone in which its times are defined.
        time_zone: String => text,
        visibility: Visibility => text,
        event_status: EventStatus => text,
        /// Recurrence rule (RFC 5545) without `RRULE:`; none: a single event.
        rrule: Option<String> => text,
        /// Exdates: starts of the rule that do not take place.
        exdates: Json<Vec<Moment>> => text,
        /// Start of the last occurrence of a series; none: it has none.
        until: Option<Moment> => timestamp,
        place: Json<Option<Place>> => text,
        cover_image: Option<String> => text,
        /// Alternative text of the picture; none: not given.
        cover_alt: Option<String> => text,
        links: Json<Vec<Link>> => text,
        /// Enrolment settings; none: no enrolment.
        enrollment: Json<Option<EnrollmentSettings>> => text,
        /// The series of which this is an exception.
        series_id: Option<CalendarEventId> => bigint,
        /// The start of the occurrence that this exception replaces.
        recurrence_id: Option<Moment> => timestamp,
        /// The uuid of the event that it is a copy of.
        saved_from: Option<String> => text,
        /// Since when its organisation promotes it to everyone.
        promoted: Option<Moment> => timestamp,
        /// The `UID` (RFC 5545) in the file that it was imported from.
        uid: Option<String> => text,
        /// Properties of that file without a column here, as iCalendar lines: exported again unchanged.
        ics_extra: Option<String> => text,
        /// The version in which its times were last changed; none: see [`CalendarEvent::timed`].
        timed: Option<i64> => bigint,
        created_by: UserId => bigint,
        created: Moment => timestamp,
        updated: Moment => timestamp,
        /// Raised by every change.
        version: i64 => bigint,
    }
}

record! {
    /// A single event in a month that it touches, with what a month view shows.
    pub struct ListedEvent;
    pub(crate) static CALENDAR_MONTHS: "calendar_months", Ascending;
    partition {
        /// The calendar.
        calendar_id: CalendarId => bigint,
        /// Months since the year 0, in UTC.
        month: i64 => int,
    }
    clustering {
        starts: Moment => timestamp,
        event_id: CalendarEventId => bigint,
    }
    columns {
        ends: Moment => timestamp,
        event_uuid: String => text,
        title: String => text,
        all_day: bool => boolean,
        start_date: Option<Day> => text,
        end_date: Option<Day> => text,
        time_zone: String => text,
        visibility: Visibility => text,
        event_status: EventStatus => text,
        place: Json<Option<Place>> => text,
        series_id: Option<CalendarEventId> => bigint,
        recurrence_id: Option<Moment> => timestamp,
        version: i64 => bigint,
    }
}

record! {
    /// A month in which a calendar has had events.
    pub struct UsedMonth;
    pub(crate) static CALENDAR_USED: "calendar_used", Ascending;
    partition {
        calendar_id: CalendarId => bigint,
    }
    clustering {
        month: i64 => int,
    }
    columns {}
}

record! {
    /// A fingerprint of a calendar's events: rewritten with each change of one, never repeated. Rendered calendar files
    /// are cached under it.
    pub struct CalendarStamp;
    pub(crate) static CALENDAR_STAMPS: "calendar_stamps", Ascending;
    partition {
        calendar_id: CalendarId => bigint,
    }
    clustering {}
    columns {
        /// Time of the last change.
        changed: Moment => timestamp,
        /// A random number.
        mark: i64 => bigint,
    }
}

record! {
    /// A series in its calendar's list.
    pub struct Series;
    pub(crate) static CALENDAR_SERIES: "calendar_series", Ascending;
    partition {
        calendar_id: CalendarId => bigint,
    }
    clustering {
        event_id: CalendarEventId => bigint,
    }
    columns {
        /// Start of the first occurrence.
        starts: Moment => timestamp,
        /// Start of the last occurrence; none: no end.
        until: Option<Moment> => timestamp,
    }
}

record! {
    /// An exception of a series, which is an event of its own.
    pub struct SeriesException;
    pub(crate) static SERIES_EXCEPTIONS: "series_exceptions", Ascending;
    partition {
        series_id: CalendarEventId => bigint,
    }
    clustering {
        /// The start of the occurrence that it replaces.
        recurrence_id: Moment => timestamp,
    }
    columns {
        event_id: CalendarEventId => bigint,
    }
}
