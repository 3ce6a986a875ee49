//! The content of a Slack message, as marked text.

use super::shapes::{self, Attachment, Message, Text};
use crate::transfer::imports::taking::text::escape;

/// Maximum depth of nested blocks.
const DEPTH: usize = 12;

/// A message's content in mrkdwn: its text, its attachments' text, its files' names and addresses. If a bot's message
/// has blocks, they replace its text, which is then only the fallback for notifications.
pub fn content(message: &Message<'_>, files: &[shapes::File], attachments: &[Attachment]) -> String {
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
        // Nothing but previews: they are the message's content.
        parts.extend(attachments.iter().map(attached).filter(|part| !part.is_empty()));
    }
    parts.join("\n")
}

/// Whether it is the preview of a link in the message.
pub fn is_preview(attachment: &Attachment) -> bool {
    !attachment.from_url.0.is_empty() || !attachment.original_url.0.is_empty()
}

fn file(file: &shapes::File) -> String {
    let first = |texts: [&Text; 2]| {
        texts.into_iter().map(|Text(text)| text.trim().to_owned()).find(|text| !text.is_empty())
    };
    let name = escape(&first([&file.name, &file.title]).unwrap_or_else(|| "fil".to_owned()));
    // Addresses in exports carry a secret token in the query.
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

/// The text of blocks: their elements in order, separate elements on separate lines.
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
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

    use super::*;

    fn of(json: &str) -> String {
        let message: Message<'_> = serde_json::from_str(json).unwrap();
        content(&message, &shapes::list(message.files), &shapes::list(message.attachments))
    }

    #[test]
    fn content_of_messages() {
        assert_eq!(of(r#"{"text":"a","blocks":[{"type":"section"}]}"#), "a");
        let rich = r#"{"text":"","blocks":[{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[
            {"type":"text","text":"1 < 2 "},{"type":"user","user_id":"U1"},{"type":"emoji","name":"tada"},
            {"type":"link","url":"https://a.se"}]}]},{"type":"section","text":{"type":"mrkdwn","text":"*b*"}}]}"#;
        assert_eq!(of(rich), "1 &lt; 2 <@U1>:tada:<https://a.se>\n*b*");
        let attached = r#"{"attachments":[{"title":"Bygget","text":"klart"},{"fallback":"fel"},7]}"#;
        assert_eq!(of(attached), "Bygget\nklart\nfel");
        assert_eq!(
            of(r#"{"text":"","files":[{"name":"a&b.pdf"},{"title":"bild"},{}]}"#),
            "📎 a&amp;b.pdf\n📎 bild\n📎 fil"
        );
        assert_eq!(of(r#"{"text":["fel"],"blocks":"fel","files":{"a":1}}"#), "");
    }
}
