//! What tasks are judged by: who may see them, who may be given them.

use std::collections::{HashMap, HashSet};

use storage::RelationType;
use storage::ids::{EntityId, UserId};
use storage::tasks::{Board, BoardId, BoardRole, Boards, Task, TaskId, Tasks};

use super::boards;
use super::rules::rights::{self, Abilities, OnBoard, absent};
use crate::Platform;
use crate::contacts::rules::are_contacts;
use crate::entities::relation;
use crate::entities::rules::may_act;
use crate::platform::error::{Refusal, Result};

/// What a person is to the organisations and boards of some tasks.
pub(super) struct Access {
    relations: HashMap<EntityId, RelationType>,
    roles: HashMap<BoardId, BoardRole>,
    archived: HashSet<BoardId>,
}

impl Access {
    pub async fn load(platform: &Platform, user_id: UserId, tasks: &[Task]) -> Result<Self> {
        let relations = relations(platform, user_id, tasks.iter().filter_map(|task| task.entity_id)).await?;
        let ids: HashSet<BoardId> =
            tasks.iter().filter_map(|task| task.placement.0.as_ref()).map(|at| at.board_id).collect();
        let ids: Vec<BoardId> = ids.into_iter().collect();
        let found = Boards::of(&platform.storage).boards(&ids).await?;
        // A board and its cards are of one organisation.
        let role = |board: &Board| {
            let relation = board.entity_id.and_then(|entity_id| relations.get(&entity_id).copied());
            rights::role(board, user_id, relation).map(|role| (board.board_id, role))
        };
        let roles = found.iter().filter_map(role).collect();
        let archived = found.iter().filter(|board| board.archived.is_some()).map(|board| board.board_id);
        Ok(Self { relations, roles, archived: archived.collect() })
    }

    /// What the person may do with a task; none: they do not see it.
    pub fn abilities(&self, task: &Task, user_id: UserId) -> Option<Abilities> {
        let relation = task.entity_id.and_then(|entity_id| self.relations.get(&entity_id).copied());
        let role = |board_id| OnBoard::Role(self.roles.get(&board_id).copied());
        let board = task.placement.0.as_ref().map_or(OnBoard::None, |at| role(at.board_id));
        rights::abilities(task, user_id, relation, board)
    }

    /// As [`Self::abilities`], for who is shown the task or comments on it: what lies on an archived board stays as it is.
    pub fn shown(&self, task: &Task, user_id: UserId) -> Option<Abilities> {
        let abilities = self.abilities(task, user_id)?;
        let archived = Abilities { edit: false, delete: false, comment: false };
        Some(if self.is_archived(task) { archived } else { abilities })
    }

    fn is_archived(&self, task: &Task) -> bool {
        task.placement.0.as_ref().is_some_and(|at| self.archived.contains(&at.board_id))
    }
}

/// A task that somebody sees and is about to change.
pub(super) struct Found {
    pub task: Task,
    abilities: Abilities,
    /// It lies on an archived board.
    is_archived: bool,
}

impl Found {
    /// The task, for who may edit it. 403 ROLE_TOO_LOW; 409 ARCHIVED.
    pub fn for_editing(self) -> Result<Task> {
        rights::edits(self.abilities)?;
        self.standing()
    }

    /// The task, for who may delete it. 403 ROLE_TOO_LOW; 409 ARCHIVED.
    pub fn for_deleting(self) -> Result<Task> {
        if self.abilities.delete { self.standing() } else { Err(rights::too_low()) }
    }

    /// Whether others may become parts of it. 409 ARCHIVED.
    pub fn for_parts(self) -> Result<()> {
        self.standing().map(drop)
    }

    fn standing(self) -> Result<Task> {
        if self.is_archived { Err(boards::facts::archived()) } else { Ok(self.task) }
    }
}

/// What a person is to some organisations; those to which they are nothing are left out.
pub(super) async fn relations(
    platform: &Platform,
    user_id: UserId,
    entities: impl Iterator<Item = EntityId>,
) -> Result<HashMap<EntityId, RelationType>> {
    let distinct: HashSet<EntityId> = entities.collect();
    let mut found = HashMap::new();
    for entity_id in distinct {
        if let Some(relation) = relation(platform, entity_id, user_id).await? {
            found.insert(entity_id, relation);
        }
    }
    Ok(found)
}

/// What a person may do with a task; none: they do not see it.
pub(super) async fn abilities(
    platform: &Platform,
    user_id: UserId,
    task: &Task,
) -> Result<Option<Abilities>> {
    let access = Access::load(platform, user_id, std::slice::from_ref(task)).await?;
    Ok(access.abilities(task, user_id))
}

/// A task that the person sees and that is not deleted; none: there is no such.
pub(super) async fn visible(platform: &Platform, user_id: UserId, id: TaskId) -> Result<Option<Task>> {
    let found = Tasks::of(&platform.storage).task(id).await?.filter(|task| task.deleted.is_none());
    let Some(task) = found else { return Ok(None) };
    Ok(abilities(platform, user_id, &task).await?.map(|_| task))
}

/// A task and what the caller may do with it. 404.
pub(super) async fn seen(platform: &Platform, user_id: UserId, id: TaskId) -> Result<(Task, Abilities)> {
    let found = Tasks::of(&platform.storage).task(id).await?.ok_or_else(absent)?;
    let abilities = abilities(platform, user_id, &found).await?.ok_or_else(absent)?;
    Ok((found, abilities))
}

/// A task that the caller sees, to be changed. 404.
pub(super) async fn found(platform: &Platform, user_id: UserId, id: TaskId) -> Result<Found> {
    let task = Tasks::of(&platform.storage).task(id).await?.ok_or_else(absent)?;
    let access = Access::load(platform, user_id, std::slice::from_ref(&task)).await?;
    let abilities = access.abilities(&task, user_id).ok_or_else(absent)?;
    Ok(Found { abilities, is_archived: access.is_archived(&task), task })
}

/// Refuses people who cannot be given a task: of an organisation whoever may act for it, of a person's own their
/// contacts and themselves, on a board whoever has a role there. `kept`: who has it already. 422 NOT_ASSIGNABLE.
pub(super) async fn assignable(platform: &Platform, task: &Task, kept: &[UserId]) -> Result<()> {
    let new = task.assignees.0.iter().filter(|user_id| !kept.contains(user_id));
    if let Some(at) = &task.placement.0 {
        return boards::settings::assignable(platform, at.board_id, &new.copied().collect::<Vec<_>>()).await;
    }
    for user_id in new {
        let may = match task.entity_id {
            Some(entity_id) => may_act(relation(platform, entity_id, *user_id).await?),
            None if *user_id == task.created_by => true,
            None => {
                let pair = platform.storage.contacts.pair(task.created_by, *user_id).await?;
                are_contacts(&pair)
            }
        };
        if !may {
            let message = "Uppgiften kan bara ges till någon i organisationen, eller till en kontakt.";
            return Err(Refusal::field("assignees", "NOT_ASSIGNABLE", message));
        }
    }
    Ok(())
}

/// Refuses people who may not act for an organisation. 403 ROLE_TOO_LOW; 404.
pub(super) async fn acting(platform: &Platform, user_id: UserId, entity_id: EntityId) -> Result<()> {
    crate::entities::existing(platform, entity_id).await?;
    if may_act(relation(platform, entity_id, user_id).await?) {
        return Ok(());
    }
    Err(Refusal::forbidden("ROLE_TOO_LOW", "Organisationens uppgifter är för den som är med i den."))
}
