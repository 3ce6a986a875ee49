//! Tasks as they are shown.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

use storage::accounts::User;
use storage::entities::Entity;
use storage::ids::{EntityId, UserId};
use storage::tasks::{ListedTask, NEVER, Scope, Task, TaskId, TaskStatus, TaskTarget, TaskTargetKind, Tasks};
use storage::time::Day;

use super::facts::{Access, acting, seen};
use super::rules::rights::{Abilities, absent};
use super::view;
use super::view::{HistoryEntry, HistoryView, Subtasks, TaskRepeat, TaskView, TasksView};
use crate::Platform;
use crate::accounts::Who;
use crate::contacts::view::Person;
use crate::platform::error::{Refusal, Result};
use crate::platform::hours::{midnight, zone};

/// Which tasks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// What the person made or is assigned.
    User(UserId),
    /// What the person is assigned.
    Assignee(UserId),
    Entity(EntityId),
    /// What a person is assigned in an organisation.
    AssigneeIn(EntityId, UserId),
    Target(TaskTargetKind, String),
    /// The parts of a task.
    Parent(TaskId),
}

/// How they stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Open ones, then closed ones.
    Any,
    Open,
    Closed,
    One(TaskStatus),
}

/// Which part of a list.
#[derive(Debug, Clone)]
pub struct Part {
    pub standing: Standing,
    /// Due from this day on.
    pub from: Option<Day>,
    /// Due until the end of this day.
    pub to: Option<Day>,
    /// `next` of the page before.
    pub after: Option<String>,
    pub size: usize,
}

/// Rows of a list that are read at most for one page, where the page leaves many of them out.
const MOST_READ: usize = 1_000;

/// Where a page ended.
type Place = (bool, i64, TaskId);

/// The cursor of a list.
fn parsed(after: &str) -> Result<Place> {
    let mut parts = after.splitn(3, '.');
    let mut number = || parts.next().and_then(|part| part.parse::<i64>().ok());
    match (number(), number(), number()) {
        (Some(closed @ 0..=1), Some(place), Some(id)) => Ok((closed == 1, place, TaskId(id))),
        _ => Err(Refusal::field("after", "UNKNOWN", "Börja om från början av listan.")),
    }
}

fn cursor((closed, place, id): Place) -> String {
    format!("{}.{place}.{id}", i64::from(closed))
}

/// What is needed to show some tasks.
struct Shown {
    people: HashMap<UserId, Arc<User>>,
    entities: HashMap<EntityId, Entity>,
    subtasks: HashMap<TaskId, Subtasks>,
    /// Those of which they are parts, as far as they stand.
    parents: HashSet<TaskId>,
}

impl Shown {
    async fn load(platform: &Platform, all: &[Task]) -> Result<Self> {
        let tasks = Tasks::of(&platform.storage);
        let users = all.iter().flat_map(|task| [task.created_by].into_iter().chain(task.assignees.0.clone()));
        let people = platform.people.all(users.collect::<HashSet<_>>()).await?;
        let ids: HashSet<EntityId> = all.iter().filter_map(|task| task.entity_id).collect();
        let entities = platform.storage.entities.entities(&ids.into_iter().collect::<Vec<_>>()).await?;
        let ids: Vec<TaskId> = all.iter().map(|task| task.task_id).collect();
        let children = tasks.children(&ids).await?;
        let wanted = children.iter().flatten().copied().chain(all.iter().filter_map(|task| task.parent_id));
        let wanted: Vec<TaskId> = wanted.collect::<HashSet<_>>().into_iter().collect();
        let others: HashMap<TaskId, Task> = tasks
            .tasks(&wanted)
            .await?
            .into_iter()
            .filter(|task| task.deleted.is_none())
            .map(|task| (task.task_id, task))
            .collect();
        let count = |children: &Vec<TaskId>| {
            let found: Vec<&Task> = children.iter().filter_map(|id| others.get(id)).collect();
            Subtasks { total: found.len(), done: found.iter().filter(|one| one.status.is_closed()).count() }
        };
        let parents = all.iter().filter_map(|task| task.parent_id).filter(|id| others.contains_key(id));
        Ok(Self {
            people,
            entities: entities.into_iter().map(|entity| (entity.entity_id, entity)).collect(),
            subtasks: ids.iter().copied().zip(children.iter().map(count)).collect(),
            parents: parents.collect(),
        })
    }

    /// A person; of an erased account the name that stands for it.
    fn person(&self, id: UserId) -> Option<Person> {
        self.people.get(&id).map(|user| Person::from(&**user))
    }

