//! The tasks' part of data export and erasure.

use serde_json::{Value, json};
use storage::accounts::User;
use storage::ids::UserId;
use storage::tasks::{Board, BoardRole, Boards, ListedTask, Scope, Task, Tasks};
use storage::value::Json;

use super::boards::facts::with_roles;
use super::deciding::{Decided, decide_task};
use super::facts::Access;
use super::{changing, stacks};
use crate::Platform;
use crate::accounts::Who;
use crate::area::{File, file};
use crate::platform::archive::Archive;
use crate::platform::error::{Refusal, RefusalKind, Result};

/// Tasks per read.
const SLICE: usize = 200;

/// Hands over what a person made or is assigned, page by page: open tasks, then closed ones.
async fn each_page(
    platform: &Platform,
    user_id: UserId,
    mut work: impl AsyncFnMut(&[ListedTask]) -> Result<()>,
) -> Result<()> {
    let tasks = Tasks::of(&platform.storage);
    for closed in [false, true] {
        let mut after = None;
        loop {
            let rows =
                tasks.listed(&Scope::Person(user_id), closed, i64::MIN..=i64::MAX, after, SLICE).await?;
            work(&rows).await?;
            after = rows.last().map(|row| (row.place, row.task_id));
            if rows.len() < SLICE {
                break;
            }
        }
    }
    Ok(())
}

/// A task as it is exported: of others no more than their numbers.
fn exported(task: &Task) -> Value {
    json!({
        "idTask": task.task_id, "txTitle": task.title, "txDescription": task.description, "status": task.status,
        "priority": task.priority, "labels": task.labels.0, "dueDate": task.due_date, "dueAt": task.due_at,
        "timeZone": task.time_zone, "startDate": task.start_date, "idEntity": task.entity_id,
        "createdBy": task.created_by, "assignees": task.assignees.0, "target": task.target.0,
        "checklist": task.checklist.0, "idParent": task.parent_id, "repeat": task.repeat.0,
        "created": task.created, "changed": task.changed, "completed": task.completed,
    })
}

/// What a person made or is assigned, as far as they still see it: open tasks, then closed ones.
pub(super) async fn archive(platform: &Platform, who: &Who, archive: &mut Archive) -> Result<()> {
    archive.list("tasks.json").await?;
    each_page(platform, who.user_id, async |rows| {
        let ids: Vec<_> = rows.iter().map(|row| row.task_id).collect();
        let found = Tasks::of(&platform.storage).tasks(&ids).await?;
        let access = Access::load(platform, who.user_id, &found).await?;
        for task in found.iter().filter(|task| access.abilities(task, who.user_id).is_some()) {
            archive.item(&exported(task)).await?;
        }
        Ok(())
    })
    .await?;
    archive.end_list().await
}

/// A person's stacks and reminders.
pub(super) async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let tasks = Tasks::of(&platform.storage);
    let mut stacks = Vec::new();
    for stack in tasks.stacks_of_person(who.user_id).await? {
        let Some(stacked) = tasks.stack(stack.stack_id).await? else { continue };
        let ids: Vec<_> = stacked.tasks.iter().map(|row| row.task_id).collect();
        stacks.push(json!({ "idTaskStack": stack.stack_id, "name": stack.name, "tasks": ids, "created": stack.created }));
    }
    let reminders = tasks.reminders_of_person(who.user_id).await?;
    let reminder = |one: &storage::tasks::TaskReminder| {
        json!({
            "idTaskReminder": one.reminder_id, "idTask": one.task_id, "status": one.status, "at": one.at,
            "relativeTo": one.relative_to, "seconds": one.seconds, "rrule": one.rrule, "fired": one.fired,
            "snoozed": one.snoozed, "created": one.created,
        })
    };
    let reminders: Vec<Value> = reminders.iter().map(reminder).collect();
    let boards = boards(platform, who.user_id).await?;
    Ok(vec![
        file("boards.json", boards)?,
        file("board-imports.json", imports(platform, who.user_id).await?)?,
        file("task-stacks.json", stacks)?,
        file("task-reminders.json", reminders)?,
    ])
}

