//! Opening an invitation or a link, and answering it.

use storage::entities::{ApplicationState, Entity, RelationType};
use storage::ids::{EntityId, UserId};
use storage::invitations::{
    InvitationId, InvitationState, Invitations, InviteLink, InviteLinkId, MailInvitation,
};

use super::inviting::TRIES;
use super::rules::{self, Accepting};
use super::view::OpenInvitationView;
use crate::Platform;
use crate::accounts::secrets::token_hash;
use crate::accounts::{self, Who};
use crate::area::Way;
use crate::entities::rules::raises;
use crate::entities::view::{MembershipView, picture};
use crate::entities::{bells, enter, relation};
use crate::notifications::notify_of_entity;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

/// How long after accepting the same person may finish what a process left that died, in milliseconds.
const FINISHED_WITHIN: i64 = 2 * 60_000;

/// What a secret opens.
enum Opened {
    Mail(Box<MailInvitation>),
    Link(Box<InviteLink>),
}

/// The kinds of secrets, by their first letter.
const MAIL: char = 'i';
const LINK: char = 'l';

/// The secret in the address of an invitation: its number, so that it is found, and what nobody guesses.
pub(super) fn mail_token(id: InvitationId, secret: &str) -> String {
    format!("{MAIL}{:x}-{secret}", id.0)
}

/// The same for a link.
pub(super) fn link_token(id: InviteLinkId, secret: &str) -> String {
    format!("{LINK}{:x}-{secret}", id.0)
}

fn absent() -> Refusal {
    Refusal::not_found("Inbjudan finns inte.")
}

/// Opens a secret. 404: there is nothing of that kind; 410: of an invitation whose address was invited anew.
async fn opened(platform: &Platform, token: &str) -> Result<Opened> {
    let invitations = Invitations::of(&platform.storage);
    let (kind, rest) = token.split_at_checked(1).ok_or_else(absent)?;
    let (id, secret) = rest.split_once('-').ok_or_else(absent)?;
    let id = i64::from_str_radix(id, 16).ok().filter(|id| InvitationId(*id).can_be()).ok_or_else(absent)?;
    let hash = token_hash(secret);
    if kind.starts_with(LINK) {
        let link = invitations.link(InviteLinkId(id)).await?.filter(|link| link.hash == hash);
        return link.map(|link| Opened::Link(Box::new(link))).ok_or_else(absent);
    }
    if !kind.starts_with(MAIL) {
        return Err(absent());
    }
    let place = invitations.place(InvitationId(id)).await?.filter(|place| place.hash == hash);
    let place = place.ok_or_else(absent)?;
    let found = invitations.invitation(place.entity_id, &place.address).await?;
    if let Some(invitation) = found.filter(|one| one.invitation_id == place.invitation_id) {
        return Ok(Opened::Mail(Box::new(invitation)));
    }
    rules::open(place.ended.unwrap_or(InvitationState::Expired))?;
    Err(absent())
}

async fn entity(platform: &Platform, id: EntityId) -> Result<Entity> {
    platform.storage.entities.entity(id).await?.ok_or_else(absent)
}

/// What a secret invites to, for whoever has it; nothing is changed. 404; 410 EXPIRED, REVOKED, USED.
pub async fn show(platform: &Platform, token: &str) -> Result<OpenInvitationView> {
    match opened(platform, token).await? {
        Opened::Mail(invitation) => {
            rules::open(rules::state(&invitation, now()))?;
            let by = platform.people.name(invitation.invited_by).await?;
            Ok(OpenInvitationView::of_mail(&invitation, &entity(platform, invitation.entity_id).await?, by))
        }
        Opened::Link(link) => {
            rules::open_link(&link, false, now())?;
            let by = platform.people.name(link.created_by).await?;
            Ok(OpenInvitationView::of_link(&link, &entity(platform, link.entity_id).await?, by))
        }
    }
}

/// Accepts: I have the relation then. 403 EMAIL_MISMATCH; 404; 409 ALREADY_MEMBER, BANNED, INVITER_LOST_RIGHT; 410.
pub async fn accept(platform: &Platform, who: &Who, token: &str) -> Result<MembershipView> {
    for _ in 0..TRIES {
        let done = match opened(platform, token).await? {
            Opened::Mail(invitation) => accept_mail(platform, who, &invitation).await?,
            Opened::Link(link) => accept_link(platform, who, &link).await?,
        };
        if let Some(membership) = done {
            return Ok(membership);
        }
    }
    Err(Refusal::busy())
}

