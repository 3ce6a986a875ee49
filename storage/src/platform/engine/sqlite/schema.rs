//! Creates missing tables and columns of a file.

use super::connection::Connection;
use crate::platform::error::{Error, Result};
use crate::platform::table::Table;

/// Creates missing tables and columns; refuses a file that a newer program wrote.
pub fn migrate(connection: &Connection, tables: &[&'static Table], version: i64) -> Result<()> {
    connection.run("BEGIN IMMEDIATE")?;
    let migrated = within_transaction(connection, tables, version);
    connection.run(if migrated.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
    migrated
}

fn within_transaction(connection: &Connection, tables: &[&'static Table], version: i64) -> Result<()> {
    let sqlite = &connection.sqlite;
    sqlite.execute_batch(
        "CREATE TABLE IF NOT EXISTS schema_version (only INTEGER PRIMARY KEY CHECK (only = 0), version INTEGER) STRICT",
    )?;
    // Written by `ping` to find out whether the disk accepts a write.
    sqlite.execute_batch(
        "CREATE TABLE IF NOT EXISTS probe (only INTEGER PRIMARY KEY CHECK (only = 0), n INTEGER NOT NULL) STRICT",
    )?;
    let found: i64 =
        sqlite.query_row("SELECT coalesce(max(version), 0) FROM schema_version", [], |row| row.get(0))?;
    if found > version {
        return Err(Error::Unavailable(format!(
            "the store has version {found}, this program knows {version}: use a newer program"
        )));
    }
    for table in tables {
        for statement in table.sqlite_ddl() {
            sqlite.execute_batch(&statement)?;
        }
        let existing = columns(connection, table)?;
        for column in table.columns.iter().filter(|column| !existing.iter().any(|name| name == column.name)) {
            sqlite.execute_batch(&table.sqlite_add_column(column))?;
        }
    }
    sqlite.execute("INSERT OR REPLACE INTO schema_version (only, version) VALUES (0, ?)", [version])?;
    Ok(())
}

fn columns(connection: &Connection, table: &Table) -> Result<Vec<String>> {
    let mut existing = Vec::new();
    connection.sqlite.pragma(None, "table_info", table.name, |row| {
        existing.push(row.get::<_, String>("name")?);
        Ok(())
    })?;
    Ok(existing)
}

/// Whether the file has the table with all its declared columns.
pub fn has(connection: &Connection, table: &Table) -> Result<bool> {
    let existing = columns(connection, table)?;
    Ok(table.all().all(|column| existing.iter().any(|name| name == column.name)))
}
