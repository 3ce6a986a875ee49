//! Statement texts. A [`Shape`] identifies a statement on a table; each is prepared once.

use std::fmt::Write as _;

use crate::platform::engine::within::{End, Within};
use crate::platform::engine::{Chosen, Is};
use crate::platform::table::{Column, ColumnKind, Order, Statics, Table};
use crate::platform::value::Value;

/// How the text of every [`Shape::Insert`] into a table begins.
pub fn inserting(table: &str) -> String {
    format!("INSERT INTO {table} (")
}

/// A condition: the column, and what it is compared with.
pub type Condition = (&'static str, Test);

/// A comparison without its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Test {
    /// No value.
    Null,
    /// One value, compared by this operator.
    Value(&'static str),
    /// This many values.
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

/// What a guard does with the mark of its row ([`super::decision`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Marks {
    /// Leaves it unchanged.
    Not,
    /// Writes its own mark.
    Own,
    /// Writes its own mark if there is none.
    First,
    /// Writes its own mark if it replaces the given one.
    After,
}

/// Identifies a statement on a table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Shape {
    Get,
    /// The key, the column that is set in every existing row, the row's mark, and the mark's time.
    Mark,
    /// As [`Shape::Get`], then the row's mark and the mark's time.
    GetMarked,
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
    /// As [`Shape::Insert`], decided together with guards. So are the next two.
    JoinedInsert,
    JoinedUpdate(Vec<&'static str>),
    JoinedDelete,
    InsertIfAbsent(Marks),
    UpdateIf {
        set: Vec<&'static str>,
        conditions: Vec<Condition>,
        marks: Marks,
    },
    DeleteIf(Vec<Condition>),
}

impl Shape {
    /// The columns that a read selects.
    pub fn chosen(&self) -> Chosen {
        if let Self::Range { columns, .. } = self { *columns } else { None }
    }

    /// Whether the store decides it: guards and joined writes. These are never retried blindly and have no timestamp of
    /// their own.
    pub fn is_decided(&self) -> bool {
        let is_joined = matches!(self, Self::JoinedInsert | Self::JoinedUpdate(_) | Self::JoinedDelete);
        is_joined || matches!(self, Self::InsertIfAbsent(_) | Self::UpdateIf { .. } | Self::DeleteIf(_))
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

/// Bounds of several columns (tuples). Not every store accepts tuples beside conditions on single columns, so the
/// prefix is part of both bounds, and is a bound by itself where there is no other.
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

/// The conditions hold and the row exists. `= null` is true of a missing row too, so a column that every guarded row
/// has is tested as well.
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

/// As [`when`], with the condition on the mark.
fn when_marked(table: &Table, conditions: &[Condition], marks: Marks) -> String {
    let tests = when(table, conditions);
    match marks {
        Marks::Not | Marks::Own => tests,
        Marks::First => format!("{tests} AND {} = null", table.mark()),
        Marks::After => format!("{tests} AND {} = ?", table.mark()),
    }
}

fn select(name: &str, table: &Table, columns: Chosen, rows: &str) -> String {
    let distinct = if table.is_static() { "DISTINCT " } else { "" };
    let columns = names(table.chosen(columns).map(|(_, column)| column));
    format!("SELECT {distinct}{columns} FROM {name}{rows}")
}

/// What is deleted: whole rows, or the static columns and the mark without the partition's rows.
fn delete(name: &str, table: &Table) -> String {
    if table.is_static() {
        format!("DELETE {}, {} FROM {name}", names(table.columns.iter()), table.mark())
    } else {
        format!("DELETE FROM {name}")
    }
}

/// The rows of a span to be deleted. Without a bound the partition's static columns would be deleted too.
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

/// The text of a statement. Values are bound in the order of the text; plain writes begin or end with their timestamp.
/// `name` is the table's, with or without its keyspace.
pub fn text(name: &str, table: &Table, shape: &Shape) -> String {
    let (all, key) = (names(table.all()), equal(table.key()));
    let ttl = if table.ttl { "TTL ? AND " } else { "" };
    match shape {
        Shape::Get => select(name, table, None, &format!(" WHERE {key}")),
        Shape::Mark => {
            let distinct = if table.is_static() { "DISTINCT " } else { "" };
            let named = names(table.key().chain(table.columns.first()));
            let mark = table.mark();
            format!("SELECT {distinct}{named}, {mark}, writetime({mark}) FROM {name} WHERE {key}")
        }
        Shape::GetMarked => {
            let distinct = if table.is_static() { "DISTINCT " } else { "" };
            let mark = table.mark();
            format!("SELECT {distinct}{all}, {mark}, writetime({mark}) FROM {name} WHERE {key}")
        }
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
            let values = marks(table.width());
            format!("{}{all}) VALUES ({values}) USING {ttl}TIMESTAMP ?", inserting(name))
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
        Shape::InsertIfAbsent(kind) => {
            let ttl = if table.ttl { " USING TTL ?" } else { "" };
            let (mark, place) = if *kind == Marks::Not { ("", "") } else { (table.mark(), ", ") };
            let values = marks(table.width() + usize::from(*kind != Marks::Not));
            format!("INSERT INTO {name} ({all}{place}{mark}) VALUES ({values}) IF NOT EXISTS{ttl}")
        }
        Shape::UpdateIf { set, conditions, marks } => {
            let ttl = if table.ttl { " USING TTL ?" } else { "" };
            let mark = if *marks == Marks::Not { String::new() } else { format!(", {} = ?", table.mark()) };
            let tests = when_marked(table, conditions, *marks);
            format!("UPDATE {name}{ttl} SET {}{mark} WHERE {key} IF {tests}", assigned(set))
        }
        Shape::DeleteIf(conditions) => {
            format!("{} WHERE {key} IF {}", delete(name, table), when(table, conditions))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::table::{bigint, text as text_column};

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
    fn null_condition_requires_the_row() {
        let update = |conditions: Vec<Condition>| {
            text("k.passing", &PASSING, &Shape::UpdateIf { set: vec!["e"], conditions, marks: Marks::Not })
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
    fn mark_is_written_and_tested() {
        let update = |conditions: Vec<Condition>, marks| {
            text("k.passing", &PASSING, &Shape::UpdateIf { set: vec!["e"], conditions, marks })
        };
        let head =
            "UPDATE k.passing USING TTL ? SET e = ?, by_decision = ? WHERE a = ? AND b = ? AND c = ? IF ";
        assert_eq!(update(vec![], Marks::First), format!("{head}d != null AND by_decision = null"));
        let owned = vec![("e", Test::Value("="))];
        assert_eq!(update(owned, Marks::After), format!("{head}e = ? AND by_decision = ?"));
        assert_eq!(
            text("k.passing", &PASSING, &Shape::InsertIfAbsent(Marks::Own)),
            "INSERT INTO k.passing (a, b, c, d, e, by_decision) VALUES (?, ?, ?, ?, ?, ?) IF NOT EXISTS USING TTL ?"
        );
        assert_eq!(
            text("k.passing", &PASSING, &Shape::Mark),
            "SELECT a, b, c, d, by_decision, writetime(by_decision) FROM k.passing WHERE a = ? AND b = ? AND c = ?"
        );
    }

    #[test]
    fn ranges_order_only_against_the_table_order() {
        let within = Within { prefix: 1, from: End::Excluded(1), to: End::Included(1) };
        let range = |order| text("k.passing", &PASSING, &Shape::Range { within, order, columns: None });
        let rows = "SELECT a, b, c, d, e FROM k.passing WHERE a = ? AND b = ? AND c > ? AND c <= ?";
        assert_eq!(range(Order::Descending), rows);
        assert_eq!(range(Order::Ascending), format!("{rows} ORDER BY b ASC, c ASC"));
        // With the column that is set in every existing row.
        let some = Shape::Range { within: Within::ALL, order: Order::Descending, columns: Some(&["e"]) };
        assert_eq!(text("k.passing", &PASSING, &some), "SELECT a, b, c, d, e FROM k.passing WHERE a = ?");
    }

    #[test]
    fn tuple_bounds_include_the_prefix() {
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
    fn plain_writes_carry_timestamp_and_ttl() {
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
