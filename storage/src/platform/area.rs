//! Declaration of an area for the store: its tables, personal data, invariants and migrations.

use crate::platform::check::Invariant;
use crate::platform::migrations::Migration;
use crate::platform::table::{Column, ColumnKind, Table};

/// What an area stores.
pub struct Area {
    /// The area's name, the same in every part of the product.
    pub name: &'static str,
    /// Its tables.
    pub tables: &'static [&'static Table],
    /// Its tables with personal data. A table that names people and is missing here fails a test.
    pub people: &'static [People],
    /// Invariants over its rows (`kalender check`).
    pub checks: &'static [Invariant],
    /// Migrations of its stored data.
    pub migrations: &'static [Migration],
}

impl Area {
    /// An area without tables.
    pub const fn named(name: &'static str) -> Self {
        Self { name, tables: &[], people: &[], checks: &[], migrations: &[] }
    }
}

/// A table that names people.
#[derive(Debug)]
pub struct People {
    /// The table's name in the store.
    pub table: &'static str,
    /// How it is part of the person's data export.
    pub given: Given,
    /// What erasure of the person leaves of it.
    pub left: Left,
}

/// Whether a table is part of a person's data export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Given {
    /// Exported in this file.
    In(&'static str),
    /// Not exported, for this reason.
    Not(&'static str),
}

/// What erasure leaves of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// Nothing that names the person.
    Nothing,
    /// Nothing in the person's own partitions; the reason why they are named elsewhere.
    Elsewhere(&'static str),
    /// It stays, for this reason.
    Stays(&'static str),
}

/// Makes an entry of [`Area::people`].
pub const fn people(table: &'static str, given: Given, left: Left) -> People {
    People { table, given, left }
}

/// Whether a column names a person, by the naming conventions of all tables.
pub fn names_a_person(column: &Column) -> bool {
    let name = column.name;
    let id = ["user_id", "other_id", "owner", "sender_id", "actor_id", "author_id"].contains(&name)
        || name.ends_with("_by");
    column.kind == ColumnKind::BigInt && id || name == "mentions"
}
