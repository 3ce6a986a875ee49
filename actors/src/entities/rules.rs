//! Permissions in an organisation. Contract §2.

use serde::Serialize;
use storage::entities::{ApplicationState, EntityType, MembershipMode, RelationType};
use storage::ids::UserId;
use utoipa::ToSchema;

use crate::platform::error::{Refusal, Result};

/// What somebody may do with an organisation; goes out with it, so that nobody needs a second copy of these rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Ability {
    Edit,
    ManageRelations,
    Transfer,
    GrantAdministrator,
    DecideApplications,
    /// Ask for (or, where it is open, take) membership.
    Apply,
    Follow,
    Unfollow,
    Leave,
    SeeRelations,
}

/// Rank of a relation: nobody grants one above their own.
const fn rank(relation: RelationType) -> u8 {
    match relation {
        RelationType::Owner => 100,
        RelationType::Administrator => 90,
        RelationType::President => 80,
        RelationType::Moderator => 50,
        _ => 10,
    }
}

/// Whether an organisation of this type has pupils.
pub fn is_school(kind: EntityType) -> bool {
    matches!(kind, EntityType::School | EntityType::Preschool | EntityType::HighSchool)
}

/// Whether nobody but those who belong to it, or are invited, knows of an organisation of this type: it is in no search,
/// has no public page, nobody follows it or asks to join, and nothing is published in its name.
pub fn is_private(kind: EntityType) -> bool {
    kind == EntityType::Family
}

/// How one joins an organisation of this type: a private one by invitation alone. `asked`: what its owner chose.
pub fn membership_mode(kind: EntityType, asked: MembershipMode) -> MembershipMode {
    if is_private(kind) { MembershipMode::InviteOnly } else { asked }
}

/// Refuses to make a private organisation of another, or the reverse: what was published would become a family's. 422.
pub fn change_type(old: EntityType, new: EntityType) -> Result<()> {
    if is_private(old) == is_private(new) {
        return Ok(());
    }
    Err(Refusal::field("entityType", "FAMILY", "En familj är en egen sorts organisation. Skapa en ny."))
}

/// Refuses to publish in the name of a private organisation: nobody's role there is high enough.
pub fn publish_as(kind: EntityType) -> Result<()> {
    if is_private(kind) {
        Err(Refusal::forbidden("ROLE_TOO_LOW", "En familj syns inte utåt."))
    } else {
        Ok(())
    }
}

/// Manages the organisation.
pub fn manages(relation: Option<RelationType>) -> bool {
    matches!(relation, Some(RelationType::Owner | RelationType::Administrator))
}

/// May run the organisation's business: its bookables and its ledger.
pub fn runs_business(relation: Option<RelationType>) -> bool {
    use RelationType::{Administrator, Manager, Owner, President};
    matches!(relation, Some(Owner | Administrator | President | Manager))
}

/// May act on behalf of the organisation (shell §5).
pub fn may_act(relation: Option<RelationType>) -> bool {
    matches!(
        relation,
        Some(
            RelationType::Owner
                | RelationType::Administrator
                | RelationType::Member
                | RelationType::Employee
                | RelationType::Tenant
                | RelationType::BoardMember
        )
    )
}

/// Belongs to the organisation, more than by following or buying from it.
pub fn belongs(relation: Option<RelationType>) -> bool {
    relation.is_some_and(RelationType::belongs)
}

fn too_low() -> Refusal {
    Refusal::forbidden("ROLE_TOO_LOW", "Det kräver en högre roll i organisationen.")
}

/// Refuses people who do not manage the organisation.
pub fn require_manager(relation: Option<RelationType>) -> Result<()> {
    if manages(relation) { Ok(()) } else { Err(too_low()) }
}

/// The relations that manage an organisation.
pub fn managers() -> Vec<RelationType> {
    RelationType::ALL.iter().copied().filter(|relation| manages(Some(*relation))).collect()
}

/// Refuses people who do not belong to it.
pub fn require_member(relation: Option<RelationType>) -> Result<()> {
    if belongs(relation) { Ok(()) } else { Err(Refusal::access_denied()) }
}

/// May `actor` give `target`, whose relation is `current`, the relation `new`?
pub fn grant(
    actor: UserId,
    relation: Option<RelationType>,
    target: UserId,
    current: Option<RelationType>,
    new: RelationType,
) -> Result<()> {
    require_manager(relation)?;
    let mine = relation.map_or(0, rank);
    if new == RelationType::Owner || current == Some(RelationType::Owner) {
        return Err(Refusal::forbidden("OWNER_BY_TRANSFER", "Ägaren byts genom att ägarskapet överlåts."));
    }
    let about_administrator =
        new == RelationType::Administrator || current == Some(RelationType::Administrator);
    if about_administrator && relation != Some(RelationType::Owner) {
        return Err(Refusal::forbidden("ONLY_OWNER", "Bara ägaren utser och ändrar administratörer."));
    }
    if new == RelationType::Bot || current == Some(RelationType::Bot) {
        return Err(Refusal::field("txRelationType", "BOT", "Bara en bot har rollen bot."));
    }
    if rank(new) > mine || (current.is_some_and(|c| rank(c) > mine) && actor != target) {
        return Err(too_low());
    }
    Ok(())
}

