//! Invitations: nobody becomes a member or an owner without accepting. Contract §2.
//!
//! Decisions: membership (any relation for somebody who does not belong yet) and ownership are invited to in one list,
//! distinguished by `kind`; there is one invitation per person and organisation. It shows the invited the
//! organisation's name and who invites, and the organisation the name of the invited only if they are findable. A
//! declined invitation simply disappears. An id that does not exist is invited as well and never answers, so that the
//! answer does not reveal whether it exists.

use storage::accounts::{NotificationChannel, NotificationType, User, UserStatus};
use storage::audit::AuditKind;
use storage::entities::{ApplicationState, Entity, Invitation, RelationType};
use storage::ids::{EntityId, UserId};
use storage::notifications::Notification;

use super::following::Following;
use super::personal::PersonalEvent;
use super::relations::enter;
use super::view::{InvitationView, MembershipView, RelationView, SentInvitationView, picture};
use super::{bells, known, rules};
use crate::Platform;
use crate::accounts::Who;
use crate::accounts::profile::is_public;
use crate::area::{RelationChange, Way};
use crate::audit::{self, Act};
use crate::live::bus::ToPerson as _;
use crate::notifications::judging::{address, explanation, takes_mails};
use crate::notifications::{notify_of_entity, take_back};
use crate::platform::error::{Refusal, Result, ensure_applied};
use crate::platform::mail;
use crate::platform::text::in_mail;
use crate::platform::time::now;

const DAY_MS: i64 = 86_400_000;
/// Lifetime of an invitation to membership.
const MEMBERSHIP_STANDS: i64 = 30 * DAY_MS;
/// Lifetime of an offer of ownership.
const OWNERSHIP_STANDS: i64 = 7 * DAY_MS;

fn gone() -> Refusal {
    Refusal::not_found("Inbjudan gäller inte längre.")
}

/// The person's lists are outdated.
fn changed(platform: &Platform, user_id: UserId, entity_id: EntityId) {
    let event = PersonalEvent::MembershipChanged { entity_id };
    platform.announce(event.to(user_id));
}

async fn ask(
    platform: &Platform,
    who: &Who,
    entity: &Entity,
    to: UserId,
    new: RelationType,
) -> Result<Invitation> {
    let at = now();
    let ownership = new == RelationType::Owner;
    let stands = if ownership { OWNERSHIP_STANDS } else { MEMBERSHIP_STANDS };
    let invitation = Invitation {
        entity_id: entity.entity_id,
        user_id: to,
        relation_type: new,
        invited_by: who.user_id,
        created: at,
        expires: at + stands,
    };
    let stood = platform.storage.entities.invitation(entity.entity_id, to).await?;
    if stood.is_none() {
        platform.limits.invite(&*platform.bus, who.user_id).await?;
    }
    let kind = if ownership { AuditKind::OwnershipOffered } else { AuditKind::InvitationSent };
    let act = Act::of(kind).person(to).fact("to", new);
    let recorded = audit::writes(platform, entity.entity_id, Some(who.user_id), act)?;
    let is_new = platform.storage.entities.invite_with(&invitation, recorded).await?;
    let is_other = stood.is_some_and(|one| (one.relation_type == RelationType::Owner) != ownership);
    if (is_new || is_other) && rings(platform, who, to).await? {
        let kind = if ownership { bells::OWNERSHIP_OFFERED } else { bells::INVITATION_RECEIVED };
        notify_of_entity(platform, to, kind, entity.entity_id, who.user_id).await?;
        mail(platform, who, entity, to, ownership).await?;
    }
    changed(platform, to, entity.entity_id);
    Ok(invitation)
}

/// Invites somebody who does not belong yet; `user`: none if the id does not exist.
pub(super) async fn invite(
    platform: &Platform,
    who: &Who,
    entity: &Entity,
    user_id: UserId,
    user: Option<&User>,
    new: RelationType,
) -> Result<RelationView> {
    let state = platform.storage.entities.application(entity.entity_id, user_id).await?.map(|a| a.state);
    if state == Some(ApplicationState::Banned) {
        return Err(Refusal::conflict("BANNED", "Personen är avstängd. Häv avstängningen först."));
    }
    let invitation = ask(platform, who, entity, user_id, new).await?;
    Ok(RelationView::invited(&invitation, user.filter(|user| is_public(user))))
}

/// Offers ownership of the organisation to a member.
pub(super) async fn offer_ownership(
    platform: &Platform,
    who: &Who,
    entity: &Entity,
    to: UserId,
) -> Result<()> {
    ask(platform, who, entity, to, RelationType::Owner).await.map(drop)
}

