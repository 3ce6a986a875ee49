//! Declaration of a table: partition key, clustering key, columns. Both engines derive their DDL and statements from
//! it.

use std::fmt::Write as _;

/// Type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// 64 bits, also every id.
    BigInt,
    /// 32 bits.
    Int,
    /// UTF-8 text.
    Text,
    /// Yes or no.
    Boolean,
    /// Bytes.
    Blob,
    /// Epoch milliseconds.
    Timestamp,
}

impl ColumnKind {
    const fn sqlite(self) -> &'static str {
        match self {
            Self::BigInt | Self::Int | Self::Boolean | Self::Timestamp => "INTEGER",
            Self::Text => "TEXT",
            Self::Blob => "BLOB",
        }
    }

    const fn cql(self) -> &'static str {
        match self {
            Self::BigInt => "bigint",
            Self::Int => "int",
            Self::Text => "text",
            Self::Boolean => "boolean",
            Self::Blob => "blob",
            Self::Timestamp => "timestamp",
        }
    }
}

/// A named, typed column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// In snake_case; the same in both engines.
    pub name: &'static str,
    /// What it holds.
    pub kind: ColumnKind,
}

macro_rules! column {
    ($($(#[$doc:meta])* $name:ident => $kind:ident),* $(,)?) => {$(
        $(#[$doc])*
        pub const fn $name(name: &'static str) -> Column {
            Column { name, kind: ColumnKind::$kind }
        }
    )*};
}

column! {
    /// A column of 64 bits.
    bigint => BigInt,
    /// A column of 32 bits.
    int => Int,
    /// A column of text.
    text => Text,
    /// A column of yes or no.
    boolean => Boolean,
    /// A column of bytes.
    blob => Blob,
    /// A column of epoch milliseconds.
    timestamp => Timestamp,
}

/// Tables whose rows ask for work on the other rows of their write, and the column with the moment (epoch milliseconds)
/// from which on they are looked for. Where the rows of a write become visible one after the other, these do so last,
/// unless that moment comes long after all of them: whoever finds one finds the others.
pub const WRITTEN_LAST: [(&str, &str); 1] = [("jobs", "due")];

/// The order of a partition's rows, on disk and by default in reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    /// Smallest first.
    Ascending,
    /// Largest first.
    Descending,
}

/// A table, keyed for the queries that it serves: rows are found by their partition, and within it by a prefix of the
/// clustering columns. No engine offers anything else.
#[derive(Debug)]
pub struct Table {
    /// In snake_case.
    pub name: &'static str,
    /// The columns that select the partition of a row.
    pub partition: &'static [Column],
    /// The columns that order the rows of a partition and make them unique.
    pub clustering: &'static [Column],
    /// The other columns. In tables with guarded rows the first one is set in every row: it tells whether the row
    /// exists.
    pub columns: &'static [Column],
    /// Whether rows may be written with a time to live.
    pub ttl: bool,
    /// Order of the rows in a partition.
    pub page_order: Order,
    /// Its relation to static columns.
    pub statics: Statics,
}

/// How a table relates to static columns: values that a partition has once, such as seats left or a balance. They are
/// declared as a table of their own, with the same partition and no clustering, so that they are read, written and
/// guarded as a row; guards on them and on rows of the same partition are one decision.
#[derive(Clone, Copy)]
pub enum Statics {
    /// No static columns.
    None,
    /// The given table declares the static columns of this table's partitions.
    In(&'static Table),
    /// Declares the static columns of the given table's partitions. The static row exists when its first column is set.
    Of(&'static Table),
}

/// By name, because the two refer to each other.
impl std::fmt::Debug for Statics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::None => f.write_str("None"),
            Self::In(table) => write!(f, "In({})", table.name),
            Self::Of(table) => write!(f, "Of({})", table.name),
        }
    }
}

impl Table {
    /// Number of columns.
    pub const fn width(&self) -> usize {
        self.partition.len() + self.clustering.len() + self.columns.len()
    }

    /// Number of primary key columns.
    pub const fn key_width(&self) -> usize {
        self.partition.len() + self.clustering.len()
    }

    /// The table whose partitions hold the rows: of static columns, the table that they belong to.
    pub const fn home(&'static self) -> &'static Table {
        match self.statics {
            Statics::Of(home) => home,
            _ => self,
        }
    }

    /// Whether it declares static columns of another table.
    pub const fn is_static(&self) -> bool {
        matches!(self.statics, Statics::Of(_))
    }

    /// The CQL engine's internal column for the mark of the last decision that had writes elsewhere.
    pub const fn mark(&self) -> &'static str {
        if self.is_static() { "once_by_decision" } else { "by_decision" }
    }

