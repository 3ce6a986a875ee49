//! An organisation's settings for vacation, and who its employees are.

use std::collections::HashSet;

use storage::audit::AuditKind;
use storage::ids::{EntityId, UserId};
use storage::time::Moment;
use storage::vacation::{
    Change, MOST_EMPLOYEES, Period, ReservationStatus, SavedDays, VacationPlan, VacationSettings, Vacations,
};
use storage::value::Json;

use super::deciding::{Decided, decide, stale};
use super::facts::{managed, staff};
use super::rules;
use super::rules::settings::GroupDraft;
use super::view::{EmployeeDraft, EmployeeView, EmployeesView, GroupView, SettingsDraft, SettingsView};
use crate::Platform;
use crate::accounts::Who;
use crate::audit::{self, Act};
use crate::contacts::view::Person;
use crate::entities::relation;
use crate::entities::rules::belongs;
use crate::platform::error::{Refusal, Result};
use crate::platform::quotas::below;
use crate::platform::time::now;

/// The ids of all employees.
pub(super) async fn everybody(platform: &Platform, entity_id: EntityId) -> Result<Vec<UserId>> {
    Ok(Vacations::of(&platform.storage).employees(entity_id, None, MOST_EMPLOYEES).await?)
}

/// Settings on the wire; of groups those who are employees now.
async fn shown(platform: &Platform, settings: VacationSettings) -> Result<SettingsView> {
    let employees: HashSet<UserId> = everybody(platform, settings.entity_id).await?.into_iter().collect();
    let group = |mut group: storage::vacation::StaffGroup| {
        group.users.retain(|user_id| employees.contains(user_id));
        GroupView { id: group.id, name: group.name, users: group.users, minimum: group.minimum }
    };
    Ok(SettingsView {
        holiday_year: settings.holiday_year,
        groups: settings.groups.0.into_iter().map(group).collect(),
        version: settings.version,
    })
}

/// What the audit log compares of settings.
fn rules_of(settings: &VacationSettings) -> serde_json::Value {
    serde_json::json!({"holidayYear": settings.holiday_year, "groups": settings.groups.0})
}

/// An organisation's settings, for its staff. 403 ROLE_TOO_LOW; 404.
pub async fn settings(platform: &Platform, who: &Who, id: EntityId) -> Result<SettingsView> {
    staff(platform, who, id).await?;
    shown(platform, Vacations::of(&platform.storage).settings(id).await?).await
}

/// Replaces an organisation's settings. 403 ROLE_TOO_LOW; 404; 409 STALE; 422.
pub async fn save_settings(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    draft: SettingsDraft,
) -> Result<SettingsView> {
    managed(platform, who, id).await?;
    let vacations = Vacations::of(&platform.storage);
    let employees: HashSet<UserId> = everybody(platform, id).await?.into_iter().collect();
    let group = |group: super::view::GroupDraft| GroupDraft {
        id: group.id,
        name: group.name,
        users: group.users,
        minimum: group.minimum,
    };
    let groups = rules::settings::groups(draft.groups.into_iter().map(group).collect(), &employees)?;
    let old = vacations.settings(id).await?;
    if draft.version != old.version {
        return Err(stale().with_current(shown(platform, old)).await);
    }
    let new = VacationSettings { holiday_year: draft.holiday_year, groups: Json(groups), ..old.clone() };
    let act = Act::of(AuditKind::VacationSettingsChanged).changed(&rules_of(&old), &rules_of(&new));
    let recorded = if old == new { Vec::new() } else { audit::writes(platform, id, Some(who.user_id), act)? };
    if !vacations.save_settings(&old, &new, recorded).await? {
        let stands = vacations.settings(id).await?;
        return Err(stale().with_current(shown(platform, stands)).await);
    }
    shown(platform, VacationSettings { version: old.version + 1, ..new }).await
}

/// An employment on the wire.
pub(super) fn view(plan: &VacationPlan, user: Person) -> EmployeeView {
    EmployeeView {
        user,
        employed_from: plan.employed_from,
        employed_until: plan.employed_until,
        share: plan.share,
        days_per_year: plan.days_per_year,
        saved: plan.saved.0.clone(),
        version: plan.revision,
    }
}

