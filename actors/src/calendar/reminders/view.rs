//! Reminders on the wire, in both directions. Social §3.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::calendar::ReminderSettings;
use storage::ids::{CalendarEventId, UserId};
use utoipa::ToSchema;

/// When one is reminded, of events of which nothing else is said.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[garde(allow_unvalidated)]
#[schema(as = UsualReminders)]
pub struct Moments {
    pub reminder_at_start: bool,
    pub reminder_5_min: bool,
    pub reminder_15_min: bool,
    pub reminder_30_min: bool,
    pub reminder_1_hour: bool,
    pub reminder_2_hours: bool,
    pub reminder_1_day: bool,
    pub reminder_1_week: bool,
}

impl Moments {
    /// From minutes before the beginning.
    pub fn of(minutes: &[i64]) -> Self {
        let has = |wanted: i64| minutes.contains(&wanted);
        Self {
            reminder_at_start: has(0),
            reminder_5_min: has(5),
            reminder_15_min: has(15),
            reminder_30_min: has(30),
            reminder_1_hour: has(60),
            reminder_2_hours: has(120),
            reminder_1_day: has(1_440),
            reminder_1_week: has(10_080),
        }
    }

    /// The minutes before the beginning.
    pub fn minutes(self) -> Vec<i64> {
        let all = [
            (self.reminder_at_start, 0),
            (self.reminder_5_min, 5),
            (self.reminder_15_min, 15),
            (self.reminder_30_min, 30),
            (self.reminder_1_hour, 60),
            (self.reminder_2_hours, 120),
            (self.reminder_1_day, 1_440),
            (self.reminder_1_week, 10_080),
        ];
        all.into_iter().filter_map(|(is_on, minutes)| is_on.then_some(minutes)).collect()
    }
}

/// When one is reminded of an event. All false: as usual.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[garde(allow_unvalidated)]
pub struct EventReminders {
    /// What stands here holds for the event, not what is usual.
    pub use_custom_reminders: bool,
    /// Not at all, whatever else stands here.
    pub reminders_disabled: bool,
    pub reminder_at_start: bool,
    pub reminder_5_min: bool,
    pub reminder_15_min: bool,
    pub reminder_30_min: bool,
    pub reminder_1_hour: bool,
    pub reminder_2_hours: bool,
    pub reminder_1_day: bool,
    pub reminder_1_week: bool,
}

impl EventReminders {
    /// A person's settings for an event.
    pub fn of(stored: Option<&ReminderSettings>) -> Self {
        let Some(stored) = stored else { return Self::default() };
        let moments = Moments::of(&stored.minutes);
        Self {
            use_custom_reminders: stored.custom,
            reminders_disabled: stored.disabled,
            reminder_at_start: moments.reminder_at_start,
            reminder_5_min: moments.reminder_5_min,
            reminder_15_min: moments.reminder_15_min,
            reminder_30_min: moments.reminder_30_min,
            reminder_1_hour: moments.reminder_1_hour,
            reminder_2_hours: moments.reminder_2_hours,
            reminder_1_day: moments.reminder_1_day,
            reminder_1_week: moments.reminder_1_week,
        }
    }

    /// As stored.
    pub fn stored(self, user_id: UserId, event_id: CalendarEventId) -> ReminderSettings {
        let moments = Moments {
            reminder_at_start: self.reminder_at_start,
            reminder_5_min: self.reminder_5_min,
            reminder_15_min: self.reminder_15_min,
            reminder_30_min: self.reminder_30_min,
            reminder_1_hour: self.reminder_1_hour,
            reminder_2_hours: self.reminder_2_hours,
            reminder_1_day: self.reminder_1_day,
            reminder_1_week: self.reminder_1_week,
        };
        let (custom, disabled) = (self.use_custom_reminders, self.reminders_disabled);
        ReminderSettings { user_id, event_id, custom, disabled, minutes: moments.minutes() }
    }
}