    /// `ALTER TABLE` that adds the mark column to an older table.
    pub fn cql_add_mark(&'static self) -> String {
        let once = if self.is_static() { " static" } else { "" };
        format!("ALTER TABLE {} ADD {} blob{once}", self.home().name, self.mark())
    }

    /// Every column: partition, clustering, the rest.
    pub fn all(&self) -> impl Iterator<Item = &'static Column> {
        self.partition.iter().chain(self.clustering).chain(self.columns)
    }

    /// The primary key's columns.
    pub fn key(&self) -> impl Iterator<Item = &'static Column> {
        self.partition.iter().chain(self.clustering)
    }

    /// The column that tells whether a row exists, where its key alone does not: the first one, which is set in every row
    /// that may expire and in every static one.
    pub fn existence(&self) -> Option<&'static Column> {
        self.columns.first().filter(|_| self.ttl || self.is_static())
    }

    /// The columns that a read of `names` selects, with their positions: the key, the named ones, and the first column
    /// where it tells whether the row exists. None: all columns.
    pub fn chosen(
        &self,
        names: Option<&'static [&'static str]>,
    ) -> impl Iterator<Item = (usize, &'static Column)> {
        let key = self.key_width();
        let first = self.existence().map(|column| column.name);
        let is_chosen = move |at: usize, name: &str| {
            at < key || Some(name) == first || names.is_none_or(|names| names.contains(&name))
        };
        self.all().enumerate().filter(move |(at, column)| is_chosen(*at, column.name))
    }

    /// The column at a position of the declared order.
    pub fn column_at(&self, at: usize) -> Option<&'static Column> {
        let (partition, key) = (self.partition.len(), self.key_width());
        if at < partition {
            self.partition.get(at)
        } else if at < key {
            self.clustering.get(at - partition)
        } else {
            self.columns.get(at - key)
        }
    }

    /// A column's position in the declared order.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.all().position(|column| column.name == name)
    }

    /// A column outside the primary key.
    pub fn regular(&self, name: &str) -> Option<&'static Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// `CREATE TABLE` for SQLite: strict types, stored by primary key without a rowid. Tables with a time to live have
    /// the hidden column `expires_at`.
    pub fn sqlite_ddl(&self) -> Vec<String> {
        let mut ddl = format!("CREATE TABLE IF NOT EXISTS {} (", self.name);
        for column in self.all() {
            let not_null = if self.key().any(|key| key.name == column.name) { " NOT NULL" } else { "" };
            let _ = write!(ddl, "{} {}{not_null}, ", column.name, column.kind.sqlite());
        }
        if self.ttl {
            ddl.push_str("expires_at INTEGER, ");
        }
        let _ = write!(ddl, "PRIMARY KEY ({})) STRICT, WITHOUT ROWID", join(self.key()));
        let mut statements = vec![ddl];
        if self.ttl {
            // Older programs found expired rows by this index, which slowed down every write
            // (`engine/sqlite/purge.rs`).
            statements.push(format!("DROP INDEX IF EXISTS {}_expires_at", self.name));
        }
        statements
    }

    /// `ALTER TABLE` for SQLite that adds a missing column.
    pub fn sqlite_add_column(&self, column: &Column) -> String {
        format!("ALTER TABLE {} ADD COLUMN {} {}", self.name, column.name, column.kind.sqlite())
    }

    /// `CREATE TABLE` for ScyllaDB and Cassandra, including static columns. The time to live is set by each write
    /// there.
    pub fn cql_ddl(&self) -> String {
        let mut ddl = format!("CREATE TABLE IF NOT EXISTS {} (", self.name);
        for column in self.all() {
            let _ = write!(ddl, "{} {}, ", column.name, column.kind.cql());
        }
        let _ = write!(ddl, "{} blob, ", self.mark());
        if let Statics::In(statics) = self.statics {
            for column in statics.columns {
                let _ = write!(ddl, "{} {} static, ", column.name, column.kind.cql());
            }
            let _ = write!(ddl, "{} blob static, ", statics.mark());
        }
        let _ = write!(ddl, "PRIMARY KEY (({})", join(self.partition.iter()));
        for column in self.clustering {
            let _ = write!(ddl, ", {}", column.name);
        }
        ddl.push_str("))");
        if self.page_order == Order::Descending && !self.clustering.is_empty() {
            let order: Vec<String> = self.clustering.iter().map(|c| format!("{} DESC", c.name)).collect();
            let _ = write!(ddl, " WITH CLUSTERING ORDER BY ({})", order.join(", "));
        }
        ddl
    }

    /// `ALTER TABLE` for ScyllaDB and Cassandra that adds a missing column.
    pub fn cql_add_column(&'static self, column: &Column) -> String {
        let once = if self.is_static() { " static" } else { "" };
        format!("ALTER TABLE {} ADD {} {}{once}", self.home().name, column.name, column.kind.cql())
    }
}

