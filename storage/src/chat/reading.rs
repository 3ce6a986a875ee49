//! How far people have read, and what calls them.

use std::collections::HashMap;

use super::rows;
use super::tables::{CHANNEL_HEADS, CHANNEL_MENTIONS, MANY, MENTIONS, READERS};
use super::{Chat, Reader};
use crate::error::Result;
use crate::ids::{ChannelId, MessageId, UserId, WorkspaceId};

impl Chat {
    /// How far a person has read a channel, and what the person wants to be told. None: never read, nothing chosen.
    pub async fn reader(
        &self,
        user_id: UserId,
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
    ) -> Result<Option<Reader>> {
        let key = READERS.at([user_id.into(), workspace_id.into(), channel_id.into()]);
        self.db.get(key).await?.map(rows::reader).transpose()
    }

    /// The same for all channels of a workspace.
    pub async fn readers(&self, user_id: UserId, workspace_id: WorkspaceId) -> Result<Vec<Reader>> {
        let span = READERS.span([user_id.into(), workspace_id.into()]);
        self.db.range(span.ascending(MANY)).await?.into_iter().map(rows::reader).collect()
    }

    /// A person has read a channel up to a message, at a moment. Never moves back; the mentions up to it are read.
    /// Answers the mark now in force.
    pub async fn mark_read(
        &self,
        user_id: UserId,
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        message_id: MessageId,
        at: i64,
    ) -> Result<Option<MessageId>> {
        let before =
            self.reader(user_id, workspace_id, channel_id).await?.and_then(|reader| reader.last_read);
        if before.is_some_and(|last| last >= message_id) {
            return Ok(before);
        }
        let mark = rows::read_mark(user_id, workspace_id, channel_id, message_id, at);
        let read = MENTIONS
            .span([user_id.into(), workspace_id.into()])
            .prefix([channel_id.into()])
            .up_to(message_id)
            .delete();
        self.db.write(vec![mark, read]).await?;
        Ok(self.reader(user_id, workspace_id, channel_id).await?.and_then(|reader| reader.last_read))
    }

    /// Writes `notify_level` and `muted`; how far the person has read stays as it is.
    pub async fn set_reader(&self, reader: &Reader) -> Result<()> {
        let key = READERS.at([reader.user_id.into(), reader.workspace_id.into(), reader.channel_id.into()]);
        let set = [("notify_level", reader.notify_level.into()), ("muted", reader.muted.into())];
        self.db.write(vec![key.update(set)]).await
    }

    /// The newest top-level message of each channel that has any.
    pub async fn heads(&self, workspace_id: WorkspaceId) -> Result<HashMap<ChannelId, MessageId>> {
        let found = self.db.range(CHANNEL_HEADS.span([workspace_id.into()]).ascending(MANY)).await?;
        found.into_iter().map(|mut row| Ok((row.take("channel_id")?, row.take("message_id")?))).collect()
    }

    /// The messages that call a person and are not read: by name, or everybody in the channel. In ascending id; channels
    /// without are left out. Channels the person may not read are the caller's to leave out.
    pub async fn mention_counts(
        &self,
        user_id: UserId,
        workspace_id: WorkspaceId,
    ) -> Result<HashMap<ChannelId, Vec<MessageId>>> {
        let found = self
            .db
            .range_many(vec![
                READERS.span([user_id.into(), workspace_id.into()]).ascending(MANY),
                MENTIONS.span([user_id.into(), workspace_id.into()]).ascending(MANY),
                CHANNEL_MENTIONS.span([workspace_id.into()]).ascending(MANY),
            ])
            .await?;
        let mut found = found.into_iter();
        let mut read: HashMap<ChannelId, MessageId> = HashMap::new();
        for row in found.next().unwrap_or_default() {
            let reader = rows::reader(row)?;
            read.extend(reader.last_read.map(|last| (reader.channel_id, last)));
        }
        let mut unread: HashMap<ChannelId, Vec<MessageId>> = HashMap::new();
        for mut row in found.flatten() {
            let (channel_id, message_id): (ChannelId, MessageId) =
                (row.take("channel_id")?, row.take("message_id")?);
            let sender: UserId = if std::ptr::eq(row.table(), &raw const MENTIONS) {
                row.take("sender_id")?
            } else {
                row.take("user_id")?
            };
            if sender != user_id && read.get(&channel_id).is_none_or(|last| message_id > *last) {
                unread.entry(channel_id).or_default().push(message_id);
            }
        }
        for messages in unread.values_mut() {
            messages.sort_unstable();
            messages.dedup();
        }
        Ok(unread)
    }
}
