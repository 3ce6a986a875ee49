//! Validates push endpoints and keys, and interprets responses of push services.

use std::time::Duration;

use awc::http::Uri;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::PublicKey;

use crate::platform::error::{Refusal, Result};
use crate::platform::outward::hosts::{Hosts, parse};

/// Hosts of push services: Google, Mozilla, Apple, Microsoft. A leading dot means all subdomains.
const SERVICES: [&str; 4] =
    ["fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com"];
/// Bytes of an uncompressed point, and of the authentication secret.
const POINT: usize = 65;
const AUTH: usize = 16;
/// The longest pause that a service may request.
const PAUSE_MAX: Duration = Duration::from_secs(3_600);

/// The endpoint of a browser at its push service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    pub uri: Uri,
    /// Scheme, host and port: the audience of the VAPID token.
    pub origin: String,
}

/// Parses an endpoint. Only push services are called; otherwise people could make the server call any address.
pub fn endpoint(text: &str, hosts: &Hosts) -> Result<Endpoint> {
    let refused = || Refusal::field("endpoint", "PUSH_SERVICE", "Webbläsarens push-tjänst stöds inte.");
    let (uri, origin) = parse(text).ok_or_else(refused)?;
    let known = origin.strip_prefix("https://").is_some_and(|host| {
        let below =
            |service: &str| service.starts_with('.') && host.len() > service.len() && host.ends_with(service);
        SERVICES.iter().any(|service| host == *service && !service.starts_with('.') || below(service))
    });
    if known || hosts.holds(&origin) { Ok(Endpoint { uri, origin }) } else { Err(refused()) }
}

/// The host of a stored endpoint.
pub fn host_of(endpoint: &str) -> String {
    parse(endpoint).and_then(|(uri, _)| uri.host().map(str::to_owned)).unwrap_or_default()
}

/// The keys that messages to a browser are encrypted with.
pub struct Keys {
    pub point: PublicKey,
    pub auth: [u8; AUTH],
}

/// Parses a browser's keys: a point of the curve and 16 bytes, base64url.
pub fn keys(p256dh: &str, auth: &str) -> Result<Keys> {
    let refused = |field| Refusal::field(field, "PUSH_KEY", "Webbläsarens nyckel går inte att läsa.");
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).unwrap_or_default();
    let point = bytes(p256dh);
    let point = Some(point).filter(|point| point.len() == POINT);
    let point = point.and_then(|point| PublicKey::from_sec1_bytes(&point).ok());
    let point = point.ok_or_else(|| refused("keys.p256dh"))?;
    let auth = bytes(auth).try_into().map_err(|_| refused("keys.auth"))?;
    Ok(Keys { point, auth })
}

/// A push service's response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Accepted (2xx).
    Accepted,
    /// The browser no longer exists (404, 410).
    Gone,
    /// Try again, not before this long (429, 5xx).
    Later(Duration),
    /// No response.
    Silent,
    /// Permanently refused.
    Refused(u16),
}

impl Outcome {
    /// `after`: the value of Retry-After.
    pub fn of(status: u16, after: Option<Duration>) -> Self {
        match status {
            200..=299 => Self::Accepted,
            404 | 410 => Self::Gone,
            429 | 500..=599 => Self::Later(after.unwrap_or_default().min(PAUSE_MAX)),
            other => Self::Refused(other),
        }
    }
}

/// Parses Retry-After: seconds or a date. `now`: epoch milliseconds.
pub fn retry_after(text: &str, now: i64) -> Option<Duration> {
    if let Ok(seconds) = text.trim().parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let at = jiff::fmt::rfc2822::parse(text.trim()).ok()?.timestamp().as_millisecond();
    Some(Duration::from_millis(u64::try_from(at - now).unwrap_or(0)))
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
