//! Changes of a task: what it says, its checklist, its status, that it is deleted.

use std::time::Duration;

use storage::record::Stored as _;
use storage::tasks::{Boards, Placement, Task, TaskChange, TaskHome, TaskId, TaskStatus, Tasks};
use storage::time::Moment;
use storage::value::Json;

use super::boards::facts as board;
use super::creating::{filled, parent};
use super::deciding::{Decided, decide_task, next_of};
use super::facts::{assignable, found, seen};
use super::rules::rights::{absent, alive};
use super::rules::room::Growth;
use super::standing::{self, Drawn};
use super::view::{Neighbours, TaskEdit, TaskView};
use super::{comments, parts, reading};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::hours::DAY_MS;
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::time::now;

/// How long a deleted task can be restored, in milliseconds.
const KEPT_MS: i64 = DAY_MS;

/// Removes a deleted task for good.
pub(super) const PURGE: JobKind = JobKind {
    name: "task-purge",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| {
        Box::pin(async move {
            let (id, deleted) = serde_json::from_str(&job.payload)?;
            Ok(purge(&platform, id, deleted).await?)
        })
    },
};

/// 409: it has changed since it was read.
fn stale() -> Refusal {
    Refusal::stale("Uppgiften har ändrats sedan du såg den. Läs om och försök igen.")
}

/// What a task is now, for the caller. 404.
async fn shown(platform: &Platform, who: &Who, id: TaskId) -> Result<TaskView> {
    let (task, _) = seen(platform, who.user_id, id).await?;
    alive(&task)?;
    reading::view(platform, who, task).await
}

/// Puts what was sent in the place of what a task says. 404; 409 ARCHIVED, QUOTA_REACHED, STALE (with what stands as
/// `current`); 422 as [`super::create`].
pub async fn change(platform: &Platform, who: &Who, id: TaskId, edit: TaskEdit) -> Result<TaskView> {
    let found = found(platform, who.user_id, id).await?;
    alive(&found.task)?;
    let old = found.for_editing()?;
    match changed(platform, who, &old, &edit).await {
        Ok(()) => shown(platform, who, id).await,
        Err(refusal) => Err(refusal.with_current(shown(platform, who, id)).await),
    }
}

async fn changed(platform: &Platform, who: &Who, old: &Task, edit: &TaskEdit) -> Result<()> {
    if old.version != edit.version {
        return Err(stale());
    }
    let content = edit.content();
    let wanted = filled(&content, old)?;
    assignable(platform, &wanted, &old.assignees.0).await?;
    let parent_id = content.parent_id;
    if let Some(parent_id) = parent_id.filter(|_| parent_id != old.parent_id) {
        parent(platform, who, old, parent_id).await?;
        parts::note(platform, old, parent_id).await?;
    }
    decide_task(platform, who.user_id, old.task_id, async |_, task| {
        alive(task)?;
        if task.version != edit.version {
            return Err(stale());
        }
        let new = Task { parent_id, ..filled(&content, task)? };
        if new == *task {
            return Ok(Decided::default());
        }
        let mut decided = Decided::update(task, next_of(new));
        if parent_id != task.parent_id {
            decided.writes.extend(parts::forget(task));
        }
        Ok(decided)
    })
    .await
}

/// Ticks a line of the checklist, or takes the tick back. 403 ROLE_TOO_LOW; 404; 409 ARCHIVED.
pub async fn tick(platform: &Platform, who: &Who, id: TaskId, item: i64, done: bool) -> Result<TaskView> {
    found(platform, who.user_id, id).await?.for_editing()?;
    decide_task(platform, who.user_id, id, async |_, task| {
        alive(task)?;
        let mut new = task.clone();
        let line = new.checklist.0.iter_mut().find(|line| line.id == item);
        line.ok_or_else(|| Refusal::not_found("Raden finns inte längre."))?.done = done;
        if new == *task {
            return Ok(Decided::default());
        }
        Ok(Decided::update(task, next_of(new)))
    })
    .await?;
    shown(platform, who, id).await
}

