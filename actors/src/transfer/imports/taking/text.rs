//! Marked text (see [`crate::transfer::imports::form`]) → our text: mentions, links, escapes and emoji become what they are here.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;
use storage::ids::UserId;

use super::emoji;
use crate::chat::rules::CONTENT_MAX;

#[allow(clippy::unwrap_used, reason = "a constant pattern, compiled by the tests")]
static EMOJI: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r":([\p{L}\p{N}_+'-]{1,100}):(?::?(skin-tone-[2-6]):)?").unwrap());

/// What the names of a source mean here.
#[derive(Debug, Default)]
pub struct Names {
    /// A key → the person and the name in addresses.
    pub people: HashMap<String, (UserId, String)>,
    /// A key → the channel's name here.
    pub channels: HashMap<String, String>,
    /// Names of emoji stay as they are written: what comes from here was what it should be.
    pub verbatim: bool,
}

/// A text as it is stored.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    /// With `@{id}`.
    pub content: String,
    /// With `@name`; none: the same.
    pub formatted: Option<String>,
    pub mentions: Vec<UserId>,
    pub mention_all: bool,
    /// It was longer than a message may be.
    pub shortened: bool,
}

/// Turns a text into ours; trimmed, and no longer than a message may be.
pub fn render(text: &str, names: &Names) -> Rendered {
    let mut made = Rendered::default();
    let (mut content, mut shown) = (String::with_capacity(text.len()), String::with_capacity(text.len()));
    let (mut rest, mut in_code) = (text, false);
    while let Some((before, after)) = rest.split_once('<') {
        let Some((inside, tail)) = after.split_once('>') else { break };
        let before = plain(before, &mut in_code, names.verbatim);
        content.push_str(&before);
        shown.push_str(&before);
        if let Some((id, name)) = inside.strip_prefix('@').and_then(|inside| names.people.get(head(inside))) {
            // A digit or letter right after would become part of the name.
            let gap = if tail.starts_with(char::is_alphanumeric) { " " } else { "" };
            content.extend(["@", &id.to_string(), gap]);
            shown.extend(["@", name, gap]);
            if !made.mentions.contains(id) {
                made.mentions.push(*id);
            }
        } else {
            made.mention_all |= matches!(head(inside), "!channel" | "!here" | "!everyone");
            let text = token(inside, names);
            content.push_str(&text);
            shown.push_str(&text);
        }
        rest = tail;
    }
    let rest = plain(rest, &mut in_code, names.verbatim);
    content.push_str(&rest);
    shown.push_str(&rest);
    // Numbers of people may be longer than the names that were written: what comes from here was short enough once.
    let most = if names.verbatim { 8 * CONTENT_MAX } else { CONTENT_MAX };
    (content, made.shortened) = bounded(&content, most);
    let (shown, is_shortened) = bounded(&shown, most);
    made.shortened |= is_shortened;
    made.formatted = (shown != content).then_some(shown);
    made.content = content;
    made
}

/// Without what cannot be stored, and bounded.
fn bounded(text: &str, most: usize) -> (String, bool) {
    let text = text.replace('\0', "");
    let text = text.trim();
    match text.char_indices().nth(most) {
        Some((end, _)) => (text[..end].trim_end().to_owned(), true),
        None => (text.to_owned(), false),
    }
}

/// `U123|name` → `U123`.
fn head(inside: &str) -> &str {
    inside.split_once('|').map_or(inside, |(head, _)| head)
}

