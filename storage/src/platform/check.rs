//! The store's invariants, verified by an operator (`kalender check`). Each area declares its own
//! ([`crate::Area::checks`]).

use futures_util::future::BoxFuture;

use crate::platform::engine::{Db, Key};
use crate::platform::error::Result;
use crate::platform::slugs::{SLUGS, Slugs};
use crate::platform::table::Table;
use crate::platform::walk::Walk;

/// Most reported violations; further ones add nothing.
const MOST: usize = 1_000;

/// Verifies an area's rows and reports violations.
pub type Invariant = for<'a, 'b> fn(&'a mut Check<'b>) -> BoxFuture<'a, Result<()>>;

/// One line per violation, a thousand at most.
pub(crate) async fn run(
    db: &Db,
    slugs: &Slugs,
    invariants: impl Iterator<Item = &Invariant>,
) -> Result<Vec<String>> {
    let mut check = Check { db, slugs, found: Vec::new() };
    for invariant in invariants {
        invariant(&mut check).await?;
    }
    check.found.truncate(MOST);
    Ok(check.found)
}

/// What an invariant reads, and where it reports.
pub struct Check<'a> {
    pub db: &'a Db,
    pub(crate) slugs: &'a Slugs,
    found: Vec<String>,
}

impl Check<'_> {
    /// Reports a violation.
    pub fn say(&mut self, line: String) {
        if self.found.len() < MOST {
            self.found.push(line);
        }
    }

    /// That a row exists in a list, which names what it follows from.
    pub(crate) async fn listed(&mut self, key: Key, what: &str) -> Result<()> {
        let table = key.table.name;
        if self.db.get(key).await?.is_none() {
            self.say(format!("{what} is not in {table}"));
        }
        Ok(())
    }

    /// That a table has that many rows.
    pub(crate) async fn rows_of(&mut self, table: &'static Table, expected: usize) -> Result<()> {
        let listed = self.count_rows(table).await?;
        if listed != expected {
            self.say(format!("{} has {listed} rows, and {expected} belong there", table.name));
        }
        Ok(())
    }

    /// How many rows a table has.
    pub(crate) async fn count_rows(&self, table: &'static Table) -> Result<usize> {
        let (mut walk, mut count) = (Walk::over(table), 0);
        while let Some(rows) = walk.next(self.db).await? {
            count += rows.len();
        }
        Ok(count)
    }

    /// Every slug belongs to a person or organisation that uses it.
    pub(crate) async fn slugs(&mut self) -> Result<()> {
        let mut walk = Walk::over(&SLUGS);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let slug: String = row.clone().take("slug")?;
                if !self.slugs.stands(&slug, row).await? {
                    self.say(format!("slug {slug} points at nobody who bears it"));
                }
            }
        }
        Ok(())
    }
}
