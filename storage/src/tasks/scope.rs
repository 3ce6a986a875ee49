//! The lists in which a task stands. They follow from the task's row alone.

use crate::platform::engine::{Key, Write};
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::Stored;
use crate::platform::time::Day;
use crate::tasks::records::{ListedTask, Task, TaskMark, TaskStatus, TaskTarget};

/// The place of a task without a date among open ones.
pub const NEVER: i64 = i64::MAX;

/// Whose list of tasks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// What a person made or is assigned.
    Person(UserId),
    /// What a person is assigned.
    Assignee(UserId),
    /// An organisation's.
    Entity(EntityId),
    /// What a person is assigned in an organisation.
    AssigneeIn(EntityId, UserId),
    /// What is about a thing.
    Target(TaskTarget),
}

impl Scope {
    /// Its name in the store.
    pub fn key(&self) -> String {
        match self {
            Self::Person(user_id) => format!("PERSON:{user_id}"),
            Self::Assignee(user_id) => format!("ASSIGNEE:{user_id}"),
            Self::Entity(entity_id) => format!("ENTITY:{entity_id}"),
            Self::AssigneeIn(entity_id, user_id) => format!("ENTITY:{entity_id}:{user_id}"),
            Self::Target(target) => format!("TARGET:{}:{}", target.kind, target.id),
        }
    }
}

impl Task {
    /// The lists in which it stands; none: it is deleted.
    fn scopes(&self) -> Vec<Scope> {
        if self.deleted.is_some() {
            return Vec::new();
        }
        let assignees = &self.assignees.0;
        let mut all = vec![Scope::Person(self.created_by)];
        all.extend(assignees.iter().filter(|one| **one != self.created_by).map(|one| Scope::Person(*one)));
        all.extend(assignees.iter().map(|one| Scope::Assignee(*one)));
        if let Some(entity_id) = self.entity_id {
            all.push(Scope::Entity(entity_id));
            all.extend(assignees.iter().map(|one| Scope::AssigneeIn(entity_id, *one)));
        }
        all.extend(self.target.0.clone().map(Scope::Target));
        all
    }

    /// When it is due, in epoch milliseconds, for the order of lists: a day ends with its last moment in UTC.
    pub fn due_place(&self) -> i64 {
        let day = |day: Day| {
            let next = day.0.tomorrow().unwrap_or(day.0);
            next.to_zoned(jiff::tz::TimeZone::UTC)
                .map_or(NEVER, |start| start.timestamp().as_millisecond() - 1)
        };
        match (self.due_at, self.due_date) {
            (Some(at), _) => at.0,
            (None, Some(date)) => day(date),
            (None, None) => NEVER,
        }
    }

    /// Its entries in all lists.
    pub(crate) fn listed(&self) -> Vec<ListedTask> {
        let closed = self.status.is_closed();
        let place = match self.completed.filter(|_| closed) {
            Some(at) => at.0,
            None => self.due_place(),
        };
        let entry = |scope: Scope| ListedTask { scope: scope.key(), closed, place, task_id: self.task_id };
        self.scopes().into_iter().map(entry).collect()
    }
}

impl Task {
    /// When it was made, and when it was done, in the marks of its people and its organisation.
    pub(crate) fn marks(&self) -> Vec<TaskMark> {
        let is_marked = |scope: &Scope| matches!(scope, Scope::Person(_) | Scope::Entity(_));
        let done = self.completed.filter(|_| self.status == TaskStatus::Done);
        let moments = [(false, Some(self.created)), (true, done)];
        let marks = self.scopes().into_iter().filter(is_marked).flat_map(|scope| {
            moments
                .iter()
                .filter_map(move |(done, at)| Some((scope.key(), *done, (*at)?)))
                .collect::<Vec<_>>()
        });
        let mark = |(scope, done, at)| TaskMark {
            scope,
            done,
            at,
            task_id: self.task_id,
            entity_id: self.entity_id,
            board_id: self.placement.0.as_ref().map(|at| at.board_id),
            assignees: self.assignees.clone(),
        };
        marks.map(mark).collect()
    }
}

/// The writes that lead from one set of rows to another.
pub(super) fn differences<T: Stored + PartialEq>(old: &[T], new: &[T]) -> Vec<Write> {
    let gone = old.iter().filter(|one| !new.contains(one)).map(Stored::key).map(Key::delete);
    let added = new.iter().filter(|one| !old.contains(one)).map(Stored::insert);
    gone.chain(added).collect()
}
