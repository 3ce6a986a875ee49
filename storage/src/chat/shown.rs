//! Changes of how a message is displayed without an edit by its author.

use super::rows;
use super::tables::PENDING_MESSAGES;
use super::{Chat, Message};
use crate::files::Attachment;
use crate::platform::changes;
use crate::platform::engine::Guard;
use crate::platform::error::Result;
use crate::platform::value::Cell as _;

impl Chat {
    /// Writes a message's rendered text if its text is unchanged; `pending`: it waits for approval. False: the text was
    /// changed meanwhile, or is gone.
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

    /// Renames a message's files in the message if they are unchanged, and records the change so that search indexes it
    /// again. False: they were changed meanwhile, or are gone.
    pub async fn show_files_as(&self, message: &Message, files: &Vec<Attachment>) -> Result<bool> {
        let set = vec![("attachments", files.to_value())];
        let conditions = vec![("attachments", message.attachments.to_value().into())];
        let guard = Guard::UpdateIf { key: rows::key_of(message), set, conditions, ttl: None };
        self.db.decide(guard, vec![changes::message(message.message_id)]).await
    }
}
