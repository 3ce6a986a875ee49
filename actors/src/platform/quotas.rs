//! Quotas: how much one person may own (contract §1), each declared by the area whose things it counts
//! ([`crate::area::Area::quotas`]). Existing things are counted in the store, with one creation per owner at a time.
//!
//! On several nodes a person could exceed the quota by one per node by creating at the same moment, which is harmless
//! and needs no lock between nodes.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::platform::error::{Refusal, Result};

/// How many or how much of an area's things one owner may have; a setting of its own.
#[derive(Debug, PartialEq, Eq)]
pub struct QuotaKind {
    /// Its name for those who run the platform (`GET /api/v1/administration/platform/limits`).
    pub name: &'static str,
    /// The flag of its setting; the variable follows from it.
    pub flag: &'static str,
    /// The setting in the command's help.
    pub help: &'static str,
    /// What an operator has who does not set it.
    pub usual: u32,
    /// The smallest and the largest value of the setting.
    pub range: (u32, u32),
    /// How much one of the setting is: 1, or bytes.
    pub unit: i64,
}

impl QuotaKind {
    /// A quota by number, of at least one.
    pub const fn number(name: &'static str, flag: &'static str, help: &'static str, usual: u32) -> Self {
        Self { name, flag, help, usual, range: (1, 1_000_000), unit: 1 }
    }

    /// A quota of bytes, whose setting is in mebibytes.
    pub const fn mebibytes(name: &'static str, flag: &'static str, help: &'static str, usual: u32) -> Self {
        Self { name, flag, help, usual, range: (0, 1_000_000_000), unit: 1 << 20 }
    }
}

/// The quotas in force, by name: those that are not as usual.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Quotas(BTreeMap<&'static str, i64>);

impl Quotas {
    /// The same, with another value (a number, or bytes) for one quota.
    #[must_use]
    pub fn with(mut self, kind: &QuotaKind, value: i64) -> Self {
        self.0.insert(kind.name, value);
        self
    }

    /// The number, or the bytes, that a quota allows.
    pub fn of(&self, kind: &QuotaKind) -> i64 {
        self.0.get(kind.name).copied().unwrap_or(i64::from(kind.usual) * kind.unit)
    }

    /// The number that a quota allows.
    pub fn count(&self, kind: &QuotaKind) -> usize {
        usize::try_from(self.of(kind)).unwrap_or_default()
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
