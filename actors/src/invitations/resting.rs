//! Addresses whose mails came back: an organisation sees those that it has invited, and tries them again.
//!
//! The list of addresses that get no invitations is kept by keyed hashes and names nobody; what an organisation sees are its
//! own invitations. An address whose owner wants no invitations stays without them.

use storage::audit::AuditKind;
use storage::ids::EntityId;
use storage::invitations::{InvitationId, InvitationState, Invitations, SendCode};

use super::inviting::{absent, sent_again};
use super::view::RestingView;
use super::{letters, rules};
use crate::Platform;
use crate::accounts::{self, Who};
use crate::audit::{self, Act};
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{Moment, now};

/// The addresses that an organisation has invited and that could not be mailed, newest first, up to 100. The caller has
/// checked the right.
pub async fn resting(platform: &Platform, id: EntityId) -> Result<Vec<RestingView>> {
    let found = Invitations::of(&platform.storage).resting(id).await?;
    let stand = found.into_iter().filter(|one| rules::state(one, now()) == InvitationState::Pending);
    let view = |one: storage::invitations::MailInvitation| {
        let trouble = one.trouble?;
        Some(RestingView {
            id_entity_invitation: one.invitation_id,
            email: one.address,
            trouble,
            since: Moment(one.created),
            tx_relation_type: one.relation_type,
        })
    };
    Ok(stand.filter_map(view).collect())
}

fn unsubscribed() -> Refusal {
    let message = "Den som har adressen vill inte ha några inbjudningar.";
    Refusal::conflict("UNSUBSCRIBED", message)
}

/// Mails an invitation again whose mail came back; its address rests no more. 403 ROLE_TOO_LOW; 404; 409 RESENT_ENOUGH,
/// UNSUBSCRIBED; 410; 429.
pub async fn retry_resting(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    invitation: InvitationId,
) -> Result<()> {
    let invitations = Invitations::of(&platform.storage);
    let resting = resting(platform, id).await?;
    let found = resting.into_iter().find(|one| one.id_entity_invitation == invitation).ok_or_else(absent)?;
    let hash = letters::address_hash(platform, &found.email);
    if invitations.muted(&hash).await? == Some(SendCode::Unsubscribed) {
        return Err(unsubscribed());
    }
    sent_again(platform, who, invitation, Some(&hash)).await.map(drop)
}

/// An address rests no more, whichever organisations have invited it; recorded in the log of `scope`, whose right the
/// caller has checked. 404: it does not rest; 422.
pub async fn rest_no_more(platform: &Platform, who: &Who, scope: EntityId, email: &str) -> Result<()> {
    let address = accounts::rules::email(email)?;
    let hash = letters::address_hash(platform, &address);
    if !Invitations::of(&platform.storage).unmute(&hash).await? {
        return Err(Refusal::not_found("Adressen vilar inte."));
    }
    audit::put(platform, scope, Some(who.user_id), Act::of(AuditKind::AddressRetried)).await
}
