//! Moments on the wire. Rules take the time as a value; only [`now`] reads the clock.

use std::time::{SystemTime, UNIX_EPOCH};

pub use storage::time::Moment;

/// The wall clock in milliseconds since 1970-01-01 UTC.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}
