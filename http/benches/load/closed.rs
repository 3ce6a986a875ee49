//! A closed loop: each client waits for its answer before it asks again.

use std::time::{Duration, Instant};

use futures_util::future::try_join_all;

use crate::table::Latencies;
use crate::{Measured, Result};

/// Each of `clients` acts again and again for `each`; `act` answers what must have succeeded.
pub async fn measure<C>(
    clients: Vec<C>,
    each: Duration,
    act: impl AsyncFn(&mut C) -> Result<()>,
) -> Result<Measured> {
    let started = Instant::now();
    let runs = clients.into_iter().map(async |mut client| {
        let mut latencies = Latencies::default();
        while started.elapsed() < each {
            let one = Instant::now();
            act(&mut client).await?;
            latencies.add(one.elapsed());
        }
        Result::Ok(latencies)
    });
    let mut measured = Measured::default();
    for latencies in try_join_all(runs).await? {
        measured.latencies.append(latencies);
    }
    measured.count = measured.latencies.len() as u64;
    measured.took = started.elapsed();
    Ok(measured)
}
