//! Checks that lists, cards, parts and counts say the same as the tasks, and that no task is a part of itself.

use std::collections::HashMap;

use crate::platform::check::Check;
use crate::platform::error::Result;
use crate::platform::record::{Record, Stored};
use crate::platform::walk::Walk;
use crate::tasks::board_records::{
    BOARD_WATCHERS, BOARDS, BoardWatcher, OWNED_BOARDS, WATCHED_BOARDS, WatchedBoard,
};
use crate::tasks::records::{
    ChildTask, OWNED_STACKS, OwnedStack, STACKED_TASKS, STACKS_OF_TASK, StackOfTask, TASK_CARDS,
    TASK_CHILDREN, TASK_HOMES, TASK_LISTS, TASK_MARKS, TASK_STACKS, TASKS, TaskMark,
};
use crate::tasks::{
    Board, BoardId, BoardList, StackedTask, Task, TaskCard, TaskEdge, TaskHome, TaskHomeId, TaskId, TaskStack,
};

/// How far up a task's ancestors are followed; deeper ones are a fault.
const DEEPEST: usize = 5;

/// How many rows each list must have.
#[derive(Default)]
struct Counts {
    lists: usize,
    marks: usize,
    children: usize,
    cards: HashMap<TaskHomeId, i64>,
}

impl Check<'_> {
    /// Every task, with the rows that follow from it.
    pub(crate) async fn tasks(&mut self) -> Result<()> {
        let mut counts = Counts::default();
        let mut walk = Walk::over(&TASKS);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let task = Task::read(row)?;
                self.task(&task, &mut counts).await?;
            }
        }
        // Each of them has its rows, so a table with as many rows has no others.
        self.rows_of(&TASK_LISTS, counts.lists).await?;
        self.rows_of(&TASK_MARKS, counts.marks).await?;
        self.rows_of(&TASK_CHILDREN, counts.children).await?;
        self.rows_of(&TASK_CARDS, counts.cards.values().sum::<i64>().unsigned_abs() as usize).await?;
        let mut walk = Walk::over(&TASK_HOMES);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let TaskHome { home_id, cards, .. } = TaskHome::read(row)?;
                let found = counts.cards.get(&home_id).copied().unwrap_or_default();
                if found != cards {
                    self.say(format!("board {home_id} has {found} cards, and counts {cards}"));
                }
            }
        }
        Ok(())
    }

    async fn task(&mut self, task: &Task, counts: &mut Counts) -> Result<()> {
        let what = format!("task {}", task.task_id);
        let listed = task.listed();
        counts.lists += listed.len();
        for entry in listed {
            self.listed(entry.key(), &what).await?;
        }
        for mark in task.marks() {
            counts.marks += 1;
            let shown: Option<TaskMark> = self.db.find(mark.key()).await?;
            if shown.as_ref() != Some(&mark) {
                self.say(format!("{what} is not marked as made or done as it is"));
            }
        }
        if let Some(card) = task.card() {
            *counts.cards.entry(task.home_id).or_default() += 1;
            let shown: Option<TaskCard> = self.db.find(card.key()).await?;
            if shown.as_ref() != Some(&card) {
                self.say(format!("{what} is not on its board as it is"));
            }
            let list_id = card.list_id;
            self.listed(BoardList::at(BoardId(task.home_id.0), list_id), &what).await?;
        }
        if let Some(parent_id) = task.parent_id {
            self.task_ancestors(task.task_id, parent_id, &what).await?;
            self.listed(TaskEdge::at(task.owner_id(), task.task_id, parent_id), &what).await?;
            if task.deleted.is_none() {
                counts.children += 1;
                self.listed(ChildTask::at(parent_id, task.task_id), &what).await?;
            }
        }
        Ok(())
    }

    async fn task_ancestors(&mut self, task_id: TaskId, parent_id: TaskId, what: &str) -> Result<()> {
        let mut above = Some(parent_id);
        for _ in 0..DEEPEST {
            let Some(id) = above else { return Ok(()) };
            if id == task_id {
                self.say(format!("{what} is a part of itself"));
                return Ok(());
            }
            let found: Option<Task> = self.db.find(Task::at(id)).await?;
            above = found.and_then(|task| task.parent_id);
        }
        if above.is_some() {
            self.say(format!("{what} lies too deep"));
        }
        Ok(())
    }

    /// Every board, with the lists in which it stands; and that watching is noted for both sides.
    pub(crate) async fn boards(&mut self) -> Result<()> {
        let mut expected = 0;
        let mut walk = Walk::over(&BOARDS);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let board = Board::read(row)?;
                let what = format!("board {}", board.board_id);
                for owned in board.owned() {
                    expected += 1;
                    self.listed(owned.key(), &what).await?;
                }
            }
        }
        self.rows_of(&OWNED_BOARDS, expected).await?;
        let mut watched = 0;
        let mut walk = Walk::over(&WATCHED_BOARDS);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let WatchedBoard { user_id, board_id } = WatchedBoard::read(row)?;
                // Whoever watches a board that is gone hears nothing of it.
                if self.db.get(Board::at(board_id)).await?.is_some() {
                    watched += 1;
                    self.listed(BoardWatcher::at(board_id, user_id), &format!("board {board_id}")).await?;
                }
            }
        }
        self.rows_of(&BOARD_WATCHERS, watched).await
    }

    /// Every stack, with its tasks and lists.
    pub(crate) async fn task_stacks(&mut self) -> Result<()> {
        let mut stacks = 0;
        let mut walk = Walk::over(&TASK_STACKS);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let stack = TaskStack::read(row)?;
                stacks += 1;
                let what = format!("task stack {}", stack.stack_id);
                let owned = OwnedStack::at(stack.owner_id(), stack.stack_id);
                self.listed(owned, &what).await?;
                let tasks: Vec<StackedTask> =
                    self.db.list(StackedTask::of(stack.stack_id).ascending(100_000)).await?;
                if tasks.len() as i64 != stack.tasks {
                    self.say(format!("{what} has {} tasks, and counts {}", tasks.len(), stack.tasks));
                }
                for one in &tasks {
                    self.listed(StackOfTask::at(one.task_id, one.stack_id), &what).await?;
                }
            }
        }
        self.rows_of(&OWNED_STACKS, stacks).await?;
        let stacked = self.count_rows(&STACKED_TASKS).await?;
        self.rows_of(&STACKS_OF_TASK, stacked).await
    }
}
