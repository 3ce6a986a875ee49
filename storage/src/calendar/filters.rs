//! Named selections of calendars. All of a person's are one row, which also holds the active one, so that exactly one
//! is active under any concurrency.

use serde::{Deserialize, Serialize};

use super::Calendars;
use crate::platform::error::Result;
use crate::platform::ids::{CalendarId, EventFilterId, UserId};
use crate::platform::record::{Stored, record};
use crate::platform::value::Json;

/// A selection of calendars.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventFilter {
    pub id: EventFilterId,
    pub name: String,
    pub calendars: Vec<CalendarId>,
}

record! {
    /// A person's selections of calendars.
    pub struct EventFilters;
    pub(crate) static EVENT_FILTERS: "event_filters", Ascending;
    partition {
        /// The person.
        user_id: UserId => bigint,
    }
    clustering {}
    columns {
        /// Raised by every change; 0 is never stored.
        version: i64 => bigint,
        /// The active selection; none: none is active.
        active: Option<EventFilterId> => bigint,
        /// In order of creation.
        filters: Json<Vec<EventFilter>> => text,
    }
}

impl Calendars {
    /// A person's selections.
    pub async fn filters(&self, user_id: UserId) -> Result<EventFilters> {
        let found = self.db.find(EventFilters::at(user_id)).await?;
        Ok(found.unwrap_or(EventFilters { user_id, version: 0, active: None, filters: Json(Vec::new()) }))
    }

    /// Changes a person's selections if they are unchanged since they were read; answers whether they were.
    pub async fn change_filters(&self, old: &EventFilters, new: &EventFilters) -> Result<bool> {
        let new = EventFilters { version: old.version + 1, ..new.clone() };
        let guard = if old.version == 0 { new.if_absent() } else { old.change_version_to(&new) };
        self.db.decide(guard, Vec::new()).await
    }
}
