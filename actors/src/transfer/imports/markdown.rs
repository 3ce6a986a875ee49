//! Converts standard Markdown to marked text in this platform's Markdown: one asterisk is italic there and bold here,
//! strikethrough is two tildes there and one here. Code is left unchanged.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::taking::text::escape;

#[allow(clippy::unwrap_used, reason = "a constant pattern, compiled by the tests")]
static CODE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?s)```.*?(?:```|\z)|`[^`\n]+`").unwrap());
#[allow(clippy::unwrap_used, reason = "a constant pattern, compiled by the tests")]
static LEANING: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(^|[^\w*\\])\*([^\s*](?:[^*\n]*[^\s*])?)\*($|[^\w*])").unwrap());
#[allow(clippy::unwrap_used, reason = "a constant pattern, compiled by the tests")]
static STRUCK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"~~([^~\n]+)~~").unwrap());

/// Marks a text; `within` converts each part that is not code, and receives it escaped.
pub fn marked(text: &str, within: impl Fn(&str) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for code in CODE.find_iter(text) {
        out.push_str(&within(&escape(&text[from..code.start()])));
        out.push_str(&escape(code.as_str()));
        from = code.end();
    }
    out.push_str(&within(&escape(&text[from..])));
    out
}

/// Converts italic and strikethrough.
pub fn restyled(text: &str) -> String {
    let lean = |found: &Captures<'_>| format!("{}_{}_{}", &found[1], &found[2], &found[3]);
    // Applied twice: two adjacent matches share the character between them.
    let once = LEANING.replace_all(text, lean);
    let twice = LEANING.replace_all(&once, lean);
    STRUCK.replace_all(&twice, "~$1~").into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_markdown_is_ours() {
        for (theirs, ours) in [
            ("*lutad* och **fet**", "_lutad_ och **fet**"),
            ("*a* *b*, (*c*)", "_a_ _b_, (_c_)"),
            ("***båda***", "***båda***"),
            ("2*3*4 och * punkt", "2*3*4 och * punkt"),
            ("* punkt\n* punkt", "* punkt\n* punkt"),
            ("~~struken~~ ~ish", "~struken~ ~ish"),
            (
                "_lutad_ `*kod*`\n```\n~~kod~~ <b>\n```\n*ute*",
                "_lutad_ `*kod*`\n```\n~~kod~~ &lt;b&gt;\n```\n_ute_",
            ),
            ("a < b & c", "a &lt; b &amp; c"),
        ] {
            assert_eq!(marked(theirs, restyled), ours, "{theirs}");
        }
    }
}
