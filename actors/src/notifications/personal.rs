//! Events that this area publishes on `/user/queue/notifications`, to all connections of one person.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::view::NotificationView;
use crate::live::bus::ToPerson;

/// `/user/queue/notifications`: what concerns one person, on all their connections.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PersonalEvent {
    Notification {
        notification: Box<NotificationView>,
    },
    /// What is unread has changed: the number that is named.
    Unread {
        /// The bell, up to 100.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        notifications: Option<usize>,
        /// Conversations with something unread that are not muted, up to 100.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        messages: Option<usize>,
    },
}

impl ToPerson for PersonalEvent {}
