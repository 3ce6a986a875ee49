//! Who may do what with tasks and boards. Pure.

use serde::Serialize;
use storage::RelationType;
use storage::ids::UserId;
use storage::tasks::{Board, BoardRole, Task};
use utoipa::ToSchema;

use crate::entities::rules::{belongs, manages, may_act};
use crate::platform::error::{Refusal, Result};

/// What somebody may do with a task that they see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TaskAbilities)]
pub struct Abilities {
    pub edit: bool,
    pub delete: bool,
    /// Write among its comments.
    pub comment: bool,
}

/// What a person is to the board of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnBoard {
    /// It lies on none.
    None,
    /// Their role there; none: they do not see the board.
    Role(Option<BoardRole>),
}

/// What a person may do with a task; none: they do not see it. `relation`: to its organisation.
///
/// On a board the role there decides. An organisation's other tasks are of whoever may act for it, any other of its
/// maker and its assignees.
pub fn abilities(
    task: &Task,
    user_id: UserId,
    relation: Option<RelationType>,
    board: OnBoard,
) -> Option<Abilities> {
    let is_maker = task.created_by == user_id;
    if let OnBoard::Role(role) = board {
        let edit = may_edit(role?);
        return Some(Abilities { edit, delete: edit, comment: role != Some(BoardRole::Viewer) });
    }
    if task.entity_id.is_some() {
        let delete = is_maker || manages(relation);
        return may_act(relation).then_some(Abilities { edit: true, delete, comment: true });
    }
    let sees = is_maker || task.assignees.0.contains(&user_id);
    sees.then_some(Abilities { edit: true, delete: is_maker, comment: true })
}

/// A person's role on a board; none: they do not see it. `relation`: to its organisation.
///
/// Of an organisation's board its owner and administrators are owners; whoever was named there has that role while they
/// belong to it; whoever may act for it has the board's role for all.
pub fn role(board: &Board, user_id: UserId, relation: Option<RelationType>) -> Option<BoardRole> {
    if board.deleted.is_some() {
        return None;
    }
    let is_maker = board.created_by == user_id;
    let named = board.members.0.iter().find(|member| member.user_id == user_id).map(|member| member.role);
    if board.entity_id.is_none() {
        return if is_maker { Some(BoardRole::Owner) } else { named };
    }
    if manages(relation) || is_maker && may_act(relation) {
        return Some(BoardRole::Owner);
    }
    let of_all = board.entity_role.filter(|_| may_act(relation));
    named.filter(|_| belongs(relation)).or(of_all)
}

/// Whether a role changes cards and lists.
pub fn may_edit(role: BoardRole) -> bool {
    matches!(role, BoardRole::Owner | BoardRole::Editor)
}

/// 403: the role on the board, or in the organisation, is too low.
pub fn edits(abilities: Abilities) -> Result<()> {
    if abilities.edit { Ok(()) } else { Err(reads_only()) }
}

/// 403: it takes a role that changes the board.
pub fn reads_only() -> Refusal {
    Refusal::forbidden("ROLE_TOO_LOW", "Du kan läsa här, men inte ändra.")
}

/// 404: the task does not exist, or the caller may not see it.
pub fn absent() -> Refusal {
    Refusal::not_found("Uppgiften finns inte.")
}

/// Refuses a deleted task. 404.
pub fn alive(task: &Task) -> Result<()> {
    if task.deleted.is_none() { Ok(()) } else { Err(absent()) }
}

/// 404: the board does not exist, or the caller may not see it.
pub fn no_board() -> Refusal {
    Refusal::not_found("Tavlan finns inte.")
}

/// 403: it takes a higher role.
pub fn too_low() -> Refusal {
    Refusal::forbidden("ROLE_TOO_LOW", "Bara den som skapade uppgiften kan ta bort den.")
}
