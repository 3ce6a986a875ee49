//! Who may invite whom, and what of an invitation is left to do. Pure.

use storage::entities::{ApplicationState, RelationType};
use storage::ids::UserId;
use storage::invitations::{InvitationState, InviteLink, MailInvitation};

use crate::entities::rules::{grant, raises, require_manager};
use crate::platform::error::{Refusal, RefusalKind, Result};
use crate::platform::hours::DAY_MS;

/// Term of an invitation, in milliseconds.
pub const TERM: i64 = 30 * DAY_MS;
/// How often an invitation is sent again.
pub const RESENDS: i64 = 3;
/// Longest term of a link, in milliseconds.
pub const LINK_TERM: i64 = 365 * DAY_MS;
/// Most people that come in by a link.
pub const LINK_USES: i64 = 10_000;
const MINUTE: i64 = 60_000;
/// Pauses after each attempt that the receiving side puts off (4xx), in milliseconds; after the last one it is given up.
const PAUSES: [i64; 6] =
    [5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 4 * 60 * MINUTE, 12 * 60 * MINUTE, 24 * 60 * MINUTE];

/// May somebody with this relation invite to `new`? 403 ROLE_TOO_LOW; 422 for what nobody is invited to.
pub fn may_invite(inviter: UserId, relation: Option<RelationType>, new: RelationType) -> Result<()> {
    require_manager(relation)?;
    if new == RelationType::Bot {
        return Err(Refusal::field("relationType", "ROLE", "Ingen bjuds in som bot."));
    }
    // Whoever is invited is nobody yet.
    grant(inviter, relation, UserId(0), None, new).map_err(|refusal| match refusal.kind {
        RefusalKind::Forbidden => Refusal::forbidden("ROLE_TOO_LOW", "Du kan inte bjuda in till den rollen."),
        _ => refusal,
    })
}

/// Refuses relations that nobody gets by a link that anybody may pass on.
pub fn by_link(new: RelationType) -> Result<()> {
    use RelationType::{Administrator, Bot, Moderator, Owner};
    if matches!(new, Owner | Administrator | Moderator | Bot) {
        let message = "Ägare, administratörer och moderatorer bjuds in en och en.";
        return Err(Refusal::field("relationType", "NOT_BY_LINK", message));
    }
    Ok(())
}

/// How an invitation stands.
pub fn state(invitation: &MailInvitation, now: i64) -> InvitationState {
    if invitation.state == InvitationState::Pending && invitation.expires <= now {
        return InvitationState::Expired;
    }
    invitation.state
}

/// Refuses an invitation that has ended. 410 USED, REVOKED, EXPIRED.
pub fn open(state: InvitationState) -> Result<()> {
    match state {
        InvitationState::Pending => Ok(()),
        InvitationState::Accepted | InvitationState::Declined => {
            Err(Refusal::gone("USED", "Inbjudan är redan besvarad."))
        }
        InvitationState::Revoked => Err(Refusal::gone("REVOKED", "Inbjudan har dragits tillbaka.")),
        InvitationState::Expired => {
            Err(Refusal::gone("EXPIRED", "Inbjudan har gått ut. Be om en ny av den som bjöd in dig."))
        }
    }
}

/// Refuses a link that leads in no more. Somebody who has used it counts once. 410 USED, REVOKED, EXPIRED.
pub fn open_link(link: &InviteLink, has_used: bool, now: i64) -> Result<()> {
    if link.revoked {
        return open(InvitationState::Revoked);
    }
    if link.expires <= now {
        return open(InvitationState::Expired);
    }
    if !has_used && link.used >= link.max_uses {
        return Err(Refusal::gone("USED", "Länken har använts så många gånger som den gäller."));
    }
    Ok(())
}

/// May an invitation be sent again? 410; 409 RESENT_ENOUGH.
pub fn resend(invitation: &MailInvitation, now: i64) -> Result<()> {
    open(state(invitation, now))?;
    if invitation.resent >= RESENDS {
        return Err(Refusal::conflict("RESENT_ENOUGH", "Inbjudan har redan skickats om tre gånger."));
    }
    Ok(())
}

/// Refuses who is signed in with another address than the invited one. 403 EMAIL_MISMATCH.
pub fn addressed(address: &str, email: Option<&str>) -> Result<()> {
    if email == Some(address) {
        return Ok(());
    }
    let message = "Inbjudan är till en annan e-postadress än den du är inloggad med.";
    Err(Refusal::forbidden("EMAIL_MISMATCH", message))
}

/// What an acceptance depends on.
#[derive(Debug, Clone, Copy)]
pub struct Accepting {
    pub inviter: UserId,
    pub inviter_relation: Option<RelationType>,
    pub user: UserId,
    pub relation: Option<RelationType>,
    pub application: Option<ApplicationState>,
    /// What is accepted.
    pub new: RelationType,
}

/// May that be accepted? 409 BANNED, ALREADY_MEMBER, INVITER_LOST_RIGHT.
pub fn accept(facts: Accepting) -> Result<()> {
    let Accepting { inviter, inviter_relation, user, relation, application, new } = facts;
    if application == Some(ApplicationState::Banned) {
        return Err(Refusal::conflict("BANNED", "Organisationen har stängt av dig."));
    }
    if !raises(relation, new) {
        return Err(Refusal::conflict("ALREADY_MEMBER", "Du är redan med i organisationen."));
    }
    grant(inviter, inviter_relation, user, relation, new).map_err(|_| {
        let message = "Den som bjöd in dig får inte längre göra det. Be om en ny inbjudan.";
        Refusal::conflict("INVITER_LOST_RIGHT", message)
    })
}

/// The pause before the next attempt after so many that were put off (ms); none: it is given up.
pub fn pause(tries: i64) -> Option<i64> {
    usize::try_from(tries).ok().and_then(|tries| PAUSES.get(tries)).copied()
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
