//! What vacation is judged by: who asks, plans with their periods, groups, days on which nobody works.

use std::collections::{BTreeSet, HashMap};

use futures_util::try_join;
use jiff::ToSpan;
use jiff::civil::Date;
use storage::RelationType;
use storage::entities::Entity;
use storage::ids::{EntityId, UserId};
use storage::vacation::{Period, StaffGroup, VacationPlan, VacationSettings, Vacations};

use super::rules::balance::Terms;
use super::rules::presence::Member;
use super::rules::reservation::{self, Group, Warning, days_of};
use super::rules::state::too_low;
use super::rules::{Closed, Days};
use crate::Platform;
use crate::accounts::Who;
use crate::days::{self, DayType};
use crate::entities::rules::{belongs, runs_business};
use crate::entities::{existing, relation};
use crate::platform::error::{Refusal, Result};
use crate::platform::hours::{date_of, zone};
use crate::platform::time::now;

/// Eves that are equal to Sundays (semesterlagen 3 a §).
const EVES: [&str; 3] = ["Midsommarafton", "Julafton", "Nyårsafton"];

/// Today, in Sweden.
pub(super) fn today() -> Result<Date> {
    Ok(date_of(&zone()?, now()))
}

/// Public holidays and the eves that are equal to them, among some days.
pub(super) fn closed(almanac: &days::Days, days: Days) -> Closed {
    let mut found = almanac.within(days.first, days.last, &[DayType::Holiday, DayType::Eve]);
    found.retain(|day| day.kind == DayType::Holiday || EVES.contains(&day.name.as_str()));
    Closed::new(found.into_iter().map(|day| (day.date, day.name)))
}

/// The days that matter for what is said of some days: the holiday years around them.
pub(super) fn around(days: Days) -> Days {
    let year = 400.days();
    Days { first: days.first.saturating_sub(year), last: days.last.saturating_add(year) }
}

/// Somebody of an organisation's staff.
pub(super) struct Staff {
    pub entity: Entity,
    /// Runs the organisation's business.
    pub manages: bool,
    /// Their own plan.
    pub plan: VacationPlan,
}

/// Whether an employee is one of the staff: for as long as they belong to the organisation and are employed.
fn works(relation: Option<RelationType>, plan: &VacationPlan, today: Date) -> bool {
    belongs(relation) && plan.employed && plan.employed_until.is_none_or(|until| today <= until.0)
}

/// The caller as one of an organisation's staff: who manages it, and its employees. 403 ROLE_TOO_LOW; 404.
pub(super) async fn staff(platform: &Platform, who: &Who, entity_id: EntityId) -> Result<Staff> {
    let entity = existing(platform, entity_id).await?;
    let vacations = Vacations::of(&platform.storage);
    let plan = async { Ok(vacations.plan(entity_id, who.user_id).await?) };
    let (relation, plan) = try_join!(relation(platform, entity_id, who.user_id), plan)?;
    let manages = runs_business(relation);
    if manages || works(relation, &plan, today()?) {
        return Ok(Staff { entity, manages, plan });
    }
    Err(too_low())
}

/// Whether somebody is one of an organisation's employees now.
pub(super) async fn is_staff(platform: &Platform, entity_id: EntityId, user_id: UserId) -> Result<bool> {
    let plan = Vacations::of(&platform.storage).plan(entity_id, user_id).await?;
    Ok(works(relation(platform, entity_id, user_id).await?, &plan, today()?))
}

/// The caller's organisation, for who runs its business. 403 ROLE_TOO_LOW; 404.
pub(super) async fn managed(platform: &Platform, who: &Who, entity_id: EntityId) -> Result<Entity> {
    let entity = existing(platform, entity_id).await?;
    let relation = relation(platform, entity_id, who.user_id).await?;
    if runs_business(relation) { Ok(entity) } else { Err(too_low()) }
}

/// 404: it does not exist, or the caller may not see it.
pub(super) fn absent() -> Refusal {
    Refusal::not_found("Semestern finns inte.")
}

