//! The bell: what a person should see when they come back.

use crate::engine::Db;
use crate::error::Result;
use crate::ids::{ChannelId, EntityId, MessageId, NotificationId, UserId, WorkspaceId};

/// An entry of a person's bell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// Whose bell.
    pub user_id: UserId,
    /// Which entry; newer ones are larger.
    pub notification_id: NotificationId,
    /// A stable word, such as `MENTION`.
    pub kind: String,
    /// Who caused it.
    pub actor_id: Option<UserId>,
    /// The organisation it is about.
    pub entity_id: Option<EntityId>,
    /// The workspace it is about.
    pub workspace_id: Option<WorkspaceId>,
    /// The channel it is about.
    pub channel_id: Option<ChannelId>,
    /// The message it is about.
    pub message_id: Option<MessageId>,
    /// The thread of that message.
    pub parent_id: Option<MessageId>,
    /// Whether the person has seen it.
    pub read: bool,
    /// Epoch milliseconds.
    pub created: i64,
}

/// The repository of bells.
#[derive(Clone)]
pub struct Notifications {
    db: Db,
}

#[allow(clippy::unused_async, unused_variables)]
impl Notifications {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }
    pub async fn add(&self, notifications: &[Notification]) -> Result<()> { todo!() }
    pub async fn list(&self, user_id: UserId, before: Option<NotificationId>, limit: usize) -> Result<Vec<Notification>> { todo!() }
    pub async fn unread(&self, user_id: UserId, cap: usize) -> Result<usize> { todo!() }
    pub async fn mark_read(&self, user_id: UserId, notification_ids: &[NotificationId]) -> Result<()> { todo!() }
    pub async fn mark_all_read(&self, user_id: UserId) -> Result<()> { todo!() }
}
