//! Reminders of tasks: a row each, by whose version it is decided that it rings.

use crate::platform::engine::Write;
use crate::platform::error::Result;
use crate::platform::ids::UserId;
use crate::platform::record::Stored;
use crate::tasks::records::{PersonReminder, ReminderOfTask};
use crate::tasks::{MOST_REMINDERS, TaskId, TaskReminder, TaskReminderId, Tasks};

impl TaskReminder {
    fn lists(&self) -> [Write; 2] {
        let Self { reminder_id, user_id, task_id, .. } = *self;
        let person = PersonReminder { user_id, reminder_id, task_id };
        let task = ReminderOfTask { task_id, reminder_id, user_id };
        [person.insert(), task.insert()]
    }
}

impl Tasks {
    /// A reminder; none: there is no such.
    pub async fn reminder(&self, reminder_id: TaskReminderId) -> Result<Option<TaskReminder>> {
        self.db.find(TaskReminder::at(reminder_id)).await
    }

    /// The reminders of a person, by age.
    pub async fn reminders_of_person(&self, user_id: UserId) -> Result<Vec<TaskReminder>> {
        let rows: Vec<PersonReminder> =
            self.db.list(PersonReminder::of(user_id).ascending(MOST_REMINDERS)).await?;
        self.reminders(rows.iter().map(|row| row.reminder_id)).await
    }

    /// Everybody's reminders of a task, by age.
    pub async fn reminders_of_task(&self, task_id: TaskId) -> Result<Vec<TaskReminder>> {
        let rows: Vec<ReminderOfTask> =
            self.db.list(ReminderOfTask::of(task_id).ascending(MOST_REMINDERS)).await?;
        self.reminders(rows.iter().map(|row| row.reminder_id)).await
    }

    async fn reminders(&self, ids: impl Iterator<Item = TaskReminderId>) -> Result<Vec<TaskReminder>> {
        self.db.find_all(ids.map(TaskReminder::at).collect()).await
    }

    /// Stores a new reminder, and what follows.
    pub async fn add_reminder(&self, reminder: &TaskReminder, then: Vec<Write>) -> Result<bool> {
        let writes = reminder.lists().into_iter().chain(then).collect();
        self.db.decide(reminder.if_absent(), writes).await
    }

    /// Decides a change of a reminder if it still has the version of `old`, and what follows; answers whether it had.
    /// Raises the version.
    pub async fn decide_reminder(
        &self,
        old: &TaskReminder,
        new: &TaskReminder,
        then: Vec<Write>,
    ) -> Result<bool> {
        let new = TaskReminder { version: old.version + 1, ..new.clone() };
        self.db.decide(old.change_version_to(&new), then).await
    }

    /// Deletes a reminder.
    pub async fn remove_reminder(&self, reminder: &TaskReminder) -> Result<bool> {
        let TaskReminder { reminder_id, user_id, task_id, .. } = *reminder;
        let lists = [
            PersonReminder::at(user_id, reminder_id).delete(),
            ReminderOfTask::at(task_id, reminder_id).delete(),
        ];
        self.db.decide(reminder.key().delete_if([]), lists.into()).await
    }
}
