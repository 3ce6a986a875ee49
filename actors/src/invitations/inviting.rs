//! Inviting an address, and what becomes of the invitation before it is answered.

use storage::audit::{AuditKind, AuditSubjectKind};
use storage::engine::Write;
use storage::entities::{Entity, RelationType};
use storage::ids::{EntityId, UserId};
use storage::invitations::{InvitationBatchId, InvitationId, InvitationState, Invitations, MailInvitation};
use storage::record::Stored as _;

use super::rules;
use super::sending::MAIL;
use super::view::{EntityInvitationView, NewInvitation};
use crate::Platform;
use crate::accounts::secrets::new_token;
use crate::accounts::{self, Who};
use crate::audit::{self, Act};
use crate::entities::rules::{belongs, require_manager};
use crate::entities::{existing, invitations_sent, relation};
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs;
use crate::platform::time::now;

/// Attempts at a change that another makes as well.
pub(super) const TRIES: usize = 8;

/// What a new invitation says.
pub(super) struct Said {
    pub address: String,
    pub relation_type: RelationType,
    pub first_name: Option<String>,
    pub message: Option<String>,
    pub batch_id: Option<InvitationBatchId>,
}

/// A new invitation by somebody, with a secret of its own.
pub(super) fn made(
    platform: &Platform,
    entity_id: EntityId,
    by: UserId,
    said: Said,
) -> Result<MailInvitation> {
    let at = now();
    let (token, hash) = new_token();
    Ok(MailInvitation {
        entity_id,
        address: said.address,
        version: 1,
        invitation_id: InvitationId(platform.ids.next(at)?),
        relation_type: said.relation_type,
        state: InvitationState::Pending,
        hash,
        sealed: platform.secrets.seal(token.as_bytes())?,
        invited_by: by,
        first_name: said.first_name,
        message: said.message,
        created: at,
        expires: at + rules::TERM,
        resent: 0,
        trouble: None,
        batch_id: said.batch_id,
        ended: None,
        accepted_by: None,
    })
}

