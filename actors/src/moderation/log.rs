//! The log of decisions, for OWNER and ADMINISTRATOR. Append-only.

use std::collections::{BTreeSet, HashMap};

use storage::ids::{CaseId, CaseStepId, EntityId, UserId};
use storage::moderation::CaseStep;

use super::queue::{Desk, speaker};
use super::targets;
use super::view::StepView;
use crate::Platform;
use crate::accounts::Who;
use crate::feed::view::Speaker;
use crate::platform::error::{Refusal, Result};
use crate::platform::text::cell;
use crate::platform::time::{Moment, now};

/// Steps per read.
const CHUNK: usize = 200;
/// Most steps in a table.
const ROWS: usize = 10_000;

type Authors = HashMap<CaseId, UserId>;

/// The authors of the things that the steps' cases are about.
async fn authors(platform: &Platform, steps: &[CaseStep]) -> Result<Authors> {
    let ids: BTreeSet<CaseId> = steps.iter().filter_map(|step| step.case_id).collect();
    let cases = platform.storage.moderation.cases(&ids.into_iter().collect::<Vec<_>>()).await?;
    Ok(cases.iter().filter_map(|case| Some((case.case_id, case.author_id?))).collect())
}

fn author(step: &CaseStep, authors: &Authors) -> Option<UserId> {
    authors.get(&step.case_id?).copied()
}

async fn view(platform: &Platform, step: CaseStep, authors: &Authors) -> Result<StepView> {
    let shown = targets::shown(platform, step.target_type, step.target_id).await?;
    Ok(StepView {
        id_step: step.step_id,
        created: step.created,
        moderator: speaker(platform, step.done_by).await?,
        author: speaker(platform, author(&step, authors)).await?,
        action: step.action,
        id_case: step.case_id,
        target_type: step.target_type.into(),
        target_id: targets::named(step.target_id, &shown),
        note: step.note,
    })
}

/// A page of the log, newest first; with the cursor of the next one, none: there is none.
pub async fn log(
    platform: &Platform,
    who: &Who,
    entity: EntityId,
    before: Option<CaseStepId>,
    limit: usize,
) -> Result<(Vec<StepView>, Option<CaseStepId>)> {
    Desk::of_manager(platform, who, entity).await?;
    let mut steps = platform.storage.moderation.log(entity, before, Moment(now()), limit + 1).await?;
    let has_more = steps.len() > limit;
    steps.truncate(limit);
    let last = steps.last().map(|step| step.step_id).filter(|_| has_more);
    let authors = authors(platform, &steps).await?;
    let mut seen = Vec::with_capacity(steps.len());
    for step in steps {
        seen.push(view(platform, step, &authors).await?);
    }
    Ok((seen, last))
}

/// The newest 10 000 steps of the log as a CSV table (UTF-8 with BOM, semicolons as Swedish programs expect).
pub async fn table(platform: &Platform, who: &Who, entity: EntityId) -> Result<Vec<u8>> {
    Desk::of_manager(platform, who, entity).await?;
    let mut writer = csv::WriterBuilder::new().delimiter(b';').from_writer("\u{feff}".as_bytes().to_vec());
    let failed = |_| Refusal::internal();
    let heads = ["created", "moderator", "action", "idCase", "targetType", "targetId", "author", "note"];
    writer.write_record(heads).map_err(failed)?;
    let (mut before, mut rows) = (None, 0);
    while rows < ROWS {
        let steps = platform.storage.moderation.log(entity, before, Moment(now()), CHUNK).await?;
        before = steps.last().map(|step| step.step_id);
        rows += steps.len();
        let is_over = steps.len() < CHUNK;
        let authors = authors(platform, &steps).await?;
        let named = steps.iter().filter_map(|step| step.done_by).chain(authors.values().copied());
        let people = platform.people.all(named).await?;
        let name = |id: Option<UserId>| {
            let named = |id| {
                people.get(&id).map_or_else(|| Speaker::gone(None).display_name, |it| it.display_name.clone())
            };
            cell(&id.map(named).unwrap_or_default())
        };
        for step in steps {
            let row = [
                step.created.to_string(),
                name(step.done_by),
                step.action.to_string(),
                step.case_id.map(|id| id.to_string()).unwrap_or_default(),
                step.target_type.to_string(),
                step.target_id.to_string(),
                name(author(&step, &authors)),
                cell(&step.note),
            ];
            writer.write_record(row).map_err(failed)?;
        }
        if is_over {
            break;
        }
    }
    writer.into_inner().map_err(|_| Refusal::internal())
}
