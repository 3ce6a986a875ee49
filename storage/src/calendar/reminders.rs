//! When people want to be reminded of events.

use super::Calendars;
use crate::platform::error::Result;
use crate::platform::ids::{CalendarEventId, UserId};
use crate::platform::record::{Stored, record};

/// Settings of one person that are read at once.
const MANY: usize = 10_000;

/// In place of an event: what holds where nothing is said of one.
pub const USUAL: CalendarEventId = CalendarEventId(0);

record! {
    /// When somebody wants to be reminded of an event, or of events in general.
    pub struct ReminderSettings;
    pub(crate) static EVENT_REMINDERS: "event_reminders", Ascending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        /// Which; [`USUAL`]: all of which nothing is said.
        event_id: CalendarEventId => bigint,
    }
    columns {
        /// What stands here holds, not what is usual.
        custom: bool => boolean,
        /// Not at all, whatever stands here.
        disabled: bool => boolean,
        /// Minutes before the beginning.
        minutes: Vec<i64> => text,
    }
}

impl Calendars {
    /// What a person has said of an event, then what of events in general.
    pub async fn reminders(
        &self,
        user_id: UserId,
        event_id: CalendarEventId,
    ) -> Result<[Option<ReminderSettings>; 2]> {
        let all = self.reminders_of(&[user_id], event_id).await?;
        Ok(all.into_iter().next().unwrap_or_default())
    }

    /// As [`Calendars::reminders`], of many people; in their order.
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

    /// Keeps what a person says.
    pub async fn set_reminders(&self, settings: &ReminderSettings) -> Result<()> {
        self.db.write(vec![settings.insert()]).await
    }

    /// Forgets what a person has said of an event.
    pub async fn unset_reminders(&self, user_id: UserId, event_id: CalendarEventId) -> Result<()> {
        self.db.write(vec![ReminderSettings::at(user_id, event_id).delete()]).await
    }

    /// All that a person has said.
    pub async fn all_reminders(&self, user_id: UserId) -> Result<Vec<ReminderSettings>> {
        self.db.list(ReminderSettings::of(user_id).ascending(MANY)).await
    }

    /// Forgets all that a person has said.
    pub async fn forget_reminders(&self, user_id: UserId) -> Result<()> {
        self.db.write(vec![ReminderSettings::of(user_id).delete()]).await
    }
}
