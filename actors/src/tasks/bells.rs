//! Notifications of tasks: to whom one is given; to its maker, that somebody else did it; reminders.

use storage::accounts::NotificationType;
use storage::ids::{NotificationId, UserId};
use storage::notifications::Notification;
use storage::tasks::{Task, TaskId, TaskStatus};

use super::facts;
use crate::Platform;
use crate::area::{Kinds, NotificationText};
use crate::notifications;
use crate::platform::error::Result;

const ASSIGNED: &str = "TASK_ASSIGNED";
const DONE: &str = "TASK_DONE";
const ADDED: &str = "BOARD_CARD_ADDED";
const CARD_DONE: &str = "BOARD_CARD_DONE";
pub(super) const REMINDER: &str = "TASK_REMINDER";

/// The subject of notifications.
const TASK: &str = "task";

/// The kinds of notifications about tasks.
pub const BELLS: Kinds = Kinds {
    types: &[(NotificationType::Task, &[ASSIGNED, DONE, ADDED, CARD_DONE, REMINDER])],
    always: &[],
    mailed: &[],
    missed: &[ASSIGNED],
    say: |platform, entry, who| Box::pin(say(platform, entry, who)),
};

/// A task's page.
pub fn path(id: TaskId) -> String {
    format!("/uppgifter/{id}")
}

/// The notifications of a change: to those who are given the task by somebody else, to its maker when somebody else has
/// done it, and to who watches its board of what is new or done there. Each gets one.
pub(super) fn of_change(
    platform: &Platform,
    by: UserId,
    old: Option<&Task>,
    new: &Task,
    watchers: &[UserId],
) -> Result<Vec<Notification>> {
    let had = old.map(|old| old.assignees.0.as_slice()).unwrap_or_default();
    let given = new.assignees.0.iter().filter(|to| **to != by && !had.contains(to)).map(|to| (*to, ASSIGNED));
    let is_done = new.status == TaskStatus::Done && old.is_some_and(|old| old.status != TaskStatus::Done);
    let done = (is_done && new.created_by != by).then_some((new.created_by, DONE));
    let entry = |(to, kind)| {
        let id = NotificationId(platform.ids.next(new.changed.0)?);
        Ok(Notification { actor_id: Some(by), ..about(to, id, kind, new, new.changed.0) })
    };
    let of_board = match old {
        None => Some(ADDED),
        Some(_) if is_done => Some(CARD_DONE),
        Some(_) => None,
    };
    let mut all: Vec<(UserId, &str)> = given.chain(done).collect();
    for to in watchers.iter().filter(|to| **to != by) {
        if let Some(kind) = of_board.filter(|_| all.iter().all(|(one, _)| one != to)) {
            all.push((*to, kind));
        }
    }
    all.into_iter().map(entry).collect()
}

/// A notification about a task.
pub(super) fn about(to: UserId, id: NotificationId, kind: &str, task: &Task, at: i64) -> Notification {
    let row = notifications::about(to, id, kind, (TASK, task.task_id.0), at);
    Notification { entity_id: task.entity_id, ..row }
}

/// What is said of a task that is gone, or not the recipient's to see any more.
fn gone() -> NotificationText {
    let text = "En uppgift som inte finns längre".to_owned();
    NotificationText { aloud: false, path: None, ..NotificationText::of(text, "/".to_owned(), None) }
}

async fn say(platform: &Platform, entry: &Notification, who: &str) -> Result<NotificationText> {
    let Some(id) = entry.about(TASK) else { return Ok(gone()) };
    let Some(task) = facts::visible(platform, entry.user_id, TaskId(id)).await? else { return Ok(gone()) };
    let title = &task.title;
    let (text, aloud) = match entry.kind.as_str() {
        ASSIGNED => (format!("{who} gav dig uppgiften {title}"), task.assignees.0.contains(&entry.user_id)),
        DONE | CARD_DONE => (format!("{who} har gjort uppgiften {title}"), true),
        ADDED => (format!("{who} lade till {title} på en tavla som du bevakar"), true),
        _ => (format!("Påminnelse: {title}"), !task.status.is_closed()),
    };
    Ok(NotificationText {
        tag: format!("task-{id}"),
        aloud,
        ..NotificationText::of(text, path(task.task_id), None)
    })
}
