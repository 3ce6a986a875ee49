//! A task gets another status: what becomes of its next occurrence and of its place on a board.

use storage::tasks::{Boards, Placement, Task, TaskChange, TaskHome, TaskId, TaskStatus, Tasks};
use storage::time::Moment;
use storage::value::Json;

use super::boards::facts as board;
use super::deciding::Decided;
use super::parts;
use super::rules::opening;
use super::rules::room::Growth;
use super::rules::status::{self, NextStep};
use super::view::Neighbours;
use crate::Platform;
use crate::platform::error::Result;
use crate::platform::time::now;

/// Most parts that a repeating task takes along.
const MOST_PARTS: usize = 50;

/// Ids that are drawn before a decision, so that it is the same whenever it is judged again.
pub(super) struct Drawn {
    next_id: TaskId,
    copies: Vec<TaskId>,
}

impl Drawn {
    /// The ids for what a task may open.
    pub fn of(platform: &Platform, task: &Task) -> Result<Self> {
        let next_id = TaskId(platform.ids.next(now())?);
        let copies = if task.repeat.0.is_some() { MOST_PARTS } else { 0 };
        let copies = (0..copies).map(|_| Ok(TaskId(platform.ids.next(now())?)));
        Ok(Self { next_id, copies: copies.collect::<Result<_>>()? })
    }
}

/// The parts of a task that stand.
async fn parts_of(platform: &Platform, id: TaskId) -> Result<Vec<Task>> {
    let tasks = Tasks::of(&platform.storage);
    let ids: Vec<TaskId> = tasks.children(&[id]).await?.into_iter().flatten().take(MOST_PARTS).collect();
    Ok(tasks.tasks(&ids).await?)
}

/// The place of a card whose status changes: the end of the first list of that status; none: there is no such list, and
/// it stays. 409 BOARD_FULL, LIST_LIMIT.
async fn moved(
    platform: &Platform,
    home: &TaskHome,
    task: &Task,
    to: TaskStatus,
) -> Result<Option<Placement>> {
    let Some(at) = &task.placement.0 else { return Ok(None) };
    let lists = Boards::of(&platform.storage).lists(at.board_id).await?;
    let Some(list) = board::of_status(&lists, to).filter(|list| list.list_id != at.list_id) else {
        return Ok(None);
    };
    board::room(platform, home, list, 1).await?;
    let from = lists.iter().find(|list| list.list_id == at.list_id);
    board::board_room(platform, home, &lists, Growth::between(from, list)).await?;
    Ok(Some(board::place(platform, home, list, &Neighbours::default()).await?))
}

/// The place of the next occurrence: right behind the card in its list. A card that is moved elsewhere, `to`, leaves its
/// own place to it. 409 BOARD_FULL, LIST_LIMIT.
async fn behind(
    platform: &Platform,
    home: &TaskHome,
    task: &Task,
    at: &Placement,
    to: Option<&Placement>,
) -> Result<Placement> {
    let lists = Boards::of(&platform.storage).lists(at.board_id).await?;
    let list = board::named(&lists, at.list_id)?;
    let to = to.and_then(|to| lists.iter().find(|list| list.list_id == to.list_id)).unwrap_or(list);
    if to.list_id == list.list_id {
        board::room(platform, home, list, 1).await?;
    }
    let growth = Growth::between(Some(list), to).and(Growth::into(list));
    board::board_room(platform, home, &lists, growth).await?;
    let neighbours = Neighbours { after: Some(task.task_id), before: None };
    board::place(platform, home, list, &neighbours).await
}

/// A task with another status, and what follows: a repeating one that is done opens its next occurrence, once; taken
/// back, an untouched next one goes. `placement`: where it is moved to; none: where its status belongs. 409 BOARD_FULL,
/// LIST_LIMIT.
pub(super) async fn set(
    platform: &Platform,
    home: &TaskHome,
    task: &Task,
    to: TaskStatus,
    placement: Option<Placement>,
    drawn: &Drawn,
) -> Result<Decided> {
    let at = Moment(now());
    let mut opened = Vec::new();
    if let Some(next_id) = task.next_id {
        opened.extend(Tasks::of(&platform.storage).task(next_id).await?);
        opened.extend(parts_of(platform, next_id).await?);
    }
    let step = status::step(&opening::standing(task, &opened.iter().collect::<Vec<_>>()), to, at);
    let placement = match placement {
        Some(placement) => Some(placement),
        None if to != task.status => moved(platform, home, task, to).await?,
        None => None,
    };
    let mut new = Task {
        version: task.version + 1,
        status: to,
        completed: step.completed,
        changed: at,
        placement: Json(placement.or_else(|| task.placement.0.clone())),
        ..task.clone()
    };
    let mut decided = Decided::default();
    match step.next {
        NextStep::Keep => {}
        NextStep::Open => {
            let parts = parts_of(platform, task.task_id).await?;
            let parts: Vec<(Task, TaskId)> = parts.into_iter().zip(drawn.copies.iter().copied()).collect();
            let mut all = opening::opened(task, drawn.next_id, &parts, at);
            if let (Some(next), Some(at)) = (all.first_mut(), &task.placement.0) {
                next.placement =
                    Json(Some(behind(platform, home, task, at, new.placement.0.as_ref()).await?));
            }
            new.next_id = all.first().map(|next| next.task_id);
            decided.writes.extend(all.iter().filter_map(parts::fresh));
            decided.step.cards.extend(all.into_iter().map(TaskChange::insert));
        }
        NextStep::Remove => {
            new.next_id = None;
            decided.writes.extend(opened.iter().filter_map(parts::forget));
            decided.step.cards.extend(opened.into_iter().map(TaskChange::remove));
        }
    }
    decided.step.cards.push(TaskChange::update(task.clone(), new));
    Ok(decided)
}
