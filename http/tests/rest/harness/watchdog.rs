//! A watchdog: fails a test if one piece of a request's work holds its worker and thus delays others.
//!
//! A piece is the work between two awaits. It is measured in CPU time of this thread, so that a busy machine does not
//! matter; work behind a gate runs on other threads.

use std::pin::pin;

use rustix::time::{ClockId, clock_gettime};

/// Longest allowed piece (ms).
const PIECE: i64 = 50;
/// Factor for unoptimized code.
const UNOPTIMIZED: i64 = if cfg!(debug_assertions) { 10 } else { 1 };

/// CPU time of this thread, in milliseconds.
fn spent() -> i64 {
    let at = clock_gettime(ClockId::ThreadCPUTime);
    at.tv_sec * 1_000 + at.tv_nsec / 1_000_000
}

/// Runs a future and measures each piece.
pub async fn watched<F: Future>(asked: &str, work: F) -> F::Output {
    let mut work = pin!(work);
    std::future::poll_fn(|context| {
        let before = spent();
        let polled = work.as_mut().poll(context);
        let took = spent() - before;
        assert!(took <= PIECE * UNOPTIMIZED, "{asked} holds its worker for {took} ms at one piece");
        polled
    })
    .await
}

#[actix_web::test]
async fn work_that_holds_a_worker_is_detected() {
    let held = actix_web::rt::spawn(watched("a loop", async {
        let begun = spent();
        while spent() - begun <= PIECE * UNOPTIMIZED {
            std::hint::spin_loop();
        }
    }));
    assert!(held.await.is_err_and(|error| error.is_panic()));
    // Waiting is not holding.
    watched("a wait", actix_web::rt::time::sleep(std::time::Duration::from_millis(1))).await;
}
