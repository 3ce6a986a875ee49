//! Calls to push services: no redirects, short responses.

use std::time::Duration;

use web_push_native::Auth;

use super::rules::{Endpoint, Keys, Outcome, retry_after};
use crate::platform::outward;
use crate::platform::time::now;

/// Timeout for reading a push service's response.
const ANSWERING: Duration = Duration::from_secs(10);
/// Bytes of a response that are read: its content is not needed, but a fully read response allows the connection to be
/// reused.
const ANSWER_MAX: usize = 4_096;
/// Seconds that a push service keeps a message for an offline browser.
const TTL: u32 = 24 * 3_600;

/// A message to be sent.
pub struct Outgoing<'a> {
    pub to: &'a Endpoint,
    /// Encrypted.
    pub body: Vec<u8>,
    pub authorization: &'a str,
    /// A later message with the same topic replaces one that was not delivered yet.
    pub topic: &'a str,
    pub urgency: &'static str,
}

/// Encrypts a message for a browser (RFC 8291).
pub fn encrypt(text: Vec<u8>, keys: &Keys) -> Option<Vec<u8>> {
    web_push_native::encrypt(text, &keys.point, &Auth::from(keys.auth)).ok()
}

/// Sends a message.
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
