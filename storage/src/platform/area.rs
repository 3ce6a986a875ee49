//! An area of the product as the store sees it: its tables, and what becomes of the people in them. Declared once, by the area.

use crate::platform::check::Invariant;
use crate::platform::migrations::Migration;
use crate::platform::table::{Column, ColumnKind, Table};

/// What an area keeps.
pub struct Area {
    /// The feature's name, the same in every part of the product.
    pub name: &'static str,
    /// Its tables.
    pub tables: &'static [&'static Table],
    /// Its tables that name people. A table that does and is not here fails a test.
    pub people: &'static [People],
    /// What holds of its rows (`kalender check`).
    pub checks: &'static [Invariant],
    /// Changes of what it stores already.
    pub migrations: &'static [Migration],
}

impl Area {
    /// An area that has nothing yet.
    pub const fn named(name: &'static str) -> Self {
        Self { name, tables: &[], people: &[], checks: &[], migrations: &[] }
    }
}

/// A table that names people.
#[derive(Debug)]
pub struct People {
    /// The table's name in the store.
    pub table: &'static str,
    /// What its person is given of it.
    pub given: Given,
    /// What becomes of it when they are erased.
    pub left: Left,
}

/// What the copy of one's data holds of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Given {
    /// It is in this file.
    In(&'static str),
    /// Why not.
    Not(&'static str),
}

/// What erasure leaves of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// Nothing that names the person.
    Nothing,
    /// Nothing that lies with the person, and why they are named elsewhere.
    Elsewhere(&'static str),
    /// Why it stays.
    Stays(&'static str),
}

/// A line of [`Area::people`].
pub const fn people(table: &'static str, given: Given, left: Left) -> People {
    People { table, given, left }
}

/// Whether a column names a person: as every table writes it.
pub fn names_a_person(column: &Column) -> bool {
    let name = column.name;
    let id = ["user_id", "other_id", "owner", "sender_id", "actor_id", "author_id"].contains(&name)
        || name.ends_with("_by");
    column.kind == ColumnKind::BigInt && id || name == "mentions"
}
