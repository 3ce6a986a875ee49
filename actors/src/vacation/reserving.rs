//! Reserving vacation, applying for it, deciding about it.

use storage::entities::Entity;
use storage::ids::EntityId;
use storage::time::{Day, Moment};
use storage::vacation::{
    MOST_PERIODS, Period, PeriodId, PeriodKind, ReservationStatus, VacationPlan, Vacations,
};

use super::bells;
use super::deciding::{Decided, decide, named, stale};
use super::facts::{Plans, absent, staff, terms, today};
use super::reading::{self, view};
use super::rules::balance::Year;
use super::rules::reservation::{self, counted, overlapping};
use super::rules::state::{self, Act, Actor, too_low};
use super::rules::{Days, balance};
use super::view::{
    CheckDraft, CheckView, DecisionDraft, ReservationChange, ReservationDraft, ReservationView,
};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, RefusalKind, Result};
use crate::platform::quotas::below;
use crate::platform::text::prose;
use crate::platform::time::now;

/// 422 NOT_EMPLOYEE: there is nothing to plan for.
pub(super) fn employee(plan: &VacationPlan) -> Result<()> {
    if plan.employed {
        return Ok(());
    }
    Err(Refusal::field("idAuthUser", "NOT_EMPLOYEE", "Personen är inte med i semesterplanen."))
}

/// 409 OVERLAP: the person has reserved one of these days already.
fn free(periods: &[Period], days: Days, except: Option<PeriodId>) -> Result<()> {
    match overlapping(periods, days, except) {
        None => Ok(()),
        Some(other) => {
            let (first, last) = (other.first.0, other.last.0);
            let message = format!("Det finns redan semester {first}–{last}.");
            Err(Refusal::conflict("OVERLAP", message))
        }
    }
}

/// A text, or none.
fn text(field: &'static str, text: &str) -> Result<Option<String>> {
    Ok(Some(prose(field, text)?).filter(|text| !text.is_empty()))
}

/// Reserves vacation. 403 ROLE_TOO_LOW; 404; 409 OVERLAP, QUOTA_REACHED; 422 NOT_EMPLOYED, NOT_EMPLOYEE, RANGE.
pub async fn create(
    platform: &Platform,
    who: &Who,
    entity_id: EntityId,
    draft: ReservationDraft,
) -> Result<ReservationView> {
    let staff = staff(platform, who, entity_id).await?;
    let user_id = draft.id_auth_user.unwrap_or(who.user_id);
    if user_id != who.user_id && !staff.manages {
        return Err(too_low());
    }
    let days = reservation::days(draft.from, draft.to, today()?)?;
    let note = text("note", &draft.note)?;
    let managers = if draft.apply { bells::managers(platform, entity_id).await? } else { Vec::new() };
    let period_id = PeriodId(platform.ids.next(now())?);
    let judge = |plan: &VacationPlan, periods: &[Period]| {
        employee(plan)?;
        reservation::employed(&terms(plan), days)?;
        free(periods, days, None)?;
        below(periods.len(), MOST_PERIODS, "perioder")?;
        let at = Moment(now());
        let status = if draft.apply { ReservationStatus::Applied } else { ReservationStatus::Draft };
        let new = Period {
            entity_id,
            user_id,
            period_id,
            version: 1,
            kind: PeriodKind::Vacation,
            status,
            first: Day(days.first),
            last: Day(days.last),
            note: note.clone(),
            reason: None,
            created: at,
            changed: at,
            applied: draft.apply.then_some(at),
            decided: None,
        };
        let notifications = bells::of_change(platform, who, (None, &new), &managers)?;
        Ok(Decided { notifications, ..Decided::insert(new) })
    };
    decide(platform, (entity_id, user_id), judge).await?;
    view_of(platform, who, period_id).await
}

/// A reservation that the caller may see, and as who: its person while they are of the staff, and who manages the
/// organisation's vacation. 404.
pub(super) async fn visible(platform: &Platform, who: &Who, id: PeriodId) -> Result<(Period, Entity, Actor)> {
    let found = Vacations::of(&platform.storage).period(id).await?.ok_or_else(absent)?;
    let hidden = |refusal: Refusal| match refusal.kind {
        RefusalKind::Forbidden => absent(),
        _ => refusal,
    };
    let staff = staff(platform, who, found.entity_id).await.map_err(hidden)?;
    let actor = Actor { is_own: found.user_id == who.user_id, manages: staff.manages };
    if !actor.is_own && !actor.manages {
        return Err(absent());
    }
    Ok((found, staff.entity, actor))
}

