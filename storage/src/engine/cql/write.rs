//! Writing without a guard.

use scylla::statement::batch::BatchType;

use super::again::again;
use super::fault::Fault;
use super::plan::{self, Statement};
use super::session::Store;
use super::unfinished;
use crate::engine::Write;
use crate::error::Result;

/// Bytes and statements of one batch. Cassandra refuses batches over 50 KiB, and counts a little differently.
pub const BATCH_BYTES: usize = 30 * 1_024;
const BATCH_STATEMENTS: usize = 500;

impl Store {
    /// All or nothing. One partition is one mutation of the store; more are a logged batch, which the store's coordinator
    /// finishes once it has it on two nodes; what is too large for a batch is noted in the store first and finished by
    /// whichever node finds it (see [`unfinished`]).
    pub async fn write(&self, writes: &[Write]) -> Result<()> {
        let Some(first) = writes.first() else { return Ok(()) };
        let partitions = || writes.iter().map(plan::partition_of);
        let stamp = self.clock.stamp(partitions(), writes.len());
        let statements: Vec<Statement> =
            writes.iter().zip(stamp..).flat_map(|(write, stamp)| plan::plain(write, stamp)).collect();
        let is_large = statements.len() > BATCH_STATEMENTS
            || statements.iter().map(Statement::size).sum::<usize>() > BATCH_BYTES;
        if is_large && statements.len() > 1 {
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

    /// Sends until it is done. Every statement carries its own time, so that doing it again changes nothing.
    pub async fn apply(&self, kind: BatchType, statements: &[Statement]) -> Result<()> {
        again("a write", || self.send(kind, statements)).await
    }

    async fn send(&self, kind: BatchType, statements: &[Statement]) -> std::result::Result<(), Fault> {
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
        let (note, done) = unfinished::note(statements, stamp)?;
        self.apply(BatchType::Unlogged, &[note]).await?;
        self.apply_each(statements).await?;
        // Left behind it is done once more in a while, to no effect.
        if let Err(error) = self.apply(BatchType::Unlogged, &[done]).await {
            tracing::warn!(%error, "the note of a finished write stays for a while");
        }
        Ok(())
    }
}