/// What stands between `<` and `>`, but for people that are known.
fn token(inside: &str, names: &Names) -> String {
    let (target, label) = match inside.split_once('|') {
        Some((target, label)) => (target, Some(unescape(label)).filter(|label| !label.is_empty())),
        None => (inside, None),
    };
    if target.starts_with('@') {
        return format!("@{}", label.unwrap_or_else(|| "okänd".to_owned()).trim_start_matches('@'));
    }
    if let Some(id) = target.strip_prefix('#') {
        let name = names.channels.get(id).cloned().or(label);
        return format!("#{}", name.unwrap_or_else(|| "okänd".to_owned()));
    }
    if let Some(command) = target.strip_prefix('!') {
        let plain = || format!("@{}", command.split('^').next().unwrap_or_default());
        // Groups and dates bring the words that stand for them.
        return match command {
            "channel" | "here" | "everyone" => plain(),
            _ => label.unwrap_or_else(plain),
        };
    }
    let url = unescape(target);
    let bare = url.trim_start_matches("mailto:").trim_start_matches("tel:");
    match label {
        Some(label) if same_link(&label, bare) => bare.to_owned(),
        Some(label) if bare.len() == url.len() => format!("{label} ({url})"),
        Some(label) => format!("{label} ({bare})"),
        None => bare.to_owned(),
    }
}

/// Slack labels a bare address with itself, without its scheme.
fn same_link(label: &str, url: &str) -> bool {
    let short = url.split_once("://").map_or(url, |(_, short)| short);
    [url, short, short.trim_end_matches('/')].contains(&label)
}

fn unescape(text: &str) -> String {
    // The ampersand last: `&amp;lt;` is the text `&lt;`.
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Text between mentions and links. Emoji within code stay as they are written.
fn plain(text: &str, in_code: &mut bool, verbatim: bool) -> String {
    if verbatim {
        return unescape(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    let pass = |out: &mut String, part: &str, in_code: &mut bool| {
        *in_code ^= part.matches('`').count() % 2 == 1;
        out.push_str(&unescape(part));
    };
    for found in EMOJI.captures_iter(text) {
        let (Some(whole), Some(name)) = (found.get(0), found.get(1)) else { continue };
        pass(&mut out, &text[from..whole.start()], in_code);
        let tone = found.get(2).map(|tone| format!("::{}", tone.as_str())).unwrap_or_default();
        match emoji::named(&format!("{}{tone}", name.as_str())).filter(|_| !*in_code) {
            Some(emoji) => out.push_str(&emoji),
            None => out.push_str(whole.as_str()),
        }
        from = whole.end();
    }
    pass(&mut out, &text[from..], in_code);
    out
}

/// Turns a text into as many messages as it takes; cut at ends of lines, else between words, never within a mention or link.
pub fn render_all(text: &str, names: &Names) -> Vec<Rendered> {
    let mut parts = Vec::new();
    let mut waiting = vec![text];
    while let Some(part) = waiting.pop() {
        let made = render(part, names);
        match made.shortened.then(|| middle(part)).flatten() {
            Some(at) => {
                let (head, tail) = part.split_at(at);
                waiting.push(tail);
                waiting.push(head);
            }
            None if made.content.is_empty() && !parts.is_empty() => {}
            None => parts.push(made),
        }
    }
    parts
}

/// Where a text is best cut: nearest to its middle, but not so near an end that nothing comes of it.
fn middle(text: &str) -> Option<usize> {
    let mut depth = 0_i32;
    let mut best: Option<(u8, usize, usize)> = None;
    for (at, c) in text.char_indices() {
        match c {
            '<' => depth = 1,
            '>' => depth = 0,
            _ => {}
        }
        let end = at + c.len_utf8();
        if depth > 0 || end >= text.len() {
            continue;
        }
        let rank = if c == '\n' {
            0
        } else if c.is_whitespace() {
            1
        } else {
            2
        };
        let away = end.abs_diff(text.len() / 2);
        // An end of line is worth a way of a quarter.
        let is_near = away < text.len() / 4;
        let key = (if is_near { rank } else { 3 }, away, end);
        if best.is_none_or(|best| key < best) {
            best = Some(key);
        }
    }
    // A mention that never ends, or one that is longer than a message: somewhere it must be cut.
    let anywhere = || text.char_indices().map(|(at, _)| at).find(|at| *at >= text.len() / 2 && *at > 0);
    best.map(|(_, _, at)| at).or_else(anywhere)
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
