//! What a cancelled booking and a no-show cost. Contract §8.3.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use storage::bookings::settings::{Cancellation, NoShowFee};

use crate::platform::money::half_up;

/// Milliseconds of an hour.
const HOUR_MS: i64 = 3_600_000;
/// Most days that are searched backwards for working days.
const MOST_DAYS: usize = 1_000;

/// How a price is divided, in öre; `refund + fee` is the price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settlement {
    /// What is not owed any more, or is paid back.
    pub refund: i64,
    /// What the person who booked still owes.
    pub fee: i64,
}

fn settled(price: i64, fee: i64) -> Settlement {
    let fee = fee.clamp(0, price.max(0));
    Settlement { refund: price - fee, fee }
}

/// A share of a price in percent, rounded half up to öre.
fn share_of(price: i64, percent: i64) -> i64 {
    half_up(price.saturating_mul(percent), 100)
}

/// The last moment at which cancelling is free, in epoch milliseconds; none: it never is.
///
/// Days count backwards from the start's local date, to the same wall clock time; the start's own day does not count.
/// A working day is Monday to Friday and not a public holiday (`is_red_day`).
pub fn free_until(
    terms: &Cancellation,
    start: i64,
    zone: &TimeZone,
    is_red_day: impl Fn(Date) -> bool,
) -> Option<i64> {
    if let Some(hours) = terms.free_hours {
        return Some(start.saturating_sub(hours.saturating_mul(HOUR_MS)));
    }
    let local = zone.to_datetime(Timestamp::from_millisecond(start).ok()?);
    let is_working_day = |date: &Date| date.weekday().to_monday_one_offset() <= 5 && !is_red_day(*date);
    let date = match (terms.free_days, terms.free_working_days) {
        (Some(days), _) => local.date().checked_sub(Span::new().try_days(days).ok()?).ok()?,
        (None, Some(0)) => local.date(),
        (None, Some(days)) => {
            let before = std::iter::successors(local.date().yesterday().ok(), |date| date.yesterday().ok());
            let mut working = before.take(MOST_DAYS).filter(is_working_day);
            working.nth(usize::try_from(days - 1).ok()?)?
        }
        (None, None) => return None,
    };
    zone.to_timestamp(date.to_datetime(local.time())).ok().map(Timestamp::as_millisecond)
}

/// Divides the price of a booking from `start` that is cancelled at `now` (epoch milliseconds): nothing is owed up to
/// the last free moment, included, and the terms' share after it. Without terms cancelling is free.
pub fn cancelled(
    terms: Option<&Cancellation>,
    price: i64,
    (start, now): (i64, i64),
    zone: &TimeZone,
    is_red_day: impl Fn(Date) -> bool,
) -> Settlement {
    let Some(terms) = terms else { return settled(price, 0) };
    let is_free = free_until(terms, start, zone, is_red_day).is_some_and(|until| now <= until);
    settled(price, if is_free { 0 } else { share_of(price, terms.share) })
}

/// Divides the price of a booking that nobody came to. Without terms, and without a no-show fee in them, the whole
/// price is owed; never more than that.
pub fn no_show(terms: Option<&Cancellation>, price: i64) -> Settlement {
    let fee = match terms.and_then(|terms| terms.no_show) {
        None => price,
        Some(NoShowFee::Share(percent)) => share_of(price, percent),
        Some(NoShowFee::Sum(sum)) => sum,
    };
    settled(price, fee)
}

#[cfg(test)]
#[path = "cancel_tests.rs"]
mod tests;
