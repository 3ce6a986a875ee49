//! Cards of a board: tasks that are made on it, put on it, copied, taken off it.

use std::time::Duration;

use storage::ids::UserId;
use storage::record::Stored as _;
use storage::tasks::{
    Board, BoardId, BoardListId, Boards, Task, TaskChange, TaskHomeId, TaskId, TaskStatus, Tasks,
};
use storage::time::Moment;
use storage::value::Json;

use super::facts::{board_room, edited, named, place, room};
use super::lists::change_of;
use super::settings::assignable;
use super::view::{CardDraft, ChangeView};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::time::now;
use crate::tasks::creating::{blank, filled};
use crate::tasks::deciding::{Decided, decide, decide_task, next_of};
use crate::tasks::rules::opening::fresh;
use crate::tasks::rules::rights::{absent, alive, edits};
use crate::tasks::rules::room::Growth;
use crate::tasks::view::{Neighbours, TaskContent};
use crate::tasks::{facts, parts};

/// How long a task may be about to be put on a board, in milliseconds; longer, and the process has died.
const MOVING_MS: i64 = 60_000;

/// Lets go of a task that was about to be put on a board when the process died.
pub(in crate::tasks) const RELEASE: JobKind = JobKind {
    name: "task-release",
    class: Class::OnTime,
    share: jobs::of_subject,
    within: Duration::from_secs(30),
    work: |platform, job| {
        Box::pin(async move {
            let (id, since) = serde_json::from_str(&job.payload)?;
            Ok(release(&platform, id, since).await?)
        })
    },
};

/// Puts a card on a board: a new task, or one that stands already. 403 ROLE_TOO_LOW; 404; 409 BOARD_FULL, LIST_LIMIT;
/// 422.
pub async fn create(platform: &Platform, who: &Who, id: BoardId, draft: CardDraft) -> Result<ChangeView> {
    let board = edited(platform, who.user_id, id).await?;
    let to = (draft.id_list, Neighbours { after: draft.after, before: draft.before });
    match draft.id_task {
        Some(task_id) => put(platform, who, &board, task_id, to).await,
        None => make(platform, who, &board, &draft.content(), to).await,
    }
}

/// The status of what is put into a list.
pub(super) fn status_in(list: &storage::tasks::BoardList, kept: TaskStatus) -> TaskStatus {
    list.status.unwrap_or(kept)
}

async fn make(
    platform: &Platform,
    who: &Who,
    board: &Board,
    content: &TaskContent,
    (list_id, neighbours): (BoardListId, Neighbours),
) -> Result<ChangeView> {
    let (id, at) = (board.board_id, Moment(now()));
    let task_id = TaskId(platform.ids.next(at.0)?);
    let new = Task {
        home_id: id.home(),
        entity_id: board.entity_id,
        ..filled(content, &blank(task_id, who.user_id, at))?
    };
    assignable(platform, id, &new.assignees.0).await?;
    let parent_id = content.parent_id;
    if let Some(parent_id) = parent_id {
        crate::tasks::creating::parent(platform, who, &new, parent_id).await?;
        parts::note(platform, &new, parent_id).await?;
    }
    let change = decide(platform, who.user_id, id.home(), Some(id), async |head| {
        let all = Boards::of(&platform.storage).lists(id).await?;
        let list = named(&all, list_id)?;
        board_room(platform, head, &all, Growth::into(list)).await?;
        room(platform, head, list, 1).await?;
        let status = status_in(list, TaskStatus::Todo);
        let placement = place(platform, head, list, &neighbours).await?;
        let completed = status.is_closed().then_some(at);
        let task = Task { status, completed, parent_id, placement: Json(Some(placement)), ..new.clone() };
        Ok(Decided::of(vec![TaskChange::insert(task)]))
    });
    change_of(change.await?)
}

/// Puts a task that stands on no board on one: nothing else changes it from when it is about to be put there until it
/// lies there or is refused.
async fn put(
    platform: &Platform,
    who: &Who,
    board: &Board,
    task_id: TaskId,
    to: (BoardListId, Neighbours),
) -> Result<ChangeView> {
    let (task, abilities) = facts::seen(platform, who.user_id, task_id).await?;
    edits(abilities)?;
    alive(&task)?;
    if task.placement.0.is_some() || task.owner_id() != board.owner_id() {
        return Err(Refusal::field("idTask", "UNKNOWN", "Uppgiften kan inte läggas på den här tavlan."));
    }
    let since = Moment(now());
    decide_task(platform, who.user_id, task_id, async |_, task| {
        if task.placement.0.is_some() {
            return Err(Refusal::moved_on());
        }
        let new = Task { version: task.version + 1, moving: Some(since), ..task.clone() };
        let mut decided = Decided::update(task, new);
        let job = jobs::job(platform, RELEASE.name, since.0 + MOVING_MS, &(task_id, since))?;
        decided.writes.push(job.insert());
        Ok(decided)
    })
    .await?;
    let change = land(platform, who, board.board_id, (task_id, since), to).await;
    if change.is_err() {
        release(platform, task_id, since).await?;
    }
    change
}

