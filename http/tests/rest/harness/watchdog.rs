//! Fails a test where one piece of a request's work holds its worker: what others wait for behind it.
//!
//! A piece is what is done between two awaits. It is measured in the processor's time of this thread, so that a busy machine says
//! nothing; work behind a gate is another thread's.

use std::pin::pin;

use rustix::time::{ClockId, clock_gettime};

/// What one piece may take (ms).
const PIECE: i64 = 50;
/// How many times longer unoptimized code may take.
const UNOPTIMIZED: i64 = if cfg!(debug_assertions) { 10 } else { 1 };

/// This thread's time on a processor, in milliseconds.
fn spent() -> i64 {
    let at = clock_gettime(ClockId::ThreadCPUTime);
    at.tv_sec * 1_000 + at.tv_nsec / 1_000_000
}

/// Does work, piece by piece.
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
async fn what_holds_a_worker_is_noticed() {
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
