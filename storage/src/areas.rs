//! The list of the product's areas, and the version of their tables; [`crate::platform::area`] defines an area.

use crate::platform::area::Given::Not;
use crate::platform::area::Left::Nothing;
use crate::platform::area::{Area, people};
use crate::platform::check::Invariant;
use crate::platform::migrations::Migration;
use crate::platform::slugs::Bearer;
use crate::platform::table::Table;

/// Raised when a store of this version is unusable for an older program.
pub const SCHEMA_VERSION: i64 = 1;

/// Tables that belong to no area.
static PLATFORM: Area = Area {
    tables: &[
        &crate::platform::slugs::SLUGS,
        &crate::platform::nodes::NODE_LEASES,
        &crate::platform::outages::OUTAGES,
        &crate::platform::idempotency::IDEMPOTENCY,
        &crate::imports::IMPORT_REFS,
        &crate::platform::migrations::MIGRATIONS,
        &crate::platform::changes::CHANGES,
        &crate::platform::activity::ACTIVITY_MARKS,
    ],
    people: &[people("idempotency", Not("answers kept for a day"), Nothing)],
    checks: &[|check| Box::pin(check.slugs())],
    ..Area::named("platform")
};

/// The product's areas: one line each.
pub static AREAS: &[&Area] = &[
    &PLATFORM,
    &crate::platform::jobs::AREA,
    &crate::accounts::tables::AREA,
    &crate::tokens::AREA,
    &crate::entities::tables::AREA,
    &crate::chat::tables::AREA,
    &crate::files::AREA,
    &crate::messages::AREA,
    &crate::contacts::AREA,
    &crate::calendar::AREA,
    &crate::webhooks::AREA,
    &crate::links::AREA,
    &crate::seats::AREA,
    &crate::occupancy::AREA,
    &crate::bookings::AREA,
    &crate::ledger::AREA,
    &crate::vacation::AREA,
    &crate::tasks::AREA,
    &crate::invitations::AREA,
    &crate::lunch::AREA,
    &crate::feed::AREA,
    &crate::articles::AREA,
    &crate::infopoints::AREA,
    &crate::courses::AREA,
    &crate::moderation::AREA,
    &crate::audit::AREA,
    &crate::administration::AREA,
    &crate::newsletters::AREA,
    &crate::notifications::AREA,
    &crate::push::AREA,
    &crate::guides::AREA,
];

/// The kinds of slug owners.
pub(crate) static BEARERS: &[Bearer] = &[crate::accounts::BEARER, crate::entities::BEARER];

/// The product's areas and `more`.
fn all(more: &[&'static Area]) -> impl Iterator<Item = &'static Area> {
    AREAS.iter().chain(more).copied()
}

/// All migrations, by version. A version is never reused, even after its migration was removed.
pub fn migrations(more: &[&'static Area]) -> Vec<Migration> {
    let mut every: Vec<Migration> = all(more).flat_map(|area| area.migrations).copied().collect();
    every.sort_unstable_by_key(|migration| migration.version);
    every
}

/// Every invariant.
pub(crate) fn checks(more: &[&'static Area]) -> impl Iterator<Item = &'static Invariant> {
    all(more).flat_map(|area| area.checks)
}

/// The tables of the product's areas and of `more`.
pub fn tables(more: &[&'static Area]) -> Vec<&'static Table> {
    all(more).flat_map(|area| area.tables).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migration_versions_are_unique() {
        let versions: Vec<i64> = migrations(&[]).iter().map(|migration| migration.version).collect();
        assert_eq!(versions, [1, 2, 3, 4, 5, 6], "a version that was given is never given again");
    }
}
