//! Moderation's part of the data export: a person's reports, and decisions about things of theirs.

use serde_json::json;
use storage::ids::{CaseId, UserId};
use storage::moderation::{CasePart, CaseTrace};

use super::rules;
use crate::Platform;
use crate::accounts::Who;
use crate::area::{File, file};
use crate::platform::error::Result;

async fn all(platform: &Platform, me: UserId, part: CasePart) -> Result<Vec<CaseTrace>> {
    let (mut found, mut before): (Vec<CaseTrace>, Option<CaseId>) = (Vec::new(), None);
    loop {
        let some = platform.storage.moderation.traces(me, part, before).await?;
        before = some.last().map(|trace| trace.case_id);
        if some.is_empty() {
            return Ok(found);
        }
        found.extend(some);
    }
}

pub(super) async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let (cases, me) = (&platform.storage.moderation, who.user_id);
    let (mut reports, mut decisions) = (Vec::new(), Vec::new());
    for trace in all(platform, me, CasePart::Reporter).await? {
        let (report, case) =
            futures_util::try_join!(cases.report(trace.case_id, me), cases.case(trace.case_id))?;
        let (Some(report), Some(case)) = (report, case) else { continue };
        reports.push(json!({
            "idReport": report.report_id, "idCase": case.case_id, "targetType": case.target_type,
            "targetId": case.target_id, "reason": report.reason, "created": report.created,
        }));
    }
    for trace in all(platform, me, CasePart::Author).await? {
        let case = cases.case(trace.case_id).await?;
        let Some(case) = case.filter(rules::is_known_to_author) else { continue };
        decisions.push(json!({
            "idCase": case.case_id, "targetType": case.target_type, "targetId": case.target_id,
            "outcome": case.outcome, "closed": case.closed, "objection": case.objection,
        }));
    }
    Ok(vec![file("reports.json", json!({ "reports": reports, "decisions": decisions }))?])
}
