//! Stacks: tasks in an order of somebody's own. A stack's tasks and its version lie in one partition and are decided
//! together.

use crate::platform::engine::{Key, Write};
use crate::platform::error::Result;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::Stored;
use crate::tasks::records::{OwnedStack, StackOfTask};
use crate::tasks::{StackedTask, TaskId, TaskStack, TaskStackId, Tasks, guard, owner_id};

/// Most tasks of a stack.
pub const MOST_STACKED: usize = 1_000;
/// Most stacks of a person, and of an organisation.
pub const MOST_STACKS: usize = 200;

/// A stack with its tasks in their order.
#[derive(Debug, Clone)]
pub struct Stacked {
    pub stack: TaskStack,
    pub tasks: Vec<StackedTask>,
}

impl TaskStack {
    /// The organisation's or the person's id.
    pub fn owner_id(&self) -> i64 {
        owner_id(self.entity_id, self.created_by)
    }

    fn owned(&self) -> OwnedStack {
        OwnedStack { owner_id: self.owner_id(), stack_id: self.stack_id }
    }
}

impl Tasks {
    /// A stack with its tasks, for a decision too; none: there is no such.
    pub async fn stack(&self, stack_id: TaskStackId) -> Result<Option<Stacked>> {
        let Some(stack) = self.db.find_settled::<TaskStack>(TaskStack::at(stack_id)).await? else {
            return Ok(None);
        };
        let tasks = self.db.list(StackedTask::of(stack_id).ascending(MOST_STACKED + 1)).await?;
        Ok(Some(Stacked { stack, tasks }))
    }

    /// The stacks of a person, by age.
    pub async fn stacks_of_person(&self, user_id: UserId) -> Result<Vec<TaskStack>> {
        self.stacks_of(user_id.0).await
    }

    /// The stacks of an organisation, by age.
    pub async fn stacks_of_entity(&self, entity_id: EntityId) -> Result<Vec<TaskStack>> {
        self.stacks_of(entity_id.0).await
    }

    async fn stacks_of(&self, owner_id: i64) -> Result<Vec<TaskStack>> {
        let rows: Vec<OwnedStack> = self.db.list(OwnedStack::of(owner_id).ascending(MOST_STACKS + 1)).await?;
        self.db.find_all(rows.iter().map(|row| TaskStack::at(row.stack_id)).collect()).await
    }

    /// The stacks in which a task lies.
    pub async fn stacks_with(&self, task_id: TaskId) -> Result<Vec<TaskStackId>> {
        let rows: Vec<StackOfTask> = self.db.list(StackOfTask::of(task_id).ascending(MOST_STACKED)).await?;
        Ok(rows.into_iter().map(|row| row.stack_id).collect())
    }

    /// Decides a change of a stack if it still has that version, with the tasks that go and come; answers whether it
    /// had. Version 0: the stack is new. Raises the version.
    pub async fn decide_stack(
        &self,
        old: &TaskStack,
        new: &TaskStack,
        gone: &[StackedTask],
        added: &[StackedTask],
    ) -> Result<bool> {
        let tasks = old.tasks + added.len() as i64 - gone.len() as i64;
        let new = TaskStack { version: old.version + 1, tasks, ..new.clone() };
        let mut writes: Vec<Write> = gone.iter().map(|row| row.key().delete()).collect();
        writes.extend(added.iter().map(Stored::insert));
        let moved =
            |row: &StackedTask, others: &[StackedTask]| others.iter().any(|one| one.task_id == row.task_id);
        let left = gone.iter().filter(|row| !moved(row, added));
        writes.extend(left.map(|row| StackOfTask::at(row.task_id, row.stack_id).delete()));
        let joined = added.iter().filter(|row| !moved(row, gone));
        writes
            .extend(joined.map(|row| StackOfTask { task_id: row.task_id, stack_id: row.stack_id }.insert()));
        if old.version == 0 {
            writes.push(new.owned().insert());
        }
        self.db.decide(guard(old.version, old, &new), writes).await
    }

    /// Deletes a stack if it still has that version; answers whether it had. Its tasks stay.
    pub async fn remove_stack(&self, stacked: &Stacked) -> Result<bool> {
        let Stacked { stack, tasks } = stacked;
        let mut writes: Vec<Write> =
            tasks.iter().map(|row| StackOfTask::at(row.task_id, row.stack_id).delete()).collect();
        writes.push(StackedTask::of(stack.stack_id).delete());
        writes.push(Key::delete(stack.owned().key()));
        let guard = stack.key().delete_if([("version", stack.version.into())]);
        self.db.decide(guard, writes).await
    }
}
