//! Links by which many can come in, to be passed on or shown as a QR code.

use storage::audit::{AuditKind, AuditSubjectKind};
use storage::engine::Write;
use storage::ids::EntityId;
use storage::invitations::{Invitations, InviteLink, InviteLinkId, MOST_LINKS};

use super::answering::link_token;
use super::inviting::{TRIES, managed};
use super::view::{LinkView, NewInviteLink};
use super::{letters, rules};
use crate::Platform;
use crate::accounts::Who;
use crate::accounts::secrets::new_token;
use crate::audit::{self, Act};
use crate::entities::rules::require_manager;
use crate::entities::{existing, relation};
use crate::platform::error::{Refusal, Result};
use crate::platform::quotas::below;
use crate::platform::time::now;

/// Most links of an organisation that lead somewhere.
const OPEN: usize = 50;

fn absent() -> Refusal {
    Refusal::not_found("Länken finns inte.")
}

fn view(platform: &Platform, link: &InviteLink) -> LinkView {
    // Encrypted with another secret: it can no longer be shown.
    let secret = platform.secrets.open(&link.sealed).and_then(|secret| String::from_utf8(secret).ok());
    let url = secret.map(|secret| letters::page(platform, &link_token(link.link_id, &secret)));
    LinkView::new(link, url, now())
}

/// The entry of the audit log about a link.
fn recorded(platform: &Platform, who: &Who, kind: AuditKind, link: &InviteLink) -> Result<Vec<Write>> {
    let act = Act::of(kind)
        .subject(AuditSubjectKind::InviteLink, link.link_id.0, None)
        .fact("to", link.relation_type)
        .fact("maxUses", link.max_uses);
    audit::writes(platform, link.entity_id, Some(who.user_id), act)
}

/// Makes a link. 403 ROLE_TOO_LOW; 404; 409 QUOTA_REACHED; 422.
pub async fn create(platform: &Platform, who: &Who, id: EntityId, new: NewInviteLink) -> Result<LinkView> {
    existing(platform, id).await?;
    let mine = relation(platform, id, who.user_id).await?;
    require_manager(mine)?;
    rules::by_link(new.relation_type)?;
    rules::may_invite(who.user_id, mine, new.relation_type)?;
    let at = now();
    if new.expires.0 <= at || new.expires.0 > at + rules::LINK_TERM {
        let message = "Länken gäller till en dag inom ett år från nu.";
        return Err(Refusal::field("expires", "RANGE", message));
    }
    let invitations = Invitations::of(&platform.storage);
    let _turn = platform.turns.of(id.0).await;
    let links = invitations.links(id).await?;
    below(links.iter().filter(|link| rules::open_link(link, false, at).is_ok()).count(), OPEN, "länkar")?;
    // Fewer are open, so there is one to forget.
    let over = links.iter().rev().filter(|link| rules::open_link(link, false, at).is_err());
    for old in over.take((links.len() + 1).saturating_sub(MOST_LINKS)) {
        invitations.forget_link(id, old.link_id).await?;
    }
    let (secret, hash) = new_token();
    let link = InviteLink {
        link_id: InviteLinkId(platform.ids.next(at)?),
        version: 1,
        entity_id: id,
        created_by: who.user_id,
        relation_type: new.relation_type,
        hash,
        sealed: platform.secrets.seal(secret.as_bytes())?,
        max_uses: new.max_uses,
        used: 0,
        created: at,
        expires: new.expires.0,
        revoked: false,
    };
    invitations.create_link(&link, recorded(platform, who, AuditKind::InviteLinkMade, &link)?).await?;
    Ok(view(platform, &link))
}

/// The links of an organisation, the newest first, for those who manage it. 403 ROLE_TOO_LOW; 404.
pub async fn list(platform: &Platform, who: &Who, id: EntityId) -> Result<Vec<LinkView>> {
    existing(platform, id).await?;
    require_manager(relation(platform, id, who.user_id).await?)?;
    let links = Invitations::of(&platform.storage).links(id).await?;
    Ok(links.iter().map(|link| view(platform, link)).collect())
}

/// Revokes a link; it leads nobody in any more. 403 ROLE_TOO_LOW; 404.
pub async fn revoke(platform: &Platform, who: &Who, id: InviteLinkId) -> Result<()> {
    let invitations = Invitations::of(&platform.storage);
    for _ in 0..TRIES {
        let link = invitations.link(id).await?.ok_or_else(absent)?;
        managed(platform, who, link.entity_id, absent).await?;
        let then = recorded(platform, who, AuditKind::InviteLinkRevoked, &link)?;
        if link.revoked || invitations.revoke_link(&link, then).await? {
            return Ok(());
        }
    }
    Err(Refusal::busy())
}
