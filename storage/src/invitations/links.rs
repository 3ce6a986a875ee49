//! Links by which many can come in.

use super::records::ListedLink;
use super::{InvitationTrace, SLICE};
use super::{Invitations, InviteLink, InviteLinkId, InviteLinkUse, KEPT_AFTER, TraceKind};
use crate::platform::clock::{self, ttl_until};
use crate::platform::engine::Write;
use crate::platform::error::Result;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::Stored;

/// Most links of an organisation that are read.
pub const MOST_LINKS: usize = 100;

impl InviteLink {
    fn traced(&self, user_id: UserId, kind: TraceKind) -> Write {
        let (id, entity_id) = (self.link_id.0, self.entity_id);
        let row = InvitationTrace { user_id, id, kind, entity_id, address: None }.row();
        row.insert_for(ttl_until(self.expires + KEPT_AFTER, clock::now()))
    }
}

impl Invitations {
    /// Stores a new link, together with the writes `then`.
    pub async fn create_link(&self, link: &InviteLink, mut then: Vec<Write>) -> Result<()> {
        let InviteLink { link_id, entity_id, expires, .. } = *link;
        let listed = ListedLink { entity_id, link_id, expires };
        let trace = link.traced(link.created_by, TraceKind::Link);
        then.extend([link.insert(), listed.insert(), trace]);
        self.db.write(then).await
    }

    /// A link as it stands for a decision; none: there is none.
    pub async fn link(&self, id: InviteLinkId) -> Result<Option<InviteLink>> {
        self.db.find_settled(InviteLink::at(id)).await
    }

    /// The links of an organisation, newest first. Those that ended long ago are removed on the way.
    pub async fn links(&self, entity_id: EntityId) -> Result<Vec<InviteLink>> {
        let listed: Vec<ListedLink> =
            self.db.list(ListedLink::of(entity_id).descending(2 * MOST_LINKS)).await?;
        let long_ago = clock::now() - KEPT_AFTER;
        let (old, kept): (Vec<ListedLink>, Vec<ListedLink>) =
            listed.into_iter().partition(|one| one.expires < long_ago);
        for one in old {
            self.forget_link(entity_id, one.link_id).await?;
        }
        self.db.find_all(kept.iter().map(|one| InviteLink::at(one.link_id)).collect()).await
    }

    /// Revokes a link if it has the version of `old`, together with the writes `then`; answers whether it had.
    pub async fn revoke_link(&self, old: &InviteLink, then: Vec<Write>) -> Result<bool> {
        let new = InviteLink { revoked: true, version: old.version + 1, ..old.clone() };
        self.db.decide(old.change_version_to(&new), then).await
    }

    /// Whether somebody has come in by a link before.
    pub async fn has_used(&self, id: InviteLinkId, user_id: UserId) -> Result<bool> {
        let found: Option<InviteLinkUse> = self.db.find(InviteLinkUse::at(id, user_id)).await?;
        Ok(found.is_some())
    }

    /// Counts somebody who comes in by a link, if the link has the version of `old`; answers whether it had.
    pub async fn use_link(&self, old: &InviteLink, user_id: UserId) -> Result<bool> {
        let new = InviteLink { used: old.used + 1, version: old.version + 1, ..old.clone() };
        let use_ = InviteLinkUse { link_id: old.link_id, user_id, since: clock::now() };
        let then = vec![use_.insert(), old.traced(user_id, TraceKind::Used)];
        self.db.decide(old.change_version_to(&new), then).await
    }

    /// Removes a link with its uses. May be repeated.
    pub async fn forget_link(&self, entity_id: EntityId, id: InviteLinkId) -> Result<()> {
        loop {
            let some: Vec<InviteLinkUse> = self.db.list(InviteLinkUse::of(id).ascending(SLICE)).await?;
            let gone = some.iter().flat_map(|one| {
                let trace = InvitationTrace::at(one.user_id, id.0, TraceKind::Used);
                [one.key().delete(), trace.delete()]
            });
            self.db.write(gone.collect()).await?;
            if some.len() < SLICE {
                break;
            }
        }
        self.db.write(vec![InviteLink::at(id).delete(), ListedLink::at(entity_id, id).delete()]).await
    }
}
