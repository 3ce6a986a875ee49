//! A new task.

use storage::ids::UserId;
use storage::tasks::{Task, TaskChange, TaskHomeId, TaskId, TaskStatus};
use storage::time::Moment;
use storage::value::Json;

use super::deciding::{Decided, decide};
use super::facts::{acting, assignable, found};
use super::rules::dates::Due;
use super::rules::{content, dates, repeat};
use super::view::{TaskContent, TaskDraft, TaskView};
use super::{parts, reading, stacks};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, RefusalKind, Result};
use crate::platform::time::now;

/// A task that says nothing yet.
pub(super) fn blank(task_id: TaskId, created_by: UserId, at: Moment) -> Task {
    Task {
        task_id,
        home_id: TaskHomeId(task_id.0),
        version: 1,
        created_by,
        entity_id: None,
        title: String::new(),
        description: String::new(),
        status: TaskStatus::Todo,
        priority: 0,
        labels: Json::default(),
        due_date: None,
        due_at: None,
        time_zone: None,
        start_date: None,
        assignees: Json::default(),
        target: Json::default(),
        checklist: Json::default(),
        parent_id: None,
        repeat: Json::default(),
        placement: Json::default(),
        next_id: None,
        created: at,
        changed: at,
        completed: None,
        deleted: None,
        moving: None,
    }
}

/// Puts what was sent into a task, but for what it is a part of. 422.
pub(super) fn filled(content: &TaskContent, task: &Task) -> Result<Task> {
    let due = dates::due(content.due_date, content.due_at, content.time_zone.as_deref())?;
    dates::starts(content.start_date, due.as_ref())?;
    let old = task.repeat.0.as_ref();
    let old_due = Due::of(task);
    let repeat = content
        .repeat
        .as_ref()
        .map(|wanted| repeat::read(&wanted.rrule, wanted.from, due.as_ref(), old.zip(old_due.as_ref())));
    let repeat = repeat.transpose()?;
    let (due_date, due_at, time_zone) = due.map(|due| due.fields()).unwrap_or_default();
    let new = content::apply(content, task)?;
    Ok(Task { due_date, due_at, time_zone, start_date: content.start_date, repeat: Json(repeat), ..new })
}

/// Refuses what a task cannot be a part of: what the caller does not see, what is somebody else's, or what lies on an
/// archived board. 409 ARCHIVED; 422 UNKNOWN.
pub(super) async fn parent(platform: &Platform, who: &Who, task: &Task, parent_id: TaskId) -> Result<()> {
    let unknown = || Refusal::field("idParent", "UNKNOWN", "Välj en uppgift som hör till samma.");
    let seen = found(platform, who.user_id, parent_id).await.map_err(|refusal| match refusal.kind {
        RefusalKind::NotFound => unknown(),
        _ => refusal,
    })?;
    let is_possible = seen.task.deleted.is_none() && seen.task.owner_id() == task.owner_id();
    if is_possible { seen.for_parts() } else { Err(unknown()) }
}

/// Makes a task. 403 ROLE_TOO_LOW; 404; 409 ARCHIVED, QUOTA_REACHED; 422 DUE_BEFORE_START, NOT_ASSIGNABLE, REPEAT, TASK_CYCLE,
/// TASK_DEPTH, UNKNOWN.
pub async fn create(platform: &Platform, who: &Who, draft: TaskDraft) -> Result<TaskView> {
    if let Some(entity_id) = draft.id_entity {
        acting(platform, who.user_id, entity_id).await?;
    }
    let at = Moment(now());
    let task_id = TaskId(platform.ids.next(at.0)?);
    let blank = Task { entity_id: draft.id_entity, ..blank(task_id, who.user_id, at) };
    let content = draft.content();
    let mut task = filled(&content, &blank)?;
    assignable(platform, &task, &[]).await?;
    if let Some(stack_id) = draft.id_task_stack {
        stacks::has_room(platform, who, stack_id).await?;
    }
    if let Some(parent_id) = content.parent_id {
        parent(platform, who, &task, parent_id).await?;
        parts::note(platform, &task, parent_id).await?;
        task.parent_id = Some(parent_id);
    }
    insert(platform, who.user_id, &task).await?;
    if let Some(stack_id) = draft.id_task_stack {
        stacks::append(platform, who, stack_id, task_id).await?;
    }
    reading::view(platform, who, task).await
}

/// Stores a new task on no board.
async fn insert(platform: &Platform, by: UserId, task: &Task) -> Result<()> {
    decide(platform, by, task.home_id, None, async |_| {
        Ok(Decided::of(vec![TaskChange::insert(task.clone())]))
    })
    .await?;
    Ok(())
}
