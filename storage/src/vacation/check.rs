//! Checks that the lists of employees, plans, periods and applications say the same as plans and periods.

use super::records::{
    Application, PERSON_VACATION_PLANS, Period, PeriodPlace, PersonPlan, VACATION_APPLICATIONS,
    VACATION_EMPLOYEES, VACATION_PERIOD_PLACES, VACATION_PERIODS, VACATION_PLANS, VacationEmployee,
    VacationPlan,
};
use crate::platform::check::Check;
use crate::platform::engine::Key;
use crate::platform::error::Result;
use crate::platform::record::Record;
use crate::platform::table::Table;
use crate::platform::walk::Walk;

/// How many rows each list must have.
#[derive(Default)]
struct Counts {
    employees: usize,
    plans: usize,
    periods: usize,
    applications: usize,
}

impl Check<'_> {
    /// Every plan and every period, with the lists that name them.
    pub(crate) async fn vacation(&mut self) -> Result<()> {
        let mut counts = Counts::default();
        let mut walk = Walk::over(&VACATION_PLANS);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let plan = VacationPlan::read(row)?;
                let what = format!("the vacation plan of {} in {}", plan.user_id, plan.entity_id);
                counts.plans += 1;
                self.vacation_listed(PersonPlan::at(plan.user_id, plan.entity_id), &what).await?;
                if plan.employed {
                    counts.employees += 1;
                    self.vacation_listed(VacationEmployee::at(plan.entity_id, plan.user_id), &what).await?;
                }
            }
        }
        let mut walk = Walk::over(&VACATION_PERIODS);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let period = Period::read(row)?;
                let what = format!("the vacation period {}", period.period_id);
                counts.periods += 1;
                self.vacation_listed(VacationPlan::at(period.entity_id, period.user_id), &what).await?;
                self.vacation_listed(PeriodPlace::at(period.period_id), &what).await?;
                if let Some(application) = period.application() {
                    counts.applications += 1;
                    let Application { entity_id, applied, period_id, .. } = application;
                    self.vacation_listed(Application::at(entity_id, applied, period_id), &what).await?;
                }
            }
        }
        // Each of them is in its list, so a list with as many rows has no others.
        self.vacation_rows(&VACATION_EMPLOYEES, counts.employees).await?;
        self.vacation_rows(&PERSON_VACATION_PLANS, counts.plans).await?;
        self.vacation_rows(&VACATION_PERIOD_PLACES, counts.periods).await?;
        self.vacation_rows(&VACATION_APPLICATIONS, counts.applications).await
    }

    async fn vacation_listed(&mut self, key: Key, what: &str) -> Result<()> {
        let table = key.table.name;
        if self.db.get(key).await?.is_none() {
            self.say(format!("{what} is not in {table}"));
        }
        Ok(())
    }

    async fn vacation_rows(&mut self, table: &'static Table, expected: usize) -> Result<()> {
        let (mut walk, mut listed) = (Walk::over(table), 0);
        while let Some(rows) = walk.next(self.db).await? {
            listed += rows.len();
        }
        if listed != expected {
            self.say(format!("{} has {listed} rows, and {expected} belong there", table.name));
        }
        Ok(())
    }
}