    fn view(&self, task: Task, abilities: Abilities) -> TaskView {
        let entity = task.entity_id.and_then(|id| self.entities.get(&id));
        let placement = task.placement.0.as_ref();
        TaskView {
            id_task: task.task_id,
            created_by: self.person(task.created_by).unwrap_or_else(|| Person::erased(task.created_by)),
            assignees: task.assignees.0.iter().filter_map(|id| self.person(*id)).collect(),
            entity_name: entity.map(|entity| entity.entity_name.clone()),
            entity_slug: entity.map(|entity| entity.entity_slug.clone()),
            subtasks: self.subtasks.get(&task.task_id).copied().unwrap_or_default(),
            id_parent: task.parent_id.filter(|id| self.parents.contains(id)),
            id_board: placement.map(|at| at.board_id),
            id_list: placement.map(|at| at.list_id),
            tx_title: task.title,
            tx_description: task.description,
            status: task.status,
            priority: task.priority,
            labels: task.labels.0,
            due_date: task.due_date,
            due_at: task.due_at,
            time_zone: task.time_zone,
            start_date: task.start_date,
            id_entity: task.entity_id,
            target: task.target.0.map(|target| view::TaskTarget { kind: target.kind, id: target.id }),
            checklist: task.checklist.0,
            repeat: task.repeat.0.map(|repeat| TaskRepeat { rrule: repeat.rrule, from: repeat.from }),
            id_next: task.next_id,
            version: task.version,
            created: task.created,
            changed: task.changed,
            completed: task.completed,
            abilities,
        }
    }
}

/// Tasks as the person sees them, in their order; those that they do not see are left out.
pub(super) async fn views(platform: &Platform, user_id: UserId, all: Vec<Task>) -> Result<Vec<TaskView>> {
    let access = Access::load(platform, user_id, &all).await?;
    let alive = all.into_iter().filter(|task| task.deleted.is_none());
    let seen = alive.filter_map(|task| Some((access.shown(&task, user_id)?, task)));
    let (abilities, tasks): (Vec<Abilities>, Vec<Task>) = seen.unzip();
    let shown = Shown::load(platform, &tasks).await?;
    Ok(tasks.into_iter().zip(abilities).map(|(task, abilities)| shown.view(task, abilities)).collect())
}

/// A task as the caller sees it. 404.
pub(super) async fn view(platform: &Platform, who: &Who, task: Task) -> Result<TaskView> {
    views(platform, who.user_id, vec![task]).await?.pop().ok_or_else(absent)
}

/// A task. 404.
pub async fn one(platform: &Platform, who: &Who, id: TaskId) -> Result<TaskView> {
    let (task, _) = seen(platform, who.user_id, id).await?;
    view(platform, who, task).await
}

/// Refuses lists of others. 403 ROLE_TOO_LOW; 404.
pub(super) async fn may_list(platform: &Platform, who: &Who, wanted: &Wanted) -> Result<()> {
    match wanted {
        Wanted::User(user_id) | Wanted::Assignee(user_id) if *user_id != who.user_id => {
            Err(Refusal::forbidden("ROLE_TOO_LOW", "Andras uppgifter syns i er organisation."))
        }
        Wanted::Entity(entity_id) | Wanted::AssigneeIn(entity_id, _) => {
            acting(platform, who.user_id, *entity_id).await
        }
        Wanted::Parent(id) => seen(platform, who.user_id, *id).await.map(|_| ()),
        Wanted::User(_) | Wanted::Assignee(_) | Wanted::Target(..) => Ok(()),
    }
}

/// A page of tasks. 403 ROLE_TOO_LOW; 404; 422.
pub async fn list(platform: &Platform, who: &Who, wanted: Wanted, part: Part) -> Result<TasksView> {
    may_list(platform, who, &wanted).await?;
    let scope = match wanted {
        Wanted::Parent(id) => return children(platform, who, id, part.standing).await,
        Wanted::User(user_id) => Scope::Person(user_id),
        Wanted::Assignee(user_id) => Scope::Assignee(user_id),
        Wanted::Entity(entity_id) => Scope::Entity(entity_id),
        Wanted::AssigneeIn(entity_id, user_id) => Scope::AssigneeIn(entity_id, user_id),
        Wanted::Target(kind, id) => Scope::Target(TaskTarget { kind, id }),
    };
    Pages { platform, who, scope, part }.read().await
}

/// The parts of a task.
async fn children(platform: &Platform, who: &Who, id: TaskId, standing: Standing) -> Result<TasksView> {
    let tasks = Tasks::of(&platform.storage);
    let ids: Vec<TaskId> = tasks.children(&[id]).await?.into_iter().flatten().collect();
    let mut found = tasks.tasks(&ids).await?;
    found.retain(|task| standing.holds(task.status));
    Ok(TasksView { content: views(platform, who.user_id, found).await?, next: None })
}

impl Standing {
    fn holds(self, status: TaskStatus) -> bool {
        match self {
            Self::Any => true,
            Self::Open => !status.is_closed(),
            Self::Closed => status.is_closed(),
            Self::One(one) => one == status,
        }
    }

