//! Posts as markup, for pages without a script and for Atom feeds. Every text of people is escaped.

use actors::calendar::told;
use actors::feed::open::Open;
use actors::feed::view::{Kind, MediaView, Mention, Original, PostView, Speaker};

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
    let line = post.tx_message.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(BRIEF) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default().trim_end()),
        None => line,
    }
}

/// A name, leading to its page below `home` (the server's own address, or nothing).
pub fn name(speaker: &Speaker, home: &str) -> String {
    let name = escape(&speaker.display_name);
    match speaker_path(speaker) {
        Some(path) => format!("<a href=\"{}\">{name}</a>", escape(&format!("{home}{path}"))),
        None => name,
    }
}

/// One word of a text: an address leads there, and one of `mentions` to their page.
pub fn word(word: &str, mentions: &[Mention], home: &str) -> String {
    let said = word
        .trim_start_matches(['(', '"', '<'])
        .trim_end_matches([')', ',', '.', '!', '?', ';', ':', '"', '>']);
    let Some((before, after)) = word.split_once(said).filter(|_| !said.is_empty()) else {
        return escape(word);
    };
    let is_address = ["https://", "http://"].iter().any(|scheme| {
        said.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
            && said.len() > scheme.len()
    });
    let mention = said.strip_prefix('@').and_then(|said| mentions.iter().find(|one| one.user_name == said));
    let link = match (is_address, mention) {
        (true, _) => format!("<a href=\"{0}\" rel=\"nofollow ugc noopener\">{0}</a>", escape(said)),
        (false, Some(one)) => {
            let folder = if one.kind == Kind::Person { "/u" } else { "" };
            format!(
                "<a href=\"{}\">{}</a>",
                escape(&format!("{home}{folder}/{}", one.user_name)),
                escape(&one.display_name)
            )
        }
        _ => return escape(word),
    };
    format!("{}{link}{}", escape(before), escape(after))
}

/// A text in paragraphs.
fn paragraphs(post: &PostView, home: &str) -> String {
    let text = post.tx_message.replace("\r\n", "\n");
    let line =
        |line: &str| line.split(' ').map(|one| word(one, &post.mentions, home)).collect::<Vec<_>>().join(" ");
    let paragraph = |part: &str| {
        let lines: Vec<String> = part.trim_matches('\n').split('\n').map(line).collect();
        format!("<p>{}</p>", lines.join("<br>"))
    };
    text.split("\n\n").filter(|part| !part.trim().is_empty()).map(paragraph).collect()
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
    format!("{}{pictures}", paragraphs(post, home))
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