/// An employment whose person exists. 404.
async fn view_of(platform: &Platform, plan: &VacationPlan) -> Result<EmployeeView> {
    let user = platform.people.get(plan.user_id).await?;
    let user = user.ok_or_else(|| Refusal::not_found("Personen finns inte."))?;
    Ok(view(plan, Person::from(&*user)))
}

/// A page of an organisation's employees, by id, for who manages its vacation. 403 ROLE_TOO_LOW; 404.
pub async fn employees(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    after: Option<UserId>,
    size: usize,
) -> Result<EmployeesView> {
    managed(platform, who, id).await?;
    let vacations = Vacations::of(&platform.storage);
    let mut users = vacations.employees(id, after, size + 1).await?;
    let has_more = users.len() > size;
    users.truncate(size);
    let next = users.last().copied().filter(|_| has_more);
    let plans = vacations.plans(id, &users).await?;
    let people = platform.people.all(users).await?;
    let shown = |plan: &VacationPlan| Some(view(plan, Person::from(&**people.get(&plan.user_id)?)));
    Ok(EmployeesView { content: plans.iter().filter_map(shown).collect(), next })
}

/// Makes a member an employee, or changes the terms. 403 ROLE_TOO_LOW; 404; 409 QUOTA_REACHED, STALE; 422.
pub async fn employ(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    user_id: UserId,
    draft: EmployeeDraft,
) -> Result<EmployeeView> {
    managed(platform, who, id).await?;
    let saved = draft.saved.iter().map(|one| SavedDays { year: one.year, days: one.days }).collect();
    let saved = rules::settings::saved(saved)?;
    rules::settings::employment(draft.employed_from, draft.employed_until)?;
    let vacations = Vacations::of(&platform.storage);
    let is_known = vacations.plan(id, user_id).await?.employed;
    if !is_known {
        if !belongs(relation(platform, id, user_id).await?) {
            let message = "Bara organisationens medlemmar kan vara med i semesterplanen.";
            return Err(Refusal::field("idAuthUser", "NOT_MEMBER", message));
        }
        below(everybody(platform, id).await?.len(), MOST_EMPLOYEES, "anställda")?;
    }
    let judge = |old: &VacationPlan, _: &[Period]| {
        let version = old.employed.then_some(old.revision);
        if draft.version.filter(|version| *version != 0) != version {
            // Whoever was removed meanwhile has no terms that could be shown.
            return Err(if old.employed { stale() } else { Refusal::moved_on() });
        }
        let plan = VacationPlan {
            revision: old.revision + 1,
            employed: true,
            employed_from: draft.employed_from,
            employed_until: draft.employed_until,
            share: draft.share,
            days_per_year: draft.days_per_year,
            saved: Json(saved.clone()),
            ..old.clone()
        };
        Ok(Decided { plan: Some(plan), ..Decided::default() })
    };
    let current = async || view_of(platform, &vacations.plan(id, user_id).await?).await;
    if let Err(refusal) = decide(platform, (id, user_id), judge).await {
        return Err(refusal.with_current(current()).await);
    }
    current().await
}

/// Ends that somebody is an employee: what waits is cancelled, what was decided is kept. 403 ROLE_TOO_LOW; 404.
pub async fn dismiss(platform: &Platform, who: &Who, id: EntityId, user_id: UserId) -> Result<()> {
    managed(platform, who, id).await?;
    let judge = |old: &VacationPlan, periods: &[Period]| {
        if !old.employed {
            return Err(Refusal::not_found("Personen är inte med i semesterplanen."));
        }
        let waits = |one: &&Period| {
            one.is_vacation() && matches!(one.status, ReservationStatus::Draft | ReservationStatus::Applied)
        };
        let at = Moment(now());
        let cancelled = |one: &Period| {
            let (version, status) = (one.version + 1, ReservationStatus::Cancelled);
            let new = Period { version, status, changed: at, decided: Some(at), ..one.clone() };
            Change { old: Some(one.clone()), new: Some(new) }
        };
        let changes = periods.iter().filter(waits).map(cancelled).collect();
        let plan = VacationPlan { revision: old.revision + 1, employed: false, ..old.clone() };
        Ok(Decided { plan: Some(plan), changes, ..Decided::default() })
    };
    decide(platform, (id, user_id), judge).await
}
