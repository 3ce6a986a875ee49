//! Fingerprints of a calendar's events, under which rendered files are cached.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

use super::Calendars;
use super::records::{CalendarEvent, CalendarStamp};
use crate::platform::changes::SETTLES;
use crate::platform::clock;
use crate::platform::engine::Write;
use crate::platform::error::Result;
use crate::platform::ids::CalendarId;
use crate::platform::record::Stored;
use crate::platform::time::Moment;

impl CalendarStamp {
    /// The fingerprint of a calendar that changes now.
    fn now(calendar_id: CalendarId) -> Self {
        let mark = RandomState::new().build_hasher().finish().cast_signed();
        Self { calendar_id, changed: Moment(clock::now()), mark }
    }
}

impl CalendarEvent {
    /// Renews the fingerprint of its calendar.
    pub(super) fn stamps(&self) -> Write {
        CalendarStamp::now(self.calendar_id).insert()
    }
}

impl Calendars {
    /// A calendar's fingerprint; none: no change since fingerprints exist.
    pub async fn stamp(&self, id: CalendarId) -> Result<Option<CalendarStamp>> {
        self.db.find(CalendarStamp::at(id)).await
    }

    /// Whether everything written with a fingerprint is visible. On a cluster the fingerprint may become visible first;
    /// what is rendered meanwhile must not be cached under it.
    pub fn is_settled(&self, stamp: Option<&CalendarStamp>) -> bool {
        self.db.writes_at_once() || stamp.is_none_or(|stamp| stamp.changed.0 < clock::now() - SETTLES)
    }
}
