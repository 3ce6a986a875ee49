//! Comments of tasks: a thread of chat, for everybody who sees the task. Whoever manages the organisation, or made a
//! task of their own, moderates it as chat's roles say.

use std::time::Duration;

use futures_util::future::BoxFuture;
use storage::chat::comments::{Subject, SubjectKind};
use storage::chat::direct::NOBODYS;
use storage::chat::{Card, CardType, ChannelRole};
use storage::engine::Write;
use storage::ids::UserId;
use storage::record::Stored as _;
use storage::tasks::{BoardId, MOST_CARDS, Task, TaskId, Tasks};

use super::facts::{Access, visible};
use super::personal;
use super::rules::rights::absent;
use crate::Platform;
use crate::accounts::Who;
use crate::area::{Commented, OnComments};
use crate::chat::comments::{self, About};
use crate::chat::rules::relation_role;
use crate::entities::relation;
use crate::live::bus::Announcement;
use crate::platform::error::Result;
use crate::platform::jobs::{self, Class, JobKind};

comments::thread_view! {
    /// Where the comments of a task are, and what I may do there.
    TaskComments { id_task: TaskId }
}

/// Comments of tasks.
pub(super) static COMMENTS: OnComments = OnComments {
    kind: SubjectKind::Task,
    find: standing,
    concerned: |platform, id| Box::pin(concerned(platform, id)),
};

/// Who sees a task may have changed, or it was deleted ([`Announcement::Changed`]).
pub(super) const RIGHTS: &str = "task-rights";

const fn subject(id: TaskId) -> Subject {
    SubjectKind::Task.of(id.0)
}

/// A task's comments for somebody who sees it.
async fn about(platform: &Platform, task: &Task, user_id: UserId) -> Result<About> {
    let own = match task.entity_id {
        Some(entity_id) => relation_role(relation(platform, entity_id, user_id).await?),
        None => (task.created_by == user_id).then_some(ChannelRole::Owner),
    };
    // Whoever only reads on a board reads its comments as well, and on an archived one everybody does.
    let access = Access::load(platform, user_id, std::slice::from_ref(task)).await?;
    let writes = access.shown(task, user_id).is_some_and(|abilities| abilities.comment);
    let least = if writes { ChannelRole::Member } else { ChannelRole::Guest };
    Ok(About {
        subject: subject(task.task_id),
        entity_id: task.entity_id.unwrap_or(NOBODYS),
        created_by: task.created_by,
        role: own.filter(|_| writes).max(Some(least)),
    })
}

/// A person's current rights in a task's comments; none: they do not see such a task.
fn standing(platform: &Platform, id: i64, user_id: UserId) -> BoxFuture<'_, Result<Option<Commented>>> {
    Box::pin(async move {
        let Some(task) = visible(platform, user_id, TaskId(id)).await? else { return Ok(None) };
        let About { entity_id, created_by, role, .. } = about(platform, &task, user_id).await?;
        Ok(Some(Commented { title: task.title, entity_id, created_by, role }))
    })
}

/// Who has a task. Its maker wrote the first message of the thread.
async fn concerned(platform: &Platform, id: i64) -> Result<Vec<UserId>> {
    let task = Tasks::of(&platform.storage).task(TaskId(id)).await?;
    Ok(task.map(|task| task.assignees.0).unwrap_or_default())
}

/// The comments of a task that I see. 404.
pub async fn comments(platform: &Platform, who: &Who, id: TaskId) -> Result<TaskComments> {
    let task = visible(platform, who.user_id, id).await?.ok_or_else(absent)?;
    let thread = about(platform, &task, who.user_id).await?.thread(platform).await?;
    Ok(TaskComments::new(id, thread))
}

/// Creates the comments of a task that I see; idempotent. 404.
pub async fn begin(platform: &Platform, who: &Who, id: TaskId) -> Result<TaskComments> {
    platform.limits.message(&*platform.bus, who.user_id).await?;
    let task = visible(platform, who.user_id, id).await?.ok_or_else(absent)?;
    let card = Card { kind: CardType::Task, id: id.to_string() };
    let about = about(platform, &task, who.user_id).await?;
    let (thread, is_new) = about.begin(platform, task.created_by, card).await?;
    if is_new {
        // Whoever looks at the task is not subscribed to the channel yet.
        personal::publish(platform, None, &task);
    }
    Ok(TaskComments::new(id, thread))
}

/// Whether a person may see the task that a card names.
pub(super) async fn is_seen(platform: &Platform, user_id: UserId, id: &str) -> Result<bool> {
    let Ok(id) = id.parse() else { return Ok(false) };
    Ok(visible(platform, user_id, id).await?.is_some())
}

/// A task has changed: where others see it now, the rights of those who listen to its comments are read again, on every
/// node.
pub(super) fn rights_moved(platform: &Platform, old: Option<&Task>, new: &Task) {
    let seers = |task: &Task| (task.assignees.clone(), task.deleted, task.home_id);
    let moved = |old: &Task| seers(old) != seers(new);
    if old.is_some_and(moved) {
        platform.announce(Announcement::changed(RIGHTS, new.task_id.0));
    }
}

/// Rechecks on this node who listens to a task's comments.
pub(super) fn verify(platform: &Platform, id: i64) {
    comments::verify(platform, subject(TaskId(id)));
}

/// Who has which role on a board has changed ([`Announcement::Changed`]).
pub(super) const BOARD_RIGHTS: &str = "board-rights";

/// Rechecks on this node who listens to the comments of a board's cards.
pub(super) fn verify_board(platform: &Platform, id: i64) {
    let platform = platform.clone();
    actix_rt::spawn(async move {
        match Tasks::of(&platform.storage).cards(BoardId(id).home(), MOST_CARDS).await {
            Ok(cards) => cards.iter().for_each(|card| verify(&platform, card.task_id.0)),
            Err(error) => tracing::error!(%error, id, "rights in a board's comments were not read again"),
        }
    });
}

/// Deletes the comments of a task that is gone for good. May be repeated.
pub(super) const CLEARING: JobKind = JobKind {
    name: "task-comments",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(300),
    work: |platform, job| {
        Box::pin(async move {
            let id: TaskId = serde_json::from_str(&job.payload)?;
            comments::forget(&platform, &[subject(id)]).await?;
            platform.announce(Announcement::changed(RIGHTS, id.0));
            Ok(())
        })
    },
};

/// The job of a task that goes for good, which joins that write.
pub(super) fn going(platform: &Platform, id: TaskId) -> Result<Write> {
    Ok(jobs::job(platform, CLEARING.name, 0, &id)?.insert())
}
