//! A person's part of the data export, and their erasure.

use serde::Serialize;
use storage::accounts::User;
use storage::entities::RelationType;
use storage::ids::EntityId;
use storage::invitations::{
    InvitationBatchId, InvitationState, InvitationTrace, Invitations, InviteLinkId, TraceKind,
};
use storage::time::Moment;

use super::rules;
use crate::Platform;
use crate::accounts::Who;
use crate::area::{File, file};
use crate::platform::error::Result;
use crate::platform::time::now;

/// Most things in an export.
const MOST: usize = 10_000;
/// Invitations that are read at once.
const SLICE: usize = 500;

/// What somebody has invited, accepted or used.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Exported {
    what: TraceKind,
    id: i64,
    id_entity: EntityId,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    relation_type: Option<RelationType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<InvitationState>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    created: Option<Moment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires: Option<Moment>,
}

/// A person's part of the data export.
pub(super) async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let invitations = Invitations::of(&platform.storage);
    let traces = invitations.traces(who.user_id, MOST).await?;
    let mut all = Vec::with_capacity(traces.len());
    for some in traces.chunks(SLICE) {
        let at: Vec<(EntityId, &str)> =
            some.iter().filter_map(|one| Some((one.entity_id, one.address.as_deref()?))).collect();
        let found = invitations.invitations(&at).await?;
        for trace in some {
            let mut one = bare(trace);
            match trace.kind {
                TraceKind::Invited | TraceKind::Accepted => {
                    let stands = found.iter().find(|found| found.invitation_id.0 == trace.id);
                    if let Some(stands) = stands {
                        one.relation_type = Some(stands.relation_type);
                        one.state = Some(rules::state(stands, now()));
                        one.message.clone_from(&stands.message);
                        one.created = Some(Moment(stands.created));
                        one.expires = Some(Moment(stands.expires));
                    }
                }
                TraceKind::Link | TraceKind::Used => {
                    if let Some(link) = invitations.link(InviteLinkId(trace.id)).await? {
                        one.relation_type = Some(link.relation_type);
                        one.created = Some(Moment(link.created));
                        one.expires = Some(Moment(link.expires));
                    }
                }
                TraceKind::Batch => {
                    if let Some(batch) = invitations.batch(InvitationBatchId(trace.id)).await? {
                        one.message.clone_from(&batch.message);
                        one.created = Some(Moment(batch.created));
                    }
                }
            }
            all.push(one);
        }
    }
    Ok(vec![file("invitations-sent.json", all)?])
}

fn bare(trace: &InvitationTrace) -> Exported {
    Exported {
        what: trace.kind,
        id: trace.id,
        id_entity: trace.entity_id,
        email: trace.address.clone(),
        relation_type: None,
        state: None,
        message: None,
        created: None,
        expires: None,
    }
}

/// Erases a person: what they invited, accepted or used, and what their address was invited to.
pub(super) async fn erase(platform: &Platform, user: &User) -> Result<()> {
    let invitations = Invitations::of(&platform.storage);
    Ok(invitations.erase(user.user_id, user.email.as_deref()).await?)
}
