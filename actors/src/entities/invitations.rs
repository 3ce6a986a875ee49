//! Nobody is made a member or an owner without saying yes. Contract §2.
//!
//! Decisions: membership (any relation given to somebody who does not belong yet) and ownership are asked for in one list,
//! told apart by `kind`; one invitation stands per person and organisation. It tells the invited the organisation's name
//! and who asks, and the organisation the name of the invited only if they let themselves be found. Who was asked is not
//! told on when they decline: the invitation is gone. An id that is nobody's is asked as well, and never answers: whether
//! somebody has it is not told to who merely wrote it.

use storage::accounts::{User, UserStatus};
use storage::entities::{ApplicationState, Entity, Invitation, RelationType};
use storage::ids::{EntityId, UserId};
use storage::notifications::Notification;

use super::following::Following;
use super::personal::PersonalEvent;
use super::relations::enter;
use super::view::{InvitationView, MembershipView, RelationView, SentInvitationView, picture};
use super::{bells, load, rules};
use crate::Platform;
use crate::accounts::Who;
use crate::accounts::profile::is_public;
use crate::live::bus::ToPerson as _;
use crate::notifications::{take_back, tell_of_entity};
use crate::platform::error::{Refusal, Result, ensure_applied};
use crate::platform::mail;
use crate::platform::text::in_mail;
use crate::platform::time::now;

const DAY_MS: i64 = 86_400_000;
/// An invitation to membership stands this long.
const MEMBERSHIP_STANDS: i64 = 30 * DAY_MS;
/// An offer of ownership stands this long.
const OWNERSHIP_STANDS: i64 = 7 * DAY_MS;

fn gone() -> Refusal {
    Refusal::not_found("Inbjudan gäller inte längre.")
}

/// The person's lists are stale.
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
    let is_new = platform.storage.entities.invite(&invitation).await?;
    let is_other = stood.is_some_and(|one| (one.relation_type == RelationType::Owner) != ownership);
    if (is_new || is_other) && rings(platform, who, to).await? {
        let kind = if ownership { bells::OWNERSHIP_OFFERED } else { bells::INVITATION_RECEIVED };
        tell_of_entity(platform, to, kind, entity.entity_id, who.user_id).await?;
        mail(platform, who, entity, to, ownership).await?;
    }
    changed(platform, to, entity.entity_id);
    Ok(invitation)
}

/// Asks somebody who does not belong yet; `user`: none where the id is nobody's.
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

/// Asks a member whether the organisation is to be theirs.
pub(super) async fn offer_ownership(
    platform: &Platform,
    who: &Who,
    entity: &Entity,
    to: UserId,
) -> Result<()> {
    ask(platform, who, entity, to, RelationType::Owner).await.map(drop)
}

/// Whether being asked rings for somebody: an id may be nobody's, and between two of whom one has blocked the other nothing rings.
/// It stands in the list of invitations all the same.
async fn rings(platform: &Platform, who: &Who, to: UserId) -> Result<bool> {
    let is_somebody = platform.people.get(to).await?.is_some();
    Ok(is_somebody && platform.storage.contacts.blocked_among(to, &[who.user_id]).await?.is_empty())
}

