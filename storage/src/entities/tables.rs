//! The tables of organisations.

use super::names::LISTINGS;
use super::records::{APPLICATIONS, ENTITIES, INVITATIONS, RELATIONS};
use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::Nothing;
use crate::platform::area::{Area, people};
use crate::platform::table::{Order, Statics, Table, bigint, text, timestamp};

/// Relations by person.
pub(crate) static USER_RELATIONS: Table = Table {
    name: "user_relations",
    partition: &[bigint("user_id")],
    clustering: &[bigint("entity_id")],
    columns: &[text("relation_type"), timestamp("since")],
    ttl: false,
    page_order: Order::Ascending,
    statics: Statics::None,
};

/// A person's applications.
pub(crate) static USER_APPLICATIONS: Table = Table {
    name: "user_applications",
    partition: &[bigint("user_id")],
    clustering: &[bigint("entity_id")],
    columns: &[timestamp("since")],
    ttl: false,
    page_order: Order::Ascending,
    statics: Statics::None,
};

/// The organisations that have invited a person.
pub(crate) static USER_INVITATIONS: Table = Table {
    name: "user_invitations",
    partition: &[bigint("user_id")],
    clustering: &[bigint("entity_id")],
    columns: &[timestamp("since")],
    ttl: true,
    page_order: Order::Ascending,
    statics: Statics::None,
};

pub(crate) static AREA: Area = Area {
    tables: &[
        &ENTITIES,
        &RELATIONS,
        &USER_RELATIONS,
        &LISTINGS,
        &APPLICATIONS,
        &USER_APPLICATIONS,
        &INVITATIONS,
        &USER_INVITATIONS,
    ],
    people: &[
        people("entities", In("organisations.json"), Nothing),
        people("relations", In("organisations.json"), Nothing),
        people("user_relations", In("organisations.json"), Nothing),
        people("relation_names", Not("relations, by name"), Nothing),
        people("applications", In("applications.json"), Nothing),
        people("user_applications", In("applications.json"), Nothing),
        people("invitations", In("invitations.json"), Nothing),
        people("user_invitations", In("invitations.json"), Nothing),
    ],
    checks: super::check::INVARIANTS,
    migrations: &[super::names::RELATIONS_ARE_LISTED],
    ..Area::named("entities")
};
