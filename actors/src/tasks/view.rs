//! Tasks on the wire, in both directions.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::ids::{EntityId, UserId};
use storage::tasks::{
    BoardId, BoardListId, ChecklistItem, FieldChange, RelativeTo, RepeatFrom, TaskId, TaskReminderId,
    TaskStackId, TaskStatus, TaskTargetKind,
};
use storage::time::{Day, Moment};
use utoipa::ToSchema;

use super::rules::rights::Abilities;
use crate::contacts::view::Person;

/// Most characters of a title.
pub const TITLE: usize = 200;
/// Most characters of a label.
pub const LABEL: usize = 30;

/// What a task is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema)]
pub struct TaskTarget {
    #[garde(skip)]
    pub kind: TaskTargetKind,
    /// Of a message its number, or those of workspace, channel, message and thread, by which it is found again.
    #[garde(length(chars, min = 1, max = 100))]
    #[schema(min_length = 1, max_length = 100)]
    pub id: String,
}

/// How a task repeats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema)]
pub struct TaskRepeat {
    /// RFC 5545, without DTSTART.
    #[garde(length(chars, min = 1, max = 500))]
    #[schema(min_length = 1, max_length = 500, example = "FREQ=MONTHLY")]
    pub rrule: String,
    /// From what the next date is counted.
    #[garde(skip)]
    pub from: RepeatFrom,
}

/// The parts of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
pub struct Subtasks {
    pub total: usize,
    /// Done or cancelled.
    pub done: usize,
}

/// A task.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Task)]
pub struct TaskView {
    pub id_task: TaskId,
    pub tx_title: String,
    /// Markdown.
    pub tx_description: String,
    pub status: TaskStatus,
    /// 0 none, 1 low, 2 normal, 3 high, 4 urgent.
    pub priority: i64,
    pub labels: Vec<String>,
    /// A day, the same everywhere; or `dueAt`.
    pub due_date: Option<Day>,
    pub due_at: Option<Moment>,
    /// The zone in which `dueAt` was said.
    pub time_zone: Option<String>,
    pub start_date: Option<Day>,
    pub id_entity: Option<EntityId>,
    pub entity_name: Option<String>,
    pub entity_slug: Option<String>,
    pub created_by: Person,
    pub assignees: Vec<Person>,
    pub target: Option<TaskTarget>,
    pub checklist: Vec<ChecklistItem>,
    pub id_parent: Option<TaskId>,
    pub subtasks: Subtasks,
    pub repeat: Option<TaskRepeat>,
    pub id_board: Option<BoardId>,
    pub id_list: Option<BoardListId>,
    /// The next occurrence, once this one is done.
    pub id_next: Option<TaskId>,
    /// Grows with every change. To be sent back by whoever changes it.
    pub version: i64,
    pub created: Moment,
    pub changed: Moment,
    /// When it was done or cancelled.
    pub completed: Option<Moment>,
    pub abilities: Abilities,
}

/// A page of tasks.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TasksView {
    pub content: Vec<TaskView>,
    /// `after` of the next page.
    pub next: Option<String>,
}

/// What was done and made, week by week.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TasksDone)]
pub struct DoneView {
    /// All weeks of the period, the oldest first.
    pub weeks: Vec<DoneWeek>,
    /// Of an organisation: how many each of those to whom they were assigned has done, the most first.
    pub by_person: Option<Vec<DoneBy>>,
    /// The first day that is counted, where the period has more tasks than are counted.
    #[schema(value_type = Option<String>, format = Date)]
    pub counted_from: Option<Day>,
}

/// A week; one at an end of the period is counted as far as it lies within.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = TasksDoneWeek)]
pub struct DoneWeek {
    #[schema(example = "2026-W48")]
    pub week: String,
    /// Its Monday.
    #[schema(value_type = String, format = Date)]
    pub from: Day,
    pub done: usize,
    pub made: usize,
}

/// How many somebody has done.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TasksDoneBy)]
pub struct DoneBy {
    pub id_user: UserId,
    pub name: String,
    pub done: usize,
}

/// A line of a checklist as it is sent.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct ChecklistDraft {
    /// Absent: a new line.
    #[garde(inner(range(min = 1)))]
    #[schema(minimum = 1, nullable = false)]
    pub id: Option<i64>,
    #[garde(length(chars, min = 1, max = 200))]
    #[schema(min_length = 1, max_length = 200, example = "Boka buss")]
    pub text: String,
    #[serde(default)]
    #[garde(skip)]
    pub done: bool,
}

