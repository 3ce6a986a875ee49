//! The wall clock.

use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since the Unix epoch.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// Seconds of life for a row that should be gone at `expires` (epoch milliseconds). At least a minute: a clock that
/// differs a little never makes a row vanish under a reader; repositories judge the exact moment themselves.
pub(crate) fn ttl_until(expires: i64, now: i64) -> u32 {
    u32::try_from((expires - now) / 1_000).unwrap_or(0).clamp(60, MAX_TTL)
}

/// Ten years: CQL refuses more than twenty.
const MAX_TTL: u32 = 10 * 365 * 86_400;
