//! The stores on which a bench measures, and its sizes.

use storage::{CqlSettings, Storage};

use crate::ground::Failure;

/// Measures on SQLite and then, if `KALENDER_TEST_CQL` (`host:port`) says where it is, on Cassandra in a keyspace of its
/// own.
pub async fn on_both(
    bench: &str,
    measure: impl AsyncFn(&'static str, Storage) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    measure("SQLite", Storage::open_sqlite(&folder.path().join("store.db"), &[])?).await?;
    if let Ok(node) = std::env::var("KALENDER_TEST_CQL") {
        let keyspace = format!("bench_{bench}_{}", std::process::id());
        let settings = CqlSettings { nodes: vec![node], keyspace, replication: 1, ..CqlSettings::default() };
        measure("Cassandra", Storage::open_cql(&settings, &[]).await?).await?;
    }
    Ok(())
}

/// A size that a variable sets.
pub fn number(name: &str, usual: usize) -> Result<usize, Failure> {
    Ok(std::env::var(name).map_or(Ok(usual), |text| text.parse())?)
}