fn join<'a>(columns: impl Iterator<Item = &'a Column>) -> String {
    columns.map(|column| column.name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    static EVENTS: Table = Table {
        name: "events",
        partition: &[bigint("channel_id"), int("bucket")],
        clustering: &[bigint("event_id")],
        columns: &[text("kind"), boolean("added"), timestamp("at"), blob("raw")],
        ttl: true,
        page_order: Order::Descending,
        statics: Statics::None,
    };

    static SEATED: Table = Table {
        name: "seated",
        partition: &[bigint("course_id")],
        clustering: &[bigint("user_id")],
        columns: &[timestamp("since")],
        ttl: false,
        page_order: Order::Ascending,
        statics: Statics::In(&SEATS),
    };

    static SEATS: Table = Table {
        name: "seats",
        partition: &[bigint("course_id")],
        clustering: &[],
        columns: &[int("seats_left")],
        ttl: false,
        page_order: Order::Ascending,
        statics: Statics::Of(&SEATED),
    };

    #[test]
    fn static_columns_are_static_in_cql_and_a_table_in_sqlite() {
        assert_eq!(
            SEATED.cql_ddl(),
            "CREATE TABLE IF NOT EXISTS seated (course_id bigint, user_id bigint, since timestamp, by_decision blob, \
             seats_left int static, once_by_decision blob static, PRIMARY KEY ((course_id), user_id))"
        );
        assert_eq!(SEATS.cql_add_column(&SEATS.columns[0]), "ALTER TABLE seated ADD seats_left int static");
        assert_eq!(SEATS.cql_add_mark(), "ALTER TABLE seated ADD once_by_decision blob static");
        assert_eq!(SEATED.cql_add_mark(), "ALTER TABLE seated ADD by_decision blob");
        assert_eq!(
            SEATS.sqlite_ddl(),
            ["CREATE TABLE IF NOT EXISTS seats (course_id INTEGER NOT NULL, seats_left INTEGER, \
              PRIMARY KEY (course_id)) STRICT, WITHOUT ROWID"]
        );
        assert_eq!(format!("{:?}", SEATS.statics), "Of(seated)");
    }

    #[test]
    fn sqlite_ddl_is_strict_and_keyed() {
        assert_eq!(
            EVENTS.sqlite_ddl(),
            [
                "CREATE TABLE IF NOT EXISTS events (channel_id INTEGER NOT NULL, bucket INTEGER NOT NULL, \
                 event_id INTEGER NOT NULL, kind TEXT, added INTEGER, at INTEGER, raw BLOB, expires_at INTEGER, \
                 PRIMARY KEY (channel_id, bucket, event_id)) STRICT, WITHOUT ROWID",
                "DROP INDEX IF EXISTS events_expires_at",
            ]
        );
    }

    #[test]
    fn cql_ddl_names_partition_and_order() {
        assert_eq!(
            EVENTS.cql_ddl(),
            "CREATE TABLE IF NOT EXISTS events (channel_id bigint, bucket int, event_id bigint, kind text, \
             added boolean, at timestamp, raw blob, by_decision blob, PRIMARY KEY ((channel_id, bucket), event_id)) \
             WITH CLUSTERING ORDER BY (event_id DESC)"
        );
    }

    #[test]
    fn columns_are_found_by_place_and_name() {
        assert_eq!(EVENTS.column_at(2).map(|c| c.name), Some("event_id"));
        assert_eq!(EVENTS.column_at(6).map(|c| c.name), Some("raw"));
        assert_eq!(EVENTS.column_at(7), None);
        assert_eq!(EVENTS.position("at"), Some(5));
        assert!(EVENTS.regular("event_id").is_none());
    }
}
