//! Events that this area publishes on `/user/queue/notifications`, to all connections of one person.

use serde::{Deserialize, Serialize};
use storage::ids::{EntityId, UserId};
use utoipa::ToSchema;

use crate::live::bus::{Personal, ToPerson};

/// `/user/queue/notifications`: what concerns one person, on all their connections.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PersonalEvent {
    /// A relation to an organisation began, changed or ended: fetch workspaces and memberships anew.
    #[serde(rename_all = "camelCase")]
    MembershipChanged { entity_id: EntityId },
    /// What is reported or waits where I moderate has changed: fetch anew what of it is shown.
    #[serde(rename_all = "camelCase")]
    ModerationChanged { entity_id: EntityId },
}

impl ToPerson for PersonalEvent {
    /// After a change of memberships each of the person's connections reads them again.
    fn to(&self, user_id: UserId) -> Personal {
        let settle = matches!(self, Self::MembershipChanged { .. });
        Personal { settle, ..Personal::of(user_id, self) }
    }
}
