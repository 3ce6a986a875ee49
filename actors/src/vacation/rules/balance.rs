//! What somebody has of vacation in a holiday year: paid and unpaid days, saved ones, what is taken and left.

use jiff::civil::{Date, date};
use serde::Serialize;
use storage::time::Day;
use storage::vacation::{HolidayYear, ReservationStatus, SavedDays};
use utoipa::ToSchema;

use super::{Closed, Days};

/// Paid days of a year that must be taken in it (semesterlagen 18 §): only those over them are saved.
const TO_BE_TAKEN: i64 = 20;
/// Holiday years during which saved days are kept.
const KEPT: i64 = 5;

/// A holiday year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Year {
    /// The calendar year in which it begins.
    pub begins: i64,
    pub days: Days,
}

impl Year {
    /// The holiday year that begins in a calendar year.
    pub fn new(kind: HolidayYear, begins: i16) -> Self {
        let (first, last) = match kind {
            HolidayYear::April => (date(begins, 4, 1), date(begins.saturating_add(1), 3, 31)),
            HolidayYear::Calendar => (date(begins, 1, 1), date(begins, 12, 31)),
        };
        Self { begins: begins.into(), days: Days { first, last } }
    }

    /// The holiday year of a day.
    pub fn of(kind: HolidayYear, day: Date) -> Self {
        let year = Self::new(kind, day.year());
        if year.days.contains(day) { year } else { Self::new(kind, day.year() - 1) }
    }

    /// The holiday years that some days touch.
    pub fn touched(kind: HolidayYear, days: Days) -> impl Iterator<Item = Self> {
        let (first, last) = (Self::of(kind, days.first).begins, Self::of(kind, days.last).begins);
        (first..=last).filter_map(move |begins| Some(Self::new(kind, i16::try_from(begins).ok()?)))
    }

    /// Its June, July and August.
    pub fn summer(self) -> Days {
        let year = self.days.first.year();
        Days { first: date(year, 6, 1), last: date(year, 8, 31) }
    }
}

/// The terms of somebody's employment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    pub from: Date,
    /// The last day; none: until further notice.
    pub until: Option<Date>,
    /// Vacation days of a whole year.
    pub days_per_year: i64,
    pub saved: Vec<SavedDays>,
}

impl Terms {
    /// The days among some on which the person is employed.
    pub fn employed(&self, days: Days) -> Option<Days> {
        Days::new(self.from.max(days.first), self.until.map_or(days.last, |until| until.min(days.last)))
    }

    /// Paid days of a holiday year: the share of it that somebody is employed, rounded up (7 §).
    pub fn paid(&self, year: Year) -> i64 {
        let (employed, all) = (self.employed(year.days).map_or(0, Days::count), year.days.count());
        (self.days_per_year * employed + all - 1) / all
    }

    /// Saved days that may be taken in a holiday year: of earlier ones, of five years at most.
    fn saved(&self, kind: HolidayYear, year: Year) -> Vec<Saved> {
        let is_kept = |one: &&SavedDays| one.year < year.begins && year.begins - one.year <= KEPT;
        let saved = |one: &SavedDays| {
            let expires = Year::new(kind, i16::try_from(one.year + KEPT).ok()?).days.last;
            Some(Saved { year: one.year, days: one.days, expires: Day(expires) })
        };
        self.saved.iter().filter(is_kept).filter_map(saved).collect()
    }
}

/// Saved days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SavedVacation)]
pub struct Saved {
    /// The holiday year that they were saved from.
    pub year: i64,
    pub days: i64,
    /// The last day on which they may be taken.
    pub expires: Day,
}

/// What somebody has of vacation in a holiday year, in days that count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VacationBalance)]
pub struct Balance {
    pub paid: i64,
    /// The rest of the days of a whole year, which may be taken without pay.
    pub unpaid: i64,
    pub saved: Vec<Saved>,
    /// Of approved vacation.
    pub taken: i64,
    /// Of vacation that waits for a manager.
    pub applied: i64,
    /// Of paid and saved days; negative: so many are without pay.
    pub left: i64,
    /// Paid days over 20 that are left: what may be saved for later years.
    pub can_save: i64,
}

/// The balance of a holiday year with these reservations.
pub fn balance(
    terms: &Terms,
    kind: HolidayYear,
    year: Year,
    closed: &Closed,
    reservations: &[(ReservationStatus, Days)],
) -> Balance {
    let sum = |wanted: ReservationStatus| {
        let of_status = reservations.iter().filter(|(status, _)| *status == wanted);
        let days = of_status.filter_map(|(_, days)| days.intersection(year.days));
        days.map(|days| closed.count(days)).sum::<i64>()
    };
    let (taken, applied) = (sum(ReservationStatus::Approved), sum(ReservationStatus::Applied));
    let (paid, saved) = (terms.paid(year), terms.saved(kind, year));
    Balance {
        paid,
        unpaid: terms.days_per_year - paid,
        taken,
        applied,
        left: paid + saved.iter().map(|one| one.days).sum::<i64>() - taken - applied,
        can_save: (paid - TO_BE_TAKEN).min(paid - taken - applied).max(0),
        saved,
    }
}

#[cfg(test)]
#[path = "balance_tests.rs"]
mod tests;
