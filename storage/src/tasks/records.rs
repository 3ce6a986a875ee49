//! Stored records of tasks.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::record;
use crate::platform::text_enum::text_enum;
use crate::platform::time::{Day, Moment};
use crate::platform::value::{Json, json_cell};

crate::ids! {
    /// A task.
    TaskId,
    /// The partition in which a task is decided: a board, or the number of the first task of a series.
    TaskHomeId,
    /// A board: a task's home with lists.
    BoardId,
    /// A list of a board.
    BoardListId,
    /// Tasks in an order of somebody's own.
    TaskStackId,
    /// A reminder of a task.
    TaskReminderId,
}

text_enum! {
    /// How a task stands.
    TaskStatus {
        Todo = "TODO",
        InProgress = "IN_PROGRESS",
        Done = "DONE",
        Cancelled = "CANCELLED",
    }
}

text_enum! {
    /// What a task may be about.
    TaskTargetKind {
        /// An event of a calendar, by its `eventUUID`.
        Event = "EVENT",
        /// A message of the chat, by its id.
        Message = "MESSAGE",
        /// A booking, by its id.
        Booking = "BOOKING",
    }
}

text_enum! {
    /// From what a repeating task's next date is counted.
    RepeatFrom {
        /// From the date on which this one was due.
        Schedule = "SCHEDULE",
        /// From the day on which this one was done.
        Completion = "COMPLETION",
    }
}

text_enum! {
    /// From what a relative reminder is counted.
    RelativeTo {
        DueDate = "due_date",
        StartDate = "start_date",
    }
}

impl TaskStatus {
    /// Whether nothing is left to do.
    pub const fn is_closed(self) -> bool {
        matches!(self, Self::Done | Self::Cancelled)
    }
}

/// A line of a task's checklist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChecklistItem {
    /// Unique in the task.
    pub id: i64,
    pub text: String,
    pub done: bool,
}

/// How a task repeats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskRepeat {
    /// RFC 5545, without DTSTART.
    pub rrule: String,
    pub from: RepeatFrom,
    /// The first due day, whose day of the month and weekday later ones keep.
    pub anchor: Day,
    /// The time of the clock that later ones keep, also after a night that skips it; none: it is due by day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<jiff::civil::Time>,
}

/// What a task is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskTarget {
    pub kind: TaskTargetKind,
    pub id: String,
}

/// Where a task lies on a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placement {
    pub board_id: BoardId,
    pub list_id: BoardListId,
    /// Its place in the list, compared byte by byte.
    pub order_key: String,
}

record! {
    /// A task. Every change of it is decided by the version of its home.
    pub struct Task;
    pub(crate) static TASKS: "tasks", Ascending;
    partition {
        task_id: TaskId => bigint,
    }
    clustering {}
    columns {
        home_id: TaskHomeId => bigint,
        /// Raised by every change of the task.
        version: i64 => bigint,
        created_by: UserId => bigint,
        /// Whose it is besides; none: of its maker and assignees alone.
        entity_id: Option<EntityId> => bigint,
        title: String => text,
        description: String => text,
        status: TaskStatus => text,
        /// 0 none, 1 low – 4 urgent.
        priority: i64 => int,
        labels: Json<Vec<String>> => text,
        /// A day, the same everywhere; or `due_at`.
        due_date: Option<Day> => text,
        due_at: Option<Moment> => timestamp,
        /// The zone in which `due_at` was said.
        time_zone: Option<String> => text,
        start_date: Option<Day> => text,
        assignees: Json<Vec<UserId>> => text,
        target: Json<Option<TaskTarget>> => text,
        checklist: Json<Vec<ChecklistItem>> => text,
        parent_id: Option<TaskId> => bigint,
        repeat: Json<Option<TaskRepeat>> => text,
        /// Where it lies on a board; none: on none.
        placement: Json<Option<Placement>> => text,
        /// The occurrence that was opened when this one was done.
        next_id: Option<TaskId> => bigint,
        created: Moment => timestamp,
        changed: Moment => timestamp,
        /// When it was done or cancelled.
        completed: Option<Moment> => timestamp,
        /// When it was deleted; it is kept for a day, to be restored.
        deleted: Option<Moment> => timestamp,
        /// Since when it is about to be put on a board: nothing else may change it meanwhile.
        moving: Option<Moment> => timestamp,
    }
}

