//! Stored records of vacation plans.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::record;
use crate::platform::text_enum::text_enum;
use crate::platform::time::{Day, Moment};
use crate::platform::value::Json;

crate::ids! {
    /// A period of a vacation plan: a reservation of vacation, or another absence.
    PeriodId,
}

text_enum! {
    /// The year in which vacation is earned and taken.
    HolidayYear {
        /// 1 April – 31 March (semesterlagen).
        April = "APRIL",
        /// 1 January – 31 December.
        Calendar = "CALENDAR",
    }
}

text_enum! {
    /// What a period is.
    PeriodKind {
        /// Semester.
        Vacation = "VACATION",
        /// Away, for a reason that is nobody's business.
        Away = "AWAY",
        /// Föräldraledig.
        Parental = "PARENTAL",
        /// Tjänstledig.
        Leave = "LEAVE",
        /// Utbildning.
        Training = "TRAINING",
        /// Kompledig.
        TimeOff = "TIME_OFF",
    }
}

text_enum! {
    /// `flStatus` of a reservation.
    ReservationStatus {
        /// Planned, and not applied for.
        Draft = "DRAFT",
        /// Waits for a manager.
        Applied = "APPLIED",
        /// A manager said yes.
        Approved = "APPROVED",
        /// A manager said no.
        Rejected = "REJECTED",
        /// Withdrawn.
        Cancelled = "CANCELLED",
    }
}

impl ReservationStatus {
    /// Whether something may still become of it: it is in the way of others.
    pub const fn is_live(self) -> bool {
        matches!(self, Self::Draft | Self::Applied | Self::Approved)
    }

    /// Whether the person counts as away.
    pub const fn is_away(self) -> bool {
        matches!(self, Self::Applied | Self::Approved)
    }
}

/// Vacation days that somebody saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SavedDays {
    /// The holiday year that they were saved from, by its beginning.
    pub year: i64,
    pub days: i64,
}

/// People of whom some must be present.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffGroup {
    /// Unique in the organisation.
    pub id: i64,
    pub name: String,
    pub users: Vec<UserId>,
    /// How many of them must be present each day.
    pub minimum: i64,
}

record! {
    /// How an organisation plans vacation.
    pub struct VacationSettings;
    pub(crate) static VACATION_SETTINGS: "vacation_settings", Ascending;
    partition {
        entity_id: EntityId => bigint,
    }
    clustering {}
    columns {
        /// Raised by every change; 0 is never stored.
        version: i64 => bigint,
        holiday_year: HolidayYear => text,
        groups: Json<Vec<StaffGroup>> => text,
    }
}

record! {
    /// A person's vacation plan in an organisation: the terms of their employment, and the guard of their periods.
    pub struct VacationPlan;
    pub(crate) static VACATION_PLANS: "vacation_plans", Ascending;
    partition {
        entity_id: EntityId => bigint,
        user_id: UserId => bigint,
    }
    clustering {}
    columns {
        /// Raised by every change of the plan and its periods; 0 is never stored.
        version: i64 => bigint,
        /// Raised by every change of the employment.
        revision: i64 => bigint,
        /// Whether the person is listed as an employee; of others the periods are kept.
        employed: bool => boolean,
        employed_from: Day => text,
        /// The last day; none: until further notice.
        employed_until: Option<Day> => text,
        /// Percent of full time.
        share: i64 => int,
        /// Vacation days of a whole year.
        days_per_year: i64 => int,
        saved: Json<Vec<SavedDays>> => text,
    }
}

record! {
    /// An employee of an organisation.
    pub(crate) struct VacationEmployee;
    pub(crate) static VACATION_EMPLOYEES: "vacation_employees", Ascending;
    partition {
        entity_id: EntityId => bigint,
    }
    clustering {
        user_id: UserId => bigint,
    }
    columns {}
}

record! {
    /// An organisation in which a person has, or had, a vacation plan.
    pub(crate) struct PersonPlan;
    pub(crate) static PERSON_VACATION_PLANS: "person_vacation_plans", Ascending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        entity_id: EntityId => bigint,
    }
    columns {}
}

record! {
    /// Vacation that is reserved, or another absence.
    pub struct Period;
    pub(crate) static VACATION_PERIODS: "vacation_periods", Ascending;
    partition {
        entity_id: EntityId => bigint,
        user_id: UserId => bigint,
    }
    clustering {
        period_id: PeriodId => bigint,
    }
    columns {
        /// Raised by every change.
        version: i64 => bigint,
        kind: PeriodKind => text,
        /// Of an absence always APPROVED.
        status: ReservationStatus => text,
        first: Day => text,
        /// Inclusive.
        last: Day => text,
        note: Option<String> => text,
        /// Why it was rejected or cancelled.
        reason: Option<String> => text,
        created: Moment => timestamp,
        changed: Moment => timestamp,
        /// When it was applied for.
        applied: Option<Moment> => timestamp,
        /// When it was approved, rejected or cancelled.
        decided: Option<Moment> => timestamp,
    }
}

record! {
    /// Whose plan a period belongs to.
    pub(crate) struct PeriodPlace;
    pub(crate) static VACATION_PERIOD_PLACES: "vacation_period_places", Ascending;
    partition {
        period_id: PeriodId => bigint,
    }
    clustering {}
    columns {
        entity_id: EntityId => bigint,
        user_id: UserId => bigint,
    }
}

record! {
    /// A reservation that waits for a manager, by when it was applied for.
    pub struct Application;
    pub(crate) static VACATION_APPLICATIONS: "vacation_applications", Ascending;
    partition {
        entity_id: EntityId => bigint,
    }
    clustering {
        applied: Moment => timestamp,
        period_id: PeriodId => bigint,
    }
    columns {
        user_id: UserId => bigint,
    }
}