/// Whether the invited is notified: not if the id does not exist or there is a block between the two. The invitation is
/// listed all the same.
async fn rings(platform: &Platform, who: &Who, to: UserId) -> Result<bool> {
    let is_somebody = platform.people.get(to).await?.is_some();
    Ok(is_somebody && platform.storage.contacts.blocked_among(to, &[who.user_id]).await?.is_empty())
}

async fn mail(platform: &Platform, who: &Who, entity: &Entity, to: UserId, ownership: bool) -> Result<()> {
    let (Some(asks), Some(asked)) = (platform.people.get(who.user_id).await?, platform.people.get(to).await?)
    else {
        return Ok(());
    };
    let is_wanted =
        asked.status == UserStatus::Active && takes_mails(&asked, NotificationType::Membership, None);
    let Some(email) = asked.email.as_ref().filter(|_| is_wanted) else {
        return Ok(());
    };
    let (asks, name, url) =
        (in_mail(&asks.display_name), in_mail(&entity.entity_name), &platform.settings.public_url);
    let hello = in_mail(&asked.first_name);
    let (subject, text) = if ownership {
        (
            "Du erbjuds att ta över en organisation",
            format!(
                "Hej {hello}!\n\n{asks} vill lämna över organisationen {name} till dig. Den blir din först när du tackar \
                 ja:\n\n{url}/notifications\n\nErbjudandet gäller i sju dagar. Vill du inte behöver du inte göra något.\n"
            ),
        )
    } else {
        (
            "Du är inbjuden till en organisation",
            format!(
                "Hej {hello}!\n\n{asks} bjuder in dig till organisationen {name}. Du är med först när du tackar ja:\n\n\
                 {url}/notifications\n\nInbjudan gäller i 30 dagar. Vill du inte behöver du inte göra något.\n"
            ),
        )
    };
    // Whoever is invited has no setting for the organisation yet.
    let why = address(None, NotificationType::Membership, NotificationChannel::Email);
    let text = format!("{text}{}", explanation(url, [why]));
    mail::send_bulk(platform, email, subject, text).await
}

/// An invitation or offer was answered or withdrawn: removes its notification, in the background.
fn answered(platform: &Platform, id: EntityId, user_id: UserId) {
    let (platform, at) = (platform.clone(), now());
    actix_rt::spawn(async move {
        let asks = [bells::INVITATION_RECEIVED, bells::OWNERSHIP_OFFERED];
        // Whoever is invited again meanwhile has another one.
        let is_answered = |entry: &Notification| {
            entry.entity_id == Some(id) && asks.contains(&entry.kind.as_str()) && entry.created < at
        };
        if let Err(refusal) = take_back(&platform, user_id, is_answered).await {
            tracing::warn!(%refusal, "an invitation that was answered still rings");
        }
    });
}

/// Withdraws an unanswered invitation. False: there was none. `by`: who withdraws it; none: nobody, its inviter is gone.
pub(super) async fn withdraw_invitation(
    platform: &Platform,
    id: EntityId,
    user_id: UserId,
    by: Option<UserId>,
) -> Result<bool> {
    let Some(stands) = platform.storage.entities.invitation(id, user_id).await? else { return Ok(false) };
    let recorded = match by {
        // Declined: no act of the organisation.
        Some(by) if by == user_id => Vec::new(),
        by => audit::writes(platform, id, by, Act::of(AuditKind::InvitationRevoked).person(user_id))?,
    };
    let taken = platform.storage.entities.take_invitation_with(&stands, recorded).await?;
    answered(platform, id, user_id);
    changed(platform, user_id, id);
    Ok(taken)
}

/// My unanswered invitations, newest first.
pub async fn invitations(platform: &Platform, who: &Who) -> Result<Vec<InvitationView>> {
    let mut mine = platform.storage.entities.invitations_to(who.user_id).await?;
    mine.sort_by_key(|one| std::cmp::Reverse((one.created, one.entity_id)));
    let ids: Vec<EntityId> = mine.iter().map(|one| one.entity_id).collect();
    let entities = platform.storage.entities.entities(&ids).await?;
    let people = platform.people.all(mine.iter().map(|one| one.invited_by)).await?;
    let view = |one: &Invitation| {
        let entity = entities.iter().find(|entity| entity.entity_id == one.entity_id)?;
        Some(InvitationView::new(one, entity, people.get(&one.invited_by).map(|user| &**user)))
    };
    Ok(mine.iter().filter_map(view).collect())
}

