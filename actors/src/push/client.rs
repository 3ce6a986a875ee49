//! The way to push services: calls that follow no redirect and read little.

use std::time::Duration;

use web_push_native::Auth;

use super::rules::{Endpoint, Keys, Outcome, retry_after};
use crate::platform::outward;
use crate::platform::time::now;

/// A push service's answer is read for this long.
const ANSWERING: Duration = Duration::from_secs(10);
/// Bytes of an answer that are read: it says nothing that is needed, but read to its end the line can be used again.
const ANSWER_MAX: usize = 4_096;
/// Seconds that a push service keeps a message for a browser that is away.
const TTL: u32 = 24 * 3_600;

/// A message ready to go.
pub struct Outgoing<'a> {
    pub to: &'a Endpoint,
    /// Encrypted.
    pub body: Vec<u8>,
    pub authorization: &'a str,
    /// A later message of the same topic takes the place of one that was not fetched yet.
    pub topic: &'a str,
    pub urgency: &'static str,
}

/// Encrypts a message for a browser (RFC 8291).
pub fn encrypt(text: Vec<u8>, keys: &Keys) -> Option<Vec<u8>> {
    web_push_native::encrypt(text, &keys.point, &Auth::from(keys.auth)).ok()
}

/// Hands a message over.
pub async fn send(message: Outgoing<'_>) -> Outcome {
    let Some(client) = outward::trusting() else { return Outcome::Silent };
    let call = client
        .post(&message.to.uri)
        .insert_header(("authorization", message.authorization))
        .insert_header(("content-encoding", "aes128gcm"))
        .insert_header(("content-type", "application/octet-stream"))
        .insert_header(("ttl", TTL))
        .insert_header(("topic", message.topic))
        .insert_header(("urgency", message.urgency))
        .send_body(message.body);
    let mut answer = match call.await {
        Ok(answer) => answer,
        Err(error) => {
            tracing::debug!(%error, service = message.to.origin, "a push service did not answer");
            return Outcome::Silent;
        }
    };
    let after = answer.headers().get("retry-after").and_then(|value| value.to_str().ok());
    let after = after.and_then(|text| retry_after(text, now()));
    let outcome = Outcome::of(answer.status().as_u16(), after);
    let _ = tokio::time::timeout(ANSWERING, answer.body().limit(ANSWER_MAX)).await;
    outcome
}
