//! The message index: which messages in the channels of a reader contain given words.
//!
//! Derived from the store. It holds no text, only each message's words: as written and stemmed (Swedish), without case
//! and diacritics. Searches answer ids; the messages are read from the store, so that deleted ones do not appear.

use std::collections::HashSet;
use std::path::Path;

use super::index::Index;
use super::own;
use super::shared::{self, Server};
pub use super::words::Asked;
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, MessageId, UserId};
use crate::platform::text_enum::text_enum;

/// Raised when an index of this version is unusable for an older program, or the reverse.
pub(super) const VERSION: u32 = 3;

text_enum! {
    /// What a message can be found by beside its words.
    Has {
        /// A picture.
        Image = "IMAGE",
        /// A file of any kind but a picture.
        File = "FILE",
        /// An address in its text.
        Link = "LINK",
    }
}

/// A message to be indexed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The message; a later entry of the same message replaces it.
    pub message_id: MessageId,
    pub channel_id: ChannelId,
    /// The author.
    pub user_id: UserId,
    /// The text with its words.
    pub text: String,
    /// Other searchable properties.
    pub has: HashSet<Has>,
}

/// A search for messages, newest first.
#[derive(Debug, Clone, Default)]
pub struct Question {
    /// The search text: the message contains every word of it, inflected or as a prefix. Without words, `has` alone
    /// decides.
    pub text: String,
    /// Only messages with this.
    pub has: Option<Has>,
    /// Only in these channels.
    pub channels: Vec<ChannelId>,
    /// Only of this author.
    pub from: Option<UserId>,
    /// Only older than this message.
    pub before: Option<MessageId>,
    /// Most results.
    pub limit: usize,
}

/// The index, on either engine. Cheap to clone.
#[derive(Clone)]
pub enum MessageIndex {
    /// This node's own index.
    Own(own::messages::Messages),
    /// An index shared by all nodes.
    Shared(shared::messages::Messages),
}

impl MessageIndex {
    /// Opens the index in a folder; creates an empty one if there is none of this version or it is unreadable. Blocks
    /// while the disk works. [`crate::Error::Busy`]: another process has it open.
    pub fn open(folder: &Path) -> Result<Self> {
        Ok(Self::Own(own::messages::Messages::open(folder)?))
    }

    /// The index on a server; does not connect yet.
    pub fn on(server: &Server) -> Self {
        Self::Shared(shared::messages::Messages::on(server))
    }

    /// The index operations that are independent of contents.
    pub fn index(&self) -> Index {
        match self {
            Self::Own(own) => Index::Own(own.opened.clone()),
            Self::Shared(shared) => Index::Shared(shared.index.clone()),
        }
    }

    /// Adds messages, replacing those with the same ids; searchable within a second, under load within two. `generation`
    /// separates the messages of one rebuild from older ones. [`crate::Error::Busy`]: the queue is full.
    pub async fn put(&self, said: &[Said], generation: u64) -> Result<()> {
        match self {
            Self::Own(own) => own.put(said, generation),
            Self::Shared(shared) => shared.put(said, generation).await,
        }
    }

    /// Removes messages from the index.
    pub async fn remove(&self, messages: &[MessageId]) -> Result<()> {
        match self {
            Self::Own(own) => own.remove(messages),
            Self::Shared(shared) => shared.remove(messages).await,
        }
    }

    /// Messages that match, newest first.
    pub async fn find(&self, question: Question) -> Result<Vec<MessageId>> {
        match self {
            Self::Own(own) => own.find(question).await,
            Self::Shared(shared) => shared.find(&question).await,
        }
    }
}
