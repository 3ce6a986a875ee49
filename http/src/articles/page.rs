//! `/artiklar/{uuid}`, `/artiklar` and `/blogg` without a script.

use actors::Platform;
use actors::articles::view::{ArticleView, BriefView};
use actors::articles::{self, Open};
use actors::calendar::in_words as time_in_words;
use actors::entities::PLATFORM;
use actors::platform::error::{RefusalKind, Result};
use actors::platform::paging::Asked;
use actors::platform::time::ZONE;
use storage::feed::Source;
use storage::ids::EntityId;

use crate::feed::markup::{name, speaker_path};
use crate::platform::area::DrawnPage;
use crate::platform::drawn::Drawing;
use crate::platform::web_app::drawing::escape;
use crate::platform::web_app::open::{NOINDEX, PRODUCT, drawing, meta, metadata};
use crate::platform::web_app::prose;

/// Articles in a list.
const NEWEST: usize = 20;
const WITHOUT_SCRIPT: &str = "Slå på JavaScript för att skriva och rapportera.";

/// The path of an article's page.
fn path(article: &BriefView) -> String {
    format!("/artiklar/{}/{}", article.uuid, article.slug)
}

/// The author or organisation, and the time of publication.
fn by(article: &BriefView) -> String {
    let at = article.da_published.unwrap_or(article.da_created);
    let time = escape(&time_in_words(at, ZONE));
    format!("<p class=\"by\">{} · <time datetime=\"{at}\">{time}</time></p>", name(&article.author, ""))
}

/// The page at a path: `/artiklar`, `/artiklar/{uuid}` with or without its title, or `/blogg`.
pub fn at<'a>(path: &[&'a str]) -> Option<DrawnPage<'a>> {
    let page = match *path {
        ["artiklar"] => DrawnPage::content("Sidan finns inte", all),
        ["artiklar", uuid] | ["artiklar", uuid, _] if !uuid.is_empty() => {
            DrawnPage::content("Artikeln finns inte", move |platform| one(platform, uuid))
        }
        ["blogg"] => DrawnPage::content("Sidan finns inte", blog),
        _ => return None,
    };
    Some(page)
}

/// The page of an article. 404: there is no published one.
async fn one(platform: &Platform, uuid: &str) -> Result<Drawing> {
    let Open { article, listed } = articles::open(platform, uuid).await?;
    Ok(of_article(&article, listed, &platform.settings.public_url))
}

fn of_article(article: &ArticleView, listed: bool, home: &str) -> Drawing {
    let ArticleView { brief, body } = article;
    let description = if brief.preamble.is_empty() { prose::brief(body) } else { brief.preamble.clone() };
    let url = format!("{home}{}", path(brief));
    let cover = brief.cover_image.as_ref();
    let image = cover.map(|one| (format!("{home}{}", one.url), one.alt.as_str()));
    let image = image.as_ref().map(|(address, alt)| (address.as_str(), *alt));
    let mut head = metadata("article", &brief.title, &description, &url, image);
    if let Some(at) = brief.da_published {
        head.push_str(&meta("property", "article:published_time", &at.to_string()));
    }
    head.push_str(&meta("property", "article:modified_time", &brief.da_updated.to_string()));
    if let Some(path) = speaker_path(&brief.author) {
        head.push_str(&meta("property", "article:author", &format!("{home}{path}")));
    }
    if !listed {
        head.push_str(NOINDEX);
    }
    let picture = cover.map_or_else(String::new, |one| {
        let (url, alt) = (escape(&one.url), escape(&one.alt));
        format!("<img src=\"{url}\" width=\"{}\" height=\"{}\" alt=\"{alt}\">", one.width, one.height)
    });
    let lead = match brief.preamble.as_str() {
        "" => String::new(),
        text => format!("<p class=\"lead\">{}</p>", escape(text)),
    };
    let main = format!("{}{picture}{lead}{}", by(brief), prose::html(body, Vec::new(), ""));
    drawing(&brief.title, description, &head, &main, WITHOUT_SCRIPT)
}

/// The list of published articles.
async fn all(platform: &Platform) -> Result<Drawing> {
    list(platform, None, "Artiklar", "Längre texter från personer och organisationer.", "/artiklar").await
}

/// The platform's own articles.
async fn blog(platform: &Platform) -> Result<Drawing> {
    let about = format!("Vad som är nytt i {PRODUCT}.");
    match list(platform, Some(PLATFORM), "Blogg", &about, "/blogg").await {
        // An installation may have no organisation of its own.
        Err(refusal) if refusal.kind == RefusalKind::NotFound => {
            Ok(of_list(&[], "Blogg", &about, "/blogg", &platform.settings.public_url))
        }
        listed => listed,
    }
}

async fn list(
    platform: &Platform,
    entity: Option<EntityId>,
    heading: &str,
    about: &str,
    path: &str,
) -> Result<Drawing> {
    let of = entity.map(Source::Entity);
    let page = articles::public(platform, None, of, Asked { limit: NEWEST, cursor: None }).await?;
    Ok(of_list(&page.content, heading, about, path, &platform.settings.public_url))
}

fn of_list(articles: &[BriefView], heading: &str, about: &str, at: &str, home: &str) -> Drawing {
    let entry = |article: &BriefView| {
        let lead = match article.preamble.as_str() {
            "" => String::new(),
            text => format!("<p>{}</p>", escape(text)),
        };
        let (path, title) = (escape(&path(article)), escape(&article.title));
        format!("<article><h2><a href=\"{path}\">{title}</a></h2>{}{lead}</article>", by(article))
    };
    let entries: String = articles.iter().map(entry).collect();
    let empty = if articles.is_empty() { "<p>Inga artiklar än.</p>" } else { "" };
    let head = metadata("website", heading, about, &format!("{home}{at}"), None);
    let main = format!("<p class=\"lead\">{}</p>{entries}{empty}", escape(about));
    drawing(heading, about.to_owned(), &head, &main, WITHOUT_SCRIPT)
}
