//! School year calendars on the wire.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::calendar::{CalendarEvent, SchoolCalendarKind, SchoolDay, SchoolDayKind, Visibility};
use storage::entities::{Entity, RelationType};
use storage::ids::EntityId;
use storage::time::Day;
use utoipa::ToSchema;

use super::template::EasterBreak;
use crate::calendar::view::CalendarView;

/// What somebody may do with a school's calendars of school years.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = SchoolAbility)]
pub enum Ability {
    /// Make calendars and put school years into them.
    Write,
}

/// How a school year may look: a proposal, which whoever keeps the school's calendar changes.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SchoolYearProposal {
    pub id_municipality: i64,
    /// The year in which it begins.
    pub year: i64,
    /// The week of the winter break (sportlov), 7 to 10; null: it is not known when the municipality has it, and nothing is proposed.
    pub sports_week: Option<i8>,
    pub easter_break: EasterBreak,
    pub days: Vec<SchoolDay>,
}

/// A school over its calendars.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CalendarSchool {
    pub id_entity: EntityId,
    pub entity_name: String,
    pub entity_slug: String,
}

impl From<&Entity> for CalendarSchool {
    fn from(entity: &Entity) -> Self {
        Self {
            id_entity: entity.entity_id,
            entity_name: entity.entity_name.clone(),
            entity_slug: entity.entity_slug.clone(),
        }
    }
}

/// A school's calendar of school years.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SchoolCalendar {
    pub kind: SchoolCalendarKind,
    pub calendar: CalendarView,
    /// The school years that were put into it, by the year in which they begin.
    pub years: Vec<i64>,
}

/// A school's calendars of school years, as far as somebody sees them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SchoolCalendars {
    pub school: CalendarSchool,
    pub content: Vec<SchoolCalendar>,
    pub abilities: &'static [Ability],
}

/// What becomes, or became, of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = SchoolDayOutcome)]
pub enum Outcome {
    /// It is new.
    Made,
    /// Its title or its days follow.
    Changed,
    /// It is as it shall be.
    Same,
    /// Somebody has changed it by hand: it stays as it is.
    Kept,
    /// Somebody has taken it out of the calendar: it stays away.
    Gone,
    /// It is no longer among the days: taken out.
    Removed,
}

/// An event as it is in the calendar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SchoolDayStands {
    #[serde(rename = "eventUUID")]
    pub event_uuid: String,
    pub title: String,
    /// Null: it does not last all day any more.
    pub start_date: Option<Day>,
    pub end_date: Option<Day>,
}

impl From<&CalendarEvent> for SchoolDayStands {
    fn from(event: &CalendarEvent) -> Self {
        Self {
            event_uuid: event.event_uuid.clone(),
            title: event.title.clone(),
            start_date: event.start_date,
            end_date: event.end_date,
        }
    }
}

/// A day of a school year, and what becomes of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlannedSchoolDay {
    #[serde(flatten)]
    pub day: SchoolDay,
    pub outcome: Outcome,
    /// As it is in the calendar; null: it is not there.
    pub stands: Option<SchoolDayStands>,
}

/// A school year of a calendar.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SchoolYear {
    pub kind: SchoolCalendarKind,
    /// Null: it would be made (`dryRun`).
    pub calendar: Option<CalendarView>,
    pub id_municipality: i64,
    pub year: i64,
    pub days: Vec<PlannedSchoolDay>,
    /// Grows with every change. To be sent back by whoever changes the year; 0: nothing was put in yet.
    pub version: i64,
}

/// A day of a school year as it shall be.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SchoolDayDraft)]
pub struct DayDraft {
    /// By which it is known in its year; of one's own making for what is added.
    #[garde(length(bytes, max = 40), pattern("^[A-Z0-9_-]{1,40}$"))]
    #[schema(max_length = 40, pattern = "^[A-Z0-9_-]{1,40}$")]
    pub key: String,
    #[garde(skip)]
    pub kind: SchoolDayKind,
    #[garde(length(chars, min = 1, max = 200))]
    #[schema(min_length = 1, max_length = 200)]
    pub title: String,
    #[garde(skip)]
    pub start_date: Day,
    /// Itself included.
    #[garde(skip)]
    pub end_date: Day,
    /// Put it in also where somebody has taken it out of the calendar.
    #[serde(default)]
    #[garde(skip)]
    pub again: bool,
}

/// A calendar of school years to make.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewSchoolCalendar {
    #[garde(skip)]
    pub kind: SchoolCalendarKind,
    #[garde(length(chars, min = 1, max = 100))]
    #[schema(min_length = 1, max_length = 100)]
    pub name: String,
    #[garde(skip)]
    pub visibility: Visibility,
    /// As of any calendar: those for whom a RESTRICTED one is, by their relation to the school.
    #[garde(length(max = 22))]
    #[schema(max_items = 22)]
    pub relation_types: Option<Vec<RelationType>>,
    /// `#rrggbb`
    #[garde(inner(length(chars, max = 7), pattern("^#[0-9a-fA-F]{6}$")))]
    #[schema(max_length = 7, pattern = "^#[0-9a-fA-F]{6}$")]
    pub color: Option<String>,
}

/// A school year as it shall be.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SchoolYearDraft {
    /// Into which of the school's calendars of school years; absent: into a new one, `calendar`.
    #[serde(rename = "calendarUUID")]
    #[garde(inner(length(bytes, max = 36)))]
    #[schema(max_length = 36)]
    pub calendar_uuid: Option<String>,
    #[garde(dive)]
    pub calendar: Option<NewSchoolCalendar>,
    /// Official code of the municipality from which it was proposed.
    #[garde(skip)]
    pub id_municipality: i64,
    /// The year in which it begins.
    #[garde(range(min = 2020, max = 2098))]
    #[schema(minimum = 2020, maximum = 2098)]
    pub year: i64,
    /// All its days.
    #[garde(length(min = 1, max = 60), dive)]
    #[schema(min_items = 1, max_items = 60)]
    pub days: Vec<DayDraft>,
    /// The version that was looked at; absent: nothing was there.
    #[serde(default)]
    #[garde(skip)]
    pub version: i64,
}
