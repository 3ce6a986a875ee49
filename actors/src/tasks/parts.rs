//! A task becomes a part of another: noted first in the tree of its owner, where two that close a circle together see
//! each other, then said by the task itself.

use std::time::Duration;

use storage::engine::Write;
use storage::record::Stored;
use storage::tasks::{MOST_CHILDREN, Task, TaskEdge, TaskId, Tasks};
use storage::time::Moment;

use super::rules::tree::{self, Edges};
use crate::Platform;
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::quotas::below;
use crate::platform::time::now;

/// Attempts at a concurrent change.
const TRIES: usize = 64;
/// Most tasks below one that is moved.
const MOST_BELOW: usize = 2_000;
/// How long a noted edge may wait for its task to say so, in milliseconds.
const PENDING_MS: i64 = 60_000;

/// Forgets an edge whose task has not become that part, because the process died or was refused.
pub(super) const SETTLE: JobKind = JobKind {
    name: "task-edge",
    class: Class::Bulk,
    share: jobs::of_subject,
    within: Duration::from_secs(30),
    work: |platform, job| {
        Box::pin(async move {
            let (owner_id, task_id, parent_id, since) = serde_json::from_str(&job.payload)?;
            Ok(settle(&platform, owner_id, task_id, parent_id, since).await?)
        })
    },
};

async fn settle(
    platform: &Platform,
    owner_id: i64,
    task_id: TaskId,
    parent_id: TaskId,
    since: Moment,
) -> Result<()> {
    let tasks = Tasks::of(&platform.storage);
    for _ in 0..TRIES {
        let tree = tasks.settled_tree(owner_id).await?;
        let edge = tasks.edge(owner_id, task_id, parent_id).await?;
        // Noted again since: another job sees to that.
        if edge.is_none_or(|edge| edge.since != since) {
            return Ok(());
        }
        let is_part = tasks.task(task_id).await?.is_some_and(|task| task.parent_id == Some(parent_id));
        if is_part || tasks.forget_edge(&tree, task_id, parent_id).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

/// Notes that a task is about to become a part of another. 409 QUOTA_REACHED; 422 TASK_CYCLE, TASK_DEPTH.
pub(super) async fn note(platform: &Platform, task: &Task, parent_id: TaskId) -> Result<()> {
    let (tasks, owner_id, task_id) = (Tasks::of(&platform.storage), task.owner_id(), task.task_id);
    let children = tasks.children(&[parent_id]).await?.into_iter().flatten().count();
    below(children, MOST_CHILDREN, "deluppgifter")?;
    for _ in 0..TRIES {
        let tree = tasks.settled_tree(owner_id).await?;
        let above = above(&tasks, owner_id, parent_id).await?;
        let under = under(&tasks, task_id).await?;
        tree::attach(task_id, parent_id, &above, &under)?;
        let since = Moment(now());
        let job =
            jobs::job(platform, SETTLE.name, since.0 + PENDING_MS, &(owner_id, task_id, parent_id, since))?;
        let edge = TaskEdge { owner_id, task_id, parent_id, since };
        if tasks.note_edge(&tree, &edge, vec![job.insert()]).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

/// The write that forgets of which task another was a part.
pub(super) fn forget(task: &Task) -> Option<Write> {
    task.parent_id.map(|parent_id| TaskEdge::at(task.owner_id(), task.task_id, parent_id).delete())
}

/// The write of a part that is new, so that it can close no circle.
pub(super) fn fresh(task: &Task) -> Option<Write> {
    let edge = |parent_id| TaskEdge {
        owner_id: task.owner_id(),
        task_id: task.task_id,
        parent_id,
        since: task.created,
    };
    task.parent_id.map(edge).map(|edge| edge.insert())
}

/// A task and those of which it is, or is about to become, a part: each with its own.
async fn above(tasks: &Tasks, owner_id: i64, from: TaskId) -> Result<Edges> {
    let mut found = Edges::new();
    loop {
        let level = tree::unread(from, &found);
        if level.is_empty() {
            return Ok(found);
        }
        let parents = tasks.parents(owner_id, &level).await?;
        found.extend(level.into_iter().zip(parents));
    }
}

/// A task and its parts, theirs, and so on: each with its own. 409 QUOTA_REACHED.
async fn under(tasks: &Tasks, from: TaskId) -> Result<Edges> {
    let mut found = Edges::new();
    loop {
        let level = tree::unread(from, &found);
        if level.is_empty() {
            return Ok(found);
        }
        below(found.len() + level.len(), MOST_BELOW, "deluppgifter")?;
        let children = tasks.children(&level).await?;
        found.extend(level.into_iter().zip(children));
    }
}