async fn mail(platform: &Platform, who: &Who, entity: &Entity, to: UserId, ownership: bool) -> Result<()> {
    let (Some(asks), Some(asked)) = (platform.people.get(who.user_id).await?, platform.people.get(to).await?)
    else {
        return Ok(());
    };
    let Some(email) = asked.email.as_ref().filter(|_| asked.status == UserStatus::Active) else {
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
    mail::send_bulk(platform, email, subject, text).await
}

/// An invitation or an offer was answered, or taken back: it rings no longer. Beside the answer.
fn answered(platform: &Platform, id: EntityId, user_id: UserId) {
    let platform = platform.clone();
    actix_rt::spawn(async move {
        let asks = [bells::INVITATION_RECEIVED, bells::OWNERSHIP_OFFERED];
        let is_answered =
            |entry: &Notification| entry.entity_id == Some(id) && asks.contains(&entry.kind.as_str());
        if let Err(refusal) = take_back(&platform, user_id, is_answered).await {
            tracing::warn!(%refusal, "an invitation that was answered still rings");
        }
    });
}

/// Takes an unanswered invitation back. False: there was none.
pub(super) async fn withdraw_invitation(platform: &Platform, id: EntityId, user_id: UserId) -> Result<bool> {
    let Some(stands) = platform.storage.entities.invitation(id, user_id).await? else { return Ok(false) };
    let taken = platform.storage.entities.take_invitation(&stands).await?;
    answered(platform, id, user_id);
    changed(platform, user_id, id);
    Ok(taken)
}

/// The invitations that I have not answered, the newest first.
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

/// Whom an organisation has asked and who has not answered, the newest first; for those who manage relations.
pub async fn invitations_sent(
    platform: &Platform,
    who: &Who,
    id: EntityId,
) -> Result<Vec<SentInvitationView>> {
    let (_, mine) = load(platform, id, who.user_id).await?;
    rules::require_manager(mine)?;
    let mut sent = platform.storage.entities.invitations(id).await?;
    sent.sort_by_key(|one| std::cmp::Reverse((one.created, one.user_id)));
    let people = platform.people.all(sent.iter().map(|one| one.user_id)).await?;
    let mut list = Vec::with_capacity(sent.len());
    for one in sent {
        let user = people.get(&one.user_id).map(|user| &**user);
        // To whom the organisation is offered belongs to it: their name is known there.
        let is_offer = one.relation_type == RelationType::Owner;
        list.push(SentInvitationView::new(&one, user.filter(|user| is_offer || is_public(user))));
    }
    Ok(list)
}

/// I say yes.
pub async fn accept(platform: &Platform, who: &Who, id: EntityId) -> Result<MembershipView> {
    let (entity, mine) = load(platform, id, who.user_id).await?;
    let entities = &platform.storage.entities;
    let invitation = entities.invitation(id, who.user_id).await?.ok_or_else(gone)?;
    if invitation.relation_type == RelationType::Owner {
        take_over(platform, who, &invitation, mine).await?;
    } else {
        // The answer is decided here: what is taken back at the same moment is taken back or accepted, never both.
        if !entities.take_invitation(&invitation).await? {
            return Err(gone());
        }
        if mine != Some(RelationType::Owner) {
            enter(platform, id, who.user_id, mine, invitation.relation_type).await?;
        }
        settle_application(platform, id, who.user_id).await?;
    }
    answered(platform, id, who.user_id);
    tell_of_entity(platform, invitation.invited_by, bells::INVITATION_ACCEPTED, id, who.user_id).await?;
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

/// An application that waited has its answer.
async fn settle_application(platform: &Platform, id: EntityId, user_id: UserId) -> Result<()> {
    let (from, to) = (ApplicationState::Pending, ApplicationState::Active);
    platform.storage.entities.decide(id, user_id, from, to, user_id, now()).await.map(drop)?;
    Ok(())
}

/// The organisation becomes mine; who offered it, if they still own it, becomes an administrator.
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
    let mut mine_follows = Following::of(platform, id, who.user_id, Some(RelationType::Owner)).await?;
    let mut theirs_follows = Following::of(platform, id, from, Some(RelationType::Administrator)).await?;
    if !platform.storage.entities.take_invitation(invitation).await? {
        return Err(gone());
    }
    // Left, or the organisation is another's by now: the offer is void.
    rules::transfer(Some(RelationType::Owner), mine).map_err(|_| gone())?;
    ensure_applied(platform.storage.entities.transfer(id, from, who.user_id, now()).await?)?;
    mine_follows.announce(platform, None);
    theirs_follows.announce(platform, None);
    Ok(())
}

/// I say no; who asked is not told.
pub async fn decline(platform: &Platform, who: &Who, id: EntityId) -> Result<()> {
    if !withdraw_invitation(platform, id, who.user_id).await? {
        return Err(gone());
    }
    Ok(())
}
