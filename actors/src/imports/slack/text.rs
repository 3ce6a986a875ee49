//! Slack's mrkdwn → our text. Bold, italics, quotes and code are written alike in both; what is not: mentions, links,
//! escapes and emoji.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;
use storage::ids::UserId;

use super::emoji;
use super::shapes::{self, Attachment, Message, Text};
use crate::chat::rules::CONTENT_MAX;

#[allow(clippy::unwrap_used, reason = "a constant pattern, compiled by the tests")]
static EMOJI: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r":([\p{L}\p{N}_+'-]{1,100}):(?::?(skin-tone-[2-6]):)?").unwrap());
/// Blocks within blocks that are looked into.
const DEPTH: usize = 12;

/// What the names of an export mean here.
#[derive(Debug, Default)]
pub struct Names {
    /// Slack's id → the person and the name in addresses.
    pub people: HashMap<String, (UserId, String)>,
    /// Slack's id → the channel's name here.
    pub channels: HashMap<String, String>,
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
        let before = plain(before, &mut in_code);
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
    let rest = plain(rest, &mut in_code);
    content.push_str(&rest);
    shown.push_str(&rest);
    (content, made.shortened) = bounded(&content);
    let (shown, is_shortened) = bounded(&shown);
    made.shortened |= is_shortened;
    made.formatted = (shown != content).then_some(shown);
    made.content = content;
    made
}

/// Without what cannot be stored, and bounded.
fn bounded(text: &str) -> (String, bool) {
    let text = text.replace('\0', "");
    let text = text.trim();
    match text.char_indices().nth(CONTENT_MAX) {
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

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Text between mentions and links. Emoji within code stay as they are written.
fn plain(text: &str, in_code: &mut bool) -> String {
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

/// What a message says, in mrkdwn: its text, what its attachments say, its files' names and addresses. A program's blocks stand
/// for its text, which is then only what a notification showed.
pub fn said(message: &Message<'_>, files: &[shapes::File], attachments: &[Attachment]) -> String {
    let own = message.text.0.trim();
    let is_program = !message.bot_id.0.is_empty() || message.subtype.0 == "bot_message";
    let mut blocks = String::new();
    if own.is_empty() || is_program {
        let value: serde_json::Value = shapes::nested(message.blocks);
        walk(&value, 0, &mut blocks);
    }
    let mut parts = vec![if blocks.trim().is_empty() { own.to_owned() } else { blocks.trim().to_owned() }];
    parts.extend(attachments.iter().filter(|attachment| !is_preview(attachment)).map(attached));
    parts.extend(files.iter().map(file));
    parts.retain(|part| !part.is_empty());
    if parts.is_empty() {
        // Nothing but previews: what they show is all there is.
        parts.extend(attachments.iter().map(attached).filter(|part| !part.is_empty()));
    }
    parts.join("\n")
}

/// What is shown of a link that stands in the message.
pub fn is_preview(attachment: &Attachment) -> bool {
    !attachment.from_url.0.is_empty() || !attachment.original_url.0.is_empty()
}

fn file(file: &shapes::File) -> String {
    let first = |texts: [&Text; 2]| {
        texts.into_iter().map(|Text(text)| text.trim().to_owned()).find(|text| !text.is_empty())
    };
    let name = escape(&first([&file.name, &file.title]).unwrap_or_else(|| "fil".to_owned()));
    // An export's own addresses carry a secret behind the question mark.
    let url = first([&file.permalink, &file.url_private]).unwrap_or_default();
    let url = url.split('?').next().unwrap_or_default();
    if url.starts_with("https://") && !url.contains(['<', '>', '|']) {
        format!("<{}|📎 {}>", escape(url), name.replace(['|', '>'], " "))
    } else {
        format!("📎 {name}")
    }
}

fn attached(attachment: &Attachment) -> String {
    let Attachment { pretext, title, text, fallback, title_link, .. } = attachment;
    let title = match title.0.trim() {
        title
            if title_link.0.starts_with("http") && !title.is_empty() && !title.contains(['<', '>', '|']) =>
        {
            format!("<{}|{title}>", title_link.0)
        }
        title => title.to_owned(),
    };
    let lines: Vec<&str> =
        [pretext.0.trim(), &title, text.0.trim()].into_iter().filter(|line| !line.is_empty()).collect();
    if lines.is_empty() { fallback.0.trim().to_owned() } else { lines.join("\n") }
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

/// The text of blocks: their elements in order, one line for each that stands on its own.
fn walk(value: &serde_json::Value, depth: usize, out: &mut String) {
    if depth > DEPTH {
        return;
    }
    let text = |key: &str| value.get(key).and_then(serde_json::Value::as_str).unwrap_or_default();
    if let Some(list) = value.as_array() {
        for item in list {
            walk(item, depth + 1, out);
        }
        return;
    }
    match text("type") {
        "text" => out.push_str(&escape(text("text"))),
        "link" if text("text").is_empty() => out.extend(["<", &escape(text("url")), ">"]),
        "link" => out.extend(["<", &escape(text("url")), "|", &escape(text("text")), ">"]),
        "user" => out.extend(["<@", &escape(text("user_id")), ">"]),
        "channel" => out.extend(["<#", &escape(text("channel_id")), ">"]),
        "broadcast" => out.extend(["<!", &escape(text("range")), ">"]),
        "emoji" => out.extend([":", text("name"), ":"]),
        "mrkdwn" => line(out, text("text")),
        "plain_text" => line(out, &escape(text("text"))),
        kind => {
            for key in ["text", "fields", "elements", "title", "rows"] {
                if let Some(inside) = value.get(key).filter(|inside| inside.is_object() || inside.is_array())
                {
                    walk(inside, depth + 1, out);
                }
            }
            if kind.starts_with("rich_text") || kind == "section" || kind == "header" {
                line(out, "");
            }
        }
    }
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
