//! Renders posts as HTML, for pages without a script and for Atom feeds. All texts of people are escaped.

use actors::calendar::in_words;
use actors::feed::mentions;
use actors::feed::open::Open;
use actors::feed::view::{MediaView, Original, PostView, Speaker, SpeakerKind};
use actors::platform::time::ZONE;

use crate::platform::web_app::drawing::escape;
use crate::platform::web_app::prose;

/// The path of a post's page.
pub fn post_path(post: &PostView) -> String {
    format!("/inlagg/{}", post.uuid)
}

/// The path of a person's or organisation's page; none: they have none.
pub fn speaker_path(speaker: &Speaker) -> Option<String> {
    let slug = Some(&speaker.slug).filter(|slug| !slug.is_empty())?;
    Some(match speaker.kind {
        SpeakerKind::Person => format!("/u/{slug}"),
        SpeakerKind::Entity => format!("/{slug}"),
    })
}

/// The path of their Atom feed.
pub fn atom_path(speaker: &Speaker) -> Option<String> {
    let person = speaker.id_user.map(|id| format!("/api/public/feed/person/{id}/atom"));
    person.or_else(|| speaker.id_entity.map(|id| format!("/api/public/feed/entity/{id}/atom")))
}

/// A preview: the first words on one line; empty if there are none.
pub fn brief(post: &PostView) -> String {
    prose::brief(&post.tx_message)
}

/// A name, linked to its page below `home` (the server's address, or empty).
pub fn name(speaker: &Speaker, home: &str) -> String {
    let name = escape(&speaker.display_name);
    match speaker_path(speaker) {
        Some(path) => format!("<a href=\"{}\">{name}</a>", escape(&format!("{home}{path}"))),
        None => name,
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

/// The text and pictures of a post.
pub fn content(post: &PostView, home: &str) -> String {
    let pictures: String = post.media.iter().map(|one| picture(one, home)).collect();
    let text = post.tx_message.replace("\r\n", "\n");
    let named = mentions::named(&text, &post.mentions, &post.topics);
    format!("{}{pictures}", prose::html(&text, named, home))
}

/// The reposted post: in full if its author allows search engines, else a link.
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
    let (at, told) = (post.da_created.to_string(), in_words(post.da_created, ZONE));
    format!("<time datetime=\"{}\">{}</time>{edited}", escape(&at), escape(&told))
}

/// A post with its author and time.
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