/// The terms of an employment.
pub(super) fn terms(plan: &VacationPlan) -> Terms {
    Terms {
        from: plan.employed_from.0,
        until: plan.employed_until.map(|until| until.0),
        days_per_year: plan.days_per_year,
        saved: plan.saved.0.clone(),
    }
}

/// Somebody's plan with its periods.
pub(super) struct Planned {
    pub plan: VacationPlan,
    pub periods: Vec<Period>,
}

impl Planned {
    /// As a member of a group.
    fn member(&self) -> Member {
        let always = Days { first: Date::MIN, last: Date::MAX };
        let employed = if self.plan.employed { terms(&self.plan).employed(always) } else { None };
        let away = self.periods.iter().filter(|one| one.status.is_away());
        Member { employed, away: away.map(days_of).collect() }
    }
}

/// Plans of an organisation, with those of everybody who is in a group with them.
pub(super) struct Plans {
    pub settings: VacationSettings,
    pub closed: Closed,
    by_user: HashMap<UserId, Planned>,
}

impl Plans {
    /// Loads the plans of some people; `days`: where what is asked about lies.
    pub async fn load(
        platform: &Platform,
        entity_id: EntityId,
        users: &[UserId],
        days: Days,
    ) -> Result<Self> {
        let settings = Vacations::of(&platform.storage).settings(entity_id).await?;
        let mut wanted: BTreeSet<UserId> = users.iter().copied().collect();
        let theirs = |group: &&StaffGroup| group.users.iter().any(|user_id| users.contains(user_id));
        wanted.extend(settings.groups.0.iter().filter(theirs).flat_map(|group| group.users.iter().copied()));
        Self::of(platform, settings, wanted.into_iter().collect(), days).await
    }

    /// Loads the plans of just these people.
    pub async fn of(
        platform: &Platform,
        settings: VacationSettings,
        users: Vec<UserId>,
        days: Days,
    ) -> Result<Self> {
        let vacations = Vacations::of(&platform.storage);
        let entity_id = settings.entity_id;
        let plans = vacations.plans(entity_id, &users).await?;
        let users: Vec<UserId> = plans.iter().map(|plan| plan.user_id).collect();
        let periods = vacations.periods_of(entity_id, &users).await?;
        let planned = plans.into_iter().zip(periods).map(|(plan, periods)| Planned { plan, periods });
        let by_user = planned.map(|one| (one.plan.user_id, one)).collect();
        Ok(Self { settings, closed: closed(&platform.days, around(days)), by_user })
    }

    pub fn get(&self, user_id: UserId) -> Option<&Planned> {
        self.by_user.get(&user_id)
    }

    /// The members of a group, without one of them.
    pub fn members(&self, group: &StaffGroup, except: Option<UserId>) -> Vec<Member> {
        let others = group.users.iter().filter(|user_id| Some(**user_id) != except);
        others.filter_map(|user_id| self.get(*user_id)).map(Planned::member).collect()
    }

    /// The groups of a person, with their other members.
    fn groups(&self, user_id: UserId) -> Vec<Group> {
        let theirs = self.settings.groups.0.iter().filter(|group| group.users.contains(&user_id));
        let group = |group: &StaffGroup| Group {
            id: group.id,
            minimum: group.minimum,
            others: self.members(group, Some(user_id)),
        };
        theirs.map(group).collect()
    }

    /// What a rule says of a person; none: they have no plan.
    pub fn judged<T>(
        &self,
        user_id: UserId,
        rule: impl FnOnce(&reservation::Person<'_>, &Closed) -> T,
    ) -> Option<T> {
        let planned = self.get(user_id)?;
        let groups = self.groups(user_id);
        let person = reservation::Person {
            kind: self.settings.holiday_year,
            terms: terms(&planned.plan),
            periods: &planned.periods,
            groups: &groups,
        };
        Some(rule(&person, &self.closed))
    }

    /// What is odd about a reservation; nothing about one that is not live.
    pub fn warnings(&self, period: &Period) -> Vec<Warning> {
        if !period.status.is_live() {
            return Vec::new();
        }
        let (days, id) = (days_of(period), Some(period.period_id));
        self.judged(period.user_id, |person, closed| person.of_days(days, id, closed)).unwrap_or_default()
    }
}
