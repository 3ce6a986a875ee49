//! Deletes expired rows by a walk through each table in key order, one slice at a time. An index by time would find
//! them at once, but every write would pay for it: a fourth of the pages of a message.

use super::connection::Connection;
use crate::platform::error::Result;
use crate::platform::table::Table;
use crate::platform::value::Value;

/// Rows of a table that are examined together.
pub const SLICE: usize = 1_000;

/// Position of the walk through a table.
struct Walk {
    table: &'static Table,
    /// The key of the last examined row; none: the walk is at its start.
    after: Option<Vec<Value>>,
    /// The walk reached the table's end in this round.
    is_through: bool,
}

/// The walks through all tables with a time to live.
pub struct Purge(Vec<Walk>);

impl Purge {
    pub fn new(tables: &[&'static Table]) -> Self {
        let walks = tables.iter().filter(|table| table.ttl);
        Self(walks.map(|table| Walk { table, after: None, is_through: false }).collect())
    }

    /// Continues until one whole slice was examined, so that waiting writes are not held up for longer. Answers whether
    /// the round continues.
    pub fn step(&mut self, connection: &mut Connection) -> Result<bool> {
        for walk in self.0.iter_mut().filter(|walk| !walk.is_through) {
            walk.after = connection.purge(walk.table, walk.after.as_deref(), SLICE)?;
            walk.is_through = walk.after.is_none();
            if !walk.is_through {
                return Ok(true);
            }
        }
        self.0.iter_mut().for_each(|walk| walk.is_through = false);
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::engine::sqlite::schema;
    use crate::platform::engine::sqlite::sql::{Shape, Texts};
    use crate::platform::table::{Order, Statics, bigint, text};

    static NOTES: Table = Table {
        name: "notes",
        partition: &[text("of")],
        clustering: &[bigint("n")],
        columns: &[text("said")],
        ttl: true,
        page_order: Order::Ascending,
        statics: Statics::None,
    };
    static KEPT: Table = Table { name: "kept", ttl: false, ..NOTES };

    fn opened(folder: &tempfile::TempDir) -> Connection {
        Connection::open(&folder.path().join("kalender.db")).unwrap()
    }

    fn number(connection: &Connection, question: &str) -> i64 {
        connection.sqlite.query_row(question, [], |row| row.get(0)).unwrap()
    }

    /// Rows of two partitions that overlap slices; every third has expired, every fifth has no time to live.
    fn filled(connection: &mut Connection, rows: i64) {
        let writes = (0..rows).map(|n| {
            let of = if n % 2 == 0 { "even" } else { "odd" };
            let row = NOTES.row([("of", of.into()), ("n", n.into()), ("said", "x".into())]);
            match n {
                _ if n % 3 == 0 => row.insert_for(0),
                _ if n % 5 == 0 => row.insert(),
                _ => row.insert_for(3_600),
            }
        });
        let writes: Vec<_> = writes.collect();
        connection.run("BEGIN").unwrap();
        connection.apply(&[], &writes).unwrap();
        connection.run("COMMIT").unwrap();
    }

    #[test]
    fn purge_round_deletes_exactly_the_expired_rows() {
        let folder = tempfile::tempdir().unwrap();
        let mut connection = opened(&folder);
        schema::migrate(&connection, &[&NOTES, &KEPT], 1).unwrap();
        let mut purge = Purge::new(&[&NOTES, &KEPT]);
        assert!(!purge.step(&mut connection).unwrap(), "nothing is there");
        let rows = 2 * SLICE as i64 + SLICE as i64 / 2;
        filled(&mut connection, rows);
        assert_eq!(number(&connection, "SELECT count(*) FROM notes"), rows);
        for (step, goes_on) in [true, true, false].into_iter().enumerate() {
            assert_eq!(purge.step(&mut connection).unwrap(), goes_on, "step {step}");
        }
        assert_eq!(number(&connection, "SELECT count(*) FROM notes"), rows - (rows + 2) / 3);
        assert_eq!(number(&connection, "SELECT count(*) FROM notes WHERE n % 3 = 0"), 0);
        // The next round starts from the beginning.
        filled(&mut connection, 10);
        while purge.step(&mut connection).unwrap() {}
        assert_eq!(number(&connection, "SELECT count(*) FROM notes WHERE n % 3 = 0"), 0);
    }

    #[test]
    fn purge_slice_searches_by_primary_key() {
        let folder = tempfile::tempdir().unwrap();
        let connection = opened(&folder);
        schema::migrate(&connection, &[&NOTES], 1).unwrap();
        for shape in [
            Shape::Skip { is_first: false },
            Shape::Purge { is_first: false, is_last: true },
            Shape::Purge { is_first: false, is_last: false },
        ] {
            let text = format!("EXPLAIN QUERY PLAN {}", Texts::default().of(&NOTES, shape));
            let mut plan = connection.sqlite.prepare(&text).unwrap();
            let mut rows = plan.raw_query();
            let row = rows.next().unwrap().expect("a plan");
            let step: String = row.get("detail").unwrap();
            assert!(step.starts_with("SEARCH notes USING PRIMARY KEY"), "{text}: {step}");
        }
    }

    #[test]
    fn index_of_older_programs_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let connection = opened(&folder);
        schema::migrate(&connection, &[&NOTES], 1).unwrap();
        let index = "CREATE INDEX notes_expires_at ON notes (expires_at) WHERE expires_at IS NOT NULL";
        connection.run(index).unwrap();
        schema::migrate(&connection, &[&NOTES], 1).unwrap();
        assert_eq!(
            number(
                &connection,
                "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
            ),
            0
        );
    }
}
