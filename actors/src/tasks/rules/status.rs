//! How a task may stand: any status may follow any other. What follows from it for a repeating task.

use storage::tasks::TaskStatus;
use storage::time::Moment;

/// A task's next occurrence, once it was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opened {
    /// As it was opened; see [`is_untouched`].
    Untouched,
    /// Somebody has changed it, or deleted it.
    Touched,
}

/// A task, as far as its status is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    pub status: TaskStatus,
    pub completed: Option<Moment>,
    pub repeats: bool,
    /// The occurrence that was opened when it was done; none: none was.
    pub next: Option<Opened>,
}

/// What becomes of the next occurrence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextStep {
    /// Nothing.
    Keep,
    /// It is opened, if the rule has one.
    Open,
    /// It is removed, and the task may open one again.
    Remove,
}

/// What a new status changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    pub completed: Option<Moment>,
    pub next: NextStep,
}

/// What follows when a task gets a status. Being done opens the next occurrence, once for good unless that is removed;
/// being no longer done removes one that nobody has touched. A cancelled task opens none.
pub fn step(task: &Standing, to: TaskStatus, now: Moment) -> Step {
    if to == task.status {
        return Step { completed: task.completed, next: NextStep::Keep };
    }
    let next = match (to, task.next) {
        (TaskStatus::Done, None) if task.repeats => NextStep::Open,
        (TaskStatus::Done, _) => NextStep::Keep,
        (_, Some(Opened::Untouched)) if task.status == TaskStatus::Done => NextStep::Remove,
        _ => NextStep::Keep,
    };
    Step { completed: to.is_closed().then_some(now), next }
}

/// Whether an occurrence and its parts are as they were opened: they have their first version, and none is missing.
/// `opened`: how many tasks were opened.
pub fn is_untouched(versions: &[i64], opened: usize) -> bool {
    versions.len() == opened && versions.iter().all(|version| *version == 1)
}

#[cfg(test)]
#[path = "status_tests.rs"]
mod tests;
