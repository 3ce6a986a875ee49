//! Reminders of tasks: at a moment or relative to a date of the task, once or again and again.
//!
//! A job knows no more than that a reminder may ring: when it runs, the reminder's moment is counted from the task as it
//! is then, and that it rings is decided by the reminder's version. So it rings once, whatever dies, and a moved date
//! needs no more than a job for the new moment.

use std::collections::HashMap;
use std::time::Duration;

use storage::engine::Write;
use storage::ids::NotificationId;
use storage::notifications::Notification;
use storage::record::Stored as _;
use storage::tasks::{Task, TaskId, TaskReminder, TaskReminderId, Tasks};
use storage::time::Moment;

use super::facts::visible;
use super::rules::ringing::{self, standing};
use super::view::{ReminderDraft, ReminderView, RemindersView};
use super::{bells, rules};
use crate::Platform;
use crate::accounts::Who;
use crate::notifications;
use crate::platform::error::{Refusal, Result, ensure_applied};
use crate::platform::jobs::{self, Class, Failure, JobKind};
use crate::platform::quotas::below;
use crate::platform::recurrence::{Rule, Wrong};
use crate::platform::time::{ZONE, now};

/// Most reminders of one person for one task.
const MOST: usize = 20;

/// Lets a reminder ring.
pub(super) const RING: JobKind = JobKind {
    name: "task-reminder",
    class: Class::OnTime,
    share: jobs::of_subject,
    within: Duration::from_secs(30),
    work: |platform, job| {
        Box::pin(async move {
            let (id, notification) = serde_json::from_str(&job.payload)?;
            ring(&platform, id, notification).await
        })
    },
};

/// The job that lets a reminder ring at a moment.
fn ringing(platform: &Platform, id: TaskReminderId, at: Moment) -> Result<Write> {
    // Drawn now: a job that is carried out twice notifies once.
    let notification = NotificationId(platform.ids.next(now())?);
    Ok(jobs::job(platform, RING.name, at.0, &(id, notification))?.insert())
}

/// Whether relative reminders may ring at another time than before.
pub(super) fn moves(old: &Task, new: &Task) -> bool {
    let dates = |task: &Task| (task.due_date, task.due_at, task.start_date);
    dates(old) != dates(new) || old.status.is_closed() && !new.status.is_closed()
}

/// The jobs of a task's reminders for its new dates.
pub(super) async fn rescheduled(platform: &Platform, new: &Task) -> Result<Vec<Write>> {
    let all = Tasks::of(&platform.storage).reminders_of_task(new.task_id).await?;
    let next = all.iter().filter_map(|one| Some((one.reminder_id, ringing::next(one, new)?)));
    next.map(|(id, at)| ringing(platform, id, at)).collect()
}

async fn ring(platform: &Platform, id: TaskReminderId, notification: NotificationId) -> Result<(), Failure> {
    let tasks = Tasks::of(&platform.storage);
    let Some(reminder) = tasks.reminder(id).await.map_err(Refusal::from)? else { return Ok(()) };
    // Whoever does not see the task any more is not reminded of it.
    let Some(task) = visible(platform, reminder.user_id, reminder.task_id).await? else { return Ok(()) };
    if task.status.is_closed() {
        return Ok(());
    }
    let Some(at) = ringing::next(&reminder, &task) else { return Ok(()) };
    let now = now();
    if at.0 > now {
        return Err(Failure::NotYet(at.0));
    }
    let fired = TaskReminder { status: standing::FIRED, fired: Some(at), snoozed: None, ..reminder.clone() };
    let entry = bells::about(reminder.user_id, notification, bells::REMINDER, &task, now);
    let mut then = entries(platform, &entry, ringing::is_late(at, now))?;
    // Those that were missed while nothing ran do not all ring: the next is one to come.
    let caught_up = TaskReminder { fired: Some(Moment(now)), ..fired.clone() };
    let fired = if reminder.rrule.is_some() { caught_up } else { fired };
    if let Some(next) = ringing::next(&fired, &task) {
        then.push(ringing(platform, id, next)?);
    }
    if tasks.decide_reminder(&reminder, &fired, then).await.map_err(Refusal::from)? {
        notifications::announce(platform, &[entry]);
        return Ok(());
    }
    // Changed meanwhile: it is read again.
    Err(Failure::NotYet(now))
}

/// The writes of a reminder's notification; of a late one without a push.
fn entries(platform: &Platform, entry: &Notification, is_late: bool) -> Result<Vec<Write>> {
    if is_late {
        return Ok(notifications::inserts(entry));
    }
    notifications::writes(platform, std::slice::from_ref(entry))
}

/// 404: it does not exist, or is somebody else's.
fn absent() -> Refusal {
    Refusal::not_found("Påminnelsen finns inte.")
}

async fn own(platform: &Platform, who: &Who, id: TaskReminderId) -> Result<TaskReminder> {
    let found = Tasks::of(&platform.storage).reminder(id).await?;
    found.filter(|one| one.user_id == who.user_id).ok_or_else(absent)
}

fn view(reminder: TaskReminder, task: Option<&Task>) -> ReminderView {
    let at = task.and_then(|task| ringing::next(&reminder, task)).or(reminder.fired);
    ReminderView {
        id_task_reminder: reminder.reminder_id,
        id_task: reminder.task_id,
        tx_title: task.map(|task| task.title.clone()).unwrap_or_default(),
        status: reminder.status,
        at,
        relative_to: reminder.relative_to,
        seconds: reminder.seconds,
        rrule: reminder.rrule,
        version: reminder.version,
    }
}

