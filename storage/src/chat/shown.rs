//! What a message is shown as, where that changes without anybody having edited it.

use super::rows;
use super::tables::PENDING_MESSAGES;
use super::{Chat, Message};
use crate::files::Attachment;
use crate::platform::changes;
use crate::platform::engine::Guard;
use crate::platform::error::Result;
use crate::platform::value::Cell as _;

impl Chat {
    /// Writes what a message is shown as while its text is still the one that was read; `pending`: it waits for a moderator.
    /// False: it is another text by now, or gone.
    pub async fn show_as(&self, message: &Message, formatted: &str, pending: bool) -> Result<bool> {
        let key = if pending {
            PENDING_MESSAGES.at([message.channel_id.into(), message.message_id.into()])
        } else {
            rows::key_of(message)
        };
        let set = vec![("formatted", formatted.into())];
        let conditions = vec![("content", (&message.content).into())];
        let guard = Guard::UpdateIf { key, set, conditions, ttl: None };
        self.db.decide(guard, Vec::new()).await
    }

    /// Shows a message's files under other names, while they are those that were read; whoever keeps an index of what is said
    /// reads it again. False: they are others by now, or gone.
    pub async fn show_files_as(&self, message: &Message, files: &Vec<Attachment>) -> Result<bool> {
        let set = vec![("attachments", files.to_value())];
        let conditions = vec![("attachments", message.attachments.to_value().into())];
        let guard = Guard::UpdateIf { key: rows::key_of(message), set, conditions, ttl: None };
        self.db.decide(guard, vec![changes::message(message.message_id)]).await
    }
}
