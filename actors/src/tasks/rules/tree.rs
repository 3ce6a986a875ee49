//! Tasks that are parts of others: no task is a part of itself, and the tree has at most five levels.
//!
//! While it is being decided which task is a part of which, a task may have several possible parents: the one that its
//! row says, and those that were noted but that its row does not say yet. All of them count, so that of two edges that
//! close a circle together the second is refused, whichever rows are written by then.

use std::collections::{HashMap, HashSet};

use storage::tasks::TaskId;

use crate::platform::error::{Refusal, Result};

/// Most levels, a task without a parent being the first.
pub const LEVELS: usize = 5;

/// Of some tasks: those above, or those below. A task that is absent was not read.
pub type Edges = HashMap<TaskId, Vec<TaskId>>;

fn cycle() -> Refusal {
    Refusal::field("idParent", "TASK_CYCLE", "En uppgift kan inte ligga under sig själv.")
}

fn too_deep() -> Refusal {
    Refusal::field("idParent", "TASK_DEPTH", "Uppgifter kan ligga i högst fem nivåer.")
}

/// The tasks that must still be read before the edges from `start` on are known; empty: they are, or there are more
/// levels than may be.
pub fn unread(start: TaskId, edges: &Edges) -> Vec<TaskId> {
    let mut level = HashSet::from([start]);
    for _ in 0..=LEVELS {
        let mut missing: Vec<TaskId> = level.iter().copied().filter(|id| !edges.contains_key(id)).collect();
        if !missing.is_empty() {
            missing.sort_unstable();
            return missing;
        }
        level = above(&level, edges);
    }
    Vec::new()
}

fn above(level: &HashSet<TaskId>, edges: &Edges) -> HashSet<TaskId> {
    level.iter().filter_map(|id| edges.get(id)).flatten().copied().collect()
}

/// How many levels the longest way from a task on has, itself included; no more than one more than allowed.
fn height(start: TaskId, edges: &Edges) -> usize {
    let mut level = HashSet::from([start]);
    let mut levels = 0;
    while !level.is_empty() && levels <= LEVELS {
        levels += 1;
        level = above(&level, edges);
    }
    levels
}

/// Whether a way leads from one task to another.
fn leads(from: TaskId, to: TaskId, edges: &Edges) -> bool {
    let (mut seen, mut open) = (HashSet::new(), vec![from]);
    while let Some(id) = open.pop() {
        if id == to {
            return true;
        }
        if seen.insert(id) {
            open.extend(edges.get(&id).into_iter().flatten());
        }
    }
    false
}

/// Refuses that a task becomes a part of another. `parents`: all possible parents of the other and of all above it;
/// `children`: the parts of the task and of all below it. 422 (`idParent`): TASK_CYCLE, TASK_DEPTH.
pub fn attach(task_id: TaskId, parent_id: TaskId, parents: &Edges, children: &Edges) -> Result<()> {
    if leads(parent_id, task_id, parents) || leads(task_id, parent_id, children) {
        return Err(cycle());
    }
    if height(parent_id, parents) + height(task_id, children) > LEVELS {
        return Err(too_deep());
    }
    Ok(())
}

#[cfg(test)]
#[path = "tree_tests.rs"]
mod tests;