/// An organisation's unanswered invitations, newest first; for those who manage relations.
pub async fn invitations_sent(
    platform: &Platform,
    who: &Who,
    id: EntityId,
) -> Result<Vec<SentInvitationView>> {
    let (_, mine) = known(platform, id, who.user_id).await?;
    rules::require_manager(mine)?;
    let mut sent = platform.storage.entities.invitations(id).await?;
    sent.sort_by_key(|one| std::cmp::Reverse((one.created, one.user_id)));
    let people = platform.people.all(sent.iter().map(|one| one.user_id)).await?;
    let mut list = Vec::with_capacity(sent.len());
    for one in sent {
        let user = people.get(&one.user_id).map(|user| &**user);
        // The recipient of an offer is a member, so their name is known.
        let is_offer = one.relation_type == RelationType::Owner;
        list.push(SentInvitationView::new(&one, user.filter(|user| is_offer || is_public(user))));
    }
    Ok(list)
}

/// Accepts an invitation.
pub async fn accept(platform: &Platform, who: &Who, id: EntityId) -> Result<MembershipView> {
    let (entity, mine) = known(platform, id, who.user_id).await?;
    let entities = &platform.storage.entities;
    let invitation = entities.invitation(id, who.user_id).await?.ok_or_else(gone)?;
    if invitation.relation_type == RelationType::Owner {
        take_over(platform, who, &invitation, mine).await?;
    } else {
        // The compare and set decides: a concurrent withdrawal either happens or fails, never both.
        if !entities.take_invitation(&invitation).await? {
            return Err(gone());
        }
        if mine != Some(RelationType::Owner) {
            let new = invitation.relation_type;
            enter(platform, id, who.user_id, mine, new, (Some(who.user_id), Way::Invitation)).await?;
        }
        settle_application(platform, id, who.user_id).await?;
    }
    answered(platform, id, who.user_id);
    notify_of_entity(platform, invitation.invited_by, bells::INVITATION_ACCEPTED, id, who.user_id).await?;
    Ok(MembershipView {
        id_entity: id,
        tx_relation_type: if mine == Some(RelationType::Owner) {
            RelationType::Owner
        } else {
            invitation.relation_type
        },
        entity_type: entity.entity_type,
        image: picture(&entity),
        entity_name: entity.entity_name,
        entity_slug: entity.entity_slug,
    })
}

/// Approves a pending application of a person who has joined.
async fn settle_application(platform: &Platform, id: EntityId, user_id: UserId) -> Result<()> {
    let (from, to) = (ApplicationState::Pending, ApplicationState::Active);
    platform.storage.entities.decide(id, user_id, from, to, user_id, now()).await.map(drop)?;
    Ok(())
}

/// Makes me the owner; the person who offered, if they still own it, becomes an administrator.
async fn take_over(
    platform: &Platform,
    who: &Who,
    invitation: &Invitation,
    mine: Option<RelationType>,
) -> Result<()> {
    let (id, from) = (invitation.entity_id, invitation.invited_by);
    let user = crate::accounts::me(platform, who).await?;
    if user.erase_at.is_some() {
        return Err(Refusal::conflict("ERASURE_ASKED", "Ditt konto ska raderas. Ångra det först."));
    }
    let becomes = |user_id, relation| RelationChange {
        entity_id: id,
        user_id,
        was: None,
        relation: Some(relation),
        by: Some(who.user_id),
        way: Way::Transfer,
    };
    let mut mine_follows = Following::of(platform, becomes(who.user_id, RelationType::Owner)).await?;
    let mut theirs_follows = Following::of(platform, becomes(from, RelationType::Administrator)).await?;
    let act = Act::of(AuditKind::OwnershipTransferred).person(who.user_id);
    let recorded = audit::writes(platform, id, Some(from), act)?;
    if !platform.storage.entities.take_invitation(invitation).await? {
        return Err(gone());
    }
    // I have left, or the organisation has another owner by now: the offer is void.
    rules::transfer(Some(RelationType::Owner), mine).map_err(|_| gone())?;
    let entities = &platform.storage.entities;
    ensure_applied(entities.transfer_with(id, from, who.user_id, now(), recorded).await?)?;
    mine_follows.announce(platform, None);
    theirs_follows.announce(platform, None);
    Ok(())
}

/// Declines an invitation; the inviter is not notified.
pub async fn decline(platform: &Platform, who: &Who, id: EntityId) -> Result<()> {
    if !withdraw_invitation(platform, id, who.user_id, Some(who.user_id)).await? {
        return Err(gone());
    }
    Ok(())
}
