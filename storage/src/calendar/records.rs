//! Calendars and their events, as they are stored.

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

// Coordinates are numbers: what reads numbers in never makes NaN.
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
        /// What it is called in addresses; cannot be guessed.
        calendar_uuid: String => text,
        /// Whose kind.
        owner_kind: CalendarOwner => text,
        /// Whose.
        owner_id: i64 => bigint,
        calendar_name: String => text,
        /// Who may see what is in it; an event may be for fewer.
        visibility: Visibility => text,
        /// RESTRICTED to holders of these relations, and who has it in hand; none: to all who belong to the organisation.
        relation_types: Vec<RelationType> => text,
        /// `#rrggbb`.
        color: Option<String> => text,
        /// Who made it.
        created_by: UserId => bigint,
        created: Moment => timestamp,
        /// Since when its events are fetched from elsewhere; none: they are written here.
        subscribed: Option<Moment> => timestamp,
        /// Grows with every change.
        version: i64 => bigint,
    }
}

impl Calendar {
    /// The organisation whose it is; none: a person's.
    pub fn entity_id(&self) -> Option<EntityId> {
        (self.owner_kind == CalendarOwner::Entity).then_some(EntityId(self.owner_id))
    }

    /// The person whose it is; none: an organisation's.
    pub fn user_id(&self) -> Option<UserId> {
        (self.owner_kind == CalendarOwner::User).then_some(UserId(self.owner_id))
    }
}

record! {
    /// A calendar among those of its owner.
    pub struct OwnedCalendar;
    pub(crate) static OWNED_CALENDARS: "owned_calendars", Ascending;
    partition {
        /// Whose kind.
        owner_kind: CalendarOwner => text,
        /// Whose.
        owner_id: i64 => bigint,
    }
    clustering {
        /// Which, in the order in which they were made.
        calendar_id: CalendarId => bigint,
    }
    columns {
        calendar_uuid: String => text,
    }
}

record! {
    /// A person's own calendar, which everybody has once they look.
    pub struct FirstCalendar;
    pub(crate) static FIRST_CALENDARS: "first_calendars", Ascending;
    partition {
        /// Whose.
        user_id: UserId => bigint,
    }
    clustering {}
    columns {
        calendar_id: CalendarId => bigint,
    }
}

record! {
    /// What lies behind the part of an address that cannot be guessed.
    pub struct CalendarAddress;
    pub(crate) static CALENDAR_ADDRESSES: "calendar_addresses", Ascending;
    partition {
        uuid: String => text,
    }
    clustering {}
    columns {
        calendar_id: CalendarId => bigint,
        /// None: it is the calendar's own.
        event_id: Option<CalendarEventId> => bigint,
    }
}

record! {
    /// An event, or a series of them.
    pub struct CalendarEvent;
    pub(crate) static CALENDAR_EVENTS: "calendar_events", Ascending;
    partition {
        event_id: CalendarEventId => bigint,
    }
    clustering {}
    columns {
        calendar_id: CalendarId => bigint,
        /// What it is called in addresses; cannot be guessed.
        event_uuid: String => text,
        title: String => text,
        description: String => text,
        /// The beginning, of a series the first one's. All day: the beginning of the first day in its zone.
        starts: Moment => timestamp,
        /// The end, not before the beginning. All day: the end of the last day.
        ends: Moment => timestamp,
        all_day: bool => boolean,
        /// The first day of what lasts all day.
        start_date: Option<Day> => text,
        /// Its last day.
        end_date: Option<Day> => text,
        /// IANA name: where its times are at home.
        time_zone: String => text,
        visibility: Visibility => text,
        event_status: EventStatus => text,
        /// RFC 5545 without `RRULE:`; none: it happens once.
        rrule: Option<String> => text,
        /// Beginnings that the rule would make and that are none.
        exdates: Json<Vec<Moment>> => text,
        /// When a series' last one begins, where it has a last one.
        until: Option<Moment> => timestamp,
        place: Json<Option<Place>> => text,
        cover_image: Option<String> => text,
        /// What the picture shows, for who does not see it; none: nobody has said.
        cover_alt: Option<String> => text,
        links: Json<Vec<Link>> => text,
        /// None: one does not enrol.
        enrollment: Json<Option<EnrollmentSettings>> => text,
        /// The series that it was taken out of, changed by itself.
        series_id: Option<CalendarEventId> => bigint,
        /// When it would begin as one of that series.
        recurrence_id: Option<Moment> => timestamp,
        /// The address of the event that it is a copy of.
        saved_from: Option<String> => text,
        /// Since when its organisation shows it to everybody.
        promoted: Option<Moment> => timestamp,
        /// What it is called in the file that it was imported from (RFC 5545 `UID`).
        uid: Option<String> => text,
        /// What that file says of it for which there is no column here, as lines of iCalendar: given out again as it came.
        ics_extra: Option<String> => text,
        /// The version since which its times are what they are; none: see [`CalendarEvent::timed`].
        timed: Option<i64> => bigint,
        created_by: UserId => bigint,
        created: Moment => timestamp,
        updated: Moment => timestamp,
        /// Grows with every change.
        version: i64 => bigint,
    }
}

record! {
    /// An event that happens once, in a month that it touches: what a view of that month shows of it.
    pub struct ListedEvent;
    pub(crate) static CALENDAR_MONTHS: "calendar_months", Ascending;
    partition {
        /// Of which calendar.
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
    /// A month in which a calendar has ever had an event.
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
    /// What the events of a calendar are known by as they stand: written with each change of one, and never the same again. What is
    /// made of them is kept under it.
    pub struct CalendarStamp;
    pub(crate) static CALENDAR_STAMPS: "calendar_stamps", Ascending;
    partition {
        calendar_id: CalendarId => bigint,
    }
    clustering {}
    columns {
        /// When the last change was written.
        changed: Moment => timestamp,
        /// Any number.
        mark: i64 => bigint,
    }
}

record! {
    /// A series of a calendar.
    pub struct Series;
    pub(crate) static CALENDAR_SERIES: "calendar_series", Ascending;
    partition {
        calendar_id: CalendarId => bigint,
    }
    clustering {
        event_id: CalendarEventId => bigint,
    }
    columns {
        /// When the first begins.
        starts: Moment => timestamp,
        /// When the last begins; none: there is no last.
        until: Option<Moment> => timestamp,
    }
}

record! {
    /// One of a series that is an event of its own.
    pub struct SeriesException;
    pub(crate) static SERIES_EXCEPTIONS: "series_exceptions", Ascending;
    partition {
        series_id: CalendarEventId => bigint,
    }
    clustering {
        /// When it would begin as one of the series.
        recurrence_id: Moment => timestamp,
    }
    columns {
        event_id: CalendarEventId => bigint,
    }
}
