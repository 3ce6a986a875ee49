//! Vacation plans on the wire.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::ids::{EntityId, UserId};
use storage::time::{Day, Moment};
use storage::vacation::{HolidayYear, PeriodId, PeriodKind, ReservationStatus, SavedDays};
use utoipa::ToSchema;

use super::rules::balance::Balance;
use super::rules::reservation::Warning;
use super::rules::state::Abilities;
use crate::contacts::view::Person;

/// People of whom some must be present.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = StaffGroup)]
pub struct GroupView {
    /// Unique in the organisation.
    pub id: i64,
    pub name: String,
    pub users: Vec<UserId>,
    /// How many of them must be present each day.
    pub minimum: i64,
}

/// How an organisation plans vacation.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VacationSettings)]
pub struct SettingsView {
    pub holiday_year: HolidayYear,
    pub groups: Vec<GroupView>,
    /// Grows with every change. To be sent back by whoever changes it.
    pub version: i64,
}

/// A group as it is set.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = StaffGroupDraft)]
pub struct GroupDraft {
    /// Absent: a new one.
    #[garde(inner(range(min = 1, max = 1_000_000)))]
    #[schema(minimum = 1, maximum = 1_000_000, nullable = false)]
    pub id: Option<i64>,
    #[garde(length(chars, min = 1, max = 80))]
    #[schema(min_length = 1, max_length = 80, example = "Köket")]
    pub name: String,
    /// Employees of the organisation.
    #[garde(length(max = 200))]
    #[schema(max_items = 200)]
    pub users: Vec<UserId>,
    #[garde(range(min = 0, max = 200))]
    #[schema(minimum = 0, maximum = 200)]
    pub minimum: i64,
}

/// Settings as they are sent.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VacationSettingsDraft)]
pub struct SettingsDraft {
    #[garde(skip)]
    pub holiday_year: HolidayYear,
    #[garde(length(max = 50), dive)]
    #[schema(max_items = 50)]
    pub groups: Vec<GroupDraft>,
    /// The version that was read.
    #[garde(skip)]
    pub version: i64,
}

/// The terms of somebody's employment.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VacationEmployee)]
pub struct EmployeeView {
    pub user: Person,
    pub employed_from: Day,
    /// The last day; absent: until further notice.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub employed_until: Option<Day>,
    /// Percent of full time.
    pub share: i64,
    /// Vacation days of a whole year.
    pub days_per_year: i64,
    pub saved: Vec<SavedDays>,
    /// Grows with every change. To be sent back by whoever changes it.
    pub version: i64,
}

/// Saved days as they are sent.
#[derive(Debug, Clone, Copy, Deserialize, Validate, ToSchema)]
#[schema(as = SavedDaysDraft)]
pub struct SavedDraft {
    /// The holiday year that they were saved from, by its beginning.
    #[garde(range(min = 2001, max = 2090))]
    #[schema(minimum = 2001, maximum = 2090, example = 2025)]
    pub year: i64,
    #[garde(range(min = 0, max = 25))]
    #[schema(minimum = 0, maximum = 25)]
    pub days: i64,
}

fn whole() -> i64 {
    100
}

fn by_law() -> i64 {
    25
}

/// The terms of somebody's employment as they are sent.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VacationEmployeeDraft)]
pub struct EmployeeDraft {
    #[garde(skip)]
    pub employed_from: Day,
    /// The last day; absent: until further notice.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub employed_until: Option<Day>,
    /// Percent of full time.
    #[serde(default = "whole")]
    #[garde(range(min = 1, max = 100))]
    #[schema(minimum = 1, maximum = 100)]
    pub share: i64,
    /// Vacation days of a whole year.
    #[serde(default = "by_law")]
    #[garde(range(min = 25, max = 60))]
    #[schema(minimum = 25, maximum = 60)]
    pub days_per_year: i64,
    #[serde(default)]
    #[garde(length(max = 5), dive)]
    #[schema(max_items = 5)]
    pub saved: Vec<SavedDraft>,
    /// The version that was read; absent where somebody becomes an employee.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub version: Option<i64>,
}

/// A page of employees.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = VacationEmployees)]
pub struct EmployeesView {
    pub content: Vec<EmployeeView>,
    /// `after` of the next page; absent: there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i64>, nullable = false)]
    pub next: Option<UserId>,
}

/// A reservation of vacation.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VacationReservation)]
pub struct ReservationView {
    pub id_vacation_plan_reservation: PeriodId,
    pub id_entity: EntityId,
    pub user: Person,
    pub from: Day,
    /// Inclusive.
    pub to: Day,
    pub fl_status: ReservationStatus,
    pub note: Option<String>,
    /// Why it was rejected or cancelled.
    pub reason: Option<String>,
    /// Days of it that count: Monday to Friday, without public holidays, midsummer's, Christmas and New Year's Eve.
    pub days: i64,
    /// Of one that is live.
    pub warnings: Vec<Warning>,
    /// Grows with every change.
    pub version: i64,
    pub abilities: Abilities,
    pub da_created: Moment,
    /// When it was approved, rejected or cancelled.
    pub da_decided: Option<Moment>,
}

