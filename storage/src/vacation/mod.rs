//! Vacation plans of organisations' employees: terms of employment, reservations of vacation, other absences. Contract
//! §8.4.
//!
//! Every change of a person's plan is decided by compare and set on its row ([`VacationPlan`]), so that of concurrent
//! changes, on any node, each is judged after the one before. Periods and lists follow in the same write.

mod check;
mod records;

use std::sync::Arc;

pub use records::{
    Application, HolidayYear, Period, PeriodId, PeriodKind, ReservationStatus, SavedDays, StaffGroup,
    VacationPlan, VacationSettings,
};
use records::{
    PERSON_VACATION_PLANS, PeriodPlace, PersonPlan, VACATION_APPLICATIONS, VACATION_EMPLOYEES,
    VACATION_PERIOD_PLACES, VACATION_PERIODS, VACATION_PLANS, VACATION_SETTINGS, VacationEmployee,
};

use crate::Storage;
use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::Nothing;
use crate::platform::area::{Area, people};
use crate::platform::engine::{Db, Key, Write};
use crate::platform::error::Result;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::Stored;
use crate::platform::time::{Day, Moment};
use crate::platform::value::Json;

/// Most employees of an organisation.
pub const MOST_EMPLOYEES: usize = 5_000;
/// Most periods of a person in an organisation.
pub const MOST_PERIODS: usize = 1_000;
/// Most organisations of a person that are read.
const PLANS: usize = 1_000;
/// Plans whose periods are read in one round trip.
const SLICE: usize = 500;

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[
        &VACATION_SETTINGS,
        &VACATION_PLANS,
        &VACATION_EMPLOYEES,
        &PERSON_VACATION_PLANS,
        &VACATION_PERIODS,
        &VACATION_PERIOD_PLACES,
        &VACATION_APPLICATIONS,
    ],
    people: &[
        people("vacation_plans", In("vacation.json"), Nothing),
        people("vacation_employees", Not("the index of vacation.json"), Nothing),
        people("person_vacation_plans", Not("the index of vacation.json"), Nothing),
        people("vacation_periods", In("vacation.json"), Nothing),
        people("vacation_period_places", Not("the index of vacation.json"), Nothing),
        people("vacation_applications", Not("the index of what waits in vacation.json"), Nothing),
    ],
    checks: &[|check| Box::pin(check.vacation())],
    ..Area::named("vacation")
};

impl Period {
    /// Whether it is vacation, and no other absence.
    pub fn is_vacation(&self) -> bool {
        self.kind == PeriodKind::Vacation
    }

    /// Whether it touches `[from, to]`.
    pub fn touches(&self, from: Day, to: Day) -> bool {
        self.first <= to && from <= self.last
    }

    /// Its entry in the list of what waits for a manager; none: it does not wait.
    fn application(&self) -> Option<Application> {
        let waits = self.is_vacation() && self.status == ReservationStatus::Applied;
        let applied = self.applied.filter(|_| waits)?;
        let Self { entity_id, user_id, period_id, .. } = *self;
        Some(Application { entity_id, applied, period_id, user_id })
    }

    fn place(&self) -> PeriodPlace {
        let Self { entity_id, user_id, period_id, .. } = *self;
        PeriodPlace { period_id, entity_id, user_id }
    }
}

/// A change of a period; none: there was or will be none.
#[derive(Debug, Clone)]
pub struct Change {
    pub old: Option<Period>,
    pub new: Option<Period>,
}

impl Change {
    fn writes(&self) -> Vec<Write> {
        let (old, new) = (self.old.as_ref(), self.new.as_ref());
        let (waited, waits) = (old.and_then(Period::application), new.and_then(Period::application));
        let mut writes = Vec::new();
        match (old, new) {
            (Some(old), None) => writes.extend([old.key().delete(), old.place().key().delete()]),
            (None, Some(new)) => writes.extend([new.insert(), new.place().insert()]),
            (_, new) => writes.extend(new.map(Stored::insert)),
        }
        if waited != waits {
            writes.extend(waited.map(|one| one.key().delete()));
            writes.extend(waits.map(|one| one.insert()));
        }
        writes
    }
}

