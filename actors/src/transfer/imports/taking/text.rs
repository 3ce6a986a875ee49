//! Marked text (see [`crate::transfer::imports::form`]) → stored text: resolves mentions, links, escapes and emoji.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;
use storage::ids::UserId;

use super::emoji;
use crate::chat::rules::CONTENT_MAX;

#[allow(clippy::unwrap_used, reason = "a constant pattern, compiled by the tests")]
static EMOJI: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r":([\p{L}\p{N}_+'-]{1,100}):(?::?(skin-tone-[2-6]):)?").unwrap());

/// What the names of a source refer to.
#[derive(Debug, Default)]
pub struct Names {
    /// A person's key → id and user name.
    pub people: HashMap<String, (UserId, String)>,
    /// A channel's key → the channel's name here.
    pub channels: HashMap<String, String>,
    /// Emoji names are left unchanged: the text comes from an export of this platform.
    pub verbatim: bool,
}

/// A text in its stored form.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    /// With `@{id}`.
    pub content: String,
    /// With `@name`; none: same as `content`.
    pub formatted: Option<String>,
    pub mentions: Vec<UserId>,
    pub mention_all: bool,
    /// Was longer than a message may be.
    pub shortened: bool,
}

/// Converts a text; trimmed and cut to a message's maximum length.
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
            // A digit or letter directly after it would become part of the name.
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
    // User ids may be longer than the names they replace; an export of this platform was short enough when it was
    // written.
    let most = if names.verbatim { 8 * CONTENT_MAX } else { CONTENT_MAX };
    (content, made.shortened) = bounded(&content, most);
    let (shown, is_shortened) = bounded(&shown, most);
    made.shortened |= is_shortened;
    made.formatted = (shown != content).then_some(shown);
    made.content = content;
    made
}

/// Removes what cannot be stored, and cuts to `most` characters.
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

/// Converts what is between `<` and `>`, except mentions of known people.
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
        // Groups and dates carry their own label.
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

/// Slack labels a bare address with the address, without its scheme.
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

/// Text between mentions and links. Emoji names within code are left unchanged.
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

/// Converts a text into as many messages as needed; split at line ends, else between words, never within a mention or
/// link.
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

/// The best place to split a text: near its middle, and far enough from both ends.
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
        // A line end within a quarter of the text's length is preferred.
        let is_near = away < text.len() / 4;
        let key = (if is_near { rank } else { 3 }, away, end);
        if best.is_none_or(|best| key < best) {
            best = Some(key);
        }
    }
    // An unterminated mention, or one longer than a message, has to be split somewhere.
    let anywhere = || text.char_indices().map(|(at, _)| at).find(|at| *at >= text.len() / 2 && *at > 0);
    best.map(|(_, _, at)| at).or_else(anywhere)
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
