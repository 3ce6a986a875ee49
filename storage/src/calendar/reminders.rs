//! People's reminder settings for events.

use super::Calendars;
use crate::platform::error::Result;
use crate::platform::ids::{CalendarEventId, UserId};
use crate::platform::record::{Stored, record};

/// Most settings read of one person.
const MANY: usize = 10_000;

/// Placeholder for an event: a person's default settings.
pub const USUAL: CalendarEventId = CalendarEventId(0);

record! {
    /// A person's reminders for an event, or their defaults.
    pub struct ReminderSettings;
    pub(crate) static EVENT_REMINDERS: "event_reminders", Ascending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        /// The event; [`USUAL`]: the defaults.
        event_id: CalendarEventId => bigint,
    }
    columns {
        /// These settings apply instead of the defaults.
        custom: bool => boolean,
        /// No reminders, whatever else is set.
        disabled: bool => boolean,
        /// Minutes before the start.
        minutes: Vec<i64> => text,
    }
}

impl Calendars {
    /// A person's settings for an event, then their defaults.
    pub async fn reminders(
        &self,
        user_id: UserId,
        event_id: CalendarEventId,
    ) -> Result<[Option<ReminderSettings>; 2]> {
        let all = self.reminders_of(&[user_id], event_id).await?;
        Ok(all.into_iter().next().unwrap_or_default())
    }

    /// As [`Calendars::reminders`], for many people; in their order.
    pub async fn reminders_of(
        &self,
        people: &[UserId],
        event_id: CalendarEventId,
    ) -> Result<Vec<[Option<ReminderSettings>; 2]>> {
        let keys = people.iter().flat_map(|id| [event_id, USUAL].map(|of| ReminderSettings::at(*id, of)));
        let found: Vec<ReminderSettings> = self.db.find_all(keys.collect()).await?;
        let of = |id: UserId, event_id: CalendarEventId| {
            found.iter().find(|one| one.user_id == id && one.event_id == event_id).cloned()
        };
        Ok(people.iter().map(|id| [of(*id, event_id), of(*id, USUAL)]).collect())
    }

    /// Stores a person's settings.
    pub async fn set_reminders(&self, settings: &ReminderSettings) -> Result<()> {
        self.db.write(vec![settings.insert()]).await
    }

    /// Deletes a person's settings for an event.
    pub async fn unset_reminders(&self, user_id: UserId, event_id: CalendarEventId) -> Result<()> {
        self.db.write(vec![ReminderSettings::at(user_id, event_id).delete()]).await
    }

    /// All settings of a person.
    pub async fn all_reminders(&self, user_id: UserId) -> Result<Vec<ReminderSettings>> {
        self.db.list(ReminderSettings::of(user_id).ascending(MANY)).await
    }

    /// Deletes all settings of a person.
    pub async fn forget_reminders(&self, user_id: UserId) -> Result<()> {
        self.db.write(vec![ReminderSettings::of(user_id).delete()]).await
    }
}
