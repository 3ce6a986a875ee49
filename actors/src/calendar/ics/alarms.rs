//! A person's reminders as alarms (VALARM) in their calendar file.

use std::collections::{BTreeSet, HashMap};

use sha2::{Digest, Sha256};
use storage::calendar::{CalendarEvent, EventStatus, ReminderSettings, USUAL};
use storage::ids::{CalendarEventId, UserId};

use crate::Platform;
use crate::calendar::reminders::minutes_of;
use crate::platform::error::Result;

/// A person's reminder settings.
pub struct Alarms {
    settings: HashMap<CalendarEventId, ReminderSettings>,
    /// Events that they have said they attend.
    attended: BTreeSet<CalendarEventId>,
}

impl Alarms {
    pub async fn of(platform: &Platform, user_id: UserId, attended: &[CalendarEventId]) -> Result<Self> {
        let all = platform.storage.calendars.all_reminders(user_id).await?;
        let settings = all.into_iter().map(|one| (one.event_id, one)).collect();
        Ok(Self { settings, attended: attended.iter().copied().collect() })
    }

    /// Adds everything that affects the file to `hash`.
    pub fn note(&self, hash: &mut Sha256) {
        let mut all: Vec<&ReminderSettings> = self.settings.values().collect();
        all.sort_by_key(|one| one.event_id);
        hash.update(format!("{all:?}"));
    }

    /// Minutes before the beginning, as for reminders here: for events in their own calendars, events they are enrolled
    /// in (`comes`), and events they attend.
    pub fn of_event(&self, event: &CalendarEvent, comes: bool) -> Vec<i64> {
        let id = event.event_id;
        if event.event_status == EventStatus::Cancelled || !comes && !self.attended.contains(&id) {
            return Vec::new();
        }
        minutes_of(&[id, USUAL].map(|of| self.settings.get(&of).cloned()))
    }
}
