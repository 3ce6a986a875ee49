//! Every area's tables, and the version of their shape.

use crate::platform::area::Given::Not;
use crate::platform::area::Left::Nothing;
use crate::platform::area::{Area, people};
use crate::platform::table::Table;

/// Grows when a store of this version can no longer be used by an older program.
pub const SCHEMA_VERSION: i64 = 1;

/// What belongs to no area.
static PLATFORM: Area = Area {
    name: "platform",
    tables: &[
        &crate::platform::slugs::SLUGS,
        &crate::platform::nodes::NODE_LEASES,
        &crate::platform::outages::OUTAGES,
        &crate::platform::idempotency::IDEMPOTENCY,
        &crate::imports::IMPORT_REFS,
        &crate::platform::migrations::MIGRATIONS,
        &crate::platform::changes::CHANGES,
    ],
    people: &[people("idempotency", Not("answers kept for a day"), Nothing)],
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
    &crate::lunch::AREA,
    &crate::feed::AREA,
    &crate::articles::AREA,
    &crate::moderation::AREA,
    &crate::notifications::AREA,
    &crate::push::AREA,
    &crate::guides::AREA,
];

/// The tables of the product's areas and of `more`.
pub fn tables(more: &[&'static Area]) -> Vec<&'static Table> {
    AREAS.iter().chain(more).flat_map(|area| area.tables).copied().collect()
}