/// Sets a task's status; on a board it goes to the list of that status. A repeating one that is done opens its next
/// occurrence, once; taken back, an untouched next one goes. 403 ROLE_TOO_LOW; 404; 409 ARCHIVED, BOARD_FULL, LIST_LIMIT.
pub async fn set_status(platform: &Platform, who: &Who, id: TaskId, to: TaskStatus) -> Result<TaskView> {
    let task = found(platform, who.user_id, id).await?.for_editing()?;
    let drawn = Drawn::of(platform, &task)?;
    decide_task(platform, who.user_id, id, async |home, task| {
        alive(task)?;
        if task.status == to {
            return Ok(Decided::default());
        }
        standing::set(platform, home, task, to, None, &drawn).await
    })
    .await?;
    shown(platform, who, id).await
}

/// Deletes a task; for a day it can be restored. Its parts stay, as tasks of their own. 403 ROLE_TOO_LOW; 404; 409
/// ARCHIVED.
pub async fn delete(platform: &Platform, who: &Who, id: TaskId) -> Result<()> {
    let found = found(platform, who.user_id, id).await?;
    alive(&found.task)?;
    found.for_deleting()?;
    decide_task(platform, who.user_id, id, async |_, task| {
        alive(task)?;
        deleted(platform, std::slice::from_ref(task))
    })
    .await
}

/// Tasks of one home, deleted: for a day they can be restored.
pub(super) fn deleted(platform: &Platform, tasks: &[Task]) -> Result<Decided> {
    let at = Moment(now());
    let mut decided = Decided::default();
    for task in tasks {
        let job = jobs::job(platform, PURGE.name, at.0 + KEPT_MS, &(task.task_id, at))?;
        decided.join(Decided::update(task, next_of(Task { deleted: Some(at), ..task.clone() })));
        decided.writes.push(job.insert());
    }
    Ok(decided)
}

/// Restores a task that was deleted less than a day ago. 403 ROLE_TOO_LOW; 404; 409 ARCHIVED, BOARD_FULL,
/// LIST_LIMIT.
pub async fn restore(platform: &Platform, who: &Who, id: TaskId) -> Result<TaskView> {
    found(platform, who.user_id, id).await?.for_deleting()?;
    decide_task(platform, who.user_id, id, async |home, task| {
        if task.deleted.is_none() {
            return Ok(Decided::default());
        }
        let placement = Json(restored(platform, home, task).await?);
        Ok(Decided::update(task, next_of(Task { deleted: None, placement, ..task.clone() })))
    })
    .await?;
    shown(platform, who, id).await
}

/// The place of a restored card: the end of its list, or of the first one if that is gone. 409 BOARD_FULL,
/// LIST_LIMIT.
async fn restored(platform: &Platform, home: &TaskHome, task: &Task) -> Result<Option<Placement>> {
    let Some(at) = &task.placement.0 else { return Ok(None) };
    let lists = Boards::of(&platform.storage).lists(at.board_id).await?;
    let list = lists.iter().find(|list| list.list_id == at.list_id).or(lists.first()).ok_or_else(absent)?;
    board::room(platform, home, list, 1).await?;
    board::board_room(platform, home, &lists, Growth::into(list)).await?;
    Ok(Some(board::place(platform, home, list, &Neighbours::default()).await?))
}

/// Removes a deleted task for good, with its reminders and its places in stacks, if it was not restored since.
async fn purge(platform: &Platform, id: TaskId, deleted: Moment) -> Result<()> {
    let tasks = Tasks::of(&platform.storage);
    let is_gone = |task: &Task| task.deleted == Some(deleted);
    if !tasks.task(id).await?.is_some_and(|task| is_gone(&task)) {
        return Ok(());
    }
    remove(platform, id, is_gone).await
}

/// Removes a task for good while `may` says so; a task that is gone already is none.
pub(super) async fn remove(platform: &Platform, id: TaskId, may: impl Fn(&Task) -> bool) -> Result<()> {
    let tasks = Tasks::of(&platform.storage);
    for stack_id in tasks.stacks_with(id).await? {
        super::stacks::take_out(platform, stack_id, id).await?;
    }
    for reminder in tasks.reminders_of_task(id).await? {
        tasks.remove_reminder(&reminder).await?;
    }
    let Some(task) = tasks.task(id).await? else { return Ok(()) };
    let comments = comments::going(platform, id)?;
    decide_task(platform, task.created_by, id, async |_, task| {
        if !may(task) {
            return Ok(Decided::default());
        }
        let mut decided = Decided::of(vec![TaskChange::remove(task.clone())]);
        decided.on_archived = true;
        decided.writes.extend(parts::forget(task).into_iter().chain([comments.clone()]));
        Ok(decided)
    })
    .await
}
