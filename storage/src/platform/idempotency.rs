//! Idempotency keys: answers are stored for a day, so that a repeated request gets the first one's answer.

use crate::platform::engine::{Db, Guard};
use crate::platform::error::Result;
use crate::platform::ids::UserId;
use crate::platform::table::{Order, Statics, Table, bigint, int, text, timestamp};
use crate::platform::value::Value;

/// Seconds for which a key is remembered.
const KEPT: u32 = 86_400;
/// Milliseconds after which a running request is taken for dead.
const TAKEN_OVER_AFTER: i64 = 60_000;
/// Largest stored body in bytes; a larger answer is not stored, and a repeated request runs again.
pub const MAX_BODY: usize = 64 * 1024;

pub(crate) static IDEMPOTENCY: Table = Table {
    name: "idempotency",
    partition: &[bigint("user_id")],
    clustering: &[text("key")],
    columns: &[text("scope"), timestamp("started"), int("status"), text("body")],
    ttl: true,
    page_order: Order::Ascending,
    statics: Statics::None,
};

/// What to do with a request that has an idempotency key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Begin {
    /// Run it, then call `finish` or `abandon`.
    First,
    /// Another request with this key is running.
    Running,
    /// The request was completed with this answer.
    Done {
        /// HTTP status.
        status: u16,
        /// The body.
        body: String,
    },
    /// The key was used for another call (scope).
    OtherScope,
}

/// The repository of stored answers.
#[derive(Clone)]
pub struct Idempotency {
    db: Db,
}

impl Idempotency {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Deletes all of a person's keys and answers.
    pub async fn forget(&self, user_id: UserId) -> Result<()> {
        self.db.write(vec![IDEMPOTENCY.span([user_id.into()]).delete()]).await
    }

    /// Claims a person's key for one call; `scope` names the call (method and path). `now` in epoch milliseconds.
    pub async fn begin(&self, user_id: UserId, key: &str, scope: &str, now: i64) -> Result<Begin> {
        let claim = vec![claim(user_id, key, scope, now)];
        let Some(current) = self.db.write_if(claim, Vec::new()).await?.refused_by() else {
            return Ok(Begin::First);
        };
        // It expired or was abandoned between the decision and the read: the next attempt will decide.
        let Some(mut row) = current else { return Ok(Begin::Running) };
        if row.take::<String>("scope")? != scope {
            return Ok(Begin::OtherScope);
        }
        let started: i64 = row.take("started")?;
        if let Some(status) = row.take::<Option<i64>>("status")? {
            let status = u16::try_from(status).unwrap_or(500);
            return Ok(Begin::Done { status, body: row.take_or("body", String::new())? });
        }
        if now - started <= TAKEN_OVER_AFTER {
            return Ok(Begin::Running);
        }
        let takeover = Guard::UpdateIf {
            key: IDEMPOTENCY.at([user_id.into(), key.into()]),
            set: vec![("started", now.into())],
            conditions: vec![("started", started.into()), ("status", Value::Null.into())],
            ttl: Some(KEPT),
        };
        let won = self.db.decide(takeover, Vec::new()).await?;
        Ok(if won { Begin::First } else { Begin::Running })
    }

    /// Stores the answer of a request that was begun. The first answer wins; one over [`MAX_BODY`] bytes is not stored.
    pub async fn finish(&self, user_id: UserId, key: &str, status: u16, body: &str) -> Result<()> {
        if body.len() > MAX_BODY {
            return self.abandon(user_id, key).await;
        }
        let guard = Guard::UpdateIf {
            key: IDEMPOTENCY.at([user_id.into(), key.into()]),
            set: vec![("status", i64::from(status).into()), ("body", body.into())],
            conditions: vec![("status", Value::Null.into())],
            ttl: Some(KEPT),
        };
        self.db.write_if(vec![guard], Vec::new()).await.map(drop)
    }

    /// Deletes the key of a failed request, so that it can be retried.
    pub async fn abandon(&self, user_id: UserId, key: &str) -> Result<()> {
        let guard = IDEMPOTENCY.at([user_id.into(), key.into()]).delete_if([("status", Value::Null.into())]);
        self.db.write_if(vec![guard], Vec::new()).await.map(drop)
    }
}

/// Remembers the key, if it is not remembered already.
fn claim(user_id: UserId, key: &str, scope: &str, now: i64) -> Guard {
    let row = IDEMPOTENCY.row([
        ("user_id", user_id.into()),
        ("key", key.into()),
        ("scope", scope.into()),
        ("started", now.into()),
    ]);
    row.if_absent_for(KEPT)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contract §1.
    #[test]
    fn a_key_is_remembered_for_24_hours() {
        let claim = claim(UserId(1), "key", "POST /", 0);
        assert!(matches!(claim, Guard::InsertIfAbsent { ttl: Some(86_400), .. }), "{claim:?}");
    }
}