/// A text without what stands around it; none: nothing is left.
pub(super) fn some(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// The job that mails an invitation.
fn mailing(platform: &Platform, invitation: &MailInvitation) -> Result<Write> {
    let MailInvitation { entity_id, address, invitation_id, resent, .. } = invitation;
    let payload = (entity_id, address, invitation_id, resent);
    Ok(jobs::job(platform, MAIL.name, now(), &payload)?.insert())
}

/// The entry of the audit log about an invitation; it does not say the address.
fn recorded(
    platform: &Platform,
    by: UserId,
    kind: AuditKind,
    invitation: &MailInvitation,
) -> Result<Vec<Write>> {
    let act = Act::of(kind)
        .subject(AuditSubjectKind::Invitation, invitation.invitation_id.0, None)
        .fact("to", invitation.relation_type);
    audit::writes(platform, invitation.entity_id, Some(by), act)
}

/// Invites an address. Answers the invitation and whether it is new: one that stands is not sent again. What is answered
/// depends on nothing about an account. 403 ROLE_TOO_LOW; 404; 422; 429.
pub async fn invite(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    new: NewInvitation,
) -> Result<(EntityInvitationView, bool)> {
    existing(platform, id).await?;
    rules::may_invite(who.user_id, relation(platform, id, who.user_id).await?, new.relation_type)?;
    let address = accounts::rules::email(&new.email)?;
    if accounts::me(platform, who).await?.email.as_ref() == Some(&address) {
        return Err(Refusal::field("email", "SELF", "Du kan inte bjuda in dig själv."));
    }
    let old = Invitations::of(&platform.storage).invitation(id, &address).await?;
    if let Some(stands) = pending(old.as_ref()) {
        return Ok(stands);
    }
    platform.limits.invite(&*platform.bus, who.user_id).await?;
    let asked = Asked {
        address,
        relation_type: new.relation_type,
        first_name: some(new.first_name),
        message: some(new.message),
    };
    create(platform, who.user_id, id, asked, old).await
}

/// An invitation that stands, as the answer of one that asks for it again.
fn pending(old: Option<&MailInvitation>) -> Option<(EntityInvitationView, bool)> {
    let at = now();
    let stands = old.filter(|one| rules::state(one, at) == InvitationState::Pending)?;
    Some((EntityInvitationView::new(stands, at), false))
}

/// An address to invite that was checked.
pub struct Asked {
    pub address: String,
    pub relation_type: RelationType,
    pub first_name: Option<String>,
    pub message: Option<String>,
}

/// Whether somebody may invite to a relation now.
pub async fn may_invite(platform: &Platform, id: EntityId, by: UserId, new: RelationType) -> Result<bool> {
    Ok(rules::may_invite(by, relation(platform, id, by).await?, new).is_ok())
}

/// Invites an address in the name of somebody who may ([`may_invite`]) and is counted. As [`invite`].
pub async fn invite_as(
    platform: &Platform,
    by: UserId,
    id: EntityId,
    asked: Asked,
) -> Result<(EntityInvitationView, bool)> {
    let old = Invitations::of(&platform.storage).invitation(id, &asked.address).await?;
    if let Some(stands) = pending(old.as_ref()) {
        return Ok(stands);
    }
    create(platform, by, id, asked, old).await
}

/// Stores an invitation after `old`, which does not stand any more; one that somebody else made meanwhile stands.
async fn create(
    platform: &Platform,
    by: UserId,
    id: EntityId,
    asked: Asked,
    mut old: Option<MailInvitation>,
) -> Result<(EntityInvitationView, bool)> {
    let Asked { address, relation_type, first_name, message } = asked;
    let invitations = Invitations::of(&platform.storage);
    let said = Said { address: address.clone(), relation_type, first_name, message, batch_id: None };
    let invitation = made(platform, id, by, said)?;
    for _ in 0..TRIES {
        let mut then = vec![mailing(platform, &invitation)?];
        then.extend(recorded(platform, by, AuditKind::InvitationSent, &invitation)?);
        if invitations.invite(old.as_ref(), &invitation, then).await? {
            platform.jobs.wake();
            return Ok((EntityInvitationView::new(&invitation, now()), true));
        }
        old = invitations.invitation(id, &address).await?;
        if let Some(stands) = pending(old.as_ref()) {
            return Ok(stands);
        }
    }
    Err(Refusal::busy())
}

/// The invitations of an organisation, for those who manage it: first the people here who have not answered, then
/// addresses, the newest first. Answers whether there are more. 403 ROLE_TOO_LOW; 404.
pub async fn list(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    before: Option<InvitationId>,
    limit: usize,
) -> Result<(Vec<EntityInvitationView>, bool)> {
    existing(platform, id).await?;
    require_manager(relation(platform, id, who.user_id).await?)?;
    let people = match before {
        None => invitations_sent(platform, who, id).await?,
        Some(_) => Vec::new(),
    };
    let (mailed, has_more) = Invitations::of(&platform.storage).page(id, before, limit).await?;
    let at = now();
    let people = people.into_iter().map(|sent| EntityInvitationView::of_person(id, sent));
    let mailed = mailed.iter().map(|one| EntityInvitationView::new(one, at));
    Ok((people.chain(mailed).collect(), has_more))
}

pub(super) fn absent() -> Refusal {
    Refusal::not_found("Inbjudan finns inte.")
}

/// The organisation of something that is managed, for those who manage it. 403: for its other people; 404: for strangers.
pub(super) async fn managed(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    absent: impl Fn() -> Refusal,
) -> Result<Entity> {
    let entity = platform.storage.entities.entity(id).await?.ok_or_else(&absent)?;
    let mine = relation(platform, id, who.user_id).await?;
    if !belongs(mine) {
        return Err(absent());
    }
    require_manager(mine)?;
    Ok(entity)
}

/// An invitation by its id, for those who manage its organisation. 403; 404: also when its address was invited anew.
async fn owned(platform: &Platform, who: &Who, id: InvitationId) -> Result<MailInvitation> {
    let invitations = Invitations::of(&platform.storage);
    let place = invitations.place(id).await?.ok_or_else(absent)?;
    managed(platform, who, place.entity_id, absent).await?;
    let found = invitations.invitation(place.entity_id, &place.address).await?;
    found.filter(|one| one.invitation_id == id).ok_or_else(absent)
}

/// Sends an invitation again: the same link, with a longer term. It stays in the name of whoever invited.
/// 403 ROLE_TOO_LOW; 404; 409 RESENT_ENOUGH; 410; 429.
pub async fn resend(platform: &Platform, who: &Who, id: InvitationId) -> Result<EntityInvitationView> {
    sent_again(platform, who, id, None).await
}

/// The same; `rested`: the hash of its address, which rests no more.
pub(super) async fn sent_again(
    platform: &Platform,
    who: &Who,
    id: InvitationId,
    rested: Option<&str>,
) -> Result<EntityInvitationView> {
    let invitations = Invitations::of(&platform.storage);
    let mut is_counted = false;
    for _ in 0..TRIES {
        let old = owned(platform, who, id).await?;
        let mine = relation(platform, old.entity_id, who.user_id).await?;
        rules::may_invite(who.user_id, mine, old.relation_type)?;
        rules::resend(&old, now())?;
        if !is_counted {
            platform.limits.invite(&*platform.bus, who.user_id).await?;
            is_counted = true;
        }
        let new = MailInvitation {
            expires: now() + rules::TERM,
            resent: old.resent + 1,
            trouble: None,
            ..old.clone()
        };
        let mut then = vec![mailing(platform, &new)?];
        if let Some(hash) = rested {
            then.extend(recorded(platform, who.user_id, AuditKind::AddressRetried, &new)?);
            // Before the mail's job, which asks for it.
            invitations.unmute(hash).await?;
        }
        if invitations.change(&old, &new, then).await? {
            platform.jobs.wake();
            return Ok(EntityInvitationView::new(&new, now()));
        }
    }
    Err(Refusal::busy())
}

/// Revokes an invitation; one that is revoked stays so. 403 ROLE_TOO_LOW; 404; 410 USED, EXPIRED.
pub async fn revoke(platform: &Platform, who: &Who, id: InvitationId) -> Result<()> {
    let invitations = Invitations::of(&platform.storage);
    for _ in 0..TRIES {
        let old = owned(platform, who, id).await?;
        if old.state == InvitationState::Revoked {
            return Ok(());
        }
        rules::open(rules::state(&old, now()))?;
        let then = recorded(platform, who.user_id, AuditKind::InvitationRevoked, &old)?;
        if invitations.change(&old, &revoked(&old), then).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}

/// An invitation as it is when it is revoked.
pub(super) fn revoked(old: &MailInvitation) -> MailInvitation {
    MailInvitation { state: InvitationState::Revoked, ended: Some(now()), ..old.clone() }
}