/// May `actor` end `target`'s relation `current`? Everybody may leave except the owner.
pub fn remove(
    actor: UserId,
    relation: Option<RelationType>,
    target: UserId,
    current: RelationType,
) -> Result<()> {
    if current == RelationType::Owner {
        return Err(Refusal::conflict(
            "OWNER_STAYS",
            "En organisation har alltid en ägare. Överlåt ägarskapet först.",
        ));
    }
    if actor == target {
        return Ok(());
    }
    require_manager(relation)?;
    if current == RelationType::Administrator && relation != Some(RelationType::Owner) {
        return Err(Refusal::forbidden("ONLY_OWNER", "Bara ägaren utser och ändrar administratörer."));
    }
    Ok(())
}

/// Whether `new` is more than what somebody has: nobody is given less by accepting something.
pub fn raises(current: Option<RelationType>, new: RelationType) -> bool {
    let level = |relation: RelationType| match relation {
        RelationType::Follower => 1,
        RelationType::Customer | RelationType::Booker => 2,
        other => rank(other),
    };
    current.is_none_or(|current| level(current) < level(new))
}

/// Whether somebody with this relation has agreed to belong: it may then be changed at once. Everybody else is invited
/// first.
pub fn has_consented(relation: Option<RelationType>) -> bool {
    belongs(relation)
}

/// May `actor` ban `target`, whose relation is `current`? As for ending a relation, but nobody bans themselves.
pub fn ban(
    actor: UserId,
    relation: Option<RelationType>,
    target: UserId,
    current: Option<RelationType>,
) -> Result<()> {
    require_manager(relation)?;
    if actor == target {
        return Err(Refusal::field("userId", "SELF", "Du kan inte stänga av dig själv."));
    }
    current.map_or(Ok(()), |current| remove(actor, relation, target, current))
}

/// Refuses banned people.
pub fn not_banned(state: Option<ApplicationState>) -> Result<()> {
    if state == Some(ApplicationState::Banned) {
        return Err(Refusal::forbidden("BANNED", "Organisationen har stängt av dig."));
    }
    Ok(())
}

/// May the owner transfer the organisation to somebody with this relation?
pub fn transfer(relation: Option<RelationType>, to: Option<RelationType>) -> Result<()> {
    if relation != Some(RelationType::Owner) {
        return Err(Refusal::forbidden("ONLY_OWNER", "Bara ägaren kan överlåta organisationen."));
    }
    if !belongs(to) || matches!(to, Some(RelationType::Owner | RelationType::Bot)) {
        return Err(Refusal::field("userId", "NOT_A_MEMBER", "Den nya ägaren måste vara medlem."));
    }
    Ok(())
}

/// May somebody with this relation apply?
pub fn apply(relation: Option<RelationType>, mode: MembershipMode) -> Result<()> {
    if belongs(relation) {
        return Err(Refusal::conflict("ALREADY_MEMBER", "Du är redan med i organisationen."));
    }
    if mode == MembershipMode::InviteOnly {
        return Err(Refusal::forbidden("INVITE_ONLY", "Organisationen tar bara emot dem den bjuder in."));
    }
    Ok(())
}

