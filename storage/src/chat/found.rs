//! Messages for search: by id, and a scan over all.

use super::tables::{MESSAGE_LOCATIONS, MESSAGES, THREAD_MESSAGES};
use super::{Chat, Message, rows};
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, MessageId};
use crate::platform::record::Record;
use crate::platform::table::Table;

/// Kind of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// Top-level messages of channels.
    TopLevel,
    /// Replies.
    Replies,
}

impl Kept {
    fn table(self) -> &'static Table {
        match self {
            Self::TopLevel => &MESSAGES,
            Self::Replies => &THREAD_MESSAGES,
        }
    }
}

impl Chat {
    /// Published messages by id, in any order; pending and missing ones are left out, tombstones are not. Two round
    /// trips.
    pub async fn published_among(&self, ids: &[MessageId]) -> Result<Vec<Message>> {
        let places = ids.iter().map(|id| MESSAGE_LOCATIONS.at([(*id).into()])).collect();
        let mut keys = Vec::with_capacity(ids.len());
        for mut row in self.db.get_many(places).await?.into_iter().flatten() {
            let channel_id: ChannelId = row.take("channel_id")?;
            let parent_id: Option<MessageId> = row.take("parent_id")?;
            keys.push(rows::message_key(channel_id, parent_id, row.take("message_id")?));
        }
        let found = self.db.get_many(keys).await?;
        found.into_iter().flatten().map(Message::read).collect()
    }

    /// All published messages after one, in the engine's own order. For rebuilding derived data.
    pub async fn scan(&self, kept: Kept, after: Option<&Message>, limit: usize) -> Result<Vec<Message>> {
        let after = after.map(|message| rows::key_of(message).values);
        let found = self.db.scan(kept.table(), after, limit).await?;
        found.into_iter().map(Message::read).collect()
    }
}
