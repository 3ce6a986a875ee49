//! Posts as markup, for pages without a script and for Atom feeds. Every text of people is escaped.

use std::ops::Range;

use actors::calendar::told;
use actors::feed::open::Open;
use actors::feed::view::{Kind, MediaView, Mention, Original, PostView, Speaker};
use actors::feed::words;
use actors::markdown::{self, Block, Inline, Item, Line, Mark};

use crate::web_app::drawing::escape;

/// Whose clock times are told by where nobody is asked.
const ZONE: &str = "Europe/Stockholm";
/// Characters of a text that stand for the whole.
const BRIEF: usize = 200;

/// The path of a post's page.
pub fn post_path(post: &PostView) -> String {
    format!("/inlagg/{}", post.uuid)
}

/// The path of the page of a person or organisation; none: they have none.
pub fn speaker_path(speaker: &Speaker) -> Option<String> {
    let slug = Some(&speaker.slug).filter(|slug| !slug.is_empty())?;
    Some(match speaker.kind {
        Kind::Person => format!("/u/{slug}"),
        Kind::Entity => format!("/{slug}"),
    })
}

/// The path of their Atom feed.
pub fn atom_path(speaker: &Speaker) -> Option<String> {
    let person = speaker.id_user.map(|id| format!("/api/public/feed/person/{id}/atom"));
    person.or_else(|| speaker.id_entity.map(|id| format!("/api/public/feed/entity/{id}/atom")))
}

/// Its first words on one line; empty where it has none.
pub fn brief(post: &PostView) -> String {
    markdown::brief(&post.tx_message, BRIEF)
}

/// A name, leading to its page below `home` (the server's own address, or nothing).
fn name(speaker: &Speaker, home: &str) -> String {
    let name = escape(&speaker.display_name);
    match speaker_path(speaker) {
        Some(path) => format!("<a href=\"{}\">{name}</a>", escape(&format!("{home}{path}"))),
        None => name,
    }
}

/// A text as elements, with the pages of those whom it mentions below `home`.
struct Texts<'a> {
    /// Where it names somebody; none: a topic.
    named: Vec<(Range<usize>, Option<&'a Mention>)>,
    text: &'a str,
    home: &'a str,
}

impl Texts<'_> {
    fn html(&self) -> String {
        let names: Vec<Range<usize>> = self.named.iter().map(|(range, _)| range.clone()).collect();
        markdown::read(self.text, &names).iter().map(|block| self.block(block)).collect()
    }

    fn block(&self, block: &Block<'_>) -> String {
        match block {
            Block::Code(code) => format!("<pre tabindex=\"0\"><code>{}</code></pre>", escape(code)),
            Block::Paragraph(lines) => self.paragraphs(lines),
            Block::Quote(lines) => format!("<blockquote>{}</blockquote>", self.paragraphs(lines)),
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
        format!("<li{deep}>{}</li>", self.line(&item.line))
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
            // What is a channel's name in the chat is text here.
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

    /// A name that leads to its page; none: it is nobody's.
    fn mentioned(&self, text: &str) -> Option<String> {
        let said = |(range, one): &(Range<usize>, Option<&'_ Mention>)| {
            self.text.get(range.clone()).filter(|said| *said == text).and(one.cloned())
        };
        let one = self.named.iter().find_map(said)?;
        let folder = if one.kind == Kind::Person { "/u" } else { "" };
        let path = format!("{}{folder}/{}", self.home, one.user_name);
        Some(format!("<a href=\"{}\">{}</a>", escape(&path), escape(&one.display_name)))
    }
}

fn picture(one: &MediaView, home: &str) -> String {
    format!(
        "<img src=\"{}\" width=\"{}\" height=\"{}\" alt=\"{}\" loading=\"lazy\">",
        escape(&format!("{home}{}", one.url)),
        one.width,
        one.height,
        escape(&one.alt)
    )
}

/// What a post says and shows.
pub fn content(post: &PostView, home: &str) -> String {
    let pictures: String = post.media.iter().map(|one| picture(one, home)).collect();
    let text = post.tx_message.replace("\r\n", "\n");
    let named = words::named(&text, &post.mentions, &post.topics);
    format!("{}{pictures}", Texts { named, text: &text, home }.html())
}

/// What it reposts: in whole where its author lets search engines list it, else the way there.
pub fn original(open: &Open, home: &str) -> String {
    match &open.post.original {
        None => String::new(),
        Some(Original::Gone(_)) => "<blockquote><p>Inlägget finns inte.</p></blockquote>".to_owned(),
        Some(Original::Post(post)) if open.original_listed => format!(
            "<blockquote cite=\"{0}\"><p>{1}</p>{2}<p><a href=\"{0}\">{3}</a></p></blockquote>",
            escape(&format!("{home}{}", post_path(post))),
            name(&post.author, home),
            content(post, home),
            time(post)
        ),
        Some(Original::Post(post)) => format!(
            "<blockquote><p><a href=\"{}\">Läs inlägget</a></p></blockquote>",
            escape(&format!("{home}{}", post_path(post)))
        ),
    }
}

fn time(post: &PostView) -> String {
    let edited = if post.edited { " (redigerat)" } else { "" };
    let (at, told) = (post.da_created.to_string(), told(post.da_created, ZONE));
    format!("<time datetime=\"{}\">{}</time>{edited}", escape(&at), escape(&told))
}

/// A post with whose it is and when it was written.
pub fn article(open: &Open) -> String {
    let post = &open.post;
    format!(
        "<article><p class=\"by\">{} · <a href=\"{}\">{}</a></p>{}{}</article>",
        name(&post.author, ""),
        escape(&post_path(post)),
        time(post),
        content(post, ""),
        original(open, "")
    )
}
