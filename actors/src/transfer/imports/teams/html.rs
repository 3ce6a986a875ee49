//! Converts Teams' HTML to marked text in this platform's Markdown: paragraphs, lists, quotes, code, links, mentions,
//! emoji. Of other elements (tables, colours) only the text is kept.

use std::fmt::Write as _;

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{StartTag, Token, Tokenizer};

use super::shapes::Mention;
use crate::transfer::imports::taking::text::escape;

/// A converted text, and the number of pictures in it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Converted {
    pub text: String,
    pub pictures: usize,
}

#[derive(Default)]
struct Writer {
    text: String,
    pictures: usize,
    /// Open lists: none for bullets, else the last number.
    lists: Vec<Option<usize>>,
    quotes: usize,
    /// Within a code block.
    in_code: bool,
    /// Open links, and where their labels begin.
    links: Vec<(String, usize)>,
    /// Within a mention, whose text is replaced by the mention.
    silent: bool,
}

/// Converts a text. `mentions`: the people whom its `<at id>` elements refer to.
pub fn convert(html: &str, mentions: &[Mention]) -> Converted {
    let mut writer = Writer::default();
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut hidden = false;
    for Ok(token) in Tokenizer::new_with_emitter(html, emitter) {
        match token {
            Token::StartTag(tag) if matches!(tag.name.as_slice(), b"script" | b"style") => hidden = true,
            Token::StartTag(tag) => writer.begin(&tag, mentions),
            Token::EndTag(tag) => {
                hidden = false;
                writer.end(tag.name.as_slice());
            }
            Token::String(text) if !hidden => writer.words(&String::from_utf8_lossy(&text)),
            _ => {}
        }
    }
    let lines = writer.text.lines().map(str::trim_end);
    let mut text = String::with_capacity(writer.text.len());
    let mut empty = 0;
    for line in lines {
        empty = if line.is_empty() { empty + 1 } else { 0 };
        if empty < 2 {
            text.push_str(line);
            text.push('\n');
        }
    }
    Converted { text: text.trim().to_owned(), pictures: writer.pictures }
}

fn attribute(tag: &StartTag<()>, name: &[u8]) -> String {
    tag.attributes.get(name).map(|value| String::from_utf8_lossy(value).into_owned()).unwrap_or_default()
}

impl Writer {
    /// Starts a new line.
    fn fresh_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    /// Writes the prefix of a line before its first word.
    fn lead(&mut self) {
        if self.text.is_empty() || self.text.ends_with('\n') {
            self.text.push_str(&"&gt; ".repeat(self.quotes.min(1)));
        }
    }

    fn begin(&mut self, tag: &StartTag<()>, mentions: &[Mention]) {
        match tag.name.as_slice() {
            b"p" | b"div" | b"tr" | b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => {
                // A list item's first text is on the line of its marker.
                if !self.text.ends_with("- ") && !self.text.ends_with(". ") {
                    self.fresh_line();
                }
                if tag.name.as_slice().starts_with(b"h") {
                    self.sign("**");
                }
            }
            b"br" => self.text.push('\n'),
            b"hr" => self.fresh_line(),
            b"td" | b"th" if !self.text.ends_with('\n') && !self.text.is_empty() => self.text.push_str(" | "),
            b"ul" => self.lists.push(None),
            b"ol" => self.lists.push(Some(0)),
            b"li" => {
                self.fresh_line();
                self.lead();
                self.text.push_str(&"  ".repeat(self.lists.len().saturating_sub(1).min(8)));
                match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        let number = *number;
                        let _ = write!(self.text, "{number}. ");
                    }
                    _ => self.text.push_str("- "),
                }
            }
            b"blockquote" => {
                self.fresh_line();
                self.quotes += 1;
            }
            b"pre" | b"codeblock" => {
                self.fresh_line();
                self.text.push_str("```\n");
                self.in_code = true;
            }
            b"code" if !self.in_code => self.sign("`"),
            b"strong" | b"b" => self.sign("**"),
            b"em" | b"i" => self.sign("_"),
            b"s" | b"del" | b"strike" => self.sign("~"),
            b"a" => {
                self.lead();
                self.links.push((attribute(tag, b"href"), self.text.len()));
            }
            b"img" => match attribute(tag, b"itemtype").as_str() {
                "http://schema.skype.com/Emoji" => self.words(&attribute(tag, b"alt")),
                _ => self.pictures += 1,
            },
            b"emoji" => {
                self.words(&attribute(tag, b"alt"));
            }
            b"at" => {
                let id = attribute(tag, b"id");
                let found = mentions.iter().find(|mention| mention.id.0 == id);
                let named = found.and_then(|mention| mention.mentioned.as_ref());
                let user = named.and_then(|named| named.user.as_ref()).map(|user| user.id.0.as_str());
                let mark = match user.filter(|id| !id.is_empty() && !id.contains(['<', '>', '|'])) {
                    Some(id) => format!("<@{id}>"),
                    None if named.is_some_and(|named| named.conversation.is_some()) => {
                        "<!channel>".to_owned()
                    }
                    None => return self.words("@"),
                };
                self.lead();
                self.text.push_str(&mark);
                self.silent = true;
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &[u8]) {
        match name {
            b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => {
                self.sign("**");
                self.fresh_line();
            }
            b"p" | b"div" | b"li" | b"tr" => self.fresh_line(),
            b"ul" | b"ol" => {
                self.lists.pop();
                self.fresh_line();
            }
            b"blockquote" => {
                self.fresh_line();
                self.quotes = self.quotes.saturating_sub(1);
            }
            b"pre" | b"codeblock" if self.in_code => {
                self.fresh_line();
                self.text.push_str("```\n");
                self.in_code = false;
            }
            b"code" if !self.in_code => self.sign("`"),
            b"strong" | b"b" => self.sign("**"),
            b"em" | b"i" => self.sign("_"),
            b"s" | b"del" | b"strike" => self.sign("~"),
            b"a" => {
                let Some((url, from)) = self.links.pop() else { return };
                let label = self.text.split_off(from.min(self.text.len()));
                let fits = ["http://", "https://", "mailto:", "tel:"].iter().any(|it| url.starts_with(it));
                if fits && !label.contains(['<', '>']) {
                    let label = label.replace(['|', '\n'], " ");
                    let _ = write!(self.text, "<{}|{label}>", escape(&url));
                } else {
                    self.text.push_str(&label);
                }
            }
            b"at" => self.silent = false,
            _ => {}
        }
    }