    /// The lists in which such tasks stand.
    fn lists(self) -> &'static [bool] {
        match self {
            Self::Any => &[false, true],
            Self::Open => &[false],
            Self::Closed => &[true],
            Self::One(one) => {
                if one.is_closed() {
                    &[true]
                } else {
                    &[false]
                }
            }
        }
    }
}

/// A list that is read until a page is full.
struct Pages<'a> {
    platform: &'a Platform,
    who: &'a Who,
    scope: Scope,
    part: Part,
}

impl Pages<'_> {
    /// When open tasks are due that are asked for. Days of moments are Sweden's; a day without a time lies at its end in
    /// UTC, which is within the same day in Sweden or an hour or two after it.
    fn places(&self) -> Result<RangeInclusive<i64>> {
        let (zone, Part { from, to, .. }) = (zone()?, &self.part);
        let from = from.map_or(i64::MIN, |day| midnight(&zone, day.0));
        let to = match to {
            Some(day) => midnight(&zone, day.0.tomorrow().unwrap_or(day.0)) + UTC_AHEAD_MS,
            None => i64::MAX,
        };
        Ok(from..=to)
    }

    /// Whether a task is due on one of the days that are asked for.
    fn is_due(&self, task: &Task) -> bool {
        let Part { from, to, .. } = &self.part;
        if from.is_none() && to.is_none() {
            return true;
        }
        let Ok(zone) = zone() else { return false };
        let due = task.due_date.map(|day| day.0);
        let day = due.or_else(|| task.due_at.map(|at| crate::platform::hours::date_of(&zone, at.0)));
        day.is_some_and(|day| from.is_none_or(|from| from.0 <= day) && to.is_none_or(|to| day <= to.0))
    }

    fn holds(&self, task: &Task, closed: bool) -> bool {
        task.status.is_closed() == closed && self.part.standing.holds(task.status) && self.is_due(task)
    }

    async fn read(self) -> Result<TasksView> {
        let after = self.part.after.as_deref().map(parsed).transpose()?;
        let size = self.part.size;
        let (mut kept, mut last, mut read) = (Vec::new(), None, 0);
        'lists: for closed in self.part.standing.lists() {
            if after.is_some_and(|(was_closed, ..)| was_closed && !closed) {
                continue;
            }
            let mut within =
                after.filter(|(was_closed, ..)| was_closed == closed).map(|(_, place, id)| (place, id));
            loop {
                let rows = self.rows(*closed, within, size + 1).await?;
                let is_last = rows.len() <= size;
                let ids: Vec<TaskId> = rows.iter().map(|row| row.task_id).collect();
                let found = Tasks::of(&self.platform.storage).tasks(&ids).await?;
                let mut found: HashMap<TaskId, Task> =
                    found.into_iter().map(|task| (task.task_id, task)).collect();
                for ListedTask { place, task_id, .. } in rows {
                    if kept.len() == size || read == MOST_READ {
                        last = last.or(Some((*closed, NEVER, TaskId(i64::MAX))));
                        break 'lists;
                    }
                    read += 1;
                    last = Some((*closed, place, task_id));
                    within = Some((place, task_id));
                    kept.extend(found.remove(&task_id).filter(|task| self.holds(task, *closed)));
                }
                if is_last {
                    break;
                }
            }
            // The list is at its end: what follows is in the next one, from its beginning.
            last = None;
        }
        let next = last.map(cursor);
        Ok(TasksView { content: views(self.platform, self.who.user_id, kept).await?, next })
    }

    async fn rows(
        &self,
        closed: bool,
        after: Option<(i64, TaskId)>,
        limit: usize,
    ) -> Result<Vec<ListedTask>> {
        let places = if closed { i64::MIN..=i64::MAX } else { self.places()? };
        Ok(Tasks::of(&self.platform.storage).listed(&self.scope, closed, places, after, limit).await?)
    }
}

/// Most that a day in UTC ends after the same day in Sweden, in milliseconds.
const UTC_AHEAD_MS: i64 = 2 * 3_600_000;

/// A page of a task's history, newest first. 404.
pub async fn history(
    platform: &Platform,
    who: &Who,
    id: TaskId,
    after: Option<i64>,
    size: usize,
) -> Result<HistoryView> {
    let (task, _) = seen(platform, who.user_id, id).await?;
    if task.deleted.is_some() {
        return Err(absent());
    }
    let mut steps = Tasks::of(&platform.storage).history(id, after, size + 1).await?;
    let has_more = steps.len() > size;
    steps.truncate(size);
    let people = platform.people.all(steps.iter().map(|step| step.changed_by)).await?;
    let next = steps.last().filter(|_| has_more).map(|step| step.version);
    let entry = |step: storage::tasks::TaskHistory| HistoryEntry {
        version: step.version,
        at: step.at,
        by: people
            .get(&step.changed_by)
            .map_or_else(|| Person::erased(step.changed_by), |user| Person::from(&**user)),
        changes: step.changes.0,
    };
    Ok(HistoryView { content: steps.into_iter().map(entry).collect(), next })
}
