//! Creates missing tables and columns of a keyspace.
//!
//! Any number of processes may start at once. One that finds a change to make takes the lease in `schema_version` by
//! compare and set, makes it, and writes the version; the others poll. Before that table exists there is no lease: the
//! keyspace and the table are created through the same store node by all processes, because Cassandra's nodes may
//! diverge if two of them create a table at once.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use scylla::policies::load_balancing::{
    LoadBalancingPolicy, NodeIdentifier, SingleTargetLoadBalancingPolicy,
};
use scylla::statement::unprepared::Statement;
use scylla::value::CqlTimestamp;

use super::CqlSettings;
use super::fault::unavailable;
use super::guard::was_applied;
use super::session::Store;
use super::unfinished::NOTES;
use crate::platform::error::{Error, Result};
use crate::platform::table::Table;

/// Duration of the lease of a process that changes tables, in milliseconds.
const LEASE_MS: i64 = 60_000;
/// Longest wait for other processes that change tables.
const PATIENCE: Duration = Duration::from_secs(180);
/// How long errors are attributed to a table that is just being created.
const FAILING: Duration = Duration::from_secs(20);
const POLL: Duration = Duration::from_millis(200);
/// A schema change waits for all nodes of the store, and creating a table on a slow disk takes long.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(60);

const VERSION_TABLE: &str = "CREATE TABLE IF NOT EXISTS schema_version \
     (only int PRIMARY KEY, version bigint, holder text, until timestamp, probed timestamp)";

fn versions(store: &Store) -> String {
    format!("{}.schema_version", store.keyspace)
}

/// Uses the keyspace; creates it if missing.
pub async fn use_keyspace(store: &Store, settings: &CqlSettings) -> Result<()> {
    let name = &settings.keyspace;
    if !settings.keyspace_is_a_name() {
        return Err(Error::Unavailable(format!("{name} cannot be the name of a keyspace")));
    }
    let known = "SELECT keyspace_name FROM system_schema.keyspaces WHERE keyspace_name = ?";
    let known = store.session.query_unpaged(known, (name,)).await.map_err(unavailable)?;
    if known.into_rows_result().map_err(unavailable)?.rows_num() == 0 {
        let make = format!(
            "CREATE KEYSPACE IF NOT EXISTS {name} WITH replication = \
             {{'class': 'NetworkTopologyStrategy', 'replication_factor': {}}}",
            settings.replication
        );
        change(store, make).await?;
        settle(store).await?;
    }
    // A keyspace that another process is creating is listed before it is usable.
    let begun = Instant::now();
    while let Err(error) = store.session.use_keyspace(name, false).await {
        if begun.elapsed() > FAILING {
            return Err(unavailable(error));
        }
        tokio::time::sleep(POLL).await;
    }
    Ok(())
}

