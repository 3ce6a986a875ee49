//! Pages of history in a closed loop.

use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::http::Http;
use crate::server::Server;
use crate::stage::Stage;
use crate::table::Latencies;
use crate::{Measured, Result};

const PAGE: usize = 50;

/// `readers` read the newest page for `each`.
pub async fn measure(
    server: &Server,
    stage: &Stage,
    channel: i64,
    readers: usize,
    each: Duration,
) -> Result<Measured> {
    let path = format!("/api/v1/chat/channels/{channel}/messages?limit={PAGE}");
    let mut connections = Vec::new();
    for token in stage.members.iter().take(readers) {
        connections.push(Http::open(server.at, token).await?);
    }
    let (started, spent) = (Instant::now(), server.spent()?);
    let mut tasks = JoinSet::new();
    for mut http in connections {
        let path = path.clone();
        tasks.spawn(async move {
            let mut latencies = Latencies::default();
            while started.elapsed() < each {
                let one = Instant::now();
                let (status, page) = http.call("GET", &path, "").await?;
                latencies.add(one.elapsed());
                let messages = memchr::memmem::find_iter(page, br#""clientMessageId":"#).count();
                if (status, messages) != (200, PAGE) {
                    return Err(format!("a page has {messages} messages, status {status}").into());
                }
            }
            Result::Ok(latencies)
        });
    }
    let mut measured = Measured::default();
    while let Some(task) = tasks.join_next().await {
        measured.latencies.append(task??);
    }
    measured.count = measured.latencies.len() as u64;
    measured.took = started.elapsed();
    measured.spent = Some(server.spent()? - spent);
    Ok(measured)
}
