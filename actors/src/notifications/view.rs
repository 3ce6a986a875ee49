//! Notifications on the wire.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::accounts::NotificationType;
use storage::ids::{EntityId, NotificationId, UserId};
use utoipa::ToSchema;

pub use crate::area::InChat;
use crate::platform::time::Moment;

/// One entry of the bell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Notification)]
pub struct NotificationView {
    pub id: NotificationId,
    /// A stable word: MENTION, REPLY, MESSAGE (where one chose `all`), MESSAGE_REJECTED, APPLICATION_RECEIVED,
    /// APPLICATION_APPROVED, APPLICATION_DENIED, INVITATION_RECEIVED, INVITATION_ACCEPTED, OWNERSHIP_OFFERED, CONTACT_REQUEST,
    /// CONTACT_ACCEPTED, NEW_FOLLOWER, FOLLOW_REQUEST, FOLLOW_APPROVED, HOOK_RESTS, HOOK_DISABLED, and those of areas to come.
    #[serde(rename = "type")]
    pub kind: String,
    /// What one chooses about in the settings; absent: of a part of the product that is gone.
    pub notification_type: Option<NotificationType>,
    pub created: Moment,
    pub read: bool,
    pub actor_id: Option<UserId>,
    pub actor_name: Option<String>,
    pub actor_avatar: Option<String>,
    /// A program caused it, no person.
    pub is_bot: bool,
    pub entity_id: Option<EntityId>,
    /// What it says, as a Swedish sentence.
    pub title: String,
    /// The first 120 characters of what it is about as it is now; absent where it may not be read any more.
    pub preview: Option<String>,
    /// Where it leads, on this site; absent: nowhere.
    pub path: Option<String>,
    #[serde(flatten)]
    pub in_chat: InChat,
}

/// Which notifications I have read: some by id, or `all`.
#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
#[serde(default)]
pub struct ReadNotifications {
    #[garde(length(max = 500))]
    #[schema(max_items = 500)]
    pub ids: Vec<NotificationId>,
    #[garde(skip)]
    pub all: bool,
}
