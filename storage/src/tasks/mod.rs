//! Tasks: what somebody has to do, alone or for an organisation; their lists, parts, stacks and reminders. Contract §9.1.
//!
//! A task is decided in its **home** ([`TaskHome`]): a board, or, on no board, a partition that it shares with the other
//! occurrences of its series. Every change of a home's tasks is guarded by the home's version, so that of concurrent
//! changes, on any node, each is judged after the previous one. Tasks, cards and lists follow in the same write, and
//! all but the tasks follow from them.
//!
//! That a task becomes a part of another is noted first, guarded by the version of its owner's tree ([`TaskTree`]), and
//! then said by the task: whoever looks for a circle sees both.

mod board_records;
mod boards;
mod check;
mod imports;
mod records;
mod reminders;
mod scope;
mod stacks;

use std::ops::RangeInclusive;
use std::sync::Arc;

use board_records::{BOARD_CHANGES, BOARD_LISTS, BOARD_WATCHERS, BOARDS, OWNED_BOARDS, WATCHED_BOARDS};
pub use board_records::{Board, BoardChange, BoardList, BoardMember, BoardRole, LimitMode, ListType};
pub use boards::{BoardStep, Boards, MOST_BOARDS, MOST_CARDS, MOST_LISTS, MOST_WATCHERS, WholeBoard};
use imports::{BOARD_IMPORT_PARTS, BOARD_IMPORTS, BOARD_REFS, IMPORTED_BOARDS};
pub use imports::{
    BoardImport, BoardImportId, BoardRef, BoardSource, ImportPart, ImportStatus, ImportedBoard, MOST_IMPORTS,
    NotTaken,
};
pub use records::{
    BoardId, BoardListId, CardSummary, ChecklistItem, FieldChange, ListedTask, Placement, RelativeTo,
    RepeatFrom, StackedTask, Task, TaskCard, TaskEdge, TaskHistory, TaskHome, TaskHomeId, TaskId, TaskMark,
    TaskReminder, TaskReminderId, TaskRepeat, TaskStack, TaskStackId, TaskStatus, TaskTarget, TaskTargetKind,
    TaskTree,
};
use records::{
    ChildTask, OWNED_STACKS, PERSON_TASK_REMINDERS, REMINDERS_OF_TASK, STACKED_TASKS, STACKS_OF_TASK,
    TASK_CARDS, TASK_CHILDREN, TASK_EDGES, TASK_HISTORY, TASK_HOMES, TASK_LISTS, TASK_MARKS, TASK_REMINDERS,
    TASK_STACKS, TASK_TREES, TASKS,
};
use scope::differences;
pub use scope::{NEVER, Scope};
pub use stacks::{MOST_STACKED, MOST_STACKS, Stacked};

use crate::Storage;
use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::{Elsewhere, Nothing};
use crate::platform::area::{Area, people};
use crate::platform::engine::{Db, Guard, Write};
use crate::platform::error::Result;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::{Record, Stored};
use crate::platform::time::Moment;

/// Most parts of a task.
pub const MOST_CHILDREN: usize = 100;
/// Most reminders of a task, and of one person.
pub const MOST_REMINDERS: usize = 1_000;
/// Tasks that are read in one round trip.
const SLICE: usize = 500;

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[
        &TASKS,
        &TASK_CARDS,
        &TASK_HOMES,
        &TASK_LISTS,
        &TASK_MARKS,
        &TASK_CHILDREN,
        &TASK_EDGES,
        &TASK_TREES,
        &TASK_HISTORY,
        &STACKED_TASKS,
        &TASK_STACKS,
        &OWNED_STACKS,
        &STACKS_OF_TASK,
        &TASK_REMINDERS,
        &PERSON_TASK_REMINDERS,
        &REMINDERS_OF_TASK,
        &BOARDS,
        &BOARD_LISTS,
        &BOARD_CHANGES,
        &OWNED_BOARDS,
        &BOARD_WATCHERS,
        &WATCHED_BOARDS,
        &BOARD_IMPORTS,
        &BOARD_IMPORT_PARTS,
        &IMPORTED_BOARDS,
        &BOARD_REFS,
    ],
    people: &[
        people("tasks", In("tasks.json"), Elsewhere("who made an organisation's task")),
        people(
            "task_history",
            Not("it says who changed what of tasks that others still have"),
            Elsewhere("who changed an organisation's task"),
        ),
        people("boards", In("boards.json"), Elsewhere("who made an organisation's board")),
        people("board_watchers", Not("the index of what boards.json says is watched"), Nothing),
        people("watched_boards", In("boards.json"), Nothing),
        people("board_imports", In("board-imports.json"), Nothing),
        people("task_stacks", In("task-stacks.json"), Elsewhere("who made an organisation's stack")),
        people("task_reminders", In("task-reminders.json"), Nothing),
        people("person_task_reminders", Not("the index of task-reminders.json"), Nothing),
        people("reminders_of_task", Not("the index of task-reminders.json by task"), Nothing),
    ],
    checks: &[
        |check| Box::pin(check.tasks()),
        |check| Box::pin(check.task_stacks()),
        |check| Box::pin(check.boards()),
    ],
    ..Area::named("tasks")
};

