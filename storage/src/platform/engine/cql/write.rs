//! Writes without a guard.

use scylla::statement::batch::BatchType;

use super::again::again;
use super::fault::Fault;
use super::plan::{self, Statement};
use super::session::Store;
use super::unfinished::{self, NoteId};
use crate::platform::engine::Write;
use crate::platform::error::Result;

/// Limits of one batch. Cassandra refuses batches over 50 KiB and counts slightly differently.
pub const BATCH_BYTES: usize = 30 * 1_024;
const BATCH_STATEMENTS: usize = 500;

impl Store {
    /// Writes all or nothing. Within one partition it is one mutation; over several a logged batch, which the
    /// coordinator completes once two nodes have it; what is too large for a batch is noted first and completed by any
    /// process that finds the note (see [`unfinished`]).
    pub async fn write(&self, writes: &[Write]) -> Result<()> {
        let Some(first) = writes.first() else { return Ok(()) };
        let partitions = || writes.iter().map(plan::partition_of);
        let stamp = self.clock.stamp(partitions(), writes.len());
        let statements = plan::stamped(writes, stamp);
        if is_large(&statements) {
            return self.write_large(&statements, stamp).await;
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

    async fn write_large(&self, statements: &[Statement], stamp: i64) -> Result<()> {
        let (note, done) = unfinished::note(statements, NoteId { stamp, salt: self.salt })?;
        self.apply(BatchType::Unlogged, &[note]).await?;
        self.apply_each(statements).await?;
        self.take_away(done).await;
        Ok(())
    }

    /// Deletes a note. If that fails, the note is applied once more later, without effect.
    pub async fn take_away(&self, note: Statement) {
        if let Err(error) = self.apply(BatchType::Unlogged, &[note]).await {
            tracing::warn!(%error, "the note of a finished write stays for a while");
        }
    }
}

/// Whether they exceed the limits of one batch.
pub fn is_large(statements: &[Statement]) -> bool {
    let bytes = || statements.iter().map(Statement::size).sum::<usize>();
    statements.len() > 1 && (statements.len() > BATCH_STATEMENTS || bytes() > BATCH_BYTES)
}
