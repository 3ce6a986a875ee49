//! What an import has made already, and the way history comes in.

use crate::chat::{Chat, Message, Reaction};
use crate::engine::Db;
use crate::error::Result;
use crate::ids::{EntityId, MessageId, WorkspaceId};

/// What an external id became here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportRef {
    /// The id in the other system.
    pub external_id: String,
    /// A word: `user`, `channel`, `message` …
    pub kind: String,
    /// The id here.
    pub id: i64,
}

/// A message of the past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryItem {
    /// The message, with an id of `Ids::at`.
    pub message: Message,
    /// The channel's workspace.
    pub workspace_id: WorkspaceId,
    /// Its reactions.
    pub reactions: Vec<Reaction>,
}

/// The repository of imports.
#[derive(Clone)]
pub struct Imports {
    db: Db,
    chat: Chat,
}

#[allow(clippy::unused_async, unused_variables)]
impl Imports {
    pub(crate) fn new(db: Db, chat: Chat) -> Self {
        Self { db, chat }
    }
    /// In the order asked; none where nothing is known.
    pub async fn refs(&self, entity_id: EntityId, source: &str, external_ids: &[String]) -> Result<Vec<Option<ImportRef>>> { todo!() }
    pub async fn put_refs(&self, entity_id: EntityId, source: &str, refs: &[ImportRef]) -> Result<()> { todo!() }
    /// Answers the ids that were refused because another message has them: try again with another salt.
    /// An item that is there already (same channel, author and client_message_id) is written again and counts as stored.
    pub async fn append_history(&self, items: &[HistoryItem]) -> Result<Vec<MessageId>> { todo!() }
}