/// What a task says, as it was sent.
#[derive(Debug, Clone)]
pub struct TaskContent {
    pub title: String,
    pub description: String,
    pub priority: i64,
    pub labels: Vec<String>,
    pub due_date: Option<Day>,
    pub due_at: Option<Moment>,
    pub time_zone: Option<String>,
    pub start_date: Option<Day>,
    pub assignees: Vec<UserId>,
    pub target: Option<TaskTarget>,
    pub checklist: Vec<ChecklistDraft>,
    pub parent_id: Option<TaskId>,
    pub repeat: Option<TaskRepeat>,
}

/// Declares an input that says what a task says, and more. (A flattened struct would lose the names of wrong fields.)
macro_rules! task_input {
    ($(#[$meta:meta])* $name:ident { $($(#[$more_meta:meta])* $more:ident: $more_type:ty),* $(,)? } $(#[$title:meta])*) => {
        #[derive(Debug, Clone, serde::Deserialize, garde::Validate, utoipa::ToSchema)]
        $(#[$meta])*
        #[serde(rename_all = "camelCase")]
        pub struct $name {
            $($(#[$more_meta])* pub $more: $more_type,)*
            $(#[$title])*
            #[garde(length(chars, max = $crate::tasks::view::TITLE))]
            #[schema(max_length = 200, example = "Ring Karin")]
            pub tx_title: String,
            /// Markdown.
            #[serde(default)]
            #[garde(length(chars, max = 10_000))]
            #[schema(max_length = 10_000)]
            pub tx_description: String,
            /// 0 none, 1 low, 2 normal, 3 high, 4 urgent.
            #[serde(default)]
            #[garde(range(min = 0, max = 4))]
            #[schema(minimum = 0, maximum = 4)]
            pub priority: i64,
            #[serde(default)]
            #[garde(length(max = 10), inner(length(chars, min = 1, max = $crate::tasks::view::LABEL)))]
            #[schema(max_items = 10)]
            pub labels: Vec<String>,
            /// A day, the same everywhere; or `dueAt`.
            #[garde(skip)]
            pub due_date: Option<storage::time::Day>,
            #[garde(skip)]
            pub due_at: Option<storage::time::Moment>,
            /// The zone in which `dueAt` is said; absent: Sweden's.
            #[garde(inner(length(chars, min = 1, max = 64)))]
            #[schema(min_length = 1, max_length = 64, example = "Europe/Stockholm")]
            pub time_zone: Option<String>,
            #[garde(skip)]
            pub start_date: Option<storage::time::Day>,
            #[serde(default)]
            #[garde(length(max = 20))]
            #[schema(max_items = 20)]
            pub assignees: Vec<storage::ids::UserId>,
            /// What it is about.
            #[garde(dive)]
            pub target: Option<$crate::tasks::view::TaskTarget>,
            #[serde(default)]
            #[garde(length(max = 100), dive)]
            #[schema(max_items = 100)]
            pub checklist: Vec<$crate::tasks::view::ChecklistDraft>,
            /// The task of which it is a part.
            #[garde(skip)]
            pub id_parent: Option<storage::tasks::TaskId>,
            #[garde(dive)]
            pub repeat: Option<$crate::tasks::view::TaskRepeat>,
        }

        impl $name {
            /// What it says.
            pub fn content(&self) -> $crate::tasks::view::TaskContent {
                $crate::tasks::view::TaskContent {
                    title: self.tx_title.clone(),
                    description: self.tx_description.clone(),
                    priority: self.priority,
                    labels: self.labels.clone(),
                    due_date: self.due_date,
                    due_at: self.due_at,
                    time_zone: self.time_zone.clone(),
                    start_date: self.start_date,
                    assignees: self.assignees.clone(),
                    target: self.target.clone(),
                    checklist: self.checklist.clone(),
                    parent_id: self.id_parent,
                    repeat: self.repeat.clone(),
                }
            }
        }
    };
}
pub(super) use task_input;

task_input! {
    /// A new task.
    TaskDraft {
        /// The organisation for which it is done.
        #[garde(skip)]
        id_entity: Option<EntityId>,
        /// The stack at whose end it is put.
        #[garde(skip)]
        id_task_stack: Option<TaskStackId>,
    }
}

task_input! {
    /// A task as it shall be; what is left out is emptied.
    TaskEdit {
        /// The version that was read.
        #[garde(skip)]
        version: i64,
    }
}

/// A status as it is sent.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct StatusDraft {
    #[garde(skip)]
    pub status: TaskStatus,
}

/// A tick as it is sent.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct TickDraft {
    #[garde(skip)]
    pub done: bool,
}

/// A step of a task's history.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct HistoryEntry {
    /// The version that it led to.
    pub version: i64,
    pub at: Moment,
    pub by: Person,
    /// Field names as on the wire; `created` of a new task.
    pub changes: Vec<FieldChange>,
}

/// A page of a task's history, newest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = TaskHistory)]
pub struct HistoryView {
    pub content: Vec<HistoryEntry>,
    /// `after` of the next page.
    pub next: Option<i64>,
}

/// A stack.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaskStack)]
pub struct StackView {
    pub id_task_stack: TaskStackId,
    pub name: String,
    pub id_entity: Option<EntityId>,
    /// Grows with every change. To be sent back by whoever renames it.
    pub version: i64,
    /// How many tasks lie in it.
    pub count: i64,
    /// Its tasks in their order; absent in lists of stacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub tasks: Option<Vec<StackTask>>,
}

/// A task in a stack.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StackTask {
    /// Its place, from 0 on.
    pub position: usize,
    #[serde(flatten)]
    pub task: TaskView,
}

/// Stacks, by age.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StacksView {
    pub content: Vec<StackView>,
}