    /// Writes a marker for bold or italic text.
    fn sign(&mut self, sign: &str) {
        if self.in_code {
            return;
        }
        // An empty pair is removed: two adjacent markers would have another meaning.
        if self.text.ends_with(sign) {
            self.text.truncate(self.text.len() - sign.len());
            return;
        }
        self.lead();
        self.text.push_str(sign);
    }

    fn words(&mut self, text: &str) {
        if self.silent || text.is_empty() {
            return;
        }
        if self.in_code {
            self.text.push_str(&escape(text));
            return;
        }
        // White space between tags, including line breaks, collapses to one space.
        let mut out = String::with_capacity(text.len());
        let mut blank = self.text.is_empty() || self.text.ends_with(['\n', ' ']);
        for c in text.chars() {
            let is_blank = c.is_whitespace();
            if !(is_blank && blank) {
                out.push(if is_blank { ' ' } else { c });
            }
            blank = is_blank;
        }
        if out.trim().is_empty() && (self.text.is_empty() || self.text.ends_with('\n')) {
            return;
        }
        self.lead();
        self.text.push_str(&escape(&out));
    }
}

#[cfg(test)]
mod tests {
    use super::super::shapes::{From, Identity, Text};
    use super::*;

    fn identity(id: &str) -> Identity {
        Identity { id: Text(id.to_owned()), display_name: Text("Robin Kline".to_owned()) }
    }

    #[test]
    fn html_is_our_text() {
        let named =
            |id: &str, mentioned: From| Mention { id: Text(id.to_owned()), mentioned: Some(mentioned) };
        let mentions = [
            named("0", From { user: Some(identity("8ea0")), ..From::default() }),
            named("1", From { conversation: Some(identity("19:x")), ..From::default() }),
        ];
        for (html, ours) in [
            ("Hello World", "Hello World"),
            ("<div><div>Hej <at id=\"0\">Robin Kline</at>, kom</div></div>", "Hej <@8ea0>, kom"),
            ("<p><at id=\"1\">Allmänt</at> viktigt</p>", "<!channel> viktigt"),
            ("<p><at id=\"7\">Någon</at></p>", "@Någon"),
            ("<p>ett</p>\n<p>två<br>tre</p>", "ett\ntvå\ntre"),
            ("<p><strong>fet</strong>, <em>lutad</em>, <s>struken</s></p>", "**fet**, _lutad_, ~struken~"),
            ("<p><strong></strong>tomt</p>", "tomt"),
            (
                "<ul><li>ett</li><li><p>två</p><ol><li>a</li><li>b</li></ol></li></ul>",
                "- ett\n- två\n  1. a\n  2. b",
            ),
            ("<blockquote><p>sagt</p><p>mer</p></blockquote><p>svar</p>", "&gt; sagt\n&gt; mer\nsvar"),
            (
                "<codeblock class=\"Rust\"><code>if a &lt; b {<br>  c<br>}</code></codeblock>",
                "```\nif a &lt; b {\n  c\n}\n```",
            ),
            ("<p>se <code>a*b</code></p>", "se `a*b`"),
            ("<a href=\"https://a.se/?x=1&amp;y=2\">här</a>", "<https://a.se/?x=1&amp;y=2|här>"),
            ("<a href=\"javascript:alert(1)\">här</a>", "här"),
            ("<p>glad <emoji id=\"smile\" alt=\"😀\" title=\"Smile\"></emoji></p>", "glad 😀"),
            ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>", "a | b\nc | d"),
            ("<script>alert(1)</script>a &amp; b &lt;c&gt;", "a &amp; b &lt;c&gt;"),
            ("<h1>Rubrik</h1><p>text</p>", "**Rubrik**\ntext"),
        ] {
            assert_eq!(convert(html, &mentions).text, ours, "{html}");
        }
        assert_eq!(convert("a<img src=\"x\"><img src=\"y\">", &[]).pictures, 2);
        let deep = "<ul><li>".repeat(10_000);
        assert!(convert(&format!("{deep}a"), &[]).text.ends_with('a'));
    }
}
