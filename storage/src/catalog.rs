//! Every table, and the version of their shape.

use crate::table::Table;
use crate::{
    accounts, changes, chat, entities, guides, idempotency, imports, jobs, migrations, nodes, notifications,
    outages, push, slugs,
};

/// Grows when a store of this version can no longer be used by an older program.
pub const SCHEMA_VERSION: i64 = 1;

/// Every table.
pub fn tables() -> Vec<&'static Table> {
    let features: [&[&'static Table]; 10] = [
        accounts::tables::TABLES,
        &[&slugs::SLUGS],
        entities::tables::TABLES,
        chat::tables::TABLES,
        notifications::TABLES,
        &[&guides::GUIDE_STATUSES],
        &[&push::PUSH_SUBSCRIPTIONS, &push::PUSH_ENDPOINTS],
        &[&jobs::JOBS, &jobs::FAILED_JOBS, &jobs::JOB_SHARDS],
        &[&migrations::MIGRATIONS, &changes::CHANGES],
        &[&nodes::NODE_LEASES, &outages::OUTAGES, &idempotency::IDEMPOTENCY, &imports::IMPORT_REFS],
    ];
    features.concat()
}