/// Creates missing tables and columns; refuses a store that a newer program wrote.
pub async fn migrate(store: &Store, tables: &[&'static Table], version: i64) -> Result<()> {
    let own = format!("{}-{:x}", std::process::id(), store.session.session_id().as_u128());
    let begun = Instant::now();
    loop {
        match attempt(store, tables, version, &own).await {
            Ok(Step::Done) => return Ok(()),
            Ok(Step::Newer(found)) => {
                return Err(Error::Unavailable(format!(
                    "the store has version {found}, this program knows {version}: use a newer program"
                )));
            }
            Ok(Step::Wait) if begun.elapsed() > PATIENCE => {
                return Err(Error::Unavailable(
                    "another process has been changing the tables for too long".into(),
                ));
            }
            Ok(Step::Wait) => {}
            // A table that another process is just creating fails in many ways: listed but missing, or present without
            // its files.
            Err(error) if begun.elapsed() > FAILING => return Err(error),
            Err(error) => tracing::debug!(%error, "the tables could not be looked at yet"),
        }
        tokio::time::sleep(POLL).await;
    }
}

/// Result of one attempt.
enum Step {
    Done,
    /// Another process is at work.
    Wait,
    /// The store has this version, newer than this program knows.
    Newer(i64),
}

async fn attempt(store: &Store, tables: &[&'static Table], version: i64, own: &str) -> Result<Step> {
    let missing = missing(store, tables).await?;
    if missing.versions {
        change(store, VERSION_TABLE.to_owned()).await?;
        settle(store).await?;
    }
    match read(store).await? {
        Some(found) if found > version => Ok(Step::Newer(found)),
        Some(found) if found == version && missing.statements.is_empty() => Ok(Step::Done),
        _ if take_lease(store, own).await? => {
            under_lease(store, tables, version, own).await.map(|()| Step::Done)
        }
        _ => Ok(Step::Wait),
    }
}

/// Whether reads and writes are served.
pub async fn probe(store: &Store) -> Result<()> {
    let session = &store.session;
    session
        .query_unpaged(format!("SELECT version FROM {} WHERE only = 0", versions(store)), ())
        .await
        .map_err(unavailable)?;
    // A row of its own: the version's row is guarded.
    let now = CqlTimestamp(store.clock.now() / 1_000);
    let write = format!("UPDATE {} SET probed = ? WHERE only = 1", versions(store));
    session.query_unpaged(write, (now,)).await.map_err(unavailable).map(drop)
}

async fn under_lease(store: &Store, tables: &[&'static Table], version: i64, own: &str) -> Result<()> {
    // Read again under the lease: another process may have made the changes.
    let statements = missing(store, tables).await?.statements;
    let is_changed = !statements.is_empty();
    for statement in statements {
        tracing::info!(statement, "the tables are brought up to date");
        change(store, statement).await?;
        if !renew(store, own).await? {
            return Err(Error::Unavailable("another process took over changing the tables".into()));
        }
    }
    if is_changed {
        settle(store).await?;
    }
    let done = format!(
        "UPDATE {} SET version = ?, holder = null, until = null WHERE only = 0 IF holder = ?",
        versions(store)
    );
    let done = store.session.query_unpaged(done, (version, own)).await.map_err(unavailable)?;
    if was_applied(done)? {
        return Ok(());
    }
    Err(Error::Unavailable("another process took over changing the tables".into()))
}

/// What the keyspace lacks.
struct Missing {
    /// The table of the version.
    versions: bool,
    /// Statements that create the rest.
    statements: Vec<String>,
}

async fn missing(store: &Store, tables: &[&'static Table]) -> Result<Missing> {
    let ask = "SELECT table_name, column_name FROM system_schema.columns WHERE keyspace_name = ?";
    let answer = store.session.query_unpaged(ask, (&store.keyspace,)).await.map_err(unavailable)?;
    let answer = answer.into_rows_result().map_err(unavailable)?;
    let mut columns: HashSet<(String, String)> = HashSet::new();
    for row in answer.rows::<(String, String)>().map_err(unavailable)? {
        columns.insert(row.map_err(unavailable)?);
    }
    let known: HashSet<&str> = columns.iter().map(|(table, _)| table.as_str()).collect();
    let mut statements = Vec::new();
    for table in tables.iter().copied().chain(NOTES) {
        let home = table.home().name;
        if !known.contains(home) {
            statements.extend((!table.is_static()).then(|| table.cql_ddl()));
            continue;
        }
        let is_new = |name: &str| !columns.contains(&(home.to_owned(), name.to_owned()));
        let added = table.columns.iter().filter(|column| is_new(column.name));
        statements.extend(added.map(|column| table.cql_add_column(column)));
        statements.extend(is_new(table.mark()).then(|| table.cql_add_mark()));
    }
    Ok(Missing { versions: !known.contains("schema_version"), statements })
}

/// None: no version yet.
async fn read(store: &Store) -> Result<Option<i64>> {
    let ask = format!("SELECT version FROM {} WHERE only = 0", versions(store));
    let answer = store
        .session
        .query_unpaged(ask, ())
        .await
        .map_err(unavailable)?
        .into_rows_result()
        .map_err(unavailable)?;
    let row = answer.maybe_first_row::<(Option<i64>,)>().map_err(unavailable)?;
    Ok(row.and_then(|(version,)| version))
}

async fn take_lease(store: &Store, own: &str) -> Result<bool> {
    let now = store.clock.now() / 1_000;
    let until = CqlTimestamp(now + LEASE_MS);
    let session = &store.session;
    let versions = versions(store);
    let first = format!("INSERT INTO {versions} (only, holder, until) VALUES (0, ?, ?) IF NOT EXISTS");
    if was_applied(session.query_unpaged(first, (own, until)).await.map_err(unavailable)?)? {
        return Ok(true);
    }
    for free in ["holder = null", "until < ?"] {
        let take = format!("UPDATE {versions} SET holder = ?, until = ? WHERE only = 0 IF {free}");
        let answer = if free == "until < ?" {
            session.query_unpaged(take, (own, until, CqlTimestamp(now))).await
        } else {
            session.query_unpaged(take, (own, until)).await
        };
        if was_applied(answer.map_err(unavailable)?)? {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn renew(store: &Store, own: &str) -> Result<bool> {
    let until = CqlTimestamp(store.clock.now() / 1_000 + LEASE_MS);
    let renew = format!("UPDATE {} SET until = ? WHERE only = 0 IF holder = ?", versions(store));
    was_applied(store.session.query_unpaged(renew, (until, own)).await.map_err(unavailable)?)
}

/// Changes the schema, through the same store node for all processes.
async fn change(store: &Store, text: String) -> Result<()> {
    let mut statement = Statement::new(text);
    statement.set_request_timeout(Some(STATEMENT_TIMEOUT));
    statement.set_load_balancing_policy(one_node(store));
    store.session.query_unpaged(statement, ()).await.map_err(unavailable).map(drop)
}

/// Waits until all nodes of the store and the driver know the schema.
async fn settle(store: &Store) -> Result<()> {
    store.session.await_schema_agreement().await.map_err(unavailable)?;
    store.session.refresh_metadata().await.map_err(unavailable)
}

/// The node that every process uses: the reachable one with the smallest host id.
fn one_node(store: &Store) -> Option<Arc<dyn LoadBalancingPolicy>> {
    let state = store.session.get_cluster_state();
    let reachable = state.get_nodes_info().iter().filter(|node| node.is_connected());
    let first = reachable.min_by_key(|node| node.host_id)?;
    Some(SingleTargetLoadBalancingPolicy::new(NodeIdentifier::Node(Arc::clone(first)), None))
}
