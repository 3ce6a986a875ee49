//! Renders people's texts (contract §3.8) as HTML, for pages without a script and for Atom feeds. All texts are
//! escaped.

use std::ops::Range;

use actors::feed::view::{Mention, SpeakerKind};
use actors::platform::markdown::{self, Block, Inline, Item, Line, Mark};

use super::drawing::escape;

/// Length of a preview, in characters.
const BRIEF: usize = 200;

/// A preview: the first words on one line, without formatting; empty if there are none.
pub fn brief(text: &str) -> String {
    markdown::brief(text, &[], BRIEF)
}

/// The range of a mention; none: a topic.
pub type Named<'a> = (Range<usize>, Option<&'a Mention>);

/// A text as HTML, with mentions linked to pages below `home`.
pub fn html(text: &str, named: Vec<Named<'_>>, home: &str) -> String {
    Texts { named, text, home }.html()
}

struct Texts<'a> {
    named: Vec<Named<'a>>,
    text: &'a str,
    home: &'a str,
}

impl Texts<'_> {
    fn html(&self) -> String {
        let names: Vec<Range<usize>> = self.named.iter().map(|(range, _)| range.clone()).collect();
        self.blocks(&markdown::read(self.text, &names))
    }

    fn blocks(&self, blocks: &[Block<'_>]) -> String {
        blocks.iter().map(|block| self.block(block)).collect()
    }

    fn block(&self, block: &Block<'_>) -> String {
        match block {
            Block::Code(text) => code(text),
            Block::Paragraph(lines) => self.paragraphs(lines),
            Block::Quote(quoted) => format!("<blockquote>{}</blockquote>", self.blocks(quoted)),
            Block::List { start, items } => {
                let items: String = items.iter().map(|item| self.item(item)).collect();
                match start {
                    None => format!("<ul>{items}</ul>"),
                    Some(start) => format!("<ol start=\"{start}\">{items}</ol>"),
                }
            }
        }
    }

    fn item(&self, item: &Item<'_>) -> String {
        let deep = match item.depth {
            0 => String::new(),
            depth => format!(" class=\"in-{depth}\""),
        };
        let within: String = item.code.iter().map(|text| code(text)).collect();
        format!("<li{deep}>{}{within}</li>", self.line(&item.line))
    }

    /// Lines, with a new paragraph after each empty one.
    fn paragraphs(&self, lines: &[Line<'_>]) -> String {
        let paragraph = |part: &[Line<'_>]| {
            let lines: Vec<String> = part.iter().map(|line| self.line(line)).collect();
            format!("<p>{}</p>", lines.join("<br>"))
        };
        let parts = lines.split(|line| markdown::is_blank(line));
        parts.filter(|part| !part.is_empty()).map(paragraph).collect()
    }

    fn line(&self, line: &[Inline<'_>]) -> String {
        line.iter().map(|one| self.inline(one)).collect()
    }

    fn inline(&self, one: &Inline<'_>) -> String {
        match one {
            // A channel's name in chat is plain text here.
            Inline::Text(text) | Inline::Channel(text) => escape(text),
            Inline::Code(text) => format!("<code>{}</code>", escape(text)),
            Inline::Link(text, href) => {
                format!("<a href=\"{}\" rel=\"nofollow ugc noopener\">{}</a>", escape(href), escape(text))
            }
            Inline::Marked(mark, children) => {
                let tag = match mark {
                    Mark::Bold => "strong",
                    Mark::Italic => "em",
                    Mark::Strike => "s",
                };
                format!("<{tag}>{}</{tag}>", self.line(children))
            }
            Inline::Name(text) => self.mentioned(text).unwrap_or_else(|| escape(text)),
        }
    }

    /// A mention linked to its page; none: it is nobody's.
    fn mentioned(&self, text: &str) -> Option<String> {
        let said = |(range, one): &(Range<usize>, Option<&'_ Mention>)| {
            self.text.get(range.clone()).filter(|said| *said == text).and(one.cloned())
        };
        let one = self.named.iter().find_map(said)?;
        let folder = if one.kind == SpeakerKind::Person { "/u" } else { "" };
        let path = format!("{}{folder}/{}", self.home, one.user_name);
        Some(format!("<a href=\"{}\">{}</a>", escape(&path), escape(&one.display_name)))
    }
}

fn code(text: &str) -> String {
    format!("<pre tabindex=\"0\"><code>{}</code></pre>", escape(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_subset_of_the_contract_is_drawn() {
        for (text, markup) in [
            ("Hej", "<p>Hej</p>"),
            ("En\nrad\n\nEn till", "<p>En<br>rad</p><p>En till</p>"),
            (
                "*fet* **fet** _kursiv_ ~struken~",
                "<p><strong>fet</strong> <strong>fet</strong> <em>kursiv</em> <s>struken</s></p>",
            ),
            ("*fet och _kursiv_*", "<p><strong>fet och <em>kursiv</em></strong></p>"),
            ("snake_case_namn 2*3*4 * ensam", "<p>snake_case_namn 2*3*4 * ensam</p>"),
            ("`a * b` *c*", "<p><code>a * b</code> <strong>c</strong></p>"),
            ("- ett\n- två", "<ul><li>ett</li><li>två</li></ul>"),
            ("3. tre\n4. fyra", "<ol start=\"3\"><li>tre</li><li>fyra</li></ol>"),
            ("> sagt\n> mer\n\nsvar", "<blockquote><p>sagt<br>mer</p></blockquote><p>svar</p>"),
            (
                "> ett\n>> två\n> ```\n> a < b\n> ```",
                "<blockquote><p>ett</p><blockquote><p>två</p></blockquote>\
                 <pre tabindex=\"0\"><code>a &lt; b</code></pre></blockquote>",
            ),
            (
                "- ett\n  ```\n  kod\n  ```\n- :tada:",
                "<ul><li>ett<pre tabindex=\"0\"><code>kod</code></pre></li><li>🎉</li></ul>",
            ),
            (
                "före\n```rust\nlet a = *b*;\n```\nefter",
                "<p>före</p><pre tabindex=\"0\"><code>let a = *b*;</code></pre><p>efter</p>",
            ),
            (
                "[här](https://a.se/_x_) och https://b.se/_y_x.",
                "<p><a href=\"https://a.se/_x_\" rel=\"nofollow ugc noopener\">här</a> och \
                 <a href=\"https://b.se/_y_x\" rel=\"nofollow ugc noopener\">https://b.se/_y_x</a>.</p>",
            ),
        ] {
            assert_eq!(html(text, Vec::new(), ""), markup, "{text}");
        }
    }

    #[test]
    fn peoples_texts_are_escaped() {
        for text in [
            "<script>alert(1)</script>",
            "*<b>*",
            "`</code><script>`",
            "```\n</pre><script>\n```",
            "[<img onerror=x>](https://a.se/\"onclick=\"x)",
            "[x](javascript:alert(1))",
            "> <svg onload=1>",
        ] {
            let drawn = html(text, Vec::new(), "");
            for never in ["<script", "<b>", "<img", "<svg", "\"onclick", "href=\"javascript"] {
                assert!(!drawn.contains(never), "{text}: {drawn}");
            }
        }
    }
}
