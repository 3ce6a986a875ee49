//! School year calendars: which of a school's calendars are, of what kind, and the days last stored in them per year.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::records::{Calendar, CalendarEvent};
use super::{Calendars, copies};
use crate::platform::engine::Write;
use crate::platform::error::Result;
use crate::platform::ids::{CalendarId, EntityId};
use crate::platform::record::{Stored, record};
use crate::platform::text_enum::text_enum;
use crate::platform::time::Day;
use crate::platform::value::Json;

/// Most school calendars of one school, and years of one calendar, that are read at once.
const MANY: usize = 100;

text_enum! {
    /// What a school keeps a calendar for.
    SchoolCalendarKind {
        /// Skolkalender: the school's days, for everybody.
        School = "SCHOOL",
        /// Studiekalender: for who studies there.
        Study = "STUDY",
        /// Klasskalender: one class's.
        Class = "CLASS",
        /// Personalkalender: for who works there.
        Staff = "STAFF",
    }
}

text_enum! {
    /// What a day of a school year is.
    SchoolDayKind {
        /// A term begins.
        TermStart = "TERM_START",
        /// A term ends.
        TermEnd = "TERM_END",
        /// Pupils are free.
        Break = "BREAK",
        /// Pupils are free, and who works at the school is not.
        StudyDay = "STUDY_DAY",
    }
}

/// A day, or days that follow each other, of a school year.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SchoolDay {
    /// By which it is known in its year: `AUTUMN_BREAK`.
    pub key: String,
    pub kind: SchoolDayKind,
    pub title: String,
    pub start_date: Day,
    /// Itself included.
    pub end_date: Day,
}

record! {
    /// A school's calendar for school years.
    pub struct SchoolCalendar;
    pub(crate) static SCHOOL_CALENDARS: "school_calendars", Ascending;
    partition {
        /// The school.
        entity_id: EntityId => bigint,
    }
    clustering {
        calendar_id: CalendarId => bigint,
    }
    columns {
        kind: SchoolCalendarKind => text,
    }
}

record! {
    /// A school year of a calendar.
    pub struct SchoolYear;
    pub(crate) static SCHOOL_YEARS: "school_years", Ascending;
    partition {
        calendar_id: CalendarId => bigint,
    }
    clustering {
        /// The year in which it begins.
        year: i64 => int,
    }
    columns {
        /// Official code of the municipality whose proposal was used.
        municipality_id: i64 => bigint,
        /// The days last stored; an event that differs was edited by somebody.
        days: Json<Vec<SchoolDay>> => text,
        /// Days whose storing was begun and may be incomplete.
        begun: Json<Vec<SchoolDay>> => text,
        /// Raised by every change.
        version: i64 => bigint,
    }
}

impl Calendars {
    /// Creates a school year calendar.
    pub async fn create_school(&self, calendar: &Calendar, school: &SchoolCalendar) -> Result<()> {
        let mut writes = Self::beginning(calendar);
        writes.push(school.insert());
        self.db.write(writes).await
    }

    /// A school's calendars for school years, in order of creation.
    pub async fn school_calendars(&self, entity_id: EntityId) -> Result<Vec<SchoolCalendar>> {
        self.db.list(SchoolCalendar::of(entity_id).ascending(MANY)).await
    }

    /// The school year calendar among a school's calendars, with its kind; none: it is another one.
    pub async fn school_calendar(
        &self,
        entity_id: EntityId,
        calendar_id: CalendarId,
    ) -> Result<Option<SchoolCalendar>> {
        self.db.find(SchoolCalendar::at(entity_id, calendar_id)).await
    }

    /// The school years of some calendars, by calendar and year.
    pub async fn school_years(&self, ids: &[CalendarId]) -> Result<Vec<SchoolYear>> {
        let spans = ids.iter().map(|id| SchoolYear::of(*id).ascending(MANY)).collect();
        Ok(self.db.list_many(spans).await?.into_iter().flatten().collect())
    }

    /// A school year of a calendar.
    pub async fn school_year(&self, id: CalendarId, year: i64) -> Result<Option<SchoolYear>> {
        self.db.find(SchoolYear::at(id, year)).await
    }

    /// Replaces a school year if it is unchanged since it was read; answers whether it was. `new` has another version.
    pub async fn set_school_year(&self, old: Option<&SchoolYear>, new: &SchoolYear) -> Result<bool> {
        let guard = match old {
            None => new.if_absent(),
            Some(old) => old.change_version_to(new),
        };
        self.db.decide(guard, Vec::new()).await
    }

    /// The events of a calendar that were imported under some `UID`s; missing ones are left out.
    pub async fn named(&self, id: CalendarId, uids: &[String]) -> Result<Vec<CalendarEvent>> {
        let noted = copies::noted(&self.db, id, uids).await?;
        self.events(&noted).await
    }

    /// Deletes the school data of a deleted calendar.
    pub(super) fn without_school(calendar: &Calendar) -> Vec<Write> {
        let of = calendar.entity_id();
        let listed = of.map(|entity_id| SchoolCalendar::at(entity_id, calendar.calendar_id).delete());
        listed.into_iter().chain([SchoolYear::of(calendar.calendar_id).delete()]).collect()
    }
}
