//! The public posts of an organisation or a person as an Atom feed (RFC 4287).

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actors::feed::open::{self, Open, OpenFeed};
use actors::feed::view::PostView;
use actors::platform::time::Moment;
use atom_syndication::{Category, Content, Entry, Feed, FixedDateTime, Link, Person, Text};

use super::markup;
use crate::platform::web_app::drawing::answered;
use crate::prelude::*;

const ATOM: &str = "application/atom+xml; charset=utf-8";

/// The 20 newest posts that an organisation wrote for everybody, for programs that follow sites. With an ETag.
#[utoipa::path(
    tag = "feed",
    responses((status = 200, content_type = "application/atom+xml"), (status = 304), Problems)
)]
#[get("/api/public/feed/entity/{id}/atom")]
pub async fn entity_atom(platform: Data<Platform>, request: HttpRequest, id: Path<EntityId>) -> Bare {
    let feed = open::by_entity(&platform, *id).await?;
    Ok(answered(&request, StatusCode::OK, ATOM, written(&feed, &platform.settings.public_url)))
}

/// The same of a person whom everybody may find. 404: there is none.
#[utoipa::path(
    tag = "feed",
    responses((status = 200, content_type = "application/atom+xml"), (status = 304), Problems)
)]
#[get("/api/public/feed/person/{id}/atom")]
pub async fn person_atom(platform: Data<Platform>, request: HttpRequest, id: Path<UserId>) -> Bare {
    let feed = open::by_person(&platform, *id).await?;
    Ok(answered(&request, StatusCode::OK, ATOM, written(&feed, &platform.settings.public_url)))
}

/// Removes characters that XML does not allow (XML 1.0 §2.2).
fn xml(text: impl AsRef<str>) -> String {
    let is_char = |c: &char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    text.as_ref().chars().filter(is_char).collect()
}

fn date(at: Moment) -> FixedDateTime {
    FixedDateTime::parse_from_rfc3339(&at.to_string()).unwrap_or_default()
}

fn linked(rel: &str, mime_type: Option<&str>, href: String) -> Link {
    Link { rel: rel.to_owned(), mime_type: mime_type.map(ToOwned::to_owned), href, ..Link::default() }
}

fn person(name: &str, path: Option<String>, home: &str) -> Person {
    Person { name: xml(name), uri: path.map(|path| format!("{home}{path}")), ..Person::default() }
}

fn entry(open: &Open, home: &str) -> Entry {
    let post = &open.post;
    let title = match markup::brief(post) {
        text if text.is_empty() => format!("Inlägg av {}", post.author.display_name),
        text => text,
    };
    let content = format!("{}{}", markup::content(post, home), markup::original(open, home));
    let category = |topic: &String| Category { term: xml(topic), scheme: None, label: None };
    Entry {
        title: Text::plain(xml(title)),
        id: format!("urn:uuid:{}", post.uuid),
        updated: date(post.da_updated),
        published: Some(date(post.da_created)),
        authors: vec![person(&post.author.display_name, markup::speaker_path(&post.author), home)],
        categories: post.topics.iter().map(category).collect(),
        links: vec![linked("alternate", Some("text/html"), format!("{home}{}", markup::post_path(post)))],
        content: Some(Content {
            content_type: Some("html".to_owned()),
            value: Some(xml(content)),
            ..Content::default()
        }),
        ..Entry::default()
    }
}

fn written(feed: &OpenFeed, home: &str) -> String {
    let speaker = &feed.speaker;
    let own = format!("{home}{}", markup::atom_path(speaker).unwrap_or_default());
    let page = format!("{home}{}", markup::speaker_path(speaker).unwrap_or_default());
    let changed = |post: &PostView| post.da_updated;
    let updated = feed.posts.iter().map(|open| changed(&open.post)).max().unwrap_or(Moment(0));
    let feed = Feed {
        title: Text::plain(xml(format!("Inlägg från {}", speaker.display_name))),
        id: own.clone(),
        updated: date(updated),
        authors: vec![person(&speaker.display_name, markup::speaker_path(speaker), home)],
        icon: speaker.profile_image.as_ref().map(|path| format!("{home}{path}")),
        links: vec![
            linked("self", Some("application/atom+xml"), own),
            linked("alternate", Some("text/html"), page),
        ],
        entries: feed.posts.iter().map(|open| entry(open, home)).collect(),
        lang: Some("sv".to_owned()),
        ..Feed::default()
    };
    feed.to_string()
}
