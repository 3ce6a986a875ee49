//! Reads of one address in a closed loop.

use std::time::Duration;

use crate::http::Http;
use crate::server::Server;
use crate::{Measured, Result, closed};

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
    let spent = server.spent()?;
    let mut measured = closed::measure(connections, each, async |http| {
        let (status, body) = http.call("GET", path, "").await?;
        if status == 200 && fits(body) {
            return Ok(());
        }
        let body = String::from_utf8_lossy(body);
        Err(format!("{path}: not what was to be read, status {status}: {body:.200}").into())
    })
    .await?;
    measured.spent = Some(server.spent()? - spent);
    Ok(measured)
}
