//! Stacks: tasks in an order of somebody's own, a person's or an organisation's.

use storage::ids::EntityId;
use storage::tasks::{
    MOST_STACKED, MOST_STACKS, Stacked, StackedTask, TaskId, TaskStack, TaskStackId, Tasks,
};
use storage::time::Moment;

use super::facts::{acting, visible};
use super::reading::views;
use super::rules::order;
use super::rules::rights::absent as no_task;
use super::view::{Neighbours, StackDraft, StackEdit, StackTask, StackView, StacksView, TaskView};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, RefusalKind, Result};
use crate::platform::quotas::below;
use crate::platform::text::required_line;
use crate::platform::time::now;

/// Attempts at a concurrent change.
const TRIES: usize = 64;
/// Tasks of a stack that get other keys in one decision: each is two rows of at most a hundred.
const SLICE: usize = 45;

/// 404: it does not exist, or is not the caller's.
fn absent() -> Refusal {
    Refusal::not_found("Stacken finns inte.")
}

/// A stack that the caller sees, with its tasks. 404.
async fn own(platform: &Platform, who: &Who, id: TaskStackId) -> Result<Stacked> {
    let found = Tasks::of(&platform.storage).stack(id).await?.ok_or_else(absent)?;
    match found.stack.entity_id {
        Some(entity_id) => {
            let hidden = |refusal: Refusal| match refusal.kind {
                RefusalKind::Forbidden => absent(),
                _ => refusal,
            };
            acting(platform, who.user_id, entity_id).await.map_err(hidden)?;
            Ok(found)
        }
        None if found.stack.created_by == who.user_id => Ok(found),
        None => Err(absent()),
    }
}

fn name(text: &str) -> Result<String> {
    required_line("name", text, 80, "Ge stacken ett namn.")
}

fn head(stack: &TaskStack) -> StackView {
    StackView {
        id_task_stack: stack.stack_id,
        name: stack.name.clone(),
        id_entity: stack.entity_id,
        version: stack.version,
        count: stack.tasks,
        tasks: None,
    }
}

/// A stack with the tasks that the caller sees, in its order.
async fn whole(platform: &Platform, who: &Who, stacked: &Stacked) -> Result<StackView> {
    let ids: Vec<TaskId> = stacked.tasks.iter().map(|row| row.task_id).collect();
    let tasks = Tasks::of(&platform.storage).tasks(&ids).await?;
    let tasks = views(platform, who.user_id, tasks).await?;
    let ranked = |(position, task): (usize, TaskView)| StackTask { position, task };
    let tasks: Vec<StackTask> = tasks.into_iter().enumerate().map(ranked).collect();
    Ok(StackView { count: tasks.len() as i64, tasks: Some(tasks), ..head(&stacked.stack) })
}

/// One's own stacks (none), or an organisation's. 403 ROLE_TOO_LOW; 404.
pub async fn list(platform: &Platform, who: &Who, entity_id: Option<EntityId>) -> Result<StacksView> {
    let tasks = Tasks::of(&platform.storage);
    let stacks = match entity_id {
        Some(entity_id) => {
            acting(platform, who.user_id, entity_id).await?;
            tasks.stacks_of_entity(entity_id).await?
        }
        None => tasks.stacks_of_person(who.user_id).await?,
    };
    Ok(StacksView { content: stacks.iter().map(head).collect() })
}

/// Makes a stack. 403 ROLE_TOO_LOW; 404; 409 QUOTA_REACHED.
pub async fn create(platform: &Platform, who: &Who, draft: StackDraft) -> Result<StackView> {
    let before = list(platform, who, draft.id_entity).await?;
    below(before.content.len(), MOST_STACKS, "stackar")?;
    let at = now();
    let stack = TaskStack {
        stack_id: TaskStackId(platform.ids.next(at)?),
        version: 0,
        created_by: who.user_id,
        entity_id: draft.id_entity,
        name: name(&draft.name)?,
        tasks: 0,
        created: Moment(at),
    };
    // The number is new, so that nobody else decides there.
    if !Tasks::of(&platform.storage).decide_stack(&stack, &stack, &[], &[]).await? {
        return Err(Refusal::busy());
    }
    one(platform, who, stack.stack_id).await
}

/// A stack with its tasks. 404.
pub async fn one(platform: &Platform, who: &Who, id: TaskStackId) -> Result<StackView> {
    let stacked = own(platform, who, id).await?;
    whole(platform, who, &stacked).await
}

/// Renames a stack. 404; 409 STALE with what stands as `current`.
pub async fn rename(platform: &Platform, who: &Who, id: TaskStackId, edit: StackEdit) -> Result<StackView> {
    let name = name(&edit.name)?;
    let stacked = own(platform, who, id).await?;
    let old = &stacked.stack;
    let new = TaskStack { name, ..old.clone() };
    let is_current = old.version == edit.version;
    if is_current && Tasks::of(&platform.storage).decide_stack(old, &new, &[], &[]).await? {
        return one(platform, who, id).await;
    }
    let stale = Refusal::stale("Stacken har ändrats sedan du såg den. Läs om och försök igen.");
    Err(stale.with_current(one(platform, who, id)).await)
}

