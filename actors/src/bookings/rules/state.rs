//! Where a booking stands, and what may become of it. Contract §8.2.
//!
//! Two things happen by themselves: a pending booking whose start passes is declined, and one that is not checked in
//! becomes a no-show. [`current`] says how a booking stands at a moment, whether or not that has been written yet.

use crate::platform::error::{Refusal, Result};
use crate::platform::hours::{Interval, MINUTE_MS};

/// Where a booking stands (`flStatus`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    Booked = 1,
    Cancelled = 2,
    /// Waits for a confirmation; blocks the time.
    Pending = 3,
    Declined = 4,
    CheckedIn = 5,
    Completed = 6,
    NoShow = 7,
}

impl Status {
    /// Every status, by number.
    pub const ALL: [Self; 7] = [
        Self::Booked,
        Self::Cancelled,
        Self::Pending,
        Self::Declined,
        Self::CheckedIn,
        Self::Completed,
        Self::NoShow,
    ];

    /// The number on the wire and in the store.
    pub const fn number(self) -> i64 {
        self as i64
    }

    /// The status with that number.
    pub fn from_number(number: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.number() == number)
    }

    /// Whether nothing can become of it any more.
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Cancelled | Self::Declined | Self::Completed | Self::NoShow)
    }

    /// Whether it counts for quotas: cancelled and declined ones give back, a no-show counts.
    pub const fn counts(self) -> bool {
        !matches!(self, Self::Cancelled | Self::Declined)
    }
}

/// What somebody does with a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    Confirm,
    Decline,
    Cancel,
    CheckIn,
    /// Ends it at once.
    CheckOut,
    NoShow,
}

/// The facts that decide how a booking stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Booking {
    /// As it was written.
    pub status: Status,
    pub time: Interval,
    /// Minutes after the start at which it is released unless it is checked in; none: never (see [`release_after`]).
    pub release_after: Option<i64>,
}

/// The `release_after` of a booking by its bookable's `enableCheckIn` and `autoReleaseMinutes` (0: never).
pub fn release_after(enable_check_in: bool, auto_release_minutes: i64) -> Option<i64> {
    (enable_check_in && auto_release_minutes > 0).then_some(auto_release_minutes)
}

/// What happens to a booking by itself, and when (epoch milliseconds): a pending one is declined (EXPIRED) at its
/// start, a booked one becomes a no-show when it is released, at its end at the latest. None: nothing.
pub fn due(booking: &Booking) -> Option<(i64, Status)> {
    let Interval { start, end } = booking.time;
    match booking.status {
        Status::Pending => Some((start, Status::Declined)),
        Status::Booked => {
            let released = start.saturating_add(booking.release_after?.saturating_mul(MINUTE_MS));
            Some((released.min(end), Status::NoShow))
        }
        _ => None,
    }
}

/// How a booking stands at a moment (epoch milliseconds).
pub fn current(booking: &Booking, now: i64) -> Status {
    due(booking).filter(|(at, _)| *at <= now).map_or(booking.status, |(_, status)| status)
}

/// 409: it has ended in one way or the other.
fn not_active() -> Refusal {
    Refusal::conflict("NOT_ACTIVE", "Bokningen är inte aktiv längre.")
}

/// The status after an act: 3→1|2|4, 1→2|5|7, 5→6. 409 NOT_ACTIVE: it is final by now, or has ended (only a no-show
/// and a checkout are noted after the end); WRONG_STATUS: another status does not allow that.
pub fn act(booking: &Booking, act: Act, now: i64) -> Result<Status> {
    let status = current(booking, now);
    if status.is_final() {
        return Err(not_active());
    }
    let is_over = booking.time.end <= now && !matches!(act, Act::NoShow | Act::CheckOut);
    match (status, act) {
        _ if is_over => Err(not_active()),
        (Status::Pending, Act::Confirm) => Ok(Status::Booked),
        (Status::Pending, Act::Decline) => Ok(Status::Declined),
        (Status::Pending | Status::Booked, Act::Cancel) => Ok(Status::Cancelled),
        (Status::Booked, Act::CheckIn) => Ok(Status::CheckedIn),
        (Status::Booked, Act::NoShow) => Ok(Status::NoShow),
        (Status::CheckedIn, Act::CheckOut) => Ok(Status::Completed),
        (_, act) => {
            let message = match act {
                Act::Confirm | Act::Decline => "Bokningen väntar inte på svar.",
                Act::Cancel => "En incheckad bokning kan inte avbokas. Checka ut i stället.",
                Act::CheckIn if status == Status::CheckedIn => "Bokningen är redan incheckad.",
                Act::CheckIn | Act::NoShow => "Bokningen väntar på svar eller är redan incheckad.",
                Act::CheckOut => "Bokningen är inte incheckad.",
            };
            Err(Refusal::conflict("WRONG_STATUS", message))
        }
    }
}

/// 409 NOT_ACTIVE unless a booking may still be moved: it is pending or booked, and has not ended.
pub fn movable(booking: &Booking, now: i64) -> Result<()> {
    let is_movable =
        matches!(current(booking, now), Status::Pending | Status::Booked) && now < booking.time.end;
    if is_movable { Ok(()) } else { Err(not_active()) }
}

/// What of its time a booking blocks; none: nothing. A completed one and a no-show block until the moment at which they
/// ended or were released (`ended`, epoch milliseconds; none: all of it).
pub fn blocked(status: Status, time: Interval, ended: Option<i64>) -> Option<Interval> {
    match status {
        Status::Booked | Status::Pending | Status::CheckedIn => Some(time),
        Status::Cancelled | Status::Declined => None,
        Status::Completed | Status::NoShow => {
            let end = ended.map_or(time.end, |ended| ended.min(time.end));
            Some(Interval::new(time.start, end)).filter(|left| left.start < left.end)
        }
    }
}

/// How a booking reads at a moment (epoch milliseconds).
pub fn label(booking: &Booking, now: i64) -> &'static str {
    match current(booking, now) {
        Status::Booked | Status::CheckedIn if booking.time.end <= now => "Genomförd",
        Status::Booked => "Bokad",
        Status::Cancelled => "Avbokad",
        Status::Pending => "Väntar på svar",
        Status::Declined => "Avböjd",
        Status::CheckedIn => "Incheckad",
        Status::Completed => "Genomförd",
        Status::NoShow => "Utebliven",
    }
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