impl VacationPlan {
    /// The plan of somebody who has none yet.
    pub fn none(entity_id: EntityId, user_id: UserId) -> Self {
        Self {
            entity_id,
            user_id,
            version: 0,
            revision: 0,
            employed: false,
            employed_from: Day(jiff::civil::Date::ZERO),
            employed_until: None,
            share: 100,
            days_per_year: 25,
            saved: Json(Vec::new()),
        }
    }

    /// Whether the person is employed on a day.
    pub fn is_employed_on(&self, day: Day) -> bool {
        self.employed && self.employed_from <= day && self.employed_until.is_none_or(|until| day <= until)
    }

    fn listed(&self) -> VacationEmployee {
        VacationEmployee { entity_id: self.entity_id, user_id: self.user_id }
    }

    fn of_person(&self) -> PersonPlan {
        PersonPlan { user_id: self.user_id, entity_id: self.entity_id }
    }
}

/// The repository of vacation plans.
#[derive(Clone)]
pub struct Vacations {
    db: Db,
}

impl Vacations {
    /// The repository over a store.
    pub fn of(storage: &Storage) -> Self {
        Self { db: Arc::clone(storage.engine()) }
    }

    /// An organisation's settings; version 0: it has set nothing.
    pub async fn settings(&self, entity_id: EntityId) -> Result<VacationSettings> {
        let none = || VacationSettings {
            entity_id,
            version: 0,
            holiday_year: HolidayYear::April,
            groups: Json(Vec::new()),
        };
        Ok(self.db.find(VacationSettings::at(entity_id)).await?.unwrap_or_else(none))
    }

    /// Replaces settings if they still have the version of `old`; answers whether they had. Raises the version.
    pub async fn save_settings(
        &self,
        old: &VacationSettings,
        new: &VacationSettings,
        then: Vec<Write>,
    ) -> Result<bool> {
        let new = VacationSettings { version: old.version + 1, ..new.clone() };
        let guard = if old.version == 0 { new.if_absent() } else { old.change_version_to(&new) };
        self.db.decide(guard, then).await
    }

    /// A person's plan; version 0: there is none.
    pub async fn plan(&self, entity_id: EntityId, user_id: UserId) -> Result<VacationPlan> {
        let found = self.db.find(VacationPlan::at(entity_id, user_id)).await?;
        Ok(found.unwrap_or_else(|| VacationPlan::none(entity_id, user_id)))
    }

    /// As [`Self::plan`], for a change: the periods of earlier changes are there.
    pub async fn settled_plan(&self, entity_id: EntityId, user_id: UserId) -> Result<VacationPlan> {
        let found = self.db.find_settled(VacationPlan::at(entity_id, user_id)).await?;
        Ok(found.unwrap_or_else(|| VacationPlan::none(entity_id, user_id)))
    }

    /// The plans of some people; those who have none are left out.
    pub async fn plans(&self, entity_id: EntityId, users: &[UserId]) -> Result<Vec<VacationPlan>> {
        let mut found = Vec::with_capacity(users.len());
        for some in users.chunks(SLICE) {
            let keys = some.iter().map(|user_id| VacationPlan::at(entity_id, *user_id)).collect();
            found.extend(self.db.find_all(keys).await?);
        }
        Ok(found)
    }