/// Deletes a stack; its tasks stay. 404.
pub async fn delete(platform: &Platform, who: &Who, id: TaskStackId) -> Result<()> {
    for _ in 0..TRIES {
        let stacked = own(platform, who, id).await?;
        if Tasks::of(&platform.storage).remove_stack(&stacked).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

/// What goes and what comes.
type Moved = (Vec<StackedTask>, Vec<StackedTask>);

/// Decides what becomes of a stack's order by what stands. 503.
async fn decide(
    platform: &Platform,
    id: TaskStackId,
    mut judge: impl FnMut(&Stacked) -> Result<Moved>,
) -> Result<()> {
    let tasks = Tasks::of(&platform.storage);
    for _ in 0..TRIES {
        let _turn = platform.turns.of(id.0).await;
        let stacked = tasks.stack(id).await?.ok_or_else(absent)?;
        let (gone, added) = judge(&stacked)?;
        if added.iter().any(|row| order::is_long(&row.order_key)) {
            spread(&tasks, stacked).await?;
            continue;
        }
        let is_same = gone.is_empty() && added.is_empty();
        if is_same || tasks.decide_stack(&stacked.stack, &stacked.stack, &gone, &added).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

/// Gives a stack's tasks short keys again, behind all present ones: slice by slice from the end, so that the order is
/// right after each. One that somebody else changes meanwhile is left as it is then.
async fn spread(tasks: &Tasks, stacked: Stacked) -> Result<()> {
    let Stacked { mut stack, tasks: rows } = stacked;
    let keys = order::following_all(rows.last().map(|row| row.order_key.as_str()), rows.len())?;
    let respread = |(row, order_key): (&StackedTask, String)| StackedTask { order_key, ..row.clone() };
    let fresh: Vec<StackedTask> = rows.iter().zip(keys).map(respread).collect();
    for (gone, added) in rows.rchunks(SLICE).zip(fresh.rchunks(SLICE)) {
        if !tasks.decide_stack(&stack, &stack, gone, added).await? {
            return Ok(());
        }
        stack.version += 1;
    }
    Ok(())
}

/// Puts a task into a stack, or elsewhere in it: between those neighbours, else at its end.
fn placed(stacked: &Stacked, task_id: TaskId, neighbours: &Neighbours) -> Result<Moved> {
    let (old, others): (Vec<_>, Vec<_>) =
        stacked.tasks.iter().cloned().partition(|row| row.task_id == task_id);
    below(others.len(), MOST_STACKED, "uppgifter i stacken")?;
    let list: Vec<(&str, TaskId)> = others.iter().map(|row| (row.order_key.as_str(), row.task_id)).collect();
    let order_key = order::place(&list, neighbours.after, neighbours.before)?;
    let added = old.first().map_or(Moment(now()), |row| row.added);
    let new = StackedTask { stack_id: stacked.stack.stack_id, order_key, task_id, added };
    Ok((old, vec![new]))
}

/// Adds a task to a stack, or moves it in it. 404; 409 QUOTA_REACHED.
pub async fn add(
    platform: &Platform,
    who: &Who,
    id: TaskStackId,
    task_id: TaskId,
    neighbours: Neighbours,
) -> Result<StackView> {
    own(platform, who, id).await?;
    visible(platform, who.user_id, task_id).await?.ok_or_else(no_task)?;
    decide(platform, id, |stacked| placed(stacked, task_id, &neighbours)).await?;
    one(platform, who, id).await
}

/// Moves a task within a stack. 404: it does not lie in it.
pub async fn shift(
    platform: &Platform,
    who: &Who,
    id: TaskStackId,
    task_id: TaskId,
    neighbours: Neighbours,
) -> Result<StackView> {
    own(platform, who, id).await?;
    decide(platform, id, |stacked| {
        let lies = stacked.tasks.iter().any(|row| row.task_id == task_id);
        if lies { placed(stacked, task_id, &neighbours) } else { Err(not_in_it()) }
    })
    .await?;
    one(platform, who, id).await
}

fn not_in_it() -> Refusal {
    Refusal::not_found("Uppgiften ligger inte i stacken.")
}

/// Takes a task out of a stack. 404.
pub async fn remove(platform: &Platform, who: &Who, id: TaskStackId, task_id: TaskId) -> Result<()> {
    let stacked = own(platform, who, id).await?;
    if !stacked.tasks.iter().any(|row| row.task_id == task_id) {
        return Err(not_in_it());
    }
    take_out(platform, id, task_id).await
}

/// Takes a task out of a stack, if both are there.
pub(super) async fn take_out(platform: &Platform, id: TaskStackId, task_id: TaskId) -> Result<()> {
    if Tasks::of(&platform.storage).stack(id).await?.is_none() {
        return Ok(());
    }
    decide(platform, id, |stacked| {
        let gone = stacked.tasks.iter().filter(|row| row.task_id == task_id).cloned().collect();
        Ok((gone, Vec::new()))
    })
    .await
}

/// Refuses a stack that takes no further task. 404; 409 QUOTA_REACHED.
pub(super) async fn has_room(platform: &Platform, who: &Who, id: TaskStackId) -> Result<()> {
    let stacked = own(platform, who, id).await?;
    below(stacked.tasks.len(), MOST_STACKED, "uppgifter i stacken")
}

/// Puts a task at the end of a stack.
pub(super) async fn append(platform: &Platform, who: &Who, id: TaskStackId, task_id: TaskId) -> Result<()> {
    add(platform, who, id, task_id, Neighbours::default()).await.map(|_| ())
}

/// Removes a stack of an erased person.
pub(super) async fn remove_whole(platform: &Platform, id: TaskStackId) -> Result<()> {
    let tasks = Tasks::of(&platform.storage);
    for _ in 0..TRIES {
        let Some(stacked) = tasks.stack(id).await? else { return Ok(()) };
        if tasks.remove_stack(&stacked).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}
