//! The index of what was said: which messages hold words that somebody looks for, in the channels that they may read.
//!
//! Derived from the store. It holds no text, only which words a message has: as they are written and as Swedish inflects
//! them, without case and diacritics. So it answers ids, and whoever shows a message reads it from the store, where what was
//! taken back is gone.

use std::collections::HashSet;
use std::path::Path;

use super::index::Index;
use super::own;
use super::shared::{self, Server};
pub use super::words::Asked;
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, MessageId, UserId};
use crate::platform::text_enum::text_enum;

/// Grows when an index of this version is of no use to an older program, or the other way round.
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

/// A message as the index takes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The message; a later entry of the same one replaces it.
    pub message_id: MessageId,
    pub channel_id: ChannelId,
    /// By whom.
    pub user_id: UserId,
    /// The words it is found by.
    pub text: String,
    /// What else it has.
    pub has: HashSet<Has>,
}

/// What to look for, newest first.
#[derive(Debug, Clone, Default)]
pub struct Question {
    /// As typed: every word of it is in the message, inflected or begun. Without a word everything that `has` says is meant.
    pub text: String,
    /// Only what has this.
    pub has: Option<Has>,
    /// Only in these channels.
    pub channels: Vec<ChannelId>,
    /// Only what this person wrote.
    pub from: Option<UserId>,
    /// Only what is older than this message.
    pub before: Option<MessageId>,
    /// At most so many.
    pub limit: usize,
}

/// The index, on whichever engine. Cheap to clone.
#[derive(Clone)]
pub enum MessageIndex {
    /// This node's own.
    Own(own::messages::Messages),
    /// One that all nodes share.
    Shared(shared::messages::Messages),
}

impl MessageIndex {
    /// Opens the index in a folder; makes an empty one where there is none of this version, or it cannot be read.
    /// Blocks for the time the disk takes. [`crate::Error::Busy`]: another process has it open.
    pub fn open(folder: &Path) -> Result<Self> {
        Ok(Self::Own(own::messages::Messages::open(folder)?))
    }

    /// The index on a server, which is not asked yet.
    pub fn on(server: &Server) -> Self {
        Self::Shared(shared::messages::Messages::on(server))
    }

    /// What all indexes can do.
    pub fn index(&self) -> Index {
        match self {
            Self::Own(own) => Index::Own(own.opened.clone()),
            Self::Shared(shared) => Index::Shared(shared.index.clone()),
        }
    }

    /// Takes messages in, in place of those with the same ids; found within a second, two where much is said. `generation` tells those of one
    /// going-through of the store from older ones. [`crate::Error::Busy`]: too much waits to be written.
    pub async fn put(&self, said: &[Said], generation: u64) -> Result<()> {
        match self {
            Self::Own(own) => own.put(said, generation),
            Self::Shared(shared) => shared.put(said, generation).await,
        }
    }

    /// Forgets messages.
    pub async fn remove(&self, messages: &[MessageId]) -> Result<()> {
        match self {
            Self::Own(own) => own.remove(messages),
            Self::Shared(shared) => shared.remove(messages).await,
        }
    }

    /// Messages that hold the words and have what is asked for, newest first.
    pub async fn find(&self, question: Question) -> Result<Vec<MessageId>> {
        match self {
            Self::Own(own) => own.find(question).await,
            Self::Shared(shared) => shared.find(&question).await,
        }
    }
}
