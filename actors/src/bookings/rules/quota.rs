//! How much may be booked in a period. Contract §8.2.
//!
//! Booked time is divided at the edges of periods, which are those of the organisation's time zone; a booking counts as
//! one reservation, in the period in which it begins. Cancelled and declined bookings give back what they took, a
//! no-show does not (`state::Status::counts`).

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, ToSpan};
use storage::RelationType;
use storage::bookings::settings::{Quota, QuotaHolder, QuotaPeriod, QuotaUnit};

use crate::platform::error::{Refusal, Result};
use crate::platform::hours::{Interval, date_of, midnight};

/// A period in which a quota counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// From its first local midnight to the next period's.
    pub time: Interval,
    /// `2026-11-27`, `2026-W48` (ISO 8601), `2026-11` or `2026`.
    pub name: String,
}

/// The first date of the period with a date, and the period's length.
fn first_date(per: QuotaPeriod, date: Date) -> (Date, Span) {
    match per {
        QuotaPeriod::Day => (date, 1.day()),
        QuotaPeriod::Week => {
            let since_monday = i64::from(date.weekday().to_monday_zero_offset());
            (date.saturating_sub(since_monday.days()), 7.days())
        }
        QuotaPeriod::Month => (date.first_of_month(), 1.month()),
        QuotaPeriod::Year => (date.first_of_year(), 1.year()),
    }
}

/// The period that contains a moment (epoch milliseconds).
pub fn period_at(per: QuotaPeriod, at: i64, zone: &TimeZone) -> Period {
    let date = date_of(zone, at);
    let (first, length) = first_date(per, date);
    let next = first.saturating_add(length);
    let name = match per {
        QuotaPeriod::Day => date.to_string(),
        QuotaPeriod::Week => {
            let week = date.iso_week_date();
            format!("{}-W{:02}", week.year(), week.week())
        }
        QuotaPeriod::Month => format!("{}-{:02}", date.year(), date.month()),
        QuotaPeriod::Year => date.year().to_string(),
    };
    Period { time: Interval::new(midnight(zone, first), midnight(zone, next)), name }
}

/// The periods that a booking touches, in order. The caller bounds its length.
pub fn periods_of(per: QuotaPeriod, time: Interval, zone: &TimeZone) -> Vec<Period> {
    let mut periods: Vec<Period> = Vec::new();
    let mut at = time.start;
    while at < time.end {
        let period = period_at(per, at, zone);
        // At the end of the calendar the next period does not begin later.
        if period.time.end <= at {
            break;
        }
        at = period.time.end;
        periods.push(period);
    }
    periods
}

/// Whether a quota is for a person with this relation who books for themselves or for an organisation.
pub fn applies(quota: &Quota, relation: Option<RelationType>, for_organisation: bool) -> bool {
    let is_holder = match quota.holder {
        QuotaHolder::Person => true,
        QuotaHolder::Organisation => for_organisation,
        QuotaHolder::Relation => quota.relation.is_some(),
    };
    is_holder && (quota.relation.is_none() || quota.relation == relation)
}

/// What bookings use of a period: minutes, or bookings that begin in it.
pub fn used(unit: QuotaUnit, period: Interval, bookings: &[Interval]) -> i64 {
    match unit {
        QuotaUnit::Hours => {
            bookings.iter().filter_map(|one| one.intersection(period)).map(Interval::minutes).sum()
        }
        QuotaUnit::Reservations => {
            bookings.iter().filter(|one| period.contains(one.start)).count().try_into().unwrap_or(i64::MAX)
        }
    }
}

/// A quota's limit in what [`used`] counts: minutes or bookings.
fn limit(quota: &Quota) -> i64 {
    match quota.unit {
        QuotaUnit::Hours => quota.limit.saturating_mul(60),
        QuotaUnit::Reservations => quota.limit,
    }
}

fn refusal(quota: &Quota, period: &Period) -> Refusal {
    let much = match quota.unit {
        QuotaUnit::Hours => format!("{} timmar", quota.limit),
        QuotaUnit::Reservations if quota.limit == 1 => "en bokning".to_owned(),
        QuotaUnit::Reservations => format!("{} bokningar", quota.limit),
    };
    let per = match quota.per {
        QuotaPeriod::Day => "dag",
        QuotaPeriod::Week => "vecka",
        QuotaPeriod::Month => "månad",
        QuotaPeriod::Year => "år",
    };
    Refusal::conflict("QUOTA", format!("Högst {much} per {per}; gränsen är nådd för {}.", period.name))
}

/// Whether a booking at `new` keeps within a quota. 409 QUOTA.
///
/// `others` are the bookings that count for the same holder and scope in the periods that `new` touches, without the
/// one that is made or changed. `old` is where a changed booking stood: it does not count against itself, and a change
/// that uses no more of a period than before passes even where the limit was lowered meanwhile.
pub fn judge(
    quota: &Quota,
    new: Interval,
    old: Option<Interval>,
    others: &[Interval],
    zone: &TimeZone,
) -> Result<()> {
    for period in periods_of(quota.per, new, zone) {
        let taken = |one: Interval| used(quota.unit, period.time, &[one]);
        let (wanted, before) = (taken(new), old.map_or(0, taken));
        let by_others = used(quota.unit, period.time, others);
        if wanted > before && by_others + wanted > limit(quota) {
            return Err(refusal(quota, &period));
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "quota_tests.rs"]
mod tests;
