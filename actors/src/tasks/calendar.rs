//! Tasks with a date in a person's calendar file.

use storage::ids::UserId;
use storage::tasks::{Scope, Task, Tasks};
use storage::time::Moment;

use super::bells::path;
use super::facts::Access;
use crate::Platform;
use crate::area::CalendarEntry;
use crate::platform::error::Result;
use crate::platform::hours::{midnight, zone};

/// Most tasks in a calendar file.
const WRITTEN: usize = 500;
/// How long the entry of a task is that is due at a moment, in milliseconds.
const LASTS_MS: i64 = 30 * 60_000;

/// What a person has to do from a moment on: what they are assigned, and what they made for nobody else.
pub(super) async fn entries(
    platform: &Platform,
    user_id: UserId,
    from: Moment,
) -> Result<Vec<CalendarEntry>> {
    let tasks = Tasks::of(&platform.storage);
    let dated = from.0..=i64::MAX - 1;
    let rows = tasks.listed(&Scope::Person(user_id), false, dated, None, WRITTEN).await?;
    let mut found = tasks.tasks(&rows.iter().map(|row| row.task_id).collect::<Vec<_>>()).await?;
    let access = Access::load(platform, user_id, &found).await?;
    found.retain(|task| {
        let is_theirs = task.assignees.0.is_empty() || task.assignees.0.contains(&user_id);
        is_theirs && access.abilities(task, user_id).is_some()
    });
    let zone = zone()?;
    let span = |task: &Task| {
        let day = |day: jiff::civil::Date| Moment(midnight(&zone, day));
        let of_day = task.due_date.map(|date| (day(date.0), day(date.0.tomorrow().unwrap_or(date.0)), true));
        of_day.or_else(|| task.due_at.map(|at| (at, Moment(at.0 + LASTS_MS), false)))
    };
    let entry = |task: &Task| {
        let (starts, ends, is_all_day) = span(task)?;
        Some(CalendarEntry {
            uid: format!("task-{}@kalender", task.task_id),
            starts,
            ends,
            is_all_day,
            title: task.title.clone(),
            place: String::new(),
            is_tentative: false,
            is_task: true,
            path: path(task.task_id),
            created: task.created,
            changed: task.changed,
            sequence: task.version - 1,
        })
    };
    Ok(found.iter().filter_map(entry).collect())
}