/// As [`visible`], a reservation of vacation.
async fn visible_vacation(platform: &Platform, who: &Who, id: PeriodId) -> Result<(Period, Entity, Actor)> {
    let found = visible(platform, who, id).await?;
    if found.0.is_vacation() { Ok(found) } else { Err(absent()) }
}

/// A reservation. 404.
pub async fn view_of(platform: &Platform, who: &Who, id: PeriodId) -> Result<ReservationView> {
    let (period, _, actor) = visible_vacation(platform, who, id).await?;
    view(platform, &period, actor).await
}

/// Changes the days and the note of an own reservation. 403 ROLE_TOO_LOW; 404; 409 NOT_ACTIVE, OVERLAP, STALE; 422
/// NOT_EMPLOYED, RANGE.
pub async fn change(
    platform: &Platform,
    who: &Who,
    id: PeriodId,
    draft: ReservationChange,
) -> Result<ReservationView> {
    let (found, _, actor) = visible_vacation(platform, who, id).await?;
    if !actor.is_own {
        return Err(too_low());
    }
    let days = reservation::days(draft.from, draft.to, today()?)?;
    let note = text("note", &draft.note)?;
    let judge = |plan: &VacationPlan, periods: &[Period]| {
        let old = named(periods, id)?;
        if old.version != draft.version {
            return Err(stale());
        }
        state::editable(old.status)?;
        employee(plan)?;
        reservation::employed(&terms(plan), days)?;
        free(periods, days, Some(id))?;
        let new = Period {
            version: old.version + 1,
            first: Day(days.first),
            last: Day(days.last),
            note: note.clone(),
            changed: Moment(now()),
            ..old.clone()
        };
        Ok(Decided::update(old.clone(), new))
    };
    if let Err(refusal) = decide(platform, (found.entity_id, found.user_id), judge).await {
        return Err(refusal.with_current(view_of(platform, who, id)).await);
    }
    view_of(platform, who, id).await
}

/// What becomes of a reservation. 403 OWN, ROLE_TOO_LOW; 404; 409 NOT_ACTIVE, STALE.
pub async fn act(
    platform: &Platform,
    who: &Who,
    id: PeriodId,
    act: Act,
    draft: DecisionDraft,
) -> Result<ReservationView> {
    let (found, _, actor) = visible_vacation(platform, who, id).await?;
    state::permit(actor, act)?;
    let reason = text("reason", &draft.reason)?;
    let applies = act == Act::Apply;
    let managers = if bells::concerns_managers(act) {
        bells::managers(platform, found.entity_id).await?
    } else {
        Vec::new()
    };
    let judge = |_: &VacationPlan, periods: &[Period]| {
        let old = named(periods, id)?;
        if draft.version.is_some_and(|version| version != old.version) {
            return Err(stale());
        }
        let at = Moment(now());
        let new = Period {
            version: old.version + 1,
            status: state::act(old.status, act)?,
            reason: if applies { None } else { reason.clone() },
            changed: at,
            applied: if applies { Some(at) } else { old.applied },
            decided: if applies { None } else { Some(at) },
            ..old.clone()
        };
        let notifications = bells::of_change(platform, who, (Some(old.status), &new), &managers)?;
        Ok(Decided { notifications, ..Decided::update(old.clone(), new) })
    };
    if let Err(refusal) = decide(platform, (found.entity_id, found.user_id), judge).await {
        return Err(refusal.with_current(view_of(platform, who, id)).await);
    }
    view_of(platform, who, id).await
}

/// What would become of days that the caller thinks of reserving. 403 ROLE_TOO_LOW; 404: they have no plan; 422 RANGE.
pub async fn check(
    platform: &Platform,
    who: &Who,
    entity_id: EntityId,
    draft: CheckDraft,
) -> Result<CheckView> {
    reading::employee(&staff(platform, who, entity_id).await?)?;
    let days = reservation::days(draft.from, draft.to, today()?)?;
    let plans = Plans::load(platform, entity_id, &[who.user_id], days).await?;
    let instead = draft.id_vacation_plan_reservation;
    let answer = plans.judged(who.user_id, |person, closed| {
        let year = Year::of(person.kind, days.first);
        let others = person.periods.iter().filter(|one| Some(one.period_id) != instead);
        CheckView {
            days: closed.count(days),
            warnings: person.of_days(days, instead, closed),
            balance: balance::balance(&person.terms, person.kind, year, closed, &counted(others)),
        }
    });
    answer.ok_or_else(absent)
}
