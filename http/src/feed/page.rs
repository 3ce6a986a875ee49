//! Pages of posts, people and organisations without a script.

use actors::Platform;
use actors::accounts::names::is_free_slug;
use actors::feed::open::{self, Open, OpenFeed};
use actors::feed::view::{Speaker, SpeakerKind};
use actors::platform::error::Result;

use super::markup;
use crate::platform::area::DrawnPage;
use crate::platform::drawn::Drawing;
use crate::platform::web_app::drawing::escape;
use crate::platform::web_app::open::{NOINDEX, drawing, link, meta, metadata};

const WITHOUT_SCRIPT: &str = "Slå på JavaScript för att gilla, kommentera och följa.";

/// The page at a path: `/inlagg/{uuid}`, `/u/{userName}` or `/{slug}`.
pub fn at<'a>(path: &[&'a str]) -> Option<DrawnPage<'a>> {
    let page = match *path {
        ["inlagg", uuid] if !uuid.is_empty() => {
            DrawnPage::content("Inlägget finns inte", move |platform| one(platform, uuid))
        }
        ["u", name] if is_free_slug(name) => {
            DrawnPage::content("Personen finns inte", move |platform| of_person(platform, name))
        }
        [slug] if is_free_slug(slug) => {
            DrawnPage::content("Sidan finns inte", move |platform| of_entity(platform, slug))
        }
        _ => return None,
    };
    Some(page)
}

/// The page of a post.
async fn one(platform: &Platform, uuid: &str) -> Result<Drawing> {
    Ok(of_post(&open::one(platform, uuid).await?, &platform.settings.public_url))
}

/// The page of a person, by their user name.
async fn of_person(platform: &Platform, name: &str) -> Result<Drawing> {
    Ok(of_feed(&open::by_user_name(platform, name).await?, &platform.settings.public_url))
}

/// The page of an organisation, by its address.
async fn of_entity(platform: &Platform, slug: &str) -> Result<Drawing> {
    Ok(of_feed(&open::by_slug(platform, slug).await?, &platform.settings.public_url))
}

fn feed_link(speaker: &Speaker, home: &str) -> String {
    let Some(path) = markup::atom_path(speaker) else { return String::new() };
    let title = escape(&format!("Inlägg från {}", speaker.display_name));
    let more = format!(" type=\"application/atom+xml\" title=\"{title}\"");
    link("alternate", &more, &format!("{home}{path}"))
}

/// A link to an Atom feed.
fn feed_anchor(speaker: &Speaker) -> String {
    let Some(path) = markup::atom_path(speaker) else { return String::new() };
    format!("<p><a href=\"{path}\" type=\"application/atom+xml\">Följ som Atom-flöde</a></p>")
}

fn of_post(open: &Open, home: &str) -> Drawing {
    let post = &open.post;
    let heading = format!("Inlägg av {}", post.author.display_name);
    let description = match markup::brief(post) {
        text if text.is_empty() => heading.clone(),
        text => text,
    };
    let url = format!("{home}{}", markup::post_path(post));
    let image = post.media.first().map(|one| (format!("{home}{}", one.url), one.alt.as_str()));
    let image = image.as_ref().map(|(address, alt)| (address.as_str(), *alt));
    let mut head = metadata("article", &heading, &description, &url, image);
    head.push_str(&meta("property", "article:published_time", &post.da_created.to_string()));
    // Authors who are not findable have no public feed.
    if open.listed {
        head.push_str(&feed_link(&post.author, home));
    }
    if !(open.listed && open.original_listed) {
        head.push_str(NOINDEX);
    }
    let anchor = if open.listed { feed_anchor(&post.author) } else { String::new() };
    drawing(&heading, description, &head, &format!("{}{anchor}", markup::article(open)), WITHOUT_SCRIPT)
}

fn of_feed(feed: &OpenFeed, home: &str) -> Drawing {
    let speaker = &feed.speaker;
    let heading = &speaker.display_name;
    let description = format!("Inlägg från {heading}");
    let url = format!("{home}{}", markup::speaker_path(speaker).unwrap_or_default());
    let image = speaker.profile_image.as_ref().map(|path| format!("{home}{path}"));
    let kind = if speaker.kind == SpeakerKind::Person { "profile" } else { "website" };
    let image = image.as_deref().map(|address| (address, heading.as_str()));
    let head = metadata(kind, heading, &description, &url, image) + &feed_link(speaker, home);
    let posts: String = feed.posts.iter().map(markup::article).collect();
    let empty = if feed.posts.is_empty() { "<p>Inga inlägg för alla än.</p>" } else { "" };
    let main = format!("<h2>Inlägg</h2>{posts}{empty}{}", feed_anchor(speaker));
    drawing(heading, description, &head, &main, WITHOUT_SCRIPT)
}
