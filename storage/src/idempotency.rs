//! Answers kept for a day, so that a repeated request gets the first one's answer.

use crate::engine::Db;
use crate::error::Result;
use crate::ids::UserId;

/// What a request with an idempotency key should do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Begin {
    /// Do the work, then `finish` or `abandon`.
    First,
    /// Another one with this key is at work.
    Running,
    /// The work is done; this was the answer.
    Done {
        /// HTTP status.
        status: u16,
        /// The body.
        body: String,
    },
    /// The key was used for another call (another scope).
    OtherScope,
}

/// The repository of kept answers.
#[derive(Clone)]
pub struct Idempotency {
    db: Db,
}

#[allow(clippy::unused_async, unused_variables)]
impl Idempotency {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }
    pub async fn begin(&self, user_id: UserId, key: &str, scope: &str, now: i64) -> Result<Begin> { todo!() }
    pub async fn finish(&self, user_id: UserId, key: &str, status: u16, body: &str) -> Result<()> { todo!() }
    pub async fn abandon(&self, user_id: UserId, key: &str) -> Result<()> { todo!() }
}