impl Task {
    /// Its card on its board; none: it lies on none, or is deleted.
    pub fn card(&self) -> Option<TaskCard> {
        let placement = self.placement.0.clone().filter(|_| self.deleted.is_none())?;
        let Placement { list_id, order_key, .. } = placement;
        let Self { home_id, task_id, version: revision, .. } = *self;
        Some(TaskCard { home_id, list_id, order_key, task_id, revision, summary: self.summary() })
    }

    fn summary(&self) -> CardSummary {
        let checklist = &self.checklist.0;
        CardSummary {
            title: self.title.clone(),
            status: self.status,
            priority: self.priority,
            labels: self.labels.0.clone(),
            due_date: self.due_date,
            due_at: self.due_at,
            time_zone: self.time_zone.clone(),
            start_date: self.start_date,
            assignees: self.assignees.0.clone(),
            checklist: (checklist.len(), checklist.iter().filter(|line| line.done).count()),
            parent_id: self.parent_id,
            has_description: !self.description.is_empty(),
            created: self.created,
            changed: self.changed,
            completed: self.completed,
        }
    }

    /// Whose it is, for the tree of its parts: the organisation's or its maker's id.
    pub fn owner_id(&self) -> i64 {
        owner_id(self.entity_id, self.created_by)
    }

    /// Its entry among the parts of another.
    fn child(&self) -> Option<ChildTask> {
        let parent_id = self.parent_id.filter(|_| self.deleted.is_none())?;
        Some(ChildTask { parent_id, task_id: self.task_id })
    }
}

/// A change of a task; none: there was or will be none.
#[derive(Debug, Clone)]
pub struct TaskChange {
    pub old: Option<Task>,
    pub new: Option<Task>,
}

impl TaskChange {
    /// A new task.
    pub fn insert(new: Task) -> Self {
        Self { old: None, new: Some(new) }
    }

    /// A task in another's place: of the same id and in the same home.
    pub fn update(old: Task, new: Task) -> Self {
        Self { old: Some(old), new: Some(new) }
    }

    /// A task that goes for good.
    pub fn remove(old: Task) -> Self {
        Self { old: Some(old), new: None }
    }

    /// How many cards its board has more.
    fn cards(&self) -> i64 {
        let count = |task: &Option<Task>| i64::from(task.as_ref().and_then(Task::card).is_some());
        count(&self.new) - count(&self.old)
    }

    fn writes(&self) -> Vec<Write> {
        let all = |task: &Option<Task>| task.iter().flat_map(Task::listed).collect::<Vec<_>>();
        let mut writes = differences(&all(&self.old), &all(&self.new));
        let marks = |task: &Option<Task>| task.iter().flat_map(Task::marks).collect::<Vec<_>>();
        writes.extend(differences(&marks(&self.old), &marks(&self.new)));
        let card = |task: &Option<Task>| task.iter().filter_map(Task::card).collect::<Vec<_>>();
        writes.extend(differences(&card(&self.old), &card(&self.new)));
        let child = |task: &Option<Task>| task.iter().filter_map(Task::child).collect::<Vec<_>>();
        writes.extend(differences(&child(&self.old), &child(&self.new)));
        match (&self.old, &self.new) {
            (Some(old), None) => {
                writes.extend([old.key().delete(), TaskHistory::of(old.task_id).delete()]);
            }
            (_, new) => writes.extend(new.iter().map(Stored::insert)),
        }
        writes
    }
}