record! {
    /// A task as a card of its board, by list and order.
    pub struct TaskCard;
    pub(crate) static TASK_CARDS: "task_cards", Ascending has TASK_HOMES;
    partition {
        home_id: TaskHomeId => bigint,
    }
    clustering {
        list_id: BoardListId => bigint,
        order_key: String => text,
        task_id: TaskId => bigint,
    }
    columns {
        /// The task's version.
        revision: i64 => bigint,
        summary: CardSummary => text,
    }
}

/// What a board shows of a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardSummary {
    pub title: String,
    pub status: TaskStatus,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub priority: i64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_date: Option<Day>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_at: Option<Moment>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_date: Option<Day>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assignees: Vec<UserId>,
    /// Lines of the checklist, and how many of them are done.
    #[serde(default)]
    pub checklist: (usize, usize),
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_id: Option<TaskId>,
    #[serde(default)]
    pub has_description: bool,
    pub created: Moment,
    pub changed: Moment,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed: Option<Moment>,
}

json_cell!(CardSummary);

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde passes it")]
fn is_zero(number: &i64) -> bool {
    *number == 0
}

record! {
    /// The version by which everything in a home is decided.
    pub struct TaskHome;
    pub(crate) static TASK_HOMES: "task_homes" of TASK_CARDS;
    partition {
        home_id: TaskHomeId => bigint,
    }
    columns {
        /// Raised by every change in the home; 0 is never stored.
        version: i64 => bigint,
        /// How many cards lie on the board.
        cards: i64 => bigint,
    }
}

record! {
    /// A task in the list of somebody, of an organisation, or of what it is about.
    pub struct ListedTask;
    pub(crate) static TASK_LISTS: "task_lists", Ascending;
    partition {
        /// See [`super::Scope`].
        scope: String => text,
        closed: bool => boolean,
    }
    clustering {
        /// Open: when it is due, in epoch milliseconds, [`super::NEVER`] without a date. Closed: since when.
        place: i64 => bigint,
        task_id: TaskId => bigint,
    }
    columns {}
}

record! {
    /// That a task was made, or was done, of somebody or of an organisation; with what decides who sees it.
    pub struct TaskMark;
    pub(crate) static TASK_MARKS: "task_marks", Ascending;
    partition {
        /// See [`super::Scope`]: of a person or an organisation.
        scope: String => text,
        /// False: it was made.
        done: bool => boolean,
    }
    clustering {
        at: Moment => timestamp,
        task_id: TaskId => bigint,
    }
    columns {
        entity_id: Option<EntityId> => bigint,
        board_id: Option<BoardId> => bigint,
        assignees: Json<Vec<UserId>> => text,
    }
}

record! {
    /// A part of another task.
    pub(crate) struct ChildTask;
    pub(crate) static TASK_CHILDREN: "task_children", Ascending;
    partition {
        parent_id: TaskId => bigint,
    }
    clustering {
        task_id: TaskId => bigint,
    }
    columns {}
}

record! {
    /// That a task is, or is about to become, a part of another. The task's own row says which is so.
    pub struct TaskEdge;
    pub(crate) static TASK_EDGES: "task_edges", Ascending has TASK_TREES;
    partition {
        /// The organisation or the person whose tasks they are.
        owner_id: i64 => bigint,
    }
    clustering {
        task_id: TaskId => bigint,
        parent_id: TaskId => bigint,
    }
    columns {
        /// When it was noted: a later note of the same is another one.
        since: Moment => timestamp,
    }
}

record! {
    /// The version by which edges are decided, so that two that close a circle together are seen.
    pub struct TaskTree;
    pub(crate) static TASK_TREES: "task_trees" of TASK_EDGES;
    partition {
        owner_id: i64 => bigint,
    }
    columns {
        /// Raised by every new edge; 0 is never stored.
        version: i64 => bigint,
    }
}

