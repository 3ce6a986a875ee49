//! Chat: workspaces, channels, messages.

mod records;

use std::collections::HashMap;

pub use records::{
    Append, Appended, Channel, ChannelFacts, ChannelRole, ChannelType, Decision, EventKind, EventRow, Located, Member,
    Message, MessagePage, NotifyLevel, Page, Reaction, Reader, Workspace, WorkspaceFacts,
};

use crate::engine::Db;
use crate::error::Result;
use crate::ids::{ChannelId, EntityId, EventId, MessageId, UserId, WorkspaceId};
use crate::notifications::Notification;

/// The repository of chat.
#[derive(Clone)]
pub struct Chat {
    db: Db,
}

#[allow(clippy::unused_async, unused_variables)]
impl Chat {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }
    pub async fn create_workspace(&self, workspace: &Workspace, general: &Channel) -> Result<()> { todo!() }
    pub async fn workspace(&self, workspace_id: WorkspaceId) -> Result<Option<Workspace>> { todo!() }
    pub async fn workspaces(&self, workspace_ids: &[WorkspaceId]) -> Result<Vec<Workspace>> { todo!() }
    pub async fn workspaces_of(&self, entity_id: EntityId) -> Result<Vec<Workspace>> { todo!() }
    /// False: no such workspace.
    pub async fn rename_workspace(&self, workspace_id: WorkspaceId, name: &str) -> Result<bool> { todo!() }
    pub async fn create_channel(&self, channel: &Channel, first: Option<&Member>) -> Result<bool> { todo!() }
    /// False: the new name is taken.
    pub async fn update_channel(&self, old: &Channel, new: &Channel) -> Result<bool> { todo!() }
    pub async fn channel(&self, channel_id: ChannelId) -> Result<Option<Channel>> { todo!() }
    pub async fn channels(&self, channel_ids: &[ChannelId]) -> Result<Vec<Channel>> { todo!() }
    pub async fn channels_of(&self, workspace_id: WorkspaceId) -> Result<Vec<Channel>> { todo!() }
    pub async fn facts(&self, channel_id: ChannelId, user_id: UserId) -> Result<Option<ChannelFacts>> { todo!() }
    pub async fn facts_of_workspace(&self, workspace_id: WorkspaceId, user_id: UserId) -> Result<Option<WorkspaceFacts>> { todo!() }
    pub async fn member(&self, channel_id: ChannelId, user_id: UserId) -> Result<Option<Member>> { todo!() }
    pub async fn members(&self, channel_id: ChannelId) -> Result<Vec<Member>> { todo!() }
    pub async fn put_member(&self, member: &Member) -> Result<()> { todo!() }
    pub async fn remove_member(&self, channel_id: ChannelId, user_id: UserId) -> Result<bool> { todo!() }
    pub async fn append(&self, append: &Append) -> Result<Appended> { todo!() }
    pub async fn append_pending(&self, append: &Append) -> Result<Appended> { todo!() }
    pub async fn pending(&self, channel_id: ChannelId) -> Result<Vec<Message>> { todo!() }
    #[allow(clippy::too_many_arguments)]
    pub async fn decide_pending(&self, message: &Message, decision: Decision, by: UserId, reason: Option<&str>, event_id: EventId, workspace_id: WorkspaceId, notifications: &[Notification]) -> Result<bool> { todo!() }
    pub async fn edit_pending(&self, message: &Message) -> Result<bool> { todo!() }
    pub async fn locate(&self, message_id: MessageId) -> Result<Option<Located>> { todo!() }
    pub async fn page(&self, channel_id: ChannelId, page: Page, limit: usize) -> Result<MessagePage> { todo!() }
    /// Replies in ascending id, and whether there are more.
    pub async fn thread(&self, parent_id: MessageId, after: Option<MessageId>, limit: usize) -> Result<(Vec<Message>, bool)> { todo!() }
    /// For each parent with replies: how many are not deleted, and when the last of those was written.
    pub async fn thread_summaries(&self, parent_ids: &[MessageId]) -> Result<HashMap<MessageId, (u32, i64)>> { todo!() }
    pub async fn edit(&self, message: &Message, event_id: EventId) -> Result<bool> { todo!() }
    pub async fn remove(&self, message: &Message, by: UserId, event_id: EventId, tombstone: &str) -> Result<bool> { todo!() }
    pub async fn react(&self, reaction: &Reaction, add: bool, event_id: EventId) -> Result<bool> { todo!() }
    pub async fn reactions(&self, channel_id: ChannelId, message_ids: &[MessageId]) -> Result<HashMap<MessageId, Vec<Reaction>>> { todo!() }
    pub async fn reader(&self, user_id: UserId, workspace_id: WorkspaceId, channel_id: ChannelId) -> Result<Option<Reader>> { todo!() }
    pub async fn readers(&self, user_id: UserId, workspace_id: WorkspaceId) -> Result<Vec<Reader>> { todo!() }
    pub async fn mark_read(&self, user_id: UserId, workspace_id: WorkspaceId, channel_id: ChannelId, message_id: MessageId, at: i64) -> Result<Option<MessageId>> { todo!() }
    /// Writes `notify_level` and `muted`; how far the person has read stays as it is.
    pub async fn set_reader(&self, reader: &Reader) -> Result<()> { todo!() }
    pub async fn heads(&self, workspace_id: WorkspaceId) -> Result<HashMap<ChannelId, MessageId>> { todo!() }
    pub async fn mention_counts(&self, user_id: UserId, workspace_id: WorkspaceId) -> Result<HashMap<ChannelId, Vec<MessageId>>> { todo!() }
    pub async fn events(&self, channel_id: ChannelId, after: EventId, limit: usize) -> Result<Vec<EventRow>> { todo!() }
    pub async fn newest_event(&self, channel_id: ChannelId) -> Result<Option<EventId>> { todo!() }
}
