//! Trying again what may be done twice: reads, and writes that carry their own time.

use std::time::{Duration, Instant};

use super::fault::Fault;
use crate::platform::error::Result;

/// Attempts, while they began within this time.
const ATTEMPTS: u32 = 4;
const ATTEMPTS_WITHIN: Duration = Duration::from_secs(5);
const FIRST_PAUSE: Duration = Duration::from_millis(40);

/// The answer of the first attempt that has one. A connection that breaks or a node that sheds is no reason to tell a person
/// that the store is away; an attempt that took the whole time is.
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
