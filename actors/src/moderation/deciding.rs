//! A moderator decides a case.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use storage::ids::{CaseId, CaseStepId, EntityId, UserId};
use storage::moderation::{Case, CaseState, CaseStep};
use storage::record::Stored;

use super::queue::{Desk, view};
use super::rules::{self, Act, Ground};
use super::view::CaseView;
use super::{bells, live, targets};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::time::{Moment, now};

/// Attempts at a case that others change as well.
const TRIES: usize = 8;

/// How a decision ended.
pub enum Decided {
    Done(Box<CaseView>),
    /// Somebody else was faster: the case as they left it.
    Closed(Box<CaseView>),
}

/// A decision that stands.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Decision {
    pub case_id: CaseId,
    pub step_id: CaseStepId,
    pub act: Act,
    pub by: UserId,
    /// It was decided before, and its author objected.
    pub again: bool,
    /// What its author is told of a warning.
    pub note: String,
}

/// Carries a decision out, and tells those concerned. Again: the same.
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
            // It stands: whoever is concerned need not wait where it has to be carried out again.
            bells::tell_of(&platform, &case, &decision).await?;
            Ok(targets::carry_out(&platform, &case, decision.by, decision.again).await?)
        })
    },
};

/// Decides an open case. 404: there is none there; 403: not a moderator of it; 409 NOT_HERE: it has no meaning for what it is about.
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

/// What the rules need to know of a case.
pub(super) async fn ground(platform: &Platform, who: &Who, case: &Case) -> Result<Ground> {
    let can_bar = match case.author_id {
        Some(author) => crate::entities::may_bar(platform, who, case.entity_id, author).await?,
        None => false,
    };
    Ok(Ground { target: case.target_type, has_author: case.author_id.is_some(), can_bar })
}

/// Closes a case that is still what was judged; none: it is not.
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
    if !platform.storage.moderation.step(old, &new, &step, vec![job.insert()]).await? {
        return Ok(None);
    }
    platform.jobs.wake();
    live::changed(platform, &new);
    // What fails here the job does later.
    if let Err(refusal) = targets::carry_out(platform, &new, who.user_id, decision.again).await {
        tracing::warn!(%refusal, "a decision is carried out later");
    }
    Ok(Some(new))
}
