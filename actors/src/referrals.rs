//! Referrals of visitors: a line in the log, nothing in the store.
//!
//! Decision: nothing personal is recorded. Of the referring page only the host is logged, of the opened page only a
//! first segment that belongs to the application: paths, queries and names of people and organisations are dropped.

use garde::Validate;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::Platform;
use crate::accounts::names::RESERVED;
use crate::platform::error::Result;

/// Whence and whereto.
#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Referral {
    /// The page that led here; may be empty.
    #[garde(length(chars, max = 2_048))]
    #[schema(max_length = 2048)]
    pub tx_referral: String,
    /// The page that was opened.
    #[garde(length(chars, max = 2_048))]
    #[schema(max_length = 2048)]
    pub tx_target: String,
}

/// Logs a visitor's referrer. 30 a minute per address.
pub async fn note(platform: &Platform, referral: &Referral, address: &str) -> Result<()> {
    platform.limits.referral(platform.bus.as_ref(), address).await?;
    if let Some(from) = host(&referral.tx_referral) {
        tracing::info!(from, to = area(&referral.tx_target), "a visitor was referred");
    }
    Ok(())
}

/// `https://www.example.se/a?b` → `www.example.se`; none if it is not a web address.
fn host(url: &str) -> Option<&str> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?.split(':').next()?;
    let is_host =
        !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.' || b == b'-');
    (is_host && host.len() <= 253).then_some(host)
}

/// The application's section of an address; `other` for pages of people and organisations.
fn area(url: &str) -> &'static str {
    let path = match url.split_once("://") {
        Some((_, rest)) => rest.split_once('/').map_or("", |(_, path)| path),
        None => url.trim_start_matches('/'),
    };
    let first = path.split(['/', '?', '#']).next().unwrap_or_default();
    if first.is_empty() {
        return "start";
    }
    RESERVED.iter().find(|known| **known == first).copied().unwrap_or("other")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_personal_is_left() {
        for (url, expected) in [
            ("https://www.example.se/anna?mejl=anna@example.se", Some("www.example.se")),
            ("http://anna:hemligt@example.se:8080/", Some("example.se")),
            ("https://example.se", Some("example.se")),
            ("", None),
            ("android-app://com.example/", None),
            ("https:///x", None),
            ("https://ex ample.se/", None),
            ("javascript:alert(1)", None),
        ] {
            assert_eq!(host(url), expected, "{url}");
        }
        for (url, expected) in [
            ("https://kalender.example/", "start"),
            ("https://kalender.example", "start"),
            ("https://kalender.example/helgdagar?x=1", "helgdagar"),
            ("https://kalender.example/anna-ek/settings", "other"),
            ("/konversation/12", "konversation"),
            ("https://kalender.example/reset?token=hemlig", "reset"),
        ] {
            assert_eq!(area(url), expected, "{url}");
        }
    }
}