/// My relation and application there, and what the inviter is now.
async fn facts(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    inviter: UserId,
    new: RelationType,
) -> Result<Accepting> {
    let application = platform.storage.entities.application(id, who.user_id).await?;
    Ok(Accepting {
        inviter,
        inviter_relation: relation(platform, id, inviter).await?,
        user: who.user_id,
        relation: relation(platform, id, who.user_id).await?,
        application: application.map(|application| application.state),
        new,
    })
}

/// None: it has changed meanwhile.
async fn accept_mail(
    platform: &Platform,
    who: &Who,
    invitation: &MailInvitation,
) -> Result<Option<MembershipView>> {
    let (id, new) = (invitation.entity_id, invitation.relation_type);
    if invitation.state == InvitationState::Accepted && invitation.accepted_by == Some(who.user_id) {
        let mine = relation(platform, id, who.user_id).await?;
        if !raises(mine, new) {
            return membership(platform, id, mine.unwrap_or(new)).await.map(Some);
        }
        if invitation.ended.is_some_and(|at| now() < at + FINISHED_WITHIN) {
            return come_in(platform, who, id, (mine, new), Way::Invitation).await.map(Some);
        }
    }
    rules::open(rules::state(invitation, now()))?;
    let me = accounts::me(platform, who).await?;
    rules::addressed(&invitation.address, me.email.as_deref())?;
    let facts = facts(platform, who, id, invitation.invited_by, new).await?;
    rules::accept(facts)?;
    let accepted = MailInvitation {
        state: InvitationState::Accepted,
        accepted_by: Some(who.user_id),
        ended: Some(now()),
        ..invitation.clone()
    };
    // The compare and set decides: of a concurrent revocation and this one happens, never both.
    if !Invitations::of(&platform.storage).change(invitation, &accepted, Vec::new()).await? {
        return Ok(None);
    }
    let membership = come_in(platform, who, id, (facts.relation, new), Way::Invitation).await?;
    let kind = bells::INVITATION_ACCEPTED;
    if let Err(refusal) = notify_of_entity(platform, invitation.invited_by, kind, id, who.user_id).await {
        tracing::warn!(%refusal, "an inviter is not told of an acceptance");
    }
    Ok(Some(membership))
}

/// None: it has changed meanwhile.
async fn accept_link(platform: &Platform, who: &Who, link: &InviteLink) -> Result<Option<MembershipView>> {
    let invitations = Invitations::of(&platform.storage);
    let has_used = invitations.has_used(link.link_id, who.user_id).await?;
    rules::open_link(link, has_used, now())?;
    let facts = facts(platform, who, link.entity_id, link.created_by, link.relation_type).await?;
    rules::accept(facts)?;
    if !has_used && !invitations.use_link(link, who.user_id).await? {
        return Ok(None);
    }
    let step = (facts.relation, link.relation_type);
    come_in(platform, who, link.entity_id, step, Way::Link).await.map(Some)
}

/// Gives me the relation; an application of mine that waits is approved by it.
async fn come_in(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    (mine, new): (Option<RelationType>, RelationType),
    way: Way,
) -> Result<MembershipView> {
    enter(platform, id, who.user_id, mine, new, (Some(who.user_id), way)).await?;
    let (from, to) = (ApplicationState::Pending, ApplicationState::Active);
    platform.storage.entities.decide(id, who.user_id, from, to, who.user_id, now()).await?;
    membership(platform, id, new).await
}

async fn membership(platform: &Platform, id: EntityId, relation: RelationType) -> Result<MembershipView> {
    let entity = entity(platform, id).await?;
    Ok(MembershipView {
        id_entity: id,
        tx_relation_type: relation,
        entity_type: entity.entity_type,
        image: picture(&entity),
        entity_name: entity.entity_name,
        entity_slug: entity.entity_slug,
    })
}

/// Declines: who invited is not told. Declining again, or a link, changes nothing. 403 EMAIL_MISMATCH; 404; 410.
pub async fn decline(platform: &Platform, who: &Who, token: &str) -> Result<()> {
    for _ in 0..TRIES {
        let Opened::Mail(invitation) = opened(platform, token).await? else { return Ok(()) };
        let me = accounts::me(platform, who).await?;
        rules::addressed(&invitation.address, me.email.as_deref())?;
        if invitation.state == InvitationState::Declined {
            return Ok(());
        }
        rules::open(rules::state(&invitation, now()))?;
        let declined =
            MailInvitation { state: InvitationState::Declined, ended: Some(now()), ..(*invitation).clone() };
        if Invitations::of(&platform.storage).change(&invitation, &declined, Vec::new()).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}
