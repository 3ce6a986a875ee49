//! The next occurrence of a repeating task. Pure.

use jiff::ToSpan;
use storage::tasks::{ChecklistItem, Task, TaskId, TaskStatus};
use storage::time::{Day, Moment};
use storage::value::Json;

use super::dates::Due;
use super::repeat;
use super::status::{Opened, Standing, is_untouched};
use crate::platform::hours::DAY_MS;

/// How a task stands. `opened`: its next occurrence, then the parts of that.
pub fn standing(task: &Task, opened: &[&Task]) -> Standing {
    let versions: Vec<i64> = opened
        .iter()
        .filter(|one| one.home_id == task.home_id && one.deleted.is_none())
        .map(|one| one.version)
        .collect();
    let is_as_opened = !opened.is_empty() && is_untouched(&versions, opened.len());
    let next = task.next_id.map(|_| if is_as_opened { Opened::Untouched } else { Opened::Touched });
    Standing { status: task.status, completed: task.completed, repeats: task.repeat.0.is_some(), next }
}

/// The occurrence after a task that is done now, with copies of its parts; none: the rule has ended. `parts`: each with
/// the number of its copy.
pub fn opened(task: &Task, next_id: TaskId, parts: &[(Task, TaskId)], at: Moment) -> Vec<Task> {
    let (Some(rule), Some(due)) = (&task.repeat.0, Due::of(task)) else { return Vec::new() };
    let Some(next) = repeat::next(rule, &due, task.start_date, at, at) else { return Vec::new() };
    let (due_date, due_at, time_zone) = next.due.fields();
    let later = days_between(&due, &next.due);
    let opened = Task {
        due_date,
        due_at,
        time_zone,
        start_date: next.start,
        repeat: Json(Some(next.repeat)),
        ..fresh(task, next_id, at)
    };
    let copy = |(part, id): &(Task, TaskId)| Task {
        home_id: task.home_id,
        parent_id: Some(next_id),
        repeat: Json(None),
        placement: Json(None),
        due_date: part.due_date.map(|day| moved(day, later)),
        due_at: part.due_at.map(|at| Moment(at.0 + i64::from(later) * DAY_MS)),
        start_date: part.start_date.map(|day| moved(day, later)),
        ..fresh(part, *id, at)
    };
    let copies = parts.iter().map(copy).collect::<Vec<_>>();
    [opened].into_iter().chain(copies).collect()
}

/// A task of the same content that nobody has begun.
pub fn fresh(task: &Task, id: TaskId, at: Moment) -> Task {
    let checklist = task.checklist.0.iter().map(|item| ChecklistItem { done: false, ..item.clone() });
    Task {
        task_id: id,
        version: 1,
        status: TaskStatus::Todo,
        checklist: Json(checklist.collect()),
        next_id: None,
        created: at,
        changed: at,
        completed: None,
        deleted: None,
        ..task.clone()
    }
}

/// Whole days from one date to another.
fn days_between(from: &Due, to: &Due) -> i32 {
    match (from.day(), to.day()) {
        (Some(from), Some(to)) => to.0.since(from.0).map_or(0, |span| span.get_days()),
        _ => 0,
    }
}

fn moved(day: Day, days: i32) -> Day {
    Day(day.0.saturating_add(days.days()))
}
