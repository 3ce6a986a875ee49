//! Operations on the whole file: verification and backup.

use std::path::{Path, PathBuf};

use rusqlite::backup::{Backup, StepResult};

use super::connection::Connection;
use super::schema;
use crate::platform::error::{Error, Result};
use crate::platform::table::Table;

/// Most reported damages; further ones add nothing.
const MOST: usize = 100;
/// Rows read at once.
const SLICE: usize = 1_000;

impl Connection {
    /// Reads every page and every row and answers one line per damage; empty if the file is sound.
    pub fn verify(&mut self, tables: &[&'static Table]) -> Result<Vec<String>> {
        let mut found = Vec::new();
        let pages = format!("PRAGMA integrity_check({MOST})");
        match self.lines(&pages) {
            Ok(lines) => found.extend(lines.into_iter().filter(|line| line != "ok")),
            Err(Error::Damaged(why) | Error::Corrupt(why)) => found.push(why),
            Err(error) => return Err(error),
        }
        // A page may be well-formed and hold garbage: each row is decoded as its table declares.
        for table in tables {
            if !found.is_empty() {
                break;
            }
            match schema::has(self, table)
                .and_then(|is_there| if is_there { self.read_all(table) } else { Ok(()) })
            {
                Ok(()) => {}
                Err(Error::Damaged(why) | Error::Corrupt(why)) => found.push(why),
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }

    fn lines(&self, sql: &str) -> Result<Vec<String>> {
        let mut statement = self.sqlite.prepare(sql)?;
        let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
        Ok(rows.collect::<rusqlite::Result<Vec<_>>>()?)
    }

    fn read_all(&mut self, table: &'static Table) -> Result<()> {
        let mut after: Option<Vec<crate::platform::value::Value>> = None;
        loop {
            let rows = self.scan(table, after.as_deref(), SLICE)?;
            if rows.len() < SLICE {
                return Ok(());
            }
            after = rows.last().map(|row| row.key().to_vec());
        }
    }

    /// Checkpoints the log into the file and truncates it; false: a reader still uses the log.
    pub fn empty_log(&self) -> Result<bool> {
        // Writers must not wait for readers.
        self.sqlite.busy_timeout(std::time::Duration::ZERO)?;
        let busy = self.sqlite.query_row("PRAGMA wal_checkpoint(truncate)", [], |row| row.get::<_, i64>(0));
        self.sqlite.busy_timeout(super::connection::BUSY_TIMEOUT)?;
        Ok(busy? == 0)
    }

    /// Writes a row only to find out whether writing works.
    pub fn probe(&self) -> Result<()> {
        let text = "INSERT INTO probe (only, n) VALUES (0, 0) ON CONFLICT (only) DO UPDATE SET n = n + 1";
        self.sqlite.prepare_cached(text)?.raw_execute()?;
        Ok(())
    }
}

/// Summarizes the damages in one error.
pub fn damaged(what: &str, found: &[String]) -> Error {
    let first = found.first().map_or("", String::as_str).replace('\n', " ");
    let more = if found.len() > 1 { format!(" (and {} more)", found.len() - 1) } else { String::new() };
    Error::Damaged(format!("{what}: {first}{more}"))
}

/// Copies everything into one new file, which gets its name only when it is complete and verified.
pub fn copy(connection: &mut Connection, tables: &[&'static Table], target: &Path) -> Result<()> {
    let mut partial = target.to_path_buf().into_os_string();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let made = copy_to(connection, tables, &partial, target);
    // Verifying the copy creates an empty log beside it; nothing of a failed copy stays.
    for end in ["", "-wal", "-shm", "-journal"] {
        let mut name = partial.clone().into_os_string();
        name.push(end);
        let _ = std::fs::remove_file(PathBuf::from(name));
    }
    made
}

fn copy_to(
    connection: &mut Connection,
    tables: &[&'static Table],
    partial: &Path,
    target: &Path,
) -> Result<()> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let failed = |error: std::io::Error| {
        Error::Unavailable(format!("the copy {} cannot be written: {error}", target.display()))
    };
    // Created here instead of by SQLite, so that nobody else may read it whatever the umask.
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(0o600).open(partial).map_err(failed)?;
    let mut copied = rusqlite::Connection::open(partial)?;
    // In one step: it reads one snapshot of the log and does not hold up writers. Smaller steps would restart with
    // every write.
    let step = Backup::new(&connection.sqlite, &mut copied).and_then(|backup| backup.step(-1));
    drop(copied);
    match step {
        Ok(StepResult::Done) => {}
        Ok(_) => return Err(Error::Busy),
        Err(error) => {
            return Err(match Error::from(error) {
                Error::Unavailable(why) => {
                    Error::Unavailable(format!("the copy {} cannot be written: {why}", target.display()))
                }
                Error::Damaged(why) => damaged("it was not copied", &[why]),
                other => other,
            });
        }
    }
    std::fs::File::open(partial).and_then(|file| file.sync_all()).map_err(failed)?;
    // The copy is page by page: damage in it comes from the store or from the disk it was written to.
    let found = Connection::open_copy(partial)?.verify(tables)?;
    if !found.is_empty() {
        let of_store = connection.verify(tables)?;
        return Err(if of_store.is_empty() {
            let why = found.first().map_or("", String::as_str).replace('\n', " ");
            Error::Unavailable(format!(
                "the copy came out damaged and was thrown away, the store is sound: {why}"
            ))
        } else {
            damaged("it was not copied", &of_store)
        });
    }
    std::fs::rename(partial, target).map_err(failed)?;
    if let Some(folder) = target.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)?;
    }
    Ok(())
}
