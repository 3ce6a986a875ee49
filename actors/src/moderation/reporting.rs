//! Reporting things to moderators.

use storage::ids::{CaseId, ReportId};
use storage::moderation::{Case, CaseState, Report};

use super::live;
use super::targets::{self, Target};
use super::view::{NewReport, Reported};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{Moment, now};

/// Attempts at a concurrently reported thing.
const TRIES: usize = 8;

fn reported(report: &Report) -> Reported {
    Reported { id_report: report.report_id, id_case: report.case_id }
}

/// Reports something. True: the report is new; a repeated report by the same person while the case is open is the same.
/// 404: not visible to the person; 422 SELF: their own.
pub async fn report(platform: &Platform, who: &Who, new: NewReport) -> Result<(Reported, bool)> {
    let me = who.user_id;
    let reason = new.reason.trim().to_owned();
    if reason.is_empty() {
        return Err(Refusal::field("reason", "REQUIRED", "Skriv vad som är fel."));
    }
    platform.limits.report(&*platform.bus, me).await?;
    let target = targets::find(platform, me, new.target_type, &new.target_id).await?;
    let cases = &platform.storage.moderation;
    for _ in 0..TRIES {
        let newest = cases.case_of(target.kind, target.id).await?;
        let at = Moment(now());
        let report_of = |case_id| -> Result<Report> {
            let report_id = ReportId(platform.ids.next(at.0)?);
            Ok(Report { case_id, user_id: me, report_id, reason: reason.clone(), created: at })
        };
        if let Some(case) = newest.as_ref().filter(|case| case.state == CaseState::Open) {
            if let Some(known) = cases.report(case.case_id, me).await? {
                return Ok((reported(&known), false));
            }
            let report = report_of(case.case_id)?;
            if cases.join(&report).await? {
                live::changed(platform, case);
                return Ok((reported(&report), true));
            }
            continue;
        }
        let case_id = CaseId(platform.ids.next(at.0)?);
        let report = report_of(case_id)?;
        let case = case(&target, case_id, at);
        if cases.open(&case, &report, newest.map(|case| case.case_id)).await? {
            live::changed(platform, &case);
            return Ok((reported(&report), true));
        }
    }
    Err(Refusal::busy())
}

fn case(target: &Target, case_id: CaseId, opened: Moment) -> Case {
    Case {
        case_id,
        entity_id: target.entity_id,
        target_type: target.kind,
        target_id: target.id,
        author_id: target.author_id,
        state: CaseState::Open,
        outcome: None,
        nr_reports: 1,
        opened,
        closed: None,
        closed_by: None,
        objection: None,
        objected: None,
        version: 1,
    }
}
