//! The state of the limits that a call was checked against, for its response headers.

use std::cell::Cell;
use std::future::Future;

use super::Quota;

/// The state of a limit after a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    pub name: &'static str,
    pub quota: Quota,
    /// How many more it lets through now; if shared, as far as this node knows.
    pub left: u32,
    /// Microseconds until the full burst is available again, or after a refusal until the next try.
    pub wait: u64,
}

tokio::task_local! {
    static ASKED: Cell<Option<Standing>>;
}

/// Runs the work; returns with it the state of the limit with the least left, if any was checked.
pub async fn watched<F: Future>(work: F) -> (F::Output, Option<Standing>) {
    ASKED
        .scope(Cell::new(None), async {
            let done = work.await;
            (done, ASKED.with(Cell::get))
        })
        .await
}

/// Records a check of a limit.
pub(super) fn asked(standing: Standing) {
    let _ = ASKED.try_with(|asked| {
        if asked.get().is_none_or(|other| standing.left <= other.left) {
            asked.set(Some(standing));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::bus::Local;
    use crate::platform::limits::{Limits, Rates};
    use storage::ids::UserId;

    #[actix_rt::test]
    async fn the_closest_limit_is_named() {
        let limits = Limits::new(Some(&Rates::default()));
        let ((), none) = watched(async {}).await;
        assert_eq!(none, None);
        let ((), standing) = watched(async {
            limits.export(&Local, UserId(1)).await.unwrap();
            limits.message(&Local, UserId(1)).await.unwrap();
        })
        .await;
        let standing = standing.unwrap();
        assert_eq!((standing.name, standing.quota.burst, standing.left), ("export", 3, 2));
        let (refused, standing) = watched(async {
            for _ in 0..3 {
                limits.export(&Local, UserId(2)).await.unwrap();
            }
            limits.export(&Local, UserId(2)).await.unwrap_err()
        })
        .await;
        let standing = standing.unwrap();
        assert_eq!(standing.left, 0);
        assert!(standing.wait <= u64::from(refused.retry_after.unwrap()) * 1_000_000);
    }
}
