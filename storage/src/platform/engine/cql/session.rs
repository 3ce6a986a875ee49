//! The driver's session: connecting, prepared statements, reading the store's clock.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use moka::sync::Cache;
use scylla::client::execution_profile::ExecutionProfile;
use scylla::client::session::Session;
use scylla::client::session_builder::SessionBuilder;
use scylla::policies::retry::FallthroughRetryPolicy;
use scylla::statement::batch::{Batch, BatchType};
use scylla::statement::prepared::PreparedStatement;
use scylla::statement::{Consistency, SerialConsistency};

use super::CqlSettings;
use super::clock::{Clock, Look};
use super::fault::{Fault, unavailable};
use super::gate::Gate;
use super::plan::Statement;
use super::text::{Shape, text};
use super::unfinished::NoteId;
use crate::platform::error::Result;
use crate::platform::table::Table;

/// Timeout of one request, including the driver's own retries on other nodes.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Readings of the store's clock; the one with the shortest round trip counts.
const LOOKS: usize = 5;
/// Number of partition locks, selected by hash.
const LOCKS: usize = 4_096;
/// Notes of decisions that are remembered as done.
const FINISHED: u64 = 16_384;

/// State shared by the engine's tasks.
pub struct Store {
    pub session: Session,
    /// Prefix of the tables in statements: Cassandra warns of prepared statements that depend on the connection's
    /// keyspace.
    pub keyspace: String,
    pub clock: Clock,
    pub gate: Gate,
    prepared: RwLock<HashMap<(&'static str, Shape), PreparedStatement>>,
    locks: Box<[tokio::sync::Mutex<()>]>,
    /// Distinguishes this process's notes from others'.
    pub salt: i64,
    /// Notes of decisions that are known to be done.
    pub finished: Cache<NoteId, ()>,
    requests: AtomicU64,
}

/// Opens a session without a keyspace in use.
pub async fn connect(settings: &CqlSettings) -> Result<Store> {
    let profile = ExecutionProfile::builder()
        .consistency(Consistency::LocalQuorum)
        .serial_consistency(Some(SerialConsistency::Serial))
        .request_timeout(Some(REQUEST_TIMEOUT))
        .build();
    let mut builder = SessionBuilder::new()
        .known_nodes(&settings.nodes)
        .connection_timeout(CONNECT_TIMEOUT)
        .default_execution_profile_handle(profile.into_handle())
        // Awaited once after all schema changes.
        .auto_await_schema_agreement(false)
        .keyspaces_to_fetch([settings.keyspace.as_str()]);
    if let Some(datacenter) = &settings.datacenter {
        builder = builder.prefer_datacenter(datacenter.clone());
    }
    if let Some((user, password)) = &settings.credentials {
        builder = builder.user(user, password);
    }
    let session = builder.build().await.map_err(unavailable)?;
    let salt = session.session_id().as_u128() as i64;
    Ok(Store {
        session,
        keyspace: settings.keyspace.clone(),
        clock: Clock::new(),
        gate: Gate::new(),
        prepared: RwLock::default(),
        locks: (0..LOCKS).map(|_| tokio::sync::Mutex::new(())).collect(),
        salt,
        finished: Cache::new(FINISHED),
        requests: AtomicU64::new(0),
    })
}

impl Store {
    /// Reads the store's time.
    pub async fn read_clock(&self) -> Result<()> {
        let ask = "SELECT toUnixTimestamp(now()) FROM system.local WHERE key = 'local'";
        let ask = self.session.prepare(ask).await.map_err(unavailable)?;
        let mut looks = Vec::with_capacity(LOOKS);
        for _ in 0..LOOKS {
            let asked = self.clock.ticks();
            let said = self.session.execute_unpaged(&ask, ()).await.map_err(unavailable)?;
            let answered = self.clock.ticks();
            let (store_ms,) =
                said.into_rows_result().map_err(unavailable)?.single_row::<(i64,)>().map_err(unavailable)?;
            looks.push(Look { asked, answered, store_ms });
        }
        self.clock.set(&looks);
        Ok(())
    }

    /// The prepared statement; prepared on first use.
    pub async fn prepared(
        &self,
        table: &'static Table,
        shape: &Shape,
    ) -> std::result::Result<PreparedStatement, Fault> {
        let key = (table.name, shape.clone());
        let known = self.prepared.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let name = format!("{}.{}", self.keyspace, table.home().name);
        let mut statement = self.session.prepare(text(&name, table, shape)).await?;
        if shape.is_decided() {
            statement.set_retry_policy(Some(Arc::new(FallthroughRetryPolicy::new())));
        } else {
            // Every plain write carries its own timestamp, so a repeated one has no effect.
            statement.set_is_idempotent(true);
            // All columns are named, so the answer's metadata is known.
            statement.set_use_cached_result_metadata(true);
        }
        let mut prepared = self.prepared.write().unwrap_or_else(PoisonError::into_inner);
        prepared.insert(key, statement.clone());
        Ok(statement)
    }

    /// A batch of statements, and their values.
    pub async fn batch(
        &self,
        kind: BatchType,
        statements: &[Statement],
    ) -> std::result::Result<Batch, Fault> {
        let mut batch = Batch::new(kind);
        let is_guarded = statements.iter().any(|statement| statement.shape.is_decided());
        batch.set_is_idempotent(!is_guarded);
        if is_guarded {
            batch.set_retry_policy(Some(Arc::new(FallthroughRetryPolicy::new())));
        }
        for statement in statements {
            batch.append_statement(self.prepared(statement.table, &statement.shape).await?);
        }
        Ok(batch)
    }

    /// Counts a request sent for a verb.
    pub fn count_request(&self) {
        self.requests.fetch_add(1, Ordering::Relaxed);
    }

    /// Number of requests sent for verbs.
    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    /// Serializes guards of one partition within this process: concurrent ones would contend in the store.
    pub fn lock(&self, partition: u64) -> &tokio::sync::Mutex<()> {
        &self.locks[partition as usize % LOCKS]
    }
}
