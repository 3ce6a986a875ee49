//! Appeals: the author of a decided thing sees the decision, and asks once for another look.

use storage::ids::{CaseId, CaseStepId};
use storage::moderation::{Case, CaseAction, CaseState, CaseStep};

use super::queue::objection;
use super::view::OwnCase;
use super::{live, rules, targets};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{Moment, now};

/// Attempts at a concurrently changed case.
const TRIES: usize = 8;

async fn load(platform: &Platform, who: &Who, id: CaseId) -> Result<Case> {
    let case = platform.storage.moderation.case(id).await?;
    let mine = case.filter(|case| case.author_id == Some(who.user_id) && rules::is_known_to_author(case));
    mine.ok_or_else(rules::no_case)
}

async fn view(platform: &Platform, case: &Case) -> Result<OwnCase> {
    let shown = targets::shown(platform, case.target_type, case.target_id).await?;
    Ok(OwnCase {
        id_case: case.case_id,
        target_type: case.target_type.into(),
        target_id: targets::named(case.target_id, &shown),
        outcome: case.outcome,
        content: shown.content,
        closed: case.closed,
        objection: objection(case),
        can_object: rules::may_object(case).is_ok(),
        path: shown.path,
    })
}

/// The decision about something of mine. 404: there is none.
pub async fn mine(platform: &Platform, who: &Who, id: CaseId) -> Result<OwnCase> {
    view(platform, &load(platform, who, id).await?).await
}

/// Appeals once: the case is open again. 409 ALREADY_OBJECTED.
pub async fn object(platform: &Platform, who: &Who, id: CaseId, text: &str) -> Result<OwnCase> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Refusal::field("text", "REQUIRED", "Skriv varför beslutet ska prövas igen."));
    }
    for _ in 0..TRIES {
        let old = load(platform, who, id).await?;
        rules::may_object(&old)?;
        let at = Moment(now());
        let new = Case {
            state: CaseState::Open,
            objection: Some(text.to_owned()),
            objected: Some(at),
            version: old.version + 1,
            ..old.clone()
        };
        let step = CaseStep {
            entity_id: old.entity_id,
            year: CaseStep::year_of(at),
            step_id: CaseStepId(platform.ids.next(at.0)?),
            case_id: Some(old.case_id),
            action: CaseAction::Object,
            target_type: old.target_type,
            target_id: old.target_id,
            done_by: None,
            note: String::new(),
            created: at,
        };
        if platform.storage.moderation.step(&old, &new, &step, Vec::new()).await? {
            live::changed(platform, &new);
            return view(platform, &new).await;
        }
    }
    Err(Refusal::busy())
}
