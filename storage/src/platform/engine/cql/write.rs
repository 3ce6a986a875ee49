//! Writes without a guard.

use scylla::statement::batch::BatchType;

use super::again::again;
use super::cells::Cell;
use super::fault::Fault;
use super::plan::{self, Statement};
use super::session::Store;
use super::text::Shape;
use super::unfinished::{self, NoteId};
use crate::platform::engine::Write;
use crate::platform::error::Result;
use crate::platform::table::WRITTEN_LAST;

/// Limits of one batch. Cassandra refuses batches over 50 KiB and counts slightly differently.
pub const BATCH_BYTES: usize = 30 * 1_024;
const BATCH_STATEMENTS: usize = 500;
/// Milliseconds after which every row of a write can be read, whatever process died in between: far beyond the age at
/// which a note is completed by others, and the coordinator's log of a batch.
const COMPLETE_MS: i64 = 10 * 60_000;

impl Store {
    /// Writes all or nothing. Within one partition it is one mutation; over several a logged batch, which the
    /// coordinator completes once two nodes have it; what is too large for a batch, or has rows that must become visible
    /// last, is noted first and completed by any process that finds the note (see [`unfinished`]).
    pub async fn write(&self, writes: &[Write]) -> Result<()> {
        let Some(first) = writes.first() else { return Ok(()) };
        let partitions = || writes.iter().map(plan::partition_of);
        let stamp = self.clock.stamp(partitions(), writes.len());
        let statements = plan::stamped(writes, stamp);
        if is_large(&statements) || has_stages(&statements) {
            return self.write_noted(statements, stamp).await;
        }
        let first = plan::partition_of(first);
        let kind = if partitions().all(|partition| partition == first) {
            BatchType::Unlogged
        } else {
            BatchType::Logged
        };
        self.apply(kind, &statements).await
    }

    /// Retries until it succeeds. Every statement carries its own timestamp, so repeating it has no effect.
    pub async fn apply(&self, kind: BatchType, statements: &[Statement]) -> Result<()> {
        again("a write", || self.send(kind, statements)).await
    }

    async fn send(&self, kind: BatchType, statements: &[Statement]) -> std::result::Result<(), Fault> {
        self.count_request();
        if let [only] = statements {
            let statement = self.prepared(only.table, &only.shape).await?;
            self.session.execute_unpaged(&statement, &only.cells).await?;
            return Ok(());
        }
        let batch = self.batch(kind, statements).await?;
        let values: Vec<_> = statements.iter().map(|statement| &statement.cells).collect();
        self.session.batch(&batch, values).await?;
        Ok(())
    }

    async fn write_noted(&self, statements: Vec<Statement>, stamp: i64) -> Result<()> {
        let (note, done) = unfinished::note(&statements, NoteId { stamp, salt: self.salt })?;
        self.apply(BatchType::Unlogged, &[note]).await?;
        self.apply_noted(statements, done).await
    }

    /// Applies noted statements, those of [`WRITTEN_LAST`] after the others, and deletes the note with `done`.
    pub async fn apply_noted(&self, statements: Vec<Statement>, done: Statement) -> Result<()> {
        let (mut last, others): (Vec<_>, Vec<_>) = statements.into_iter().partition(is_last);
        if last.is_empty() && !is_large(&others) {
            return self.apply(BatchType::Logged, &[others, vec![done]].concat()).await;
        }
        if is_large(&others) {
            self.apply_each(&others).await?;
        } else if !others.is_empty() {
            self.apply(BatchType::Logged, &others).await?;
        }
        if is_large(&last) {
            self.apply_each(&last).await?;
            self.delete_note(done).await;
            return Ok(());
        }
        last.push(done);
        self.apply(BatchType::Logged, &last).await
    }

    /// Deletes a note. If that fails, the note is applied once more later, without effect.
    pub async fn delete_note(&self, note: Statement) {
        if let Err(error) = self.apply(BatchType::Unlogged, &[note]).await {
            tracing::warn!(%error, "the note of a finished write stays for a while");
        }
    }
}

/// Whether a statement adds a row that becomes visible after the others of its write: one that may be looked for before
/// they are complete.
fn is_last(statement: &Statement) -> bool {
    let of_table = WRITTEN_LAST.iter().find(|(table, _)| *table == statement.table.name);
    let Some((_, moment)) = of_table.filter(|_| statement.shape == Shape::Insert) else { return false };
    let due = statement.table.position(moment).and_then(|at| statement.cells.get(at));
    match (due, statement.cells.last()) {
        (Some(Cell::Long(due)), Some(Cell::Long(stamp))) => *due < stamp / 1_000 + COMPLETE_MS,
        _ => true,
    }
}

/// Whether some rows become visible after others.
fn has_stages(statements: &[Statement]) -> bool {
    statements.iter().any(is_last) && !statements.iter().all(is_last)
}

/// Whether they exceed the limits of one batch.
pub fn is_large(statements: &[Statement]) -> bool {
    let bytes = || statements.iter().map(Statement::size).sum::<usize>();
    statements.len() > 1 && (statements.len() > BATCH_STATEMENTS || bytes() > BATCH_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::ids::JobId;
    use crate::platform::jobs::Job;
    use crate::platform::record::Stored;

    #[test]
    fn job_waits_for_the_rows_of_its_write_unless_it_is_due_long_after() {
        let stamp = 1_790_000_000_000_000;
        for (minutes, expected) in [(-5, true), (0, true), (9, true), (10, false), (1_440, false)] {
            let job = Job::new(JobId(7), stamp / 1_000 + minutes * 60_000, "note", String::new());
            let statements = plan::stamped(&[job.insert(), job.key().delete()], stamp);
            let last: Vec<bool> = statements.iter().map(is_last).collect();
            assert_eq!(last, [expected, false], "in {minutes} minutes");
        }
    }
}
