//! The log filter.

use tracing_subscriber::EnvFilter;

/// A level, or parts with levels. The library takes an unknown word for a part's name and then logs nothing else; a
/// typo must not cause that.
pub fn is_filter(text: &str) -> bool {
    let is_level = |text: &str| {
        ["off", "error", "warn", "info", "debug", "trace"]
            .iter()
            .any(|level| text.eq_ignore_ascii_case(level))
    };
    let is_part = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ':'))
    };
    let is_directive = |text: &str| match text.split_once('=') {
        Some((part, level)) => is_part(part) && is_level(level),
        None => is_level(text),
    };
    text.split(',').map(str::trim).all(is_directive) && EnvFilter::try_new(text).is_ok()
}
