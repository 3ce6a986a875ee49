//! Which decisions apply to which things: pure functions.

use serde::{Deserialize, Serialize};
use storage::moderation::{Case, CaseAction, CaseState, Outcome, ReportTarget};
use utoipa::ToSchema;

use crate::platform::error::{Refusal, Result};

/// A moderator's decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Act {
    Dismiss,
    Hide,
    Remove,
    Warn,
    Ban,
}

impl Act {
    /// All decisions, in the order in which they are offered.
    pub const ALL: [Self; 5] = [Self::Dismiss, Self::Hide, Self::Remove, Self::Warn, Self::Ban];

    /// Parses the name used in addresses.
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "dismiss" => Self::Dismiss,
            "hide" => Self::Hide,
            "remove" => Self::Remove,
            "warn" => Self::Warn,
            "ban" => Self::Ban,
            _ => return None,
        })
    }

    pub fn outcome(self) -> Outcome {
        match self {
            Self::Dismiss => Outcome::Dismissed,
            Self::Hide => Outcome::Hidden,
            Self::Remove => Outcome::Removed,
            Self::Warn => Outcome::Warned,
            Self::Ban => Outcome::Banned,
        }
    }

    pub fn step(self) -> CaseAction {
        match self {
            Self::Dismiss => CaseAction::Dismiss,
            Self::Hide => CaseAction::Hide,
            Self::Remove => CaseAction::Remove,
            Self::Warn => CaseAction::Warn,
            Self::Ban => CaseAction::Ban,
        }
    }
}

/// What somebody may do with a case or with what waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = CaseAbility)]
pub enum Ability {
    Dismiss,
    Hide,
    Remove,
    Warn,
    Ban,
    /// Let a waiting message through.
    Approve,
    /// Turn it down.
    Reject,
}

impl From<Act> for Ability {
    fn from(act: Act) -> Self {
        match act {
            Act::Dismiss => Self::Dismiss,
            Act::Hide => Self::Hide,
            Act::Remove => Self::Remove,
            Act::Warn => Self::Warn,
            Act::Ban => Self::Ban,
        }
    }
}

/// The facts about a case for its decision.
#[derive(Debug, Clone, Copy)]
pub struct Ground {
    pub target: ReportTarget,
    pub has_author: bool,
    /// The author has or had a relation to the organisation, and the moderator may ban them.
    pub can_bar: bool,
}

/// Whether a decision applies to the case.
pub fn fits(act: Act, ground: Ground) -> bool {
    use ReportTarget::{Article, Comment, Infopoint, Post};
    match act {
        Act::Dismiss => true,
        Act::Hide => matches!(ground.target, Post | Comment | Article | Infopoint),
        Act::Remove => ground.target != ReportTarget::Person,
        Act::Warn => ground.has_author,
        Act::Ban => ground.has_author && ground.can_bar,
    }
}

/// Refuses a decision that does not apply.
pub fn require_fit(act: Act, ground: Ground) -> Result<()> {
    if fits(act, ground) {
        return Ok(());
    }
    Err(Refusal::conflict("NOT_HERE", "Det går inte att göra med det här ärendet."))
}

/// Whether the author may appeal. 404: there is no decision that they know of; 409: they have appealed already.
pub fn may_object(case: &Case) -> Result<()> {
    if !is_known_to_author(case) {
        return Err(no_case());
    }
    if case.objection.is_some() {
        return Err(Refusal::conflict("ALREADY_OBJECTED", "Du har redan begärt att beslutet prövas igen."));
    }
    Ok(())
}

/// Whether a case's author was notified of it. A reopened case was decided once.
pub fn is_known_to_author(case: &Case) -> bool {
    let was_decided = case.state == CaseState::Closed || case.objection.is_some();
    let is_told = case.objection.is_some() || case.outcome != Some(Outcome::Dismissed);
    was_decided && case.outcome.is_some() && is_told
}

/// The case does not exist or the person may not see it.
pub fn no_case() -> Refusal {
    Refusal::not_found("Ärendet finns inte.")
}

/// Reporting oneself.
pub fn own() -> Refusal {
    Refusal::field("targetId", "SELF", "Du kan inte rapportera dig själv.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ReportTarget::{Article, Comment, Infopoint, Message, Person, Post};

    #[test]
    fn decisions_by_what_they_are_about() {
        let can = |act, target, has_author, can_bar| fits(act, Ground { target, has_author, can_bar });
        // Dismiss, hide, remove, warn, ban: for an author who may be banned.
        let table = [
            (Message, [true, false, true, true, true]),
            (Post, [true, true, true, true, true]),
            (Comment, [true, true, true, true, true]),
            (Article, [true, true, true, true, true]),
            (Infopoint, [true, true, true, true, true]),
            (Person, [true, false, false, true, true]),
        ];
        for (target, expected) in table {
            assert_eq!(Act::ALL.map(|act| can(act, target, true, true)), expected, "{target}");
            assert!(!can(Act::Ban, target, true, false), "{target}");
            for act in [Act::Warn, Act::Ban] {
                assert!(!can(act, target, false, true), "{target}: nobody's");
            }
        }
    }
}