/// Lays a task that is held for it on a board.
async fn land(
    platform: &Platform,
    who: &Who,
    id: BoardId,
    (task_id, since): (TaskId, Moment),
    (list_id, neighbours): (BoardListId, Neighbours),
) -> Result<ChangeView> {
    let change = decide(platform, who.user_id, id.home(), Some(id), async |head| {
        let task = Tasks::of(&platform.storage).task(task_id).await?.ok_or_else(absent)?;
        // Well before another may let go of it.
        if task.moving != Some(since) || now() > since.0 + MOVING_MS / 2 {
            return Err(Refusal::moved_on());
        }
        let all = Boards::of(&platform.storage).lists(id).await?;
        let list = named(&all, list_id)?;
        board_room(platform, head, &all, Growth::into(list)).await?;
        room(platform, head, list, 1).await?;
        let status = status_in(list, task.status);
        let at = Moment(now());
        let new = Task {
            home_id: id.home(),
            status,
            completed: status.is_closed().then(|| task.completed.unwrap_or(at)),
            placement: Json(Some(place(platform, head, list, &neighbours).await?)),
            moving: None,
            ..task.clone()
        };
        Ok(Decided::update(&task, next_of(new)))
    });
    change_of(change.await?)
}

/// Lets go of a task that was about to be put on a board and does not lie there.
async fn release(platform: &Platform, task_id: TaskId, since: Moment) -> Result<()> {
    let tasks = Tasks::of(&platform.storage);
    let Some(task) = tasks.task(task_id).await?.filter(|task| task.moving == Some(since)) else {
        return Ok(());
    };
    decide(platform, task.created_by, task.home_id, None, async |_| {
        let found = tasks.task(task_id).await?.filter(|task| task.moving == Some(since));
        let Some(task) = found else { return Ok(Decided::default()) };
        Ok(Decided::update(&task, Task { version: task.version + 1, moving: None, ..task.clone() }))
    })
    .await?;
    Ok(())
}

/// Takes a card off its board; it stays a task. 403 ROLE_TOO_LOW; 404.
pub async fn take_off(platform: &Platform, who: &Who, id: BoardId, task_id: TaskId) -> Result<()> {
    edited(platform, who.user_id, id).await?;
    decide_task(platform, who.user_id, task_id, async |_, task| {
        on(task, id)?;
        let new = Task { home_id: TaskHomeId(task_id.0), placement: Json(None), ..task.clone() };
        Ok(Decided::update(task, next_of(new)))
    })
    .await
}

/// A card of a board. 404.
pub(super) async fn card(platform: &Platform, id: BoardId, task_id: TaskId) -> Result<Task> {
    let task = Tasks::of(&platform.storage).task(task_id).await?.ok_or_else(absent)?;
    on(&task, id)?;
    Ok(task)
}

/// Some cards of a board, by number. 404: one of them does not lie on it.
pub(super) async fn cards(platform: &Platform, id: BoardId, ids: &[TaskId]) -> Result<Vec<Task>> {
    let tasks = Tasks::of(&platform.storage).tasks(ids).await?;
    tasks.iter().try_for_each(|task| on(task, id))?;
    if tasks.len() == ids.len() { Ok(tasks) } else { Err(absent()) }
}

/// Refuses a task that does not lie on that board. 404.
fn on(task: &Task, id: BoardId) -> Result<()> {
    let lies = task.deleted.is_none() && task.placement.0.as_ref().is_some_and(|at| at.board_id == id);
    if lies { Ok(()) } else { Err(absent()) }
}

/// Copies a card right behind it, with nothing of it done. 403 ROLE_TOO_LOW; 404; 409 BOARD_FULL, LIST_LIMIT.
pub async fn copy(platform: &Platform, who: &Who, id: BoardId, task_id: TaskId) -> Result<ChangeView> {
    edited(platform, who.user_id, id).await?;
    let copy_id = TaskId(platform.ids.next(now())?);
    let change = decide(platform, who.user_id, id.home(), Some(id), async |head| {
        let task = card(platform, id, task_id).await?;
        let at = task.placement.0.as_ref().ok_or_else(absent)?;
        let all = Boards::of(&platform.storage).lists(id).await?;
        let list = named(&all, at.list_id)?;
        board_room(platform, head, &all, Growth::into(list)).await?;
        room(platform, head, list, 1).await?;
        let behind = Neighbours { after: Some(task_id), before: None };
        let placement = place(platform, head, list, &behind).await?;
        Ok(Decided::of(vec![TaskChange::insert(copied(&task, copy_id, who.user_id, placement, list))]))
    });
    change_of(change.await?)
}

fn copied(
    task: &Task,
    copy_id: TaskId,
    by: UserId,
    placement: storage::tasks::Placement,
    list: &storage::tasks::BoardList,
) -> Task {
    let at = Moment(now());
    let status = status_in(list, TaskStatus::Todo);
    Task {
        created_by: by,
        status,
        parent_id: None,
        repeat: Json(None),
        placement: Json(Some(placement)),
        completed: status.is_closed().then_some(at),
        ..fresh(task, copy_id, at)
    }
}
