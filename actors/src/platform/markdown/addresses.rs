//! The links in a text, for link previews.

use std::sync::LazyLock;

use regex::Regex;
use url::Url;

/// A link in a text, up to the first character that cannot belong to it.
#[allow(clippy::expect_used, reason = "a constant; a test reads it")]
static LINK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"https?://[^\s<>"'`|\\^{}\[\]]+"#).expect("the pattern is right"));

/// The first links of a text, each once, except those in code.
pub fn addresses(text: &str, most: usize) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    // Every second piece is code between backticks.
    for piece in text.split('`').step_by(2) {
        for link in LINK.find_iter(piece) {
            let link = trimmed(link.as_str());
            if found.len() < most && Url::parse(link).is_ok() && !found.iter().any(|known| known == link) {
                found.push(link.to_owned());
            }
        }
    }
    found
}

/// Without trailing punctuation of the sentence and unbalanced brackets.
fn trimmed(mut link: &str) -> &str {
    loop {
        let open = link.matches('(').count() >= link.matches(')').count();
        let end =
            |c: char| matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '*' | '_' | '~') || c == ')' && !open;
        match link.strip_suffix(end) {
            Some(shorter) => link = shorter,
            None => return link,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_a_text() {
        for (text, expected) in [
            ("inget här", ""),
            ("se https://example.se.", "https://example.se"),
            (
                "(https://example.se/a_(b)) *http://b.se/?q=1,2*",
                "https://example.se/a_(b) http://b.se/?q=1,2",
            ),
            ("[sidan](https://example.se/x) <https://b.se>", "https://example.se/x https://b.se"),
            (
                "https://a.se https://a.se https://b.se https://c.se https://d.se",
                "https://a.se https://b.se https://c.se",
            ),
            ("`https://kod.se` https://a.se", "https://a.se"),
            ("https:// ftp://a.se javascript:alert(1)", ""),
        ] {
            assert_eq!(addresses(text, 3).join(" "), expected, "{text}");
        }
    }
}
