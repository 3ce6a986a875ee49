//! Which days may be reserved, and what is odd about them although they may.

use jiff::ToSpan;
use jiff::civil::{Date, date};
use serde::Serialize;
use storage::time::Day;
use storage::vacation::{HolidayYear, Period, PeriodId, ReservationStatus};
use utoipa::ToSchema;

use super::balance::{Terms, Year, balance};
use super::presence::{Below, Member, below};
use super::settings::YEARS;
use super::summer::{can_have_four_weeks, has_four_weeks};
use super::{Closed, Days};
use crate::platform::error::{Refusal, Result};

/// Longest period, in days.
const LONGEST: i64 = 366;
/// How far ahead a period may begin, in years.
const AHEAD: i64 = 2;

/// Nobody's employment began earlier ([`super::settings::YEARS`]).
const EARLIEST: Date = date(*YEARS.start(), 1, 1);

/// The days of a period as they were sent. 422 RANGE: in the wrong order, too many, too far back or ahead.
pub fn days(first: Day, last: Day, today: Date) -> Result<Days> {
    let days = Days::new(first.0, last.0)
        .ok_or_else(|| Refusal::field("to", "RANGE", "Sista dagen ligger före den första."))?;
    if days.count() > LONGEST {
        return Err(Refusal::field("to", "RANGE", "Högst 366 dagar åt gången."));
    }
    if days.first < EARLIEST {
        return Err(Refusal::field("from", "RANGE", "Så långt tillbaka finns inga semestrar."));
    }
    if days.first > today.saturating_add(AHEAD.years()) {
        return Err(Refusal::field("from", "RANGE", "Högst två år i förväg."));
    }
    Ok(days)
}

/// Refuses days on which somebody is not employed. 422 NOT_EMPLOYED.
pub fn employed(terms: &Terms, days: Days) -> Result<()> {
    if days.first < terms.from {
        return Err(Refusal::field("from", "NOT_EMPLOYED", "Anställningen har inte börjat då."));
    }
    if terms.until.is_some_and(|until| days.last > until) {
        return Err(Refusal::field("to", "NOT_EMPLOYED", "Anställningen är slut då."));
    }
    Ok(())
}

/// The days of a stored period; one with its days in the wrong order is taken for its first.
pub fn days_of(period: &Period) -> Days {
    Days { first: period.first.0, last: period.last.0.max(period.first.0) }
}

/// The live reservation that lies on some of these days, other than `except`.
pub fn overlapping(periods: &[Period], days: Days, except: Option<PeriodId>) -> Option<&Period> {
    let others = periods.iter().filter(|one| one.is_vacation() && one.status.is_live());
    others.filter(|one| Some(one.period_id) != except).find(|one| days_of(one).touches(days))
}

/// What is odd about vacation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = VacationWarningCode)]
pub enum Code {
    /// Fewer of a group are present than must be.
    BelowMinimum,
    /// The holiday year has no four connected weeks in June–August.
    NoFourWeeks,
    /// More than the paid and saved days of the holiday year: the rest is without pay.
    OverBalance,
    /// The person has a reservation or another absence then.
    OverlapsOwn,
}

/// Something odd about vacation, which nobody is stopped by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = VacationWarning)]
pub struct Warning {
    pub code: Code,
    /// With BELOW_MINIMUM: the group's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub group: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub from: Option<Day>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub to: Option<Day>,
    /// With BELOW_MINIMUM: the fewest who are present on one of the days.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub present: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub minimum: Option<i64>,
}

impl Warning {
    fn of(code: Code, days: Days) -> Self {
        let (from, to) = (Some(Day(days.first)), Some(Day(days.last)));
        Self { code, group: None, from, to, present: None, minimum: None }
    }
}

/// A group of the person's, with its other members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    pub id: i64,
    pub minimum: i64,
    pub others: Vec<Member>,
}

/// A person, with what their vacation is judged by.
#[derive(Debug, Clone)]
pub struct Person<'a> {
    pub kind: HolidayYear,
    pub terms: Terms,
    pub periods: &'a [Period],
    pub groups: &'a [Group],
}

/// The reservations that count in a balance.
pub fn counted<'a>(periods: impl IntoIterator<Item = &'a Period>) -> Vec<(ReservationStatus, Days)> {
    let vacation = periods.into_iter().filter(|one| one.is_vacation());
    vacation.map(|one| (one.status, days_of(one))).collect()
}

impl Person<'_> {
    /// NO_FOUR_WEEKS of a holiday year with these reservations, if somebody can have them at all.
    fn no_four_weeks(
        &self,
        year: Year,
        closed: &Closed,
        all: &[(ReservationStatus, Days)],
    ) -> Option<Warning> {
        let summer = year.summer();
        let away: Vec<Days> =
            all.iter().filter(|(status, _)| status.is_away()).map(|(_, days)| *days).collect();
        let lacks =
            can_have_four_weeks(self.terms.employed(summer)) && !has_four_weeks(summer, closed, &away);
        lacks.then(|| Warning::of(Code::NoFourWeeks, summer))
    }

    /// OVER_BALANCE of a holiday year with these reservations.
    fn over_balance(
        &self,
        year: Year,
        closed: &Closed,
        all: &[(ReservationStatus, Days)],
    ) -> Option<Warning> {
        let left = balance(&self.terms, self.kind, year, closed, all).left;
        (left < 0).then(|| Warning::of(Code::OverBalance, year.days))
    }

    /// What is odd about a holiday year as it stands.
    pub fn of_year(&self, year: Year, closed: &Closed) -> Vec<Warning> {
        let all = counted(self.periods);
        let four_weeks = self.no_four_weeks(year, closed, &all);
        four_weeks.into_iter().chain(self.over_balance(year, closed, &all)).collect()
    }

    /// What would be odd if these days were applied for, in the place of the reservation `instead`.
    pub fn of_days(&self, days: Days, instead: Option<PeriodId>, closed: &Closed) -> Vec<Warning> {
        let others = || self.periods.iter().filter(|one| Some(one.period_id) != instead);
        let mut all = counted(others());
        all.push((ReservationStatus::Applied, days));
        let mut found = Vec::new();
        for group in self.groups {
            let me = Member { employed: self.terms.employed(days), away: vec![days] };
            let runs = below(days, group.minimum, group.others.iter().chain([&me]));
            found.extend(runs.into_iter().map(|run| group.warning(run)));
        }
        found.extend(self.no_four_weeks(Year::of(self.kind, days.first), closed, &all));
        let years = Year::touched(self.kind, days);
        found.extend(years.filter_map(|year| self.over_balance(year, closed, &all)));
        let own = others().filter(|one| one.status.is_live()).map(days_of);
        let own = own.filter_map(|own| own.intersection(days));
        found.extend(own.map(|own| Warning::of(Code::OverlapsOwn, own)));
        found
    }
}

impl Group {
    fn warning(&self, run: Below) -> Warning {
        Warning {
            group: Some(self.id),
            present: Some(run.present),
            minimum: Some(self.minimum),
            ..Warning::of(Code::BelowMinimum, run.days)
        }
    }
}

#[cfg(test)]
#[path = "reservation_tests.rs"]
mod tests;
