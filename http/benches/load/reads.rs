//! Reads of one address in a closed loop.

use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::http::Http;
use crate::server::Server;
use crate::{Measured, Result};

/// Messages of a page.
const PAGE: usize = 50;

/// The address of a channel's newest page, or of `which` (`&before=…`).
pub fn page(channel: i64, which: &str) -> String {
    format!("/api/v1/chat/channels/{channel}/messages?limit={PAGE}{which}")
}

/// Whether an answer has a whole page of messages.
pub fn is_page(body: &[u8]) -> bool {
    memchr::memmem::find_iter(body, br#""clientMessageId":"#).count() == PAGE
}

/// Each of `readers` (their cookies; empty: a stranger) reads `path` again and again for `each`. `fits` says of an answer's
/// body whether it is what was to be read.
pub async fn measure(
    server: &Server,
    readers: &[String],
    path: &str,
    each: Duration,
    fits: fn(&[u8]) -> bool,
) -> Result<Measured> {
    let mut connections = Vec::new();
    for token in readers {
        connections.push(Http::open(server.at, token).await?);
    }
    let (started, spent) = (Instant::now(), server.spent()?);
    let mut tasks = JoinSet::new();
    for mut http in connections {
        let path = path.to_owned();
        tasks.spawn(async move {
            let mut measured = Measured::default();
            while started.elapsed() < each {
                let one = Instant::now();
                let (status, body) = http.call("GET", &path, "").await?;
                measured.latencies.add(one.elapsed());
                if status != 200 || !fits(body) {
                    let body = String::from_utf8_lossy(body);
                    return Err(
                        format!("{path}: not what was to be read, status {status}: {body:.200}").into()
                    );
                }
            }
            Result::Ok(measured)
        });
    }
    let mut measured = Measured::default();
    while let Some(task) = tasks.join_next().await {
        measured.latencies.append(task??.latencies);
    }
    measured.count = measured.latencies.len() as u64;
    measured.took = started.elapsed();
    measured.spent = Some(server.spent()? - spent);
    Ok(measured)
}
