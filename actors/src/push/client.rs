//! The way to push services: HTTPS calls that follow no redirect and read little.

use std::cell::OnceCell;
use std::sync::Arc;
use std::time::Duration;

use awc::{Client, Connector};
use rustls::{ClientConfig, RootCertStore};
use web_push_native::Auth;

use super::rules::{Endpoint, Keys, Outcome, retry_after};
use crate::time::now;

/// A push service is given this long to be reached, and to answer.
const CONNECTING: Duration = Duration::from_secs(5);
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

thread_local! {
    /// Of the pushing thread: a client cannot leave its own.
    static CLIENT: OnceCell<Option<Client>> = const { OnceCell::new() };
}

/// Of this thread; none: no certificate authorities are known here.
pub fn client() -> Option<Client> {
    CLIENT.with(|client| client.get_or_init(make).clone())
}

fn make() -> Option<Client> {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    let (known, _) = roots.add_parsable_certificates(found.certs);
    if known == 0 {
        tracing::error!("no certificate authorities are installed: push services cannot be reached");
    }
    let tls = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions();
    let mut tls = tls.ok()?.with_root_certificates(roots).with_no_client_auth();
    tls.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    let connector = Connector::new().rustls_0_23(Arc::new(tls)).timeout(CONNECTING);
    Some(Client::builder().connector(connector).disable_redirects().timeout(ANSWERING).finish())
}

/// Encrypts a message for a browser (RFC 8291).
pub fn encrypt(text: Vec<u8>, keys: &Keys) -> Option<Vec<u8>> {
    web_push_native::encrypt(text, &keys.point, &Auth::from(keys.auth)).ok()
}

/// Hands a message over; no answer in time counts as "later".
pub async fn send(message: Outgoing<'_>) -> Outcome {
    let Some(client) = client() else { return Outcome::Later(None) };
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
            return Outcome::Later(None);
        }
    };
    let after = answer.headers().get("retry-after").and_then(|value| value.to_str().ok());
    let after = after.and_then(|text| retry_after(text, now()));
    let outcome = Outcome::of(answer.status().as_u16(), after);
    let _ = tokio::time::timeout(ANSWERING, answer.body().limit(ANSWER_MAX)).await;
    outcome
}
