//! What whoever keeps an index true to the store asks of it, whatever is in it and on whichever engine.

use std::future::pending;
use std::time::Duration;

use super::own::opened::Opened;
use super::shared::index::Shared;
use crate::platform::error::{Error, Result};

/// An index. Cheap to clone.
#[derive(Clone)]
pub enum Index {
    /// This node's own.
    Own(Opened),
    /// One that all nodes share, and one of them at a time writes.
    Shared(Shared),
}

impl Index {
    /// Waits until it is this node's turn to write; of its own index it always is.
    pub async fn take_turn(&self) -> Result<()> {
        match self {
            Self::Own(_) => Ok(()),
            Self::Shared(shared) => shared.take_turn().await,
        }
    }

    /// Keeps the turn; ends when it is lost, and says why.
    pub async fn hold_turn(&self) -> Error {
        match self {
            Self::Own(_) => pending().await,
            Self::Shared(shared) => shared.hold_turn().await,
        }
    }

    /// Lets another node have the turn at once. Nothing is lost where this is not called or fails: then it takes longer.
    pub async fn end_turn(&self) {
        if let Self::Shared(shared) = self {
            shared.end_turn().await;
        }
    }

    /// How often the feed of changes is looked at where nobody says that there is something new. Who writes a shared index
    /// hears nothing of what happens on other nodes.
    pub fn look(&self) -> Duration {
        match self {
            Self::Own(_) => Duration::from_secs(5),
            Self::Shared(_) => Duration::from_millis(400),
        }
    }

    /// Forgets what has not been put in since a generation began.
    pub async fn forget_before(&self, generation: u64) -> Result<()> {
        match self {
            Self::Own(own) => own.forget_before(generation),
            Self::Shared(shared) => shared.forget_before(generation).await,
        }
    }

    /// Keeps a text with the index, written after everything sent before, or together with it: how far its owner has come.
    pub async fn keep(&self, text: String) -> Result<()> {
        match self {
            Self::Own(own) => own.keep(text),
            Self::Shared(shared) => shared.keep(text).await,
        }
    }

    /// What was kept and written last.
    pub async fn kept(&self) -> Result<Option<String>> {
        match self {
            Self::Own(own) => own.kept(),
            Self::Shared(shared) => shared.kept().await,
        }
    }

    /// Waits until everything sent before is found.
    pub async fn flush(&self) -> Result<()> {
        match self {
            Self::Own(own) => own.flush().await,
            Self::Shared(shared) => shared.flush().await,
        }
    }

    /// How many entries there are.
    pub async fn len(&self) -> Result<u64> {
        match self {
            Self::Own(own) => Ok(own.len()),
            Self::Shared(shared) => shared.len().await,
        }
    }

    /// Whether there are none.
    pub async fn is_empty(&self) -> Result<bool> {
        Ok(self.len().await? == 0)
    }
}