/// A new stack.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaskStackDraft)]
pub struct StackDraft {
    #[garde(length(chars, min = 1, max = 80))]
    #[schema(min_length = 1, max_length = 80, example = "Före terminsstart")]
    pub name: String,
    /// The organisation's; absent: one's own.
    #[garde(skip)]
    pub id_entity: Option<EntityId>,
}

/// A stack's new name.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = TaskStackEdit)]
pub struct StackEdit {
    #[garde(length(chars, min = 1, max = 80))]
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    /// The version that was read.
    #[garde(skip)]
    pub version: i64,
}

/// Between which others something is put. Of a neighbour that is gone the other holds, without any it is put at the end.
#[derive(Debug, Clone, Copy, Default, Deserialize, Validate, ToSchema)]
pub struct Neighbours {
    /// Behind this one.
    #[garde(skip)]
    pub after: Option<TaskId>,
    /// Before this one.
    #[garde(skip)]
    pub before: Option<TaskId>,
}

/// A task for a stack.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StackAddition {
    #[garde(skip)]
    pub id_task: TaskId,
    /// Behind this one.
    #[garde(skip)]
    pub after: Option<TaskId>,
    /// Before this one.
    #[garde(skip)]
    pub before: Option<TaskId>,
}

/// A reminder.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaskReminder)]
pub struct ReminderView {
    pub id_task_reminder: TaskReminderId,
    pub id_task: TaskId,
    pub tx_title: String,
    /// 0 scheduled, 1 fired, 2 acknowledged.
    pub status: i64,
    /// When it rings, or rang; null: its task has no such date.
    pub at: Option<Moment>,
    pub relative_to: Option<RelativeTo>,
    /// Seconds after `relativeTo`; negative: before.
    pub seconds: Option<i64>,
    /// It rings again by this rule (RFC 5545).
    pub rrule: Option<String>,
    pub version: i64,
}

/// Reminders, by age.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RemindersView {
    pub content: Vec<ReminderView>,
}

/// A new reminder: at a moment, or relative to a date of its task.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaskReminderDraft)]
pub struct ReminderDraft {
    #[garde(skip)]
    pub id_task: TaskId,
    #[garde(skip)]
    pub at: Option<Moment>,
    #[garde(skip)]
    pub relative_to: Option<RelativeTo>,
    /// Within a year.
    #[garde(inner(range(min = -31_622_400, max = 31_622_400)))]
    #[schema(minimum = -31_622_400, maximum = 31_622_400, nullable = false)]
    pub seconds: Option<i64>,
    #[garde(inner(length(chars, min = 1, max = 500)))]
    #[schema(min_length = 1, max_length = 500)]
    pub rrule: Option<String>,
}

/// Until when a reminder rests.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = TaskReminderSnooze)]
pub struct SnoozeDraft {
    #[garde(skip)]
    pub until: Moment,
}
