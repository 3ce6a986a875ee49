//! Statement texts. What tells two statements on a table apart is a [`Shape`]; each is prepared once.

use std::fmt::Write as _;

use crate::engine::within::{End, Within};
use crate::engine::{Chosen, Is};
use crate::table::{Column, ColumnKind, Order, Statics, Table};
use crate::value::Value;

/// A condition: the column, and what it is compared with.
pub type Condition = (&'static str, Test);

/// A comparison without its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Test {
    /// No value.
    Null,
    /// One value, by this operator.
    Value(&'static str),
    /// So many values.
    In(usize),
}

impl From<&Is> for Test {
    fn from(is: &Is) -> Self {
        match is {
            Is::Equal(Value::Null) => Self::Null,
            Is::Equal(_) => Self::Value("="),
            Is::Below(_) => Self::Value("<"),
            Is::UpTo(_) => Self::Value("<="),
            Is::Above(_) => Self::Value(">"),
            Is::AtLeast(_) => Self::Value(">="),
            Is::OneOf(values) => Self::In(values.len()),
        }
    }
}

/// What tells two statements on a table apart.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Shape {
    Get,
    Range {
        within: Within,
        order: Order,
        columns: Chosen,
    },
    ScanAll,
    ScanRestOfPartition,
    ScanAfterPartition,
    Insert,
    Update(Vec<&'static str>),
    Raise(&'static str),
    Delete,
    DeleteRange(Within),
    /// As [`Shape::Insert`], decided with guards. So are the next two.
    JoinedInsert,
    JoinedUpdate(Vec<&'static str>),
    JoinedDelete,
    InsertIfAbsent,
    UpdateIf {
        set: Vec<&'static str>,
        conditions: Vec<Condition>,
    },
    DeleteIf(Vec<Condition>),
}

impl Shape {
    /// What a read answers of each row.
    pub fn chosen(&self) -> Chosen {
        if let Self::Range { columns, .. } = self { *columns } else { None }
    }

    /// Guards, and what joins them, are decided by the store; they are never sent again blindly, and never have a time of
    /// their own.
    pub fn is_decided(&self) -> bool {
        let is_joined = matches!(self, Self::JoinedInsert | Self::JoinedUpdate(_) | Self::JoinedDelete);
        is_joined || matches!(self, Self::InsertIfAbsent | Self::UpdateIf { .. } | Self::DeleteIf(_))
    }
}

fn names<'a>(columns: impl Iterator<Item = &'a Column>) -> String {
    columns.map(|column| column.name).collect::<Vec<_>>().join(", ")
}

fn equal<'a>(columns: impl Iterator<Item = &'a Column>) -> String {
    columns.map(|column| format!("{} = ?", column.name)).collect::<Vec<_>>().join(" AND ")
}

fn assigned(set: &[&str]) -> String {
    set.iter().map(|name| format!("{name} = ?")).collect::<Vec<_>>().join(", ")
}

fn marks(count: usize) -> String {
    vec!["?"; count].join(", ")
}

fn rows_within(table: &Table, within: Within) -> String {
    if within.has_tuple() {
        return rows_within_tuples(table, within);
    }
    let mut text = equal(table.partition.iter().chain(table.clustering.iter().take(within.prefix)));
    let bounded = table.clustering.get(within.prefix).map_or("", |column| column.name);
    for (end, is_lower) in [(within.from, true), (within.to, false)] {
        if end != End::Open {
            let _ = write!(text, " AND {bounded} {} ?", end.operator(is_lower));
        }
    }
    text
}

/// Bounds of several columns. They are not mixed with conditions on single ones, which not every store takes: the prefix is a
/// part of both, and a bound by itself where there is no other.
fn rows_within_tuples(table: &Table, within: Within) -> String {
    let mut text = equal(table.partition.iter());
    for (end, is_lower) in [(within.from, true), (within.to, false)] {
        let width = within.prefix + end.width();
        if width > 0 {
            let bounded = names(table.clustering.iter().take(width));
            let _ = write!(text, " AND ({bounded}) {} ({})", end.operator(is_lower), marks(width));
        }
    }
    text
}

/// The conditions hold and the row is there. "Has no value" holds of an absent row too, so the column that every guarded
/// row has is asked for beside it.
fn when(table: &Table, conditions: &[Condition]) -> String {
    let mut tests: Vec<String> = conditions
        .iter()
        .map(|(name, test)| match test {
            Test::Null => format!("{name} = null"),
            Test::Value(operator) => format!("{name} {operator} ?"),
            Test::In(count) => format!("{name} IN ({})", marks(*count)),
        })
        .collect();
    if conditions.iter().all(|(_, test)| *test == Test::Null) {
        match table.columns.first() {
            Some(first) => tests.push(format!("{} != null", first.name)),
            None => return "EXISTS".to_owned(),
        }
    }
    tests.join(" AND ")
}

fn select(name: &str, table: &Table, columns: Chosen, rows: &str) -> String {
    let distinct = if table.is_static() { "DISTINCT " } else { "" };
    let columns = names(table.chosen(columns).map(|(_, column)| column));
    format!("SELECT {distinct}{columns} FROM {name}{rows}")
}

/// What is deleted: whole rows, or of what a partition has once the columns, without its rows.
fn delete(name: &str, table: &Table) -> String {
    if table.is_static() {
        format!("DELETE {} FROM {name}", names(table.columns.iter()))
    } else {
        format!("DELETE FROM {name}")
    }
}

/// The rows of a span that are deleted. Without a bound all that the partition has once would go as well.
fn rows_deleted(table: &Table, within: Within) -> String {
    let rows = rows_within(table, within);
    match (table.statics, table.clustering.first()) {
        (Statics::In(_), Some(first)) if within == Within::ALL => {
            format!("{rows} AND {} >= {}", first.name, smallest(first.kind))
        }
        _ => rows,
    }
}

/// The smallest value of a kind.
const fn smallest(kind: ColumnKind) -> &'static str {
    match kind {
        ColumnKind::BigInt | ColumnKind::Timestamp => "-9223372036854775808",
        ColumnKind::Int => "-2147483648",
        ColumnKind::Text => "''",
        ColumnKind::Boolean => "false",
        ColumnKind::Blob => "0x",
    }
}

