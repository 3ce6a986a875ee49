//! Batches: a list is looked at, sent, followed, cancelled.

use std::sync::LazyLock;

use storage::audit::{AuditKind, AuditSubjectKind};
use storage::engine::Write;
use storage::entities::RelationType;
use storage::ids::EntityId;
use storage::invitations::{
    BATCH_KEPT, BatchRow, InvitationBatch, InvitationBatchId, Invitations, MOST_PORTIONS, PORTION_ROWS,
    SendCode, Tally,
};
use storage::record::Stored as _;

use super::inviting::{managed, some};
use super::list::{self, Line};
use super::rules;
use super::sending::BATCH;
use super::view::{BatchView, NewBatch, NewBatchRow, PreviewView, RowView};
use crate::Platform;
use crate::accounts::Who;
use crate::audit::{self, Act};
use crate::entities::rules::require_manager;
use crate::entities::{existing, relation};
use crate::platform::csv;
use crate::platform::error::{Refusal, Result};
use crate::platform::gate::Gate;
use crate::platform::hours::DAY_MS;
use crate::platform::jobs;
use crate::platform::time::now;

/// Batches of an organisation a day.
const A_DAY: usize = 5;
/// Batches of an organisation that are listed.
const LISTED: usize = 20;
/// Portions of a batch that are read at once.
const SLICE: usize = 20;
/// Largest list, in bytes.
pub const LIST_BYTES: usize = 2 << 20;

/// Reading ten thousand rows takes some milliseconds: off the workers, a few at once.
static READING: LazyLock<Gate> = LazyLock::new(|| Gate::new("invitation-list", 2, 8));

/// A list as it was sent.
#[derive(Debug)]
pub enum Sent {
    Csv(Vec<u8>),
    Json(NewBatch),
}

/// Longest message of a batch, in characters.
const MESSAGE: usize = 500;

fn absent() -> Refusal {
    Refusal::not_found("Utskicket finns inte.")
}

/// Refuses who may not invite there, before a list is read. 403 ROLE_TOO_LOW; 404.
pub async fn may_send(platform: &Platform, who: &Who, id: EntityId, usual: RelationType) -> Result<()> {
    existing(platform, id).await?;
    rules::may_invite(who.user_id, relation(platform, id, who.user_id).await?, usual)
}

/// The rows of a list, and what each mail says. 422.
fn read(sent: Sent) -> Result<(Vec<Line>, Option<String>)> {
    let NewBatch { rows, message } = match sent {
        Sent::Csv(file) => return Ok((list::read(&file)?, None)),
        Sent::Json(batch) => batch,
    };
    list::within(rows.len())?;
    if rows.is_empty() {
        return Err(Refusal::field("rows", "EMPTY", "Det finns ingen att bjuda in i listan."));
    }
    let message = some(message);
    if message.as_ref().is_some_and(|text| text.chars().count() > MESSAGE) {
        return Err(Refusal::field("message", "LENGTH", "Hälsningen får vara högst 500 tecken."));
    }
    let line = |row: NewBatchRow| Line {
        email: row.email,
        first_name: row.first_name.unwrap_or_default(),
        last_name: row.last_name.unwrap_or_default(),
        role: row.relation_type.unwrap_or_default(),
    };
    Ok((rows.into_iter().map(line).collect(), message))
}

/// The rows of a list, judged off the workers. 422; 503.
async fn judged(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    usual: RelationType,
    sent: Sent,
) -> Result<(Vec<BatchRow>, Option<String>)> {
    let (me, mine) = (who.user_id, relation(platform, id, who.user_id).await?);
    let judge = move || {
        let (lines, message) = read(sent)?;
        Ok((list::judged(lines, usual, me, mine), message))
    };
    READING.run(judge).await?
}

/// What a list would become, row by row; nothing is changed. 403 ROLE_TOO_LOW; 404; 422; 429; 503.
pub async fn preview(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    usual: RelationType,
    sent: Sent,
) -> Result<PreviewView> {
    platform.limits.search(&*platform.bus, &who.user_id.to_string()).await?;
    let (rows, _) = judged(platform, who, id, usual, sent).await?;
    Ok(PreviewView {
        total: rows.len(),
        good: rows.iter().filter(|row| row.code == SendCode::Waiting).count(),
        rows: rows.into_iter().enumerate().map(|(at, row)| RowView::new(at, row)).collect(),
    })
}

/// The entry of the audit log about a batch.
fn recorded(platform: &Platform, who: &Who, kind: AuditKind, batch: &InvitationBatch) -> Result<Vec<Write>> {
    let act = Act::of(kind)
        .subject(AuditSubjectKind::InvitationBatch, batch.batch_id.0, None)
        .fact("rows", batch.total);
    audit::writes(platform, batch.entity_id, Some(who.user_id), act)
}

/// Sends a list: it is stored when this answers, and sent by a job. 403 ROLE_TOO_LOW; 404; 422; 429: five a day; 503.
pub async fn send(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    usual: RelationType,
    sent: Sent,
) -> Result<BatchView> {
    let (rows, message) = judged(platform, who, id, usual, sent).await?;
    let invitations = Invitations::of(&platform.storage);
    let _turn = platform.turns.of(id.0).await;
    let at = now();
    let newest = invitations.batches(id, A_DAY).await?;
    if let Some(oldest) = newest.get(A_DAY - 1).filter(|batch| batch.created > at - DAY_MS) {
        let seconds = (oldest.created + DAY_MS - at).div_euclid(1_000) + 1;
        return Err(Refusal::limited(u32::try_from(seconds).unwrap_or(1)));
    }
    let batch = InvitationBatch {
        batch_id: InvitationBatchId(platform.ids.next(at)?),
        entity_id: id,
        created_by: who.user_id,
        message,
        total: rows.len() as i64,
        portions: rows.len().div_ceil(PORTION_ROWS) as i64,
        begun: false,
        stopped: None,
        created: at,
        kept_until: at + BATCH_KEPT,
    };
    let tally = Tally::of(&rows);
    let job = jobs::job(platform, BATCH.name, at, &(id, batch.batch_id))?;
    let mut then = vec![job.insert()];
    then.extend(recorded(platform, who, AuditKind::InvitationBatchSent, &batch)?);
    invitations.create_batch(&batch, rows, then).await?;
    platform.jobs.wake();
    Ok(BatchView::new(&batch, tally))
}

