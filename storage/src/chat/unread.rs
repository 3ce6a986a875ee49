//! Marking a channel unread from a message on, until it is read again.
//!
//! The read mark only grows and stays. Beside it is stored from which message on it is void, with a time. That holds
//! until the person reads later than that time, so that reading and posting need not know of it.

use super::rows;
use super::{Chat, Page, Reader};
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, EventId, MessageId, UserId, WorkspaceId};

/// Most messages that are searched for mentions to restore.
const CALLS_AGAIN: usize = 500;

impl Reader {
    /// The message from which on the channel is marked unread; none: it is not.
    pub fn unread_from(&self) -> Option<MessageId> {
        self.unread_from.filter(|_| self.unread_at > self.last_read_at)
    }

    /// The effective read mark.
    pub fn mark(&self) -> Option<MessageId> {
        let before = self.unread_from().map(|from| MessageId(from.0 - 1));
        before.map_or(self.last_read, |before| self.last_read.min(Some(before)))
    }
}

impl Chat {
    /// Marks a channel unread from a message on, at a time (epoch milliseconds). Mentions there count again.
    pub async fn mark_unread(
        &self,
        user_id: UserId,
        workspace_id: WorkspaceId,
        channel_id: ChannelId,
        from: MessageId,
        at: i64,
    ) -> Result<()> {
        let read_at = self.reader(user_id, workspace_id, channel_id).await?.map_or(0, |one| one.last_read_at);
        let set = [("unread_from", from.into()), ("unread_at", at.max(read_at + 1).into())];
        let mut writes = vec![Reader::at(user_id, workspace_id, channel_id).update(set)];
        let before = MessageId(from.0 - 1);
        let page = self.page(channel_id, Page::After(before), CALLS_AGAIN).await?;
        let calls = page.messages.iter().filter(|message| message.mentions.contains(&user_id));
        let calls: Vec<_> = calls.filter(|message| !message.deleted && message.user_id != user_id).collect();
        let keys = calls.iter().map(|message| rows::mention_key(message, workspace_id, user_id)).collect();
        for (message, kept) in calls.into_iter().zip(self.db.get_many(keys).await?) {
            // A stored mention is unread already, or was added later.
            if kept.is_none() {
                writes.push(rows::mention_row(message, workspace_id, user_id, EventId(message.message_id.0)));
            }
        }
        self.db.write(writes).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::NotifyLevel;

    #[test]
    fn marked_unread_lasts_until_the_next_reading() {
        let reader = |last_read: Option<i64>, last_read_at, unread_from: Option<i64>, unread_at| Reader {
            user_id: UserId(1),
            workspace_id: WorkspaceId(2),
            channel_id: ChannelId(3),
            last_read: last_read.map(MessageId),
            last_read_at,
            notify_level: NotifyLevel::Default,
            muted: false,
            unread_from: unread_from.map(MessageId),
            unread_at,
        };
        for (reader, from, mark) in [
            (reader(Some(50), 10, None, 0), None, Some(50)),
            (reader(Some(50), 10, Some(30), 20), Some(30), Some(29)),
            (reader(Some(50), 20, Some(30), 20), None, Some(50)),
            (reader(Some(20), 10, Some(30), 20), Some(30), Some(20)),
            (reader(None, 0, Some(30), 20), Some(30), None),
        ] {
            assert_eq!((reader.unread_from(), reader.mark()), (from.map(MessageId), mark.map(MessageId)));
        }
    }
}