/// A reservation as it is made.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VacationReservationDraft)]
pub struct ReservationDraft {
    #[garde(skip)]
    pub from: Day,
    /// Inclusive; at most 366 days in all.
    #[garde(skip)]
    pub to: Day,
    #[serde(default)]
    #[garde(length(chars, max = 500))]
    #[schema(max_length = 500)]
    pub note: String,
    /// It is applied for at once.
    #[serde(default)]
    #[garde(skip)]
    pub apply: bool,
    /// Somebody else, by who manages the organisation's vacation.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub id_auth_user: Option<UserId>,
}

/// A reservation as it is changed.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = VacationReservationChange)]
pub struct ReservationChange {
    #[garde(skip)]
    pub from: Day,
    /// Inclusive; at most 366 days in all.
    #[garde(skip)]
    pub to: Day,
    #[serde(default)]
    #[garde(length(chars, max = 500))]
    #[schema(max_length = 500)]
    pub note: String,
    /// The version that was read.
    #[garde(skip)]
    pub version: i64,
}

/// What is said with a decision.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = VacationDecision)]
pub struct DecisionDraft {
    #[serde(default)]
    #[garde(length(chars, max = 500))]
    #[schema(max_length = 500)]
    pub reason: String,
    /// The version that was read; absent: whichever it is.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub version: Option<i64>,
}

/// Days that somebody thinks of reserving.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VacationQuestion)]
pub struct CheckDraft {
    #[garde(skip)]
    pub from: Day,
    /// Inclusive; at most 366 days in all.
    #[garde(skip)]
    pub to: Day,
    /// A reservation of theirs that would be changed to these days.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub id_vacation_plan_reservation: Option<PeriodId>,
}

/// What would become of these days.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = VacationAnswer)]
pub struct CheckView {
    /// Days that count.
    pub days: i64,
    pub warnings: Vec<Warning>,
    /// Of the holiday year in which they begin, as it stands without them.
    pub balance: Balance,
}

/// A page of reservations.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = VacationReservations)]
pub struct ReservationsView {
    pub content: Vec<ReservationView>,
    /// `after` of the next page; absent: there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub next: Option<String>,
}

/// An absence other than vacation. Why somebody is ill is said nowhere.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Absence)]
pub struct AbsenceView {
    pub id_absence: PeriodId,
    pub id_entity: EntityId,
    pub id_auth_user: UserId,
    pub kind: PeriodKind,
    pub from: Day,
    /// Inclusive.
    pub to: Day,
    pub da_created: Moment,
}

/// An absence as it is noted.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AbsenceDraft)]
pub struct AbsenceDraft {
    /// Somebody else, by who manages the organisation's vacation.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub id_auth_user: Option<UserId>,
    /// Any but VACATION.
    #[garde(skip)]
    pub kind: PeriodKind,
    #[garde(skip)]
    pub from: Day,
    /// Inclusive; at most 366 days in all.
    #[garde(skip)]
    pub to: Day,
}

/// What a period is to whoever looks at the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PlannedKind {
    Vacation,
    Absence,
}

/// A period of the plan. Colleagues see that somebody is away, and no more.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlannedPeriod {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i64>, nullable = false)]
    pub id: Option<PeriodId>,
    pub from: Day,
    /// Inclusive.
    pub to: Day,
    pub kind: PlannedKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub fl_status: Option<ReservationStatus>,
    /// Days that count.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub days: Option<i64>,
}

/// Somebody in the plan.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlannedPerson {
    pub user: Person,
    /// The ids of their groups.
    pub groups: Vec<i64>,
    pub periods: Vec<PlannedPeriod>,
}

/// A day on which nobody works.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ClosedDay {
    pub date: Day,
    pub name: String,
}

/// Days on which fewer of a group are present than must be.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BelowMinimum {
    /// The group's id.
    pub group: i64,
    pub from: Day,
    /// Inclusive.
    pub to: Day,
    /// The fewest on one of these days.
    pub present: i64,
    pub minimum: i64,
}

/// The plan of an organisation for a holiday year.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = VacationPlan)]
pub struct PlanView {
    /// The holiday year.
    pub from: Day,
    /// Inclusive.
    pub to: Day,
    pub people: Vec<PlannedPerson>,
    pub closed: Vec<ClosedDay>,
    /// On the first page alone.
    pub below: Vec<BelowMinimum>,
    /// `after` of the next page; absent: there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i64>, nullable = false)]
    pub next: Option<UserId>,
}

/// My vacation in an organisation.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = MyVacation)]
pub struct MineView {
    pub employee: EmployeeView,
    pub balance: Balance,
    /// Those that touch the holiday year, by their first day.
    pub reservations: Vec<ReservationView>,
    pub absences: Vec<AbsenceView>,
    /// What is odd about the holiday year as it stands.
    pub warnings: Vec<Warning>,
}