/// The repository of tasks.
#[derive(Clone)]
pub struct Tasks {
    db: Db,
}

impl Tasks {
    /// The repository over a store.
    pub fn of(storage: &Storage) -> Self {
        Self { db: Arc::clone(storage.engine()) }
    }

    /// A task, deleted ones too; none: there is no such.
    pub async fn task(&self, task_id: TaskId) -> Result<Option<Task>> {
        self.db.find(Task::at(task_id)).await
    }

    /// Some tasks, in their order; those that do not exist are left out.
    pub async fn tasks(&self, ids: &[TaskId]) -> Result<Vec<Task>> {
        let mut found = Vec::with_capacity(ids.len());
        for some in ids.chunks(SLICE) {
            found.extend(self.db.find_all(some.iter().map(|id| Task::at(*id)).collect()).await?);
        }
        Ok(found)
    }

    /// A home, for a decision: tasks and cards of earlier ones are there. Version 0: nothing was decided in it yet.
    pub async fn settled_home(&self, home_id: TaskHomeId) -> Result<TaskHome> {
        let none = || TaskHome { home_id, version: 0, cards: 0 };
        Ok(self.db.find_settled(TaskHome::at(home_id)).await?.unwrap_or_else(none))
    }

    /// Decides changes of a home's tasks if the home still has that version, and what follows; answers whether it had.
    /// Raises the version.
    pub async fn decide(&self, home: &TaskHome, changes: &[TaskChange], then: Vec<Write>) -> Result<bool> {
        let cards = home.cards + changes.iter().map(TaskChange::cards).sum::<i64>();
        let new = TaskHome { version: home.version + 1, cards, ..home.clone() };
        let writes = changes.iter().flat_map(TaskChange::writes).chain(then).collect();
        self.db.decide(guard(home.version, home, &new), writes).await
    }

    /// A page of a list: open tasks by when they are due, closed ones from the newest on. `places`: of the lists'
    /// [`ListedTask::place`].
    pub async fn listed(
        &self,
        scope: &Scope,
        closed: bool,
        places: RangeInclusive<i64>,
        after: Option<(i64, TaskId)>,
        limit: usize,
    ) -> Result<Vec<ListedTask>> {
        let scope = scope.key();
        let span = ListedTask::of(&scope, closed);
        let (from, to) = places.into_inner();
        let span = match after {
            Some((place, id)) if closed => span.from(from).before_all([place.into(), id.into()]),
            Some((place, id)) => span.after_all([place.into(), id.into()]).up_to(to),
            None => span.from(from).up_to(to),
        };
        self.db.list(if closed { span.descending(limit) } else { span.ascending(limit) }).await
    }

    /// The tasks of somebody or an organisation that were made, or were done, within some moments, the newest first.
    pub async fn marked(
        &self,
        scope: &Scope,
        done: bool,
        within: RangeInclusive<Moment>,
        limit: usize,
    ) -> Result<Vec<TaskMark>> {
        let (from, to) = within.into_inner();
        self.db.list(TaskMark::of(&scope.key(), done).from(from).up_to(to).descending(limit)).await
    }

    /// The parts of some tasks, in the order of the tasks.
    pub async fn children(&self, parents: &[TaskId]) -> Result<Vec<Vec<TaskId>>> {
        let of = |parent: &TaskId| ChildTask::of(*parent).ascending(MOST_CHILDREN + 1);
        let rows: Vec<Vec<ChildTask>> = self.db.list_many(parents.iter().map(of).collect()).await?;
        Ok(rows.into_iter().map(|rows| rows.into_iter().map(|row| row.task_id).collect()).collect())
    }

    /// The tree of an owner, for a decision. Version 0: no task of it was ever a part of another.
    pub async fn settled_tree(&self, owner_id: i64) -> Result<TaskTree> {
        let none = || TaskTree { owner_id, version: 0 };
        Ok(self.db.find_settled(TaskTree::at(owner_id)).await?.unwrap_or_else(none))
    }

