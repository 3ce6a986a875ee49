//! Jobs that were given up: of an organisation, for those who manage it, and all of them for the platform's.
//!
//! Whose a job is says its area ([`crate::area::Area::entity_jobs`]). What a job failed by may name machines of the
//! operator, so only the platform's administrators read it.

use storage::audit::{AuditKind, AuditSubjectKind};
use storage::ids::{EntityId, JobId, UserId};
use storage::jobs::FailedJob;

use super::administered;
use super::view::FailedJobView;
use crate::Platform;
use crate::accounts::Who;
use crate::audit::{self, Act};
use crate::entities::PLATFORM;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{Moment, now};

/// The organisation that a job is for; none: the platform's own.
fn entity_of(platform: &Platform, job: &FailedJob) -> Option<EntityId> {
    let kinds = platform.areas().flat_map(|area| area.entity_jobs);
    if !kinds.into_iter().any(|kind| *kind == job.kind) {
        return None;
    }
    let payload: serde_json::Value = serde_json::from_str(&job.payload).ok()?;
    payload.get(0)?.as_i64().map(EntityId)
}

fn is_among(platform: &Platform, scope: EntityId, job: &FailedJob) -> bool {
    scope == PLATFORM || entity_of(platform, job) == Some(scope)
}

/// The jobs of an organisation that were given up, newest first; of the platform, all. 403 ROLE_TOO_LOW; 404.
pub async fn failed(platform: &Platform, who: &Who, id: EntityId) -> Result<Vec<FailedJobView>> {
    administered(platform, who, id).await?;
    every_failed(platform, id).await
}

/// The same for an operator.
pub async fn every_failed(platform: &Platform, scope: EntityId) -> Result<Vec<FailedJobView>> {
    let mut all = platform.storage.jobs.failed().await?;
    all.retain(|job| is_among(platform, scope, job));
    let view = |job: FailedJob| FailedJobView {
        id_job: job.job_id,
        id_entity: entity_of(platform, &job),
        tries: job.tries,
        due: Moment(job.due),
        failed: Moment(job.failed),
        error: job.error.filter(|_| scope == PLATFORM),
        kind: job.kind,
    };
    Ok(all.into_iter().map(view).collect())
}

/// Tries a job again that was given up. 403 ROLE_TOO_LOW; 404: none of the organisation's, or it is tried already.
pub async fn retry(platform: &Platform, who: &Who, id: EntityId, job_id: JobId) -> Result<()> {
    administered(platform, who, id).await?;
    retry_in(platform, id, Some(who.user_id), job_id).await
}

/// The same for an operator (`by`: none), of any organisation where `scope` is the platform.
pub async fn retry_in(platform: &Platform, scope: EntityId, by: Option<UserId>, job_id: JobId) -> Result<()> {
    let absent = || Refusal::not_found("Jobbet finns inte, eller körs redan igen.");
    let found = platform.storage.jobs.failed_job(job_id).await?;
    let job = found.filter(|job| is_among(platform, scope, job)).ok_or_else(absent)?;
    let act = Act::of(AuditKind::JobRetried).subject(AuditSubjectKind::Job, job_id.0, Some(&job.kind));
    let recorded = audit::writes(platform, entity_of(platform, &job).unwrap_or(PLATFORM), by, act)?;
    if !platform.storage.jobs.retry(&job, now(), recorded).await? {
        return Err(absent());
    }
    platform.jobs.wake();
    Ok(())
}
