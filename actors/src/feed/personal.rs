//! Events that this area publishes on `/user/queue/notifications`, to all connections of one person.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::live::bus::ToPerson;

/// `/user/queue/notifications`: what concerns one person, on all their connections.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PersonalEvent {
    /// A post has come into my timeline.
    FeedPost { uuid: String },
}

impl ToPerson for PersonalEvent {}
