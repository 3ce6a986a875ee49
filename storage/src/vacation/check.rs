//! Checks that the lists of employees, plans, periods and applications say the same as plans and periods.

use super::records::{
    Application, PERSON_VACATION_PLANS, Period, PeriodPlace, PersonPlan, VACATION_APPLICATIONS,
    VACATION_EMPLOYEES, VACATION_PERIOD_PLACES, VACATION_PERIODS, VACATION_PLANS, VacationEmployee,
    VacationPlan,
};
use crate::platform::check::Check;
use crate::platform::error::Result;
use crate::platform::record::Record;
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
                self.listed(PersonPlan::at(plan.user_id, plan.entity_id), &what).await?;
                if plan.employed {
                    counts.employees += 1;
                    self.listed(VacationEmployee::at(plan.entity_id, plan.user_id), &what).await?;
                }
            }
        }
        let mut walk = Walk::over(&VACATION_PERIODS);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let period = Period::read(row)?;
                let what = format!("the vacation period {}", period.period_id);
                counts.periods += 1;
                self.listed(VacationPlan::at(period.entity_id, period.user_id), &what).await?;
                self.listed(PeriodPlace::at(period.period_id), &what).await?;
                if let Some(application) = period.application() {
                    counts.applications += 1;
                    let Application { entity_id, applied, period_id, .. } = application;
                    self.listed(Application::at(entity_id, applied, period_id), &what).await?;
                }
            }
        }
        // Each of them is in its list, so a list with as many rows has no others.
        self.rows_of(&VACATION_EMPLOYEES, counts.employees).await?;
        self.rows_of(&PERSON_VACATION_PLANS, counts.plans).await?;
        self.rows_of(&VACATION_PERIOD_PLACES, counts.periods).await?;
        self.rows_of(&VACATION_APPLICATIONS, counts.applications).await
    }
}
