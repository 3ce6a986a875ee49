//! Statement texts, built once per connection and shape.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use super::connection::KEY_ALONE;
use crate::platform::engine::Chosen;
use crate::platform::engine::within::{End, Within};
use crate::platform::table::{Column, Order, Table};

/// Identifies a statement on a table.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Shape {
    Get,
    Range {
        within: Within,
        order: Order,
        columns: Chosen,
    },
    ScanFirst,
    ScanAfter,
    Insert,
    Upsert(Vec<&'static str>),
    Raise(Vec<&'static str>),
    Delete,
    DeleteRange(Within),
    /// The row that is a number of rows after a key, or from the start.
    Skip {
        is_first: bool,
    },
    /// Deletes expired rows after a key or from the start, up to a key or to the end.
    Purge {
        is_first: bool,
        is_last: bool,
    },
}

/// The texts that a connection has used.
#[derive(Default)]
pub struct Texts(HashMap<(&'static str, Shape), Arc<str>>);

impl Texts {
    /// The text of a statement. Parameters are bound in the order of the text.
    pub fn of(&mut self, table: &'static Table, shape: Shape) -> Arc<str> {
        let make = |(_, shape): &(&'static str, Shape)| Arc::from(text(table, shape));
        let key = (table.name, shape);
        if let Some(text) = self.0.get(&key) {
            return Arc::clone(text);
        }
        let text: Arc<str> = make(&key);
        self.0.insert(key, Arc::clone(&text));
        text
    }
}

/// Hides expired rows before they are purged. The time is the statement's last parameter, or the last but one before a
/// limit.
fn alive(table: &Table) -> String {
    match table.columns.first() {
        // As in CQL, where they are static columns of another table's row.
        Some(first) if table.is_static() => format!(" AND {} IS NOT NULL", first.name),
        _ if table.ttl => " AND (expires_at IS NULL OR expires_at > ?)".to_owned(),
        _ => String::new(),
    }
}

fn names<'a>(columns: impl Iterator<Item = &'a Column>) -> String {
    columns.map(|column| column.name).collect::<Vec<_>>().join(", ")
}

fn equal<'a>(columns: impl Iterator<Item = &'a Column>) -> String {
    columns.map(|column| format!("{} = ?", column.name)).collect::<Vec<_>>().join(" AND ")
}

fn marks(count: usize) -> String {
    vec!["?"; count].join(", ")
}

fn within(table: &Table, Within { prefix, from, to }: Within) -> String {
    let mut text = equal(table.partition.iter().chain(table.clustering.iter().take(prefix)));
    for (end, is_lower) in [(from, true), (to, false)] {
        if end != End::Open {
            let bounded = names(table.clustering.iter().skip(prefix).take(end.width()));
            let _ = write!(text, " AND ({bounded}) {} ({})", end.operator(is_lower), marks(end.width()));
        }
    }
    text
}

fn upsert(table: &Table, set: &[&str], assign: impl Fn(&str) -> String) -> String {
    let key = names(table.key());
    let assigned: Vec<String> = set.iter().map(|name| assign(name)).collect();
    format!(
        "INSERT INTO {} ({key}, {}) VALUES ({}) ON CONFLICT ({key}) DO UPDATE SET {}",
        table.name,
        set.join(", "),
        marks(table.key_width() + set.len()),
        assigned.join(", ")
    )
}

fn text(table: &Table, shape: &Shape) -> String {
    let (name, all, key, alive) = (table.name, names(table.all()), names(table.key()), alive(table));
    match shape {
        Shape::Get => format!("SELECT {all} FROM {name} WHERE {}{alive}", equal(table.key())),
        Shape::Range { within: rows, order, columns } => {
            let all = names(table.chosen(*columns).map(|(_, column)| column));
            let direction = if *order == Order::Ascending { "ASC" } else { "DESC" };
            let by: Vec<String> = table
                .clustering
                .iter()
                .skip(rows.prefix)
                .map(|c| format!("{} {direction}", c.name))
                .collect();
            let by = if by.is_empty() { String::new() } else { format!(" ORDER BY {}", by.join(", ")) };
            format!("SELECT {all} FROM {name} WHERE {}{alive}{by} LIMIT ?", within(table, *rows))
        }
        Shape::ScanFirst => format!("SELECT {all} FROM {name} WHERE true{alive} ORDER BY {key} LIMIT ?"),
        Shape::ScanAfter => format!(
            "SELECT {all} FROM {name} WHERE ({key}) > ({}){alive} ORDER BY {key} LIMIT ?",
            marks(table.key_width())
        ),
        Shape::Insert => {
            let (expires, extra) = if table.ttl { (", expires_at", 1) } else { ("", 0) };
            format!(
                "INSERT OR REPLACE INTO {name} ({all}{expires}) VALUES ({})",
                marks(table.width() + extra)
            )
        }
        Shape::Upsert(set) => upsert(table, set, |column| format!("{column} = excluded.{column}")),
        Shape::Raise(set) => upsert(table, set, |column| {
            format!("{column} = max(coalesce({name}.{column}, excluded.{column}), excluded.{column})")
        }),
        Shape::Delete => format!("DELETE FROM {name} WHERE {}", equal(table.key())),
        Shape::DeleteRange(rows) => {
            format!("DELETE FROM {name} WHERE {}", within(table, *rows))
        }
        Shape::Skip { is_first } => {
            let after = if *is_first {
                String::new()
            } else {
                format!(" WHERE ({key}) > ({})", marks(table.key_width()))
            };
            let read = names(table.chosen(KEY_ALONE).map(|(_, column)| column));
            format!("SELECT {read} FROM {name}{after} ORDER BY {key} LIMIT 1 OFFSET ?")
        }
        Shape::Purge { is_first, is_last } => {
            let bound = |is_open: &bool, sign: &str| {
                if *is_open {
                    String::new()
                } else {
                    format!(" AND ({key}) {sign} ({})", marks(table.key_width()))
                }
            };
            format!(
                "DELETE FROM {name} WHERE expires_at <= ?{}{}",
                bound(is_first, ">"),
                bound(is_last, "<=")
            )
        }
    }
}