/// The text of a statement. Values are bound in the order in which they are written; writes without a guard begin or end
/// with their own time. `name` is the table's, with its keyspace or without.
pub fn text(name: &str, table: &Table, shape: &Shape) -> String {
    let (all, key) = (names(table.all()), equal(table.key()));
    let ttl = if table.ttl { "TTL ? AND " } else { "" };
    match shape {
        Shape::Get => select(name, table, None, &format!(" WHERE {key}")),
        Shape::Range { within, order, columns } => {
            let mut rows = format!(" WHERE {}", rows_within(table, *within));
            if *order != table.page_order && !table.clustering.is_empty() {
                let direction = if *order == Order::Ascending { "ASC" } else { "DESC" };
                let by: Vec<String> =
                    table.clustering.iter().map(|column| format!("{} {direction}", column.name)).collect();
                let _ = write!(rows, " ORDER BY {}", by.join(", "));
            }
            select(name, table, *columns, &rows)
        }
        Shape::ScanAll => select(name, table, None, ""),
        Shape::ScanRestOfPartition => {
            let beyond = if table.page_order == Order::Ascending { ">" } else { "<" };
            let clustering = names(table.clustering.iter());
            let places = marks(table.clustering.len());
            select(
                name,
                table,
                None,
                &format!(" WHERE {} AND ({clustering}) {beyond} ({places})", equal(table.partition.iter())),
            )
        }
        Shape::ScanAfterPartition => {
            let partition = names(table.partition.iter());
            select(
                name,
                table,
                None,
                &format!(" WHERE token({partition}) > token({})", marks(table.partition.len())),
            )
        }
        Shape::Insert => {
            format!("INSERT INTO {name} ({all}) VALUES ({}) USING {ttl}TIMESTAMP ?", marks(table.width()))
        }
        Shape::Update(set) => {
            format!("UPDATE {name} USING {ttl}TIMESTAMP ? SET {} WHERE {key}", assigned(set))
        }
        Shape::Raise(column) => format!("UPDATE {name} USING TIMESTAMP ? SET {column} = ? WHERE {key}"),
        Shape::Delete => format!("{} USING TIMESTAMP ? WHERE {key}", delete(name, table)),
        Shape::DeleteRange(within) => {
            format!("{} USING TIMESTAMP ? WHERE {}", delete(name, table), rows_deleted(table, *within))
        }
        Shape::JoinedInsert => {
            let ttl = if table.ttl { " USING TTL ?" } else { "" };
            format!("INSERT INTO {name} ({all}) VALUES ({}){ttl}", marks(table.width()))
        }
        Shape::JoinedUpdate(set) => format!("UPDATE {name} SET {} WHERE {key}", assigned(set)),
        Shape::JoinedDelete => format!("{} WHERE {key}", delete(name, table)),
        Shape::InsertIfAbsent => {
            let ttl = if table.ttl { " USING TTL ?" } else { "" };
            format!("INSERT INTO {name} ({all}) VALUES ({}) IF NOT EXISTS{ttl}", marks(table.width()))
        }
        Shape::UpdateIf { set, conditions } => {
            let ttl = if table.ttl { " USING TTL ?" } else { "" };
            format!("UPDATE {name}{ttl} SET {} WHERE {key} IF {}", assigned(set), when(table, conditions))
        }
        Shape::DeleteIf(conditions) => {
            format!("{} WHERE {key} IF {}", delete(name, table), when(table, conditions))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{bigint, text as text_column};

    static PASSING: Table = PASSING_SHAPE;
    const PASSING_SHAPE: Table = Table {
        name: "passing",
        partition: &[bigint("a")],
        clustering: &[bigint("b"), text_column("c")],
        columns: &[text_column("d"), text_column("e")],
        ttl: true,
        page_order: Order::Descending,
        statics: Statics::None,
    };

    #[test]
    fn a_null_condition_asks_for_the_row_too() {
        let update = |conditions: Vec<Condition>| {
            text("k.passing", &PASSING, &Shape::UpdateIf { set: vec!["e"], conditions })
        };
        let head = "UPDATE k.passing USING TTL ? SET e = ? WHERE a = ? AND b = ? AND c = ? IF ";
        assert_eq!(update(vec![("e", Test::Null)]), format!("{head}e = null AND d != null"));
        assert_eq!(
            update(vec![("e", Test::Null), ("d", Test::Value("="))]),
            format!("{head}e = null AND d = ?")
        );
        assert_eq!(update(vec![]), format!("{head}d != null"));
        let among = vec![("d", Test::In(2)), ("e", Test::Value("<="))];
        assert_eq!(update(among), format!("{head}d IN (?, ?) AND e <= ?"));
    }

    #[test]
    fn ranges_name_an_order_only_against_the_tables_own() {
        let within = Within { prefix: 1, from: End::Excluded(1), to: End::Included(1) };
        let range = |order| text("k.passing", &PASSING, &Shape::Range { within, order, columns: None });
        let rows = "SELECT a, b, c, d, e FROM k.passing WHERE a = ? AND b = ? AND c > ? AND c <= ?";
        assert_eq!(range(Order::Descending), rows);
        assert_eq!(range(Order::Ascending), format!("{rows} ORDER BY b ASC, c ASC"));
        // With the column that tells a row from none.
        let some = Shape::Range { within: Within::ALL, order: Order::Descending, columns: Some(&["e"]) };
        assert_eq!(text("k.passing", &PASSING, &some), "SELECT a, b, c, d, e FROM k.passing WHERE a = ?");
    }

    #[test]
    fn bounds_of_several_columns_take_the_prefix_along() {
        let range = |prefix, from, to| rows_within(&PASSING, Within { prefix, from, to });
        let both = range(0, End::Excluded(2), End::Included(1));
        assert_eq!(both, "a = ? AND (b, c) > (?, ?) AND (b) <= (?)");
        assert_eq!(range(0, End::Open, End::Excluded(2)), "a = ? AND (b, c) < (?, ?)");
        static WIDE: Table = Table { clustering: CLUSTERING, ..PASSING_SHAPE };
        const CLUSTERING: &[Column] = &[bigint("b"), bigint("c"), text_column("d")];
        let within = Within { prefix: 1, from: End::Excluded(2), to: End::Open };
        assert_eq!(rows_within(&WIDE, within), "a = ? AND (b, c, d) > (?, ?, ?) AND (b) <= (?)");
    }

    #[test]
    fn plain_writes_carry_their_time_and_life() {
        assert_eq!(
            text("k.passing", &PASSING, &Shape::Insert),
            "INSERT INTO k.passing (a, b, c, d, e) VALUES (?, ?, ?, ?, ?) USING TTL ? AND TIMESTAMP ?"
        );
        assert_eq!(
            text("k.passing", &PASSING, &Shape::Delete),
            "DELETE FROM k.passing USING TIMESTAMP ? WHERE a = ? AND b = ? AND c = ?"
        );
    }
}
