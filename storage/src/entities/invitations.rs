//! Invitations: at most one pending per person and organisation. They expire in the store, and are checked against
//! their own `expires` as well.

use super::tables::USER_INVITATIONS;
use super::{Entities, Invitation};
use crate::platform::clock::{self, ttl_until};
use crate::platform::engine::{Guard, Write};
use crate::platform::error::Result;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::{Record, Stored};

/// Most invitations read of one organisation, or to one person.
const READ: usize = 5_000;

impl Entities {
    /// A person's pending invitation.
    pub async fn invitation(&self, entity_id: EntityId, user_id: UserId) -> Result<Option<Invitation>> {
        let found: Option<Invitation> = self.db.find(Invitation::at(entity_id, user_id)).await?;
        Ok(found.filter(|one| one.expires > clock::now()))
    }

    /// The pending invitations of an organisation, by ascending person.
    pub async fn invitations(&self, entity_id: EntityId) -> Result<Vec<Invitation>> {
        let mut found: Vec<Invitation> = self.db.list(Invitation::of(entity_id).ascending(READ)).await?;
        found.retain(|one| one.expires > clock::now());
        Ok(found)
    }

    /// The pending invitations to a person, by ascending organisation.
    pub async fn invitations_to(&self, user_id: UserId) -> Result<Vec<Invitation>> {
        let rows = self.db.range(USER_INVITATIONS.span([user_id.into()]).ascending(READ)).await?;
        let mut keys = Vec::with_capacity(rows.len());
        for mut row in rows {
            let entity_id: EntityId = row.take("entity_id")?;
            keys.push(Invitation::at(entity_id, user_id));
        }
        let mut found: Vec<Invitation> = self.db.find_all(keys).await?;
        found.retain(|one| one.expires > clock::now());
        Ok(found)
    }

    /// Stores an invitation, replacing a pending one. True: none was pending, so the person is to be notified.
    pub async fn invite(&self, invitation: &Invitation) -> Result<bool> {
        self.invite_with(invitation, Vec::new()).await
    }

    /// The same, together with the writes `then`.
    pub async fn invite_with(&self, invitation: &Invitation, then: Vec<Write>) -> Result<bool> {
        let ttl = ttl_until(invitation.expires, clock::now());
        let listed = USER_INVITATIONS.row([
            ("user_id", invitation.user_id.into()),
            ("entity_id", invitation.entity_id.into()),
            ("since", invitation.created.into()),
        ]);
        // The person's own list first: an orphaned entry is harmless, a missing one is not.
        self.db.write(vec![listed.insert_for(ttl)]).await?;
        let row = invitation.row();
        let Some(current) = self.db.write_if(vec![row.if_absent_for(ttl)], then.clone()).await?.refused_by()
        else {
            return Ok(true);
        };
        let stood = current.map(Invitation::read).transpose()?;
        let guard = Guard::UpdateIf {
            key: Invitation::at(invitation.entity_id, invitation.user_id),
            set: vec![
                ("relation_type", invitation.relation_type.into()),
                ("invited_by", invitation.invited_by.into()),
                ("created", invitation.created.into()),
                ("expires", invitation.expires.into()),
            ],
            conditions: Vec::new(),
            ttl: Some(ttl),
        };
        self.db.write_if(vec![guard], then).await?;
        Ok(stood.is_none_or(|one| one.expires <= clock::now()))
    }

    /// Deletes an invitation as read before: answered or withdrawn. False: it was changed or deleted meanwhile; of
    /// concurrent callers one gets true.
    pub async fn take_invitation(&self, invitation: &Invitation) -> Result<bool> {
        self.take_invitation_with(invitation, Vec::new()).await
    }

    /// The same, together with the writes `then`.
    pub async fn take_invitation_with(&self, invitation: &Invitation, mut then: Vec<Write>) -> Result<bool> {
        let guard = Invitation::at(invitation.entity_id, invitation.user_id).delete_if([
            ("relation_type", invitation.relation_type.into()),
            ("invited_by", invitation.invited_by.into()),
            ("created", invitation.created.into()),
        ]);
        let listed = USER_INVITATIONS.at([invitation.user_id.into(), invitation.entity_id.into()]);
        then.push(listed.delete());
        self.db.decide(guard, then).await
    }

    /// Deletes all invitations to a person.
    pub async fn forget_invitations(&self, user_id: UserId) -> Result<()> {
        for invitation in self.invitations_to(user_id).await? {
            self.take_invitation(&invitation).await?;
        }
        self.db.write(vec![USER_INVITATIONS.span([user_id.into()]).delete()]).await
    }
}
