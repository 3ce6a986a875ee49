//! The organisations area's part of erasure and data export.

use serde_json::{Value, json};
use storage::accounts::User;
use storage::audit::AuditKind;
use storage::entities::{Relation, RelationType};
use storage::ids::{EntityId, UserId};

use super::following::Following;
use super::invitations::withdraw_invitation;
use super::{invitations, memberships};
use crate::Platform;
use crate::accounts::Who;
use crate::area::{File, RelationChange, Way, file};
use crate::audit::{self, Act};
use crate::platform::error::Result;
use crate::platform::time::{Moment, now};

/// People read to find an organisation's heir.
const HEIRS: usize = 5_000;

/// Ends every relation, application and invitation. May be repeated.
pub(super) async fn erase(platform: &Platform, user: &User) -> Result<()> {
    let entities = &platform.storage.entities;
    for relation in entities.relations_of(user.user_id).await? {
        leave(platform, &relation).await?;
    }
    entities.forget_applications(user.user_id).await?;
    Ok(entities.forget_invitations(user.user_id).await?)
}

/// Ends a relation and the person's memberships in the organisation's channels.
async fn leave(platform: &Platform, relation: &Relation) -> Result<()> {
    let (entity_id, user_id) = (relation.entity_id, relation.user_id);
    let mut current = relation.relation_type;
    if current == RelationType::Owner {
        let Some(heir) = heir(platform, entity_id, user_id).await? else {
            // Nobody else belongs to it: it keeps an owner without a name.
            return Ok(());
        };
        let mut follows = Following::of(
            platform,
            RelationChange {
                entity_id,
                user_id: heir,
                was: None,
                relation: Some(RelationType::Owner),
                by: None,
                way: Way::Transfer,
            },
        )
        .await?;
        let act = Act::of(AuditKind::OwnershipTransferred).person(heir);
        let recorded = audit::writes(platform, entity_id, None, act)?;
        if platform.storage.entities.transfer_with(entity_id, user_id, heir, now(), recorded).await? {
            follows.announce(platform, None);
        }
        current = RelationType::Administrator;
    }
    for invitation in platform.storage.entities.invitations(entity_id).await? {
        if invitation.invited_by == user_id {
            // Without its inviter the invitation is void: its notification goes as well.
            withdraw_invitation(platform, entity_id, invitation.user_id, None).await?;
        }
    }
    for workspace in platform.storage.chat.workspaces_of(entity_id).await? {
        platform.storage.chat.forget_person(user_id, workspace.workspace_id).await?;
    }
    // The other areas have erased their data already: only open subscriptions remain to be ended.
    let ended = RelationChange {
        entity_id,
        user_id,
        was: Some(current),
        relation: None,
        by: None,
        way: Way::Erasure,
    };
    let mut follows = Following::of(platform, ended).await?;
    platform.storage.entities.remove_relation(entity_id, user_id, current, Vec::new()).await?;
    follows.announce(platform, None);
    Ok(())
}

/// The heir of an organisation: its administrator, otherwise the one who has belonged to it longest.
async fn heir(platform: &Platform, entity_id: EntityId, owner: UserId) -> Result<Option<UserId>> {
    let relations = platform.storage.entities.relations(entity_id, None, HEIRS).await?;
    let others = relations.into_iter().filter(|r| r.user_id != owner && r.relation_type.belongs());
    let best = others.min_by_key(|r| (r.relation_type != RelationType::Administrator, r.since, r.user_id));
    Ok(best.map(|relation| relation.user_id))
}

/// The person's relations, applications and invitations.
pub(super) async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    Ok(vec![
        file("organisations.json", memberships(platform, who).await?)?,
        file("applications.json", applications(platform, who).await?)?,
        file("invitations.json", invitations(platform, who).await?)?,
        file("sent-organisation-invitations.json", sent(platform, who.user_id).await?)?,
    ])
}

/// Unanswered invitations that the person has sent for their organisations.
async fn sent(platform: &Platform, me: UserId) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for relation in
        platform.storage.entities.relations_of(me).await?.iter().filter(|one| one.relation_type.belongs())
    {
        let standing = platform.storage.entities.invitations(relation.entity_id).await?;
        all.extend(standing.iter().filter(|one| one.invited_by == me).map(|one| {
            json!({
                "idEntity": one.entity_id, "userId": one.user_id, "txRelationType": one.relation_type,
                "created": Moment(one.created), "expires": Moment(one.expires),
            })
        }));
    }
    Ok(all)
}

async fn applications(platform: &Platform, who: &Who) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for entity_id in platform.storage.entities.applied_to(who.user_id).await? {
        if let Some(one) = platform.storage.entities.application(entity_id, who.user_id).await? {
            all.push(json!({
                "idEntity": entity_id, "state": one.state, "message": one.message, "created": Moment(one.created),
                "decided": one.decided.map(Moment),
            }));
        }
    }
    Ok(all)
}
