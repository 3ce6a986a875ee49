//! Retries of idempotent requests: reads, and writes that carry their own timestamp.

use std::time::{Duration, Instant};

use super::fault::Fault;
use crate::platform::error::Result;

/// Most attempts, all begun within this time.
const ATTEMPTS: u32 = 4;
const ATTEMPTS_WITHIN: Duration = Duration::from_secs(5);
const FIRST_PAUSE: Duration = Duration::from_millis(40);

/// The first successful answer. Broken connections and overloaded nodes are retried; an attempt that used up the time
/// is not.
pub async fn again<T, F>(what: &'static str, mut attempt: impl FnMut() -> F) -> Result<T>
where
    F: Future<Output = std::result::Result<T, Fault>>,
{
    let (started, mut pause) = (Instant::now(), FIRST_PAUSE);
    let mut number = 1;
    loop {
        match attempt().await {
            Ok(answer) => return Ok(answer),
            Err(fault) if !fault.is_passing || number == ATTEMPTS || started.elapsed() > ATTEMPTS_WITHIN => {
                return Err(fault.error);
            }
            Err(fault) => tracing::debug!(error = %fault.error, number, "{what} is tried again"),
        }
        tokio::time::sleep(pause).await;
        (number, pause) = (number + 1, pause * 3);
    }
}
