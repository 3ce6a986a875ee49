//! Leases of node numbers, so that no two processes make the same ids.

use crate::engine::Db;
use crate::error::Result;

/// The node number of imports; never leased.
pub const IMPORT_NODE: u8 = 63;

/// The repository of node leases.
#[derive(Clone)]
pub struct Nodes {
    db: Db,
}

#[allow(clippy::unused_async, unused_variables)]
impl Nodes {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }
    pub async fn lease(&self, owner: &str, now: i64, ttl_ms: i64) -> Result<Option<u8>> { todo!() }
    pub async fn renew(&self, node: u8, owner: &str, now: i64, ttl_ms: i64) -> Result<bool> { todo!() }
    pub async fn release(&self, node: u8, owner: &str) -> Result<bool> { todo!() }
}
