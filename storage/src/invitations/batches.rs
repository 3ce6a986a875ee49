//! Batches: rows lie in portions, each changed by its version, so that of two nodes that send the same row one says what
//! became of it. How far a batch is follows from its portions.

use super::records::{INVITATION_PORTIONS, ListedBatch};
use super::{
    BatchPortion, BatchRow, DAY_MS, InvitationBatch, InvitationBatchId, InvitationTrace, Invitations,
    PortionHead, SendCode, Tally, TraceKind,
};
use crate::platform::clock::{self, ttl_until};
use crate::platform::engine::{Guard, Write};
use crate::platform::error::Result;
use crate::platform::ids::EntityId;
use crate::platform::record::{Record, Stored};
use crate::platform::value::Json;

/// Rows of a portion.
pub const PORTION_ROWS: usize = 50;
/// Most portions of a batch.
pub const MOST_PORTIONS: usize = 200;
/// How long a batch can be looked at, in milliseconds.
pub const BATCH_KEPT: i64 = 90 * DAY_MS;
/// Portions that are written at once.
const AT_ONCE: usize = 4;

impl InvitationBatch {
    fn ttl(&self) -> u32 {
        ttl_until(self.kept_until, clock::now())
    }
}

impl BatchPortion {
    /// A portion with these rows.
    pub fn new(batch_id: InvitationBatchId, portion: i64, version: i64, rows: Vec<BatchRow>) -> Self {
        let Tally { waiting, sent, skipped, failed } = Tally::of(&rows);
        Self { batch_id, portion, version, waiting, sent, skipped, failed, rows: Json(rows) }
    }
}

impl Invitations {
    /// Stores a new batch: its portions, and then the batch with the writes `then`.
    pub async fn create_batch(
        &self,
        batch: &InvitationBatch,
        rows: Vec<BatchRow>,
        then: Vec<Write>,
    ) -> Result<()> {
        let InvitationBatch { batch_id, entity_id, created_by, total, .. } = *batch;
        let ttl = batch.ttl();
        let portions: Vec<Write> = (0..)
            .zip(rows.chunks(PORTION_ROWS))
            .map(|(at, rows)| BatchPortion::new(batch_id, at, 1, rows.to_vec()).row().insert_for(ttl))
            .collect();
        for some in portions.chunks(AT_ONCE) {
            self.db.write(some.to_vec()).await?;
        }
        let trace = InvitationTrace {
            user_id: created_by,
            id: batch_id.0,
            kind: TraceKind::Batch,
            entity_id,
            address: None,
        };
        let listed = ListedBatch { entity_id, batch_id, total };
        let mut all =
            vec![batch.row().insert_for(ttl), listed.row().insert_for(ttl), trace.row().insert_for(ttl)];
        all.extend(then);
        self.db.write(all).await
    }

    /// A batch; none: there is none, or it is old.
    pub async fn batch(&self, id: InvitationBatchId) -> Result<Option<InvitationBatch>> {
        self.db.find(InvitationBatch::at(id)).await
    }

    /// The newest batches of an organisation.
    pub async fn batches(&self, entity_id: EntityId, limit: usize) -> Result<Vec<InvitationBatch>> {
        let listed: Vec<ListedBatch> = self.db.list(ListedBatch::of(entity_id).descending(limit)).await?;
        self.db.find_all(listed.iter().map(|one| InvitationBatch::at(one.batch_id)).collect()).await
    }

    /// Notes that sending has begun.
    pub async fn begin_batch(&self, batch: &InvitationBatch) -> Result<()> {
        let guard = Guard::UpdateIf {
            key: batch.key(),
            set: vec![("begun", true.into())],
            conditions: Vec::new(),
            ttl: Some(batch.ttl()),
        };
        self.db.write_if(vec![guard], Vec::new()).await.map(drop)
    }

    /// Sends nothing more of a batch, with the writes `then`. False: it was stopped before.
    pub async fn stop_batch(&self, old: &InvitationBatch, why: SendCode, then: Vec<Write>) -> Result<bool> {
        let guard = Guard::UpdateIf {
            key: old.key(),
            set: vec![("stopped", Some(why).into())],
            conditions: vec![("stopped", Option::<SendCode>::None.into())],
            ttl: Some(old.ttl()),
        };
        self.db.decide(guard, then).await
    }

    /// How the portions of a batch stand, in their order.
    pub async fn portion_heads(&self, id: InvitationBatchId) -> Result<Vec<PortionHead>> {
        const HEAD: &[&str] = &["waiting", "sent", "skipped", "failed"];
        self.db.list(BatchPortion::of(id).ascending(MOST_PORTIONS).columns(HEAD)).await
    }

    /// A portion of a batch.
    pub async fn portion(&self, id: InvitationBatchId, portion: i64) -> Result<Option<BatchPortion>> {
        self.db.find(BatchPortion::at(id, portion)).await
    }

    /// Portions of a batch from one on, in their order.
    pub async fn portions(
        &self,
        id: InvitationBatchId,
        from: i64,
        limit: usize,
    ) -> Result<Vec<BatchPortion>> {
        self.db.list(BatchPortion::of(id).from(from).ascending(limit)).await
    }

    /// Changes the rows of a portion if it has the version of `old`. None: it has another.
    pub async fn change_portion(
        &self,
        batch: &InvitationBatch,
        old: &BatchPortion,
        rows: Vec<BatchRow>,
    ) -> Result<Option<BatchPortion>> {
        let new = BatchPortion::new(old.batch_id, old.portion, old.version + 1, rows);
        let guard = Guard::UpdateIf {
            key: old.key(),
            set: old.changes_to(&new),
            conditions: vec![("version", old.version.into())],
            ttl: Some(batch.ttl()),
        };
        Ok(self.db.decide(guard, Vec::new()).await?.then_some(new))
    }

    /// Removes a batch. May be repeated.
    pub(super) async fn forget_batch(&self, entity_id: EntityId, id: InvitationBatchId) -> Result<()> {
        let gone = vec![
            InvitationBatch::at(id).delete(),
            INVITATION_PORTIONS.span([id.into()]).delete(),
            ListedBatch::at(entity_id, id).delete(),
        ];
        self.db.write(gone).await
    }
}