/// The imports of boards that a person began.
async fn imports(platform: &Platform, user_id: UserId) -> Result<Vec<Value>> {
    let import = |one: &storage::tasks::BoardImport| {
        json!({
            "idImport": one.import_id, "source": one.source, "status": one.status, "idEntity": one.entity_id,
            "idBoard": one.board_id, "done": one.done, "total": one.total, "notTaken": one.not_taken.0,
            "created": one.created, "ended": one.ended,
        })
    };
    Ok(Boards::of(&platform.storage).imports(user_id).await?.iter().map(import).collect())
}

/// The boards that a person made or was given a role on, and those that they watch and still see.
async fn boards(platform: &Platform, user_id: UserId) -> Result<Vec<Value>> {
    let boards = Boards::of(&platform.storage);
    let watched = boards.watched(user_id).await?;
    let mut ids = boards.owned(user_id.0).await?;
    ids.extend(watched.iter().filter(|id| !ids.contains(id)).copied().collect::<Vec<_>>());
    let board = |(board, _): &(Board, BoardRole)| {
        let named = board.members.0.iter().find(|member| member.user_id == user_id);
        json!({
            "idBoard": board.board_id, "name": board.name, "idEntity": board.entity_id,
            "isMaker": board.created_by == user_id, "role": named.map(|member| member.role),
            "watching": watched.contains(&board.board_id), "created": board.created,
        })
    };
    Ok(with_roles(platform, user_id, &ids).await?.iter().map(board).collect())
}

/// Takes an erased person off boards: their own go with their cards, of others they lose their role. What they imported
/// is forgotten.
async fn leave_boards(platform: &Platform, user_id: UserId) -> Result<()> {
    let boards = Boards::of(&platform.storage);
    for id in boards.watched(user_id).await? {
        boards.watch(id, user_id, false).await?;
    }
    for import in boards.imports(user_id).await? {
        boards.forget_import(&import).await?;
    }
    boards.forget_imported(user_id.0).await?;
    for id in boards.owned(user_id.0).await? {
        super::boards::settings::leave(platform, id, user_id).await?;
    }
    Ok(())
}

/// Erases a person: their reminders, stacks, boards and own tasks; from the tasks of others and of organisations they go as an
/// assignee.
pub(super) async fn erase(platform: &Platform, user: &User) -> Result<()> {
    let (tasks, user_id) = (Tasks::of(&platform.storage), user.user_id);
    for reminder in tasks.reminders_of_person(user_id).await? {
        tasks.remove_reminder(&reminder).await?;
    }
    for stack in tasks.stacks_of_person(user_id).await? {
        stacks::remove_whole(platform, stack.stack_id).await?;
    }
    leave_boards(platform, user_id).await?;
    each_page(platform, user_id, async |rows| {
        for row in rows {
            leave(platform, user_id, row).await?;
        }
        Ok(())
    })
    .await
}

/// Takes a person out of one task, or removes it where it is theirs alone.
async fn leave(platform: &Platform, user_id: UserId, row: &ListedTask) -> Result<()> {
    let tasks = Tasks::of(&platform.storage);
    let Some(task) = tasks.task(row.task_id).await? else { return Ok(()) };
    if task.entity_id.is_none() && task.created_by == user_id {
        return changing::remove(platform, task.task_id, |_| true).await;
    }
    if !task.assignees.0.contains(&user_id) {
        return Ok(());
    }
    let left = decide_task(platform, user_id, task.task_id, async |_, task| {
        let mut assignees = task.assignees.0.clone();
        assignees.retain(|one| *one != user_id);
        let new = Task { version: task.version + 1, assignees: Json(assignees), ..task.clone() };
        Ok(Decided { on_archived: true, ..Decided::update(task, new) })
    });
    match left.await {
        Err(Refusal { kind: RefusalKind::NotFound, .. }) => Ok(()),
        left => left,
    }
}
