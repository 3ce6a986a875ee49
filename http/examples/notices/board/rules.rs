//! Who may do what on a notice board: pure, with the time passed in.

use actors::entities::rules::{belongs, manages};
use actors::prelude::*;

use super::storage::Notice;

/// What somebody may do with a notice; goes out with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = NoticeAbility)]
pub enum Ability {
    Edit,
    Delete,
}

/// Whoever belongs to the organisation reads its board; to others there is none.
pub fn read(relation: Option<RelationType>) -> Result<()> {
    if belongs(relation) { Ok(()) } else { Err(Refusal::not_found("Anslagstavlan finns inte.")) }
}

/// Who runs the organisation puts notices up.
pub fn write(relation: Option<RelationType>) -> Result<()> {
    read(relation)?;
    let refusal = || Refusal::forbidden("ROLE_TOO_LOW", "Bara den som sköter organisationen får det.");
    manages(relation).then_some(()).ok_or_else(refusal)
}

/// Its author, and who runs the organisation, change a notice and take it down.
pub fn change(relation: Option<RelationType>, who: UserId, notice: &Notice) -> Result<()> {
    if notice.author_id == who { read(relation) } else { write(relation) }
}

/// A reminder is in the future.
pub fn remind_at(at: Option<Moment>, now: i64) -> Result<()> {
    let refusal = || Refusal::field("remindAt", "PAST", "Ska ligga i framtiden.");
    at.is_none_or(|at| at.0 > now).then_some(()).ok_or_else(refusal)
}

/// What who may change a notice may do.
pub const OWN: &[Ability] = &[Ability::Edit, Ability::Delete];

/// What the rules allow.
pub fn abilities(relation: Option<RelationType>, who: UserId, notice: &Notice) -> &'static [Ability] {
    if change(relation, who, notice).is_ok() { OWN } else { &[] }
}