/// A changed field of a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = TaskFieldChange)]
pub struct FieldChange {
    /// The field's name on the wire.
    pub field: String,
    pub from: serde_json::Value,
    pub to: serde_json::Value,
}

record! {
    /// Who changed what of a task.
    pub struct TaskHistory;
    pub(crate) static TASK_HISTORY: "task_history", Descending;
    partition {
        task_id: TaskId => bigint,
    }
    clustering {
        /// The task's version that it led to.
        version: i64 => bigint,
    }
    columns {
        changed_by: UserId => bigint,
        at: Moment => timestamp,
        changes: Json<Vec<FieldChange>> => text,
    }
}

record! {
    /// Tasks in an order of their own, a person's or an organisation's.
    pub struct TaskStack;
    pub(crate) static TASK_STACKS: "task_stacks" of STACKED_TASKS;
    partition {
        stack_id: TaskStackId => bigint,
    }
    columns {
        /// Raised by every change of the stack and its order.
        version: i64 => bigint,
        created_by: UserId => bigint,
        /// Whose; none: its maker's.
        entity_id: Option<EntityId> => bigint,
        name: String => text,
        tasks: i64 => int,
        created: Moment => timestamp,
    }
}

record! {
    /// A task in a stack.
    pub struct StackedTask;
    pub(crate) static STACKED_TASKS: "stacked_tasks", Ascending has TASK_STACKS;
    partition {
        stack_id: TaskStackId => bigint,
    }
    clustering {
        /// Compared byte by byte.
        order_key: String => text,
        task_id: TaskId => bigint,
    }
    columns {
        added: Moment => timestamp,
    }
}

record! {
    /// A stack of a person or an organisation.
    pub(crate) struct OwnedStack;
    pub(crate) static OWNED_STACKS: "owned_task_stacks", Ascending;
    partition {
        /// The organisation's or the person's id.
        owner_id: i64 => bigint,
    }
    clustering {
        stack_id: TaskStackId => bigint,
    }
    columns {}
}

record! {
    /// A stack in which a task lies.
    pub(crate) struct StackOfTask;
    pub(crate) static STACKS_OF_TASK: "stacks_of_task", Ascending;
    partition {
        task_id: TaskId => bigint,
    }
    clustering {
        stack_id: TaskStackId => bigint,
    }
    columns {}
}

record! {
    /// A person's reminder of a task.
    pub struct TaskReminder;
    pub(crate) static TASK_REMINDERS: "task_reminders", Ascending;
    partition {
        reminder_id: TaskReminderId => bigint,
    }
    clustering {}
    columns {
        /// Raised by every change.
        version: i64 => bigint,
        user_id: UserId => bigint,
        task_id: TaskId => bigint,
        /// 0 scheduled, 1 fired, 2 acknowledged.
        status: i64 => int,
        /// When; none: relative to a date of the task.
        at: Option<Moment> => timestamp,
        relative_to: Option<RelativeTo> => text,
        /// Seconds after `relative_to`; negative: before.
        seconds: Option<i64> => bigint,
        /// It rings again by this rule (RFC 5545, without DTSTART), from its first moment.
        rrule: Option<String> => text,
        /// The moment for which it rang last.
        fired: Option<Moment> => timestamp,
        /// It rings again at this moment, whatever else it does.
        snoozed: Option<Moment> => timestamp,
        created: Moment => timestamp,
    }
}

record! {
    /// A reminder of a person.
    pub(crate) struct PersonReminder;
    pub(crate) static PERSON_TASK_REMINDERS: "person_task_reminders", Ascending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        reminder_id: TaskReminderId => bigint,
    }
    columns {
        task_id: TaskId => bigint,
    }
}

record! {
    /// A reminder of a task.
    pub(crate) struct ReminderOfTask;
    pub(crate) static REMINDERS_OF_TASK: "reminders_of_task", Ascending;
    partition {
        task_id: TaskId => bigint,
    }
    clustering {
        reminder_id: TaskReminderId => bigint,
    }
    columns {
        user_id: UserId => bigint,
    }
}