/// The caller's reminders, or those of one task; those of tasks that they do not see any more are left out. 404.
pub async fn list(platform: &Platform, who: &Who, task_id: Option<TaskId>) -> Result<RemindersView> {
    let tasks = Tasks::of(&platform.storage);
    let mut all = match task_id {
        Some(id) => {
            visible(platform, who.user_id, id).await?.ok_or_else(rules::rights::absent)?;
            tasks.reminders_of_task(id).await?
        }
        None => tasks.reminders_of_person(who.user_id).await?,
    };
    all.retain(|one| one.user_id == who.user_id);
    let ids: Vec<TaskId> = all.iter().map(|one| one.task_id).collect();
    let about = tasks.tasks(&ids).await?;
    let access = super::facts::Access::load(platform, who.user_id, &about).await?;
    let is_visible = |task: &&Task| task.deleted.is_none() && access.abilities(task, who.user_id).is_some();
    let seen: HashMap<TaskId, &Task> =
        about.iter().filter(is_visible).map(|task| (task.task_id, task)).collect();
    let views = all.into_iter().filter_map(|one| {
        let task = seen.get(&one.task_id)?;
        Some(view(one, Some(task)))
    });
    Ok(RemindersView { content: views.collect() })
}

/// 422: its moment is over.
fn past(field: &'static str) -> Refusal {
    Refusal::field(field, "REMINDER_PAST", "Tiden har redan varit.")
}

/// Makes a reminder. 404; 409 QUOTA_REACHED; 422 REMINDER_PAST.
pub async fn create(platform: &Platform, who: &Who, draft: ReminderDraft) -> Result<ReminderView> {
    let task = visible(platform, who.user_id, draft.id_task).await?.ok_or_else(rules::rights::absent)?;
    let tasks = Tasks::of(&platform.storage);
    let all = tasks.reminders_of_task(task.task_id).await?;
    below(all.iter().filter(|one| one.user_id == who.user_id).count(), MOST, "påminnelser om uppgiften")?;
    let at = now();
    let reminder = TaskReminder {
        reminder_id: TaskReminderId(platform.ids.next(at)?),
        version: 1,
        user_id: who.user_id,
        task_id: task.task_id,
        status: standing::SCHEDULED,
        at: draft.at,
        relative_to: draft.relative_to.filter(|_| draft.at.is_none()),
        seconds: draft.seconds.filter(|_| draft.at.is_none()),
        rrule: draft.rrule,
        fired: None,
        snoozed: None,
        created: Moment(at),
    };
    let field = if draft.at.is_some() { "at" } else { "relativeTo" };
    if reminder.at.is_none() && reminder.relative_to.is_none() {
        return Err(Refusal::field("at", "REQUIRED", "Välj när du vill bli påmind."));
    }
    let first = ringing::next(&reminder, &task);
    if first.is_some_and(|first| first.0 <= at) {
        return Err(past(field));
    }
    let first = first.ok_or_else(|| Refusal::field(field, "NO_DATE", "Uppgiften har inget sådant datum."))?;
    if let Some(rrule) = &reminder.rrule {
        Rule::read(rrule, first, first, ZONE).map_err(Wrong::refusal)?;
    }
    let job = ringing(platform, reminder.reminder_id, first)?;
    ensure_applied(tasks.add_reminder(&reminder, vec![job]).await?)?;
    platform.jobs.wake();
    Ok(view(reminder, Some(&task)))
}

/// Changes an own reminder. 404; 409 MOVED_ON.
async fn changed(
    platform: &Platform,
    who: &Who,
    id: TaskReminderId,
    change: impl FnOnce(&TaskReminder) -> Result<TaskReminder>,
    then: Vec<Write>,
) -> Result<ReminderView> {
    let old = own(platform, who, id).await?;
    let new = change(&old)?;
    let tasks = Tasks::of(&platform.storage);
    ensure_applied(tasks.decide_reminder(&old, &new, then).await?)?;
    platform.jobs.wake();
    let task = visible(platform, who.user_id, old.task_id).await?;
    Ok(view(TaskReminder { version: old.version + 1, ..new }, task.as_ref()))
}

/// Acknowledges a reminder: it says nothing more, but for its next time. 404; 409 MOVED_ON.
pub async fn acknowledge(platform: &Platform, who: &Who, id: TaskReminderId) -> Result<ReminderView> {
    let change = |old: &TaskReminder| {
        Ok(TaskReminder { status: standing::ACKNOWLEDGED, snoozed: None, ..old.clone() })
    };
    changed(platform, who, id, change, Vec::new()).await
}

/// Lets a reminder ring again at a moment. 404; 409 MOVED_ON; 422 REMINDER_PAST.
pub async fn snooze(
    platform: &Platform,
    who: &Who,
    id: TaskReminderId,
    until: Moment,
) -> Result<ReminderView> {
    if until.0 <= now() {
        return Err(past("until"));
    }
    let change = |old: &TaskReminder| {
        Ok(TaskReminder { status: standing::SCHEDULED, snoozed: Some(until), ..old.clone() })
    };
    let then = vec![ringing(platform, id, until)?];
    changed(platform, who, id, change, then).await
}

/// Deletes a reminder. 404.
pub async fn delete(platform: &Platform, who: &Who, id: TaskReminderId) -> Result<()> {
    let reminder = own(platform, who, id).await?;
    Tasks::of(&platform.storage).remove_reminder(&reminder).await?;
    Ok(())
}
