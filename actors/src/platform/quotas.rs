//! Quotas: how much one person may own (contract §1). Existing things are counted in the store, with one creation per
//! owner at a time.
//!
//! On several nodes a person could exceed the quota by one per node by creating at the same moment, which is harmless
//! and needs no lock between nodes.

use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::platform::error::{Refusal, Result};

/// The quotas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quotas {
    /// Organisations that a person owns.
    pub entities: usize,
    /// Workspaces of an organisation.
    pub workspaces: usize,
    /// Channels of a workspace, archived ones too.
    pub channels: usize,
    /// Sessions of a person; a new one ends the one that was unused for longest.
    pub sessions: usize,
    /// Bytes of a person's files.
    pub bytes_of_user: i64,
    /// Bytes of the files in an organisation's channels.
    pub bytes_of_entity: i64,
    /// A person's unpublished articles, as any author.
    pub drafts: usize,
    /// Readers into whose timelines a post is written; beyond that it is merged in when they read.
    pub timelines: usize,
}

impl Default for Quotas {
    fn default() -> Self {
        Self {
            entities: 20,
            workspaces: 10,
            channels: 500,
            sessions: 50,
            bytes_of_user: 5 << 30,
            bytes_of_entity: 100 << 30,
            drafts: 100,
            timelines: 10_000,
        }
    }
}

/// 409 if there are already as many as allowed.
pub fn below(count: usize, most: usize, what: &'static str) -> Result<()> {
    if count < most {
        return Ok(());
    }
    Err(Refusal::conflict("QUOTA_REACHED", format!("Det går att ha högst {most} {what}.")))
}

/// Locks by owner, for creating one thing at a time.
pub struct Turns(Cache<i64, Arc<Mutex<()>>>);

impl Default for Turns {
    fn default() -> Self {
        Self(Cache::builder().max_capacity(10_000).time_to_idle(Duration::from_secs(60)).build())
    }
}

impl Turns {
    /// Waits until nothing else is being created under this id.
    pub async fn of(&self, id: i64) -> OwnedMutexGuard<()> {
        self.0.get_with(id, Arc::default).lock_owned().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quota_allows_exactly_its_number() {
        assert!(below(19, 20, "organisationer").is_ok());
        let refusal = below(20, 20, "organisationer").unwrap_err();
        assert_eq!(
            (refusal.code, &*refusal.message),
            ("QUOTA_REACHED", "Det går att ha högst 20 organisationer.")
        );
    }
}