    /// The tasks of which some are, or are about to become, parts; in the order of the tasks.
    pub async fn parents(&self, owner_id: i64, tasks: &[TaskId]) -> Result<Vec<Vec<TaskId>>> {
        let of = |id: &TaskId| TaskEdge::of(owner_id).prefix([(*id).into()]).ascending(MOST_CHILDREN);
        let rows: Vec<Vec<TaskEdge>> = self.db.list_many(tasks.iter().map(of).collect()).await?;
        Ok(rows.into_iter().map(|rows| rows.into_iter().map(|row| row.parent_id).collect()).collect())
    }

    /// Notes that a task is about to become a part of another, if the tree still has that version; answers whether it
    /// had. Raises the version.
    pub async fn note_edge(&self, tree: &TaskTree, edge: &TaskEdge, mut then: Vec<Write>) -> Result<bool> {
        let new = TaskTree { version: tree.version + 1, ..tree.clone() };
        then.push(edge.insert());
        self.db.decide(guard(tree.version, tree, &new), then).await
    }

    /// That a task is, or is about to become, a part of another; none: it is not.
    pub async fn edge(&self, owner_id: i64, task_id: TaskId, parent_id: TaskId) -> Result<Option<TaskEdge>> {
        self.db.find(TaskEdge::at(owner_id, task_id, parent_id)).await
    }

    /// Forgets that a task was about to become a part of another, if the tree still has that version.
    pub async fn forget_edge(&self, tree: &TaskTree, task_id: TaskId, parent_id: TaskId) -> Result<bool> {
        let new = TaskTree { version: tree.version + 1, ..tree.clone() };
        let gone = TaskEdge::at(tree.owner_id, task_id, parent_id).delete();
        self.db.decide(guard(tree.version, tree, &new), vec![gone]).await
    }

    /// A page of a task's history, newest first.
    pub async fn history(
        &self,
        task_id: TaskId,
        before: Option<i64>,
        limit: usize,
    ) -> Result<Vec<TaskHistory>> {
        self.db.list(TaskHistory::of(task_id).before_any(before).descending(limit)).await
    }

    /// The cards of a home from a place on, by list and order.
    pub async fn cards(&self, home_id: TaskHomeId, limit: usize) -> Result<Vec<TaskCard>> {
        self.db.list(TaskCard::of(home_id).ascending(limit)).await
    }

    /// The cards of a list from its beginning, in order.
    pub async fn cards_of(
        &self,
        home_id: TaskHomeId,
        list_id: BoardListId,
        limit: usize,
    ) -> Result<Vec<TaskCard>> {
        self.db.list(TaskCard::of(home_id).prefix([list_id.into()]).ascending(limit)).await
    }

    /// The card of a list after a place in its order; none: there is none.
    pub async fn card_after(
        &self,
        home_id: TaskHomeId,
        list_id: BoardListId,
        order_key: &str,
    ) -> Result<Option<TaskCard>> {
        let span = TaskCard::of(home_id).prefix([list_id.into()]).after(order_key);
        Ok(self.db.list(span.ascending(1)).await?.into_iter().next())
    }

    /// The card of a list before a place in its order, or its last one; none: there is none.
    pub async fn card_before(
        &self,
        home_id: TaskHomeId,
        list_id: BoardListId,
        order_key: Option<&str>,
    ) -> Result<Option<TaskCard>> {
        let span = TaskCard::of(home_id).prefix([list_id.into()]).before_any(order_key);
        Ok(self.db.list(span.descending(1)).await?.into_iter().next())
    }
}

/// Whose something is: its organisation's id, else its maker's.
fn owner_id(entity_id: Option<EntityId>, created_by: UserId) -> i64 {
    entity_id.map_or(created_by.0, |entity_id| entity_id.0)
}

/// The guard of a row that has a version, 0 before it is stored.
fn guard<T: Stored + Record>(version: i64, old: &T, new: &T) -> Guard {
    if version == 0 { new.if_absent() } else { old.change_version_to(new) }
}