async fn owned(platform: &Platform, who: &Who, id: InvitationBatchId) -> Result<InvitationBatch> {
    let batch = Invitations::of(&platform.storage).batch(id).await?.ok_or_else(absent)?;
    managed(platform, who, batch.entity_id, absent).await?;
    Ok(batch)
}

/// How a batch stands, without rows.
async fn standing(platform: &Platform, batch: &InvitationBatch) -> Result<BatchView> {
    let heads = Invitations::of(&platform.storage).portion_heads(batch.batch_id).await?;
    let tally = heads.iter().fold(Tally::default(), |sum, head| sum.and(head.tally()));
    Ok(BatchView::new(batch, tally))
}

/// The newest batches of an organisation, without rows. 403 ROLE_TOO_LOW; 404.
pub async fn batches(platform: &Platform, who: &Who, id: EntityId) -> Result<Vec<BatchView>> {
    existing(platform, id).await?;
    require_manager(relation(platform, id, who.user_id).await?)?;
    let mut views = Vec::new();
    for batch in Invitations::of(&platform.storage).batches(id, LISTED).await? {
        views.push(standing(platform, &batch).await?);
    }
    Ok(views)
}

/// How far a batch is, with about `limit` of its rows from the portion `from` on; of rows that `failed` alone, those.
/// 403 ROLE_TOO_LOW; 404.
pub async fn progress(
    platform: &Platform,
    who: &Who,
    id: InvitationBatchId,
    from: i64,
    limit: usize,
    failed: bool,
) -> Result<BatchView> {
    let batch = owned(platform, who, id).await?;
    let invitations = Invitations::of(&platform.storage);
    let heads = invitations.portion_heads(id).await?;
    let tally = heads.iter().fold(Tally::default(), |sum, head| sum.and(head.tally()));
    let mut view = BatchView::new(&batch, tally);
    if limit == 0 {
        return Ok(view);
    }
    let wanted = heads.iter().filter(|head| head.portion >= from && (!failed || head.failed > 0));
    let mut wanted = wanted.map(|head| head.portion);
    let shown: Vec<i64> = wanted.by_ref().take(limit.div_ceil(PORTION_ROWS)).collect();
    view.cursor = wanted.next();
    for number in shown {
        let Some(portion) = invitations.portion(id, number).await? else { continue };
        let first = usize::try_from(number).unwrap_or(0) * PORTION_ROWS;
        let rows = portion.rows.0.into_iter().enumerate().map(|(at, row)| RowView::new(first + at, row));
        view.rows.extend(rows.filter(|row| !failed || is_failed(row.code)));
    }
    Ok(view)
}

fn is_failed(code: SendCode) -> bool {
    !code.is_skipped() && !matches!(code, SendCode::Waiting | SendCode::Sent)
}

/// A batch as CSV: the columns of a list, and what became of each row. 403 ROLE_TOO_LOW; 404.
pub async fn table(platform: &Platform, who: &Who, id: InvitationBatchId) -> Result<String> {
    let batch = owned(platform, who, id).await?;
    let invitations = Invitations::of(&platform.storage);
    let mut table = csv::BOM.to_owned();
    csv::row(&mut table, &["E-post", "Förnamn", "Efternamn", "Roll", "Status"].map(str::to_owned));
    let mut from = 0;
    while from < batch.portions {
        for portion in invitations.portions(id, from, SLICE).await? {
            for row in portion.rows.0 {
                let text = |text: Option<&str>| csv::cell(text.unwrap_or_default());
                let cells = [
                    csv::cell(&row.email),
                    text(row.first_name.as_deref()),
                    text(row.last_name.as_deref()),
                    text(row.relation_type.map(RelationType::as_str)),
                    row.code.as_str().to_owned(),
                ];
                csv::row(&mut table, &cells);
            }
        }
        from += SLICE as i64;
    }
    debug_assert!(batch.portions <= MOST_PORTIONS as i64);
    Ok(table)
}

/// Sends nothing more of a batch: what waits becomes CANCELLED. Of one that is over nothing changes. 403; 404.
pub async fn cancel(platform: &Platform, who: &Who, id: InvitationBatchId) -> Result<BatchView> {
    let batch = owned(platform, who, id).await?;
    let job = jobs::job(platform, BATCH.name, now(), &(batch.entity_id, id))?;
    let invitations = Invitations::of(&platform.storage);
    let view = standing(platform, &batch).await?;
    if view.waiting == 0 {
        return Ok(view);
    }
    let mut then = vec![job.insert()];
    then.extend(recorded(platform, who, AuditKind::InvitationBatchCancelled, &batch)?);
    invitations.stop_batch(&batch, SendCode::Cancelled, then).await?;
    platform.jobs.wake();
    standing(platform, &InvitationBatch { stopped: batch.stopped.or(Some(SendCode::Cancelled)), ..batch })
        .await
}
