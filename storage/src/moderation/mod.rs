//! Moderation: reports, grouped in one case per thing, and decisions about them. Contract §6.
//!
//! A thing has at most one open case. The first report opens it by a decision over the thing; further reports join by a
//! decision over the case, which counts them; decisions and appeals are guarded by the case as well, so that of two
//! concurrent actions the second sees the result of the first. An organisation's lists only point at cases.

mod records;

use records::{CASE_TARGETS, LOG, QUEUE, QueuedCase, TRACES};
pub(crate) use records::{CASES, REPORTS};
pub use records::{
    Case, CaseAction, CasePart, CaseState, CaseStep, CaseTarget, CaseTrace, Outcome, Report, ReportTarget,
};

use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::{Elsewhere, Nothing, Stays};
use crate::platform::area::{Area, people};
use crate::platform::engine::{Db, Guard, Write};
use crate::platform::error::{Error, Result};
use crate::platform::ids::{CaseId, CaseStepId, EntityId, UserId};
use crate::platform::record::Stored;
use crate::platform::time::Moment;

/// Most attempts at a contended case.
const TRIES: usize = 16;
/// Traces processed at once.
const SLICE: usize = 200;
/// The first year of the log.
const FIRST_YEAR: i64 = 2026;

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[&REPORTS, &CASES, &CASE_TARGETS, &QUEUE, &LOG, &TRACES],
    people: &[
        people("moderation_reports", In("reports.json"), Nothing),
        people(
            "moderation_cases",
            In("reports.json"),
            Elsewhere("the number of who decided stays, as in the log"),
        ),
        people(
            "moderation_log",
            Not("an organisation's record of what was decided"),
            Stays("who decided what is to be seen for as long as the organisation is there, by number"),
        ),
        people("moderation_traces", Not("the index of reports.json"), Nothing),
    ],
    ..Area::named("moderation")
};

/// The repository of moderation.
#[derive(Clone)]
pub struct Moderation {
    db: Db,
}

impl Case {
    fn queued(&self) -> QueuedCase {
        QueuedCase { entity_id: self.entity_id, state: self.state, case_id: self.case_id }
    }

    fn guarded(&self, new: &Self) -> Guard {
        self.change_version_to(new)
    }
}

fn trace(user_id: UserId, part: CasePart, case_id: CaseId) -> CaseTrace {
    CaseTrace { user_id, part, case_id }
}

impl Moderation {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// A case.
    pub async fn case(&self, id: CaseId) -> Result<Option<Case>> {
        self.db.find(Case::at(id)).await
    }

    /// Reads cases; missing ones are left out.
    pub async fn cases(&self, ids: &[CaseId]) -> Result<Vec<Case>> {
        self.db.find_all(ids.iter().map(|id| Case::at(*id)).collect()).await
    }

    /// The newest case of a thing.
    pub async fn case_of(&self, kind: ReportTarget, id: i64) -> Result<Option<Case>> {
        match self.db.find::<CaseTarget>(CaseTarget::at(kind, id)).await? {
            Some(target) => self.case(target.case_id).await,
            None => Ok(None),
        }
    }

    /// One person's report in a case.
    pub async fn report(&self, id: CaseId, user_id: UserId) -> Result<Option<Report>> {
        self.db.find(Report::at(id, user_id)).await
    }

    /// The reports of a case after one person, at most `limit`.
    pub async fn reports(&self, id: CaseId, after: Option<UserId>, limit: usize) -> Result<Vec<Report>> {
        self.db.list(Report::of(id).after_any(after).ascending(limit)).await
    }

    /// Opens a case with its first report, replacing `old`, the thing's newest case. False: there is another by now.
    pub async fn open(&self, case: &Case, report: &Report, old: Option<CaseId>) -> Result<bool> {
        let case_id = case.case_id;
        let target = CaseTarget { target_type: case.target_type, target_id: case.target_id, case_id };
        let guard = match old {
            None => target.if_absent(),
            Some(old) => target.key().update_if([("case_id", case_id.into())], [("case_id", old.into())]),
        };
        // Before the case: erasure finds people by their traces even if the rest fails.
        let mut traces = vec![trace(report.user_id, CasePart::Reporter, case_id).insert()];
        traces.extend(case.author_id.map(|author| trace(author, CasePart::Author, case_id).insert()));
        self.db.write(traces).await?;
        self.db.decide(guard, vec![case.insert(), report.insert(), case.queued().insert()]).await
    }

