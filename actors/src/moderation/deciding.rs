//! Decisions about cases.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use storage::audit::{AuditKind, AuditSubjectKind};
use storage::ids::{CaseId, CaseStepId, EntityId, UserId};
use storage::moderation::{Case, CaseState, CaseStep};
use storage::record::Stored;

use super::queue::{Desk, view};
use super::rules::{self, Act, Ground};
use super::view::CaseView;
use super::{bells, live, targets};
use crate::Platform;
use crate::accounts::Who;
use crate::audit;
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::time::{Moment, now};

/// Attempts at a concurrently changed case.
const TRIES: usize = 8;

/// The result of a decision.
pub enum Decided {
    Done(Box<CaseView>),
    /// Somebody else decided first: the case as they left it.
    Closed(Box<CaseView>),
}

/// A stored decision.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Decision {
    pub case_id: CaseId,
    pub step_id: CaseStepId,
    pub act: Act,
    pub by: UserId,
    /// It is the second decision, after an appeal of the author.
    pub again: bool,
    /// The note of a warning, for its author.
    pub note: String,
}

/// Carries out a decision, and notifies those concerned. May be repeated.
pub(super) const CARRY_OUT: JobKind = JobKind {
    name: "moderation-decided",
    class: Class::OnTime,
    share: jobs::of_kind,
    within: Duration::from_secs(300),
    work: |platform, job| {
        Box::pin(async move {
            let decision: Decision = serde_json::from_str(&job.payload)?;
            let Some(case) = platform.storage.moderation.case(decision.case_id).await? else {
                return Ok(());
            };
            let case = Case { outcome: Some(decision.act.outcome()), ..case };
            // The decision is stored, so notifications need not wait until it is carried out.
            bells::notify_concerned(&platform, &case, &decision).await?;
            Ok(targets::carry_out(&platform, &case, decision.by, decision.again).await?)
        })
    },
};

/// Decides an open case. 404: there is none; 403: the caller does not moderate it; 409 NOT_HERE: the decision does not
/// apply to this kind of thing.
pub async fn decide(
    platform: &Platform,
    who: &Who,
    entity: EntityId,
    id: CaseId,
    act: Act,
    note: &str,
) -> Result<Decided> {
    let desk = Desk::open(platform, who, entity).await?;
    let note = note.trim();
    for _ in 0..TRIES {
        let found = platform.storage.moderation.case(id).await?;
        let case = found.filter(|case| case.entity_id == entity).ok_or_else(rules::no_case)?;
        if !desk.decides(platform, &case).await? {
            return Err(rules::no_case());
        }
        if case.state == CaseState::Closed {
            return Ok(Decided::Closed(Box::new(view(platform, &desk, &case).await?)));
        }
        rules::require_fit(act, ground(platform, who, &case).await?)?;
        if let Some(closed) = close(platform, who, &case, act, note).await? {
            return Ok(Decided::Done(Box::new(view(platform, &desk, &closed).await?)));
        }
    }
    Err(Refusal::busy())
}

/// The facts about a case that the rules need.
pub(super) async fn ground(platform: &Platform, who: &Who, case: &Case) -> Result<Ground> {
    let can_bar = match case.author_id {
        Some(author) => crate::entities::may_bar(platform, who, case.entity_id, author).await?,
        None => false,
    };
    Ok(Ground { target: case.target_type, has_author: case.author_id.is_some(), can_bar })
}

/// Closes a case with compare and set; none: it has changed meanwhile.
async fn close(platform: &Platform, who: &Who, old: &Case, act: Act, note: &str) -> Result<Option<Case>> {
    let at = Moment(now());
    let step = CaseStep {
        entity_id: old.entity_id,
        year: CaseStep::year_of(at),
        step_id: CaseStepId(platform.ids.next(at.0)?),
        case_id: Some(old.case_id),
        action: act.step(),
        target_type: old.target_type,
        target_id: old.target_id,
        done_by: Some(who.user_id),
        note: note.to_owned(),
        created: at,
    };
    let new = Case {
        state: CaseState::Closed,
        outcome: Some(act.outcome()),
        closed: Some(at),
        closed_by: Some(who.user_id),
        ..old.clone()
    };
    let decision = Decision {
        case_id: old.case_id,
        step_id: step.step_id,
        act,
        by: who.user_id,
        again: old.outcome.is_some(),
        note: note.to_owned(),
    };
    let job = jobs::job(platform, CARRY_OUT.name, 0, &decision)?;
    let mut then = vec![job.insert()];
    let recorded = audit::Act::of(AuditKind::ModerationDecided)
        .subject(AuditSubjectKind::Case, old.case_id.0, None)
        .fact("action", act.step());
    let recorded = old.author_id.into_iter().fold(recorded, audit::Act::person);
    then.extend(audit::writes(platform, old.entity_id, Some(who.user_id), recorded)?);
    if !platform.storage.moderation.step(old, &new, &step, then).await? {
        return Ok(None);
    }
    platform.jobs.wake();
    live::changed(platform, &new);
    // If this fails the job does it later.
    if let Err(refusal) = targets::carry_out(platform, &new, who.user_id, decision.again).await {
        tracing::warn!(%refusal, "a decision is carried out later");
    }
    Ok(Some(new))
}
