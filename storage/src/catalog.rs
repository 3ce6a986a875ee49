//! Every area's tables, and the version of their shape.

use crate::area::Given::Not;
use crate::area::Left::Nothing;
use crate::area::{Area, people};
use crate::table::Table;
use crate::{
    accounts, articles, calendar, changes, chat, contacts, entities, feed, files, guides, idempotency,
    imports, jobs, links, lunch, messages, migrations, moderation, nodes, notifications, outages, push,
    seats, slugs, webhooks,
};

/// Grows when a store of this version can no longer be used by an older program.
pub const SCHEMA_VERSION: i64 = 1;

/// What belongs to no area.
static PLATFORM: Area = Area {
    name: "platform",
    tables: &[
        &slugs::SLUGS,
        &nodes::NODE_LEASES,
        &outages::OUTAGES,
        &idempotency::IDEMPOTENCY,
        &imports::IMPORT_REFS,
        &migrations::MIGRATIONS,
        &changes::CHANGES,
    ],
    people: &[people("idempotency", Not("answers kept for a day"), Nothing)],
};

/// The product's areas: one line each.
pub static AREAS: &[&Area] = &[
    &PLATFORM,
    &jobs::AREA,
    &accounts::tables::AREA,
    &entities::tables::AREA,
    &chat::tables::AREA,
    &files::AREA,
    &messages::AREA,
    &contacts::AREA,
    &calendar::AREA,
    &webhooks::AREA,
    &links::AREA,
    &seats::AREA,
    &lunch::AREA,
    &feed::AREA,
    &articles::AREA,
    &moderation::AREA,
    &notifications::AREA,
    &push::AREA,
    &guides::AREA,
];

/// The tables of the product's areas and of `more`.
pub fn tables(more: &[&'static Area]) -> Vec<&'static Table> {
    AREAS.iter().chain(more).flat_map(|area| area.tables).copied().collect()
}
