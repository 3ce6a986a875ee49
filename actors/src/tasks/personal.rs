//! Events that this area publishes on `/user/queue/notifications`, to all connections of one person.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use storage::ids::UserId;
use storage::tasks::{Task, TaskId};
use utoipa::ToSchema;

use crate::Platform;
use crate::live::bus::ToPerson;

/// `/user/queue/notifications`: what concerns one person, on all their connections.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub enum PersonalEvent {
    /// A task that I made or am assigned was created, changed or deleted. It says nothing of it: whoever shows it reads
    /// it with their own rights.
    TaskChanged { id_task: TaskId, version: i64 },
}

impl ToPerson for PersonalEvent {}

/// Publishes a change of a task to its maker and to whoever has it or had it before.
pub(super) fn publish(platform: &Platform, old: Option<&Task>, new: &Task) {
    let before = old.map(|old| old.assignees.0.as_slice()).unwrap_or_default();
    let all =
        [new.created_by].into_iter().chain(new.assignees.0.iter().copied()).chain(before.iter().copied());
    for user_id in all.collect::<HashSet<UserId>>() {
        let event = PersonalEvent::TaskChanged { id_task: new.task_id, version: new.version };
        platform.announce(event.to(user_id));
    }
}
