//! The operations for keeping an index up to date, independent of its contents and engine.

use std::future::pending;
use std::time::Duration;

use super::own::opened::Opened;
use super::shared::index::Shared;
use crate::platform::error::{Error, Result};

/// An index. Cheap to clone.
#[derive(Clone)]
pub enum Index {
    /// This node's own index.
    Own(Opened),
    /// An index shared by all nodes, written by one at a time.
    Shared(Shared),
}

impl Index {
    /// Waits for the lease to write; immediate for a node's own index.
    pub async fn take_turn(&self) -> Result<()> {
        match self {
            Self::Own(_) => Ok(()),
            Self::Shared(shared) => shared.take_turn().await,
        }
    }

    /// Renews the lease; ends with the reason when it is lost.
    pub async fn hold_turn(&self) -> Error {
        match self {
            Self::Own(_) => pending().await,
            Self::Shared(shared) => shared.hold_turn().await,
        }
    }

    /// Releases the lease. If this is not called or fails, the lease expires: nothing is lost.
    pub async fn end_turn(&self) {
        if let Self::Shared(shared) = self {
            shared.end_turn().await;
        }
    }

    /// How often to poll the change feed without a wake-up. The writer of a shared index is not woken by changes on
    /// other nodes.
    pub fn poll_interval(&self) -> Duration {
        match self {
            Self::Own(_) => Duration::from_secs(5),
            Self::Shared(_) => Duration::from_millis(400),
        }
    }

    /// Deletes entries that were last put before a generation.
    pub async fn forget_before(&self, generation: u64) -> Result<()> {
        match self {
            Self::Own(own) => own.forget_before(generation),
            Self::Shared(shared) => shared.forget_before(generation).await,
        }
    }

    /// Stores a text with the index, after or together with everything sent before: the feed cursor of its owner.
    pub async fn keep(&self, text: String) -> Result<()> {
        match self {
            Self::Own(own) => own.keep(text),
            Self::Shared(shared) => shared.keep(text).await,
        }
    }

    /// The stored text.
    pub async fn kept(&self) -> Result<Option<String>> {
        match self {
            Self::Own(own) => own.kept(),
            Self::Shared(shared) => shared.kept().await,
        }
    }

    /// Waits until everything sent before is searchable.
    pub async fn flush(&self) -> Result<()> {
        match self {
            Self::Own(own) => own.flush().await,
            Self::Shared(shared) => shared.flush().await,
        }
    }

    /// Number of entries.
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