/// Everything `relation` allows; banned people may neither apply nor follow.
pub fn abilities(
    relation: Option<RelationType>,
    mode: MembershipMode,
    application: Option<ApplicationState>,
) -> Vec<Ability> {
    let welcome = not_banned(application).is_ok();
    let owner = relation == Some(RelationType::Owner);
    let all = [
        (Ability::Edit, manages(relation)),
        (Ability::ManageRelations, manages(relation)),
        (Ability::Transfer, owner),
        (Ability::GrantAdministrator, owner),
        (Ability::DecideApplications, manages(relation)),
        (Ability::Apply, welcome && apply(relation, mode).is_ok()),
        (Ability::Follow, welcome && relation.is_none()),
        (Ability::Unfollow, relation == Some(RelationType::Follower)),
        (Ability::Leave, belongs(relation) && !owner),
        (Ability::SeeRelations, belongs(relation)),
    ];
    all.into_iter().filter(|(_, allowed)| *allowed).map(|(ability, _)| ability).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use RelationType::{Administrator, Follower, Member, Moderator, Owner, President, Teacher};

    #[test]
    fn granting() {
        let (me, other) = (UserId(1), UserId(2));
        let cases: &[(Option<RelationType>, Option<RelationType>, RelationType, Option<&str>)] = &[
            (Some(Owner), None, Administrator, None),
            (Some(Owner), Some(Administrator), Member, None),
            (Some(Owner), None, Owner, Some("OWNER_BY_TRANSFER")),
            (Some(Administrator), None, Administrator, Some("ONLY_OWNER")),
            (Some(Administrator), Some(Administrator), Member, Some("ONLY_OWNER")),
            (Some(Administrator), Some(Owner), Member, Some("OWNER_BY_TRANSFER")),
            (Some(Administrator), None, President, None),
            (Some(Administrator), Some(Follower), Teacher, None),
            (Some(Moderator), None, Member, Some("ROLE_TOO_LOW")),
            (Some(Member), None, Member, Some("ROLE_TOO_LOW")),
            (None, None, Member, Some("ROLE_TOO_LOW")),
            (Some(Owner), Some(RelationType::Bot), Moderator, Some("INVALID")),
            (Some(Owner), None, RelationType::Bot, Some("INVALID")),
        ];
        for (mine, theirs, new, refused) in cases {
            let code = grant(me, *mine, other, *theirs, *new).err().map(|r| r.code);
            assert_eq!(code, *refused, "{mine:?} makes {theirs:?} {new:?}");
        }
        assert_eq!(
            grant(me, Some(Administrator), me, Some(Administrator), Owner).unwrap_err().code,
            "OWNER_BY_TRANSFER"
        );
    }

    #[test]
    fn raising() {
        let cases = [
            (None, Follower, true),
            (Some(Follower), RelationType::Customer, true),
            (Some(RelationType::Customer), Follower, false),
            (Some(RelationType::Customer), Member, true),
            (Some(Member), Teacher, false),
            (Some(Member), Member, false),
            (Some(Member), Follower, false),
            (Some(Member), Administrator, true),
            (Some(Administrator), Moderator, false),
            (Some(Owner), Administrator, false),
        ];
        for (current, new, is_more) in cases {
            assert_eq!(raises(current, new), is_more, "{current:?} and {new:?}");
        }
    }

    #[test]
    fn removing() {
        let (me, other) = (UserId(1), UserId(2));
        assert!(remove(me, Some(Member), me, Member).is_ok());
        assert_eq!(remove(me, Some(Owner), me, Owner).unwrap_err().code, "OWNER_STAYS");
        assert_eq!(remove(me, Some(Administrator), other, Owner).unwrap_err().code, "OWNER_STAYS");
        assert_eq!(remove(me, Some(Administrator), other, Administrator).unwrap_err().code, "ONLY_OWNER");
        assert_eq!(remove(me, Some(Member), other, Member).unwrap_err().code, "ROLE_TOO_LOW");
        assert!(remove(me, Some(Owner), other, Administrator).is_ok());
    }

    #[test]
    fn acting() {
        let may: Vec<&str> =
            RelationType::ALL.iter().filter(|r| may_act(Some(**r))).map(|r| r.as_str()).collect();
        assert_eq!(may, ["OWNER", "ADMINISTRATOR", "MEMBER", "BOARDMEMBER", "EMPLOYEE", "TENANT"]);
        assert!(!may_act(None));
    }

    #[test]
    fn abilities_follow_the_rules() {
        let of = |relation| abilities(relation, MembershipMode::Moderated, None);
        assert_eq!(of(None), [Ability::Apply, Ability::Follow]);
        assert_eq!(of(Some(Follower)), [Ability::Apply, Ability::Unfollow]);
        assert_eq!(of(Some(Member)), [Ability::Leave, Ability::SeeRelations]);
        assert!(of(Some(Owner)).contains(&Ability::Transfer) && !of(Some(Owner)).contains(&Ability::Leave));
        assert_eq!(abilities(None, MembershipMode::InviteOnly, None), [Ability::Follow]);
        assert_eq!(abilities(None, MembershipMode::Open, Some(ApplicationState::Banned)), []);
    }

    #[test]
    fn barring() {
        let (me, other) = (UserId(1), UserId(2));
        // My relation, whom, their relation, the refusal's code.
        let cases = [
            (Some(Owner), other, Some(Member), None),
            (Some(Owner), other, Some(Administrator), None),
            (Some(Owner), other, Some(Follower), None),
            (Some(Administrator), other, None, None),
            (Some(Administrator), other, Some(Administrator), Some("ONLY_OWNER")),
            (Some(Administrator), other, Some(Owner), Some("OWNER_STAYS")),
            (Some(Administrator), me, Some(Administrator), Some("INVALID")),
            (Some(Moderator), other, Some(Member), Some("ROLE_TOO_LOW")),
            (None, other, Some(Member), Some("ROLE_TOO_LOW")),
        ];
        for (mine, whom, theirs, refused) in cases {
            let code = ban(me, mine, whom, theirs).err().map(|r| r.code);
            assert_eq!(code, refused, "{mine:?} bars {theirs:?}");
        }
    }
}
