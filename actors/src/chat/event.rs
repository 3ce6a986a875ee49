//! Chat's live events beside the notification of what happened in a channel ([`super::live_notification`]).

use serde::{Deserialize, Serialize};
use storage::ids::{ChannelId, MessageId, UserId};
use utoipa::ToSchema;

use super::rules::OwnRow;
use crate::live::ended::EndedBy;

/// Which of a channel's readers an event is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Audience {
    Readers,
    /// Moderators and the one person it is about.
    Moderators {
        and: UserId,
    },
}

/// `/topic/workspace/{id}/typing`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Typing {
    pub channel_id: ChannelId,
    pub user_id: UserId,
    pub user_name: String,
    pub is_typing: bool,
    pub timestamp: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_message_id: Option<MessageId>,
}

/// `online` or `offline`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PresenceStatus {
    Online,
    Offline,
}

/// One person's presence in a workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Presence {
    pub user_id: UserId,
    pub status: PresenceStatus,
    pub timestamp: i64,
    /// In the list of who is online: what they say of themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status_text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status_emoji: Option<String>,
}

impl Presence {
    /// A person came online or went offline.
    pub fn new(user_id: UserId, status: PresenceStatus, timestamp: i64) -> Self {
        Self { user_id, status, timestamp, status_text: None, status_emoji: None }
    }
}

/// Somebody says something else of themselves: `{type:"STATUS_CHANGED",userId,text,emoji}`; both `null`: nothing any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusChanged {
    #[serde(rename = "type")]
    pub kind: StatusChangedType,
    pub user_id: UserId,
    pub text: Option<String>,
    pub emoji: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum StatusChangedType {
    #[serde(rename = "STATUS_CHANGED")]
    StatusChanged,
}

/// Many presences at once: `{type:"PRESENCE_BATCH",changes}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PresenceBatch {
    #[serde(rename = "type")]
    pub kind: PresenceBatchType,
    pub changes: Vec<Presence>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum PresenceBatchType {
    #[serde(rename = "PRESENCE_BATCH")]
    PresenceBatch,
}

/// A change of rights; every node applies it to the subscriptions it serves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum RightsChange {
    /// A person's membership row in one channel.
    Row {
        channel_id: ChannelId,
        user_id: UserId,
        row: OwnRow,
        /// Who caused it.
        #[serde(default)]
        by: Option<EndedBy>,
    },
    /// A person's relation to the workspace's organisation.
    Relation {
        user_id: UserId,
        relation: Option<storage::entities::RelationType>,
        /// Who caused it.
        #[serde(default)]
        by: Option<EndedBy>,
    },
}