    /// Decides a change of a plan if it still has the version of `old`: its employment, its periods, and what follows;
    /// answers whether it had. Raises the version.
    pub async fn decide(
        &self,
        old: &VacationPlan,
        new: &VacationPlan,
        changes: &[Change],
        then: Vec<Write>,
    ) -> Result<bool> {
        let new = VacationPlan { version: old.version + 1, ..new.clone() };
        let mut writes: Vec<Write> = changes.iter().flat_map(Change::writes).chain(then).collect();
        match (old.employed, new.employed) {
            (false, true) => writes.push(new.listed().insert()),
            (true, false) => writes.push(new.listed().key().delete()),
            _ => {}
        }
        if old.version == 0 {
            writes.push(new.of_person().insert());
            return self.db.decide(new.if_absent(), writes).await;
        }
        self.db.decide(old.change_version_to(&new), writes).await
    }

    /// A page of an organisation's employees, by id.
    pub async fn employees(
        &self,
        entity_id: EntityId,
        after: Option<UserId>,
        limit: usize,
    ) -> Result<Vec<UserId>> {
        let span = VacationEmployee::of(entity_id).after_any(after);
        let rows: Vec<VacationEmployee> = self.db.list(span.ascending(limit)).await?;
        Ok(rows.into_iter().map(|row| row.user_id).collect())
    }

    /// The organisations in which a person has, or had, a plan.
    pub async fn of_person(&self, user_id: UserId) -> Result<Vec<EntityId>> {
        let rows: Vec<PersonPlan> = self.db.list(PersonPlan::of(user_id).ascending(PLANS)).await?;
        Ok(rows.into_iter().map(|row| row.entity_id).collect())
    }

    /// A period; none: there is no such.
    pub async fn period(&self, period_id: PeriodId) -> Result<Option<Period>> {
        let Some(place) = self.db.find::<PeriodPlace>(PeriodPlace::at(period_id)).await? else {
            return Ok(None);
        };
        self.db.find(Period::at(place.entity_id, place.user_id, period_id)).await
    }

    /// The periods of a person's plan, by age. For a decision, read them after the plan.
    pub async fn periods(&self, entity_id: EntityId, user_id: UserId) -> Result<Vec<Period>> {
        self.db.list(Period::of(entity_id, user_id).ascending(MOST_PERIODS)).await
    }

    /// As [`Self::periods`], of many people, in their order.
    pub async fn periods_of(&self, entity_id: EntityId, users: &[UserId]) -> Result<Vec<Vec<Period>>> {
        let mut found = Vec::with_capacity(users.len());
        for some in users.chunks(SLICE) {
            let of = |user_id: &UserId| Period::of(entity_id, *user_id).ascending(MOST_PERIODS);
            found.extend(self.db.list_many(some.iter().map(of).collect()).await?);
        }
        Ok(found)
    }

    /// A page of what waits for an organisation's managers, oldest first.
    pub async fn applications(
        &self,
        entity_id: EntityId,
        after: Option<(Moment, PeriodId)>,
        limit: usize,
    ) -> Result<Vec<Application>> {
        let span = Application::of(entity_id);
        let span = match after {
            Some((applied, id)) => span.after_all([applied.into(), id.into()]),
            None => span,
        };
        self.db.list(span.ascending(limit)).await
    }

    /// The reservations of some applications, in their order; those that do not exist any more are left out.
    pub async fn applied(&self, all: &[Application]) -> Result<Vec<Period>> {
        let key = |one: &Application| Period::at(one.entity_id, one.user_id, one.period_id);
        self.db.find_all(all.iter().map(key).collect()).await
    }

    /// Deletes a person's plan with all its periods if it still has that version; answers whether it had.
    pub async fn remove(&self, plan: &VacationPlan, periods: &[Period]) -> Result<bool> {
        let all: Vec<Change> =
            periods.iter().map(|one| Change { old: Some(one.clone()), new: None }).collect();
        let mut writes: Vec<Write> = all.iter().flat_map(Change::writes).collect();
        writes.extend([plan.listed().key(), plan.of_person().key()].map(Key::delete));
        let guard = plan.key().delete_if([("version", plan.version.into())]);
        self.db.decide(guard, writes).await
    }
}
