//! Moments on the wire. Rules take the time as a value; only [`now`] reads the clock.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub use storage::time::Moment;

use crate::platform::error::{Refusal, Result};

/// The product's time zone, for days and hours that people name.
pub const ZONE: &str = "Europe/Stockholm";
/// How far in the future something may be scheduled (ms): a year and a day.
pub const AHEAD_MS: i64 = 367 * 86_400_000;

/// Checks that a moment given in `field` is in the future, and not too far.
pub fn to_come(field: &'static str, at: Moment, now: i64) -> Result<Moment> {
    if at.0 <= now || at.0 > now + AHEAD_MS {
        return Err(Refusal::field(field, "TIME", "Välj en tid inom ett år från nu."));
    }
    Ok(at)
}

/// The wall clock in milliseconds since 1970-01-01 UTC.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// Waits a little before a compare and set that lost against others is tried again. `attempt`: the lost one, from 0 on.
pub async fn before_retry(attempt: u32) {
    tokio::time::sleep(Duration::from_millis(u64::from(attempt.min(8)) * 5)).await;
}