    /// Adds a report to an open case, one per person. False: the case is closed.
    pub async fn join(&self, report: &Report) -> Result<bool> {
        self.db.write(vec![trace(report.user_id, CasePart::Reporter, report.case_id).insert()]).await?;
        for _ in 0..TRIES {
            let Some(case) = self.case(report.case_id).await? else { return Err(Error::Busy) };
            if self.report(report.case_id, report.user_id).await?.is_some() {
                return Ok(true);
            }
            if case.state == CaseState::Closed {
                return Ok(false);
            }
            let more = Case { nr_reports: case.nr_reports + 1, version: case.version + 1, ..case.clone() };
            let guards = vec![report.if_absent(), case.guarded(&more)];
            if self.db.write_if(guards, Vec::new()).await?.applied() {
                return Ok(true);
            }
        }
        Err(Error::Busy)
    }

    /// Takes a step if the case is unchanged since it was read; answers whether it was.
    pub async fn step(&self, old: &Case, new: &Case, step: &CaseStep, then: Vec<Write>) -> Result<bool> {
        let new = Case { version: old.version + 1, ..new.clone() };
        let mut rows = vec![step.insert()];
        if old.state != new.state {
            rows.extend([old.queued().key().delete(), new.queued().insert()]);
        }
        rows.extend(then);
        self.db.decide(old.guarded(&new), rows).await
    }

    /// An organisation's open cases, oldest first, after one.
    pub async fn waiting(&self, id: EntityId, after: Option<CaseId>, limit: usize) -> Result<Vec<CaseId>> {
        let span = QueuedCase::of(id, CaseState::Open).after_any(after);
        let rows: Vec<QueuedCase> = self.db.list(span.ascending(limit)).await?;
        Ok(rows.into_iter().map(|row| row.case_id).collect())
    }

    /// An organisation's closed cases, newest first, before one.
    pub async fn decided(&self, id: EntityId, before: Option<CaseId>, limit: usize) -> Result<Vec<CaseId>> {
        let span = QueuedCase::of(id, CaseState::Closed).before_any(before);
        let rows: Vec<QueuedCase> = self.db.list(span.descending(limit)).await?;
        Ok(rows.into_iter().map(|row| row.case_id).collect())
    }

    /// An organisation's log, newest first before a step, at most `limit`.
    pub async fn log(
        &self,
        id: EntityId,
        before: Option<CaseStepId>,
        now: Moment,
        limit: usize,
    ) -> Result<Vec<CaseStep>> {
        let newest = before.map_or(now, |before| Moment(before.millis()));
        let (mut year, mut found) = (CaseStep::year_of(newest), Vec::new());
        while year >= FIRST_YEAR && found.len() < limit {
            let span = CaseStep::of(id, year).before_any(before);
            let rows: Vec<CaseStep> = self.db.list(span.descending(limit - found.len())).await?;
            found.extend(rows);
            year -= 1;
        }
        Ok(found)
    }

    /// A step of an organisation's log.
    pub async fn step_of(&self, entity_id: EntityId, id: CaseStepId) -> Result<Option<CaseStep>> {
        self.db.find(CaseStep::at(entity_id, CaseStep::year_of(Moment(id.millis())), id)).await
    }

    /// The cases in which somebody has that part, newest first before one; at most 200.
    pub async fn traces(
        &self,
        user_id: UserId,
        part: CasePart,
        before: Option<CaseId>,
    ) -> Result<Vec<CaseTrace>> {
        self.db.list(CaseTrace::of(user_id).prefix([part.into()]).before_any(before).descending(SLICE)).await
    }

    /// Deletes somebody's reports, and removes them as author from cases. May be repeated.
    pub async fn forget(&self, user_id: UserId) -> Result<()> {
        loop {
            let reported = self.traces(user_id, CasePart::Reporter, None).await?;
            let gone = reported.iter().map(|one| Report::at(one.case_id, user_id).delete());
            self.db.write(gone.chain(reported.iter().map(|one| one.key().delete())).collect()).await?;
            if reported.len() < SLICE {
                break;
            }
        }
        loop {
            let written = self.traces(user_id, CasePart::Author, None).await?;
            for one in &written {
                self.disown(one.case_id, user_id).await?;
            }
            self.db.write(written.iter().map(|one| one.key().delete()).collect()).await?;
            if written.len() < SLICE {
                return Ok(());
            }
        }
    }

    async fn disown(&self, id: CaseId, user_id: UserId) -> Result<()> {
        for _ in 0..TRIES {
            let Some(case) = self.case(id).await?.filter(|case| case.author_id == Some(user_id)) else {
                return Ok(());
            };
            let version = case.version + 1;
            let new = Case { author_id: None, objection: None, version, ..case.clone() };
            if self.db.decide(case.guarded(&new), Vec::new()).await? {
                return Ok(());
            }
        }
        Err(Error::Busy)
    }
}

impl CaseStep {
    /// The year (UTC) of the log in which a step of that time is stored.
    pub fn year_of(at: Moment) -> i64 {
        crate::platform::time::month_of(at).div_euclid(12)
    }
}
