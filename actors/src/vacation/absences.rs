//! Absences other than vacation. Why somebody is ill is said nowhere: there is no text.

use storage::ids::EntityId;
use storage::time::{Day, Moment};
use storage::vacation::{Change, MOST_PERIODS, Period, PeriodId, ReservationStatus, VacationPlan};

use super::deciding::{Decided, decide, named};
use super::facts::{absent, staff, terms, today};
use super::reserving::{employee, visible};
use super::rules::reservation;
use super::rules::state::too_low;
use super::view::{AbsenceDraft, AbsenceView};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::quotas::below;
use crate::platform::time::now;
use storage::vacation::PeriodKind;

/// An absence on the wire.
pub(super) fn view(period: &Period) -> AbsenceView {
    AbsenceView {
        id_absence: period.period_id,
        id_entity: period.entity_id,
        id_auth_user: period.user_id,
        kind: period.kind,
        from: period.first,
        to: period.last,
        da_created: period.created,
    }
}

/// Notes an absence. 403 ROLE_TOO_LOW; 404; 409 QUOTA_REACHED; 422 NOT_EMPLOYED, NOT_EMPLOYEE, RANGE, UNKNOWN (`kind`).
pub async fn create(
    platform: &Platform,
    who: &Who,
    entity_id: EntityId,
    draft: AbsenceDraft,
) -> Result<AbsenceView> {
    let staff = staff(platform, who, entity_id).await?;
    let user_id = draft.id_auth_user.unwrap_or(who.user_id);
    if user_id != who.user_id && !staff.manages {
        return Err(too_low());
    }
    if draft.kind == PeriodKind::Vacation {
        return Err(Refusal::field("kind", "UNKNOWN", "Semester söks för sig."));
    }
    let days = reservation::days(draft.from, draft.to, today()?)?;
    let at = Moment(now());
    let new = Period {
        entity_id,
        user_id,
        period_id: PeriodId(platform.ids.next(at.0)?),
        version: 1,
        kind: draft.kind,
        status: ReservationStatus::Approved,
        first: Day(days.first),
        last: Day(days.last),
        note: None,
        reason: None,
        created: at,
        changed: at,
        applied: None,
        decided: None,
    };
    let judge = |plan: &VacationPlan, periods: &[Period]| {
        employee(plan)?;
        reservation::employed(&terms(plan), days)?;
        below(periods.len(), MOST_PERIODS, "perioder")?;
        Ok(Decided::insert(new.clone()))
    };
    decide(platform, (entity_id, user_id), judge).await?;
    Ok(view(&new))
}

/// Deletes an absence, for its person and who manages the organisation's vacation. 404.
pub async fn remove(platform: &Platform, who: &Who, id: PeriodId) -> Result<()> {
    let (found, ..) = visible(platform, who, id).await?;
    if found.is_vacation() {
        return Err(absent());
    }
    let judge = |_: &VacationPlan, periods: &[Period]| {
        let old = named(periods, id)?.clone();
        Ok(Decided { changes: vec![Change { old: Some(old), new: None }], ..Decided::default() })
    };
    decide(platform, (found.entity_id, found.user_id), judge).await
}
