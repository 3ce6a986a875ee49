//! What the events of a calendar are known by as they stand, so that what is made of them is made once.

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
    /// Of a calendar in which something changes now.
    fn now(calendar_id: CalendarId) -> Self {
        let mark = RandomState::new().build_hasher().finish().cast_signed();
        Self { calendar_id, changed: Moment(clock::now()), mark }
    }
}

impl CalendarEvent {
    /// Notes that its calendar's events are not what they were.
    pub(super) fn stamps(&self) -> Write {
        CalendarStamp::now(self.calendar_id).insert()
    }
}

impl Calendars {
    /// What the events of a calendar are known by; none: nothing has changed since that is noted.
    pub async fn stamp(&self, id: CalendarId) -> Result<Option<CalendarStamp>> {
        self.db.find(CalendarStamp::at(id)).await
    }

    /// Whether all is there that was written with a stamp. On a cluster a stamp may be seen before that: what is made meanwhile is
    /// not to be kept under it.
    pub fn is_settled(&self, stamp: Option<&CalendarStamp>) -> bool {
        self.db.writes_at_once() || stamp.is_none_or(|stamp| stamp.changed.0 < clock::now() - SETTLES)
    }
}
