//! Events that this area publishes on `/user/queue/notifications`, to all connections of one person.

use serde::{Deserialize, Serialize};
use storage::ids::UserId;
use utoipa::ToSchema;

use crate::live::bus::ToPerson;

/// `/user/queue/notifications`: what concerns one person, on all their connections.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PersonalEvent {
    /// Something of my contacts, requests, blocks or follows has changed: fetch anew what of them is shown.
    #[serde(rename_all = "camelCase")]
    ContactsChanged {
        /// Requests that wait for my answer, up to 100.
        count: usize,
        /// The other person, where it concerns one.
        user_id: Option<UserId>,
    },
}

impl ToPerson for PersonalEvent {}
