//! Links in a text: to web and mail addresses only.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;
use url::Url;

use super::inline::{Inline, is_word};

/// Bidirectional control characters could make an address read as another.
const STOPS: &str = r#"\s<>"\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}"#;

#[allow(clippy::unwrap_used, reason = "constant patterns, compiled by the tests")]
static LINK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(&format!(r"(?i)^(?:https?://|www\.)[^{STOPS}]+")).unwrap());
#[allow(clippy::unwrap_used, reason = "constant patterns, compiled by the tests")]
static MAIL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^[A-Za-z0-9_.+-]{1,64}@[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+").unwrap());
#[allow(clippy::unwrap_used, reason = "constant patterns, compiled by the tests")]
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    let plain = format!("[^{STOPS}()]");
    let web = format!(r"https?://{plain}+(?:\({plain}*\){plain}*)*");
    let mail = r"mailto:[A-Za-z0-9_.+-]{1,64}@[A-Za-z0-9_.-]+";
    Regex::new(&format!(r"(?i)^\[([^\[\]\n]{{1,200}})\]\(({web}|{mail})\)")).unwrap()
});
#[allow(clippy::unwrap_used, reason = "constant patterns, compiled by the tests")]
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    let host = r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.[a-z]{2,}";
    Regex::new(&format!(r"(?i)://|^\s*www\.|^\s*{host}(?:[/:?#]\S*)?\s*$")).unwrap()
});

type Found<'a> = Option<(Inline<'a>, usize)>;

/// `[text](address)`. If the text itself reads as an address, the real address is shown.
pub(super) fn named_link(text: &str, at: usize, end: usize) -> Found<'_> {
    let label = text[at..end].strip_prefix('[')?;
    // Checked only if the text ends with `](`; otherwise a row of brackets would be read again from each of them.
    let over = label.find(['[', ']', '\n'])?;
    if !label[over..].starts_with("](") {
        return None;
    }
    let found = NAMED.captures(&text[at..])?;
    let (whole, label, href) = (found.get(0)?, found.get(1)?.as_str(), found.get(2)?.as_str());
    let is_mail = href.get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto:"));
    if at + whole.end() > end || label.trim().is_empty() || !(is_mail || is_web(href)) {
        return None;
    }
    let shown = if ADDRESS.is_match(label) { href } else { label };
    Some((Inline::Link(shown, Cow::Borrowed(href)), at + whole.end()))
}

/// A bare address.
pub(super) fn link(text: &str, at: usize, end: usize, (before, here): (Option<char>, char)) -> Found<'_> {
    if before.is_some_and(is_word) {
        return None;
    }
    if matches!(here, 'h' | 'H' | 'w' | 'W')
        && let Some(found) = LINK.find(&text[at..]).filter(|found| at + found.end() <= end)
    {
        let shown = without_trailing(found.as_str());
        let is_short = shown.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www."));
        let href = if is_short { Cow::Owned(format!("https://{shown}")) } else { Cow::Borrowed(shown) };
        return is_web(&href).then(|| (Inline::Link(shown, href), at + shown.len()));
    }
    // Tried once per run of such characters; otherwise a long run would be read again from each of them.
    let begins = here.is_ascii_alphanumeric() || "_.+-".contains(here);
    if !begins || before.is_some_and(|sign| ".+-".contains(sign)) {
        return None;
    }
    let mail = MAIL.find(&text[at..]).filter(|found| at + found.end() <= end)?.as_str();
    Some((Inline::Link(mail, Cow::Owned(format!("mailto:{mail}"))), at + mail.len()))
}

fn is_web(href: &str) -> bool {
    Url::parse(href).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

/// Trailing punctuation is not part of the address; a closing bracket is only if it was opened inside it.
fn without_trailing(link: &str) -> &str {
    let opened = link.matches('(').count();
    let mut unbalanced = link.matches(')').count().saturating_sub(opened);
    let mut shown = link;
    while let Some(last) = shown.chars().next_back() {
        if last == ')' && unbalanced > 0 {
            unbalanced -= 1;
        } else if !".,:;!?'*_~]}".contains(last) {
            break;
        }
        shown = &shown[..shown.len() - last.len_utf8()];
    }
    shown
}
