//! The payload of Slack's incoming webhooks: `{text, username, icon_emoji, attachments, blocks}`.

use super::content::content;
use super::shapes::{self, Attachment, Message, Text};
use crate::transfer::imports::taking::text::{Names, render, render_all};

/// Maximum number of messages that one post is split into; Slack allows 40,000 characters.
const MOST: usize = 10;

/// A post in its stored form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posted {
    /// The name shown; empty: the webhook's own.
    pub name: String,
    /// One message, or several if it is longer than one may be.
    pub texts: Vec<String>,
}

/// Parses a post; none: it is not a JSON object, or it is empty.
pub fn read(body: &str) -> Option<Posted> {
    let mut message: Message<'_> = serde_json::from_str(body).ok()?;
    // A bot's blocks replace its text.
    message.bot_id = Text("hook".to_owned());
    let attachments: Vec<Attachment> = shapes::list(message.attachments);
    let text = content(&message, &[], &attachments);
    let parts = render_all(&text, &Names::default()).into_iter();
    let texts = parts.map(|part| part.content).filter(|text| !text.is_empty()).take(MOST);
    let texts: Vec<String> = texts.collect();
    let face = render(&message.icon_emoji.0, &Names::default()).content;
    // An unknown emoji is still a name with colons, and is left out.
    let face = Some(face).filter(|face| !face.contains(':'));
    let name = message.username.0.split_whitespace().collect::<Vec<_>>().join(" ");
    let name = match face {
        Some(face) if !face.is_empty() && !name.is_empty() => format!("{face} {name}"),
        _ => name,
    };
    (!texts.is_empty()).then_some(Posted { name, texts })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

    use super::*;

    #[test]
    fn payloads_are_converted() {
        for (body, name, text) in [
            (r#"{"text":"Klart"}"#, "", "Klart"),
            (
                r#"{"text":"<https://example.se/1|Bygge 1> &amp; test","username":" Bygg  server "}"#,
                "Bygg server",
                "Bygge 1 (https://example.se/1) & test",
            ),
            (r#"{"text":"Hej","username":"Bygg","icon_emoji":":tada:"}"#, "🎉 Bygg", "Hej"),
            (r#"{"text":"Hej","username":"Bygg","icon_emoji":":ingen_sådan:"}"#, "Bygg", "Hej"),
            (r#"{"text":"<!channel> Larm"}"#, "", "@channel Larm"),
            (r#"{"attachments":[{"fallback":"f","title":"Larm","text":"Dörr 3"}]}"#, "", "Larm\nDörr 3"),
            (
                r#"{"text":"Kort","blocks":[{"type":"section","text":{"type":"mrkdwn","text":"*Långt*"}}]}"#,
                "",
                "*Långt*",
            ),
        ] {
            let posted = read(body).unwrap();
            assert_eq!((posted.name.as_str(), posted.texts), (name, vec![text.to_owned()]), "{body}");
        }
    }

    #[test]
    fn payloads_without_content_are_refused() {
        for body in ["", "hej", "[]", "{}", r#"{"text":"  "}"#, r#"{"text":null}"#, r#"{"username":"Bygg"}"#]
        {
            assert_eq!(read(body), None, "{body}");
        }
    }

    #[test]
    fn long_text_becomes_several_messages() {
        let long = format!(r#"{{"text":"{}"}}"#, "ord ".repeat(2_500));
        let texts = read(&long).unwrap().texts;
        assert!((3..=4).contains(&texts.len()) && texts.iter().all(|text| text.chars().count() <= 4_000));
        let endless = format!(r#"{{"text":"{}"}}"#, "ord ".repeat(100_000));
        assert_eq!(read(&endless).unwrap().texts.len(), 10);
    }
}
